"""Labels that are known, from a table of items and labels or a list of items to discuss, and those of systems."""

from __future__ import annotations

from pathlib import Path

from accord.annotations import Labels
from accord.annotations.columns import LABEL, fits
from accord.formats.reading import read
from accord.formats.tables.own_files import decisions
from accord.results import DataError, Place


def gold_labels(path: str) -> dict[str, str]:
    """The label of each item in a table of items and labels, or what was decided in a list of items to discuss."""
    decided = decisions(path)
    if decided is not None:
        return decided
    labels = read(path, only="*", kind="labels")
    who = _label_column(labels, path)
    items = labels.items if labels.items is not None else [str(row + 1) for row in range(labels.n_rows)]
    gold: dict[str, str] = {}
    for row, item in enumerate(items):
        span = slice(int(labels.starts[row]), int(labels.starts[row + 1]))
        texts = [
            labels.categories.texts[code]
            for code, person in zip(labels.codes[span], labels.who[span] if labels.who is not None else (), strict=True)
            if person == who
        ]
        if len(set(texts)) > 1:
            raise DataError(
                "ACC007",
                f"two gold labels, '{texts[0]}' and '{texts[1]}'",
                Place(path, item=item),
                "give each item one",
            )
        if texts:
            gold[item] = texts[0]
    if not gold:
        raise DataError("ACC002", "there is no gold label", Place(path), "one row per item: columns item and label")
    return gold


def _label_column(labels: Labels, path: str) -> int:
    """Which column (or which one annotator of a long table) holds the gold labels."""
    names = labels.annotators or ()
    named = [place for place, name in enumerate(names) if fits(name, LABEL)]
    if len(names) == 1 or (len(named) == 1 and len(names) > 1):
        return named[0] if named else 0
    raise DataError(
        "ACC007",
        "cannot identify the column of the gold labels",
        Place(path),
        "one row per item: columns item and label",
    )


def labels_of_systems(path: str) -> dict[str, dict[str, str]]:
    """The labels of each system by item: one column per system, or one system named after the file."""
    table = read(path, kind="labels").first_ratings()
    texts = table.categories.texts
    items = table.items if table.items is not None else [str(row + 1) for row in range(table.n_rows)]
    names = table.annotators or ()
    systems: dict[str, dict[str, str]] = {name: {} for name in (names if len(names) > 1 else [Path(path).stem])}
    alone = next(iter(systems)) if len(names) <= 1 else None
    for row, item in enumerate(items):
        for place in range(int(table.starts[row]), int(table.starts[row + 1])):
            name = alone if alone is not None or table.who is None else names[table.who[place]]
            systems[name or ""][item] = texts[table.codes[place]]
    return systems
