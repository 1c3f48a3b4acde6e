"""Drawings of alignments: everything is drawn once, nothing hides anything, and no text can break out."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.alignment import Alignment, align
from accord.annotations import Spans
from accord.renderings.alignment_page import alignment_page
from accord.renderings.lanes import MOST_DOCUMENTS, alignment_svg, document_pieces, document_svgs
from accord.renderings.lanes_layout import MOST_ROWS, LaneRow, continuum_rows, nice, sublanes, text_rows, ticks
from accord.renderings.lanes_rows import HIGH
from accord.renderings.lanes_scene import scene_of
from accord.renderings.lanes_style import FILLS, LEFT, RIGHT, WIDTH, abbreviations, fill, patterns
from accord.renderings.lanes_tables import alignment_csv, alignment_table
from accord.report_page.span_example import example_spans

SVG = "{http://www.w3.org/2000/svg}"
NASTY = ["<script>alert(1)</script>", "\"&'", "]]>", "\x00\x0b\ud800", "x" * 300, "日本語", "=1+1", "a\nb"]

positions = st.floats(-50, 1000, allow_nan=False).map(lambda value: round(value, 2))
drawn_units = st.lists(
    st.tuples(st.sampled_from("ABC"), positions, st.floats(0, 200).map(lambda v: round(v, 2)), st.sampled_from("xyz")),
    min_size=1,
    max_size=12,
)


def built(units: list[tuple[str, float, float, str]]) -> Spans:
    return accord.spans([(who, start, start + wide, kind) for who, start, wide, kind in units], annotators=list("ABC"))


def parsed(alignment: Alignment) -> ElementTree.Element:
    return ElementTree.fromstring(alignment_svg(alignment))


def of_class(tree: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in tree.iter() if name in (one.get("class") or "").split()]


def boxes(tree: ElementTree.Element) -> list[ElementTree.Element]:
    """The filled boxes of units: those that say something when pointed at."""
    return [group[1] for group in tree.iter(f"{SVG}g") if len(group) > 1 and group[0].tag == f"{SVG}title"]


# ---- what is drawn


@given(drawn_units)
def test_every_unit_is_drawn_and_none_hides_another(units: list[tuple[str, float, float, str]]) -> None:
    alignment = align(built(units), method="greedy")
    scene = scene_of(alignment, 0)
    pieces = document_pieces(alignment, 0)
    found = 0
    for piece in pieces:
        tree = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{piece.content}</svg>')
        places = []
        for box in boxes(tree):
            left, top, wide = (float(box.get(name) or "nan") for name in ("x", "y", "width"))
            assert left >= LEFT - 0.1
            assert left + wide <= WIDTH - RIGHT + 3
            assert top + HIGH <= piece.height
            places.append((left, left + wide, top))
        for (one, end, y), (other, until, height) in combinations(places, 2):
            assert y != height or end <= other + 0.15 or until <= one + 0.15
        found += len(places)
    assert found >= len(units)
    assert len(scene.rows.rows) <= MOST_ROWS


@given(drawn_units)
def test_links_tie_neighbours_of_each_unitary_alignment(units: list[tuple[str, float, float, str]]) -> None:
    spans = built([(who, 10 + abs(start) % 40, wide, kind) for who, start, wide, kind in units])
    alignment = align(spans, method="greedy")
    scene = scene_of(alignment, 0)
    tree = parsed(alignment)
    sizes = Counter(sum(unit is not None for unit in one.units) for one in alignment.unitary)
    legend = 5
    if len(scene.rows.rows) == 1:
        assert len(of_class(tree, "link")) - legend == sum((size - 1) * times for size, times in sizes.items())
        assert len(of_class(tree, "alone")) - 1 == sizes[1]
    steps = [one for one in of_class(tree, "link") if re.search(r"\bd[0-4]\b", one.get("class") or "")]
    assert len(steps) == len(of_class(tree, "link"))


def test_a_link_over_an_annotator_without_a_unit_is_dashed() -> None:
    spans = accord.spans([("A", 0, 10, "x"), ("C", 0, 10, "x")], annotators=["A", "B", "C"])
    tree = parsed(align(spans))
    assert len(of_class(tree, "over")) == 1


def test_shades_follow_disorder_in_units_of_an_empty_unit() -> None:
    same = [("A", 0, 10, "x"), ("B", 0, 10, "x")]
    apart = [("A", 0, 10, "x"), ("B", 4, 14, "x")]
    for scale in (1.0, 4.0):
        for units, step in ((same, "d0"), (apart, "d2")):
            tree = parsed(align(accord.spans(units), delta_empty=scale))
            assert (of_class(tree, "link")[-1].get("class") or "").split()[-1] == step


def test_a_unit_that_crosses_a_row_is_open_there_and_drawn_on_both() -> None:
    text = "word " * 40
    spans = accord.spans([("A", 100, 130, "x"), ("B", 100, 130, "x")], document="d", texts={"d": text})
    rows = [ElementTree.fromstring(svg) for svg in document_svgs(align(spans), 0)]
    assert len(rows) == 2
    outlines = [[path.get("d") or "" for path in row.iter("path") if path.get("class") == "unit edge"] for row in rows]
    assert [len(row) for row in outlines] == [2, 2]
    assert all(outline.count("V") == 1 for row in outlines for outline in row)
    labels = ["".join(label.itertext()) for label in rows[1].iter("text") if label.get("class") == "label"]
    assert labels == ["… x 1", "… x 1"]
    assert all(len([path for path in row.iter("path") if "link" in (path.get("class") or "")]) == 1 for row in rows)


def test_the_words_stand_under_the_positions_they_have() -> None:
    alignment = align(example_spans().of_document("kettle"))
    scene = scene_of(alignment, 0)
    assert scene.text is not None
    seen = ""
    for row, svg in zip(scene.rows.rows, document_svgs(alignment, 0), strict=True):
        for word in ElementTree.fromstring(svg).iter("tspan"):
            if word.get("textLength") is None:
                continue
            place = round(row.first + (float(word.get("x") or 0) - LEFT) / (WIDTH - LEFT - RIGHT) * scene.rows.across)
            assert scene.text[place:].startswith(word.text or "")
            seen += word.text or ""
    assert seen == scene.text.replace(" ", "")


def test_numbers_are_the_same_in_pictures_tables_and_csv() -> None:
    alignment = align(example_spans())
    written = alignment_csv(alignment).splitlines()[1:]
    numbers = {tuple(line.split(",")[:5]): line.split(",")[5] for line in written}
    for place in (0, 3):
        table = alignment_table(alignment, document=place)
        drawn = "".join(document_svgs(alignment, place))
        told = re.findall(r"<title>(\w+): (\w+), (\d+) to (\d+)\nalignment (\d+): ", drawn)
        assert {number for *_, number in told} == {row[0] for row in table.rows}
        for who, kind, start, end, number in told:
            assert numbers[alignment.spans.documents[place], who, kind, start, end] == number
            row = table.rows[[one[0] for one in table.rows].index(number)]
            assert row[table.header.index(who)] == f"{kind} {start}–{end}"
    assert len(alignment_table(alignment).rows) == len(alignment.unitary)


def test_documents_follow_each_other_and_too_many_are_not_drawn() -> None:
    corpus = accord.spans({f"d{number}": [("A", 0, 1), ("B", 0, 1)] for number in range(MOST_DOCUMENTS + 3)})
    text = alignment_svg(align(corpus))
    assert text.count('class="heading"') == MOST_DOCUMENTS
    assert "3 more documents are not drawn here" in text
    assert "3 more documents are not drawn here" in alignment_page(align(corpus))


def test_a_large_document_is_drawn_in_part_and_says_so() -> None:
    units = [(who, 10 * number, 10 * number + 8, "x") for number in range(60) for who in "AB"]
    alignment = align(accord.spans(units))
    text = "".join(document_svgs(alignment, 0, most_units=50))
    assert "The first 50 of 120 units are drawn, up to 248; tables, JSON and CSV hold all of them." in text
    assert text.count("<g><title>") == 50
    assert "units are drawn" not in "".join(document_svgs(alignment, 0))


def test_stretches_without_units_are_left_out() -> None:
    spans = accord.spans([(who, start, start + 5, "x") for who in "AB" for start in (10, 100_000)], length=200_000)
    scene = scene_of(align(spans), 0)
    assert len(scene.rows.rows) == 2
    assert "no units from 400 to 100,000" in alignment_svg(align(spans))


@pytest.mark.parametrize(
    "units",
    [
        [("A", 1e8, 1e8 + 0.01), ("B", 1e8, 1e8 + 0.02)],
        [("A", 5, 5), ("B", 5, 5), ("B", 5, 5)],
        [("A", -20, -10), ("B", -20, -10.5)],
        [("A", 0, 0), ("B", 0, 0)],
        [("A", 0, 1e12), ("A", 3, 4), ("B", 3, 4)],
        [("A", 0, 10)] * 30 + [("B", 0, 10)],
    ],
    ids=["far away", "without length", "negative", "nothing but zero", "one immense", "identical"],
)
def test_odd_positions_can_be_drawn(units: list[tuple[str, float, float]]) -> None:
    tree = parsed(align(accord.spans(units), method="greedy"))
    assert len(boxes(tree)) >= len(units)
    for one in tree.iter():
        for name in ("x", "y", "width", "height", "d"):
            assert not re.search("nan|inf", one.get(name) or "")


def test_documents_without_units_have_their_lanes() -> None:
    corpus = accord.spans({"full": [("A", 0, 5, "x"), ("B", 0, 5, "x")], "empty": []}, annotators=["A", "B"])
    scene = scene_of(align(corpus), 1)
    assert scene.drawn == ()
    tree = parsed(align(corpus))
    assert len(of_class(tree, "lane")) == 4


# ---- text


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_no_text_breaks_out(name: str) -> None:
    units = [(f"A{name}", 0, 3, f"c{name}"), (f"B{name}", 1, 3, f"c{name}")]
    spans = accord.spans(units, document=f"d{name}", texts={f"d{name}": f"t{name}"})
    alignment = align(spans)
    parsed(alignment)
    page = alignment_page(alignment, f"title {name}")
    assert "<script" not in page
    page.encode("utf-8")


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    page = alignment_page(align(example_spans()))
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|<img|@import|url\((?!#)|\bon\w+=|javascript:", page)
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    for name in ("kettle", "headphones", "tent", "lamp", "grinder"):
        assert f">{name} · disorder " in page
    assert page.count("<caption>") == 6
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def test_pictures_are_accessible() -> None:
    tree = parsed(align(example_spans()))
    assert tree.get("role") == "img"
    named = {one.get("id"): one.text for one in tree if one.tag in (f"{SVG}title", f"{SVG}desc")}
    assert set(named) == set((tree.get("aria-labelledby") or "").split())
    assert named["lanes-title"] == "Alignment of 5 documents"
    assert all('role="img" aria-label="' in svg for svg in document_svgs(align(example_spans()), 0))


# ---- colours


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", [*FILLS, fill(-1)])
def test_labels_can_be_read_on_every_colour(colour: str) -> None:
    """WCAG 2.1, 1.4.3: at least 4.5 : 1 for text."""
    assert (luminance(colour) + 0.05) / (luminance("#14181f") + 0.05) >= 4.5


def test_categories_beyond_the_eighth_have_patterns() -> None:
    assert len({fill(code) for code in range(24)}) == 24
    assert fill(24) == fill(0)
    made = patterns(range(24))
    assert {fill(code) for code in range(8, 24)} == {f"url(#{name})" for name in re.findall('id="([^"]+)"', made)}
    assert patterns(range(8)) == ""


@given(st.lists(st.text("abc", min_size=1, max_size=6), unique=True, max_size=12))
def test_abbreviations_tell_categories_apart(names: list[str]) -> None:
    short = abbreviations(names)
    assert len(set(short)) == len(names)
    assert all(len(one) <= 4 for one in short)


# ---- layout


@given(st.text("ab ", min_size=1, max_size=300), st.integers(4, 40))
def test_rows_of_text_cover_it_once(text: str, most: int) -> None:
    rows = text_rows(text, len(text), most).rows
    assert rows[0].first == 0
    assert rows[-1].last == len(text)
    assert all(one.last == other.first for one, other in pairwise(rows))
    assert all(0 < row.last - row.first <= most for row in rows)
    for row in rows[:-1]:
        half = text[int(row.first) + most // 2 : int(row.first) + most]
        assert text[int(row.last) - 1] == " " or " " not in half


@given(drawn_units)
def test_rows_of_a_continuum_hold_every_unit(units: list[tuple[str, float, float, str]]) -> None:
    continuum = built(units).continuum(0)
    rows = continuum_rows(continuum).rows
    assert all(one.last <= other.first for one, other in pairwise(rows))
    for start, end in zip(continuum.starts.tolist(), continuum.ends.tolist(), strict=True):
        covered = sum(max(0.0, min(end, row.last) - max(start, row.first)) for row in rows)
        assert covered == pytest.approx(end - start, abs=1e-6)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), max_size=15))
def test_sublanes_are_as_few_as_can_be(units: list[tuple[int, int]]) -> None:
    starts, ends = [float(start) for start, _ in units], [float(start + wide) for start, wide in units]
    placed = sublanes(starts, ends, 0.5)
    shown = [(start, max(end, start + 0.5), lane) for start, end, lane in zip(starts, ends, placed, strict=True)]
    for (one, end, lane), (other, until, second) in combinations(shown, 2):
        assert lane != second or end <= other or until <= one
    deepest = max((sum(one <= start < end for one, end, _ in shown) for start, _, _ in shown), default=0)
    assert len(set(placed)) == deepest


@given(st.floats(1e-6, 1e9))
def test_nice_numbers_are_just_above(value: float) -> None:
    assert value * (1 - 1e-9) <= nice(value) <= 1.34 * value


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_lie_on_the_row(first: float, across: float) -> None:
    found, decimals = ticks(LaneRow(first, first + across), across)
    assert len(found) <= 10
    assert all(first - 1e-6 * across <= one <= first + across * (1 + 1e-6) for one in found)
    assert all(abs(round(one, decimals) - one) < 1e-9 * max(1, abs(one)) for one in found)


def _between_outer_lanes() -> Alignment:
    """The second annotator misses the second unit."""
    rows = [(who, at, at + 9, "claim") for who in ("ann", "bob", "cleo") for at in (0, 20) if (who, at) != ("bob", 20)]
    return align(accord.spans([*rows[:-1], ("cleo", 21, 29, "praise")]))


def test_a_link_that_skips_a_lane_keeps_its_shade() -> None:
    drawing = alignment_svg(_between_outer_lanes())
    (over,) = re.findall(r'<path class="link over d([0-9])" d="([^"]*)"', drawing)
    assert over[0] == "4"  # another category, and nobody else in between
    assert over[1].endswith("Z")  # an area, which is filled in the shade of its disorder
    assert ".over { fill: none" not in drawing


def test_the_order_of_lanes_can_be_chosen() -> None:
    alignment = _between_outer_lanes()
    names = r"<title>(ann|bob|cleo)</title>"
    assert re.findall(names, alignment.svg()) == ["ann", "bob", "cleo"]
    chosen = alignment.svg(lanes=["cleo", "ann"])
    assert sorted(re.findall(names, chosen)) == ["ann", "bob", "cleo"]
    assert scene_of(alignment, 0, lanes=["cleo", "ann"]).order == (2, 0, 1)
    assert "link over" not in chosen  # those who found the unit are neighbours now
    assert sorted(scene_of(alignment, 0, lanes="similar").order) == [0, 1, 2]
    with pytest.raises(accord.UsageError, match=r"no annotator is called 'dov'.*'ann', 'bob', 'cleo'"):
        alignment.svg(lanes=["dov"])
