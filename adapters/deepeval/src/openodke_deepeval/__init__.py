"""Is an answer supported by its context? A metric for DeepEval that asks no model."""

from openodke_deepeval.deepeval_release import __version__
from openodke_deepeval.grounding_metric import GroundingMetric

__all__ = ["GroundingMetric", "__version__"]
