"""Measures: a record and a pure kernel each, found by (shape, name).

A module in `measures/<shape>/` that defines a measure is all it takes to add one; see CONTRIBUTING.md.
"""

from accord.measures.record import BlockKernel, Components, Kernel, Measure, Undefined, measure, named_apart
from accord.measures.references import bibtex, references, short
from accord.measures.registry import all_measures, find, shapes_of

__all__ = [
    "BlockKernel",
    "Components",
    "Kernel",
    "Measure",
    "Undefined",
    "all_measures",
    "bibtex",
    "find",
    "measure",
    "named_apart",
    "references",
    "shapes_of",
    "short",
]
