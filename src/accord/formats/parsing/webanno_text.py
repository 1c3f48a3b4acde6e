"""The text of a document in WebAnno TSV, put together from its sentences, and the rows in its characters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord.formats.parsing.webanno_rows import Tsv, WebAnnoRow, odd
from accord.results import DataError, Place

LONGEST_GAP = 1 << 20  # units between two sentences
LONGEST = 1 << 27
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def text_of(tsv: Tsv, file: str) -> str:
    """The sentences at their places; what stood between them is not in the file, and blank.

    The first token of a sentence is where its text begins.
    """
    wide = not _counts_characters(tsv.rows)
    parts: list[str] = []
    reached = 0
    for first, sentence in tsv.sentences:
        row = tsv.rows[first]
        gap = row.start - reached
        if gap < 0:
            raise odd(file, row.line, f"the sentence begins at {row.start}, and the one before ends at {reached}")
        if gap > LONGEST_GAP or row.start > LONGEST:
            raise DataError(
                "ACC052", f"{gap:,} characters between two sentences", Place(file, row.line), "is it damaged?"
            )
        parts += ["\n" * min(gap, 1), " " * (gap - 1), sentence]
        reached = row.start + (len(sentence) + (len(_ASTRAL.findall(sentence)) if wide else 0))
    return "".join(parts)


def _counts_characters(rows: Sequence[WebAnnoRow]) -> bool:
    """Whether offsets count characters, as programs in Python write them, and not UTF-16 units."""
    return any(row.end - row.start == len(row.surface) and _ASTRAL.search(row.surface) for row in rows)
