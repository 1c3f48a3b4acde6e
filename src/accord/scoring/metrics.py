"""The sane reading of every metric: repeated guesses count once, an empty answer is an item that was not attempted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import NO_MODE, Answers
from accord.results import DataError, Diagnostic, Place
from accord.results.arrays import Floats, Ints
from accord.scoring.item_scores import ItemScores
from accord.scoring.runs import Run
from accord.statistics.division import divided

TEN = 10


@dataclass(frozen=True, eq=False)
class GoldTable:
    """Gold answers ready for look-ups."""

    data: Answers

    @cached_property
    def place(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.data.items)}

    @cached_property
    def frequency(self) -> dict[tuple[int, str], int]:
        """How many annotators gave an answer to an item."""
        tallies = self.data.tallies
        words = [self.data.vocabulary[code] for code in tallies.codes]
        return dict(zip(zip(tallies.item.tolist(), words, strict=True), tallies.count.tolist(), strict=True))

    @cached_property
    def mode(self) -> list[str | None]:
        return [None if code == NO_MODE else self.data.vocabulary[code] for code in self.data.modes]

    @cached_property
    def most(self) -> Floats:
        """(items,) the frequency of the most frequent answer."""
        most = np.zeros(self.data.n_items)
        np.maximum.at(most, self.data.tallies.item, self.data.tallies.count)
        return most


@dataclass(frozen=True, eq=False)
class Matched:
    """The distinct guesses of a run for items that gold has, sorted by item and rank; arrays are (guesses,)."""

    gold: GoldTable
    item: Ints
    rank: Ints
    frequency: Floats
    is_mode: NDArray[np.bool_]
    diagnostics: tuple[Diagnostic, ...]

    def summed(self, values: Floats) -> Floats:
        """(items,) the sum of the guesses' values."""
        return np.bincount(self.item, weights=values, minlength=self.gold.data.n_items).astype(np.float64)

    @cached_property
    def guesses(self) -> Floats:
        """(items,) |A|"""
        return self.summed(np.ones(len(self.item)))

    @cached_property
    def answers(self) -> Floats:
        """(items,) |H|"""
        return self.gold.data.sizes.astype(np.float64)


def matched(gold: GoldTable, run: Run, *, most: int | None) -> Matched:
    """The guesses of a run beside the gold answers; what is not as it should be is counted and said."""
    rules = gold.data.normaliser
    known: dict[str, str] = {}
    rows: list[tuple[int, int, int, bool]] = []
    unknown: list[int] = []
    seen: set[str] = set()
    empty = repeated = long = 0
    for number, (item, guesses) in enumerate(run.lines):
        place = gold.place.get(item)
        if place is None:
            unknown.append(number)
            continue
        if item in seen:
            raise DataError("ACC087", f"item '{item}' is there twice", run.place(number), "keep one line for each item")
        seen.add(item)
        forms = rules.several(guesses, item, known)
        distinct = list(dict.fromkeys(forms))
        empty += not distinct
        repeated += len(distinct) < len(forms)
        long += most is not None and len(distinct) > most
        mode = gold.mode[place]
        rows += [
            (place, rank, gold.frequency.get((place, guess), 0), guess == mode) for rank, guess in enumerate(distinct)
        ]
    if not seen:
        raise DataError(
            "ACC086", f"none of the items of '{run.name}' is in the gold file", Place(run.file), _names(gold)
        )
    diagnostics = [*run.diagnostics, *_said(run, unknown, empty, repeated, long, most)]
    rows.sort(key=lambda row: row[:2])
    table = np.array([row[:3] for row in rows], dtype=np.int64).reshape(-1, 3)
    modes = np.array([row[3] for row in rows], dtype=bool)
    return Matched(gold, table[:, 0], table[:, 1], table[:, 2].astype(np.float64), modes, tuple(diagnostics))


def _names(gold: GoldTable) -> str:
    return f"items are matched by name; gold has {', '.join(repr(name) for name in gold.data.items[:3])}, …"


def _said(run: Run, unknown: list[int], empty: int, repeated: int, long: int, most: int | None) -> Iterator[Diagnostic]:
    if unknown:
        shown = ", ".join(f"'{run.lines[line][0]}'" for line in unknown[:3]) + (", …" if len(unknown) > 3 else "")
        message = f"{len(unknown):,} item(s) of '{run.name}' are not in the gold file and are left out: {shown}"
        yield Diagnostic("ACC172", message, run.place(unknown[0]))
    parts = {
        "without an answer count as not attempted": empty,
        "with repeated guesses, each counted once": repeated,
        f"with more than {most} guesses, of which the first {most} count": long,
    }
    shown = "; ".join(f"{number:,} item(s) {what}" for what, number in parts.items() if number)
    if shown:
        yield Diagnostic("ACC173", f"'{run.name}': {shown}", Place(run.file))


# ---- the metrics, item by item


def _best(matches: Matched) -> Floats:
    """Σ_{a ∈ A} freq(a) / (|A| · |H|) (McCarthy & Navigli 2007)."""
    return divided(matches.summed(matches.frequency), matches.guesses * matches.answers, 0.0)


def _best_normalised(matches: Matched) -> Floats:
    """Σ_{a ∈ A} freq(a) / (|A| · max freq): 1 for the most frequent answer alone (Jabbari et al. 2010)."""
    return divided(matches.summed(matches.frequency), matches.guesses * matches.gold.most, 0.0)


def _oot(matches: Matched) -> Floats:
    """Σ_{a ∈ A, at most ten} freq(a) / |H| (McCarthy & Navigli 2007)."""
    return divided(matches.summed(np.where(matches.rank < TEN, matches.frequency, 0.0)), matches.answers, 0.0)


def _best_mode(matches: Matched) -> Floats:
    """1 where the first guess is the mode."""
    return matches.summed((matches.is_mode & (matches.rank == 0)).astype(np.float64))


def _oot_mode(matches: Matched) -> Floats:
    """1 where the mode is among the first ten guesses."""
    return matches.summed((matches.is_mode & (matches.rank < TEN)).astype(np.float64))


def _coverage(matches: Matched) -> Floats:
    """Σ_{a ∈ A} freq(a) / |H|, however many guesses there are (Jabbari et al. 2010, recall)."""
    return divided(matches.summed(matches.frequency), matches.answers, 0.0)


def _coverage_exact(matches: Matched) -> Floats:
    """Σ freq(a) / (Σ freq(a) + the number of wrong guesses) (Jabbari et al. 2010, precision)."""
    right = matches.summed(matches.frequency)
    return divided(right, right + matches.summed((matches.frequency == 0).astype(np.float64)), 0.0)


def _gap(matches: Matched) -> Floats:
    """Generalised average precision of the ranked guesses (Kishida 2005).

    Σ_i [x_i > 0] p_i / Σ_j p*_j with x_i the frequency of guess i, p_i = (x_1 + … + x_i) / i, and p* the same of the
    gold answers in the order of their frequencies.
    """
    gold = matches.gold.data.tallies
    order = np.lexsort((gold.codes, -gold.count, gold.item))
    ideal = _precisions(gold.item[order], gold.count[order].astype(np.float64), matches.gold.data.n_items)
    return divided(_precisions(matches.item, matches.frequency, matches.gold.data.n_items), ideal, 0.0)


def _precisions(item: Ints, x: Floats, items: int) -> Floats:
    """(items,) Σ over the ranks with x > 0 of the mean x so far; rows are sorted by item and rank."""
    total = np.cumsum(x)
    first = np.searchsorted(item, np.arange(items))
    rank = np.arange(len(item)) - first[item] + 1
    so_far = (total - np.concatenate([[0.0], total])[first][item]) / rank
    return np.bincount(item, weights=np.where(x > 0, so_far, 0.0), minlength=items).astype(np.float64)


@dataclass(frozen=True)
class Metric:
    """A metric of the sane reading."""

    name: str
    title: str
    credit: Callable[[Matched], Floats]
    most: int | None = None
    """How many guesses count."""
    modal: bool = False
    """Whether only items with a mode count."""
    exact: Callable[[Matched], Floats] | None = None
    reference: str = "mccarthy2009"

    def scores(self, gold: GoldTable, run: Run) -> ItemScores:
        """What a run earns on every item of gold that has answers (a mode)."""
        matches = matched(gold, run, most=self.most)
        counts = np.asarray(gold.data.modes != NO_MODE if self.modal else gold.data.sizes > 0, dtype=np.float64)
        return ItemScores(
            gold.data.items,
            self.credit(matches) * counts,
            counts * (matches.guesses > 0),
            counts,
            None if self.exact is None else self.exact(matches) * counts,
            matches.diagnostics,
        )


METRICS = {
    metric.name: metric
    for metric in (
        Metric("best", "best: the credit of the answers, shared among all guesses", _best),
        Metric("oot", "oot: the credit of the answers among ten guesses", _oot, most=TEN),
        Metric("best_mode", "best-mode: whether the first guess is the mode", _best_mode, modal=True),
        Metric("oot_mode", "oot-mode: whether the mode is among ten guesses", _oot_mode, most=TEN, modal=True),
        Metric("gap", "GAP: generalised average precision of ranked guesses", _gap, reference="kishida2005"),
        Metric(
            "best_normalised", "best, of the most frequent answer's credit", _best_normalised, reference="jabbari2010"
        ),
        Metric(
            "coverage",
            "coverage: the credit of the answers among all guesses",
            _coverage,
            exact=_coverage_exact,
            reference="jabbari2010",
        ),
    )
}
