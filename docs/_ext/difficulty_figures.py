"""The directives `difficulty-drawing NAME`, `difficulty-table NAME` and `difficulty-run`: what makes items hard.

They run on an example that is drawn anew when the site is built: thirty words with ten sentences each, as in the design
of Tanguy, Fabre & Mercier 2016, of which we know what makes them hard.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from charts import drawn
from docutils import nodes
from example_directives import ExampleRun
from markup import code, table
from sphinx.util.docutils import SphinxDirective

from accord.item_difficulty import Difficulty, difficulty
from accord.item_difficulty.built_in import BUILT_IN
from accord.item_difficulty.correlating import clustered_p
from accord.report_page.charts.difficulty import forest_spec, residual_spec
from accord.report_page.figure import Spec
from accord.statistics.rank_correlation import spearman, spearman_p

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WORDS, SENTENCES = 30, 10


@cache
def example() -> dict[str, list[Any]]:
    """Sentences whose difficulty grows with the rank of the sense, and with nothing else but the word itself."""
    rng = np.random.default_rng(7)
    word = np.repeat(np.arange(WORDS), SENTENCES)
    items = len(word)
    frequency = rng.normal(4.5, 0.8, WORDS)[word]
    rank = rng.integers(0, 4, items) / 3
    length = rng.integers(8, 40, items)
    hard = 0.62 + 0.16 * (rank - 0.5) + 0.09 * rng.normal(size=WORDS)[word] + 0.13 * rng.normal(size=items)
    hard[42] = 0.05
    return {
        "item": [f"s{one}" for one in range(items)],
        "target": [f"word {one + 1}" for one in word],
        "pos": ["anv"[one % 3] for one in word],
        "entropy": np.clip(hard, 0, 1).round(3).tolist(),
        "sense_rank": rank.round(2).tolist(),
        "target_frequency": frequency.round(2).tolist(),
        "length": length.tolist(),
    }


@cache
def found() -> Difficulty:
    return difficulty(None, example(), column="entropy", cluster="target", group="pos", columns=_FEATURES)


_FEATURES = ["sense_rank", "target_frequency", "length"]


def forest() -> str:
    return _drawn(forest_spec(found().correlations))


def residuals() -> str:
    return _drawn(residual_spec(found().regression(), found().items, found().outliers))


def _drawn(spec: Spec | None) -> str:
    if spec is None:
        raise ValueError("there is nothing to draw")
    return drawn(spec)


DRAWINGS: dict[str, Callable[[], str]] = {made.__name__: made for made in (forest, residuals)}


def built_in_table() -> str:
    needs = {"texts": "texts", "parses": "parses", "counts": "counts of pairs"}
    rows = [
        (code(name), what, ", ".join(needs.get(need, need) for need in needed))
        for name, (what, needed, _) in BUILT_IN.items()
    ]
    return table(("name", "what it is", "needs"), rows)


TRIALS = 400


def levels_table() -> str:
    """How often a feature without effect is called significant at .05, with 30 words of ten sentences."""
    rng = np.random.default_rng(0)
    rows = []
    for kind in ("of the word", "of the sentence"):
        plain = clustered = 0
        for _ in range(TRIALS):
            word = np.repeat(np.arange(WORDS), SENTENCES)
            x = rng.normal(size=WORDS)[word] if kind == "of the word" else rng.normal(size=len(word))
            y = np.sqrt(0.3) * rng.normal(size=WORDS)[word] + np.sqrt(0.7) * rng.normal(size=len(word))
            plain += spearman_p(spearman(x, y), len(word)) < 0.05
            clustered += clustered_p(x, y, word)[0] < 0.05
        rows.append((kind, f"{plain / TRIALS:.1%}", f"{clustered / TRIALS:.1%}"))
    return table(("a feature", "as if items were independent", "with clusters"), rows)


TABLES: dict[str, Callable[[], str]] = {made.__name__: made for made in (built_in_table, levels_table)}


class DifficultyDrawing(SphinxDirective):
    """One of the drawings of the example."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", DRAWINGS[self.arguments[0]](), format="html")]


class DifficultyTable(SphinxDirective):
    """Insert what a function of this module writes."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(TABLES[self.arguments[0]]())


def write_features(folder: Path) -> Path:
    """The example as a table."""
    file = folder / "features.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(example())
        writer.writerows(zip(*example().values(), strict=True))
    return file


class DifficultyRun(ExampleRun):
    """Run `accord difficulty …` beside features.csv and show what it prints."""

    write = staticmethod(write_features)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("difficulty-drawing", DifficultyDrawing)
    app.add_directive("difficulty-table", DifficultyTable)
    app.add_directive("difficulty-run", DifficultyRun)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
