"""What each diagnostic means and what to do about it, from the file `catalogue.md` beside this module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from accord.results.option_names import Worded, command, option

_MARKED = re.compile(r"\{(option|command) ([^{}]+)\}")


@dataclass(frozen=True)
class Entry:
    """One diagnostic of the catalogue: what it means and what to do about it."""

    title: Worded[str] = Worded()  # noqa: RUF009  # a descriptor
    explanation: Worded[str] = Worded()  # noqa: RUF009


def _catalogue() -> dict[str, Entry]:
    """The entries of `catalogue.md` beside this module."""
    text = (files("accord.results") / "catalogue.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## (ACC\d+) (.+)\n\n(.+)$", text, re.MULTILINE)
    return {code: Entry(_MARKED.sub(_mark, title), _MARKED.sub(_mark, told)) for code, title, told in entries}


def _mark(written: re.Match[str]) -> str:
    """`{option asked shown=FILE}`, `{option annotator_from file dir}` or `{command plan}`, as texts hold them."""
    if written[1] == "command":
        return command(written[2])
    name, *words = written[2].split(" ")
    shown = next((word.removeprefix("shown=") for word in words if word.startswith("shown=")), "")
    values = [word for word in words if word != "quoted" and not word.startswith("shown=")]
    return option(name, *values, shown=shown, quoted="quoted" in words)


CATALOGUE = _catalogue()
