"""What does a call cost, when the price of a token is known?"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from openodke.model.frozen import FrozenModel

_MILLION = 1_000_000
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class TokenPrice(FrozenModel):
    """The price of a model's tokens, as providers publish it.

    Attributes:
        input: USD a million tokens of what is sent.
        output: USD a million tokens of what is answered.
    """

    input: Amount
    output: Amount

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return what so many tokens cost, in USD."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / _MILLION
