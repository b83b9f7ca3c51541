"""A run of `lx.extract` whose model answers from a script: LangExtract's own code, no network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import langextract as lx
from langextract.core.base_model import BaseLanguageModel
from langextract.core.types import ScoredOutput
from langextract.providers import router

MODEL_ID = "scripted/one"


@router.register(r"^scripted/", priority=20)
class ScriptedModel(BaseLanguageModel):
    """A provider that answers each prompt with the next answer of its script."""

    def __init__(self, model_id: str = "", answers: Sequence[Any] = (), **_: Any) -> None:
        super().__init__()
        self.model_id = model_id
        self._answers = list(answers)

    def infer(self, batch_prompts: Sequence[str], **_: Any) -> Iterator[list[ScoredOutput]]:
        """Answer each prompt of a batch."""
        for _prompt in batch_prompts:
            answer = self._answers.pop(0)
            text = answer if isinstance(answer, str) else json.dumps({"extractions": answer})
            yield [ScoredOutput(score=1.0, output=text)]


def example(text: str = "Odd Fenn runs the Tern.", **attributes: Any) -> Any:
    """Return an example for the prompt, which LangExtract asks for."""
    extraction = lx.data.Extraction("person", "Odd Fenn", attributes=attributes or None)
    return lx.data.ExampleData(text=text, extractions=[extraction])


def extract(text: Any, *answers: Any, **options: Any) -> Any:
    """Return what `lx.extract` makes of a text and the model's answers, one a chunk and pass."""
    options.setdefault("examples", [example()])
    return lx.extract(
        text,
        prompt_description="Extract what is said.",
        model_id=MODEL_ID,
        language_model_params={"answers": answers},
        fence_output=False,
        use_schema_constraints=False,
        show_progress=False,
        **options,
    )
