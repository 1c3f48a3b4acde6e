"""How hard each item is for the annotators: a number per item, the larger the harder, from any shape and measure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.annotations import Labels, Relations, Spans
from accord.annotations.answers import Answers
from accord.evaluation import headline_of, measure_by_item
from accord.evaluation.preparing import document_kernel
from accord.measures import Undefined, find
from accord.results import DataError, Diagnostic, Expression, UsageError, parse_expression
from accord.results.arrays import Floats, Ints
from accord.results.option_names import option
from accord.results.wording import many
from accord.statistics.division import divided


def pairwise_disagreement(data: Labels) -> Floats:
    """(items,) 1 − Σ n_c (n_c − 1) / (N (N − 1)): whether two of its annotators disagree. It does not grow with N."""
    item, count, size = _tallies(data)
    pairs = size * (size - 1)
    return divided(pairs - np.bincount(item, weights=count * (count - 1), minlength=len(size)), pairs)


def normalised_entropy(data: Labels) -> Floats:
    """(items,) H / log N with N the number of labels (Tanguy et al. 2016): 1 only when all N differ.

    >>> import accord
    >>> counts = [[7, 3, 2, 1, 1, 1]]
    >>> normalised_entropy(accord.counts(counts)).round(4).tolist()
    [0.5494]
    """
    return _entropy(data, np.inf)


def fewest_categories_entropy(data: Labels) -> Floats:
    """(items,) H / log min(N, C): 1 when the labels are as dispersed as C categories allow."""
    return _entropy(data, float(len(data.categories)))


def _entropy(data: Labels, most: float) -> Floats:
    item, count, size = _tallies(data)
    share = count / size[item]
    bits = np.bincount(item, weights=-share * np.log(share), minlength=len(size))
    scale = np.log(np.minimum(np.maximum(size, 1.0), most))
    return np.where(size > 1, divided(bits, scale, 0.0) + 0.0, np.nan)


def distance_disagreement(data: Labels) -> Floats:
    """(items,) how far two labels of the item are apart, over how far any two labels are: D_o / D_e of α, item by item.

    Numbers are compared by their squared difference, ordered categories by that of their ranks among all labels, which
    is Krippendorff's ordinal distance. The mean over items, weighted by their labels, is 1 − α (Krippendorff 2004).
    """
    paired = np.repeat(data.sizes > 1, data.sizes)
    if data.level == "ordinal":
        known = np.bincount(data.codes[paired], minlength=len(data.categories)).astype(np.float64)
        place = np.cumsum(known) - known / 2
    elif data.categories.values is not None:
        place = np.asarray(data.categories.values, dtype=np.float64)
    else:
        raise UsageError("distances need ordered or numeric categories", "use 'disagreement' or 'entropy'")
    values = place[data.codes]
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    size = data.sizes.astype(np.float64)
    mean = np.bincount(row, weights=values, minlength=data.n_rows) / np.maximum(size, 1)
    gaps = np.bincount(row, weights=(values - mean[row]) ** 2, minlength=data.n_rows)
    everywhere = values[paired]
    expected = float(everywhere.var(ddof=1)) if len(everywhere) > 1 else 0.0
    return np.where(size > 1, divided(gaps, np.where(size > 1, (size - 1) * expected, 0.0), 0.0), np.nan)


def _tallies(data: Labels) -> tuple[Ints, Floats, Floats]:
    """The item and number of each distinct label of an item, and (items,) how many labels each item has."""
    width = max(len(data.categories), 1)
    row = np.repeat(np.arange(data.n_rows, dtype=np.int64), data.sizes)
    keys, count = np.unique(row * width + data.codes, return_counts=True)
    return keys // width, count.astype(np.float64), data.sizes.astype(np.float64)


FEWEST_ITEMS = 5


@dataclass(frozen=True, eq=False)
class ItemHardness:
    """A difficulty for each item: nan where it is undefined."""

    items: tuple[str, ...]
    values: Floats
    measure: str
    title: str
    kind: str
    """labels, spans, relations, answers, or 'given'."""
    texts: Sequence[str | None] | None = None
    clusters: Sequence[str] | None = None
    """What the items are parts of by themselves: units of a document."""
    diagnostics: tuple[Diagnostic, ...] = ()


def item_scores(data: object, measure: str | Expression | None = None) -> ItemHardness:
    """The difficulty of each item for its annotators.

    labels     disagreement (1 − pairwise agreement; the default), distance (how far labels are apart; the default for
               ordered categories and numbers), entropy (H / log N), entropy_min (H / log min(N, C)), flip(k=3) (the
               probability that k annotators vote otherwise than all), or 1 − the item's part in any measure
    spans      disorder (of each document's best alignment; the default), disorder(of='unit'), or 1 − any measure
    relations  1 − any measure, document by document
    answers    entropy (H / log N; the default), or any measure of answers
    a mapping  from items to numbers: the difficulty itself

    >>> import accord
    >>> item_scores(accord.labels([["a", "a", "b"], ["a", "a", "a"]])).values.round(3).tolist()
    [0.667, 0.0]
    """
    if isinstance(data, ItemHardness):
        return data
    asked = None if measure is None else parse_expression(measure)
    if isinstance(data, Labels):
        return _of_labels(data, asked or _usual(data))
    if isinstance(data, Spans) and (asked is None or asked.name == "disorder"):
        return _of_alignment(data, asked or Expression("disorder"))
    if isinstance(data, Answers | Relations | Spans):
        return _of_documents(data, asked)
    if isinstance(data, Mapping):
        values = np.array([np.nan if number is None else float(number) for number in data.values()])
        return ItemHardness(tuple(str(item) for item in data), values, "given", "difficulty as given", "given")
    hint = "read a file with accord.read(path), or give a mapping from items to numbers"
    raise UsageError(f"difficulty is about annotations, not {type(data).__name__}", hint)


# ---- labels

_VOTES: dict[str, tuple[str, Callable[[Labels], Floats]]] = {
    "disagreement": ("1 − pairwise agreement", pairwise_disagreement),
    "entropy": ("entropy of the labels / log of their number", normalised_entropy),
    "distance": ("mean distance of two labels of the item / of any two labels", distance_disagreement),
    "entropy_min": ("entropy of the labels / log of how many can be different", fewest_categories_entropy),
}


def _usual(data: Labels) -> Expression:
    """Ordered and numeric categories disagree by how far they are apart."""
    if data.level == "nominal":
        return Expression("disagreement")
    return Expression("distance") if data.level in ("ordinal", "interval") else Expression("alpha", level=data.level)


def _of_labels(data: Labels, asked: Expression) -> ItemHardness:
    if data.n_rows and int(data.weights.max()) > 1:
        raise UsageError("these labels are counts of items alike, and not items", "give a table with one row per item")
    items = tuple(data.items) if data.items is not None else tuple(str(row + 1) for row in range(data.n_rows))
    votes = data.first_ratings()
    if asked.name in _VOTES:
        if asked.given:
            raise UsageError(f"'{asked.name}' of the votes has no parameters", f"write {asked.name}")
        title, compute = _VOTES[asked.name]
        values = compute(votes)
    elif asked.name == "flip":
        title, values = _flips(data, asked)
    else:
        values = 1 - np.array([result.value for result in measure_by_item(data, asked)])
        title = f"1 − the item's part in {asked}"
    return ItemHardness(items, values, str(asked), title, "labels", data.texts)


def _flips(data: Labels, asked: Expression) -> tuple[str, Floats]:
    from accord.reproducibility.assessing import stability

    unknown = set(asked.parameters) - {"k"}
    k = asked.parameters.get("k", 3)
    if unknown or not isinstance(k, int) or k < 1:
        raise UsageError("the probability of another vote is flip or flip(k=3)", "k is the number of annotators")
    return (
        f"the probability that {many(k, 'annotator votes', 'annotators vote')} otherwise than all",
        1 - stability(data, k, "all", confidence=None).per_item,
    )


# ---- shapes made of documents


def _of_documents(data: Any, asked: Expression | None) -> ItemHardness:
    if asked is None:
        asked = headline_of(data, by="item")
        if asked is None:
            raise DataError(
                "ACC093", f"no measure applies to these {data.kind}", hint=f"name one with {option('measure')}"
            )
    record = find(data.kind, asked.name)
    try:
        kernel = document_kernel(data, asked)
    except Undefined as refusal:
        raise DataError("ACC093", f"{asked} is undefined: {refusal.reason}", hint="choose another measure") from None
    if kernel.blocks != data.n_documents:
        message = f"{asked} has no value for each of the {many(data.n_documents, 'item')}"
        raise DataError("ACC093", message, hint="difficulty compares items: give at least two documents")
    values = _alone(kernel)
    title = record.human if record.lower_is_better else f"1 − {record.human}"
    values = values if record.lower_is_better else 1 - values
    return ItemHardness(tuple(data.documents), values, str(asked), title, data.kind, getattr(data, "texts", None))


def _alone(kernel: Any) -> Floats:
    """(items,) the value on each item alone."""
    known = kernel.tables.get("by item")
    if isinstance(known, np.ndarray):
        return np.asarray(known, dtype=np.float64)
    block = max(1, 4_000_000 // kernel.blocks)
    pieces = []
    for start in range(0, kernel.blocks, block):
        rows = np.arange(start, min(start + block, kernel.blocks))
        weights = np.zeros((len(rows), kernel.blocks))
        weights[np.arange(len(rows)), rows] = 1.0
        pieces.append(np.asarray(kernel(weights)["value"], dtype=np.float64))
    return np.concatenate(pieces)


def _of_alignment(data: Spans, asked: Expression) -> ItemHardness:
    """The disorder of each document, or of each group of aligned units."""
    from accord.alignment import align

    parameters = asked.parameters
    of = parameters.pop("of", "document")
    unknown = set(parameters) - {"alpha", "beta", "delta_empty"}
    if of not in ("document", "unit") or unknown:
        hint = "its parameters are of='document' or 'unit', alpha, beta and delta_empty"
        raise UsageError(f"cannot read the measure {asked}", hint)
    aligned = align(data, **parameters)  # type: ignore[arg-type]  # numbers by name, as align() checks
    notes = tuple(diagnostic for diagnostic in aligned.diagnostics if diagnostic not in data.diagnostics)
    if of == "document":
        values = np.array([document.value for document in aligned.documents])
        texts = data.texts
        return ItemHardness(data.documents, values, str(asked), "disorder of the document", "spans", texts, None, notes)
    names, numbers, stretches, homes = [], [], [], []
    for alignment in aligned.unitary:
        units = [unit for unit in alignment.units if unit is not None]
        start, end = float(data.starts[units].min()), float(data.ends[units].max())
        names.append(f"{alignment.document}:{start:g}-{end:g}")
        numbers.append(alignment.disorder)
        homes.append(alignment.document)
        stretches.append(_stretch(data, int(data.document[units[0]]), start, end))
    names = _told_apart(names)
    title = "disorder of the aligned units"
    return ItemHardness(tuple(names), np.array(numbers), str(asked), title, "spans", stretches, homes, notes)


def _stretch(data: Spans, document: int, start: float, end: float) -> str | None:
    return data.texts[document][int(start) : int(end)] if data.texts is not None and data.whole else None


def _told_apart(names: Sequence[str]) -> list[str]:
    """Groups of units with the same bounds are numbered."""
    seen: dict[str, int] = {}
    unique_names = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        unique_names.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return unique_names
