"""Every table and every chart of a page beside what its JSON says they hold."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from report_page import corpus_tables as corpus
from report_page import drawn_values as drawn
from report_page import label_tables as labels
from report_page.label_tables import Found, Made
from report_page.read_pages import ReadPage, ReadTable
from report_page.shown_cells import SLACK, differences

Maker = Callable[[Found], Made]
SHARED: dict[str, Maker] = {
    "coefficients-table": lambda found: labels.results(found["results"]),
    "categories-table": lambda found: labels.results(found["by_category"]),
    "reading-table": corpus.reading,
    "atlas-table": corpus.public_corpora,
    "atlas-values-table": corpus.public_places,
    "usage-table": corpus.usage,
}
TABLES: dict[str, dict[str, Maker]] = {
    "labels": {
        "promise-table": labels.promise,
        "plan-table": labels.plan,
        "scales-table": labels.scales,
        "table-table": labels.cross,
        "views-table": labels.views,
        "similarity-table": labels.similarity,
        "merges-table": labels.merges,
        "annotators-table": labels.annotators,
        "pairs-table": labels.pairs,
        "schools-table": labels.schools,
        "items-table": labels.items,
        "duplicates-table": labels.duplicates,
        "promise-curve-numbers": labels.curve_numbers,
        "promise-histogram-numbers": labels.histogram_numbers,
        "promise-scales-numbers": labels.scales_numbers,
        "similarity-numbers": labels.similarity_numbers,
        "dendrogram-numbers": labels.dendrogram_numbers,
        "annotators-vote-numbers": labels.vote_numbers,
        "annotators-left-out-numbers": labels.left_out_numbers,
    },
    "spans": {
        "families-table": corpus.families,
        "kinds-table": corpus.span_kinds,
        "alignment-table": corpus.alignment,
        "category-units-table": corpus.category_units,
        "annotators-table": corpus.span_annotators,
        "exchanges-table": corpus.exchanges,
    },
    "relations": {
        "kinds-table": corpus.relation_kinds,
        "lengths-table": lambda found: corpus.stretches(found, "length"),
        "depths-table": lambda found: corpus.stretches(found, "depth"),
        "annotators-table": corpus.relation_annotators,
        "annotators-kinds-numbers": corpus.relation_annotators_numbers,
        "exchanges-table": corpus.exchanges,
        "units-table": corpus.units,
        "links-table": corpus.links,
    },
    "answers": {"items-table": corpus.dispersed, "annotators-table": corpus.answering},
}
CHARTS: dict[str, dict[str, Callable[[Found], drawn.Drawn]]] = {
    "labels": {
        "promise-curve": drawn.promise_curve,
        "promise-histogram": drawn.histogram,
        "promise-scales": drawn.scales,
        "plan": drawn.plan,
        "table": drawn.cross,
        "similarity": drawn.similarity,
        "dendrogram": drawn.dendrogram,
        "annotators-vote": drawn.vote,
        "annotators-left-out": drawn.left_out,
    },
    "spans": {
        "kinds": drawn.span_kinds,
        "category-units": drawn.category_units,
        "annotators-kinds": drawn.span_annotators,
    },
    "relations": {
        "kinds": drawn.relation_kinds,
        "lengths": lambda found: drawn.stretches(found, "length"),
        "depths": lambda found: drawn.stretches(found, "depth"),
        "annotators-kinds": drawn.relation_annotators,
    },
    "answers": {"items": drawn.answered, "annotators-shared": drawn.answering},
}
NAMES_ONLY = ("graphs-table",)
"""Who drew which link: names of units and annotators, and no number."""


def expected_table(key: str, found: Found, table: ReadTable) -> Made:
    """What the table of this section, or behind this figure, has to show."""
    shape = found["data"]["kind"]
    made = SHARED.get(key) or TABLES.get(shape, {}).get(key)
    if made is not None:
        return made(found)
    if key == "left-out-table":
        return corpus.left_out(found, table.header)
    if key == "discuss-table":
        return corpus.discuss(found, table.header)
    if key == "pairs-numbers":
        return labels.pairs_numbers(found, table.header)
    if key.startswith("reading-"):
        return corpus.reading_numbers(found, int(key.split("-")[1]), table.header)
    if key.startswith("view-"):
        return labels.cross(found["views"][int(key.split("-")[1]) - 1])
    if key.startswith("residuals-"):
        return corpus.residual_numbers(found, key.removeprefix("residuals-").removesuffix("-numbers"))
    if key.startswith("difficulty"):
        return corpus.difficulty(found, table.header)
    raise AssertionError(f"nobody says what {key} of {shape} shows")


def table_differences(key: str, found: Found, table: ReadTable) -> list[tuple[object, ...]]:
    if key in NAMES_ONLY:
        return []
    header, rows = expected_table(key, found, table)
    return differences(table.header, table.rows, header, rows)


def chart_differences(key: str, found: Found, spec: dict[str, Any], sets: drawn.Drawn) -> list[object]:
    """Between the values that a chart draws and those it should."""
    if key in ("coefficients", "categories", "forest", "atlas"):
        made: drawn.Drawn = getattr(drawn, key)(found)
    elif key == "pairs":
        made = drawn.pairs(found, list(dict.fromkeys(one["row"] for one in sets[0])))
    elif key.startswith("reading-"):
        made = drawn.reading(found, int(key.split("-")[1]))
    elif key.startswith("residuals-"):
        named = [[one["name"] for one in rows] for rows in sets[2:]]
        made = drawn.residuals(found, key.removeprefix("residuals-"), named)
    else:
        made = CHARTS[found["data"]["kind"]][key](found)
    return drawn.differences(spec, sets, made)


def by_data(page: ReadPage) -> list[tuple[str, Found]]:
    return [(f"d{number}-", found) for number, found in enumerate(page.findings, 1)]


_IN_TEXT = re.compile(r"(?<![\w.,])([+−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)( ?%)?(?!\w)")
_YEAR = re.compile(r"(19|20)\d\d")
_QUOTED = re.compile(r"'[^']*'")
Held = tuple[list[float], set[str]]


def untold_numbers(sentence: str, held: Held) -> list[str]:
    """The numbers of a sentence that no number of the JSON rounds to, and no text of it holds; names are left out."""
    known, texts = held
    untold = []
    for written in _IN_TEXT.finditer(_QUOTED.sub("", sentence)):
        text, percent = written[1], written[2]
        digits = len(text.partition(".")[2])
        seen = abs(float(text.replace(",", "").replace("−", "-"))) / (100 if percent else 1)
        near = SLACK + (0.5 * 10**-digits / (100 if percent else 1) if percent or digits else 0)
        place = bisect_left(known, seen - near)
        if (place == len(known) or known[place] > seen + near) and text not in texts and not _YEAR.fullmatch(text):
            untold.append(written[0])
    return untold


def derived(found: Found) -> list[float]:
    """What is no more than a sum or a share of numbers of the JSON."""
    if found["data"]["kind"] != "relations" or not found["disagreement"]:
        return []
    shares = [list(parts.values()) for _, parts in corpus.relation_shares(found)]
    return [number for parts in shares for number in (*parts, sum(parts))]


def held(found: Any) -> Held:
    """All numbers of the JSON and how long its lists are, without signs and in order; and the numbers in its texts."""
    numbers: set[float] = set()
    texts: set[str] = set()
    parts = [found]
    while parts:
        one = parts.pop()
        if isinstance(one, dict):
            parts += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            parts += [*one, len(one)]
        elif isinstance(one, str):
            texts |= {number[1] for number in _IN_TEXT.finditer(one)} | set(re.split(r"[^\d.]+", one))
        elif isinstance(one, int | float):
            numbers.add(abs(float(one)))
    return sorted(numbers), texts
