"""How sure is a share of claims, when claims of one document are alike?

A share of right claims has a Wilson interval, and not a resampled one: where no error was seen,
every resample says so too, and an interval from 1 to 1 would let five lucky claims pass any bar.
Claims of one document are not as many separate trials, so the interval is that of a smaller number
of claims, the effective one.

Sources: E. B. Wilson, Probable inference (JASA 22, 1927); J. N. K. Rao and A. J. Scott, A simple
method for the analysis of clustered binary data (Biometrics 48, 1992), for the design effect;
E. L. Korn and B. I. Graubard, Confidence intervals for proportions with small expected number of
positive counts estimated from survey data (Survey Methodology 24, 1998), for the correction for
few documents.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

Z = 1.959963984540054
"""Half the width of a 95 % interval in standard errors of a normal distribution."""

_UPPER = 0.975


@dataclass(frozen=True)
class Share:
    """How many of some claims are of a kind, with the 95 % interval of their share.

    Attributes:
        hits: the claims of the kind.
        n: the claims.
        documents: the documents that they are of.
        value: the share, None of no claims.
        low, high: the interval, 0 and 1 of no claims.
    """

    hits: int = 0
    n: int = 0
    documents: int = 0
    value: float | None = None
    low: float = 0.0
    high: float = 1.0

    def __str__(self) -> str:
        """Return the share with its interval, in per cent."""
        if self.value is None:
            return "–"
        return f"{self.value:.1%} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def share_of(claims: Iterable[tuple[str, bool]]) -> Share:
    """Return the share of claims that are of a kind; each is given as its document and a yes or no.

    The interval is Wilson's on the effective number of claims: n over the design effect, which is
    the variance between documents over that of separate claims, at least 1, and taken to be 1 where
    all claims are alike; with few documents it is further reduced (Korn and Graubard).
    """
    counts: dict[str, tuple[int, int]] = {}
    for document, hit in claims:
        hits, n = counts.get(document, (0, 0))
        counts[document] = (hits + hit, n + 1)
    hits = sum(hit for hit, _ in counts.values())
    n = sum(size for _, size in counts.values())
    if not n:
        return Share()
    low, high = wilson(hits / n, _effective(list(counts.values()), hits, n))
    return Share(hits, n, len(counts), hits / n, low, high)


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return the 95 % interval of a share of `n` separate trials; `n` need not be whole.

    Source: Wilson (1927). It always holds the share.
    """
    spread = Z * Z / n
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def _effective(counts: list[tuple[int, int]], hits: int, n: int) -> float:
    """Return how many separate claims would tell as much."""
    documents = len(counts)
    if documents == 1:
        return 1.0  # nothing is known of how documents differ
    share = hits / n
    separate = share * (1 - share) / n
    effect = 1.0
    if separate:
        apart = math.fsum((hit - share * size) ** 2 for hit, size in counts)
        effect = max(1.0, documents / (documents - 1) * apart / (n * n) / separate)
    return n / effect * (Z / student(documents - 1)) ** 2


def student(freedom: int) -> float:
    """Return the upper 2.5 % point of Student's t.

    Exact for 1 and 2 degrees of freedom, else by the expansion 26.7.5 of Abramowitz and Stegun,
    Handbook of Mathematical Functions, good to three figures from 3 degrees on.
    """
    if freedom == 1:
        return math.tan(math.pi * (_UPPER - 0.5))
    if freedom == 2:
        return (2 * _UPPER - 1) / math.sqrt(2 * _UPPER * (1 - _UPPER))
    z, v = Z, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )
