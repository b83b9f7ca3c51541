"""Which release of the adapter is this?"""

__version__ = "0.3.0"
