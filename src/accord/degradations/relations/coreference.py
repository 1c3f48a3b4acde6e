"""Degradations of coreference: chains are the groups of mentions that relations connect, whatever their direction.

A chain that is touched is written anew as one relation from each mention to the one before it in reading order; all
others keep their relations. Mentions that are left alone stay mentions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from accord.alignment.unit_sets import connected_components
from accord.annotations.relations import UNLABELLED
from accord.degradations.draws import Draws
from accord.degradations.record import degradation
from accord.degradations.relation_reference import Links, RelationReference
from accord.results.arrays import Ints

OUTSIDE = -1


@degradation("relations", title="chains cut in two", says="cut {share} of the chains in two", usual=False)
def split_chain(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """The mentions of a chain are parted at random: each goes to either side with probability ½."""
    chain = chains(links)
    names, sizes = np.unique(chain[chain != OUTSIDE], return_counts=True)
    cut = names[(sizes > 1) & draws.whether(names, magnitude)]
    side = draws.uniform("side", len(chain))
    new = chain.copy()
    for name in cut.tolist():
        members = np.flatnonzero(chain == name)
        away = members[side[members] < 0.5]
        if len(away) in (0, len(members)):  # neither side may be empty: the mention drawn most to one side goes there
            away = members[[int(np.argmin(side[members]))]]
        stay = np.setdiff1d(members, away)
        new[away], new[stay] = away[0], stay[0]
    return _rewritten(reference, links, chain, new)


@degradation(
    "relations", title="chains joined with another", says="join {share} of the chains with another", usual=False
)
def merge_chains(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """Each degraded chain joins another chain of the document, all equally likely."""
    chain = chains(links)
    new = chain.copy()
    names = np.unique(chain[chain != OUTSIDE])
    document = reference.data.unit_document[names]
    degraded, partner = draws.whether(names, magnitude), draws.of("partner", names)
    for place in np.flatnonzero(degraded).tolist():
        others = names[(document == document[place]) & (names != names[place])]
        if len(others):
            other_chain = int(others[int(partner[place] * len(others))])
            own, two = int(new[names[place]]), int(new[other_chain])
            new[new == max(own, two)] = min(own, two)
    return _rewritten(reference, links, chain, new)


@degradation("relations", title="mentions that are missed", says="miss {share} of the mentions", usual=False)
def drop_mention(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """A missed mention is in no chain; the rest of its chain stays one chain."""
    chain = chains(links)
    missed = (chain != OUTSIDE) & draws.whether(np.arange(len(chain), dtype=np.int64), magnitude)
    return _rewritten(reference, links, chain, np.where(missed, OUTSIDE, chain))


@degradation(
    "relations", title="mentions put in another chain", says="put {share} of the mentions in another chain", usual=False
)
def move_mention(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """A moved mention joins another chain of the document, all equally likely; its own is left without it."""
    chain = chains(links)
    new = chain.copy()
    names = np.unique(chain[chain != OUTSIDE])
    document = reference.data.unit_document
    units = np.arange(len(chain), dtype=np.int64)
    where = draws.uniform("chain", len(chain))
    for unit in np.flatnonzero((chain != OUTSIDE) & draws.whether(units, magnitude)).tolist():
        others = names[(document[names] == document[unit]) & (names != chain[unit])]
        if len(others):
            new[unit] = others[int(where[unit] * len(others))]
    return _rewritten(reference, links, chain, new)


def chains(links: Links) -> Ints:
    """(units,) the chain of each mention, named by its first mention; −1 for a unit that is no mention."""
    first = connected_components(len(links.alone), links.origins, links.targets)
    return np.where(links.components, first, OUTSIDE).astype(np.int64)


def _rewritten(reference: RelationReference, links: Links, old: Ints, new: Ints) -> Links:
    """The relations of the chains that are as before, and new ones for all others."""
    touched = _changed(old, new)
    kept = links.keeping(~touched[links.origins])
    alone = np.where(touched, False, links.alone)
    units = np.flatnonzero(touched & (new != OUTSIDE))
    order = units[np.lexsort((units, new[units]))]
    follows = new[order][1:] == new[order][:-1]
    origins, targets = order[1:][follows], order[:-1][follows]
    linked = np.zeros(len(new), dtype=bool)
    linked[origins] = linked[targets] = True
    alone |= touched & (new != OUTSIDE) & ~linked
    label = int(np.argmax(reference.shares)) if reference.shares.any() else UNLABELLED
    codes = np.full(len(origins), label, dtype=np.int32)
    return replace(kept, alone=alone).joined(origins, targets, codes, 2 * max(reference.size, 1) + origins)


def _changed(old: Ints, new: Ints) -> NDArray[np.bool_]:
    """(units,) which mentions were, or are, in a chain that is not as before."""
    size = len(old)
    _, which, times = np.unique(old * (size + 1) + new, return_inverse=True, return_counts=True)
    same = times[which.ravel()]  # how many mentions are in this very pair of an old and a new chain
    was = np.where(old == OUTSIDE, 0, np.bincount(old[old >= 0], minlength=size)[old])
    now = np.where(new == OUTSIDE, 0, np.bincount(new[new >= 0], minlength=size)[new])
    mention = (old != OUTSIDE) | (new != OUTSIDE)
    return np.asarray(mention & ((same != was) | (same != now)))
