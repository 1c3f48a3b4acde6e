"""People and models kept apart: agreement of people with people, models with models, people with models."""

from __future__ import annotations

from dataclasses import dataclass

from accord.annotations import Annotations
from accord.comparison.group_results import AgreementOfGroups
from accord.comparison.grouping import agreement_of_groups, measure_of_pairs
from accord.evaluation import Options
from accord.results import Expression
from accord.results.json_numbers import json_fields
from accord.results.tabular import Columns, Tabular, columns_of
from accord.results.wording import many


@dataclass(frozen=True, eq=False)
class KindsApart(Tabular):
    """Three values side by side; `to_frame()` has a row for each."""

    measure: str
    people: tuple[str, ...]
    models: tuple[str, ...]
    agreement: tuple[AgreementOfGroups, ...]
    kind: str = "labels"

    def sentences(self) -> list[str]:
        """The values in words."""
        known = []
        for agreement in self.agreement:
            ends = "" if agreement.low != agreement.low else f" [{agreement.low:.3f}, {agreement.high:.3f}]"
            known += [f"{agreement.name} {agreement.value:.3f}{ends}"] if agreement.value == agreement.value else []
        counted = f"{many(len(self.people), 'person', 'people')} and {many(len(self.models), 'model')}"
        return [f"{counted}, kept apart: {', '.join(known) or 'nothing is defined'}."]

    def _columns(self) -> Columns:
        first = columns_of(self.agreement, of="name", annotators="people")
        return {**first, **columns_of(self.agreement, "measure", "value", "low", "high", "undefined")}

    def as_json(self) -> dict[str, object]:
        return json_fields(self, "measure", "people", "models", "agreement")


def kinds_apart(data: Annotations, measure: Expression | None, options: Options) -> KindsApart | None:
    """None where there are not people and models both. The data hold everybody; curators and gold standards do not
    count."""
    names = data.annotators or ()
    models = [name for name in names if data.roles.get(name) == "model"]
    people = [name for name in names if data.roles.get(name, "person") == "person"]
    if not models or not people:
        return None
    asked = measure_of_pairs(data, measure)
    agreements = agreement_of_groups(data, ("people", "models"), (people, models), asked, options)
    kept = tuple(
        agreement
        for agreement in agreements
        if len(agreement.of) > 1 or (len(people) if agreement.of == ("people",) else len(models)) > 1
    )
    return KindsApart(str(asked), tuple(people), tuple(models), kept, data.kind)
