"""The references of groups of annotators who find units, draw links or give answers, and how far two of them agree.

The reference of a group is its consensus: the units of the best alignment that most of the group found, the links that
most of it drew, the answers that were given most often. Two references are compared document by document: what both
have, and what each has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import Answers
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.reproducibility.reference_work import ReferenceWork
from accord.results.arrays import Bools, Floats, Ints

Structured = Spans | Relations | Answers
MATCHES: Mapping[str, tuple[str, ...]] = {
    "spans": ("exact", "overlap"),
    "relations": ("exact", "link"),
    "answers": ("exact",),
}
"""What may count as the same, by shape: units with the same bounds and category, or that overlap; links with the same
ends and label, or the same ends; the same answer."""
NAMES = {
    "spans": "units of the best alignment",
    "relations": "links drawn by a majority",
    "answers": "most frequent answers",
}


@dataclass(frozen=True, eq=False)
class Compared:
    """(documents,) what two references have in common, and how much each has."""

    common: Floats
    first: Floats
    second: Floats

    @property
    def sizes(self) -> Floats:
        return self.first + self.second


@dataclass(frozen=True)
class Shape:
    """How references of one shape are made and compared."""

    restricted: Callable[[Any, Bools], Any]
    """The data as if only these (documents, annotators) had been asked."""
    reference: Callable[[Any, ReferenceWork], Any]
    """The consensus of everybody, as one annotator."""
    references: Callable[[Sequence[Any], ReferenceWork], list[Any]]
    """The consensus of each of several groups."""
    compared: Callable[[Any, Any, str], Compared]
    category: Callable[[Any, int], Any]
    """Only what is of one category."""


def given_links(relations: Relations, work: ReferenceWork) -> Relations:
    """Links between units that everybody has: units that annotators found are matched by the best alignment of all of
    them, and a link that holds in both directions begins at the unit that comes first."""
    from accord.measures.relations.graphs.unit_matching import with_given_units

    relations = with_given_units(relations, "joint", work.aligner(relations.n_documents))
    both = np.append(relations.symmetric_codes, False)[relations.codes]
    origins = np.where(both, np.minimum(relations.origins, relations.targets), relations.origins)
    targets = np.where(both, np.maximum(relations.origins, relations.targets), relations.targets)
    keys = np.stack([relations.document, relations.who, origins, targets, relations.codes], axis=1)
    rows = np.unique(keys, axis=0, return_index=True)[1]
    return replace(relations, **_links_at(replace(relations, origins=origins, targets=targets), rows))


def _links_at(relations: Relations, rows: Bools | Ints) -> dict[str, Any]:
    """The columns of these links."""
    return {name: getattr(relations, name)[rows] for name in ("document", "who", "origins", "targets", "codes")}


def _spans_of(spans: Spans, asked: Bools) -> Spans:
    return replace(spans.keeping(asked[spans.document, spans.who]), assigned=asked)


def _relations_of(relations: Relations, asked: Bools) -> Relations:
    picked = _links_at(relations, asked[relations.document, relations.who])
    members = asked[relations.unit_document[relations.component_units], relations.component_who]
    parts = {
        name: getattr(relations, name)[members] for name in ("component_units", "component_who", "component_types")
    }
    return replace(relations, assigned=asked, **picked, **parts)


def _answers_of(answers: Answers, asked: Bools) -> Answers:
    return replace(answers.taking(np.flatnonzero(asked[answers.item, answers.who])), assigned=asked)


def _each(
    reference: Callable[[Any, ReferenceWork], Any],
) -> tuple[Callable[[Any, ReferenceWork], Any], Callable[[Sequence[Any], ReferenceWork], list[Any]]]:
    """That of everybody, and of groups, where both are made alike."""
    return reference, lambda groups, work: [reference(group, work) for group in groups]


def _links(relations: Relations, work: ReferenceWork) -> Relations:
    from accord.degradations.relation_reference import majority_graph

    return majority_graph(relations)


def _answers(answers: Answers, work: ReferenceWork) -> Answers:
    from accord.degradations.answer_reference import AnswerReference

    alone = answers.n_annotators == 1  # whose answers all stand: nobody gave any of them twice
    return answers if alone else AnswerReference.of(answers, None, 0).data


def _units_compared(left: Spans, right: Spans, match: str) -> Compared:
    from accord.measures.spans.kernels.matched_units import CorpusPositions, matched

    columns: dict[str, Any] = {
        name: np.concatenate([getattr(left, name), getattr(right, name)])
        for name in ("document", "starts", "ends", "codes", "who")
    }
    both = replace(left, **columns, names=None)
    first, second = np.arange(len(left)), len(left) + np.arange(len(right))
    hits = matched(both, CorpusPositions(both), first, second, match)  # type: ignore[arg-type]  # one of MATCHES
    common = np.bincount(both.document[hits.first], weights=hits.credit, minlength=left.n_documents).astype(np.float64)
    return Compared(common, _per_document(left.document, left), _per_document(right.document, right))


def _links_compared(left: Relations, right: Relations, match: str) -> Compared:
    size = max(left.n_units, 1)

    def keys(graph: Relations) -> Ints:
        ends = graph.origins * size + graph.targets
        return ends if match == "link" else ends * (len(graph.labels) + 1) + graph.codes + 1

    return _sets_compared(left, right, keys(left), keys(right), left.document, right.document)


def _answers_compared(left: Answers, right: Answers, match: str) -> Compared:
    width = max(len(left.vocabulary), 1)
    mine, theirs = (data.item.astype(np.int64) * width + data.codes for data in (left, right))
    return _sets_compared(left, right, mine, theirs, left.item, right.item)


def _sets_compared(
    left: Structured,
    right: Structured,
    mine: Ints,
    theirs: Ints,
    here: NDArray[np.int32],
    there: NDArray[np.int32],
) -> Compared:
    common = np.bincount(here[np.isin(mine, theirs)], minlength=left.n_documents).astype(np.float64)
    return Compared(common, _per_document(here, left), _per_document(there, right))


def _per_document(document: NDArray[np.int32], data: Structured) -> Floats:
    return np.bincount(document, minlength=data.n_documents).astype(np.float64)


def _links_with(relations: Relations, code: int) -> Relations:
    return replace(relations, **_links_at(relations, relations.codes == code))


SHAPES: Mapping[str, Shape] = {
    "spans": Shape(
        _spans_of,
        lambda data, work: work.reference_of_all(data),
        lambda groups, work: work.references(groups),
        _units_compared,
        lambda data, code: data.keeping(data.codes == code),
    ),
    "relations": Shape(_relations_of, *_each(_links), _links_compared, _links_with),
    "answers": Shape(_answers_of, *_each(_answers), _answers_compared, lambda data, code: data),
}


def category_names(data: Structured) -> tuple[str, ...]:
    """The categories of units or the labels of links; answers have none."""
    if isinstance(data, Answers):
        return ()
    return tuple((data.categories if isinstance(data, Spans) else data.labels).texts)
