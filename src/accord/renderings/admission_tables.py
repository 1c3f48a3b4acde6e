"""People and models as tables for people and programs: the verdicts, and what each of them rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from accord.renderings.numbers import digits, exactly
from accord.renderings.people import cut
from accord.renderings.tables import Table

if TYPE_CHECKING:
    from accord.admission.reference_change import Mixture, Share
    from accord.admission.result import Admission

MOST = 40  # rows of a long table for people
TEXT = 60


def verdicts_table(admission: Admission, *, exact: bool = False) -> Table:
    """Models from the best down, then people in the same place."""
    header: tuple[str, ...] = (
        "annotator", "role", "verdict", "ω", "ρ", "low", "high", "ties", "apart", "panel", "low", "high", "equivalent",
    )  # fmt: skip
    if exact:
        header = (
            "annotator", "role", "verdict", "omega", "rho", "rho_low", "rho_high", "ties", "ties_apart",
            "panel_difference", "panel_low", "panel_high", "equivalent", "smallest_margin", "turns_at", "same_verdict",
        )  # fmt: skip
    rows = []
    people = _people(admission, exact)
    for name in (*admission.ranking, *people):
        candidate = admission[name]
        test, panel = candidate.test, candidate.panel
        of_test = (test.omega, test.rho, test.rho_low, test.rho_high, test.ties, test.ties_apart)
        numbers = (*of_test, panel.difference, panel.low, panel.high)
        role = "model" if name in admission.models else "person"
        same = "" if panel.equivalent is None else "yes" if panel.equivalent else "no"
        more = tuple(exactly(value) for value in (panel.smallest_margin, test.turns_at, test.same_verdict) if exact)
        rows.append((name, role, candidate.verdict.word, *(digits(value, exact, 2) for value in numbers), same, *more))
    caption = (
        f"The alternative-annotator test at ε = {admission.settings.epsilon:g}, and the difference to a person in the "
        f"panel, beside a margin of {admission.settings.margin:g}. 'apart': ties between different annotations."
    )
    return Table(header, tuple(rows), caption + _left_out(admission, people), frozenset(range(3, 12)))


def _people(admission: Admission, exact: bool) -> list[str]:
    """From the largest ρ down, undefined ones last; for readers no more than fit."""
    rho = {name: person.rho for name, person in admission.people.items()}
    ordered = sorted(rho, key=lambda name: (rho[name] != rho[name], -rho[name], name))
    return ordered if exact else ordered[:MOST]


def _left_out(admission: Admission, shown: list[str]) -> str:
    return (
        "" if len(shown) == len(admission.people) else f" {len(shown)} of {len(admission.people):,} people are shown."
    )


def differences_table(admission: Admission, *, exact: bool = False) -> Table:
    """Every two models: which differences are none."""
    header = ("better", "than", "difference of ρ", "low", "high", "p (Holm)", "difference is")
    if exact:
        header = ("better", "than", "difference", "low", "high", "p_holm", "difference_is")
    rows = tuple(
        (
            gap.first, gap.second, *(digits(value, exact) for value in (gap.difference, gap.low, gap.high, gap.p)),
            "none" if gap.is_none else "sure",
        )
        for gap in admission.differences
    )  # fmt: skip
    return Table(header, rows, "Differences between models; 'none': it may be chance alone.", frozenset(range(2, 6)))


def duels_table(admission: Admission, *, exact: bool = False) -> Table:
    """Each model against each person."""
    header = ("model", "person", "items", "at least as close", "mean difference", "p", "holds", "remark")
    if exact:
        header = ("model", "person", "items", "advantage", "difference", "p", "beaten", "remark")
    rows = tuple(
        (
            name, duel.person, _count(duel.items, exact), digits(duel.advantage, exact), digits(duel.difference, exact),
            digits(duel.p, exact), "yes" if duel.beaten else "no", "fewer than 30 items" if duel.small else "",
        )
        for name in admission.ranking
        for duel in admission.models[name].test.people
    )  # fmt: skip
    caption = "The model against each person: how often it is at least as close to the other people."
    return Table(header, rows, caption, frozenset(range(2, 6)))


def curve_table(admission: Admission, *, exact: bool = False) -> Table:
    """ω over ε, one column per model, and the ε at which the verdict of the test turns."""
    names = [name for name in admission.ranking if admission.models[name].test.curve]
    epsilons = admission.models[names[0]].test.curve if names else ()
    rows = [
        (f"{at:.2f}", *(digits(admission.models[name].test.curve[place][1], exact, 2) for name in names))
        for place, (at, _) in enumerate(epsilons)
    ]
    if names and not exact:
        rows.append(("turns at", *(digits(admission.models[name].test.turns_at, exact) for name in names)))
        rows.append(("same verdict", *(_share(admission.models[name].test.same_verdict, exact) for name in names)))
    caption = (
        "ω for every ε; the test is passed where it is one half or more. 'same verdict': in how many resamples of the "
        "items it is on the same side at the stated ε."
    )
    return Table(("epsilon" if exact else "ε", *names), tuple(rows), caption, frozenset(range(1, len(names) + 1)))


def reference_table(admission: Admission, *, exact: bool = False) -> Table:
    """What each model changes in the reference."""
    header = (
        "annotator", "in place of one", "low", "high", "another person", "nobody", "beside all", "low", "high", "items",
    )  # fmt: skip
    if exact:
        header = (
            "annotator", "replaced", "replaced_low", "replaced_high", "replaced_by_person", "left_out", "added",
            "added_low", "added_high", "items",
        )  # fmt: skip
    rows = []
    people = _people(admission, exact)
    for name in (*admission.ranking, *people):
        changed = admission[name].reference
        if changed is not None:
            shares = (changed.replaced, changed.added)
            numbers = (*_ends(shares[0]), changed.replaced_by_person, changed.left_out, *_ends(shares[1]))
            rows.append((name, *(_share(value, exact) for value in numbers), _count(changed.items, exact)))
    caption = (
        "The share of the people's reference that changes when the annotator, another person or nobody stands in for "
        "one of them, and when the annotator is heard beside all; ties count by chance."
    )
    return Table(header, tuple(rows), caption + _left_out(admission, people), frozenset(range(1, 10)))


def _count(number: int, exact: bool) -> str:
    return str(number) if exact else f"{number:,}"


def _ends(share: Share) -> tuple[float, float, float]:
    return share.value, share.low, share.high


def _share(value: float, exact: bool) -> str:
    return exactly(value) if exact else "–" if value != value else f"{value:.1%}"


def mixtures_table(admission: Admission, *, exact: bool = False) -> Table:
    """Votes of few people with models."""
    header = ("models", "people", "changed", "changed without models", "items")
    if exact:
        header = ("models", "people", "changed", "changed_without_models", "items")
    rows = [
        (
            name,
            f"{mixture.people}",
            _share(mixture.changed, exact),
            _share(mixture.without_models, exact),
            _count(mixture.items, exact),
        )
        for name, mixtures in _mixtures(admission)
        for mixture in mixtures
    ]
    caption = "The share of the reference that changes when so many people, drawn at random, vote with the models."
    return Table(header, tuple(rows), caption, frozenset({1, 2, 3, 4}))


def _mixtures(admission: Admission) -> Iterable[tuple[str, tuple[Mixture, ...]]]:
    for name in admission.ranking:
        changed = admission.models[name].reference
        if changed is not None:
            yield name, changed.mixtures
    if admission.together:
        yield "all models", admission.together


def effective_table(admission: Admission, *, exact: bool = False) -> Table:
    """How many independent annotators they are worth."""
    header = ("group", "annotators", "mean correlation", "effective number", "low", "high", "dimensions")
    if exact:
        header = ("group", "annotators", "mean_correlation", "effective_number", "low", "high", "dimensions")
    rows = tuple(
        (
            size.group, f"{size.annotators}",
            *(digits(v, exact, 2) for v in (size.mean_correlation, size.value, size.low, size.high, size.dimensions)),
        )
        for size in (admission.errors.numbers if admission.errors is not None else ())
    )  # fmt: skip
    caption = "Errors that go together: n annotators whose errors correlate are worth fewer votes."
    return Table(header, rows, caption, frozenset(range(1, 7)))


def error_pairs_table(admission: Admission, *, exact: bool = False) -> Table:
    """The pairs whose errors go together most."""
    header = ("annotator", "other", "items", "φ", "of independent errors", "correlation")
    if exact:
        header = ("annotator", "other", "items", "phi", "expected", "correlation")
    pairs = admission.errors.pairs if admission.errors is not None else ()
    rows = tuple(
        (
            pair.one,
            pair.other,
            _count(pair.items, exact),
            *(digits(v, exact, 2) for v in (pair.phi, pair.expected, pair.correlation)),
        )
        for pair in (pairs if exact else pairs[:15])
    )  # fmt: skip
    return Table(header, rows, "The pairs whose errors go together most.", frozenset(range(2, 6)))


def categories_table(admission: Admission, *, exact: bool = False) -> Table:
    """What models use more or less often than people; for people only what is sure."""
    header = ("model", "category", "model uses", "people use", "difference", "low", "high", "p (Holm)")
    if exact:
        header = ("model", "category", "model_uses", "people_use", "difference", "low", "high", "p_holm")
    rows = tuple(
        (
            name, usage.category,
            *(digits(v, exact) for v in (usage.model, usage.people, usage.difference, usage.low, usage.high, usage.p)),
        )
        for name in admission.ranking
        for usage in admission.models[name].categories
        if exact or usage.over_used or usage.under_used
    )  # fmt: skip
    per = "per label" if admission.kind == "labels" else "per document"
    return Table(header, rows, f"Categories used more or less often than by people ({per}).", frozenset(range(2, 8)))


def alone_table(admission: Admission, *, exact: bool = False) -> Table:
    """Items on which a model stands alone."""
    labels = admission.kind == "labels"
    header = ("model", "item", "it says", "people say", "people")
    if not labels:
        header = ("model", "item", "its closeness", "people's", "people")
    if exact:
        what = "label" if labels else "closeness"
        header = ("model", "item", f"model_{what}", f"people_{what}", "people")
    rows = [
        (name, case.item if exact else cut(case.item, TEXT), case.model, case.people, f"{case.number}")
        for name in admission.ranking
        for case in admission.models[name].alone
    ]
    shown = rows if exact else rows[:MOST]
    more = "" if len(shown) == len(rows) else f" {len(shown)} of {len(rows):,} are shown."
    caption = "All people agree and the model differs." if labels else "Farther from the people than any of them."
    return Table(header, tuple(shown), caption + more, frozenset({4}))


def steadiness_table(admission: Admission, *, exact: bool = False) -> Table:
    """What models say when asked again."""
    header = (
        "model", "items", "runs", "same label", "all runs agree", "variation from people", "a person's",
        "cross-entropy (bits)",
    )  # fmt: skip
    if exact:
        header = (
            "model", "items", "runs", "same", "unanimous", "variation", "variation_of_person", "cross_entropy",
        )  # fmt: skip
    rows = []
    for name in admission.ranking:
        steadiness = admission.models[name].steadiness
        if steadiness is not None:
            numbers = (
                steadiness.runs,
                steadiness.same,
                steadiness.unanimous,
                steadiness.variation,
                steadiness.variation_of_person,
                steadiness.cross_entropy,
            )
            rows.append((name, _count(steadiness.items, exact), *(digits(value, exact) for value in numbers)))
    caption = "Repeated runs; agreement uses the first. Variation: total variation from the people's distribution."
    return Table(header, tuple(rows), caption, frozenset(range(1, 8)))


SHOWN: dict[str, tuple[str, Callable[..., Table]]] = {
    "verdicts": ("Verdicts", verdicts_table),
    "differences": ("Which model is better?", differences_table),
    "duels": ("Against each person", duels_table),
    "curve": ("Over ε", curve_table),
    "reference": ("In the reference", reference_table),
    "mixtures": ("Models and few people", mixtures_table),
    "effective": ("How many independent votes they are worth", effective_table),
    "errors": ("Errors that go together", error_pairs_table),
    "categories": ("Categories", categories_table),
    "alone": ("Where the model disagrees with everybody", alone_table),
    "steadiness": ("Repeated runs", steadiness_table),
}
BRIEF = ("verdicts", "differences", "reference", "effective", "categories", "steadiness")
"""What the terminal shows where nothing is asked for."""


def admission_tables(admission: Admission, chosen: Iterable[str] = tuple(SHOWN)) -> list[tuple[str, Table]]:
    """The tables with something to say, each with its heading."""
    made = [(SHOWN[key][0], SHOWN[key][1](admission)) for key in chosen]
    return [(heading, table) for heading, table in made if table.rows]
