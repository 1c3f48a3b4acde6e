"""The picture of graphs side by side."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.relations import Relations
from accord.annotations.span_building import spans
from accord.diagnosis.relations.relation_disagreement import KINDS
from accord.diagnosis.relations.relation_findings import relation_findings
from accord.diagnosis.relations.relation_places import places_of
from accord.renderings.graphs import (
    MOST_DOCUMENTS,
    MOST_PANELS,
    WIDTH,
    described,
    document_drawing,
    graphs_svg,
    inline,
    least_agreed,
    legend_drawing,
)
from accord.renderings.graphs_style import DARK, DASHES, LIGHT, PRINT, STYLE, WORDS, wrapped
from accord.renderings.lanes_style import width_of
from accord.report_page.figures import figures_of

SVG = "{http://www.w3.org/2000/svg}"
A = [(1, 0, "sup"), (2, 0, "sup"), (3, 2, "att"), (4, 2, "sup"), (6, 5, "=")]
B = [(1, 0, "sup"), (2, 0, "att"), (2, 3, "att"), (4, 1, "sup"), (5, 6, "="), (7, 1, "sup")]


def _data() -> Relations:
    texts = {"document": [f"the text of unit {unit}" for unit in range(8)]}
    return relations({"A": A, "B": B}, units=list(range(8)), symmetric=["="], unit_texts=texts)


def _classes(svg: str, name: str = "path") -> list[str]:
    return [one.get("class") or "" for one in ElementTree.fromstring(svg).iter(SVG + name)]


def _links(svg: str) -> list[str]:
    """The kinds of the links that are drawn, without the samples of the legend."""
    root = ElementTree.fromstring(svg)
    return [
        (path.get("class") or "").split()[1]
        for path in root.iter(SVG + "path")
        if (path.get("class") or "").startswith("link ") and "A" in (path.get("d") or "")
    ]


def test_every_link_is_drawn_once_with_its_kind() -> None:
    links = _links(graphs_svg(_data()))
    counted = {kind: links.count(kind) for kind in (*KINDS, "lacking")}
    # 1→0 and 5–6 agree; 2→0 is called otherwise; 3→2 is turned round; 4 has other targets; B alone has 7→1
    assert counted == {"agreeing": 4, "relabelled": 2, "flipped": 2, "retargeted": 2, "missing": 1, "lacking": 1}


def test_the_arrow_is_at_the_target_and_symmetric_types_have_none() -> None:
    svg = graphs_svg(relations({"A": [(1, 0, "s"), (3, 2, "=")], "B": []}, units=[0, 1, 2, 3], symmetric=["="]))
    arcs = re.findall(r'class="link missing" d="M[\d.]+ ([\d.]+)A[^"]* ([\d.]+)"/>(<path class="head[^>]*>)?', svg)
    assert len(arcs) == 2
    (start, end, head), (_, _, none) = arcs
    assert float(start) > float(end)  # unit 1 is below unit 0
    assert f" {end}l" in head
    assert none == ""


def test_kinds_differ_in_line_and_in_colour() -> None:
    assert set(DASHES) == set(WORDS) == set(KINDS)
    assert len(set(DASHES.values())) == len(KINDS)
    for scheme in (LIGHT, DARK, PRINT):
        colours = [re.search(rf"--{kind}: (#\w+)", scheme) for kind in KINDS]
        assert len({found[1] for found in colours if found}) == len(KINDS)
    assert "prefers-color-scheme: dark" in STYLE


@pytest.mark.parametrize(("scheme", "paper"), [(LIGHT, "#ffffff"), (DARK, "#12171e"), (PRINT, "#ffffff")])
def test_lines_and_text_stand_out(scheme: str, paper: str) -> None:
    """WCAG 2: 4.5 : 1 for text, which the colours of labels are too."""

    def luminance(colour: str) -> float:
        full = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
        parts = [int(full[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for name in ("ink", "soft", *KINDS):
        found = re.search(rf"--{name}: (#\w+)", scheme)
        assert found
        light, dark = sorted([luminance(found[1]), luminance(paper)], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name


def test_pointing_at_things_tells_their_text_and_what_others_have() -> None:
    svg = graphs_svg(_data())
    titles = [one.text or "" for one in ElementTree.fromstring(svg).iter(SVG + "title")]
    assert "A: 4 → 2 (sup)\nB: another target" in titles
    assert "A: 2 → 0 (sup)\nB: another label" in titles
    assert "B: 7 → 1 (sup)\nA: nothing in its place" in titles
    assert "A has nothing for 7 → 1, drawn by B" in titles
    assert any(title.startswith("3: the text of unit 3\nA: → 2 (att)\nB: no outgoing relation") for title in titles)


def test_units_outside_and_own_units_are_marked() -> None:
    svg = graphs_svg(_data())
    assert _classes(svg, "circle").count("dot outside") == 1 + 1  # A has not 7; and the legend
    assert "own" not in _classes(svg, "rect")  # 7 was given to both
    own = spans([("A", 0, 5), ("A", 10, 15), ("B", 0, 5), ("B", 10, 15), ("B", 40, 45)])
    svg = graphs_svg(relations({"A": [(1, 2)], "B": [(1, 2), (3, 1)]}, units=own))
    assert _classes(svg, "rect").count("own") == 1 + 1
    assert _classes(svg).count("no-unit") == 1 + 1
    assert "found by one annotator only" in svg


def test_own_units_of_which_none_is_shared() -> None:
    """The first annotator's units all come first, so that matching leaves the order as it was."""
    own = spans([("A", 0, 5), ("A", 10, 15), ("B", 40, 45), ("B", 50, 55)])
    svg = graphs_svg(relations({"A": [(1, 2)], "B": [(1, 2)]}, units=own))
    assert _classes(svg, "rect").count("own") == 4 + 1
    assert _links(svg).count("missing") == 2


def test_coreference_has_entities_and_no_arrows() -> None:
    svg = graphs_svg(coreference({"A": [["a", "b", "c"]], "B": [["a", "c"], ["b", "d"]]}))
    assert "another entity" in svg
    assert "another target" not in svg
    drawn = [path for path in re.findall(r'<path class="head [^>]*d="M([\d.]+)', svg) if float(path) > 32]
    assert drawn == []  # those of the legend end at 32


def test_the_picture_says_what_it_shows() -> None:
    svg = graphs_svg(_data())
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "graphs-title graphs-text"
    description = root.find(SVG + "desc")
    assert description is not None
    assert "the same 4, another label 2, the other direction 2, another target 2, nothing in its place 1" in (
        description.text or ""
    )
    assert described(places_of(_data())) == description.text
    assert 'aria-label="document: the graphs of A, B"' in inline(document_drawing(places_of(_data()), 0))


def test_size_is_bounded_and_what_is_left_out_is_said() -> None:
    long = relations({"A": [(n, n - 1) for n in range(1, 400)], "B": [(n, 0) for n in range(1, 400)]}, list(range(400)))
    svg = graphs_svg(long, most_units=100)
    assert "The first 100 of 400 units are drawn; 600 links lead beyond them." in svg
    assert _classes(svg, "circle").count("dot") == 2 * 100 + 1
    many = relations({f"a{n}": [(1, 2)] for n in range(9)}, units=[1, 2])
    assert f"The first {MOST_PANELS} of 9 annotators are drawn." in graphs_svg(many)
    links = {f"d{n}": {"A": [(1, 2)], "B": [(1, 2)]} for n in range(MOST_DOCUMENTS + 3)}
    assert "3 more documents are not drawn here" in graphs_svg(relations(links, {name: [1, 2] for name in links}))


def test_everything_stays_on_the_paper() -> None:
    svg = graphs_svg(_data())
    for found in re.findall(r'd="M([\d.]+) [\d.]+A([\d.]+) ', svg):
        assert float(found[0]) + float(found[1]) <= WIDTH
    root = ElementTree.fromstring(svg)
    for rect in root.iter(SVG + "rect"):
        assert float(rect.get("x") or 0) + float(rect.get("width") or 0) <= WIDTH


@settings(max_examples=40)
@given(st.text(max_size=30), st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_any_text_gives_well_formed_xml(text: str, label: str, name: str) -> None:
    links = {name: [(1, 2, label)], f"{name}'": [(2, 1, "&<b>")]}
    data = relations(links, units=[1, 2], unit_texts={"document": [text, "</svg><script>alert(1)</script>"]})
    svg = graphs_svg(data)
    root = ElementTree.fromstring(svg)
    assert not list(root.iter(SVG + "script"))
    ElementTree.fromstring(inline(legend_drawing(places_of(data))))


def test_degenerate_documents_are_drawn() -> None:
    for data in (
        relations({"A": [], "B": []}, units=[]),
        relations({"A": [], "B": []}, units=[1]),
        relations({"A": [(1, 2)], "B": None}, units=[1, 2]),
        relations({"A": [(1, 2)]}, units=[1, 2]),
    ):
        ElementTree.fromstring(graphs_svg(data))


def test_the_report_draws_the_documents_with_the_least_agreement() -> None:
    links = {f"d{n}": {"A": [(1, 2), (2, 3)], "B": [(1, 2), (2, 3)] if n % 2 else [(1, 3), (3, 2)]} for n in range(6)}
    data = relations(links, {name: [1, 2, 3] for name in links})
    places = places_of(data)
    assert least_agreed(places, 3) == [0, 2, 4]
    assert least_agreed(places, 4) == [0, 1, 2, 4]
    shown = figures_of(relation_findings(data, ["mar_link"], confidence=None))["graphs"]
    assert [one.title for one in shown] == ["Graphs of d0", "Graphs of d2", "Graphs of d4"]
    assert all("d1" not in (one.svg or "") for one in shown)
    assert "graphs" not in figures_of(relation_findings(relations({"A": [], "B": []}, units=[1]), ["mar_link"]))


@given(st.text(max_size=200), st.floats(30, 300), st.integers(1, 3))
def test_wrapped_text_fits(text: str, room: float, most: int) -> None:
    lines = wrapped(text, room, 12, most)
    assert len(lines) <= most
    joined = " ".join(lines)
    if "…" not in joined:
        assert joined == " ".join(text.split())
    for line in lines:
        assert width_of(line.rstrip("…"), 12) <= room + 12
