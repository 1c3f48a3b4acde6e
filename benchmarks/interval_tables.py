"""The tables of docs/intervals.md, from the lines that interval_coverage.py wrote."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from interval_designs import CROWD_DESIGNS, ITEM_DESIGNS, RATING_DESIGNS

Lines = Sequence[dict[str, str]]


def tables(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as opened:
        lines = list(csv.DictReader(opened))
    return "\n\n".join([_items(lines), _ratings(lines), _crowds(lines)])


def _covered(numbers: Iterable[float]) -> str:
    """The mean over designs in percent, and the range."""
    percents = [100 * number for number in numbers]
    return f"{sum(percents) / len(percents):.1f} ({min(percents):.0f}–{max(percents):.0f})"


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def _items(lines: Lines) -> str:
    known = {(str(one), one.items): one for one in ITEM_DESIGNS}
    found: dict[tuple[bool, int, str], list[float]] = defaultdict(list)
    for line in lines:
        if line["part"] == "items":
            design = known[line["design"], int(line["items"])]
            found[design.skewed, design.items, line["interval"]].append(float(line["covered"]))
    rows = [
        [name, str(items), *(_covered(found[skewed, items, interval]) for interval in ("default", "bca"))]
        for skewed, name in ((False, "even"), (True, "skewed"))
        for items in (50, 100, 200)
    ]
    return _markdown(["categories", "items", "smoothed (default)", "BCa"], rows)


def _ratings(lines: Lines) -> str:
    known = {(str(one), one.items): one for one in RATING_DESIGNS}
    found: dict[tuple[str, str, int, str], list[float]] = defaultdict(list)
    for line in lines:
        if line["part"] == "ratings":
            design = known[line["design"], int(line["items"])]
            found[design.form, design.scale, design.items, line["interval"]].append(float(line["covered"]))
    rows = [
        [
            form,
            scale,
            *(_covered(found[form, scale, items, kind]) for kind in ("default", "bca") for items in (30, 100)),
        ]
        for form in "123"
        for scale in ("normal", "skewed", "floor")
    ]
    return _markdown(["form", "ratings", "F, 30 items", "F, 100 items", "BCa, 30 items", "BCa, 100 items"], rows)


def _crowds(lines: Lines) -> str:
    known = {str(one): one for one in CROWD_DESIGNS}
    kinds = ("items", "both", "texts", "texts and annotators")
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in lines:
        if line["part"] == "crowds":
            wide = float(line["width"]) / (2 * 1.96 * float(line["spread"]))
            found[line["design"]][line["interval"]] = f"{100 * float(line['covered']):.0f} ({wide:.2f})"
    rows = []
    for design, cells in found.items():
        one = known[design]
        labels = "all" if one.per_item is None else str(one.per_item)
        rows.append([one.name, str(one.items), str(one.annotators), labels, *(cells.get(kind, "") for kind in kinds)])
    return _markdown(["design", "items", "annotators", "per item", *kinds], rows)
