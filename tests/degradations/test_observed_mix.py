"""Errors as often as annotators make them: what was planted is found again, for every shape, and can be repeated."""

from pathlib import Path

import pytest

from accord.cli import main
from accord.degradations import argument_tree, degrade, observed_errors
from accord.degradations.built_in import REFERENCES
from accord.results import UsageError
from accord.sweeping import reading_grid
from accord.sweeping.sweeps import sweep
from untyped import accord

PLANTED = {
    "labels": ("confuse", 0.2, {"confuse_matrix": 0.2}),
    "spans": ("false_negative+shift", 0.4, {"false_negative": 0.2, "shift": 0.2}),
    "relations": ("3*false_negative+flip", 0.4, {"false_negative": 0.3, "flip": 0.1}),
}
ANSWERS = {str(item): {"gold": [f"w{item}", f"v{item}", f"u{item}"]} for item in range(80)}


def rates(data: object, reference: str) -> dict[str, float]:
    found = observed_errors(data, reference).rates  # type: ignore[arg-type]
    return {name.partition("(")[0]: rate for name, rate in found.items()}


@pytest.mark.parametrize("shape", PLANTED)
def test_planted_errors_are_found_and_repeated(shape: str) -> None:
    errors, magnitude, planted = PLANTED[shape]
    start = REFERENCES[shape]()
    data = degrade(start, errors, magnitude, annotators=16, seed=1, keep_reference=True)
    found = rates(data, "reference")
    assert found == pytest.approx({name: planted.get(name, 0.0) for name in found}, abs=0.05)
    again = degrade(data, "observed", annotators=16, seed=7, reference="reference", keep_reference=True)
    assert rates(again, "reference") == pytest.approx(found, abs=0.06)


@pytest.mark.parametrize(("errors", "name"), [("drop", "drop"), ("replace", "replace"), ("noise", "noise")])
def test_planted_errors_of_answers_are_found(errors: str, name: str) -> None:
    data = degrade(accord.answers(ANSWERS), errors, 0.3, annotators=12, seed=1, keep_reference=True)
    found = rates(data, "reference")
    assert found[name] == pytest.approx(0.3, abs=0.05)
    assert all(rate < 0.05 for other, rate in found.items() if other != name)


@pytest.mark.parametrize(("errors", "name"), [("fragment", "fragment"), ("merge", "merge"), ("false_positive", "")])
def test_other_errors_of_units_are_found(errors: str, name: str) -> None:
    data = degrade(REFERENCES["spans"](), errors, 0.2, annotators=10, seed=1, keep_reference=True)
    found = rates(data, "reference")
    assert max(found, key=found.__getitem__) == (name or errors), found


def test_a_category_is_missed_as_often_as_it_is() -> None:
    rows = [["a", "a"]] * 40 + [["b", "b"]] * 5 + [["b", "c"]] * 5 + [["c", "c"]] * 10
    data = accord.labels(rows, annotators=["gold", "A"], only="*")
    mix = observed_errors(data, "gold")
    assert mix.magnitude == 0.5
    made = degrade(data, "observed", annotators=60, seed=1, reference="gold", keep_reference=True)
    frame = made.to_frame()
    labels: dict[int, dict[str, str]] = {}
    for item, who, label in frame.select("item", "annotator", "label").rows():
        labels.setdefault(int(item), {})[who] = label
    wrong = {name: [0, 0] for name in "abc"}
    for one in labels.values():
        for who, label in one.items():
            if who != "reference":
                wrong[one["reference"]][0] += label != one["reference"]
                wrong[one["reference"]][1] += 1
    assert {name: times / all_of_them for name, (times, all_of_them) in wrong.items()} == pytest.approx(
        {"a": 0.0, "b": 0.5, "c": 0.0}, abs=0.06
    )


def test_weights_are_swept() -> None:
    tree = REFERENCES["relations"]()
    settings = {"measures": ["mar_link"], "magnitudes": [0, 0.5], "repeats": 2, "annotators": 2}
    told = sweep(tree, ["false_negative+relabel"], weights=(1, 3), **settings)  # type: ignore[arg-type]
    written = sweep(tree, ["1*false_negative+3*relabel"], **settings)  # type: ignore[arg-type]
    equal = sweep(tree, ["false_negative+relabel"], **settings)  # type: ignore[arg-type]
    assert (told.values == written.values).all()
    assert told.values[..., 1, :].mean() > equal.values[..., 1, :].mean()
    assert [step.weight for step in told.steps["false_negative+relabel"]] == [0.25, 0.75]
    assert "false_negative 25 %, relabel 75 %" in str(told.diagnostics[0])
    with pytest.raises(UsageError, match="errors that are combined"):
        sweep(tree, ["flip"], weights=(1, 3), **settings)  # type: ignore[arg-type]


def test_the_observed_mix_is_swept_and_read_backwards() -> None:
    data = degrade(REFERENCES["relations"](), "3*false_negative+flip", 0.4, annotators=4, keep_reference=True)
    made = sweep(data, ["observed"], ["mar_link"], magnitudes=[0, 0.5], repeats=2, reference="reference")
    assert {step.record.name for step in made.steps["observed"]} == {"false_negative", "flip"}
    grid = reading_grid(
        data, "mar_link", ["observed"], magnitudes=[0, 0.5, 1], repeats=2, reference="reference", cache=False
    )
    assert any("observed errors: false_negative" in str(one) for one in grid.sweep.diagnostics)


def test_the_commands_show_the_mix_and_its_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = degrade(REFERENCES["spans"](), "false_negative", 0.3, annotators=4, keep_reference=True)
    accord.write(data, tmp_path / "spans.csv")
    given = [str(tmp_path / "spans.csv"), "--reference", "reference"]
    assert main(["degrade", *given, "-d", "observed", "-o", str(tmp_path / "alike.csv")]) == 0
    assert "observed errors: false_negative 100 %; magnitude 0." in capsys.readouterr().err
    shown = ["-m", "f1", "--magnitudes", "0,1", "--repeats", "1"]
    assert main(["sweep", *given, "-d", "observed", *shown]) == 0
    assert "observed: false_negative 100 %" in capsys.readouterr().err
    assert main(["sweep", *given, "-d", "false_negative+shift", "--weights", "3,1", *shown]) == 0
    assert "false_negative 75 %, shift 25 %" in capsys.readouterr().err


def test_nobody_but_the_reference_makes_no_errors() -> None:
    with pytest.raises(UsageError, match="nobody but the reference"):
        degrade(REFERENCES["labels"](), "observed", reference=None)
    with pytest.raises(UsageError, match="no magnitude is given"):
        degrade(REFERENCES["relations"](), "flip")


def test_what_most_say_is_a_biased_reference_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three annotators who each attach half of the links elsewhere: against their vote the links look added."""
    made = degrade(argument_tree(60), "retarget", 0.5, annotators=4, keep_reference=True)
    voted, own = observed_errors(made.of_annotators(["A2", "A3", "A4"])), observed_errors(made, "reference")
    assert own.weights["retarget"] > 0.9
    assert voted.weights["false_positive"] > 0.3
    assert "what no majority has looks added; reference= names another reference" in voted.sentence()
    assert "majority" not in own.sentence()
    accord.write(made, tmp_path / "graphs.csv")
    given = ["degrade", str(tmp_path / "graphs.csv"), "-d", "observed", "-o", str(tmp_path / "alike.csv")]
    assert main([*given, "--without", "reference"]) == 0
    assert "--reference names another reference" in " ".join(capsys.readouterr().err.split())


def test_the_note_on_what_was_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The data were read with a guess, which the copies keep."""
    rows = ["document,annotator,category,start,end", "d,A,x,0,5", "d,B,x,0,5", "e,A,y,3,9", "e,B,y,3,9", "f,A,x,1,2"]
    (tmp_path / "units.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    given = [str(tmp_path / "units.csv"), "-d", "false_negative", "-o", str(tmp_path / "fewer.csv")]
    assert main(["degrade", *given]) == 0
    (note,) = [line for line in capsys.readouterr().err.splitlines() if "note: Spans(" in line]
    assert note.endswith("fewer.csv")
    assert "asked" not in note
