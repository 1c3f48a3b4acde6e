"""Everything about a measure is in its record, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

import accord
from accord.evaluation import shown
from accord.measures import Measure, all_measures
from rooms.source_tree import literal_collections

SOURCE = Path(accord.__file__).parent
NAMES = {name for _, name in all_measures()}
OF_OTHER_THINGS = {
    "annotations/column_names.py": "words that stand over columns of numbers in people's tables",
    "annotations/summary_rows.py": "words that stand beside rows of results in people's tables",
    "diagnosis/labels/cautions.py": "fields of a finding in the JSON",
    "diagnosis/labels/items.py": "fields of an item in the JSON",
    "item_difficulty/hardness.py": "votes of one item, which are no measures of agreement",
    "renderings/full_listing.py": "columns of the full listing",
    "scoring/ranking.py": "columns of a ranking of systems",
    "scoring/scorer.py": "components of a score in the JSON",
}


def _several_measures(path: Path) -> list[str]:
    found = ((line, texts & NAMES) for line, texts in literal_collections(path))
    return [f"line {line}: {sorted(names)}" for line, names in found if len(names) > 1]


def test_no_list_of_measures_stands_outside_the_records() -> None:
    modules = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.py")}
    searched = {place for place in modules if not place.startswith("measures/")} - OF_OTHER_THINGS.keys()
    assert {place: found for place in sorted(searched) if (found := _several_measures(modules[place]))} == {}


def test_a_list_of_measures_is_found(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text('HEADLINES = ("alpha", "kappa")\nSYMBOLS = {"alpha": "α", "x": "pi"}\n')
    assert len(_several_measures(tmp_path / "lists.py")) == 2


@pytest.mark.parametrize("record", all_measures().values(), ids=lambda record: f"{record.shape}-{record.name}")
def test_a_record_is_complete(record: Measure) -> None:
    assert record.human
    assert record.symbol
    assert record.family
    assert set(record.about) == set(record.parameters)
    for name, parameter in record.about.items():
        assert parameter.about.endswith("."), name
        assert not parameter.choices or record.parameters[name] in parameter.choices, name
    if record.by_category is not None:
        assert (record.shape, record.by_category) in all_measures()
    for given in record.shown_with:
        record.bind(given)


@pytest.mark.parametrize("shape", ["labels", "spans", "relations", "answers"])
def test_ranks_and_names_tell_measures_apart(shape: str) -> None:
    records = [record for (where, _), record in all_measures().items() if where == shape]
    ranks = [record.headline for record in records if record.headline is not None]
    assert sorted(set(ranks)) == sorted(ranks)
    assert ranks
    names = [record.human for record in records]
    assert sorted(set(names)) == sorted(names)


UNITS = [("A", 0, 5, "x"), ("B", 0, 5, "x"), ("C", 0, 5, "x")]
LINKS = {"A": [(2, 1)], "B": [(2, 1)]}
ANSWERS = {"i": {"A": ["x"], "B": ["x"]}, "j": {"A": ["x"], "B": ["x"]}}


@pytest.mark.parametrize(
    ("data", "expression"),
    [
        (accord.labels([["x", "x"], ["x", "x"]]), "alpha"),
        (accord.spans(UNITS), "gamma_cat"),
        (accord.relations(LINKS, units=[1, 2]), "component_kappa"),
        (accord.answers(ANSWERS), "alpha"),
    ],
    ids=["labels", "spans", "relations", "answers"],
)
def test_all_alike_is_one_where_it_is_asked_for(data: object, expression: str) -> None:
    plain = accord.measure(data, expression, confidence=None)  # type: ignore[call-overload]
    assert not plain.defined
    assert accord.measure(data, expression, confidence=None, undefined="one").value == 1.0  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("data", "expression"),
    [
        (accord.spans([("A", 0, 5, "x"), ("B", 7, 9, "x")]), "gamma_cat"),
        (accord.relations({"A": [], "B": []}, units=[1, 2]), "link_kappa"),
        (accord.answers({"i": {"A": ["x"], "B": []}}), "alpha"),
    ],
    ids=["spans", "relations", "answers"],
)
def test_what_differs_or_is_empty_stays_undefined(data: object, expression: str) -> None:
    result = accord.measure(data, expression, confidence=None, undefined="one")  # type: ignore[call-overload]
    assert result.value != 1.0


def test_the_report_shows_what_measure_shows() -> None:
    relations = accord.relations({"A": [(2, 1), (3, 2)], "B": [(2, 1), (3, 1)]}, units=[1, 2, 3])
    found = accord.findings(relations, confidence=None)
    assert [result.measure for result in found.results] == [str(one) for one in shown(relations)]
