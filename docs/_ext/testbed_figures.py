"""The directives `testbed-table NAME` and `testbed-drawing NAME`: what is claimed here, tried on public data sets.

Everything is drawn from docs/testbed.json, which `make testbed` computes; in the sentences a data set counts once.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from charts import drawn
from docutils import nodes
from markup import escaped, table
from sphinx.util.docutils import SphinxDirective

from accord.atlas.public_corpora import PublicCorpus, corpus_named
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import ACCENT, LINE, THIRD, WARM
from accord.report_page.figure import Spec
from accord.statistics.proportions import jeffreys

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RESULTS = Path(__file__).resolve().parents[1] / "testbed.json"
LEAST = 0.9  # of intervals, below which a data set is named
UNLIKE = 0.2
THREE = 2.5  # labels per item on average
TWICE = 0.65  # of five orders, below which a forecast missed in two or more
Record = dict[str, Any]


@cache
def results() -> dict[str, dict[str, Record]]:
    """By claim and by name of the data set."""
    return json.loads(RESULTS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def of(name: str) -> PublicCorpus:
    return corpus_named(name)


def repositories(names: Sequence[str]) -> int:
    return len({of(name).repository for name in names})


def per_cent(share: float) -> str:
    return f"{100 * share:.0f} %"


# ---- intervals

MEASURES = {
    "alpha(level='nominal')": "α, nominal",
    "alpha(level='ordinal')": "α, ordinal",
    "alpha(level='interval')": "α, interval",
    "ac1": "AC1",
}


def _samples() -> list[tuple[str, str, int, Record]]:
    """(data set, measure, items, record) of every sampling of items."""
    return [
        (name, MEASURES[measure], int(size), record)
        for name, found in results()["coverage"].items()
        for size, measured in found["items"].items()
        for measure, record in measured.items()
    ]


def defined(record: Record) -> float:
    """The share that held the value, of samples that have an interval; nan where none has."""
    there = 1 - record["undefined"]
    return record["covered"] / there if there > 0 else float("nan")


def coverage() -> str:
    """Mean and range by measure and size of the sample."""
    rows = []
    for measure in MEASURES.values():
        for size in (50, 200):
            known = [(name, one) for name, what, n, one in _samples() if (what, n) == (measure, size)]
            shares = np.array([defined(one) for _, one in known])
            shares, names = shares[~np.isnan(shares)], [name for name, _ in known]
            undefined = np.mean([one["undefined"] for _, one in known])
            rows.append(
                (
                    measure,
                    str(size),
                    f"{len(names)} ({repositories(names)})",
                    f"{100 * shares.mean():.1f}",
                    f"{100 * np.quantile(shares, 0.1):.0f} to {100 * np.quantile(shares, 0.9):.0f}",
                    f"{100 * shares.min():.0f}",
                    f"{np.nanmedian([one['width'] or np.nan for _, one in known]):.2f}",
                    f"{100 * undefined:.1f}",
                )
            )
    head = (
        "measure", "items", "data sets (repositories)", "mean", "middle 80 %", "least", "width", "no value",
    )  # fmt: skip
    return table(head, rows)


def about_coverage() -> str:
    shares = [(name, what, n, defined(one)) for name, what, n, one in _samples()]
    shares = [one for one in shares if not np.isnan(one[3])]
    low = [one for one in shares if one[3] < LEAST]
    names = sorted({one[0] for one in low})
    return (
        f"Over {len(shares)} samplings of {len({one[0] for one in shares})} data sets, 95 % intervals over items held "
        f"the value of the whole in {100 * np.mean([one[3] for one in shares]):.1f} %. Below 90 % were {len(low)} "
        f"samplings of {len(names)} data sets, the lowest at {per_cent(min(one[3] for one in shares))}."
    )


def _strip(rows: Sequence[str], values: list[Record], first: float, last: float, at: float, title: str) -> Spec:
    """Points in rows, and a line at one place."""
    y = nominal("row", title=None, sort=list(rows), axis={"ticks": False, "domain": False, "labelLimit": 190})
    x = quantity("x", title=title, scale=over(first, last, zero=False), axis=ticks(".0%", 7, grid=True))
    line = layer("rule", {"x": {"datum": at}}, [{}], stroke=WARM, strokeWidth=1.5, strokeDash=[3, 3], aria=False)
    middle = layer(
        "tick", {"x": {**x, "field": "x", "aggregate": "median"}, "y": y}, color=WARM, thickness=3, size=16, aria=False
    )
    points = layer("point", {"x": x, "y": y, "yOffset": quantity("jitter", scale=over(-1, 1))}, size=14, fill=ACCENT)
    points["mark"] |= {"stroke": None, "opacity": 0.55}
    described = f"{title}: {len(values)} points, the line is at {per_cent(at)}."
    return chart(described, 30 * len(rows) + 20, values, [points, line, middle])


def _jitter(values: list[Record]) -> list[Record]:
    """The same with a place across the row that keeps points apart."""
    return [{**one, "jitter": ((number * 0.618034) % 1 - 0.5) * 1.1} for number, one in enumerate(values)]


def coverage_strip() -> str:
    rows = [f"{what}, {size} items" for what in MEASURES.values() for size in (50, 200)]
    values = [
        {"row": f"{what}, {size} items", "x": defined(one), "name": name}
        for name, what, size, one in _samples()
        if not np.isnan(defined(one))
    ]
    first = min(0.7, *(one["x"] for one in values))
    return drawn(_strip(rows, _jitter(values), first, 1.0, 0.95, "share of 95 % intervals that hold the whole's value"))


BOTH = {"over items": "items alone", "over both": "items and annotators"}


def people_strip() -> str:
    values = [
        {"row": row, "x": defined(found[key]), "name": name}
        for name, found in results()["people"].items()
        for key, row in BOTH.items()
        if not np.isnan(defined(found[key]))
    ]
    first = min(one["x"] for one in values)
    title = "share of 95 % intervals that hold the value of the whole crowd"
    return drawn(_strip(list(BOTH.values()), _jitter(values), min(first, 0.0), 1.0, 0.95, title))


def people() -> str:
    """By how many persons the labels come from, in effect."""
    rows = []
    for low, high in ((0, 10), (10, 20), (20, 40), (40, 10**9)):
        known = [one for one in results()["people"].values() if low <= one["persons"] < high]
        if known:
            words = f"under {high}" if low == 0 else f"{low} or more" if high == 10**9 else f"{low} to {high}"
            shares = [[defined(one[key]) for one in known] for key in BOTH]
            widths = [one["over both"]["width"] for one in known]
            cells = [f"{100 * np.nanmean(part):.0f} ({100 * np.nanmin(part):.0f})" for part in shares]
            rows.append((words, str(len(known)), *cells, f"{np.nanmedian(np.array(widths, dtype=float)):.2f}"))
    head = ("persons, in effect", "data sets", "over items: mean (least)", "over both: mean (least)", "width, both")
    return table(head, rows)


def about_people() -> str:
    found = results()["people"]
    alone, both = ([defined(one[key]) for one in found.values()] for key in BOTH)
    low = sum(share < LEAST for share in both)
    return (
        f"On {len(found)} crowds of {repositories(list(found))} repositories a quarter of the annotators was drawn "
        f"again and again. Intervals over items alone held the value of the whole crowd in "
        f"{per_cent(np.nanmean(alone))}, intervals over both in {per_cent(np.nanmean(both))}, in {low} of the crowds "
        "in fewer than 90 %."
    )


# ---- forecasts


def _forecasts() -> list[tuple[str, str, Record]]:
    return [(name, design, one) for name, found in results()["forecasts"].items() for design, one in found.items()]


def forecast_table() -> str:
    rows = []
    for design in dict.fromkeys(sorted({one for _, one, _ in _forecasts()}, key=lambda d: [*map(int, d.split("+"))])):
        known = [(name, one) for name, what, one in _forecasts() if what == design]
        seen, hidden = design.split("+")
        held = np.array([one["held"] for _, one in known])
        planned = [one["planned"] for _, one in known if "planned" in one]
        rows.append(
            (
                seen,
                hidden,
                f"{len(known)} ({repositories([name for name, _ in known])})",
                f"{100 * held.mean():.0f}",
                str(int((held < TWICE).sum())),
                f"{100 * np.mean([one['too_low'] for _, one in known]):.0f} / "
                f"{100 * np.mean([one['too_high'] for _, one in known]):.0f}",
                f"{100 * np.mean([one['error'] for _, one in known]):.1f}",
                f"{100 * np.mean([one['forecast'] - one['truth'] for _, one in known]):+.1f}".replace("-", "−"),
                f"{100 * np.mean([one['width'] for _, one in known]):.0f}",
                f"{100 * np.mean(planned):.0f}" if planned else "",
            )
        )
    head = (
        "seen", "forecast", "data sets (repositories)", "held (%)", "missed twice or more", "too low / too high (%)",
        "mean error (points)", "bias (points)", "mean width (points)", "range of annotators held (%)",
    )  # fmt: skip
    return table(head, rows)


PERSONS = ((0, 10), (10, 20), (20, 10**9))


def forecast_warnings() -> str:
    """What could be known beforehand, and how often the forecast held."""
    groups: dict[str, list[float]] = {}
    for name, design, one in _forecasts():
        persons = one["persons"]
        low, high = next((ends for ends in PERSONS if persons is not None and ends[0] <= persons < ends[1]), (-1, -1))
        many = (
            "unknown"
            if low < 0
            else f"under {high}"
            if low == 0
            else f"{low} or more"
            if high > 99
            else f"{low} to {high}"
        )
        seen, hidden = map(int, design.split("+"))
        far = "at most twice as many as are seen" if hidden <= 2 * seen else "more than twice as many"
        level = "medians (ordinal)" if of(name).level == "ordinal" else "votes (nominal)"
        change = f"{'under 40 %' if one['forecast'] < 0.4 else '40 % or more'}"
        for what in (f"persons in effect: {many}", level, f"annotators: {far}", f"forecast: {change}"):
            groups.setdefault(what, []).append(one["held"])
    rows = [
        (what, str(len(held)), f"{100 * np.mean(held):.0f}", str(sum(share < TWICE for share in held)))
        for what, held in sorted(groups.items(), key=lambda group: (group[0].split(":")[0], _first_number(group[0])))
    ]
    return table(("known beforehand", "forecasts", "held (%)", "missed twice or more"), rows)


def _few(one: Record) -> bool:
    return one["persons"] is not None and one["persons"] < PERSONS[0][1]


def about_warnings() -> str:
    every = [one for _, _, one in _forecasts()]
    off = [per_cent(np.mean([one["off"] for one in every if _few(one) is few])) for few in (True, False)]
    return (
        "It can. Forecasts from labels that come from fewer than ten persons in effect (1 / Σ share² over the shares "
        f"that persons have in the labels) were off by more than 10 points in {off[0]}, all others in {off[1]}. What "
        f"others change was forecast too low by {_bias('nominal')} points on average for votes, and by "
        f"{_bias('ordinal')} for medians."
    )


def _calibrating(name: str) -> bool:
    """Whether a data set was on the side that the allowances of forecasts were calibrated on."""
    return int(hashlib.sha256(of(name).repository.encode()).hexdigest(), 16) % 2 == 0


def forecast_halves() -> str:
    """How often intervals and ranges hold, on the side that they were calibrated on and on the other."""
    kinds: dict[str, Callable[[str, Record], bool]] = {
        "all": lambda name, one: True,
        "fewer than ten persons": lambda name, one: _few(one),
        "more, or not known": lambda name, one: not _few(one),
        "medians": lambda name, one: of(name).level == "ordinal",
        "votes": lambda name, one: of(name).level != "ordinal",
    }
    rows = []
    for words, wanted in kinds.items():
        sides = [
            [(name, one) for name, _, one in _forecasts() if _calibrating(name) is side and wanted(name, one)]
            for side in (True, False)
        ]
        number = ", ".join(str(repositories([name for name, _ in side])) for side in sides)
        rows.append((words, number, *(_held(side, key) for key in ("held", "planned") for side in sides)))
    head = (
        "forecasts", "repositories, of both sides", "interval held (%), calibrated", "the other side",
        "range of annotators held (%), calibrated", "the other side",
    )  # fmt: skip
    return f"{table(head, rows)}\n\nIn parentheses a repository counts once."


def _held(side: Sequence[tuple[str, Record]], key: str) -> str:
    """Per cent, and with each repository counting once."""
    shares: dict[str, list[float]] = {}
    for name, one in side:
        if key in one:
            shares.setdefault(of(name).repository, []).append(one[key])
    every = [share for found in shares.values() for share in found]
    return f"{100 * np.mean(every):.0f} ({100 * np.mean([np.mean(found) for found in shares.values()]):.0f})"


def _bias(level: str) -> str:
    apart = [one["truth"] - one["forecast"] for name, _, one in _forecasts() if of(name).level == level]
    return f"{100 * np.mean(apart):.1f}"


def _first_number(text: str) -> float:
    found = re.search(r"\d+", text)
    return (0.0 if "under" in text else float(found.group())) if found else 1e9


def about_forecasts() -> str:
    known = _forecasts()
    names = {name for name, _, _ in known}
    missed = [one for one in known if one[2]["held"] < TWICE]
    low = sum(one["too_low"] for _, _, one in known)
    high = sum(one["too_high"] for _, _, one in known)
    return (
        f"Tried on {len(names)} data sets of {repositories(sorted(names))} repositories, {len(known)} times: the "
        f"interval held in {100 * np.mean([one['held'] for _, _, one in known]):.0f} %, and missed in two of five "
        f"orders or more {len(missed)} times, on {len({one[0] for one in missed})} data sets. Of misses "
        f"{100 * low / (low + high):.0f} % were forecasts that were too low: others change more than was said."
    )


HELD = ("held in all five orders", "missed in one", "missed in two or more")


def forecast_scatter() -> str:
    values = [
        {
            "x": one["forecast"],
            "y": one["truth"],
            "name": f"{name} {design}",
            "held": HELD[0 if one["held"] == 1 else 1 if one["held"] > TWICE else 2],
        }
        for name, design, one in _forecasts()
    ]
    most = max(max(one["x"], one["y"]) for one in values) * 1.03
    axis = {"scale": over(0, most), "axis": ticks(".0%", 6, grid=True)}
    x, y = quantity("x", title="forecast", **axis), quantity("y", title="what the others change", **axis)
    diagonal = layer("line", {"x": x, "y": y}, [{"x": 0, "y": 0}, {"x": most, "y": most}], stroke=LINE, aria=False)
    colours = {"domain": list(HELD), "range": [ACCENT, THIRD, WARM]}
    fill = nominal("held", scale=colours, legend={"title": None})
    points = layer("point", {"x": x, "y": y, "fill": fill}, size=40, stroke=None, opacity=0.75)
    return drawn(chart(f"{len(values)} forecasts beside what the others change.", 330, values, [diagonal, points]))


# ---- alarms

FAMILIES = (
    "outlying annotator", "annotator at chance level", "annotator or harder items", "annotator bias", "drift",
    "schools of annotators",
)  # fmt: skip


def _telling(name: str) -> bool:
    """Whether items have three labels or so: of two, nothing tells a person from the items they were given."""
    return (of(name).labels_per_item or 0) >= THREE


def alarms() -> str:
    found = results()["alarms"]
    rows = []
    for kind in FAMILIES:
        cells = []
        for telling in (True, False):
            part = [one for name, one in found.items() if _telling(name) is telling]
            trials, number = sum(one["shuffles"] for one in part), sum(one["rung"].get(kind, 0) for one in part)
            low, high = jeffreys(number / trials, trials, 0.95)
            cells.append(f"{100 * number / trials:.2f} ({100 * low:.2f} to {100 * high:.2f})")
        rung = sorted((-one["rung"][kind], name) for name, one in found.items() if one["rung"].get(kind, 0) > 2)
        rows.append((kind, *cells, ", ".join(escaped(name) for _, name in rung[:3])))
    trials = [sum(one["shuffles"] for name, one in found.items() if _telling(name) is part) for part in (True, False)]
    head = (
        "finding", f"three labels per item or more ({trials[0]:,} shuffled data sets)",
        f"about two ({trials[1]:,})", "more than two of eight shuffles",
    )  # fmt: skip
    return table(head, rows)


def about_alarms() -> str:
    found = results()["alarms"]
    trials = sum(one["shuffles"] for one in found.values())
    return (
        f"On {len(found)} public data sets of {repositories(list(found))} repositories labels were dealt anew among "
        f"the annotators of each item and items put in random order, {trials:,} data sets in all, in which nobody "
        "differs from anybody: every finding is a false alarm. Per cent of the data sets, with a 95 % interval:"
    )


# ---- references

MODELS = {"dawid_skene": "Dawid–Skene", "mace": "MACE", "glad": "GLAD"}


def _gain(one: Record, model: str) -> float:
    return float(one["shares"][model] - one["shares"]["majority"])


def references() -> str:
    found = results()["references"]
    rows = []
    for model, words in MODELS.items():
        gains = np.array([_gain(one, model) for one in found.values()])
        apart = [_gain(one, model) for one in found.values() if one["changed"][model] >= UNLIKE]
        rows.append(
            (
                words,
                str(int((gains > 0.005).sum())),
                str(int((np.abs(gains) <= 0.005).sum())),
                str(int((gains < -0.005).sum())),
                f"{100 * gains.mean():+.1f}".replace("-", "−"),
                f"{100 * gains.min():+.1f} to {100 * gains.max():+.1f}".replace("-", "−"),
                f"{sum(gain < 0 for gain in apart)} of {len(apart)}",
            )
        )
    head = (
        "model", "better than the vote", "within half a point", "worse", "mean (points)", "range",
        "worse where a fifth of the labels differ",
    )  # fmt: skip
    return table(head, rows)


def about_references() -> str:
    found = results()["references"]
    best = Counter(max(one["shares"], key=lambda model: one["shares"][model]) for one in found.values())
    apart = [_gain(one, model) for one in found.values() for model in MODELS if one["changed"][model] >= UNLIKE]
    return (
        f"On {len(found)} data sets of {repositories(list(found))} repositories the labels of held-out people were "
        f"most often those of the vote ({best['majority']} data sets), then of "
        + ", ".join(f"{MODELS[model]} ({number})" for model, number in best.most_common() if model in MODELS)
        + f". Where a model had other labels than the vote on a fifth of the items or more, it was worse than the vote "
        f"in {sum(gain < 0 for gain in apart)} of {len(apart)} cases. Below α = .6 models gain "
        + ", ".join(f"{_by_agreement(model, -1.0, 0.6)} ({words})" for model, words in MODELS.items())
        + " points on average, above "
        + ", ".join(_by_agreement(model, 0.6, 2.0) for model in MODELS)
        + "."
    )


def _by_agreement(model: str, low: float, high: float) -> str:
    """The mean gain in points on data sets whose α lies between."""
    found = results()["references"].items()
    gains = [_gain(one, model) for name, one in found if low <= of(name).values["alpha"].value < high]
    return f"{100 * np.mean(gains):+.1f}".replace("-", "−")


def reference_strip() -> str:
    values = [
        {"row": words, "x": _gain(one, model), "name": name}
        for name, one in results()["references"].items()
        for model, words in MODELS.items()
    ]
    ends = [one["x"] for one in values]
    title = "held-out labels that are the same, minus those of the vote"
    return drawn(_strip(list(MODELS.values()), _jitter(values), min(ends) - 0.005, max(ends) + 0.005, 0.0, title))


# ---- reading

ENDS = ("right", "guessed", "asked", "wrong")


def readings() -> str:
    found = results()["readings"]
    rows = []
    for shape in ("labels", "spans", "relations", "answers"):
        for form in ("parquet", "csv"):
            ends = Counter(one[form][0] for name, one in found.items() if of(name).shape == shape)
            total = sum(ends.values())
            rows.append((shape, form, str(total), *(str(ends[end]) for end in ENDS)))
    head = ("shape", "file", "data sets", "read right", "wrong guess, with a note", "refused", "wrong without a note")
    return table(head, rows)


def not_right() -> str:
    found = results()["readings"]
    rows: dict[tuple[str, str], list[str]] = {}
    for name, one in found.items():
        for form in ("parquet", "csv"):
            if one[form][0] != "right":
                rows.setdefault((one[form][0], one[form][1]), []).append(name)
    listed = [
        (end, what, str(len(set(names))), escaped(", ".join(sorted(set(names))[:4])))
        for (end, what), names in sorted(rows.items(), key=lambda row: (ENDS.index(row[0][0]), -len(row[1])))
    ]
    return table(("", "read as", "data sets", "among them"), listed)


def about_readings() -> str:
    found = results()["readings"]
    ends = Counter(one["parquet"][0] for one in found.values())
    return (
        f"Of {len(found)} files, read without any option, {ends['right']} are read right in shape, level and number of "
        f"annotators; {ends['guessed']} are guessed wrong, with a note that names the guess and the option to "
        f"correct it; {ends['asked']} are refused, with a hint; {ends['wrong']} are read wrong without a word."
    )


TABLES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        about_alarms, about_coverage, about_forecasts, about_people, about_readings, about_references,
        about_warnings, alarms, coverage,
        forecast_halves, forecast_table, forecast_warnings, not_right, people, readings, references,
    )
}  # fmt: skip
DRAWINGS: dict[str, Callable[[], str]] = {
    made.__name__: made for made in (coverage_strip, forecast_scatter, people_strip, reference_strip)
}


class TestbedTable(SphinxDirective):
    """Insert a table or a sentence that a function of this module computes."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(TABLES[self.arguments[0]]())


class TestbedDrawing(SphinxDirective):
    """Insert what a function of this module draws."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", DRAWINGS[self.arguments[0]](), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("testbed-table", TestbedTable)
    app.add_directive("testbed-drawing", TestbedDrawing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
