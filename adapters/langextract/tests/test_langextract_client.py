"""Can a model of LangExtract's be asked about claims?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from extraction_samples import TEXT, document, extraction, relationship

from openodke.errors import InputError
from openodke.llm import LLMClient, Message, ModelSpec
from openodke_langextract import LangExtractClient, averify, verify

SPEC = ModelSpec(model="unnamed")
ASKED = [Message(content="?")]
FOUNDED = document(relationship("founded Ostrel Marine", "Mara Ostrel", "founded", "Ostrel Marine"))


class Scored:
    """An answer with its score, as LangExtract has them."""

    def __init__(self, output: str | None) -> None:
        self.output = output


class Provider:
    """A language model in LangExtract's shape, that answers from a script."""

    model_id = "scripted/one"

    def __init__(self, *answers: Any) -> None:
        self._answers = answers
        self.asked: list[str] = []

    def infer(self, batch_prompts: Sequence[str], **_: Any) -> Iterator[list[Scored]]:
        """Answer each prompt, or fail."""
        for prompt in batch_prompts:
            self.asked.append(prompt)
            answer = self._answers[min(len(self.asked), len(self._answers)) - 1]
            if isinstance(answer, Exception):
                raise answer
            yield answer if isinstance(answer, list) else [Scored(answer), Scored("worse")]


def said(verdict: str) -> str:
    """Return an answer as a judge is asked for it, in a fence as models like it."""
    return f"```json\n{json.dumps({'verdict': verdict})}\n```"


def test_it_is_a_client_and_asks_one_prompt() -> None:
    """All turns are one text; the best answer is taken."""
    model = Provider(said("supported"))
    client = LangExtractClient(model)
    assert isinstance(client, LLMClient)
    turns = [Message(role="system", content="Judge."), Message(content="Is it so?")]
    answer = client.complete(turns, spec=SPEC)
    assert (answer.text, answer.model) == (said("supported"), "scripted/one")
    client.complete([*turns, Message(role="assistant", content="Hm.")], spec=SPEC)
    assert model.asked == ["Judge.\n\nIs it so?", "Judge.\n\nUser:\nIs it so?\n\nAssistant:\nHm."]


@pytest.mark.parametrize("answer", [[], [Scored(None)], [Scored("")]])
def test_no_answer_is_an_empty_one(answer: Any) -> None:
    """Which a judge reports."""
    assert LangExtractClient(Provider(answer)).complete(ASKED, spec=SPEC).text == ""


def test_an_error_is_that_of_the_provider() -> None:
    """LangExtract wraps it; what it holds says whether asking again can help."""
    wrapped = RuntimeError("infer failed")
    wrapped.original = TimeoutError("too slow")  # type: ignore[attr-defined]
    with pytest.raises(TimeoutError, match="too slow"):
        LangExtractClient(Provider(wrapped)).complete(ASKED, spec=SPEC)
    with pytest.raises(RuntimeError, match="bare"):
        LangExtractClient(Provider(RuntimeError("bare"))).complete(
            [Message(content="?")], spec=SPEC
        )


@pytest.mark.parametrize("model", ["gemini-2.5-flash", Provider, None])
def test_what_cannot_be_asked_is_refused(model: Any) -> None:
    """With what can."""
    with pytest.raises(InputError, match=r"no method infer.*create_model"):
        LangExtractClient(model)


def test_a_bare_model_is_refused_with_the_client_that_it_needs() -> None:
    """In place of a missing method."""
    with pytest.raises(InputError, match=r"own Provider.*llm=.*LangExtractClient\(model\)"):
        verify(document(extraction("person", "Ivo")), llm=Provider(""))  # type: ignore[arg-type]


def test_a_model_of_langextract_gives_the_verdicts() -> None:
    """As any client; awaited, too."""
    for look in (verify, lambda *a, **kw: asyncio.run(averify(*a, **kw))):
        model = Provider(said("supported"))
        (item,) = look(FOUNDED, llm=LangExtractClient(model))["extractions"]
        assert item["attributes"]["odke_verdict"] == "supported"
        assert TEXT.partition(". ")[0] in model.asked[0]


@pytest.mark.framework
def test_a_provider_of_langextract_s_own_is_one() -> None:
    """Made as LangExtract makes it."""
    pytest.importorskip("langextract")
    from scripted_extraction import ScriptedModel

    model = ScriptedModel("scripted/one", [said("contradicted")])
    (item,) = verify(FOUNDED, llm=LangExtractClient(model))["extractions"]
    assert item["attributes"]["odke_verdict"] == "contradicted"
