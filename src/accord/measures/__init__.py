"""Measures: a record and a pure kernel each, found by (shape, name).

A module in `measures/<shape>/` that defines a measure is all it takes to add one; see CONTRIBUTING.md.
"""

from accord.measures.catalogue import About, about, catalogue
from accord.measures.record import (
    BlockKernel,
    Kernel,
    Measure,
    Parameter,
    Undefined,
    measure,
    named_apart,
)
from accord.measures.references import bibtex, references, short
from accord.measures.registry import SHAPES, all_measures, called, find, measures_of, shapes_of, unknown

__all__ = [
    "SHAPES",
    "About",
    "BlockKernel",
    "Kernel",
    "Measure",
    "Parameter",
    "Undefined",
    "about",
    "all_measures",
    "bibtex",
    "called",
    "catalogue",
    "find",
    "measure",
    "measures_of",
    "named_apart",
    "references",
    "shapes_of",
    "short",
    "unknown",
]
