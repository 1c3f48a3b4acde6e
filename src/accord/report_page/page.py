"""Findings as an HTML page."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from accord.annotations import Labels
from accord.diagnosis import Findings, findings
from accord.measures import bibtex, find, short
from accord.renderings.methods import methods_paragraph
from accord.renderings.numbers import counted, shown
from accord.renderings.people import annotators_table, items_table, merges_table, pairs_table
from accord.renderings.results import overview_lines, views_table
from accord.renderings.writing import write_text
from accord.report_page.drawings import dendrogram, interval_chart, shade
from accord.results import Expression, Result, UsageError

if TYPE_CHECKING:
    import jinja2


def report(
    data: Labels | Findings | Sequence[Findings],
    path: str | os.PathLike[str] | None = None,
    measures: Sequence[str | Expression] | None = None,
    **options: object,
) -> list[Findings]:
    """Write the report of the data to `path`, and return the findings it shows."""
    if isinstance(data, Labels):
        found = [findings(data, measures, **options)]  # type: ignore[arg-type]
    elif isinstance(data, Findings):
        found = [data]
    elif isinstance(data, Sequence) and all(isinstance(one, Findings) for one in data):
        found = list(data)
    else:
        raise UsageError(
            f"report() takes annotations or findings, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    if path is not None:
        write_text(Path(path), page(found))
    return found


def page(found: Sequence[Findings]) -> str:
    """The HTML text."""
    names = dict.fromkeys(result.measure.split("(")[0] for one in found for result in one.results)
    records = [find("labels", name) for name in names]
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
    environment.globals["overview_lines"] = overview_lines
    environment.globals["views_table"] = views_table
    for render in (dendrogram, annotators_table, items_table, merges_table, pairs_table):
        environment.globals[render.__name__] = render
    environment.globals["title_of"] = lambda result: _title(result)
    return environment.get_template("report.html")


def _title(result: Result) -> str:
    return find("labels", result.measure.split("(")[0]).title
