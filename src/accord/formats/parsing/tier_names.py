"""What readers of tiers over time share: the name of a document whose file holds all annotators, and names of tiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.formats.gathering import Gathering
from accord.formats.naming import Source
from accord.results import Place


def whole_file(source: Source) -> str:
    """The document, where a file is one and its tiers are annotators: all that its path names."""
    return source.annotator if source.document == "document" else f"{source.document}/{source.annotator}"


def distinct(names: Sequence[str], into: Gathering, file: str) -> list[str]:
    """The names of tiers; one that occurs again is numbered, and one without a name is called by its place."""
    taken: set[str] = set(names)
    seen: Counter[str] = Counter()
    distinct_names: list[str] = []
    twice: str | None = None
    for place, name in enumerate(names, start=1):
        name = name if name.strip() else f"tier {place}"
        seen[name] += 1
        told = name
        while seen[name] > 1 and told in taken:
            told = f"{name} ({seen[name]})"
            seen[name] += told in taken
            twice = twice or name
        taken.add(told)
        distinct_names.append(told)
    if twice is not None:
        message = f"several tiers are called '{twice}': they are renamed to '{twice}', '{twice} (2)', …"
        into.say("ACC158", message, Place(file), "rename the tiers")
    return distinct_names
