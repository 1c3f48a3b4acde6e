"""Real annotations, read with a few lines each."""

from __future__ import annotations

import json
from functools import cache

from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.relations import Relations
from shared_files import DATA

FOLDER = DATA / "relations"


@cache
def gcdt() -> Relations:
    """Five Chinese documents as RST dependencies, annotated twice."""
    links: dict[str, dict[str, list[tuple[str, str, str]]]] = {}
    units: dict[str, list[str]] = {}
    for path in sorted((FOLDER / "gcdt/data/rsd/double").glob("*.rsd")):
        name = path.stem.removeprefix("gcdt_")
        for who in ("test", "double"):
            rows = [line.split("\t") for line in (path.parents[1] / who / path.name).read_text("utf-8").splitlines()]
            rows = [row for row in rows if len(row) > 7]
            links.setdefault(name, {})[who] = [(row[0], row[6], row[7]) for row in rows if row[6] != "0"]
            units[name] = [row[0] for row in rows]
    return relations(links, units, constraint="tree")


@cache
def skjaerholt(language: str) -> Relations:
    """Dependency trees of two annotators; the label of a root is the type of its unit."""
    rows: list[tuple[str, str, str, str, str]] = []
    roots: list[tuple[str, str, str, object]] = []
    units: dict[str, list[str]] = {}
    for who in ("thor", "odin"):
        text = (FOLDER / f"skjaerholt2014/data/ndt/{who}-{language}.conll").read_text("utf-8")
        blocks = [block for block in text.split("\n\n") if block.strip()]
        for number, block in enumerate(blocks):
            name = str(number)
            words = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
            units[name] = [word[0] for word in words]
            for word in words:
                if word[6] == "0":
                    roots.append((name, who, word[0], word[7]))
                else:
                    rows.append((name, who, word[0], word[6], word[7]))
    return relations_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        origin=[row[2] for row in rows],
        target=[row[3] for row in rows],
        label=[row[4] for row in rows],
        units=units,
        components=roots,
        constraint="forest",
    )


@cache
def ezcoref() -> Relations:
    """264 passages, five or six annotators each; the first entity of a mention that has two."""
    clusters: dict[str, dict[str, list[list[str]]]] = {}
    mentions: dict[str, list[str]] = {}
    for path in sorted((FOLDER / "ezcoref/Data/annotations").glob("*/*.json")):
        places: set[tuple[int, int, int]] = set()
        for annotation in json.loads(path.read_text("utf-8")):
            entities: dict[int, dict[tuple[int, int, int], None]] = {}
            for sentence, tokens in annotation["annotations"].items():
                for key, several in tokens.items():
                    _, first, last = map(int, key.split(","))
                    entities.setdefault(several[0], {})[int(sentence), first, last] = None
            places |= {place for entity in entities.values() for place in entity}
            who = str(annotation["annotator_id"])
            clusters.setdefault(path.stem, {})[who] = [list(map(str, entity)) for entity in entities.values()]
        mentions[path.stem] = [str(place) for place in sorted(places)]
    return coreference(clusters, mentions)
