"""Columns whose names are every pair of two sets of words: people and questions, or people and rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord.annotations.column_names import suggested

_GROUPS = {"expert", "crowd", "team", "group", "groupe", "student", "novice", "human", "male", "female", "pilot"}


def crossed(names: Sequence[str]) -> tuple[str, list[str]] | None:
    """What the columns have twice, and the columns with the first of it; None where names are not crossed.

    >>> crossed(["Anna_r1", "Bob_r1", "Anna_r2", "Bob_r2"])
    ("'r1' and 'r2'", ['Anna_r1', 'Bob_r1'])
    >>> crossed(["Anna", "Bob", "Anna (round 2)", "Bob (round 2)"])
    ("'' and 'round 2'", ['Anna', 'Bob'])
    >>> crossed(["rater_1", "rater_2"]), crossed(["expert_1", "expert_2", "crowd_1", "crowd_2"])
    (None, None)
    """
    return _suffixed(names) or _in_parts(names)


def _in_parts(names: Sequence[str]) -> tuple[str, list[str]] | None:
    """Each name is two words, and each first word stands before each second."""
    parts = [re.split(r", |[ _.:/|-]+", name.strip(")"), maxsplit=1) for name in names]
    if len(names) < 4 or any(len(part) != 2 or not all(part) for part in parts):
        return None
    first, second = (list(dict.fromkeys(part[place] for part in parts)) for place in (0, 1))
    if min(len(first), len(second)) < 2 or len(first) * len(second) != len(names) or len(set(names)) < len(names):
        return None
    groups = any(word.casefold() in _GROUPS or suggested(word).role == "annotator" for word in first)
    if groups and all(word.isdigit() for word in second):
        return None
    inner, place = (second, 1) if _people(first) or not _people(second) else (first, 0)
    chosen = [name for name, part in zip(names, parts, strict=True) if part[place] == inner[0]]
    return " and ".join(f"'{word}'" for word in inner[:3]), chosen


def _people(words: Sequence[str]) -> bool:
    """Whether words may name people rather than what they were asked: names, or an initial and a number."""
    return all(
        suggested(word).role == "annotator" or re.fullmatch(r"[A-Z]\w*|[a-z]?\d+", word) is not None for word in words
    )


def _suffixed(names: Sequence[str]) -> tuple[str, list[str]] | None:
    """Half of the names are the others with the same words behind them."""
    plain = [name for name in names if any(other != name and _behind(other, name) for other in names)]
    rest = [name for name in names if name not in plain]
    if len(plain) < 2 or len(plain) != len(rest):
        return None
    words = {_behind(other, name) for name, other in zip(plain, rest, strict=True)}
    if len(words) != 1 or None in words:
        return None
    return f"'' and '{words.pop()}'", plain


def _behind(name: str, before: str) -> str | None:
    """The words behind another name: 'round 2' of 'Anna (round 2)'."""
    rest = name[len(before) :]
    if not name.startswith(before) or not rest or rest[0].isalnum():
        return None
    return rest.strip(" _-.:()[]") or None
