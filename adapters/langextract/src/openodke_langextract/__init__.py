"""Checks LangExtract extractions against their text and hands the same documents back.

from openodke_langextract import verify

checked = verify(lx.extract(...))
"""

from openodke_langextract.extraction_reading import Reading
from openodke_langextract.labelled_copy import labelled
from openodke_langextract.langextract_adapter import LangExtractAdapter
from openodke_langextract.langextract_client import LangExtractClient
from openodke_langextract.langextract_release import __version__
from openodke_langextract.saved_documents import SavedDocuments
from openodke_langextract.verdict_page import visualize
from openodke_langextract.verification import averify, verify

__all__ = [
    "LangExtractAdapter",
    "LangExtractClient",
    "Reading",
    "SavedDocuments",
    "__version__",
    "averify",
    "labelled",
    "verify",
    "visualize",
]
