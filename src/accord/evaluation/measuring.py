"""`accord.measure`: what people give, brought to the one path of evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from accord.annotations import Answers, Labels, Relations, Spans, annotators_chosen, relations, summarise
from accord.annotations.cluster_assignment import clustered
from accord.evaluation.both_readings import evaluated_both_ways
from accord.evaluation.evaluating import evaluate, shown
from accord.evaluation.options import Options
from accord.evaluation.preparing import subject_of
from accord.measures import find
from accord.results import Expression, Result, UsageError, parse_expression

Data = Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations]


@overload
def measure(data: Data, measures: str | Expression, **options: object) -> Result: ...
@overload
def measure(data: Data, measures: list[str] | list[Expression] | None = ..., **options: object) -> list[Result]: ...


def measure(
    data: Data,
    measures: str | Expression | Sequence[str | Expression] | None = None,
    **options: object,
) -> Result | list[Result]:
    """Measure agreement. One expression gives a Result, a list gives a list; none gives those that apply.

    Options: confidence=.95 (None: no interval), replicates=1000, seed=0, resample="items" ("annotators", "both"),
    method=None ("f" for icc, "smoothed" for other measures of labels, "bca" for documents; "percentile"),
    undefined="nan" ("one": 1.0 when all labels are equal; "error": a DataError), cluster=None (which items belong
    together: a mapping from items, or a cluster for each item in their order). `only` and `without` name the annotators
    that are measured, and those that are not. The data may come in parts: any iterable of Labels.

    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> print(accord.measure(table, "kappa", confidence=None))
    kappa = 0.348
    """
    single = isinstance(measures, str | Expression)
    wanted: list[Expression] | None
    if isinstance(measures, str | Expression) or not isinstance(measures, Iterable | None):
        wanted = [parse_expression(measures)]
    else:
        wanted = None if measures is None else [parse_expression(one) for one in measures]
    only, without = (options.pop(name, None) for name in ("only", "without"))
    if isinstance(data, list | tuple) and data and all(isinstance(one, Relations) for one in data):
        data = relations(data)
    if isinstance(data, Answers | Labels | Relations | Spans):
        data = annotators_chosen(data, only, without)  # type: ignore[arg-type]  # what they are is checked there
    elif only is not None or without is not None:
        raise UsageError("only= and without= are for data that are in one piece", "choose annotators of each part")
    cluster = options.pop("cluster", None)
    if cluster is not None:
        data = _clustered(data, cluster)
    if isinstance(data, Answers | Relations | Spans):
        results = evaluated_both_ways(data, shown(data) if wanted is None else wanted, Options.of(options))
        return results[0] if single else results
    records = None if wanted is None else [find("labels", one.name) for one in wanted]
    rows = records is None or options.get("resample", "items") != "items"
    if wanted is not None and records is not None:
        rows = rows or any(
            record.reads_rows(record.bind(one.parameters).parameters)
            for record, one in zip(records, wanted, strict=True)
        )
    if isinstance(data, str | bytes) or not isinstance(data, Iterable | Labels):
        raise UsageError(
            f"measure() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    summary = subject_of(data, rows=rows) if isinstance(data, Labels) else summarise(data, rows=rows)  # type: ignore[arg-type]  # relations were joined above
    results = evaluate(summary, shown(summary) if wanted is None else wanted, Options.of(options))
    return results[0] if single else results


def _clustered(data: Data, cluster: object) -> Labels:
    if not isinstance(data, Labels):
        what = data.kind if isinstance(data, Answers | Relations | Spans) else "parts"
        raise UsageError(
            f"cluster= is for labels in one piece, and these are {what}",
            "documents are drawn as they are: leave it out",
        )
    return clustered(data, cluster)
