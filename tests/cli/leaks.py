"""What got through: one check for each kind of output, none of which knows how accord escapes."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from cli.hostile_names import ATTACKS, FORGED

IGNORABLE = frozenset("\u034f\u115f\u1160\u3164\uffa0") | {chr(code) for code in (*range(0xFE00, 0xFE10), 0xE0100)}
OF_RICH = re.compile(
    r"\x1b\[(?:0|1|2|[34]\d|1;[34]\d|2;[34]\d|38;[25];(?!5;201)[\d;]{1,11})m|\x1b\[\?25[lh]|\x1b\[2K|\x1b\[1A|\r"
)
"""Colours, and what a line that shows progress needs; no attack is made of these."""
SPREADSHEET_NUMBER = re.compile(r"[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?")
BEGINNING = re.compile(rf"[\s│┃|║•→]*(?:\d+\.\s)?\s*#*\s*{FORGED}")
Leaks = Iterator[str]


def controls(text: str) -> Leaks:
    """Characters that act on a terminal, or cannot be seen."""
    for letter in set(text) - {"\n"}:
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") or letter in IGNORABLE:
            yield f"U+{ord(letter):04X}"


def forged_lines(text: str) -> Leaks:
    """Lines that begin with what stands behind a break in an attack, which is always: joy, a break, FORGED."""
    lines = text.split("\n")
    for before, line in zip(["", *lines], lines, strict=False):
        if BEGINNING.match(line) and (not before.strip() or re.search(r"joy(?:\s{2,}|$)", before)):
            yield f"forged line {line[:60]!r}"


def in_text(text: str) -> Leaks:
    yield from controls(text)
    yield from forged_lines(text)


def on_screen(text: str) -> Leaks:
    """Of a terminal, where colours are the program's own."""
    yield from in_text(OF_RICH.sub("", text))


def in_json(text: str) -> Leaks:
    yield from controls(text)
    json.loads(text)


def in_csv(text: str) -> Leaks:
    """Formulas, and rows of another width than their header."""
    for block in tables_in(text):
        widths = {len(row) for row in block}
        if len(widths) > 1:
            yield f"rows of {sorted(widths)} cells"
        for row in block:
            for cell in row:
                if re.match(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20].", cell, re.DOTALL) and not (
                    SPREADSHEET_NUMBER.fullmatch(cell)
                ):
                    yield f"formula {cell[:40]!r}"


def tables_in(text: str) -> list[list[list[str]]]:
    """The tables of a CSV, which empty lines part."""
    blocks: list[list[list[str]]] = [[]]
    for row in csv.reader(io.StringIO(text, newline="")):
        if row:
            blocks[-1].append(row)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def in_markdown(text: str) -> Leaks:
    yield from in_text(text)
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for token in parser.parse(text):
        if token.type in ("html_block", "fence", "code_block", "blockquote_open"):
            yield f"Markdown: {token.type} {token.content[:40]!r}"
        if token.type == "inline":
            yield from _inline(token.children or [])
            if token.content.startswith(("HEADED", "LISTED", FORGED)):
                yield f"Markdown: a forged heading or list {token.content[:40]!r}"


def _inline(children: Sequence[object]) -> Leaks:
    for place, token in enumerate(children):
        kind = getattr(token, "type", "")
        if kind in ("html_inline", "link_open", "image", "code_inline", "s_open"):
            yield f"Markdown: {kind}"
        if kind in ("em_open", "strong_open") and str(getattr(children[place + 1], "content", "")) == FORGED:
            yield "Markdown: foreign emphasis"


LATEX_OF_ACCORD = (
    r"\\(?:begin|end)\{(?:table|tabular)\}(?:\{[lr]+\})?|\\(?:centering|toprule|midrule|bottomrule)|\\caption\{|"
    r"\\paragraph\{|\\usepackage\{booktabs\}|\\usepackage\[T1\]\{fontenc\}|\\text[a-z]+\{\}|\\[&%$#_{}]|-\{\}-|\\\\$|"
    r"\$(?:\\(?:[A-Za-z]+(?:\{\w\}){0,2}|\|)|[\^_]\{[-\w()]\}|'|-)\$"
)


def in_latex(text: str) -> Leaks:
    """Specials that are neither escaped nor the program's own."""
    yield from in_text(text)
    if re.search(r"\\\\\s*[\[*]|rule\s*[\[*]", text):
        yield "LaTeX: an optional argument"
    for line in text.split("\n"):
        rest = re.sub(LATEX_OF_ACCORD, "", line)
        rest = re.sub(r"^% needs ", "", rest)
        if re.search(r"[\\%$#_^~]", rest):
            yield f"LaTeX: {line[:60]!r}"


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or (value or "").startswith("http://evil"):
                self.found.append(f"HTML: attribute {name}")
        if tag in ("img", "iframe", "object", "embed", "form", "link"):
            self.found.append(f"HTML: <{tag}>")
        self.inside = tag

    def handle_data(self, data: str) -> None:
        if getattr(self, "inside", "") == "script" and data.startswith(FORGED):
            self.found.append("HTML: a foreign script")


def in_html(text: str) -> Leaks:
    parser = _Elements()
    parser.feed(text)
    yield from parser.found
    yield from controls(re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL))  # the scripts are not foreign


def in_svg(text: str) -> Leaks:
    yield from controls(text)
    for element in ElementTree.fromstring(text).iter():
        tag = str(element.tag).rpartition("}")[2]
        if tag in ("script", "foreignObject", "image", "a", "animate", "set"):
            yield f"SVG: <{tag}>"
        yield from (f"SVG: attribute {name}" for name in element.attrib if name.rpartition("}")[2].startswith("on"))


def in_dot(text: str) -> Leaks:
    yield from controls(text)
    rest = re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)
    if FORGED in rest:
        yield "DOT: outside of a string"
    yield from forged_lines(text)


CHECKS = {
    "text": in_text, "json": in_json, "csv": in_csv, "markdown": in_markdown, "latex": in_latex, "html": in_html,
    "svg": in_svg, "dot": in_dot,
}  # fmt: skip
assert all(FORGED in attack or "DEGROF" in attack or "Rk9SR0VE" in attack for attack in ATTACKS.values())
