"""Two rounds of a project, as tables: a row for each question, and the tables of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.renderings.before_after_tables import before_after_tabled, signed_gap
from accord.renderings.numbers import digits
from accord.renderings.tabled import Tabled, TabledPart
from accord.renderings.tables import Table, of_records
from accord.results import Reading
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.comparison.field_by_field import FieldGap, FieldsCompared

MOST_LEVELS = 12  # guessed, of as many questions
METHODS = " The verdicts on questions are corrected for their number by Holm's method, on the p of each main measure."


def fields_tabled(comparisons: FieldsCompared, title: str, written: str, show: str | None) -> Tabled:
    """Sentences and tables for people; one table of all questions where a table is asked for, or in CSV.

    In the terminal only the questions stand, elsewhere each question's own tables below them.
    """
    whole = before_after_tabled(next(iter(comparisons.values())), title)
    first = TabledPart("questions", "All questions", lambda exact: questions_table(comparisons, exact))
    parts: tuple[TabledPart, ...] = (first,)
    if show is not None or written == "csv":
        listed = tuple(
            replace(part, table=lambda exact, key=part.key: _of_all(comparisons, key, exact))  # type: ignore[misc]  # the key is bound
            for part in whole.parts
        )
        parts = (*listed, first)
    elif written != "text":
        parts = (first, *_of_each(comparisons))
    only = len(comparisons.only_before) + len(comparisons.only_after)
    facts = f"{many(len(comparisons), 'question')} of both rounds" + (f", {only} of one of them" if only else "")
    read_as = (*comparisons.read_as, *_levels(comparisons))
    return Tabled(title, facts, tuple(comparisons.sentences()), parts, whole.methods + METHODS, read_as)


def _levels(comparisons: FieldsCompared) -> Iterator[Reading]:
    """The level of each question as it was guessed; those that the data settle are in the names of the measures."""
    guessed = [
        replace(reading, text=f"'{name}': {reading.text}", options=())
        for name, question in comparisons.items()
        for reading in question.read_as
        if reading.aspect == "level" and reading.guessed
    ]
    yield from guessed[:MOST_LEVELS]
    if len(guessed) > MOST_LEVELS:
        yield Reading("level", f"{len(guessed) - MOST_LEVELS} more questions", True)


def questions_table(comparisons: FieldsCompared, exact: bool = False) -> Table:
    """The main measure of each question; what fell most stands first."""
    if exact:
        return of_records(comparisons.rows.records(), "field")
    level = f"{comparisons.confidence:.0%} "
    header = (
        "question", "measure", "in both", "before", "after", "difference", f"{level}low", f"{level}high", "p (Holm)",
        "verdict",
    )  # fmt: skip
    caption = "The largest drop comes first. Verdicts are corrected for the number of questions (Holm)."
    return Table(header, tuple(_row(comparisons, row) for row in comparisons.rows), caption, frozenset(range(2, 9)))


def _row(comparisons: FieldsCompared, gap: FieldGap) -> tuple[str, ...]:
    verdict = gap.corrected if gap.undefined is None else f"undefined: {gap.undefined}"
    if gap.corrected != gap.verdict:
        verdict += f" (alone: {gap.verdict})"
    values = (digits(gap.before, False), digits(gap.after, False))
    ends = (signed_gap(end) for end in (gap.difference, gap.low, gap.high))
    p = "–" if gap.p_holm != gap.p_holm else digits(gap.p_holm, False)
    return gap.field, measure_name(comparisons, gap), f"{gap.shared:,}", *values, *ends, p, verdict


def measure_name(comparisons: FieldsCompared, gap: FieldGap) -> str:
    """What people call the measure of a row."""
    main = comparisons[gap.field].main
    return gap.measure if main is None else main.name


def _of_each(comparisons: FieldsCompared) -> Iterator[TabledPart]:
    """The tables of each question under its name; what was found stands above the first of them."""
    for number, (name, compared) in enumerate(comparisons.items(), 1):
        text = " ".join(compared.sentences()[1:])  # the first is that of the figure, and stands in the table
        for place, part in enumerate(before_after_tabled(compared, name).with_rows()):
            key, heading = field_key(number, part.key), f"{name}: {part.heading[0].lower()}{part.heading[1:]}"

            def table(exact: bool, of: TabledPart = part, above: str = text if place == 0 else "") -> Table:
                made = of.table(exact)
                return replace(made, caption=f"{above} {made.caption}".strip())

            yield TabledPart(key, heading, table, part.listing)


def field_key(number: int, key: str) -> str:
    """The key of a table of one question, by the place of the question."""
    return f"q{number}-{key}"


def _of_all(comparisons: FieldsCompared, key: str, exact: bool) -> Table:
    """The same table of all questions under each other, with a column for the question."""
    tables = {
        name: next(part for part in before_after_tabled(compared, name).parts if part.key == key).table(exact)
        for name, compared in comparisons.items()
    }
    full = {name: table for name, table in tables.items() if table.rows} or tables
    header = list(dict.fromkeys(column for table in full.values() for column in table.header))
    rows = []
    for name, table in full.items():
        for row in table.rows:
            cells = dict(zip(table.header, row, strict=True))
            rows.append((name, *(cells.get(column, "") for column in header)))
    first = next(iter(full.values()))
    numeric = frozenset(header.index(first.header[place]) + 1 for place in first.numeric)
    return Table(("field", *header), tuple(rows), first.caption, numeric)
