"""What do a model's tokens cost, as far as that is known before the first call?"""

from __future__ import annotations

from openodke.llm.chat_answer import field
from openodke.llm.litellm_client import imported_litellm
from openodke.llm.model_spec import ModelSpec, as_spec
from openodke.llm.provider_table import provider_of
from openodke.llm.token_price import TokenPrice

_MILLION = 1_000_000


def price_of(model: str | ModelSpec) -> TokenPrice | None:
    """Return the price that a spec gives, else the one of litellm's list; None where unknown.

    litellm's list holds for the models that litellm asks, at the provider's own address. It is
    imported to be looked at, which opens no connection. A price of 0 says that none is known.
    """
    spec = ModelSpec.model_validate(as_spec(model))
    if spec.price is not None:
        return spec.price
    provider = provider_of(spec)
    if provider.library != "litellm" or spec.base_url or not provider.is_installed:
        return None
    try:
        info = imported_litellm().get_model_info(spec.model)
        per_token = [float(field(info, f"{part}_cost_per_token")) for part in ("input", "output")]
    except Exception:  # it has none for the model
        return None
    if not any(per_token):
        return None
    return TokenPrice(input=per_token[0] * _MILLION, output=per_token[1] * _MILLION)
