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


def fields_tabled(found: FieldsCompared, title: str, written: str, show: str | None) -> Tabled:
    """Sentences and tables for people; one table of all questions where a table is asked for, or in CSV.

    In the terminal only the questions stand, elsewhere each question's own tables below them.
    """
    whole = before_after_tabled(next(iter(found.values())), title)
    first = TabledPart("questions", "All questions", lambda exact: questions_table(found, exact))
    parts: tuple[TabledPart, ...] = (first,)
    if show is not None or written == "csv":
        listed = tuple(
            replace(part, table=lambda exact, key=part.key: _of_all(found, key, exact))  # type: ignore[misc]  # the key is bound
            for part in whole.parts
        )
        parts = (*listed, first)
    elif written != "text":
        parts = (first, *_of_each(found))
    only = len(found.only_before) + len(found.only_after)
    facts = f"{many(len(found), 'question')} of both rounds" + (f", {only} of one of them" if only else "")
    read_as = (*found.read_as, *_levels(found))
    return Tabled(title, facts, tuple(found.sentences()), parts, whole.methods + METHODS, read_as)


def _levels(found: FieldsCompared) -> Iterator[Reading]:
    """The level of each question as it was guessed; those that the data settle are in the names of the measures."""
    guessed = [
        replace(one, text=f"'{name}': {one.text}", options=())
        for name, question in found.items()
        for one in question.read_as
        if one.aspect == "level" and one.guessed
    ]
    yield from guessed[:MOST_LEVELS]
    if len(guessed) > MOST_LEVELS:
        yield Reading("level", f"{len(guessed) - MOST_LEVELS} more questions", True)


def questions_table(found: FieldsCompared, exact: bool = False) -> Table:
    """The main measure of each question; what fell most stands first."""
    if exact:
        return of_records(found.rows.records(), "field")
    level = f"{found.confidence:.0%} "
    header = (
        "question", "measure", "in both", "before", "after", "difference", f"{level}low", f"{level}high", "p (Holm)",
        "verdict",
    )  # fmt: skip
    caption = "The largest drop comes first. Verdicts are corrected for the number of questions (Holm)."
    return Table(header, tuple(_row(found, one) for one in found.rows), caption, frozenset(range(2, 9)))


def _row(found: FieldsCompared, one: FieldGap) -> tuple[str, ...]:
    said = one.corrected if one.undefined is None else f"undefined: {one.undefined}"
    if one.corrected != one.verdict:
        said += f" (alone: {one.verdict})"
    values = (digits(one.before, False), digits(one.after, False))
    ends = (signed_gap(end) for end in (one.difference, one.low, one.high))
    p = "–" if one.p_holm != one.p_holm else digits(one.p_holm, False)
    return one.field, measure_name(found, one), f"{one.shared:,}", *values, *ends, p, said


def measure_name(found: FieldsCompared, one: FieldGap) -> str:
    """What people call the measure of a row."""
    main = found[one.field].main
    return one.measure if main is None else main.name


def _of_each(found: FieldsCompared) -> Iterator[TabledPart]:
    """The tables of each question under its name; what was found stands above the first of them."""
    for number, (name, one) in enumerate(found.items(), 1):
        said = " ".join(one.sentences()[1:])  # the first is that of the figure, and stands in the table
        for place, part in enumerate(before_after_tabled(one, name).with_rows()):
            key, heading = field_key(number, part.key), f"{name}: {part.heading[0].lower()}{part.heading[1:]}"

            def table(exact: bool, of: TabledPart = part, above: str = said if place == 0 else "") -> Table:
                made = of.table(exact)
                return replace(made, caption=f"{above} {made.caption}".strip())

            yield TabledPart(key, heading, table, part.listing)


def field_key(number: int, key: str) -> str:
    """The key of a table of one question, by the place of the question."""
    return f"q{number}-{key}"


def _of_all(found: FieldsCompared, key: str, exact: bool) -> Table:
    """The same table of all questions under each other, with a column for the question."""
    tables = {
        name: next(part for part in before_after_tabled(one, name).parts if part.key == key).table(exact)
        for name, one in found.items()
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
