"""The fragments of units as they come and go: lists of bounds, or texts such as '3 6;18 20'; put in order."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from accord.annotations.fragments import Bounds, Cell
from accord.results import DataError, Diagnostic, Place
from accord.results.wording import many

FORM = "fragments are pairs of bounds, as in '3 6;18 20'"
NOT_SORTED, JOINED, EMPTY = "not in order", "overlapping or touching", "without length"
_PIECE = re.compile(r"([^\s;,–]+?)(?:\s+|\s*–\s*|(?<=\d)-)([^\s;–]+)")


class FragmentsChecked:
    """Puts the fragments of units in order, and counts what had to be changed."""

    def __init__(self) -> None:
        self.changed: Counter[str] = Counter()

    def of(self, fragments: Sequence[Bounds], place: Place | None = None) -> tuple[Bounds, Cell]:
        """The bounds of a unit, and its fragments from left to right, apart from each other; None for one piece.

        >>> FragmentsChecked().of([(18, 20), (3, 5), (4, 6), (9, 9)])
        ((3.0, 20.0), ((3.0, 6.0), (18.0, 20.0)))
        """
        pairs = [(float(start), float(end)) for start, end in fragments]
        for start, end in pairs:
            if not (math.isfinite(start) and math.isfinite(end)):
                raise DataError("ACC435", "the bounds of a fragment are not finite numbers", place, FORM)
            if end < start:
                raise DataError("ACC435", f"the fragment {start:g} to {end:g} ends before it starts", place, FORM)
        filled = sorted(pair for pair in pairs if pair[1] > pair[0])
        if not filled:
            if len(set(pairs)) != 1:
                what = "a unit without fragments" if not pairs else "no fragment of a unit has a length"
                raise DataError("ACC435", what, place, FORM)
            return pairs[0], None
        self._count(pairs, filled)
        joined = [filled[0]]
        for start, end in filled[1:]:
            if start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(joined[-1][1], end))
            else:
                joined.append((start, end))
        self.changed[JOINED] += len(joined) < len(filled)
        return (joined[0][0], joined[-1][1]), tuple(joined) if len(joined) > 1 else None

    def _count(self, pairs: list[Bounds], filled: list[Bounds]) -> None:
        self.changed[EMPTY] += len(filled) < len(pairs)
        self.changed[NOT_SORTED] += [pair for pair in pairs if pair[1] > pair[0]] != filled

    def said(self, place: Place | None = None) -> tuple[Diagnostic, ...]:
        """What was changed, in how many units."""
        parts = [
            f"{many(number, 'unit')} had fragments {what}, {done}"
            for what, done in ((NOT_SORTED, "now sorted"), (JOINED, "now joined"), (EMPTY, "now left out"))
            if (number := self.changed[what])
        ]
        return (Diagnostic("ACC436", "; ".join(parts), place or Place()),) if parts else ()


def read_fragments(cell: object, place: Place | None = None) -> list[Bounds] | None:
    """The fragments in a cell of a table: a text as brat writes it, or a list of pairs; None for an empty one.

    >>> read_fragments("3 6;18 20"), read_fragments([[3, 6], [18, 20]]), read_fragments("")
    ([(3.0, 6.0), (18.0, 20.0)], [(3.0, 6.0), (18.0, 20.0)], None)
    """
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    pairs: Iterable[object] = [cell]
    if isinstance(cell, str):
        pairs = [parsed.groups() if (parsed := _PIECE.fullmatch(piece.strip())) else piece for piece in cell.split(";")]
    elif isinstance(cell, list | tuple):
        pairs = cell
    fragments = [_pair(pair) for pair in pairs]
    if None in fragments or not fragments:
        raise DataError("ACC435", f"{str(cell)[:60]!r} are not fragments", place, FORM)
    return [fragment for fragment in fragments if fragment is not None]


def _pair(pair: object) -> Bounds | None:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return None
    try:
        return float(pair[0]), float(pair[1])
    except (TypeError, ValueError):
        return None


def fragments_text(fragments: Cell) -> str | None:
    """As brat writes fragments; None for a unit of one piece.

    >>> fragments_text(((3.0, 6.0), (18.0, 20.5)))
    '3 6;18 20.5'
    """
    if fragments is None:
        return None
    return ";".join(f"{_number(start)} {_number(end)}" for start, end in fragments)


def _number(position: float) -> str:
    return str(int(position)) if position == int(position) and abs(position) < 2**53 else repr(float(position))
