"""The directives `atlas-table NAME` and `atlas-drawing NAME`: what the atlas says about the field.

Everything is computed from the table that comes with accord when the site is built; in every share and median a
repository counts once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from charts import drawn
from docutils import nodes
from markup import escaped, table
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
            if members:
                rows.append((level, words, *_shares(members)))
    return table(("level", "by", *HEAD), rows)


PREDICTORS = {
    "nothing: the mean of all": (),
    "κ": ("fleiss",),
    "κ and number of categories": ("fleiss", "categories"),
    "AC1": ("ac1",),
    "observed agreement": ("observed_agreement",),
    "κ and the share of the most frequent category": ("fleiss", "prevalence"),
    "κ, observed agreement and unanimous items": ("fleiss", "observed_agreement", "unanimous"),
}


def prediction() -> str:
    """How well one number predicts the share of the reference that changes, on repositories left out."""
    rows = []
    for name, columns in PREDICTORS.items():
        errors, sets, sources = left_out_errors(columns)
        rows.append((name, f"{100 * np.average(errors[0], weights=errors[1]):.1f}", f"{100 * _ninety(errors):.1f}"))
    said = table(("predicted from", "mean error (points)", "one in ten errs by more than (points)"), rows)
    return f"{said}\n\n{sets} data sets of {sources} repositories, with nominal labels and more than three per item."


@cache
def left_out_errors(columns: tuple[str, ...]) -> tuple[tuple[np.ndarray, np.ndarray], int, int]:
    """Absolute errors of a weighted linear model of τ at k = 3, each repository predicted from the others; weights."""
    needed = tuple(dict.fromkeys(name for used in PREDICTORS.values() for name in used))
    nominal_ones = [one for one in of_categories() if one.level == "nominal"]
    known, cells = together(nominal_ones, "change", *needed)
    weights = np.array(repository_weights(known))
    sources = np.array([one.repository for one in known])
    x = np.column_stack([np.ones(len(known)), *(_scaled(cells[:, 1 + needed.index(name)], name) for name in columns)])
    y = cells[:, 0]
    errors = np.empty(len(known))
    for source in dict.fromkeys(sources):
        out = sources == source
        root = np.sqrt(weights[~out])[:, None]
        fitted = np.linalg.lstsq(x[~out] * root, y[~out] * root[:, 0], rcond=None)[0]
        errors[out] = np.abs(y[out] - x[out] @ fitted)
    return (errors, weights), len(known), len(set(sources))


def _scaled(column: np.ndarray, name: str) -> np.ndarray:
    return np.log(column) if name == "categories" else column


def _ninety(errors: tuple[np.ndarray, np.ndarray]) -> float:
    return weighted_quantile(errors[0].tolist(), errors[1].tolist(), 0.9)


def bands() -> str:
    """What data sets of about the same κ have at stake."""
    rows = []
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        known, cells = together(of_categories(), "fleiss", "change")
        inside = [(one, c) for one, c in zip(known, cells, strict=True) if low <= c[0] < high]
        if not inside:
            continue
        changes = sorted(float(c[1]) for _, c in inside)
        rows.append(
            (
                f"{short(low)} to {short(high)}",
                str(len(inside)),
                str(len({one.repository for one, _ in inside})),
                f"{changes[0]:.1%}",
                f"{median(changes):.1%}",
                f"{changes[-1]:.1%}",
            )
        )
    return table(("κ", "data sets", "repositories", "least", "median", "most"), rows)


def models() -> str:
    """People among themselves, and with models."""
    rows = []
    for one in public_corpora():
        if one.models and one.people_with_models is not None and one.shape == "labels":
            people = one.values.get(OF_ALPHA)
            cells = [people, one.people_with_models, one.models_with_models]
            shown = ["" if cell is None else short(cell.value) for cell in cells]
            rows.append((escaped(one.name), escaped(one.task), str(one.models), *shown))
    return table(("data set", "task", "models", "people", "people with models", "models"), rows)


_ALPHA_OF_THE_TEST = (
    "not reproduced: the words of the test alone give {alpha}; their mean ρ of pairs is {rho} (published {stated})"
)
EXPLAINED = {
    "issue_positions": (
        "other units: the source measures 11,960, of which this file has 7,317, and five of the eight coders; the five "
        "most active give .711 [.697, .725] here, which holds the published .70"
    ),
    "rushifteval1": _ALPHA_OF_THE_TEST.format(alpha=".521", rho=".521", stated=".521"),
    "rushifteval2": _ALPHA_OF_THE_TEST.format(alpha=".560", rho=".560", stated=".559"),
    "rushifteval3": _ALPHA_OF_THE_TEST.format(alpha=".556", rho=".556", stated=".556"),
}


def _explained(corpus: PublicCorpus, computed: float) -> str:
    """Reproduced to the digits that were published, or why not."""
    stated = [float(number) for number in re.findall(r"(?<==)\d\.\d+", corpus.published)]
    if len(stated) == 1 and abs(stated[0] - computed) < 0.0006:
        return "reproduced"
    return next((why for name, why in EXPLAINED.items() if corpus.name.startswith(name)), "differs")


def published() -> str:
    """Values that sources state, beside those computed from their ratings."""
    rows = []
    for one in public_corpora():
        if not one.published:
            continue
        name = "fleiss" if "Fleiss" in one.published else OF_ALPHA
        found = one.values.get(name)
        shown = "" if found is None else f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"
        stated = one.published.split(" (")[0]
        rows.append((escaped(one.name), escaped(stated), shown, _explained(one, value(one, name))))
    return table(("data set", "published", "from the ratings, with interval", ""), rows)


def not_measured() -> str:
    """Data sets that could not be measured, with the reason."""
    rows = [(escaped(one.name), escaped(one.task), escaped(one.reason)) for one in public_corpora() if one.reason]
    return table(("data set", "task", "reason"), rows)


# ---- sentences


def about_thresholds() -> str:
    known = [one for one in counted() if one.shape == "labels" and OF_ALPHA in one.values]
    values, weights = [value(one, OF_ALPHA) for one in known], repository_weights(known)
    low, middle, high = (short(weighted_quantile(values, weights, share)) for share in (0.25, 0.5, 0.75))
    reached = [sum(w for v, w in zip(values, weights, strict=True) if v >= least) for least in THRESHOLDS]
    names = [value(one, OF_ALPHA) for one in known if one.level == "nominal"]
    return (
        f"Over {len(known)} sets of labels from {len({one.repository for one in known})} repositories the median α is "
        f"{middle}, and {low} to {high} in the middle half. {reached[0]:.0%} reach .667 and {reached[1]:.0%} reach .8. "
        f"Counted set by set instead of by repository, the median of the {len(names)} nominal ones is "
        f"{short(median(names))}."
    )


def about_together() -> str:
    with_ac1, with_alpha, with_observed = (
        rank_correlation(of_categories(), one, "change")[0] for one in ("ac1", "alpha", "observed_agreement")
    )
    both = rank_correlation(of_categories(), "alpha", "ac1")[0]
    return (
        f"α and AC1 rank data sets alike only in part (ρ = {both:.2f}). The share of the reference that three "
        f"annotators would change goes with AC1 (ρ = {with_ac1:.2f}) and with plain observed agreement "
        f"(ρ = {with_observed:.2f}) much more closely than with α (ρ = {with_alpha:.2f})."
    ).replace("= -", "= −")


def about_prediction() -> str:
    def mean(columns: tuple[str, ...]) -> float:
        (errors, weights), *_ = left_out_errors(columns)
        return 100 * float(np.average(errors, weights=weights))

    return (
        f"On repositories that the model has not seen, κ alone misses the share that changes by "
        f"{mean(('fleiss',)):.1f} points on average; knowing nothing but the mean of all data sets "
        f"misses it by {mean(()):.1f}, observed agreement by {mean(('observed_agreement',)):.1f}."
    )


def about_kinds() -> str:
    said = []
    for level in ("nominal", "ordinal"):
        found = []
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
