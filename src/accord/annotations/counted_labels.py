"""Labels of counted rows, read as those of a table in memory are: level, missing marks, remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from accord.annotations.finished_labels import category_set, finished, outside
from accord.annotations.frames import natural_order
from accord.annotations.label_remarks import odd_labels, one_number, remarks
from accord.annotations.labels import Labels, Level
from accord.annotations.lazy_polars import pl
from accord.annotations.measurement_level import with_level
from accord.annotations.missing_marks import missing_marks
from accord.annotations.table_header import TableOptions
from accord.annotations.weighted_rows import WeightedRows
from accord.results import Diagnostic, Place


def counted_labels(
    rows: WeightedRows,
    people: Sequence[str],
    names: Sequence[str],
    told: TableOptions,
    *,
    sets: bool,
    column: str | None = None,
    source: str | None = None,
) -> Labels:
    """Labels of rows whose numbers stand for these annotators and these texts of labels; `column` is what the labels
    are called."""
    unasked, marks = missing_marks(names) if told.categories is None and not sets else (set(), ())
    unasked = {*unasked, *told.missing}
    kept = [name for name in names if name not in unasked]
    known = category_set(kept, told.categories, sets)
    odd = next((name for name in kept if name not in known.index), None)
    if odd is not None:
        raise outside(known, odd, Place(source))
    wanted = natural_order(people)
    place = {name: position for position, name in enumerate(wanted)}
    rows = rows.recoded(
        np.array([place[name] for name in people], dtype=np.int32),
        np.array([known.index[name] if name not in unasked else -1 for name in names], dtype=np.int32),
    ).distinct()
    items = None if rows.items is None else rows.items.cast(pl.String).to_list()
    level: Level | None = "sets" if told.level == "sets" else None
    annotators = tuple(wanted)
    built = finished(known, level, annotators, rows.starts, rows.who, rows.codes, rows.weights, items, told.nothing)
    built = with_level(built, told.level, column)
    diagnostics = [*one_number(list(people), "annotators", source), *odd_labels(kept, source)]
    diagnostics += [*_repeated(built, source), *remarks(built, source)]
    return replace(built, source=source, read_as=(*built.read_as, *marks), diagnostics=tuple(diagnostics))


def _repeated(built: Labels, source: str | None) -> Iterator[Diagnostic]:
    if built.n_repeated:
        yield Diagnostic(
            "ACC101",
            f"{built.n_repeated:,} repeated rating(s) of an item by the same annotator",
            Place(source),
            "all are kept; agreement between annotators uses the first of each",
        )
