"""Soft labels as tables, CSV and JSON lines."""

from __future__ import annotations

import numpy as np

from accord.annotations.label_distributions import SoftLabels
from accord.renderings.numbers import exact_cell, shown
from accord.renderings.tables import Table, captioned, csv_text
from accord.results import SCHEMA
from accord.results.foreign_text import json_text, visible
from accord.results.wording import many
from accord.statistics.distribution_distances import entropy_in_bits

SHOWN = 10  # items in a table for people
MOST_CATEGORIES = 6  # that an item shows


def soft_csv(soft: SoftLabels) -> str:
    """A line for each item and category, with all digits, so that accord reads it back."""
    columns = soft.columns()
    cells = ([exact_cell(cell) for cell in column] for column in columns.values())
    return csv_text(tuple(columns), zip(*cells, strict=True))


def soft_lines(soft: SoftLabels) -> str:
    """A JSON line for each item."""
    return "".join(json_text(record, indent=None) + "\n" for record in soft.as_records())


def soft_record(soft: SoftLabels, data: dict[str, object]) -> dict[str, object]:
    """The same for other programs."""
    return {
        "schema": SCHEMA,
        "data": data,
        "categories": list(soft.categories.texts),
        "level": soft.level,
        "groups": [group.group for group in soft.groups],
        "soft_labels": soft.as_records(),
    }


def soft_table(soft: SoftLabels) -> Table:
    """The items whose labels are spread most, of everybody or of groups."""
    spread = entropy_in_bits(soft.shares)
    group_rows = {part.group: {item: row for row, item in enumerate(part.items)} for part in soft.groups}
    rows = []
    for place in np.argsort(-spread.round(12), kind="stable")[:SHOWN].tolist():
        item = soft.items[place]
        number = "" if soft.counts is None else f"{soft.counts[place].sum():.0f}"
        everybody = ("everybody",) if soft.groups else ()
        rows.append((item, *everybody, number, shown(float(spread[place])), _spelled(soft, place)))
        for part in soft.groups:
            row = group_rows[part.group].get(item)
            if row is not None:
                own = "" if part.counts is None else f"{part.counts[row].sum():.0f}"
                bits = shown(float(entropy_in_bits(part.shares[[row]])[0]))
                rows.append((item, str(part.group), own, bits, _spelled(part, row)))
    group = ("group",) if soft.groups else ()
    header = ("item", *group, "labels", "entropy (bits)", "distribution")
    first = 1 + len(group)
    return Table(header, tuple(rows), "Items whose labels are spread most.", frozenset({first, first + 1}))


def soft_shown(soft: SoftLabels, facts: list[str], output: str, more: str) -> str:
    """What the soft labels are, with the items whose labels are spread most; all of them as CSV."""
    if output == "csv":
        return soft_csv(soft).rstrip("\n")
    table = captioned(soft_table(soft), output)
    if output != "text":
        return table
    spread = entropy_in_bits(soft.shares)
    clear = int((spread < 1e-12).sum())
    lines = [
        *facts,
        f"soft labels of {many(len(soft), 'item')}: {clear:,} have one label only; mean entropy "
        f"{shown(float(spread.mean()) if len(spread) else float('nan'))} bits",
    ]
    if soft.groups:
        named = [f"{group.group} ({many(len(group), 'item')})" for group in soft.groups]
        lines.append(f"groups: {', '.join(named)}")
    return "\n\n".join(["\n".join(map(visible, lines)), table, more])


def _spelled(soft: SoftLabels, row: int) -> str:
    """The categories by their shares, the largest first."""
    shares = soft.shares[row]
    order = [place for place in np.argsort(-shares, kind="stable").tolist() if shares[place] > 0]
    named = [f"{soft.categories.texts[place]} {shares[place]:.0%}" for place in order[:MOST_CATEGORIES]]
    return ", ".join(named) + (", …" if len(order) > MOST_CATEGORIES else "")
