"""Agreement by chance in a whole population, from the shares (…, categories) of its categories.

In a population every annotator has the same habits and nothing is estimated from few labels, so that κ (Cohen 1960),
its mean over pairs (Davies & Fleiss 1982), π (Scott 1955; Fleiss 1971) and α (Krippendorff 2004) are one number: they
all take Σ q² for the agreement by chance. AC1 (Gwet 2008) and S (Bennett et al. 1954) part from them when categories
are not equally frequent.
"""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats


def shared_habits(shares: Floats) -> Floats:
    """Σ q², as κ, π and α have it."""
    return np.asarray(np.square(shares).sum(axis=-1))


def hard_items(shares: Floats) -> Floats:
    """Σ q (1 − q) / (C − 1), as AC1 has it."""
    return np.asarray((shares * (1 - shares)).sum(axis=-1) / (shares.shape[-1] - 1))


def even_chance(shares: Floats) -> Floats:
    """1 / C, as S has it."""
    return np.full(shares.shape[:-1], 1 / shares.shape[-1])


def no_chance(shares: Floats) -> Floats:
    """0: nothing is corrected for."""
    return np.zeros(shares.shape[:-1])
