"""References of every shape for tests of degradations: small, with what is awkward in them."""

from __future__ import annotations

from accord import labels, spans
from accord.annotations import Labels, Spans
from accord.annotations.answer_building import answers
from accord.annotations.answers import Answers
from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.relations import Relations
from accord.degradations import Annotations, argument_tree, labelled_items, random_units


def ordinal_items() -> Labels:
    return labels([[1], [2], [3], [3], [2], [1], [None], [3]], categories=[1, 2, 3], level="ordinal")


def awkward_units() -> Spans:
    """Overlapping, nested and identical units, one of length 1, one without a category, and an empty document."""
    rows: list[tuple[object, ...]] = [
        ("R", 0, 10, "a"),
        ("R", 5, 20, "b"),
        ("R", 6, 7, "a"),
        ("R", 5, 20, "b"),
        ("R", 30, 40, None),
    ]
    corpus: dict[str, list[tuple[object, ...]]] = {"one": rows, "two": [("R", 3, 9, "c")], "none": []}
    return spans(corpus, annotators=["R"], length=40)


def seconds() -> Spans:
    """Positions that are not whole numbers, in a document of unknown length."""
    return spans([("R", 0.5, 1.25, "x"), ("R", 1.5, 4.75, "y"), ("R", 5.0, 5.5, "x")], annotators=["R"])


def cyclic_graph() -> Relations:
    """Two directions between two units, a cycle, several outgoing relations, a unit outside."""
    links = [(1, 2, "a"), (2, 1, "b"), (2, 3, "a"), (3, 4, "a"), (4, 2, "b"), (1, 4, None), (5, 4, "a")]
    return relations({"R": links}, units=[1, 2, 3, 4, 5, 6])


def chains() -> Relations:
    return coreference({"R": [["a", "b", "c"], ["d", "e"], ["f"]]}, mentions=list("abcdefg"))


def free_answers() -> Answers:
    """Several answers, one, none, and an item that was not asked."""
    said: dict[str, object] = {
        "1": {"R": ["vide", "distance", "trou"]},
        "2": {"R": ["chat"]},
        "3": {"R": []},
        "4": {"R": ["vide", "mur"]},
    }
    return answers(said)


EVERY: dict[str, Annotations] = {
    "labels": labelled_items(60, (0.5, 0.3, 0.2)),
    "ordinal labels": ordinal_items(),
    "units": random_units(12, categories=("a", "b", "c")),
    "awkward units": awkward_units(),
    "seconds": seconds(),
    "tree": argument_tree(20, outside=3),
    "cyclic graph": cyclic_graph(),
    "answers": free_answers(),
}
