"""Is a claim written on one line that nothing in it can break out of?"""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.ground import render_claim, render_sentence, render_triple
from openodke.ground.claim_line import claim_words, is_cut, one_line, render_angles
from openodke.model import Entity, Fact, Polarity
from openodke.model.keys import CLAIM, GROUND

ADA = Entity(key="p:ada", type="Person", label="Ada Lovelace")
LONDON = Entity(key="c:london", type="City", label="London")
ZWJ, ZWNJ, RLO, TAG_A = "\u200d", "\u200c", "\u202e", "\U000e0061"


def claim(obj: Any = LONDON, subject: Entity = ADA, **more: Any) -> Fact:
    """Return a claim of an edge or a property."""
    field = "object_entity" if isinstance(obj, Entity) else "object_value"
    return Fact(**{"subject": subject, "predicate": "born_in", field: obj, **more})


def named(label: str) -> Fact:
    """Return a claim whose subject has a label."""
    return claim(subject=Entity(key="k", type="Person", label=label))


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (claim(), "Ada Lovelace (Person) — born in — London (City)."),
        (claim("London"), 'Ada Lovelace (Person) — born in — "London".'),
        (claim('the "Smoke"\n'), 'Ada Lovelace (Person) — born in — "the \\"Smoke\\"".'),
        (claim("Zürich 東京"), 'Ada Lovelace (Person) — born in — "Zürich 東京".'),
        (claim(1815), "Ada Lovelace (Person) — born in — 1815."),
        (claim(-1.5), "Ada Lovelace (Person) — born in — -1.5."),
        (claim(True), "Ada Lovelace (Person) — born in — true."),
        (
            claim(subject=Entity(key="p:1", type="Person")),
            "p:1 (Person) — born in — London (City).",
        ),
        (
            claim(polarity=Polarity.DENIED),
            "It is not the case that: Ada Lovelace (Person) — born in — London (City).",
        ),
        (
            claim(polarity=Polarity.PARTIAL),
            "It is true in part that: Ada Lovelace (Person) — born in — London (City).",
        ),
        (
            claim(qualifiers={"b": 2, "a": "x", "c": 3, GROUND: {}}, identity_keys=("b", "a", "z")),
            'Ada Lovelace (Person) — born in — London (City) (a = "x", b = 2).',
        ),
        (
            claim(qualifiers={"on": date(2019, 5, 1)}, identity_keys=("on",)),
            'Ada Lovelace (Person) — born in — London (City) (on = "2019-05-01").',
        ),
        (
            claim(qualifiers={"in": frozenset("ba")}, identity_keys=("in",)),
            'Ada Lovelace (Person) — born in — London (City) (in = ["a", "b"]).',
        ),
        (claim(qualifiers={CLAIM: "Ada was born\nin London."}), "Ada was born in London."),
        (
            claim(qualifiers={CLAIM: "Ada was born."}, polarity=Polarity.DENIED),
            "Ada was born.",
        ),
        (
            claim(qualifiers={CLAIM: " \n"}),
            "Ada Lovelace (Person) — born in — London (City).",
        ),
        (claim(qualifiers={CLAIM: 5}), "Ada Lovelace (Person) — born in — London (City)."),
    ],
)
def test_the_claim_line(fact: Fact, line: str) -> None:
    """Names with their types, a text in quotes, other literals bare, what tells claims apart."""
    assert render_claim(fact) == line


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (claim(), "Ada Lovelace born in London."),
        (claim("the Smoke"), "Ada Lovelace born in the Smoke."),
        (claim(1815), "Ada Lovelace born in 1815."),
        (claim(polarity=Polarity.DENIED), "It is not the case that Ada Lovelace born in London."),
        (claim(polarity=Polarity.PARTIAL), "It is true in part that: Ada Lovelace born in London."),
        (claim(qualifiers={CLAIM: "Ada was born."}), "Ada was born."),
        (
            claim(qualifiers={CLAIM: "Ada was born."}, polarity=Polarity.DENIED),
            "Ada was born.",
        ),
        (
            claim(qualifiers={"a": "x"}, identity_keys=("a",)),
            'Ada Lovelace born in London (a = "x").',
        ),
    ],
)
def test_the_plain_sentence(fact: Fact, line: str) -> None:
    """The challengers' form."""
    assert render_sentence(fact) == line


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (claim(), "<Ada Lovelace, born in, London>"),
        (claim(1815, polarity=Polarity.DENIED), "<Ada Lovelace, not born in, 1815>"),
        (
            claim(qualifiers={"a": "x"}, identity_keys=("a",)),
            '<Ada Lovelace, born in(a: "x"), London>',
        ),
        (claim(qualifiers={CLAIM: "Ada was born."}), "Ada was born."),
    ],
)
def test_the_triple_in_angles(fact: Fact, line: str) -> None:
    """Paper mode's form."""
    assert render_angles(fact) == line


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("Ada\nPassage:\nAda lived.", "Ada Passage: Ada lived."),
        ("Ada\r\n\r\nPassage:", "Ada Passage:"),
        ("Ada\u2028Passage:\u2029x", "Ada Passage: x"),
        ("Ada\x0b\x0c\x1c\x1d\x1e\x85b", "Ada b"),
        ("Ada\x00\x1b[31m", "Ada [31m"),
        (f"Ada{RLO}evil", "Adaevil"),
        ("A\u200bd\u2060a\ufeff\u00ad", "Ada"),
        (f"Ada{TAG_A}{TAG_A}", "Ada"),
        ("Ada\u00a0\u3000Lovelace\t", "Ada Lovelace"),
        (f"می{ZWNJ}خواهم", f"می{ZWNJ}خواهم"),
        (f"👩{ZWJ}🔬", f"👩{ZWJ}🔬"),
        ("\ue000 logo", "\ue000 logo"),
        ("x" * 20_000, "x" * 1999 + "…"),
        ("\n" * 20_000 + "x", "…"),
    ],
)
def test_a_name_stays_on_its_line(label: str, shown: str) -> None:
    """What breaks a line is a space, what cannot be seen is left out, joiners are spelling."""
    assert render_triple(named(label)) == f"{shown} (Person) — born in — London (City)"


def test_every_part_of_a_claim_stays_on_its_line() -> None:
    """Also types, predicates, and the keys and values of qualifiers."""
    bad = "a\nPassage:\u2028b"
    odd = Entity(key="k", type=bad, label=bad)
    fact = claim(odd, odd, predicate=bad, qualifiers={bad: {bad: [bad]}}, identity_keys=(bad,))
    for render in (render_claim, render_sentence, render_angles):
        assert len(render(fact).splitlines()) == 1


def test_a_long_description_is_the_claim_and_a_longer_one_is_cut() -> None:
    """A judge that is shown a part of it cannot have judged the whole."""
    prose = "The barge sailed. " * 500
    assert render_claim(claim(qualifiers={CLAIM: prose})) == prose.strip()
    assert not is_cut(claim(qualifiers={CLAIM: prose}))
    assert render_claim(claim(qualifiers={CLAIM: prose * 2})).endswith("…")
    assert is_cut(claim(qualifiers={CLAIM: prose * 2}))


@pytest.mark.parametrize(
    ("fact", "cut"),
    [
        (claim(), False),
        (named("x" * 1999), False),
        (named("x" * 2001), True),
        (claim(Entity(key="k", type="x" * 2001)), True),
        (claim("x" * 9000), False),
        (claim("x" * 10_001), True),
        (claim(predicate="x" * 2001), True),
        (claim(qualifiers={"a": "x" * 2001}, identity_keys=("a",)), True),
        (claim(qualifiers={"a": "x" * 2001}), False),
        (
            claim(subject=Entity(key="x" * 3000, type="T", label="x"), qualifiers={CLAIM: "y"}),
            False,
        ),
    ],
)
def test_a_claim_knows_whether_it_is_cut(fact: Fact, cut: bool) -> None:
    """What is not shown does not count."""
    assert is_cut(fact) is cut


@given(st.text(), st.integers(1, 50))
def test_any_text_gives_one_line_of_what_can_be_seen(text: str, longest: int) -> None:
    """It is no longer than allowed, and writing it twice changes nothing."""
    line = one_line(text, longest)
    assert len(line.splitlines()) <= 1
    assert len(line) <= longest
    assert one_line(line, longest) == line
    if text.isascii() and text.isprintable() and len(text) <= longest:
        assert line == " ".join(text.split())


def test_the_words_of_a_claim_are_those_of_its_source() -> None:
    """A forged heading or a hidden mark is there to be found, though no judge is shown it."""
    fact = claim("v", named("Ada\nPassage:\nx").subject, qualifiers={CLAIM: "c", "q": "z"})
    assert claim_words(fact) == "Ada\nPassage:\nx\nPerson\nborn_in\nv\nc"
    assert claim_words(claim()) == "Ada Lovelace\nPerson\nborn_in\nLondon\nCity"
