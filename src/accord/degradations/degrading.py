"""`accord.degrade`: simulated annotators who depart from a reference by a known magnitude (Mathet et al. 2012)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.degradations.draws import Draws
from accord.degradations.errors import check_number, check_whole
from accord.degradations.observed_mix import OBSERVED, ObservedMix, observed_errors, observed_weights
from accord.degradations.starting_points import Annotations, Reference, reference_of
from accord.degradations.step import Step
from accord.formats.public_functions import public
from accord.results import DataError, Expression, UsageError
from accord.results.option_names import told

Data = TypeVar("Data", bound=Annotations)
Named = str | Expression
KEPT = "reference"
NOT_NAMES = "name a degradation, such as 'flip', or several: ['flip', 'retarget']"


@public(gathers="options")
def degrade(
    data: Data,
    degradation: Named | Sequence[Named],
    magnitude: float | None = None,
    annotators: int = 3,
    seed: int = 0,
    *,
    keep_reference: bool = False,
    reference: str | None = None,
    only: Names = None,
    without: Names = None,
    weights: Sequence[float] | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Data:
    """Annotations by simulated annotators, each a copy of one reference degraded with a known magnitude.

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path.
    degradation
        A name, such as "flip" or "shift(k=1.2)", or several, "flip+retarget" or "2*flip+retarget"; "observed" is the
        mix of errors that the annotators of the data make.
    magnitude
        From 0, which gives the reference itself, to 1. None, for "observed" alone: that of the annotators.
    annotators
        How many annotators are simulated.
    keep_reference
        Whether the first annotator stays undegraded.
    reference
        The annotator who is the reference; else the only one, or what most annotators say.
    weights
        The proportion of several degradations; "observed": what the annotators of the data do.
    options
        Options of the degradation, where they do not stand in its name: {"k": 1.2}.

    Returns
    -------
    Labels, Spans, Relations or Answers
        As the data.

    Raises
    ------
    UsageError
        When there is no such degradation, or it does not apply to the data.

    Notes
    -----
    Each element (item, unit, relation) has one random number per annotator and is degraded iff that is below the
    magnitude: what is degraded at .2 is so at .3, and the first annotators do not depend on how many are asked for.
    Several degradations are applied one after the other, t of them with m/t each, or in the proportion of `weights`.

    Examples
    --------
    >>> import accord
    >>> tree = accord.relations({"gold": [(2, 1), (3, 1), (4, 2)]}, units=[1, 2, 3, 4])
    >>> degrade(tree, "flip", magnitude=1.0, annotators=1).links(0, 0)
    [('1', '2', None), ('1', '3', None), ('2', '4', None)]
    """
    check_whole("annotators", annotators, 1)
    check_whole("seed", seed, 0)
    data = cast("Data", annotators_chosen(data, only, without))
    start = reference_of(data, reference, seed)
    if magnitude is None:
        if degradation != OBSERVED:
            hint = f"give {told('magnitude', 0.3)}, from 0 to 1; only that of 'observed' errors can be estimated"
            raise UsageError("no magnitude is given", hint)
        magnitude = observed_errors(data, start).magnitude
    check_number("magnitude", magnitude, most=1)
    settings = {**(options or {}), **({} if weights is None else {"weights": weights})}
    steps = steps_of(data.kind, degradation, settings, data=data, reference=start)
    made = Simulation(start, steps, annotators, seed, keep_reference=keep_reference).at(magnitude)
    if isinstance(made, Labels) and made.items is None:  # so that the table can be written
        made = replace(made, items=[str(number) for number in range(1, made.n_items + 1)])
    return cast("Data", made)


def steps_of(
    shape: str,
    degradation: Named | Sequence[Named],
    options: Mapping[str, object],
    *,
    data: Annotations | None = None,
    reference: Reference | None = None,
) -> tuple[Step, ...]:
    """The degradations to apply in turn, each with its part of the magnitude, from names or a "flip+retarget"."""
    named = _names(degradation)
    if not named:
        raise UsageError("no degradation is named", NOT_NAMES)
    options = dict(options)
    mix: object = None
    weighed = [_weighed(name) for name in named]
    if named == [OBSERVED]:
        named, mix = _as_observed(shape, data, reference)
    elif any(weight is not None for weight, _ in weighed):
        named, mix = [name for _, name in weighed], [1.0 if weight is None else weight for weight, _ in weighed]
    elif len(named) > 1 or options.get("weights") == OBSERVED:
        mix = options.pop("weights", None)
    if options and len(named) > 1:
        raise UsageError(
            f"{next(iter(options))}= is an option of one degradation, and {len(named)} are combined",
            "write it with the name: 'shift(k=1.2)'",
        )
    records = [Step.of(shape, name, options, 1.0) for name in named]
    shares = _shares(mix, records, data, reference)
    steps = tuple(
        Step(step.record, step.options, share, step.expression) for step, share in zip(records, shares, strict=True)
    )
    _refuse(steps, reference)
    return steps


def _as_observed(shape: str, data: Annotations | None, reference: Reference | None) -> tuple[list[Named], list[float]]:
    """The errors that were observed and can be applied, with their rates; the first of them where there were none."""
    rates = {
        name: rate
        for name, rate in _observed(data, reference).rates.items()
        if Step.of(shape, name, {}, 1.0).refused(reference) is None
    }
    made = [name for name, rate in rates.items() if rate] or list(rates)[:1]
    return [*made], [rates[name] or 1.0 for name in made]


def _observed(data: Annotations | None, reference: Reference | None) -> ObservedMix:
    if data is None or reference is None:
        raise UsageError("no annotations are given in which errors could be observed", "give numbers")
    return observed_errors(data, reference)


_WEIGHT = re.compile(r"^\s*(\d+(?:\.\d*)?|\.\d+)\s*\*\s*(?=[a-z_])")


def _weighed(name: Named) -> tuple[float | None, Named]:
    """'2*flip' as the weight of an error and its name."""
    match = _WEIGHT.match(name) if isinstance(name, str) else None
    return (None, name) if match is None or not isinstance(name, str) else (float(match[1]), name[match.end() :])


def _names(degradation: Named | Sequence[Named]) -> list[Named]:
    if isinstance(degradation, Expression):
        return [degradation]
    if isinstance(degradation, str):
        return list(_parted(degradation))
    if not isinstance(degradation, Sequence) or not all(isinstance(name, str | Expression) for name in degradation):
        raise UsageError(f"{degradation!r} names no degradation", NOT_NAMES)
    return list(degradation)


def _parted(text: str) -> list[str]:
    """'shift(k=1.2)+merge' at the plus signs outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "+" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _shares(mix: object, steps: Sequence[Step], data: Annotations | None, reference: Reference | None) -> list[float]:
    if mix is None:
        return [1 / len(steps)] * len(steps)
    if isinstance(mix, str):
        if mix != OBSERVED:
            raise UsageError(f"{told('weights', mix)} is not known", "give numbers, or 'observed'")
        numbers = observed_weights(_observed(data, reference), [step.record.name for step in steps])
    else:
        weights = mix if isinstance(mix, Sequence) else ()
        numbers = [float(value) for value in weights if isinstance(value, int | float) and 0 <= value < float("inf")]
    if len(numbers) != len(steps) or not sum(numbers) > 0:
        raise UsageError(
            f"{told('weights', mix)} are not one number of at least 0 for each of {len(steps)} degradations"
        )
    return [number / sum(numbers) for number in numbers]


def _refuse(steps: Sequence[Step], reference: Reference | None) -> None:
    """A DataError for the first degradation that cannot be applied to the reference."""
    if reference is None or not reference.size:
        return
    for step in steps:
        reason = step.refused(reference)
        if reason is not None:
            raise DataError("ACC081", f"{step.record.name} cannot be applied: {reason}")


@dataclass(frozen=True, eq=False)
class Simulation:
    """Simulated annotators at any magnitude; what does not depend on the magnitude is drawn once."""

    reference: Reference
    steps: tuple[Step, ...]
    annotators: int
    seed: int
    repeat: int = 0
    keep_reference: bool = False
    _draws: dict[tuple[int, int], Draws] = field(default_factory=dict, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """A1, A2, …, or the reference and A2, A3, …"""
        return tuple(KEPT if self.keep_reference and who == 0 else f"A{who + 1}" for who in range(self.annotators))

    def at(self, magnitude: float) -> Annotations:
        return self.reference.assembled(self.copies(magnitude), self.names)

    def copies(self, magnitude: float) -> list[Any]:
        """One degraded copy for each annotator."""
        return [self._copy(annotator, magnitude) for annotator in range(self.annotators)]

    def _copy(self, annotator: int, magnitude: float) -> Any:
        copy: Any = self.reference.copy()
        if self.keep_reference and annotator == 0:
            return copy
        for number, step in enumerate(self.steps):
            part = magnitude * step.weight
            copy = step.record.apply(self.reference, copy, self._drawn(number, annotator), part, **step.options)
        return copy

    def _drawn(self, number: int, annotator: int) -> Draws:
        key = number, annotator
        if key not in self._draws:
            name = self.steps[number].record.name
            before = sum(step.record.name == name for step in self.steps[:number])
            self._draws[key] = Draws(self.seed, self.repeat, annotator, name, before)
        return self._draws[key]
