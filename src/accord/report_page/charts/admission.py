"""People and models as figures: advantage, panel, the curve over ε, the reference, categories, errors in common."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.report_page.charts.dots import Dot, domain_of, dots, reach_of
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, ticks
from accord.report_page.charts.style import DASHES, MOST_ROWS, SOFT, WARM, names, percent, quoted, signed
from accord.report_page.charts.variation_lines import COLOURS
from accord.report_page.figure import Figure, Spec

if TYPE_CHECKING:
    from accord.admission.result import Admission, Candidate

LOOKS = {"admitted": "plain", "refused": "apart", "cannot tell": "empty"}
LEGEND = {"plain": "admitted", "apart": "refused", "empty": "cannot tell"}
MOST_LINES = 7
MOST_MIXED = 3  # models whose votes with few people are drawn: lines lie close
HEIGHT = 260


def advantage_figure(admission: Admission) -> Figure | None:
    """ρ of every model and of every person in its place."""
    rows = _rows(admission, lambda candidate: (candidate.rho, candidate.test.rho_low, candidate.test.rho_high), 2)
    if not rows:
        return None
    best = admission.models[admission.ranking[0]]
    people = [person.rho for person in admission.people.values() if person.rho == person.rho]
    sentence = f"{quoted(best.name)} is at least as close to the others as a person in {percent(best.rho)} of cases."
    if people:
        sentence += f" People in the same place have from {shown(min(people), 2)} to {shown(max(people), 2)}."
    sentence += " The colour is the verdict."
    spec = dots(rows, "Average advantage of models and people", domain_of(rows), title="ρ", zero=0.5, legend=LEGEND)
    return Figure("advantage", "Average advantage ρ", sentence, _numbers(rows, "ρ"), spec=spec)


def panel_figure(admission: Admission) -> Figure | None:
    """The difference to a person in the panel, beside the margin."""
    rows = _rows(
        admission,
        lambda candidate: (candidate.panel.difference, candidate.panel.low, candidate.panel.high),
        2,
        sign=True,
    )
    if not rows:
        return None
    margin = admission.settings.margin
    reach = max(0.1, math.ceil(max(reach_of(rows), margin) * 10) / 10)
    same = sum(bool(model.panel.equivalent) for model in admission.models.values())
    sentence = (
        f"Agreement with people, minus that of the person replaced; left of −{margin:g} is below the margin (the "
        f"broken line). {same} of {len(admission.models)} models are equivalent to a person within ±{margin:g}."
    )
    title = "← agrees less · difference to a person · agrees more →"
    spec = dots(
        rows, "Models and people in the panel", (-reach, reach), title=title, zero=-margin, number_format="+.1f",
        legend=LEGEND,
    )  # fmt: skip
    return Figure("panel", "In the panel", sentence, _numbers(rows, "difference"), spec=spec)


def _rows(admission: Admission, of: object, places: int, *, sign: bool = False) -> list[Dot]:
    """Models first, then people, each under its heading."""
    made = []
    people = sorted(admission.people, key=lambda name: -admission.people[name].rho)
    for name in [*admission.ranking, *people][:MOST_ROWS]:
        candidate = admission[name]
        value, low, high = of(candidate)  # type: ignore[operator]
        if value == value:
            text = signed(value, places) if sign else shown(value, places)
            group = "models" if name in admission.models else "people in the same place"
            made.append(Dot(name, value, low, high, text, look=LOOKS[candidate.verdict.word], group=group))
    return made


def _numbers(rows: Sequence[Dot], title: str) -> Table:
    cells = tuple((row.name, row.group, *(shown(v) for v in (row.value, row.low, row.high))) for row in rows)
    return Table(("annotator", "", title, "low", "high"), cells, "", frozenset({2, 3, 4}))


def curve_figure(admission: Admission) -> Figure | None:
    """ω over ε, a line for each model, the stated ε and one half."""
    drawn = [admission.models[name] for name in admission.ranking if admission.models[name].test.curve][:MOST_LINES]
    if not drawn:
        return None
    first = drawn[0]
    turn = first.test.turns_at
    stated = admission.settings.epsilon
    at = "at no ε" if turn != turn else f"from ε = {turn:.3f} on"
    sentence = f"{quoted(first.name)} passes {at}; at the stated ε = {stated:g} it has ω = {first.omega:.2f}."
    return Figure("curve", "ω over ε", sentence, None, spec=_curve_spec(drawn, admission.settings.epsilon))


def _curve_spec(drawn: Sequence[Candidate], epsilon: float) -> Spec:
    called = names([candidate.name for candidate in drawn])
    values = [
        {"epsilon": at, "omega": omega, "model": name}
        for name, candidate in zip(called, drawn, strict=True)
        for at, omega in candidate.test.curve
    ]
    x = quantity("epsilon", title="ε", scale=over(0, 0.3), axis=ticks(".2f", 7))
    y = quantity("omega", title="ω", scale=over(0, 1), axis=ticks(".1f", 6))
    legend = {"orient": "top", "columns": 2, "symbolType": "stroke", "symbolSize": 300, "title": None}
    colours = {"domain": called, "range": [COLOURS[n % len(COLOURS)] for n in range(len(called))]}
    dashes = {"domain": called, "range": [list(DASHES[n % len(DASHES)]) for n in range(len(called))]}
    lines = {
        "x": x,
        "y": y,
        "stroke": nominal("model", scale=colours, legend=legend),
        "strokeDash": nominal("model", scale=dashes, legend=legend),
    }
    layers = [
        layer("rule", {"y": quantity("half")}, [{"half": 0.5}], stroke=SOFT, strokeDash=[4, 3], aria=False),
        layer("rule", {"x": quantity("at")}, [{"at": min(epsilon, 0.3)}], stroke=WARM, strokeDash=[4, 3], aria=False),
        layer("line", lines, None, strokeWidth=2, interpolate="step-after"),
    ]
    return chart("The winning rate of models over ε", HEIGHT, values, layers)


def reference_figure(admission: Admission) -> Figure | None:
    """The share of the reference that changes when few people vote with models, beside the same people alone."""
    values: list[dict[str, object]] = []
    alone: dict[int, float] = {}
    for name in admission.ranking[:MOST_MIXED]:
        changed = admission.models[name].reference
        for mixture in changed.mixtures if changed is not None else ():
            values.append({"people": mixture.people, "share": mixture.changed, "who": f"with {names([name])[0]}"})
            alone.setdefault(mixture.people, mixture.without_models)
    values += [{"people": mix.people, "share": mix.changed, "who": "with all models"} for mix in admission.together]
    if not values or len(alone) < 2:
        return None
    values += [{"people": k, "share": share, "who": "people alone"} for k, share in alone.items()]
    k = max(alone)
    sentence = (
        f"{k} people alone change {percent(alone[k])} of the reference of all; the lower a line, the more of it they "
        f"keep. Models vote as they did; people are drawn from those of each item."
    )
    return Figure("mixtures", "Models and few people", sentence, None, spec=_mixture_spec(values, k))


def _mixture_spec(values: list[dict[str, object]], most_people: int) -> Spec:
    who = list(dict.fromkeys(str(value["who"]) for value in values))
    legend = {"orient": "top", "columns": 2, "symbolType": "stroke", "symbolSize": 300, "title": None}
    order = ["people alone", *(name for name in who if name != "people alone")]
    colours = {"domain": order, "range": [SOFT, *(COLOURS[n % len(COLOURS)] for n in range(len(order) - 1))]}
    dashes = {"domain": order, "range": [list(DASHES[n % len(DASHES)]) for n in range(len(order))]}
    end = math.ceil(max(float(str(value["share"])) for value in values) * 20) / 20
    axis = {"format": "d", "values": [*range(1, most_people + 1)]}
    line = {
        "x": quantity("people", title="people who vote", scale=over(1, most_people), axis=axis),
        "y": quantity("share", title="of the reference changes", scale=over(0, end), axis=ticks(".0%", 5)),
        "stroke": nominal("who", scale=colours, legend=legend),
        "strokeDash": nominal("who", scale=dashes, legend=legend),
    }
    return chart(
        "The share of the reference that votes of few people with models change", HEIGHT, values,
        [layer("line", line, None, strokeWidth=2)],
    )  # fmt: skip


def categories_figure(admission: Admission) -> Figure | None:
    """The categories that models use more or less often than people."""
    rows = [
        Dot(use.category, use.difference, use.low, use.high, signed(use.difference, 2), group=name,
            look="plain" if use.over_used else "apart")
        for name in admission.ranking
        for use in admission.models[name].categories
        if use.over_used or use.under_used
    ][:MOST_ROWS]  # fmt: skip
    if not rows:
        return None
    reach = math.ceil(reach_of(rows) * 10) / 10
    most = max(rows, key=lambda row: abs(row.value))
    per = "of its labels" if admission.kind == "labels" else "per document"
    sentence = (
        f"{quoted(most.group or admission.ranking[0])} uses {quoted(most.name)} {signed(most.value, 2)} {per} against "
        "people, the largest difference; only what is sure after correction is drawn."
    )
    spec = dots(
        rows, "Categories that models use more or less often than people", (-reach, reach), number_format="+.1f",
        title="← less often · than people · more often →", legend={"plain": "over-used", "apart": "under-used"},
    )  # fmt: skip
    return Figure("categories", "Categories", sentence, None, spec=spec)


def effective_figure(admission: Admission) -> Figure | None:
    """How many independent annotators groups are worth."""
    if admission.errors is None or not admission.errors.numbers:
        return None
    numbers = admission.errors.numbers
    rows = [Dot(f"{n.group} ({n.annotators})", n.value, n.low, n.high, shown(n.value, 1)) for n in numbers]
    most = max(n.annotators for n in numbers)
    last = numbers[-1]
    sentence = (
        f"{last.annotators} annotators ({last.group}) are worth {last.value:.1f} independent ones, as far as their "
        "errors go together more than independent errors of the same rates."
    )
    spec = dots(rows, "Effective numbers of annotators", (1, float(most)), zero=None, title="worth", number_format="d")
    return Figure("effective", "How many independent votes they are worth", sentence, None, spec=spec)


def admission_figures(admission: Admission) -> dict[str, tuple[Figure, ...]]:
    """By the table that they stand with; those with nothing to show are left out."""
    made = {
        "verdicts": (advantage_figure(admission), panel_figure(admission)),
        "curve": (curve_figure(admission),),
        "mixtures": (reference_figure(admission),),
        "effective": (effective_figure(admission),),
        "categories": (categories_figure(admission),),
    }
    return {key: kept for key, some in made.items() if (kept := tuple(figure for figure in some if figure is not None))}
