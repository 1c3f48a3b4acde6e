"""Who is a model is a fact of the data: named, a pattern, a column, a table of people, or the export itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from accord.cli import main
from untyped import accord

PEOPLE, MODELS = ("Ann", "Bob", "Cem"), ("m-one", "m-two")
Said = list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def said() -> Said:
    """(item, annotator, label)"""
    rng = np.random.default_rng(0)
    truth = rng.integers(3, size=60)
    wrong = rng.random((60, 5)) < 0.2
    other = rng.integers(3, size=(60, 5))
    return [
        (f"s{item}", who, "abc"[other[item, place] if wrong[item, place] else truth[item]])
        for item in range(60)
        for place, who in enumerate((*PEOPLE, *MODELS))
    ]


def table(folder: Path, said: Said) -> str:
    path = folder / "ratings.csv"
    path.write_text("\n".join(["item,annotator,label", *map(",".join, said)]), encoding="utf-8")
    return str(path)


def by_name(folder: Path, said: Said) -> list[str]:
    return [table(folder, said), "--models", ",".join(MODELS)]


def by_pattern(folder: Path, said: Said) -> list[str]:
    return [table(folder, said), "--models", "m-*"]


def by_column(folder: Path, said: Said) -> list[str]:
    path = folder / "kinds.csv"
    rows = [",".join([*row, "model" if row[1] in MODELS else "human"]) for row in said]
    path.write_text("\n".join(["item,annotator,label,annotator_kind", *rows]), encoding="utf-8")
    return [str(path)]


def by_table_of_people(folder: Path, said: Said) -> list[str]:
    people = folder / "people.csv"
    rows = [f"{who},{'model' if who in MODELS else 'person'}" for who in (*PEOPLE, *MODELS)]
    people.write_text("\n".join(["annotator,role", *rows]), encoding="utf-8")
    return [table(folder, said), "--people", str(people)]


def by_predictions_of_label_studio(folder: Path, said: Said) -> list[str]:
    def result(label: str) -> list[dict[str, object]]:
        return [{"from_name": "class", "to_name": "text", "type": "choices", "value": {"choices": [label]}}]

    tasks: dict[str, dict[str, object]] = {}
    for item, who, label in said:
        task = tasks.setdefault(
            item, {"id": int(item[1:]), "data": {"text": item}, "annotations": [], "predictions": []}
        )
        if who in MODELS:
            task["predictions"].append({"model_version": who, "result": result(label)})  # type: ignore[attr-defined]
        else:
            task["annotations"].append({"completed_by": {"email": who}, "result": result(label)})  # type: ignore[attr-defined]
    path = folder / "export.json"
    path.write_text(json.dumps(list(tasks.values())), encoding="utf-8")
    return [str(path)]


WAYS = [by_name, by_pattern, by_column, by_table_of_people, by_predictions_of_label_studio]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_gives_the_same_verdicts(
    way: Callable[[Path, Said], list[str]], said: Said, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = ["--replicates", "50", "--format", "json", "-q"]
    assert main(["admit", *by_name(tmp_path, said), *quick]) == 0
    named = json.loads(capsys.readouterr().out)
    assert main(["admit", *way(tmp_path, said), *quick]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["models"]) == set(MODELS)
    assert set(found["people"]) == set(PEOPLE)
    for model in MODELS:
        for value in ("verdict", "omega", "rho"):
            assert found["models"][model][value] == named["models"][model][value]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_keeps_models_out_of_measures(
    way: Callable[[Path, Said], list[str]], said: Said, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    only_people = [row for row in said if row[1] in PEOPLE]
    options = ["-m", "alpha", "--replicates", "20", "--format", "json", "-q"]
    assert main(["measure", table(tmp_path, only_people), *options]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main(["measure", *way(tmp_path, said), *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["results"][0]["value"] == alone["results"][0]["value"]
    apart = {" with ".join(one["of"]): one for one in found["people_and_models"]["agreement"]}
    assert set(apart) == {"people", "models", "people with models"}
    assert apart["people"]["value"] == alone["results"][0]["value"]


def test_model_annotators_of_prodigy_behind_the_name_of_the_data_set(
    said: Said, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prodigy writes 'DATASET-SESSION'; the recipes that let models annotate name the session after the model."""
    called = {"m-one": "gpt-4o-mini", "m-two": "en_core_web_md"}
    records = [
        {
            "text": item,
            "_input_hash": int(item[1:]),
            "_task_hash": int(item[1:]),
            "options": [{"id": one} for one in "abc"],
            "accept": [label],
            "answer": "accept",
            "_view_id": "choice",
            "_annotator_id": f"news-{called.get(who, who)}",
        }
        for item, who, label in said
    ]
    path = tmp_path / "db.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    assert main(["admit", str(path), "--replicates", "20", "--format", "json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["models"]) == {"news-gpt-4o-mini", "news-en_core_web_md"}
    assert set(found["people"]) == {f"news-{who}" for who in PEOPLE}


def test_annotators_may_be_left_out(said: Said, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, quick = table(tmp_path, said), ["--replicates", "20", "--format", "json", "-q"]
    found = accord.admit(path, "m-*", without="m-two", replicates=20)
    assert set(found.models) == {"m-one"}
    assert set(accord.admit(path, "m-one", only=["m-one", "Ann", "Bob"], replicates=20).people) == {"Ann", "Bob"}
    assert main(["admit", path, "--models", "m-one", "--without", "m-two,Cem", *quick]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (set(told["models"]), set(told["people"])) == ({"m-one"}, {"Ann", "Bob"})
