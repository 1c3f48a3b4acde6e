"""Tables of what was found about spans, for every output."""

from __future__ import annotations

from collections.abc import Sequence

from accord.consensus.units import ConsensusUnit
from accord.diagnosis.spans.drawn_alignment import MOST_DRAWN, MOST_ROWS
from accord.diagnosis.spans.span_disagreement import AnnotatorDisagreement, CategoryDisagreement
from accord.diagnosis.spans.span_families import SpanFamilies
from accord.diagnosis.spans.span_findings import SpanFindings
from accord.diagnosis.spans.span_scorecard import ERRORS
from accord.renderings.lanes_tables import alignment_table, position
from accord.renderings.measure_names import human_name
from accord.renderings.numbers import share, shown
from accord.renderings.people import cut
from accord.renderings.results import results_table
from accord.renderings.section import MEANING, Section, to_fix, with_rows
from accord.renderings.tables import Table, without_empty_columns
from accord.results.option_names import command, spelled
from accord.results.wording import many

SHOWN = 20
TEXT = 60  # letters of a unit's text in a table
KINDS_HEADING = "What kind of disagreement it is"

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


def span_sections(findings: SpanFindings, most: int) -> list[Section]:
    """In the order of the page; what does not apply is left out."""
    by_category = results_table(findings.by_category) if findings.by_category else None
    open_units = None if findings.consensus is None else discussed_table(findings.consensus.to_discuss(most))
    how_well = "How well annotators agree on the units of each category, bounds included."
    instead = "Where the others have another category, other bounds or nothing, category by category."
    exchanged = "Aligned units to which two annotators give different categories, by pair of categories."
    unsettled = "Units without a majority on their existence, category or bounds."
    made = [
        to_fix("kinds", KINDS_HEADING, kinds_table(findings), note=_shifts(findings)),
        to_fix("alignment", "Who marked what", drawn_table(findings), _aligned(findings), listing=True),
        to_fix("categories", "Each category (F1 of exact matches)", by_category, how_well),
        to_fix("category-units", "What happens to the units of each category", categories_table(findings), instead),
        to_fix("annotators", "Annotators", span_annotators_table(findings)),
        to_fix("exchanges", "Categories that are confused", exchanges_table(findings), exchanged),
        to_fix("discuss", "Units to discuss", open_units, unsettled, listing=True),
    ]
    beside = [] if findings.families is None else [families_section(findings.families)]
    return with_rows([*beside, *made])


def _aligned(findings: SpanFindings) -> str:
    more = 0 if findings.alignment is None else max(0, findings.alignment.spans.n_documents - MOST_DRAWN)
    rest = spelled(f" {more:,} more documents are not shown: {command('align')} draws them all.") if more else ""
    return (
        "One lane for each annotator, units joined by the best alignment; the darker a link, the more its units "
        f"differ.{rest}"
    )


def drawn_table(findings: SpanFindings) -> Table | None:
    """The alignments of the documents that are drawn."""
    if findings.alignment is None or not len(findings.alignment):
        return None
    documents = findings.alignment.spans.documents[:MOST_DRAWN]
    tables = [alignment_table(findings.alignment, document=place) for place in range(len(documents))]
    several = len({table.header for table in tables}) > 1
    if several or not tables:
        return tables[0] if tables else None
    rows = tuple(
        (name, *row[1:]) for name, table in zip(documents, tables, strict=True) for row in table.rows[:MOST_ROWS]
    )
    return Table(("document", *tables[0].header[1:]), rows, "", frozenset({len(tables[0].header) - 1}))


def kinds_table(findings: SpanFindings) -> Table | None:
    """The kinds of disagreement with their share of the disorder."""
    if findings.disagreement is None:
        return None
    rows = tuple(
        (kind.kind, f"{kind.pairs:,}", f"{kind.groups:,}", share(kind.share), _KINDS.get(kind.kind, ""))
        for kind in findings.disagreement.kinds
        if kind.pairs
    )
    header = ("kind", "pairs", "places", "of the disorder", "what it is")
    return Table(header, rows, "Pairs of annotators at each place of the best alignment.", frozenset({1, 2, 3}))


def _shifts(findings: SpanFindings) -> str:
    """How far bounds differ, in words."""
    if findings.disagreement is None:
        return ""
    shifts = findings.disagreement.shifts
    number = shifts.start_only + shifts.end_only + shifts.both
    if not number:
        return ""
    parts = [
        f"{many(shifts.start_only, 'pair differs', 'pairs differ')} in the start only, {shifts.end_only:,} in the "
        f"end only, {shifts.both:,} in both"
    ]
    if shifts.mean_start == shifts.mean_start:
        parts.append(f"starts by {shown(shifts.mean_start, 1)} on average")
    if shifts.mean_end == shifts.mean_end:
        parts.append(f"ends by {shown(shifts.mean_end, 1)}")
    return "Of units of the same category, " + "; ".join(parts) + "."


def categories_table(findings: SpanFindings) -> Table | None:
    if findings.disagreement is None or len(findings.disagreement.categories) < 2:
        return None
    rows = tuple(
        (
            category.category,
            f"{category.units:,}",
            f"{category.agreed:,} of {category.groups:,}",
            *_apart(category),
            share(category.share),
        )
        for category in findings.disagreement.categories
    )
    header = ("category", "units", "places agreed", *_APART, "of the disorder")
    return Table(header, rows, "", frozenset(range(1, len(header))))


_APART = ("missed", "spurious", "other bounds", "other category")


def _apart(counts: CategoryDisagreement | AnnotatorDisagreement) -> tuple[str, ...]:
    """How often units of a category or of an annotator are so."""
    numbers = (counts.missed, counts.spurious, counts.boundary_pairs, counts.category_pairs)
    return tuple(f"{number:,}" for number in numbers)


def span_annotators_table(findings: SpanFindings) -> Table | None:
    if not findings.annotators:
        return None
    rows = []
    for annotator in findings.annotators:
        counts = annotator.counts
        last = (f"{counts.splits:,}", f"{counts.merges:,}", share(counts.share))
        rows.append((annotator.annotator, f"{counts.units:,}", shown(annotator.f1), *_apart(counts), *last))
    header = ("annotator", "units", "F1", *_APART, "splits", "merges", "of the disorder")
    caption = "F1: mean F1 of exact matches with each of the others."
    return Table(header, tuple(rows), caption, frozenset(range(1, len(header))))


def exchanges_table(findings: SpanFindings) -> Table | None:
    if findings.disagreement is None or not findings.disagreement.exchanges:
        return None
    rows = tuple(
        (
            exchange.first,
            exchange.second,
            f"{exchange.pairs:,}",
            f"{exchange.of_pairs:,}",
            share(exchange.pairs / exchange.of_pairs),
        )
        for exchange in findings.disagreement.exchanges[:SHOWN]
    )
    header = ("one says", "another says", "pairs", "of aligned pairs", "share")
    return Table(header, rows, "", frozenset({2, 3, 4}))


def discussed_table(units: Sequence[ConsensusUnit]) -> Table:
    """Units whose existence, category or bounds are not settled."""
    header = ("document", "from", "to", "category", "found by", "what is open", "text")
    return without_empty_columns(Table(header, tuple(_discussed(unit) for unit in units), "", frozenset({1, 2})))


def _discussed(unit: ConsensusUnit) -> tuple[str, ...]:
    bounds = position(unit.start), position(unit.end)
    by = f"{unit.support} of {unit.asked}: {', '.join(name for name, _ in unit.members)}"
    return unit.document, *bounds, unit.category or "–", by, "; ".join(unit.discuss), cut(unit.text or "", TEXT)


HEADING = "The families of measures side by side"
_LIE = {
    "segmentation": "Units follow one another and cover the text, so that the measures of segmentations come first.",
    "apart": "Units lie apart, with gaps between them, so that measures that compare units and gaps are defined.",
    "overlapping": "Units of an annotator overlap or lie in each other: Krippendorff's measures have no value then, "
    "and boundaries belong to no segmentation.",
}
_FAMILIES = {
    "gamma": "alignment",
    "unitizing": "units and gaps",
    "segmentation": "boundaries",
    "matching": "matched units",
    "tokens": "tokens",
    "marked time": "covered text",
}
_COSTS = (
    "Beside each value: how much an error lowers it, in points of the measure; error rates rise by as much. The "
    "errors: {errors}. Three simulated annotators made them, each by themselves, on artificial units that lie as these "
    "do. blind: even errors in half of the units do not change the value; –: it has no value then."
)


def families_section(families: SpanFamilies) -> Section:
    """The table, and below it what the numbers are and why some values are missing."""
    return Section("families", MEANING, HEADING, _LIE[families.layout], families_table(families), _note(families))


def families_table(families: SpanFamilies) -> Table:
    """A row for each measure: its family, its value and what each error costs."""
    rows = tuple(
        (
            human_name(member.result),
            _FAMILIES.get(member.family, member.family),
            shown(member.result.value),
            *("blind" if error in member.blind else shown(member.cost(error), 2) for error in ERRORS),
        )
        for member in families.members
    )
    return Table(("measure", "family", "value", *ERRORS), rows, "", frozenset(range(2, 3 + len(ERRORS))))


def _note(families: SpanFamilies) -> str:
    errors = "; ".join(f"{error}: {what}" for error, what in ERRORS.items())
    lines = [_COSTS.format(errors=errors)]
    reasons: dict[str, list[str]] = {}
    for member in families.members:
        if not member.result.defined:
            reasons.setdefault(member.result.undefined or "", []).append(human_name(member.result))
    lines += [f"No value: {', '.join(names)} ({reason})." for reason, names in reasons.items()]
    return "\n".join(lines)
