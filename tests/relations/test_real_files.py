"""Real relations from file to report: discourse trees, coreference, and units that annotators found themselves."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_findings import RelationFindings, relation_findings
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.unit_matching import Split, split
from accord.renderings.graphs import graphs_svg
from accord.renderings.relation_tables import relation_sections
from accord.results import DataError
from shared_files import DATA
from untyped import accord

FOLDER = DATA / "relations"
BRAT = DATA / "formats/brat/060-relation_annotation"


@cache
def _read(*paths: Path, kind: str | None = "relations") -> Relations:
    data = accord.read(paths, kind=kind)
    assert isinstance(data, Relations)
    return data


def _complete(data: Relations, document: int = 0) -> RelationFindings:
    """The whole report, whose values are finite or undefined with a reason; and the picture of a document."""
    found = relation_findings(data, confidence=None)
    for result in found.results:
        assert np.isfinite(result.value) or result.undefined
    assert found.disagreement is not None
    assert sum(one.times for one in found.disagreement.kinds) == found.disagreement.compared > 0
    assert relation_sections(found, 20)
    json.dumps(found.as_json(), allow_nan=False)
    ElementTree.fromstring(graphs_svg(data, document))
    return found


def _values(found: RelationFindings) -> dict[str, float]:
    return {result.measure: round(result.value, 3) for result in found.results}


def test_discourse_dependencies_gcdt(shared_data: Path) -> None:
    """Five documents, 1,092 units; every unit but the root has a head: 2 × 1,087 links, 693 of them shared."""
    data = _read(FOLDER / "gcdt/data/rsd/double", FOLDER / "gcdt/data/rsd/test")
    assert (data.n_documents, data.n_units, len(data)) == (5, 1092, 2 * (1092 - 5))
    assert data.given
    found = _complete(data, 3)
    values = _values(found)
    assert values["mar_link"] == round(693 / 1087, 3) == 0.638
    assert values["uas"] == 0.636  # (693 + 1 root that is shared) / 1,092
    assert (values["las"], values["alpha_heads"], values["gbm"]) == (0.437, 0.631, 0.672)
    kinds = {one.kind: one.times for one in found.disagreement.kinds} if found.disagreement else {}
    assert kinds["agreeing"] + kinds["relabelled"] == 2 * 693
    assert {"other main claims", "turned links", "long links"} <= {one.kind for one in found.findings}


def test_heads_of_gcdt_counted_from_the_lines(shared_data: Path) -> None:
    """The same numbers from the tab-separated lines themselves."""
    same = same_label = turned = roots = 0
    for path in sorted((FOLDER / "gcdt/data/rsd/double").glob("*.rsd")):
        heads = []
        for who in ("double", "test"):
            lines = (path.parents[1] / who / path.name).read_text("utf-8").splitlines()
            heads.append({row[0]: (row[6], row[7]) for row in (line.split("\t") for line in lines) if len(row) > 7})
        one, other = heads
        same += sum(head[0] == other[unit][0] != "0" for unit, head in one.items())
        same_label += sum(head == other[unit] and head[0] != "0" for unit, head in one.items())
        turned += sum(head[0] != "0" and other[head[0]][0] == unit for unit, head in one.items())
        roots += sum(head[0] == other[unit][0] == "0" for unit, head in one.items())
    found = _complete(_read(FOLDER / "gcdt/data/rsd/double", FOLDER / "gcdt/data/rsd/test")).disagreement
    assert found is not None
    kinds = {one.kind: one.times for one in found.kinds}
    assert (same, same_label, roots) == (693, kinds["agreeing"] // 2, 1)
    assert turned == kinds["flipped"] // 2 == 91


def test_rhetorical_trees_rstmulti(shared_data: Path) -> None:
    """Segments are each annotator's own: they are matched first, and few are not the same."""
    data = _read(FOLDER / "rstmulti/data")
    assert (data.n_documents, data.n_units, len(data)) == (134, 3984, 3719)
    assert not data.given
    found = _complete(data, 4)
    assert found.disagreement is not None
    assert found.disagreement.split == Split(links=3662, agreeing=2170, by_units=8, by_links=1484)
    values = _values(found)
    assert (values["mar_link"], values["gbm"], values["link_kappa"]) == (0.593, 0.632, 0.568)
    assert any("1% of the 1,492 links" in sentence for sentence in (*found.verdict, *found.remarks))
    assert "single annotator" in {one.kind for one in found.findings}  # 4 documents of 134


def test_one_rhetorical_tree_by_hand(shared_data: Path) -> None:
    """Eight segments against seven: the fourth of the one is part of the fourth of the other.

    In the numbers of the matched units, the one has 2→1 3→2 4→5 5→2 6→5 7→1 8→1, the other 2→5 3→2 5→1 6→5 7→5 8→1:
    three links are shared (3→2, 6→5, 8→1), 4→5 starts at a unit of the one alone, six are between matched units.
    """
    data = _read(FOLDER / "rstmulti/data").of_document("1-freitag-28-1-22-a2")
    assert np.bincount(data.owners).tolist() == [8, 7]
    assert split(comparisons(data)) == Split(links=13, agreeing=6, by_units=1, by_links=6)
    found = _complete(data).disagreement
    assert found is not None
    assert {one.kind: one.times for one in found.kinds} == {
        "agreeing": 2,  # 6→5
        "relabelled": 4,  # 3→2 and 8→1
        "flipped": 2,  # 5→2 and 2→5
        "retargeted": 4,  # 2→1, 7→1 of the one; 5→1, 7→5 of the other
        "missing": 1,  # 4→5
    }


def test_coreference_ezcoref(shared_data: Path) -> None:
    """264 passages; the means over passages are those of Gupta et al. 2023."""
    data = _read(FOLDER / "ezcoref/Data/annotations")
    assert (data.n_documents, data.n_annotators, data.n_units) == (264, 33, 13_361)
    assert data.undirected
    assert data.given
    assert data.assigned.sum() == 1324 - 3  # three annotators annotated a passage twice
    assert "3 earlier annotations" in str(data.diagnostics[-1])
    found = _complete(data, 7)
    published = {"muc": 0.61, "b3": 0.88, "ceaf_e": 0.85, "lea": 0.72}
    for result in found.results:
        if result.measure in published:
            assert result.components["mean_of_documents"] == pytest.approx(published[result.measure], abs=0.005)
    kinds = {one.kind: one.times for one in found.disagreement.kinds} if found.disagreement else {}
    assert kinds["joined"] == kinds["split"] == 42_422
    assert kinds["unmarked"] == 0


def test_one_passage_of_ezcoref_by_its_json(shared_data: Path) -> None:
    path = FOLDER / "ezcoref/Data/annotations/GUM_bio_holt_0/GUM_bio_holt_0_0.json"
    data = _read(path)
    mentions = set()
    for record in json.loads(path.read_text("utf-8")):
        entities: dict[int, set[str]] = {}
        for sentence, tokens in record["annotations"].items():
            for key, numbers in tokens.items():
                _, first, last = key.split(",")
                entities.setdefault(numbers[0], set()).add(f"{sentence}:{first}-{last}")
        mentions |= set().union(*entities.values())
        who = data.annotators.index(str(record["annotator_id"]))
        links = [data.link(row) for row in range(len(data)) if data.who[row] == who]
        assert len(links) == sum(len(entity) - 1 for entity in entities.values())
        for origin, target, _ in links:
            assert any({origin, target} <= entity for entity in entities.values())
    assert set(data.unit_names) == mentions


BAD = {
    "no annotator": [{"annotations": {"0": {"0,0,1": [0]}}}],
    "no sentences": [{"annotations": {"0": {"0,0,1": [0]}}, "annotator_id": 1}, {"annotator_id": 2}],
    "no object": [{"annotations": {"0": {"0,0,1": [0]}}, "annotator_id": 1}, 7],
    "no entity": [{"annotations": {"0": {"0,0,1": []}}, "annotator_id": 1}],
    "other entity": [{"annotations": {"0": {"0,0,1": ["x"]}}, "annotator_id": 1}],
    "other token": [{"annotations": {"0": {"0,0,1": [0], "a,b": [1]}}, "annotator_id": 1}],
    "other sentence": [{"annotations": {"0": {"0,0,1": [0]}, "x": {}}, "annotator_id": 1}],
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_damaged_passages_are_refused(content: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "passage.json"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(DataError, match=r"ACC04[47]"):
        accord.read(path, reader="ezcoref")


def test_a_small_passage(tmp_path: Path) -> None:
    path = tmp_path / "passage.json"
    entities = {"0": {"0,0,2": [0], "1,0,2": [0], "4,4,5": [0, 3]}, "1": {"2,2,3": [0], "5,5,6": [7]}}
    others = {"0": {"0,0,2": [1], "1,0,2": [1], "4,4,5": [2]}, "1": {"2,2,3": [2], "5,5,6": [7]}}
    records = [{"annotations": entities, "annotator_id": 1}, {"annotations": others, "annotator_id": "x"}]
    path.write_text(json.dumps(records), "utf-8")
    data = accord.read(path)
    assert isinstance(data, Relations)
    assert list(data.unit_names) == ["0:0-2", "0:4-5", "1:2-3", "1:5-6"]
    assert [link[:2] for link in data.links("passage", "1")] == [("0:4-5", "0:0-2"), ("1:2-3", "0:4-5")]
    assert [link[:2] for link in data.links("passage", "x")] == [("1:2-3", "0:4-5")]
    assert len(data.component_units) == 8
    # {a b c} {d} against {a} {b c} {d}: MUC's recall is (3 − 2)/2, its precision (2 − 1)/1
    assert accord.measure(data, "muc", confidence=None).value == pytest.approx(2 / 3)


# ---- units of the annotators' own


def _exactly_matched(data: Relations, document: int) -> tuple[int, int, int]:
    """Links, shared links, and links at a unit without a partner, where partners have the same bounds.

    Units of the same category are partners first, then what is left at the same bounds in order.
    """
    spans = data.spans
    assert spans is not None
    one, other = np.flatnonzero(data.assigned[document]).tolist()
    places: dict[int, dict[tuple[float, float], list[int]]] = {}
    for who in (one, other):
        for unit in np.flatnonzero((data.unit_document == document) & (data.owners == who)).tolist():
            bounds = float(spans.starts[unit]), float(spans.ends[unit])
            places.setdefault(who, {}).setdefault(bounds, []).append(unit)
    partner: dict[int, int] = {}
    for bounds, mine in places[one].items():
        theirs = list(places[other].get(bounds, []))
        for unit in mine:
            same = [each for each in theirs if spans.category(each) == spans.category(unit)]
            if same:
                partner[unit] = same[0]
                theirs.remove(same[0])
        for unit, left in zip([unit for unit in mine if unit not in partner], theirs, strict=False):
            partner[unit] = left
    back = {value: key for key, value in partner.items()}
    links = {who: _drawn(data, document, who) for who in (one, other)}
    shared = alone = 0
    for who, to, others in ((one, partner, links[other]), (other, back, links[one])):
        for origin, target in links[who]:
            shared += (to.get(origin), to.get(target)) in others
            alone += origin not in to or target not in to
    return len(links[one]) + len(links[other]), shared, alone


def _drawn(data: Relations, document: int, who: int) -> set[tuple[int, int]]:
    rows = data.of_annotation(document, who)
    return set(zip(data.origins[rows].tolist(), data.targets[rows].tolist(), strict=True))


def test_glozz_dialogues(shared_data: Path) -> None:
    """Four documents, each drawn by SILVER and one annotator: 331 relations between different units in the files."""
    folder = DATA / "formats/glozz/stac/discourse"
    pairs = 0
    for path in folder.glob("*/*.aa"):
        relations = ElementTree.parse(path).getroot().findall("relation")
        pairs += len({tuple(term.get("id") for term in one.iter("term")) for one in relations})
    data = _read(folder)
    assert len(data) == pairs == 331
    assert (data.n_documents, data.n_units) == (4, 711)
    assert not data.given
    by_hand = np.array([_exactly_matched(data, document) for document in range(4)]).sum(axis=0)
    exact = split(comparisons(data, "exact"))
    assert (exact.links, exact.agreeing, exact.by_units) == tuple(by_hand.tolist()) == (331, 224, 43)
    found = _complete(data)
    assert found.disagreement is not None
    # bounds that differ a little are matched too: fewer links are at a unit without a partner
    assert found.disagreement.split == Split(links=331, agreeing=224, by_units=28, by_links=79)
    values = _values(found)
    assert (values["mar_link"], values["gbm"], values["link_kappa"]) == (0.679, 0.699, 0.675)
    assert any("26% of the 107 links" in sentence for sentence in (*found.verdict, *found.remarks))


def test_brat_with_a_second_annotator(shared_data: Path, tmp_path: Path) -> None:
    """brat's own sample, and a second annotator who has no T5, a shorter T1, and turns the relation round.

    The one draws T1→T2 and the pairs of T3, T4 and T5; the other T2→T1 and T3–T4. T3–T4 is shared; T3–T5 and T4–T5 are
    at a unit that the other has not; T1→T2 and T2→T1 are between matched units.
    """
    for who in ("one", "other"):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.txt").write_bytes(BRAT.with_suffix(".txt").read_bytes())
    text = BRAT.with_suffix(".ann").read_text("utf-8")
    (tmp_path / "one/d.ann").write_text(text, "utf-8")
    kept = [line for line in text.splitlines() if not line.startswith("T5\t")]
    changed = "\n".join(kept).replace("Arg1:T1 Arg2:T2", "Arg1:T2 Arg2:T1").replace("Equiv T3 T4 T5", "Equiv T3 T4")
    changed = changed.replace("Protein 139 144\tc-Rel", "Protein 139 143\tc-Re")
    (tmp_path / "other/d.ann").write_text(changed + "\n", "utf-8")
    data = _read(tmp_path)
    assert data.annotators == ("one", "other")
    assert np.bincount(data.owners).tolist() == [10, 9]
    assert len(data) == 4 + 2
    found = _complete(data)
    assert found.disagreement is not None
    assert found.disagreement.split == Split(links=6, agreeing=2, by_units=2, by_links=2)
    assert {one.kind: one.times for one in found.disagreement.kinds} == {
        "agreeing": 2,
        "relabelled": 0,
        "flipped": 2,
        "retargeted": 0,  # the other has no target for T3 or T4 that the one has not
        "missing": 2,
    }
    assert accord.measure(data, "mar_link", confidence=None).value == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert "at a unit that the other does not have" in " ".join((*found.verdict, *found.remarks))
