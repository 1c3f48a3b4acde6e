"""The directives `atlas-table NAME` and `atlas-drawing NAME`: what the atlas says about the field.

Everything is computed from the table that comes with accord when the site is built; in every share and median a
repository counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from charts import drawn
from docutils import nodes
from markup import table
from sphinx.util.docutils import SphinxDirective

from accord.atlas.placing import repository_weights, short, weighted_quantile
from accord.atlas.public_corpora import PublicCorpus, public_corpora
from accord.atlas.task_words import FAMILIES, family_of
from accord.report_page.charts.atlas_strip import atlas_figure
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import ACCENT, THIRD, WARM
from accord.statistics.rank_correlation import weighted_spearman

if TYPE_CHECKING:
    from sphinx.application import Sphinx

THRESHOLDS = (0.667, 0.8)
KINDS = {"crowd": "crowds", "trained": "trained annotators", "experts": "experts"}
OF_ALPHA = "alpha"


@cache
def counted() -> tuple[PublicCorpus, ...]:
    """The data sets that count: measured, and not a second copy of another."""
    return tuple(one for one in public_corpora() if one.counted)


def value(corpus: PublicCorpus, what: str) -> float:
    """A number of a data set by its name: a measure, "change" (of the reference, k = 3) or a field; nan without it."""
    if what == "change":
        found = corpus.stability.get(3)
        return float("nan") if found is None else found.value
    if what in corpus.values:
        return corpus.values[what].value
    told = getattr(corpus, what, None)
    return float("nan") if not isinstance(told, int | float) else float(told)


def together(corpora: Iterable[PublicCorpus], *what: str) -> tuple[list[PublicCorpus], np.ndarray]:
    """The data sets on which all of these are known, and a column for each."""
    rows = [(one, [value(one, name) for name in what]) for one in corpora]
    known = [(one, cells) for one, cells in rows if not np.isnan(cells).any()]
    return [one for one, _ in known], np.array([cells for _, cells in known]).reshape(len(known), len(what))


def of_categories() -> list[PublicCorpus]:
    """Labels in categories: nominal and ordinal."""
    return [one for one in counted() if one.shape == "labels" and one.level in ("nominal", "ordinal")]


def rank_correlation(corpora: Sequence[PublicCorpus], one: str, other: str) -> tuple[float, int, int]:
    """Spearman's ρ with repositories counted once, the number of data sets and of repositories."""
    known, columns = together(corpora, one, other)
    weights = np.array(repository_weights(known)) * len({corpus.repository for corpus in known})
    rho = weighted_spearman(columns[:, 0], columns[:, 1], weights[None, :])[0]
    return float(rho), len(known), len({corpus.repository for corpus in known})


# ---- tables


def contents() -> str:
    """What the atlas holds."""
    rows = []
    for shape in ("labels", "spans", "relations", "answers"):
        all_of_it = [one for one in public_corpora() if one.shape == shape]
        kept = [one for one in all_of_it if one.counted]
        rows.append(
            (
                shape,
                str(len(all_of_it)),
                str(sum(bool(one.same_as) for one in all_of_it)),
                str(sum(bool(one.reason) for one in all_of_it)),
                str(len({one.repository for one in kept})),
                str(sum("crowd" in one.annotators_kind for one in kept)),
                str(sum(one.language == "en" for one in kept)),
            )
        )
    head = ("shape", "data sets", "copies of another", "not measured", "repositories", "by crowds", "English")
    return table(head, rows)


NAMES = {
    "alpha": "α",
    "ac1": "AC1",
    "observed_agreement": "observed agreement",
    "change": "share of the reference that three others change",
    "prevalence": "share of the most frequent category",
    "unanimous": "share of unanimous items",
    "categories": "number of categories",
}


def correlations() -> str:
    """How agreement and the reference at stake go together."""
    pairs = (
        ("alpha", "ac1"), ("alpha", "observed_agreement"), ("alpha", "change"), ("ac1", "change"),
        ("observed_agreement", "change"), ("unanimous", "change"), ("alpha", "prevalence"), ("ac1", "prevalence"),
    )  # fmt: skip
    rows = []
    for one, other in pairs:
        rho, sets, sources = rank_correlation(of_categories(), one, other)
        rows.append((NAMES[one], NAMES[other], f"{rho:+.2f}".replace("-", "−"), str(sets), str(sources)))
    return table(("", "", "ρ", "data sets", "repositories"), rows)


def _shares(corpora: Sequence[PublicCorpus]) -> tuple[str, ...]:
    values = [value(one, OF_ALPHA) for one in corpora]
    weights = repository_weights(corpora)
    reached = [sum(w for v, w in zip(values, weights, strict=True) if v >= least) for least in THRESHOLDS]
    middle = [short(weighted_quantile(values, weights, share)) for share in (0.25, 0.5, 0.75)]
    sources = len({one.repository for one in corpora})
    return (str(len(corpora)), str(sources), middle[1], f"{middle[0]} to {middle[2]}", *(f"{r:.0%}" for r in reached))


HEAD = ("data sets", "repositories", "median α", "middle half", "α ≥ .667", "α ≥ .8")


def thresholds() -> str:
    """How often the published thresholds are reached, by task."""
    known = [one for one in counted() if one.shape == "labels" and OF_ALPHA in one.values]
    rows = [("**all labels**", *_shares(known))]
    for family in (*FAMILIES, "other"):
        members = [one for one in known if family_of(one.task) == family]
        if members:
            rows.append((family, *_shares(members)))
    return table(("task", *HEAD), rows)


def _by(kind: str, level: str) -> list[PublicCorpus]:
    """Labels of a level that people of one kind gave."""
    labels = [one for one in counted() if one.shape == "labels" and OF_ALPHA in one.values]
    return [one for one in labels if one.level == level and one.annotators_kind == kind]


def kinds() -> str:
    """What the kind of annotators changes, by level."""
    rows = []
    for level in ("nominal", "ordinal", "interval"):
        for kind, words in KINDS.items():
            members = _by(kind, level)
            values, weights = [value(one, OF_ALPHA) for one in members], repository_weights(members)
            sources = len({one.repository for one in members})
            found.append(f"{short(weighted_quantile(values, weights, 0.5))} by {words} ({sources} repositories)")
        said.append(f"Median α of {level} labels: {', '.join(found)}.")
    return " ".join(said)


TABLES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        about_kinds, about_prediction, about_thresholds, about_together, bands, contents, correlations,
        kinds, models, not_measured, prediction, published, thresholds,
    )
}  # fmt: skip


# ---- drawings


def strip() -> str:
    """α of all labels on a line."""
    figure = atlas_figure([one for one in counted() if one.shape == "labels"])
    assert figure is not None
    assert figure.spec is not None
    return drawn(figure.spec, figure.sentence)


def scatter() -> str:
    """α and the share of the reference that changes, by kind of annotators."""
    corpora = [one for one in of_categories() if one.annotators_kind in KINDS]
    known, cells = together(corpora, OF_ALPHA, "change")
    values = [
        {"name": one.name, "x": float(c[0]), "y": float(c[1]), "by": KINDS[one.annotators_kind]}
        for one, c in zip(known, cells, strict=True)
    ]
    x = quantity("x", title="α", scale=over(-0.1, 1.0, zero=False), axis=ticks(".1f", 6, grid=True))
    highest = max(one["y"] for one in values)
    y = quantity(
        "y",
        title="share of the reference that three annotators change",
        scale=over(0.0, highest * 1.05, zero=False),
        axis=ticks(".0%", 6, grid=True),
    )
    colours = {"domain": list(KINDS.values()), "range": [ACCENT, THIRD, WARM]}
    points = layer("point", {"x": x, "y": y, "fill": nominal("by", scale=colours, legend={"title": None})}, size=45)
    described = f"{len(values)} data sets: α, and the share of the reference that changes."
    return drawn(chart(described, 330, values, [points]))


DRAWINGS: dict[str, Callable[[], str]] = {made.__name__: made for made in (scatter, strip)}


class AtlasTable(SphinxDirective):
    """Insert a table that a function of this module computes."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(TABLES[self.arguments[0]]())


class AtlasDrawing(SphinxDirective):
    """Insert what a function of this module draws."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", DRAWINGS[self.arguments[0]](), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("atlas-table", AtlasTable)
    app.add_directive("atlas-drawing", AtlasDrawing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
