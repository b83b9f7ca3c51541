"""Which release of the metric is this?"""

__version__ = "0.3.0"
