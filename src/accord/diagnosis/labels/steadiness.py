"""Does an annotator agree with themselves: the first rating of an item beside later ones by the same annotator."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.diagnosis.verdict import interval_in_words
from accord.evaluation import Options, evaluate
from accord.measures import called
from accord.results import Expression, Result, Results, parse_expression
from accord.results.json_numbers import json_fields, json_number
from accord.results.listed import left_out, smallest
from accord.results.wording import many
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import more_often

FEWEST_ITEMS = 20  # with fewer items rated again, nobody is said to be less steady than the others
RELIABLE = 0.8  # Krippendorff 2004, p. 241


@dataclass(frozen=True)
class Steadiness:
    """A measure of the ratings of the same items by the same annotator: of all together, then of each."""

    measure: str
    repeated: int
    """Ratings after the first."""
    items: int
    """Pairs of an annotator and an item that they rated more than once."""
    unchanged: float
    """The share of these on which all ratings are the same."""
    overall: Result | None
    """All annotators together; None when nothing was rated twice. Occasions take the place of annotators."""
    of: Results
    """Of each annotator who rated items again, named in `of`; `components` has their number ("items"), and on how many
    not all labels are the same ("changed")."""

    def as_json(self) -> dict[str, object]:
        """Of many annotators those who are least steady."""
        rows = smallest(np.array([result.value for result in self.of], dtype=np.float64)).tolist()
        return {
            **json_fields(self, "measure", "repeated", "items", "unchanged", "overall"),
            "annotators": [self.of[row].as_json() for row in rows],
            **left_out(len(self.of), len(rows)),
        }

    def less_steady(self) -> list[Result]:
        """Annotators who changed their mind more often than the others: Fisher's exact test, one-sided, corrected for
        their number (Holm). α itself is too rough a guide where all but a few labels are the same."""
        tested = [result for result in self.of if result.components["items"] >= FEWEST_ITEMS]
        if len(tested) < 2:
            return []
        items, changed = (sum(int(result.components[name]) for result in self.of) for name in ("items", "changed"))
        own = [(int(result.components["changed"]), int(result.components["items"])) for result in tested]
        p = holm(np.array([more_often(times, of, changed - times, items - of) for times, of in own]))
        return [result for result, chance in zip(tested, p.tolist(), strict=True) if chance < ERROR_RATE]

    def findings(self) -> list[Finding]:
        if self.overall is None:
            return []
        return [self._of_all(self.overall), *(self._of_one(result, self.overall) for result in self.less_steady())]

    def _of_all(self, overall: Result) -> Finding:
        value = f"{overall.value:.3f}" if overall.defined else f"undefined ({overall.undefined})"
        low = overall.defined and overall.value < RELIABLE
        human = called("labels", self.measure)
        return Finding(
            kind="intra-annotator agreement",
            matters=min(0.7, 0.3 + (RELIABLE - overall.value)) if low else 0.15,
            title=(
                f"Intra-annotator agreement is {value}{interval_in_words(overall)} ({human}) on "
                f"{many(self.items, 'item')} they labelled again; {self.unchanged:.1%} of these labels are unchanged."
            ),
            explanation=(
                "Agreement between annotators can hardly be higher than that of annotators with themselves. "
                + (
                    "Below .800 the items or the guidelines, rather than the people, leave the answer open."
                    if low
                    else "The rest of the disagreement between annotators is a difference between people."
                )
            ),
            action=(
                "Discuss the items on which the same annotator changed their mind, and sharpen the guidelines there."
                if low
                else "Use it as the ceiling when you judge the agreement between annotators."
            ),
            numbers={
                **json_fields(overall, "value", "low", "high"),
                **json_fields(self, "items", "repeated", "unchanged"),
            },
        )

    def _of_one(self, own: Result, overall: Result) -> Finding:
        items, changed = int(own.components["items"]), int(own.components["changed"])
        more = changed / items - (1 - self.unchanged)
        return Finding(
            kind="unsteady annotator",
            matters=min(0.8, 0.4 + more),
            title=(
                f"'{own.of}' gave {changed:,} of {many(items, 'item')} ({changed / items:.1%}) another label the "
                f"second time, all annotators together {1 - self.unchanged:.1%} ({called('labels', self.measure)} "
                f"{own.value:.3f} against {overall.value:.3f})."
            ),
            explanation=(
                "An annotator who labels the same item differently the second time cannot agree with others either. "
                "The difference remains after a correction for the number of annotators."
            ),
            action=f"Ask '{own.of}' about the items with two answers before looking at disagreement with the others.",
            numbers={
                "annotator": own.of,
                "value": json_number(own.value),
                "overall": json_number(overall.value),
                "items": items,
                "changed": changed,
            },
        )


def steadiness(labels: Labels, expression: str | Expression = "alpha", **options: object) -> Steadiness:
    """Intra-annotator agreement from repeated ratings; α at the level of the data unless another measure is named.

    Each pair of an annotator and an item rated more than once is an item, and the occasions are the annotators.

    >>> import polars as pl
    >>> from accord import labels
    >>> again = pl.DataFrame({"item": [1, 1, 2, 2, 3], "annotator": ["A"] * 5, "label": ["x", "x", "x", "y", "y"]})
    >>> found = steadiness(labels(again), replicates=50)
    >>> found.items, found.repeated, found.unchanged
    (2, 2, 0.5)
    """
    asked = parse_expression(expression)
    chosen = Options.of(options)
    again, owner = _occasions(labels)
    if again is None:
        return Steadiness(str(asked), 0, 0, float("nan"), None, Results(()))
    weights, same = again.weights, _same(again)
    results = []
    for person in np.unique(owner).tolist():
        mine = again._rows(owner == person)
        results.append(_measured(mine, asked, chosen, (labels.annotators or ())[person]))
    return Steadiness(
        measure=str(asked),
        repeated=labels.n_repeated,
        items=int(weights.sum()),
        unchanged=float(weights[same].sum() / weights.sum()),
        overall=_measured(again, asked, chosen, None),
        of=Results(results),
    )


def _measured(again: Labels, asked: Expression, options: Options, name: str | None) -> Result:
    (result,) = evaluate(again, [asked], options)
    items, changed = float(again.weights.sum()), float(again.weights[~_same(again)].sum())
    return replace(result, of=name, components={**result.components, "items": items, "changed": changed})


def _same(again: Labels) -> NDArray[np.bool_]:
    """(rows,) whether all ratings of a row are the same."""
    first = np.repeat(again.codes[again.starts[:-1]], again.sizes)
    return np.asarray(again._row_sums(again.codes == first) == again.sizes)


def _occasions(labels: Labels) -> tuple[Labels | None, NDArray[np.int32]]:
    """A row for each annotator and item rated more than once, and the annotator of each row."""
    repeats, who = labels.repeats, labels.who
    if repeats is None or who is None:
        return None, np.zeros(0, dtype=np.int32)
    first = np.flatnonzero(repeats == 0)
    sizes = np.diff(np.append(first, len(repeats)))
    several = sizes > 1
    kept = np.repeat(several, sizes)
    row = np.repeat(np.arange(labels.n_rows), labels.sizes)
    again = replace(
        labels,
        annotators=tuple(f"rating {occasion}" for occasion in range(1, int(repeats.max()) + 2)),
        starts=np.concatenate(([0], np.cumsum(sizes[several]))).astype(np.int64),
        who=repeats[kept].astype(np.int32),
        codes=labels.codes[kept],
        weights=labels.weights[row[first[several]]],
        items=None,
        texts=None,
        times=None,
        diagnostics=(),
    )
    return again, who[first[several]]
