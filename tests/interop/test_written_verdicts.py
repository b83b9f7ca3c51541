"""What is written on one item that was several?"""

from __future__ import annotations

import itertools
import json

from openodke.interop import MERGED_KEY, is_verdict_key, merged_value, whole_values, worst_values

SUPPORTED = {"odke_verdict": "supported", "odke_reason": "stated", "odke_evidence": "a:0-3"}
ABSENT = {"odke_verdict": "not_found", "odke_reason": "missing", "odke_evidence": "b:0-9"}
AGAIN = {"odke_verdict": "supported", "odke_evidence": "c:4-9|a:0-3", "odke_support": "2"}
UNSURE = {"odke_verdict": "unchecked", "odke_reason": "same_sentence"}


def test_copies_of_one_claim_have_the_verdict_of_all() -> None:
    """One text that supports it is enough; the evidence is that of the texts that decide."""
    assert whole_values([ABSENT, SUPPORTED, AGAIN]) == {
        "odke_verdict": "supported",
        "odke_reason": "stated",
        "odke_evidence": "a:0-3|c:4-9",
        "odke_support": "2",
    }
    assert whole_values([ABSENT, UNSURE])["odke_verdict"] == "unchecked"
    for order in itertools.permutations([ABSENT, SUPPORTED, UNSURE]):
        assert whole_values(order)["odke_verdict"] == "supported"


def test_claims_of_one_item_have_the_worst() -> None:
    """As the sentences of one description."""
    assert worst_values([SUPPORTED, ABSENT, UNSURE]) == ABSENT


def test_what_was_never_checked_says_nothing() -> None:
    """Nor does a word that is no verdict."""
    assert whole_values([]) == worst_values([{}]) == {}
    assert whole_values([{"odke_verdict": "maybe"}, {"name": "x"}]) == {}
    assert whole_values([{}, ABSENT]) == ABSENT


def test_names_that_were_merged_are_told_once() -> None:
    """Those of an earlier merge first; a value of anybody's is no list."""
    once = merged_value(None, ["b", "a", "b"])
    assert json.loads(once) == ["b", "a"]
    assert json.loads(merged_value(once, ["c", "a"])) == ["b", "a", "c"]
    assert json.loads(merged_value("no JSON", ["ä"])) == ["ä"]
    assert json.loads(merged_value("7", ["x"])) == ["x"]
    assert not is_verdict_key(MERGED_KEY)  # content: it stays when verdicts are written anew
