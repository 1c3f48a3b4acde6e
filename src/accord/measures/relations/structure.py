"""What kind of structure relations are, which decides the measures that suit them."""

from __future__ import annotations

from typing import Literal

import numpy as np

from accord.annotations.relations import Relations

Structure = Literal["nothing", "coreference", "trees", "graphs"]


def structure_of(relations: Relations) -> Structure:
    """Coreference (all types of relations are symmetric), trees (the constraint is tree or forest, or every annotation
    is a tree over all given units), or graphs of arguments; nothing where nobody drew a relation."""
    if not len(relations):
        return "nothing"
    if relations.undirected:
        return "coreference"
    return "trees" if relations.constraint in ("tree", "forest") or relations.trees_over_all else "graphs"


def is_coreference(relations: Relations) -> bool:
    """Whether all types of relations are symmetric."""
    return structure_of(relations) == "coreference"


def are_trees(relations: Relations) -> bool:
    """Whether units have heads."""
    return structure_of(relations) == "trees"


def are_graphs(relations: Relations) -> bool:
    """Whether they are graphs of arguments."""
    return structure_of(relations) == "graphs"


def are_directed(relations: Relations) -> bool:
    """Whether they are trees or graphs."""
    return are_trees(relations) or are_graphs(relations)


def are_labelled(relations: Relations) -> bool:
    """Whether they are trees or graphs whose relations have several types."""
    return are_directed(relations) and len(relations.labels) > 1


def leave_units_out(relations: Relations) -> bool:
    """Whether somebody leaves a given unit out of a graph, and not all leave out all."""
    asked = int((relations.assigned * np.diff(relations.bounds)[:, None]).sum())
    return are_graphs(relations) and relations.given and 0 < len(relations.component_units) < asked
