"""Test sets of lexical substitution: sentences with a marked target, and items called by lemma, part of speech and
number, `affection.n 8` (SemEval-2007 task 10, SemDis 2014)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from accord.results import DataError, Place

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LEMMA, PART_OF_SPEECH = "lemma", "pos"
_NAME = re.compile(r"^(?P<lemma>\S.*)\.(?P<pos>[a-z]{1,4}) (?P<number>\S+)$")
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+\w+(\s+SYSTEM\s+(\"[^\"<>]*\"|'[^'<>]*'))?\s*>")
_DECLARATION = re.compile(rb"<\?xml[^<>]*\?>")
_UNENDED = re.compile(rb"&#(\d+)(?![\d;])")
_STRAY = re.compile("[\udc80-\udcff]")  # bytes that are no UTF-8, as Python decodes them
_BARE = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_HINT = "<corpus> of <lexelt item='affection.n'> of <instance id='8'> of <context>… <head>affection</head> …</context>"


def columns_of_names(items: Sequence[str]) -> dict[str, list[str | None]]:
    """The lemma and the part of speech in the names of all items; nothing where a name is not of that kind.

    >>> columns_of_names(["affection.n 8", "vaseux.a 3"])
    {'lemma': ['affection', 'vaseux'], 'pos': ['n', 'a']}
    >>> columns_of_names(["affection.n 8", "s1"])
    {}
    """
    matches = [_NAME.match(item) for item in items]
    if not items or any(match is None for match in matches):
        return {}
    return {name: [match[name] for match in matches if match is not None] for name in (LEMMA, PART_OF_SPEECH)}


def looks_like_a_test_set(start: bytes) -> bool:
    """Whether a file begins as a test set of lexical substitution does."""
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<lexelt" in start


def marked_sentences(path: Path) -> dict[str, list[str | None]]:
    """The columns item, text (its target in <head>…</head>), lemma and pos of a test set."""
    from accord.formats.parsing.xml_trees import xml_tree

    root = xml_tree(path, _repaired)
    columns: dict[str, list[str | None]] = {"item": [], "text": []}
    for word in root.iter("lexelt"):
        for instance in word.iter("instance"):
            name, number = word.get("item"), instance.get("id")
            context = instance.find("context")
            if not name or not number or context is None:
                raise DataError("ACC094", "an instance without a word, a number or a context", Place(str(path)), _HINT)
            columns["item"].append(f"{name} {number}")
            columns["text"].append(_marked(context))
    if not columns["item"]:
        raise DataError("ACC002", "there is no instance in the test set", Place(str(path)), _HINT)
    return {**columns, **columns_of_names([str(item) for item in columns["item"]])}


def _repaired(data: bytes) -> bytes:
    """The files of both campaigns name a document type, of which nothing is needed; in those of SemEval a semicolon is
    missing here and there, a few letters are Latin-1 among UTF-8, and trial and test sentences are often put into one
    file. Entities stay refused."""
    declaration = _DECLARATION.search(data[:4096])
    rest = _DOCTYPE.sub(b"", _DECLARATION.sub(b"", data.removeprefix(b"\xef\xbb\xbf")))
    rest = _BARE.sub(b"&amp;", _UNENDED.sub(rb"&#\1;", rest))
    if declaration is None or b"encoding" not in declaration[0] or b"utf-8" in declaration[0].lower():
        rest = _STRAY.sub(_latin, rest.decode("utf-8", "surrogateescape")).encode("utf-8")
    return (declaration[0] if declaration else b"") + b"<corpora>" + rest + b"</corpora>"


def _latin(letter: re.Match[str]) -> str:
    return chr(ord(letter[0]) - 0xDC00)


def _marked(context: Element) -> str:
    """The text of a context, with the first <head> kept as a mark."""
    text = context.text or ""
    for place, child in enumerate(context):
        inside = "".join(child.itertext())
        text += (f"<head>{inside}</head>" if child.tag == "head" and place == 0 else inside) + (child.tail or "")
    return " ".join(text.split())
