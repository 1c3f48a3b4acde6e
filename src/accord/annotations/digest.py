"""A digest of labels that does not depend on file format, row order or partition.

Each row hashes to 128 bits (two 64-bit lanes) from its annotators, labels and repetitions; the digest of the data is
the sum of the rows' hashes, lane by lane mod 2**64, so that parts add up. Item names are not part of it: two files
with the same ratings are the same data to every measure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from accord.annotations.code_tables import CodeTable

Lanes = tuple[int, int]
_MASK = (1 << 64) - 1
_STEP = np.uint64(0x9E3779B97F4A7C15)
FEW_CELLS = 64  # annotators × categories whose hashes are kept
_ROWS = 8192  # rows hashed at once, so that they stay in the processor's cache


def text_hashes(texts: Sequence[str]) -> NDArray[np.uint64]:
    """(len(texts), 2) lanes, one row per text."""
    raw = b"".join(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest() for text in texts)
    return np.frombuffer(raw, dtype="<u8").reshape(-1, 2).astype(np.uint64)


def mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64 (Steele, Lea & Flood 2014), element by element."""
    x = x + _STEP
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def row_hashes(
    starts: NDArray[np.int64],
    who: NDArray[np.int32] | None,
    codes: NDArray[np.int32],
    repeats: NDArray[np.int32] | None,
    annotators: Sequence[str] | None,
    categories: Sequence[str],
) -> NDArray[np.uint64]:
    """(rows, 2) lanes: a commutative sum over the cells of a row, then mixed so that rows do not add up across cells.

    `repeats` tells the first, second, … rating of one annotator apart. No row may be empty.
    """
    rows, width = len(starts) - 1, len(categories)
    known, people = None, tuple(annotators) if annotators is not None else ("",)
    if len(people) * width <= FEW_CELLS:
        known = _cell_hashes(people, tuple(categories))
    else:
        by_annotator, by_category = text_hashes(people), mixed(text_hashes(categories))
        if len(people) * width <= 4 * len(codes):
            known = _crossed(by_annotator, by_category)
    lanes = np.empty((rows, 2), dtype=np.uint64)
    for first in range(0, rows, _ROWS):
        inner = starts[first : first + _ROWS + 1]
        block = slice(inner[0], inner[-1])
        place = codes[block] if who is None else who[block] * np.int64(width) + codes[block]
        for lane in (0, 1):
            if known is not None:
                cells = known[lane].take(place)
            else:
                cells = mixed(by_annotator[place // width, lane] ^ by_category[place % width, lane])
            if repeats is not None:
                again = repeats[block].astype(np.uint64)
                cells = np.where(again > 0, mixed(cells + again), cells)
            lanes[first : first + _ROWS, lane] = np.add.reduceat(cells, inner[:-1] - inner[0])
        _finish(lanes[first : first + _ROWS])
    return lanes


@lru_cache(maxsize=16)
def _cell_hashes(annotators: tuple[str, ...], categories: tuple[str, ...]) -> NDArray[np.uint64]:
    """(2, annotators × categories) lanes of small tables, whose names are hashed once however often they are asked."""
    return _crossed(text_hashes(annotators), mixed(text_hashes(categories)))


def _crossed(by_annotator: NDArray[np.uint64], by_category: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(2, annotators × categories) what each annotator's use of each category hashes to."""
    return mixed(by_annotator[:, None] ^ by_category).reshape(-1, 2).T.copy()


def table_hashes(table: CodeTable, annotators: Sequence[str], categories: Sequence[str]) -> NDArray[np.uint64]:
    """The same from a table; rows may be empty."""
    cells = np.zeros((len(annotators), table.base, 2), dtype=np.uint64)
    cells[:, 1:] = mixed(text_hashes(annotators)[:, None] ^ mixed(text_hashes(categories)))
    lanes = np.stack([table.sums(cells[:, :, lane]) for lane in (0, 1)], axis=1)
    for first in range(0, len(lanes), _ROWS):
        _finish(lanes[first : first + _ROWS])
    return lanes


def _finish(lanes: NDArray[np.uint64]) -> None:
    """Mix the sums over cells, in place."""
    first = mixed(lanes[:, 0] ^ mixed(lanes[:, 1]))
    lanes[:, 1] = mixed(lanes[:, 1] + first)
    lanes[:, 0] = first


def distinct_rows(lanes: NDArray[np.uint64], weights: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """One of the rows of each hash, ordered by it, and the weight of all that have it."""
    order = np.lexsort((lanes[:, 1], lanes[:, 0]))
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = (np.diff(lanes[order], axis=0) != 0).any(axis=1)
    return order[fresh], np.bincount(np.cumsum(fresh) - 1, weights=weights[order]).astype(np.int64)


def total(hashes: NDArray[np.uint64], weights: NDArray[np.int64]) -> Lanes:
    """The weighted sum of the rows' hashes."""
    sums = np.einsum("rl,r->l", hashes, weights.astype(np.uint64))
    return int(sums[0]), int(sums[1])


def added(left: Lanes, right: Lanes) -> Lanes:
    return (left[0] + right[0]) & _MASK, (left[1] + right[1]) & _MASK


def unordered_digest(contents: Iterable[object], more: str = "") -> str:
    """The SHA-256 of what documents or items hold, whatever their order, and of what else there is."""
    texts = (repr(content).encode("utf-8", "surrogatepass") for content in contents)
    parts = sorted(hashlib.sha256(text).hexdigest() for text in texts)
    return hashlib.sha256(("".join(parts) + more).encode()).hexdigest()


def hexadecimal(lanes: Lanes, *facts: object) -> str:
    """The SHA-256 of the lanes and of the facts that no row carries: level, declared categories."""
    return hashlib.sha256(repr((lanes, facts)).encode("utf-8", "surrogatepass")).hexdigest()
