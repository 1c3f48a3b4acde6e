"""Tables: sorted by the mouse and by the keyboard, in the order of their numbers, and narrowed by what is typed."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from browser.conftest import Opener, Reports
from browser.reports import EXAMPLES, REAL
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
def mine(opened: Opener, reports: Reports, tmp_path: Path) -> Visit:
    """A report to which a listing was added whose right order is known."""
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td class="n">{number}</td></tr>'
        for name, number in sorted(ROWS, key=lambda row: row[0][::-1])
    )
    text = reports("answers").path.read_text(encoding="utf-8")
    assert text.count("</main>") == 1
    path = tmp_path / "mine.html"
    path.write_text(text.replace("</main>", LISTING.format(rows) + "</main>"), encoding="utf-8")
    return opened(path)


def sorted_as(visit: Visit, table: str) -> list[str | None]:
    return [head.get_attribute("aria-sort") for head in visit.page.locator(f"{table} > thead th").all()]


@pytest.mark.parametrize("how", ["click", "Enter", "Space"])
def test_numbers_are_sorted_as_numbers_and_what_is_missing_comes_last(mine: Visit, how: str) -> None:
    button = mine.page.locator("#mine thead th button").nth(1)

    def press() -> None:
        if how == "click":
            button.click()
        else:
            button.press(how)

    assert sorted_as(mine, "#mine") == ["none", "none"]
    orders = {}
    for _ in range(2):
        press()
        other, direction = sorted_as(mine, "#mine")
        assert other == "none"
        orders[direction] = column(mine, "#mine", 1)
    right = [number for _, number in ROWS]
    assert orders == {"ascending": right, "descending": [*right[-2::-1], "–"]}


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


@pytest.mark.parametrize("name", [*EXAMPLES, *REAL])
def test_every_sortable_table_sorts(name: str, opened: Opener, reports: Reports) -> None:
    visit = opened(reports(name).path)
    number = visit.page.locator("table.sortable").count()
    assert number > 0
    visit.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    visit.evaluate("document.querySelectorAll('table.sortable').forEach((one, at) => { one.dataset.at = at; })")
    for at in range(number):
        table = f'table.sortable[data-at="{at}"]'
        heads = visit.page.locator(f"{table} > thead th")
        assert heads.count() == heads.locator("button").count() > 0
        for place in range(heads.count()):
            before = sorted(column(visit, table, place))
            heads.nth(place).locator("button").click()
            heads.nth(place).locator("button").click() if sorted_as(visit, table)[place] == "descending" else None
            assert sorted_as(visit, table)[place] == "ascending"
            cells = column(visit, table, place)
            assert sorted(cells) == before
            values = numeric(cells)
            if values is not None:
                assert all(one <= other for one, other in pairwise(values)), (name, at, place, cells)
                assert all(cell in MISSING for cell in cells[len(values) :])
