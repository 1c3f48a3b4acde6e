"""A clear error or a stated restriction: never a traceback, never a verdict on nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from accord.cli import main
from accord.results import DataError, UsageError
from untyped import accord

ROWS = [["a", "a", "b", "a"], ["b", "b", "b", "a"], ["a", "b", "a", "b"]] * 12
NAMES = ["Ann", "Bob", "Cem", "llm"]


def labels(rows: object = ROWS, names: object = NAMES, **options: object) -> object:
    return accord.labels(rows, annotators=names, only="*", **{"models": ["llm"], **options})


def test_nobody_is_a_model() -> None:
    with pytest.raises(DataError, match=r"none of the annotators is a model.*models=.*Ann, Bob") as found:
        accord.admit(ROWS, annotators=["Ann", "Bob", "Cem", "Dan"])
    assert found.value.code == "ACC440"


def test_a_model_that_nobody_knows() -> None:
    with pytest.raises(UsageError, match="there is no annotator 'gpt-9'"):
        accord.admit(labels(), "gpt-9")


def test_models_that_were_set_aside() -> None:
    data = accord.labels(ROWS, annotators=NAMES, models=["llm"])
    with pytest.raises(UsageError, match=r"set aside.*only="):
        accord.admit(data)


def test_fewer_than_two_people() -> None:
    with pytest.raises(DataError, match="two people or more, and there is 1 person") as found:
        accord.admit([["a", "b"], ["a", "a"]], "llm", annotators=["Ann", "llm"])
    assert found.value.code == "ACC441"


def test_a_model_nobody_overlaps_with() -> None:
    rows = [["a", "b", None], ["b", "b", None], [None, None, "a"]]
    with pytest.raises(DataError, match="'llm' shares no item with people: it annotated 1 item") as found:
        accord.admit(rows, "llm", annotators=["Ann", "Bob", "llm"])
    assert found.value.code == "ACC443"


def test_items_with_one_person_only() -> None:
    rows = [["a", None, "a"], [None, "b", "b"]]
    with pytest.raises(DataError, match="no item that 'llm' annotated has 2 people") as found:
        accord.admit(rows, "llm", annotators=["Ann", "Bob", "llm"])
    assert found.value.code == "ACC443"


def test_no_category_in_common() -> None:
    rows = [["yes", "no", "YES"], ["no", "no", "NO"]]
    with pytest.raises(DataError, match="no category in common: it says 'NO', 'YES', they say 'no', 'yes'") as found:
        accord.admit(rows, "llm", annotators=["Ann", "Bob", "llm"])
    assert found.value.code == "ACC447"


def test_counts_name_nobody() -> None:
    with pytest.raises(UsageError, match="who annotated what is not known"):
        accord.admit(accord.counts([[2, 1], [3, 0]]), "llm")


def test_few_items_have_no_omega_and_it_is_said() -> None:
    found = accord.admit(labels(ROWS[:12]), replicates=20)
    assert found["llm"].test.passes is None
    assert [one.code for one in found.diagnostics] == ["ACC444"]
    assert "the panel alone decides" in found.sentences("llm")[0]


def test_two_people_cannot_be_judged_themselves_and_it_is_said() -> None:
    found = accord.admit([[row[0], row[1], row[3]] for row in ROWS], "llm", annotators=["A", "B", "llm"], replicates=20)
    assert "without a third person" in found.sentences("llm")[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"epsilon": 1.5}, "epsilon= is a share"),
        ({"margin": 0.0}, "margin= is above 0"),
        ({"min_people": 1}, "min_people= is at least 2"),
        ({"confidence": 0.0}, "confidence= is a share"),
        ({"score": "gbm"}, "score 'gbm' is not for labels"),
        ({"score": lambda one, other: 1.0}, "a similarity function is for answers"),
    ],
)
def test_options_are_checked(options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        accord.admit(labels(), **options)


def write(folder: Path, rows: object = ROWS) -> str:
    path = folder / "ratings.csv"
    lines = [",".join(["item", *NAMES])]
    lines += [",".join([f"s{number}", *(cell or "" for cell in row)]) for number, row in enumerate(rows)]  # type: ignore[arg-type, var-annotated]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_on_the_command_line_options_are_spelled_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path)
    assert main(["admit", path, "--without", "llm"]) == 3
    assert "--models NAME" in capsys.readouterr().err
    assert main(["admit", path, "--models", "llm", "--margin", "0"]) == 2
    assert "--margin is above 0" in capsys.readouterr().err
    assert main(["admit", path, "--models", "llm", "--fail-unless", "omega"]) == 2
    assert "cannot read the gate" in capsys.readouterr().err
    absent, made = str(tmp_path / "none.txt"), str(tmp_path / "c.json")
    assert main(["admit", path, "--models", "llm", "--prompt-file", absent, "--certificate", made]) == 2


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"format": "accord certificate", "version": 1}', "\x00\xff"])
def test_what_is_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str) -> None:
    path = write(tmp_path)
    (tmp_path / "c.json").write_text(content, encoding="utf-8")
    assert main(["admit", path, "--models", "llm", "--check", str(tmp_path / "c.json")]) == 3
    assert "ACC448" in capsys.readouterr().err


def test_the_error_of_a_certificate_of_another_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, made = write(tmp_path), tmp_path / "c.json"
    assert main(["admit", path, "--models", "llm", "--replicates", "5", "--certificate", str(made), "-q"]) == 0
    record = json.loads(made.read_text(encoding="utf-8"))
    made.write_text(json.dumps({**record, "model": "other"}), encoding="utf-8")
    assert main(["admit", path, "--models", "llm", "--replicates", "5", "--check", str(made), "-q"]) == 2
    assert "the certificate is for 'other'" in capsys.readouterr().err
