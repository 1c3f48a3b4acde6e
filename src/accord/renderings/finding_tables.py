"""The tables of findings of any shape: the one that is shown first, and the others in the order of the page."""

from __future__ import annotations

from accord.diagnosis import AnswerFindings, AnyFindings, RelationFindings, SpanFindings
from accord.renderings.answer_tables import ITEMS_HEADING, answer_tables, dispersed_items_table
from accord.renderings.people import annotators_table, items_table, merges_table, pairs_table
from accord.renderings.relation_tables import KINDS_HEADING, relation_kinds_table, relation_tables
from accord.renderings.results import cross_table_table, cross_title, results_table, views_table
from accord.renderings.span_tables import kinds_table, span_tables
from accord.renderings.tables import Table

WIDEST = 8  # categories of a table that is shown first


def first_table(found: AnyFindings) -> tuple[str, Table] | None:
    """The cross table of few categories; the kinds of disagreement of spans."""
    if isinstance(found, SpanFindings):
        kinds = kinds_table(found)
        return None if kinds is None or not kinds.rows else ("What kind of disagreement it is", kinds)
    if isinstance(found, RelationFindings):
        kinds = relation_kinds_table(found)
        return None if kinds is None or not kinds.rows else (KINDS_HEADING, kinds)
    if isinstance(found, AnswerFindings):
        items = dispersed_items_table(found)
        return (ITEMS_HEADING, items) if items.rows else None
    if found.table is None or len(found.table.categories) > WIDEST:
        return None
    return cross_title(found.table), cross_table_table(found.table)


def further_tables(found: AnyFindings, widest: int | None = None) -> list[tuple[str, Table, str]]:
    """Heading, table, and a sentence below it; `widest` limits the columns of items."""
    if isinstance(found, SpanFindings):
        return [one for one in span_tables(found) if one[0] != "What kind of disagreement it is"]
    if isinstance(found, RelationFindings):
        return [one for one in relation_tables(found) if one[0] != KINDS_HEADING]
    if isinstance(found, AnswerFindings):
        return answer_tables(found)
    tables: list[tuple[str, Table | None, str]] = []
    if found.table is not None and len(found.table.categories) > WIDEST:
        tables.append((cross_title(found.table), cross_table_table(found.table), ""))
    sentences = "\n".join(view.sentence for view in found.views)
    tables.append(("The same labels, seen otherwise", views_table(found), sentences))
    if found.by_category:
        tables.append(("Each category against all others", results_table(found.by_category), ""))
    tables.append(("What if categories were merged", merges_table(found), ""))
    tables.append(("Annotators", annotators_table(found), ""))
    tables.append(("Pairs of annotators (α)", pairs_table(found.annotators), ""))
    tables.append(("Items to discuss", items_table(found, widest=widest), ""))
    return [(heading, table, note) for heading, table, note in tables if table is not None]
