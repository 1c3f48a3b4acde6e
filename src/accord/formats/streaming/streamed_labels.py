"""Labels of tables that do not fit in memory: distinct rows of ratings, and how many items show each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from accord.annotations import Labels
from accord.annotations.column_names import CANONICAL, suggested
from accord.annotations.columns import readings
from accord.annotations.counted_labels import counted_labels
from accord.annotations.plausibility import refuse_implausible, refuse_repetition
from accord.annotations.weighted_rows import WeightedRows
from accord.formats.locating import LocatedFile
from accord.formats.options import ReadOptions
from accord.formats.streaming.cluster_counting import counted_on_cluster
from accord.formats.streaming.coded_reading import CodedReading
from accord.formats.streaming.kept_items import items_kept_now
from accord.formats.streaming.one_pass import counted
from accord.formats.streaming.recognised_table import RecognisedTable
from accord.results import DataError, Place, Reading
from accord.results.option_names import option
from accord.results.wording import many
from accord.results.working import backend_now

WORKED_ON = 400  # bytes of a row while its portion is worked on
FEWEST_ROWS, MOST_ROWS = 5_000, 1_000_000  # of a portion


def streamed_labels(
    tables: Sequence[RecognisedTable],
    files: Sequence[LocatedFile],
    options: ReadOptions,
    budget: int,
    ratings: int,
    progress: Callable[[float], None] | None = None,
) -> Labels:
    """The labels of tables, read in portions within a budget of bytes; `ratings` are about how many there are."""
    rows = int(np.clip(budget // (4 * WORKED_ON), FEWEST_ROWS, MOST_ROWS))
    keeper = items_kept_now()
    reading = CodedReading.of(tables, files, options, rows, progress, kept=keeper is not None)
    if backend_now() == "dask" and keeper is None:
        weighted_rows = counted_on_cluster(reading, budget, ratings)
    else:
        weighted_rows = counted(reading.portions, budget, ratings, keeper)
    built = _labels(reading, weighted_rows, budget)
    if keeper is not None:
        keeper.settle(weighted_rows, list(reading.people.numbers), list(reading.labels.numbers), built)
    return built


def _labels(reading: CodedReading, rows: WeightedRows, budget: int) -> Labels:
    """Labels of the rows, with what was read as what."""
    told, tables, long_columns = reading.told, reading.tables, reading.tables[0].found
    source = ", ".join(file.shown for file in reading.files)
    people, names = list(reading.people.numbers), list(reading.labels.numbers)
    plain = replace(told, missing=())  # those are gone already
    built = counted_labels(rows, people, names, plain, sets=reading.sets, column=long_columns.label, source=source)
    bare = told.item_column is None and suggested(long_columns.item).strength < CANONICAL
    refuse_repetition(built, long_columns.item, guessed=bare)
    guessed = told.label_column is None and suggested(long_columns.label).strength < CANONICAL
    doubts = refuse_implausible(built, guessed=guessed)
    diagnostics = (*(diagnostic for table in tables for diagnostic in table.start.said), *doubts, *built.diagnostics)
    first = tuple(reading for table in tables for reading in table.start.read_as)
    read_as = (_how(budget), *_files(reading, built), *first, *readings(long_columns), *built.read_as)
    return replace(built, diagnostics=diagnostics, read_as=tuple(dict.fromkeys(read_as)))


def _how(budget: int) -> Reading:
    text = f"read in one pass within {budget / 1e9:,.2g} GB of memory; a row stands for all items rated alike, under "
    return Reading("files", text + "the name of one of them", options=("memory",))


def _files(reading: CodedReading, built: Labels) -> tuple[Reading, ...]:
    number = len(reading.tables)
    if number == 1:
        return ()
    if reading.options.pool:
        return (Reading("files", f"{many(number, 'file')} pooled, as asked"),)
    owner = np.array([reading.files_of[name] for name in built.annotators or ()])
    of_rating = owner[built.who] if built.who is not None else owner[:0]
    row = np.repeat(np.arange(built.n_rows), built.sizes)
    met = np.zeros((built.n_rows, number), dtype=bool)
    met[row, of_rating] = True
    alone = np.flatnonzero(~met[met.sum(axis=1) > 1].any(axis=0))
    if len(alone):
        name = reading.files[int(alone[0])].path.name
        message = f"'{name}' shares neither annotators nor items with the other files"
        hint = f"{option('pool')} pools them; otherwise measure one file at a time"
        raise DataError("ACC222", message, Place(built.source), hint)
    return (Reading("files", f"{many(number, 'file')} with other annotators on the same items: one campaign"),)
