"""Cautions: what about the data makes a coefficient less, or other, than it seems. Each is a finding or nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from accord.annotations import Labels, Summary, summarise
from accord.annotations.label_remarks import MANY
from accord.diagnosis.finding import Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.evaluation import Options, evaluate
from accord.evaluation.extrapolating import items_range, too_few
from accord.evaluation.headlines import headlines
from accord.results import Expression, Result
from accord.results.arrays import Floats
from accord.results.option_names import option
from accord.results.wording import many

FEWEST_LABELS = 10  # of a category
WIDEST, WANTED = 0.2, 0.1  # of an interval from low to high
HIGH_AGREEMENT, LOWER = 0.8, 0.1  # A_o, and how far below it κ lies, for the first paradox
PREVALENT = 0.75  # share of the largest category
HABITS = 0.02  # κ − π, for the second paradox
COUNTED = ("nominal", "ordinal", "sets")


def cautions(
    data: Labels | Ballots, results: Sequence[Result] = (), *, summary: Summary | None = None
) -> tuple[Finding, ...]:
    """All cautions that apply; the intervals of `results` are looked at for their width."""
    ballots = Ballots.of(data)
    summary = summary if summary is not None else summarise(ballots.labels)
    findings = [
        turned_round(ballots.labels),
        single_labels(ballots),
        rare_categories(ballots),
        one_user_categories(ballots),
        unused_categories(ballots),
        prevalence_paradox(summary),
        bias_paradox(summary),
        too_few_items(results, summary.n_items),
    ]
    return tuple(finding for finding in findings if finding is not None)


def turned_round(labels: Labels) -> Finding | None:
    """Many more annotators than items: the table may be transposed."""
    people, items = labels.n_annotators, labels.n_items
    if labels.annotators is None or people <= MANY or people <= 5 * items:
        return None
    return Finding(
        kind="orientation",
        matters=0.95,
        title=f"There are {people:,} annotators and only {many(items, 'item')}: the table may be transposed.",
        explanation=(
            "Coefficients compare annotators on items, and a transposed table gives numbers that look right and mean "
            "nothing. Data with five times as many annotators as items are rare, except in surveys."
        ),
        action=f"If rows are annotators, read the table with {option('transpose')}.",
        numbers={"annotators": people, "items": items},
    )


def single_labels(ballots: Ballots) -> Finding | None:
    """Items with one label only cannot show disagreement."""
    weights = ballots.labels.weights
    single = int(weights[ballots.number == 1].sum())
    empty = int(weights[ballots.number == 0].sum())
    total = int(weights.sum())
    if single == 0 and empty == 0:
        return None
    share = single / total
    explanation = (
        "Agreement is measured on the other items only, and holds for these only if they are of the same kind. "
        "Krippendorff's α leaves single labels out altogether, while Gwet's coefficients use them for chance agreement."
    )
    action = "Choose the items that are labelled twice at random, and say in the report how many there are."
    if single + empty == total:
        explanation = (
            "Agreement is measured on items that two annotators labelled, and there is none. Either nobody was asked "
            "twice, or the column taken for the item numbers the rows."
        )
        action = (
            f"Look whether another column names the items ({option('item_column')}); else have a sample labelled again."
        )
    have = "has" if single == 1 else "have"
    none = f", and {empty:,} {'has' if empty == 1 else 'have'} none" if empty else ""
    return Finding(
        kind="single labels",
        matters=min(0.7, 0.1 + 0.8 * share) if single else 0.1,
        title=f"{single:,} of {many(total, 'item')} ({share:.1%}) {have} a single label{none}.",
        explanation=explanation,
        action=action,
        numbers={"single": single, "without_label": empty, "items": total},
    )


def rare_categories(ballots: Ballots) -> Finding | None:
    """Categories used fewer than ten times."""
    if ballots.labels.level not in COUNTED or ballots.labels.categories.sets:
        return None
    used = _used(ballots)
    rare = [place for place in np.flatnonzero((used > 0) & (used < FEWEST_LABELS)).tolist() if used.sum() > 0]
    if not rare:
        return None
    texts = ballots.labels.categories.texts
    shown = ", ".join(f"'{texts[place]}' ({int(used[place])})" for place in rare[:6]) + (", …" if rare[6:] else "")
    number = "1 category is" if len(rare) == 1 else f"{len(rare)} categories are"
    return Finding(
        kind="rare categories",
        matters=0.35,
        title=f"{number} used fewer than {FEWEST_LABELS} times among {many(int(used.sum()), 'label')}: {shown}.",
        explanation=(
            "With so few cases agreement on these categories is unknown, and values by category are unstable. "
            "One changed label moves them visibly."
        ),
        action="Collect items of these categories on purpose, or merge them with the category they resemble.",
        numbers={"categories": {texts[place]: int(used[place]) for place in rare}, "labels": int(used.sum())},
    )


def one_user_categories(ballots: Ballots) -> Finding | None:
    """Categories that one annotator alone uses, often enough not to be a slip."""
    if not ballots.named or ballots.labels.level not in COUNTED or len(ballots.annotators) < 2:
        return None
    pair, times = np.unique(ballots.code.astype(np.int64) * len(ballots.annotators) + ballots.who, return_counts=True)
    code, who = np.divmod(pair, len(ballots.annotators))
    alone = np.bincount(code, minlength=len(ballots.labels.categories))[code] == 1
    active = len(np.unique(ballots.who)) > 1
    uses = [(int(code[k]), int(who[k]), int(times[k])) for k in np.flatnonzero(alone & (times > 1))] if active else []
    if not uses:
        return None
    texts = ballots.labels.categories.texts
    listed = [f"'{texts[code]}' by '{ballots.annotators[who]}' ({times})" for code, who, times in uses]
    number = "1 category is" if len(uses) == 1 else f"{len(uses)} categories are"
    return Finding(
        kind="categories of one annotator",
        matters=0.5,
        title=f"{number} used by one annotator only: {', '.join(listed[:6])}{', …' if listed[6:] else ''}.",
        explanation=(
            "Nobody can agree on a category that only one annotator uses. It may be spelled differently by the others, "
            "or be unknown to them."
        ),
        action="Check the spelling and the annotators' category lists; merge, or teach the category to all.",
        numbers={
            "categories": [
                {"category": texts[code], "annotator": ballots.annotators[who], "labels": times}
                for code, who, times in uses
            ]
        },
    )


def unused_categories(ballots: Ballots) -> Finding | None:
    """Declared categories that nobody used."""
    categories = ballots.labels.categories
    unused = [categories.texts[place] for place in np.flatnonzero(_used(ballots) == 0)] if categories.declared else []
    if not unused or len(unused) == len(categories):
        return None
    shown = ", ".join(f"'{text}'" for text in unused[:6]) + (", …" if unused[6:] else "")
    return Finding(
        kind="unused categories",
        matters=0.15,
        title=f"{len(unused)} of {len(categories)} declared categories are never used: {shown}.",
        explanation=(
            "Coefficients that count categories (S, AC1, Brennan & Prediger) expect less agreement by chance for each "
            "of them. π, κ and α do not change."
        ),
        action="Keep them if they were offered to the annotators; otherwise declare only those that were.",
        numbers={"unused": unused, "declared": len(categories)},
    )


def prevalence_paradox(summary: Summary) -> Finding | None:
    """High agreement, low κ: one category outweighs the rest (Feinstein & Cicchetti 1990)."""
    totals = summary.counts.pairable.totals()
    if summary.level not in COUNTED or totals.sum() == 0 or len(summary.categories) < 2:
        return None
    parts = _parts(summary, "fleiss")
    share = float(totals.max() / totals.sum())
    if parts is None or share < PREVALENT:
        return None
    value, observed, expected = parts
    if observed < HIGH_AGREEMENT or observed - value < LOWER:
        return None
    largest = summary.categories.texts[int(np.argmax(totals))]
    index = 2 * share - 1
    return Finding(
        kind="prevalence",
        matters=0.6,
        title=(
            f"Annotators agree on {observed:.1%} of the pairs of labels, yet κ is {value:.2f}: {share:.1%} of all "
            f"labels are '{largest}' (prevalence index {index:.2f})."
        ),
        explanation=(
            f"With this prevalence {expected:.1%} agreement is expected by chance, so that the few other labels decide "
            "the coefficient (the first paradox of Feinstein & Cicchetti 1990). Neither number is wrong: the first "
            f"tells about '{largest}', the second about telling the categories apart."
        ),
        action=(
            f"Report both, with the agreement of each category; view the data without '{largest}' or in another "
            "universe of items, and choose items with more of the rare categories."
        ),
        numbers={
            "observed_agreement": observed,
            "expected_agreement": expected,
            "kappa": value,
            "prevalence_index": index,
            "category": largest,
            "share": share,
        },
    )


def bias_paradox(summary: Summary) -> Finding | None:
    """Habits that differ raise κ above π: the second paradox of Feinstein & Cicchetti (1990)."""
    if summary.annotators is None or summary.rows is None or summary.level not in COUNTED:
        return None
    own, shared = _parts(summary, "multi_kappa"), _parts(summary, "fleiss")
    if own is None or shared is None or own[0] - shared[0] < HABITS:
        return None
    bias = shared[2] - own[2]
    return Finding(
        kind="bias",
        matters=0.4,
        title=(
            f"κ is {own[0]:.3f} where π is {shared[0]:.3f}: the annotators use the categories with different "
            "frequencies "
            f"(annotator bias {bias:.3f})."
        ),
        explanation=(
            "κ takes each annotator's own habits as given, so that annotators who differ in them are expected to agree "
            "less and are rewarded for it (the second paradox of Feinstein & Cicchetti 1990). π and α count the same "
            "difference as disagreement."
        ),
        action="Report π or α beside κ, and look at which annotator uses which category more often.",
        numbers={
            "kappa": own[0],
            "pi": shared[0],
            "observed_agreement": own[1],
            "annotator_bias": bias,
        },
    )


def too_few_items(results: Sequence[Result], items: int) -> Finding | None:
    """An interval wider than .2: how many items would make it .1 wide (the width goes with 1 / √n)."""
    wide = [
        result
        for result in results
        if result.defined and result.confidence is not None and result.high - result.low > WIDEST
    ]
    if not wide or items == 0:
        return None
    first = next(iter(headlines("labels", wide, family="kappa")), wide[0])
    width = first.high - first.low
    explanation, action, numbers = _items_needed(items, width)
    return Finding(
        kind="too few items",
        matters=min(0.8, 0.3 + width / 2),
        title=(
            f"With {many(items, 'item')} {first.name} is uncertain: {first.low:.2f} to {first.high:.2f} "
            f"({first.confidence:.0%} interval, {width:.2f} wide)."
        ),
        explanation=f"An interval this wide contains values that would be interpreted very differently. {explanation}",
        action=f"{action}, or report the interval and not the value alone.",
        numbers={"measure": first.measure, "width": width, "items": items, **numbers},
    )


def _items_needed(items: int, width: float) -> tuple[str, str, dict[str, object]]:
    """How many items would do: in a sentence, as an action, and in numbers; none from a handful of items."""
    reason = too_few(items)
    if reason is not None:
        return f"How many items would narrow it cannot be estimated: {reason}.", "Have more items labelled", {}
    exact = items * (width / WANTED) ** 2
    needed, (low, high) = _roughly(exact), (_roughly(end) for end in items_range(exact, items))
    explanation = (
        "Its width shrinks with the square root of the number of items: extrapolated from these "
        f"{many(items, 'item')}, about {needed:,} ({low:,} to {high:,}) of this kind would make it {WANTED} wide."
    )
    more = f"{needed - items:,} ({max(low - items, 0):,} to {high - items:,})"
    numbers: dict[str, object] = {"items_for_width_0.1": needed, "items_low": low, "items_high": high}
    return explanation, f"Have about {more} more items labelled", numbers


def _roughly(number: float) -> int:
    """Rounded up to two digits."""
    unit = int(10 ** max(0, len(str(math.ceil(number))) - 2))
    return math.ceil(number / unit) * unit


def _used(ballots: Ballots) -> Floats:
    """(categories,) labels of each category."""
    used = np.bincount(ballots.code, weights=ballots.weight, minlength=len(ballots.labels.categories))
    return used.astype(np.float64)


def _parts(summary: Summary, name: str) -> tuple[float, float, float] | None:
    """Value, observed and expected agreement of a coefficient; None where it is undefined."""
    (result,) = evaluate(summary, [Expression(name)], Options(confidence=None))
    if not result.defined or "observed" not in result.components:
        return None
    return result.value, result.components["observed"], result.components["expected"]
