"""Several labels in one cell are not read as names without a word."""

from __future__ import annotations

import pytest

import accord
from accord.annotations.joined_labels import joins_labels


@pytest.mark.parametrize(
    ("texts", "separator"),
    [
        (["a", "b", "a|b", "b|c"], "|"),
        (["a;b", "b;c", "a;c"], ";"),
        (["joy, fear", "fear", "joy", "fear, anger", "anger"], ","),
        (["a|b"], None),
        (["a", "b"], None),
        (["Austin, USA", "Boston, USA", "Rome"], None),
        (["x|1", "y|2", "z|3"], None),
        ([], None),
    ],
)
def test_labels_made_of_others_are_told(texts: list[str], separator: str | None) -> None:
    assert joins_labels(texts) == separator


def test_the_reading_says_how_to_read_sets() -> None:
    cells = [["a", "a|b"], ["b", "b"], ["a|b", "a"], ["b|c", "c"], ["c", "b|c"]]
    data = accord.labels(cells)
    [level] = [one for one in data.read_as if one.aspect == "level"]
    assert level.guessed
    assert "joined by '|'" in level.text
    assert level.options == ("set_separator=|",)
