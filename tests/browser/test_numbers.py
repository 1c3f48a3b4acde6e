"""What is seen is what the file holds, and the JSON in it is that of the findings.

That every number of the file is one of the JSON is shown in tests/report_page/test_numbers.py, without a browser.
"""

from __future__ import annotations

import json

from accord.results import SCHEMA
from browser.reports import Report
from browser.visiting import Visit
from report_page.read_pages import embedded, plain, read_page


def test_the_page_holds_the_json_of_its_findings(report: Report, shown: Visit) -> None:
    found = json.loads(shown.page.locator("script#accord-results").text_content() or "")
    assert found["schema"] == SCHEMA
    assert found["findings"] == json.loads(json.dumps([one.as_json() for one in report.found]))
    words = plain(shown.page.locator("main").inner_text())
    for one in report.found:
        assert one.title in words
        assert all(sentence in words for sentence in one.verdict)


def test_the_tables_that_are_seen_are_those_of_the_file(report: Report, shown: Visit) -> None:
    read = read_page(report.path.read_text(encoding="utf-8"))
    seen = {one["id"]: one for one in shown.look("tables")}
    assert list(seen) == list(read.tables)
    for name, table in read.tables.items():
        assert [plain(cell) for cell in seen[name]["header"]] == table.header, name
        assert sorted([plain(cell) for cell in row] for row in seen[name]["rows"]) == sorted(table.rows), name


def test_the_charts_that_are_seen_are_those_of_the_file(report: Report, shown: Visit) -> None:
    text = report.path.read_text(encoding="utf-8")
    drawn = json.loads(shown.page.locator("script#accord-figures").text_content() or "")
    assert drawn == embedded(text, "accord-figures")
    places = shown.evaluate("[...document.querySelectorAll('.vega')].map(one => one.dataset.spec)")
    assert sorted(places) == sorted(drawn), "what is carried is drawn"
