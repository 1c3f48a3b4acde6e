"""How stable a reference is: the share of its labels that another group of annotators would change."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from accord.results import Diagnostics, Signature
from accord.results.arrays import Floats
from accord.results.json_numbers import json_fields, json_number
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.reproducibility.group_agreement import GroupAgreement

COIN_TOSS = 0.4
"""An item whose label changes with this probability or a higher one is called a coin toss."""


@dataclass(frozen=True)
class FragileItem:
    """An item whose label other annotators would easily change."""

    item: str
    label: str
    """Its label in the reference of all annotators; tied ones joined by a bar."""
    change: float
    """The probability that the label of another group is a different one."""
    counts: Mapping[str, int] = field(hash=False)
    """How many annotators gave each label."""
    times: int = 1
    """How many items alike it stands for."""

    def as_json(self) -> dict[str, object]:
        return {
            "item": self.item,
            "label": self.label,
            "change": self.change,
            "counts": dict(self.counts),
            **({"times": self.times} if self.times != 1 else {}),
        }


@dataclass(frozen=True, eq=False)
class Stability:
    """The share of a reference's labels that another group of k annotators would change, with all that explains it.

    Examples
    --------
    >>> import accord
    >>> found = accord.stability(accord.labels([["a", "a", "b"], ["b", "b", "b"]] * 5), k=1, confidence=None)
    >>> f"{float(found):.3f}", found.symbol
    ('0.167', 'τ')
    """

    value: float
    """τ (against='all') or Δ (against='disjoint'): 0 when nothing would change."""
    low: float
    high: float
    confidence: float | None
    k: int
    against: str
    """'all': the reference of all annotators beside that of k of them; 'disjoint': two groups of k without a common
    annotator."""
    reference: str
    """How labels become a reference: vote, median, a model of annotators, or the name of a function."""
    method: str
    """exact or sample."""
    items: int
    """How many items the value is about."""
    left_out: Mapping[str, int]
    """Why items are left out, and how many."""
    per_item: Floats
    """(items of the data,) the probability that the label comes back; nan for an item that is left out."""
    per_category: Mapping[str, float]
    """The share of a category's labels that would change; nan for one that is never in the reference."""
    shares: Mapping[str, float]
    """The share of each category in the reference."""
    fragile: tuple[FragileItem, ...]
    """The coin tosses, the most fragile first; at most a thousand are listed."""
    coin_tosses: int
    """How many there are."""
    krr: float
    """1 − value / (the same for annotators who vote without looking at the items)."""
    shift: float
    """How far the reference moves on average, in units of ordered categories; nan for nominal ones."""
    categories: int
    annotators: int
    """The most labels that an item has."""
    signature: Signature
    simulation_error: float = float("nan")
    """The standard error that comes of drawing groups (method 'sample')."""
    groups: int | None = None
    agreement_of_groups: Callable[[], GroupAgreement] | None = field(default=None, repr=False)
    """Computes κ_G, which is asked for less often than the value."""
    match: str | None = None
    """Of units, links and answers: what counts as the same in two references; `value` is then 1 − F, `items` are the
    documents, and `per_item` is F in each."""
    elements: float = float("nan")
    """How many units, links or answers a reference has on average."""
    undefined: str | None = None
    diagnostics: Diagnostics = ()
    names: Sequence[str] = field(default=(), repr=False)
    """The items of the data, as `per_item` lists them."""

    @property
    def symbol(self) -> str:
        return "τ" if self.against == "all" else "Δ"

    @property
    def kappa(self) -> float:
        """κ_G, the mean over groups of k of their agreement (Bregeon et al. 2019, formula 5): κ of Davies & Fleiss
        (1982). nan for single annotators, and where it is not known who gave which label."""
        return math.nan if self._agreement is None else self._agreement.kappa

    @property
    def kappa_deviation(self) -> float:
        """The standard deviation of κ between groups."""
        return math.nan if self._agreement is None else self._agreement.deviation

    @property
    def kappa_groups(self) -> int:
        """How many groups κ_G is averaged over: all there are, or those that were drawn."""
        return 0 if self._agreement is None else self._agreement.groups

    @cached_property
    def _agreement(self) -> GroupAgreement | None:
        return None if self.agreement_of_groups is None else self.agreement_of_groups()

    @property
    def most_fragile(self) -> list[str]:
        """The categories whose labels change most, those above the mean only."""
        above = [name for name, value in self.per_category.items() if not math.isnan(value) and value > self.value]
        return sorted(above, key=lambda name: (-self.per_category[name], name))

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        name = f"{self.symbol}(k={self.k}{'' if self.match is None else f', {self.match}'})"
        if self.undefined is not None:
            return f"{name} is undefined: {self.undefined}"
        interval = "" if math.isnan(self.low) else f" [{self.low:.3f}, {self.high:.3f}]"
        return f"{name} = {self.value:.3f}{interval}"

    def __repr__(self) -> str:
        return f"Stability({self}, {self.reference}, {many(self.items, 'item' if self.match is None else 'document')})"

    def as_json(self) -> dict[str, object]:
        """What other programs read; undefined numbers are null."""
        numbers = ("value", "low", "high", "confidence", "k", "against", "reference", "method", "groups")
        counted = ("simulation_error", "items", "left_out", "krr", "shift", "coin_tosses")
        agreement = ("kappa", "kappa_deviation", "kappa_groups")
        return {
            "measure": f"stability(k={self.k}, against='{self.against}', reference='{self.reference}')",
            **json_fields(self, *numbers, *counted, *agreement),
            "per_category": {
                name: {"share": json_number(self.shares[name]), "change": json_number(value)}
                for name, value in self.per_category.items()
            },
            **json_fields(self, "fragile", "undefined"),
            **({} if self.match is None else json_fields(self, "match", "elements")),
            "signature": str(self.signature),
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>"
