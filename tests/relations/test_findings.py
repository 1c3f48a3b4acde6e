"""Findings about relations: what is counted, what rings and what does not."""

from __future__ import annotations

import json
import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.relations import Relations
from accord.annotations.span_building import spans
from accord.diagnosis.corpus_cautions import single_annotator
from accord.diagnosis.higher_rates import agreed_by_most
from accord.diagnosis.relations.relation_annotator_findings import annotator_findings, single_heads
from accord.diagnosis.relations.relation_disagreement import ENTITY_KINDS, KINDS, entity_disagreement, link_disagreement
from accord.diagnosis.relations.relation_findings import RelationFindings, relation_findings
from accord.diagnosis.relations.relation_places import ABSENT, NOT_COMPARED, places_of
from accord.diagnosis.relations.relation_structure_findings import label_exchanges, structure_findings
from accord.diagnosis.relations.relation_summary import relation_disagreement
from accord.evaluation import shown
from accord.measures.relations import argument_graphs
from accord.measures.relations.graphs.unit_matching import Split
from accord.renderings.relation_tables import relation_sections
from accord.renderings.tables import as_csv, as_latex, as_markdown, as_text
from accord.statistics.proportions import at_least
from relations.graphs import any_graphs, value

THREE = {
    "A": [(2, 1, "sup"), (3, 1, "sup"), (4, 3, "att")],
    "B": [(2, 1, "sup"), (3, 1, "att"), (4, 2, "att")],
    "C": [(2, 1, "sup"), (1, 3, "sup"), (4, 2, "att")],
}


def _kinds(found: RelationFindings) -> dict[str, int]:
    assert found.disagreement is not None
    return {one.kind: one.times for one in found.disagreement.kinds}


def _ring(found: RelationFindings) -> list[str]:
    return [finding.kind for finding in found.findings]


# ---- places


def test_each_link_beside_each_other_annotator() -> None:
    places = places_of(relations(THREE, units=[1, 2, 3, 4]))
    data = places.relations
    said = {
        (data.annotators[data.who[row]], *data.link(row)[:2], data.annotators[other]): KINDS[places.kinds[row, other]]
        for row in range(len(data))
        for other in range(3)
        if places.kinds[row, other] != NOT_COMPARED
    }
    assert len(said) == 9 * 2
    assert said["A", "2", "1", "B"] == said["A", "2", "1", "C"] == "agreeing"
    assert said["A", "3", "1", "B"] == "relabelled"
    assert said["A", "3", "1", "C"] == "flipped"
    assert said["A", "4", "3", "B"] == "retargeted"
    assert said["B", "4", "2", "C"] == "agreeing"
    shown = {
        (data.annotators[data.who[row]], *data.link(row)[:2]): KINDS[k] for row, k in enumerate(places.shown_kind())
    }
    assert shown["B", "4", "2"] == "agreeing"  # C agrees, A does not: the better of a tie
    assert shown["A", "4", "3"] == "retargeted"
    assert shown["C", "1", "3"] == "flipped"
    assert shown["A", "3", "1"] == "relabelled"  # B has another label, C turns it round: the better of a tie


def test_a_place_has_one_row_and_a_code_for_everybody() -> None:
    places = places_of(relations(THREE, units=[1, 2, 3, 4]))
    names = places.relations.unit_names
    table = {
        (names[one], names[other]): [places.relations.labels.texts[c] if c >= 0 else c for c in codes]
        for one, other, codes in zip(places.origins, places.targets, places.codes.tolist(), strict=True)
    }
    assert table == {
        ("2", "1"): ["sup", "sup", "sup"],
        ("3", "1"): ["sup", "att", ABSENT],
        ("1", "3"): [ABSENT, ABSENT, "sup"],
        ("4", "3"): ["att", ABSENT, ABSENT],
        ("4", "2"): [ABSENT, "att", "att"],
    }


def test_a_link_without_direction_takes_that_of_a_directed_one() -> None:
    data = relations({"A": [(3, 1, "=")], "B": [(3, 1, "sup")], "C": [(1, 3, "=")]}, units=[1, 2, 3], symmetric=["="])
    places = places_of(data)
    assert len(places) == 1
    assert places.support.tolist() == [3]
    assert (places.origins[0], places.targets[0]) == (2, 0)
    alone = places_of(data.of_annotators(["A", "C"]))
    assert (alone.origins.tolist(), alone.targets.tolist()) == ([0], [2])


def test_what_an_annotator_lacks_is_what_most_of_the_others_drew() -> None:
    links = {"A": [(2, 1), (3, 1)], "B": [(2, 1), (4, 1)], "C": [(3, 2)]}
    places = places_of(relations(links, units=[1, 2, 3, 4]))
    lacking = {
        name: [places.relations.link(row)[:2] for row in places.lacking(who)]
        for who, name in enumerate(places.relations.annotators)
    }
    assert lacking == {"A": [], "B": [], "C": [("2", "1")]}  # 3→1 has another target in C; 4→1 is B's alone
    two = places_of(relations({"A": [(2, 1)], "B": []}, units=[1, 2]))
    assert [len(two.lacking(who)) for who in (0, 1)] == [0, 1]


def test_matched_units_are_one_and_keep_the_text_of_the_first() -> None:
    own = spans(
        [("A", 0, 5), ("A", 6, 11), ("B", 0, 5), ("B", 6, 12), ("B", 20, 25)],
        texts={"document": "alpha bravo  charlie delta"},
    )
    places = places_of(relations({"A": [(2, 1)], "B": [(2, 1), (3, 1)]}, units=own))
    assert places.found
    assert places.relations.given
    assert places.relations.unit_texts == ["alpha", "bravo", " delt"]
    assert places.holders().tolist() == [[True, True], [True, True], [False, True]]
    assert places.support.tolist() == [2, 1]


@settings(max_examples=60)
@given(st.lists(any_graphs(5), min_size=2, max_size=4))
def test_places_count_what_pairs_of_annotators_say(graphs: list[frozenset[tuple[int, int]]]) -> None:
    data = relations({f"a{n}": sorted(links) for n, links in enumerate(graphs)}, units=list(range(5)))
    places = places_of(data)
    pairwise = link_disagreement(data).counts()
    assert {kind: int((places.kinds == code).sum()) for code, kind in enumerate(KINDS)} == pairwise
    for place in range(len(places)):
        link = (int(places.origins[place]), int(places.targets[place]))
        assert places.present[place].tolist() == [link in links for links in graphs]
    for who, mine in enumerate(graphs):
        others = [links for number, links in enumerate(graphs) if number != who]
        expected = {
            (x, y)
            for x, y in set().union(*others) - mine
            if 2 * sum((x, y) in links for links in others) > len(others)
            and (y, x) not in mine
            and not any(  # nor does any one who has it see it as retargeted here
                start == x and (start, end) not in links for links in others if (x, y) in links for start, end in mine
            )
        }
        found = {data.link(row)[:2] for row in places.lacking(who)}
        assert {(int(x), int(y)) for x, y in found} >= expected


# ---- coreference


def test_entities_cut_joined_and_crossing() -> None:
    data = coreference(
        {"A": [["a", "b", "c"], ["d"], ["e", "f", "g"]], "B": [["a", "b"], ["c"], ["d"], ["e", "f"], ["g", "h"]]}
    )
    found = entity_disagreement(data)
    names = data.unit_names
    of_a = {
        names[u]: ENTITY_KINDS[k] for k, w, u in zip(found.kind, found.annotator, found.unit, strict=True) if w == 0
    }
    of_b = {
        names[u]: ENTITY_KINDS[k] for k, w, u in zip(found.kind, found.annotator, found.unit, strict=True) if w == 1
    }
    assert of_a == {
        "a": "joined",
        "b": "joined",
        "c": "joined",
        "d": "same",
        "e": "joined",
        "f": "joined",
        "g": "joined",
    }
    assert of_b["a"] == of_b["c"] == of_b["g"] == "split"
    assert of_b["h"] == "unmarked"  # A has no such mention; g is alone among the shared ones
    crossing = entity_disagreement(coreference({"A": [["a", "b"], ["c"]], "B": [["b", "c"], ["a"]]}))
    assert crossing.counts()["crossing"] == 2  # b, for both
    assert crossing.counts()["joined"] == crossing.counts()["split"] == 2


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=2, max_size=3))
def test_entity_kinds_by_their_definition(partitions: list[list[int]]) -> None:
    entities = [[{u for u in range(6) if p[u] == p[v]} for v in range(6)] for p in partitions]
    clusters = {f"a{n}": [sorted(one) for one in {frozenset(e) for e in each}] for n, each in enumerate(entities)}
    found = entity_disagreement(coreference(clusters, list(range(6))))
    assert len(found.kind) == 6 * len(partitions) * (len(partitions) - 1)
    for kind, one, other, unit in zip(found.kind, found.annotator, found.other, found.unit, strict=True):
        mine, theirs = entities[one][unit], entities[other][unit]
        expected = "same" if mine == theirs else "joined" if mine > theirs else "split" if mine < theirs else "crossing"
        assert ENTITY_KINDS[kind] == expected


def test_an_entity_can_be_written_down_in_many_ways() -> None:
    """A links c to b to a, B links b and c to a: the same entity, and every link agrees."""
    data = relations(
        {"A": [("c", "b", "="), ("b", "a", "=")], "B": [("c", "a", "="), ("b", "a", "=")], "C": [("b", "a", "=")]},
        units=["a", "b", "c"],
        symmetric=["="],
    )
    places = places_of(data)
    assert KINDS[places.kinds[0, 1]] == KINDS[places.kinds[1, 1]] == "agreeing"
    row = next(row for row in range(len(data)) if data.link(row)[:2] == ("c", "b"))
    assert KINDS[places.kinds[row, 2]] == "missing"  # C has c in no entity


# ---- what is shown


def test_the_report_of_three_annotators() -> None:
    found = relation_findings(
        relations(THREE, units=[1, 2, 3, 4]), ["mar_link"], title="T", introduction="I", confidence=None
    )
    assert _kinds(found) == {"agreeing": 8, "relabelled": 2, "flipped": 4, "retargeted": 4, "missing": 0}
    disagreement = found.disagreement
    assert disagreement is not None
    assert disagreement.compared == 18
    assert [(one.first, one.second, one.pairs, one.of_pairs) for one in disagreement.exchanges] == [
        ("att", "sup", 1, 5)
    ]
    # of unit 3 nothing agrees; of unit 4, B and C with each other; of unit 2 all do
    assert [(one.unit, round(one.agreeing, 3)) for one in disagreement.units] == [("3", 0), ("1", 0), ("4", 0.333)]
    assert dict(disagreement.units[0].said) == {"A": "→ 1 sup", "B": "→ 1 att", "C": "no outgoing relation"}
    first = disagreement.links[0]
    assert (first.origin, first.target, dict(first.drawn), first.not_drawn) == (
        ("4", "2", {"B": "att", "C": "att"}, ("A",))
        if first.origin == "4"
        else ("3", "1", {"A": "sup", "B": "att"}, ("C",))
    )
    assert found.data.relations == 9
    assert any("44% agree" in sentence for sentence in (*found.verdict, *found.remarks))
    text = json.dumps(found.as_json(), allow_nan=False)
    assert '"kind": "flipped", "times": 4' in text
    assert "<h3>T</h3>" in found._repr_html_()


def test_the_most_divided_links_come_first() -> None:
    links = {"A": [(2, 1), (3, 1), (4, 1)], "B": [(2, 1), (3, 1)], "C": [(2, 1)], "D": [(3, 4)]}
    found = relation_disagreement(relations(links, units=[1, 2, 3, 4])).links
    assert [(one.origin, one.target, len(one.drawn)) for one in found] == [
        ("3", "1", 2),
        ("2", "1", 3),
        ("4", "1", 1),
        ("3", "4", 1),
    ]


def test_agreement_of_annotators_is_mar_over_links() -> None:
    data = relations({**THREE, "D": [(2, 1)]}, units=[1, 2, 3, 4])
    found = relation_disagreement(data)
    for one in found.annotators:
        others = [name for name in data.annotators if name != one.annotator]
        expected = np.mean(
            [value(argument_graphs.mar_link, data.of_annotators([one.annotator, who])) for who in others]
        )
        assert one.agreement == pytest.approx(float(expected))


def test_lengths_and_depths_partition_the_links() -> None:
    links = {"A": [(n, 0) for n in range(1, 30)], "B": [(n, n - 1) for n in range(1, 30)]}
    found = relation_disagreement(relations(links, units=list(range(30))))
    assert sum(one.times for one in found.lengths) == found.compared == 58
    assert [one.name for one in found.lengths] == ["1", "2", "3 to 5", "6 to 10", "11 to 20", "21 and more"]
    assert found.lengths[0].times == 30  # 29 of B and the first of A
    assert found.lengths[0].agreeing == pytest.approx(2 / 30)
    assert sum(one.times for one in found.depths) == 58


def test_own_units_split_the_disagreement() -> None:
    own = spans([("A", 0, 5), ("A", 10, 15), ("A", 20, 25), ("B", 0, 5), ("B", 10, 15), ("B", 40, 45)])
    data = relations({"A": [(1, 2), (2, 3)], "B": [(2, 1)]}, units=own)
    found = relation_findings(data, ["link_kappa", "mar_link", "gbm"], confidence=None)
    assert found.disagreement is not None
    assert found.disagreement.split == Split(3, 0, 1, 2)
    assert any("33% of the 3 links" in sentence for sentence in (*found.verdict, *found.remarks))
    notes = [one.code for result in found.results for one in result.diagnostics]
    assert notes.count("ACC126") == 1
    assert found.as_json()["disagreement"]["split"]["by_units"] == 1  # type: ignore[index]  # plain JSON


def test_nothing_to_compare_is_said() -> None:
    one = relation_findings(relations({"A": [(1, 2)]}, units=[1, 2]))
    assert one.disagreement is None
    assert [said.code for said in one.diagnostics] == ["ACC127"]
    assert relation_sections(one, 20) == []
    json.dumps(one.as_json(), allow_nan=False)
    nobody = relation_findings(relations({"A": [], "B": []}, units=[1, 2]))
    assert "Nobody drew a relation." in (*nobody.verdict, *nobody.remarks)
    json.dumps(nobody.as_json(), allow_nan=False)
    apart = relation_findings(relations({"d": {"A": [(1, 2)], "B": None}, "e": {"A": None, "B": [(1, 2)]}}))
    assert apart.disagreement is None
    assert "single annotator" in _ring(apart)


@pytest.mark.parametrize("write", [as_text, as_markdown, as_latex, as_csv], ids=lambda one: one.__name__)
def test_tables_hold_the_numbers(write: object) -> None:
    assert callable(write)
    found = relation_findings(relations(THREE, units=[1, 2, 3, 4]), ["mar_link"], confidence=None)
    tables = {one.heading: write(one.table) for one in relation_sections(found, 20) if one.table}
    assert list(tables) == [
        "What kind of disagreement it is",
        "Who linked what",
        "Links by their length",
        "Links by their depth",
        "Annotators",
        "Labels that are confused",
        "Units to discuss",
        "Links to discuss",
    ]
    assert "44.4" in tables["What kind of disagreement it is"]
    assert "no outgoing relation" in tables["Units to discuss"]
    people = next(one.table for one in relation_sections(found, 20) if one.key == "annotators")
    assert people is not None
    for row in people.rows:
        assert len(row) == len(people.header)


def test_texts_of_units_stay_on_one_line() -> None:
    data = relations({"A": [(1, 2)], "B": []}, units=[1, 2], unit_texts={"document": ["one\ntwo\tthree", "x" * 200]})
    found = relation_findings(data, ["mar_link"], confidence=None)
    links = next(one.table for one in relation_sections(found, 20) if one.key == "links")
    assert links is not None
    row = links.rows[0]
    assert row[2] == "one two three"
    assert len(row[3]) == 60


# ---- which measures


def suitable_measures(data: Relations) -> list[str]:
    return [str(one) for one in shown(data)]


def test_measures_suit_the_data() -> None:
    entities = coreference({"A": [["x", "y"]], "B": [["x"], ["y"]]})
    coreference_measures = ["muc", "b3", "ceaf_e", "lea", "lea(chance='permutation')", "conll", "alpha_masi"]
    assert suitable_measures(entities) == coreference_measures
    tree = {"A": [(2, 1), (3, 2)], "B": [(2, 1), (3, 1)]}
    of_trees = ["gbm", "gbm(chance='permutation')", "mar_link", "uas", "las", "alpha_heads"]
    assert suitable_measures(relations(tree, units=[1, 2, 3])) == of_trees
    assert "relation_label_kappa" in suitable_measures(relations(THREE, units=[1, 2, 3, 4], constraint="forest"))
    cycle = {"A": [(2, 1), (1, 2)], "B": [(2, 1), (3, 1)]}
    assert "link_kappa" in suitable_measures(relations(cycle, units=[1, 2, 3]))
    twice = {"A": [(1, 2), (1, 3)], "B": [(1, 2), (1, 3)]}
    assert "link_kappa" in suitable_measures(relations(twice, units=[1, 2, 3]))
    assert suitable_measures(relations({"A": [], "B": []}, units=[1, 2])) == ["mar_link"]
    partial = relations({"A": [(2, 1)], "B": [(3, 1)]}, units=[1, 2, 3, 4], constraint="argument")
    assert {"alpha_heads", "component_kappa"} <= set(suitable_measures(partial))
    assert "uas" not in suitable_measures(partial)
    for data in (entities, partial):
        quick = [one for one in suitable_measures(data) if "chance" not in one]
        for result in relation_findings(data, quick, confidence=None).results:
            assert result.defined or result.undefined


@pytest.mark.parametrize(
    ("measure", "beginning"), [("conll", "The CoNLL average is 0."), ("lea(chance='permutation')", "LEA (corrected ")]
)
def test_the_verdict_is_a_sentence_about_the_measure(measure: str, beginning: str) -> None:
    entities = coreference({"A": [["x", "y"], ["z"]], "B": [["x"], ["y", "z"]]})
    assert relation_findings(entities, [measure], confidence=None).verdict[0].startswith(beginning)


# ---- what rings


def _corpus(documents: int, seed: int, *, odd: str | None = None, people: int = 3) -> Relations:
    """Chains to the unit before or to the first; everybody departs from them at the same rate, but for `odd`."""
    rng = np.random.default_rng(seed)
    links: dict[str, dict[str, list[tuple[int, int, str]]]] = {}
    for number in range(documents):
        truth = {u: 0 if rng.random() < 0.6 else int(rng.integers(u)) for u in range(1, 10)}
        for who in range(people):
            own: list[tuple[int, int, str]] = []
            for unit, head in truth.items():
                if odd == "misses" and who == 0 and rng.random() < 0.4:
                    continue
                if odd == "nearer" and who == 0 and rng.random() < 0.5:
                    head = unit - 1
                elif rng.random() < 0.15:
                    head = int(rng.integers(unit))
                if rng.random() < 0.1:
                    continue
                label = "detail" if odd == "labels" and rng.random() < 0.3 else "support"
                turned = odd == "turned" and who == 0 and rng.random() < 0.3
                own.append((head, unit, label) if turned else (unit, head, label))
            links.setdefault(f"d{number}", {})[f"a{who}"] = own
    return relations(links, {name: list(range(10)) for name in links})


ODD = [
    ("misses", "misses links", 3),
    ("misses", "draws fewer links", 2),
    ("nearer", "attaches nearer", 3),
    ("nearer", "attaches nearer", 2),
    ("labels", "exchanged labels", 3),
    ("turned", "turned links", 3),
]


@pytest.mark.parametrize(("odd", "kind", "people"), ODD, ids=lambda one: str(one))
def test_what_is_planted_is_found(odd: str, kind: str, people: int) -> None:
    found = relation_findings(_corpus(25, 4, odd=odd, people=people), ["mar_link"], confidence=None)
    assert kind in _ring(found)
    finding = next(one for one in found.findings if one.kind == kind)
    if "annotator" in finding.numbers:
        assert finding.numbers["annotator"] == "a0"
    assert finding.action
    assert finding.explanation
    assert 0 < finding.matters <= 1


def test_equal_annotators_ring_rarely() -> None:
    """60 corpora without differences between annotators: the findings about annotators ring in fewer than 1 of 20."""
    ringing = 0
    for seed in range(60):
        places = places_of(_corpus(12, 100 + seed))
        ringing += bool(annotator_findings(places, None))
    assert ringing <= 3


def test_equal_annotators_of_coreference_ring_rarely() -> None:
    rng = np.random.default_rng(8)
    ringing = 0
    for _ in range(40):
        clusters: dict[str, object] = {}
        for number in range(12):
            truth = rng.integers(0, 4, size=10)
            people = {}
            for who in "ABC":
                own = np.where(rng.random(10) < 0.15, rng.integers(0, 6, size=10), truth)
                people[who] = [np.flatnonzero(own == entity).tolist() for entity in np.unique(own)]
            clusters[f"d{number}"] = people
        data = coreference(clusters)
        ringing += bool(annotator_findings(places_of(data), entity_disagreement(data)))
    assert ringing <= 2


def test_whoever_joins_entities_is_named() -> None:
    rng = np.random.default_rng(3)
    clusters: dict[str, object] = {}
    for number in range(15):
        truth = rng.integers(0, 5, size=12)
        people = {}
        for who in "ABC":
            own = np.where(truth < 3, 0, truth) if who == "B" and number % 2 else truth
            people[who] = [np.flatnonzero(own == entity).tolist() for entity in np.unique(own)]
        clusters[f"d{number}"] = people
    found = relation_findings(coreference(clusters), ["b3"], confidence=None)
    joined = [one for one in found.findings if one.kind == "joins entities"]
    assert [one.numbers["annotator"] for one in joined] == ["B"]
    assert "splits entities" not in _ring(found)


def test_empty_annotators_and_few_documents() -> None:
    drawn = [(1, 2), (2, 3)]
    many = {f"d{n}": {"A": drawn, "B": drawn, "C": [], "D": drawn} for n in range(30)}
    found = relation_findings(relations(many, {name: [1, 2, 3] for name in many}), ["mar_link"], confidence=None)
    assert _ring(found) == ["empty annotator"]  # C's links are not missed one by one
    links = {f"d{n}": {"A": [(1, 2), (2, 3)], "B": [(1, 2)], "C": []} for n in range(3)}
    found = relation_findings(relations(links, {name: [1, 2, 3] for name in links}), ["mar_link"], confidence=None)
    assert _ring(found)[0] == "empty annotator"
    assert "'C' drew no relation in any of 3 documents" in found.findings[0].title
    assert "few documents" in _ring(found)
    for documents, rings in ((1, False), (2, True), (4, True), (5, False)):
        by_two = {f"d{n}": {"A": drawn, "B": drawn} for n in range(documents)}
        units = {name: [1, 2, 3] for name in by_two}
        found = relation_findings(relations(by_two, units), ["mar_link"], confidence=None)
        assert ("few documents" in _ring(found)) is rings
    single = single_annotator(np.array([[True, False], [True, True]]))
    assert single is not None
    assert single.numbers == {"single": 1, "documents": 2}


def test_long_links_and_main_claims() -> None:
    """Near links agree, far ones do not; and everybody ends at another unit."""
    links: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for number in range(20):
        near = [(n, n - 1) for n in (2, 4, 6, 8)]
        links[f"d{number}"] = {
            "A": [*near, (1, 7), (3, 9), (5, 0)],
            "B": [*near, (1, 8), (3, 7), (5, 9)],
        }
    data = relations(links, {name: list(range(10)) for name in links})
    found = {one.kind: one for one in structure_findings(places_of(data), (), None)}
    assert found["long links"].numbers["rate"] == 1.0
    assert found["long links"].numbers["cut"] == 4.0  # the median of 1 × 4, 4 × 2, 5, 6 × 2, 7
    assert found["long links"].numbers["rate_of_others"] == pytest.approx(2 / 6)
    assert found["other main claims"].numbers["differing"] == 20
    assert found["other main claims"].numbers["low"] == pytest.approx(at_least(20, 20, 0.995))
    assert "turned links" not in found
    branching = relations({"A": [(1, 2), (1, 3)], "B": [(1, 3), (2, 3)]}, units=[1, 2, 3])
    assert "other main claims" not in {one.kind for one in structure_findings(places_of(branching), (), None)}


def test_units_come_before_links() -> None:
    places = places_of(relations(THREE, units=[1, 2, 3, 4]))
    assert [one.kind for one in structure_findings(places, (), Split(100, 20, 60, 20))] == ["units before links"]
    assert structure_findings(places, (), Split(100, 20, 42, 38)) == []
    assert structure_findings(places, (), Split(0, 0, 0, 0)) == []


@given(st.lists(st.lists(st.sampled_from(["x", "y", "z", None]), min_size=3, max_size=3), min_size=1, max_size=5))
def test_exchanges_by_their_definition(rows: list[list[str | None]]) -> None:
    """Links u → 0, labelled by three annotators; None: not drawn."""
    links = {
        f"a{who}": [(unit, 0, row[who]) for unit, row in enumerate(rows, start=1) if row[who] is not None]
        for who in range(3)
    }
    exchanges = label_exchanges(places_of(relations(links, units=list(range(len(rows) + 1)))))
    found = {(one.first, one.second): (one.pairs, one.of_pairs) for one in exchanges}
    for first, second in combinations("xyz", 2):
        pairs = [{row[a], row[b]} for row in rows for a, b in combinations(range(3), 2) if None not in (row[a], row[b])]
        times, of = sum(one == {first, second} for one in pairs), sum(bool(one & {first, second}) for one in pairs)
        assert found.get((first, second), (0, of)) == (times, of)


def test_heads_on_which_most_agree() -> None:
    data = relations({"A": [(1, 0), (2, 0), (2, 1)], "B": [(1, 0)], "C": [(1, 2)]}, units=[0, 1, 2])
    heads, nan = single_heads(data), np.nan
    np.testing.assert_equal(heads, [[nan, nan, nan], [0, 0, 2], [nan, nan, nan]])
    np.testing.assert_equal(agreed_by_most(heads), [nan, 0, nan])
    np.testing.assert_equal(agreed_by_most(np.array([[3, 4], [5, nan]])), [nan, 5])


def test_undefined_measures_do_not_stop_the_report() -> None:
    data = relations({"A": [(1, 2)], "B": [(1, 2)]}, units=[1, 2])
    found = relation_findings(data, ["component_kappa", "mar_link"], confidence=None)
    assert math.isnan(found.results[0].value)
    assert found.results[1].value == 1.0
    assert "Annotators agree on all links." in (*found.verdict, *found.remarks)
