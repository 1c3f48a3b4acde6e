"""The page of `accord compare` on two rounds of a project: wide and on a telephone, light, dark and printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from accord.cli import main
from browser.conftest import Opener
from browser.test_accessibility import AGAIN, UNFOLD, violations
from browser.test_opening import figures
from browser.visiting import NARROW, Visit


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions of both rounds, and one of each alone."""
    folder = tmp_path_factory.mktemp("compared")
    random = np.random.default_rng(6)
    rounds = []
    for name, error, last in (("first", 0.35, "old"), ("second", 0.1, "new")):
        rows = [f"item,annotator,tone,how many stars would you give,{last}"]
        truth = np.random.default_rng(1).integers(0, 3, (60, 3))
        for item in range(60):
            for who in ("Ann", "Bob", "Cem"):
                wrong = random.random(3) < (error, 0.2, 0.2)
                one, two, three = np.where(wrong, random.integers(0, 3, 3), truth[item])
                rows.append(f"s{item},{who},{'abc'[one]},{two + 1},{'xyz'[three]}")
        rounds.append(folder / f"{name}.csv")
        rounds[-1].write_text("\n".join(rows) + "\n", encoding="utf-8")
    page = folder / "compare.html"
    assert main(["compare", *map(str, rounds), "-o", str(page), "-m", "alpha", "--replicates", "40", "-q"]) == 0
    return page


@pytest.fixture
def page(opened: Opener, path: Path) -> Visit:
    """Opened without the network; whatever it complains of or asks for is a failure."""
    return opened(path)


def test_it_opens_without_the_network_and_draws_its_charts(page: Visit) -> None:
    seen = figures(page)
    assert seen[0]["key"] == "questions"
    assert len({one["key"] for one in seen}) == len(seen) >= 5
    for one in seen:
        assert all(width > 100 and height > 20 for width, height in one["sizes"]), one
        assert all(marks > 0 for marks in one["marks"]), one


def test_nothing_is_cut_off_on_a_telephone(path: Path, opened: Opener) -> None:
    page = opened(path, width=NARROW, scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    assert [one for one in page.look("texts") if one["out"] > 2 or one["size"] < 9] == []
    assert [one for one in page.look("contrast") if one[0] < 4.5] == []


def test_axe_finds_nothing_serious(page: Visit) -> None:
    page.page.evaluate(UNFOLD, True)
    assert violations(page) == []
    with page.seen(scheme="dark", width=NARROW):
        assert violations(page, AGAIN) == []


def test_it_is_printed_light(page: Visit) -> None:
    with page.seen(scheme="dark"):
        page.page.emulate_media(media="print")
        white = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert white in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
