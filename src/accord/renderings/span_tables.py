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


def span_sections(found: SpanFindings, most: int) -> list[Section]:
    """In the order of the page; what does not apply is left out."""
    by_category = results_table(found.by_category) if found.by_category else None
    open_units = None if found.consensus is None else discussed_table(found.consensus.to_discuss(most))
    how_well = "How well annotators agree on the units of each category, bounds included."
    instead = "Where the others have another category, other bounds or nothing, category by category."
    exchanged = "Aligned units to which two annotators give different categories, by pair of categories."
    unsettled = "Units without a majority on their existence, category or bounds."
    made = [
        to_fix("kinds", KINDS_HEADING, kinds_table(found), note=_shifts(found)),
        to_fix("alignment", "Who marked what", drawn_table(found), _aligned(found), listing=True),
        to_fix("categories", "Each category (F1 of exact matches)", by_category, how_well),
        to_fix("category-units", "What happens to the units of each category", categories_table(found), instead),
        to_fix("annotators", "Annotators", span_annotators_table(found)),
        to_fix("exchanges", "Categories that are confused", exchanges_table(found), exchanged),
        to_fix("discuss", "Units to discuss", open_units, unsettled, listing=True),
    ]
    beside = [] if found.families is None else [families_section(found.families)]
    return with_rows([*beside, *made])


def _aligned(found: SpanFindings) -> str:
    more = 0 if found.alignment is None else max(0, found.alignment.spans.n_documents - MOST_DRAWN)
    rest = spelled(f" {more:,} more documents are not shown: {command('align')} draws them all.") if more else ""
    return (
        "One lane for each annotator, units joined by the best alignment; the darker a link, the more its units "
        f"differ.{rest}"
    )


def drawn_table(found: SpanFindings) -> Table | None:
    """The alignments of the documents that are drawn."""
    if found.alignment is None or not len(found.alignment):
        return None
    documents = found.alignment.spans.documents[:MOST_DRAWN]
    tables = [alignment_table(found.alignment, document=place) for place in range(len(documents))]
    several = len({table.header for table in tables}) > 1
    if several or not tables:
        return tables[0] if tables else None
    rows = tuple(
        (name, *row[1:]) for name, table in zip(documents, tables, strict=True) for row in table.rows[:MOST_ROWS]
    )
    return Table(("document", *tables[0].header[1:]), rows, "", frozenset({len(tables[0].header) - 1}))


def kinds_table(found: SpanFindings) -> Table | None:
    """The kinds of disagreement with their share of the disorder."""
    if found.disagreement is None:
        return None
    rows = tuple(
        (one.kind, f"{one.pairs:,}", f"{one.groups:,}", share(one.share), _KINDS.get(one.kind, ""))
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
        f"{many(shifts.start_only, 'pair differs', 'pairs differ')} in the start only, {shifts.end_only:,} in the "
        f"end only, {shifts.both:,} in both"
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
        (one.category, f"{one.units:,}", f"{one.agreed:,} of {one.groups:,}", *_apart(one), share(one.share))
        for one in found.disagreement.categories
    )
    header = ("category", "units", "places agreed", *_APART, "of the disorder")
    return Table(header, rows, "", frozenset(range(1, len(header))))


_APART = ("missed", "spurious", "other bounds", "other category")


def _apart(counts: CategoryDisagreement | AnnotatorDisagreement) -> tuple[str, ...]:
    """How often units of a category or of an annotator are so."""
    numbers = (counts.missed, counts.spurious, counts.boundary_pairs, counts.category_pairs)
    return tuple(f"{number:,}" for number in numbers)


def span_annotators_table(found: SpanFindings) -> Table | None:
    if not found.annotators:
        return None
    rows = []
    for one in found.annotators:
        counts = one.counts
        last = (f"{counts.splits:,}", f"{counts.merges:,}", share(counts.share))
        rows.append((one.annotator, f"{counts.units:,}", shown(one.f1), *_apart(counts), *last))
    header = ("annotator", "units", "F1", *_APART, "splits", "merges", "of the disorder")
    caption = "F1: mean F1 of exact matches with each of the others."
    return Table(header, tuple(rows), caption, frozenset(range(1, len(header))))


def exchanges_table(found: SpanFindings) -> Table | None:
    if found.disagreement is None or not found.disagreement.exchanges:
        return None
    rows = tuple(
        (one.first, one.second, f"{one.pairs:,}", f"{one.of_pairs:,}", share(one.pairs / one.of_pairs))
        for one in found.disagreement.exchanges[:SHOWN]
    )
    header = ("one says", "another says", "pairs", "of aligned pairs", "share")
    return Table(header, rows, "", frozenset({2, 3, 4}))


def discussed_table(units: Sequence[ConsensusUnit]) -> Table:
    """Units whose existence, category or bounds are not settled."""
    header = ("document", "from", "to", "category", "found by", "what is open", "text")
    return without_empty_columns(Table(header, tuple(_discussed(one) for one in units), "", frozenset({1, 2})))


def _discussed(one: ConsensusUnit) -> tuple[str, ...]:
    bounds = position(one.start), position(one.end)
    by = f"{one.support} of {one.asked}: {', '.join(name for name, _ in one.members)}"
    return one.document, *bounds, one.category or "–", by, "; ".join(one.discuss), cut(one.text or "", TEXT)


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


def families_section(found: SpanFamilies) -> Section:
    """The table, and below it what the numbers are and why some values are missing."""
    return Section("families", MEANING, HEADING, _LIE[found.layout], families_table(found), _note(found))


def families_table(found: SpanFamilies) -> Table:
    """A row for each measure: its family, its value and what each error costs."""
    rows = tuple(
        (
            human_name(one.result),
            _FAMILIES.get(one.family, one.family),
            shown(one.result.value),
            *("blind" if error in one.blind else shown(one.cost(error), 2) for error in ERRORS),
        )
        for one in found.members
    )
    return Table(("measure", "family", "value", *ERRORS), rows, "", frozenset(range(2, 3 + len(ERRORS))))


def _note(found: SpanFamilies) -> str:
    errors = "; ".join(f"{error}: {what}" for error, what in ERRORS.items())
    lines = [_COSTS.format(errors=errors)]
    reasons: dict[str, list[str]] = {}
    for one in found.members:
        if not one.result.defined:
            reasons.setdefault(one.result.undefined or "", []).append(human_name(one.result))
    lines += [f"No value: {', '.join(names)} ({reason})." for reason, names in reasons.items()]
    return "\n".join(lines)
