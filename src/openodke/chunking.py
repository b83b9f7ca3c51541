"""Which piece of a document does one model call read?"""

from openodke.text.sentences import sentences

__all__ = ["sentences"]
