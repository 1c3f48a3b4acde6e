"""The recipes of CONTRIBUTING.md: the files they write, and the lines they add to others."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "CONTRIBUTING.md"
_STEP = re.compile(
    r"^(?:`(?P<new>[\w/]+\.py)`|In `(?P<old>[\w/]+\.py)`, (?P<where>above|below) the line `(?P<line>[^`\n]+)`):\n\n"
    r"```(?:python|text)\n(?P<code>.*?)```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class RecipeStep:
    """A file to write, or lines to put above or below a line of another."""

    path: str
    code: str
    where: str | None = None
    line: str | None = None

    def take(self, tree: Path) -> None:
        file = tree / self.path
        if self.line is None:
            if file.exists():
                raise FileExistsError(f"the recipe writes {self.path}, which is there already")
            file.write_text(self.code, encoding="utf-8")
            return
        text = file.read_text(encoding="utf-8")
        if text.count(f"\n{self.line}\n") != 1:
            raise ValueError(f"the line {self.line!r} does not stand once in {self.path}")
        both = f"{self.code}{self.line}\n" if self.where == "above" else f"{self.line}\n{self.code}"
        file.write_text(text.replace(f"\n{self.line}\n", f"\n{both}"), encoding="utf-8")


def steps(guide: str) -> Iterator[RecipeStep]:
    """Every step of every recipe, in order."""
    for found in _STEP.finditer(guide):
        yield RecipeStep(found["new"] or found["old"], found["code"], found["where"], found["line"])


def followed(tree: Path) -> list[str]:
    """A copy of the source and the tests in which all recipes were followed; the files that changed."""
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, tree / name)
    shutil.copy(ROOT / "pyproject.toml", tree)
    taken = list(steps(GUIDE.read_text(encoding="utf-8")))
    for step in taken:
        step.take(tree)
    return [step.path for step in taken]
