"""Likelihoods by loops and by enumeration of every possible truth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Rows = Sequence[Sequence[int | None]]
Floats = NDArray[np.float64]


def enumerated(rows: Rows, prior: Sequence[float], says: Callable[[int, int, int, int], float]) -> tuple[float, Floats]:
    """ln p(labels) and (items, categories) probabilities, from the joint probability of every possible truth.

    `says(item, annotator, said, true)` is the probability of a label.
    """
    whole, marginals = 0.0, np.zeros((len(rows), len(prior)))
    for truth in itertools.product(range(len(prior)), repeat=len(rows)):
        joint = 1.0
        for item, (row, true) in enumerate(zip(rows, truth, strict=True)):
            joint *= prior[true]
            for who, said in enumerate(row):
                joint *= 1.0 if said is None else says(item, who, said, true)
        whole += joint
        for item, true in enumerate(truth):
            marginals[item, true] += joint
    return math.log(whole), marginals / whole


def glad_density(rows: Rows, ability: Floats, scale: Floats, categories: int) -> float:
    """ln p(labels, α, ln β) up to a constant, by loops."""
    total = -float(((ability - 1) ** 2).sum() + ((scale - 1) ** 2).sum()) / 2
    for item, row in enumerate(rows):
        over_truths = 0.0
        for true in range(categories):
            product = 1 / categories
            for who, said in enumerate(row):
                if said is not None:
                    right = 1 / (1 + math.exp(-ability[who] * math.exp(scale[item])))
                    product *= right if said == true else (1 - right) / (categories - 1)
            over_truths += product
        total += math.log(over_truths)
    return total


def dawid_skene_counts(rows: Rows, categories: int, iterations: int) -> list[Floats]:
    """(annotators, true, said) expected counts after 0, 1, … iterations of EM from the shares of votes, by loops."""
    people = len(rows[0])
    shares = np.zeros((len(rows), categories))
    for item, row in enumerate(rows):
        given = [label for label in row if label is not None]
        for label in given:
            shares[item, label] += 1 / len(given)
    found = []
    for _ in range(iterations + 1):
        counts = np.zeros((people, categories, categories))
        for item, row in enumerate(rows):
            for who, said in enumerate(row):
                if said is not None:
                    counts[who, :, said] += shares[item]
        found.append(counts)
        rates = counts / np.maximum(counts.sum(axis=2, keepdims=True), 1e-300)
        prior = shares.mean(axis=0)
        for item, row in enumerate(rows):
            for true in range(categories):
                product = prior[true]
                for who, said in enumerate(row):
                    product *= 1.0 if said is None else rates[who, true, said]
                shares[item, true] = product
            shares[item] /= shares[item].sum()
    return found
