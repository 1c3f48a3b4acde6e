"""Codes are stable and explained, and every code that is used is in the catalogue."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

import accord
from accord.results import CATALOGUE, DataError, Diagnostic, Place, UsageError
from accord.results.errors import one_line
from accord.results.option_names import in_the_shell
from many_cases import many_cases

SOURCE = Path(accord.__file__).parent
CODE = re.compile(r"\bACC\d+\b")


def _used() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".py", ".html", ".j2", ".jinja") and path.name != "diagnostics.py":
            for code in CODE.findall(path.read_text(encoding="utf-8")):
                found.setdefault(code, set()).add(path.relative_to(SOURCE).as_posix())
    return found


def test_every_code_in_use_is_in_the_catalogue() -> None:
    unknown = {code: places for code, places in _used().items() if code not in CATALOGUE}
    assert not unknown


def test_no_code_is_written_twice_in_the_catalogue() -> None:
    """A dictionary keeps the last of two entries without a word."""
    written = re.findall(r"^## (\S*)", (SOURCE / "results" / "catalogue.md").read_text("utf-8"), re.M)
    assert written == list(CATALOGUE)
    assert len(written) == len(set(written))


def test_options_and_commands_of_the_catalogue_are_spelled() -> None:
    texts = [text for entry in CATALOGUE.values() for text in (entry.title, entry.explanation)]
    assert not [text for text in texts if re.search(r"\{\w+ ", text)]
    assert any("annotator_from='file' or 'dir'" in text for text in texts)
    with in_the_shell():
        assert any("--asked FILE" in entry.explanation for entry in CATALOGUE.values())


def test_entries_say_what_and_what_to_do() -> None:
    with many_cases() as case:
        for code, entry in CATALOGUE.items():
            with case(code):
                assert re.fullmatch(r"ACC\d{3}", code)
                assert entry.title
                assert entry.title[0].islower() or entry.title.startswith("JSON")
                assert not entry.title.endswith(".")
                assert entry.explanation.endswith(".")
                assert len(entry.explanation) > len(entry.title)
                assert "  " not in entry.explanation
                assert "\n" not in entry.explanation


@pytest.mark.parametrize(
    "error",
    [
        DataError("ACC003", "3 fields where the header has 4", Place("a.csv", 9), "quote the field"),
        DataError("ACC002", "there are no rows"),
        UsageError("there is no measure 'alfa'", "did you mean alpha?"),
        UsageError("no"),
    ],
    ids=str,
)
def test_errors_travel_between_processes(error: DataError | UsageError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(), ""),
        (Place("a.csv"), "a.csv"),
        (Place("a.csv", 3), "a.csv:3"),
        (Place(line=3), "line 3"),
        (Place(item="x"), "item 'x'"),
        (Place("a.csv", 3, "x"), "a.csv:3: item 'x'"),
    ],
)
def test_places(place: Place, text: str) -> None:
    assert str(place) == text
    assert one_line("ACC001", "what", place, None) == (f"{text}: what [ACC001]" if text else "what [ACC001]")


def test_one_line_whatever_the_pieces_contain() -> None:
    nasty = Diagnostic("ACC001", "two\nlines\r\n and\ttabs", Place("a\nb.csv", 1, "i\n1"), "do\nthis")
    assert str(nasty).splitlines() == [str(nasty)]
    assert str(DataError("ACC001", "a\nb", Place(item="x\ny"))).count("\n") == 0


def test_data_errors_of_labels_carry_codes_and_places() -> None:
    with pytest.raises(DataError) as caught:
        accord.labels([["a", "b"], ["a", "X"]], categories=["a", "b"])
    assert caught.value.code == "ACC008"
    assert caught.value.place.item == "2"
    with pytest.raises(DataError) as caught:
        accord.labels([["a", "b"], ["a"]])
    assert caught.value.code == "ACC003"
