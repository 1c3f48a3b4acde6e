"""Krippendorff's α of values that mean something only within their document."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.measures.record import BlockKernel, Components, Kernel, Undefined
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class UnitValues:
    """(values,) which unit has which value, once for each annotator; (units,) the document of each unit."""

    unit: Ints
    codes: Ints
    document: Ints
    documents: int


def nominal_alpha(values: UnitValues) -> BlockKernel:
    """α = 1 − Σ_d D_o(d) / Σ_d D_e(d), documents as blocks, or the units of the only document.

    D_o(d) = Σ over units of the unlike ordered pairs / (m_u − 1), D_e(d) = the unlike ordered pairs of all pairable
    values of the document / (n_d − 1); with one document this is Krippendorff's α.
    """
    units = len(values.document)
    raters = np.bincount(values.unit, minlength=units)
    pairable = raters[values.unit] > 1
    if not pairable.any():
        raise Undefined("no unit was given to two annotators")
    unit, codes = values.unit[pairable], values.codes[pairable]
    unlike = _unlike_pairs(unit, codes, units) / np.maximum(raters - 1, 1)
    if values.documents > 1:
        where = values.document
        observed = np.asarray(np.bincount(where, weights=unlike, minlength=values.documents), dtype=np.float64)
        size = np.bincount(where[unit], minlength=values.documents)
        expected = _unlike_pairs(where[unit], codes, values.documents) / np.maximum(size - 1, 1)
        kernel = alpha_of_documents(observed, expected, size.astype(np.float64))
        return BlockKernel(kernel, values.documents, "documents")
    return BlockKernel(_by_units(unlike, unit, codes, units), units, "units")


def _unlike_pairs(group: Ints, codes: Ints, groups: int) -> Floats:
    """(groups,) the ordered pairs of different values within each group."""
    width = int(codes.max(initial=0)) + 1
    keys, count = np.unique(group * width + codes, return_counts=True)
    size = np.bincount(group, minlength=groups).astype(np.float64)
    return size**2 - np.bincount(keys // width, weights=count.astype(np.float64) ** 2, minlength=groups)


def alpha_of(within: Floats, between: Floats, number: Floats) -> Components:
    """α = 1 − D_o / D_e from both sums and the number of pairable values."""
    fewest = np.maximum(number, 1)
    ratio = np.divide(within, between, out=np.full(np.shape(between), np.nan), where=between > 0)
    return {"value": 1 - ratio, "observed": within / fewest, "expected": between / fewest}


def alpha_of_documents(observed: Floats, expected: Floats, number: Floats) -> Kernel:
    """Documents added up: all arrays (documents,)."""

    def kernel(weights: Floats) -> Components:
        return alpha_of(weights @ observed, weights @ expected, weights @ number)

    return kernel


def _by_units(unlike: Floats, unit: Ints, codes: Ints, units: int) -> Kernel:
    from scipy.sparse import csr_matrix

    kinds = np.unique(codes, return_inverse=True)[1].reshape(-1)
    table = csr_matrix((np.ones(len(unit)), (unit, kinds)), shape=(units, int(kinds.max()) + 1))

    def kernel(weights: Floats) -> Components:
        used = np.asarray(weights @ table)
        total = used.sum(axis=1)
        expected = (total**2 - (used**2).sum(axis=1)) / np.maximum(total - 1, 1)
        return alpha_of(weights @ unlike, np.where(expected <= 1e-12 * total, 0.0, expected), total)

    return kernel
