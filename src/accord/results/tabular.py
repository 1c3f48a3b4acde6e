"""Tables that are data frames: what has columns is a frame of polars or pandas, and a table in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeVar

from accord.results.foreign_text import html_text

if TYPE_CHECKING:
    import pandas
    import polars

Library = Literal["polars", "pandas"]
Columns = dict[str, list[object]]
Row = TypeVar("Row", covariant=True)
MOST_SHOWN = 30  # rows in a notebook


class Tabular:
    """Something with columns, all of its rows and all digits."""

    frame_library: Library = "polars"
    """Of the frames that `to_frame` makes: that of the data."""

    def _columns(self) -> Columns:
        raise NotImplementedError

    def records(self) -> list[dict[str, object]]:
        """A mapping from columns to plain values for each row; numbers that are undefined are nan."""
        columns = self._columns()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def to_polars(self) -> polars.DataFrame:
        """As a frame of polars."""
        import polars

        return polars.DataFrame(self._columns(), strict=False)

    def to_pandas(self) -> pandas.DataFrame:
        """As a frame of pandas."""
        import pandas

        return pandas.DataFrame(self._columns())

    def to_frame(self) -> polars.DataFrame | pandas.DataFrame:
        """As a frame of the library that the data came in; of polars, where they came in none."""
        return self.to_pandas() if self.frame_library == "pandas" else self.to_polars()

    def _repr_html_(self) -> str:
        columns = self._columns()
        header = "".join(f"<th>{html_text(name)}</th>" for name in columns)
        rows = list(zip(*(values[:MOST_SHOWN] for values in columns.values()), strict=True))
        body = "".join(f"<tr>{''.join(f'<td>{_cell(value)}</td>' for value in row)}</tr>" for row in rows)
        more = len(next(iter(columns.values()), ())) - len(rows)
        rest = f"<p>{more:,} more rows: to_frame() has them all.</p>" if more > 0 else ""
        return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>{rest}"


class Records(tuple[Row, ...], Tabular):
    """Records in a row, each a line of the table: `rows[0]` is a record, `rows.to_frame()` the table."""

    def _columns(self) -> Columns:
        lines = [line for record in self for line in lines_of(record)]
        names = dict.fromkeys(name for line in lines for name in line)
        return {name: [line.get(name) for line in lines] for name in names}

    def __repr__(self) -> str:
        kinds = dict.fromkeys(type(record).__name__ for record in self)
        return f"Records({len(self):,} × {', '.join(kinds)})" if kinds else "Records()"


class Computed(Tabular):
    """A table whose columns are computed when somebody looks at it."""

    def __init__(self, made: Callable[[], Columns]) -> None:
        self._made = made

    def _columns(self) -> Columns:
        return self._made()

    def __repr__(self) -> str:
        return "Computed(to_frame() makes it)"


class Tables(Mapping[str, Tabular]):
    """Tables by name."""

    def __init__(self, tables: Mapping[str, Tabular | None], library: Library = "polars") -> None:
        self._tables = {name: table for name, table in tables.items() if table is not None and not _is_empty(table)}
        for table in self._tables.values():
            in_library(table, library)

    def __getitem__(self, key: str) -> Tabular:
        if key not in self._tables:
            raise KeyError(f"there is no table '{key}'; there are {', '.join(self._tables) or 'none'}")
        return self._tables[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __repr__(self) -> str:
        return f"Tables({', '.join(self._tables)})"


def in_library(value: object, library: Library) -> None:
    """Let a table, and the tables that it holds, make frames of a library."""
    if isinstance(value, Tabular):
        object.__setattr__(value, "frame_library", library)
        if is_dataclass(value):
            for held in vars(value).values():
                in_library(held, library)


def lines_of(record: object) -> list[dict[str, object]]:
    """The lines of a table that a record makes: its own `in_table`, or its fields."""
    if hasattr(record, "in_table"):
        made: list[dict[str, object]] = record.in_table()
        return made
    if not is_dataclass(record):
        return [{"value": record}]
    return [{field.name: plain(getattr(record, field.name)) for field in fields(record) if field.repr}]


def plain(value: object) -> object:
    """A value that every frame can hold: a tuple is a text."""
    if isinstance(value, tuple | list):
        return "; ".join(map(_joined, value))
    return str(value) if is_dataclass(value) else value


def _joined(value: object) -> str:
    return ": ".join(str(part) for part in value if part is not None) if isinstance(value, tuple) else str(value)


def columns_of(rows: Sequence[object], *names: str, **paths: str) -> Columns:
    """A column for each name: that attribute of every row; under a keyword what is at a path, "one.within" another."""
    named = {**{name: name for name in names}, **paths}
    return {name: list(map(attrgetter(path), rows)) for name, path in named.items()}


def beside(columns: Columns, named: Mapping[str, list[object]]) -> Columns:
    """Further columns whose names people gave; one that is taken gets an underscore.

    >>> beside({"item": [1]}, {"item": ["x"], "A": ["y"]})
    {'item': [1], 'item_': ['x'], 'A': ['y']}
    """
    made = dict(columns)
    for name, values in named.items():
        while name in made:
            name += "_"
        made[name] = values
    return made


def _is_empty(table: Tabular) -> bool:
    return isinstance(table, Sequence) and not len(table)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return "" if value != value else f"{value:.4g}"
    return html_text(str(value))
