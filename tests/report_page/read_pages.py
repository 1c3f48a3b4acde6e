"""A page as a reader without accord has it: its tables as texts, and the two pieces of JSON that it carries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass(frozen=True)
class ReadTable:
    """Header and rows, every cell as it is seen."""

    header: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class ReadPage:
    tables: dict[str, ReadTable]
    """By their id."""
    places: list[str]
    """Where charts are to be drawn."""
    sentences: list[str]
    """In front of figures and tables, and below them."""
    findings: list[dict[str, Any]]
    figures: dict[str, dict[str, Any]]
    project: Any = None
    """What is told of all questions of a project together."""


@dataclass
class _Tables(HTMLParser):
    found: dict[str, ReadTable] = field(default_factory=dict)
    places: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    sentence: list[str] | None = None
    cell: list[str] | None = None
    row: list[str] | None = None
    table: ReadTable | None = None
    part: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "table":
            self.table = ReadTable([], [])
            self.found[given["id"] or ""] = self.table
        elif tag in ("thead", "tbody"):
            self.part = tag
        elif tag == "tr":
            self.row = []
        elif tag in ("th", "td"):
            self.cell = []
        elif tag == "p" and given.get("class") in ("sentence", "lead", "note"):
            self.sentence = []
        elif "data-spec" in given:
            self.places.append(given["data-spec"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td") and self.row is not None and self.cell is not None:
            self.row.append(plain("".join(self.cell)))
            self.cell = None
        elif tag == "tr" and self.table is not None and self.row is not None:
            if self.part == "thead":
                self.table.header.extend(self.row)
            else:
                self.table.rows.append(self.row)
            self.row = None
        elif tag == "p" and self.sentence is not None:
            self.sentences.append(plain("".join(self.sentence)))
            self.sentence = None

    def handle_data(self, data: str) -> None:
        for text in (self.cell, self.sentence):
            if text is not None:
                text.append(data)


def plain(text: str) -> str:
    """Without the spaces that keep a number and its unit on one line."""
    return text.replace("\u00a0", " ").strip()


def read_page(text: str) -> ReadPage:
    parser = _Tables()
    parser.feed(text)
    parser.close()
    results, figures = embedded(text, "accord-results"), charts(text)
    return ReadPage(parser.found, parser.places, parser.sentences, results["findings"], figures, results.get("project"))


def read_difficulty(text: str) -> ReadPage:
    """The page of `accord difficulty`; its results as they would stand among the findings of a report."""
    parser = _Tables()
    parser.feed(text)
    parser.close()
    hard, figures = embedded(text, "accord-difficulty"), charts(text)
    found = [{"data": {"kind": hard["kind"]}, "difficulty": hard}]
    return ReadPage(parser.found, parser.places, parser.sentences, found, figures)


def charts(text: str) -> dict[str, Any]:
    """The charts with the parts that they share."""
    parts = embedded(text, "accord-parts")

    def whole(part: Any) -> Any:
        if isinstance(part, list):
            return [whole(one) for one in part]
        if not isinstance(part, dict):
            return part
        return whole(parts[part["@"]]) if list(part) == ["@"] else {name: whole(one) for name, one in part.items()}

    return {name: whole(spec) for name, spec in embedded(text, "accord-figures").items()}


def embedded(text: str, element: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{element}">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def datasets(spec: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Everything that a chart draws, each set of values once."""
    found: list[list[dict[str, Any]]] = []
    for values in _values(spec):
        if values not in found and values != [{}]:
            found.append(values)
    return found


def _values(part: Any) -> Iterator[list[dict[str, Any]]]:
    if isinstance(part, dict):
        if "data" in part:
            yield part["data"]["values"]
        for name, one in part.items():
            if name != "data":
                yield from _values(one)
    elif isinstance(part, list):
        for one in part:
            yield from _values(one)
