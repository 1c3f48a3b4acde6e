"""The page of `accord difficulty`, which has the frame, the charts and the tables of the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from accord.report_page.difficulty_page import difficulty_page
from browser.conftest import Opener
from browser.test_accessibility import AGAIN, UNFOLD, violations
from browser.test_opening import figures
from browser.visiting import NARROW, Visit
from report_page.difficulty_example import hard_items, new_items


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("difficulty") / "difficulty.html"
    written.write_text(difficulty_page(hard_items(), "Hard items", new_items()), encoding="utf-8")
    return written


@pytest.fixture
def page(opened: Opener, path: Path) -> Visit:
    """Opened without the network; whatever it complains of or asks for is a failure."""
    return opened(path)


def test_it_opens_without_the_network_and_draws_its_charts(page: Visit) -> None:
    seen = figures(page)
    assert [one["key"] for one in seen] == ["forest", "residuals-disagreement"]
    for one in seen:
        assert all(width > 100 and height > 20 for width, height in one["sizes"]), one
        assert all(marks > 0 for marks in one["marks"]), one
        assert one["sentence"].endswith("."), one
        assert one["cells"] > 0, one


def test_nothing_is_cut_off_on_a_telephone(page: Visit) -> None:
    with page.seen(width=NARROW, scheme="dark"):
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
        assert [one for one in page.look("texts") if one["out"] > 2 or one["size"] < 9] == []
        assert [one for one in page.look("contrast") if one[0] < 4.5] == []


def test_axe_finds_nothing_serious(page: Visit) -> None:
    page.page.evaluate(UNFOLD, True)
    assert violations(page) == []
    with page.seen(scheme="dark", width=NARROW):
        assert violations(page, AGAIN) == []
