"""What a comparison of groups of people found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from accord.results import SCHEMA, Diagnostics
from accord.results.json_numbers import JsonRecord, json_fields
from accord.results.presenting import presented
from accord.results.tabular import Columns
from accord.results.told_tables import ToldTable
from accord.results.wording import many, percent


@dataclass(frozen=True)
class AgreementOfGroups(JsonRecord):
    """Agreement in a group, or between two."""

    of: tuple[str, ...]
    people: int
    value: float
    low: float
    high: float
    measure: str
    normalised: float = float("nan")
    """Between two groups: xRR over the square root of the product of what both reach among themselves."""
    undefined: str | None = None

    @property
    def name(self) -> str:
        return " with ".join(self.of)


@dataclass(frozen=True)
class DividedItem(JsonRecord):
    """An item that two groups label differently."""

    item: str
    groups: tuple[str, str]
    distance: float
    """Total variation between the two distributions: 0 the same, 1 nothing in common."""
    said: tuple[str, str]
    """The most frequent labels of both, with their shares."""


@dataclass(frozen=True)
class GroupReferences(JsonRecord):
    """How often the references of two groups differ."""

    groups: tuple[str, str]
    items: int
    differ: int
    share: float
    of_any: float
    """The share that differs between groups of the same sizes drawn from these people; nan where none were drawn."""


@dataclass(frozen=True, eq=False)
class AttributeGroups(JsonRecord):
    """The groups that one attribute makes."""

    attribute: str
    groups: tuple[str, ...]
    sizes: tuple[int, ...]
    small: int
    """People in groups that are too small to be named."""
    unknown: int
    """People of whom the attribute is not known."""
    agreement: tuple[AgreementOfGroups, ...] = ()
    """In each group, then between every two."""
    difference: float = float("nan")
    """Mean closeness in groups minus that across them."""
    p: float = float("nan")
    p_holm: float = float("nan")
    smallest_p: float = float("nan")
    exact: bool = False
    items: tuple[DividedItem, ...] = ()
    references: tuple[GroupReferences, ...] = ()
    restricted: str | None = None
    """Why the groups are not compared."""

    def sentences(self) -> list[str]:
        if self.restricted is not None:
            return [f"{self.attribute}: {self.restricted}"]
        sizes = ", ".join(f"{name} ({size})" for name, size in zip(self.groups, self.sizes, strict=True))
        made = [f"{self.attribute}: {sizes}."]
        if self.p == self.p:
            differs = self.p_holm < 0.05
            verdict = "People agree more within their groups" if differs else "No difference between groups is detected"
            made[0] += (
                f" {verdict}: closeness in groups minus across {self.difference:+.3f}, p = {self.p:.3f} by "
                f"permutation, {self.p_holm:.3f} after Holm; the sizes allow {self.smallest_p:.2g} at least."
            ).replace("-", "−")
        else:
            made[0] += " No test: the groups share no items, or nobody in a group does."
        for reference in self.references[:3]:
            both = " and ".join(reference.groups)
            text = f"The references of {both} differ on {percent(reference.share)} of {many(reference.items, 'item')}"
            chance = (
                ""
                if reference.of_any != reference.of_any
                else f"; those of such groups drawn at random on {percent(reference.of_any)}"
            )
            made.append(f"{text}{chance}.")
        if self.small or self.unknown:
            made.append(
                f"{self.small:,} in groups that are too small to be named, {self.unknown:,} of whom it is not known: "
                "left out."
            )
        return made


@dataclass(frozen=True, eq=False)
class GroupsFound(ToldTable):
    """Groups of people side by side, attribute by attribute; `to_frame()` has the agreement in them and between."""

    attributes: tuple[AttributeGroups, ...]
    measure: str
    least: int
    confidence: float | None
    diagnostics: Diagnostics = ()
    kind: str = field(default="labels")

    def __iter__(self) -> Iterator[AttributeGroups]:
        return iter(self.attributes)

    def __getitem__(self, attribute: str) -> AttributeGroups:
        for groups in self.attributes:
            if groups.attribute == attribute:
                return groups
        raise KeyError(f"there is no attribute '{attribute}'; there are {', '.join(a.attribute for a in self)}")

    def sentences(self) -> list[str]:
        """What was found, in words."""
        return [line for attribute in self.attributes for line in attribute.sentences()]

    def _columns(self) -> Columns:
        rows: list[dict[str, object]] = [
            {"attribute": attribute.attribute, "groups": line.name, "people": line.people, "measure": line.measure,
             "value": line.value, "low": line.low, "high": line.high, "normalised": line.normalised}
            for attribute in self.attributes
            for line in attribute.agreement
        ]  # fmt: skip
        return {name: [row[name] for row in rows] for name in rows[0]} if rows else {"attribute": []}

    def redacted(self) -> GroupsFound:
        """Without the names of attributes, groups and items."""
        return replace(self, attributes=tuple(_redacted(trait, n) for n, trait in enumerate(self.attributes, start=1)))

    def chart(self) -> Any:
        """Agreement in groups and between them."""
        return presented("chart of groups", self)

    def as_json(self) -> dict[str, object]:
        told = json_fields(self, "measure", min_group="least", confidence="confidence", attributes="attributes")
        return {"schema": SCHEMA, **told}

    def __repr__(self) -> str:
        return f"GroupsFound({many(len(self.attributes), 'attribute')})"


def _redacted(attribute: AttributeGroups, number: int) -> AttributeGroups:
    name = {group: f"group {place}" for place, group in enumerate(attribute.groups, start=1)}
    restricted = None if attribute.restricted is None else "fewer than two groups are large enough to be compared."
    return replace(
        attribute,
        attribute=f"attribute {number}",
        groups=tuple(name.values()),
        agreement=tuple(replace(line, of=tuple(name[group] for group in line.of)) for line in attribute.agreement),
        items=(),
        references=tuple(
            replace(line, groups=(name[line.groups[0]], name[line.groups[1]])) for line in attribute.references
        ),
        restricted=restricted,
    )
