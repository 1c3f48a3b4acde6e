"""Tables: sorted by the mouse and by the keyboard, in the order of their numbers, and narrowed by what is typed."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from browser.conftest import Opener
from browser.reports import Report
from browser.visiting import Visit

NUMBER = re.compile(r"[+\-−]?(\d[\d,]*)?(\.\d+)?\s?%?")
MISSING = ("", "–", "—")

# name, number: in the order that is right
ROWS = (
    ("minus two", "−2.5"),
    ("hyphen", "-1"),
    ("zero", "0.000"),
    ("per cent", "7%"),
    ("point", "7.25"),
    ("signed", "+10"),
    ("thousands", "1,200"),
    ("none", "–"),
)
LISTING = """<div class="listing"><table class="sortable" id="mine"><caption>Mine</caption>
<thead><tr><th scope="col">name</th><th scope="col" class="n">number</th></tr></thead><tbody>{}</tbody></table></div>"""


def column(visit: Visit, table: str, place: int) -> list[str]:
    """The cells of a column as they are seen."""
    return [
        cell.strip()
        for cell in visit.page.locator(f"{table} > tbody > tr:visible")
        .locator(f"> :nth-child({place + 1})")
        .all_inner_texts()
    ]


@pytest.fixture
def mine(opened: Opener, answers_report: Report, tmp_path: Path) -> Visit:
    """A report to which a listing was added whose right order is known."""
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td class="n">{number}</td></tr>'
        for name, number in sorted(ROWS, key=lambda row: row[0][::-1])
    )
    text = answers_report.path.read_text(encoding="utf-8")
    assert text.count("</main>") == 1
    path = tmp_path / "mine.html"
    path.write_text(text.replace("</main>", LISTING.format(rows) + "</main>"), encoding="utf-8")
    return opened(path)


def sorted_as(visit: Visit, table: str) -> list[str | None]:
    return [head.get_attribute("aria-sort") for head in visit.page.locator(f"{table} > thead th").all()]


def test_numbers_are_sorted_as_numbers_and_what_is_missing_comes_last(mine: Visit) -> None:
    assert sorted_as(mine, "#mine") == ["none", "none"]
    by_name, by_number = mine.page.locator("#mine thead th button").all()
    right = [number for _, number in ROWS]
    for key in ("Enter", "Space", None):
        orders = {}
        for _ in range(2):
            by_number.press(key) if key else by_number.click()
            other, direction = sorted_as(mine, "#mine")
            assert other == "none"
            orders[direction] = column(mine, "#mine", 1)
        assert orders == {"ascending": right, "descending": [*right[-2::-1], "–"]}
        by_name.click()


def test_texts_are_sorted_as_texts(mine: Visit) -> None:
    mine.page.locator("#mine thead th button").first.click()
    assert sorted_as(mine, "#mine") == ["ascending", "none"]
    assert column(mine, "#mine", 0) == sorted(name for name, _ in ROWS)
    # rows stay whole
    assert dict(zip(column(mine, "#mine", 0), column(mine, "#mine", 1), strict=True)) == dict(ROWS)


def test_a_listing_is_narrowed_by_what_is_typed(mine: Visit) -> None:
    listing = mine.page.locator("div.listing", has=mine.page.locator("#mine"))
    search, status = listing.locator("input[type=search]"), listing.locator("[role=status]")
    assert search.get_attribute("aria-label")
    search.fill("ONE")
    assert column(mine, "#mine", 0) == ["none"]
    assert status.inner_text().strip() == f"1 of {len(ROWS)} rows"
    search.fill("(no such row")
    assert column(mine, "#mine", 0) == []
    assert status.inner_text().strip() == f"0 of {len(ROWS)} rows"
    mine.page.locator("#mine thead th button").nth(1).click()
    search.fill("")
    assert len(column(mine, "#mine", 0)) == len(ROWS)
    search.fill("i")  # sorting and filtering together
    assert column(mine, "#mine", 1) == [number for name, number in ROWS if "i" in name]


def numeric(cells: list[str]) -> list[float] | None:
    """The numbers of a column that has at least two and nothing else."""
    told = [cell for cell in cells if cell not in MISSING]
    if len(told) < 2 or not all(NUMBER.fullmatch(cell) and re.search(r"\d", cell) for cell in told):
        return None
    return [float(cell.replace("−", "-").replace(",", "").rstrip("% ")) for cell in told]


def test_every_sortable_table_sorts_by_every_column(shown: Visit) -> None:
    tables = shown.look("sorting")
    assert tables
    sorted_as_numbers = 0
    for table in tables:
        assert table["buttonless"] == 0
        for one in table["columns"]:
            where = (table["id"], one["name"])
            (up, upwards, others), (down, downwards, _) = one["presses"]
            assert (up, down, others) == ("ascending", "descending", 0), where
            assert sorted(upwards) == sorted(downwards) == sorted(one["before"]), where
            values = numeric(upwards)
            if values is not None:
                sorted_as_numbers += 1
                assert all(one <= other for one, other in pairwise(values)), (where, upwards)
                assert all(cell in MISSING for cell in upwards[len(values) :]), (where, upwards)
                assert numeric(downwards) == values[::-1], (where, downwards)
    assert sorted_as_numbers > 0
