"""Where and how real annotators leave their reference (Bregeon et al. 2019, section 4.3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Labels
from accord.consensus.votes import Ints, drawn_vote, ratings_by_item
from accord.degradations.errors import Codes, Floats
from accord.results import UsageError


@dataclass(frozen=True, eq=False)
class Disagreement:
    """The reference of each item, and all labels that are not the reference."""

    reference: Codes
    """(items,) r_j; −1 for an item without a label."""
    sizes: Ints
    """(items,) P_j, the number of labels of the item."""
    item: Ints
    """(errors,) the item of each label that is not the reference."""
    code: Codes
    """(errors,) the label itself."""

    @classmethod
    def of(cls, labels: Labels, reference: Sequence[object] | None, ties: np.random.Generator) -> Disagreement:
        """Disagreement with a reference that is given, or with the majority vote, `ties` drawn at random."""
        item, code = ratings_by_item(labels)
        sizes = np.bincount(item, minlength=labels.n_items)
        if reference is None:
            vote = drawn_vote(item, code, labels.n_items, len(labels.categories), ties)
        else:
            vote = _given(reference, labels.categories, sizes)
        wrong = code != vote[item]
        return cls(vote, sizes, item[wrong], code[wrong])

    @property
    def labelled(self) -> NDArray[np.bool_]:
        return self.sizes > 0

    @property
    def errors(self) -> Ints:
        """(items,) e_j."""
        return np.bincount(self.item, minlength=len(self.sizes))

    @property
    def frequencies(self) -> Floats:
        """(items,) f_j = e_j / P_j, 0 for an item without a label."""
        return np.divide(self.errors, self.sizes, out=np.zeros(len(self.sizes)), where=self.labelled)

    @property
    def mean_errors(self) -> float:
        """Meo = Σ f_j, added up as fractions: a whole Meo comes out whole."""
        by_size = np.bincount(self.sizes, weights=self.errors)
        return float(sum(Fraction(int(total), size) for size, total in enumerate(by_size) if total))


def _given(reference: Sequence[object], categories: Categories, sizes: Ints) -> Codes:
    """(items,) the codes of a reference that is given; −1 for items without a label, whatever is given for them."""
    if isinstance(reference, str | bytes) or len(reference) != len(sizes):
        raise UsageError(f"the reference is not one label for each of the {len(sizes):,} items")
    codes = np.full(len(sizes), -1, dtype=np.int32)
    for position in np.flatnonzero(sizes).tolist():
        code = categories.code(reference[position])
        if code is None:
            raise UsageError(
                f"the reference of item {position + 1}, {reference[position]!r}, is not a category of these data",
                f"they are {categories}",
            )
        codes[position] = code
    return codes
