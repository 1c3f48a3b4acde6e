"""A value does not depend on the format: what a format says it carries comes back with the same values."""

import itertools
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
from formats.campaigns import NAME, bytes_of, relations_with_texts, same, spans_with_texts, token_spans
from untyped import accord

MOST_UNITS = 5
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


PEOPLE = st.lists(NAME, min_size=2, max_size=3, unique=True)
ITEMS = st.lists(NAME, min_size=1, max_size=5, unique=True)
FEWER_ITEMS = st.lists(NAME, min_size=1, max_size=4, unique=True)
DOCUMENTS = st.lists(NAME, min_size=1, max_size=2, unique=True)
WORDS = ("no", "perhaps", "yes")
SETS_OF_WORDS = [list(some) for number in (1, 2, 3) for some in itertools.combinations(WORDS, number)]
CELLS = st.sampled_from([SETS_OF_WORDS, WORDS])
PLACES = ("vide", "lieu", "espace", "zone")
LISTS_OF_PLACES = [list(some) for number in range(4) for some in itertools.permutations(PLACES, number)]
KINDS_OR_NONE = (None, None, None, *KINDS)
CONSTRAINTS = st.sampled_from(["any", "dag", "forest"])
SYMMETRIC = st.lists(st.sampled_from(KINDS), unique=True)


@st.composite
def labels(draw: Any) -> Any:
    people, items, cells = draw(PEOPLE), draw(ITEMS), draw(CELLS)
    table = list(itertools.product(items, people))
    first, *drawn = bytes_of(draw, 1 + len(table))
    rows = {place: cells[byte // 3 % len(cells)] for place, byte in zip(table, drawn, strict=True) if byte % 3 < 2}
    rows.setdefault((items[0], people[0]), cells[first % len(cells)])
    import polars as pl

    columns = zip(*((item, who, one) for (item, who), one in rows.items()), strict=True)
    frame = pl.DataFrame(dict(zip(("item", "annotator", "label"), map(list, columns), strict=True)))
    return accord.labels(frame, item_column="item", annotator_column="annotator", label_column="label")


@st.composite
def answers(draw: Any) -> Any:
    people, items = draw(PEOPLE), draw(FEWER_ITEMS)
    drawn = bytes_of(draw, len(people) * len(items))
    some = (LISTS_OF_PLACES[byte // 3 % len(LISTS_OF_PLACES)] if byte % 3 else None for byte in drawn)
    rows = {item: {who: next(some) for who in people} for item in items}
    rows[items[0]][people[0]] = ["vide"]
    return accord.answers(rows)


@st.composite
def between_given_units(draw: Any) -> Any:
    """Graphs with types, types without a direction, units outside and inside of the structure, and a constraint."""
    people = draw(PEOPLE)
    links: dict[str, dict[str, Any]] = {}
    components: dict[str, dict[str, dict[str, str | None]]] = {}
    units: dict[str, list[str]] = {}
    constraint = draw(CONSTRAINTS)
    for document in draw(DOCUMENTS):
        several, left_out, *bytes_left = bytes_of(draw, 2 + MOST_UNITS * 2 * len(people))
        drawn = iter(bytes_left)
        names = units[document] = [f"u{number}" for number in range(1, MOST_UNITS + 1 - several % 4)]
        for who in people:
            linked: dict[tuple[str, str], str | None] = {}
            for place, one in enumerate(names[1:]):
                byte = next(drawn)
                if byte % 2 == (place > 0):
                    linked[one, names[byte // 2 % (place + 1)]] = KINDS_OR_NONE[byte // 16 % 6]
            links.setdefault(document, {})[who] = [(*ends, kind) for ends, kind in linked.items()]
            inside = [(name, byte) for name, byte in zip(names, drawn, strict=False) if byte % 2 == 0]
            types = (None, None, "main claim", "premise")
            components.setdefault(document, {})[who] = {name: types[byte // 2 % 4] for name, byte in inside}
        if left_out % 2:
            links[document][people[-1]], components[document][people[-1]] = None, {}
    return accord.relations(links, units, components=components, symmetric=draw(SYMMETRIC), constraint=constraint)


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
    """To twelve decimals, at which a value that is 0 but for rounding has no sign."""
    results = accord.measure(data, MEASURES[data.kind], confidence=None)
    return {one.measure: "nan" if math.isnan(one.value) else f"{round(one.value, 12) + 0.0:.12f}" for one in results}


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
