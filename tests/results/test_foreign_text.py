"""What does not print is seen; what prints, and what belongs to a script or an emoji, stays."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.results import DataError, Diagnostic, Place, UsageError
from accord.results.foreign_text import html_text, json_text, visible, visible_lines

ACTING = ("Cc", "Cf", "Cs", "Zl", "Zp")
DRAWN = {*"\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"}
DRAWN |= {chr(code) for code in range(0x13430, 0x13440)}
"""Of category Cf, and drawn: signs above numbers and words in some scripts, and how hieroglyphs are joined."""
STAY = [
    "naïve e\u0301", "猫と犬", "שלום עולם", "مرحبا", "ภาษาไทย", "🙂👍🏽", "👩‍👩‍👧", "🧑🏽‍🚀", "❤️", "👁️‍🗨️", "1️⃣ #️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "می‌خواهم", "क्‍ष", "葛󠄀", "100 % « oui »", "5 °C − 3 ≠ 2", "\\x1b \\n",
]  # fmt: skip
HIDDEN = {
    "a\nb\r\tc": "a\\nb\\r\\tc",
    "\x1b[2J\x07": "\\x1b[2J\\x07",
    "\x9b2J\x85": "\\x9b2J\\x85",
    "a\u202eb\u2066\u200f": "a\\u202eb\\u2066\\u200f",
    "a\u200bb\u200d\ufeff": "a\\u200bb\\u200d\\ufeff",
    "yes\ufe0f 1\ufe0f \U000e0041": "yes\\ufe0f 1\\ufe0f \\U000e0041",
    "\u3164\u115f\u034f\xad": "\\u3164\\u115f\\u034f\\xad",
    "a\udcffb\U0001ffff": "a\\udcffb\\U0001ffff",
    "\u200d🙂\u200d": "\\u200d🙂\\u200d",
}


@pytest.mark.parametrize("text", STAY)
def test_what_prints_stays(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(("text", "shown"), HIDDEN.items(), ids=[ascii(text) for text in HIDDEN])
def test_what_does_not_print_is_seen(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_no_character_of_unicode_acts_or_hides() -> None:
    """Each between two letters, as it would stand in a label."""
    acting = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in ACTING]
    assert len(acting) > 2000
    assert {one for one in acting if one in visible(f"a{one}b")} <= DRAWN


@given(st.text())
def test_shown_again_it_is_the_same(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert visible_lines(shown) == shown
    assert "\n" not in shown
    assert "\x1b" not in shown


@given(st.text() | st.lists(st.text(), max_size=4) | st.dictionaries(st.text(), st.text(), max_size=3))
def test_json_is_exact_and_holds_nothing_hidden(value: object) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert json.loads(json_text(value, indent=None)) == value
    hidden = {one for one in text if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp")}
    assert hidden <= {"\n"}


def test_json_never_holds_nan() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text(float("nan"))


def test_html() -> None:
    assert html_text("<b>\"&'\x1b") == "&lt;b&gt;&quot;&amp;&#x27;\\x1b"


def test_errors_and_diagnostics_are_one_visible_line() -> None:
    place = Place("r\x1b[2J.csv", 3, "i\n1")
    error = DataError("ACC008", "'joy\nforged' is not declared", place, "say\u202e so")
    assert str(error) == "r\\x1b[2J.csv:3: item 'i\\n1': 'joy\\nforged' is not declared [ACC008]; say\\u202e so"
    assert str(Diagnostic("ACC008", error.message, place, error.hint)) == str(error)
    assert error.message == "'joy\nforged' is not declared"  # for programs, exactly
    assert str(UsageError("no '\x9b'", "a\nb")) == "no '\\x9b'; a\\nb"
