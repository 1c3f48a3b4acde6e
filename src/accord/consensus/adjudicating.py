"""`accord.reference`: from labels to one label per item, and what that says about the annotators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.annotations.categories import canonical_text
from accord.annotations.sparse import distinct
from accord.consensus.dawid_skene import STOPS, dawid_skene
from accord.consensus.glad import glad
from accord.consensus.mace import mace
from accord.consensus.posterior import ALIKE, CategoryRanking, Fit
from accord.consensus.ratings import Ratings, tallied
from accord.consensus.result import Competence, Reference
from accord.formats.public_functions import public
from accord.results import Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Codes, Floats, Ints
from accord.results.option_names import option, told
from accord.statistics.division import divided
from accord.statistics.proportions import share_interval

Model = Literal["majority", "median", "dawid_skene", "mace", "glad"]
MODELS: tuple[Model, ...] = get_args(Model)
MEANINGS: dict[Model, str] = {
    "majority": "agreement with the vote",
    "median": "agreement with the median",
    "dawid_skene": "accuracy: the share of labels that are right",
    "mace": "trust θ: how often the annotator knew rather than spammed",
    "glad": "ability α: 0 does not know, below 0 says the opposite",
}
COUNTED: tuple[Model, ...] = ("majority", "median")  # all that is asked of an item is its own labels
ORDERED = ("ordinal", "interval", "ratio")
TOLERANCE = 1e-6  # of mace and glad
UNLIKE, FEWEST_ITEMS = 0.2, 50  # labels of a model other than the vote's that are said, of so many items
LARGEST = 50_000_000  # cells of a table of probabilities or error rates; each takes 8 bytes


@public("labels", renamed={"labels": "data"})
def reference(
    data: Labels,
    model: Model | None = None,
    *,
    gold: Mapping[str, object] | Mapping[int, object] | None = None,
    smoothing: float = 0.0,
    restarts: int = 10,
    seed: int = 0,
    confidence: float = 0.95,
    max_iterations: int = 1000,
    tolerance: float | None = None,
    only: Names = None,
    without: Names = None,
) -> Reference:
    """The adjudicated reference: one label for each item with its probability, and the competence of the annotators.

    Parameters
    ----------
    model
        "majority", "median", "dawid_skene", "mace" or "glad", see below; None: the median for ordinal, interval and
        ratio labels, the majority for all others.
    gold
        Labels that are known, {item: label}, by name or, where items have none, by number from 1.
    smoothing
        What is added to the counts of dawid_skene.
    restarts
        The random starts of mace, besides the vote.
    confidence
        The level of the intervals of competences.
    max_iterations
        After how many steps a model stops at the latest.
    tolerance
        A model stops when no parameter moves by so much any more: 1e-6 by default, and in dawid_skene, which fits
        accidents when it goes on, less than one label and one in a hundred of an annotator's.

    Returns
    -------
    Reference
        `labels`, their `probabilities`, and what to discuss.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such model.

    Notes
    -----
    majority
        The most frequent label; its probability is the share of the (first) labels that are equal to it. Of tied
        categories the one closest to the item's median on a scale, else the one that is more frequent in all; the tie
        is reported.
    median
        The middle label of a scale, with such a probability. Of two middle labels the one that more annotators gave to
        the item, then the one that is more frequent in all, then the lower; the tie is reported.
    dawid_skene
        Error rates of each annotator (Dawid & Skene 1979).
    mace
        Annotators know or spam (Hovy et al. 2013).
    glad
        Abilities and difficulties (Whitehill et al. 2009).

    All ratings enter the models, repeated ones too; vote and median take the first ones.

    Examples
    --------
    >>> from accord import labels
    >>> data = labels([["a", "a", "b"], ["a", "b", "b"], ["c", "a", "c"]])
    >>> reference(data).labels
    ['a', 'b', 'c']
    """
    if model is None:
        model = "median" if isinstance(data, Labels) and data.level in ORDERED else "majority"
    _check(
        data,
        model,
        smoothing=smoothing,
        restarts=restarts,
        seed=seed,
        confidence=confidence,
        max_iterations=max_iterations,
        tolerance=tolerance,
    )
    data = annotators_chosen(data, only, without)
    fixed, diagnostics = _gold_codes(data, gold or {})
    settings: dict[str, object] = {"gold": int((fixed >= 0).sum()), "confidence": confidence}
    reason = _unfit(data, fixed) if model not in COUNTED else None
    made = partial(
        Reference,
        model=model,
        data=data,
        gold=fixed >= 0,
        meaning=MEANINGS[model],
        confidence=confidence,
        settings=settings,
    )
    if model in COUNTED or reason is not None:
        return _voted(made, data, fixed, confidence, reason, diagnostics, middle=model == "median")
    ratings = Ratings(data)
    held = fixed[ratings.rows]
    fine = TOLERANCE if tolerance is None else tolerance
    limits = {"max_iterations": max_iterations, "tolerance": fine}
    if model == "dawid_skene":
        settings |= {"smoothing": smoothing, **limits, "tolerance": STOPS if tolerance is None else tolerance}
        fit = dawid_skene(
            ratings,
            held,
            smoothing=smoothing,
            confidence=confidence,
            max_iterations=max_iterations,
            tolerance=tolerance,
        )
    elif model == "mace":
        settings |= {"restarts": restarts, "seed": seed, **limits}
        fit = mace(
            ratings,
            held,
            names=data.annotators or (),
            categories=data.categories.texts,
            restarts=restarts,
            seed=seed,
            confidence=confidence,
            max_iterations=max_iterations,
            tolerance=fine,
        )
    else:
        settings |= limits
        fit = glad(ratings, held, confidence=confidence, max_iterations=max_iterations, tolerance=fine)
    if not fit.converged:
        diagnostics += (Diagnostic("ACC119", f"{model} did not converge in {len(fit.objective):,} iterations"),)
    truth = _fitted(made, data, fixed, ratings, fit, confidence, diagnostics)
    return replace(truth, diagnostics=(*truth.diagnostics, *_unlike_the_vote(truth, ratings, fixed)))


def _unlike_the_vote(truth: Reference, ratings: Ratings, fixed: Codes) -> Diagnostics:
    """A remark where a model has other labels than the vote on a fifth of the items or more."""
    weights = np.where(truth.ranking.codes >= 0, truth.data.weights, 0)
    if weights.sum() < FEWEST_ITEMS or _most_that_differ(truth, ratings, fixed) < UNLIKE * weights.sum():
        return ()
    vote = _Votes.of(truth.data, fixed, middle=False).ranking
    differing = int(weights[truth.ranking.codes != vote.codes].sum())
    if differing < UNLIKE * weights.sum():
        return ()
    message = (
        f"{truth.model} has other labels than the vote on {differing / weights.sum():.0%} of the items: where it was a "
        "fifth or more, in public data sets, people who were held out mostly agreed better with the vote"
    )
    return (Diagnostic("ACC522", message, hint="look at items on which the two differ before you trust either"),)


def _most_that_differ(truth: Reference, ratings: Ratings, fixed: Codes) -> float:
    """How many items may have another label by the vote: those where another category has as many votes, which is seen
    before ties are broken. Of repeated ratings the vote counts the first alone, so that all may."""
    if ratings.repeated:
        return np.inf
    own = ratings.votes[truth.ranking.codes[ratings.rows], np.arange(ratings.items)]
    contested = ((ratings.votes >= own).sum(axis=0) > 1) & (fixed[ratings.rows] < 0)
    return ratings.total(contested.astype(np.float64))


def _fitted(
    made: Callable[..., Reference],
    labels: Labels,
    fixed: Codes,
    ratings: Ratings,
    fit: Fit,
    confidence: float,
    diagnostics: Diagnostics,
) -> Reference:
    rows, categories = labels.n_rows, len(labels.categories)
    probabilities = np.full((rows, categories), np.nan)
    probabilities[ratings.rows] = fit.shares.T
    unseen = np.flatnonzero((fixed >= 0) & (labels.sizes == 0))
    probabilities[unseen] = np.eye(categories)[fixed[unseen]]
    difficulty = None
    if fit.difficulty is not None:
        difficulty = np.full(rows, np.nan)
        difficulty[ratings.rows] = fit.difficulty
    known = ~np.isnan(probabilities[:, 0])
    shares = np.asarray(np.average(probabilities[known], axis=0, weights=labels.weights[known]))
    right = np.einsum("jll->j", ratings.totals(ratings.weighed(fit.shares)))
    return made(
        ranking=_spread(CategoryRanking.of_all(fit.shares, shares), ratings.rows, fixed),
        probabilities=probabilities,
        shares=shares,
        competence=_competence(labels, fit.competence, right, ratings.given, shares, confidence),
        log_likelihood=fit.log_likelihood,
        objective=fit.objective,
        converged=fit.converged,
        confusion=fit.confusion,
        difficulty=difficulty,
        diagnostics=diagnostics,
    )


def _voted(
    made: Callable[..., Reference],
    labels: Labels,
    fixed: Codes,
    confidence: float,
    reason: str | None,
    diagnostics: Diagnostics,
    *,
    middle: bool,
) -> Reference:
    """The vote; also what is left when a model cannot be fitted, for the `reason` given."""
    votes = _Votes.of(labels, fixed, middle=middle)
    data, ranking, owner, code, held = votes.data, votes.ranking, votes.owner, votes.code, votes.held
    competence: tuple[Competence, ...] = ()
    if data.who is not None:
        if middle:
            other = (ranking.tied[owner] > 1) & (code == ranking.second[owner])
            top = (code == ranking.codes[owner]) | other
        else:
            top = votes.share >= ranking.probability[owner] * (1 - ALIKE)
        won = np.where(held < 0, top, held == code)
        among = np.where(held < 0, ranking.tied[owner], 1)[votes.cell]
        ratings = Ratings(data)
        right = _shared(data.who, among, won[votes.cell] * labels.weights[votes.row], ratings.annotators)
        agreement = share_interval(right, ratings.given.sum(axis=1), confidence)
        if reason is not None:
            agreement[:], right = np.nan, np.full(len(right), np.nan)
        competence = _competence(labels, agreement, right, ratings.given, votes.common, confidence)
    small = labels.n_rows * max(len(labels.categories), 1) <= LARGEST
    return made(
        ranking=ranking,
        probabilities=_table(labels, fixed, owner, code, votes.share) if small else None,
        shares=votes.common,
        competence=competence,
        undefined=reason if reason is not None else None if len(owner) else "there is no label",
        diagnostics=diagnostics,
    )


# ---- pieces


class _Votes(NamedTuple):
    """The first ratings of everybody, counted in cells (item, category) that hold a vote."""

    data: Labels
    row: Ints
    """(ratings,) the item of each, and the cell."""
    cell: Ints
    owner: Ints
    """(cells,) the item, the category, what gold says of the item (-1: nothing), and the share of the votes."""
    code: Ints
    held: Codes
    share: Floats
    common: Floats
    """(categories,) the share of each in all votes."""
    ranking: CategoryRanking

    @classmethod
    def of(cls, labels: Labels, fixed: Codes, *, middle: bool) -> _Votes:
        data = labels.first_ratings()
        size = max(len(labels.categories), 1)
        row = np.repeat(np.arange(data.n_rows), data.sizes)
        cells, cell = distinct(row * np.int64(size) + data.codes, data.n_rows * size)
        times = np.bincount(cell, minlength=len(cells))
        owner, code = np.divmod(cells, size)
        held = fixed[owner]
        votes, voters = np.where(held < 0, times, held == code), np.where(held < 0, data.sizes[owner], 1)
        rows = np.flatnonzero(data.sizes)
        starts = np.append(np.searchsorted(owner, rows), len(owner))
        common = _common(code, votes, voters, labels.weights[owner], len(labels.categories))
        cells_of = (starts, code.astype(np.int32), votes.astype(np.float64), common)
        ranked = (
            CategoryRanking.of_medians(*cells_of)
            if middle
            else CategoryRanking.of(*cells_of, ordered=labels.level in ORDERED)
        )
        ranking = _spread(ranked.over(voters[starts[:-1]]), rows, fixed)
        return cls(data, row, cell, owner, code, held, votes / voters, common, ranking)


def _table(labels: Labels, fixed: Codes, owner: Ints, code: Ints, share: Floats) -> Floats:
    """(items, categories) the shares of votes; nan for an item that nobody labelled."""
    table = np.full((labels.n_rows, len(labels.categories)), np.nan)
    gold = np.flatnonzero(fixed >= 0)
    table[np.union1d(np.flatnonzero(labels.sizes), gold)] = 0.0
    table[owner, code] = share
    table[gold, fixed[gold]] = 1.0
    return table


def _common(code: Ints, votes: Ints, voters: Ints, weights: Ints, categories: int) -> Floats:
    """(categories,) the share of each in all votes, an item's votes being 1 together.

    Votes that are equal are counted, and the counts added up in one order, so that the sum does not depend on how
    items are put together.
    """
    most = int(voters.max(initial=0)) + 1
    every = np.int64(max(categories, 1))
    kinds, kind = distinct((voters * most + votes) * every + code, int(most * most * every))
    counted = tallied(kind, weights.astype(np.float64), len(kinds))
    vote, category = np.divmod(kinds, max(categories, 1))
    total = tallied(category, counted * (vote % most) / np.maximum(vote // most, 1), categories)
    return divided(total, total.sum())


def _shared(who: Codes, among: Ints, weights: Ints, annotators: int) -> Floats:
    """(annotators,) the sum of weights over the number of tied categories, by numbers that are counted first."""
    total = np.zeros(annotators)
    for number in np.unique(among).tolist():
        total += tallied(who, (among == number) * weights.astype(np.float64), annotators) / number
    return total


def _spread(ranking: CategoryRanking, rows: Ints, fixed: Codes) -> CategoryRanking:
    """From the items that have labels to all items, with the gold ones."""
    gold = fixed >= 0

    def over_all(values: NDArray[Any], missing: object, known: object) -> NDArray[Any]:
        whole = np.full(len(fixed), missing, dtype=values.dtype)
        whole[rows] = values
        whole[gold] = known
        return whole

    return CategoryRanking(
        codes=over_all(ranking.codes, -1, fixed[gold]),
        probability=over_all(ranking.probability, np.nan, 1.0),
        second=over_all(ranking.second, -1, -1),
        second_probability=over_all(ranking.second_probability, np.nan, 0.0),
        tied=over_all(ranking.tied, 1, 1),
    )


def _competence(
    labels: Labels, values: Floats, right: Floats, counts: Floats, shares: Floats, confidence: float
) -> tuple[Competence, ...]:
    """One for each annotator; `counts` is (annotators, categories), `right` how many labels are thought to be right."""
    totals = counts.sum(axis=1)
    expected = counts * np.nan_to_num(shares)
    chance = divided(expected.sum(axis=1), totals)
    numbers = np.column_stack([values, share_interval(right, totals, confidence)[:, :2], chance]).tolist()
    return tuple(
        Competence(name, int(total), *line)
        for name, total, line in zip(labels.annotators or (), totals.tolist(), numbers, strict=True)
    )


def _gold_codes(labels: Labels, gold: Mapping[Any, object]) -> tuple[Codes, Diagnostics]:
    """(rows,) the code of each gold label, −1 elsewhere, and how many gold items are not in the data."""
    fixed = np.full(labels.n_rows, -1, dtype=np.int32)
    if not gold:
        return fixed, ()
    if (labels.weights != 1).any():
        raise UsageError("gold labels name items, and here a row stands for several", "give the data item by item")
    names = labels.items if labels.items is not None else [str(row + 1) for row in range(labels.n_rows)]
    places = {name: row for row, name in enumerate(names)}
    absent: list[str] = []
    for item, label in gold.items():
        row = places.get(str(item), places.get(canonical_text(item)))
        if row is None:
            absent.append(str(item))
            continue
        code = labels.categories.code(label)
        if code is None:
            raise UsageError(
                f"the gold label of item '{item}', {label!r}, is not a category of these data",
                f"they are {labels.categories}; declare all with {option('categories')}",
            )
        fixed[row] = code
    if len(absent) == len(gold):
        raise UsageError("none of the gold items is in the data", f"such as '{absent[0]}'; the first is '{names[0]}'")
    if not absent:
        return fixed, ()
    words = f"{len(absent):,} of {len(gold):,} gold items are not in the data, such as '{absent[0]}'"
    return fixed, (Diagnostic("ACC118", words),)


def _unfit(labels: Labels, fixed: Codes) -> str | None:
    """Why no model of annotators can be fitted, or None."""
    if len(labels.codes) == 0:
        return "there is no label"
    if len(labels.categories) < 2:
        return f"all labels are '{labels.categories.texts[0]}'"
    if ((fixed >= 0) & (labels.sizes > 0)).any():
        return None
    if labels.who is None or len(np.unique(labels.who)) < 2:
        return "one annotator gave all labels"
    if labels.first_ratings().sizes.max() < 2:
        return "no item has labels of two annotators"
    return None


def _check(labels: object, model: str, **options: object) -> None:
    if not isinstance(labels, Labels):
        raise UsageError(f"reference() takes labels, not {type(labels).__name__}", "read a file with accord.read(path)")
    if model not in MODELS:
        raise UsageError(f"there is no model '{model}'", f"the models are {', '.join(MODELS)}")
    for name, least in (("restarts", 0), ("seed", 0), ("max_iterations", 1)):
        value = options[name]
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
            raise UsageError(f"{told(name, value)} is not a whole number of at least {least}")
    for name, most in (("smoothing", np.inf), ("tolerance", np.inf), ("confidence", 1.0)):
        value = options[name]
        if value is None and name == "tolerance":
            continue
        if not isinstance(value, int | float | np.number) or not 0 <= value < most:
            raise UsageError(f"{told(name, value)} is not a number from 0 to {most:g}")
    if model == "median" and labels.level not in ORDERED:
        raise UsageError(
            "a median needs ordered categories", f"declare {option('level', 'ordinal')}, or use the model majority"
        )
    if model in COUNTED:
        return
    if labels.annotators is None:
        raise UsageError(f"{model} asks who said what, and the annotators are unknown", "use the model majority")
    categories = len(labels.categories)
    if max(labels.n_rows * categories, labels.n_annotators * categories**2) > LARGEST:
        raise UsageError(
            f"{model} holds a probability for each of {labels.n_rows:,} items × {categories:,} categories and error "
            f"rates for {labels.n_annotators:,} annotators: too many to hold",
            "merge categories, or use the model majority",
        )
