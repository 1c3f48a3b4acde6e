"""Words that form a scale, lowest first, in English and French; and labels that begin with a number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

_BEGINS = re.compile(r"\s*([+-]?\d+)(?:\s*[-–—:.)=/(|]|\s|$)")
_STARS = re.compile(r"([★*⭐]+)☆*")
_PLAIN_SENTIMENT = (frozenset({"negative", "neutral", "positive"}), frozenset({"negatif", "neutre", "positif"}))


def plain(text: str) -> str:
    """A word without case, accents and punctuation, as the list of scales has it.

    >>> plain("Tout à fait d'accord"), plain("very_high")
    ('tout a fait d accord', 'very high')
    """
    letters = text
    if not text.isascii():
        letters = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\W_]+", " ", letters.casefold()).split())


def in_order(texts: Sequence[str]) -> tuple[str, ...] | None:
    """The labels from lowest to highest, if they are three or more points of a known scale; else None.

    >>> in_order(["high", "Low", "medium"]), in_order(["Souvent", "Jamais", "Parfois", "Toujours"])
    (('Low', 'medium', 'high'), ('Jamais', 'Parfois', 'Souvent', 'Toujours'))
    >>> in_order(["3 - good", "1 - bad", "2 - fair"]), in_order(["cat", "dog", "low"])
    (('1 - bad', '2 - fair', '3 - good'), None)
    """
    if not 3 <= len(texts) <= 12:
        return None
    place = _by_number(texts) or _by_words(texts)
    return None if place is None else tuple(sorted(texts, key=lambda text: place[text]))


def only_plain_sentiment(texts: Sequence[str]) -> bool:
    """Whether the labels are negative, neutral and positive: as often three names as three points of a scale."""
    return frozenset(map(plain, texts)) in _PLAIN_SENTIMENT


def _by_number(texts: Sequence[str]) -> dict[str, int] | None:
    """Each label by the number it begins with, or by its stars; None unless they are neighbours, once each."""
    stars = [_STARS.fullmatch(text.strip()) for text in texts]
    if all(stars):
        numbers = [len(match[1]) for match in stars if match]
    else:
        matches = [_BEGINS.match(text) for text in texts]
        if not all(matches):
            return None
        numbers = [int(match[1]) for match in matches if match]
    distinct = len(set(numbers)) == len(numbers)
    return dict(zip(texts, numbers, strict=True)) if distinct and max(numbers) - min(numbers) < 12 else None


def _by_words(texts: Sequence[str]) -> dict[str, int] | None:
    words = [plain(text) for text in texts]
    for scale in _scales():
        if words[0] not in scale:
            continue
        known = [place for place in [scale.get(word) for word in words] if place is not None]
        if len(known) == len(texts) == len(set(known)):
            return dict(zip(texts, known, strict=True))
    return None


@cache
def _scales() -> tuple[dict[str, int], ...]:
    """The place of each word, scale by scale, from ordered_words.txt beside this module."""
    lines = files("accord.annotations").joinpath("ordered_words.txt").read_text(encoding="utf-8").splitlines()
    return tuple(
        {word.strip(): place for place, point in enumerate(line.split(",")) for word in point.split("|")}
        for line in lines
        if line and not line.startswith("#")
    )
