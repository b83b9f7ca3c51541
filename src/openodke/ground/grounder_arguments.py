"""Which arguments make no model grounder? Each is refused by name, before the first call."""

from __future__ import annotations

from openodke.errors import InputError
from openodke.ground.joint_prompt import MOST_JOINT
from openodke.ground.lexical import LexicalGrounder
from openodke.ground.word_cascade import WordCascade
from openodke.llm import LLMClient, ModelRoles
from openodke.llm.client_contract import check_client


def check_workers(max_workers: int) -> None:
    """Refuse a number of calls in flight that is none."""
    if isinstance(max_workers, bool) or not isinstance(max_workers, int) or max_workers < 1:
        raise InputError(f"max_workers={max_workers!r}: one call in flight is the least")


def cascade_of(
    cascade: bool | LexicalGrounder, recheck: float, *, reground: bool
) -> WordCascade | None:
    """Return the words' part of a grounder, None where it has none."""
    if cascade is False:
        if recheck:
            raise InputError(f"recheck={recheck!r} looks at what a cascade refuted: cascade=True")
        return None
    if cascade is not True and not isinstance(cascade, LexicalGrounder):
        raise InputError(f"cascade={cascade!r}: it is True, False or a LexicalGrounder")
    words = LexicalGrounder() if cascade is True else cascade
    return WordCascade(words, recheck, reground=reground)


def check_joint(joint: int, prompt: str, verdicts: str) -> None:
    """Refuse a number of claims that does not go in one call, or not by this prompt."""
    if isinstance(joint, bool) or not isinstance(joint, int) or not 1 <= joint <= MOST_JOINT:
        raise InputError(f"joint={joint!r}: from 1 to {MOST_JOINT} claims go in one call")
    if joint > 1 and (verdicts == "binary" or str(prompt).partition("@")[0] != "ground.span"):
        other = "verdicts='binary'" if verdicts == "binary" else f"prompt={prompt!r}"
        raise InputError(f"joint={joint} has its own prompt: leave out {other}")


def check_asked(
    roles: ModelRoles | None, client: LLMClient | None, widen_client: LLMClient | None
) -> None:
    """Refuse a grounder that nobody could answer."""
    if roles is None and client is None:
        raise InputError(
            "no model is named: LLMGrounder(ModelRoles.single('ollama/qwen2.5:3b')), or client="
        )
    if not isinstance(roles, ModelRoles | None):
        raise InputError(f"roles={roles!r}: give ModelRoles, such as ModelRoles.single(name)")
    for name, given in (("client", client), ("widen_client", widen_client)):
        if given is not None:
            check_client(name, given)
