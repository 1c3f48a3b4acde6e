"""A certificate holds while the rule that gave it admits the model again; a degraded run voids it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from accord.cli import main
from accord.results import UsageError
from admission.simulated import panel, said
from untyped import accord

QUICK = ("--models", "model", "--replicates", "100", "-q")


def write(folder: Path, name: str, seed: int, worse: float = 0.0) -> str:
    """New items by the same people, and a run of the same model that errs more often."""
    path = folder / f"{name}.csv"
    rows = ["item,annotator,label"]
    rng = np.random.default_rng(seed)
    for row in panel(seed, people=6, items=150, hard=0.0).rows():
        label = row["label"]
        if row["annotator"] == "model" and rng.random() < worse:
            label = "abcd"[int(said(rng, np.array(["abcd".index(label)]), 1.0, 4)[0])]
        rows.append(f"{name}-{row['item']},{row['annotator']},{label}")
    path.write_text("\n".join(rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def certified(tmp_path: Path) -> Path:
    """The certificate of a first run."""
    (tmp_path / "prompt.txt").write_text("Label the sentence.", encoding="utf-8")
    made = tmp_path / "model.json"
    options = ("--prompt-file", str(tmp_path / "prompt.txt"), "--certificate", str(made), "--epsilon", ".2")
    assert main(["admit", write(tmp_path, "first", 1), *QUICK, *options]) == 0
    return made


def test_it_keeps_what_was_decided_and_not_the_prompt(certified: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(certified.read_text(encoding="utf-8"))
    assert (record["model"], record["verdict"], record["kind"], record["items"]) == ("model", "admitted", "labels", 150)
    assert record["rule"]["epsilon"] == 0.2
    assert record["rule"]["margin"] == 0.05
    assert record["prompt"] == hashlib.sha256(b"Label the sentence.").hexdigest()
    assert "Label the sentence" not in certified.read_text(encoding="utf-8")
    assert len(record["data"]) >= 32
    assert record["date"][:2] == "20"


def test_a_later_run_on_new_items_is_decided_by_the_same_rule(
    certified: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    later = write(tmp_path, "later", 2)
    assert main(["admit", later, *QUICK, "--check", str(certified), "--format", "json", "--epsilon", ".01"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"]["epsilon"] == 0.2  # that of the certificate
    assert found["certificate"]["holds"]
    assert main(["admit", later, *QUICK, "--check", str(certified)]) == 0
    assert "still holds: the model is admitted again on 150 items" in capsys.readouterr().out


def test_a_degraded_run_of_the_same_model_voids_it(
    certified: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    worse = write(tmp_path, "worse", 2, worse=0.3)
    assert main(["admit", worse, *QUICK, "--check", str(certified)]) == 1
    shown = capsys.readouterr()
    assert "is void: the model is refused now" in shown.out
    assert "is void" in shown.err


def test_another_prompt_voids_it(certified: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prompt.txt").write_text("Label it.", encoding="utf-8")
    capsys.readouterr()
    prompt = ("--prompt-file", str(tmp_path / "prompt.txt"))
    assert main(["admit", write(tmp_path, "later", 2), *QUICK, "--check", str(certified), *prompt]) == 1
    assert "the prompt is another one" in capsys.readouterr().out


def test_one_of_several_models_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "first", 1)
    options = ("--models", "model,person 1", "--replicates", "5", "-q", "--certificate", str(tmp_path / "c.json"))
    assert main(["admit", path, *options]) == 2
    assert "a certificate is for one model" in capsys.readouterr().err
    assert not (tmp_path / "c.json").exists()


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        ("admit", 0), ("omega>=0.5", 0), ("rho.low>=0.8", 0), ("rho.low >= 0.99", 1), ("omega>1", 1),
        ("panel.low>=-0.2", 0), ("ties<=0.1", 1),
    ],
)  # fmt: skip
def test_gates_decide_the_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], gate: str, status: int
) -> None:
    path = write(tmp_path, "first", 1)
    assert main(["admit", path, *QUICK, "--fail-unless", gate]) == status
    assert ("gate failed" in capsys.readouterr().err) == bool(status)


def test_a_gate_is_for_every_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "first", 1, worse=0.5)
    assert main(["admit", path, *QUICK, "--fail-unless", "admit"]) == 1
    assert "gate failed: admit (model: refused)" in capsys.readouterr().err


def test_in_python(tmp_path: Path) -> None:
    data, prompt = panel(1, people=6, items=150, hard=0.0), "Label the sentence."
    found = accord.admit(data, prompt=prompt, replicates=100)
    made = found.certificate(date="2026-11-16")
    assert (made.model, made.date, made.prompt) == ("model", "2026-11-16", hashlib.sha256(prompt.encode()).hexdigest())
    made.write(tmp_path / "model.json")
    new = panel(2, people=6, items=150, hard=0.0)
    for certificate in (made, tmp_path / "model.json", str(tmp_path / "model.json")):
        again = accord.admit(new, certificate=certificate, prompt=prompt, replicates=100)
        assert again.check.holds
        assert again.check.sentence().startswith("The certificate of model of 2026-11-16 still holds")
        assert again.check.sentence().endswith("(ρ = 0.87, then 0.88).")
    unknown = accord.admit(new, certificate=made, replicates=100)
    assert "whether the prompt is the same is not known" in unknown.check.sentence()
    with pytest.raises(UsageError, match="there is no model 'other'"):
        found.certificate("other")
