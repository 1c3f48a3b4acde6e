"""Commands on a project: all fields with the numbers of each alone, gates, settings, the way back into the tool."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from unittest import mock

import pytest

from accord.cli import main

FEW = ("--replicates", "20", "-q")


def _survey(folder: Path, items: int = 24) -> Path:
    """Three questions; the third is asked only where the first is 'a'."""
    rows = ["item,annotator,tone,stars,why"]
    for item in range(items):
        for place, who in enumerate(("Ann", "Bob", "Cem")):
            odd = (item * 7 + place * 3) % 5 == 0
            first = "abc"[(item + odd) % 3]
            rows.append(f"s{item},{who},{first},{1 + (item + odd) % 4},{'xy'[item % 2] if first == 'a' else ''}")
    path = folder / "survey.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    return _survey(tmp_path)


def _json(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, object]:
    assert main([*args, "--format", "json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_every_field_has_the_values_of_its_own_command(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = _json(capsys, "measure", str(survey), *FEW)["fields"]
    assert isinstance(whole, dict)
    assert list(whole) == ["tone", "stars", "why"]
    reported = _json(capsys, "report", str(survey), "--no-grid", *FEW)
    by_name = {one["title"]: one for one in reported["findings"]}  # type: ignore[attr-defined]
    for name, record in whole.items():
        alone = _json(capsys, "measure", str(survey), "--field", name, *FEW)
        assert record["results"] == alone["results"]
        single = _json(capsys, "report", str(survey), "--field", name, "--no-grid", *FEW)["findings"]
        assert by_name[name]["results"] == single[0]["results"]  # type: ignore[index]


def test_one_table_with_a_column_for_the_field(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(survey), "-m", "alpha", "--format", "csv", *FEW]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["field"] for row in rows] == ["tone", "stars", "why"]


def test_gates_of_one_field_and_of_all(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(survey), "-m", "alpha", "--fail-under", "tone.alpha>=-1", *FEW]) == 0
    assert main(["measure", str(survey), "-m", "alpha", "--fail-under", "stars.alpha.low>=0.9999", *FEW]) == 1
    assert "gate failed: stars.alpha.low>=0.9999" in capsys.readouterr().err
    assert main(["measure", str(survey), "-m", "alpha", "--fail-under", "alpha>=0.9999", *FEW]) == 1
    said = capsys.readouterr().err
    assert "tone.alpha" in said
    assert "stars.alpha" in said
    assert main(["measure", str(survey), "--fail-under", "nonsense.alpha>=1", *FEW]) == 2


def test_the_page_has_all_questions_and_what_is_across(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = survey.parent / "page.html"
    assert main(["report", str(survey), "-o", str(page), "--no-grid", "--overall", *FEW]) == 0
    shown, text = capsys.readouterr().out, page.read_text(encoding="utf-8")
    assert "'why' was asked only where 'tone' is 'a'" in shown
    assert "the plain mean of the main values of 3 questions" in shown
    for part in (
        "All 3 questions",
        ">tone</h2>",
        ">stars</h2>",
        ">why</h2>",
        "Across questions",
        "Conditional questions",
    ):
        assert part in text
    assert main(["report", str(page), "--format", "csv", "-q"]) == 0


def test_a_redacted_page_of_a_project_names_nobody(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = survey.parent / "page.html"
    assert main(["report", str(survey), "-o", str(page), "--no-grid", "--redact", "--details", *FEW]) == 0
    shown = capsys.readouterr().out + page.read_text(encoding="utf-8")
    assert not any(f"'{who}'" in shown or f">{who}<" in shown for who in ("Ann", "Bob", "Cem"))
    assert "survey.csv" not in shown


def _rounds(folder: Path) -> tuple[str, str]:
    """The second round errs more, has a question less and another more."""
    rounds = []
    for name, least in (("one", 5), ("two", 2)):
        last = "old" if name == "one" else "new"
        rows = [f"item,annotator,tone,stars,{last}"]
        for item in range(40):
            for place, who in enumerate(("Ann", "Bob", "Cem")):
                odd, far = (item * 7 + place * 3) % least == 0, (item * 3 + place) % 9 == 8
                answers = ("abc"[(item + odd) % 3], str(1 + (item + far) % 4), "xy"[(item + place) % 2])
                rows.append(f"s{item},{who},{','.join(answers)}")
        path = folder / f"{name}.csv"
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        rounds.append(str(path))
    return rounds[0], rounds[1]


def test_rounds_of_a_project_field_by_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = _rounds(tmp_path)
    whole = _json(capsys, "compare", *rounds, *FEW)
    assert list(whole["fields"]) == ["tone", "stars"]  # type: ignore[call-overload]
    assert (whole["only_before"], whole["only_after"]) == (["old"], ["new"])
    assert whole["worse"] == ["tone"]
    for name, found in whole["fields"].items():  # type: ignore[attr-defined]
        alone = _json(capsys, "compare", *rounds, "--field", name, *FEW)
        for part in ("measures", "categories", "annotators", "confusions", "stability", "reference"):
            assert found[part] == alone[part]
    first = whole["questions"][0]  # type: ignore[index]
    assert (first["field"], first["corrected"], first["p_holm"]) == ("tone", "worse", min(1, 2 * first["p"]))


def test_what_is_written_of_rounds_of_a_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = _rounds(tmp_path)
    assert main(["compare", *rounds, *FEW]) == 0
    shown = capsys.readouterr().out
    assert "Only in the first round, and not compared: old." in shown
    assert "worse: tone" in shown
    for show, header in (
        (None, "field,measure,before"),
        ("categories", "field,of"),
        ("questions", "field,shape,shared"),
    ):
        asked = [] if show is None else ["--show", show]
        assert main(["compare", *rounds, "--format", "csv", *asked, *FEW]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(header)
        assert {line.split(",")[0] for line in lines[1:]} == {"tone", "stars"}
    page = tmp_path / "page.html"
    assert main(["compare", *rounds, "-o", str(page), *FEW]) == 0
    text = page.read_text(encoding="utf-8")
    assert all(part in text for part in ("All questions", "tone: measures", "stars: measures", "Only in the second"))
    assert "&#39;stars&#39;: 1 to 4: a scale (ordinal), guessed" in text
    assert main(["compare", *rounds, "--no-parts", "--fail-if-worse", *FEW]) == 1
    assert "gate failed: worse than before: tone" in capsys.readouterr().err
    assert main(["compare", *rounds, "--field", "stars", "--fail-if-worse", "--no-parts", *FEW]) == 0
    assert main(["compare", rounds[0], rounds[1], "--label-columns", "tone", "--no-parts", *FEW]) == 0


def test_what_is_new_since_an_earlier_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    early, page = _survey(tmp_path, 15), tmp_path / "early.html"
    assert main(["report", str(early), "-o", str(page), "--no-grid", *FEW]) == 0
    later = _survey(tmp_path)
    capsys.readouterr()
    whole = _json(capsys, "report", str(later), "--since", str(page), "--no-grid", *FEW)["project"]
    assert isinstance(whole, dict)
    changed = {one["name"]: one for one in whole["since"]["questions"]}
    assert (changed["tone"]["items_before"], changed["tone"]["items"]) == (15, 24)
    assert changed["tone"]["change"] == changed["tone"]["value"] - changed["tone"]["value_before"]
    assert main(["report", str(later), "--field", "tone", "--since", str(page), "--no-grid", "--replicates", "20"]) == 0
    assert "9 items were added" in capsys.readouterr().err


def test_settings_beside_the_data(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(survey), "--write-config", "-q"]) == 0
    assert "3 questions, 3 people:" in capsys.readouterr().out
    assert main(["inspect", str(survey), "--write-config", "-q"]) == 3  # it is there already
    file = survey.parent / "accord.toml"
    text = file.read_text(encoding="utf-8")
    assert 'label_columns = ["tone", "stars", "why"]' in text
    file.write_text(text.replace('[fields."stars"]\nlevel = "ordinal"', '[fields."stars"]\nlevel = "nominal"'), "utf-8")
    whole = _json(capsys, "measure", str(survey), "-m", "alpha", *FEW)["fields"]
    assert whole["stars"]["data"]["level"] == "nominal"  # type: ignore[index]
    alone = _json(capsys, "measure", str(survey), "--field", "stars", "-m", "alpha", *FEW)
    assert alone["results"] == whole["stars"]["results"]  # type: ignore[index]
    told = _json(capsys, "measure", str(survey), "--field", "stars", "--level", "interval", "-m", "alpha", *FEW)
    assert told["data"]["level"] == "interval"  # type: ignore[index]
    file.write_text("[read]\nlevels = 3\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["measure", str(survey)]) == 3
    assert "there is no setting 'levels' [ACC484]" in capsys.readouterr().err
    with mock.patch("pathlib.Path.read_bytes", side_effect=PermissionError(13, "Permission denied")):
        assert main(["measure", str(survey)]) == 3
    assert "this cannot be read: Permission denied [ACC484]" in capsys.readouterr().err
    file.write_text("#" * 2_000_000, encoding="utf-8")
    assert main(["measure", str(survey)]) == 3
    assert "2,000,000 bytes are too many for a settings file [ACC484]" in capsys.readouterr().err


def test_stability_plan_and_reference_of_all_fields(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = _json(capsys, "stability", str(survey), "-k", "1", *FEW)["fields"]
    alone = _json(capsys, "stability", str(survey), "-k", "1", "--field", "tone", *FEW)
    assert whole["tone"]["results"] == alone["results"]  # type: ignore[index]
    assert main(["plan", str(survey), "-q"]) == 0
    made = survey.parent / "reference.csv"
    assert main(["reference", str(survey), "-o", str(made), "-q"]) == 0
    capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(made.read_text(encoding="utf-8"))))
    assert {row["field"] for row in rows} == {"tone", "stars", "why"}
    assert len([row for row in rows if row["field"] == "tone"]) == 24


def test_who_should_annotate_what_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        f"s{item},{who},{'ab'[item % 2]},{'xy'[(item + place) % 2]}"
        for item in range(20)
        for place, who in enumerate(("Ann", "Bob") if item < 10 else ("Bob", "Cem"))
    ]
    path, made = tmp_path / "survey.csv", tmp_path / "next.csv"
    path.write_text("\n".join(["item,annotator,tone,topic", *rows, ""]), encoding="utf-8")
    line = ["plan", str(path), "--label-columns", "tone,topic", "--assign", str(made), "--share", "6"]
    assert main(line) == 0
    shown = capsys.readouterr()
    assert "With 6 more assignments (6 to 'Ann') every two annotators would share 6 items." in shown.out
    assert "6 assignments are in" in shown.err
    listed = list(csv.DictReader(io.StringIO(made.read_text(encoding="utf-8"))))
    assert [row["item"] for row in listed] == [f"s{item}" for item in range(10, 16)]
    assert main(line) == 3  # the file is there
    assert main([*line[:-1], "1", "--force", "-q", "--only", "Ann,Bob"]) == 0
    assert made.read_text(encoding="utf-8").splitlines() == ["item,annotator"]


def test_the_reference_goes_back_into_the_tool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "😀 Ada met Bob."

    def given(who: int, stars: int, end: int) -> dict[str, object]:
        span = {"start": 3, "end": end, "text": text[2 : end - 1], "labels": ["PER"]}
        return {
            "completed_by": who,
            "lead_time": 4.5,
            "created_at": f"2024-05-0{who}T10:00:00Z",
            "result": [
                {"from_name": "stars", "to_name": "txt", "type": "rating", "value": {"rating": stars}},
                {"from_name": "who", "to_name": "txt", "type": "labels", "id": f"r{who}", "value": span},
            ],
        }

    tasks = [{"id": 71, "data": {"txt": text}, "annotations": [given(1, 4, 6), given(2, 4, 6), given(3, 2, 6)]}]
    path, made = tmp_path / "export.json", tmp_path / "reference.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    assert main(["reference", str(path), "-o", str(made), "--to", "label-studio", "-q"]) == 0
    (task,) = json.loads(made.read_text(encoding="utf-8"))
    assert (task["id"], task["data"]) == (71, {"txt": text})
    (annotation,) = task["annotations"]
    assert annotation["ground_truth"] is True
    rating, span = annotation["result"]
    assert (rating["from_name"], rating["to_name"], rating["value"]) == ("stars", "txt", {"rating": 4})
    assert span["value"] == {"start": 3, "end": 6, "text": "Ada", "labels": ["PER"]}
    assert main(["inspect", str(path), "-q"]) == 0
    assert f"accord reference {path} -o reference.json --to label-studio" in capsys.readouterr().out
    assert main(["reference", str(_survey(tmp_path)), "-o", str(made), "--to", "label-studio", "--force"]) == 2


# ---- bad input: told, and nothing lost


def _answers(item: int, who: str) -> tuple[str, str]:
    return "ab"[(item + (who == "A" and item % 4 == 0)) % 2], "xy"[(item + (who == "B" and item % 3 == 0)) % 2]


def test_two_columns_of_one_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "twice.csv"
    path.write_text("item,annotator,tone,tone\n1,A,a,b\n1,B,b,b\n", encoding="utf-8")
    assert main(["report", str(path), *FEW]) == 3
    assert "two columns are called 'tone' [ACC019]; rename one" in capsys.readouterr().err


def test_a_question_nobody_answered_and_somebody_without_an_item(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "survey.csv"
    rows = [f"s{item},{who},{','.join(_answers(item, who))}," for item in range(12) for who in "AB"]
    path.write_text("\n".join(["item,annotator,tone,topic,mood", *rows, "s1,Idle,,,", ""]), encoding="utf-8")
    assert main(["report", str(path), "--no-grid", "--replicates", "20", "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert "nobody answered 'mood' [ACC481]" in shown.err
    whole = json.loads(shown.out)["project"]
    found = {one["name"]: one for one in whole["questions"]}
    assert (found["mood"]["shape"], found["tone"]["items"], found["topic"]["items"]) == ("unanswered", 12, 12)
    assert "2 annotators" in whole["lines"][0]
    assert [one["title"] for one in whole["findings"]] == ["1 annotator without any item: 'Idle'."]


def test_fields_of_one_name_and_contradictory_assignments_of_an_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def given(who: int, item: int) -> dict[str, object]:
        span = {"start": 0, "end": 3, "labels": ["PER"]}
        named = {"from_name": "q", "to_name": "text"}
        choice = {**named, "type": "choices", "value": {"choices": [_answers(item, "AB"[who])[0]]}}
        return {"completed_by": who, "result": [choice, {**named, "id": "r", "type": "labels", "value": span}]}

    cancelled = [{"completed_by": who, "was_cancelled": True} for who in (1, 7)]
    tasks = [
        {"id": item, "data": {"text": "Ada met Bob"}, "annotations": [given(0, item), given(1, item), *cancelled]}
        for item in range(8)
    ]
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    assert main(["report", str(path), "--no-grid", "--replicates", "20", "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert "2 fields are called 'q' [ACC480]" in shown.err
    assert "8 assignments are both cancelled and annotated, such as that of '1' [ACC485]" in shown.err
    whole = json.loads(shown.out)["project"]
    assert {one["name"]: one["items"] for one in whole["questions"]} == {"q (labels)": 8, "q (spans)": 8}
    assert "16 assignments cancelled" in whole["lines"]
    assert "annotator without an item" in {one["kind"] for one in whole["findings"]}
