"""The page: self-contained, escaped, valid, and carrying its results."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import accord
from accord.cli import main
from accord.diagnosis import AnyFindings, findings
from accord.renderings.sections import sections_of
from accord.report_page import page, report_json
from accord.report_page.example import example_findings
from accord.report_page.figures import figures_of
from accord.report_page.frame import vendored

VOID = {"meta", "br", "line", "circle", "path", "rect", "input"}


class Read(HTMLParser):
    """Checks that every element is closed in order, and keeps what the tests ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name == "style"]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def parsed(text: str) -> Read:
    parser = Read()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser


@cache
def examples() -> list[AnyFindings]:
    return example_findings(replicates=20)


@cache
def example_page() -> str:
    return page(examples())


def embedded(text: str, element: str = "accord-results") -> Any:
    match = re.search(rf'<script type="application/json" id="{element}">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    return json.loads(match[1])


def test_the_page_is_well_formed_and_needs_no_network() -> None:
    read = parsed(example_page())
    assert all(link.startswith("#") for link in read.links)
    assert {link[1:] for link in read.links} <= set(read.ids)
    assert read.handlers == []  # the policy would forbid them


def test_the_policy_names_every_script_and_the_style_sheet() -> None:
    text = example_page()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;;")
    assert "unsafe" not in policy[1]
    run = re.findall(r"<script>(.*?)</script>", text, re.DOTALL) + re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert len(run) == 5
    for content in run:
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"sha256-{digest}" in policy[1]


def test_labels_cannot_inject_markup() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    data = accord.labels([[evil, "b"], ["c", evil], [evil, evil]], annotators=["<i>A</i>", "B&C"])
    whole = page([findings(data, title="<b>t</b>", replicates=10)])
    parsed(whole)
    text = re.sub(r"<script>.*?</script>", "", whole, flags=re.DOTALL)  # those of others know of images
    assert "<img" not in text
    assert "<i>A</i>" not in text
    assert "<b>t</b>" not in text


def test_the_raw_results_are_embedded() -> None:
    raw = embedded(example_page())
    assert raw == json.loads(json.dumps(report_json(examples())))
    values = {result["measure"]: result["value"] for result in raw["findings"][0]["results"]}
    assert abs(values["kappa"] - 0.8012059) < 5e-8


def test_there_is_an_example_of_every_shape_with_three_sentences() -> None:
    assert {one.data.kind for one in examples()} == {"labels", "spans", "relations", "answers"}
    for one in examples():
        assert len(one.verdict) == 3
        assert one.reading is not None
        assert all(sentence in example_page().replace("&#39;", "'").replace("\xa0", " ") for sentence in one.verdict)


def test_every_chart_has_a_sentence_and_numbers() -> None:
    for found in examples():
        sections = {one.key: one for one in sections_of(found)}
        figures = figures_of(found)
        assert set(figures) <= set(sections)
        keys = [figure.key for shown in figures.values() for figure in shown]
        assert len(keys) == len(set(keys))
        for key, shown in figures.items():
            for figure in shown:
                assert figure.sentence.strip()
                assert figure.title.strip()
                table = figure.table if figure.table is not None else sections[key].table
                assert table is not None
                assert table.rows
    specs = embedded(example_page(), "accord-figures")
    assert len(specs) > 30
    assert all(spec["description"] for spec in specs.values())


def test_sections_stand_under_the_readers_questions_in_their_order() -> None:
    text = example_page()
    places = [text.index(f">{part}</h3>") for part in ("Is it good enough?", "What does it mean?", "What was read")]
    assert places == sorted(places)


def test_every_measure_shown_cites_its_literature() -> None:
    text = example_page()
    assert "@book{krippendorff2004" in text
    assert "Cohen 1960" in text


def test_what_others_wrote_is_what_it_says() -> None:
    folder = Path(accord.__file__).parent / "report_page" / "vendor"
    named = {one[key] for one in vendored() for key in ("file", "licence_file", "contains_file") if key in one}
    files = {*named, "versions.json"}
    assert {path.name for path in folder.iterdir()} == files
    for one in vendored():
        assert hashlib.sha256((folder / one["file"]).read_bytes()).hexdigest() == one["sha256"]
        assert "Redistribution and use in source and binary forms" in (folder / one["licence_file"]).read_text()
        assert f"{one['package']} {one['version']}" in example_page()


def test_pages_of_other_commands_begin_with_what_was_read(tmp_path: Path) -> None:
    by_people = [f"{item},{'abba'[item % 4]},a,{'ab'[item % 2]},a" for item in range(40)]
    lines = ["item,Ann,Bob,Cem,m1", *by_people, *(f"{item},,,,b" for item in range(40, 60))]
    (tmp_path / "r.csv").write_text("\n".join(lines), encoding="utf-8")
    path = str(tmp_path / "r.csv")
    for words in (["admit", path, "--models", "m1"], ["compare", path, path], ["estimate", path, "--models", "m1"]):
        written = tmp_path / f"{words[0]}.html"
        assert main([*words, "-o", str(written), "-q"]) == 0
        text = written.read_text(encoding="utf-8")
        assert text.count(">Read as</h3>") == 1
        assert text.index(">Read as</h3>") < text.index('class="said"')
        assert "--item-column" in text
