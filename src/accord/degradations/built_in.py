"""References to degrade when one has none: a tree of arguments, random units, labels of a chosen prevalence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.annotations import Categories, Labels, Spans
from accord.annotations.relation_tuples import relations
from accord.annotations.relations import Relations
from accord.annotations.span_building import spans
from accord.degradations.errors import check_whole
from accord.results import UsageError
from accord.statistics import generator

LABELS = ("support", "attack", "detail")
SHARES = (0.6, 0.25, 0.15)


def argument_tree(components: int = 101, outside: int = 0, seed: int = 0) -> Relations:
    """A tree of arguments: by default 101 components and 100 relations towards one main claim (Boiteau 2024).

    The paper's own tree is a drawing; this one has its size and is generated. Each argument is attached to one of
    those before it, recent ones being likelier, so that lines of argument and bushes of support occur. `outside` units
    are sentences that are no part of the argument.

    >>> argument_tree()
    Relations(1 document, 1 annotator, 101 units, 100 relations, 3 types)
    """
    check_whole("components", components, 1)
    check_whole("outside", outside, 0)
    rng = generator(seed, "argument tree")
    place = rng.permutation(components + outside) + 1  # where in the text each argument stands
    links = []
    for number in range(1, components):
        back = min(int(rng.geometric(0.12)), number)
        label = LABELS[int(np.searchsorted(np.cumsum(SHARES), rng.random(), side="right"))]
        links.append((int(place[number]), int(place[number - back]), label))
    return relations({"reference": links}, units=list(range(1, components + outside + 1)))


def random_units(
    units: int = 25, length: float = 1000.0, categories: Sequence[str] = ("unit",), seed: int = 0
) -> Spans:
    """Units spread at random, of random lengths: by default 25, as in Mathet & Widlöcher 2011, section 6.1.

    A document is cut into as many cells as there are units, and each cell holds one unit that covers 20 to 80 % of it:
    units do not overlap.

    >>> random_units()
    Spans(1 document, 1 annotator, 25 units, 1 category)
    """
    check_whole("units", units, 0)
    if not categories:
        raise UsageError("there is no category", "name one")
    rng = generator(seed, "random units")
    cells = np.sort(rng.uniform(0, length, max(units - 1, 0)))
    edges = np.concatenate(([0.0], cells, [length])) if units else np.zeros(1)
    widths = np.diff(edges)
    sizes = widths * rng.uniform(0.2, 0.8, units)
    starts = edges[:-1] + rng.random(units) * (widths - sizes)
    codes = rng.integers(len(categories), size=units)
    rows = [
        ("reference", float(start), float(start + size), categories[int(code)])
        for start, size, code in zip(starts, sizes, codes, strict=True)
    ]
    return spans(rows, annotators=["reference"], length=length, categories=list(categories))


def labelled_items(
    items: int = 1000, prevalence: Sequence[float] = (0.5, 0.5), names: Sequence[object] | None = None
) -> Labels:
    """Items of which each category has its share, one label each.

    >>> labelled_items(100, prevalence=(0.9, 0.1))
    Labels(100 items, 1 annotator, 2 categories, level nominal, 0 missing)
    """
    check_whole("items", items, 0)
    shares = np.asarray(prevalence, dtype=np.float64)
    if (
        shares.ndim != 1
        or len(shares) < 1
        or not (np.isfinite(shares).all() and (shares >= 0).all() and shares.sum() > 0)
    ):
        raise UsageError(f"prevalence={prevalence!r} is not a list of numbers of at least 0, not all 0")
    texts = names if names is not None else range(1, len(shares) + 1)
    categories = Categories.declare(texts)
    if len(categories) != len(shares):
        raise UsageError(f"{len(categories)} names are given for {len(shares)} categories")
    exact = np.cumsum(shares / shares.sum()) * items
    sizes = np.diff(np.concatenate(([0], np.floor(exact + 0.5)))).astype(np.int64)
    return Labels(
        categories=categories,
        level="nominal",
        annotators=("reference",),
        starts=np.arange(items + 1, dtype=np.int64),
        who=np.zeros(items, dtype=np.int32),
        codes=np.repeat(np.arange(len(shares), dtype=np.int32), sizes),
        weights=np.ones(items, dtype=np.int64),
        items=[str(number) for number in range(1, items + 1)],
    )


REFERENCES: dict[str, Callable[[], Labels | Spans | Relations]] = {
    "labels": labelled_items,
    "spans": random_units,
    "relations": argument_tree,
}
