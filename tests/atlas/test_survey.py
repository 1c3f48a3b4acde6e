"""The numbers of the table are those that the ratings give now."""

from __future__ import annotations

import functools
import importlib.util
import random
import warnings
from pathlib import Path
from types import ModuleType

import pytest

import accord
from accord.atlas.public_corpora import corpus_named, public_corpora, table_text
from shared_files import ABSENT, DATA

FOLDER = DATA / "atlas"
TOOL = Path(__file__).resolve().parents[2] / "tools" / "survey_atlas.py"
pytestmark = pytest.mark.skipif(not (FOLDER / "index.csv").exists(), reason=ABSENT)


@functools.cache
def survey() -> ModuleType:
    spec = importlib.util.spec_from_file_location("survey_atlas", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def drawn(number: int, most_items: int = 10**9) -> list[str]:
    """Names of data sets, others with every version of accord."""
    names = sorted(one.name for one in public_corpora() if (one.items or 0) <= most_items)
    return random.Random(accord.__version__).sample(names, number)


def current(name: str) -> None:
    [row] = survey().index_of(FOLDER, [name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = survey().surveyed(row, FOLDER)
    assert found.as_row() == corpus_named(name).as_row()


@pytest.mark.parametrize("name", drawn(4, most_items=400))
def test_a_few_data_sets_are_current(name: str) -> None:
    current(name)


@pytest.mark.deep
@pytest.mark.parametrize("name", drawn(30))
def test_thirty_data_sets_are_current(name: str) -> None:
    current(name)


def test_every_data_set_of_the_index_is_in_the_table() -> None:
    assert [row["name"] for row in survey().index_of(FOLDER)] == [one.name for one in public_corpora()]


def test_a_run_that_was_stopped_goes_on_and_gives_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: object) -> str:
        raise KeyboardInterrupt

    name = drawn(1, most_items=200)[0]
    asked = [str(FOLDER), name, "--rows", str(tmp_path / "rows"), "-o", str(tmp_path / "made.csv")]
    with monkeypatch.context() as patched:
        patched.setattr(survey(), "table_text", stopped)
        with pytest.raises(KeyboardInterrupt):
            survey().main(asked)
    assert survey().main(asked) == 0
    assert capsys.readouterr().err.count("done") == 1
    assert (tmp_path / "made.csv").read_bytes() == table_text([corpus_named(name)]).encode()
    assert not list((tmp_path / "rows").iterdir())
