"""A value does not depend on the format: what a format says it carries comes back with the same values."""

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accord.annotations.as_campaign import campaign_of
from accord.formats import write
from accord.formats.declared import declared
from accord.formats.losses import left_behind, lost_of_relations
from accord.formats.registry import all_readers
from formats.campaigns import NAME, relations_with_texts, same, spans_with_texts, token_spans
from untyped import accord

FEW = settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
KINDS = ("supports", "attacks", "same as")
MEASURES = {
    "labels": ["observed_agreement", "alpha", "kappa", "s"],
    "answers": ["entropy", "pa", "alpha"],
    "spans": ["f1", "f1(match='overlap')", "f1(match='type')"],
    "relations": ["gbm", "mar_link", "mar_dset", "muc", "component_kappa", "link_kappa", "relation_label_kappa"],
}
READ = {
    "brat": {"annotator_from": "dir"},
    "glozz": {"annotator_from": "dir"},
    "textgrid": {"annotator_from": "dir"},
    "conll2003": {"reader": "conll2003"},
}


@st.composite
def labels(draw: Any) -> Any:
    people = draw(st.lists(NAME, min_size=2, max_size=3, unique=True))
    items = draw(st.lists(NAME, min_size=1, max_size=5, unique=True))
    words = ["yes", "no", "perhaps"]
    cell = draw(st.sampled_from([st.sampled_from(words), st.sets(st.sampled_from(words), min_size=1).map(sorted)]))
    rows = {(item, who): draw(cell) for item in items for who in people if draw(st.integers(0, 4))}
    rows.setdefault((items[0], people[0]), draw(cell))
    import polars as pl

    columns = zip(*((item, who, one) for (item, who), one in rows.items()), strict=True)
    frame = pl.DataFrame(dict(zip(("item", "annotator", "label"), map(list, columns), strict=True)))
    return accord.labels(frame, item_column="item", annotator_column="annotator", label_column="label")


@st.composite
def answers(draw: Any) -> Any:
    people = draw(st.lists(NAME, min_size=2, max_size=3, unique=True))
    some = st.none() | st.lists(st.sampled_from(["vide", "lieu", "espace", "zone"]), max_size=3, unique=True)
    items = draw(st.lists(NAME, min_size=1, max_size=4, unique=True))
    rows = {item: {who: draw(some) for who in people} for item in items}
    rows[items[0]][people[0]] = ["vide"]
    return accord.answers(rows)


@st.composite
def between_given_units(draw: Any) -> Any:
    """Graphs with types, types without a direction, units outside and inside of the structure, and a constraint."""
    people = draw(st.lists(NAME, min_size=2, max_size=3, unique=True))
    links: dict[str, dict[str, Any]] = {}
    components: dict[str, dict[str, dict[str, str | None]]] = {}
    units: dict[str, list[str]] = {}
    constraint = draw(st.sampled_from(["any", "dag", "forest"]))
    for document in draw(st.lists(NAME, min_size=1, max_size=2, unique=True)):
        names = units[document] = [f"u{number}" for number in range(1, 1 + draw(st.integers(2, 5)))]
        for who in people:
            drawn: dict[tuple[str, str], str | None] = {}
            for place, one in enumerate(names[1:]):
                if draw(st.booleans()):
                    other = names[draw(st.integers(0, place))]
                    drawn[one, other] = draw(st.none() | st.sampled_from(KINDS))
            links.setdefault(document, {})[who] = [(*ends, kind) for ends, kind in drawn.items()]
            inside = draw(st.lists(st.sampled_from(names), unique=True))
            types = st.none() | st.sampled_from(["main claim", "premise"])
            components.setdefault(document, {})[who] = {name: draw(types) for name in inside}
        if draw(st.integers(0, 3)) == 0:
            links[document][people[-1]], components[document][people[-1]] = None, {}
    symmetric = draw(st.lists(st.sampled_from(KINDS), unique=True))
    return accord.relations(links, units, components=components, symmetric=symmetric, constraint=constraint)


@st.composite
def between_own_units(draw: Any) -> Any:
    found = draw(relations_with_texts())
    symmetric = draw(st.sampled_from([(), ("supports",), ("supports", "attacks")]))
    from dataclasses import replace

    return replace(found, symmetric=symmetric)


SHAPES = {
    "labels": labels(),
    "answers": answers(),
    "spans": spans_with_texts(),
    "spans of tokens": token_spans(),
    "relations of given units": between_given_units(),
    "relations of own units": between_own_units(),
}


def cases() -> Iterator[Any]:
    for name, module in sorted(all_readers().items()):
        able = declared(module)
        for shape in SHAPES:
            if hasattr(module, "write") and shape.split()[0] in able.carries and name != "parquet":
                yield pytest.param(name, shape, id=f"{shape} in {name}")


def again(data: Any, to: str, folder: Path) -> Any:
    """What is read of what was written; None where the format says that it has no place for some of it."""
    ending = declared(all_readers()[to]).ending
    path = folder / (f"data{ending}" if declared(all_readers()[to]).is_table else "data")
    campaign = campaign_of(data)
    try:
        written = write(data, path, to)
    except accord.DataError as error:
        if error.code == "ACC051":
            return None
        raise
    if left_behind(campaign, path, to) or lost_of_relations(campaign, path, to):
        return None
    is_table = declared(all_readers()[to]).is_table
    if not is_table and (not written or not all(len(one) for one in campaign.layers)):
        return None  # a tool exports no layer in which there is nothing
    return accord.read(path if path.exists() else written[0], kind=data.kind, **READ.get(to, {}))


def values(data: Any) -> dict[str, str]:
    results = accord.measure(data, MEASURES[data.kind], confidence=None)
    return {one.measure: "nan" if math.isnan(one.value) else f"{one.value:.12f}" for one in results}


@pytest.mark.parametrize(("to", "shape"), list(cases()))
@FEW
@given(drawn=st.data())
def test_values_do_not_depend_on_the_format(to: str, shape: str, drawn: st.DataObject) -> None:
    data = drawn.draw(SHAPES[shape])
    with tempfile.TemporaryDirectory() as folder:
        back = again(data, to, Path(folder))
    if back is not None:
        # sets of one label each are labels, and answers have another digest
        assert same(data, back) or data.kind in ("labels", "answers")
        assert values(back) == values(data)


def test_all_tables_claim_all_shapes() -> None:
    known = {str(case.id) for case in cases()}
    assert {f"{shape} in {to}" for shape in SHAPES for to in ("csv", "tsv", "jsonl")} <= known
