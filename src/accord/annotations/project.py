"""A project: everything that was asked about the same items, each question with its annotations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from accord.annotations.among import Annotations
from accord.annotations.annotated import ShownAsText, WithOrigin
from accord.annotations.campaign import Campaign
from accord.annotations.labels import Labels
from accord.annotations.relations import Relations
from accord.annotations.roles import Role
from accord.annotations.spans import Spans
from accord.results import DataError, UsageError
from accord.results.arrays import Ints
from accord.results.foreign_text import visible
from accord.results.wording import many


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Project(WithOrigin, ShownAsText, Mapping[str, Annotations]):
    """The questions of a project by their names: `project["sentiment"]` is what `accord.read` gives of that field.

    Items (or documents) and annotators are the same in all fields when their names are.

    Examples
    --------
    >>> import accord, polars
    >>> answers = {"item": [1, 1, 2, 2], "annotator": ["Ann", "Bob"] * 2, "tone": list("aabb"), "topic": list("xyxx")}
    >>> asked = accord.project(polars.DataFrame(answers), label_columns=["tone", "topic"])
    >>> list(asked), f"{accord.alpha(asked['tone'], confidence=None):.2f}"
    (['tone', 'topic'], '1.00')
    """

    fields: Mapping[str, Annotations]
    unanswered: tuple[str, ...] = ()
    """Fields that are there and that nobody answered."""
    refused: Mapping[str, DataError] = field(default_factory=dict)
    """Fields that cannot be read, and why."""
    people: tuple[str, ...] = ()
    """Everybody who is named in the data, whatever they are, also those without any item."""
    idle: tuple[str, ...] = ()
    """Those of them who annotated nothing: they were asked about nothing, or cancelled all of it."""
    cancelled: int = 0
    """Assignments that were skipped or cancelled."""
    meant: str | None = None
    """The field that is meant where the format knows that the others only serve it."""
    whole: Campaign | None = field(default=None, repr=False)
    """The export that it was read from, with everybody in it."""
    everybody: Mapping[str, Role] = field(default_factory=dict)
    """Who of them is no person: models, curators, the gold standard; set aside in measures of people."""

    def __getitem__(self, name: str) -> Annotations:
        if name in self.fields:
            return self.fields[name]
        raise UsageError(f"the project has no field '{name}'", f"its fields are {', '.join(map(repr, self.fields))}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    def __repr__(self) -> str:
        shown = ", ".join(f"{visible(name)!r} ({data.kind})" for name, data in self.fields.items())
        items, people = len(self.documents), len(self.annotators)
        return f"Project({many(items, 'item')}, {many(people, 'annotator')}: {shown})"

    @property
    def documents(self) -> tuple[str, ...]:
        """The items or documents of all fields, in the order of the first field that has them."""
        return tuple(dict.fromkeys(name for data in self.fields.values() for name in items_of(data)))

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who is measured in some field."""
        return tuple(dict.fromkeys(name for data in self.fields.values() for name in data.annotators or ()))

    @property
    def models(self) -> tuple[str, ...]:
        """The annotators that are models."""
        return tuple(name for name in self.people if self.everybody.get(name) == "model")

    @property
    def campaign(self) -> Campaign:
        """Documents, who was asked what, and a layer for each field: the export, or what the tables make together."""
        if self.whole is not None:
            return self.whole
        from accord.annotations.as_campaign import campaign_of

        parts = {name: campaign_of(data) for name, data in self.fields.items()}
        layers = tuple(replace(part.layers[-1], name=name) for name, part in parts.items())
        return Campaign(
            documents=self.documents,
            annotators=self.annotators,
            assigned=tuple(dict.fromkeys(pair for part in parts.values() for pair in part.assigned)),
            layers=layers,
            texts={name: text for part in parts.values() for name, text in part.texts.items()},
            roles={name: role for name, role in self.everybody.items() if name in self.annotators},
            read_as=self.read_as,
            diagnostics=self.diagnostics,
            source=self.source,
        )

    @property
    def is_single(self) -> bool:
        """Whether it has one field, and none that nobody answered or that cannot be read."""
        return len(self.fields) == 1 and not self.unanswered and not self.refused


def items_of(data: Annotations) -> Iterable[str]:
    """The names of the items or documents; items without names have their numbers."""
    if isinstance(data, Spans | Relations):
        return data.documents
    if isinstance(data, Labels) and data.items is None:
        return [str(place + 1) for place in range(data.n_rows)]
    return data.items or ()


def asked_of(data: Annotations) -> tuple[Ints, Ints]:
    """(pairs,) the item or document and the annotator of whoever was asked, by their places in the data."""
    if isinstance(data, Labels):
        if data.who is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        return np.repeat(np.arange(data.n_rows), data.sizes).astype(np.int64), data.who.astype(np.int64)
    where, who = np.nonzero(data.assigned)
    return where.astype(np.int64), who.astype(np.int64)


def busy_in(data: Annotations) -> set[str]:
    """Who was asked about some item or document."""
    _, who = asked_of(data)
    return {(data.annotators or ())[place] for place in np.unique(who).tolist()}
