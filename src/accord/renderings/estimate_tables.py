"""Estimates from many labels of a model and few of people, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.renderings.numbers import digits
from accord.renderings.tabled import Tabled, TabledPart
from accord.renderings.tables import Table
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.comparison.estimated import Estimates

METHODS = (
    "Prediction-powered inference with a tuned weight of the model's labels (PPI++; Angelopoulos, Duchi & Zrnic 2023); "
    "where counts are small, two imagined items, half of one for each combination of people and model (after Agresti & "
    "Coull 1998); for two categories beside it Rogan & Gladen (1978) with the interval of Lang & Reiczigel (2014)."
)


def estimates_tabled(estimates: Estimates, title: str) -> Tabled:
    """Sentences and tables for people."""
    models = many(len(estimates.models), "model")
    facts = f"{estimates.what} from {models} and {many(len(estimates.people), 'person', 'people')}"
    parts = [
        TabledPart(
            "estimates", f"{estimates.what.capitalize()}, three ways", lambda exact: estimates_table(estimates, exact)
        )
    ]
    if any(estimate.rogan_gladen == estimate.rogan_gladen for made in estimates for estimate in made.estimates):
        heading = "From the model's errors (Rogan & Gladen)"
        parts.append(TabledPart("rogan-gladen", heading, lambda exact: rogan_gladen_table(estimates, exact)))
    return Tabled(title, facts, tuple(estimates.sentences()), tuple(parts), METHODS, estimates.read_as)


def estimates_table(estimates: Estimates, exact: bool = False) -> Table:
    """People alone, model alone, corrected."""
    named = exact or len(estimates.models) > 1
    level = f"{estimates.confidence:.0%} "
    header = [*(["model"] if named else []), "mean" if estimates.what == "means" else "category"]
    header += ["people", f"{level}low", f"{level}high", "model alone", "corrected", f"{level}low", f"{level}high"]
    if exact:
        header = ["model", "of", "people", "people_low", "people_high", "model_alone", "corrected", "low", "high"]
        header += ["standard_error", "interval", "normal_low", "normal_high", "worth", "n", "N", "lambda", "alike_p"]
    else:
        header += ["worth (labels)"]
    rows = []
    for made in estimates:
        for estimate in made.estimates:
            numbers = (
                estimate.people,
                estimate.people_low,
                estimate.people_high,
                estimate.model,
                estimate.corrected,
                estimate.low,
                estimate.high,
            )
            row = [*([made.model] if named else []), estimate.of, *(digits(number, exact) for number in numbers)]
            if exact:
                row += [digits(estimate.standard_error, True), estimate.interval]
                row += [digits(number, True) for number in (estimate.normal_low, estimate.normal_high, estimate.worth)]
                row += [str(made.labelled), str(made.rest), digits(made.tuning, True), digits(made.alike_p, True)]
            else:
                row.append("–" if estimate.interval == "imagined items" else digits(estimate.worth, False, 0))
            rows.append(tuple(row))
    caption = (
        "People alone: unbiased, with a wide interval. The model alone: a narrow interval, with the model's "
        "bias. Corrected: both. "
        "The last column is how many more labels of people the model is worth, where there are enough to tell."
    )
    first = 2 if named else 1
    numeric = frozenset(place for place in range(first, len(header)) if header[place] != "interval")
    return Table(tuple(header), tuple(rows), "" if exact else caption, numeric)


def rogan_gladen_table(estimates: Estimates, exact: bool = False) -> Table:
    """The second line for two categories."""
    level = f"{estimates.confidence:.0%} "
    names = ("rogan_gladen", "rogan_gladen_low", "rogan_gladen_high")
    rows = tuple(
        (made.model, estimate.of, *(digits(getattr(estimate, name), exact) for name in names))
        for made in estimates
        for estimate in made.estimates
    )
    caption = "The share that the model's sensitivity and specificity on the people's items imply for the others."
    header = ("model", "category", "share", f"{level}low", f"{level}high")
    return Table(header, rows, caption, frozenset({2, 3, 4}))
