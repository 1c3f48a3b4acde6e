"""Findings as an HTML page."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from accord.diagnosis import AnyFindings, Findings, RelationFindings, SpanFindings, findings_of
from accord.diagnosis.additions import with_additions
from accord.diagnosis.any_findings import Annotations
from accord.measures import all_measures, bibtex, find, short
from accord.renderings.answer_tables import answer_tables, dispersed_items_table
from accord.renderings.methods import methods_paragraph
from accord.renderings.numbers import counted, shown
from accord.renderings.people import annotators_table, items_table, merges_table, pairs_table
from accord.renderings.relation_tables import relation_tables
from accord.renderings.results import views_table
from accord.renderings.span_tables import span_tables
from accord.renderings.writing import write_text
from accord.report_page.difficulty_page import difficulty_part
from accord.report_page.drawings import dendrogram, interval_chart, shade
from accord.results import Expression, Result, UsageError

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup

    from accord.diagnosis.additions import ErrorReading


MOST_DRAWN = 3  # documents whose alignment is drawn in the report
MOST_UNITS_DRAWN = 300


def report(
    data: Annotations | AnyFindings | Sequence[AnyFindings],
    path: str | os.PathLike[str] | None = None,
    measures: Sequence[str | Expression] | None = None,
    *,
    grid: bool = False,
    features: str | None = None,
    cluster: str | None = None,
    **options: object,
) -> list[AnyFindings]:
    """Write the report of the data to `path`, and return the findings it shows.

    With `grid` values are also read as the error that produces them, which takes seconds for spans; `features` is a
    table of what items are like, to tell which are hard.
    """
    found: list[AnyFindings]
    if isinstance(data, Annotations):
        found = [findings_of(data, measures, **options)]
        if grid or features is not None:
            found = [with_additions(found[0], data, grid=grid, features=features, cluster=cluster)]
    elif isinstance(data, AnyFindings):
        found = [data]
    elif isinstance(data, Sequence) and all(isinstance(one, AnyFindings) for one in data):
        found = list(data)
    else:
        raise UsageError(
            f"report() takes annotations or findings, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    if path is not None:
        write_text(Path(path), page(found))
    return found


def page(found: Sequence[AnyFindings]) -> str:
    """The HTML text."""
    shown_here = {(result.signature.shape, result.measure.split("(")[0]) for one in found for result in one.results}
    records = [record for key, record in all_measures().items() if key in shown_here]
    keys = list(dict.fromkeys(key for record in records for key in record.references))
    return _template().render(
        found=found,
        records=records,
        methods=[methods_paragraph(one.results) for one in found],
        bibliography="\n\n".join(bibtex(key) for key in keys),
        raw=_embedded([one.as_json() for one in found]),
    )


def _embedded(value: object) -> str:
    """JSON that cannot close the script element it stands in."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")


@cache
def _template() -> jinja2.Template:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("accord.report_page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    environment.filters["counted"] = counted
    environment.filters["short"] = short
    environment.globals["interval_chart"] = interval_chart
    environment.globals["shade"] = shade
    environment.globals["views_table"] = views_table
    environment.globals["span_tables"] = span_tables
    environment.globals["lanes_of"] = _lanes
    environment.globals["relation_tables"] = relation_tables
    environment.globals["graphs_of"] = _graphs
    environment.globals["promise_drawings"] = _promise
    environment.globals["grid_drawing"] = _grid
    environment.globals["hardness"] = difficulty_part
    environment.globals["answer_tables"] = answer_tables
    environment.globals["dispersed_items_table"] = dispersed_items_table
    for render in (dendrogram, annotators_table, items_table, merges_table, pairs_table):
        environment.globals[render.__name__] = render
    environment.globals["title_of"] = lambda result: _title(result)
    return environment.get_template("report.html")


def _promise(found: Findings) -> dict[str, object] | None:
    """The curve with the point of the data on it, and how disagreement is spread over the items."""
    if found.promised is None:
        return None
    from accord.report_page.reproducibility_drawings import curve_drawing, histogram_drawing

    made, spread = found.promised.promise.forecast, found.promised.histogram
    names = ("fleiss", "pi", "multi_kappa", "kappa", "alpha")
    known = {result.measure: result for result in found.results if result.defined}
    own = next((known[name] for name in names if name in known), None)
    if own is None or not 0 <= own.value <= 1:
        return None
    return {
        "curve": curve_drawing(
            own.value,
            found.promised.categories,
            made.k,
            low=own.low,
            high=own.high,
            changed=made.value,
            changed_low=made.low,
            changed_high=made.high,
            against="group",
        ),
        "histogram": histogram_drawing(spread),
        "sentence": (
            f"{spread.unanimous:.0%} of the items are labelled alike by everybody, {spread.near_unanimous:.0%} by all "
            "but a tenth of their annotators; the fewer items carry the disagreement, the less a given κ promises."
        ),
    }


def _grid(read: ErrorReading) -> Markup:
    """The reading grid with the value on it."""
    from accord.report_page.reading_grid_drawings import STYLE, reading_grid_drawing

    return STYLE + reading_grid_drawing(read.grid, read.value, read.low, read.high, read.name)


def _lanes(found: SpanFindings) -> dict[str, object] | None:
    """The alignment of the first documents as drawings: their style, the legend, and a title and pictures for each."""
    if found.alignment is None or len(found.alignment) == 0:
        return None
    from markupsafe import Markup

    from accord.renderings.lanes import document_svgs, inline, legend_piece
    from accord.renderings.lanes_style import STYLE

    documents = found.alignment.spans.documents
    return {
        "style": Markup(STYLE),
        "legend": Markup(inline(legend_piece(found.alignment))),
        "documents": [
            (name, [Markup(svg) for svg in document_svgs(found.alignment, place, MOST_UNITS_DRAWN)])
            for place, name in enumerate(documents[:MOST_DRAWN])
        ],
        "more": max(0, len(documents) - MOST_DRAWN),
    }


def _graphs(found: RelationFindings) -> dict[str, object] | None:
    """The graphs of the documents with the least agreement; its module is imported where there are relations."""
    from accord.report_page.graph_pictures import graphs_of

    return graphs_of(found)


def _title(result: Result) -> str:
    return find(result.signature.shape, result.measure.split("(")[0]).title
