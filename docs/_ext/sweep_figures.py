"""Figures and checked claims of controlled degradation, computed when the site is built.

`sweep-part NAME` inserts what the function NAME of this module writes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from docutils import nodes
from markup import code, escaped, table
from sphinx.util.docutils import SphinxDirective

import accord
from accord.degradations import argument_tree, degradations, degrade, labelled_items, random_units, reference_of
from accord.degradations.relation_reference import RelationReference
from accord.degradations.relations.argument_graphs import collision
from accord.sweeping import Grid, Sweep, reading_grid, sweep
from accord.sweeping.reading import ErrorSize

if TYPE_CHECKING:
    from sphinx.application import Sphinx

EXACT, PARTIAL = "mar_dset(isolated='empty')", "mar_dset(isolated='empty', match='partial')"
GRAPH = ("gbm", "mar_link", "mar_path")
PAPER_CHANCE = 3.48  # e_random of Mathet & Widlöcher 2011, section 5.3


def _raw(text: str) -> str:
    return "```{raw} html\n" + text + "\n```"


# ---- every degradation


def every_degradation() -> str:
    rows = [
        (
            shape,
            code(one.name),
            escaped(one.title),
            ", ".join(code(f"{name}={value!r}") for name, value in one.options.items()),
        )
        for shape in ("labels", "spans", "relations", "answers")
        for one in degradations(shape).values()
    ]
    return table(("shape", "degradation", "what it does", "options"), rows)


# ---- Boiteau 2024, figure 1


@cache
def _trees() -> Sweep:
    names = ["retarget", "reorigin", "flip", "false_negative"]
    return sweep(argument_tree(), names, [*GRAPH, EXACT, PARTIAL], magnitudes=21, repeats=10, annotators=3, seed=1)


def tree_figure() -> str:
    return _raw(_trees().svg())


def tree_claims() -> str:
    """The claims about the figure, each with what was found."""
    rows = [
        (escaped(claim), "holds" if holds else "**does not hold**", escaped(found)) for claim, holds, found in _claims()
    ]
    return table(("claim", "here", "found"), rows)


def _claims() -> list[tuple[str, bool, str]]:
    made = _trees()

    def mean(name: str, measure: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.array(made.curve(name, measure).means)

    at = np.array(made.magnitudes)
    moved = [one for one in made.scorecard if one.degradation in ("retarget", "reorigin")]
    full = {measure: max(float(mean(name, measure)[-1]) for name in ("retarget", "reorigin")) for measure in GRAPH}
    sets = {
        measure: min(float(mean(name, measure)[-1]) for name in ("retarget", "reorigin"))
        for measure in (EXACT, PARTIAL)
    }
    gaps = {one: float(np.abs(mean("flip", one) - mean("flip", one)[::-1]).max()) for one in (*GRAPH, EXACT)}
    low_exact = float(at[int(mean("false_negative", EXACT).argmin())])
    low_partial = float(at[int(mean("false_negative", PARTIAL)[:-1].argmin())])
    below = made.values[..., 3] - made.values[..., 4]  # exact above partial
    kept = [place for place, name in enumerate(made.degradations) if str(name) != "false_negative"]
    under = below[made.degradations.index("false_negative")]
    equal = float(np.nanmax(np.abs(made.values[..., 0] - made.values[..., 1])))
    return [
        (
            "other targets and origins lower every measure monotonically",
            all(one.falls_until >= 0.9 for one in moved),
            "the mean rises nowhere beyond chance before .9; by the law, MAR over links may rise again after "
            f"1/(1 + c) = {1 / (1 + _collision()):.2f}",
        ),
        (
            "GBM and MAR over paths run from 1 to 0",
            max(full["gbm"], full["mar_path"]) < 0.15,
            f"at m = 1 at most {full['gbm']:.3f} and {full['mar_path']:.3f}",
        ),
        (
            "MAR over descendant sets stays above an asymptote",
            min(sets.values()) > 0.1,
            f"at m = 1 at least {sets[EXACT]:.2f} (exact) and {sets[PARTIAL]:.2f} (partial)",
        ),
        (
            "in all configurations, partial is at least exact",
            bool((below <= 1e-12).all()),
            f"{'so it is' if (below[kept] <= 1e-12).all() else 'not even'} where the number of links is kept; under "
            f"omissions partial is below exact in {np.mean(under > 1e-12):.0%} of the simulations, by up to "
            f"{np.nanmax(under):.2f}: two empty sets are equal, and share nothing (0/0 = 0)",
        ),
        (
            "flips: GBM, MAR over links and over paths are symmetric about 0.5, with their minimum there",
            max(gaps[one] for one in GRAPH) < 0.1,
            f"they differ from their mirror image by at most {max(gaps[one] for one in GRAPH):.2f}",
        ),
        ("flips: descendant sets are not symmetric", gaps[EXACT] > 0.2, f"they differ by {gaps[EXACT]:.2f}"),
        (
            "omissions: GBM and MAR over paths fall until 0.9",
            bool((np.diff(mean("false_negative", "gbm")[:19]) < 0).all()),
            "the rise at m = 1 is 0/0, two empty graphs, counted as 1; between .9 and 1 there is nothing else",
        ),
        (
            "omissions: exact descendant sets have their minimum near 0.45 and rise",
            0.4 <= low_exact <= 0.6,
            f"at {low_exact:.2f}: units without relations have empty sets, and two empty sets are equal",
        ),
        (
            "omissions: partial descendant sets fall until 0.9",
            low_partial >= 0.85,
            f"the minimum before 1 is at {low_partial:.2f}: two empty sets share nothing (0/0 = 0); counted as 1 the "
            "curve would turn",
        ),
        (
            "GBM and MAR over links are equal whenever the numbers of relations are",
            equal < 1e-9,
            f"they differ by up to {equal:.3f}: a relation that the other annotator has as a path counts for GBM",
        ),
    ]


@cache
def _collision() -> float:
    start = reference_of(argument_tree())
    if not isinstance(start, RelationReference):
        raise TypeError("the tree is a graph")
    return collision(start)


def tree_laws() -> str:
    """Expected and found means of MAR over links."""
    c = _collision()
    laws: dict[str, tuple[str, Callable[[float], float]]] = {
        "flip": ("1 − 2m(1 − m)", lambda m: 1 - 2 * m * (1 - m)),
        "false_negative": ("1 − m", lambda m: 1 - m),
        "retarget": (f"(1 − m)² + m²c, c = {c:.4f}", lambda m: (1 - m) ** 2 + m**2 * c),
    }
    rows = []
    for name, (formula, law) in laws.items():
        values = _trees().values[_trees().degradations.index(name), :, :, 1]
        for place in (4, 10, 16):
            m = _trees().magnitudes[place]
            error = float(values[:, place].std(ddof=1) / np.sqrt(len(values)))
            rows.append(
                (code(name), formula, f"{m:g}", f"{law(m):.3f}", f"{values[:, place].mean():.3f} ± {error:.3f}")
            )
    return table(("degradation", "law", "m", "expected", "found ± standard error"), rows)


# ---- Mathet & Widlöcher 2011, figure 2


@cache
def _units_grid(measure: str = "holistic") -> Grid:
    return reading_grid(
        random_units(seed=1),
        measure,
        ["shift(k=4)", "false_negative"],
        annotators=3,
        keep_reference=True,
        chance="reference",
        magnitudes=11,
        repeats=8,
        cache=False,
    )


def units_figure() -> str:
    return _raw(_units_grid().sweep.svg())


def units_reading() -> str:
    """Agreement .37 read back: on our units and chance, and against the paper's chance."""
    shift, omitted = _units_grid().read(0.37)
    paper_shift, paper_omitted = _units_grid(f"holistic(expected={PAPER_CHANCE})").read(0.37)
    law = 2 - np.sqrt(4 - 3 * (1 - 0.37) * PAPER_CHANCE / 4)
    rows = [
        ("omissions p", "0.46", f"{law:.2f}", _share(paper_omitted, 1), _share(omitted, 1)),
        ("shift k", "1.2", "", _share(paper_shift, 4), _share(shift, 4)),
    ]
    ours = ("ours, with the paper's chance 3.48", "ours, with the chance of our reference")
    return table(("error", "the paper's reading of 0.37", "by the law of omissions", *ours), rows)


def _share(read: ErrorSize, factor: float) -> str:
    if np.isnan(read.magnitude):
        return f"more than {factor:g}"
    return f"{factor * read.magnitude:.2f} ({factor * read.low:.2f} to {factor * read.high:.2f})"


def half_agreement() -> str:
    """Figure 3: an agreement of 0.5 by shifting and by omitting, aligned."""
    from accord.renderings.lanes import document_svgs, inline
    from accord.renderings.lanes_pieces import legend_piece
    from accord.renderings.lanes_style import STYLE

    reference = random_units(seed=1)
    shift, omitted = _units_grid().read(0.5)
    pieces = []
    for name, magnitude in (("shift(k=4)", shift.magnitude), ("false_negative", omitted.magnitude)):
        data = degrade(reference, name, magnitude, 3, 1, keep_reference=True)
        made = accord.align(data, objective="entropy", delta_empty=4)
        pieces.append("\n".join([inline(legend_piece(made)), *document_svgs(made, 0)]))
    return _raw(
        f'<style>{STYLE}</style><figure class="lanes">' + '</figure><figure class="lanes">'.join(pieces) + "</figure>"
    )


# ---- labels


COEFFICIENTS = ("observed_agreement", "s", "pi", "kappa", "alpha", "ac1", "brennan_prediger")


@cache
def _labels() -> Sweep:
    names = ["redraw", "redraw(by='prevalence')", "confuse", "overuse"]
    return sweep(labelled_items(2000, (0.9, 0.1)), names, COEFFICIENTS, magnitudes=11, repeats=4, annotators=2, seed=1)


def labels_figure() -> str:
    return _raw(_labels().svg())


def labels_at_full() -> str:
    rows = [
        (code(measure), *(_shown(_labels().curve(name, measure).means[-1]) for name in _labels().degradations))
        for measure in COEFFICIENTS
    ]
    return table(("at m = 1", *map(code, _labels().degradations)), rows)


def _shown(value: float) -> str:
    return "undefined" if np.isnan(value) else f"{value:.2f}"


def overuse_told_apart() -> str:
    """κ between annotators, with the reference, and the share of the preferred category."""
    reference = labelled_items(20_000, (1, 1))
    rows = []
    for name in ("redraw", "overuse(category='1')"):
        for magnitude in (0.2, 0.4, 0.6):
            two = degrade(reference, name, magnitude, 2, 1)
            beside = degrade(reference, name, magnitude, 2, 1, keep_reference=True)
            pairs, gold = (accord.measure(one, "kappa", confidence=None).value for one in (two, beside))
            share = float((two.codes == 0).mean())
            rows.append((code(name), f"{magnitude:g}", f"{pairs:.2f}", f"{gold:.2f}", f"{gold**2:.2f}", f"{share:.0%}"))
    header = ("error", "m", "κ between annotators", "κ with the reference", "its square", "items in category 1")
    return table(header, rows)


PARTS: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        every_degradation,
        tree_figure,
        tree_claims,
        tree_laws,
        units_figure,
        units_reading,
        half_agreement,
        labels_figure,
        labels_at_full,
        overuse_told_apart,
    )
}


class Part(SphinxDirective):
    """Insert what a function of this module writes."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(PARTS[self.arguments[0]]())


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("sweep-part", Part)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
