"""The directive `accord-drawing NAME`: figures and tables about reproducibility, computed when the site is built.

The figures of Bregeon et al. 2019 are drawn anew from simulations of our own; the corpora behind them are stand-ins
drawn from a population, about as large as those of the paper. `lookup` looks values up in the shipped tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from charts import drawn
from docutils import nodes
from numpy.typing import NDArray
from sphinx.util.docutils import SphinxDirective
from stand_ins import EMOTION, OPINION, SIMILARITY, VALENCE, corpus

import accord
from accord.annotations import Labels
from accord.report_page.charts.promise import curve_spec
from accord.report_page.charts.scales import scales_spec
from accord.report_page.charts.spread import histogram_spec
from accord.report_page.charts.style import percent
from accord.report_page.charts.variation_lines import VariationLine, lines_spec
from accord.reproducibility.curve_tables import variation_table
from accord.reproducibility.curves import curve, expected_variation
from accord.reproducibility.disagreement_histogram import disagreement_histogram
from accord.reproducibility.simulated_groups import Point, fictitious_points, simulated_points
from accord.reproducibility.vote_distribution import multinomial_votes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Codes = NDArray[np.int64]
GRID = np.linspace(0.2, 1, 81)


NAMED = (("like opinion", OPINION, 1), ("like emotion", EMOTION, 0), ("like similarity", SIMILARITY, 2))


def labels_of(made: tuple[int, float, float, int], categories: int = 5) -> Labels:
    codes = np.array(corpus(*made))
    return accord.labels((codes if categories == 5 else VALENCE[codes]).tolist(), categories=range(categories))


def counts_of(made: tuple[int, float, float, int], categories: int) -> Codes:
    codes = np.array(corpus(*made))
    codes = codes if categories == 5 else VALENCE[codes]
    return np.asarray((codes[:, :, None] == np.arange(categories)).sum(axis=1))


@cache
def simulated(made: tuple[int, float, float, int], categories: int, k: int) -> tuple[Point, ...]:
    """Groups of simulated annotators, with few errors up to where κ is least."""
    tally = counts_of(made, categories)
    reachable = int((tally.max(axis=1) < 25).sum())
    means = np.unique(np.rint(np.linspace(0.03, 0.75, 12) * reachable)).tolist()
    points = simulated_points(labels_of(made, categories), k, means, groups=60)
    least = int(np.argmin([point.kappa for point in points]))
    return tuple(points[: least + 1])


def through(points: tuple[Point, ...], name: str, kind: int = 0, dashed: bool = False) -> VariationLine:
    ordered = [Point(0, 1.0, 0.0, 0.0), *points][::-1]
    return VariationLine(name, [one.kappa for one in ordered], [one.variation for one in ordered], kind, int(dashed))


def _from(least: float, line: VariationLine) -> VariationLine:
    """The part of a line from a κ on, with its value there."""
    x = [least, *(one for one in line.x if one > least)]
    return VariationLine(line.name, x, np.interp(x, line.x, line.y).tolist(), line.kind, line.dash)


# ---- drawings


def line_chart(
    lines: Sequence[VariationLine], label: str, *, most: float, low: float, high: float = 1.0, legend: bool = False
) -> str:
    """Curves of shares over κ, each named at its left end, or in a legend above."""
    return drawn(lines_spec(lines, label, most=most, low=low, high=high, legend=2 if legend else 0))


def scales() -> str:
    return drawn(scales_spec())


def kappa_point() -> str:
    """κ = .8 on the curve, and on the scales that share its axis."""
    best, worst = (expected_variation(0.8, 5, 3, model) for model in ("homogeneous", "dirichlet"))
    said = (
        f"κ = 0.80 with 5 categories and 3 annotators: from {percent(best)} to {percent(worst)} of the reference "
        "would change"
    )
    return drawn(curve_spec(0.8, 5, 3, against="reference"), said) + drawn(scales_spec(0.8))


def best_and_worst() -> str:
    """κ = .8 by number of annotators, in per cent."""
    rows = []
    for k in (1, 2, 3, 4, 5, 7, 9):
        cells = [str(k)]
        for categories in (2, 5, 10):
            for model in ("homogeneous", "dirichlet"):
                cells.append(f"{100 * expected_variation(0.8, categories, k, model):.2f}")
        rows.append(cells)
    head = ["annotators", *(f"C = {c}, {kind}" for c in (2, 5, 10) for kind in ("best", "Dirichlet"))]
    return _html(head, rows)


def figure_3() -> str:
    lines = [_from(0.58, through(simulated(OPINION, 5, k), f"k = {k}")) for k in range(2, 9)]
    return line_chart(lines, "Variation by κ for 2 to 8 simulated annotators, five categories", most=0.25, low=0.4)


def figure_4() -> str:
    lines = [_from(0.58, through(simulated(OPINION, 3, k), f"k = {k}")) for k in range(2, 9)]
    return line_chart(lines, "Variation by κ for 2 to 8 simulated annotators, three categories", most=0.25, low=0.4)


def _corpora(k: int, categories: int, dashed: bool = False) -> list[VariationLine]:
    return [
        through(simulated(made, categories, k), f"{name}, {categories} categories", kind, int(dashed))
        for name, made, kind in NAMED
    ]


def figure_5() -> str:
    lines = [*_corpora(3, 3), *_corpora(3, 5, dashed=True)]
    return line_chart(lines, "Three corpora, three annotators, 3 and 5 categories", most=0.3, low=0.2, legend=True)


def figure_6() -> str:
    return line_chart(_corpora(6, 3), "Three corpora, six annotators, three categories", most=0.2, low=0.2, legend=True)


def figure_7() -> str:
    return drawn(histogram_spec(disagreement_histogram(counts_of(OPINION, 3))))


def figure_7_emotion() -> str:
    return drawn(histogram_spec(disagreement_histogram(counts_of(EMOTION, 3))))


def figure_8() -> str:
    """Exact curves, and 80 simulated groups at each dot."""
    lines = []
    for kind, u in enumerate((0.0, 0.2)):
        grid = np.linspace(max(u + 0.02, 0.2), 1, 81)
        for k in (3, 6):
            made = curve(grid, 3, k, "unanimous", "group", unanimous=u)
            name = f"k = {k}, {'20 % unanimous' if u else 'all items alike'}"
            lines.append(VariationLine(name, grid.tolist(), made.tolist(), kind, dash=int(k == 6)))
            means = np.linspace(0.02, 0.42, 8) * 300 * (1 - u)
            points = fictitious_points(300, 3, k, means.tolist(), groups=80, sigma=2, unanimous=u)
            lines.append(
                VariationLine("", [one.kappa for one in points], [one.variation for one in points], kind, dots=True)
            )
    return line_chart(lines, "Uniform errors against 20 % unanimous items", most=0.3, low=0.2, legend=True)


def fewer_categories() -> str:
    """Few and many categories for 3 and 6 annotators: the curves cross."""
    lines = [
        VariationLine(f"k = {k}, C = {c}", GRID.tolist(), curve(GRID, c, k).tolist(), kind, dash=int(k == 6))
        for k in (3, 6)
        for kind, c in enumerate((2, 5, 20))
    ]
    return line_chart(lines, "Numbers of categories", most=0.2, low=0.2, legend=True)


def prevalence() -> str:
    """κ = .8 or AC1 = .8, three annotators, two categories: per cent that change as one category becomes frequent."""
    rows = []
    for frequent in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        weights = [frequent, 1 - frequent]
        known = 0.8**0.5
        rare = multinomial_votes(np.array([(1 - known) * frequent, known + (1 - known) * (1 - frequent)]), 3)[0]
        made = [
            expected_variation(0.8, 2, 3, prevalence=weights),
            expected_variation(0.8, 2, 3, prevalence=weights, errors="prevalence"),
            float(rare),
            expected_variation(0.8, 2, 3, "dirichlet", prevalence=weights),
            expected_variation(0.8, 2, 3, coefficient="ac1", prevalence=weights),
        ]
        rows.append([f"{frequent:.0%}", *(f"{100 * one:.2f}" for one in made)])
    head = (
        "frequent category",
        "uniform errors",
        "guesses",
        "… rare category",
        "Dirichlet",
        "uniform errors, AC1 = .8",
    )
    return _html(head, rows)


def table_1() -> str:
    """κ of 200 groups of four: N = 60, C = 3, M = 1.57 + 2.66 i, σ = .4."""
    points = fictitious_points(60, 3, 4, [1.57 + 2.66 * i for i in range(8)], groups=200, sigma=0.4, seed=3)[::-1]
    published = ((247, 29), (319, 28), (398, 25), (484, 22), (580, 20), (684, 16), (799, 15), (923, 10))
    rows = [
        ["κ, Bregeon et al.", *(f".{mean:03d}" for mean, _ in published)],
        ["κ, accord", *(f"{point.kappa:.3f}".lstrip("0") for point in points)],
        ["standard deviation, Bregeon et al.", *(f".{spread:03d}" for _, spread in published)],
        ["standard deviation, accord", *(f"{point.kappa_deviation:.3f}".lstrip("0") for point in points)],
    ]
    return _html(("", *(str(number) for number in range(1, 9))), rows)


def _html(head: list[str] | tuple[str, ...], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return (
        '<div class="table-wrapper docutils container"><table class="docutils align-default">'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


# ---- looking values up


def lookup() -> str:
    """The whole shipped table in the page, and thirty lines of JavaScript that show a part of it."""
    made = {
        name: (files("accord.reproducibility") / f"{name}.csv").read_text(encoding="utf-8")
        for name in ("variation", "smallest_kappa")
    }
    data = json.dumps(made, ensure_ascii=False).replace("</", "<\\/")
    models = "".join(f"<option>{escape(name)}</option>" for name in dict.fromkeys(row[0] for row in variation_table()))
    sizes = "".join(f"<option{' selected' if c == 5 else ''}>{c}</option>" for c in range(2, 21))
    return (
        '<form id="accord-lookup"><p><label>table <select name="what"><option value="variation">'
        "% of the reference that changes, by κ</option>"
        '<option value="smallest_kappa">smallest κ for a target</option></select></label> '
        f'<label>model <select name="model">{models}</select></label> '
        '<label>against <select name="against"><option>reference</option><option>group</option></select></label> '
        f'<label>categories <select name="categories">{sizes}</select></label></p></form>'
        '<div class="table-wrapper docutils container" id="accord-lookup-table">'
        f"{_initial()}</div><noscript><p>Without JavaScript the table above is that of five categories.</p></noscript>"
        f'<script type="application/json" id="accord-lookup-data">{data}</script><script>{SCRIPT}</script>'
    )


def _initial() -> str:
    shown = [variation_table()["homogeneous", "reference", 5, k] for k in range(1, 26)]
    rows = [[str(k), *(f"{cell:g}" for cell in row.values())] for k, row in enumerate(shown, start=1)]
    return _html(["k \\ κ", *(f"{kappa:g}" for kappa in shown[0])], rows)


SCRIPT = """
(function () {
  const data = JSON.parse(document.getElementById("accord-lookup-data").textContent);
  const form = document.getElementById("accord-lookup");
  const place = document.getElementById("accord-lookup-table");
  const rows = {};
  for (const name in data) rows[name] = data[name].trim().split("\\n").map(line => line.split(","));
  function cell(kind, text) {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  }
  function show() {
    const what = form.what.value;
    const [head, ...body] = rows[what];
    const table = document.createElement("table");
    table.className = "docutils align-default";
    const top = table.createTHead().insertRow();
    top.append(cell("th", what === "variation" ? "k \\\\ κ" : "k \\\\ target"));
    for (const name of head.slice(4)) top.append(cell("th", what === "variation" ? name : 100 * name + " %"));
    const inside = table.createTBody();
    for (const row of body) {
      if (row[0] !== form.model.value || row[1] !== form.against.value || row[2] !== form.categories.value) continue;
      const line = inside.insertRow();
      line.append(cell("th", row[3]));
      for (const value of row.slice(4)) {
        const made = cell("td", value === "" ? "–" : value);
        if (what === "variation" && value !== "" && value <= 5) made.style.fontWeight = "600";
        line.append(made);
      }
    }
    place.replaceChildren(table);
  }
  form.addEventListener("change", show);
  form.addEventListener("submit", event => event.preventDefault());
  show();
})();
"""

DRAWINGS: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        best_and_worst,
        fewer_categories,
        figure_3,
        figure_4,
        figure_5,
        figure_6,
        figure_7,
        figure_7_emotion,
        figure_8,
        kappa_point,
        lookup,
        prevalence,
        scales,
        table_1,
    )
}


class Drawing(SphinxDirective):
    """Insert what a function of this module draws."""

    required_arguments = 1
    has_content = False

    def run(self) -> list[nodes.Node]:
        made = str(DRAWINGS[self.arguments[0]]())
        return [nodes.raw("", made, format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("accord-drawing", Drawing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
