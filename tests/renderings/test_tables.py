"""Tables in Markdown, LaTeX and text: a cell is text and nothing else, whatever stands in it."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from accord.renderings.tables import Table, as_latex, as_markdown, as_text, latex_text, markdown_text
from accord.results.foreign_text import visible
from cli.hostile_names import ATTACKS
from cli.leaks import in_latex, in_markdown, in_text

MARKS = [
    "0.7 [0.6, 0.8]", "p < .05 > x", "a_b _c_ __d__", "***", "---", "===", "1. x", "12) y", "> q", "    code", "# x",
    "[x]: http://e", "[^1]: f", "[^1]", "a ![x][y]", "\\*x\\*", "~~~", "```", "&amp; & &;", "<a@b.c>", "a|b\\|c", "+ x",
    "- [ ] t", "-", "-0.25", "\\",
]  # fmt: skip


def rendered(text: str) -> str:
    """The text that a reader of the Markdown sees; a mark that did something shows by its name."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parts = [child for token in parser.parse(text) for child in token.children or []]
    return "".join(part.content if part.type == "text" else f"<{part.type}>" for part in parts)


@pytest.mark.parametrize("text", [*ATTACKS.values(), *MARKS], ids=ascii)
def test_markdown_shows_the_text_itself(text: str) -> None:
    shown = visible(text).strip(" ")
    assert rendered(markdown_text(text)) == shown
    assert rendered(as_markdown(Table(("name", "n"), ((text, "1"),)))) == f"namen{shown}1"


def test_markdown_leaves_alone_what_needs_no_mark() -> None:
    for text in ("0.7 [0.6, 0.8]", "p < .05", "mar_link", "-0.25", "12.5 %", "α = 0.8; 3 of 4"):
        assert markdown_text(text) == text


def test_a_table_of_attacks() -> None:
    table = Table(("name", "n"), tuple((attack, "1") for attack in ATTACKS.values()), f"of {ATTACKS['link']}")
    assert not list(in_markdown(as_markdown(table)))
    assert not list(in_latex(as_latex(table)))
    assert not list(in_text(as_text(table)))
    assert len(as_text(table).split("\n")) == len(ATTACKS) + 2


def test_latex() -> None:
    assert latex_text("[x] & *") == "{}[x] \\& *"
    assert latex_text("a--b–c") == "a-{}-b--c"
    assert latex_text("\\x|`") == "\\textbackslash{}x\\textbar{}\\textasciigrave{}"
    assert latex_text("a\x1b\nb") == "a\\textbackslash{}x1b\\textbackslash{}nb"


def test_columns_stay_in_line_with_wide_letters_and_marks() -> None:
    rows = (("猫", "1"), ("e\u0301", "2"), ("❤\ufe0f", "3"))
    lines = as_text(Table(("name", "n"), rows, numeric=frozenset({1}))).split("\n")
    assert [line.index(number) for line, number in zip(lines[2:], "123", strict=True)] == [5, 7, 7]
