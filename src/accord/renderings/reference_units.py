"""The reference of spans, the units that most annotators found, and those to discuss: as text, CSV and JSON."""

from __future__ import annotations

from collections.abc import Sequence

from accord.consensus.units import ConsensusUnit, ConsensusUnits
from accord.evaluation.overview import span_overview
from accord.formats.tables.own_files import DECISION
from accord.renderings.references import SHOWN, told_to_discuss
from accord.renderings.span_tables import discussed_table
from accord.renderings.tables import WRITERS, csv_text
from accord.results import SCHEMA
from accord.results.foreign_text import json_text
from accord.results.wording import many

COLUMNS = ("document", "annotator", "category", "start", "end", "support", "asked", "category_share", "discuss", "text")

FRAGMENTS = "fragments"  # a column more, where units are discontinuous


def units_text(units: Sequence[ConsensusUnit], *, jsonl: bool, discussed: bool = False) -> str:
    """One line for each unit: as JSON, or as a table of spans that accord reads again.

    Of units to discuss there is an empty `decision` to fill in.
    """
    if jsonl:
        blank = {DECISION: ""} if discussed else {}
        return "".join(json_text({**unit.as_json(), **blank}, indent=None) + "\n" for unit in units)
    last = (DECISION,) if discussed else ()
    if all(unit.fragments is None for unit in units):
        return csv_text((*COLUMNS, *last), ((*_cells(unit), *("" for _ in last)) for unit in units))
    from accord.annotations.fragment_cells import fragments_text

    rows = ((*_cells(unit), fragments_text(unit.fragments) or "", *("" for _ in last)) for unit in units)
    return csv_text((*COLUMNS, FRAGMENTS, *last), rows)


def _cells(unit: ConsensusUnit) -> tuple[object, ...]:
    bounds = (int(number) if float(number).is_integer() else number for number in (unit.start, unit.end))
    shares = (unit.support, unit.asked, unit.category_share)
    return unit.document, "reference", unit.category or "", *bounds, *shares, "; ".join(unit.discuss), unit.text or ""


def units_record(made: ConsensusUnits) -> dict[str, object]:
    """The reference for other programs."""
    return {
        "schema": SCHEMA,
        "data": span_overview(made.data).as_json(),
        "units": [unit.as_json() for unit in made],
        "discuss": [unit.as_json() for unit in made.to_discuss()],
        "diagnostics": [str(diagnostic) for diagnostic in made.diagnostics],
    }


def units_shown(made: ConsensusUnits, output: str = "text", more: str = "to_discuss() lists them") -> str:
    """The reference as text, Markdown or LaTeX, the units to discuss first, or all of it as CSV; `more` says where
    the others to discuss are."""
    doubtful = made.to_discuss()
    if output == "csv":
        return units_text(list(made), jsonl=False).rstrip("\n")
    table = WRITERS[output](discussed_table(doubtful[:SHOWN]))
    if output != "text":
        return table
    lines = [*span_overview(made.data).lines(), f"{many(len(made), 'unit')} in the reference (majority)"]
    return told_to_discuss(lines, table, len(doubtful), "unit", more)
