"""Which source does a piece of evidence come from?"""

import pytest

from openodke.corroborate import source_of
from openodke.model import Evidence


@pytest.mark.parametrize(
    ("uri", "source"),
    [
        ("https://www.Example.org:80/x", "example.org"),
        ("HTTP://example.org./y", "example.org"),
        ("https://user@www.example.org", "example.org"),
        ("https://news.example.org/x", "news.example.org"),
        ("https://www.com/x", "www.com"),
        ("//quay.example/x", "quay.example"),
        ("http://[2001:db8::1]/x", "2001:db8::1"),
        ("urn:odke:langchain:log#3", "doc:urn:odke:langchain:log"),
        ("urn:odke:langchain:log#4", "doc:urn:odke:langchain:log"),
        ("file:///logs/a.txt#1", "doc:file:///logs/a.txt"),
        ("logs/a.txt", "doc:logs/a.txt"),
        ("mailto:amos@quay.example", "doc:mailto:amos@quay.example"),
        ("http://[bad", "doc:http://[bad"),
        ("#3", "doc:d1"),
        ("", "doc:d1"),
        (None, "doc:d1"),
    ],
)
def test_source(uri: str | None, source: str) -> None:
    """A host is the source, else the URI without its fragment, else the document."""
    assert source_of(Evidence(doc_id="d1", uri=uri)) == source
