"""A project without what was annotated and by whom, in which people and items are called the same in all fields."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from accord.annotations.among import Annotations
from accord.annotations.campaign import Campaign
from accord.annotations.project import Project, items_of
from accord.annotations.redacting import ByContent, ByProject, nameless_readings, redacted_as, title_of, titles_of
from accord.results import DataError


def redacted_project(project: Project) -> Project:
    """Each field as `redacted` shows it, with pseudonyms that are the same in all fields.

    The order of the pseudonyms depends on what each annotated in all fields, and on no name. Names of items are ids and
    stay; where they are texts in some field, numbers stand for them in all.
    """
    own = {name: ByContent() for name in project}
    alone = {name: redacted_as(data, own[name]) for name, data in project.items()}
    measured = sorted(project.annotators, key=lambda who: _digest(who, own))
    models = [who for who in project.models if who not in measured]
    idle = [who for who in project.people if who not in measured and who not in models]
    people = {who: f"annotator {place}" for place, who in enumerate([*measured, *idle], 1)}
    people |= {who: f"model {place}" for place, who in enumerate(models, 1)}
    are_texts = any(list(items_of(data)) != list(items_of(alone[name])) for name, data in project.items())
    listed = dict.fromkeys([*project.documents, *(() if project.whole is None else project.whole.documents)])
    items = {name: f"item {place}" for place, name in enumerate(listed, 1)} if are_texts else {}
    names = ByProject(people, items)
    fields: dict[str, Annotations] = {name: redacted_as(data, names) for name, data in project.items()}
    return replace(
        project,
        fields=fields,
        refused={name: DataError(error.code, title_of(error.code)) for name, error in project.refused.items()},
        people=tuple(people[who] for who in project.people),
        idle=tuple(people[who] for who in project.idle),
        everybody={people[who]: role for who, role in project.everybody.items() if who in people},
        whole=None if project.whole is None else _times_of(project.whole, people, items),
        read_as=nameless_readings(project.read_as),
        diagnostics=titles_of(project.diagnostics),
        source=None,
        files=(),
    )


def _digest(who: str, own: Mapping[str, ByContent]) -> bytes:
    whole = hashlib.sha256()
    for names in own.values():
        whole.update(names.hashes.get(who, b"") + b"|")
    return whole.digest()


def _times_of(whole: Campaign, people: Mapping[str, str], items: Mapping[str, str]) -> Campaign:
    """Of the export only who was asked what, when and for how long; times count from the first one."""
    known = [time.created for time in whole.times.values() if time.created == time.created]
    first = min(known, default=0.0)
    return Campaign(
        documents=tuple(items.get(name, name) for name in whole.documents),
        annotators=tuple(people[who] for who in whole.annotators if who in people),
        assigned=tuple((items.get(name, name), people[who]) for name, who in whole.assigned if who in people),
        layers=(),
        times={
            (items.get(name, name), people[who]): replace(
                time, created=time.created - first, updated=time.updated - first
            )
            for (name, who), time in whole.times.items()
            if who in people
        },
    )
