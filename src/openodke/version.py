"""Which version is this?"""

__version__ = "0.3.0"
