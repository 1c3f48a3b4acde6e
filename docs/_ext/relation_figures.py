"""Pictures and tables of relations, made from the built-in example when the site is built.

`relation-graphs DOCUMENT` draws the graphs of a document side by side; `relation-table NAME` inserts what the function
NAME of this module writes; `relation-run` runs a command line beside letters.csv, the example as a table.
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
from measure_pages import stem
from sphinx.util.docutils import SphinxDirective

from accord.annotations import Relations
from accord.diagnosis.relations.relation_findings import RelationFindings, relation_findings
from accord.diagnosis.relations.relation_places import DrawnLinks, places_of
from accord.evaluation import measure
from accord.measures import all_measures
from accord.renderings.graphs import described, document_drawing, inline, legend_drawing
from accord.renderings.graphs_style import DARK, LIGHT, STYLE
from accord.renderings.lanes_style import safe
from accord.renderings.numbers import shown
from accord.renderings.relation_tables import relation_sections
from accord.report_page.relation_example import example_relations

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# The theme has a switch of its own, which comes before what the system prefers.
THEME = f"""
body[data-theme="light"] .accord-graphs {{ {LIGHT} }}
body[data-theme="dark"] .accord-graphs {{ {DARK} }}
figure.graphs {{ margin: 1rem 0; overflow-x: auto; }}
figure.graphs svg {{ display: block; width: 100%; min-width: 42rem; height: auto; }}
figure.graphs figcaption {{ font-size: .85em; margin-top: .5rem; }}
"""


@cache
def _example() -> Relations:
    return example_relations()


@cache
def _places(document: str) -> DrawnLinks:
    return places_of(_example().of_document(document))


@cache
def _found() -> RelationFindings:
    return relation_findings(_example(), confidence=None)


class Graphs(SphinxDirective):
    """The graphs of one document of the built-in example, side by side."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"caption": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        places = _places(self.arguments[0])
        pictures = "\n".join([inline(legend_drawing(places)), inline(document_drawing(places, 0))])
        caption = safe(f"{self.options.get('caption', '')} {described(places)}".strip())
        figure = f'<figure class="graphs">{pictures}<figcaption>{caption}</figcaption></figure>'
        return [nodes.raw("", f"<style>{STYLE}{THEME}</style>{figure}", format="html")]


# ---- tables


def measures_table() -> str:
    """Every measure of relations, with its formula."""
    rows = [
        (f"[{record.name}](measures/{stem(record)}.md)", escaped(record.title), escaped(record.formula))
        for record in all_measures().values()
        if record.shape == "relations"
    ]
    return table(("measure", "what it is", "formula"), rows)


def chance_table() -> str:
    """The example as it is, as chance has it, and corrected; the last column keeps the lengths of links."""
    rows = []
    for name, parameters in (
        ("mar_link", ""),
        ("gbm", ""),
        ("mar_path", ""),
        ("mar_dset", ""),
        ("mar_dset", "match='partial'"),
        ("uas", ""),
    ):
        before = f"{parameters}, " if parameters else ""
        plain = measure(_example(), f"{name}({parameters})" if parameters else name, confidence=None)
        free = measure(_example(), f"{name}({before}chance='permutation')", confidence=None)
        kept = measure(_example(), f"{name}({before}chance='length')", confidence=None)
        numbers = (plain.value, free.components["expected"], free.value, kept.components["expected"], kept.value)
        rows.append((code(plain.measure), *(shown(number) for number in numbers)))
    header = ("measure", "value", "by chance", "corrected", "by chance, same lengths", "corrected")
    return table(header, rows)


def kinds_table() -> str:
    """What kind of disagreement the example has."""
    return _of_report("What kind of disagreement it is")


def units_table() -> str:
    """The units of the example to discuss."""
    return _of_report("Units to discuss", 6)


def _of_report(heading: str, most: int | None = None) -> str:
    found = next(one.table for one in relation_sections(_found(), 20) if one.heading == heading and one.table)
    rows = [tuple(escaped(cell) for cell in row) for row in found.rows[:most]]
    return table(tuple(escaped(name) for name in found.header), rows)


TABLES: dict[str, Callable[[], str]] = {
    made.__name__: made for made in (measures_table, chance_table, kinds_table, units_table)
}


def write_letters(folder: Path) -> Path:
    """The built-in example as a table of relations."""
    file = folder / "letters.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("document", "annotator", "origin", "target", "label"))
        for row in _example().rows():
            writer.writerow(tuple(row.values()))
    return file


class RelationRun(ExampleRun):
    """Run `accord …` beside letters.csv."""

    write = staticmethod(write_letters)


class RelationTable(WrittenTable):
    """Insert what a function of this module writes."""

    tables = TABLES


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("relation-graphs", Graphs)
    app.add_directive("relation-run", RelationRun)
    app.add_directive("relation-table", RelationTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
