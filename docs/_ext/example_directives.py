"""Directives of pages about one shape: a command run beside an example file, and a table written by a function."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any, ClassVar
from unittest import mock

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from accord.cli import program


class ExampleRun(SphinxDirective):
    """Run `accord …` beside the file that `write` makes, and show what it prints."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"lines": int}
    write: ClassVar[Callable[[Path], Path]]

    def run(self) -> list[nodes.Node]:
        line = " ".join(self.arguments[0].split())
        with tempfile.TemporaryDirectory() as folder:
            type(self).write(Path(folder))
            said, status = run_command(line, Path(folder))
        shown_lines = folded(said.splitlines())
        most = self.options.get("lines", len(shown_lines))
        text = "\n".join([f"$ {line}", *shown_lines[:most], *(["…"] if most < len(shown_lines) else [])])
        if status not in (0, 1):
            raise self.error(f"'{line}' ended with exit status {status}:\n{said}")
        literal = nodes.literal_block(text, text)
        literal["language"] = "text"
        return [literal]


class WrittenTable(SphinxDirective):
    """Insert what one of the functions in `tables` writes."""

    required_arguments = 1
    has_content = False
    tables: ClassVar[Mapping[str, Callable[[], str]]]

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(type(self).tables[self.arguments[0]]())


def folded(lines: Iterable[str], width: int = 100) -> list[str]:
    """Lines as a terminal shows them: sentences go on in the next line, rows of tables stay whole."""
    return [
        part
        for line in lines
        for part in (
            [line]
            if len(line) <= width or re.search(r"\S {2,}\S|─|\\|[{}]", line)
            else wrap(line, width, break_long_words=False, break_on_hyphens=False)
        )
    ]


def run_command(line: str, folder: Path) -> tuple[str, int]:
    """What a command line prints, notes included, and its exit status."""
    said = io.StringIO()
    _, *arguments = shlex.split(line)
    environment = {**os.environ, "COLUMNS": "88", "NO_COLOR": "1"}
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
        mock.patch.dict(os.environ, environment),
    ):
        status = program.run_program(arguments)
    return said.getvalue().rstrip(), status
