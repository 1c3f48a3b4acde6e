"""What an alignment says: its value with the proof, and who is aligned with whom."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.solution import Solution
from accord.annotations.spans import Spans
from accord.results import Diagnostics
from accord.results.json_numbers import json_fields
from accord.results.presenting import presented


@dataclass(frozen=True)
class UnitaryAlignment:
    """At most one unit of each annotator who was asked about the document, and how different they are on average."""

    document: str
    units: tuple[int | None, ...]
    """Places among the units of the corpus, in the order of the annotators; None for an empty unit."""
    disorder: float


@dataclass(frozen=True, eq=False)
class DocumentAlignment:
    """The alignment of one document."""

    document: str
    annotators: tuple[str, ...]
    """Those who were asked."""
    first: int
    """The place of the document's first unit among all units of the corpus."""
    who: tuple[int, ...]
    """The annotator of each unit of the document, counting those who were asked."""
    solution: Solution
    dissimilarity: Dissimilarity
    """As it was for this document; others may have learnt another one."""

    @property
    def value(self) -> float:
        return self.solution.value

    @property
    def bound(self) -> float:
        return self.solution.bound

    @property
    def gap(self) -> float:
        return self.solution.gap

    @property
    def optimal(self) -> bool:
        return self.solution.optimal

    @property
    def undefined(self) -> str | None:
        return self.solution.undefined

    @cached_property
    def unitary(self) -> tuple[UnitaryAlignment, ...]:
        alignments = []
        bounds = self.solution.starts.tolist()
        members = self.solution.members.tolist()
        for place, disorder in enumerate(self.solution.disorders.tolist()):
            units: list[int | None] = [None] * len(self.annotators)
            for unit in members[bounds[place] : bounds[place + 1]]:
                units[self.who[unit]] = self.first + unit
            alignments.append(UnitaryAlignment(self.document, tuple(units), disorder))
        return tuple(alignments)


@dataclass(frozen=True, eq=False)
class Alignment:
    """The alignment of a corpus, document by document.

    `value` is the disorder or the entropy of the document, or the mean over those where it is defined; nan where it is
    for none: `undefined` then says why.

    Examples
    --------
    >>> import accord
    >>> found = accord.align(accord.spans([("A", 0, 10, "x"), ("B", 1, 10, "x"), ("B", 20, 30, "y")]))
    >>> len(found.unitary), found.optimal
    (2, True)
    """

    spans: Spans
    dissimilarity: Dissimilarity
    objective: str
    method: str
    documents: tuple[DocumentAlignment, ...]
    diagnostics: Diagnostics = ()
    time_limit: float | None = None
    """In seconds, where somebody gave one."""

    @cached_property
    def _defined(self) -> list[DocumentAlignment]:
        return [document for document in self.documents if document.undefined is None]

    @property
    def value(self) -> float:
        return _mean([document.value for document in self._defined])

    @property
    def bound(self) -> float:
        """No alignment has a smaller value."""
        return _mean([document.bound for document in self._defined])

    @property
    def gap(self) -> float:
        """How far the value may be above the best one; 0 when it is proven to be the best."""
        return _mean([document.gap for document in self._defined]) if self._defined else 0.0

    @property
    def optimal(self) -> bool:
        """Whether no alignment has a smaller value."""
        return all(document.optimal for document in self._defined)

    @property
    def undefined(self) -> str | None:
        if self._defined:
            return None
        return self.documents[0].undefined if self.documents else "there is no document"

    @cached_property
    def unitary(self) -> tuple[UnitaryAlignment, ...]:
        """The unitary alignments of all documents, each by the start of its first unit."""
        return tuple(unitary for document in self.documents for unitary in document.unitary)

    def __len__(self) -> int:
        return sum(len(document.solution) for document in self.documents)

    # ---- for other programs and for readers

    def rows(self) -> Iterator[dict[str, object]]:
        """One record for each unit of each unitary alignment, ready for a table; alignments are numbered from 1."""
        number = 0
        for document in self.documents:
            for unitary in document.unitary:
                number += 1
                for annotator, unit in zip(document.annotators, unitary.units, strict=True):
                    if unit is not None:
                        yield {
                            "document": document.document,
                            "alignment": number,
                            "disorder": unitary.disorder,
                            "annotator": annotator,
                            **self._unit(unit),
                        }

    def as_json(self) -> dict[str, object]:
        """The stable form other programs read; undefined numbers are null."""
        combined = self.dissimilarity
        record: dict[str, object] = {
            **json_fields(self, "objective", "method"),
            "dissimilarity": str(combined),
            **json_fields(combined, "alpha", "beta", "delta_empty"),
            "incompatible": "forbid" if combined.forbid else "pay",
            "data": self.spans.sha256,
            **({} if self.time_limit is None else {"time_limit": self.time_limit}),
            **_proof(self),
            "documents": [self._document(document) for document in self.documents],
        }
        if self.diagnostics:
            record["diagnostics"] = [str(diagnostic) for diagnostic in self.diagnostics]
        return record

    def _document(self, document: DocumentAlignment) -> dict[str, object]:
        return {
            "document": document.document,
            "annotators": list(document.annotators),
            "dissimilarity": str(document.dissimilarity),
            **_proof(document),
            "alignments": [
                {
                    "disorder": unitary.disorder,
                    "units": {
                        annotator: None if unit is None else self._unit(unit)
                        for annotator, unit in zip(document.annotators, unitary.units, strict=True)
                    },
                }
                for unitary in document.unitary
            ],
        }

    def _unit(self, unit: int) -> dict[str, object]:
        spans = self.spans
        record: dict[str, object] = {
            "start": _position(float(spans.starts[unit])),
            "end": _position(float(spans.ends[unit])),
            "category": spans.category(unit),
        }
        if len(pieces := spans.pieces(unit)) > 1:
            record["fragments"] = [[_position(start), _position(end)] for start, end in pieces]
        if spans.names is not None:
            record["name"] = spans.names[unit]
        return record

    def table(self) -> str:
        """The unitary alignments as columns of text: one line for each, one column for each annotator."""
        lines = []
        for document in self.documents:
            heading = [document.document] if len(self.documents) > 1 else []
            body = [["disorder", *document.annotators]]
            for unitary in document.unitary:
                body.append(
                    [f"{unitary.disorder:.4f}", *("—" if unit is None else self._shown(unit) for unit in unitary.units)]
                )
            widths = [max(map(len, column)) for column in zip(*body, strict=True)]
            lines += heading
            lines += [
                "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in body
            ]
        return "\n".join(lines)

    def _shown(self, unit: int) -> str:
        spans = self.spans
        category = spans.category(unit)
        return spans.bounds_of(unit) + ("" if category is None else f" {category}")

    def __str__(self) -> str:
        if self.undefined is not None:
            return f"{self.objective} is undefined: {self.undefined}"
        proof = "proven" if self.optimal else f"at most {self.gap:.4f} above the best"
        return f"{self.objective} = {self.value:.4f} ({proof}), {len(self):,} unitary alignments"

    def __repr__(self) -> str:
        return f"Alignment({self})"

    def svg(self, lanes: Sequence[str] | str | None = None) -> str:
        """The drawing as SVG text: a lane for each annotator, links between the units that are aligned.

        Parameters
        ----------
        lanes
            The order of the lanes: names of annotators, the first lane first, and whoever is not named after them;
            "similar": those who marked alike side by side. None: as in the data.

        Examples
        --------
        >>> import accord
        >>> rows = [("ann", 0, 5, "claim"), ("bob", 0, 6, "claim"), ("cleo", 1, 5, "claim")]
        >>> accord.align(accord.spans(rows)).svg(lanes=["cleo"])[:4]
        '<svg'
        """
        drawn: str = presented("drawing of an alignment", self, lanes)
        return drawn

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>"


def _proof(aligned: Alignment | DocumentAlignment) -> dict[str, object]:
    defined = aligned.undefined is None
    return {
        "value": aligned.value if defined else None,
        "bound": aligned.bound if defined else None,
        "gap": aligned.gap if defined else None,
        "optimal": aligned.optimal if defined else None,
        "undefined": aligned.undefined,
    }


def _position(value: float) -> float | int:
    return int(value) if value.is_integer() else value


def _mean(values: Sequence[float]) -> float:
    if len(values) == 1:
        return float(values[0])
    return float(np.mean(values)) if values else float("nan")
