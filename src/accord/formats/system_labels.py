"""The labels that systems gave, from a table."""

from __future__ import annotations

from pathlib import Path


def labels_of_systems(path: str) -> dict[str, dict[str, str]]:
    """The labels of each system by item: one column per system, or one system named after the file."""
    from accord.formats.reading import read

    table = read(path, kind="labels").first_ratings()
    texts = table.categories.texts
    items = table.items if table.items is not None else [str(row + 1) for row in range(table.n_rows)]
    names = table.annotators or ()
    found: dict[str, dict[str, str]] = {name: {} for name in (names if len(names) > 1 else [Path(path).stem])}
    alone = next(iter(found)) if len(names) <= 1 else None
    for row, item in enumerate(items):
        for place in range(int(table.starts[row]), int(table.starts[row + 1])):
            name = alone if alone is not None or table.who is None else names[table.who[place]]
            found[name or ""][item] = texts[table.codes[place]]
    return found
