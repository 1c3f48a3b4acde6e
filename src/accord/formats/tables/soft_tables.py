"""Soft labels in files: as accord writes them, and tables of probabilities with a column for each category."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from accord.annotations.categories import Categories, canonical_text
from accord.annotations.column_names import first_fitting
from accord.annotations.columns import ANNOTATOR, ITEM
from accord.annotations.label_distributions import SoftLabels
from accord.annotations.labels import LEVELS
from accord.formats.parsing.first_bytes import head
from accord.formats.tables.own_files import SOFT, is_soft, is_soft_record
from accord.formats.tables.side_tables import side_table
from accord.results import DataError, Place
from accord.results.arrays import Floats
from accord.results.option_names import command

PathLike = str | os.PathLike[str]
ROUNDED = 0.01  # how far shares that were rounded may be from 1 in sum
_HINT = f"{command('soft labels')} writes such files"
_BLANK = b"\xef\xbb\xbf \r\n\t"


def holds_soft_labels(path: PathLike) -> bool:
    """Whether a file is one of soft labels that accord wrote, by its first line."""
    line = head(Path(path)).lstrip(_BLANK).partition(b"\n")[0].decode("utf-8", "replace").strip()
    if not line.startswith("{"):
        return is_soft(line.split(","))
    try:
        return is_soft_record(json.loads(line))
    except (ValueError, RecursionError):
        return False


def soft_labels_in(path: PathLike) -> SoftLabels:
    """The soft labels of a file that accord wrote."""
    is_json = head(Path(path)).lstrip(_BLANK).startswith(b"{")
    shares = list(_of_lines(path) if is_json else _of_table(path))
    parts: dict[str | None, list[_Share]] = {}
    for share in shares:
        parts.setdefault(share.group, []).append(share)
    place = Place(str(path))
    if None not in parts:
        raise DataError("ACC458", "there are no soft labels of everybody", place, _HINT)
    level = shares[0].level
    if level not in LEVELS:
        raise DataError("ACC458", f"there is no level '{level}'", place, f"the levels are {', '.join(LEVELS)}")
    categories = Categories.declare(dict.fromkeys(share.category for share in shares), sets=level == "sets")
    everybody = soft_labels_of(parts.pop(None), categories, level)
    groups = tuple(soft_labels_of(part, categories, level, str(group)) for group, part in parts.items())
    return SoftLabels(everybody.items, categories, level, everybody.shares, everybody.counts, None, groups)


@dataclass(frozen=True)
class _Share:
    """What share of the labels of an item is of a category."""

    item: str
    category: str
    share: float
    labels: float
    """How many labels the item has; nan where the shares are no counts."""
    group: str | None
    level: str
    place: Place


def _of_table(path: PathLike) -> Iterator[_Share]:
    table = side_table(path, "gold")
    frame = table.frame
    groups = frame["group"].to_list() if "group" in frame.columns else [None] * len(frame)
    columns = [frame[name].to_list() for name in SOFT if name != "count"]
    for row, (group, item, category, labels, share, level) in enumerate(zip(groups, *columns, strict=True)):
        place = table.origin.place(row)
        number = _number(labels, place) if labels else math.nan
        name = canonical_text(category or "")
        yield _Share(item or "", name, _number(share, place), number, group or None, level or "nominal", place)


def _of_lines(path: PathLike) -> Iterator[_Share]:
    for number, line in enumerate(Path(path).read_text(encoding="utf-8-sig", errors="replace").split("\n"), start=1):
        if not line.strip():
            continue
        place = Place(str(path), number)
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise DataError("ACC458", "this line is not JSON", place, _HINT) from None
        if not is_soft_record(record):
            raise DataError("ACC458", "this line is not a soft label", place, _HINT)
        labels = math.nan if record.get("labels") is None else _number(record["labels"], place)
        group, level = record.get("group"), str(record.get("level") or "nominal")
        for category, share in record["distribution"].items():
            own = None if group is None else str(group)
            name = canonical_text(category)
            yield _Share(str(record["item"]), name, _number(share, place), labels, own, level, place)


def soft_labels_of(
    shares: Sequence[_Share], categories: Categories, level: str = "nominal", group: str | None = None
) -> SoftLabels:
    """The items of one group, or of everybody."""
    rows = {item: row for row, item in enumerate(dict.fromkeys(share.item for share in shares))}
    twice = next((key for key, n in Counter((share.item, share.category) for share in shares).items() if n > 1), None)
    if twice is not None:
        message = f"the item '{twice[0]}' has two shares of '{twice[1]}'"
        raise DataError("ACC458", message, Place(shares[0].place.file), "give each item every category once")
    table, labels = np.zeros((len(rows), len(categories))), np.full(len(rows), math.nan)
    for share in shares:
        table[rows[share.item], categories.index[share.category]] = share.share
        labels[rows[share.item]] = share.labels
    first = {share.item: share.place for share in reversed(shares)}
    checked = _distributions(table, [first[item] for item in rows], list(rows))
    counts = None if np.isnan(labels).any() else np.rint(checked * labels[:, None])
    return SoftLabels(tuple(rows), categories, level, checked, counts, group)


def _distributions(table: Floats, places: Sequence[Place], items: Sequence[str]) -> Floats:
    """Shares that add up to 1, where they do so but for rounding."""
    total = table.sum(axis=1)
    wrong = np.flatnonzero((np.abs(total - 1) > ROUNDED) | (table < 0).any(axis=1))
    if len(wrong):
        row = int(wrong[0])
        message = f"the shares of '{items[row]}' add up to {total[row]:.3g}; they are to add up to 1"
        raise DataError("ACC458", message, places[row], "give shares of at least 0 that add up to 1")
    return np.asarray(table / total[:, None], dtype=np.float64)


def probabilities_in(path: PathLike, categories: Sequence[str]) -> dict[str, SoftLabels] | None:
    """The systems of a table with a column of items, perhaps one of systems, and one of numbers for each category;
    None for any other file."""
    if head(Path(path)).lstrip(_BLANK)[:1] in (b"{", b"["):
        return None
    table = side_table(path, "system")
    header = table.frame.columns
    item, system = first_fitting(header, ITEM), first_fitting(header, (*ANNOTATOR, "system", "model"))
    names = [name for name in header if name not in (item, system)]
    texts = [canonical_text(name) for name in names]
    if item is None or len(names) < 2 or not set(texts) <= set(categories):
        return None
    who = [Path(path).stem] * len(table.frame) if system is None else [name or "" for name in table.frame[system]]
    systems: dict[str, list[_Share]] = {}
    for row, (name, item_name) in enumerate(zip(who, table.frame[item].to_list(), strict=True)):
        place = table.origin.place(row)
        for column, text in zip(names, texts, strict=True):
            share = _number(table.frame[column][row] or "0", place)
            systems.setdefault(name, []).append(_Share(item_name or "", text, share, math.nan, None, "nominal", place))
    declared = Categories.declare(texts)
    return {name: soft_labels_of(shares, declared) for name, shares in systems.items()}


def _number(cell: object, place: Place) -> float:
    try:
        value = float(str(cell))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DataError("ACC458", f"'{cell}' is not a number", place, "shares are numbers from 0 to 1")
    return value
