"""How different two units are: by place, by category, and both together, in multiples of Δ∅ (Mathet & Widlöcher 2011).

Every dissimilarity is a frozen object that looks at many pairs at once: `between(continuum, first, second)` takes two
arrays of places among the units of a continuum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from accord.annotations.categories import Categories, canonical_text
from accord.annotations.fragments import Fragments
from accord.annotations.given_lists import repeated
from accord.annotations.spans import Continuum
from accord.results import DataError, Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Floats, Places
from accord.results.foreign_text import visible
from accord.results.wording import many

PositionFunction = Callable[[Floats, Floats, Floats, Floats], ArrayLike]
CategoryFunction = Callable[[str, str], float]

PAPER_TOLERANCE = 4.0
"""Two units of the same length that touch are as bad as a missing one (Mathet & Widlöcher 2011, section 4.4.1)."""
INCOMPATIBLE = ("pay", "forbid")
CHECKED_PAIRS = 1_000  # of which the symmetry of a user's function is tried


@runtime_checkable
class Positional(Protocol):
    """How far two units are apart, in multiples of Δ∅; infinite for units that must never meet."""

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats: ...

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        """(units,) left and right ends such that units at most `limit` apart have overlapping stretches.

        None where there are no such stretches: every pair is looked at.
        """
        ...


@runtime_checkable
class Categorical(Protocol):
    """How different two categories are, from 0 to 1."""

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats: ...


# ---- by place


@dataclass(frozen=True)
class Sporadic:
    """((|Δstart| + |Δend|) / (length + length))² · 4 / tolerance (Mathet & Widlöcher 2011, eq. 1; γ 2015).

    With the tolerance 4 two units of the same length that touch differ by 1 (that is Δ∅). A larger tolerance lets
    units farther apart be aligned. Two units without length are the same at the same place and never aligned otherwise.

    |Δstart| + |Δend| is the length of the symmetric difference of two units, and twice the distance between them where
    they are apart. That is what is computed of discontinuous units, whose lengths are those of their fragments.

    >>> from accord.annotations.span_building import spans
    >>> two = spans([("A", 0, 10), ("B", 10, 20), ("C", 1, 10)]).continuum(0)
    >>> Sporadic().between(two, np.array([0, 0]), np.array([1, 2])).round(6).tolist()
    [1.0, 0.00277]
    """

    tolerance: float | None = None

    def __post_init__(self) -> None:
        if self.tolerance is not None:
            _positive("tolerance", self.tolerance)

    @property
    def factor(self) -> float:
        return 1.0 if self.tolerance is None else PAPER_TOLERANCE / self.tolerance

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        starts, ends = continuum.starts, continuum.ends
        lengths = continuum.sizes
        apart = np.abs(starts[first] - starts[second])
        apart += np.abs(ends[first] - ends[second])
        both = lengths[first] + lengths[second]
        if continuum.fragments is not None:
            apart = _with_fragments(continuum.fragments, first, second, apart)
        if not both.all():
            nothing = both == 0
            apart = np.where(nothing, np.where(apart > 0, np.inf, 0.0), apart)
            both[nothing] = 1.0
        apart /= both
        apart *= apart
        if self.tolerance is not None:
            apart *= self.factor
        return apart

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        # |Δstart| + |Δend| is at least 2 |Δmiddle|, so that units widened around their middles by √limit must overlap.
        if continuum.fragments is not None:
            return _reach_of_fragments(continuum, float(np.sqrt(limit / self.factor)))
        wide = (continuum.ends - continuum.starts) * (0.5 * np.sqrt(limit / self.factor))
        middle = (continuum.starts - continuum.starts.min()) + (continuum.ends - continuum.starts) * 0.5
        wide += middle * 1e-12  # what rounding may lose
        return middle - wide, middle + wide

    def __str__(self) -> str:
        return "sporadic" if self.tolerance is None else f"sporadic(tolerance={self.tolerance:g})"


def symmetric_difference(fragments: Fragments, first: Places, second: Places) -> Floats:
    """(pairs,) how much one of two units covers and the other does not, and twice the distance between units that are
    apart: |Δstart| + |Δend| of units of one piece."""
    lengths = fragments.lengths
    covered = lengths[first] + lengths[second] - 2 * fragments.common(first, second)
    return np.asarray(np.maximum(covered, 0.0) + 2 * fragments.apart(first, second))


def _with_fragments(fragments: Fragments, first: Places, second: Places, apart: Floats) -> Floats:
    """How far pairs are apart, of which one unit or both are discontinuous."""
    odd = np.flatnonzero(fragments.several[first] | fragments.several[second])
    apart[odd] = symmetric_difference(fragments, first[odd], second[odd])
    alike = fragments.shapes[first[odd]] == fragments.shapes[second[odd]]
    apart[odd[alike]] = 0.0  # whatever rounding leaves of equal fragments
    return apart


def _reach_of_fragments(continuum: Continuum, limit: float) -> tuple[Floats, Floats]:
    """Units that are apart cover nothing together, so that they are (√limit − 1) · (length + length) / 2 apart at most;
    others have bounds that overlap."""
    wide = continuum.sizes * (0.5 * max(limit - 1, 0.0))
    starts, ends = continuum.starts - continuum.starts.min(), continuum.ends - continuum.starts.min()
    wide += (ends + 1.0) * 1e-12  # what rounding may lose
    return starts - wide, ends + wide


@dataclass(frozen=True)
class Hamming:
    """|Δend| / (k / 2), k the mean length of the units: for full tilings, where a unit starts where the last one ended.

    Starts are not looked at (Mathet & Widlöcher 2011, eq. 2); discontinuous units are refused.
    """

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        if continuum.fragments is not None:
            raise DataError(
                "ACC024",
                "'hamming' is for units that follow one another without gaps, and some are discontinuous",
                hint="use the dissimilarity 'sporadic'",
            )
        apart = np.abs(continuum.ends[first] - continuum.ends[second])
        half = float((continuum.ends - continuum.starts).mean()) / 2
        return np.where(apart > 0, np.inf, 0.0) if half == 0 else np.asarray(apart / half)

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        half = float((continuum.ends - continuum.starts).mean()) / 2
        ends = continuum.ends - continuum.ends.min()
        wide = 0.5 * limit * half + ends * 1e-12
        return ends - wide, ends + wide

    def __str__(self) -> str:
        return "hamming"


@dataclass(frozen=True)
class PositionalFunction:
    """A function of the starts and ends of many units and of as many others: how different they are, 1 meaning Δ∅."""

    function: PositionFunction

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        values = self._values(continuum, first, second)
        few = slice(0, CHECKED_PAIRS)
        if not np.array_equal(values[few], self._values(continuum, second[few], first[few])):
            raise DataError(
                "ACC024", "the dissimilarity of two units changes with their order", hint="make it symmetric"
            )
        return values

    def _values(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        starts, ends = continuum.starts, continuum.ends
        values = np.array(self.function(starts[first], ends[first], starts[second], ends[second]), dtype=np.float64)
        if values.shape != first.shape:
            raise DataError(
                "ACC024",
                f"the dissimilarity function returned the shape {values.shape} for {len(first)} pairs of units",
                hint="it takes arrays of starts, ends, other starts and other ends, and returns one as long",
            )
        if not (values >= 0).all():
            raise DataError("ACC024", "a dissimilarity is negative or not a number", hint="return numbers from 0 on")
        return values

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        return None

    def __str__(self) -> str:
        return f"function({getattr(self.function, '__name__', 'positional')})"


def said_of_functions(positional: Positional, discontinuous: int) -> Diagnostics:
    """That a function of starts and ends does not see the gaps of so many units."""
    if not discontinuous or not isinstance(positional, PositionalFunction):
        return ()
    units = many(discontinuous, "discontinuous unit is", "discontinuous units are")
    return (Diagnostic("ACC383", f"{units} compared from the first fragment to the last by {positional}"),)


# ---- by category


@dataclass(frozen=True)
class Nominal:
    """0 for the same category, 1 for another; no category is like no category and unlike any."""

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        return np.not_equal(continuum.codes[first], continuum.codes[second]).astype(np.float64)

    def __str__(self) -> str:
        return "nominal"


class _Tabulated:
    """Distances looked up in a table, which is kept for the categories that were last asked for."""

    _table: tuple[Categories, Floats] | None = None

    def distances(self, categories: Categories) -> Floats:
        """(categories, categories)"""
        raise NotImplementedError

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        known = self._table
        if known is None or known[0] is not continuum.categories:
            values = self.distances(continuum.categories)
            table = np.ones((len(values) + 1, len(values) + 1))  # the last of no category, whose code is −1
            table[:-1, :-1] = values
            table[-1, -1] = 0.0
            known = (continuum.categories, table)
            object.__setattr__(self, "_table", known)
        return np.asarray(known[1][continuum.codes[first], continuum.codes[second]])


@dataclass(frozen=True)
class Ordinal(_Tabulated):
    """|rank − rank| / (categories − 1) in the order given, which is not guessed from the names."""

    order: tuple[str, ...]

    def __init__(self, order: Iterable[object]) -> None:
        object.__setattr__(self, "order", tuple(canonical_text(category) for category in order))
        _no_repetition(self.order)

    def distances(self, categories: Categories) -> Floats:
        ranks = np.array(_places_in(categories, self.order), dtype=np.float64)
        return np.asarray(np.abs(ranks[:, None] - ranks) / max(len(self.order) - 1, 1))

    def __str__(self) -> str:
        return "ordinal"


@dataclass(frozen=True)
class CategoryMatrix(_Tabulated):
    """Distances of categories from 0 (the same) to 1 (incompatible), symmetric with a zero diagonal.

    Mathet & Widlöcher 2011, table 1. A unit without category is at distance 1 of any with one.

    >>> CategoryMatrix([[0, .5, 1], [.5, 0, 1], [1, 1, 0]], ["cat1", "cat2", "cat3"])
    CategoryMatrix(cat1, cat2, cat3)
    """

    categories: tuple[str, ...]
    values: tuple[tuple[float, ...], ...] = field(repr=False)

    def __init__(self, matrix: ArrayLike, categories: Iterable[object]) -> None:
        names = tuple(canonical_text(category) for category in categories)
        _no_repetition(names)
        try:
            values = np.array(matrix, dtype=np.float64)
        except (TypeError, ValueError):
            raise DataError("ACC024", "the matrix of categories holds something that is not a number") from None
        _check_matrix(values, names)
        object.__setattr__(self, "categories", names)
        object.__setattr__(self, "values", tuple(map(tuple, values.tolist())))

    def distances(self, categories: Categories) -> Floats:
        places = _places_in(categories, self.categories)
        known = np.array(self.values).reshape(len(self.categories), len(self.categories))
        return np.asarray(known[np.ix_(places, places)])

    def __repr__(self) -> str:
        return (
            f"CategoryMatrix({', '.join(map(visible, self.categories[:8]))}{', …' if len(self.categories) > 8 else ''})"
        )

    def __str__(self) -> str:
        return f"matrix of {many(len(self.categories), 'category', 'categories')}"


@dataclass(frozen=True)
class CategoricalFunction(_Tabulated):
    """A function of two categories: their distance from 0 to 1."""

    function: CategoryFunction

    def distances(self, categories: Categories) -> Floats:
        names = categories.texts
        values = np.array([[self.function(row, column) for column in names] for row in names], dtype=np.float64)
        values = values.reshape(len(names), len(names))
        _check_matrix(values, names)
        return values

    def __str__(self) -> str:
        return f"function({getattr(self.function, '__name__', 'categorical')})"


def _places_in(categories: Categories, known: Sequence[str]) -> list[int]:
    place = {name: index for index, name in enumerate(known)}
    unknown = next((name for name in categories.texts if name not in place), None)
    if unknown is not None:
        raise DataError(
            "ACC025",
            f"the category '{unknown}' of the data has no distances to the others",
            hint=f"known are {', '.join(known[:8])}{', …' if len(known) > 8 else ''}",
        )
    return [place[name] for name in categories.texts]


def _no_repetition(names: Sequence[str]) -> None:
    twice = repeated(names)
    if twice is not None:
        raise DataError("ACC024", f"the category '{twice}' is listed twice", hint="name each category once")


def _check_matrix(values: Floats, names: Sequence[str]) -> None:
    """A DataError that names the first cell that cannot be a distance of two categories."""
    size = len(names)
    if values.shape != (size, size):
        shape = " × ".join(map(str, values.shape))
        raise DataError("ACC024", f"the matrix is {shape} and there are {size} categories", hint="one row for each")
    complaints = (
        (~np.isfinite(values), "is not a finite number", "give every distance"),
        ((values < 0) | (values > 1), "is not between 0 and 1", "1 means incompatible; divide by the largest distance"),
        (np.eye(size, dtype=bool) & (values != 0), "is not 0", "a category is at distance 0 from itself"),
        (values != values.T, "is not the same in the other direction", "make the matrix symmetric"),
    )
    for odd, what, hint in complaints:
        if odd.any():
            row, column = (int(place) for place in np.argwhere(odd)[0])
            pair = f"'{names[row]}' and '{names[column]}'"
            raise DataError("ACC024", f"the distance of {pair}, {values[row, column]:g}, {what}", hint=hint)


# ---- together


@dataclass(frozen=True)
class Combined:
    """Δ∅ · (α · positional + β · categorical); any pair with an empty unit costs Δ∅ (Mathet & Widlöcher 2011, eq. 4).

    `forbid` makes units whose categories are at distance 1 impossible to align, which the paper meant; by default
    they only pay for it. Functions in the place of objects are wrapped.
    """

    positional: Positional = field(default_factory=Sporadic)
    categorical: Categorical = field(default_factory=Nominal)
    alpha: float = 1.0
    beta: float = 1.0
    delta_empty: float = 1.0
    forbid: bool = False

    def __post_init__(self) -> None:
        for name in ("alpha", "beta"):
            number = getattr(self, name)
            if not (isinstance(number, int | float) and np.isfinite(number) and number >= 0):
                raise UsageError(f"{name} is a weight, not {number!r}", "give a number from 0 on")
        _positive("delta_empty", self.delta_empty)
        for name in ("alpha", "beta", "delta_empty"):
            object.__setattr__(self, name, float(getattr(self, name)))
        if not hasattr(self.positional, "between"):
            object.__setattr__(self, "positional", positional_function(self.positional))
        if not hasattr(self.categorical, "between"):
            object.__setattr__(self, "categorical", CategoricalFunction(_callable(self.categorical, "categorical")))

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        """The dissimilarity of pairs of units."""
        return self.relative(continuum, first, second) * self.delta_empty

    def relative(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        """The dissimilarity of pairs of units divided by Δ∅."""
        if self.alpha:
            total = self.positional.between(continuum, first, second)
            if self.alpha != 1:
                total = total * self.alpha
        else:
            total = np.zeros(len(first))
        if self.beta or self.forbid:
            categories = self.categorical.between(continuum, first, second)
            total = total + (categories * self.beta if self.beta != 1 else categories)
            if self.forbid:
                total[categories >= 1] = np.inf
        return total

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        """Stretches that overlap whenever two units are at most `limit` (in multiples of Δ∅) apart, where known."""
        return self.positional.reach(continuum, limit / self.alpha) if self.alpha else None

    def __str__(self) -> str:
        parts = f"{self.alpha:g}·{self.positional} + {self.beta:g}·{self.categorical}, Δ∅ = {self.delta_empty:g}"
        return parts + (", incompatible categories forbidden" if self.forbid else "")


Dissimilarity = Combined


def positional_function(function: object) -> PositionalFunction:
    """A user's function of starts, ends, other starts and other ends as a dissimilarity."""
    return PositionalFunction(_callable(function, "positional"))


def _callable(function: object, what: str) -> Callable[..., float]:
    if not callable(function):
        raise UsageError(f"the {what} dissimilarity is {function!r}", "give one of accord.alignment's, or a function")
    return function


def _positive(name: str, number: object) -> None:
    if isinstance(number, bool) or not isinstance(number, int | float) or not (np.isfinite(number) and number > 0):
        raise UsageError(f"{name} is a positive number, not {number!r}")
