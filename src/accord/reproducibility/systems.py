"""What an evaluation on a reference is worth: the scores of systems, and their ranks, over references drawn anew.

Bregeon et al. 2019 close with the question what credit an evaluation deserves whose reference other annotators would
change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.annotations.categories import canonical_text
from accord.formats.public_functions import public
from accord.reproducibility.extrapolation import ORDERED, Pilot
from accord.reproducibility.rules import RULES
from accord.reproducibility.sampled import counts_of, group_draws, only, with_labels
from accord.results import DataError, Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord, json_fields
from accord.results.option_names import told
from accord.results.wording import many
from accord.statistics import generator, percentile_interval

NOT_A_LABEL = -2
Systems = Mapping[str, Mapping[str, object] | Mapping[int, object]]
From = Literal["population", "annotators"]


@dataclass(frozen=True)
class SystemScore(JsonRecord):
    """A system's accuracy on the reference, and over references drawn anew."""

    system: str
    score: float
    """On the vote of all annotators, on a scale their median; ties count by share."""
    rank: int
    mean: float
    low: float
    high: float
    first: float
    """The share of references on which it has the best score; ties are shared."""
    ranks: tuple[float, ...]
    """The probability of each rank, from the first."""


@dataclass(frozen=True)
class Evaluation:
    """Systems on references drawn anew."""

    systems: tuple[SystemScore, ...]
    """In the order of their scores."""
    swaps: Mapping[tuple[str, str], float]
    """For each two systems, the better one first: on what share of the references the order is reversed (a tie counts
    half)."""
    k: int
    source: str
    """annotators: groups of k of those at hand; population: k others, from the population fitted to the labels."""
    references: int
    items: int
    confidence: float
    ceiling: float
    """The mean accuracy of the present reference itself on those drawn anew."""
    diagnostics: Diagnostics = ()

    @property
    def swapped(self) -> float:
        """The mean share of reversed pairs of systems."""
        return float(np.mean(list(self.swaps.values()))) if self.swaps else 0.0

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, "k", "source", "references", "items", "confidence", "ceiling", "systems"),
            "swaps": [{"better": a, "worse": b, "share": share} for (a, b), share in self.swaps.items()],
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }


@public("labels", renamed={"labels": "data"})
def evaluate_systems(
    data: Labels,
    systems: Systems,
    k: int | None = None,
    *,
    source: From = "population",
    references: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Evaluation:
    """How far accuracies and ranks of systems depend on who made the reference: k annotators are drawn anew.

    Parameters
    ----------
    systems
        {system: {item: label}}; items by their names, or by numbers from 1. An item that a system does not label counts
        as wrong for it; systems are compared on the items that have a label in the data.
    k
        How many annotators make a reference; None: as many as an item has, or half of those at hand.
    source
        "population" draws k other annotators for each item from the population fitted to the labels; "annotators" draws
        groups of k of those at hand.
    references
        How many references are drawn.
    confidence
        The confidence level of the intervals.

    Returns
    -------
    Evaluation
        `systems` with their scores, intervals and ranks.

    Raises
    ------
    DataError
        When the data cannot be read, no item has k labels, or a system labels no item of the data.

    Examples
    --------
    >>> import accord
    >>> data = accord.labels([["a", "a", "a"], ["a", "b", "b"], ["b", "b", "b"], ["a", "a", "b"]])
    >>> one, other = {1: "a", 2: "b", 3: "b", 4: "b"}, {1: "a", 2: "a", 3: "b", 4: "a"}
    >>> made = evaluate_systems(data, {"one": one, "other": other}, references=200)
    >>> [(system.system, system.score) for system in made.systems]
    [('one', 0.75), ('other', 0.75)]
    """
    _check(data, systems, k, source, references, confidence)
    data = annotators_chosen(data, only, without)
    data = data.first_ratings()
    size = int(np.median(data.sizes[data.sizes > 0])) if (data.sizes > 0).any() else 0
    chosen = k if k is not None else max(1, size if source == "population" else size // 2)
    data = with_labels(data, 1 if source == "population" else chosen)
    if data.n_rows == 0:
        raise DataError("ACC140", f"no item has {many(chosen, 'label')}", hint="ask about fewer annotators")
    answers, diagnostics = _answers(data, systems)
    weights = data.weights / data.weights.sum()
    whole = _made(data)(counts_of(data))
    draws = _population_draws if source == "population" else _panel_draws
    made = [
        (_accuracies(reference, answers, weights), weights @ (reference * whole).sum(axis=1))
        for reference in draws(data, chosen, references, seed)
    ]
    scores, ceiling = (np.array(column) for column in zip(*made, strict=True))
    return _evaluation(
        list(systems), _accuracies(whole, answers, weights), scores, chosen, source, int(data.weights.sum()),
        confidence, float(ceiling.mean()), diagnostics,
    )  # fmt: skip


def _evaluation(
    names: Sequence[str],
    present: Floats,
    scores: Floats,
    k: int,
    source: str,
    items: int,
    confidence: float,
    ceiling: float,
    diagnostics: Diagnostics,
) -> Evaluation:
    order = np.lexsort((np.array(names), -present.round(12)))
    better = (scores[:, :, None] < scores[:, None, :] - 1e-12).sum(axis=2)  # systems that beat each one
    alike = (np.abs(scores[:, :, None] - scores[:, None, :]) <= 1e-12).sum(axis=2)  # itself among them
    ranks = np.zeros((len(names), len(names)))
    for rank in range(len(names)):
        ranks[:, rank] = (((better <= rank) & (rank < better + alike)) / alike).mean(axis=0)
    listed = []
    for place in order.tolist():
        low, high = percentile_interval(scores[:, place], confidence)
        listed.append(
            SystemScore(
                system=names[place],
                score=float(present[place]),
                rank=1 + int((present > present[place] + 1e-12).sum()),
                mean=float(scores[:, place].mean()),
                low=low,
                high=high,
                first=float(ranks[place, 0]),
                ranks=tuple(ranks[place].tolist()),
            )
        )
    swaps = {}
    for upper, lower in combinations(order.tolist(), 2):
        gap = scores[:, upper] - scores[:, lower]
        swaps[names[upper], names[lower]] = float((gap < -1e-12).mean() + (np.abs(gap) <= 1e-12).mean() / 2)
    return Evaluation(tuple(listed), swaps, k, source, len(scores), items, confidence, ceiling, diagnostics)


def _accuracies(reference: Floats, answers: Ints, weights: Floats) -> Floats:
    """(systems,) the share of items on which each is right; a tie of the reference counts by share."""
    right = np.where(answers >= 0, reference[np.arange(len(reference)), np.maximum(answers, 0)], 0.0)
    return np.asarray(right @ weights)


def _population_draws(data: Labels, k: int, number: int, seed: int) -> Iterator[Floats]:
    """References by k others: for each item a kind, then its distribution of labels, then k labels."""
    pilot = Pilot.of(data)
    counts = counts_of(data)
    kinds = pilot.population.posterior(counts).cumsum(axis=1)
    weights, made = pilot.population.weights, _made(data)
    rng = generator(seed, "references")
    for _ in range(number):
        kind = (rng.random((len(counts), 1)) > kinds[:, :-1]).sum(axis=1)
        p = rng.standard_gamma(weights[kind] + counts)
        yield made(rng.multinomial(k, p / p.sum(axis=1, keepdims=True)))


def _made(data: Labels) -> Callable[[Ints], Floats]:
    """How counts become a reference: the median of a scale, else the vote."""
    return RULES["median" if data.level in ORDERED else "vote"].of_all


def _panel_draws(data: Labels, k: int, number: int, seed: int) -> Iterator[Floats]:
    made = _made(data)
    return (made(counts_of(only(data, mask))) for mask, _ in group_draws(data, k, number, seed))


def _answers(data: Labels, systems: Systems) -> tuple[Ints, Diagnostics]:
    """(systems, items) the code that each system gives, −1 for none and −2 for a label nobody else gave."""
    names = data.items if data.items is not None else [str(row + 1) for row in range(data.n_rows)]
    answers = np.full((len(systems), data.n_rows), -1, dtype=np.int64)
    diagnostics: list[Diagnostic] = []
    for number, (system, predictions) in enumerate(systems.items()):
        known = {canonical_text(item): label for item, label in predictions.items()}
        labels = [known.get(canonical_text(name)) for name in names]
        codes = [data.categories.code(label) if label is not None else -1 for label in labels]
        answers[number] = [NOT_A_LABEL if code is None else code for code in codes]
        missing = int((answers[number] == -1).sum())
        if missing == data.n_rows:
            raise DataError(
                "ACC144",
                f"the system '{system}' labels none of the items",
                hint=f"items are named as in the data, such as '{names[0]}'",
            )
        unknown = int((answers[number] == NOT_A_LABEL).sum())
        if missing or unknown:
            words = f"'{system}' leaves {missing:,} item(s) without a label"
            words += f" and gives {unknown:,} a label that no annotator used" if unknown else ""
            diagnostics.append(Diagnostic("ACC145", f"{words}: they count as wrong"))
    return answers, tuple(diagnostics)


def _check(
    labels: object, systems: Mapping[str, object], k: object, source: str, references: object, confidence: object
) -> None:
    if not isinstance(labels, Labels):
        raise UsageError(f"systems are evaluated on labels, not {type(labels).__name__}", "use accord.read(path)")
    if not systems:
        raise UsageError("there is no system", "give a mapping from system names to mappings from items to labels")
    for name, number in (("k", k), ("references", references)):
        if name == "k" and number is None:
            continue
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
            raise UsageError(f"{told(name, number)} is not a whole number of at least 1")
    if source not in ("population", "annotators"):
        raise UsageError(f"source={source!r} is not known", "use 'population' or 'annotators'")
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise UsageError(f"{told('confidence', confidence)} is not between 0 and 1")
