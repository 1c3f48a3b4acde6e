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


def difficulty_tables(result: Difficulty) -> list[tuple[str, Table]]:
    """The tables for people, in the order of the chain, each with its heading."""
    made = [("What goes with difficulty", correlations_table(result))]
    if result.by_group:
        made += [(f"By {result.group}", groups_table(result)), ("Do the groups differ?", interactions_table(result))]
    made += [("All features together", models_table(result)), ("Each feature in the regression", terms_table(result))]
    if result.mixed:
        made.append(("With the clusters' own level taken out", mixed_table(result)))
    if result.outliers:
        made.append(("Items the features do not explain", outliers_table(result)))
    return [(heading, table) for heading, table in made if table.rows]


def correlations_table(result: Difficulty, *, exact: bool = False) -> Table:
    """ρ of each feature with each outcome, the p-values side by side."""
    if exact:
        return _exact_correlations([*result.correlations, *result.by_group])
    clustered = result.cluster is not None
    ends = [] if result.confidence is None else [f"{result.confidence:.0%} low", f"{result.confidence:.0%} high"]
    header = ["outcome", "feature", "n", "ρ", *ends, "p", "Holm", "BH"]
    header += ["p clustered", "Holm clustered", "BH clustered"] if clustered else []
    rows = []
    for correlation in _ordered(result.correlations):
        rho = [correlation.rho, correlation.low, correlation.high] if ends else [correlation.rho]
        p = [correlation.p, correlation.holm, correlation.bh]
        p += [correlation.p_clustered, correlation.holm_clustered, correlation.bh_clustered] if clustered else []
        rows.append(
            (
                correlation.outcome,
                correlation.feature,
                f"{correlation.items:,}",
                *map(signed, rho),
                *map(_p, p),
                _remark(correlation),
            )
        )
    caption = "Spearman's ρ of each feature with difficulty; + is harder. Corrected over the features of an outcome."
    if clustered:
        caption += f" Clustered: items of one {result.cluster} are not independent."
    return Table((*header, ""), tuple(rows), caption, frozenset(range(2, len(header))))


def _ordered(correlations: Sequence[Correlation]) -> list[Correlation]:
    outcomes = list(dict.fromkeys(correlation.outcome for correlation in correlations))
    return sorted(
        correlations,
        key=lambda correlation: (
            outcomes.index(correlation.outcome),
            -abs(correlation.rho) if correlation.rho == correlation.rho else 1.0,
        ),
    )


def _remark(correlation: Correlation) -> str:
    if correlation.undefined is not None:
        return f"undefined: {correlation.undefined}"
    remarks = ["survives"] if correlation.survives() else []
    remarks += ["constant within clusters"] if correlation.constant_within else []
    return "; ".join(remarks)


def _exact_correlations(correlations: Sequence[Correlation]) -> Table:
    names = ("rho", "low", "high", "p", "holm", "bh", "p_clustered", "holm_clustered", "bh_clustered", "degrees")
    header = ("outcome", "group", "feature", "items", "clusters", *names, "constant_within", "survives", "undefined")
    rows = tuple(
        (
            correlation.outcome,
            correlation.group or "",
            correlation.feature,
            str(correlation.items),
            "" if correlation.clusters is None else str(correlation.clusters),
            *(exactly(getattr(correlation, name)) for name in names),
            str(correlation.constant_within).lower(),
            str(correlation.survives()).lower(),
            correlation.undefined or "",
        )
        for correlation in correlations
    )
    return Table(header, rows)


def groups_table(result: Difficulty) -> Table:
    """ρ in each group, one column per group; a star where p < .05, two where it survives."""
    groups = list(dict.fromkeys(correlation.group or "" for correlation in result.by_group))
    known = {(link.outcome, link.feature, link.group): link for link in result.by_group}
    pairs = list(dict.fromkeys((correlation.outcome, correlation.feature) for correlation in result.by_group))
    rows = tuple((*pair, *(_starred(known[*pair, group]) for group in groups)) for pair in pairs)
    caption = (
        "ρ in each group: * has p < .05 as if items were independent, ** survives Holm's correction over the table."
    )
    return Table(("outcome", "feature", *groups), rows, caption, frozenset(range(2, 2 + len(groups))))


def _starred(correlation: Correlation) -> str:
    star = "**" if correlation.survives() else "*" if correlation.p < 0.05 else ""
    return signed(correlation.rho) + star


def interactions_table(difficulty: Difficulty, *, exact: bool = False) -> Table:
    """Whether ρ differs between the groups."""
    rows = tuple(
        (
            interaction.outcome,
            interaction.feature,
            digits(interaction.statistic, exact),
            *(digits(part, exact, 1) for part in interaction.degrees),
            *(_p(part, exact) for part in (interaction.p, interaction.holm, interaction.bh)),
        )
        for interaction in difficulty.interactions
    )
    header = ("outcome", "feature", "F", "df 1", "df 2", "p", "Holm", "BH")
    caption = "Whether the correlations differ between the groups (Welch's test on Fisher's z)."
    return Table(header, rows, caption, frozenset(range(2, 8)))


def models_table(difficulty: Difficulty, *, exact: bool = False) -> Table:
    """R² three ways."""
    rows = []
    for regression in difficulty.regressions:
        values = (digits(value, exact) for value in (regression.r2, regression.adjusted, regression.cross_validated))
        rows.append((regression.outcome, f"{regression.items}", *values, regression.undefined or ""))
    held = f"whole {difficulty.cluster}s" if difficulty.cluster is not None else "items"
    caption = f"Linear models; cross-validated on {held} that the model has not seen."
    header = ("outcome", "n", "R²", "adjusted", "cross-validated", "")
    return Table(header, tuple(rows), caption, frozenset(range(1, 5)))


def terms_table(difficulty: Difficulty, *, exact: bool = False) -> Table:
    """Coefficients, importance and inflation of the regressions."""
    rows = []
    for model in difficulty.regressions:
        worth = {importance.feature: importance for importance in model.importance}
        for term in model.terms:
            own = worth[term.feature]
            values = (digits(value, exact) for value in (term.coefficient, term.error, term.standardised))
            last = digits(own.share, exact), digits(own.inflation, exact, 2)
            rows.append((model.outcome, term.name, *values, _p(term.p, exact), *last))
    header = ("outcome", "term", "coefficient", "s.e.", "standardised", "p", "share of R² (LMG)", "VIF")
    errors = "clustered standard errors" if difficulty.cluster is not None else "ordinary standard errors"
    return Table(header, tuple(rows), f"Regression coefficients with {errors}.", frozenset(range(2, 8)))


def mixed_table(result: Difficulty, *, exact: bool = False) -> Table:
    """Fixed effects of the mixed models, and the share of the spread between clusters."""
    rows: list[tuple[str, ...]] = []
    for model in result.mixed:
        if model.undefined is not None and not model.terms:
            rows.append((model.outcome, f"undefined: {model.undefined}", *("",) * 5))
        for term in model.terms:
            values = (digits(value, exact) for value in (term.coefficient, term.error, term.standardised))
            rows.append((model.outcome, term.name, *values, digits(term.degrees, exact, 0), _p(term.p, exact)))
        if model.terms and not exact:
            rows.append((model.outcome, f"between {result.cluster}s: {model.intraclass:.0%} of the rest", *("",) * 5))
    header = ("outcome", "term", "coefficient", "s.e.", "standardised", "df", "p")
    inside = f", and for {result.nested} inside it" if result.nested is not None else ""
    caption = f"Mixed models with a random intercept for {result.cluster}{inside} (restricted maximum likelihood)."
    return Table(header, tuple(rows), caption, frozenset(range(2, 7)))


def outliers_table(difficulty: Difficulty, *, exact: bool = False) -> Table:
    """Items far from what the regression expects."""
    rows = tuple(
        (
            outlier.outcome,
            outlier.item,
            "harder" if outlier.harder else "easier",
            digits(outlier.observed, exact),
            digits(outlier.predicted, exact),
            exactly(outlier.residual) if exact else signed(outlier.residual),
            (outlier.text or "") if exact else cut(" ".join((outlier.text or "").split()), TEXT),
        )
        for outlier in difficulty.outliers
    )
    header = ("outcome", "item", "than expected", "observed", "expected", "residual", "text")
    return Table(header, rows, "Studentised residuals beyond ±2, the farthest first.", frozenset({3, 4, 5}))


def items_table(difficulty: Difficulty, *, exact: bool = False) -> Table:
    """Every item with its difficulties."""
    rows = tuple(
        (item, *(digits(float(outcome.values[row]), exact) for outcome in difficulty.outcomes))
        for row, item in enumerate(difficulty.items)
    )
    header = ("item", *(outcome.name for outcome in difficulty.outcomes))
    return Table(header, rows, "", frozenset(range(1, len(header))))


def predictions_table(made: Sequence[Prediction], *, exact: bool = False) -> Table:
    """The expected difficulty of unseen items."""
    rows = tuple(
        (
            prediction.item,
            *(digits(value, exact) for value in (prediction.expected, prediction.low, prediction.high)),
            prediction.undefined or "",
        )
        for prediction in made
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
