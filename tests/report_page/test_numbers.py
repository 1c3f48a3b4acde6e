"""Every number of a page is a number of the JSON in it, in every table and every chart, for each shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.diagnosis.any_findings import AnyFindings
from accord.report_page import page
from between_workers import shared_folder
from browser.conftest import REAL
from browser.reports import REPORTS, written
from report_page.drawn_values import LOOK
from report_page.label_tables import Found
from report_page.read_pages import ReadPage, ReadTable, datasets, read_page
from report_page.shown_cells import NUMBER, Between, Cell, Count, Number, Text, few, share
from report_page.tracing import NAMES_ONLY, by_data, chart_differences, derived, held, table_differences, untold_numbers
from shared_files import ABSENT, DATA


def _texts() -> list[AnyFindings]:
    """Texts that occur twice with other votes, and one longer than a cell."""
    draw = np.random.default_rng(2)
    rows = draw.choice(list("abc"), size=(60, 4), p=[0.6, 0.3, 0.1]).tolist()
    texts = tuple(f"text {number % 25}" if number else "long " * 300 for number in range(60))
    return [accord.findings(replace(accord.labels(rows), texts=texts), replicates=20)]


def _numbers() -> list[AnyFindings]:
    draw = np.random.default_rng(3)
    true = draw.normal(50, 10, size=(60, 1))
    values = (true + draw.normal(0, 4, size=(60, 5))).round(1).tolist()
    return [accord.findings(accord.labels(values, level="interval"), replicates=20)]


def _coreference() -> list[AnyFindings]:
    first = [[1, 2, 3], [4, 5], [6], [7, 8]]
    second = [[1, 2], [3, 4, 5], [6], [7, 8]]
    return [accord.findings(accord.coreference({"A": first, "B": second, "C": first}), replicates=20)]


def _clusters(folder: Path) -> list[AnyFindings]:
    """Hard items with clusters and two outcomes of different size."""
    draw = np.random.default_rng(4)
    cluster = np.repeat(np.arange(12), 10)
    own = draw.normal(size=120)
    error = 1 / (1 + np.exp(-(own + draw.normal(size=12)[cluster])))
    rows = [["a" if draw.random() > 0.5 * rate else "b" for _ in range(5)] for rate in error]
    names = [f"s{number}" for number in range(120)]
    lines = [f"{name},{value:.4f},{word % 4},w{word}" for name, value, word in zip(names, own, cluster, strict=True)]
    (folder / "features.csv").write_text("item,own,of word,word\n" + "\n".join(lines) + "\n", encoding="utf-8")
    data = accord.labels(rows, items=names)
    return [accord.report(data, features=str(folder / "features.csv"), cluster="word", replicates=20)]


SPECIAL: dict[str, Callable[[], list[AnyFindings]]] = {
    "texts": _texts,
    "numbers": _numbers,
    "coreference": _coreference,
}
PAGES = (*REPORTS, *SPECIAL, "clusters")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("numbers")


@pytest.fixture(scope="module", params=PAGES)
def read(request: pytest.FixtureRequest, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> ReadPage:
    """Each page in turn, read without accord."""
    if request.param in REAL and not DATA.is_dir():
        pytest.skip(ABSENT)
    if request.param in REPORTS:
        report = written(request.param, shared_folder(tmp_path_factory))
        return read_page(report.path.read_text(encoding="utf-8"))
    return read_page(page(_clusters(folder) if request.param == "clusters" else SPECIAL[request.param]()))


def test_every_number_of_every_table_is_in_the_json(read: ReadPage) -> None:
    known = {"assumptions-table"}  # words about the measures
    for place, found in by_data(read):
        mine = {name: table for name, table in read.tables.items() if name.startswith(place)}
        assert mine
        for name, table in mine.items():
            assert table.rows, name
            assert table_differences(name.removeprefix(place), found, table) == [], name
        known |= set(mine)
    together = {name: table for name, table in read.tables.items() if name not in known}
    assert bool(together) == (read.project is not None)
    told_together = held(read.project)
    for name, table in together.items():
        cells = [cell for row in table.rows for cell in row]
        assert [(cell, told) for cell in cells if (told := untold_numbers(cell, told_together))] == [], name


def test_every_number_of_every_chart_is_in_the_json(read: ReadPage) -> None:
    assert sorted(read.figures) == sorted(read.places), "what is carried is drawn"
    for place, found in by_data(read):
        for name in read.places:
            if name.startswith(place):
                assert (
                    chart_differences(name.removeprefix(place), found, read.figures[name], datasets(read.figures[name]))
                    == []
                ), name


def test_every_number_of_a_sentence_is_in_the_json(read: ReadPage) -> None:
    """Which one it is, is not told: a sentence is free to put it as it likes."""
    known = held([*read.findings, *map(derived, read.findings)])
    assert len(read.sentences) > 3
    assert [(one, untold) for one in read.sentences if (untold := untold_numbers(one, known))] == []


def test_a_number_of_a_sentence_that_is_nowhere_is_told() -> None:
    found = {"value": -0.8012, "share": 0.123, "sentence": "of 17 items", "list": ["a"] * 5}
    known = held(found)
    assert untold_numbers("−0.801, 0.80, 12 %, 12.3%, 17, 5, '99' and 1 (1)", known) == ["1", "1"]  # names are none
    assert untold_numbers("0.802, 13 %, 18, 6, 0.123 %", known) == ["0.802", "13 %", "18", "6", "0.123 %"]


# ---- a test that could only pass would be none: what is changed in a page is seen


def numeric(table: ReadTable) -> list[int]:
    """The columns that hold nothing but numbers."""
    columns = range(len(table.header))
    filled = {column: [row[column] for row in table.rows if row[column] not in ("", "–")] for column in columns}
    return [column for column in columns if filled[column] and all(map(NUMBER.fullmatch, filled[column]))]


def with_column(table: ReadTable, column: int, cells: list[str]) -> ReadTable:
    rows = [[*row[:column], cell, *row[column + 1 :]] for row, cell in zip(table.rows, cells, strict=True)]
    return ReadTable(table.header, rows)


def bumped(cell: str) -> str:
    """Another last digit."""
    place = max(number for number, letter in enumerate(cell) if letter.isdigit())
    return f"{cell[:place]}{(int(cell[place]) + 3) % 10}{cell[place + 1 :]}"


def changed_tables(table: ReadTable) -> Iterator[tuple[str, ReadTable]]:
    """Two columns exchanged, a column moved down by a row, a digit that is another one."""
    columns = numeric(table)
    cells = {column: [row[column] for row in table.rows] for column in columns}
    for one, other in pairwise(columns):
        swapped = with_column(with_column(table, one, cells[other]), other, cells[one])
        yield f"{table.header[one]} and {table.header[other]} exchanged", swapped
    for column in columns:
        yield f"{table.header[column]} moved", with_column(table, column, cells[column][-1:] + cells[column][:-1])
        first = next(number for number, cell in enumerate(cells[column]) if cell not in ("", "–"))
        wrong = [bumped(cell) if number == first else cell for number, cell in enumerate(cells[column])]
        yield f"{table.header[column]} with another digit", with_column(table, column, wrong)
    yield "a row left out", ReadTable(table.header, table.rows[1:])
    yield "rows in another order", ReadTable(table.header, table.rows[::-1])


def test_what_is_changed_in_a_table_is_seen(read: ReadPage) -> None:
    tried = 0
    for place, found in by_data(read):
        for name, table in read.tables.items():
            key = name.removeprefix(place)
            if not name.startswith(place) or key in NAMES_ONLY:
                continue
            for what, changed in changed_tables(table):
                if changed.rows != table.rows and changed.rows:
                    tried += 1
                    assert table_differences(key, found, changed) != [], (name, what)
    assert tried > 20


def changed_values(values: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    names = [name for name in values[0] if name not in LOOK]
    numbers = [name for name in names if all(isinstance(one.get(name), float | int) for one in values)]
    for one, other in pairwise(numbers):
        yield f"{one} and {other}", [{**row, one: row[other], other: row[one]} for row in values]
    for name in numbers:
        moved = [row[name] for row in values[-1:] + values[:-1]]
        yield f"{name} moved", [{**row, name: number} for row, number in zip(values, moved, strict=True)]
        yield f"{name} a little more", [{**values[0], name: values[0][name] + 1e-6}, *values[1:]]
    if (
        "residual" not in values[0] or "name" not in values[0]
    ):  # which dots have room for a name is the chart's business
        yield "one left out", values[1:]


def other_values(values: list[dict[str, Any]], changed: list[dict[str, Any]]) -> bool:
    """Whether anything is drawn elsewhere: of two annotators, both curves of what a κ promises are one."""
    if len(values) != len(changed):
        return True
    pairs = [(row[name], new[name]) for row, new in zip(values, changed, strict=True) for name in row]
    return any(abs(one - other) > 1e-9 for one, other in pairs if isinstance(one, float | int))


def test_what_is_changed_in_a_chart_is_seen(read: ReadPage) -> None:
    tried = 0
    for place, found in by_data(read):
        for name in read.places:
            spec = read.figures[name]
            for number, values in enumerate(datasets(spec)):
                for what, changed in changed_values(values):
                    if other_values(values, changed):
                        tried += 1
                        assert differences_with(name.removeprefix(place), found, spec, number, changed), (name, what)
    assert tried > 10


def differences_with(key: str, found: Found, spec: dict[str, Any], number: int, values: list[dict[str, Any]]) -> bool:
    """Whether other values in the place of a set are told from those of the JSON; or cannot be traced at all."""
    sets = datasets(spec)
    try:
        return bool(chart_differences(key, found, spec, [*sets[:number], values, *sets[number + 1 :]]))
    except (KeyError, IndexError):
        return True


@pytest.mark.parametrize(
    ("cell", "expected", "right"),
    [
        ("0.801", Number(0.80120), True),
        ("0.802", Number(0.80120), False),
        ("0.80", Number(0.80120), False),  # fewer digits than the column has
        ("-0.801", Number(0.80120), False),
        ("−0.07", Number(-0.0671, 2), True),
        ("1,235", Number(1234.6), True),
        ("1235", Count(1235), False),
        ("80.1%", share(0.80120), True),
        ("0.801", share(0.80120), False),
        ("8.1 %", few(0.0809), True),
        ("8 %", few(0.0809), False),
        ("5 %", few(0.05), True),
        ("< 0.01 %", few(0.00005), True),
        ("< 0.01 %", few(0.0002), False),
        ("<.001", Number(0.0004), True),
        ("<.001", Number(0.0014), False),
        ("–", Number(None), True),
        ("–", Number(0.0), False),
        ("0.000", Number(None), False),
        ("25.8 % to 38.1 %", Between(0.2575, 0.3806), True),
        ("25.8 % to 38.1 %", Between(0.3806, 0.2575), False),
        ("a b…", Text("a b c d", 10), True),
        ("a b…", Text("a c", 10), False),
        ("a b…", Text("a b c d"), False),
    ],
)
def test_a_cell_shows_a_number_or_another(cell: str, expected: Cell, right: bool) -> None:
    assert expected.fits(cell) == right
