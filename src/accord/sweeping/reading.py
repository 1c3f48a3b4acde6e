"""Reading grids: from a value back to the error that produces it (Mathet & Widlöcher 2011, section 6.1)."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels, Spans, annotators_chosen
from accord.annotations.among import Names
from accord.annotations.answers import Answers
from accord.annotations.relations import Relations
from accord.degradations import Annotations, reference_of
from accord.degradations import degradations as known_degradations
from accord.degradations.errors import check_whole
from accord.degradations.label_reference import LabelReference
from accord.degradations.observed_mix import OBSERVED, observed_errors
from accord.degradations.span_reference import SpanReference
from accord.degradations.starting_points import Reference
from accord.formats.public_functions import public
from accord.measures import find
from accord.results import DataError, Diagnostic, Expression, UsageError, parse_expression
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import option
from accord.statistics import generator
from accord.sweeping.refining import CurveReading, Values, read
from accord.sweeping.result import Curve, Sweep
from accord.sweeping.shelf import Shelf
from accord.sweeping.sweeps import Bench, Measured, Named, bench_of

READ = {
    "labels": ("redraw", "confuse", "neighbour"),
    "spans": ("shift", "false_negative", "false_positive", "recategorise"),
    "relations": ("retarget", "flip", "false_negative", "relabel"),
    "answers": ("drop", "replace", "noise"),
}
"""The errors that readings are told in, where they apply."""
MOST = {"labels": 20_000, "spans": 300, "relations": 1_000, "answers": 2_000}
"""Elements of the reference up to which a grid uses all data; beyond, documents or items are drawn."""
RARE, SPARSE = 100, 20
"""Labels: as many items of the rarest category are drawn as this, from up to so many times as many items."""
QUICK = {"samples": 10, "precision": 0.1}
MOST_ALIGNED = 5
"""How many annotators of a larger panel are simulated where best alignments are sought: more change curves little."""
SECTION, SHORT_SECTION, MOST_SIMULATED = 100, 30, 900
"""Units of the reference in one document up to three annotators and beyond, and of all simulated annotators together,
where best alignments are sought: longer documents are cut into sections."""
POINTS, FEW_POINTS = 40, 6
"""How many magnitudes a reading may add to a curve; fewer of a measure that samples chance."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class ErrorSize(JsonRecord):
    """What one kind of error would have to be like to give the value."""

    degradation: str
    magnitude: float
    """nan where no magnitude gives a value so low."""
    low: float
    high: float
    says: str
    """What annotators do: "omit 21 % of the units"."""
    error: float = float("nan")
    """How far the reading is off by itself, by the simulations and between magnitudes; part of `low` and `high`."""
    again: float = float("nan")
    """A larger magnitude that gives the value once more, where the curve rises again beyond chance."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Curves of one measure, to be read backwards."""

    measure: str
    """The measure that was swept; chance that is sampled may be sampled less than the measure itself does."""
    sweep: Sweep
    asked: str | None = None
    """The measure as it was asked for, for sentences."""
    bench: Bench | None = field(default=None, repr=False)
    """What simulates further magnitudes near a value; without it a reading is as exact as the sweep is fine."""
    points: int = POINTS
    """How many magnitudes a reading may add to a curve."""
    _values: dict[str, Values] = field(default_factory=dict, repr=False)
    _read_before: dict[tuple[str, str], CurveReading] = field(default_factory=dict, repr=False)

    def read(self, value: float, low: float = float("nan"), high: float = float("nan")) -> tuple[ErrorSize, ...]:
        """The magnitude of each degradation that gives the value.

        The interval is where the curve meets `high` and `low`, the interval of the value, wider by the error of the
        simulations; without one, the magnitudes at which one more simulation would give the value. Magnitudes and
        repetitions are added near the value until the reading's own error is small beside this interval. An error that
        leaves the measure as it is has no magnitude (nan): any would do.
        """
        return tuple(self._size(name, value, low, high) for name in self.sweep.degradations)

    def curve(self, name: str) -> Curve:
        """One curve with all magnitudes that were simulated: those of the sweep, and those that readings added."""
        values = self._of(name)
        at = sorted(values)
        known = [values[m][~np.isnan(values[m])] for m in at]
        means = tuple(float(numbers.mean()) if len(numbers) else float("nan") for numbers in known)
        ends = [np.quantile(numbers, [0.025, 0.975]) if len(numbers) else np.full(2, np.nan) for numbers in known]
        lows, highs = (tuple(float(end[place]) for end in ends) for place in (0, 1))
        return Curve(self.measure, name, tuple(at), means, lows, highs)

    def _of(self, name: str) -> Values:
        if name not in self._values:
            self._values[name] = self.sweep.values_at(name, self.measure)
        return self._values[name]

    def _reading(self, name: str, value: float, low: float, high: float) -> CurveReading:
        key = name, repr((value, low, high))  # in which nan is equal to nan, also in another process
        if key not in self._read_before:
            bench = self.bench
            more = None if bench is None else partial(bench.values, name)
            self._read_before[key] = read(self._of(name), value, low, high, more, self.points)
        return self._read_before[key]

    def _size(self, name: str, value: float, low: float, high: float) -> ErrorSize:
        blind = not _moves(self.curve(name))
        nothing = float("nan")
        reading = CurveReading(nothing, nothing, nothing, nothing) if blind else self._reading(name, value, low, high)
        steps = self.sweep.steps[name]
        if len(steps) > 1:
            sentence = f"make errors of these kinds ({name}) of magnitude {reading.at:.2g}"
        else:
            step = steps[0]
            sentence = step.record.sentence(percent(step.record.scale(reading.at, step.options)))
        return ErrorSize(name, reading.at, reading.low, reading.high, sentence, reading.error, reading.again)

    def sentence(
        self, value: float, low: float = float("nan"), high: float = float("nan"), name: str | None = None
    ) -> str:
        """One sentence for a reader: "your γ of 0.71 is what three annotators get who …, or …"."""
        if np.isnan(value):
            return f"your {name or self.asked or self.measure} is undefined, and no error can be read from it"
        readings = [reading for reading in self.read(value, low, high) if not np.isnan(reading.magnitude)]
        named = name or self.asked or self.measure
        if not readings:
            return f"your {named} of {value:.2f} {self._why_not(value)}"
        if all(_out_of_reach(curve, value) for curve in self._curves()):
            return f"your {named} of {value:.2f} is higher than without any error: is it really {named}?"
        told = [f"{reading.says}{self._spread(reading)}" for reading in readings]
        return f"your {named} of {value:.2f} is what {self._who()} get who {', or '.join(told)}"

    def _who(self) -> str:
        """How many are simulated, in words; one may be the reference as it is."""
        kept = self.sweep.keep_reference and self.sweep.annotators > 1
        people = self.sweep.annotators - kept
        number = NUMBERS[people] if people < len(NUMBERS) else f"{people:,}"
        simulated = f"{number} annotator{'' if people == 1 else 's'}"
        return f"the reference and {simulated}" if kept else simulated

    def _curves(self) -> list[Curve]:
        return [self.curve(name) for name in self.sweep.degradations]

    def _why_not(self, value: float) -> str:
        """Why no error can be read from a value."""
        if all(np.isnan(curve.means).all() for curve in self._curves()):
            return "cannot be read: with errors made on purpose the measure has no value here"
        if not any(_moves(curve) for curve in self._curves()):
            return "says nothing about these errors: none of them changes it"
        return "is lower than any of these errors alone makes it"

    def _spread(self, reading: ErrorSize) -> str:
        steps = self.sweep.steps[reading.degradation]
        if np.isnan(reading.low) or np.isnan(reading.high) or len(steps) > 1:
            return ""
        shares = (
            percent(steps[0].record.scale(bound, steps[0].options))
            for bound in (reading.low, reading.high, reading.again)
        )
        first, last, again = shares
        told = [] if first == last else [f"between {first} and {last}"]
        told += [] if np.isnan(reading.again) else [f"{again} would produce it again"]
        return f" ({'; '.join(told)})" if told else ""


def _moves(curve: Curve) -> bool:
    """Whether the measure sees the error at all: labels of links are nothing to one that looks at links alone."""
    known = curve.known
    return bool(known) and max(known) - min(known) > 1e-12


def _out_of_reach(curve: Curve, value: float) -> bool:
    """Whether a value is better than that of annotators who all give the reference."""
    known = curve.known
    if not known:
        return False
    rises = max(known) - known[0] > known[0] - min(known)
    return value < min(known) - 1e-9 if rises else value > max(known) + 1e-9


def percent(share: float) -> str:
    """
    >>> percent(0.184), percent(0.004), percent(0.00352), percent(0.0), percent(0.00000012)
    ('18 %', '0.4 %', '0.35 %', '0 %', '0.000012 %')
    """
    if not 0 < share < 0.0095:
        return f"{share:.0%}".replace("%", " %")
    places = 1 - math.floor(math.log10(100 * share))
    return f"{100 * share:.{places}f}".rstrip("0") + " %"


@public()
def reading_grid(
    data: Annotations,
    measure: Measured,
    degradations: Sequence[Named] | None = None,
    *,
    magnitudes: int | Sequence[float] | None = None,
    repeats: int | None = None,
    annotators: int | None = None,
    seed: int = 0,
    against: str = "pairs",
    reference: str | Annotations | None = None,
    keep_reference: bool = False,
    chance: str = "own",
    jobs: int = 1,
    backend: str | None = None,
    cache: str | os.PathLike[str] | bool = True,
    progress: Callable[[int, int], None] | None = None,
    only: Names = None,
    without: Names = None,
) -> Grid:
    """The curves by which a value of a measure is read: what error produces it, computed on your own data.

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path. Large data are represented by a part of
        them, drawn by the seed.
    measure
        An expression, "package.module:function", or a function of annotations that returns a number.
    degradations
        Names or combinations, as for `accord.sweep`; by default the usual ones that apply.
    magnitudes
        Their number, from 0 to 1, or the magnitudes themselves, to begin with: reading a value adds those near it. By
        default 11; 8 for measures that sample chance.
    repeats
        How often each magnitude is simulated. By default 8; 3, with 10 samples of chance, for measures that sample
        chance, unless the expression says how many samples.
    annotators
        How many are simulated; by default as many as there are, and at most 5 of spans where chance is sampled.
    against
        "pairs": simulated annotators with one another; "reference": each with the reference, averaged.
    reference
        The annotator who is the reference, or annotations that hold it; else what most annotators say.
    keep_reference
        Whether the first annotator stays undegraded.
    chance
        "own": measures that draw chance take it from the degraded annotations; "reference": from the reference, once,
        which is quicker, and 0 stays where it is. For the holistic measure and γ.
    jobs, backend
        How many processes compute it, and by what: "loky", "threading", "dask" or "ray". The result is the same.
    cache
        Where finished work is kept: True for the user's cache folder ($ACCORD_CACHE, or where the system keeps caches),
        a folder, or False for nowhere.
    progress
        `progress(done, all)` is called as cells finish.

    Returns
    -------
    Grid
        `grid.read(0.7)` says at what magnitude of each degradation the measure has this value.

    Raises
    ------
    UsageError
        When there is no such measure or degradation.

    Examples
    --------
    >>> from accord.degradations import labelled_items
    >>> grid = reading_grid(labelled_items(2000), "kappa", annotators=2, magnitudes=5, repeats=2, cache=False)
    >>> round(grid.read(0.25)[0].magnitude, 1)  # redraw: (1 − m)² = .25
    0.5
    """
    data = annotators_chosen(data, only, without)
    start, told = _start(data, reference, seed)
    if degradations is None:
        known = known_degradations(data.kind)
        degradations = [name for name in READ[data.kind] if known[name].refuses(start, **known[name].options) is None]
    if OBSERVED in degradations:  # of all annotators, of whom the part has none
        mix = observed_errors(data, start)
        degradations = [(mix.written or next(iter(mix.rates))) if name == OBSERVED else name for name in degradations]
        told = (*told, Diagnostic("ACC393", mix.sentence()))
    folder = cache_folder() if cache is True else None if cache is False else Path(cache)
    quick, sampling = (measure, False) if chance == "reference" else _quick(measure, data.kind)
    people, fewer = (annotators, ()) if annotators is not None else _simulated(data, sampling)
    part, notes = _part(start, seed, people if sampling else None)
    settings: dict[str, Any] = {
        "against": against,
        "keep_reference": keep_reference,
        "chance": chance,
        "jobs": jobs,
        "backend": backend,
    }
    at = magnitudes if magnitudes is not None else 8 if sampling else 11
    times = repeats if repeats is not None else 3 if sampling else 8
    check_whole("repeats", times, 1)
    try:
        bench = bench_of(part, list(degradations), [quick], people, seed, cache=folder, **settings)
        made = bench.swept(at, times, progress)
        if cache is True:
            Shelf(folder).prune()
    except DataError as error:
        if error.code != "ACC084" or cache is not True:
            raise
        # a cache that cannot be written is no reason
        bench = bench_of(part, list(degradations), [quick], people, seed, cache=None, **settings)
        made = bench.swept(at, times, progress)
    asked = None if callable(measure) else str(measure)
    noted = replace(made, diagnostics=(*told, *notes, *fewer, *made.diagnostics))
    return Grid(made.measures[0], noted, asked, bench, FEW_POINTS if sampling else POINTS)


def _start(data: Annotations, chosen: str | Annotations | None, seed: int) -> tuple[Reference, tuple[Diagnostic, ...]]:
    """What copies start from: the reference given, or one annotator where no graph is in the majority, or the vote."""
    if chosen is not None and not isinstance(chosen, str):
        if chosen.kind != data.kind:
            raise UsageError(f"the reference holds {chosen.kind}, the data {data.kind}", "give one of the same kind")
        return reference_of(chosen, None, seed), ()
    if chosen is not None or not isinstance(data, Relations) or data.given or data.n_annotators < 2:
        return reference_of(data, chosen, seed), ()
    most = np.lexsort((-np.bincount(data.who, minlength=data.n_annotators), -data.assigned.sum(axis=0)))[0]
    who = data.annotators[int(most)]
    message = f"the reading grid starts from the relations of '{who}', over whose units all annotators are simulated"
    hint = f"{option('reference')} names another"
    return reference_of(data, who, seed), (Diagnostic("ACC167", message, hint=hint),)


def _quick(measure: Measured, shape: str) -> tuple[Measured, bool]:
    """The measure with few samples of chance, and whether it samples chance at all.

    The error of ten samples is small beside that of one simulation, and a grid takes the mean of several.
    """
    if not isinstance(measure, Expression) and (callable(measure) or ":" in measure):
        return measure, False
    expression = parse_expression(measure)
    known = find(shape, expression.name).parameters
    if "samples" not in known:
        return expression, False
    if expression.parameters.get("chance", known.get("chance", "always")) is None:
        return expression, False
    settings = {} if "samples" in expression.parameters or "precision" in expression.parameters else dict(QUICK)
    few = {name: number for name, number in settings.items() if name in known}
    return Expression(expression.name, **{**expression.parameters, **few}), True


def cache_folder() -> Path | None:
    """Where finished grids are kept: $ACCORD_CACHE, or the cache folder of the system; nowhere without a home."""
    told = os.environ.get("ACCORD_CACHE")
    if told:
        return Path(told)
    named, usual = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}.get(
        sys.platform, ("XDG_CACHE_HOME", ".cache")
    )
    base = os.environ.get(named)
    try:
        return (Path(base) if base else Path.home() / usual) / "accord" / "grids"
    except RuntimeError:  # no home folder is known, as for a user whom the system does not know
        return None


def _people(data: Annotations) -> int:
    """How many annotators an item or document usually has."""
    if isinstance(data, Labels):
        asked = np.repeat(data.first_ratings().sizes, data.weights)
    else:
        asked = data.assigned.sum(axis=1)
    return int(np.floor(np.mean(asked[asked > 0]) + 0.5)) if (asked > 0).any() else 0


def _simulated(data: Annotations, sampling: bool) -> tuple[int, tuple[Diagnostic, ...]]:
    """How many annotators are simulated: as many as there are, fewer of a crowd whose chance has to be aligned."""
    people = max(2, _people(data))
    if not (sampling and isinstance(data, Spans) and people > MOST_ALIGNED):
        return people, ()
    message = f"the reading grid simulates {MOST_ALIGNED} annotators, of {people:,} on a document"
    return MOST_ALIGNED, (Diagnostic("ACC550", message, hint=f"{option('simulate')} simulates more"),)


def _part(start: Reference, seed: int, aligned: int | None) -> tuple[Annotations, tuple[Diagnostic, ...]]:
    """The reference as annotations of one annotator, or a part of it where it is large beside how many are aligned."""
    rng = generator(seed, "reading grid")
    copy: Any = start.copy()
    if isinstance(start, LabelReference):
        known = start.codes[start.codes >= 0]
        wanted = _enough(np.bincount(known))
        if len(known) > wanted:
            codes = rng.permutation(np.repeat(np.arange(start.shares.size), _parts(start.shares, wanted)))
            thin = LabelReference(replace(start.data, items=None, texts=None), codes.astype(np.int32))
            return thin.assembled([thin.codes], ["reference"]), (_drawn(len(codes), len(known), "items"),)
        return start.assembled([copy], ["reference"]), ()
    what, most = "documents", MOST[start.data.kind]
    if aligned is not None and isinstance(start, SpanReference):
        before = start.data.n_documents
        start = start.in_sections(SECTION if aligned <= 3 else SHORT_SECTION)
        what = what if start.data.n_documents == before else "sections of documents"
        most = min(most, MOST_SIMULATED // aligned)
    data: Spans | Relations | Answers = start.data
    sizes = start.sizes
    if sizes.sum() <= most or len(sizes) < 2:
        return data, ()
    order = rng.permutation(len(sizes))
    number = max(1, int(np.searchsorted(np.cumsum(sizes[order]), most, side="right")))
    chosen = np.sort(order[:number]).tolist()
    return data.of_documents(chosen), (_drawn(number, len(sizes), what),)


def _enough(sizes: NDArray[np.int64]) -> int:
    """How many items are drawn, so that there are enough of the rarest category: what it depends on is the rare."""
    used = sizes[sizes > 0]
    for_rarest = math.ceil(RARE * sizes.sum() / used.min()) if len(used) else 0
    return min(max(MOST["labels"], for_rarest), SPARSE * MOST["labels"])


def _parts(shares: Floats, number: int) -> NDArray[np.int64]:
    """(categories,) how many of `number` items have each category: their shares, and one at least of each in use.

    >>> _parts(np.array([0.9, 0.0996, 0.0004]), 1000)
    array([900,  99,   1])
    """
    exact = shares * number
    parts = np.maximum(np.floor(exact), shares > 0).astype(np.int64)
    largest = np.argsort(np.floor(exact) - exact, kind="stable")
    parts[largest[: max(0, number - int(parts.sum()))]] += 1
    parts[int(parts.argmax())] -= int(parts.sum()) - number
    return parts


def _drawn(number: int, all_of_them: int, what: str) -> Diagnostic:
    return Diagnostic(
        "ACC166", f"the reading grid is computed on {number:,} of {all_of_them:,} {what}, drawn at random"
    )
