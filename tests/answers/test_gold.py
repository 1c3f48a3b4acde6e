"""Every number of gold/answers.json, and the paper's examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord.annotations.answer_building import answers
from accord.annotations.answers import NO_MODE
from accord.annotations.normalising import mapping_rules
from accord.formats.options import ReadOptions
from accord.formats.parsing.substitution_lines import gold_answers, read_lines
from accord.measures.answers.dispersion import entropy, item_entropies
from accord.scoring import item_scores, rank_systems, score
from accord.scoring.scorer import Scorer

LABELLED = {
    "dup oot": ("oot", ["w.n 5 ::: gg;gg"]),
    "dup best": ("best", ["w.n 1 :: aa;aa"]),
    "two best": ("best", ["w.n 1 :: aa;zz"]),
    "stale empty line best": ("best", ["w.n 1 :: aa", "w.n 3 :: "]),
    "stale empty: same answer": ("best", ["w.n 1 :: aa", "w.n 4 :: "]),
    "amer->brit": ("best", ["w.n 3 :: color"]),
    "hyphen mode gold well-known vs sys well-known": ("best", ["w.n 3 :: well-known"]),
    "hyphen mode oot": ("oot", ["w.n 3 ::: well-known"]),
    "no mode item 2": ("best", ["w.n 2 :: dd"]),
    "space after ;": ("oot", ["w.n 1 ::: zz; aa"]),
    "case": ("best", ["w.n 1 :: AA"]),
    "pn filter + single letter": ("oot", ["w.n 5 ::: gg"]),
    "item with 1 response ignored": ("best", ["w.n 6 :: hh"]),
    "12 guesses": ("oot", [f"w.n 1 ::: {';'.join(f'n{number}' for number in range(11))};aa"]),
}
"""Runs that bring out each quirk; the gold file has five items that count, four of them with a mode."""
QUIRKY = [
    "w.n 1 :: aa 3;bb 1;cc 1;",
    "w.n 2 :: dd 2;ee 2;",
    "w.n 3 :: well-known 3;colour 1;",
    "w.n 4 :: bb 3;aa 2;",
    "w.n 5 :: gg 2;x 1;Paul pn 1;",
    "w.n 6 :: hh 1;",
]


@pytest.fixture(scope="session")
def gold(shared_gold: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shared_gold / "answers.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def semdis(shared_data: Path) -> Path:
    return shared_data / "answers" / "semdis2014"


@pytest.fixture(scope="session")
def lst(shared_data: Path) -> Path:
    return shared_data / "answers" / "lst2007"


@pytest.mark.parametrize("sentence", ["120", "229"])
def test_entropy_of_the_sentences_in_the_paper(gold: dict[str, Any], sentence: str) -> None:
    """Tanguy, Fabre & Mercier 2016, section 2."""
    wanted = gold["paper_001"]["entropy"][sentence]
    data = answers({sentence: {f"answer {place}": count for place, count in enumerate(wanted["counts"])}})
    found = float(item_entropies(data)[0])
    assert found == pytest.approx(wanted["H_over_logN"], abs=1e-14)
    assert round(found, 2) == wanted["printed"]


def test_the_flaw_of_the_entropy() -> None:
    """Seven judges who all give the same two answers are not at 0."""
    seven = answers({"1": {str(judge): ["one", "two"] for judge in range(7)}})
    assert float(item_entropies(seven)[0]) == pytest.approx(0.263, abs=5e-4)


def test_oot_of_sentence_229(gold: dict[str, Any]) -> None:
    wanted = gold["paper_001"]["oot_229"]
    found = score({"espace.n 229": wanted["gold"]}, {"espace.n 229": wanted["guesses"]}, "oot", confidence=None)
    assert found.value == pytest.approx(wanted["value"], abs=1e-15) == pytest.approx(4 / 9)
    assert round(found.value, 2) == wanted["printed"]


def test_semdis_in_numbers(gold: dict[str, Any], semdis: Path) -> None:
    wanted = gold["semdis2014"]
    data = gold_answers(read_lines(semdis / "semdis2014_lexsub_gold.txt", ReadOptions()))
    assert data.n_items == wanted["items"]
    assert len(data.tallies.item) == wanted["distinct_substitutes"]
    assert len(data) == wanted["responses"]
    assert int((data.modes != NO_MODE).sum()) == wanted["items_with_mode"]
    kernel = entropy.prepare(data)
    assert kernel(np.ones((1, 300)))["value"][0] == pytest.approx(wanted["mean_entropy"], abs=1e-13)


@pytest.mark.parametrize("metric", ["best", "oot"])
@pytest.mark.parametrize("system", ["baseline_dicosyn", "output_file"])
def test_semdis_systems_with_mapping(gold: dict[str, Any], semdis: Path, system: str, metric: str) -> None:
    wanted = gold["semdis2014"]["systems"][system][metric]
    files = semdis / "semdis2014_lexsub_gold.txt", semdis / f"{system}.txt"
    found = score(*files, metric, "semdis2014", semdis / "mapping.txt", confidence=None)
    assert found.value == pytest.approx(wanted, abs=1e-14)
    without = score(*files, metric, "semdis2014", confidence=None).value
    assert (without < wanted - 1e-3) == (system == "output_file")  # the baseline needs no mapping, the model's run does


@pytest.mark.parametrize("metric", ["best", "oot"])
@pytest.mark.parametrize("compatibility", [None, "semdis2014"])
def test_semdis_ceilings(gold: dict[str, Any], semdis: Path, metric: str, compatibility: str | None) -> None:
    scorer = Scorer.of(semdis / "semdis2014_lexsub_gold.txt", metric, compatibility, None)
    assert scorer.ceiling() == pytest.approx(gold["semdis2014"][f"oracle_{metric}"], abs=1e-13)


@pytest.mark.parametrize("part", ["test", "trial", "all"])
def test_semeval_totals_and_ceilings(gold: dict[str, Any], lst: Path, part: str) -> None:
    wanted = gold["semeval2007"][f"lst_{part}"]
    best = Scorer.of(lst / f"lst_{part}.gold", "best", "semeval2007", None)
    assert (best.facts()["items"], best.facts()["modes"]) == (wanted["T"], wanted["TM"])
    assert round(100 * best.ceiling(), 2) == wanted["best_upper_bound"]
    if "oracle_oot_top10" in wanted:
        ceiling = Scorer.of(lst / f"lst_{part}.gold", "oot", "semeval2007", None).ceiling()
        assert round(100 * ceiling, 2) == wanted["oracle_oot_top10"]
    if "mode_oracle" in wanted:  # six modes contain a hyphen and can never match
        modes = Scorer.of(lst / f"lst_{part}.gold", "best_mode", "semeval2007", None)
        assert round(100 * modes.ceiling(), 2) == wanted["mode_oracle"]
        assert modes.ceiling() == pytest.approx((wanted["TM"] - 6) / wanted["TM"])


def test_the_oracle_files_score_as_the_ceilings(gold: dict[str, Any], lst: Path) -> None:
    """The runs of the trial data, as files."""
    best = item_scores(lst / "lst_trial.gold", lst / "t" / "oracle.best", "best", "semeval2007")["oracle"]
    assert best.official == (
        "Total = 295, attempted = 295",
        "precision = 46.00, recall = 46.00",
        "Total with mode 203 attempted 203",
        "Mode precision = 97.04, Mode recall = 97.04",
    )
    oot = score(lst / "lst_trial.gold", lst / "t" / "oracle.oot", "oot", "semeval2007", confidence=None)
    assert oot.value == pytest.approx(oot.components["ceiling"])


def test_every_quirk_of_the_official_script(gold: dict[str, Any], tmp_path: Path) -> None:
    file, run = tmp_path / "quirky.gold", tmp_path / "run.txt"
    file.write_text("\n".join(QUIRKY) + "\n", encoding="utf-8")
    wanted = [line.split(" | ") for line in gold["semeval2007"]["quirk_cases_perl_output"]]
    assert [label for label, *_ in wanted] == list(LABELLED)
    for label, *printed in wanted:
        metric, lines = LABELLED[label]
        run.write_text("\n".join(lines) + "\n", encoding="utf-8")
        found = item_scores(file, run, metric, "semeval2007")["run"]
        assert list(found.official) == [line for line in printed if line], label


def test_the_published_runs_fit_the_totals(gold: dict[str, Any]) -> None:
    """SWAG1 and SWAG2 (Dahl et al. 2007): some whole number of attempts gives both printed numbers."""
    totals = gold["semeval2007"]["lst_test"]
    for name in ("SWAG1_oot", "SWAG2_oot"):
        printed = gold["semeval2007"]["published"][name]
        for precision, recall, total in (("P", "R", totals["T"]), ("modeP", "modeR", totals["TM"])):
            attempts = np.arange(1, total + 1)
            low, high = (attempts * (printed[precision] + edge) / total for edge in (-0.005, 0.005))
            assert ((low <= printed[recall] + 0.005) & (high >= printed[recall] - 0.005)).any()


def test_jabbari_2010(gold: dict[str, Any]) -> None:
    wanted = gold["semeval2007"]["jabbari2010"]
    for case in wanted["cases"]:
        pair = {"1": wanted["H"]}, {"1": case["A"]}
        if "best_original" in case:
            assert score(*pair, "best", confidence=None).value == pytest.approx(case["best_original"])
        if "best_new" in case:
            found = score(*pair, "best_normalised", confidence=None).value
            assert found == pytest.approx(case["best_new"], abs=5e-5)
        if "R" in case:
            found_result = score(*pair, "coverage", confidence=None)
            assert found_result.value == pytest.approx(case["R"])
            assert found_result.components["precision"] == pytest.approx(case["P"], abs=5e-5)


def test_the_mapping_of_the_campaign_is_read_whole(semdis: Path) -> None:
    rules = mapping_rules((semdis / "mapping.txt").read_text(encoding="utf-8").splitlines())
    assert sum(map(len, rules.values())) == 158
    assert rules["compris.a"]["abaisser"] == "abaissé"


def test_semdis_ranking_is_steady(semdis: Path) -> None:
    """Four runs: the weakest is last in every sample of items, the first two cannot be told apart."""
    names = ("baseline_dicosyn", "output_file", "output_file_gaussian", "output_file_dropout_03")
    runs = [semdis / f"{name}.txt" for name in names]
    found = rank_systems(semdis / "semdis2014_lexsub_gold.txt", runs, "oot", "semdis2014", semdis / "mapping.txt")
    assert [one.name for one in found.systems][-1] == "output_file"
    assert (found.systems[-1].low_rank, found.systems[-1].high_rank) == (4, 4)
    close = next(one for one in found.pairs if {one.first, one.second} == {"baseline_dicosyn", "output_file_gaussian"})
    assert close.low < 0 < close.high
    assert close.p_holm > 0.2
