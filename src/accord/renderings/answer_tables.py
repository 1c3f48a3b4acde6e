"""Tables of what was found about free answers, for every output."""

from __future__ import annotations

from accord.diagnosis.answer_findings import AnswerFindings
from accord.renderings.numbers import shown
from accord.renderings.tables import Table

ITEMS_HEADING = "Items whose answers differ most"


def dispersed_items_table(found: AnswerFindings) -> Table:
    """The most dispersed items with their most frequent answers."""
    texts = any(one.text for one in found.items)
    rows = tuple(
        (
            one.item,
            shown(one.entropy),
            f"{one.answers:,}",
            ", ".join(f"{answer} ({times})" if times > 1 else answer for answer, times in one.counts),
            *((one.text or "",) if texts else ()),
        )
        for one in found.items
    )
    header = ("item", "entropy", "answers", "most frequent", *(("text",) if texts else ()))
    return Table(header, rows, "", frozenset({1, 2}))


def answer_tables(found: AnswerFindings) -> list[tuple[str, Table, str]]:
    """The tables after the first one: heading, table, and a sentence below it."""
    if not found.annotators:
        return []
    rows = tuple(
        (one.annotator, f"{one.items:,}", f"{one.answers:,}", "–" if one.shared != one.shared else f"{one.shared:.0%}")
        for one in found.annotators
    )
    header = ("annotator", "asked", "answers", "shared with another")
    return [("Annotators", Table(header, rows, "", frozenset({1, 2, 3})), "")]
