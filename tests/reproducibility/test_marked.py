"""Sparse data: what is marked is judged, and not the items on which everybody marked nothing."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.annotations import Labels
from accord.cli import main
from accord.diagnosis.labels.promised import PLANNED, promised
from accord.reproducibility.annotators_needed import Needed
from accord.reproducibility.extrapolation import Pilot, fewest
from accord.reproducibility.marked import DRAWN, FittedMarks, judged, marked_fit, marked_pilot
from accord.reproducibility.planning import plan
from accord.reproducibility.sentence import promise

TABLE = [[71, 8, 7], [13, 69, 8], [23, 15, 18840]]
NAMES = ["Former", "New", "Nothing"]


def genes(nothings: int = 18_840, *, nothing: str | None = "Nothing") -> Labels:
    return accord.contingency([*TABLE[:2], [23, 15, nothings]], NAMES, nothing=nothing)


def file(folder: Path) -> str:
    rows = [
        "," + ",".join(NAMES),
        *(f"{name},{','.join(map(str, row))}" for name, row in zip(NAMES, TABLE, strict=True)),
    ]
    path = folder / "genes.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return str(path)


def test_the_change_of_what_is_marked_is_1_minus_f() -> None:
    """One annotator beside another: F of Fort et al. 2012, and 2 · 71 of 193 labels Former come back."""
    data = genes()
    found = judged(data, Pilot.of(data), 1, target=0.05, targets={})
    assert found is not None
    assert found.whole is not None
    f_measure = accord.measure(data, "f_measure", confidence=None).value
    assert found.whole.value == pytest.approx(1 - f_measure)
    assert [one.value for one in found.by_category] == pytest.approx([1 - 142 / 193, 1 - 138 / 182])
    assert found.items == 214
    assert found.whole.low < found.whole.value < found.whole.high


def test_one_annotator_is_not_enough_for_the_genes() -> None:
    made = promise(genes())
    assert made.judged is not None
    assert made.judged.whole is not None
    assert made.judged.whole.needed is not None
    assert (made.judged.whole.needed.annotators or 101) > 9
    assert "For under 5 % of what is marked, about 31 annotators per item" in made.text
    assert "about 1 annotator" not in made.text
    verdict = promised(genes())
    assert verdict is not None
    assert verdict.of_marked
    assert "25.3 % [20.1 %, 31.1 %] of what is marked (Former 26.4 %, New 24.2 %)" in verdict.short
    assert verdict.forecasts[0].value == pytest.approx(0.2533, abs=1e-4)


def test_how_many_items_are_nothing_does_not_matter() -> None:
    few, many = (promise(genes(number)).judged for number in (2_000, 200_000))
    assert few is not None
    assert many is not None
    assert few.whole is not None
    assert many.whole is not None
    assert few.whole.value == pytest.approx(many.whole.value)
    assert few.whole.needed == many.whole.needed


def test_a_plan_has_enough_marked_items() -> None:
    made = plan(genes(), target=0.1, width=0.1)
    assert made.of_marked
    assert made.annotators == 9
    assert made.variation == pytest.approx(0.09, abs=0.02)
    marked = made.items * 0.00984
    assert marked == pytest.approx(4 * 1.96**2 * made.variation * (1 - made.variation) / 0.1**2, rel=0.01)
    assert "of what is marked" in str(made)
    assert made.pilot_items == 214


def test_without_a_category_for_nothing_all_items_are_judged() -> None:
    made = plan(genes(nothing=None))
    assert (made.annotators, made.items, made.marked) == (1, 38, None)
    assert promise(genes(nothing=None)).judged is None


def test_a_category_has_a_target_of_its_own() -> None:
    own = plan(genes(), target=0.2, target_for={"Former": 0.1})
    assert own.annotators > plan(genes(), target=0.2).annotators
    assert own.marked is not None
    assert {one.categories[0]: one.target for one in own.marked.by_category} == {"Former": 0.1, "New": 0.2}
    alone = plan(genes(nothing=None), target_for={"Former": 0.2})  # all items, and this category
    assert alone.annotators > 1
    assert not alone.of_marked
    said = promise(genes(nothing=None), target_for={"Former": 0.2}).text
    assert "For under 20 % of the labels 'Former', about " in said
    with pytest.raises(accord.UsageError, match="Fromer"):
        plan(genes(), target_for={"Fromer": 0.1})
    with pytest.raises(accord.UsageError, match="between 0 and 1"):
        plan(genes(), target_for={"Former": 5.0})


def test_a_known_population_is_forecast() -> None:
    """Of 200 of 20,000 items everybody says x with .8, of the others nobody: 1 − F of groups of k is known."""
    rng = np.random.default_rng(3)
    said = np.zeros((20_000, 3), dtype=int)
    said[:200] = rng.random((200, 3)) < 0.8
    names = np.array(["no", "x"])
    data = accord.labels(names[said].tolist(), nothing="no")
    pilot = Pilot.of(data)
    x = data.categories.code("x")
    assert x is not None
    assert data.nothing is not None
    code = data.categories.code(data.nothing)
    assert code is not None
    fitted = FittedMarks(marked_pilot(pilot, code))
    for k in (1, 3, 5):
        votes = rng.binomial(k, 0.8, (2, 20_000)) > k / 2
        both, one = float((votes[0] & votes[1]).mean()), float(votes.mean())
        value, low, high = fitted.change([x], k)
        assert low <= 1 - both / one <= high
        assert value == pytest.approx(1 - both / one, abs=0.07)
    chosen = fewest(lambda k: fitted.change([x], k)[0], 0.1)
    least = fewest(lambda k: fitted.change([x], k)[1], 0.1)
    most = fewest(lambda k: fitted.change([x], k)[2], 0.1)
    assert least != most
    assert fitted.needed([x], 0.1) == Needed.of(0.1, chosen, least, most, fitted.pilot)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path)
    sparse = ["--table", "--nothing", "Nothing", "--quiet"]
    assert main(["plan", path, *sparse, "--target", ".1", "--target-for", "Former=.15", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)["plan"]
    assert record["annotators"] == 9
    assert record["marked"]["whole"]["categories"] == ["Former", "New"]
    assert main(["stability", path, *sparse, "--target-for", "Former=.1"]) == 0
    out = capsys.readouterr().out
    assert "of 'Former': two groups of k" in out
    assert "For under 10 % of 'Former', about 9 annotators" in out
    for wrong in ("Former", "Former=2", "=.1x"):
        assert main(["plan", path, *sparse, "--target-for", wrong]) == 2
        assert "--target-for" in capsys.readouterr().err
    assert main(["plan", path, *sparse, "--target-for", "Fromer=.1"]) in (2, 3)
    assert "Fromer" in capsys.readouterr().err


@pytest.fixture(scope="module")
def rare() -> tuple[FittedMarks, int]:
    """A category that is marked on a tenth of the items, and its code."""
    rng = np.random.default_rng(3)
    marked = np.zeros((2_000, 3), dtype=int)
    marked[:200] = rng.random((200, 3)) < 0.8
    data = accord.labels(np.array(["no", "x"])[marked].tolist(), nothing="no")
    nothing, code = (data.categories.code(name) for name in ("no", "x"))
    assert nothing is not None
    assert code is not None
    pilot = marked_pilot(Pilot.of(data), nothing)
    assert pilot is not None
    return FittedMarks(pilot), code


def test_the_range_of_annotators_begins_with_one(rare: tuple[FittedMarks, int]) -> None:
    fitted, code = rare
    value, low, high = fitted.change([code], 1)
    assert low < value < high
    for target in (low * 1.02, high * 0.98, (low + value) / 2):
        number, least, most = (fewest(partial(_end, fitted, code, end), target) for end in range(3))
        assert fitted.needed([code], target) == Needed.of(target, number, least, most, fitted.pilot)
    wide, narrow = (fitted.needed([code], target) for target in (low * 1.02, high * 0.98))
    assert wide is not None
    assert narrow is not None
    assert wide.low == 1 != narrow.high


def _end(fitted: FittedMarks, code: int, end: int, k: int) -> float:
    return fitted.change([code], k)[end]


def test_populations_near_a_fit_differ(rare: tuple[FittedMarks, int]) -> None:
    fitted, code = rare
    assumption = fitted.pilot.populations.allowed.tolist()[0]
    near = fitted._fitted_all([code], 5, [(assumption, number) for number in range(1, DRAWN + 1)])
    assert len(set(near)) == DRAWN


def test_each_end_is_that_of_its_own_assumption(rare: tuple[FittedMarks, int], monkeypatch: pytest.MonkeyPatch) -> None:
    fitted, code = rare
    ends = {}
    for pair in ((0, 1), (0, 2), (3, 1)):
        monkeypatch.setattr(FittedMarks, "_extremes", lambda self, codes, k, pair=pair: pair)
        ends[pair] = fitted.change([code], 5)[1:]
    assert ends[0, 1][0] == ends[0, 2][0] != ends[3, 1][0]
    assert ends[0, 1][1] == ends[3, 1][1] != ends[0, 2][1]


def test_forecasts_of_what_is_marked_are_its_changes() -> None:
    made, fit = promised(genes()), marked_fit(genes(), Pilot.of(genes()))
    assert made is not None
    assert fit is not None
    fitted, codes = fit
    assert [(forecast.k, forecast.confidence) for forecast in made.forecasts] == [(k, 0.95) for k in PLANNED]
    for forecast in made.forecasts:
        assert (forecast.value, forecast.low, forecast.high) == pytest.approx(fitted.change(codes, forecast.k, 0.95))
