"""Does an adapter keep the laws that every adapter keeps?

A pytest class: inherit it in an adapter's tests, give it the two fixtures `adapter` and `native`,
and each law is a test. What a test asks for stands in its docstring.
"""

from __future__ import annotations

from openodke.testing.building_laws import BuildingLaws
from openodke.testing.keeping_laws import KeepingLaws
from openodke.testing.merging_laws import MergingLaws
from openodke.testing.reading_laws import ReadingLaws
from openodke.testing.trouble_laws import TroubleLaws


class AdapterContract(ReadingLaws, BuildingLaws, KeepingLaws, MergingLaws, TroubleLaws):
    """The laws of an adapter, as tests.

    To be given by whoever inherits it:

    - the fixture `adapter`: the adapter, as `ground_graph` makes it;
    - the fixture `native`: a native object with claims and their texts. Give the fixture `params`,
      one for each class and form that the framework knows.

    What follows has a default, to be replaced where the framework knows more: the fixtures
    `malformed` (give it `params` too), `empty`, `sourceless`, `inferred` and, for an adapter that
    has the method `merge`, `twins`; the method `contents`, for objects whose contents do not lie in
    their attributes; the method `expected`, to have the claims of `native` compared with those that
    you know.

    Attributes:
        recounts: whether `keep` counts anew what the framework counts, and mends what pointed
            nowhere before.
        has_columns: whether the format is a table, in which a key with nothing to say is an empty
            cell.
    """
