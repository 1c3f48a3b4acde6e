"""The literature that measures cite; `references.bib` beside this module holds the entries."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from accord.results import UsageError

_ENTRY = re.compile(r"@(?P<type>\w+)\{(?P<key>\w+),\n(?P<body>.*?)\n\}", re.DOTALL)
_FIELD = re.compile(r"^ {2}(\w+) = \{(.*)\},?$", re.MULTILINE)


@cache
def references() -> dict[str, dict[str, str]]:
    """The fields of every reference by its key, as plain text: without the braces and backslashes that BibTeX reads."""
    text = (files("accord.measures") / "references.bib").read_text(encoding="utf-8")
    return {
        entry["key"]: {name: re.sub(r"[{}\\]", "", value) for name, value in _FIELD.findall(entry["body"])}
        for entry in _ENTRY.finditer(text)
    }


@cache
def _entries() -> dict[str, str]:
    text = (files("accord.measures") / "references.bib").read_text(encoding="utf-8")
    return {entry["key"]: entry[0] for entry in _ENTRY.finditer(text)}


def bibtex(key: str) -> str:
    """One reference as a BibTeX entry.

    >>> print(bibtex("scott1955").splitlines()[0])
    @article{scott1955,
    """
    if key not in _entries():
        raise UsageError(f"there is no reference '{key}'", f"the references are {', '.join(_entries())}")
    return _entries()[key]


def short(key: str) -> str:
    """Author and year, as in running text.

    >>> short("davies1982"), short("fort2012")
    ('Davies & Fleiss 1982', 'Fort et al. 2012')
    """
    fields = references()[key]
    people = [name.split(",")[0] for name in fields["author"].split(" and ")]
    who = people[0] if len(people) == 1 else " & ".join(people) if len(people) == 2 else f"{people[0]} et al."
    return f"{who} {fields['year']}"
