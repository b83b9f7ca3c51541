"""What users of other tools reported as wrong: does it come out right here?

Each case names the project and number of a public report, in our words and with our outcome.
"""

import pytest
from harbour_claims import HARBOUR, RUN_AT, SourceTier, cited, claim

from openodke.corroborate import (
    CONFLICT,
    NAME_KEY,
    SOURCE_FORM,
    SignatureCorroborator,
    ValueNormalizer,
)
from openodke.model import Entity

NORMALIZER = ValueNormalizer(HARBOUR, person_types=["Person"])

VALUES = [
    ("dateutil#1224, #1103: one column read as December and as July", "built", "12.07.2022", None),
    ("dateutil#1224: the next line of that column", "built", "13.07.2022", "2022-07-13"),
    ("dateparser#539, #1099: day and month guessed", "built", "03/04/2020", None),
    ("price-parser#63: read as wrong by 1000", "length", "1,234,567.890", 1234567.89),
    ("price-parser#46: three decimals", "length", "3.350", 3.35),
    ("price-parser#58: a leading comma", "length", ",89", None),
    ("quantulum3#126: a range averaged", "length", "12.8–13.0 TeV", None),
    ("quantulum3#126: a range averaged", "length", "3-5 km", None),
    ("quantulum3#200: two numbers averaged", "length", "5 and 6 kg", None),
    ("quantulum3#20: a scale without money", "length", "1M miles", None),
    ("quantulum3#135: a time of day read as picometres", "length", "2.15pm", None),
    ("jsr354-ri#149: every dollar the American one", "length", "$1,000", "1000 $"),
    ("Equibles#3089: another dollar the American one", "length", "C$1,000", None),
    ("Equibles#3089: another dollar the American one", "length", "A$5", None),
    ("wikibase-sdk#54: two schemes for years BC", "built", "44 BC", None),
    ("wikibase-sdk#54: two schemes for years BC", "built", "-0044-03-15", None),
    ("a year 44 read as AD 44", "built", "0044-03-15", None),
    ("python-edtf#38: a century is no day", "built", "circa 17th century", None),
    ("python-edtf#77: a decade is no day", "built", "1921 - circa 1970s", None),
    ("a decade read as a year of our day", "built", "1990s", None),
    ("Metaculus-bot#10: points read as percent", "length", "5 pp", "5 pp"),
    ("Metaculus-bot#10: points read as percent", "length", "5 percentage points", "5 pp"),
    ("Metaculus-bot#10: percent beside it", "length", "5 %", "5 %"),
    ("another script's digit read by a pattern", "length", "٣", None),
    ("another script's digits read by a pattern", "built", "١٨١٥-١٢-١٠", None),
    ("midnight kept apart from its day", "built", "1815-12-10 00:00", "1815-12-10"),
]


@pytest.mark.parametrize(("report", "predicate", "written", "read"), VALUES)
def test_a_value(report: str, predicate: str, written: str, read: object) -> None:
    """A value is read for sure, or stays as written."""
    found = NORMALIZER.normalize(claim(written, predicate)).object_value
    assert (found, type(found)) == ((written, str) if read is None else (read, type(read))), report


NAMES = [
    ("cleanco#57: a name that is a legal form is empty", "Company", "AMBA", "amba"),
    ("cleanco#61: a name that is a legal form is empty", "Company", "Coop", "coop"),
    ("cleanco#77: cut at a bracket", "Company", "Acme (India) Pvt. Ltd.", "acme india"),
    ("cleanco#81: half of a form left", "Company", "Acme Co. Ltd", "acme"),
    ("a Danish form left as words", "Company", "Norden A/S", "norden"),
    ("a suffix after a comma put first", "Person", "Martin Luther King, Jr.", "martin luther king"),
    ("two commas not turned", "Person", "King, Martin Luther, Jr.", "martin luther king"),
    ("letters without a decomposition", "Place", "Øresund", "oresund"),
    ("letters without a decomposition", "Place", "Łódź", "lodz"),
    ("letters without a decomposition", "Place", "Ærø", "aero"),
    ("a guess at a transcription", "Person", "Jürgen Müller", "jurgen muller"),
    ("an empty key", "Company", "!!!", "!!!"),
]


@pytest.mark.parametrize(("report", "entity_type", "label", "key"), NAMES)
def test_a_name(report: str, entity_type: str, label: str, key: str) -> None:
    """A name is never empty, and loses only what it is named with."""
    entity = Entity(key="x", type=entity_type, label=label)
    found = NORMALIZER.normalize(claim("a", "nickname", subject=entity)).subject
    assert found.attributes[NAME_KEY] == key, report


def test_one_number_in_three_kinds_is_one_claim() -> None:
    """5, 5.0 and "5" are one claim with three sources, and every spelling is kept."""
    facts = [
        NORMALIZER.normalize(claim(value, "crew", evidence=cited(f"d{at}")))
        for at, value in enumerate((5, 5.0, "5"))
    ]
    (fact,) = SignatureCorroborator(HARBOUR, run_at=RUN_AT).corroborate(facts)
    assert (fact.object_value, fact.support) == (5, 3)
    assert fact.qualifiers[SOURCE_FORM] == {"object_value": ("5", 5.0)}


def test_thousands_of_rivals_end() -> None:
    """One subject and predicate with 5,000 values, each against each, with and without times."""
    facts = [claim(f"Pier {number}", evidence=cited(f"d{number}")) for number in range(5000)]
    facts.append(claim("Bergen", evidence=cited("r", SourceTier.CURATED)))
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    claims = corroborator.corroborate(facts)
    assert [fact.qualifiers[CONFLICT]["status"] for fact in claims].count("lost") == 5000
    dated = [
        fact.model_copy(update={"qualifiers": {"start_time": f"{1000 + at % 900}"}})
        for at, fact in enumerate(facts)
    ]
    assert len(corroborator.corroborate(dated)) == 5001
