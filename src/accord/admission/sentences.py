"""The verdict in three sentences: as good as a person, what changes in the reference, where the model is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.results.wording import many, percent, signed

if TYPE_CHECKING:
    from accord.admission.result import Admission, Candidate

MOST_NAMED = 3


def sentences(admission: Admission, model: Candidate) -> tuple[str, str, str]:
    return as_good_as_a_person(admission, model), in_the_reference(admission, model), where_it_is_off(admission, model)


def as_good_as_a_person(admission: Admission, model: Candidate) -> str:
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
    name, value = admission.agreement
    judged = sum(person.test.items > 0 for person in admission.people.values())
    real = f"{admission.people_admitted} of {many(judged, 'person', 'people')} would be admitted by the same rule"
    if not judged:
        real = "whether people would be admitted cannot be tested without a third person"
    settles = f"; what would settle it: {'; '.join(model.verdict.settles)}" if model.verdict.settles else ""
    text = (
        f"{opening}: {tested}, and its agreement with people is {gap} beside a person's (margin {panel.margin:g}); "
        f"{real}, and the people's own {name} is {_plain(value)}{settles}."
    )
    return text[0].upper() + text[1:] if model.verdict.word == "cannot tell" else text


def in_the_reference(admission: Admission, model: Candidate) -> str:
    """What the vote of the people becomes with the model."""
    changed = model.reference
    if changed is None:
        return f"What {model.name} changes in the reference is not known."
    if admission.kind != "labels":
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


def where_it_is_off(admission: Admission, model: Candidate) -> str:
    """Categories that are used too often or too rarely, and items on which it stands alone."""
    parts = []
    for label, chosen in (
        ("over-uses", [use for use in model.categories if use.over_used]),
        ("under-uses", [use for use in model.categories if use.under_used]),
    ):
        if chosen:
            named = ", ".join(
                f"'{use.category}' ({_use(admission, use.model, use.people)})" for use in chosen[:MOST_NAMED]
            )
            parts.append(f"{label} {named}{', …' if len(chosen) > MOST_NAMED else ''}")
    used = " and ".join(parts) if parts else "uses no category clearly more or less often than people do"
    if admission.kind == "answers":
        used = "is compared by its answers as they are"
    if admission.kind == "labels":
        alone = f"alone against all people on {many(len(model.alone), 'item')}"
    else:
        unit = "item" if admission.kind == "answers" else "document"
        alone = f"farther from the people than any of them on {many(len(model.alone), unit)}"
    return f"{model.name} {used}, and it is {alone} of {model.test.items:,}."


def _use(admission: Admission, model: float, people: float) -> str:
    if admission.kind == "labels":
        return f"{percent(model)}, people {percent(people)}"
    return f"{model:.2f} per document, people {people:.2f}"


def _plain(value: float) -> str:
    return "undefined" if value != value else f"{value:.2f}".replace("-", "−")
