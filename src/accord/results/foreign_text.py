"""Text that others wrote — labels, names, file names, answers — as it may be shown: nothing in it acts, or hides.

A label may hold an escape sequence that clears a screen, a line break that looks like another line of a table, or a
sign that turns the order of letters around. Whatever does not print is shown as Python writes it in a string: \\n,
\\x1b, \\u202e. Letters of every script, accents, emoji and the joiners that some scripts need stay as they are.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from functools import cache

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINER, _NON_JOINER, _FLAG, _KEYCAP = "\u200d", "\u200c", "\U0001f3f4", "\u20e3"
_EMOJI_OF_LETTERS = frozenset("‼⁉〰ℹ")  # that are emoji with a selector behind them, and no symbols


@cache
def _hidden() -> re.Pattern[str]:
    """Controls (Cc), line separators (Zl, Zp), halves of surrogate pairs, noncharacters, and what Unicode 15 counts as
    Default_Ignorable_Code_Point: bidirectional controls, zero-width characters, fillers, selectors, tags."""
    last_of_planes = "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17))
    return re.compile(
        "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
        "\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
        f"\U0001d173-\U0001d17a\U000e0000-\U000e0fff{last_of_planes}]"
    )


def visible(text: str) -> str:
    r"""One line in which everything is seen; what prints stays, and what was shown before stays as it is.

    >>> print(visible("joy\n\x1b[2Jforged\u202e"))
    joy\n\x1b[2Jforged\u202e
    >>> visible("naïve, 猫, שלום") == "naïve, 猫, שלום"
    True
    """
    if text.isascii() and text.isprintable():
        return text
    return _hidden().sub(lambda match: match[0] if _belongs(text, match.start()) else _escaped(match[0]), text)


def visible_lines(text: str) -> str:
    r"""The same for text of several lines that are the program's own: line feeds stay.

    >>> visible_lines("a\tb\nc") == "a\\tb\nc"
    True
    """
    return "\n".join(map(visible, text.split("\n")))


def html_text(text: str) -> str:
    """The same between the tags of HTML and XML, and in their attributes.

    >>> html_text("<b>\\x1b")
    '&lt;b&gt;\\\\x1b'
    """
    return html.escape(visible(text))


def json_text(value: object, *, indent: int | None = 1, separators: tuple[str, str] | None = None) -> str:
    r"""JSON that holds every text exactly and shows what does not print as \u202e, as JSON allows; never NaN.

    >>> print(json_text({"label": "é\x85\u202e"}, indent=None))
    {"label": "é\u0085\u202e"}
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    return "\n".join(_hidden().sub(lambda match: json.dumps(match[0])[1:-1], line) for line in text.split("\n"))


def _escaped(letter: str) -> str:
    number = ord(letter)
    if letter in _NAMED:
        return _NAMED[letter]
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _belongs(text: str, place: int) -> bool:
    """Whether a character that does not print by itself is part of how the ones around it are written."""
    if place == 0:
        return False
    letter, before, after = text[place], text[place - 1], text[place + 1 : place + 2]
    if letter in (_JOINER, _NON_JOINER):
        return _joins(text, place, before, after)
    if "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef":
        return _selects(before, letter, after)
    if "\u180b" <= letter <= "\u180f":  # variants of Mongolian letters
        return "\u1820" <= before <= "\u18aa"
    return "\U000e0020" <= letter <= "\U000e007f" and _in_a_flag(text, place)


def _joins(text: str, place: int, before: str, after: str) -> bool:
    """After a virama, or between letters of Arabic script (RFC 5892, A.1 and A.2), and between emoji (UTS 51)."""
    if not after:
        return False
    if unicodedata.combining(before) == 9:
        return True
    if text[place] == _NON_JOINER:
        return all("\u0620" <= char <= "\u08ff" and unicodedata.category(char)[0] in "LM" for char in (before, after))
    if before == "\ufe0f" and place > 1:
        before = text[place - 2]
    return unicodedata.category(before) in ("So", "Sk") and unicodedata.category(after) == "So"


def _selects(before: str, selector: str, after: str) -> bool:
    """How an emoji or a symbol looks, or which form a Chinese character has."""
    if selector in "\ufe0e\ufe0f" and before in "#*0123456789":
        return after == _KEYCAP
    if selector <= "\ufe0f" and (unicodedata.category(before) in ("So", "Sm") or before in _EMOJI_OF_LETTERS):
        return True
    return "\u3400" <= before <= "\u9fff" or "\uf900" <= before <= "\ufaff" or "\U00020000" <= before <= "\U0003ffff"


def _in_a_flag(text: str, place: int) -> bool:
    """The tags behind a black flag that name a country: 🏴, letters and an end."""
    flag = text.rfind(_FLAG, 0, place)
    if flag < 0:
        return False
    tags = re.match("[\U000e0020-\U000e007e]{1,8}\U000e007f", text[flag + 1 : flag + 10])
    return tags is not None and place <= flag + tags.end()
