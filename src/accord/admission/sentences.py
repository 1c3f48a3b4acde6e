"""The verdict in three sentences: as good as a person, what changes in the reference, where the model is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.results.wording import many, percent, signed

if TYPE_CHECKING:
    from accord.admission.result import Admission, Candidate

MOST_NAMED = 3


def sentences(found: Admission, model: Candidate) -> tuple[str, str, str]:
    return as_good_as_a_person(found, model), in_the_reference(found, model), where_it_is_off(found, model)


def as_good_as_a_person(found: Admission, model: Candidate) -> str:
    """The verdict with ω, ρ and the panel, and whether real people would pass."""
    test, panel = model.test, model.panel
    opening = {
        "admitted": f"{model.name} is admitted",
        "refused": f"{model.name} is refused",
        "cannot tell": f"the data do not decide whether {model.name} may be admitted",
    }[model.verdict.word]
    rho = f"ρ = {test.rho:.2f} [{test.rho_low:.2f}, {test.rho_high:.2f}]"
    if test.passes is None:
        tested = f"too few items for ω, so that the panel alone decides ({rho})"
    else:
        people = many(len(test.people), "person", "people")
        tested = f"it holds against {test.winning} of {people} at ε = {test.epsilon:g} (ω = {test.omega:.2f}, {rho})"
    gap = f"{signed(panel.difference)} [{signed(panel.low)}, {signed(panel.high)}]"
    name, value = found.agreement
    judged = sum(one.test.items > 0 for one in found.people.values())
    real = f"{found.people_admitted} of {many(judged, 'person', 'people')} would be admitted by the same rule"
    if not judged:
        real = "whether people would be admitted cannot be tested without a third person"
    settles = f"; what would settle it: {'; '.join(model.verdict.settles)}" if model.verdict.settles else ""
    text = (
        f"{opening}: {tested}, and its agreement with people is {gap} beside a person's (margin {panel.margin:g}); "
        f"{real}, and the people's own {name} is {_plain(value)}{settles}."
    )
    return text[0].upper() + text[1:] if model.verdict.word == "cannot tell" else text


def in_the_reference(found: Admission, model: Candidate) -> str:
    """What the vote of the people becomes with the model."""
    changed = model.reference
    if changed is None:
        return f"What {model.name} changes in the reference is not known."
    if found.kind != "labels":
        group = "" if changed.people is None else f" of {changed.people} people"
        return (
            f"In the place of one person {model.name} changes {percent(changed.replaced.value)} of the reference{group}"
            f" (leaving the person out changes {percent(changed.left_out)}), and beside all of them "
            f"{percent(changed.added.value)}."
        )
    return (
        f"In the place of one person {model.name} changes {percent(changed.replaced.value)} of the reference "
        f"(the {changed.rule}; another person in that place changes {percent(changed.replaced_by_person)}), and beside "
        f"all of them {percent(changed.added.value)}."
    )


def where_it_is_off(found: Admission, model: Candidate) -> str:
    """Categories that are used too often or too rarely, and items on which it stands alone."""
    parts = []
    for label, chosen in (
        ("over-uses", [one for one in model.categories if one.over_used]),
        ("under-uses", [one for one in model.categories if one.under_used]),
    ):
        if chosen:
            named = ", ".join(f"'{one.category}' ({_use(found, one.model, one.people)})" for one in chosen[:MOST_NAMED])
            parts.append(f"{label} {named}{', …' if len(chosen) > MOST_NAMED else ''}")
    used = " and ".join(parts) if parts else "uses no category clearly more or less often than people do"
    if found.kind == "answers":
        used = "is compared by its answers as they are"
    if found.kind == "labels":
        alone = f"alone against all people on {many(len(model.alone), 'item')}"
    else:
        unit = "item" if found.kind == "answers" else "document"
        alone = f"farther from the people than any of them on {many(len(model.alone), unit)}"
    return f"{model.name} {used}, and it is {alone} of {model.test.items:,}."


def _use(found: Admission, model: float, people: float) -> str:
    if found.kind == "labels":
        return f"{percent(model)}, people {percent(people)}"
    return f"{model:.2f} per document, people {people:.2f}"


def _plain(value: float) -> str:
    return "undefined" if value != value else f"{value:.2f}".replace("-", "−")
