"""The header of a table, and the roles its columns can have: those of a long table, or of a wide one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from accord.annotations.column_evidence import Contents
from accord.annotations.column_names import folded, suggested
from accord.annotations.labels import Level
from accord.results import DataError, Place
from accord.results.option_names import option_line


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """What is told about a table of labels, as for `accord.labels` and `accord.read`; all else is recognised."""

    categories: Iterable[object] | None = None
    level: Level | None = None
    nothing: object = None
    item_column: str | None = None
    annotator_column: str | None = None
    label_column: str | None = None
    time_column: str | None = None
    cluster_column: str | None = None
    annotators: Sequence[str] | None = None
    """The columns of a wide table that are annotators."""
    transpose: bool = False
    """Items and annotators are the other way round."""
    orientation: str | None = None
    """What the rows of a wide table are, "items" or "annotators"."""
    missing: Sequence[str] = ()
    set_separator: str | None = None

    @classmethod
    def of(cls, options: object) -> TableOptions:
        """From options that have all these and more."""
        return cls(**{field.name: getattr(options, field.name) for field in fields(cls)})


NOTHING_TOLD = TableOptions()


@dataclass(frozen=True)
class LongColumns:
    """The roles in a table with one row per label."""

    item: str
    annotator: str
    label: str
    text: str | None
    unused: tuple[str, ...]
    guessed: bool
    """Whether a role was recognised by anything but the names that are documented."""
    time: str | None = None
    """The column that says when each label was given."""
    time_told: bool = False


@dataclass(frozen=True)
class WideColumns:
    """The roles in a table with one row per item, or per annotator when it is transposed."""

    rows: str | None
    """The column that names the rows; None when they are numbered."""
    columns: tuple[str, ...]
    text: str | None
    unused: tuple[str, ...]
    guessed: bool
    aside: tuple[str, ...] = ()
    """Columns that are no annotators by their names or their content."""
    transposed: bool = False


@dataclass(frozen=True)
class Header:
    """The columns of a table and what is told about them; raises the errors that ask for more."""

    contents: Contents
    place: Place
    file: bool
    """Whether the table is a file, which `accord.read` reads, or a data frame of Python."""
    index: tuple[str, ...] = ()
    """Columns that are the index of a data frame, without a name of its own."""
    item: str | None = None
    annotator: str | None = None
    label: str | None = None
    time: str | None = None
    transpose: bool = False

    @property
    def names(self) -> list[str]:
        return self.contents.frame.columns

    @property
    def told(self) -> set[str | None]:
        return {self.item, self.annotator, self.label, self.time}

    def asked(self, what: str, *proposed: str, code: str = "ACC007", or_else: str = "") -> DataError:
        """The error that asks which column is what, with the options filled in as far as there is something to
        propose."""
        shown = ", ".join(f"'{name}'" for name in self.names[:12]) + (", …" if len(self.names) > 12 else "")
        if not proposed:
            proposed = ("item_column", "annotator_column", "label_column")
        hint = f"say which: {option_line(*proposed)}" + (f"; {or_else}" if or_else else "")
        return DataError(code, f"{what} (the columns are {shown})", self.place, hint)


def first_named(names: Sequence[str], known: Sequence[str]) -> str | None:
    """The column that matches the earliest of the known names."""
    columns = {folded(column): column for column in reversed(names)}
    return next((columns[name] for name in known if name in columns), None)


def likeliest(names: Sequence[str], role: str, known: Sequence[str]) -> list[str]:
    """The columns whose names suggest a role, the strongest suggestion first, then in the order of the known names."""
    fitting = [name for name in names if suggested(name).role == role]
    order = {name: place for place, name in enumerate(known)}
    return sorted(fitting, key=lambda name: (-suggested(name).strength, order.get(folded(name), len(known))))


def families(names: Sequence[str]) -> dict[str, list[str]]:
    """Columns that differ by a number, such as rater_1 and rater_2, by what they have in common."""
    by_family: dict[str, list[str]] = {}
    for name in names:
        family = suggested(name).family
        if family is not None:
            by_family.setdefault(family, []).append(name)
    return {family: members for family, members in by_family.items() if len(members) > 1}
