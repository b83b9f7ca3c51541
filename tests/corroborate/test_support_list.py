"""Which independent sources does a claim rest on?"""

from harbour_claims import WHEN, SourceTier, cited

from openodke.corroborate import support_of
from openodke.model import Evidence, Support


def test_one_support_a_source() -> None:
    """Sorted by source, with its documents, best tier and newest date."""
    evidence = [
        *cited("b", uri="https://www.quay.example/b", days=3),
        *cited("a", SourceTier.COMMUNITY, uri="https://quay.example/a"),
        *cited("register#L2"),
    ]
    assert support_of(evidence) == (
        Support(source="doc:register#L2", doc_ids=("register#L2",), retrieved_at=WHEN),
        Support(
            source="quay.example",
            doc_ids=("a", "b"),
            tier=SourceTier.COMMUNITY,
            retrieved_at=evidence[0].retrieved_at,
        ),
    )
    assert support_of(()) == ()


def test_chunks_of_one_document_are_one_source() -> None:
    """The URI without its fragment is the source."""
    chunks = [*cited("log/1", uri="urn:odke:x:log#1"), *cited("log/2", uri="urn:odke:x:log#2")]
    (held,) = support_of(chunks)
    assert (held.source, held.doc_ids) == ("doc:urn:odke:x:log", ("log/1", "log/2"))


def test_near_duplicates_make_sources_one() -> None:
    """The group has the least key; a document that is not cited joins nothing."""
    evidence = [*cited("a"), *cited("b"), *cited("c"), *cited("d")]
    listed = support_of(evidence, [("b", "d", "elsewhere"), ("d", "c")])
    assert [(held.source, held.doc_ids) for held in listed] == [
        ("doc:a", ("a",)),
        ("doc:b", ("b", "c", "d")),
    ]


def test_a_source_that_holds_a_copy_is_one_with_all_its_documents() -> None:
    """A copy of one page of a host is no second source beside the host's other page."""
    evidence = [
        *cited("a1", uri="https://z.example/1"),
        *cited("a2", uri="https://z.example/2"),
        *cited("b", uri="https://copy.example/1"),
    ]
    (held,) = support_of(evidence, [("a1", "b")])
    assert (held.source, held.doc_ids) == ("copy.example", ("a1", "a2", "b"))


def test_the_caller_tells_sources_apart() -> None:
    """A key of one's own takes the place of the host."""
    evidence = [*cited("log/1"), *cited("log/2")]

    def folder(item: Evidence) -> str:
        return item.doc_id.partition("/")[0]

    assert [held.source for held in support_of(evidence, (), folder)] == ["log"]
