"""Pictures and tables of aligned spans, made from the built-in example when the site is built.

`span-lanes DOCUMENT` draws the best alignment of a document; `span-table NAME` inserts what the function NAME of this
module writes; `span-run` runs a command line beside reviews.csv, the example as a table.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from example_directives import ExampleRun, WrittenTable
from markup import code, escaped, table
from sphinx.util.docutils import SphinxDirective

from accord.alignment import Alignment, align
from accord.annotations import Spans
from accord.annotations.span_layout import SpanLayout
from accord.diagnosis.spans.span_scorecard import ERRORS, is_blind, span_scorecard
from accord.measures import measures_of
from accord.renderings.lanes import described, document_svgs, inline
from accord.renderings.lanes_pieces import legend_piece
from accord.renderings.lanes_style import DARK, LIGHT, STYLE, safe
from accord.renderings.numbers import shown
from accord.report_page.span_example import example_spans
from accord.results import Expression

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# The theme has a switch of its own, which comes before what the system prefers.
THEME = f"""
body[data-theme="light"] .accord-lanes {{ {LIGHT} }}
body[data-theme="dark"] .accord-lanes {{ {DARK} }}
figure.lanes {{ margin: 1rem 0; overflow-x: auto; }}
figure.lanes svg {{ display: block; width: 100%; min-width: 38rem; height: auto; }}
figure.lanes figcaption {{ font-size: .85em; margin-top: .5rem; }}
"""


@cache
def _example() -> Spans:
    return example_spans()


@cache
def _alignment(document: str, objective: str, method: str, delta_empty: float) -> Alignment:
    chosen = _example().of_document(document)
    return align(chosen, objective=objective, method=method, delta_empty=delta_empty)


class Lanes(SphinxDirective):
    """The alignment of one document of the built-in example, in the form of Mathet & Widlöcher 2011, figure 1."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "objective": directives.unchanged,
        "method": directives.unchanged,
        "delta-empty": float,
        "caption": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        made = _alignment(
            self.arguments[0],
            self.options.get("objective", "disorder"),
            self.options.get("method", "exact"),
            self.options.get("delta-empty", 1.0),
        )
        pieces = "\n".join([inline(legend_piece(made)), *document_svgs(made, 0)])
        caption = safe(f"{self.options.get('caption', '')} {described(made)}".strip())
        text = f'<style>{STYLE}{THEME}</style><figure class="lanes">{pieces}<figcaption>{caption}</figcaption></figure>'
        return [nodes.raw("", text, format="html")]


# ---- tables


def units_table() -> str:
    """How many units each annotator marked in each document of the built-in example."""
    spans = _example()
    rows = []
    for one in spans.continua():
        cards = dict(zip(one.annotators, one.cards.tolist(), strict=True))
        counts = [f"{cards[name]:,}" if name in cards else "not asked" for name in spans.annotators]
        rows.append((escaped(one.document), f"{one.end:,.0f}", *counts))
    return table(("document", "characters", *map(escaped, spans.annotators)), rows)


def objectives_table() -> str:
    """The example under both objectives and all methods; a soft alignment has no entropy."""
    rows = []
    for objective, method in (
        ("disorder", "exact"),
        ("disorder", "greedy"),
        ("disorder", "soft"),
        ("entropy", "exact"),
        ("entropy", "greedy"),
    ):
        made = align(_example(), objective=objective, method=method)
        rows.append((objective, method, shown(made.value, 4), shown(made.gap, 4), f"{len(made):,}"))
    return table(("objective", "method", "value", "gap", "unitary alignments"), rows)


def _scorecard(layout: SpanLayout) -> str:
    """What errors cost the measures that stand side by side where units lie so."""
    ranked = sorted(
        (one for one in measures_of("spans").values() if layout in one.side_by_side),
        key=lambda one: one.side_by_side[layout],
    )
    rows = []
    for record in ranked:
        for given in ({}, *record.shown_with):
            name = str(Expression(record.name, **given))
            costs = span_scorecard()[layout][name]
            cells = ["blind" if is_blind(sizes) else shown(sizes[0], 2) for sizes in costs.values()]
            rows.append((code(name), *cells))
    return table(("measure", *ERRORS), rows)


def scorecard_of_segmentations() -> str:
    return _scorecard("segmentation")


def scorecard_of_units_apart() -> str:
    return _scorecard("apart")


def scorecard_of_overlapping_units() -> str:
    return _scorecard("overlapping")


TABLES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        objectives_table,
        units_table,
        scorecard_of_segmentations,
        scorecard_of_units_apart,
        scorecard_of_overlapping_units,
    )
}


def write_reviews(folder: Path) -> Path:
    """The built-in example as a table of spans."""
    spans = _example()
    file = folder / "reviews.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("document", "annotator", "category", "start", "end", "length"))
        for unit in range(len(spans)):
            place = int(spans.document[unit])
            bounds = (int(spans.starts[unit]), int(spans.ends[unit]), int(spans.lengths[place]))
            who = spans.annotators[int(spans.who[unit])]
            writer.writerow((spans.documents[place], who, spans.category(unit), *bounds))
    return file


class SpanRun(ExampleRun):
    """Run `accord …` beside reviews.csv."""

    write = staticmethod(write_reviews)


class SpanTable(WrittenTable):
    """Insert what a function of this module writes."""

    tables = TABLES


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("span-lanes", Lanes)
    app.add_directive("span-run", SpanRun)
    app.add_directive("span-table", SpanTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
