"""The built-in example of relations."""

from __future__ import annotations

from collections import Counter

from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_findings import relation_findings
from accord.renderings.graphs import graphs_svg
from accord.report_page.relation_example import ANNOTATORS, LABELS, LETTERS, Letter, example_relations

Graph = dict[tuple[str, str], str]


def _graphs(letter: Letter) -> dict[str, Graph]:
    found: dict[str, Graph] = {}
    for who, words in letter.graphs.items():
        links = [word.replace(":", ">").split(">") for word in words.split() if ">" in word]
        found[who] = {(origin, target): label for origin, target, label in links}
    return found


def _kind(link: tuple[tuple[str, str], str], graph: Graph, other: Graph) -> str:
    """What the other has in a link's place, as the words of link_disagreement say."""
    (origin, target), label = link
    if other.get((origin, target)) == label or (label == "=" and other.get((target, origin)) == "="):
        return "agreeing"
    if (origin, target) in other:
        return "relabelled"
    if (target, origin) in other:
        return "relabelled" if "=" in (label, other[target, origin]) else "flipped"
    elsewhere = [end for start, end in other if start == origin and (start, end) not in graph]
    return "retargeted" if elsewhere else "missing"


def test_it_is_a_campaign_of_arguments() -> None:
    data = example_relations()
    assert isinstance(data, Relations)
    assert data.annotators == ANNOTATORS
    assert data.labels.texts == LABELS
    assert data.symmetric == ("restatement",)
    assert data.constraint == "argument"
    assert all(8 <= len(letter.units) <= 12 for letter in LETTERS)
    assert data.assigned.all()
    assert data.given
    assert data.unit_texts is not None
    assert len(data.unit_texts) == data.n_units == sum(len(letter.units) for letter in LETTERS)


def test_its_report_has_every_part() -> None:
    found = relation_findings(example_relations(), confidence=None)
    assert found.disagreement is not None
    counted = Counter(
        _kind(link, graph, other)
        for graphs in map(_graphs, LETTERS)
        for who, graph in graphs.items()
        for link in graph.items()
        for name, other in graphs.items()
        if name != who
    )
    assert {one.kind: one.times for one in found.disagreement.kinds} == counted
    assert counted == {"agreeing": 74, "relabelled": 28, "flipped": 6, "retargeted": 56, "missing": 4}
    assert [finding.kind for finding in found.findings] == [
        "exchanged labels",
        "lonely links",
        "attaches nearer",
        "few documents",
    ]
    assert all(result.defined for result in found.results)
    assert {one.kinds["agreeing"] for one in found.disagreement.annotators} == {28, 29, 17}


def test_its_picture_tells_all_kinds_apart() -> None:
    svg = graphs_svg(example_relations())
    for kind in ("agreeing", "relabelled", "flipped", "retargeted", "missing", "lacking"):
        assert f'class="link {kind}" d="M' in svg
    assert svg.count('class="name"') == 9
