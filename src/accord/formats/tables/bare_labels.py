"""Tables without a header: labels as crowds bring them, who labelled what how, perhaps with a reference and times; and
spans as pygamma-agreement writes them.

Which column is what is read from the content alone, and only where it is unmistakable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from accord.annotations.column_evidence import Contents, shared
from accord.annotations.column_names import suggested
from accord.annotations.columns import ANNOTATOR, fits
from accord.annotations.lazy_polars import pl
from accord.formats.options import ReadOptions
from accord.formats.tables.usual_columns import CATEGORY, DOCUMENT, END, ITEMS_OF_LABELS, START, UNIT
from accord.results import DataError, Place, Reading

BY_POSITION = ("annotator", "category", "start", "end")
FEWEST_ROWS = 8  # fewer prove nothing about content
MOST_WIDTH = 6
MOST_CATEGORIES = 30
ONCE = 0.9  # share of the rows that are the only one of their item and annotator
EVEN, UNEVEN = 0.1, 0.3  # spread of the number of rows of a value, relative to its mean
_WORKER = r"^A[0-9A-Z]{8,14}$"  # as Mechanical Turk names workers
_REFERENCES = ("truth", "gold", "reference", "ground")
_LARGEST_BESIDE = 1 << 26  # bytes of a file that is looked at beside the one that is read


@dataclass(frozen=True)
class BareLabels:
    """The positions of the columns, from 0."""

    item: int
    annotator: int
    label: int
    reference: int | None = None

    def names(self, width: int) -> list[str]:
        """Names for the columns by which their roles are known; those of the others are their numbers."""
        role = {self.item: "item", self.annotator: "annotator", self.label: "label", self.reference: "gold"}
        return [role.get(place, str(place + 1)) for place in range(width)]

    def reading(self) -> Reading:
        """What was guessed, with the options that settle it."""
        text = f"no header: column {self.item + 1} is the item, {self.annotator + 1} the annotator, "
        text += f"{self.label + 1} the label"
        if self.reference is not None:
            text += f"; {self.reference + 1} is the same for all who labelled an item: a reference"
        roles = {"item_column": self.item, "annotator_column": self.annotator, "label_column": self.label}
        settled = (f"{option}={place + 1}" for option, place in roles.items())
        return Reading("columns", text, True, ("header=False", *settled))


def bare_labels(cells: pl.DataFrame, options: ReadOptions, file: str) -> BareLabels | None:
    """The roles of the columns of a table whose first row is data; None where they can be doubted.

    Two columns recur and each pair of their values has one row: the item and the annotator. Of the others one has few
    values, and its first cell is one of them, as the name of a column would not be.
    """
    told = (options.item_column, options.annotator_column, options.label_column, options.annotators, options.field)
    if options.told_kind not in (None, "labels") or any(column is not None for column in told) or options.transpose:
        return None
    if not 3 <= cells.width <= MOST_WIDTH or cells.height < FEWEST_ROWS or _named(cells):
        return None
    contents = Contents(cells)
    who = _once_each(contents)
    if who is None:
        return None
    rest = [name for name in cells.columns if name not in who]
    candidates = [
        (item, annotator, label, reference)
        for item, annotator in permutations(who)
        for label, reference in _labels(contents, item, annotator, rest)
    ]
    if not candidates:
        return None
    judged = {roles[0] for roles in candidates if _is_item(contents, roles, file)}
    chosen = [roles for roles in candidates if roles[0] in judged]
    if len(judged) != 1 or len(chosen) != 1:
        return None
    places = [None if name is None else cells.columns.index(name) for name in chosen[0]]
    item, annotator, label, reference = places
    if item is None or annotator is None or label is None:
        return None
    return BareLabels(item, annotator, label, reference)


def refuse_reference(cells: pl.DataFrame, file: str) -> None:
    """Two columns without a header, items and the one label of each: a reference, and nobody to compare."""
    if cells.width != 2 or cells.height < FEWEST_ROWS or _named(cells):
        return
    contents = Contents(cells)
    item, label = cells.columns
    few = 1 < contents[label].distinct <= min(MOST_CATEGORIES, cells.height / 2) and _recurs(contents, label)
    if few and contents[item].distinct > contents[label].distinct and _depends(contents, item, label):
        message = "two columns without a header, items and one label for each: a reference, and no annotators"
        hint = "name the file with the labels of annotators; a reference goes beside it, with the header 'item,label'"
        raise DataError("ACC217", message, Place(file, 1), hint)


def _depends(contents: Contents, item: str, label: str) -> bool:
    return contents.pairs(item, label) == contents[item].distinct and not shared(contents[item], contents[label])


_Roles = tuple[str, str, str, str | None]


def _named(cells: pl.DataFrame) -> bool:
    """Whether a cell of the first row is a name that columns have, and no value of its own column."""
    return any(
        suggested((cell or "").strip()).role is not None
        and (cell is None or not bool((cells.to_series(place)[1:] == cell).any()))
        for place, cell in enumerate(cells.row(0))
    )


def _once_each(contents: Contents) -> tuple[str, str] | None:
    """The only two columns that recur and of whose values nearly each pair has one row."""
    height = contents.frame.height
    names = [
        name
        for name in contents.frame.columns
        if contents[name].filled == height and 1 < contents[name].distinct <= height / 2
    ]
    pairs = [
        (first, second)
        for place, first in enumerate(names)
        for second in names[place + 1 :]
        if contents.pairs(first, second) >= ONCE * height
    ]
    return pairs[0] if len(pairs) == 1 else None


def _labels(contents: Contents, item: str, annotator: str, names: list[str]) -> Iterator[tuple[str, str | None]]:
    """The columns that may hold the labels, each with the column of the same values that depends on the item alone."""
    few = [name for name in names if 1 < contents[name].distinct <= MOST_CATEGORIES and _recurs(contents, name)]
    depending = {
        column: [name for name in few if contents.pairs(column, name) == contents[column].distinct]
        for column in (item, annotator)
    }
    for name in few:
        alike = [other for other in few if other != name and shared(contents[other], contents[name])]
        references = [other for other in alike if other in depending[item]]
        others = [other for other in few if other != name and other not in references]
        if name in depending[item] or others or any(other in depending[annotator] for other in references):
            continue
        yield name, references[0] if references else None


def _recurs(contents: Contents, name: str) -> bool:
    """Whether the first cell stands again below it."""
    column = contents.frame[name]
    return bool((column[1:] == column[0]).any())


def _is_item(contents: Contents, roles: _Roles, file: str) -> bool:
    """Whether the content says which of two columns the items are: by a reference in the table or in a file beside
    it, by even numbers of labels, or by what workers are called."""
    item, annotator, _, reference = roles
    if reference is not None:
        return True
    beside = _items_beside(Path(file))
    if beside and _alike(contents, item, beside) != _alike(contents, annotator, beside):
        return _alike(contents, item, beside)
    if _workers(contents, item) != _workers(contents, annotator):
        return _workers(contents, annotator)
    return contents[item].unevenness < EVEN and contents[annotator].unevenness > UNEVEN


def _alike(contents: Contents, name: str, known: frozenset[str]) -> bool:
    values = set(contents.frame[name].to_list())
    return len(values & known) >= ONCE * len(values | known)


def _workers(contents: Contents, name: str) -> bool:
    return bool(contents.frame[name].str.contains(_WORKER).all())


def _items_beside(path: Path) -> frozenset[str]:
    """The items of a reference in a file beside a table: bird_truth.txt beside bird_crowd.txt."""
    stem = path.stem.rpartition("_")[0] or path.stem
    try:
        beside = [
            other
            for other in sorted(path.parent.glob("*"))
            if other != path and other.stem.startswith(stem) and any(word in other.stem.lower() for word in _REFERENCES)
        ]
        if len(beside) != 1 or not beside[0].is_file() or beside[0].stat().st_size > _LARGEST_BESIDE:
            return frozenset()
        lines = beside[0].read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        return frozenset()
    return frozenset(line.replace("\t", ",").replace(";", ",").partition(",")[0].strip() for line in lines if line)


def bare_spans(cells: pl.DataFrame) -> bool:
    """Whether rows without a header are annotator, category, start, end, as pygamma-agreement writes them.

    The third and fourth column hold numbers in growing pairs, the first line included, the first column names of
    annotators that come again, or the second words.
    """
    if cells.width != 4 or cells.height == 0 or any(kind != pl.String for kind in cells.dtypes):
        return False
    first = ["" if cell is None else cell for cell in cells.row(0)]
    if any(fits(cell, (*ANNOTATOR, *ITEMS_OF_LABELS, *CATEGORY, *DOCUMENT, *UNIT, *START, *END)) for cell in first[:2]):
        return False
    who, category, starts, ends = (_number(cells.to_series(place)) for place in range(4))
    if starts.is_null().any() or ends.is_null().any() or not bool((ends >= starts).all()):
        return False
    words = bool(category.is_null().all()) and bool((cells.to_series(1).fill_null("") != "").all())
    return bool(who.is_null().all()) and (words or cells.to_series(0).n_unique() < cells.height)


def _number(column: pl.Series) -> pl.Series:
    number = column.str.strip_chars().str.replace(",", ".", literal=True).cast(pl.Float64, strict=False)
    return number.set(~number.is_finite().fill_null(False), None)
