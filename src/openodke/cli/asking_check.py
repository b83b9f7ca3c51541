"""Which ways to ask a model do not go together?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openodke.errors import InputError

if TYPE_CHECKING:
    from openodke.cli.graph_job import GraphJob


def check_asking(run: GraphJob[Any]) -> None:
    """Refuse a way to ask where no model is named, or beside one that has no room for it.

    Raises:
        InputError: naming the option, and what goes with it.
    """
    given = {"--joint": run.joint > 1, "--cascade": run.cascade, "--recheck": run.recheck > 0}
    named = [option for option, is_given in given.items() if is_given]
    if named and not (run.model or run.config):
        raise InputError(f"{named[0]} is a way to ask a model: name one by --model or --config")
    if run.recheck and not run.cascade:
        raise InputError("--recheck looks at what the words refute: add --cascade")
    if run.paper and run.joint > 1:
        raise InputError("--joint has a prompt of its own: leave out --paper")
