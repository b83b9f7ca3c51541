"""How much may a run spend? Source: the page's budget."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from pydantic import Field, NonNegativeInt

from openodke.llm.message import Messages
from openodke.llm.model_spec import ModelSpec
from openodke.model.frozen import FrozenModel

_CHARACTERS_A_TOKEN = 4
_TOKENS_A_MESSAGE = 4  # its role, and what parts it from the next


class Budget(FrozenModel):
    """The most that calls may come to; a limit left out is none.

    Attributes:
        usd: what they cost, in US dollars.
        calls: how many are answered.
        input_tokens: tokens of the questions.
        output_tokens: tokens of the answers.
    """

    usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    calls: NonNegativeInt | None = None
    input_tokens: NonNegativeInt | None = None
    output_tokens: NonNegativeInt | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is limited."""
        return all(
            limit is None for limit in (self.usd, self.calls, self.input_tokens, self.output_tokens)
        )


@dataclass(frozen=True, slots=True)
class Spent:
    """What answered calls came to.

    Attributes:
        calls: how many were answered; a failed one is not counted.
        cached_calls: answers that were kept from an earlier call and cost nothing.
        input_tokens: of the questions, as reported, or estimated where nothing was.
        output_tokens: of the answers, likewise.
        usd: what they cost; None until one has a price.
    """

    calls: int = 0
    cached_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one call may come to, and what several that are under way may.

    Attributes:
        calls: how many.
        input_tokens: tokens of the questions.
        output_tokens: tokens of the answers, at most.
        usd: what the calls cost whose model has a price.
        unpriced: tokens of the others.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0

    def plus(self, other: Estimate, sign: int = 1) -> Estimate:
        """Return the sum of two; with `sign=-1` the difference."""
        return Estimate(
            self.calls + sign * other.calls,
            self.input_tokens + sign * other.input_tokens,
            self.output_tokens + sign * other.output_tokens,
            self.usd + sign * other.usd,
            self.unpriced + sign * other.unpriced,
        )


def estimated_call(messages: Messages, spec: ModelSpec) -> Estimate:
    """Return what a call may come to: four characters a token, and as long an answer as allowed."""
    said = sum(text_tokens(message.content) + _TOKENS_A_MESSAGE for message in messages)
    if spec.price is None:
        return Estimate(1, said, spec.max_tokens, unpriced=said + spec.max_tokens)
    return Estimate(1, said, spec.max_tokens, spec.price.cost(said, spec.max_tokens))


def text_tokens(text: str) -> int:
    """Return about how many tokens a text has."""
    return ceil(len(text) / _CHARACTERS_A_TOKEN)
