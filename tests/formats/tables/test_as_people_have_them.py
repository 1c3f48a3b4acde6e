"""A hundred and a half tables as people have them are read right, or asked about; none is taken for something else."""

from pathlib import Path

import pytest

import accord
from formats.tables.as_people_have_them import RIGHT, TABLES, WAYS, judged, tidy

ASKED = {
    "long_names_that_say_nothing", "long_sentences_numbered_in_documents", "long_two_questions",
    "wide_two_questions", "counts_of_categories", "contingency_of_two",
    "array_raters_by_items", "lists_of_raters", "array_of_a_frame_with_its_ids", "array_of_a_long_frame",
}  # fmt: skip
"""What cannot be known from the table alone."""
EITHER = {"long_without_header"}
"""What can be known where the content is unmistakable, and is asked elsewhere."""


FIRST = dict(reversed(TABLES))
"""Of each way one data set; all of them take twenty seconds."""


@pytest.mark.parametrize(
    ("way", "name"),
    [
        pytest.param(way, name, id=f"{way}-{name}", marks=() if FIRST[way] == name else pytest.mark.deep)
        for way, name in TABLES
    ],
)
def test_read_right_or_asked(way: str, name: str, tmp_path: Path, shared_data: Path) -> None:
    brought = WAYS[way][0](tidy(name, shared_data))
    if way in EITHER:
        try:
            data = brought.read(tmp_path)
        except accord.DataError:
            data = brought.read(tmp_path, **brought.settled)
        assert judged(data, brought.meant) == RIGHT
    elif way in ASKED:
        with pytest.raises(accord.DataError) as asked:
            brought.read(tmp_path)
        assert asked.value.hint
        if brought.settled:
            assert judged(brought.read(tmp_path, **brought.settled), brought.meant) == RIGHT, "what settles it does not"
    else:
        data = brought.read(tmp_path)
        assert judged(data, brought.meant) == RIGHT, [one.line() for one in data.read_as]
        own_format = way == "long_label_studio_csv"  # its columns are known
        assert data.read_as or brought.name is None or own_format, "nothing is said about how it was read"


def test_they_are_more_than_a_hundred() -> None:
    assert len(TABLES) >= 150
    assert len(WAYS) >= 60
