"""Every measure on every view of the same labels, and what the differences say (Fort et al. 2012, section 4.1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from accord.annotations import Summary, View, summarise
from accord.evaluation.cross_table import CrossTable, cross_table
from accord.evaluation.evaluating import evaluate
from accord.evaluation.headlines import headlines
from accord.evaluation.options import Options
from accord.results import Expression, Result, UsageError
from accord.results.json_numbers import JsonRecord, json_name


@dataclass(frozen=True)
class SeenAs(JsonRecord):
    """One view with the measures on it and a sentence on the difference to the data as read."""

    name: str = field(metadata=json_name("view"))
    items: int
    results: tuple[Result, ...]
    sentence: str
    table: CrossTable
    """What the coefficients are computed from: the first thing to publish (Hripcsak & Heitjan 2002)."""

    def in_table(self) -> list[dict[str, object]]:
        names = {"view": self.name, "items": self.items}
        return [
            {**names, "measure": result.measure, "value": result.value, "low": result.low, "high": result.high}
            for result in self.results
        ]


def seen_otherwise(
    views: Sequence[View], wanted: Sequence[Expression], before: Sequence[Result], options: Options
) -> tuple[SeenAs, ...]:
    """The measures on every view; `before` are the same measures on the data as read."""
    seen = []
    for view in views:
        summary = summarise(view.labels)
        results = tuple(_on(view, summary, *pair, options) for pair in zip(wanted, before, strict=True))
        seen.append(
            SeenAs(view.name, view.labels.n_items, results, _sentence(view, before, results), cross_table(view.labels))
        )
    return tuple(seen)


def _on(view: View, summary: Summary, expression: Expression, before: Result, options: Options) -> Result:
    """A measure on a view; one whose parameters name categories that the view took away is undefined there."""
    try:
        return evaluate(summary, [_adapted(expression, view)], options)[0]
    except UsageError as error:
        nan = float("nan")
        return replace(before, value=nan, low=nan, high=nan, components={}, standard_errors=(), undefined=error.message)


def _adapted(expression: Expression, view: View) -> Expression:
    """A measure whose category of nothing the view took away counts every label as a slot (Fort et al. 2012)."""
    nothing = expression.parameters.get("nothing")
    gone = {"nothing"} if nothing is not None and view.labels.categories.code(nothing) is None else set()
    if "codes" in expression.parameters and len(view.labels.categories) == 2:
        gone.add("codes")  # of two categories, which may be new ones, any codes are the same
    if not gone:
        return expression
    return Expression(expression.name, **{name: value for name, value in expression.given if name not in gone})


def _sentence(view: View, before: Sequence[Result], after: Sequence[Result]) -> str:
    """What the change of the chance-corrected coefficient says, by kind of view."""
    pairs = {id(earlier): later for earlier, later in zip(before, after, strict=True)}
    ranked = headlines("labels", before, family="kappa")
    pair = (ranked[0], pairs[id(ranked[0])]) if ranked else None
    if pair is None or not (pair[0].defined and pair[1].defined):
        return f"'{view.name}': no chance-corrected coefficient is defined on both, so that nothing can be compared."
    earlier, later = pair
    name = earlier.title.split(":")[0]
    change = later.value - earlier.value
    moved = (
        f"{name} stays at {earlier.value:.3f}"
        if abs(change) < 0.0005
        else f"{name} {'rises' if change > 0 else 'falls'} from {earlier.value:.3f} to {later.value:.3f}"
    )
    says = {
        "universe": "the annotations are the same, so that the difference is the effect of prevalence alone",
        "without": "this is how well the remaining categories are told apart by those who used them",
        "merge": (
            "the difference is what telling these categories apart costs"
            if change > 0
            else "telling these categories apart costs nothing; merging them would lose information for no agreement"
        ),
        "cut": "the difference is what the finer scale costs or gains",
    }[view.kind]
    return f"'{view.name}': {moved}; {says}."
