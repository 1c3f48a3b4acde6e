"""`accord.sweep`: magnitudes × repetitions × measures, for each degradation (Mathet et al. 2012; Boiteau 2024)."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.degradations import Annotations, Step, reference_of, steps_of
from accord.degradations import degradations as known_degradations
from accord.degradations.errors import check_whole
from accord.degradations.observed_mix import OBSERVED
from accord.degradations.starting_points import Reference
from accord.evaluation import shown
from accord.formats.public_functions import public
from accord.measures import find
from accord.results import Diagnostic, Expression, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import command, option, told
from accord.results.workers import run
from accord.results.working import watching, workers
from accord.sweeping.cells import Cell, Scored, fingerprint, joined, scored
from accord.sweeping.reference_chance import CHANCE, with_chance_of_reference
from accord.sweeping.result import Sweep
from accord.sweeping.scoring import Meter, ScoredAnnotations, value
from accord.sweeping.shelf import Shelf

Named = str | Expression | Sequence[str | Expression]
Measured = str | Expression | Callable[..., object]
Progress = Callable[[int, int], None]
AGAINST = ("pairs", "reference")


@public()
def sweep(
    data: Annotations,
    degradations: Sequence[Named] | str | None = None,
    measures: Sequence[Measured] | Measured | None = None,
    magnitudes: int | Sequence[float] = 21,
    repeats: int = 20,
    annotators: int = 3,
    seed: int = 0,
    *,
    against: str = "pairs",
    reference: str | None = None,
    keep_reference: bool = False,
    chance: str = "own",
    weights: Sequence[float] | str | None = None,
    jobs: int = 1,
    backend: str | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    only: Names = None,
    without: Names = None,
) -> Sweep:
    """What values measures take on simulated annotators, at rising magnitudes of degradation.

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path.
    degradations
        Names, such as "shift(k=1.2)", or combinations: "flip+retarget" or a list of names; "observed" is the mix of
        errors that the annotators of the data make. By default all that apply.
    measures
        Expressions, "package.module:function", or functions of annotations that return a number. By default those that
        are shown.
    magnitudes
        Their number, from 0 to 1, or the magnitudes themselves.
    repeats
        How often each magnitude is simulated.
    annotators
        How many are simulated.
    against
        "pairs": simulated annotators with one another; "reference": each with the reference, averaged.
    reference
        The annotator who is the reference; else the only one, or what most annotators say.
    keep_reference
        Whether the first annotator stays undegraded.
    chance
        "own": measures that draw chance take it from the degraded annotations, and 0 moves with them; "reference":
        from the reference, once, so that 0 stays where it is. For the holistic measure and γ.
    weights
        The proportion of the errors in each combination; "observed": what the annotators of the data do.
    jobs, backend
        How many processes compute it, and by what: "loky", "threading", "dask" or "ray". The result is the same.
    cache
        The folder in which finished cells are kept: a sweep that was stopped goes on where it was.
    progress
        `progress(done, all)` is called as cells finish.

    Returns
    -------
    Sweep
        `rows()` has a value for each degradation, magnitude, repetition and measure.

    Raises
    ------
    UsageError
        When there is no such measure or degradation, or it does not apply to the data.

    Examples
    --------
    >>> from accord.degradations import labelled_items
    >>> made = sweep(labelled_items(200), ["redraw"], ["kappa"], magnitudes=[0, 1], repeats=2, annotators=2)
    >>> [round(row["value"], 1) for row in made.rows() if row["magnitude"] == 0]
    [1.0, 1.0]
    """
    check_whole("repeats", repeats, 1)
    bench = bench_of(
        data, degradations, measures, annotators, seed, against=against, reference=reference,
        keep_reference=keep_reference, chance=chance, weights=weights, jobs=jobs, backend=backend, cache=cache,
        only=only, without=without,
    )  # fmt: skip
    return bench.swept(magnitudes, repeats, progress)


@dataclass(frozen=True, eq=False)
class Bench:
    """What is simulated, scored and kept; magnitudes and repetitions are asked of it."""

    kind: str
    start: Reference
    chosen: Mapping[str, tuple[Step, ...]]
    meters: Sequence[Meter]
    annotators: int
    seed: int
    against: str
    keep_reference: bool
    shelf: Shelf
    jobs: int
    backend: str | None
    diagnostics: tuple[Diagnostic, ...] = ()

    def swept(self, magnitudes: int | Sequence[float], repeats: int, progress: Progress | None = None) -> Sweep:
        """Every degradation at every magnitude, by every measure."""
        at = _magnitudes(magnitudes)
        done = self._scored(tuple(self.chosen), at, range(repeats), progress)
        return Sweep(
            kind=self.kind,
            degradations=tuple(self.chosen),
            measures=tuple(meter.text for meter in self.meters),
            magnitudes=tuple(at),
            values=self._values(done, at).reshape(len(self.chosen), repeats, len(at), len(self.meters)),
            annotators=self.annotators,
            seed=self.seed,
            against=self.against,
            keep_reference=self.keep_reference,
            elements=self.start.size,
            steps=self.chosen,
            milliseconds=tuple(_cost(done, meter) for meter in self.meters),
            diagnostics=self.diagnostics,
        )

    def values(self, name: str, magnitudes: Sequence[float], repeats: Sequence[int]) -> Floats:
        """(repeats, magnitudes) the first measure under one degradation."""
        at = _magnitudes(magnitudes)
        return self._values(self._scored((name,), at, repeats), at)[:, :, 0]

    def _scored(
        self, names: Sequence[str], at: Sequence[float], repeats: Sequence[int], progress: Progress | None = None
    ) -> list[Scored]:
        """All cells, those that are known taken from the shelf, the others computed and put there."""
        how = self.annotators, self.seed, self.against, self.keep_reference
        cells = [Cell(name, self.chosen[name], self.start, repeat, *how) for name in names for repeat in repeats]
        print_of = fingerprint(self.start) if cells else ""
        keys = [cell.key(print_of) for cell in cells]
        done = [self.shelf.known(key) if cell.kept else Scored() for key, cell in zip(keys, cells, strict=True)]
        unkept = {meter.identity for meter in self.meters if meter.unkept is not None}
        wanted = {(meter.identity, m) for meter in self.meters for m in at}
        unfinished = [number for number, scores in enumerate(done) if not wanted <= scores.values.keys()]
        tasks = [partial(scored, cells[number], self.meters, at, done[number].values) for number in unfinished]
        finished = len(cells) - len(unfinished)
        with watching("simulated annotations", len(cells)) as advance:
            advance(finished)
            if progress is not None:
                progress(finished, len(cells))
            for task, new in run(tasks, *workers(self.jobs, self.backend)):
                number = unfinished[task]
                done[number] = joined(done[number], new)
                if cells[number].kept:
                    self.shelf.keep(keys[number], cells[number], done[number], unkept)
                finished += 1
                advance(finished)
                if progress is not None:
                    progress(finished, len(cells))
        return done

    def _values(self, done: Sequence[Scored], at: Sequence[float]) -> Floats:
        """(cells, magnitudes, measures)"""
        numbers = [[[result.values[meter.identity, m] for meter in self.meters] for m in at] for result in done]
        return np.array(numbers, dtype=np.float64)


def bench_of(
    data: Annotations,
    degradations: Sequence[Named] | str | None,
    measures: Sequence[Measured] | Measured | None,
    annotators: int,
    seed: int,
    *,
    against: str,
    reference: str | None = None,
    keep_reference: bool,
    chance: str = "own",
    weights: Sequence[float] | str | None = None,
    jobs: int,
    backend: str | None,
    cache: str | os.PathLike[str] | None,
    only: Names = None,
    without: Names = None,
) -> Bench:
    """What `sweep` computes with, before magnitudes and repetitions are known."""
    _check(annotators, seed, jobs, against, chance)
    data = annotators_chosen(data, only, without)
    start = reference_of(data, reference, seed)
    chosen = _chosen_degradations(data, start, degradations, weights)
    people = annotators + (1 if against == "pairs" and keep_reference and annotators == 1 else 0)
    meters = _chosen_measures(data, start, measures, people, against, seed)
    if chance == "reference":
        meters = with_chance_of_reference(meters, start, 2 if against == "reference" else people, seed)
    anew = () if cache is None else _computed_anew(meters, chosen)
    notes = (*_notes(data, degradations, start), *_mixes(chosen), *anew)
    return Bench(
        data.kind, start, chosen, meters, people, seed, against, keep_reference, Shelf(cache), jobs, backend, notes
    )


def _cost(done: Sequence[Scored], meter: Meter) -> float:
    """The mean time of one value, in milliseconds."""
    times = sum(result.evaluations.get(meter.identity, 0) for result in done)
    spent = sum(result.seconds.get(meter.identity, 0.0) for result in done)
    return 1000 * spent / times if times else np.nan


def _check(annotators: int, seed: int, jobs: int, against: str, chance: str) -> None:
    check_whole("annotators", annotators, 1)
    check_whole("seed", seed, 0)
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0:
        raise UsageError(f"{told('jobs', jobs)} is not a number of workers", "use 1, 2, …, or -1 for all processors")
    if against not in AGAINST:
        raise UsageError(f"against={against!r} is not known", "use 'pairs' or 'reference'")
    if chance not in CHANCE:
        raise UsageError(f"{told('chance', chance)} is not known", f"use {' or '.join(map(repr, CHANCE))}")
    if against == "pairs" and annotators < 2:
        raise UsageError(
            "one annotator has nobody to agree with", f"give {told('simulate', 2)}, or {option('against', 'reference')}"
        )


def _magnitudes(magnitudes: int | Sequence[float]) -> list[float]:
    if isinstance(magnitudes, int) and not isinstance(magnitudes, bool):
        check_whole("magnitudes", magnitudes, 2)
        return [round(float(number), 10) for number in np.linspace(0, 1, magnitudes)]
    numbers = [] if isinstance(magnitudes, bool | str) else list(magnitudes)
    if not numbers or not all(isinstance(number, int | float | np.number) and 0 <= number <= 1 for number in numbers):
        raise UsageError(f"{told('magnitudes', magnitudes)} are not numbers from 0 to 1", "such as 21, or [0, .1, .2]")
    return sorted({round(float(number), 10) for number in numbers})


def _chosen_degradations(
    data: Annotations,
    reference: Reference,
    degradations: Sequence[Named] | str | None,
    weights: Sequence[float] | str | None,
) -> dict[str, tuple[Step, ...]]:
    """The degradations by what they are called, each with its steps."""
    if degradations is None:
        known = known_degradations(data.kind).values()
        named: list[Named] = [
            degradation.name
            for degradation in known
            if degradation.usual and degradation.refuses(reference, **degradation.options) is None
        ]
    else:
        named = [degradations] if isinstance(degradations, str | Expression) else list(degradations)
    if not named:
        raise UsageError("no degradation is named", f"there are {', '.join(known_degradations(data.kind))}")
    chosen: dict[str, tuple[Step, ...]] = {}
    for degradation in named:
        steps = steps_of(data.kind, degradation, {}, data=data, reference=reference)
        if weights is not None and len(steps) > 1 and degradation != OBSERVED:
            steps = steps_of(data.kind, degradation, {"weights": weights}, data=data, reference=reference)
        text = degradation if isinstance(degradation, str) else "+".join(str(step.expression) for step in steps)
        if text in chosen:
            raise UsageError(f"the degradation {text} is named twice")
        chosen[text] = steps
    if weights is not None and all(len(steps) < 2 for steps in chosen.values()):
        raise UsageError("weights are of errors that are combined", "such as 'flip+retarget'")
    return chosen


def _chosen_measures(
    data: Annotations,
    reference: Reference,
    measures: Sequence[Measured] | Measured | None,
    annotators: int,
    against: str,
    seed: int,
) -> list[Meter]:
    """The measures; those that compare two annotators only are averaged over pairs."""
    if measures is None:
        measures = measures_shown(reference)
    several = [measures] if isinstance(measures, str | Expression) or callable(measures) else list(measures)
    meters = [Meter.of(measure, data.kind) for measure in several]
    if not meters:
        raise UsageError("no measure is named", f"'{command('measures')}' lists them")
    twice = next(
        (meter.text for place, meter in enumerate(meters) if meter.text in [x.text for x in meters[:place]]), None
    )
    if twice is not None:
        raise UsageError(f"the measure {twice} is named twice")
    if against == "reference" or annotators == 2:
        return meters
    copy: Any = reference.copy()
    names = [f"A{number + 1}" for number in range(annotators)]
    alike = ScoredAnnotations(reference.assembled([copy] * annotators, names))
    paired = {meter.text: replace(meter, pairwise=True) for meter in meters}
    return [
        paired[meter.text]
        if meter.function is None
        and np.isnan(value(alike, meter, seed))
        and not np.isnan(value(alike, paired[meter.text], seed))
        else meter
        for meter in meters
    ]


def measures_shown(reference: Reference) -> list[Expression]:
    """The measures that are shown for such data when none is named."""
    copy: Any = reference.copy()
    alike = reference.assembled([copy, copy], ["A1", "A2"])
    plain = [expression for expression in shown(alike) if not expression.given]
    return [measure for measure in plain if find(alike.kind, measure.name).bounded or not isinstance(alike, Labels)]


def _computed_anew(meters: Sequence[Meter], chosen: Mapping[str, Sequence[Step]]) -> tuple[Diagnostic, ...]:
    """Which measures and degradations a folder of finished work does not help, and why."""
    reasons = {meter.text: meter.unkept for meter in meters if meter.unkept is not None}
    reasons |= {
        f"'{name}'": f"the plugin {step.record.plugin}"
        for name, steps in chosen.items()
        for step in steps
        if step.record.plugin
    }
    return tuple(
        Diagnostic("ACC333", f"the values of {name} are not kept: they depend on {reason}")
        for name, reason in reasons.items()
    )


def _mixes(chosen: Mapping[str, Sequence[Step]]) -> tuple[Diagnostic, ...]:
    """What combinations are made of, where their parts are not equal."""
    diagnostics = []
    for name, steps in chosen.items():
        if len({round(step.weight, 9) for step in steps}) > 1 or name == OBSERVED:
            parts = ", ".join(f"{step.record.name} {step.weight:.0%}".replace("%", " %") for step in steps)
            diagnostics.append(Diagnostic("ACC393", f"{name}: {parts}"))
    return tuple(diagnostics)


def _notes(data: Annotations, degradations: object, reference: Reference) -> tuple[Diagnostic, ...]:
    """What was left out because it does not apply, when all degradations were to be swept."""
    if degradations is not None:
        return ()
    reasons = {
        degradation.name: degradation.refuses(reference, **degradation.options)
        for degradation in known_degradations(data.kind).values()
        if degradation.usual
    }
    refusals = [f"{name} ({reason})" for name, reason in reasons.items() if reason is not None]
    return (Diagnostic("ACC165", f"not swept: {', '.join(refusals)}"),) if refusals else ()
