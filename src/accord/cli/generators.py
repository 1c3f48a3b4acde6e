"""The two generators of Bregeon et al. 2019 for `accord degrade`: annotators made from many, or from none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from accord.annotations import Labels
from accord.results import Expression, UsageError, parse_expression

GENERATORS = {
    "simulated": "annotators who err where the real ones disagree: mean=None, amplitude=0, other='own', epsilon=0",
    "fictitious": "annotators around a made reference: items=300, categories=3, mean=30, sigma=0, unanimous=0",
}
_FICTITIOUS = {"items": 300, "categories": 3, "mean": 30.0, "sigma": 0.0, "unanimous": 0.0, "prevalence": None}


def generator_named(text: str) -> Expression | None:
    """The generator that a name such as "simulated(mean=40)" means, or None."""
    return None if text.partition("(")[0].strip() not in GENERATORS else parse_expression(text)


def generated(asked: Expression, data: Labels | None, annotators: int, seed: int) -> Labels:
    """The labels of so many annotators; `simulated` needs labels to start from."""
    options: dict[str, Any] = dict(asked.parameters)
    if asked.name == "simulated":
        from accord.degradations import simulated_annotators

        if data is None:
            raise UsageError("simulated annotators err where real ones disagree", "name a file of labels")
        known = ("mean", "amplitude", "other", "epsilon")
        _refuse_unknown(asked, known)
        return simulated_annotators(data, annotators, seed=seed, **options)
    from accord.degradations import fictitious_groups

    options = {"prevalence" if name == "weights" else name: value for name, value in options.items()}  # its old name
    _refuse_unknown(asked, (*_FICTITIOUS, "weights"))
    told = {**_FICTITIOUS, **options}
    items, categories, mean = told.pop("items"), told.pop("categories"), told.pop("mean")
    made = fictitious_groups(items, categories, annotators, mean, seed=seed, **told)[0]
    return made if made.items is not None else replace(made, items=[str(row + 1) for row in range(made.n_rows)])


def _refuse_unknown(asked: Expression, known: tuple[str, ...]) -> None:
    unknown = next((name for name in asked.parameters if name not in known), None)
    if unknown is not None:
        raise UsageError(f"{asked.name} has no option '{unknown}'", f"its options are {', '.join(known)}")
