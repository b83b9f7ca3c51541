"""What does the model grounder refuse, when does it end, and what does it count?"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from asking import (
    CONTRADICTED,
    DOC,
    QUICK,
    ROLES,
    SUPPORTED,
    UNCHECKED,
    Asked,
    answer,
    cited,
    corpus,
    moored,
    says,
)

from openodke.errors import InputError, MissingAPIKey, ProviderError, ProviderNotInstalled
from openodke.ground import LLMGrounder, ground_record, reason_of
from openodke.llm import Completion, ScriptedClient


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"context": "page"}, "context='page'"),
        ({"widen": True, "context": "document"}, "nothing is wider"),
        ({"max_workers": 0}, "max_workers=0"),
        ({"max_workers": 2.5}, "max_workers=2.5"),
        ({"max_workers": True}, "max_workers=True"),
        ({"verdicts": "four_way"}, "verdicts='four_way'"),
        ({"prompt": "ground.nothing"}, "prompt='ground.nothing'"),
        ({"prompt": "ground.onyx", "verdicts": "binary"}, "has its own prompt"),
        ({"client": object()}, "client=<object .* has no method complete"),
        ({"widen_client": "m", "widen": True}, "widen_client='m' has no method complete"),
        ({"roles": "ollama/small"}, r"roles='ollama/small': give ModelRoles"),
    ],
)
def test_an_argument_that_means_nothing_is_refused(options: dict[str, Any], message: str) -> None:
    """It is named, before the first call."""
    with pytest.raises(InputError, match=message):
        LLMGrounder(**{"roles": ROLES, "client": ScriptedClient(), **options})


def test_somebody_has_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model or a client; a model that nobody serves is named."""
    monkeypatch.setitem(sys.modules, "openai", None)  # as if it were not installed
    with pytest.raises(InputError, match="no model is named"):
        LLMGrounder()
    with pytest.raises(ProviderNotInstalled, match="ollama"):
        LLMGrounder(ROLES)


def test_a_client_that_is_empty_is_a_client() -> None:
    """What decides is whether there is one, not whether it is true."""

    class Counted(Asked):
        def __len__(self) -> int:
            return 0

    client = Counted()
    assert LLMGrounder(client=client).ground(moored(1, DOC), DOC).verdict is CONTRADICTED
    assert client.asked == [1]


@pytest.mark.parametrize("error", [MissingAPIKey("KEY"), ProviderNotInstalled("x")])
@pytest.mark.parametrize("workers", [1, 4])
def test_what_would_fail_every_call_ends_the_run(error: Exception, workers: int) -> None:
    """What was answered before is kept, and what was not is counted."""

    def reply(n: int) -> Completion:
        if n == 10:
            raise error
        return answer(n)

    grounder = LLMGrounder(ROLES, client=Asked(reply), max_workers=workers)
    pairs = corpus(30)
    with pytest.raises(type(error)):
        grounder.ground_documents(pairs)
    kept = [fact for facts in grounder.unfinished for fact in facts]
    assert [fact.id for fact in kept] == [str(n) for n in range(30)]
    assert kept[10] == pairs[1][0][3]
    settled = [fact for fact in kept if fact.verdict is not UNCHECKED]
    assert grounder.stats["facts"] == len(settled)
    assert grounder.stats["unasked"] == 30 - len(settled)
    assert grounder.ground_documents([]) == []
    assert grounder.unfinished == []


def test_every_count() -> None:
    """Calls, tokens, verdicts, prompts: of the grounder's whole life."""
    grounder = LLMGrounder(
        ROLES,
        client=ScriptedClient(
            [
                Completion("supported", prompt_tokens=10, completion_tokens=1, cost_usd=0.5),
                Completion("not_found", prompt_tokens=10, completion_tokens=1, cached=True),
                Completion("who knows", prompt_tokens=10, completion_tokens=1, cost_usd=0.25),
                ProviderError("busy", status_code=503),
                Completion("contradicted", prompt_tokens=7),
                ProviderError("no", status_code=400),
            ]
        ),
        max_workers=1,
        retry=QUICK,
    )
    stands = moored(9, DOC, verdict=SUPPORTED)
    wrong = moored(8, DOC, evidence=(cited(0, 900),))
    facts = [stands, wrong, *(moored(n, DOC) for n in range(5))]
    grounded = grounder.ground_many(facts, DOC)
    assert [fact.verdict.value[:3] for fact in grounded] == "sup not sup not unc con unc".split()
    stats = dict(grounder.stats)
    spans: Any = stats.pop("spans")
    assert (spans["facts"], spans["located"], spans["out_of_range"]) == (6, 5, 1)
    assert stats == {
        "facts": 7,
        "stopped": "",
        "skipped": 1,
        "first_failure": "ProviderError 400",
        "unparseable": 1,
        "first_unparseable": "",
        "unasked": 0,
        "calls": 4,
        "retries": 1,
        "failed": 1,
        "cached": 1,
        "shared": 0,
        "prompt_tokens": 37,
        "completion_tokens": 3,
        "tokens": 40,
        "unchecked": 2,
        "supported": 2,
        "contradicted": 1,
        "not_found": 2,
        "cost_usd": 0.75,
        "prompts": ["ground.span@1"],
        "model": "ollama/small",
    }


def test_nothing_is_counted_before_the_first_question() -> None:
    """A cost that is unknown is not 0."""
    stats = says(locate=True, widen=True).stats
    assert (stats["calls"], stats["cost_usd"], stats["prompts"]) == (0, None, [])
    assert stats["locate"] == {"facts": 0, "located": 0, "not_located": 0}
    assert stats["widen"] == {
        "retried": 0,
        "recovered": 0,
        "calls": 0,
        "tokens": 0,
        "cost_usd": None,
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"prompt_tokens": None, "completion_tokens": None},
        {"prompt_tokens": "12", "completion_tokens": -3},
        {"prompt_tokens": 1.5, "completion_tokens": []},
        {"cost_usd": float("nan")},
        {"cost_usd": -1.0},
        {"cost_usd": 10**400},
        {"cost_usd": True},
        {"prompt_tokens": 10**5000},
        {"completion_tokens": True},
        {"cost_usd": "0.1"},
        {"model": None},
        {"model": 5},
    ],
)
def test_odd_counts_of_a_provider_cost_no_answer(fields: dict[str, Any]) -> None:
    """They count as nothing; the verdict stands, signed by the model that was asked."""
    grounder = says(Completion("supported", **fields))
    grounded = grounder.ground(moored(1, DOC), DOC)
    assert grounded.verdict is SUPPORTED
    assert ground_record(grounded)["model"] == "ollama/small"
    assert (grounder.stats["tokens"], grounder.stats["cost_usd"]) == (0, None)


def test_a_model_that_cannot_be_written_is_named_as_it_can() -> None:
    """A fact is written as UTF-8."""
    grounded = says(Completion("supported", model="m\ud800")).ground(moored(1, DOC), DOC)
    assert ground_record(grounded)["model"] == "m?"
    grounded.model_dump_json()


class Unsaid(str):
    """A text, or a model's name, none of whose methods works."""

    __slots__ = ()

    def strip(self, *_: object) -> str:  # type: ignore[override]
        """Raise."""
        raise RuntimeError

    isascii = strip  # type: ignore[assignment]


class Unheld(dict[str, Any]):
    """A mapping that cannot be looked through."""

    def items(self) -> Any:
        """Raise."""
        raise RuntimeError


class Uncounted(int):
    """A number that cannot be compared."""

    def __gt__(self, other: object) -> bool:
        """Raise."""
        raise RuntimeError


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        (Completion("x", parsed=Unheld(verdict="supported")), "unparseable"),
        (Completion("supported", parsed=Unheld(verdict="supported")), "supported"),
        (Completion(Unsaid("supported"), model=Unsaid("m")), "supported"),
        (Completion("supported", prompt_tokens=Uncounted(1)), "call_failed"),
    ],
)
def test_an_odd_answer_costs_its_own_fact_alone(odd: Completion, reason: str) -> None:
    """Awaited or not; the other fact has its verdict."""
    facts = [moored(1, DOC), moored(2, DOC)]
    told = says(odd, "supported").ground_many(facts, DOC)
    assert [reason_of(fact) for fact in told] == [reason, "supported"]
    told = asyncio.run(says(odd, "supported").aground_many(facts, DOC))
    assert [reason_of(fact) for fact in told] == [reason, "supported"]
