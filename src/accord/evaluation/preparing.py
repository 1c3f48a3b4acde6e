"""A measure on its data, before any interval: its kernel, its value, or the reason why it has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.annotations import Answers, Labels, Relations, Spans, Summary, canonical, summarise
from accord.evaluation.crowds import MOST_LABELS, is_crowd
from accord.evaluation.drawing import Units
from accord.evaluation.options import Options
from accord.evaluation.undefined import reason_of
from accord.measures import BlockKernel, Kernel, Measure, Undefined, find, named_apart
from accord.measures.record import MOST_HELD, in_portions
from accord.results import Diagnostics, Expression, StandardError
from accord.results.diagnostics import carried

if TYPE_CHECKING:
    Corpus = Answers | Relations | Spans
    Subject = Summary | Corpus
    """What a measure reads: the statistics of labels, or the annotations themselves."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A measure on its data: its value and components, or the reason why it has none."""

    expression: Expression
    bound: Expression
    """With all its parameters."""
    record: Measure
    data: Subject
    """With annotators in canonical order, where it matters."""
    units: Units
    """What is drawn anew."""
    drawn: str
    """What these are: items, documents, or the units of the only document."""
    kernel: Kernel
    value: float
    components: Mapping[str, float]
    reason: str | None
    errors: tuple[StandardError, ...] = ()
    """Those of sampled chance."""
    diagnostics: Diagnostics = ()

    @property
    def summary(self) -> Summary:
        """The statistics of labels."""
        if not isinstance(self.data, Summary):
            raise TypeError(f"{self.record.name} is a measure of {self.record.shape}")
        return self.data

    @property
    def reads_rows(self) -> bool:
        """Whether it reads who said what."""
        return self.record.reads_rows(self.bound.parameters)

    @property
    def samples(self) -> tuple[object, ...]:
        """Measures with the same draw the same samples: of the same number of documents, or of the same patterns, whose
        order depends on who is told apart."""
        if not isinstance(self.data, Summary):
            return ("blocks", len(self.units))
        return ("rows", *named_apart(self.bound)) if self.reads_rows else ("counts",)


def subject_of(data: Labels | Summary | Corpus, *, rows: bool = True) -> Subject:
    """What measures of these data read; `rows` says that they need to know who said what."""
    if not isinstance(data, Labels):
        return data
    return summarise(data, rows=rows or (data.n_labels <= MOST_LABELS and is_crowd(data)))


def prepared(data: Subject, expression: Expression, options: Options) -> Prepared:
    """The measure on these data."""
    if isinstance(data, Summary):
        return _on_labels(data, expression, options)
    return _on_documents(data, expression, options)


def document_kernel(data: Corpus, expression: Expression, seed: int = 0) -> BlockKernel:
    """The kernel of a measure of documents on data in the order they are in; Undefined where it has no value."""
    record = find(data.kind, expression.name)
    parameters: dict[str, Any] = dict(record.bind(expression.parameters).parameters)
    if record.seeded:
        parameters["seed"] = seed
    kernel = record.prepare(data, **parameters)
    if not isinstance(kernel, BlockKernel):
        raise TypeError(f"{record.name} prepares no BlockKernel")
    return kernel


def point_of(kernel: Kernel, units: Units) -> dict[str, float]:
    """The components of a measure on the data as they are, the value among them."""
    weights = units.multiplicity[None, :].astype(np.float64)
    return {name: float(numbers[0]) for name, numbers in kernel(weights).items()}


def width_of(record: Measure, bound: Expression, summary: Summary) -> int:
    """How many numbers a kernel holds of one replicate: a share of each category, or of each by every annotator, unless
    they are a crowd, where kernels see to it themselves."""
    size = len(summary.categories)
    people = len(summary.rows.annotators) if summary.rows is not None and record.reads_rows(bound.parameters) else 1
    return people * size if people * size <= MOST_HELD else size


def _without_value(weights: Any) -> dict[str, Any]:
    return {"value": np.full(len(weights), np.nan)}


def _on_labels(summary: Summary, expression: Expression, options: Options) -> Prepared:
    record = find("labels", expression.name)
    bound = record.bind(expression.parameters)
    if record.reads_rows(bound.parameters) or options.resample != "items":
        summary = summary.canonical(named_apart(bound))
    units = Units.of(record, bound.parameters, summary)
    point: dict[str, float] = {"value": float("nan")}
    kernel: Kernel = _without_value
    reason = reason_of(summary, record)
    if reason is None:
        try:
            kernel = in_portions(record.kernel(summary, **bound.parameters), width_of(record, bound, summary))
            point = point_of(kernel, units)
        except Undefined as refusal:
            reason = refusal.reason
    value = point.pop("value")
    if reason is None and np.isnan(value):
        reason = reason_of(summary, record, point)
    notes = record.remarks(summary)
    return Prepared(expression, bound, record, summary, units, "items", kernel, value, point, reason, diagnostics=notes)


def _on_documents(data: Corpus, expression: Expression, options: Options) -> Prepared:
    bound = find(data.kind, expression.name).bind(expression.parameters)
    try:
        kernel = document_kernel(canonical(data, named_apart(bound)), expression, options.seed)
    except Undefined as refusal:
        return _undefined(data, expression, options, refusal.reason)
    return _of_kernel(data, expression, options, kernel)


def prepared_documents(data: Corpus, expression: Expression, options: Options) -> Iterator[tuple[str, Prepared]]:
    """A measure on each document of its corpus, which chance or distances come from."""
    record = find(data.kind, expression.name)
    bound = record.bind(expression.parameters)
    try:
        whole = document_kernel(canonical(data, named_apart(bound)), expression, options.seed)
    except Undefined as refusal:
        for document in data.documents:
            yield document, _undefined(data, expression, options, refusal.reason)
        return
    for document in data.documents:
        kernel = whole.documents.get(document)
        if kernel is None:
            yield document, _undefined(data, expression, options, f"it is left out: {record.missing}")
        else:
            kernel = replace(kernel, diagnostics=(*whole.diagnostics, *kernel.diagnostics))
            yield document, _of_kernel(data, expression, options, kernel)


def _of_kernel(data: Corpus, expression: Expression, options: Options, kernel: BlockKernel) -> Prepared:
    record = find(data.kind, expression.name)
    units = Units(np.ones(kernel.blocks, dtype=np.int64))
    point = point_of(kernel, units)
    value = point.pop("value")
    reason = kernel.undefined if np.isnan(value) else None
    drawn = kernel.drawn if options.resample == "items" else options.resample
    notes = (*record.remarks(data), *carried(data.diagnostics), *kernel.diagnostics)
    bound = record.bind(expression.parameters)
    return Prepared(expression, bound, record, data, units, drawn, kernel, value, point, reason, kernel.errors, notes)


def _undefined(data: Corpus, expression: Expression, options: Options, reason: str) -> Prepared:
    record = find(data.kind, expression.name)
    bound, notes = record.bind(expression.parameters), (*record.remarks(data), *carried(data.diagnostics))
    none, nan = Units(np.zeros(0, dtype=np.int64)), float("nan")
    return Prepared(expression, bound, record, data, none, options.resample, _without_value, nan, {}, reason, (), notes)
