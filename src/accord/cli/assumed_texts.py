"""What `accord stability` prints without labels: what values of agreement promise, and which value a target takes."""

from __future__ import annotations

from typing import Any

from accord.annotations import Labels
from accord.cli.command_json import command_json
from accord.cli.streams import notes
from accord.results import SCHEMA


def items_text(
    labels: Labels, kappas: list[float], sizes: list[int], asked: dict[str, Any], output: str, quiet: bool
) -> str:
    """The items of the data, with as many errors as they have or as values of agreement leave."""
    from accord.reproducibility.empirical import EmpiricalPopulation, counts_of

    counts = counts_of(labels)
    if not kappas:
        kappa = EmpiricalPopulation.of(counts).as_measured(asked["coefficient"])
        note = (
            f"{asked['coefficient']} = {kappa:.3f} is computed from the labels of each item as they are; with few "
            "labels per item this is too high, and 'accord measure' reports less"
        )
        notes([note], quiet=quiet)
        kappas = [kappa]
    return kappa_text(kappas, sizes, counts.shape[1], asked, output, counts)


def kappa_text(
    kappas: list[float] | None,
    sizes: list[int],
    categories: int,
    asked: dict[str, Any],
    output: str,
    counts: object = None,
) -> str:
    """Every value with every number of annotators; without a value only which one a target takes."""
    from accord.renderings.stability_text import assumed_text
    from accord.reproducibility.assumed_agreement import USUAL_MODELS, assumed_agreement

    made = assumed_agreement(
        kappas,
        categories,
        sizes,
        models=[asked["model"]] if asked["model"] else USUAL_MODELS,
        coefficient=asked["coefficient"],
        target=asked["target"],
        parameters={
            name: asked[name] for name in ("unanimous", "phi", "prevalence", "errors") if asked[name] is not None
        },
        counts=counts,
    )
    if output == "json":
        return command_json({"schema": SCHEMA, **made.as_json()})
    return assumed_text(made, output=output)
