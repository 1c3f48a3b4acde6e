"""The graph that most annotators drew, link by link, with who drew what; units that they found are matched first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from accord.annotations import annotators_chosen
from accord.annotations.among import Names
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_places import ABSENT, DrawnLinks, places_of
from accord.formats.public_functions import public
from accord.results import DataError
from accord.results.json_numbers import JsonRecord
from accord.results.wording import many

REFERENCE = "reference"


@dataclass(frozen=True)
class ConsensusLink(JsonRecord):
    """A link that somebody drew: how many of those asked did, and what each called it."""

    document: str
    origin: str
    target: str
    label: str | None
    """The label that most who drew it gave it; of equally many the first."""
    support: int
    asked: int
    kept: bool
    """Whether more than half drew it."""
    by: Mapping[str, str | None]
    """The label of each annotator who drew it."""

    @property
    def unanimous(self) -> bool:
        return self.support == self.asked and len(set(self.by.values())) == 1


@dataclass(frozen=True, eq=False)
class ConsensusGraph:
    """All links that somebody drew, and the graph of those that most drew."""

    links: tuple[ConsensusLink, ...]
    relations: Relations
    """The consensus, of one annotator "reference", over units that are the same for everybody."""
    places: DrawnLinks = field(repr=False)

    def __len__(self) -> int:
        return len(self.relations)

    def __iter__(self) -> Iterator[ConsensusLink]:
        """The links of the consensus."""
        return iter([link for link in self.links if link.kept])

    def to_discuss(self) -> list[ConsensusLink]:
        """The links that are not unanimous, those nearest to half of the votes first."""
        doubtful = [link for link in self.links if not link.unanimous and link.asked > 1]
        return sorted(doubtful, key=lambda link: abs(link.support / link.asked - 0.5))

    def __repr__(self) -> str:
        return f"ConsensusGraph({many(len(self), 'link')} of {len(self.links):,} that somebody drew)"


@public("relations")
def consensus_graph(data: Relations, *, only: Names = None, without: Names = None) -> ConsensusGraph:
    """The links that more than half of those asked drew, and who drew which.

    Parameters
    ----------
    data
        Relations, a data frame with a row for each, or a path.

    Returns
    -------
    ConsensusGraph
        `links` has every link with its support, `relations` is the graph of those that most drew, `to_discuss()` lists
        what they do not agree on.

    Raises
    ------
    DataError
        When there is no document that somebody was asked about.

    Notes
    -----
    Units that annotators found themselves are matched all at once first, by the best alignment. A link of a symmetric
    type is the same in both directions. A unit is a component when more than half have it in their structure, or a link
    that is kept ends there.

    Examples
    --------
    >>> import accord
    >>> drawn = {"A": [(2, 1), (3, 1)], "B": [(2, 1), (3, 2)], "C": [(2, 1), (3, 1)]}
    >>> made = consensus_graph(accord.relations(drawn, units=[1, 2, 3]))
    >>> [(one.origin, one.target, one.support) for one in made]
    [('2', '1', 3), ('3', '1', 2)]
    """
    data = annotators_chosen(data, only, without)
    if not data.assigned.any():
        raise DataError("ACC022", "there is no document that somebody was asked about")
    places = places_of(data)
    names = _names(data, places)
    links = tuple(_links(places, names))
    return ConsensusGraph(links, _consensus(places, names, links), places)


def _names(data: Relations, places: DrawnLinks) -> list[str]:
    """The names of the matched units; where two in a document have the same, with the annotator's."""
    over = places.relations
    times = Counter(zip(over.unit_document.tolist(), over.unit_names, strict=True))
    return [
        name if times[int(document), name] == 1 else f"{name} ({data.annotators[int(data.owners[leader])]})"
        for document, name, leader in zip(over.unit_document, over.unit_names, places.leaders, strict=True)
    ]


def _links(places: DrawnLinks, names: list[str]) -> Iterator[ConsensusLink]:
    over = places.relations
    labels: list[str | None] = [*over.labels.texts, None]
    for place in range(len(places)):
        codes = places.codes[place]
        by = {over.annotators[who]: labels[code] for who, code in enumerate(codes.tolist()) if code != ABSENT}
        votes = Counter(by.values())
        order = {label: number for number, label in enumerate(labels)}
        label = min(votes, key=lambda vote: (-votes[vote], order[vote]))
        support, asked = int(places.support[place]), int(places.number[place])
        ends = names[int(places.origins[place])], names[int(places.targets[place])]
        document = over.documents[int(places.document[place])]
        yield ConsensusLink(document, *ends, label, support, asked, 2 * support > asked, by)


def _consensus(places: DrawnLinks, names: list[str], links: tuple[ConsensusLink, ...]) -> Relations:
    over = places.relations
    kept = [link for link in links if link.kept]
    asked = over.assigned.sum(axis=1)
    inside = np.flatnonzero(2 * places.holders().sum(axis=1) > asked[over.unit_document])
    bounds = list(zip(over.documents, over.bounds[:-1].tolist(), over.bounds[1:].tolist(), strict=True))
    documents = [name for name, some in zip(over.documents, asked, strict=True) if some]
    texts = over.unit_texts
    made = relations_from_columns(
        document=[link.document for link in kept],
        annotator=[REFERENCE] * len(kept),
        origin=[link.origin for link in kept],
        target=[link.target for link in kept],
        label=[link.label for link in kept],
        units={name: names[first:last] for name, first, last in bounds},
        unit_texts=None if texts is None else {name: list(texts[first:last]) for name, first, last in bounds},
        components=[
            (over.documents[int(over.unit_document[unit])], REFERENCE, names[int(unit)], None)
            for unit in inside.tolist()
        ],
        annotators=[REFERENCE],
        assigned=[(name, REFERENCE) for name in documents],
        symmetric=over.symmetric,
    )
    return replace(made, roles={REFERENCE: "curator"}, source=over.source)
