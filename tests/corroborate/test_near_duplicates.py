"""Which texts are copies of each other, but for a few words?"""

from harbour_claims import HARBOUR, RUN_AT, SourceTier, cited, claim
from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import NEAR_DUPLICATES, SignatureCorroborator
from openodke.corroborate.near_duplicates import NearDuplicates, jaccard, shingles
from openodke.model import Document, Fact

WORDS = [f"word{number}" for number in range(208)]
TEXT = " ".join(WORDS)
ONE_CHANGED = " ".join([*WORDS[:100], "other", *WORDS[101:]])
HALF = " ".join([*WORDS[:100], *(f"new{number}" for number in range(108))])
DOCUMENTS = [
    Document(id="a", text=TEXT, uri="https://one.example/a"),
    Document(id="b", text=ONE_CHANGED, uri="https://two.example/b"),
    Document(id="c", text=HALF, uri="https://three.example/c"),
    Document(id="d", text=TEXT, uri="https://one.example/d"),
]


def told_in(doc_id: str, **more: object) -> Fact:
    """Return the claim as one of the documents tells it."""
    uri = next(doc.uri for doc in DOCUMENTS if doc.id == doc_id)
    tier = SourceTier.CURATED if doc_id == "b" else SourceTier.UNVERIFIED
    return claim(evidence=cited(doc_id, tier, uri=uri), **more)


def test_similarity() -> None:
    """A word changed among 204 shingles leaves 199 of 209 in both."""
    assert jaccard(shingles(TEXT), shingles(ONE_CHANGED)) == 199 / 209
    assert jaccard(shingles(TEXT), shingles(TEXT.upper() + "!")) == 1.0
    assert len(shingles("too short")) == 1
    assert shingles("…") == frozenset()
    assert jaccard(shingles("…"), shingles("!")) == 0.0


def test_copies_count_once() -> None:
    """The group has the least key and the best tier; every evidence is kept."""
    corroborator = SignatureCorroborator(HARBOUR, documents=DOCUMENTS, run_at=RUN_AT)
    (fact,) = corroborator.corroborate([told_in("a"), told_in("b"), told_in("c")])
    assert [(held.source, held.doc_ids, held.tier) for held in fact.supported_by] == [
        ("one.example", ("a", "b"), SourceTier.CURATED),
        ("three.example", ("c",), SourceTier.UNVERIFIED),
    ]
    assert fact.support == 2
    assert sorted(item.doc_id for item in fact.evidence) == ["a", "b", "c"]
    assert fact.qualifiers[NEAR_DUPLICATES] == (("a", "b"),)
    assert corroborator.stats["near_duplicates"] == {"compared": 3, "found": 1}
    assert corroborator.corroborate([fact]) == [fact]


def test_a_record_stands_without_the_texts() -> None:
    """Groups found before count once, until both texts are in hand to decide anew."""
    with_texts = SignatureCorroborator(HARBOUR, documents=DOCUMENTS, run_at=RUN_AT)
    (fact,) = with_texts.corroborate([told_in("a"), told_in("b")])
    bare = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    assert bare.corroborate([fact]) == [fact]
    (later,) = bare.corroborate([fact, told_in("c")])
    assert later.support == 2
    stricter = SignatureCorroborator(
        HARBOUR, documents=DOCUMENTS, near_duplicates=0.99, run_at=RUN_AT
    )
    (apart,) = stricter.corroborate([fact])
    assert apart.support == 2
    assert NEAR_DUPLICATES not in apart.qualifiers


def test_documents_of_one_source_are_not_compared() -> None:
    """They are one source already."""
    corroborator = SignatureCorroborator(HARBOUR, documents=DOCUMENTS, run_at=RUN_AT)
    (fact,) = corroborator.corroborate([told_in("a"), told_in("d")])
    assert fact.support == 1
    assert corroborator.stats["near_duplicates"] == {"compared": 0, "found": 0}


def test_none_turns_it_off() -> None:
    """Without a threshold every source counts."""
    corroborator = SignatureCorroborator(
        HARBOUR, documents={doc.id: doc for doc in DOCUMENTS}, near_duplicates=None, run_at=RUN_AT
    )
    (fact,) = corroborator.corroborate([told_in("a"), told_in("b")])
    assert fact.support == 2
    with_texts = SignatureCorroborator(HARBOUR, documents=DOCUMENTS, run_at=RUN_AT)
    once = with_texts.corroborate([told_in("a"), told_in("b")])
    (apart,) = corroborator.corroborate(once)
    assert apart.support == 2
    assert NEAR_DUPLICATES not in apart.qualifiers


def test_documents_may_come_later() -> None:
    """What runs the pipeline puts in the texts that it loads."""
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    corroborator.documents.update({doc.id: doc for doc in DOCUMENTS})
    (fact,) = corroborator.corroborate([told_in("a"), told_in("b")])
    assert fact.support == 1


def test_a_pair_is_compared_once() -> None:
    """Many claims may rest on the same documents."""
    near = NearDuplicates({doc.id: doc for doc in DOCUMENTS}, 0.9)
    sources = {"a": "one", "b": "two"}
    assert near.groups(sources) == near.groups(sources) == [("a", "b")]
    assert (near.compared, near.found) == (1, 1)


def test_a_document_may_come_back_with_another_text() -> None:
    """What was found of the old text is not said of the new one."""
    documents = {doc.id: doc for doc in DOCUMENTS}
    near = NearDuplicates(documents, 0.9)
    sources = {"a": "one", "b": "two"}
    assert near.groups(sources) == [("a", "b")]
    documents["b"] = Document(id="b", text=HALF)
    assert near.groups(sources) == []
    assert near.groups(sources, [("a", "b")]) == []


def test_a_recorded_group_stands_as_long_as_a_text_of_it_is_missing() -> None:
    """With all of its texts in hand it is decided anew."""
    documents = {doc.id: doc for doc in DOCUMENTS if doc.id != "c"}
    sources = {"a": "one", "b": "two", "c": "three"}
    near = NearDuplicates(documents, 0.9)
    assert near.groups(sources, [("a", "b", "c")]) == [("a", "b", "c")]
    documents["c"] = DOCUMENTS[2]
    assert near.groups(sources, [("a", "b", "c")]) == [("a", "b")]


TEXTS = st.lists(
    st.builds(
        lambda start, cut, length: " ".join(f"w{start + at}" for at in range(length) if at != cut),
        st.integers(0, 1),
        st.integers(0, 60),
        st.integers(40, 44),
    ),
    min_size=9,
    max_size=14,
)


@given(TEXTS)
def test_many_documents_are_grouped_as_few_are(texts: list[str]) -> None:
    """Looking only at what shares a rare shingle finds the groups that every pair would give."""
    documents = {f"{n:02}": Document(id=f"{n:02}", text=text) for n, text in enumerate(texts)}
    marks = {doc_id: shingles(doc.text) for doc_id, doc in documents.items()}
    near = NearDuplicates(documents, 0.8)
    found = near.groups({doc_id: doc_id for doc_id in documents})
    together: dict[str, set[str]] = {doc_id: {doc_id} for doc_id in documents}
    for one in documents:
        for other in documents:
            if one < other and jaccard(marks[one], marks[other]) >= 0.8:
                joined = together[one] | together[other]
                together.update(dict.fromkeys(joined, joined))
    expected = {tuple(sorted(group)) for group in together.values() if len(group) > 1}
    assert found == sorted(expected)
