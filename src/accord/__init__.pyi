"""The public interface of accord, written by tools/write_stub.py: change the source and run `make stub`."""

import os as os
from collections.abc import Callable as Callable
from collections.abc import Iterable as Iterable
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from pathlib import Path as Path
from typing import Literal as Literal
from typing import Unpack as Unpack
from typing import overload as overload

import numpy as np
from numpy.typing import ArrayLike as ArrayLike
from numpy.typing import NDArray as NDArray

from accord.admission import Admission as Admission
from accord.admission.certificate import Certificate as Certificate
from accord.alignment import Alignment as Alignment
from accord.alignment.dissimilarities import Categorical as Categorical
from accord.alignment.dissimilarities import Combined as Combined
from accord.alignment.dissimilarities import Positional as Positional
from accord.annotations import Answers as Answers
from accord.annotations import Labels as Labels
from accord.annotations import Relations as Relations
from accord.annotations import Spans as Spans
from accord.annotations import contingency as contingency
from accord.annotations import coreference as coreference
from accord.annotations import counts as counts
from accord.annotations.campaign import Campaign as Campaign
from accord.annotations.label_distributions import SoftLabels as SoftLabels
from accord.annotations.part_statistics import Statistics as Statistics
from accord.annotations.project import Project as Project
from accord.annotations.views import View as View
from accord.atlas.placing import PublicPlace as PublicPlace
from accord.comparison import history as history
from accord.comparison import log_results as log_results
from accord.comparison.before_and_after import BeforeAfter as BeforeAfter
from accord.comparison.estimated import Estimates as Estimates
from accord.comparison.field_by_field import FieldsCompared as FieldsCompared
from accord.comparison.group_results import GroupsFound as GroupsFound
from accord.consensus import Reference as Reference
from accord.consensus.units import ConsensusUnits as ConsensusUnits
from accord.degradations.degrading import Data as Data
from accord.diagnosis import read_report as read_report
from accord.diagnosis.answers.answer_findings import AnswerFindings as AnswerFindings
from accord.diagnosis.labels.label_findings import Findings as Findings
from accord.diagnosis.project.project_findings import ProjectFindings as ProjectFindings
from accord.diagnosis.relations.consensus_graph import ConsensusGraph as ConsensusGraph
from accord.diagnosis.relations.relation_findings import RelationFindings as RelationFindings
from accord.diagnosis.reports import Reports as Reports
from accord.diagnosis.shared_findings import SharedFindings as SharedFindings
from accord.diagnosis.spans.span_findings import SpanFindings as SpanFindings
from accord.evaluation.comparing import Difference as Difference
from accord.evaluation.comparing import ZeroTest as ZeroTest
from accord.evaluation.planning import SampleSize as SampleSize
from accord.formats import write as write
from accord.formats.given_data import Frame as Frame
from accord.formats.given_data import Given as Given
from accord.formats.given_data import Lazy as Lazy
from accord.formats.given_data import Vector as Vector
from accord.formats.options import ReadingOptions as ReadingOptions
from accord.formats.statistics_of_part import statistics_of as statistics_of
from accord.item_difficulty.result import Difficulty as Difficulty
from accord.measures import About as About
from accord.measures import about as about
from accord.measures import catalogue as catalogue
from accord.renderings.findings_text import summary as summary
from accord.report_page.page import OneShape as OneShape
from accord.reproducibility import Stability as Stability
from accord.reproducibility import promise_curve as promise_curve
from accord.reproducibility.curves import ModelParameters as ModelParameters
from accord.reproducibility.extrapolation import Forecast as Forecast
from accord.reproducibility.extrapolation import Pilot as Pilot
from accord.reproducibility.planning import Plan as Plan
from accord.reproducibility.sentence import Promise as Promise
from accord.reproducibility.stability_curves import StabilityCurve as StabilityCurve
from accord.reproducibility.systems import Evaluation as Evaluation
from accord.results import DataError as DataError
from accord.results import Expression as Expression
from accord.results import GuessWarning as GuessWarning
from accord.results import Result as Result
from accord.results import Results as Results
from accord.results import UsageError as UsageError
from accord.scoring.ranking import Ranking as Ranking
from accord.statistics.seeds import Rng as Rng
from accord.sweeping.reading import Grid as Grid
from accord.sweeping.result import Sweep as Sweep

__version__: str
__all__ = [
    "About",
    "Admission",
    "Alignment",
    "Answers",
    "DataError",
    "Expression",
    "GuessWarning",
    "Labels",
    "Project",
    "PublicPlace",
    "Reference",
    "Relations",
    "Result",
    "Results",
    "SoftLabels",
    "Spans",
    "Stability",
    "Statistics",
    "UsageError",
    "about",
    "admit",
    "align",
    "answers",
    "catalogue",
    "compare",
    "compare_groups",
    "consensus_graph",
    "consensus_units",
    "contingency",
    "coreference",
    "counts",
    "degrade",
    "difference",
    "difference_between",
    "difficulty",
    "estimate",
    "evaluate_systems",
    "expected_variation",
    "fictitious_groups",
    "findings",
    "forecast",
    "history",
    "labels",
    "log_results",
    "measure",
    "place",
    "plan",
    "project",
    "promise",
    "promise_curve",
    "rank_systems",
    "read",
    "read_campaign",
    "read_report",
    "reading_grid",
    "redacted",
    "reference",
    "relations",
    "report",
    "sample_size",
    "score",
    "simulated_annotators",
    "smallest_k",
    "smallest_kappa",
    "soft_labels",
    "span_findings",
    "spans",
    "stability",
    "stability_curve",
    "statistics_of",
    "summary",
    "sweep",
    "view",
    "write",
    "zero_test",
]

def admit(
    data: Labels | Spans | Relations | Answers | Given,
    models: str | Iterable[str] | None = ...,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    people: Mapping[str, str] | None = ...,
    epsilon: float = ...,
    margin: float = ...,
    score: str | Callable[[frozenset[str], frozenset[str]], float] | None = ...,
    min_items: int = ...,
    min_people: int = ...,
    certificate: Certificate | str | Path | None = ...,
    prompt: str | bytes | None = ...,
    confidence: float = ...,
    replicates: int = ...,
    seed: int = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Admission:
    """Whether a model may annotate the rest: as good as a person, what it changes, and where it is off.

    Parameters
    ----------
    data
        Annotations of any shape by people and models, a data frame, an array or rows of labels, or a path.
    models
        The models that are judged: names or patterns such as "gpt*". Default: whoever is a model in the data.
    only, without
        Annotators to take or to leave out, by name or with patterns such as "gpt*".
    people
        What annotators are, by name: "person", "model", "curator" or "gold".
    epsilon
        How often a person may be closer to the others than the model, in the alternative-annotator test: .2 beside
        experts, .15 beside trained people, .1 beside a crowd (Calderon et al. 2025).
    margin
        How much less the model may agree with people than a person does, in the units of the coefficient.
    score
        How close two annotations of an item are; by the shape: "accuracy", "neg_rmse", "distance", "masi", "jaccard",
        "type", "exact", "overlap", "alignment", "links", "gbm", …; of answers also a function of two sets.
    min_items
        People with fewer items that the model annotated too are left out of the test.
    min_people
        Items with fewer people are left out.
    certificate
        An earlier decision, or the file it was written to: it is made again by its own rule, and `found.check` says
        whether it still holds.
    prompt
        The model's prompt. Certificates keep its SHA-256, so that another prompt is noticed; it is not stored.
    confidence
        The confidence level of the intervals.
    replicates
        How many bootstrap samples the intervals rest on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Admission
        A verdict for each model with all it rests on; `to_frame()` is the table, `charts` the figures.

    Raises
    ------
    DataError
        When there is no model, when there are fewer than two people, or when they share no items.
    UsageError
        When an option is not what it may be.

    Examples
    --------
    Three people, and a model that says what most of them do, but for one item in ten:

    >>> import accord, numpy
    >>> rng = numpy.random.default_rng(1)
    >>> truth = rng.integers(3, size=(200, 1))
    >>> rows = numpy.where(rng.random((200, 4)) < 0.85, truth, rng.integers(3, size=(200, 4)))
    >>> found = admit(rows, "llm", annotators=["Ann", "Bob", "Cem", "llm"], level="nominal", replicates=200)
    >>> found["llm"].verdict.word, found["llm"].omega
    ('admitted', 1.0)
    """

def align(
    data: Spans | Given,
    *,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    objective: str = ...,
    method: str = ...,
    dissimilarity: Combined
    | Positional
    | Categorical
    | Callable[[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]], ArrayLike]
    | None = ...,
    incompatible: str = ...,
    time_limit: float | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Alignment:
    """The alignment of the units of several annotators that is least disordered.

    A unitary alignment takes at most one unit of each annotator; an alignment puts every unit in exactly one. The
    disorder of a unitary alignment is the mean of the dissimilarities of its pairs, Δ∅ (`delta_empty`) where one is
    empty.

    Parameters
    ----------
    data
        Spans, a data frame or rows of units (annotator, start, end, category), or a path.
    alpha, beta
        The weights of positions and of categories in the dissimilarity α · sporadic + β · nominal.
    delta_empty
        Δ∅, what a pair costs in which one unit is missing.
    objective
        "disorder", the sum of disorders over the mean number of units per annotator (γ, Mathet et al. 2015), or
        "entropy", their mean (Mathet & Widlöcher 2011).
    method
        "exact"; "greedy", the algorithm of the paper, with its gap to the best; or "soft", where units may be used
        again.
    dissimilarity
        One of `accord.alignment`'s, or a function of positions, in place of α · sporadic + β · nominal.
    incompatible
        "pay", or "forbid": units whose categories are at distance 1 are never aligned.
    time_limit
        Seconds after which the best alignment found so far is returned, with its gap. Without it a budget of work is
        kept, the same on every machine.
    only, without
        The annotators who are aligned, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Alignment
        `value` is its disorder; `table()` shows it, and a notebook draws it.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When the data are not spans, or a parameter has a value that it cannot have.

    Examples
    --------
    >>> from accord import spans
    >>> found = align(spans([("A", 0, 10, "x"), ("A", 12, 20, "y"), ("B", 1, 10, "x"), ("B", 13, 20, "x")]))
    >>> print(found)
    disorder = 0.5036 (proven), 2 unitary alignments
    >>> print(found.table())
    disorder  A        B
    0.0028    0–10 x   1–10 x
    1.0044    12–20 y  13–20 x
    """

def answers(
    content: Mapping[str, object] | Mapping[int, object] | Answers | Given,
    annotators: Sequence[str] | None = ...,
    *,
    case: bool = ...,
    spelling: Mapping[str, str] | None = ...,
    lemmas: Mapping[str, str] | None = ...,
    mapping: Mapping[str, Mapping[str, str]] | None = ...,
    texts: Mapping[str, str] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    models: str | Iterable[str] | None = ...,
    curator: str | Iterable[str] | None = ...,
    gold_annotator: str | Iterable[str] | None = ...,
    people: Mapping[str, str] | None = ...,
    strict: bool = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    asked: object = ...,
    pool: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Answers:
    """Answers from a mapping of items to annotators to answers, or of items to counts of answers.

    `accord.answers` also takes a data frame with a row for each answer, recognised by its columns (item, annotator,
    answer; or item, answer, count), and the path of a file; with these go all options of `accord.read`.

    Parameters
    ----------
    content
        {item: {annotator: [answers]}}: an annotator with an empty list was asked and gave none; one who is not named
        for an item (or has None) was not asked. Or {item: {answer: count}}; a data frame; a path.
    annotators
        Those who were asked about everything.
    case, spelling, lemmas, mapping
        How answers are normalised, once, after their spaces: case is folded, a spelling replaced by another, a form by
        its lemma, a form proposed for a target word by the one that the campaign decided on.
    texts
        What was asked about, by item.
    only, without, models, curator, gold_annotator, people, strict
        As for `labels`.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Answers
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When some answers are counts and others are lists.

    Examples
    --------
    >>> answers({"item 1": {"A": ["vide"], "B": ["vide", "distance"]}})
    Answers(1 item, 2 annotators, 3 answers, 2 distinct)
    >>> answers({"120": {"vide": 7, "distance": 3}})
    Answers(1 item, annotators unknown, 10 answers, 2 distinct)
    """

@overload
def compare(
    data: Project,
    other: object,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    margin: float = ...,
    parts: bool = ...,
    k: int | None = ...,
    confidence: float = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> FieldsCompared:
    """Before and after: whether agreement changed between two rounds, and where.

    Items that both rounds hold are drawn together (paired bootstrap), the others apart. That does not cover that other
    people may annotate otherwise; where the rounds have other annotators, it is said.

    Parameters
    ----------
    data
        The first round: annotations, a data frame, an array or rows of labels (items × annotators), or a path; or a
        project, whose fields are compared one by one.
    other
        The second round, of the same shape; read with the same options. Of a project, another or where to read it.
    measures
        Names or expressions, such as "alpha(level='ordinal')"; None for those that apply to both rounds.
    margin
        The smallest difference that matters, in the units of the measures.
    parts
        Whether to compare categories, annotators and pairs of categories as well, with Holm's correction over each
        table, and the references.
    k
        How many annotators make a reference, for its stability. None: three, or fewer where there are not as many.
    confidence
        The confidence level of the intervals.
    replicates
        How many bootstrap samples the intervals rest on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    BeforeAfter
        `verdict` is "better", "worse" or "cannot tell"; `to_frame()` has both values and the difference of each
        measure, `categories`, `people` and `confusions` are tables of parts, `chart()` is a figure. Of two projects
        FieldsCompared, which has that of each field of both, and says what only one of them has.

    Raises
    ------
    DataError
        When the data cannot be read, or the two rounds are of different shapes.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> before = accord.labels([["a", "a"], ["b", "a"], ["b", "b"], ["a", "b"], ["a", "a"], ["b", "b"]] * 10)
    >>> after = accord.labels([["a", "a"], ["b", "b"], ["b", "b"], ["a", "b"], ["a", "a"], ["b", "b"]] * 10)
    >>> found = accord.compare(before, after, "kappa")
    >>> found.verdict, f"{found['kappa'].gap.difference:.3f}"
    ('better', '0.333')
    """

@overload
def compare(
    data: Answers | Labels | Relations | Spans | Given,
    other: object,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    margin: float = ...,
    parts: bool = ...,
    k: int | None = ...,
    confidence: float = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> BeforeAfter: ...
def compare_groups(
    data: Answers | Labels | Relations | Spans | Given,
    people: object,
    by: str | Iterable[str] | None = ...,
    *,
    measure: str | Expression | None = ...,
    min_group: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> GroupsFound:
    """Whether groups of people annotate differently: agreement in them and between them, and a test.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    people
        What the annotators are: the path of a table or a data frame with a column of their names, or a mapping from
        annotators to their group, or to a mapping of attributes.
    by
        The attributes, such as "gender" or ["gender", "age"]. None, with a mapping from annotators to groups: "group".
    measure
        What agreement is measured by; None: the headline measure of such data. Between groups of labels it is xRR
        (Wong, Paritosh & Aroyo 2021).
    min_group
        Groups of fewer people are not named and not compared.
    confidence
        The confidence level of the intervals; None for none.
    replicates
        How many bootstrap samples the intervals rest on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        Annotators to take, or to leave out; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    GroupsFound
        For each attribute the agreement in groups and between them, the test by permutation of membership with Holm's
        correction over attributes, the items where groups differ most and how often their references differ.

    Raises
    ------
    DataError
        When the table of people has no such attribute, or there are no two groups that are large enough.

    Examples
    --------
    >>> import accord
    >>> rows = [["a"] * 5 + ["b"] * 5, ["b"] * 10, ["a"] * 10, ["b"] * 5 + ["a"] * 5] * 5
    >>> names = [f"p{number}" for number in range(10)]
    >>> data = accord.labels(rows, annotators=names)
    >>> found = accord.compare_groups(data, {name: "old" if name < "p5" else "young" for name in names})
    >>> round(found["group"].p, 3), round(found["group"].smallest_p, 3)
    (0.008, 0.008)
    """

def consensus_graph(
    data: Relations | Given,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> ConsensusGraph:
    """The links that more than half of those asked drew, and who drew which.

    Parameters
    ----------
    data
        Relations, a data frame with a row for each, or a path.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    ConsensusGraph
        `links` has every link with its support, `relations` is the graph of those that most drew, `to_discuss()` lists
        what they do not agree on.

    Raises
    ------
    DataError
        When there is no document that somebody was asked about.

    Notes
    -----
    Units that annotators found themselves are matched all at once first, by the best alignment. A link of a symmetric
    type is the same in both directions. A unit is a component when more than half have it in their structure, or a link
    that is kept ends there.

    Examples
    --------
    >>> import accord
    >>> drawn = {"A": [(2, 1), (3, 1)], "B": [(2, 1), (3, 2)], "C": [(2, 1), (3, 1)]}
    >>> made = consensus_graph(accord.relations(drawn, units=[1, 2, 3]))
    >>> [(one.origin, one.target, one.support) for one in made]
    [('2', '1', 3), ('3', '1', 2)]
    """

def consensus_units(
    data: Spans | Given,
    alignment: Alignment | None = ...,
    support: Literal["majority"] | int = ...,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> ConsensusUnits:
    """The units that enough annotators agree on: one for each unitary alignment, document by document.

    Parameters
    ----------
    data
        Spans, a data frame or rows of units, or a path.
    alignment
        An alignment made before with `accord.align`; it is computed when none is given.
    support
        "majority": more than half of the annotators who were asked; a number: at least so many.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    ConsensusUnits
        A sequence of units with their support; `to_discuss` has those that no majority settled.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When the data are not spans.

    Notes
    -----
    Bounds are medians; between two middle positions the one that makes the unit longer. Where units are discontinuous,
    the unit is what at least half of those who found it cover, which is the same for units of one piece. The category
    is the most frequent; among tied ones the one that is more frequent in all, then the first in order. Whatever no
    majority has settled is marked "to discuss", also units that exactly half of the annotators found: they are not
    included.

    Examples
    --------
    >>> from accord.annotations.span_building import spans
    >>> data = spans([("A", 0, 9, "x"), ("B", 0, 9, "x"), ("C", 2, 9, "y"), ("C", 20, 30, "y")])
    >>> [(one.start, one.end, one.category, one.support) for one in consensus_units(data)]
    [(0.0, 9.0, 'x', 3)]
    """

def degrade(
    data: Data | Given,
    degradation: str | Expression | Sequence[str | Expression],
    magnitude: float | None = ...,
    annotators: int = ...,
    seed: int = ...,
    *,
    keep_reference: bool = ...,
    reference: str | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    weights: Sequence[float] | str | None = ...,
    options: Mapping[str, object] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Data:
    """Annotations by simulated annotators, each a copy of one reference degraded with a known magnitude.

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path.
    degradation
        A name, such as "flip" or "shift(k=1.2)", or several, "flip+retarget" or "2*flip+retarget"; "observed" is the
        mix of errors that the annotators of the data make.
    magnitude
        From 0, which gives the reference itself, to 1. None, for "observed" alone: that of the annotators.
    annotators
        How many annotators are simulated.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    keep_reference
        Whether the first annotator stays undegraded.
    reference
        The annotator who is the reference; else the only one, or what most annotators say.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    weights
        The proportion of several degradations; "observed": what the annotators of the data do.
    options
        Options of the degradation, where they do not stand in its name: {"k": 1.2}.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Labels, Spans, Relations or Answers
        As the data.

    Raises
    ------
    UsageError
        When there is no such degradation, or it does not apply to the data.

    Notes
    -----
    Each element (item, unit, relation) has one random number per annotator and is degraded iff that is below the
    magnitude: what is degraded at .2 is so at .3, and the first annotators do not depend on how many are asked for.
    Several degradations are applied one after the other, t of them with m/t each, or in the proportion of `weights`.

    Examples
    --------
    >>> import accord
    >>> tree = accord.relations({"gold": [(2, 1), (3, 1), (4, 2)]}, units=[1, 2, 3, 4])
    >>> degrade(tree, "flip", magnitude=1.0, annotators=1).links(0, 0)
    [('1', '2', None), ('1', '3', None), ('2', '4', None)]
    """

def difference(
    data: Labels | Iterable[Labels] | Given,
    measure: str | Expression,
    other: str | Expression,
    *,
    confidence: float = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Difference:
    """The difference of two coefficients on the same items, by the paired bootstrap: both see the same drawn items.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measure, other
        The two measures: names or expressions, such as "alpha(level='ordinal')".
    confidence
        The confidence level of the interval.
    replicates
        How many bootstrap samples the interval rests on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Difference
        `value`, `low` and `high`, beside the two values.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> found = difference(table, "s", "kappa")
    >>> print(f"{found.first_value:.3f} − {found.second_value:.3f} = {found.value:.3f}")
    0.400 − 0.348 = 0.052
    """

def difference_between(
    data: Labels | Iterable[Labels] | Given,
    other: Labels | Iterable[Labels],
    measure: str | Expression,
    *,
    confidence: float = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Difference:
    """The difference of one coefficient between two sets of items that have none in common: both are drawn anew.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    other
        The other set, of the same types. Categories that only one of the two uses count for both.
    measure
        A name or an expression, such as "alpha(level='ordinal')".
    confidence
        The confidence level of the interval.
    replicates
        How many bootstrap samples the interval rests on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Difference
        `value`, `low` and `high`, beside the two values.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> first = accord.contingency([[40, 5], [5, 50]])
    >>> later = accord.contingency([[20, 10], [20, 50]])
    >>> found = difference_between(first, later, "kappa")
    >>> print(f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]")
    0.450 [0.232, 0.673]
    """

def difficulty(
    data: object | Given,
    features: object = ...,
    systems: object = ...,
    cluster: str | None = ...,
    *,
    measure: str | Expression | None = ...,
    column: str | None = ...,
    columns: Sequence[str] | None = ...,
    item_column: str | None = ...,
    nested: str | None = ...,
    group: str | None = ...,
    built_in: str | Sequence[str] = ...,
    pairs: str | Sequence[str] = ...,
    mixed: bool | None = ...,
    metric: str = ...,
    compatibility: str | None = ...,
    mapping: object = ...,
    folds: int = ...,
    most_outliers: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    language: str | None = ...,
    text: str | None = ...,
    target: str | None = ...,
    sense: str | None = ...,
    governor: str | None = ...,
    parse: str | None = ...,
    lexicon: str | None = ...,
    counts: str | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Difficulty:
    """Which items are hard, and why (Tanguy, Fabre & Mercier 2016).

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path; a mapping from items to numbers that say how
        hard they are; or None with `column`.
    features
        A table (a file, a data frame, a mapping of columns) with a column of items; its numeric columns and those of
        few words are the features.
    systems
        Scores per item; or, for free answers, files of guesses.
    cluster
        The column of what items share (a target word): intervals and tests then draw clusters, and a mixed model is
        fitted.
    measure
        How hard an item is: a name of `accord.item_difficulty.item_scores`.
    column
        The column of the features that holds the difficulty.
    columns
        The columns that are features, where not all are.
    item_column
        The column of items.
    nested
        A column inside the cluster (a sense).
    group
        A column of subgroups.
    built_in
        Features of texts and words by name, or "all" that can be computed.
    pairs
        Pairs of features whose product is a feature too: "length:frequency", or "all".
    mixed
        Whether a mixed model is fitted; None: where there are clusters.
    metric, compatibility, mapping
        How guesses are scored: see `accord.score`.
    folds
        Of the cross-validation of the model.
    most_outliers
        How many items are listed that the model explains worst.
    confidence
        The confidence level of the intervals; None for no interval.
    replicates
        How many bootstrap samples the intervals rest on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    language
        The language of the texts, for features that are built in.
    text, target, sense, governor
        The columns of the texts, of the target words, of their senses and of their governors.
    parse, lexicon, counts
        Files: parses of the texts, a lexicon, and counts of words.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Difficulty
        Correlations, model and outliers. With `systems` the difficulty is analysed for the annotators ("disagreement"),
        for the systems ("systems", the score with its sign turned) and for what of the latter the former does not
        explain ("residual").

    Raises
    ------
    DataError
        When a table cannot be read, or has no column of items.
    UsageError
        When there is no such measure, feature or column.

    Examples
    --------
    >>> table = {"item": list("abcdefgh"), "length": [3, 9, 4, 8, 5, 7, 6, 2]}
    >>> hard = dict(zip("abcdefgh", [0.1, 0.9, 0.2, 0.7, 0.4, 0.8, 0.5, 0.0]))
    >>> found = difficulty(hard, table, confidence=None)
    >>> round(found.correlations[0].rho, 3)
    0.976
    """

def estimate(
    data: Labels | Given,
    *,
    models: str | Iterable[str] | None = ...,
    what: Literal["shares", "means"] | None = ...,
    confidence: float = ...,
    interval: Literal["auto", "normal"] = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Estimates:
    """Shares of categories, or a mean score, from many labels of a model and few labels of people.

    The labels of the model say it of all items, those of people say on some of them how wrong the model is:
    θ = mean_N(λ f) + mean_n(y − λ f), where λ makes the variance smallest (PPI++; Angelopoulos, Duchi & Zrnic 2023).
    The items that people labelled have to be a random part of all.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    models
        The annotators that are models; patterns such as "gpt*" are allowed. None: as the data say.
    what
        "shares" of the categories, or "means" of numbers. None: means where the labels are at the interval or ratio
        level, else shares.
    confidence
        The confidence level of the intervals.
    interval
        "auto" counts two imagined items where counts are small, and takes Student's t for means of few items;
        "normal" has normal quantiles everywhere, as published.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        Annotators to take, or to leave out; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Estimates
        For each model the plain mean of people, that of the model, and the corrected one with its interval;
        `to_frame()` is a data frame, `chart()` a figure.

    Raises
    ------
    DataError
        When the data cannot be read, no annotator is a model, or people and the model share fewer than two items.
    UsageError
        When the labels are not numbers and means are asked for.

    Examples
    --------
    >>> import accord
    >>> rows = [["yes", "yes"], ["no", "no"], ["no", "yes"], ["yes", "yes"]] * 10 + [[None, "yes"], [None, "no"]] * 100
    >>> found = accord.estimate(rows, annotators=["Ann", "gpt-4o"], models="gpt-4o")
    >>> yes = found["gpt-4o"].estimates[1]
    >>> f"people {yes.people:.2f}, model {yes.model:.3f}, corrected {yes.corrected:.3f} [{yes.low:.2f}, {yes.high:.2f}]"
    'people 0.50, model 0.542, corrected 0.396 [0.26, 0.54]'
    """

def evaluate_systems(
    data: Labels | Given,
    systems: Mapping[str, Mapping[str, object] | Mapping[int, object]],
    k: int | None = ...,
    *,
    source: Literal["population", "annotators"] = ...,
    references: int = ...,
    confidence: float = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Evaluation:
    """How far accuracies and ranks of systems depend on who made the reference: k annotators are drawn anew.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    systems
        {system: {item: label}}; items by their names, or by numbers from 1. An item that a system does not label counts
        as wrong for it; systems are compared on the items that have a label in the data.
    k
        How many annotators make a reference; None: as many as an item has, or half of those at hand.
    source
        "population" draws k other annotators for each item from the population fitted to the labels; "annotators" draws
        groups of k of those at hand.
    references
        How many references are drawn.
    confidence
        The confidence level of the intervals.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Evaluation
        `systems` with their scores, intervals and ranks.

    Raises
    ------
    DataError
        When the data cannot be read, no item has k labels, or a system labels no item of the data.

    Examples
    --------
    >>> import accord
    >>> data = accord.labels([["a", "a", "a"], ["a", "b", "b"], ["b", "b", "b"], ["a", "a", "b"]])
    >>> one, other = {1: "a", 2: "b", 3: "b", 4: "b"}, {1: "a", 2: "a", 3: "b", 4: "a"}
    >>> made = evaluate_systems(data, {"one": one, "other": other}, references=200)
    >>> [(system.system, system.score) for system in made.systems]
    [('one', 0.75), ('other', 0.75)]
    """

def expected_variation(
    kappa: float | None,
    categories: int | None = ...,
    k: int = ...,
    model: Literal["homogeneous", "unanimous", "beta", "dirichlet", "empirical"] = ...,
    against: Literal["reference", "group"] = ...,
    coefficient: str = ...,
    **parameters: Unpack[ModelParameters],
) -> float:
    """The share of the reference that k other annotators would change, from a coefficient alone (Bregeon et al. 2019).

    Parameters
    ----------
    kappa
        The value of the coefficient; None takes the `counts` of model="empirical" as they are.
    categories
        The number of categories.
    k
        How many annotators make a reference.
    model
        How errors lie on the items: "homogeneous", "unanimous", "beta", "dirichlet" or "empirical", see below.
    against
        "reference": the reference of the whole population beside that of k annotators; "group": two groups of k.
    coefficient
        What was measured: kappa, multi_kappa, pi, fleiss, alpha (one number in a population), ac1 or s.
    **parameters
        Those of the model: `prevalence` (the share of each category), `errors`, `unanimous`, `phi` or `counts`.

    Returns
    -------
    float
        A share of the items, from 0 to 1.

    Raises
    ------
    UsageError
        When the model cannot have such a coefficient, or lacks a parameter.

    Notes
    -----
    homogeneous
        All items are equally hard; with `prevalence` the categories are not equally frequent, and with
        errors="prevalence" an annotator who errs guesses by these shares instead of uniformly.
    unanimous
        The same, and nobody errs on a share `unanimous` (u) of the items: κ = u + (1 − u) s².
    beta
        Error rates of items vary as a beta distribution of precision `phi`: small φ, hard and easy items.
    dirichlet
        Every item has its own distribution of labels, Dirichlet(a0 `prevalence`), a0 = (1 − κ) / κ.
    empirical
        Items as hard as those of `counts` (items by categories), stretched to the coefficient given.

    Of equally frequent categories the homogeneous population has the most stable reference that a κ can have, and (1 −
    κ)(C − 1) / C bounds all of them.

    Examples
    --------
    Bregeon et al. 2019, section 5.2: κ = .8 with five categories is "7 %" for two annotators and under 1 % for eight.

    >>> [round(100 * expected_variation(0.8, 5, k), 2) for k in (2, 3, 8)]
    [8.45, 1.53, 0.01]
    >>> round(100 * expected_variation(0.8, 5, 3, against="group"), 2)
    3.03
    >>> round(100 * expected_variation(0.8, 5, 3, model="dirichlet"), 2)
    7.71
    """

def fictitious_groups(
    items: int,
    categories: int | Sequence[object],
    annotators: int,
    mean: float,
    *,
    sigma: float = ...,
    prevalence: Sequence[float] | None = ...,
    unanimous: float = ...,
    groups: int = ...,
    seed: int = ...,
    rng: Rng | None = ...,
) -> list[Labels]:
    """Groups of annotators who err around one reference that all groups share (Bregeon et al. 2019, section 6.1).

    Parameters
    ----------
    items
        How many items there are.
    categories
        Their number (they are then called 1, 2, …) or their names.
    annotators
        How many there are in a group.
    mean, sigma
        Each annotator errs on nbe items, nbe ~ Normal(`mean`, `sigma`) rounded and kept within 0 and the number of
        items that are not unanimous.
    prevalence
        The share of each category in the reference, rounded to whole items; equal by default.
    unanimous
        The share of items, the same for all groups, that are labelled by the reference alone.
    groups
        How many groups there are.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.

    Returns
    -------
    list of Labels
        One for each group.

    Raises
    ------
    UsageError
        When a number is out of its range.

    Notes
    -----
    The items on which an annotator errs are drawn uniformly, without replacement, among those that are not unanimous,
    and get any other category, all equally likely. The first groups and the first annotators of a group do not depend
    on how many are asked for, and the reference depends on `items`, the categories, `prevalence` and `seed` alone:
    `mean=0` returns it. With equal shares, no unanimous items and e = mean / items: E[κ] = (1 − e·C / (C − 1))².

    Examples
    --------
    >>> from accord import measure
    >>> [group] = fictitious_groups(100_000, 5, 2, mean=8_000)  # (1 − .08 · 5/4)² = .81
    >>> round(measure(group, "multi_kappa", confidence=None).value, 2)
    0.81
    """

@overload
def findings(
    data: Labels | NDArray[np.generic],
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Findings:
    """Everything the report says about the data.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measures
        One expression, such as "alpha", or several; None for those that apply to the data.
    title, introduction
        What to show at the top of the report.
    views
        Of labels: how else to see them, side by side, such as "merge A+B".
    alignment
        Of spans: one that was made before; the best one is computed otherwise.
    reference
        Of spans: the annotator who decides what is missed and what is spurious; the majority does otherwise.
    task, annotated_by
        What was annotated, in words, and who annotated ("crowd", "experts", "trained", "survey"): public data sets like
        these are what the main value is compared with, as in `accord.place`.
    confidence, replicates, seed, rng, resample, method, undefined
        How values and intervals are computed, as in `accord.measure`.
    only, without
        The annotators that it is about, and those that it is not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Findings, SpanFindings, RelationFindings or AnswerFindings
        By the shape of the data. `found.verdict` says it in three sentences; `found.tables` has every table of the
        report as a data frame, `found.charts` every figure.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.
    UsageError
        When there is no such measure, or an option is for annotations of another shape.

    Examples
    --------
    >>> import accord
    >>> found = accord.findings([["a", "a"], ["b", "a"], ["b", "b"]], "alpha", confidence=None)
    >>> found.verdict[0]
    "Krippendorff's α is 0.444: below the .667 under which Krippendorff (2004) advises against using data."
    >>> found.tables["usage"].records()
    [{'category': 'a', 'times': 3, 'share': 0.5}, {'category': 'b', 'times': 3, 'share': 0.5}]
    """

@overload
def findings(
    data: Spans,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> SpanFindings: ...
@overload
def findings(
    data: Relations,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> RelationFindings: ...
@overload
def findings(
    data: Answers,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> AnswerFindings: ...
@overload
def findings(
    data: Answers | Labels | Relations | Spans | Given,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Findings | SpanFindings | RelationFindings | AnswerFindings: ...
def forecast(
    data: Labels | Pilot | Given,
    k: int,
    against: Literal["reference", "group"] = ...,
    *,
    confidence: float = ...,
    reference: Literal["vote", "median"] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Forecast:
    """The share of the labels that k other annotators of the same kind would change, by an empirical-Bayes fit.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path; or a `Pilot`
        fitted before.
    k
        How many annotators.
    against
        "reference": the reference of all present annotators beside that of k others; "group": Δ_k, two references by k
        annotators each; for one or two, what pairs of labels differ on.
    confidence
        The confidence level of the interval.
    reference
        "vote" or "median"; None: the median on a scale (level ordinal, interval or ratio), else the vote.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Forecast
        `value`, `low` and `high`; on a scale `distance` is how far the reference moves. `homogeneous` and `dirichlet`
        are Δ_k of the populations that bracket what a κ alone can say.

    Raises
    ------
    DataError
        When the data cannot be read, or have no item with two labels.

    Notes
    -----
    Populations from homogeneous to very unequal items are fitted to the counts and averaged by their support. The
    interval reaches from the lower end for the steadiest population that the labels do not rule out to the upper end
    for the least steady one, each with the error of its fit and the chance of a single group, but no farther than what
    two single annotators are seen to differ on. It takes annotators as drawn anew for each item, as in a crowd, and
    is wider for labels by few persons and for medians, by what forecasts missed on public data sets.

    Examples
    --------
    >>> import accord
    >>> data = accord.counts([[4, 0], [3, 1], [0, 4], [4, 0], [0, 4], [1, 3], [4, 0], [0, 4]] * 5)
    >>> forecast(data, 5).value < forecast(data, 1).value
    True
    """

def labels(
    x: object,
    categories: Iterable[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    *,
    annotators: Sequence[str] | None = ...,
    items: Sequence[str] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    models: str | Iterable[str] | None = ...,
    curator: str | Iterable[str] | None = ...,
    gold_annotator: str | Iterable[str] | None = ...,
    people: Mapping[str, str] | None = ...,
    strict: bool = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    asked: object = ...,
    pool: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Labels:
    """Labels from an items × annotators array or list of rows (None, NaN or "" = not asked), or a data frame.

    A cell that is a list or a set is a label set. Data frames may be long (item, annotator, label) or wide (one column
    per annotator), and of any library that narwhals knows; the index of a pandas frame names its rows.

    Parameters
    ----------
    x
        An array, a list of rows, a data frame, or, for `accord.labels`, the path of a file. With frames and files go
        all options of `accord.read`.
    categories
        The categories in their order; else those that occur.
    level
        The level of measurement.
    annotators
        The names of the annotators, or of the columns of a wide frame that are annotators.
    items
        The names of the items, one for each row of an array.
    nothing
        The category that means 'nothing to annotate here'.
    item_column, annotator_column, label_column, time_column
        The columns of a long frame; the first also of a wide one.
    cluster_column
        The column that says which items belong together.
    orientation
        What the rows of an array or of a wide frame are: "items", or "annotators" as in reliability data of
        Krippendorff's α. Where it is not told, rows are items, and data in which that is not likely are refused.
    only, without
        The annotators who are measured, whatever they are, or who are not; patterns such as "gpt*" are allowed. Else
        measures are among people, and models, curators and gold standards are set aside.
    models, curator, gold_annotator
        Who is a model, who adjudicates, and who is the gold standard. Else a column of roles tells it, or names that
        hardly anybody bears; whoever is named in `annotators` is a person.
    people
        The same as a mapping of annotators to roles: person, model, curator or gold.
    strict
        Whether everything that was guessed is an error.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Labels
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.

    Examples
    --------

    >>> data = labels([["yes", "yes"], ["no", "yes"], ["no", None]])
    >>> data
    Labels(3 items, 2 annotators, 2 categories, level nominal, 1 missing)
    """

@overload
def measure(
    data: Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations] | Given,
    measures: str | Expression,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    by: None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Measure agreement.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path. Labels may
        come in parts: any iterable of them.
    measures
        One expression, such as "alpha" or "alpha(level='ordinal')", gives a Result; a list of them gives Results; None
        gives those that apply to the data. `accord.catalogue()` lists them.
    confidence
        The confidence level of the interval; None for no interval.
    replicates
        How many bootstrap samples the interval rests on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    resample
        What is drawn anew: "items", "annotators", or "both".
    method
        "smoothed" for labels, "bca" for documents and "f" for icc are the defaults; "percentile" is for all.
    undefined
        What an undefined value gives: "nan", "one" (1.0 when all labels are equal), or "error" (a DataError).
    cluster
        Which items belong together: a mapping from items, or a cluster for each item in their order.
    by
        "category", "annotator" or "item" (document): a value for each, as Results; None for one value of all.
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Result or Results
        `float(result)` is the value; `results["alpha"]` finds one by name, `results.to_frame()` is a data frame.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> print(accord.measure(table, "kappa", confidence=None))
    kappa = 0.348
    """

@overload
def measure(
    data: Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations] | Given,
    measures: list[str] | list[Expression] | list[str | Expression] | tuple[str | Expression, ...] | None = ...,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    by: Literal["category", "annotator", "item"] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Results: ...
@overload
def measure(
    data: Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations] | Given,
    measures: str | Expression,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    by: Literal["category", "annotator", "item"],
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Results: ...
def place(
    data: Answers | Labels | Relations | Spans | Given,
    measure: str | Expression | None = ...,
    *,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> PublicPlace:
    """Where a value stands among public data sets that are comparable with the data: placed, not graded.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measure
        The measure whose value is placed; None for the main one of the data.
    task
        What was annotated, in words, such as "offensive language": tasks like it are preferred.
    annotated_by
        Who annotated: "crowd", "experts", "trained" annotators, or participants of a "survey".
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    PublicPlace
        `sentence` says where the value stands, `caution` what makes values incomparable; `to_frame()` has the data
        sets that it was compared with.

    Raises
    ------
    DataError
        When the data cannot be read, when the value is undefined, or when the atlas does not know the measure.

    Notes
    -----
    Data sets of the same shape and level count, of as similar a number of categories, prevalence, annotators and task
    as eight repositories share. A repository counts once, however many data sets it holds; with fewer than eight there
    is no place. Data that are in the atlas themselves are not compared with themselves.

    Examples
    --------
    >>> import accord
    >>> data = accord.labels([[1, 2, 2], [3, 3, 4], [5, 4, 5], [2, 2, 1], [4, 5, 3]] * 20, level="ordinal")
    >>> found = accord.place(data, annotated_by="crowd")
    >>> found.placed, found.comparable.in_words
    (True, 'with ordinal ratings on 3 to 7 points by crowds')
    """

def plan(
    data: Labels | Given | None = ...,
    *,
    target: float = ...,
    target_for: Mapping[str, float] | None = ...,
    kappa: float | None = ...,
    categories: int | None = ...,
    width: float = ...,
    price: float = ...,
    items: int | None = ...,
    confidence: float = ...,
    level: str | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Plan:
    """How many annotators and items a reference takes that another group would hardly change.

    Parameters
    ----------
    data
        A pilot: labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path. None:
        from an assumed `kappa`.
    target
        The share of the reference that another group of as many annotators may change at most (Δ_k). Where a category
        of the pilot is for nothing (`nothing=`), the share of what is marked.
    target_for
        A share for single categories of the pilot, which must be met too: {"Former": 0.05}.
    kappa, categories
        Without a pilot: the agreement that is assumed, and the number of categories.
    width
        The total width of the interval of Δ_k, which says how many items are needed.
    price
        What a label costs.
    items
        How many items there are, in place of `width`.
    confidence
        The confidence level of the interval.
    level
        Without a pilot: "ordinal" says that labels are on a scale, and that `kappa` is an ordinal α.
    only, without
        The annotators of the pilot who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Plan
        Annotators, items, labels, cost, and Δ_k (`variation`) with its interval.

    Raises
    ------
    DataError
        When the pilot has fewer than twenty items with two labels.
    UsageError
        When neither a pilot nor an assumed agreement is given.

    Notes
    -----
    From a pilot, k and the interval of Δ_k come from the populations fitted to it. From an assumed `kappa`, Δ_k is the
    middle between items that are all equally hard and a Dirichlet population, which are the bracket. On a scale the
    references are medians; without a pilot the bracket is of annotators who disagree by leaps and by steps. The number
    of items is 4 z² Δ (1 − Δ) / width².

    Examples
    --------
    >>> print(plan(target=0.05, kappa=0.8, categories=3))
    5 annotators × 348 items = 1,740 labels: two such references differ on 3.8% [0.4%, 7.1%]
    """

def project(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame | Lazy,
    *,
    label_columns: Sequence[str] | None = ...,
    reader: str | None = ...,
    kind: Literal["labels", "spans", "relations", "answers"] | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Project:
    r"""Read everything that was asked: all fields of an export, all questions of a table.

    Each field is what `accord.read` gives of it alone. A table of several questions has one row per item and annotator
    and one column per question; which columns are questions is recognised, and stands in `read_as`.

    Parameters
    ----------
    path
        A path or pattern, or several; or a data frame of any library that narwhals knows.
    label_columns
        The columns of a table that are questions.
    reader, kind, per, field, annotator_from, document_key, joined_by
        Which format, kind and layer are meant, where annotators and documents have their names, and which relations
        tie fragments of one unit.
    categories, level, nothing
        The categories in their order, the level of measurement, and the category that means 'nothing to annotate
        here', of all fields.
    item_column, annotator_column, label_column, time_column, cluster_column
        The columns of a table of labels.
    document_column, start_column, end_column, origin_column, target_column
        The columns of a table of spans or relations.
    symmetric, constraint
        The types of relations that hold in both directions, and what relations must form.
    annotators, table, counts, transpose, orientation, missing, set_separator, separator, encoding, header, sheet
        How a table is laid out.
    only, without, models, curator, gold_annotator, people, asked
        Who counts, who is what, and who was asked what.
    pool, strict, memory
        Whether files with the same annotators are put together, whether everything that was guessed is an error, and
        how much memory a table may take. All of these are as for `accord.read`.

    Returns
    -------
    Project
        A mapping from the names of the fields to their annotations.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways: with the place, what was found, and how to fix it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "survey.csv")
    ...     rows = "1,ann,yes,a\n1,bob,no,a\n2,ann,yes,b\n2,bob,yes,a\n"
    ...     _ = file.write_text("item,annotator,polite,tone\n" + rows, encoding="utf-8")
    ...     survey = project(file)
    >>> survey
    Project(2 items, 2 annotators: 'polite' (labels), 'tone' (labels))
    >>> survey["polite"]
    Labels(2 items, 2 annotators, 2 categories, level nominal, 0 missing)
    """

def promise(
    data: Labels | Given,
    k: int | None = ...,
    *,
    target: float = ...,
    target_for: Mapping[str, float] | None = ...,
    confidence: float = ...,
    listed: int = ...,
    reference: Literal["vote", "median"] | None = ...,
    pilot: Pilot | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Promise:
    """The sentence for a report: "With k other annotators of the same kind, x % of the reference labels would differ".

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    k
        How many other annotators; None: as many as an item has labels now.
    target
        The share that is asked for, of which the sentence says how many annotators it takes. Where a category is for
        nothing, it is a share of what is marked.
    target_for
        A share for single categories: {"Former": 0.05}.
    confidence
        The confidence level of the interval.
    listed
        How many coin tosses (items that another group may well label otherwise) are named at most.
    reference
        "vote" or "median"; None: the median on a scale, else the vote.
    pilot
        A `Pilot` that was made of these labels: it is not fitted again.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Promise
        `text` is the sentence.

    Raises
    ------
    DataError
        When the data cannot be read, or have no item with two labels.

    Examples
    --------
    >>> import accord
    >>> data = accord.counts([[4, 0], [3, 1], [0, 4], [4, 0], [0, 4], [2, 2], [4, 0], [0, 4]] * 5)
    >>> print(promise(data).text[:97])
    With 4 other annotators of the same kind, 9.9 % [0.0 %, 22.2 %] of the reference labels (the vote
    """

def rank_systems(
    gold: str | os.PathLike[str] | Answers | Labels | SoftLabels | Mapping[str, object] | Sequence[object],
    systems: str | os.PathLike[str] | Answers | Labels | SoftLabels | Mapping[str, object] | Sequence[object],
    metric: str = ...,
    compatibility: str | None = ...,
    mapping: str
    | os.PathLike[str]
    | Answers
    | Labels
    | SoftLabels
    | Mapping[str, object]
    | Sequence[object]
    | None = ...,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
) -> Ranking:
    """Systems ordered by their score, with intervals from items drawn anew and a paired test of each two.

    All systems see the same drawn items, so that what makes items hard does not blur their differences.

    Parameters
    ----------
    gold
        A path, Answers, or {item: {answer: count}}; for soft labels Labels, SoftLabels, or {item: {category: share}}.
    systems
        Several systems: a list of paths, Answers or {item: [guesses]}, as in `accord.score`.
    metric
        best, oot, best_mode, oot_mode, gap, best_normalised or coverage; of soft labels jensen_shannon, manhattan,
        wasserstein or cross_entropy, of which less is better.
    compatibility
        Follow an official script in everything: "semeval2007" or "semdis2014".
    mapping
        A campaign's table of forms: a path, or {target: {form: canonical form}}.
    confidence
        The confidence level of the intervals; None for no interval.
    replicates
        How many bootstrap samples the intervals rest on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators of the gold answers who count, and those who do not.

    Returns
    -------
    Ranking
        The systems in their order, and the tests of each two.

    Raises
    ------
    DataError
        When a file cannot be read, or a system answers no item of the gold standard.
    UsageError
        When there is no such metric.

    Examples
    --------
    >>> gold = {str(item): {"a": 3, "b": 1} for item in range(20)}
    >>> one = {str(item): ["a"] for item in range(20)}
    >>> two = {str(item): ["b"] if item < 15 else ["a"] for item in range(20)}
    >>> rank_systems(gold, [one, two], "best")
    Ranking(best: 1. system 0.750, 2. system (2) 0.375)
    """

@overload
def read(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame | Lazy,
    *,
    kind: Literal["labels"],
    reader: str | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Labels:
    r"""Read annotations from a file, folder, archive or pattern, or from several of them that are one data set.

    Tables are joined by the names of items and annotators, exports by the keys of their documents. Everything that is
    not told is recognised, and what was guessed stands in `read_as`.

    Parameters
    ----------
    path
        A path or pattern, or several; or a data frame of any library that narwhals knows.
    kind
        Which annotations are meant, where a file holds several kinds: "labels", "spans", "relations" or "answers".
    reader
        The name of the format, when the content should not decide.
    per
        Labels of each "token", "character" or "sentence" from spans: what was marked there, and `nothing` for the rest.
        Tokens are what white space parts, sentences what line breaks part.
    field
        The layer, question or tier that is meant, where an export has several of a kind.
    annotator_from
        Where the name of the annotator stands: in a "field" of the data, or in the name of the "dir", "file", "tier" or
        "set".
    document_key
        The field of an export that tells documents apart, by which annotators are joined.
    joined_by
        The type or field of relations that tie fragments of one discontinuous unit, where the tool has no such units.
    categories
        The categories in their order; else those that occur.
    level
        The level of measurement: "nominal", "ordinal", "interval", "ratio", "circular" or "sets".
    nothing
        The category that means 'nothing to annotate here'.
    item_column, annotator_column, label_column
        The columns of a long table; the first also of a wide one.
    time_column
        The column of a long table that says when each label was given: numbers or dates.
    cluster_column
        The column that says which items belong together, such as the sentences of one text.
    document_column, start_column, end_column
        The columns of a table of spans, besides those of annotators and labels.
    origin_column, target_column
        The columns of a table of relations, besides those of documents, annotators and labels.
    symmetric
        Types of relations that hold in both directions, besides those that the data say do.
    constraint
        What the relations of each annotator must form: "any", "dag", "forest", "tree" or "argument". A table says it in
        a column "constraint", and which relations hold in both directions in a column "symmetric".
    annotators
        The columns of a wide table that are annotators; the names of the two annotators of a contingency table.
    table
        Whether it is a square contingency table of two annotators, with the categories in the first row and column.
    counts
        Whether it has one row per item, one column per category, and how many annotators chose it.
    transpose
        Whether items and annotators (or rows and columns) are the other way round.
    orientation
        What the rows of a wide table are, "items" or "annotators", where it is not to be recognised.
    missing
        Labels that mean 'not asked', besides the empty cell.
    set_separator
        What stands between the labels of a set in one cell.
    separator
        What stands between the cells of a table: one character, or "tab".
    encoding
        The encoding of a text file.
    header
        Whether the first row of a table has the names of the columns.
    only, without
        The annotators who are measured, whatever they are, or who are not; patterns such as "gpt*" are allowed.
    models, curator, gold_annotator
        Who is a model, who adjudicates, and who is the gold standard.
    people
        A table of annotators with their roles (or a mapping): person, model, curator or gold.
    asked
        Who was asked what, where the data do not tell: "everyone", or a table of documents and annotators.
    pool
        Whether several files with the same annotators are put together.
    strict
        Whether everything that was guessed is an error.
    sheet
        The sheet of a workbook, by name or by number from 1.
    memory
        How much memory reading a table may take, such as "2GB". One that needs more (Parquet, CSV, TSV or JSON lines)
        is read in portions. Labels, with one row per label, are counted: each row of the result stands for all items
        that were rated alike. Without it, tables are read as a whole.

    Returns
    -------
    Labels, Spans, Relations or Answers
        As the content says, or as `kind` asks.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways: with the place, what was found, and how to fix it.
    UsageError
        When options contradict each other.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "ratings.csv")
    ...     _ = file.write_text("item,ann,bob\n1,yes,yes\n2,no,yes\n3,no,\n", encoding="utf-8")
    ...     data = read(file, level="nominal")
    >>> data
    Labels(3 items, 2 annotators, 2 categories, level nominal, 1 missing)
    """

@overload
def read(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame | Lazy,
    *,
    kind: Literal["spans"],
    reader: str | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Spans: ...
@overload
def read(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame | Lazy,
    *,
    kind: Literal["relations"],
    reader: str | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Relations: ...
@overload
def read(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame | Lazy,
    *,
    kind: Literal["answers"],
    reader: str | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Answers: ...
@overload
def read(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame | Lazy,
    *,
    kind: None = ...,
    reader: str | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Labels | Spans | Relations | Answers: ...
def read_campaign(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    reader: str | None = ...,
    kind: Literal["labels", "spans", "relations", "answers"] | None = ...,
    per: Literal["token", "character", "sentence"] | None = ...,
    field: str | None = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] | None = ...,
    document_key: str | None = ...,
    joined_by: str | None = ...,
    categories: Sequence[object] | None = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] | None = ...,
    nothing: object = ...,
    item_column: str | None = ...,
    annotator_column: str | None = ...,
    label_column: str | None = ...,
    time_column: str | None = ...,
    cluster_column: str | None = ...,
    document_column: str | None = ...,
    start_column: str | None = ...,
    end_column: str | None = ...,
    origin_column: str | None = ...,
    target_column: str | None = ...,
    symmetric: Sequence[str] | None = ...,
    constraint: str | None = ...,
    annotators: Sequence[str] | None = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] | None = ...,
    missing: Sequence[str] = ...,
    set_separator: str | None = ...,
    separator: str | None = ...,
    encoding: str | None = ...,
    header: bool = ...,
    only: Sequence[str] | None = ...,
    without: Sequence[str] | None = ...,
    models: Sequence[str] = ...,
    curator: Sequence[str] = ...,
    gold_annotator: Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int | None = ...,
    memory: str | int | None = ...,
) -> Campaign:
    r"""Everything in an export: documents, annotators, who was asked what, and all layers.

    `accord.read` gives one layer as annotations that can be measured; this gives all of them, to look at or to convert.

    Parameters
    ----------
    path
        A path or pattern, or several.
    reader, kind, per, field, annotator_from, document_key, joined_by
        Which format, kind and layer are meant, where annotators and documents have their names, and which relations
        tie fragments of one unit.
    categories, level, nothing
        The categories in their order, the level of measurement, and the category that means 'nothing to annotate here'.
    item_column, annotator_column, label_column, time_column, cluster_column
        The columns of a table of labels.
    document_column, start_column, end_column, origin_column, target_column
        The columns of a table of spans or relations.
    symmetric, constraint
        The types of relations that hold in both directions, and what relations must form.
    annotators, table, counts, transpose, orientation, missing, set_separator, separator, encoding, header, sheet
        How a table is laid out.
    only, without, models, curator, gold_annotator, people, asked
        Who counts, who is what, and who was asked what.
    pool, strict
        Whether files with the same annotators are put together, and whether everything that was guessed is an error.
        All of these are as for `accord.read`.
    memory
        Without use here: a campaign is read as a whole.

    Returns
    -------
    Campaign
        Its layers, documents and annotators; `accord.write` writes it in another format.

    Raises
    ------
    DataError
        When the data cannot be read, with the place, what was found, and how to fix it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "ratings.csv")
    ...     _ = file.write_text("item,ann,bob\n1,yes,yes\n2,no,yes\n", encoding="utf-8")
    ...     campaign = read_campaign(file)
    >>> campaign.annotators
    ('ann', 'bob')
    """

def reading_grid(
    data: Labels | Spans | Relations | Answers | Given,
    measure: str | Expression | Callable[..., object],
    degradations: Sequence[str | Expression | Sequence[str | Expression]] | None = ...,
    *,
    magnitudes: int | Sequence[float] | None = ...,
    repeats: int | None = ...,
    annotators: int | None = ...,
    seed: int = ...,
    against: str = ...,
    reference: str | (Labels | Spans | Relations | Answers) | None = ...,
    keep_reference: bool = ...,
    chance: str = ...,
    jobs: int = ...,
    backend: str | None = ...,
    cache: str | os.PathLike[str] | bool = ...,
    progress: Callable[[int, int], None] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Grid:
    """The curves by which a value of a measure is read: what error produces it, computed on your own data.

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path. Large data are represented by a part of
        them, drawn by the seed.
    measure
        An expression, "package.module:function", or a function of annotations that returns a number.
    degradations
        Names or combinations, as for `accord.sweep`; by default the usual ones that apply.
    magnitudes
        Their number, from 0 to 1, or the magnitudes themselves, to begin with: reading a value adds those near it. By
        default 11; 8 for measures that sample chance.
    repeats
        How often each magnitude is simulated. By default 8; 3, with 10 samples of chance, for measures that sample
        chance, unless the expression says how many samples.
    annotators
        How many are simulated; by default as many as there are, and at most 5 of spans where chance is sampled.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    against
        "pairs": simulated annotators with one another; "reference": each with the reference, averaged.
    reference
        The annotator who is the reference, or annotations that hold it; else what most annotators say.
    keep_reference
        Whether the first annotator stays undegraded.
    chance
        "own": measures that draw chance take it from the degraded annotations; "reference": from the reference, once,
        which is quicker, and 0 stays where it is. For the holistic measure and γ.
    jobs, backend
        How many processes compute it, and by what: "loky", "threading", "dask" or "ray". The result is the same.
    cache
        Where finished work is kept: True for the user's cache folder ($ACCORD_CACHE, or where the system keeps caches),
        a folder, or False for nowhere.
    progress
        `progress(done, all)` is called as cells finish.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Grid
        `grid.read(0.7)` says at what magnitude of each degradation the measure has this value.

    Raises
    ------
    UsageError
        When there is no such measure or degradation.

    Examples
    --------
    >>> from accord.degradations import labelled_items
    >>> grid = reading_grid(labelled_items(2000), "kappa", annotators=2, magnitudes=5, repeats=2, cache=False)
    >>> round(grid.read(0.25)[0].magnitude, 1)  # redraw: (1 − m)² = .25
    0.5
    """

@overload
def redacted(
    data: Labels,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Labels:
    """The same annotations to show to others: labels, offsets and ids stay, texts and the names of people do not.

    Values of measures and their intervals do not change. The digest of the data is another one.

    Parameters
    ----------
    data
        Annotations of any shape.
    only, without
        The annotators who are taken, and those who are not.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Labels, Spans, Relations or Answers
        As the data are.

    Notes
    -----
    texts
        Those of items, documents and units are left out.
    annotators
        They become "annotator 1", …, in an order that depends on what each annotated and not on any name: the same data
        with other names, or with annotators in another order, are redacted to the same.
    answers
        They are texts that annotators wrote: "answer 1", … replace them, the most frequent first.
    names
        Those of items, documents and given units are ids and stay; where they are sentences, the text itself, or were
        read from a column of texts, "item 1", … replace them. An id that contains a name stays.
    own units
        They are called by their offsets: annotation tools put the name of the user in their ids.
    times
        They count from the first one.
    files
        They are not named, and of each diagnostic only the title is left.

    Examples
    --------
    >>> from accord.annotations.building import labels
    >>> shown = redacted(labels([["a", "a"], ["a", "b"]], annotators=["Anna", "Bob"]))
    >>> shown.annotators, shown.categories
    (('annotator 1', 'annotator 2'), Categories(a, b))
    """

@overload
def redacted(
    data: Spans,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Spans: ...
@overload
def redacted(
    data: Relations,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Relations: ...
@overload
def redacted(
    data: Answers,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Answers: ...
@overload
def redacted(
    data: Answers | Labels | Relations | Spans | Given,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Answers | Labels | Relations | Spans: ...
def reference(
    data: Labels | Given,
    model: Literal["majority", "median", "dawid_skene", "mace", "glad"] | None = ...,
    *,
    gold: Mapping[str, object] | Mapping[int, object] | None = ...,
    smoothing: float = ...,
    restarts: int = ...,
    seed: int = ...,
    confidence: float = ...,
    max_iterations: int = ...,
    tolerance: float | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Reference:
    """The adjudicated reference: one label for each item with its probability, and the competence of the annotators.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    model
        "majority", "median", "dawid_skene", "mace" or "glad", see below; None: the median for ordinal, interval and
        ratio labels, the majority for all others.
    gold
        Labels that are known, {item: label}, by name or, where items have none, by number from 1.
    smoothing
        What is added to the counts of dawid_skene.
    restarts
        The random starts of mace, besides the vote.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    confidence
        The level of the intervals of competences.
    max_iterations
        After how many steps a model stops at the latest.
    tolerance
        A model stops when no parameter moves by so much any more: 1e-6 by default, and in dawid_skene, which fits
        accidents when it goes on, less than one label and one in a hundred of an annotator's.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Reference
        `labels`, their `probabilities`, and what to discuss.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such model.

    Notes
    -----
    majority
        The most frequent label; its probability is the share of the (first) labels that are equal to it. Of tied
        categories the one closest to the item's median on a scale, else the one that is more frequent in all; the tie
        is reported.
    median
        The middle label of a scale, with such a probability. Of two middle labels the one that more annotators gave to
        the item, then the one that is more frequent in all, then the lower; the tie is reported.
    dawid_skene
        Error rates of each annotator (Dawid & Skene 1979).
    mace
        Annotators know or spam (Hovy et al. 2013).
    glad
        Abilities and difficulties (Whitehill et al. 2009).

    All ratings enter the models, repeated ones too; vote and median take the first ones.

    Examples
    --------
    >>> from accord import labels
    >>> data = labels([["a", "a", "b"], ["a", "b", "b"], ["c", "a", "c"]])
    >>> reference(data).labels
    ['a', 'b', 'c']
    """

def relations(
    links: Mapping[str, Iterable[Sequence[object]] | None]
    | Mapping[str, Mapping[str, Iterable[Sequence[object]] | None]]
    | Sequence[Mapping[str, Iterable[Sequence[object]] | None] | Relations]
    | Given,
    units: Sequence[object] | Mapping[str, Sequence[object]] | Spans | Given | None = ...,
    *,
    document: str | None = ...,
    components: Mapping[str, object] | None = ...,
    symmetric: Iterable[object] = ...,
    constraint: str = ...,
    labels: Iterable[object] | None = ...,
    unit_texts: Mapping[str, Sequence[str]] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    models: str | Iterable[str] | None = ...,
    curator: str | Iterable[str] | None = ...,
    gold_annotator: str | Iterable[str] | None = ...,
    people: Mapping[str, str] | None = ...,
    strict: bool = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    asked: object = ...,
    pool: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Relations:
    """Relations from {annotator: [(origin, target), (origin, target, label), …]}, or {document: {annotator: […]}}.

    `accord.relations` also takes a data frame with a row for each relation, recognised by its columns (document,
    annotator, origin, target, label), and the path of a file; with these go all options of `accord.read`.

    Parameters
    ----------
    links
        Who drew what. None instead of a list: the annotator was not asked; an empty list: asked, and drew nothing. A
        list of such mappings is a corpus whose documents are numbered. Or a data frame; or a path.
    units
        The units of the document, or {document: units}, in reading order; of numbered documents a list for each, or one
        for all. Or the annotators' own units as Spans. Beside a data frame a second one: document and unit, or spans
        whose `id` is what relations call them. Else units are those that relations name.
    document
        The name of the one document.
    components
        Units in the structure beside those that are linked: {annotator: [unit, …]} or {annotator: {unit: type}}, by
        document where there are several.
    symmetric
        The types of relations that hold in both directions.
    constraint
        What the graphs must be: any, dag, forest, tree or argument.
    labels
        The types of relations in their order; else those that occur.
    unit_texts
        The texts of the units of each document.
    only, without, models, curator, gold_annotator, people, strict
        As for `labels`.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Relations
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When a relation cannot be, such as one between a unit and itself, or violates the constraint.

    Examples
    --------
    >>> relations({"A": [(1, 2), (2, 3, "support")], "B": [(1, 3), (2, 3)]}, units=[1, 2, 3])
    Relations(1 document, 2 annotators, 3 units, 4 relations, 1 type)
    """

@overload
def report(
    data: Labels | NDArray[np.generic],
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Findings:
    """Write the report of the data, and return the findings it shows.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path; or
        findings, and a list of them, of which the page is written as they are; or a project, whose questions stand on
        one page.
    path
        The page to write; None to write nothing.
    measures
        One expression, such as "alpha", or several; None for those that apply to the data.
    title, introduction, views, alignment, reference, task, annotated_by
        As in `accord.findings`.
    grid
        Also read values as the error that produces them, which takes seconds for spans.
    features
        A table of what items are like, to tell which are hard.
    cluster
        The column of that table that says which items belong together.
    redact
        Leave out all texts and names of annotators.
    confidence, replicates, seed, rng, resample, method, undefined
        How values and intervals are computed, as in `accord.measure`.
    only, without
        The annotators that it is about, and those that it is not.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Findings, SpanFindings, RelationFindings or AnswerFindings
        What `accord.findings` gives; of a list of findings, Reports, which is a sequence of them; of a project,
        ProjectFindings, which has those of each question and what is visible across them.

    Raises
    ------
    DataError
        When the data cannot be read, or the page cannot be written.
    UsageError
        When there is no such measure, or an option is for annotations of another shape.

    Examples
    --------
    >>> import accord
    >>> found = accord.report([["a", "a"], ["b", "a"], ["b", "b"]], None, "alpha", confidence=None)
    >>> found.results["alpha"]
    Result(alpha = 0.444)
    """

@overload
def report(
    data: Spans,
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> SpanFindings: ...
@overload
def report(
    data: Relations,
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> RelationFindings: ...
@overload
def report(
    data: Answers,
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> AnswerFindings: ...
@overload
def report(
    data: OneShape,
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> OneShape: ...
@overload
def report(
    data: Sequence[SharedFindings],
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Reports[Findings | SpanFindings | RelationFindings | AnswerFindings]: ...
@overload
def report(
    data: Project,
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> ProjectFindings: ...
@overload
def report(
    data: Answers | Labels | Relations | Spans | Given,
    path: str | os.PathLike[str] | None = ...,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    grid: bool = ...,
    features: str | None = ...,
    cluster: str | None = ...,
    redact: bool = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Findings | SpanFindings | RelationFindings | AnswerFindings: ...
def sample_size(
    data: Labels | Iterable[Labels] | Given | None = ...,
    measure: str | Expression = ...,
    *,
    width: float,
    kappa: float | None = ...,
    categories: int | None = ...,
    prevalence: float | Sequence[float] | None = ...,
    annotators: int = ...,
    confidence: float = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> SampleSize:
    """How many items a confidence interval of a given width takes: (2 z σ / width)², σ/√n the standard error.

    Parameters
    ----------
    data
        A pilot of twenty items or more: labels, a data frame, an array or rows of labels, or a path. None: from an
        assumed `kappa`.
    measure
        A name or an expression, such as "alpha(level='ordinal')".
    width
        The total width of the interval.
    kappa
        Without a pilot: the agreement that is assumed.
    categories, prevalence
        Without a pilot: the number of categories, or their shares; a number for the first of two.
    annotators
        Without a pilot: how many there are.
    confidence
        The confidence level of the interval.
    only, without
        The annotators of the pilot who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    SampleSize
        `items`; from a pilot it is an extrapolation, between `items_low` and `items_high`.

    Raises
    ------
    DataError
        When the pilot has fewer than twenty items.
    UsageError
        When neither a pilot nor an assumed agreement is given.

    Notes
    -----
    From a pilot, σ is its standard error times √n, analytic or else by the bootstrap. Without one, annotators have the
    same habits: an annotator knows the item's category with probability √κ and otherwise draws from the shares (for two
    annotators the common correlation model of Donner & Eliasziw 1992). σ is then that of Fleiss, Cohen & Everitt 1969
    for two annotators, as in Flack et al. 1988, and of Gwet 2014 for more.

    Examples
    --------
    Two annotators, κ = .6, categories used alike:

    >>> print(sample_size(width=0.2, kappa=0.6, categories=2))
    246 items: 0.600 [0.500, 0.700] at 95%
    """

def score(
    gold: str | os.PathLike[str] | Answers | Labels | SoftLabels | Mapping[str, object] | Sequence[object],
    system: str | os.PathLike[str] | Answers | Labels | SoftLabels | Mapping[str, object] | Sequence[object],
    metric: str = ...,
    compatibility: str | None = ...,
    mapping: str
    | os.PathLike[str]
    | Answers
    | Labels
    | SoftLabels
    | Mapping[str, object]
    | Sequence[object]
    | None = ...,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
) -> Result:
    """What a system earns against gold answers: the recall, beside its precision and the ceiling of any system; or how
    far its labels are from people's soft labels.

    Parameters
    ----------
    gold
        A path, Answers, or {item: {answer: count}}; for soft labels Labels, SoftLabels, or {item: {category: share}}.
    system
        A path, Answers of one annotator, or {item: [guesses]}, the best guess first; for soft labels also Labels,
        SoftLabels, {item: {category: probability}} or {item: label}.
    metric
        best, oot, best_mode, oot_mode, gap, best_normalised or coverage; of soft labels jensen_shannon, manhattan,
        wasserstein or cross_entropy, of which less is better.
    compatibility
        Follow an official script in everything: "semeval2007" or "semdis2014".
    mapping
        A campaign's table of forms: a path, or {target: {form: canonical form}}.
    confidence
        The confidence level of the interval; None for no interval.
    replicates
        How many bootstrap samples the interval rests on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators of the gold answers who count, and those who do not.

    Returns
    -------
    Result
        `float(result)` is the recall, or the mean distance; what stands beside it is in `components`.

    Raises
    ------
    DataError
        When a file cannot be read, or the system answers no item of the gold standard.
    UsageError
        When there is no such metric.

    Examples
    --------
    >>> gold = {"espace.n 229": {"zone": 2, "lieu": 2, "emplacement": 1, "endroit": 1, "place": 1, "superficie": 1,
    ...                          "environnement": 1}}
    >>> guesses = "distance aire terrain zone lieu surface temps région écart étendue".split()
    >>> print(score(gold, {"espace.n 229": guesses}, confidence=None))  # Tanguy, Fabre & Mercier 2016: 0,44
    oot = 0.444
    >>> said = {"s1": {"yes": 3, "no": 1}, "s2": {"yes": 0, "no": 4}}
    >>> print(score(said, {"s1": {"yes": 0.5, "no": 0.5}, "s2": "no"}, "manhattan", confidence=None))
    manhattan = 0.250
    """

def simulated_annotators(
    data: Labels | Given,
    annotators: int,
    *,
    mean: float | None = ...,
    amplitude: float = ...,
    other: Literal["own", "uniform", "confusion", "adjacent"] = ...,
    epsilon: float = ...,
    reference: Sequence[object] | None = ...,
    seed: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Labels:
    """Annotators who err as often as asked, on the items where the real ones disagree (Bregeon et al. 2019, 4.3.1).

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    annotators
        How many are simulated.
    mean, amplitude
        Each annotator errs on nbe ~ U{M − A … M + A} items: M `mean`, by default the mean number of errors, and A
        `amplitude`. Unless both are whole, a uniform real number in [M − A, M + A] is drawn and rounded, so that a real
        M is met only up to rounding when A is small.
    other
        What an annotator who errs says instead: "own", "uniform", "confusion" or "adjacent", see below.
    epsilon
        What is added to the weight of each item; with 0, items without a disagreement are never drawn.
    reference
        The right label of each item; None: the majority vote, ties drawn at random.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Labels
        Items without a label stay without one. The categories are those of the data even where nobody uses one.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When a number is out of its range.

    Notes
    -----
    r_j is the reference of item j, f_j the share of the item's own labels that are not r_j, and Meo = Σ f_j the mean
    number of errors. The items of an annotator's errors are drawn one by one without replacement with weights f_j +
    `epsilon`; all others are labelled r_j. Instead of r_j an annotator says:

    own
        One of the item's labels that are not r_j, as often as they were given.
    uniform
        Any other category, all equally likely.
    confusion
        What was said instead of r_j on all items that have this reference, as often as it was said.
    adjacent
        The next lower or higher category, equally likely; the categories need an order (a circular scale has no ends).

    Where `own` or `confusion` know no other label (an item without a disagreement, reached through `epsilon`), it is
    drawn as by `uniform`. Only first ratings count. The first annotators do not depend on how many are asked for.

    Examples
    --------
    >>> from accord import labels
    >>> data = labels([["a", "a", "b"], ["b", "b", "b"], ["c", "a", "c"], ["a", "a", "a"]])
    >>> simulated_annotators(data, 5, mean=1)
    Labels(4 items, 5 annotators, 3 categories, level nominal, 0 missing)
    """

def smallest_k(
    target: float,
    kappa: float | None,
    categories: int | None = ...,
    model: Literal["homogeneous", "unanimous", "beta", "dirichlet", "empirical"] = ...,
    against: Literal["reference", "group"] = ...,
    coefficient: str = ...,
    most: int = ...,
    **parameters: Unpack[ModelParameters],
) -> int | None:
    """The fewest annotators who change at most a given share of the reference.

    Parameters
    ----------
    target
        The share of the reference that may change.
    kappa
        The value of the coefficient.
    categories
        The number of categories.
    model, against, coefficient
        How errors lie on the items, what is compared, and what was measured: see `accord.expected_variation`.
    most
        The most annotators that are tried.
    **parameters
        Those of the model: `prevalence`, `errors`, `unanimous`, `phi` or `counts`.

    Returns
    -------
    int or None
        None when more than `most` are needed.

    Raises
    ------
    UsageError
        When the model cannot have such a coefficient, or lacks a parameter.

    Examples
    --------
    >>> smallest_k(0.05, 0.67, 5), smallest_k(0.05, 0.67, 5, model="dirichlet"), smallest_k(0.01, 0.0, 2)
    (3, 26, None)
    """

def smallest_kappa(
    target: float,
    categories: int,
    k: int,
    model: Literal["homogeneous", "unanimous", "beta", "dirichlet", "empirical"] = ...,
    against: Literal["reference", "group"] = ...,
    coefficient: str = ...,
    **parameters: Unpack[ModelParameters],
) -> float:
    """The least agreement at which k annotators change at most a given share of the reference.

    The variation falls as agreement grows. When all agreement that the model can have is enough, its least is returned.

    Parameters
    ----------
    target
        The share of the reference that may change.
    categories
        The number of categories.
    k
        How many annotators make a reference.
    model, against, coefficient
        How errors lie on the items, what is compared, and what was measured: see `accord.expected_variation`.
    **parameters
        Those of the model: `prevalence`, `errors`, `unanimous`, `phi` or `counts`.

    Returns
    -------
    float
        The value of the coefficient.

    Raises
    ------
    UsageError
        When `target` is not between 0 and 1, or the model lacks a parameter.

    Examples
    --------
    >>> [round(smallest_kappa(0.05, 5, k), 4) for k in (2, 3, 8)]
    [0.8789, 0.6481, 0.3006]
    """

def soft_labels(
    data: Labels | Given,
    model: Literal["majority", "median", "dawid_skene", "mace", "glad"] | None = ...,
    *,
    people: object = ...,
    by: str | Iterable[str] | None = ...,
    min_group: int = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> SoftLabels:
    """Soft labels: the distribution of the labels of each item, which keeps what a vote throws away.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    model
        None: the shares of the labels, each annotator's first. "dawid_skene", "mace" or "glad": the probabilities of
        that model of annotators, as in `accord.reference`.
    people
        What the annotators are, for soft labels of groups: the path of a table or a data frame with a column of their
        names, or a mapping from annotators to their group, or to a mapping of attributes.
    by
        The attributes that make groups, such as "gender". None, with a mapping from annotators to groups: "group".
    min_group
        Groups of fewer people have no soft labels of their own.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    SoftLabels
        `shares` is an array (items × categories), `to_frame()` has a row for each item and category; `groups` has the
        same of each group.

    Raises
    ------
    DataError
        When the data cannot be read, or no group is large enough.

    Examples
    --------
    >>> import accord
    >>> soft = accord.soft_labels([["a", "a", "b"], ["b", "b", "b"]])
    >>> soft.to_frame()["share"].round(2).to_list()
    [0.67, 0.33, 0.0, 1.0]
    """

@overload
def span_findings(
    data: Labels | NDArray[np.generic],
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Findings:
    """The old name of `accord.findings`, with a DeprecationWarning.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measures
        One expression, such as "alpha", or several; None for those that apply to the data.
    title, introduction
        What to show at the top of the report.
    views
        Of labels: how else to see them, side by side, such as "merge A+B".
    alignment
        Of spans: one that was made before; the best one is computed otherwise.
    reference
        Of spans: the annotator who decides what is missed and what is spurious; the majority does otherwise.
    task, annotated_by
        What was annotated, in words, and who annotated ("crowd", "experts", "trained", "survey"): public data sets like
        these are what the main value is compared with, as in `accord.place`.
    confidence, replicates, seed, rng, resample, method, undefined
        How values and intervals are computed, as in `accord.measure`.
    only, without
        The annotators that it is about, and those that it is not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Findings, SpanFindings, RelationFindings or AnswerFindings
        By the shape of the data. `found.verdict` says it in three sentences; `found.tables` has every table of the
        report as a data frame, `found.charts` every figure.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.
    UsageError
        When there is no such measure, or an option is for annotations of another shape.

    Examples
    --------
    >>> import accord
    >>> found = accord.findings([["a", "a"], ["b", "a"], ["b", "b"]], "alpha", confidence=None)
    >>> found.verdict[0]
    "Krippendorff's α is 0.444: below the .667 under which Krippendorff (2004) advises against using data."
    >>> found.tables["usage"].records()
    [{'category': 'a', 'times': 3, 'share': 0.5}, {'category': 'b', 'times': 3, 'share': 0.5}]
    """

@overload
def span_findings(
    data: Spans,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> SpanFindings: ...
@overload
def span_findings(
    data: Relations,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> RelationFindings: ...
@overload
def span_findings(
    data: Answers,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> AnswerFindings: ...
@overload
def span_findings(
    data: Answers | Labels | Relations | Spans | Given,
    measures: str | Expression | Sequence[str | Expression] | None = ...,
    *,
    title: str | None = ...,
    introduction: str = ...,
    views: str | View | Sequence[str | View] = ...,
    alignment: Alignment | None = ...,
    reference: str | None = ...,
    task: str | None = ...,
    annotated_by: Literal["crowd", "experts", "trained", "survey"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Findings | SpanFindings | RelationFindings | AnswerFindings: ...
def spans(
    units: Iterable[tuple[object, ...]] | Mapping[str, Iterable[tuple[object, ...]]] | Given,
    annotators: Sequence[str] | None = ...,
    document: str | None = ...,
    length: float | Mapping[str, float] | None = ...,
    *,
    texts: Mapping[str, str] | None = ...,
    categories: Iterable[object] | None = ...,
    asked: str | Iterable[tuple[str, str]] | Mapping[str, Iterable[str]] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    models: str | Iterable[str] | None = ...,
    curator: str | Iterable[str] | None = ...,
    gold_annotator: str | Iterable[str] | None = ...,
    people: Mapping[str, str] | None = ...,
    strict: bool = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    pool: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Spans:
    """Spans from (annotator, start, end, category) tuples of one document, or from a mapping of documents to such.

    `accord.spans` also takes a data frame with a row for each unit, recognised by its columns (document, annotator,
    start, end, category), and the path of a file; with these go all options of `accord.read`.

    Parameters
    ----------
    units
        The tuples, whose category may be left out or None; a mapping of documents to them; a data frame; a path. A
        discontinuous unit has a list of its fragments in the place of both bounds: ("A", [(3, 6), (18, 20)], "x").
    annotators
        Everybody who was asked, so that those who annotated nothing count. Annotators keep that order, or that of
        their first unit.
    document
        The name of the one document of a list of tuples.
    length
        The length of the document, or of each.
    texts
        The texts of documents; positions then count their characters.
    categories
        The categories in their order; else those that occur.
    asked
        Who was asked about which of several documents: "everyone" (so it is taken, and said, where it is not told),
        (document, annotator) pairs, or a mapping of documents to annotators.
    only, without, models, curator, gold_annotator, people, strict
        As for `labels`.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Spans
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When a unit cannot be, such as one that ends before it starts.

    Examples
    --------
    >>> spans([("A", 0, 10, "x"), ("B", 1, 10, "x")], annotators=["A", "B", "C"], length=60)
    Spans(1 document, 3 annotators, 2 units, 1 category)
    >>> import accord, polars
    >>> frame = polars.DataFrame({"annotator": ["A", "B"], "start": [0, 1], "end": [10, 10], "category": ["x", "x"]})
    >>> accord.spans(frame)
    Spans(1 document, 2 annotators, 2 units, 1 category)
    """

def stability(
    data: Labels | Spans | Relations | Answers | Given,
    k: int = ...,
    against: Literal["reference", "group", "all", "disjoint"] = ...,
    *,
    reference: str | Callable[[Labels], object] | None = ...,
    method: Literal["exact", "sample"] | None = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators"] = ...,
    groups: int | None = ...,
    match: Literal["exact", "overlap", "link"] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Stability:
    """The share of the reference that k annotators would change: τ or Δ (Bregeon et al. 2019).

    Parameters
    ----------
    data
        Labels, spans, relations or answers, a data frame, an array or rows of labels (items × annotators), or a path.
    k
        How many annotators make a reference.
    against
        "reference": τ_k, the reference of all annotators beside that of k of them. "group": Δ_k, two groups of k who
        share nobody. "all" and "disjoint" are their other names.
    reference
        How labels become a reference: "vote" (ties shared evenly), "median", "dawid_skene", "mace", "glad", or a
        function from labels to one label per item. None: the median for ordered categories, else the vote.
    method
        "exact": the mean over all groups, by dynamic programming over categories, for vote and median; "sample":
        `groups` groups are drawn. None: exact where it can be.
    confidence
        The confidence level of the interval; None for no interval.
    replicates
        How many bootstrap samples the interval rests on.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    resample
        What the interval draws anew: "items" or "annotators".
    groups
        How many groups are drawn where not all are taken.
    match
        Of units, links and answers, what counts as the same: "exact" (bounds and category of a unit, ends and label of
        a link), "overlap" of units, or "link", the ends of a link alone.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Stability
        `float(found)` is the share; `low` and `high` are its interval.

    Raises
    ------
    DataError
        When the data cannot be read, or no item has k labels (2 k for disjoint groups).

    Notes
    -----
    The reference of a group that finds units, draws links or gives answers is its consensus: the units of the best
    alignment that more than half of it found, the links that more than half drew, the most frequent answers. Two
    references are compared by F, and 1 − F is the share that changes, on average over all pairs of groups, or over
    `groups` of them (100 by default); the interval draws documents anew.

    In τ the reference contains the group's own votes; Δ is the unbiased one for "had I asked k others instead of k",
    and larger. Missing labels: each item has its own annotators and is left out when they are fewer than k (2 k for
    disjoint groups).

    Examples
    --------
    Eight annotators; two groups of three of them differ on 37 % of the items, and their vote from that of all on 21 %:

    >>> import accord
    >>> rows = ["10001100", "00220002", "22220202", "11111111", "11111211", "00002002", "01022211", "00221122",
    ...         "10000010", "12010121", "02002000", "00000012"]
    >>> data = accord.labels([list(row) for row in rows], level="nominal")
    >>> print(stability(data, 3, confidence=None), stability(data, 3, "group", confidence=None))
    τ(k=3) = 0.207 Δ(k=3) = 0.366
    """

def stability_curve(
    data: Labels | Given | None = ...,
    k: int | Sequence[int] = ...,
    against: Literal["reference", "group"] | None = ...,
    *,
    beside: Mapping[str, Labels] | None = ...,
    views: Sequence[str] = ...,
    views_only: bool = ...,
    method: Literal["exact", "sample"] = ...,
    windows: int | None = ...,
    groups: int = ...,
    means: Sequence[float] | None = ...,
    sigma: float = ...,
    items: int | None = ...,
    categories: int | None = ...,
    unanimous: float = ...,
    prevalence: Sequence[float] | None = ...,
    seed: int = ...,
    name: str = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> StabilityCurve:
    """κ of groups and the share of the reference that changes: the curves of Bregeon et al. (2019) from your own data.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path; None: made-up
        annotators around a made-up reference (table 1 of the paper), with so many `items` and `categories`.
    k
        How many annotators make a reference; several sizes give a line each.
    against
        "reference": E_k, beside the reference of all; "group": Δ_k, between two groups. None: the reference, where
        there is one.
    beside
        Other labels by name, a line each (figures 5 and 6).
    views
        Other views of the same labels as well, such as "merge a+b"; see `accord.view`.
    views_only
        Only the views, not the labels as they are.
    method
        "exact": the items of the data with more or fewer errors, in expectation. "sample": `groups` groups of simulated
        annotators who err where real ones disagree, as in the paper (figures 3 to 6).
    windows
        Real annotators, so many at a time, in their order; the last of one window is the first of the next (figure 2).
    groups
        How many groups are simulated at each point.
    means
        On how many items a simulated annotator errs, a point each. None: from few to most of those that can be drawn.
    sigma, items, categories, unanimous, prevalence
        Without data: the standard deviation of the number of errors, the numbers of items and of categories, the share
        of items on which nobody errs, and the share of each category.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    name
        What the data are called in tables and figures.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    StabilityCurve
        `lines`, each with its `points`; `chart()` draws them.

    Raises
    ------
    DataError
        When the data cannot be read, or no item has k labels.
    UsageError
        When a number is out of its range.

    Examples
    --------
    >>> import accord
    >>> rows = ["10001100", "00220002", "22220202", "11111111", "11111211", "00002002", "01022211", "00221122"]
    >>> data = accord.labels([list(row) for row in rows], level="nominal")
    >>> [line] = accord.stability_curve(data, 3)
    >>> print(f"{line.own.kappa:.3f} {line.own.change:.3f}")  # of the groups of three among the eight
    0.322 0.225
    >>> [line] = accord.stability_curve(None, 4, items=60, categories=3, means=[1.57], sigma=0.4, groups=200)
    >>> print(f"{line.points[0].kappa:.2f}")  # the last κ of table 1
    0.92
    """

def sweep(
    data: Labels | Spans | Relations | Answers | Given,
    degradations: Sequence[str | Expression | Sequence[str | Expression]] | str | None = ...,
    measures: Sequence[str | Expression | Callable[..., object]]
    | (str | Expression | Callable[..., object])
    | None = ...,
    magnitudes: int | Sequence[float] = ...,
    repeats: int = ...,
    annotators: int = ...,
    seed: int = ...,
    *,
    against: str = ...,
    reference: str | None = ...,
    keep_reference: bool = ...,
    chance: str = ...,
    weights: Sequence[float] | str | None = ...,
    jobs: int = ...,
    backend: str | None = ...,
    cache: str | os.PathLike[str] | None = ...,
    progress: Callable[[int, int], None] | None = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Sweep:
    """What values measures take on simulated annotators, at rising magnitudes of degradation.

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path.
    degradations
        Names, such as "shift(k=1.2)", or combinations: "flip+retarget" or a list of names; "observed" is the mix of
        errors that the annotators of the data make. By default all that apply.
    measures
        Expressions, "package.module:function", or functions of annotations that return a number. By default those that
        are shown.
    magnitudes
        Their number, from 0 to 1, or the magnitudes themselves.
    repeats
        How often each magnitude is simulated.
    annotators
        How many are simulated.
    seed, rng
        The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.
    against
        "pairs": simulated annotators with one another; "reference": each with the reference, averaged.
    reference
        The annotator who is the reference; else the only one, or what most annotators say.
    keep_reference
        Whether the first annotator stays undegraded.
    chance
        "own": measures that draw chance take it from the degraded annotations, and 0 moves with them; "reference":
        from the reference, once, so that 0 stays where it is. For the holistic measure and γ.
    weights
        The proportion of the errors in each combination; "observed": what the annotators of the data do.
    jobs, backend
        How many processes compute it, and by what: "loky", "threading", "dask" or "ray". The result is the same.
    cache
        The folder in which finished cells are kept: a sweep that was stopped goes on where it was.
    progress
        `progress(done, all)` is called as cells finish.
    only, without
        The annotators who count, and those who do not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    Sweep
        `rows()` has a value for each degradation, magnitude, repetition and measure.

    Raises
    ------
    UsageError
        When there is no such measure or degradation, or it does not apply to the data.

    Examples
    --------
    >>> from accord.degradations import labelled_items
    >>> made = sweep(labelled_items(200), ["redraw"], ["kappa"], magnitudes=[0, 1], repeats=2, annotators=2)
    >>> [round(row["value"], 1) for row in made.rows() if row["magnitude"] == 0]
    [1.0, 1.0]
    """

def view(
    data: Labels | Given,
    text: str,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> View:
    """See labels as a text says: `without X`, `merge A+B`, `universe N`, `cut 0 1 2`, chained with semicolons.

    Parameters
    ----------
    data
        Labels.
    text
        The steps, in their order.
    only, without
        The annotators who are taken, and those who are not.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    View
        Its `labels` are the same data seen that way.

    Raises
    ------
    UsageError
        When a step cannot be read, or names a category that is not there.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[71, 8, 7], [13, 69, 8], [23, 15, 18840]], ["Former", "New", "Nothing"])
    >>> view(table, "without Nothing").labels
    Labels(161 items, 2 annotators, 2 categories, level nominal, 0 missing)
    >>> view(table, "merge Former+New as Gene; without Nothing").labels.categories
    Categories(Gene)
    """

def zero_test(
    data: Labels | Iterable[Labels] | Given,
    measure: str | Expression,
    *,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    **reading: Unpack[ReadingOptions],
) -> ZeroTest:
    """Test whether κ is 0 in the population of items, with the standard error that it then has.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measure
        A coefficient that has such a standard error: "kappa", "fleiss", …
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.
    **reading
        How to read data that are not annotations yet: the options of `accord.read`.

    Returns
    -------
    ZeroTest
        `value`, `z` and `p`.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such measure, or it has no such standard error.

    Examples
    --------
    Fleiss 1971, p. 381, for the agreement of six psychiatrists on 30 patients; the standard error is that of Fleiss,
    Nee & Landis 1979:

    >>> import accord
    >>> diagnoses = (
    ...     "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    ...     "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
    ... )
    >>> print(zero_test(accord.counts([[*map(int, patient)] for patient in diagnoses.split()]), "fleiss"))
    fleiss = 0.430, z = 17.65, p < 0.001
    """

def ac1(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Gwet's AC1: agreement corrected for items that are hard to label.

    Annotators guess only on hard items; the value stays high when one category is frequent. Items with
    one label have no pair, but stay in the categories' shares; Krippendorff's α leaves them out of
    both.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Gwet 2008
    Gwet 2014
    """

def ac2(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Gwet's AC2: AC1 with weights between categories.

    As AC1; weights='linear', 'quadratic', 'ordinal', … or a matrix. Items with one label have no pair,
    but stay in the categories' shares; Krippendorff's α leaves them out of both.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: 'quadratic'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Gwet 2014
    """

@overload
def alpha(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    level: Literal[None, "nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    distance: object = ...,
    period: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Result:
    """Krippendorff's α of labels and of answers.

    Chance labels are drawn without replacement from the labels that were given. Only pairable labels
    count: an item with one label is left out of D_o and of D_e.

    Chance sets are drawn without replacement from all sets that were given; where items have different
    targets hardly any two share an answer, D_e is near 1 and α near the plain agreement. An item
    answered by one annotator is left out of D_o and of D_e.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    level
        The level of measurement; None: that of the data. One of None, 'nominal', 'ordinal', 'interval',
        'ratio', 'circular', 'sets'. Default: None.
    distance
        The distance between two labels, in place of the level's. One of None, 'masi_passonneau',
        'masi_nltk', 'masi_dkpro', 'jaccard', 'linear', 'quadratic', 'ordinal', 'radical', 'ratio',
        'circular', 'bipolar' or a matrix of distances, or in Python a function of two labels. Default:
        None.
    period
        On a circular scale, after how much it begins again: 24 for hours, 360 for degrees. Default:
        None.
    similarity
        How alike two sets of answers are. One of 'jaccard', 'dice', 'masi', 'masi_nltk'. Default:
        'masi'.
    empty
        Two annotators without an answer gave the same one, or are left out. One of 'same', 'leave out'.
        Default: 'same'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff 2004
    Krippendorff 2011
    Passonneau 2006
    """

@overload
def alpha(
    data: Answers | Given,
    /,
    *,
    similarity: Literal["jaccard", "dice", "masi", "masi_nltk"] = ...,
    empty: Literal["same", "leave out"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Krippendorff's α of labels and of answers.

    Chance labels are drawn without replacement from the labels that were given. Only pairable labels
    count: an item with one label is left out of D_o and of D_e.

    Chance sets are drawn without replacement from all sets that were given; where items have different
    targets hardly any two share an answer, D_e is near 1 and α near the plain agreement. An item
    answered by one annotator is left out of D_o and of D_e.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    level
        The level of measurement; None: that of the data. One of None, 'nominal', 'ordinal', 'interval',
        'ratio', 'circular', 'sets'. Default: None.
    distance
        The distance between two labels, in place of the level's. One of None, 'masi_passonneau',
        'masi_nltk', 'masi_dkpro', 'jaccard', 'linear', 'quadratic', 'ordinal', 'radical', 'ratio',
        'circular', 'bipolar' or a matrix of distances, or in Python a function of two labels. Default:
        None.
    period
        On a circular scale, after how much it begins again: 24 for hours, 360 for degrees. Default:
        None.
    similarity
        How alike two sets of answers are. One of 'jaccard', 'dice', 'masi', 'masi_nltk'. Default:
        'masi'.
    empty
        Two annotators without an answer gave the same one, or are left out. One of 'same', 'leave out'.
        Default: 'same'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff 2004
    Krippendorff 2011
    Passonneau 2006
    """

def alpha_heads(
    data: Relations | Given,
    /,
    *,
    labelled: Literal[False, True] = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Krippendorff's α over heads: any number of annotators.

    Chance heads are drawn without replacement from the heads that were given in the same document. Only
    units that two annotators were asked about count.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    labelled
        Whether labels must be the same, too. One of False, True. Default: False.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff 2004
    Krippendorff 2011
    """

def alpha_masi(
    data: Relations | Given,
    /,
    *,
    distance: Literal["masi_passonneau", "masi_nltk", "masi_dkpro", "jaccard"] = ...,
    outside: Literal["alone", "missing"] = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """α with MASI: any number of annotators, entities compared as sets of mentions.

    Chance entities are drawn without replacement from those that mentions of the same document were
    given. A unit that an annotator did not mark is an entity of its own (outside='alone') or no value
    ('missing').

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    distance
        The distance of two entities as sets of mentions. One of 'masi_passonneau', 'masi_nltk',
        'masi_dkpro', 'jaccard'. Default: 'masi_passonneau'.
    outside
        A unit that an annotator did not mark is an entity of its own, or no value. One of 'alone',
        'missing'. Default: 'alone'.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Passonneau 2004
    Passonneau 2006
    Krippendorff 2004
    """

def alpha_ted(
    data: Relations | Given,
    /,
    *,
    metric: Literal["plain", "diff", "norm"] = ...,
    labelled: Literal[False, True] = ...,
    exact: Literal[None, True, False] = ...,
    precision: float = ...,
    samples: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """α with tree edit distance: any number of annotators.

    Chance trees are drawn without replacement from all trees of the corpus, whatever their document.
    D_e is over all pairs of trees (exact=True) or over random pairs (False), as many as precision=
    needs or samples= says; exact=None takes all where their tables have at most 200 million cells, as
    with 500 trees of 25 words. A tree has heads: relations of symmetric types are taken as drawn. Only
    documents that two annotators were asked about count.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    metric
        The distance of two trees: plain edits, less the difference of their sizes, or by their sizes.
        One of 'plain', 'diff', 'norm'. Default: 'plain'.
    labelled
        Whether labels must be the same, too. One of False, True. Default: True.
    exact
        All pairs of trees, or random ones; None: all where that takes seconds. One of None, True,
        False. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Skjærholt 2014
    Zhang & Shasha 1989
    Krippendorff 2004
    """

def alpha_u(
    data: Spans | Given,
    /,
    *,
    category: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """α_U: how far units of the same category are apart (Krippendorff 1995, 2004).

    Units of one annotator and category do not overlap; positions are whole numbers, as of characters.
    Categories are never compared with each other: a unit in another category is a unit that was missed.
    Documents that fewer than two annotators were asked about are left out, units without length do not
    count. An annotator who found nothing in a document left one gap.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    category
        The category that it is about; None: all of them. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff 1995
    Krippendorff 2004
    """

def annotator_bias(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Annotator bias: what the annotators' different habits take off the expected agreement.

    Any number of annotators and categories. 0: all use the categories equally often, and π = κ. As for
    fleiss and multi_kappa.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Artstein & Poesio 2005
    Artstein & Poesio 2008
    """

def b3(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """B³: F1 of the share of each mention's entity that the other has too.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Bagga & Baldwin 1998
    Pradhan et al. 2014
    """

def bangdiwala(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Bangdiwala's B: the share of the agreement chart that agreement fills, two annotators.

    No correction for chance: areas of the agreement chart, so that frequent categories weigh most. Only
    items that both annotators labelled are counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Bangdiwala 1985
    """

def bias_index(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Bias index: how differently annotators use the first of two categories.

    Two categories. 0: the annotators use them equally often. Each annotator's share comes from all
    items they labelled.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Byrt et al. 1993
    Sim & Wright 2005
    """

def blanc(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """BLANC: the mean F1 of coreferent and of non-coreferent pairs of mentions.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Recasens & Hovy 2011
    Luo et al. 2014
    """

def boundary_kappa(
    data: Spans | Given,
    /,
    *,
    chance: Literal["kappa", "pi"] = ...,
    between: Literal["position", "token", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Boundary κ: chance-corrected agreement on which slots are boundaries.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    chance
        How chance sets boundaries: as often as each annotator does (kappa), or as all do together (pi).
        One of 'kappa', 'pi'. Default: 'kappa'.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    Hearst 1997
    """

def boundary_similarity(
    data: Spans | Given,
    /,
    *,
    near: int = ...,
    chance: Literal[None, "kappa", "pi"] = ...,
    between: Literal["position", "token", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Boundary similarity B: the share of boundaries that need no edit.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    near
        How many slots a near miss spans: 2 for a boundary in the next slot, 1 for none at all. Default:
        2.
    chance
        None: not corrected for chance. Else: how chance sets boundaries: as often as each annotator
        does (kappa), or as all do together (pi). One of None, 'kappa', 'pi'. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Fournier 2013
    """

def brennan_prediger(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Brennan & Prediger's coefficient: chance spreads evenly over the categories, with weights.

    As S; weights='linear', 'quadratic', … or a matrix. Items with fewer than two labels are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Brennan & Prediger 1981
    Gwet 2014
    """

def ccc(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Concordance: Lin's correlation with the line of equality, for any number of annotators.

    Numeric ratings; a constant shift between annotators lowers it, unlike a correlation. Only items
    that every annotator labelled are used.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Lin 1989
    Barnhart et al. 2002
    """

def ceaf_e(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """CEAF-e: F1 of entities matched one to one.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Luo 2005
    Pradhan et al. 2014
    """

def ceaf_m(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """CEAF-m: F1 of the mentions in entities matched one to one.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Luo 2005
    Pradhan et al. 2014
    """

def component_kappa(
    data: Relations | Given,
    /,
    *,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of components: is a unit in the structure or not.

    Each annotator has a distribution of categories of their own; chance= adds a null model of graphs to
    that. Every two annotators who were asked about a document are compared; pairs are averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    Putra et al. 2022
    """

def conll(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """CoNLL average: the mean F1 of MUC, B³ and CEAF-e.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Pradhan et al. 2014
    """

def cu_alpha(
    data: Spans | Given,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """cuα: agreement on the categories of units, where units of two annotators overlap.

    Units of one annotator do not overlap. Chance draws from the lengths of all units and gaps that were
    given, in all documents; no unit is paired with itself. Documents that fewer than two annotators
    were asked about are left out, units without length do not count. An annotator who found nothing in
    a document left one gap.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff et al. 2016
    Krippendorff 2019
    """

def der(
    data: Spans | Given,
    /,
    *,
    collar: float = ...,
    mapping: Literal[True, False] = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Diarization error rate: time that is missed, marked falsely or put in another category, per marked
    time.

    No correction for chance. Units are turns of speakers, who may overlap; names of speakers need not
    be the same (mapping=True). Each pair of annotators is compared on the documents that both were
    asked about, all of them together; an annotator without units there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    collar
        What is not scored on either side of each bound of the reference, in positions. Default: 0.0.
    mapping
        Whether the categories of each document are mapped to those of the reference, so that most is
        right. One of True, False. Default: True.
    reference
        The annotator whom the others are compared with; None: everybody with everybody, both ways.
        Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Fiscus et al. 2006
    Bredin 2017
    """

def disagreement(
    data: Answers | Given,
    /,
    *,
    similarity: Literal["jaccard", "dice", "masi", "masi_nltk"] = ...,
    empty: Literal["same", "leave out"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Set-based disagreement: how little two annotators' answers have in common.

    similarity='jaccard', 'dice' or 'masi'; identical sets have 0 however many answers they hold. An
    item answered by one annotator is left out; two who both gave no answer agree (empty='leave out':
    no).

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    similarity
        How alike two sets of answers are. One of 'jaccard', 'dice', 'masi', 'masi_nltk'. Default:
        'masi'.
    empty
        Two annotators without an answer gave the same one, or are left out. One of 'same', 'leave out'.
        Default: 'same'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Passonneau 2006
    Dice 1945
    """

@overload
def entropy(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Entropy of labels and of answers.

    Nothing about chance. With m labels it cannot exceed log m / log C. Items with fewer than two labels
    are left out.

    Answers are pooled: several answers of one annotator disperse an item as different annotators do. An
    item without answers is left out; an item with a single answer counts 0, and is counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Shannon 1948
    Tanguy et al. 2016
    """

@overload
def entropy(
    data: Answers | Given,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Entropy of labels and of answers.

    Nothing about chance. With m labels it cannot exceed log m / log C. Items with fewer than two labels
    are left out.

    Answers are pooled: several answers of one annotator disperse an item as different annotators do. An
    item without answers is left out; an item with a single answer counts 0, and is counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Shannon 1948
    Tanguy et al. 2016
    """

def f1(
    data: Spans | Given,
    /,
    *,
    match: Literal[
        "exact",
        "overlap",
        "type",
        "boundary",
        "muc",
        "strict",
        "semeval_strict",
        "conll",
        "semeval_exact",
        "partial",
        "semeval_partial",
        "semeval_type",
        "ace",
    ] = ...,
    credit: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """F1 of matched units: the harmonic mean of precision and recall.

    Units are found or not: there are no true negatives and no correction for chance. match= says what
    counts as found: 'exact' (bounds and category), 'boundary' (bounds), 'type' (some overlap and the
    same category), 'overlap' (some overlap); credit= is what a match with other bounds counts in the
    last two. reference= names the annotator with whom everybody is compared; without one every pair
    counts in both directions. Each pair of annotators is compared on the documents that both were asked
    about; an annotator without units there counts as having found none. Pairs in which nobody found a
    unit are left out and counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    match
        When two units are the same: exact (bounds and category), boundary (bounds), type (some overlap
        and the same category), overlap (some overlap), muc (half for the bounds, half for the
        category). As shared tasks call them: strict, semeval_strict and conll are exact; semeval_exact
        is boundary; partial and semeval_partial are overlap with half a credit for other bounds;
        semeval_type is type; ace is overlap. One of 'exact', 'overlap', 'type', 'boundary', 'muc',
        'strict', 'semeval_strict', 'conll', 'semeval_exact', 'partial', 'semeval_partial',
        'semeval_type', 'ace'. Default: 'exact'.
    credit
        What a match with other bounds counts, above 0 and at most 1; for type and overlap. Default:
        1.0.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Chinchor & Sundheim 1993
    Segura-Bedmar et al. 2013
    Hripcsak & Rothschild 2005
    """

def f_measure(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    nothing: object = ...,
    alpha: int = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Result:
    """F-measure between annotators: agreement on what was annotated, nothing left out.

    No correction for chance; the items where both annotated nothing do not count. Only pairs of
    annotators who both labelled the item are counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    nothing
        The category that means that nothing was annotated; None: that of the data. Default: None.
    alpha
        The weight of deletions against insertions; another than 1 needs a reference. Default: 1.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Hripcsak & Rothschild 2005
    Fort et al. 2012
    """

def f_measure_half(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    nothing: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Result:
    """F′: the F-measure with substitutions half right.

    No correction for chance. With many items of nothing κ tends to it (Hripcsak & Rothschild 2005).
    Only pairs of annotators who both labelled the item are counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    nothing
        The category that means that nothing was annotated; None: that of the data. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Fort et al. 2012
    Hripcsak & Rothschild 2005
    """

def finn(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    codes: object = ...,
    levels: object = ...,
    model: Literal["oneway", "twoway"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Finn's R: 1 − observed variance / variance of ratings drawn evenly from the scale.

    Numeric codes one apart. On nominal data of more than two categories the value depends on their
    coding. oneway: items with one label are left out, others weigh by their labels less one; twoway:
    complete items.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    codes
        The categories in their order, or a number for each. One of a list or a mapping. Default: None.
    levels
        The number of levels of the scale; None: as many as categories. Default: None.
    model
        One-way, or two-way: the annotators' own levels taken out. One of 'oneway', 'twoway'. Default:
        'oneway'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Finn 1970
    Fort et al. 2012
    """

def fleiss(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Fleiss' κ: Scott's π for any number of annotators.

    Chance annotators draw from one shared distribution; who said what is ignored. Siegel & Castellan's
    K. Items with one label have no pair: they leave the observed agreement but stay in the categories'
    shares (Gwet 2014, section 2.4).

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Fleiss 1971
    Siegel & Castellan 1988
    Gwet 2014
    """

def gamma(
    data: Spans | Given,
    /,
    *,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    positional: Literal["sporadic", "hamming"] = ...,
    tolerance: object = ...,
    matrix: object = ...,
    order: object = ...,
    sampler: Literal["shuffle", "statistical", "pygamma"] = ...,
    precision: float = ...,
    samples: int = ...,
    expected: object = ...,
    time_limit: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """γ (Mathet, Widlöcher & Métivier): agreement on units, their places and categories.

    Units found and categorised by each annotator; overlaps and gaps allowed; disagreement in place and
    in category is weighed by the dissimilarity. Documents that fewer than two annotators were asked
    about, or where nobody found a unit, are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    alpha
        The weight of places in the dissimilarity of two units. Default: 1.0.
    beta
        The weight of categories in the dissimilarity of two units. Default: 1.0.
    delta_empty
        The dissimilarity to no unit: what a unit that somebody missed costs. Default: 1.0.
    positional
        How places are compared: both bounds over the lengths, or ends alone, for segmentations without
        gaps. One of 'sporadic', 'hamming'. Default: 'sporadic'.
    tolerance
        Of sporadic places: how far apart units may be and still be aligned rather than missing; None:
        4, units of equal length touch; auto: learnt from the other documents. Default: None.
    matrix
        A file of dissimilarities between categories, a square table; estimated: from how often they are
        confused in the other documents; None: equal or not. Default: None.
    order
        The categories from low to high, as in 'low,medium,high', for a distance by ranks. Default:
        None.
    sampler
        How chance is drawn: whole annotators turned around the document (shuffle; pygamma: as
        pygamma-agreement does it), or units drawn from the statistics of the document. One of
        'shuffle', 'statistical', 'pygamma'. Default: 'shuffle'.
    precision
        Half the 95 % interval that the sampled value may have; None: as many as samples. Default: 0.02.
    samples
        Random continua that are drawn at first, or at all where precision is None. Default: 30.
    expected
        Chance as a number instead of drawn, for all documents: what the component of that name was
        elsewhere, on a reference or in a paper; None: drawn. Default: None.
    time_limit
        About how many seconds of one processor may go to alignments, of the data and of chance, that
        are not found at once; they are counted in steps of work, so that the value is the same
        everywhere. None: 100. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Mathet et al. 2015
    Mathet & Widlöcher 2011
    """

def gamma_cat(
    data: Spans | Given,
    /,
    *,
    empties: Literal["ignore", "count"] = ...,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    positional: Literal["sporadic", "hamming"] = ...,
    tolerance: object = ...,
    matrix: object = ...,
    order: object = ...,
    sampler: Literal["shuffle", "statistical", "pygamma"] = ...,
    precision: float = ...,
    samples: int = ...,
    expected: object = ...,
    time_limit: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """γ-cat (Mathet 2017): agreement on the categories of aligned units.

    Units found and categorised by each annotator; overlaps and gaps allowed; disagreement in place and
    in category is weighed by the dissimilarity. Only categories count, units that nobody else found do
    not (empties='ignore'). Documents that fewer than two annotators were asked about, or where nobody
    found a unit, are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    empties
        Whether units that nobody else found are left out, as in the paper, or count as full
        disagreement, as in pygamma-agreement. One of 'ignore', 'count'. Default: 'ignore'.
    alpha
        The weight of places in the dissimilarity of two units. Default: 1.0.
    beta
        The weight of categories in the dissimilarity of two units. Default: 1.0.
    delta_empty
        The dissimilarity to no unit: what a unit that somebody missed costs. Default: 1.0.
    positional
        How places are compared: both bounds over the lengths, or ends alone, for segmentations without
        gaps. One of 'sporadic', 'hamming'. Default: 'sporadic'.
    tolerance
        Of sporadic places: how far apart units may be and still be aligned rather than missing; None:
        4, units of equal length touch; auto: learnt from the other documents. Default: None.
    matrix
        A file of dissimilarities between categories, a square table; estimated: from how often they are
        confused in the other documents; None: equal or not. Default: None.
    order
        The categories from low to high, as in 'low,medium,high', for a distance by ranks. Default:
        None.
    sampler
        How chance is drawn: whole annotators turned around the document (shuffle; pygamma: as
        pygamma-agreement does it), or units drawn from the statistics of the document. One of
        'shuffle', 'statistical', 'pygamma'. Default: 'shuffle'.
    precision
        Half the 95 % interval that the sampled value may have; None: as many as samples. Default: 0.02.
    samples
        Random continua that are drawn at first, or at all where precision is None. Default: 30.
    expected
        Chance as a number instead of drawn, for all documents: what the component of that name was
        elsewhere, on a reference or in a paper; None: drawn. Default: None.
    time_limit
        About how many seconds of one processor may go to alignments, of the data and of chance, that
        are not found at once; they are counted in steps of work, so that the value is the same
        everywhere. None: 100. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Mathet 2017
    """

def gamma_k(
    data: Spans | Given,
    /,
    *,
    category: object = ...,
    empties: Literal["ignore", "count"] = ...,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    positional: Literal["sporadic", "hamming"] = ...,
    tolerance: object = ...,
    matrix: object = ...,
    order: object = ...,
    sampler: Literal["shuffle", "statistical", "pygamma"] = ...,
    precision: float = ...,
    samples: int = ...,
    expected: object = ...,
    time_limit: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """γ-k (Mathet 2017): agreement on one category among aligned units.

    Units found and categorised by each annotator; overlaps and gaps allowed; disagreement in place and
    in category is weighed by the dissimilarity. It says nothing about other categories. Documents that
    fewer than two annotators were asked about, or where nobody found a unit, are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    category
        The category that it is about. Default: None.
    empties
        Whether units that nobody else found are left out, as in the paper, or count as full
        disagreement, as in pygamma-agreement. One of 'ignore', 'count'. Default: 'ignore'.
    alpha
        The weight of places in the dissimilarity of two units. Default: 1.0.
    beta
        The weight of categories in the dissimilarity of two units. Default: 1.0.
    delta_empty
        The dissimilarity to no unit: what a unit that somebody missed costs. Default: 1.0.
    positional
        How places are compared: both bounds over the lengths, or ends alone, for segmentations without
        gaps. One of 'sporadic', 'hamming'. Default: 'sporadic'.
    tolerance
        Of sporadic places: how far apart units may be and still be aligned rather than missing; None:
        4, units of equal length touch; auto: learnt from the other documents. Default: None.
    matrix
        A file of dissimilarities between categories, a square table; estimated: from how often they are
        confused in the other documents; None: equal or not. Default: None.
    order
        The categories from low to high, as in 'low,medium,high', for a distance by ranks. Default:
        None.
    sampler
        How chance is drawn: whole annotators turned around the document (shuffle; pygamma: as
        pygamma-agreement does it), or units drawn from the statistics of the document. One of
        'shuffle', 'statistical', 'pygamma'. Default: 'shuffle'.
    precision
        Half the 95 % interval that the sampled value may have; None: as many as samples. Default: 0.02.
    samples
        Random continua that are drawn at first, or at all where precision is None. Default: 30.
    expected
        Chance as a number instead of drawn, for all documents: what the component of that name was
        elsewhere, on a reference or in a paper; None: drawn. Default: None.
    time_limit
        About how many seconds of one processor may go to alignments, of the data and of chance, that
        are not found at once; they are counted in steps of work, so that the value is the same
        everywhere. None: 100. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Mathet 2017
    """

def gbm(
    data: Relations | Given,
    /,
    *,
    mean: Literal["arithmetic", "harmonic", "min"] = ...,
    directed: Literal[True, False] = ...,
    implicit: Literal[False, True] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """GBM: how closely the links of each graph are paths of the other.

    A relation of a symmetric type is one link and holds in both directions. No chance, unless chance=
    names a null model: corrected = (S_o − S_e) / (1 − S_e), S_e the mean over samples. Every two
    annotators who were asked about a document are compared; pairs are averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    mean
        How the two directions of a comparison are averaged. One of 'arithmetic', 'harmonic', 'min'.
        Default: 'arithmetic'.
    directed
        Whether paths follow the direction of links. One of True, False. Default: True.
    implicit
        Whether links that follow from others (a path) count as drawn. One of False, True. Default:
        False.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Kirschner et al. 2015
    Boiteau 2024
    """

def generalized_hamming(
    data: Spans | Given,
    /,
    *,
    insertion: float = ...,
    deletion: float = ...,
    shift: float = ...,
    reference: object = ...,
    between: Literal["position", "token", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Generalised Hamming distance: what it costs to turn one segmentation into another.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    insertion
        The cost of a boundary that is added. Default: 2.0.
    deletion
        The cost of a boundary that is taken away; another than insertion needs a reference. Default:
        2.0.
    shift
        The cost of moving a boundary by a slot. Default: 1.0.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Bookstein et al. 2002
    """

def holistic(
    data: Spans | Given,
    /,
    *,
    random: Literal["min", "random1", "random2"] = ...,
    method: Literal["exact", "greedy"] = ...,
    incompatible: Literal["pay", "forbid"] = ...,
    samples: int = ...,
    expected: object = ...,
    time_limit: object = ...,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    positional: Literal["sporadic", "hamming"] = ...,
    tolerance: object = ...,
    matrix: object = ...,
    order: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Holistic agreement (Mathet & Widlöcher): entropy of the best alignment against chance.

    Units found and categorised by each annotator; chance knows the corpus, not the document. Documents
    that fewer than two annotators were asked about, or where nobody found a unit, are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    random
        The random process; min: the one with the least entropy that the corpus allows. One of 'min',
        'random1', 'random2'. Default: 'min'.
    method
        How the best alignment is sought: exact, or greedy as in the paper. One of 'exact', 'greedy'.
        Default: 'exact'.
    incompatible
        Whether units whose categories are at distance 1 pay for it, or are never aligned. One of 'pay',
        'forbid'. Default: 'pay'.
    samples
        Random continua of each process. Default: 100.
    expected
        Chance as a number instead of drawn, for all documents: what the component of that name was
        elsewhere, on a reference or in a paper; None: drawn. Default: None.
    time_limit
        About how many seconds of one processor may go to alignments, of the data and of chance, that
        are not found at once; they are counted in steps of work, so that the value is the same
        everywhere. None: 60. Default: None.
    alpha
        The weight of places in the dissimilarity of two units. Default: 1.0.
    beta
        The weight of categories in the dissimilarity of two units. Default: 1.0.
    delta_empty
        The dissimilarity to no unit: what a unit that somebody missed costs. Default: 4.0.
    positional
        How places are compared: both bounds over the lengths, or ends alone, for segmentations without
        gaps. One of 'sporadic', 'hamming'. Default: 'sporadic'.
    tolerance
        Of sporadic places: how far apart units may be and still be aligned rather than missing; None:
        4, units of equal length touch; auto: learnt from the other documents. Default: None.
    matrix
        A file of dissimilarities between categories, a square table; estimated: from how often they are
        confused in the other documents; None: equal or not. Default: None.
    order
        The categories from low to high, as in 'low,medium,high', for a distance by ranks. Default:
        None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Mathet & Widlöcher 2011
    """

def icc(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    form: Literal["1", "2", "3", "1k", "2k", "3k"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Intraclass correlation: the share of the variance of ratings that lies between items.

    Numeric ratings. 1: annotators differ by item; 2: annotators are a sample; 3: they are the only
    ones. Only items that every annotator labelled are used.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    form
        The form of Shrout & Fleiss: 1 one-way, 2 two-way random, 3 two-way mixed; with k, of the mean
        of all. One of '1', '2', '3', '1k', '2k', '3k'. Default: '2'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Shrout & Fleiss 1979
    McGraw & Wong 1996
    """

def iou(
    data: Spans | Given,
    /,
    *,
    categories: Literal[True, False] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    nothing: object = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Result:
    """Intersection over union: of what either of two annotators covers, the share that both cover
    (Jaccard).

    No correction for chance. Long units weigh more than short ones; where a stretch is cut does not
    matter. Each pair of annotators is compared on the documents that both were asked about, all of them
    together; an annotator without units there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    categories
        Whether the category must be the same, too. One of True, False. Default: True.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Jaccard 1912
    """

def kappa(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Cohen's κ: agreement corrected for each annotator's own distribution, two annotators.

    Chance annotators keep their own habits: disagreement in habits lowers A_e and so raises κ. Items
    with one label have no pair: they leave the observed agreement but stay in the categories' shares
    (Gwet 2014, section 2.4).

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    Cohen 1968
    """

def kappa_max(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Largest κ: what κ could be at most with these marginals, two annotators.

    The annotators' habits are taken as given; κ / κ_max is sometimes reported, and is too favourable.
    Only items that both annotators labelled are counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    """

def kendall_w(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    ties: Literal[True, False] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Kendall's W: how similarly the annotators rank the items.

    Only the order of the ratings counts. ties=False leaves the correction for ties out. Only items that
    every annotator labelled are used.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    ties
        Whether tied ranks are corrected for. One of True, False. Default: True.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Kendall & Babington Smith 1939
    """

def krr(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    k: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """k-rater reliability: Fleiss' κ between the votes of two groups of k annotators.

    The reference is a vote of k annotators; ties share the vote. k=1 is Fleiss' κ. Only items with at
    least 2k labels are used.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    k
        Annotators of each of the two groups. Default: 2.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Wong & Paritosh 2022
    Bregeon et al. 2019
    """

def ku_alpha(
    data: Spans | Given,
    /,
    *,
    category: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """(k)uα: agreement on one category, where units of two annotators overlap.

    Units of one annotator do not overlap. Chance draws from the lengths of all units and gaps that were
    given, in all documents; no unit is paired with itself. Documents that fewer than two annotators
    were asked about are left out, units without length do not count. An annotator who found nothing in
    a document left one gap.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    category
        The category that it is about. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff et al. 2016
    Krippendorff 2019
    """

def las(
    data: Relations | Given,
    /,
    *,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """LAS: share of units with the same head and label.

    A unit's head is the target of its outgoing relation; the ends of a symmetric one are each other's.
    No chance, unless chance= names a null model. Every two annotators who were asked about a document
    are compared; pairs are averaged. Units in the structure of at least one of the two count; a unit
    without a head is a root.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Buchholz & Marsi 2006
    """

def lea(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """LEA: F1 of the links of entities, weighted by their size.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Moosavi & Strube 2016
    """

def light(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Light's κ: the mean of Cohen's κ over all pairs of annotators.

    As Cohen's κ for each pair; every pair counts alike, however few items it shares. Each pair uses the
    items both labelled; pairs whose κ is undefined are left out and counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Light 1971
    Conger 1980
    """

def link_kappa(
    data: Relations | Given,
    /,
    *,
    weight: Literal[None, "inverse"] = ...,
    max_distance: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of links: are two units linked or not.

    Each annotator has a distribution of categories of their own; chance= adds a null model of graphs to
    that. A link of a symmetric type takes the direction of a directed one between its units, if there
    is one. Every two annotators who were asked about a document are compared; pairs are averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weight
        How a pair of units counts: alike, or by 1/distance in reading order. One of None, 'inverse'.
        Default: None.
    max_distance
        Pairs of units further apart than this are left out; None: none are. Default: None.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    Kirschner et al. 2015
    Putra et al. 2022
    """

def mar_dset(
    data: Relations | Given,
    /,
    *,
    match: Literal["exact", "partial"] = ...,
    isolated: Literal["self", "empty", "absent"] = ...,
    implicit: Literal[False, True] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MAR over descendant sets: which units are below each unit.

    A relation of a symmetric type is one link and holds in both directions. No chance, unless chance=
    names a null model: corrected = (S_o − S_e) / (1 − S_e), S_e the mean over samples. Every two
    annotators who were asked about a document are compared; pairs are averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    match
        Sets count when equal, or by the share that is the same. One of 'exact', 'partial'. Default:
        'exact'.
    isolated
        What a unit without a link has below it: itself, nothing, or it is left out. One of 'self',
        'empty', 'absent'. Default: 'self'.
    implicit
        Whether links that follow from others (a path) count as drawn. One of False, True. Default:
        False.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Putra et al. 2022
    Boiteau 2024
    """

def mar_link(
    data: Relations | Given,
    /,
    *,
    labelled: Literal[False, True] = ...,
    implicit: Literal[False, True] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MAR over links: the mean of the two recalls of links.

    A relation of a symmetric type is one link and holds in both directions. No chance, unless chance=
    names a null model: corrected = (S_o − S_e) / (1 − S_e), S_e the mean over samples. Every two
    annotators who were asked about a document are compared; pairs are averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    labelled
        Whether labels must be the same, too. One of False, True. Default: False.
    implicit
        Whether links that follow from others (a path) count as drawn. One of False, True. Default:
        False.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Putra et al. 2022
    Boiteau 2024
    """

def mar_path(
    data: Relations | Given,
    /,
    *,
    max_path_length: object = ...,
    max_paths: int = ...,
    implicit: Literal[False, True] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MAR over paths: the mean of the two recalls of directed paths.

    A relation of a symmetric type is one link and holds in both directions. No chance, unless chance=
    names a null model: corrected = (S_o − S_e) / (1 − S_e), S_e the mean over samples. Every two
    annotators who were asked about a document are compared; pairs are averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    max_path_length
        Paths of more links than this are left out; None: none are. Default: None.
    max_paths
        Beyond so many paths of a document the measure is refused. Default: 1000000.
    implicit
        Whether links that follow from others (a path) count as drawn. One of False, True. Default:
        False.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Putra et al. 2022
    Boiteau 2024
    """

def muc(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MUC: F1 of the links needed to join the mentions of entities.

    Entities are the units that relations join; units in the structure without a relation are
    singletons. No chance, unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e). Every
    two annotators who were asked about a document are compared; documents are added up, pairs averaged.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    singletons
        Whether mentions without a relation count as entities. One of True, False. Default: True.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Vilain et al. 1995
    Pradhan et al. 2014
    """

def multi_kappa(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Davies & Fleiss' κ: Cohen's κ for any number of annotators.

    Chance annotators keep their own habits. On complete data it is Conger's and Hubert's κ. Items with
    one label have no pair: they leave the observed agreement but stay in the categories' shares (Gwet
    2014, section 2.4). Each annotator's shares come from all items they labelled.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Davies & Fleiss 1982
    Conger 1980
    Gwet 2014
    """

def nesting_f1(
    data: Spans | Given,
    /,
    *,
    match: Literal["exact", "boundary"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """F1 of nesting: agreement on which unit lies in which.

    No correction for chance: there are no true negatives. Units that both annotators found, and nested
    alike, count; of two equal units none lies in the other. Each pair of annotators is compared on the
    documents that both were asked about.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    match
        Whether bounds and categories of both units must be equal, or bounds alone. One of 'exact',
        'boundary'. Default: 'exact'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Hripcsak & Rothschild 2005
    """

def observed_agreement(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Observed agreement A_o: how often two annotators of an item agree.

    Nothing about chance: with one frequent category it is high whatever the annotators do. Items with
    fewer than two labels are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Artstein & Poesio 2008
    Gwet 2014
    """

def pa(
    data: Answers | Given,
    /,
    *,
    empty: Literal["same", "leave out"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """PA, pairwise agreement: the share of their answers that two annotators have in common.

    Every answer counts alike, whatever its rank; nothing is corrected for chance. An item answered by
    one annotator is left out; two who both gave no answer agree (empty='leave out': no).

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    empty
        Two annotators without an answer gave the same one, or are left out. One of 'same', 'leave out'.
        Default: 'same'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    McCarthy & Navigli 2009
    """

def pabak(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """PABAK: κ if both categories were equally frequent and the annotators unbiased.

    Prevalence and bias are nuisances; reported beside κ, never instead of it. Items with fewer than two
    labels are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Byrt et al. 1993
    Sim & Wright 2005
    """

def percent_unanimous(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Unanimous items: the share of items that everybody puts in one category.

    Nothing about chance; it falls with every annotator added. Items with fewer than two labels are left
    out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Artstein & Poesio 2008
    """

def pi(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Scott's π: agreement corrected for one shared distribution of categories.

    Chance annotators draw from the same distribution. With more than two annotators it is Fleiss' κ.
    Items with one label have no pair: they leave the observed agreement but stay in the categories'
    shares (Gwet 2014, section 2.4).

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Scott 1955
    Artstein & Poesio 2008
    """

def pk(
    data: Spans | Given,
    /,
    *,
    window: object = ...,
    reference: object = ...,
    between: Literal["position", "token", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Pk: the share of windows whose ends are in one segment for one annotator only.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    window
        Positions in the window; None: half the mean segment of the reference, at least 2. Default:
        None.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Beeferman et al. 1999
    """

def pk_corrected(
    data: Spans | Given,
    /,
    *,
    window: object = ...,
    reference: object = ...,
    between: Literal["position", "token", "sentence"] = ...,
    chance: Literal["kappa", "pi"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Pk, corrected for chance: 1 − observed / expected.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    window
        Positions in the window; None: half the mean segment of the reference, at least 2. Default:
        None.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    chance
        How chance sets boundaries: as often as each annotator does (kappa), or as all do together (pi).
        One of 'kappa', 'pi'. Default: 'kappa'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Beeferman et al. 1999
    """

def precision(
    data: Spans | Given,
    /,
    *,
    match: Literal[
        "exact",
        "overlap",
        "type",
        "boundary",
        "muc",
        "strict",
        "semeval_strict",
        "conll",
        "semeval_exact",
        "partial",
        "semeval_partial",
        "semeval_type",
        "ace",
    ] = ...,
    credit: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Precision of matched units: the share of an annotator's units that the reference has too.

    Units are found or not: there are no true negatives and no correction for chance. match= says what
    counts as found: 'exact' (bounds and category), 'boundary' (bounds), 'type' (some overlap and the
    same category), 'overlap' (some overlap); credit= is what a match with other bounds counts in the
    last two. reference= names the annotator with whom everybody is compared; without one every pair
    counts in both directions. Without a reference precision and recall are the same. Each pair of
    annotators is compared on the documents that both were asked about; an annotator without units there
    counts as having found none. Pairs in which nobody found a unit are left out and counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    match
        When two units are the same: exact (bounds and category), boundary (bounds), type (some overlap
        and the same category), overlap (some overlap), muc (half for the bounds, half for the
        category). As shared tasks call them: strict, semeval_strict and conll are exact; semeval_exact
        is boundary; partial and semeval_partial are overlap with half a credit for other bounds;
        semeval_type is type; ace is overlap. One of 'exact', 'overlap', 'type', 'boundary', 'muc',
        'strict', 'semeval_strict', 'conll', 'semeval_exact', 'partial', 'semeval_partial',
        'semeval_type', 'ace'. Default: 'exact'.
    credit
        What a match with other bounds counts, above 0 and at most 1; for type and overlap. Default:
        1.0.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Chinchor & Sundheim 1993
    Segura-Bedmar et al. 2013
    Hripcsak & Rothschild 2005
    """

def prevalence_index(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Prevalence index: how far one of two categories outweighs the other.

    Two categories. 0: balanced; towards 1, κ and π fall whatever the annotators do. The share of a
    category is the mean over items of its share of their labels.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Byrt et al. 1993
    Sim & Wright 2005
    """

def randolph(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Randolph's free-marginal κ: Fleiss' observed agreement, chance even over the categories.

    Annotators do not know how many items belong to each category; the same value as S. Items with fewer
    than two labels are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Randolph 2005
    """

def recall(
    data: Spans | Given,
    /,
    *,
    match: Literal[
        "exact",
        "overlap",
        "type",
        "boundary",
        "muc",
        "strict",
        "semeval_strict",
        "conll",
        "semeval_exact",
        "partial",
        "semeval_partial",
        "semeval_type",
        "ace",
    ] = ...,
    credit: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Recall of matched units: the share of the units of the reference that an annotator has too.

    Units are found or not: there are no true negatives and no correction for chance. match= says what
    counts as found: 'exact' (bounds and category), 'boundary' (bounds), 'type' (some overlap and the
    same category), 'overlap' (some overlap); credit= is what a match with other bounds counts in the
    last two. reference= names the annotator with whom everybody is compared; without one every pair
    counts in both directions. Without a reference precision and recall are the same. Each pair of
    annotators is compared on the documents that both were asked about; an annotator without units there
    counts as having found none. Pairs in which nobody found a unit are left out and counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    match
        When two units are the same: exact (bounds and category), boundary (bounds), type (some overlap
        and the same category), overlap (some overlap), muc (half for the bounds, half for the
        category). As shared tasks call them: strict, semeval_strict and conll are exact; semeval_exact
        is boundary; partial and semeval_partial are overlap with half a credit for other bounds;
        semeval_type is type; ace is overlap. One of 'exact', 'overlap', 'type', 'boundary', 'muc',
        'strict', 'semeval_strict', 'conll', 'semeval_exact', 'partial', 'semeval_partial',
        'semeval_type', 'ace'. Default: 'exact'.
    credit
        What a match with other bounds counts, above 0 and at most 1; for type and overlap. Default:
        1.0.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Chinchor & Sundheim 1993
    Segura-Bedmar et al. 2013
    Hripcsak & Rothschild 2005
    """

def relation_label_kappa(
    data: Relations | Given,
    /,
    *,
    weight: Literal[None, "inverse"] = ...,
    max_distance: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of labels: the type of the relation where both annotators drew it.

    Each annotator has a distribution of labels of their own. A link of a symmetric type takes the
    direction of a directed one between its units, if there is one. Links that one of the two left
    without a label are left out.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    weight
        How a pair of units counts: alike, or by 1/distance in reading order. One of None, 'inverse'.
        Default: None.
    max_distance
        Pairs of units further apart than this are left out; None: none are. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    Putra et al. 2022
    """

def s(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Bennett's S: agreement corrected for annotators who choose all categories alike.

    Chance annotators use all C categories equally; the value rises with every unused category declared.
    Items with one label have no pair: they leave the observed agreement but stay in the categories'
    shares (Gwet 2014, section 2.4).

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Bennett et al. 1954
    Brennan & Prediger 1981
    """

def segmentation_similarity(
    data: Spans | Given,
    /,
    *,
    near: int = ...,
    chance: Literal[None, "kappa", "pi"] = ...,
    between: Literal["position", "token", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Segmentation similarity S: the share of slots that need no edit.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    near
        How many slots a near miss spans: 2 for a boundary in the next slot, 1 for none at all. Default:
        2.
    chance
        None: not corrected for chance. Else: how chance sets boundaries: as often as each annotator
        does (kappa), or as all do together (pi). One of None, 'kappa', 'pi'. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Fournier & Inkpen 2012
    Fournier 2013
    """

@overload
def ser(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    nothing: object = ...,
    substitution: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    reader: str = ...,
    kind: Literal["labels", "spans", "relations", "answers"] = ...,
    per: Literal["token", "character", "sentence"] = ...,
    field: str = ...,
    annotator_from: Literal["field", "dir", "file", "tier", "set"] = ...,
    document_key: str = ...,
    joined_by: str = ...,
    categories: Sequence[object] = ...,
    level: Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    item_column: str = ...,
    annotator_column: str = ...,
    label_column: str = ...,
    time_column: str = ...,
    cluster_column: str = ...,
    document_column: str = ...,
    start_column: str = ...,
    end_column: str = ...,
    origin_column: str = ...,
    target_column: str = ...,
    symmetric: str | Sequence[str] = ...,
    constraint: str = ...,
    annotators: Sequence[str] = ...,
    table: bool = ...,
    counts: bool = ...,
    transpose: bool = ...,
    orientation: Literal["items", "annotators"] = ...,
    missing: str | Sequence[str] = ...,
    set_separator: str = ...,
    separator: str = ...,
    encoding: str = ...,
    header: bool = ...,
    models: str | Sequence[str] = ...,
    curator: str | Sequence[str] = ...,
    gold_annotator: str | Sequence[str] = ...,
    people: object = ...,
    asked: object = ...,
    pool: bool = ...,
    strict: bool = ...,
    sheet: str | int = ...,
    memory: str | int = ...,
) -> Result:
    """Slot error rate of labels and of spans.

    No correction for chance; costs are a choice. Oriented when a reference annotator is named. Only
    pairs of annotators who both labelled the item are counted.

    No correction for chance; costs are a choice. Units that overlap are matched one to one, so that
    most is right; T have another category, B other bounds, TB both, and what has no partner was deleted
    or inserted. Each pair of annotators is compared on the documents that both were asked about; an
    annotator without units there counts as having found none. Pairs in which nobody found a unit are
    left out and counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    nothing
        The category that means that nothing was annotated; None: that of the data. Default: None.
    substitution
        What another category costs, where a deletion or insertion costs 1. Default: 0.5.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    type_error
        What another category costs, where a unit that is missing or too many costs 1. Default: 0.5.
    boundary_error
        What other bounds cost. Default: 0.5.
    both
        What other bounds and another category cost. Default: 1.0.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Makhoul et al. 1999
    Galibert et al. 2010
    Fort et al. 2012
    """

@overload
def ser(
    data: Spans | Given,
    /,
    *,
    type_error: float = ...,
    boundary_error: float = ...,
    both: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Slot error rate of labels and of spans.

    No correction for chance; costs are a choice. Oriented when a reference annotator is named. Only
    pairs of annotators who both labelled the item are counted.

    No correction for chance; costs are a choice. Units that overlap are matched one to one, so that
    most is right; T have another category, B other bounds, TB both, and what has no partner was deleted
    or inserted. Each pair of annotators is compared on the documents that both were asked about; an
    annotator without units there counts as having found none. Pairs in which nobody found a unit are
    left out and counted.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    nothing
        The category that means that nothing was annotated; None: that of the data. Default: None.
    substitution
        What another category costs, where a deletion or insertion costs 1. Default: 0.5.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    type_error
        What another category costs, where a unit that is missing or too many costs 1. Default: 0.5.
    boundary_error
        What other bounds cost. Default: 0.5.
    both
        What other bounds and another category cost. Default: 1.0.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Makhoul et al. 1999
    Galibert et al. 2010
    Fort et al. 2012
    """

def spearman(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Spearman's ρ: the mean correlation of ranks over pairs of annotators.

    Only the order of the ratings counts; annotators whose ratings are all equal make it undefined. Only
    items that every annotator labelled are used.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Spearman 1904
    """

def token_alpha(
    data: Spans | Given,
    /,
    *,
    each: Literal["token", "character", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """α of tokens: Krippendorff's nominal α of categories and nothing, token by token.

    An item has one label for each annotator: of several units the category that covers most of it.
    Tokens are separated by white space. Neighbours are not independent, so that intervals resample
    documents. Documents that fewer than two annotators were asked about are left out; who was asked and
    has no unit there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    each
        What is labelled: tokens or sentences of the texts, or characters, which are positions and need
        no texts. One of 'token', 'character', 'sentence'. Default: 'token'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff 2019
    """

def token_f1(
    data: Spans | Given,
    /,
    *,
    each: Literal["token", "character", "sentence"] = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """F1 of tokens: the harmonic mean of precision and recall, token by token.

    An item has one label for each annotator: of several units the category that covers most of it.
    Tokens are separated by white space. Neighbours are not independent, so that intervals resample
    documents. Each pair of annotators is compared on the documents that both were asked about; an
    annotator without units there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    each
        What is labelled: tokens or sentences of the texts, or characters, which are positions and need
        no texts. One of 'token', 'character', 'sentence'. Default: 'token'.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Hripcsak & Rothschild 2005
    """

def token_kappa(
    data: Spans | Given,
    /,
    *,
    each: Literal["token", "character", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of tokens: Cohen's κ of categories and nothing, token by token.

    An item has one label for each annotator: of several units the category that covers most of it.
    Tokens are separated by white space. Neighbours are not independent, so that intervals resample
    documents. Each pair of annotators is compared on the documents that both were asked about; an
    annotator without units there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    each
        What is labelled: tokens or sentences of the texts, or characters, which are positions and need
        no texts. One of 'token', 'character', 'sentence'. Default: 'token'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Cohen 1960
    Hripcsak & Rothschild 2005
    """

def token_precision(
    data: Spans | Given,
    /,
    *,
    each: Literal["token", "character", "sentence"] = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Precision of tokens: the share of an annotator's marked tokens that the reference has in that
    category.

    An item has one label for each annotator: of several units the category that covers most of it.
    Tokens are separated by white space. Neighbours are not independent, so that intervals resample
    documents. Each pair of annotators is compared on the documents that both were asked about; an
    annotator without units there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    each
        What is labelled: tokens or sentences of the texts, or characters, which are positions and need
        no texts. One of 'token', 'character', 'sentence'. Default: 'token'.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Hripcsak & Rothschild 2005
    """

def token_recall(
    data: Spans | Given,
    /,
    *,
    each: Literal["token", "character", "sentence"] = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Recall of tokens: the share of the reference's marked tokens that an annotator has in that category.

    An item has one label for each annotator: of several units the category that covers most of it.
    Tokens are separated by white space. Neighbours are not independent, so that intervals resample
    documents. Each pair of annotators is compared on the documents that both were asked about; an
    annotator without units there marked nothing.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    each
        What is labelled: tokens or sentences of the texts, or characters, which are positions and need
        no texts. One of 'token', 'character', 'sentence'. Default: 'token'.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Hripcsak & Rothschild 2005
    """

def u_alpha(
    data: Spans | Given,
    /,
    *,
    smallest: float = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """uα: agreement on units, their bounds and categories, and on the gaps between them.

    Units of one annotator do not overlap. Chance draws from the lengths of all units and gaps that were
    given, in all documents; no unit is paired with itself. Documents that fewer than two annotators
    were asked about are left out, units without length do not count. An annotator who found nothing in
    a document left one gap.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    smallest
        The length of the pieces that gaps are made of, in positions; 0 for a continuum without pieces.
        Default: 1.0.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff et al. 2016
    Krippendorff 2019
    """

def u_alpha_binary(
    data: Spans | Given,
    /,
    *,
    smallest: float = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """|uα: agreement on what is a unit and what is a gap, whatever the categories.

    Units of one annotator do not overlap. Chance draws from the lengths of all units and gaps that were
    given, in all documents; no unit is paired with itself. Documents that fewer than two annotators
    were asked about are left out, units without length do not count. An annotator who found nothing in
    a document left one gap.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    smallest
        The length of the pieces that gaps are made of, in positions; 0 for a continuum without pieces.
        Default: 1.0.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Krippendorff et al. 2016
    Krippendorff 2019
    """

def uas(
    data: Relations | Given,
    /,
    *,
    empty: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """UAS: share of units with the same head.

    A unit's head is the target of its outgoing relation; the ends of a symmetric one are each other's.
    No chance, unless chance= names a null model. Every two annotators who were asked about a document
    are compared; pairs are averaged. Units in the structure of at least one of the two count; a unit
    without a head is a root.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    empty
        The value of two annotators neither of whom drew anything. One of 1.0, 0.0, None. Default: 1.0.
    chance
        The null model of graphs that the value is corrected by: units exchanged (permutation), the
        degrees of units kept (degree), the lengths of links kept (length); None: no correction. One of
        None, 'permutation', 'degree', 'length'. Default: None.
    precision
        Half the 95 % interval that the sampled value may have. Default: 0.01.
    samples
        How many samples are drawn; None: as many as the precision needs. Default: None.
    units
        Where annotators found their own units, how these are matched: by the best alignment of each two
        (alignment) or of all annotators (joint), by equal bounds (exact) or overlap. One of
        'alignment', 'joint', 'exact', 'overlap'. Default: 'alignment'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Buchholz & Marsi 2006
    """

def window_diff(
    data: Spans | Given,
    /,
    *,
    window: object = ...,
    reference: object = ...,
    between: Literal["position", "token", "sentence"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """WindowDiff: the share of windows in which two segmentations have another number of boundaries.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    window
        Positions in the window; None: half the mean segment of the reference, at least 2. Default:
        None.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Pevzner & Hearst 2002
    """

def window_diff_corrected(
    data: Spans | Given,
    /,
    *,
    window: object = ...,
    reference: object = ...,
    between: Literal["position", "token", "sentence"] = ...,
    chance: Literal["kappa", "pi"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """WindowDiff, corrected for chance: 1 − observed / expected.

    A segmentation: boundaries are the starts and ends of units inside the document, between two
    positions; categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts
    the texts into them. Each pair of annotators is compared on the documents that both were asked
    about, all of them together; whoever found nothing made one segment.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    window
        Positions in the window; None: half the mean segment of the reference, at least 2. Default:
        None.
    reference
        The annotator whom the others are compared with; None: everybody with everybody. Default: None.
    between
        What boundaries lie between: positions as the data have them, or tokens or sentences of the
        texts. One of 'position', 'token', 'sentence'. Default: 'position'.
    chance
        How chance sets boundaries: as often as each annotator does (kappa), or as all do together (pi).
        One of 'kappa', 'pi'. Default: 'kappa'.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Pevzner & Hearst 2002
    """

def xrr(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    first: object = ...,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Cross-replication reliability: κ between two groups of annotators on the same items.

    first= names the annotators of the first replication; all others are the second. Items that one of
    the groups did not label are left out of d_o; every label enters d_e.

    Parameters
    ----------
    data
        Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.
    other
        The labels of a second annotator, where `data` are those of the first.
    first
        The annotators of the first group; the others are the second. Default: None.
    weights
        How far apart categories are; None: a disagreement is a disagreement. One of None, 'linear',
        'quadratic', 'ordinal', 'radical', 'ratio', 'circular', 'bipolar' or a matrix of weights with 1
        on its diagonal. Default: None.
    **options
        Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.

    Returns
    -------
    Result
        The value as a number with its interval, its signature and what it means.

    References
    ----------
    Wong et al. 2021
    """
