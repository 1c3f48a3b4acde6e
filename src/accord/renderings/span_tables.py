"""Tables of what was found about spans, for every output."""

from __future__ import annotations

from collections.abc import Sequence

from accord.consensus.units import ConsensusUnit
from accord.diagnosis.span_findings import SpanFindings
from accord.renderings.lanes_tables import position
from accord.renderings.numbers import shown
from accord.renderings.results import results_table
from accord.renderings.tables import Table

SHOWN = 20
TEXT = 60  # letters of a unit's text in a table

_KINDS = {
    "agreement": "the same bounds and category",
    "boundary": "the same category, other bounds",
    "category": "the same bounds, another category",
    "boundary and category": "aligned, and both differ",
    "split": "one unit where another annotator has several in a row",
    "missed": "no unit where the majority has one",
    "spurious": "a unit that the majority has not",
    "undecided": "a unit that exactly half of the annotators have",
}


def span_tables(found: SpanFindings) -> list[tuple[str, Table, str]]:
    """The tables in the order of the page: heading, table, and a sentence below it."""
    tables = [("What kind of disagreement it is", kinds_table(found), _shifts(found))]
    if found.by_category:
        tables.append(("Each category (F of exact matches)", results_table(found.by_category), ""))
    tables.append(("What happens to the units of each category", categories_table(found), ""))
    tables.append(("Annotators", span_annotators_table(found), ""))
    tables.append(("Categories that stand for each other", exchanges_table(found), ""))
    tables.append(("Units to discuss", discuss_table(found), ""))
    return [(heading, table, note) for heading, table, note in tables if table is not None and table.rows]


def kinds_table(found: SpanFindings) -> Table | None:
    """The kinds of disagreement with their share of the disorder."""
    if found.disagreement is None:
        return None
    rows = tuple(
        (one.kind, f"{one.pairs:,}", f"{one.groups:,}", _share(one.share), _KINDS.get(one.kind, ""))
        for one in found.disagreement.kinds
        if one.pairs
    )
    header = ("kind", "pairs", "places", "of the disorder", "what it is")
    return Table(header, rows, "Pairs of annotators at each place of the best alignment.", frozenset({1, 2, 3}))


def _shifts(found: SpanFindings) -> str:
    """How far bounds differ, in words."""
    if found.disagreement is None:
        return ""
    shifts = found.disagreement.shifts
    number = shifts.start_only + shifts.end_only + shifts.both
    if not number:
        return ""
    parts = [
        f"{shifts.start_only:,} pairs differ in the start only, {shifts.end_only:,} in the end only, "
        f"{shifts.both:,} in both"
    ]
    if shifts.mean_start == shifts.mean_start:
        parts.append(f"starts by {shown(shifts.mean_start, 1)} on average")
    if shifts.mean_end == shifts.mean_end:
        parts.append(f"ends by {shown(shifts.mean_end, 1)}")
    return "Of units of the same category, " + "; ".join(parts) + "."


def categories_table(found: SpanFindings) -> Table | None:
    if found.disagreement is None or len(found.disagreement.categories) < 2:
        return None
    rows = tuple(
        (
            one.category,
            f"{one.units:,}",
            f"{one.agreed:,} of {one.groups:,}",
            f"{one.missed:,}",
            f"{one.spurious:,}",
            f"{one.boundary_pairs:,}",
            f"{one.category_pairs:,}",
            _share(one.share),
        )
        for one in found.disagreement.categories
    )
    header = (
        "category",
        "units",
        "places agreed",
        "missed",
        "spurious",
        "other bounds",
        "other category",
        "of the disorder",
    )
    return Table(header, rows, "", frozenset(range(1, len(header))))


def span_annotators_table(found: SpanFindings) -> Table | None:
    if not found.annotators:
        return None
    rows = tuple(
        (
            one.annotator,
            f"{one.counts.units:,}",
            shown(one.f1),
            f"{one.counts.missed:,}",
            f"{one.counts.spurious:,}",
            f"{one.counts.boundary_pairs:,}",
            f"{one.counts.category_pairs:,}",
            f"{one.counts.splits:,}",
            f"{one.counts.merges:,}",
            _share(one.counts.share),
        )
        for one in found.annotators
    )
    header = (
        "annotator",
        "units",
        "F",
        "missed",
        "spurious",
        "other bounds",
        "other category",
        "splits",
        "merges",
        "of the disorder",
    )
    return Table(header, rows, "F: mean F of exact matches with each of the others.", frozenset(range(1, len(header))))


def exchanges_table(found: SpanFindings) -> Table | None:
    if found.disagreement is None or not found.disagreement.exchanges:
        return None
    rows = tuple(
        (one.first, one.second, f"{one.pairs:,}", f"{one.of_pairs:,}", _share(one.pairs / one.of_pairs))
        for one in found.disagreement.exchanges[:SHOWN]
    )
    header = ("one says", "another says", "pairs", "of aligned pairs", "share")
    return Table(header, rows, "", frozenset({2, 3, 4}))


def discuss_table(found: SpanFindings) -> Table | None:
    return None if found.consensus is None else discussed_table(found.consensus.to_discuss(SHOWN))


def discussed_table(units: Sequence[ConsensusUnit]) -> Table:
    """Units whose existence, category or bounds are not settled."""
    header = ("document", "from", "to", "category", "found by", "what is open", "text")
    return Table(header, tuple(_discussed(one) for one in units), "", frozenset({1, 2}))


def _discussed(one: ConsensusUnit) -> tuple[str, ...]:
    text = one.text or ""
    return (
        one.document,
        position(one.start),
        position(one.end),
        one.category or "–",
        f"{one.support} of {one.asked}: {', '.join(name for name, _ in one.members)}",
        "; ".join(one.discuss),
        text if len(text) <= TEXT else f"{text[: TEXT - 1]}…",
    )


def _share(value: float) -> str:
    return "–" if value != value else f"{value:.1%}"
