"""The analysis of Tanguy, Fabre & Mercier 2016 (tables 1 and 2) on SemDis 2014, with the features that can be computed.

Their sense ranks (Larousse), numbers of senses and synonyms (DicoSyn) and parses (Talismane) are not distributed, nor
the runs of the nine systems: those of four later ones are. What can be compared is the design, the entropies, the
frequencies and positions, and the closing step, the items the features do not explain.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from accord.annotations.answer_building import answers
from accord.cli import main, program
from accord.item_difficulty import Difficulty, difficulty
from accord.statistics.rank_correlation import spearman
from item_difficulty import semdis
from shared_files import ABSENT

pytestmark = [pytest.mark.skipif(not semdis.FOLDER.is_dir(), reason=ABSENT)]
BUILT_IN = ("length", "sentence_frequency", "target_frequency", "target_position")


@pytest.fixture(scope="module")
def found() -> Difficulty:
    files = [str(semdis.FOLDER / name) for name in semdis.SYSTEMS]
    return difficulty(
        answers(semdis.gold()),
        semdis.features(),
        systems=files,
        cluster="target",
        group="pos",
        built_in=BUILT_IN,
        language="fr",
        target="target",
        replicates=500,
    )


def test_the_design_is_the_papers(found: Difficulty, shared_gold: Path) -> None:
    gold = json.loads((shared_gold / "answers.json").read_text(encoding="utf-8"))
    assert len(found.items) == gold["semdis2014"]["items"] == 300
    assert len(set(found.clusters or ())) == 30
    assert found.outcome("disagreement").values.mean() == pytest.approx(gold["semdis2014"]["mean_entropy"])
    assert sorted({one.group for one in found.by_group if one.group}) == ["a", "n", "v"]
    by_hand = semdis.entropies()
    assert found.outcome("disagreement").values == pytest.approx([by_hand[item] for item in found.items])


def test_systems_are_scored_and_go_with_entropy(found: Difficulty) -> None:
    """ρ = −.58 for the paper's nine systems; the four at hand are weaker, and their scores say less."""
    by_hand = semdis.systems()
    mean = np.array([np.mean([by_hand[name][item] for name in by_hand]) for item in found.items])
    assert -found.outcome("systems").values == pytest.approx(mean)
    entropy = found.outcome("disagreement").values
    assert found.systems_rho == pytest.approx(spearman(mean, entropy))
    assert -0.58 < found.systems_rho < -0.3
    residual = found.outcome("residual").values
    assert residual.mean() == pytest.approx(0, abs=1e-12)
    assert np.corrcoef(residual, -mean)[0, 1] > 0.8, "+ is harder"
    assert np.corrcoef(residual, entropy)[0, 1] == pytest.approx(0, abs=1e-12), "what the entropy does not explain"


# paper: table 1, entropy; ours: the same sign, on another corpus of frequencies and without their tagger
TABLE_1 = {"sentence_frequency": 0.20, "target_frequency": 0.13}


@pytest.mark.parametrize(("feature", "published"), TABLE_1.items())
def test_table_1_has_the_same_direction(feature: str, published: float, found: Difficulty) -> None:
    own = next(one for one in found.correlations if (one.outcome, one.feature) == ("disagreement", feature))
    assert 0 < own.rho < published
    assert own.low < published


def test_nothing_survives_correction_and_clusters(found: Difficulty) -> None:
    """Of the features at hand, sentence frequency has p < .05 when items are taken for independent, and no more."""
    mine = [one for one in found.correlations if one.outcome == "disagreement"]
    assert [one.feature for one in mine if one.p < 0.05] == ["sentence_frequency"]
    assert all(one.holm > 0.05 for one in mine)
    assert found.survivors() == []
    assert all(one.p_clustered > one.p for one in mine if one.constant_within), "30 words are not 300"
    (warning,) = [one for one in found.diagnostics if one.code == "ACC177"]
    assert "'synonyms', 'target_frequency'" in warning.message
    assert "30 values repeated over 300 items" in warning.message


def test_table_2_nouns(found: Difficulty) -> None:
    """Target frequency and entropy among nouns: .38 in the paper, .33 here; ten nouns do not make it significant."""
    own = next(
        one
        for one in found.by_group
        if (one.outcome, one.group, one.feature) == ("disagreement", "n", "target_frequency")
    )
    assert own.rho == pytest.approx(0.38, abs=0.08)
    assert own.p < 0.001
    assert own.p_clustered > 0.05
    assert not own.survives()


def test_parts_of_speech_do_not_differ_significantly(found: Difficulty) -> None:
    """Table 2 has three columns; no difference between them is significant once words are counted instead of items."""
    assert len(found.interactions) == 3 * len(found.features)
    assert all(one.holm > 0.05 for one in found.interactions)


def test_the_published_table_under_correction(shared_gold: Path) -> None:
    """The paper's own coefficients: which survive Holm over its eight features, as if items were independent.

    The last lines take the words for the observations instead, 30 of them with the same ρ: the other extreme.
    """
    from accord.statistics.multiple_comparisons import holm
    from accord.statistics.rank_correlation import spearman_p

    table = json.loads((shared_gold / "answers.json").read_text(encoding="utf-8"))["paper_001"]["table1"]
    others = [1.0] * 4  # the features that were not significant
    found = {}
    for outcome, published in table.items():
        corrected = holm(np.array([*(spearman_p(rho, 300) for rho in published.values()), *others]))
        found[outcome] = [name for name, p in zip(published, corrected, strict=False) if p < 0.05]
    assert found == {
        "entropy": ["sense rank", "sentence freq", "n synonyms"],
        "oot_resid": ["n senses", "n synonyms", "sense rank"],
    }, "target frequency does not survive Holm in either column"
    words = {name: spearman_p(rho, 30) for name, rho in table["oot_resid"].items()}
    assert words["n senses"] < 0.05 < words["n synonyms"], "as one value per word, only the number of senses is left"


def test_the_command_reads_the_campaigns_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Gold and guesses as SemDis distributes them; the baseline's oot is that of the campaign's script."""
    monkeypatch.setitem(program.COMMANDS, "difficulty", ("accord.cli.difficulty_command", "difficulty"))
    table = tmp_path / "features.csv"
    with table.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(semdis.features())
        writer.writerows(zip(*semdis.features().values(), strict=True))
    asked = [str(semdis.FOLDER / "semdis2014_lexsub_gold.txt"), "--features", str(table), "--cluster", "target"]
    asked += ["--system", str(semdis.FOLDER / "baseline_dicosyn.txt"), "--compatibility", "semdis2014"]
    asked += ["--built-in", "length", "--feature", "length", "--no-interval", "-q", "--format", "json"]
    assert main(["difficulty", *asked]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["kind"], record["measure"], record["items"], record["clusters"]) == ("answers", "entropy", 300, 30)
    assert -np.mean(record["per_item"]["systems"]) == pytest.approx(0.32447834054490404)


def test_the_outliers_are_the_papers(found: Difficulty) -> None:
    """'éplucher des pommes de terre' had more agreement than the model predicts: the first to be listed here."""
    first = next(one for one in found.outliers if one.outcome == "disagreement")
    assert first.item == "éplucher.v 235"
    assert not first.harder
    assert "pommes de terre" in (first.text or "")
    assert first.p < 0.01


def test_what_the_models_explain(found: Difficulty) -> None:
    """The paper's R² of .19 (entropy) and .37 (oot) need its sense ranks and numbers of senses; ours explain little."""
    for model in found.regressions:
        assert 0 < model.r2 < 0.1
        assert model.cross_validated < 0, "on target words it has not seen, worse than the mean"
    assert all(one.converged for one in found.mixed)
    assert 0.05 < found.mixed[0].intraclass < 0.2
    assert found.mixed[1].intraclass > found.mixed[0].intraclass, "systems depend on the word more than people do"
