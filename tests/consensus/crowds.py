"""Data for the tests of references: real crowds with their truth, and simulated panels with planted spammers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

import accord


def spectral_em(folder: Path, name: str) -> tuple[accord.Labels, dict[str, str]]:
    """A crowd of Zhang et al. 2014, and the true label of each item that has one."""
    where = folder / "labels" / "spectral_em"
    crowd = np.loadtxt(where / f"{name}_crowd.txt", dtype=np.int64)
    truth = np.loadtxt(where / f"{name}_truth.txt", dtype=np.int64)
    frame = pl.DataFrame({"item": crowd[:, 0], "annotator": crowd[:, 1], "label": crowd[:, 2]})
    return accord.labels(frame, level="nominal"), {str(item): str(label) for item, label in truth.tolist()}


def right(reference: accord.Reference, truth: dict[str, str]) -> int:
    """How many labels are the true ones."""
    return sum(truth.get(one.item) == one.label for one in reference)


def panel(
    seed: int, items: int = 200, good: int = 7, spammers: int = 3, shares: tuple[float, ...] = (0.4, 0.35, 0.25)
) -> tuple[accord.Labels, NDArray[np.float64]]:
    """Labels of which 30 % are missing, by annotators who know 60 to 90 % of the answers, and then by spammers.

    Who does not know guesses uniformly; a spammer draws labels from habits of their own. Returned are also the
    accuracies of the good ones.
    """
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(shares), size=items, p=shares)
    knows = rng.uniform(0.6, 0.9, good)
    guesses = rng.integers(len(shares), size=(items, good))
    known = np.where(rng.random((items, good)) < knows, truth[:, None], guesses)
    spam = [rng.choice(len(shares), size=items, p=rng.dirichlet(np.full(len(shares), 2.0))) for _ in range(spammers)]
    given = np.column_stack([known, *spam]).astype(np.float64)
    given[rng.random(given.shape) < 0.3] = np.nan
    return accord.labels(given, categories=range(len(shares))), knows + (1 - knows) / len(shares)
