"""From Python's own collections to `Relations`: links per annotator, or clusters of mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from accord.annotations.among import Names
from accord.annotations.casting import People, RolesTold, as_read, roles_among
from accord.annotations.categories import canonical_text
from accord.annotations.given_lists import by_name, listed
from accord.annotations.relation_building import Component, relations_from_columns
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.results import DataError, Place, UsageError
from accord.results.wording import many

Links = Iterable[Sequence[object]] | None
COREFERENCE = "coreference"
_LINKS = "give a list of (origin, target) or (origin, target, label), or None for somebody who was not asked"
_ENTITIES = "an entity is a list of mentions: [['m1', 'm2'], ['m3']]"


def relations(
    links: Mapping[str, Links] | Mapping[str, Mapping[str, Links]] | Sequence[Mapping[str, Links] | Relations],
    units: Sequence[object] | Mapping[str, Sequence[object]] | Spans | None = None,
    *,
    document: str | None = None,
    components: Mapping[str, object] | None = None,
    symmetric: Iterable[object] = (),
    constraint: str = "any",
    labels: Iterable[object] | None = None,
    unit_texts: Mapping[str, Sequence[str]] | None = None,
    only: Names = None,
    without: Names = None,
    models: Names = None,
    curator: Names = None,
    gold_annotator: Names = None,
    people: People = None,
    strict: bool = False,
) -> Relations:
    """Relations from {annotator: [(origin, target), (origin, target, label), …]}, or {document: {annotator: […]}}.

    `accord.relations` also takes a data frame with a row for each relation, recognised by its columns (document,
    annotator, origin, target, label), and the path of a file; with these go all options of `accord.read`.

    Parameters
    ----------
    links
        Who drew what. None instead of a list: the annotator was not asked; an empty list: asked, and drew nothing. A
        list of such mappings is a corpus whose documents are numbered. Or a data frame; or a path.
    units
        The units of the document, or {document: units}, in reading order; of numbered documents a list for each, or one
        for all. Or the annotators' own units as Spans. Beside a data frame a second one: document and unit, or spans
        whose `id` is what relations call them. Else units are those that relations name.
    document
        The name of the one document.
    components
        Units in the structure beside those that are linked: {annotator: [unit, …]} or {annotator: {unit: type}}, by
        document where there are several.
    symmetric
        The types of relations that hold in both directions.
    constraint
        What the graphs must be: any, dag, forest, tree or argument.
    labels
        The types of relations in their order; else those that occur.
    unit_texts
        The texts of the units of each document.
    only, without, models, curator, gold_annotator, people, strict
        As for `labels`.

    Returns
    -------
    Relations
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When a relation cannot be, such as one between a unit and itself, or violates the constraint.

    Examples
    --------
    >>> relations({"A": [(1, 2), (2, 3, "support")], "B": [(1, 3), (2, 3)]}, units=[1, 2, 3])
    Relations(1 document, 2 annotators, 3 units, 4 relations, 1 type)
    """
    roles = RolesTold.of(only, without, models, curator, gold_annotator, people)
    if isinstance(links, Sequence) and links and all(isinstance(part, Relations) for part in links):
        joined = joined_relations(links)  # type: ignore[arg-type]  # all are
        return joined if roles == RolesTold() else as_read(joined, roles, strict=strict)
    if isinstance(links, Relations):
        return links if roles == RolesTold() else as_read(links, roles, strict=strict)
    if isinstance(links, Sequence) and links and all(isinstance(part, Mapping) for part in links):
        names = [str(number) for number in range(1, len(links) + 1)]
        units = _by_number(names, units)
        links = dict(zip(names, links, strict=True))  # type: ignore[arg-type]  # all are mappings
    if not isinstance(links, Mapping):
        raise UsageError(
            f"relations() takes {{annotator: [(origin, target, label), …]}}, not {type(links).__name__}",
            "to read a file use accord.read(path)",
        )
    nested = _by_document(links)
    if nested and document is not None:
        raise UsageError("document= names the one document of a mapping of annotators", "leave it out")
    only_document = units.documents[0] if isinstance(units, Spans) and units.n_documents == 1 else "document"
    name = document if document is not None else only_document
    corpus: dict[str, Mapping[str, Links]] = {str(k): v for k, v in links.items()} if nested else {name: links}  # type: ignore[misc]  # told apart by `nested`
    if isinstance(units, Spans):
        corpus = _of_those_with_units(corpus, units, roles)
    rows = list(_rows(corpus))
    lanes = list(dict.fromkeys(str(who) for several in corpus.values() for who in several))
    asked = [(where, str(who)) for where, several in corpus.items() for who, own in several.items() if own is not None]
    built = relations_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        origin=[row[2] for row in rows],
        target=[row[3] for row in rows],
        label=[row[4] for row in rows],
        units=None if isinstance(units, Spans) else _units(corpus, units, lanes, nested),
        spans=units if isinstance(units, Spans) else None,
        components=list(_components(corpus, components, nested)),
        documents=list(corpus),
        annotators=lanes,
        assigned=asked,
        symmetric=symmetric,
        constraint=constraint,
        labels=labels,
        unit_texts=unit_texts,
    )
    if isinstance(units, Spans) and (units.roles or units.read_as):
        built = replace(built, roles=units.roles, read_as=units.read_as)
    return as_read(built, roles, strict=strict)


def _of_those_with_units(
    corpus: Mapping[str, Mapping[str, Links]], units: Spans, told: RolesTold
) -> dict[str, Mapping[str, Links]]:
    """Without the relations of models, curators and gold standards that are set aside among the units."""
    names = [str(who) for several in corpus.values() for who in several]
    aside = roles_among(list(dict.fromkeys(names)), told).keys() - set(units.annotators)
    return {
        where: {who: links for who, links in several.items() if str(who) not in aside}
        for where, several in corpus.items()
    }


def coreference(
    clusters: Mapping[str, object],
    mentions: Sequence[object] | Mapping[str, Sequence[object]] | None = None,
    *,
    document: str = "document",
    only: Names = None,
    without: Names = None,
    models: Names = None,
    curator: Names = None,
    gold_annotator: Names = None,
    people: People = None,
    strict: bool = False,
) -> Relations:
    """Relations from entities as lists of mentions.

    Each mention is linked to the one before it in its entity; an entity of one mention is a component without links.

    Parameters
    ----------
    clusters
        {annotator: [[mention, …], …]}, or {document: {annotator: …}}.
    mentions
        The mentions in reading order, for each document where there are several; else in the order of their names.
    document
        The name of the document, where there is one.
    only, without
        The annotators who are measured, whatever they are, or who are not; patterns such as "gpt*" are allowed.
    models, curator, gold_annotator
        Who is a model, who adjudicates, and who is the gold standard.
    people
        The same as a mapping of annotators to roles: person, model, curator or gold.
    strict
        Whether everything that was guessed is an error.

    Returns
    -------
    Relations
        For `accord.muc(data)`, `accord.b3(data)` and the other measures of relations.

    Raises
    ------
    UsageError
        When an entity is not a list of mentions.

    Examples
    --------
    >>> coreference({"A": [["m0"], ["m1", "m2"]], "B": [["m0", "m1", "m2"]]})
    Relations(1 document, 2 annotators, 3 units, 3 relations, 1 type)
    """
    if not isinstance(clusters, Mapping):
        message = f"coreference() takes {{annotator: [[mention, …], …]}}, not {type(clusters).__name__}"
        raise UsageError(message, "to read a file use accord.read(path)")
    corpus = dict(clusters) if _by_document(clusters) else {document: clusters}
    links: dict[str, dict[str, Links]] = {}
    inside: dict[str, dict[str, list[object]]] = {}
    for where, several in corpus.items():
        for who, entities in several.items():  # type: ignore[attr-defined]  # a mapping, told apart by `nested`
            known = (
                None
                if entities is None
                else [listed(entity, f"'{who}': ", _ENTITIES) for entity in listed(entities, f"'{who}': ", _ENTITIES)]
            )
            by_person = links.setdefault(str(where), {})
            chains = [pair for entity in known or () for pair in pairwise(entity)]
            by_person[str(who)] = None if known is None else [(after, before, COREFERENCE) for before, after in chains]
            inside.setdefault(str(where), {})[str(who)] = [mention for entity in known or () for mention in entity]
    units: Mapping[str, Sequence[object]] | None = None
    if mentions is not None:
        units = mentions if isinstance(mentions, Mapping) else {document: mentions}
    return relations(
        links,
        units,
        components=inside,
        symmetric=(COREFERENCE,),
        only=only,
        without=without,
        models=models,
        curator=curator,
        gold_annotator=gold_annotator,
        people=people,
        strict=strict,
    )


def joined_relations(parts: Sequence[Relations]) -> Relations:
    """One corpus of several with given units; documents whose names meet again are numbered."""
    if any(part.spans is not None or not part.given for part in parts):
        raise UsageError(
            "units that annotators found cannot be joined here", "read all files at once: accord.read([…])"
        )
    links: dict[str, dict[str, Links]] = {}
    units: dict[str, Sequence[object]] = {}
    components: dict[str, dict[str, dict[str, str | None]]] = {}
    for part in parts:
        for place, document in enumerate(part.documents):
            name = document if document not in links else f"{document} ({len(links) + 1})"
            first, last = int(part.bounds[place]), int(part.bounds[place + 1])
            units[name] = list(part.unit_names[first:last])
            links[name] = {
                who: part.links(place, number) if part.assigned[place, number] else None
                for number, who in enumerate(part.annotators)
            }
            here = np.flatnonzero((part.component_units >= first) & (part.component_units < last))
            for component in here.tolist():
                code = int(part.component_types[component])
                by_unit = components.setdefault(name, {}).setdefault(part.annotators[part.component_who[component]], {})
                by_unit[part.unit_names[part.component_units[component]]] = None if code < 0 else part.types.texts[code]
    symmetric = dict.fromkeys(kind for part in parts for kind in part.symmetric)
    return relations(links, units, components=components, symmetric=symmetric, constraint=parts[0].constraint)


def _by_document(mapping: Mapping[str, object]) -> bool:
    """Whether the keys are documents, each with a mapping of annotators; a UsageError where only some are."""
    nested = [isinstance(value, Mapping) for value in mapping.values()]
    if any(nested) and not all(nested):
        odd = next(name for name, mapped in zip(mapping, nested, strict=True) if not mapped)
        raise UsageError(
            f"'{odd}' has no mapping of annotators, and others have",
            "give {annotator: …}, or {document: {annotator: …}}",
        )
    return any(nested)


def _by_number(names: Sequence[str], units: object) -> Mapping[str, Sequence[object]] | Spans | None:
    """The units of numbered documents."""
    if units is None or isinstance(units, Mapping | Spans):
        return units
    if not isinstance(units, Sequence) or isinstance(units, str):
        raise UsageError(f"units are lists, not {type(units).__name__}")
    if all(isinstance(unit, Sequence) and not isinstance(unit, str) for unit in units):
        if len(units) != len(names):
            raise UsageError(
                f"{many(len(names), 'document')} and {many(len(units), 'list')} of units", "give one list for each"
            )
        return dict(zip(names, units, strict=True))
    return dict.fromkeys(names, units)


def _rows(corpus: Mapping[str, Mapping[str, Links]]) -> Iterator[tuple[str, str, object, object, object]]:
    for where, several in corpus.items():
        for who, links in several.items():
            for link in () if links is None else listed(links, f"'{who}': ", _LINKS):
                if not isinstance(link, Sequence) or isinstance(link, str) or len(link) not in (2, 3):
                    raise DataError(
                        "ACC036",
                        f"{link!r} of '{who}' is not a relation",
                        Place(item=where),
                        "a relation is (origin, target) or (origin, target, label)",
                    )
                yield where, str(who), link[0], link[1], link[2] if len(link) == 3 else None


def _units(
    corpus: Mapping[str, object],
    units: Sequence[object] | Mapping[str, object] | None,
    people: Sequence[str],
    nested: bool,
) -> dict[str, Sequence[object]] | None:
    """The given units of each document; lists by annotator must be the same list."""
    if units is None:
        return None
    if not isinstance(units, Mapping):
        if nested:
            raise UsageError("there are several documents and one list of units", "give {document: units}")
        return dict.fromkeys(corpus, units)
    if not nested and set(map(str, units)) <= set(people) and not set(map(str, units)) & set(corpus):
        return {next(iter(corpus)): _same_units(units, next(iter(corpus)))}
    by_document: dict[str, Sequence[object]] = {}
    for where, several in units.items():
        by_document[str(where)] = _same_units(several, str(where)) if isinstance(several, Mapping) else several  # type: ignore[assignment]  # a list of units
    return by_document


def _same_units(by_annotator: Mapping[str, object], document: str) -> list[str]:
    """The one list of units that all annotators have, or a DataError."""
    lists = {
        str(who): [canonical_text(unit) for unit in listed(several, f"units of '{who}': ", "name units: [unit, …]")]
        for who, several in by_annotator.items()
    }
    (first, wanted), *others = lists.items()
    for who, several in others:
        if several != wanted:
            differ = sorted(set(several) ^ set(wanted))
            shown = f"'{differ[0]}' is a unit of only one of them" if differ else "their order differs"
            raise DataError(
                "ACC034",
                f"'{first}' and '{who}' have different units: {shown}",
                Place(item=document),
                "given units are the same for everybody; give units that annotators found as Spans",
            )
    return wanted


def _components(
    corpus: Mapping[str, object], components: Mapping[str, object] | None, nested: bool
) -> Iterator[Component]:
    checked = None if components is None else by_name(components, "components", "{annotator: [unit, …]}")
    by_document = checked if nested and checked is not None else {next(iter(corpus), "document"): checked}
    for where, several in by_document.items():
        inside = {} if several is None else by_name(several, "components", "{annotator: [unit, …]}")
        for who, units in inside.items():
            for unit in listed(units, f"components of '{who}': ", "name units: {annotator: [unit, …]}"):
                yield str(where), str(who), unit, units[unit] if isinstance(units, Mapping) else None
