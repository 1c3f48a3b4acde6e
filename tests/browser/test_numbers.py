"""The numbers that are seen are those of the JSON, and the JSON is that of the findings."""

from __future__ import annotations

import json
from typing import Any

from accord.results import SCHEMA
from browser.reports import Report
from browser.visiting import Visit


def embedded(visit: Visit) -> list[dict[str, Any]]:
    found = json.loads(visit.page.locator("script#accord-results").text_content() or "")
    assert found["schema"] == SCHEMA
    findings: list[dict[str, Any]] = found["findings"]
    return findings


def same(cell: str, number: float | None) -> bool:
    """Whether a cell shows the number, rounded to the digits that it has."""
    if number is None:
        return cell in ("–", "")
    plain = cell.replace(",", "").replace("−", "-")
    percent = plain.endswith("%")
    digits = len(plain.rstrip("% ").partition(".")[2])
    value = number * 100 if percent else number
    return bool(abs(float(plain.rstrip("% ")) - value) <= 0.5 * 10**-digits + 1e-12)


def test_the_page_holds_the_json_of_its_findings(report: Report, shown: Visit) -> None:
    assert embedded(shown) == json.loads(json.dumps([one.as_json() for one in report.found]))
    words = shown.page.locator("main").inner_text().replace("\u00a0", " ")
    for one in report.found:
        assert one.title in words
        assert all(sentence in words for sentence in one.verdict)


def test_coefficients_are_those_of_the_json(shown: Visit) -> None:
    results = embedded(shown)[0]["results"]
    table = next(one for one in shown.look("tables") if one["header"][:1] == ["measure"] and "value" in one["header"])
    header = table["header"]
    low, high = (next((at for at, name in enumerate(header) if name.endswith(end)), None) for end in ("low", "high"))
    rows = {row[0]: row for row in table["rows"]}
    assert set(rows) >= {result["measure"] for result in results}
    for result in results:
        row = rows[result["measure"]]
        assert same(row[header.index("value")], result["value"]), (row, result)
        if low is not None and high is not None:
            assert same(row[low], result["low"]), (row, result)
            assert same(row[high], result["high"]), (row, result)


def test_the_matrix_and_the_drawn_coefficients_are_those_of_the_json(shown: Visit) -> None:
    found = embedded(shown)[0]
    drawn = shown.evaluate("JSON.parse(document.getElementById('accord-figures').textContent)['d1-coefficients']")
    values = {round(one["value"], 9) for one in drawn["data"]["values"]}
    assert values == {round(one["value"], 9) for one in found["results"] if one["value"] is not None}
    matrix = found.get("table")
    shown_rows = next((one["rows"] for one in shown.look("tables") if one["id"] == "d1-table-table"), None)
    assert (matrix is None) == (shown_rows is None)
    if matrix is not None and shown_rows is not None:
        cells = {row[0]: row[1:] for row in shown_rows}
        for name, row, total in zip(matrix["categories"], matrix["values"], matrix["row_totals"], strict=True):
            assert all(same(cell, value) for cell, value in zip(cells[name], [*row, total], strict=True)), name


def test_a_cell_of_its_own_rounding_is_told_from_another() -> None:
    assert same("0.801", 0.80120)
    assert same("1,235", 1234.6)
    assert same("80%", 0.801)
    assert same("–", None)
    assert not same("0.802", 0.80120)
    assert not same("-0.801", 0.80120)
