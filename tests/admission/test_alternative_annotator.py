"""The alternative-annotator test: the published results, and every path that the published data do not take."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from accord.admission.alternative_annotator import AlternativeTest, alternative_test, rejected
from accord.admission.duels import duels
from accord.admission.label_closeness import label_closeness
from accord.admission.participants import participants
from accord.admission.resamples import Resamples
from accord.annotations import Labels
from accord.cli import main
from admission.simulated import panel
from shared_files import ABSENT, DATA, GOLD
from untyped import accord

PUBLISHED = GOLD / "alt_test.json"
OTHERS = ["alttest_framing", "alttest_cebab_aspects", "alttest_prompt_quality", "alttest_summeval_fluency"]
PEOPLE_WHO_PASS = {"wax": 3, "cebab_stars": 0, "lesion": 5}  # spec/models.md


def outcome(data: Labels, name: str = "model", *, epsilon: float = 0.15, min_items: int = 30) -> AlternativeTest:
    part, who = participants(data, None, None)
    assert isinstance(part, Labels)
    pairs = label_closeness(part, who, None)
    return alternative_test(
        duels(pairs, pairs.annotators.index(name), 2), pairs.annotators, pairs.unit, Resamples(pairs.n_units, 50, 0),
        epsilon=epsilon, min_items=min_items, confidence=0.95,
    )  # fmt: skip


def by_hand(rows: Sequence[Sequence[object]], epsilon: float) -> tuple[float, float]:
    """ω and ρ of the last column, as the paper writes it: loops over people and items."""
    from scipy.stats import ttest_1samp

    p, advantages = [], []
    people = len(rows[0]) - 1
    for h in range(people):
        d, wins = [], []
        for row in rows:
            others = [row[r] for r in range(people) if r != h]
            mine, hers = (sum(label == other for other in others) / len(others) for label in (row[-1], row[h]))
            wins.append(float(mine >= hers))
            d.append(float(hers >= mine) - float(mine >= hers))
        p.append(float(ttest_1samp(d, epsilon, alternative="less").pvalue))
        advantages.append(float(np.mean(wins)))
    total = sum(1 / j for j in range(1, people + 1))
    fall = [k for k in range(1, people + 1) if sorted(p)[k - 1] <= k / people * 0.05 / total]
    return max(fall, default=0) / people, float(np.mean(advantages))


@pytest.mark.parametrize("name", ["wax", "mtbench", "cebab_stars", "lesion"])
def test_the_published_results_are_met_through_the_command_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not PUBLISHED.is_file():
        pytest.skip(ABSENT)
    gold = json.loads(PUBLISHED.read_text(encoding="utf-8"))["sets"][name]
    path = str(DATA / "models" / "labels" / f"{name}.csv")
    options = ["--epsilon", str(gold["epsilon"]), "--replicates", "5", "--format", "json", "-q"]
    assert main(["admit", path, *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"]["score"] == gold["score"]
    assert set(found["models"]) == set(gold["models"])
    for model, (omega, rho) in gold["models"].items():
        assert found["models"][model]["omega"] == omega
        assert found["models"][model]["rho"] == pytest.approx(rho, abs=1e-15)
    if name in PEOPLE_WHO_PASS:
        assert found["people_passing"] == PEOPLE_WHO_PASS[name]


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_loops_over_people_and_items_say(seed: int) -> None:
    data = panel(seed, people=5, items=60, more=0.05 * seed)
    columns = ["person 1", "person 2", "person 3", "person 4", "person 5", "model"]
    frame = {(row["item"], row["annotator"]): row["label"] for row in data.rows()}
    items = list(dict.fromkeys(item for item, _ in frame))
    found = outcome(data, epsilon=0.2)
    omega, rho = by_hand([[frame[item, who] for who in columns] for item in items], 0.2)
    assert found.omega == omega
    assert found.rho == pytest.approx(rho, abs=1e-12)


def test_ties_within_rounding_are_ties() -> None:
    """0.1 + 0.2 is not 0.3, and what is left of equal sums is not nothing."""
    rows = [[0.1, 0.3, 0.2, 0.3], [0.3, 0.1, 0.2, 0.1], [0.7, 0.7, 0.7, 0.7]] * 20
    data = accord.labels(rows, annotators=["a", "b", "c", "model"], models=["model"], level="interval", only="*")
    found = outcome(data)
    against = {one.person: one for one in found.people}
    assert [against[who].difference for who in "abc"] == pytest.approx([-2 / 3, 0, 2 / 3])
    assert [against[who].advantage for who in "abc"] == pytest.approx([1, 1, 1 / 3])  # b says what the model says


NAMES = ["x", "y", "z", "model"]


def test_a_difference_that_never_varies_needs_no_t() -> None:
    alike = accord.labels([["a", "a", "a", "a"]] * 40, annotators=NAMES, models=["model"], only="*")
    assert outcome(alike).omega == 1
    assert [one.p for one in outcome(alike).people] == [0, 0, 0]
    assert outcome(alike, epsilon=0.0).omega == 0
    wrong = accord.labels([["a", "a", "a", "b"]] * 40, annotators=NAMES, models=["model"], only="*")
    never = outcome(wrong)
    assert (never.omega, never.rho, never.passes) == (0, 0, False)
    assert [one.p for one in never.people] == [1, 1, 1]


def test_people_with_few_items_count_in_neither() -> None:
    rows = [["a", "a", "a", "a"]] * 40
    few = [[*row[:2], "a" if place < 20 else None, row[3]] for place, row in enumerate(rows)]
    data = accord.labels(few, annotators=NAMES, models=["model"], only="*")
    found = outcome(data)
    assert [one.person for one in found.people] == ["x", "y"]
    assert found.too_few == 1
    lowered = outcome(data, min_items=10)
    assert [(one.person, one.small) for one in lowered.people] == [("x", False), ("y", False), ("z", True)]


def test_below_ten_items_there_is_no_test() -> None:
    rows = [["a", "a", "a", "a"]] * 9
    found = outcome(accord.labels(rows, annotators=NAMES, models=["model"], only="*"), min_items=5)
    assert found.passes is None
    assert np.isnan(found.omega)
    assert found.rho == 1


def test_the_verdict_turns_where_it_says() -> None:
    data = panel(3, people=6, items=120, more=0.1)
    found = outcome(data)
    assert 0 < found.turns_at < 1
    assert outcome(data, epsilon=found.turns_at).passes
    assert not outcome(data, epsilon=found.turns_at - 1e-5).passes
    omegas = [omega for _, omega in found.curve]
    assert omegas == sorted(omegas)
    assert dict(found.curve)[0.15] == found.omega


def test_items_of_one_cluster_are_not_independent() -> None:
    """Every item three times over, as one cluster, is as sure as every item once."""
    data = panel(1, people=5, items=60, more=0.1)
    once = outcome(data)
    rows = list(data.rows())
    thrice = {
        "item": [f"{row['item']}-{copy}" for row in rows for copy in range(3)],
        "annotator": [row["annotator"] for row in rows for _ in range(3)],
        "label": [row["label"] for row in rows for _ in range(3)],
    }
    import polars

    whole = accord.read(polars.DataFrame(thrice), models=["model"], only="*")
    clustered = outcome(whole.clustered({item: item.partition("-")[0] for item in whole.items}))
    assert [one.p for one in clustered.people] == pytest.approx([one.p for one in once.people], rel=1e-9)
    assert [one.p for one in outcome(whole).people] < [one.p for one in once.people]


def test_benjamini_yekutieli_as_the_paper_writes_it() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        p = rng.random(rng.integers(1, 9)) ** 3
        m = len(p)
        limits = [k / m * 0.05 / sum(1 / j for j in range(1, m + 1)) for k in range(1, m + 1)]
        last = max((k for k in range(1, m + 1) if np.sort(p)[k - 1] <= limits[k - 1]), default=0)
        assert rejected(p).sum() == last


def test_the_order_of_rows_does_not_matter(tmp_path: Path) -> None:
    data = panel(5, people=4, items=40)
    frame = data.to_polars()
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=1)
    first, second = (accord.admit(one, "model", replicates=60) for one in (frame, shuffled))
    assert json.dumps(first.as_json()["models"]) == json.dumps(second.as_json()["models"])


def by_hand_from_table(
    labels: Mapping[str, Mapping[str, str]], people: Sequence[str], model: str, epsilon: float, *, numbers: bool
) -> tuple[float, float]:
    """ω and ρ where not everybody labelled everything; `labels` are by annotator and item."""
    from scipy.stats import ttest_1samp

    def close(label: str, others: Sequence[str]) -> float:
        if numbers:
            return -float(np.sqrt(np.mean([(float(label) - float(other)) ** 2 for other in others])))
        return float(np.mean([label == other for other in others]))

    who: dict[str, list[str]] = {}
    for person in people:
        for item in labels[person]:
            who.setdefault(item, []).append(person)
    p, advantages = [], []
    for person in people:
        items = [item for item in labels[person] if len(who[item]) > 1 and item in labels[model]]
        if len(items) < 30:
            continue
        signs = []
        for item in items:
            others = [labels[one][item] for one in who[item] if one != person]
            gap = close(labels[person][item], others) - close(labels[model][item], others)
            signs.append(0.0 if abs(gap) < 1e-12 else float(np.sign(gap)))
        advantages.append(float(np.mean([sign <= 0 for sign in signs])))
        constant = float(np.mean(signs) >= epsilon)
        p.append(float(ttest_1samp(signs, epsilon, alternative="less").pvalue) if len(set(signs)) > 1 else constant)
    total = sum(1 / j for j in range(1, len(p) + 1))
    fall = [k for k in range(1, len(p) + 1) if sorted(p)[k - 1] <= k / len(p) * 0.05 / total]
    return max(fall, default=0) / len(p), float(np.mean(advantages))


@pytest.mark.deep
@pytest.mark.parametrize("name", OTHERS)
def test_other_sets_of_the_same_source(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Sparse tables, nominal and numeric, against loops over people and items."""
    import polars

    path = DATA / "atlas" / "labels" / f"{name}_with_models.parquet"
    if not path.is_file():
        pytest.skip(ABSENT)
    assert main(["admit", str(path), "--epsilon", ".1", "--replicates", "5", "--format", "json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    labels: dict[str, dict[str, str]] = {}
    for item, annotator, label in polars.read_parquet(path).select("item", "annotator", "label").drop_nulls().rows():
        labels.setdefault(annotator, {}).setdefault(item, label)
    for model, one in found["models"].items():
        numbers = found["settings"]["score"] == "neg_rmse"
        omega, rho = by_hand_from_table(labels, list(found["people"]), model, 0.1, numbers=numbers)
        assert one["omega"] == omega
        assert one["rho"] == pytest.approx(rho, abs=1e-12)
