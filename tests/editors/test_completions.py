"""What an editor offers while somebody types: the names of accord, and parameters with their values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.measures import all_measures
from between_workers import built_once, shared_folder
from editors.language_server import LanguageServer

TYPED = """import accord

rows = [["yes", "no"], ["no", "no"]]
accord.measure(rows, )
accord.alpha(rows, )
accord.alpha(rows, level="")
accord.
"""


AFTER = ('level="")\naccord.', "accord.alpha(rows, ", "accord.measure(rows, ", 'accord.alpha(rows, level="')


@dataclass(frozen=True)
class Editor:
    """What was shown."""

    offered: dict[str, set[str]]
    """By the text behind which somebody types."""
    told: str
    """Beside the name of a measure."""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Editor:
    """What the server answered: it is started once in a run."""
    return built_once(shared_folder(tmp_path_factory), "editor", _asked)


def _asked(folder: Path) -> Editor:
    with LanguageServer(folder, TYPED) as server:
        offered = {after: _offered(server, after) for after in AFTER}
        return Editor(offered, server.at("accord.alph", "textDocument/hover")["contents"]["value"])


def _offered(server: LanguageServer, after: str) -> set[str]:
    answer = server.at(after, "textDocument/completion")
    items: list[dict[str, Any]] = answer["items"] if isinstance(answer, dict) else answer
    return {one["label"] for one in items}


def test_every_public_name_and_every_measure_is_offered(editor: Editor) -> None:
    assert {*accord.__all__, *(name for _, name in all_measures())} <= editor.offered[AFTER[0]]


@pytest.mark.parametrize(
    ("after", "parameters"),
    [
        ("accord.alpha(rows, ", {"level=", "distance=", "confidence=", "rng=", "resample=", "label_column="}),
        ("accord.measure(rows, ", {"measures=", "confidence=", "rng=", "undefined=", "orientation="}),
    ],
)
def test_parameters_are_offered_inside_a_call(editor: Editor, after: str, parameters: set[str]) -> None:
    assert parameters <= editor.offered[after]


def test_the_values_of_a_parameter_are_offered(editor: Editor) -> None:
    values = {value.strip("\"'") for value in editor.offered['accord.alpha(rows, level="']}
    assert {"nominal", "ordinal", "interval", "ratio"} <= values


def test_the_docstring_stands_beside_the_name(editor: Editor) -> None:
    assert "Krippendorff" in editor.told
    assert "level" in editor.told
