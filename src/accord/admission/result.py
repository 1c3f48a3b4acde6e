"""What was found about each model, and about each person in its place: records that every output renders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from accord.admission.alternative_annotator import AlternativeTest
from accord.admission.category_use import AloneOn, CategoryUse
from accord.admission.certificate import Certificate, CertifiedRule, Check, certify
from accord.admission.panel import PanelComparison
from accord.admission.ranking import ModelDifference, differences, ranked
from accord.admission.reference_change import Mixture, ReferenceChange
from accord.admission.repeated_runs import RunSteadiness
from accord.admission.shared_errors import SharedErrors
from accord.admission.verdict import Verdict
from accord.results import SCHEMA, Diagnostics, ReadAs
from accord.results.foreign_text import html_text, visible
from accord.results.json_numbers import json_fields, json_number, json_record, json_value
from accord.results.presenting import presented
from accord.results.tabular import Columns, Tabular
from accord.results.wording import many


@dataclass(frozen=True)
class Settings(CertifiedRule):
    """What the decision rests on, besides the data."""

    replicates: int
    seed: int


@dataclass(frozen=True, eq=False)
class Candidate:
    """A model, or a person in its place: all readings of "as good as a person", and what they decide."""

    name: str
    test: AlternativeTest
    panel: PanelComparison
    verdict: Verdict
    reference: ReferenceChange | None
    categories: tuple[CategoryUse, ...] = ()
    alone: tuple[AloneOn, ...] = ()
    steadiness: RunSteadiness | None = None

    @property
    def omega(self) -> float:
        return self.test.omega

    @property
    def rho(self) -> float:
        return self.test.rho

    def as_json(self) -> dict[str, object]:
        test = self.test
        return {
            "verdict": self.verdict.word,
            **json_fields(test, "omega", "rho", "rho_low", "rho_high", "epsilon", "passes", "same_verdict", "turns_at"),
            "curve": [list(point) for point in test.curve],
            **json_fields(test, "ties", "ties_apart", "items"),
            "people": {
                person.person: {key: value for key, value in json_record(person).items() if key != "person"}
                for person in test.people
            },
            "people_left_out": test.too_few,
            **json_fields(self, "panel", panel_alone="verdict.panel_alone", settles="verdict.settles"),
            "reference": json_value(self.reference),
        }

    def details(self) -> dict[str, object]:
        """What is said of models only."""
        return {
            "categories": [
                {**json_record(use), "over_used": use.over_used, "under_used": use.under_used}
                for use in self.categories
            ],
            **json_fields(self, "alone", "steadiness"),
        }


@dataclass(frozen=True, eq=False)
class Admission(Tabular):
    """May these models annotate the rest: a verdict for each, and what it rests on.

    Examples
    --------
    >>> import accord
    >>> rows = [["a", "a", "a", "a"], ["b", "b", "b", "a"], ["a", "b", "a", "b"]] * 20
    >>> found = accord.admit(rows, annotators=["Ann", "Bob", "Cem", "gpt-4o"], models="gpt-4o", replicates=200)
    >>> found["gpt-4o"].verdict.word
    'refused'
    """

    kind: str
    level: str | None
    items: int
    sha256: str
    settings: Settings
    models: Mapping[str, Candidate]
    people: Mapping[str, Candidate]
    agreement: tuple[str, float]
    """The people's own agreement: what it is called, and its value."""
    errors: SharedErrors | None
    together: tuple[Mixture, ...] = ()
    """All models with few people: how much of the reference they change."""
    diagnostics: Diagnostics = ()
    read_as: ReadAs = ()
    prompt: str | None = None
    """The SHA-256 of the model's prompt, where it was given."""
    check: Check | None = field(default=None)
    """Whether a certificate still holds, where one was to be checked."""

    def __getitem__(self, name: str) -> Candidate:
        """A model, or a person, by name."""
        return self.models[name] if name in self.models else self.people[name]

    @property
    def admitted(self) -> bool:
        """Whether every model is."""
        return all(model.verdict.admitted for model in self.models.values())

    @property
    def people_admitted(self) -> int:
        """How many real people would be, by the same rule."""
        return sum(person.verdict.admitted for person in self.people.values())

    @property
    def people_passing(self) -> int:
        """How many real people pass the alternative-annotator test."""
        return sum(bool(person.test.passes) for person in self.people.values())

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The models, from the largest ρ down."""
        return ranked({name: model.rho for name, model in self.models.items()})

    @cached_property
    def differences(self) -> tuple[ModelDifference, ...]:
        """Every two models, with their intervals: which differences are none."""
        rho = {name: model.rho for name, model in self.models.items()}
        drawn = {name: model.test.replicates for name, model in self.models.items()}
        units = {name: model.test.units for name, model in self.models.items()}
        return differences(rho, drawn, units, self.settings.confidence)

    def sentences(self, model: str) -> tuple[str, str, str]:
        """The verdict on a model in three sentences: as good as a person, what it changes, where it is off."""
        from accord.admission.sentences import sentences

        return sentences(self, self.models[model])

    def certificate(self, model: str | None = None, *, date: str | None = None) -> Certificate:
        """What was decided about a model, by which rule; `.write(path)` puts it into a file."""
        return certify(self, model, date)

    @property
    def charts(self) -> Any:
        """The figures of the page, each to be drawn alone: `found.charts["curve"]`."""
        return presented("charts of an admission", self)

    def to_html(self, path: Any, *, force: bool = False) -> None:
        """Write the page: one file that loads nothing from anywhere."""
        presented("page of an admission", self, path, force=force)

    def _columns(self) -> Columns:
        names = (*self.ranking, *self.people)
        candidates = [self[name] for name in names]
        return {
            "annotator": list(names),
            "role": ["model" if name in self.models else "person" for name in names],
            "verdict": [candidate.verdict.word for candidate in candidates],
            **{
                key: [getattr(candidate.test, key) for candidate in candidates]
                for key in ("omega", "rho", "rho_low", "rho_high", "epsilon", "ties", "ties_apart", "items")
            },
            **{
                f"panel_{key}": [getattr(candidate.panel, key) for candidate in candidates]
                for key in ("difference", "low", "high", "equivalent", "smallest_margin")
            },
        }

    def as_json(self) -> dict[str, object]:
        """Everything, under the names of the command line's JSON."""
        made: dict[str, object] = {
            "schema": SCHEMA,
            "read_as": json_value(self.read_as),
            "data": json_fields(self, "kind", "level", "items", "sha256"),
            "settings": json_value(self.settings),
            "agreement": {"measure": self.agreement[0], "value": json_number(self.agreement[1])},
            "models": {
                name: {**model.as_json(), "sentences": list(self.sentences(name)), **model.details()}
                for name, model in self.models.items()
            },
            **json_fields(self, "people", "people_admitted", "people_passing", "ranking"),
            "differences": [{**json_record(difference), "none": difference.is_none} for difference in self.differences],
            **json_fields(self, "errors", mixtures="together"),
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }
        return made if self.check is None else {**made, "certificate": self.check.as_json()}

    def __str__(self) -> str:
        return "\n".join(visible(line) for name in self.models for line in self.sentences(name))

    def __repr__(self) -> str:
        words = ", ".join(f"{name}: {model.verdict.word}" for name, model in self.models.items())
        return visible(f"Admission({many(self.items, 'item')}, {many(len(self.people), 'person', 'people')}; {words})")

    def _repr_html_(self) -> str:
        paragraphs = "".join(f"<p>{html_text(line)}</p>" for name in self.models for line in self.sentences(name))
        return paragraphs + super()._repr_html_()
