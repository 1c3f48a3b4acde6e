"""`accord difficulty` as a user runs it."""

from __future__ import annotations

import csv
import importlib
import io
import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from accord.cli import main, program
from accord.item_difficulty import difficulty
from item_difficulty.planted import planted

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(autouse=True)
def _command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(program.COMMANDS, "difficulty", ("accord.cli.difficulty_command", "difficulty"))


@pytest.fixture
def features(tmp_path: Path) -> str:
    """120 items in 24 clusters: `own` makes them harder, `word` is the cluster's and does nothing."""
    rng = np.random.default_rng(0)
    own, hard, cluster = planted(rng, 24, 5, 0.6, of_cluster=False)
    word = rng.normal(size=24)[cluster]
    path = tmp_path / "features.csv"
    lines = ["item,difficulty,own,word,target,pos,text,system"]
    for row in range(120):
        numbers = f"{hard[row]:.6f},{own[row]:.6f},{word[row]:.6f}"
        text = f"the <b>{cluster[row]}</b> & {row}"
        lines.append(f"s{row},{numbers},t{cluster[row]},{'nv'[cluster[row] % 2]},{text},{-hard[row] + row % 3:.6f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    rng = np.random.default_rng(1)
    path = tmp_path / "ratings.csv"
    rows = ["item,A,B,C,D"]
    for row in range(120):
        rows.append(f"s{row}," + ",".join("xy"[int(rng.random() < (row % 5) / 8)] for _ in range(4)))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


USUAL = ["--column", "difficulty", "--cluster", "target", "--feature", "own", "--feature", "word", "--replicates", "50"]


def test_text(features: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["difficulty", "--features", features, *USUAL]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("120 items, 24 clusters by target; difficulty: column 'difficulty'")
    assert "after Holm's correction with clusters taken into account there remain own (+" in out
    for heading in ("What goes with difficulty", "All features together", "Items the features do not explain"):
        assert heading in out
    assert "ACC177" in err
    assert "'word' never varies within a cluster" in err


def test_annotations_and_systems(
    ratings: str, features: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("item,good,bad\n" + "".join(f"s{row},{row % 5},{row % 3}\n" for row in range(120)))
    asked = [
        "--features",
        features,
        "--feature",
        "own",
        "--system",
        str(scores),
        "-m",
        "entropy",
        "--no-interval",
        "-q",
    ]
    assert main(["difficulty", ratings, *asked, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["kind"] == "labels"
    assert record["measure"] == "entropy"
    assert record["systems"] == ["good", "bad"]
    assert [one["outcome"] for one in record["correlations"]] == ["disagreement", "systems", "residual"]
    assert record["per_item"]["systems"][4] == pytest.approx(-(4 + 1) / 2)
    assert record["correlations"][0]["low"] is None


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex", "svg", "html", "text"])
def test_every_format_is_well_formed(form: str, features: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["difficulty", "--features", features, *USUAL, "--group", "pos", "-q", "--format", form]
    assert main(asked) == 0
    out = capsys.readouterr().out
    if form == "json":
        record = json.loads(out)
        found = difficulty(
            None, features, column="difficulty", cluster="target", columns=["own", "word"], group="pos", replicates=50
        )
        assert record == json.loads(json.dumps(found.as_json()))
    elif form == "csv":
        rows = list(csv.DictReader(io.StringIO(out)))
        assert [(one["group"], one["feature"]) for one in rows] == [
            (group, feature) for group in ("", "n", "v") for feature in ("own", "word")
        ]
        assert 0.4 < float(rows[0]["rho"]) < 0.8
        assert rows[0]["survives"] == "true"
    elif form == "latex":
        assert out.count(r"\begin{tabular}") == out.count(r"\bottomrule") >= 6
    elif form == "svg":
        assert fromstring(out).tag.endswith("svg")
    elif form == "html":
        assert "&lt;b&gt;" in out, "texts of items are escaped"
        assert 'id="accord-difficulty"' in out
        assert out.count('class="vega"') == 2
    elif form == "markdown":
        assert "| outcome | feature |" in out


@pytest.mark.parametrize(
    "shown", ["correlations", "interactions", "regression", "models", "mixed", "outliers", "items"]
)
def test_one_table(shown: str, features: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["difficulty", "--features", features, *USUAL, "--group", "pos", "-q", "--show", shown]
    for form in ("csv", "text"):
        assert main([*asked, "--format", form]) == 0
        out = capsys.readouterr().out
        assert ("item" if shown in ("items", "outliers") else "outcome") in out.splitlines()[
            0 if form == "csv" else 1
        ] + out
    assert len(out.splitlines()) >= 3


def test_prediction(features: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "new.csv"
    new.write_text("item,own,word\neasy,-2,0\nhard,2,0\nunknown,,0\n", encoding="utf-8")
    asked = ["difficulty", "--features", features, *USUAL, "--predict", str(new), "-q"]
    assert main([*asked, "--format", "csv"]) == 0
    easy, hard, unknown = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert float(easy["expected"]) < float(hard["expected"])
    assert float(hard["low"]) < float(hard["expected"]) < float(hard["high"])
    assert unknown["expected"] == ""
    assert main([*asked, "--format", "text"]) == 0
    assert "New items" in capsys.readouterr().out
    assert main([*asked[:-3], "-q", "--show", "predictions"]) == 2


def test_a_prediction_is_the_models(features: str) -> None:
    api = importlib.import_module("statsmodels.api")
    found = difficulty(None, features, column="difficulty", columns=["own", "word", "pos"], confidence=0.9)
    from accord.item_difficulty.feature_table import feature_table

    table = feature_table(features)
    design = np.column_stack([np.ones(120), table.numbers["own"], table.numbers["word"]])
    design = np.column_stack([design, [one == "v" for one in table.texts["pos"]]])
    peer = api.OLS(table.numbers["difficulty"], design).fit()
    expected = peer.get_prediction([[1, 0.5, -1, 1]]).summary_frame(alpha=0.1)
    (made,) = found.predict({"item": ["new"], "own": [0.5], "word": [-1], "pos": ["v"]})
    assert made.expected == pytest.approx(float(expected["mean"].iloc[0]))
    assert made.low == pytest.approx(float(expected["obs_ci_lower"].iloc[0]), rel=1e-6)
    assert made.high == pytest.approx(float(expected["obs_ci_upper"].iloc[0]), rel=1e-6)
    (odd,) = found.predict({"item": ["new"], "own": [0.5], "word": [-1], "pos": ["adverb"]})
    assert odd.undefined == "a feature is missing, or has a level that the model has not seen"


def test_products_are_predicted_as_they_were_fitted(features: str) -> None:
    found = difficulty(
        None, features, column="difficulty", columns=["own", "word", "pos"], pairs="all", confidence=None
    )
    model = found.regression()
    assert "own:pos=v" in [term.name for term in model.terms]
    again = found.predict(features)
    assert model.fitted is not None
    assert [one.expected for one in again] == pytest.approx(model.fitted.tolist())


def test_output(features: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "difficulty.html"
    asked = ["difficulty", "--features", features, *USUAL, "-o", str(page)]
    assert main(asked) == 0
    assert "What the regression of disagreement misses" in page.read_text(encoding="utf-8")
    assert main(asked) == 3
    assert "ACC021" in capsys.readouterr().err
    assert main([*asked, "--force"]) == 0
    assert main(["difficulty", "--features", features, *USUAL, "-o", features]) == 2
    assert main(["difficulty", "--features", features, *USUAL, "-o", str(tmp_path / "x.odt")]) == 2


@pytest.mark.parametrize(
    ("asked", "status", "message"),
    [
        ([], 2, "no data file is given"),
        (["--column", "difficulty", "--features", "absent.csv"], 3, "there is no such file"),
        (["--column", "nothing"], 3, "there is no column 'nothing'"),
        (["--column", "difficulty", "--cluster", "nothing"], 3, "there is no column 'nothing' (--cluster)"),
        (["--column", "difficulty", "--built-in", "colour"], 2, "there is no built-in feature 'colour'"),
        (["--column", "text"], 3, "is not a number"),
    ],
)
def test_wrong(asked: list[str], status: int, message: str, features: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = asked if "--features" in asked else ["--features", features, *asked]
    assert main(["difficulty", *given]) == status
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_help_tells_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["difficulty", "--help"]) == 0
    out = capsys.readouterr().out
    for option in ("--features", "--cluster", "--group", "--system", "--built-in", "--predict", "--mixed"):
        assert option in out


def test_systems_are_a_table_of_guesses(capsys: pytest.CaptureFixture[str]) -> None:
    """Several rows for an item are a guess each, and scored as `accord score` does."""
    words, systems = (str(EXAMPLES / name) for name in ("words.json", "systems.csv"))
    assert main(["difficulty", words, "--system", systems, "--no-interval", "-q"]) == 0
    assert "The systems' scores go with the annotators' disagreement" in capsys.readouterr().out
