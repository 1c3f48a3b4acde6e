"""Tables of what was found about free answers, for every output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.renderings.numbers import shown
from accord.renderings.people import cut
from accord.renderings.section import Section, to_fix, with_rows
from accord.renderings.tables import Table

if TYPE_CHECKING:
    from accord.diagnosis.answers.answer_findings import AnswerFindings

ITEMS_HEADING = "Items whose answers differ most"


def dispersed_items_table(findings: AnswerFindings, most: int | None = None, widest: int | None = None) -> Table:
    """The most dispersed items with their most frequent answers."""
    texts = any(item.text for item in findings.items)
    rows = tuple(
        (
            item.item,
            shown(item.entropy),
            f"{item.answers:,}",
            ", ".join(f"{answer} ({times})" if times > 1 else answer for answer, times in item.counts),
            *((cut(item.text or "", widest),) if texts else ()),
        )
        for item in findings.items[:most]
    )
    header = ("item", "entropy", "answers", "most frequent", *(("text",) if texts else ()))
    return Table(header, rows, "", frozenset({1, 2}))


def answer_sections(findings: AnswerFindings, most: int, widest: int | None) -> list[Section]:
    """In the order of the page; what does not apply is left out."""
    by_item = "The items whose answers differ most, with the answers that were given most often."
    by_person = "How many answers everybody gave, and how many of them somebody else gave too."
    items = to_fix("items", ITEMS_HEADING, dispersed_items_table(findings, most, widest), by_item, listing=True)
    return with_rows([items, to_fix("annotators", "Annotators", answering_table(findings), by_person)])


def answering_table(findings: AnswerFindings) -> Table:
    rows = tuple(
        (
            annotator.annotator,
            f"{annotator.items:,}",
            f"{annotator.answers:,}",
            "–" if annotator.shared != annotator.shared else f"{annotator.shared:.0%}",
        )
        for annotator in findings.annotators
    )
    header = ("annotator", "asked", "answers", "shared with another")
    return Table(header, rows, "", frozenset({1, 2, 3}))
