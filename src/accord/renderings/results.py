"""Results as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.evaluation.headlines import record_of
from accord.measures import called
from accord.renderings.measure_names import human_name
from accord.renderings.numbers import counted, digits, exactly, magnitude, shown
from accord.renderings.tables import WRITERS, Table, prose
from accord.results import SCHEMA, Result
from accord.results.diagnostics import carried
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.diagnosis.additions import ErrorReading
    from accord.evaluation.cross_table import CrossTable
    from accord.evaluation.overview import AnswerOverview, CorpusOverview, Overview
    from accord.evaluation.scales import ScaleReading
    from accord.evaluation.seen_otherwise import SeenAs

_OBSERVED = "observed_agreement"  # of the two agreements that a κ of relations is made of
_NUMBERS = frozenset({1, 2, 3})


def results_table(results: Sequence[Result], *, exact: bool = False, caption: str = "") -> Table:
    """One row per result; `exact` writes all digits (for CSV)."""
    if exact:
        return _exact(results)
    of = ["of"] if any(result.of is not None for result in results) else []
    confidence = next((result.confidence for result in results if result.confidence is not None), None)
    ends = [] if confidence is None else [f"{confidence:.0%} low", f"{confidence:.0%} high"]
    seen = ("observed",) if any(_OBSERVED in result.components for result in results) else ()
    gaps = ("gap", "between") if any(result.components.get("gap") for result in results) else ()
    rows = []
    for result in results:
        numbers = [result.value, *([result.low, result.high] if ends else [])]
        numbers += [result.components.get(_OBSERVED, float("nan"))] if seen else []
        name = result.measure if result.defined else f"{result.measure}, undefined: {result.undefined}"
        bounds = _bounds(result) if gaps else ()
        rows.append((human_name(result), *([result.of or ""] if of else []), *map(shown, numbers), *bounds, name))
    header = ("measure", *of, "value", *ends, *seen, *gaps, "name")
    return Table(header, tuple(rows), caption, frozenset(range(1 + len(of), len(header) - 1)))


def _bounds(result: Result) -> tuple[str, str]:
    """How far the alignments behind a value may be from the best, and between what it lies whatever they are."""
    parts = result.components
    if "gap" not in parts:
        return "", ""
    if not parts["gap"]:
        return "proven", ""
    known = "lowest" in parts and "highest" in parts
    return f"{parts['gap']:.1%}", f"{shown(parts['lowest'])} and {shown(parts['highest'])}" if known else ""


def parts_tables(shape: str, results: Sequence[Result]) -> Iterator[Table]:
    """What the values of documents are made of, for the measures that show it (Mathet & Widlöcher 2011, table 3)."""
    for measure in dict.fromkeys(result.measure for result in results if result.of is not None):
        some = [result for result in results if result.measure == measure and result.of is not None and result.defined]
        record = record_of(shape, some[0]) if some else None
        if record is None or not record.parts:
            continue
        rows = tuple((result.of or "", *(_part(result, name) for name in record.parts)) for result in some)
        yield Table(("document", *record.parts.values()), rows, "", frozenset(range(1, len(record.parts) + 1)))


def _part(result: Result, name: str) -> str:
    number = result.components.get(name, float("nan"))
    return counted(number) if name == "annotators" else shown(number)


def results_as(results: Sequence[Result], output: str) -> str:
    """The table as text, Markdown or LaTeX."""
    return "\n\n".join([WRITERS[output](results_table(results)), *(prose(note, output) for note in remarks(results))])


def remarks(results: Sequence[Result]) -> list[str]:
    """What the values carry, each once."""
    return list(dict.fromkeys(str(diagnostic) for result in results for diagnostic in carried(result.diagnostics)))


def _exact(results: Sequence[Result]) -> Table:
    names = list(dict.fromkeys(name for result in results for name in result.components))
    beside = ["remarks"] if remarks(results) else []
    header = ("measure", "of", "value", "low", "high", "confidence", *names, "undefined", *beside, "signature")
    rows = tuple(
        (
            result.measure,
            result.of or "",
            *map(exactly, (result.value, result.low, result.high, result.confidence)),
            *(exactly(result.components.get(name)) for name in names),
            result.undefined or "",
            *(["; ".join(remarks([result]))] if beside else []),
            str(result.signature),
        )
        for result in results
    )
    return Table(header, rows)


def results_json(
    data: Overview | CorpusOverview | AnswerOverview, results: Sequence[Result], diagnostics: Sequence[object] = ()
) -> dict[str, object]:
    """The stable JSON of `accord measure`."""
    return {
        "schema": SCHEMA,
        "read_as": [reading.as_json() for reading in data.read_as],
        "data": data.as_json(),
        "results": [result.as_json() for result in results],
        "diagnostics": [str(diagnostic) for diagnostic in diagnostics],
    }


def cross_table_table(table: CrossTable) -> Table:
    """A contingency table or coincidence matrix with its marginals."""
    totals = table.values.sum(axis=0)
    header = (f"{table.row} \\ {table.column}", *table.categories, "total")
    rows = [
        (name, *(counted(value) for value in row), counted(float(row.sum())))
        for name, row in zip(table.categories, table.values, strict=True)
    ]
    rows.append(("total", *(counted(float(value)) for value in totals), counted(float(totals.sum()))))
    return Table(header, tuple(rows), table.sentence, frozenset(range(1, len(header))))


def seen_cross_table(view: SeenAs) -> Table:
    """The table of a view (Fort et al. 2012, tables 3 to 5)."""
    table = cross_table_table(view.table)
    return replace(table, caption=f"{view.name}: {many(view.items, 'item')}. {view.table.sentence}")


def scales_table(read: Sequence[ScaleReading], *, exact: bool = False) -> Table:
    """Values on the published scales: the likeliest band, and the best that is reached with 95 % probability."""
    rows = tuple(
        (
            reading.measure if exact else called("labels", reading.measure),
            reading.scale.name,
            reading.scale.coefficient,
            reading.likeliest[0],
            digits(reading.likeliest[1], exact, 2),
            reading.reached or ("" if exact else "–"),
        )
        for reading in read
    )
    header = ("measure", "scale", "proposed for", "likeliest band", "probability", "reached with 95 %")
    caption = (
        "Published scales are opinions. Reached: the best band that the value lies in or above with 95 % probability; "
        "–: only the lowest is sure."
    )
    return Table(header, rows, caption, frozenset({4}))


def readings_table(read: ErrorReading) -> Table:
    """How much of each kind of error gives the value."""
    rows = tuple(
        (
            reading.says
            if reading.magnitude == reading.magnitude
            else f"no amount explains it: {read.title(reading.degradation)}",
            *(magnitude(number) for number in (reading.magnitude, reading.low, reading.high)),
        )
        for reading in read.readings()
    )
    header = ("annotators who", "magnitude", "low", "high")
    return Table(
        header, rows, "Magnitude: 0 is no error, 1 the most; –: no amount of this error produces the value.", _NUMBERS
    )


def seen_table(results: Sequence[Result], views: Sequence[SeenAs], *, exact: bool = False) -> Table:
    """Every measure on every view of the data (Fort et al. 2012, table 6); `exact` writes every digit."""
    header = ("measure", "as read", *(view.name for view in views))
    columns = [results, *(view.results for view in views)]
    rows = tuple(
        (row[0].measure if exact else human_name(row[0]), *(digits(result.value, exact) for result in row))
        for row in zip(*columns, strict=True)
    )
    return Table(header, rows, "", frozenset(range(1, len(header))))
