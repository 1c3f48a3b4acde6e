"""The directives `admission-drawing NAME`, `admission-table NAME` and `admission-run`: people and models.

Figures and tables are drawn from benchmarks/admission_study.csv, which benchmarks/admission_study.py writes; the
example is made anew when the site is built.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars
from charts import drawn
from docutils import nodes
from example_directives import ExampleRun, WrittenTable
from markup import escaped, table
from sphinx.util.docutils import SphinxDirective

from accord.admission import Admission, admit
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import SOFT
from accord.report_page.charts.variation_lines import COLOURS, DASHES
from accord.report_page.figure import Spec

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STUDY = Path(__file__).resolve().parents[2] / "benchmarks" / "admission_study.csv"
USUAL = {"people": 10.0, "items": 200.0, "epsilon": 0.15}
SHAPES = ("labels", "answers", "spans", "relations")
WHO = {0.0: "from the people's population", 0.15: "15 points more errors"}
PROMPT = "Is this message praise, a complaint or a question?\n"
Line = dict[str, str]


@cache
def study() -> tuple[Line, ...]:
    with STUDY.open(encoding="utf-8", newline="") as opened:
        return tuple(csv.DictReader(opened))


def _verdicts(shape: str, along: str, more: float) -> list[Line]:
    """The designs that differ from the usual one in this only."""
    fixed = {name: value for name, value in USUAL.items() if name != along}
    found = [
        line
        for line in study()
        if line["part"] == "verdicts" and line["shape"] == shape and float(line["more"]) == more
        if all(float(line[name]) == value for name, value in fixed.items())
    ]
    return sorted(found, key=lambda line: float(line[along]))


# ---- figures


def over_items() -> str:
    return _curves("items", "items (documents) that all annotated", "d", logarithmic=True)


def over_people() -> str:
    return _curves("people", "people", "d")


def over_epsilon() -> str:
    return _curves("epsilon", "ε", ".2f")


def _curves(along: str, title: str, number_format: str, *, logarithmic: bool = False) -> str:
    values = [
        {"at": float(line[along]), "admitted": float(line["admitted"]), "shape": shape, "who": who}
        for shape in SHAPES
        for more, who in WHO.items()
        for line in _verdicts(shape, along, more)
    ]
    at = [float(str(one["at"])) for one in values]
    scale = over(min(at), max(at), **({"type": "log"} if logarithmic else {}))
    axis = {**ticks(number_format, 6), **({"values": sorted(set(at))} if along != "epsilon" else {})}
    shapes = {"domain": list(SHAPES), "range": list(COLOURS[: len(SHAPES)])}
    dashes = {"domain": list(WHO.values()), "range": [list(DASHES[0]), list(DASHES[1])]}
    legend = {"orient": "top", "columns": 4, "symbolType": "stroke", "symbolSize": 300, "title": None}
    encoding = {
        "x": quantity("at", title=title, scale=scale, axis=axis),
        "y": quantity("admitted", title="admitted", scale=over(0, 1), axis=ticks(".0%", 5)),
        "stroke": nominal("shape", scale=shapes, legend=legend),
        "strokeDash": nominal("who", scale=dashes, legend=None),
    }
    limits = [{"limit": 0.9}, {"limit": 0.05}]
    layers = [
        layer("rule", {"y": quantity("limit")}, limits, stroke=SOFT, strokeDash=[2, 3], aria=False),
        layer("line", encoding, None, strokeWidth=2, point={"size": 25}),
    ]
    return _figure(chart(f"How often candidates are admitted, over {title}", 280, values, layers))


def effective() -> str:
    """What six models are worth, beside what was planted."""
    lines = [line for line in study() if line["part"] == "effective"]
    values = [
        {"correlation": float(line["value"]), "worth": float(line[column]), "who": who}
        for column, who in (("truth", "planted"), ("mean", "found, on average"))
        for line in lines
    ]
    colours = {"domain": ["planted", "found, on average"], "range": [SOFT, COLOURS[0]]}
    legend = {"orient": "top", "columns": 2, "symbolType": "stroke", "symbolSize": 300, "title": None}
    encoding = {
        "x": quantity("correlation", title="correlation of errors", scale=over(0, 0.8), axis=ticks(".1f", 8)),
        "y": quantity("worth", title="effective number of six models", scale=over(1, 6), axis=ticks("d", 6)),
        "stroke": nominal("who", scale=colours, legend=legend),
    }
    layers = [layer("line", encoding, None, strokeWidth=2, point={"size": 25})]
    return _figure(chart("Effective numbers of six models whose errors correlate", 260, values, layers))


def _figure(spec: Spec) -> str:
    return drawn(spec)


DRAWINGS: dict[str, Callable[[], str]] = {
    made.__name__: made for made in (over_items, over_people, over_epsilon, effective)
}


# ---- tables


def _percent(text: str) -> str:
    return f"{float(text):.0%}"


def how_many() -> str:
    """Who is admitted, by items, people and shape."""
    rows = []
    for along, values in (("items", (50, 100, 200, 400, 800)), ("people", (3, 5, 20))):
        for value in values:
            cells = [
                [_percent(line["admitted"]) for line in _verdicts(shape, along, more) if float(line[along]) == value]
                for shape in SHAPES
                for more in WHO
            ]
            if any(cells):
                people, items = (10, value) if along == "items" else (value, 200)
                rows.append((str(people), str(items), *(cell[0] if cell else "–" for cell in cells)))
    header = ("people", "items", *(f"{shape}, {word}" for shape in SHAPES for word in ("as people", "worse")))
    return table(header, rows)


def coverage() -> str:
    """How often intervals of 95 % hold what all items would give."""
    lines = [line for line in study() if line["part"] == "coverage"]
    sizes = sorted({int(line["items"]) for line in lines})
    rows = []
    for value, name in (("rho", "ρ"), ("panel", "difference in the panel")):
        for people in sorted({int(line["people"]) for line in lines}):
            for more, who in WHO.items():
                found = {
                    int(line["items"]): _percent(line["covered"])
                    for line in lines
                    if (line["value"], int(line["people"]), float(line["more"])) == (value, people, more)
                }
                rows.append((name, str(people), who, *(found.get(size, "–") for size in sizes)))
    return table(("interval of", "people", "candidate", *(f"{size} items" for size in sizes)), rows)


def effective_coverage() -> str:
    lines = [line for line in study() if line["part"] == "effective"]
    rows = [
        (f"{float(line['value']):.2f}", f"{float(line['truth']):.2f}", f"{float(line['mean']):.2f}",
         _percent(line["covered"]))
        for line in lines
    ]  # fmt: skip
    return table(("correlation", "planted number", "found, on average", "interval holds it"), rows)


# ---- the example


def example(seed: int, worse: float = 0.0) -> list[tuple[str, str, str]]:
    """Five people who label 150 messages, and a judge who labels them as well."""
    rng = np.random.default_rng(seed)
    kinds = np.array(["complaint", "praise", "question"])
    truth = rng.choice(3, p=[0.5, 0.3, 0.2], size=150)
    rates: Sequence[float] = (0.1, 0.12, 0.15, 0.18, 0.2, 0.13 + worse)
    names = ("Ana", "Ben", "Chloé", "Dai", "Eva", "judge")
    wrong = (truth[:, None] + rng.integers(1, 3, size=(150, 6))) % 3
    said = np.where(rng.random((150, 6)) < np.array(rates), wrong, truth[:, None])
    return [(f"m{seed}-{n + 1}", name, str(kinds[said[n, who]])) for n in range(150) for who, name in enumerate(names)]


def write_example(folder: Path) -> Path:
    """ratings.csv, a later new.csv, and later.csv, where the judge has become worse; and a prompt."""
    (folder / "prompt.txt").write_text(PROMPT, encoding="utf-8")
    for name, seed, worse in (("ratings.csv", 1, 0.0), ("new.csv", 2, 0.0), ("later.csv", 3, 0.25)):
        with (folder / name).open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(("item", "annotator", "label"))
            writer.writerows(example(seed, worse))
    return folder / "ratings.csv"


def _judged(seed: int, worse: float = 0.0, **options: Any) -> Admission:
    frame = polars.DataFrame(example(seed, worse), schema=["item", "annotator", "label"], orient="row")
    return admit(frame, "judge", **options)


def _quoted(*sentences: str) -> str:
    return "\n>\n".join(f"> {escaped(sentence)}" for sentence in sentences)


@cache
def _first() -> Admission:
    return _judged(1, prompt=PROMPT)


def sentences() -> str:
    """What is said of the judge."""
    return _quoted(*_first().sentences("judge"))


def certificate_holds() -> str:
    return _quoted(_check(_judged(2, certificate=_first().certificate(date="2026-11-16"), prompt=PROMPT)))


def certificate_is_void() -> str:
    return _quoted(_check(_judged(3, 0.25, certificate=_first().certificate(date="2026-11-16"), prompt=PROMPT)))


def _check(found: Admission) -> str:
    if found.check is None:
        raise ValueError("no certificate was checked")
    return found.check.sentence()


TABLES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (how_many, coverage, effective_coverage, sentences, certificate_holds, certificate_is_void)
}


class AdmissionRun(ExampleRun):
    """Run `accord …` beside the files of the example and show what it prints."""

    write = staticmethod(write_example)


class AdmissionTable(WrittenTable):
    """Insert what a function of this module writes."""

    tables = TABLES


class AdmissionDrawing(SphinxDirective):
    """One of the figures."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", DRAWINGS[self.arguments[0]](), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("admission-drawing", AdmissionDrawing)
    app.add_directive("admission-table", AdmissionTable)
    app.add_directive("admission-run", AdmissionRun)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
