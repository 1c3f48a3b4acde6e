"""The families of measures of spans side by side, for every output."""

from __future__ import annotations

from accord.diagnosis.spans.span_families import FamilyMember, SpanFamilies
from accord.diagnosis.spans.span_scorecard import ERRORS
from accord.renderings.measure_names import human_name
from accord.renderings.numbers import shown
from accord.renderings.section import MEANING, Section
from accord.renderings.tables import Table

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
    "errors: {errors}. Three simulated annotators made them, each on themselves, on made units that lie as these do. "
    "blind: errors of one half leave the value where it is, too; –: it has no value then."
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
            *(cost_of(one, error) for error in ERRORS),
        )
        for one in found.members
    )
    return Table(("measure", "family", "value", *ERRORS), rows, "", frozenset(range(2, 3 + len(ERRORS))))


def cost_of(one: FamilyMember, error: str) -> str:
    """What an error of the smaller size costs, "blind" where no size costs anything."""
    return "blind" if error in one.blind else shown(one.cost(error), 2)


def _note(found: SpanFamilies) -> str:
    errors = "; ".join(f"{error}: {what}" for error, what in ERRORS.items())
    lines = [_COSTS.format(errors=errors)]
    reasons: dict[str, list[str]] = {}
    for one in found.members:
        if not one.result.defined:
            reasons.setdefault(one.result.undefined or "", []).append(human_name(one.result))
    lines += [f"No value: {', '.join(names)} ({reason})." for reason, names in reasons.items()]
    return "\n".join(lines)
