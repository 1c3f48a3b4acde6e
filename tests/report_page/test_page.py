"""The page: self-contained, escaped, valid, and read back."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import accord
from accord.diagnosis import findings
from accord.report_page import example_findings, page

VOID = {"meta", "br", "line", "circle"}


class Balanced(HTMLParser):
    """Checks that every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def parsed(text: str) -> Balanced:
    parser = Balanced()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser


def test_the_page_is_well_formed_and_needs_no_network() -> None:
    text = page(example_findings(replicates=50))
    assert all(link.startswith("#") for link in parsed(text).links)
    assert "http://" not in text.replace("http-equiv", "")
    assert "default-src 'none'" in text


def test_labels_cannot_inject_markup() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    data = accord.labels([[evil, "b"], ["c", evil], [evil, evil]], annotators=["<i>A</i>", "B&C"])
    text = page([findings(data, title="<b>t</b>", replicates=10)])
    parsed(text)
    assert "<img" not in text
    assert "<i>A</i>" not in text
    assert "<b>t</b>" not in text


def test_the_raw_results_are_embedded() -> None:
    found = example_findings(replicates=20)
    text = page(found)
    match = re.search(r'<script type="application/json" id="accord-results">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    raw = json.loads(match[1])
    assert [one["title"] for one in raw] == [one.title for one in found]
    values = {result["measure"]: result["value"] for result in raw[0]["results"]}
    assert abs(values["kappa"] - 0.8012059) < 5e-8


def test_every_measure_shown_cites_its_literature() -> None:
    text = page(example_findings(replicates=20))
    assert "@book{krippendorff2004" in text
    assert "Cohen 1960" in text
