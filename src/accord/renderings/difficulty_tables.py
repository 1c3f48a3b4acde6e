"""What makes items hard, as tables for people and programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from accord.renderings.numbers import digits, exactly
from accord.renderings.people import cut
from accord.renderings.tables import Table
from accord.results.wording import signed

if TYPE_CHECKING:
    from accord.item_difficulty.correlating import Correlation
    from accord.item_difficulty.predicting import Prediction
    from accord.item_difficulty.result import Difficulty

TEXT = 90  # letters of an item's text in a table for people


def difficulty_tables(found: Difficulty) -> list[tuple[str, Table]]:
    """The tables for people, in the order of the chain, each with its heading."""
    made = [("What goes with difficulty", correlations_table(found))]
    if found.by_group:
        made += [(f"By {found.group}", groups_table(found)), ("Do the groups differ?", interactions_table(found))]
    made += [("All features together", models_table(found)), ("Each feature in the regression", terms_table(found))]
    if found.mixed:
        made.append(("With the clusters' own level taken out", mixed_table(found)))
    if found.outliers:
        made.append(("Items the features do not explain", outliers_table(found)))
    return [(heading, table) for heading, table in made if table.rows]


def correlations_table(found: Difficulty, *, exact: bool = False) -> Table:
    """ρ of each feature with each outcome, the p-values side by side."""
    if exact:
        return _exact_correlations([*found.correlations, *found.by_group])
    clustered = found.cluster is not None
    ends = [] if found.confidence is None else [f"{found.confidence:.0%} low", f"{found.confidence:.0%} high"]
    header = ["outcome", "feature", "n", "ρ", *ends, "p", "Holm", "BH"]
    header += ["p clustered", "Holm clustered", "BH clustered"] if clustered else []
    rows = []
    for one in _ordered(found.correlations):
        rho = [one.rho, one.low, one.high] if ends else [one.rho]
        p = [one.p, one.holm, one.bh]
        p += [one.p_clustered, one.holm_clustered, one.bh_clustered] if clustered else []
        rows.append((one.outcome, one.feature, f"{one.items:,}", *map(signed, rho), *map(_p, p), _remark(one)))
    caption = "Spearman's ρ of each feature with difficulty; + is harder. Corrected over the features of an outcome."
    if clustered:
        caption += f" Clustered: items of one {found.cluster} are not independent."
    return Table((*header, ""), tuple(rows), caption, frozenset(range(2, len(header))))


def _ordered(found: Sequence[Correlation]) -> list[Correlation]:
    outcomes = list(dict.fromkeys(one.outcome for one in found))
    return sorted(found, key=lambda one: (outcomes.index(one.outcome), -abs(one.rho) if one.rho == one.rho else 1.0))


def _remark(one: Correlation) -> str:
    if one.undefined is not None:
        return f"undefined: {one.undefined}"
    said = ["survives"] if one.survives() else []
    said += ["constant within clusters"] if one.constant_within else []
    return "; ".join(said)


def _exact_correlations(found: Sequence[Correlation]) -> Table:
    names = ("rho", "low", "high", "p", "holm", "bh", "p_clustered", "holm_clustered", "bh_clustered", "degrees")
    header = ("outcome", "group", "feature", "items", "clusters", *names, "constant_within", "survives", "undefined")
    rows = tuple(
        (
            one.outcome,
            one.group or "",
            one.feature,
            str(one.items),
            "" if one.clusters is None else str(one.clusters),
            *(exactly(getattr(one, name)) for name in names),
            str(one.constant_within).lower(),
            str(one.survives()).lower(),
            one.undefined or "",
        )
        for one in found
    )
    return Table(header, rows)


def groups_table(found: Difficulty) -> Table:
    """ρ in each group, one column per group; a star where p < .05, two where it survives."""
    groups = list(dict.fromkeys(one.group or "" for one in found.by_group))
    known = {(one.outcome, one.feature, one.group): one for one in found.by_group}
    pairs = list(dict.fromkeys((one.outcome, one.feature) for one in found.by_group))
    rows = tuple((*pair, *(_starred(known[*pair, group]) for group in groups)) for pair in pairs)
    caption = (
        "ρ in each group: * has p < .05 as if items were independent, ** survives Holm's correction over the table."
    )
    return Table(("outcome", "feature", *groups), rows, caption, frozenset(range(2, 2 + len(groups))))


def _starred(one: Correlation) -> str:
    star = "**" if one.survives() else "*" if one.p < 0.05 else ""
    return signed(one.rho) + star


def interactions_table(found: Difficulty, *, exact: bool = False) -> Table:
    """Whether ρ differs between the groups."""
    rows = tuple(
        (
            one.outcome,
            one.feature,
            digits(one.statistic, exact),
            *(digits(part, exact, 1) for part in one.degrees),
            *(_p(part, exact) for part in (one.p, one.holm, one.bh)),
        )
        for one in found.interactions
    )
    header = ("outcome", "feature", "F", "df 1", "df 2", "p", "Holm", "BH")
    caption = "Whether the correlations differ between the groups (Welch's test on Fisher's z)."
    return Table(header, rows, caption, frozenset(range(2, 8)))


def models_table(found: Difficulty, *, exact: bool = False) -> Table:
    """R² three ways."""
    rows = []
    for one in found.regressions:
        values = (digits(value, exact) for value in (one.r2, one.adjusted, one.cross_validated))
        rows.append((one.outcome, f"{one.items}", *values, one.undefined or ""))
    held = f"whole {found.cluster}s" if found.cluster is not None else "items"
    caption = f"Linear models; cross-validated on {held} that the model has not seen."
    header = ("outcome", "n", "R²", "adjusted", "cross-validated", "")
    return Table(header, tuple(rows), caption, frozenset(range(1, 5)))


def terms_table(found: Difficulty, *, exact: bool = False) -> Table:
    """Coefficients, importance and inflation of the regressions."""
    rows = []
    for model in found.regressions:
        worth = {one.feature: one for one in model.importance}
        for term in model.terms:
            own = worth[term.feature]
            values = (digits(value, exact) for value in (term.coefficient, term.error, term.standardised))
            last = digits(own.share, exact), digits(own.inflation, exact, 2)
            rows.append((model.outcome, term.name, *values, _p(term.p, exact), *last))
    header = ("outcome", "term", "coefficient", "s.e.", "standardised", "p", "share of R² (LMG)", "VIF")
    errors = "clustered standard errors" if found.cluster is not None else "ordinary standard errors"
    return Table(header, tuple(rows), f"Regression coefficients with {errors}.", frozenset(range(2, 8)))


def mixed_table(found: Difficulty, *, exact: bool = False) -> Table:
    """Fixed effects of the mixed models, and the share of the spread between clusters."""
    rows: list[tuple[str, ...]] = []
    for model in found.mixed:
        if model.undefined is not None and not model.terms:
            rows.append((model.outcome, f"undefined: {model.undefined}", *("",) * 5))
        for term in model.terms:
            values = (digits(value, exact) for value in (term.coefficient, term.error, term.standardised))
            rows.append((model.outcome, term.name, *values, digits(term.degrees, exact, 0), _p(term.p, exact)))
        if model.terms and not exact:
            rows.append((model.outcome, f"between {found.cluster}s: {model.intraclass:.0%} of the rest", *("",) * 5))
    header = ("outcome", "term", "coefficient", "s.e.", "standardised", "df", "p")
    inside = f", and for {found.nested} inside it" if found.nested is not None else ""
    caption = f"Mixed models with a random intercept for {found.cluster}{inside} (restricted maximum likelihood)."
    return Table(header, tuple(rows), caption, frozenset(range(2, 7)))


def outliers_table(found: Difficulty, *, exact: bool = False) -> Table:
    """Items far from what the regression expects."""
    rows = tuple(
        (
            one.outcome,
            one.item,
            "harder" if one.harder else "easier",
            digits(one.observed, exact),
            digits(one.predicted, exact),
            exactly(one.residual) if exact else signed(one.residual),
            (one.text or "") if exact else cut(" ".join((one.text or "").split()), TEXT),
        )
        for one in found.outliers
    )
    header = ("outcome", "item", "than expected", "observed", "expected", "residual", "text")
    return Table(header, rows, "Studentised residuals beyond ±2, the farthest first.", frozenset({3, 4, 5}))


def items_table(found: Difficulty, *, exact: bool = False) -> Table:
    """Every item with its difficulties."""
    rows = tuple(
        (item, *(digits(float(one.values[row]), exact) for one in found.outcomes))
        for row, item in enumerate(found.items)
    )
    header = ("item", *(one.name for one in found.outcomes))
    return Table(header, rows, "", frozenset(range(1, len(header))))


def predictions_table(made: Sequence[Prediction], *, exact: bool = False) -> Table:
    """The expected difficulty of unseen items."""
    rows = tuple(
        (one.item, *(digits(value, exact) for value in (one.expected, one.low, one.high)), one.undefined or "")
        for one in made
    )
    caption = "Expected difficulty of new items, with intervals for single items."
    return Table(("item", "expected", "low", "high", ""), rows, caption, frozenset({1, 2, 3}))


SHOWN: dict[str, Callable[..., Table]] = {
    "correlations": correlations_table,
    "interactions": interactions_table,
    "regression": terms_table,
    "models": models_table,
    "mixed": mixed_table,
    "outliers": outliers_table,
    "items": items_table,
}


def _p(value: float, exact: bool = False) -> str:
    if exact or value != value:
        return digits(value, exact)
    return "<.001" if value < 0.001 else f"{value:.3f}".removeprefix("0")
