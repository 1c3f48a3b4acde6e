"""RST trees (.rs3) as dependencies between their segments.

Every node has a head segment: that of its nucleus, for several nuclei that of the first. A satellite depends on the
head of the node it is attached to, a further nucleus on the head of the first one (Li et al. 2014, Zeldes 2017, as in
.rsd files). O'Donnell 2000 describes the format of RSTTool.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.results import DataError, Place

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SPAN, SEVERAL = "span", "multinuc"
_HINT = "export the analysis again"


@dataclass(frozen=True)
class Node:
    id: str
    parent: str | None
    relation: str | None
    text: str | None
    """Of a segment; None for a group."""
    several: bool
    """Whether a group has several nuclei."""


@dataclass(frozen=True)
class RstTree:
    segments: list[Node]
    links: list[tuple[int, int, str | None, bool]]
    """(dependent, head, relation, between nuclei): segments by their places from 0."""
    roots: list[int]


def dependencies(root: Element, file: str) -> RstTree:
    """The segments of a tree in order and the dependencies between them."""
    nodes = _nodes(root, file)
    multinuclear = {
        str(relation.get("name"))
        for relation in root.iter("rel")
        if relation.get("type") == SEVERAL and relation.get("name") is not None
    }
    children: dict[str, list[Node]] = defaultdict(list)
    for node in nodes.values():
        if node.parent is not None:
            children[node.parent].append(node)
    segments = [node for node in nodes.values() if node.text is not None]
    heads = _heads(nodes, children, {node.id: at for at, node in enumerate(segments)}, multinuclear, file)
    links: list[tuple[int, int, str | None, bool]] = []
    for node in nodes.values():
        if node.parent is None or node.relation == SPAN or node.parent not in nodes:
            continue
        origin, target = heads[node.id], heads[node.parent]
        if origin != target:
            links.append((origin, target, node.relation, _nucleus(node, nodes[node.parent], multinuclear)))
    dependent = {link[0] for link in links}
    return RstTree(
        segments, sorted(links, key=lambda link: link[0]), [at for at in range(len(segments)) if at not in dependent]
    )


def _nodes(root: Element, file: str) -> dict[str, Node]:
    if root.tag != "rst":
        raise DataError("ACC047", f"the file is <{root.tag}>, not <rst>", Place(file), _HINT)
    nodes: dict[str, Node] = {}
    for element in root.iter():
        if element.tag not in ("segment", "group"):
            continue
        name = element.get("id")
        if name is None or name in nodes:
            what = f"a {element.tag} without an id" if name is None else f"two nodes with the id '{name[:40]}'"
            raise DataError("ACC047", what, Place(file), _HINT)
        text = " ".join("".join(element.itertext()).split()) if element.tag == "segment" else None
        parent, relation = element.get("parent") or None, element.get("relname") or None
        nodes[name] = Node(name, parent, relation, text, element.get("type") == SEVERAL)
    if not any(node.text is not None for node in nodes.values()):
        raise DataError("ACC002", "there is no segment in the file", Place(file), "export the analysis again")
    absent = next((node for node in nodes.values() if node.parent is not None and node.parent not in nodes), None)
    if absent is not None:
        raise DataError("ACC048", f"the parent '{absent.parent}' does not exist", Place(file, item=absent.id), _HINT)
    return nodes


def _nucleus(node: Node, parent: Node, multinuclear: set[str]) -> bool:
    return node.relation == SPAN or (parent.several and node.relation in multinuclear)


def _heads(
    nodes: dict[str, Node],
    children: dict[str, list[Node]],
    places: dict[str, int],
    multinuclear: set[str],
    file: str,
) -> dict[str, int]:
    """The place of the head segment of every node: from a node down its first nuclei to a segment."""
    first = _first_segments(nodes, children, places, file)
    heads: dict[str, int] = dict(places)
    for name in nodes:
        path: list[str] = []
        while name not in heads:
            path.append(name)
            inside = children.get(name, [])
            nuclei = [child for child in inside if _nucleus(child, nodes[name], multinuclear)]
            if not inside:
                raise DataError("ACC047", "a group without a segment", Place(file, item=name), _HINT)
            name = min(nuclei or inside, key=lambda child: first[child.id]).id
        heads.update(dict.fromkeys(path, heads[name]))
    return heads


def _first_segments(
    nodes: dict[str, Node], children: dict[str, list[Node]], places: dict[str, int], file: str
) -> dict[str, int]:
    """The place of the first segment at or below every node; a DataError for parents that go round in a circle."""
    first = dict.fromkeys(nodes, len(places))
    first.update(places)
    waiting = {name: len(children.get(name, [])) for name in nodes}
    ready = [name for name, number in waiting.items() if not number]
    done = 0
    while ready:
        name = ready.pop()
        done += 1
        parent = nodes[name].parent
        if parent is not None:
            first[parent] = min(first[parent], first[name])
            waiting[parent] -= 1
            if not waiting[parent]:
                ready.append(parent)
    if done < len(nodes):
        name = next(name for name, number in waiting.items() if number)
        raise DataError("ACC047", "a node is its own ancestor", Place(file, item=name), _HINT)
    return first
