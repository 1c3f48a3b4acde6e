"""What all shapes of annotation have in common: what is known about the whole, and parts of their columns."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from accord.annotations.roles import Role, Roles, annotators_named
from accord.annotations.sparse import numbered_places
from accord.annotations.tidy_columns import tidy_columns
from accord.annotations.tidy_frames import pandas_frame, polars_frame
from accord.results import Diagnostics, ReadAs
from accord.results.presenting import presented
from accord.results.tabular import Library

if TYPE_CHECKING:
    import pandas
    import polars


class ShownAsText:
    """What a notebook shows as it shows text."""

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>"


@dataclass(frozen=True, eq=False, kw_only=True)
class WithOrigin:
    """What is known about annotations as a whole, wherever they come from."""

    roles: Roles = field(default_factory=dict)
    """What the annotators are, where it is known; whoever is not named is a person."""
    read_as: ReadAs = ()
    """What was read as what."""
    diagnostics: Diagnostics = ()
    source: str | None = None
    files: tuple[str, ...] = field(default=(), repr=False)
    """The files they were read from, as absolute paths: nothing is written over them."""
    frame_library: Library | None = field(default=None, repr=False)
    """The library of the frame that they came in, where it was pandas or polars: frames made of them are of it."""

    def roles_of(self, names: Iterable[str]) -> dict[str, Role]:
        """The roles that are known of these annotators."""
        return {name: role for name, role in self.roles.items() if name in names}


class Annotated(WithOrigin, ShownAsText):
    """Annotations of some shape: who was asked about what, and annotated what.

    All shapes have the same habits. `len(data)` is the number of annotations: labels, units, relations, answers.
    `of_annotators` and `of_items` or `of_documents` choose, `+` adds a part, `rows` and `to_frame` list them all.

    Two sets of annotations are equal (`==`) when they hold the same: the same items or documents and annotators by
    name, in any order; the same annotations, asked of the same people; the same categories, level and roles. Where they
    were read from, what was guessed and said on the way, texts, and the names that tools give to units do not matter.
    """

    kind: ClassVar[str]

    @cached_property
    def derived(self) -> dict[object, object]:
        """What others made of these data and will need again, by a key of their own; it lives as long as the data."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        """Without what was derived: other processes make it anew."""
        return {name: value for name, value in self.__dict__.items() if name != "derived"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Annotated) or other.kind != self.kind:
            return NotImplemented
        from accord.annotations.content import same_content

        return same_content(self, other)

    def __hash__(self) -> int:
        from accord.annotations.content import content_key

        return hash(content_key(self))

    def __add__(self, other: Self) -> Self:
        """Both parts of one data set: items, documents and annotators are the same when their names are.

        Parameters
        ----------
        other
            Annotations of the same shape and level, of other items or documents, or by other annotators. Categories
            that were declared must be the same; those that were not are put together.

        Returns
        -------
        Labels, Spans, Relations or Answers
            As the two parts are.

        Raises
        ------
        DataError
            When both parts hold the same item or document by the same annotator, or do not fit together.

        Examples
        --------
        >>> import accord
        >>> monday = accord.labels([["a", "a"]], items=["s1"], annotators=["Ann", "Bob"])
        >>> tuesday = accord.labels([["b", "a"]], items=["s2"], annotators=["Ann", "Cem"])
        >>> monday + tuesday
        Labels(2 items, 3 annotators, 2 categories, level nominal, 2 missing)
        """
        if not isinstance(other, Annotated) or other.kind != self.kind:
            return NotImplemented
        made: Self = presented("sum of annotations", self, other)
        return made

    def __radd__(self, other: int) -> Self:
        """So that `sum(parts)` adds them, which begins with 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of `to_frame`, one for each annotation, as dictionaries.

        Examples
        --------
        >>> import accord
        >>> next(accord.answers({"s1": {"Ann": ["car"], "Bob": []}}).rows())
        {'item': 's1', 'annotator': 'Ann', 'answer': 'car'}
        """
        columns = tidy_columns(self)
        return (dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True))

    def to_frame(self) -> polars.DataFrame | pandas.DataFrame:
        """A row for each annotation, in pandas where the data came in pandas, else in polars.

        The columns are those of a table that `accord.read` recognises: item, annotator, label; document, annotator,
        start, end, category; document, annotator, origin, target, label; or item, annotator, answer. Whoever was asked
        and annotated nothing has a row without an annotation. Beside them stand, where they are known, the role of the
        annotator (annotator_role), time, cluster, id, text and length. Where only counts are known, there is a column
        of counts instead of annotators. Documents that nobody was asked about are not in it, nor given units that are
        in an annotator's structure without a relation (`components`).

        Returns
        -------
        polars.DataFrame or pandas.DataFrame

        Examples
        --------
        >>> import accord
        >>> data = accord.labels([["a", "a"], ["b", None]], items=["s1", "s2"], annotators=["Ann", "Bob"])
        >>> data.to_frame().rows()
        [('s1', 'Ann', 'a'), ('s1', 'Bob', 'a'), ('s2', 'Ann', 'b')]
        """
        return self.to_pandas() if self.frame_library == "pandas" else self.to_polars()

    def to_polars(self) -> polars.DataFrame:
        """As `to_frame`, in polars."""
        return polars_frame(tidy_columns(self))

    def to_pandas(self) -> pandas.DataFrame:
        """As `to_frame`, in pandas."""
        return pandas_frame(tidy_columns(self))


def chosen_people(data: Any, chosen: Sequence[str]) -> tuple[NDArray[np.int32], dict[str, Any]]:
    """(annotators + 1,) the new place of each, −1 for those not chosen and for nobody, the last; and for `replace` who
    they are and what they were asked."""
    names = annotators_named(chosen, data.annotators)
    old = [data.annotators.index(name) for name in names]
    people = {"annotators": names, "roles": data.roles_of(names), "assigned": data.assigned[:, old]}
    return numbered_places(old, len(data.annotators) + 1), people


def picked(data: object, places: NDArray[np.integer], *columns: str) -> dict[str, Any]:
    """These columns of data at these places, for `replace`: arrays, tuples and lists each as what they are, no column
    as none."""
    return {name: at_places(getattr(data, name), places) for name in columns}


def at_places(column: Any, places: NDArray[np.integer]) -> Any:
    if column is None or isinstance(column, np.ndarray):
        return None if column is None else column[places]
    if hasattr(column, "of_units"):  # fragments of units
        return column.of_units(places)
    cells = [column[place] for place in places.tolist()]
    return tuple(cells) if isinstance(column, tuple) else cells
