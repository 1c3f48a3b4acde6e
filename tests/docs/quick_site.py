"""`python quick_site.py SHARED PAGES …` is `python -m sphinx …` with fewer draws from smaller data behind each figure,
whose numbers no test reads, with the pages of measures that lie in the folder PAGES already, with what tests that share
the folder SHARED have computed of the same labels, and without what the theme and the builder make of pages that are
written: the tree of all pages beside each, and the words of all but the first to search for."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from sphinx.cmd.build import main
from sphinx.search import IndexBuilder

from accord import degradations, sweeping
from accord.measures import Measure
from accord.reproducibility import simulated_groups
from shared_promises import shared_promises


def fewer(function: Callable[..., Any], **most: int) -> Callable[..., Any]:
    """The function, called with these options at their most."""

    @wraps(function)
    def called(*given: Any, **options: Any) -> Any:
        return function(*given, **{**options, **{one: min(options[one], most[one]) for one in most if one in options}})

    return called


def smaller(function: Callable[..., Any], size: int) -> Callable[..., Any]:
    """The function, called with this size where it is called with none."""

    @wraps(function)
    def called(*given: Any, **options: Any) -> Any:
        return function(*(given or (size,)), **options)

    return called


def patch() -> None:
    """Before the extensions of the site import them."""
    for module, name, most in (
        (sweeping, "sweep", {"repeats": 2}),
        (sweeping, "reading_grid", {"repeats": 2, "magnitudes": 5}),
        (simulated_groups, "simulated_points", {"groups": 10}),
        (simulated_groups, "fictitious_points", {"groups": 20}),
    ):
        setattr(module, name, fewer(getattr(module, name), **most))
    for name, size in (("argument_tree", 12), ("random_units", 12)):
        setattr(degradations, name, smaller(getattr(degradations, name), size))


def leave_out() -> None:
    """The tree takes a quarter of the time of the site, the words a thirtieth, and no warning comes of them."""
    importlib.import_module("furo").__dict__["_compute_navigation_tree"] = lambda context: ""
    feed = IndexBuilder.feed

    def first_alone(index: IndexBuilder, *page: Any) -> None:
        if not index._titles:  # there is no list of words without any page
            feed(index, *page)

    setattr(IndexBuilder, "feed", first_alone)  # noqa: B010


def go_faster() -> None:
    """Through the trees of pages, which sixty transforms search from end to end: without a generator in each node."""
    importlib.import_module("docutils.nodes").Node._fast_findall = _all_of


def _all_of(node: Any, kind: type) -> Iterator[Any]:
    """This node and all below that are of this class, in their order, as `Node._fast_findall` has them."""
    levels = [iter((node,))]
    while levels:
        for below in levels[-1]:
            if isinstance(below, kind):
                yield below
            if below.children:
                levels.append(iter(below.children))
                break
        else:
            levels.pop()


def take_pages(folder: Path) -> None:
    """Instead of writing them again."""
    measure_pages = importlib.import_module("measure_pages")

    def page(record: Measure) -> str:
        stem: str = measure_pages.stem(record)
        return (folder / f"{stem}.md").read_text(encoding="utf-8")

    measure_pages.__dict__["page"] = page


if __name__ == "__main__":
    gc.set_threshold(100_000, 50, 100)  # a quarter of the time went into looking through trees that are still needed
    shared, pages, *arguments = sys.argv[1:]
    patch()
    leave_out()
    go_faster()
    sys.path.insert(0, str(Path(arguments[-2]) / "_ext"))
    importlib.import_module("difficulty_figures").__dict__["TRIALS"] = 20
    take_pages(Path(pages))
    with shared_promises(Path(shared)):
        sys.exit(main(arguments))
