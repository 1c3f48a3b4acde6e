"""What an editor offers while somebody types: the names of accord, and parameters with their values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import accord
from accord.measures import all_measures
from editors.language_server import LanguageServer

TYPED = """import accord

rows = [["yes", "no"], ["no", "no"]]
accord.measure(rows, )
accord.alpha(rows, )
accord.alpha(rows, level="")
accord.
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageServer]:
    with LanguageServer(tmp_path_factory.mktemp("editor"), TYPED) as made:
        yield made


def offered(server: LanguageServer, after: str) -> set[str]:
    answer = server.at(after, "textDocument/completion")
    items: list[dict[str, Any]] = answer["items"] if isinstance(answer, dict) else answer
    return {one["label"] for one in items}


def test_every_public_name_and_every_measure_is_offered(server: LanguageServer) -> None:
    names = offered(server, 'level="")\naccord.')
    assert {*accord.__all__, *(name for _, name in all_measures())} <= names


@pytest.mark.parametrize(
    ("after", "parameters"),
    [
        ("accord.alpha(rows, ", {"level=", "distance=", "confidence=", "rng=", "resample=", "label_column="}),
        ("accord.measure(rows, ", {"measures=", "confidence=", "rng=", "undefined=", "orientation="}),
    ],
)
def test_parameters_are_offered_inside_a_call(server: LanguageServer, after: str, parameters: set[str]) -> None:
    assert parameters <= offered(server, after)


def test_the_values_of_a_parameter_are_offered(server: LanguageServer) -> None:
    values = {value.strip("\"'") for value in offered(server, 'accord.alpha(rows, level="')}
    assert {"nominal", "ordinal", "interval", "ratio"} <= values


def test_the_docstring_stands_beside_the_name(server: LanguageServer) -> None:
    told = server.at("accord.alph", "textDocument/hover")["contents"]["value"]
    assert "Krippendorff" in told
    assert "level" in told
