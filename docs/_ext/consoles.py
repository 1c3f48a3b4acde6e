"""Pages whose commands are run: below `$ accord …` in a block `console` stands what the command prints.

Such pages are plain Markdown, so that they read the same in a repository browser as on the site. `make docs-figures`
writes what the commands print anew, and a test compares.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from example_directives import folded

from accord.cli import program

DOCS = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """The pages whose commands are run."""
    return [DOCS / "start.md", *sorted(DOCS.glob("tutorials/*.md")), *sorted(DOCS.glob("how-to/*.md"))]


def renewed(text: str) -> str:
    """The page with what each of its commands prints, one after the other in a copy of docs/examples."""
    with TemporaryDirectory() as folder:
        shutil.copytree(DOCS / "examples", folder, dirs_exist_ok=True)
        return _BLOCK.sub(lambda block: f"```console\n{_printed(block[1], Path(folder))}```", text)


def _printed(block: str, folder: Path) -> str:
    return "".join(f"$ {line}\n{run(line, folder)}" for line in commands(block))


def commands(block: str) -> Iterator[str]:
    """The command lines of a block; a backslash at the end of a line goes on in the next."""
    for found in re.finditer(r"^\$ ((?:.*\\\n)*.*)$", block, re.MULTILINE):
        yield found[1]


def run(line: str, folder: Path) -> str:
    """What a command prints, notes first, and cut as `| head` or `| tail` says; nothing of what is not accord's."""
    words, kept = _kept(shlex.split(line.replace("\\\n", " ")))
    if words[0] == "head":
        lines = (folder / words[3]).read_text(encoding="utf-8").splitlines()
        return _lines(lines[: int(words[2])])
    if words[0] != "accord":
        return ""
    said, notes = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(notes),
        mock.patch.dict(os.environ, {"COLUMNS": "88", "NO_COLOR": "1"}),
    ):
        status = program.run_program(words[1:])
    if status not in (0, 1):
        raise RuntimeError(f"'{line}' ended with exit status {status}: {notes.getvalue()}")
    return _lines(folded([*notes.getvalue().splitlines(), *said.getvalue().rstrip().splitlines()[kept]]))


def _kept(words: list[str]) -> tuple[list[str], slice]:
    """The command without `| head -n …` or `| tail -n …`, and the lines that these let through."""
    if "|" not in words:
        return words, slice(None)
    *words, _, program_name, _, number = words
    return words, slice(int(number)) if program_name == "head" else slice(-int(number), None)


def _lines(lines: list[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)
