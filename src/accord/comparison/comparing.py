"""`accord.compare`: before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from accord.annotations import Annotations, Answers, Labels, Relations, Spans, annotators_chosen
from accord.annotations.among import Names
from accord.annotations.name_order import by_names
from accord.annotations.project import Project
from accord.comparison.before_and_after import BeforeAfter, MeasureGap, PartGap, ReferenceStability, RoundDesign
from accord.comparison.field_by_field import FieldsCompared, compare_fields
from accord.comparison.item_kernels import ItemKernel, LabelItems, document_item_kernel, mean_over_pairs
from accord.comparison.moved_references import moved_reference, too_large
from accord.comparison.paired_bootstrap import FEWEST_UNITS, Drawing, Gap, PairedBootstrap, gap_of, units_of
from accord.evaluation import Options, evaluate, headline_of, shown
from accord.evaluation.overview import corpus_overview, overview
from accord.formats.public_functions import given, public
from accord.measures import find
from accord.reproducibility import stability
from accord.results import DataError, Diagnostic, Expression, Result, UsageError, parse_expression
from accord.results.arrays import Floats
from accord.results.option_names import option, told
from accord.results.tabular import Records
from accord.results.wording import many
from accord.statistics.multiple_comparisons import holm

if TYPE_CHECKING:
    from accord.formats.given_data import Given

Measures = str | Expression | Sequence[str | Expression]
MOST_PEOPLE = 15  # annotators of both rounds whose pairs are compared
MOST_CATEGORIES = 40
MOST_CONFUSIONS = 40  # the most frequent ones are compared
MOST_ANNOTATIONS, MOST_GROUPED = 20_000, 10  # of documents, whose groups of annotators are each adjudicated


@overload
def compare(data: Project, other: object, measures: Measures | None = None, **options: Any) -> FieldsCompared: ...
@overload
def compare(
    data: Annotations | Given, other: object, measures: Measures | None = None, **options: Any
) -> BeforeAfter: ...


@public(also=Project)  # type: ignore[misc]  # in the stub the overloads have all options
def compare(
    data: Annotations | Project,
    other: object,
    measures: Measures | None = None,
    *,
    margin: float = 0.05,
    parts: bool = True,
    k: int | None = None,
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> BeforeAfter | FieldsCompared:
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
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.

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
    drawing = Drawing(*_checked(margin, confidence, replicates, seed))
    if isinstance(data, Project):
        settings: dict[str, Any] = {"margin": margin, "parts": parts, "k": k, "confidence": confidence}
        settings |= {"replicates": replicates, "seed": seed, "only": only, "without": without}

        def of_field(before: Annotations, after: Annotations) -> BeforeAfter:
            return compare(before, after, measures, **settings)

        return compare_fields(data, _second_project(other), of_field, margin=margin, confidence=confidence)
    rounds = _rounds(data, other, only, without)
    wanted = _wanted(rounds, measures)
    options = Options(confidence=confidence, replicates=replicates, seed=seed)
    whole = [evaluate(side, wanted, options) for side in rounds]
    sides = _Rounds(*rounds, drawing)
    gaps = tuple(
        MeasureGap(
            str(measure),
            before,
            after,
            _named(sides.gap(measure), before, after),
            margin,
            _direction(data.kind, measure),
        )
        for measure, before, after in zip(wanted, *whole, strict=True)
    )
    main = _part_measure(rounds, wanted)
    tables = sides.parts(main) if parts else {}
    facts = [
        overview(side).as_json() if isinstance(side, Labels) else corpus_overview(side).as_json() for side in rounds
    ]
    return BeforeAfter(
        kind=data.kind,
        design=sides.design(),
        measures=gaps,
        categories=tables.get("categories", Records()),
        people=tables.get("people", Records()),
        confusions=tables.get("confusions", Records()),
        part_measure=None if main is None else str(main),
        stability=_stabilities(rounds, k, options) if parts else (),
        reference=moved_reference(*rounds) if parts else None,
        reference_untold=next(filter(None, map(too_large, rounds)), None) if parts else None,
        margin=margin,
        confidence=confidence,
        replicates=replicates,
        seed=seed,
        data={"before": facts[0], "after": facts[1]},
        read_as=rounds[0].read_as,
        diagnostics=tuple(sides.said),
    )


def _checked(margin: float, confidence: float, replicates: int, seed: int) -> tuple[int, int, float]:
    if not (isinstance(margin, int | float) and margin > 0):
        raise UsageError(f"{told('margin', margin)} is not a number above 0", "use 0.05")
    Options(confidence=confidence, replicates=replicates, seed=seed)
    return replicates, seed, confidence


def _second_project(other: object) -> Project:
    if isinstance(other, Project):
        return other
    if isinstance(other, Answers | Labels | Relations | Spans):
        raise UsageError(
            "the first round is a project, the second one field", "give the field of the first: data[name]"
        )
    from accord.formats.project_reading import project

    return project(other)  # type: ignore[arg-type]  # whatever else is there, it says what it takes


def _rounds(data: Annotations, other: object, only: Names, without: Names) -> tuple[Annotations, Annotations]:
    second = given(other, "compare")
    if not isinstance(second, Answers | Labels | Relations | Spans):
        raise UsageError("the second round is not annotations", "read it with accord.read(path)")
    if second.kind != data.kind:
        message = f"the first round holds {data.kind}, the second {second.kind}"
        raise DataError(
            "ACC454", message, hint=f"compare rounds of the same kind; {option('kind', 'labels')} says how to read both"
        )
    rounds = by_names(annotators_chosen(data, only, without)), by_names(annotators_chosen(second, only, without))
    if isinstance(rounds[0], Labels) and isinstance(rounds[1], Labels):
        return _same_labels(rounds[0], rounds[1])
    return rounds


def _same_labels(first: Labels, second: Labels) -> tuple[Labels, Labels]:
    """At one level and over the same categories; those that only one round uses count for both."""
    if first.level != second.level:
        message = f"the first round is {first.level}, the second {second.level}"
        raise DataError("ACC454", message, hint=f"read both at the same level: {option('level', first.level)}")
    if first.categories.texts == second.categories.texts or first.level == "sets":
        return first, second
    union = first.categories.union(second.categories)
    if not set(first.categories.texts) & set(second.categories.texts):
        some = f"'{first.categories.texts[0]}' and '{second.categories.texts[0]}'" if len(union) > 1 else "none"
        message = f"the two rounds have no category in common, such as {some}"
        raise DataError("ACC454", message, hint="rename the categories of one of them, or compare other data")

    def over(data: Labels) -> Labels:
        place = data.categories.positions_in(union)
        return replace(data, categories=union, codes=place[data.codes].astype(np.int32))

    return over(first), over(second)


def _wanted(rounds: tuple[Annotations, Annotations], measures: Measures | None) -> list[Expression]:
    if isinstance(measures, str | Expression):
        return [parse_expression(measures)]
    if measures is not None:
        return [parse_expression(measure) for measure in measures]
    after = set(map(str, shown(rounds[1])))
    expressions = [
        expression
        for expression in shown(rounds[0])
        if str(expression) in after and _direction(rounds[0].kind, expression) != "none"
    ]
    main = headline_of(rounds[0])
    return sorted(expressions, key=lambda expression: str(expression) != str(main))  # the headline first


def _direction(kind: str, measure: Expression) -> str:
    """Which way is better: "up", "down", or "none" for an index that says something else."""
    record = find(kind, measure.name)
    return "down" if record.lower_is_better else "up" if record.bounded else "none"


def _part_measure(rounds: tuple[Annotations, Annotations], wanted: list[Expression]) -> Expression | None:
    """The measure of parts: the first that was asked for."""
    return wanted[0] if wanted else headline_of(rounds[0])


def _named(gap: Gap, before: Result, after: Result) -> Gap:
    """With the reason that the measures themselves give."""
    return (
        gap if gap.undefined is None else replace(gap, undefined=before.undefined or after.undefined or gap.undefined)
    )


class _Rounds:
    """Both rounds, drawn together."""

    def __init__(self, before: Annotations, after: Annotations, drawing: Drawing) -> None:
        self.before, self.after, self.drawing = before, after, drawing
        self.said: list[Diagnostic] = []
        self.items = [LabelItems(side) for side in (before, after) if isinstance(side, Labels)]
        self.corpora = [side for side in (before, after) if not isinstance(side, Labels)]
        self._bootstraps: dict[tuple[object, ...], PairedBootstrap] = {}

    def design(self) -> RoundDesign:
        """What is shared, by the names of items or documents."""
        if self.items:
            names = [tuple(_item_names(side)) for side in (self.before, self.after)]
            numbers = [int(np.count_nonzero(side.data.sizes * side.data.weights)) for side in self.items]
            counted = [side.data.n_items for side in self.items]
            numbers = counted if not names[0] else numbers
            what = "items"
        else:
            names = [tuple(corpus.documents) for corpus in self.corpora]
            numbers = [len(side_names) for side_names in names]
            what = "items" if self.before.kind == "answers" else "documents"
        shared = len(set(names[0]) & set(names[1]))
        kind = "unpaired" if not shared else "paired" if shared == numbers[0] == numbers[1] else "mixed"
        people = [set(side.annotators or ()) for side in (self.before, self.after)]
        both = len(people[0] & people[1])
        return RoundDesign(what, numbers[0], numbers[1], shared, kind, len(people[0]), len(people[1]), both)

    def bootstrap(self, first: ItemKernel, second: ItemKernel) -> PairedBootstrap:
        key = first.units, second.units
        if key not in self._bootstraps:
            self._bootstraps[key] = PairedBootstrap(units_of(*key), self.drawing)
        return self._bootstraps[key]

    def compared(self, first: ItemKernel, second: ItemKernel) -> Gap:
        made = self.bootstrap(first, second)
        gap = made.gap(first, second)
        if gap.undefined is None and made.units.number < FEWEST_UNITS:
            nan = float("nan")
            units = many(made.units.number, "unit")
            self.say(f"a difference over {units} has no interval: at least {FEWEST_UNITS} are needed")
            gap = replace(gap, low=nan, high=nan, error=nan, p=nan)
        return gap

    def say(self, text: str) -> None:
        note = Diagnostic("ACC116", text)
        if note not in self.said:
            self.said.append(note)

    def gap(self, measure: Expression) -> Gap:
        """One measure on both."""
        kernels: list[ItemKernel] = [side.kernel(measure) for side in self.items]
        kernels += [document_item_kernel(corpus, measure, self.drawing.seed) for corpus in self.corpora]
        return self.compared(kernels[0], kernels[1])

    def parts(self, measure: Expression | None) -> dict[str, Records[PartGap]]:
        """Categories, annotators and confusions, each corrected over its lines."""
        if measure is None:
            return {}
        made = {"categories": self._by_category(measure), "people": self._by_annotator(measure)}
        if self.items:
            made["confusions"] = self._confusions()
        down = _direction(self.before.kind, measure) == "down"
        return {name: _corrected(lines, rare=down or name == "confusions") for name, lines in made.items()}

    def _by_category(self, measure: Expression) -> list[tuple[str, Gap]]:
        if self.items:
            names = self.items[0].data.categories.texts
            if not 2 < len(names) <= MOST_CATEGORIES or self.items[0].data.level not in ("nominal", "ordinal"):
                return []
            kept = {name: value for name, value in measure.parameters.items() if name not in ("level", "weights")}
            plain = Expression(measure.name, **kept)
            return [(name, self.compared(*(side.of_category(plain, name) for side in self.items))) for name in names]
        if not (isinstance(self.before, Spans) and isinstance(self.after, Spans)):
            return []
        shared = [name for name in self.before.categories.texts if name in self.after.categories.index]
        if not 1 < len(shared) <= MOST_CATEGORIES:
            return []
        return [(name, self._span_category(measure, name)) for name in shared]

    def _span_category(self, measure: Expression, name: str) -> Gap:
        """A measure that stands for it by category, as γ-k for γ; every other on the units of one category."""
        instead = find("spans", measure.name).by_category
        if instead is not None:
            known = find("spans", instead).parameters
            shared = {key: value for key, value in measure.parameters.items() if key in known}
            return self.gap(Expression(instead, **{**shared, "category": name}))
        both = (corpus.of_category(name) for corpus in self.corpora if isinstance(corpus, Spans))
        return self.compared(*(document_item_kernel(corpus, measure, self.drawing.seed) for corpus in both))

    def _by_annotator(self, measure: Expression) -> list[tuple[str, Gap]]:
        names = [name for name in self.before.annotators or () if name in (self.after.annotators or ())]
        if not 2 < len(names) <= MOST_PEOPLE:
            return []
        if not self.items:
            return self._by_annotator_of_documents(measure, names)
        labelled = [name for name in names if all(name in side.rows.annotators for side in self.items)]
        return [(name, self.compared(*(side.of_annotator(measure, name) for side in self.items))) for name in labelled]

    def _by_annotator_of_documents(self, measure: Expression, names: list[str]) -> list[tuple[str, Gap]]:
        """The mean over the pairs that an annotator is in; not of measures that sample chance for each of them."""
        if find(self.before.kind, measure.name).seeded:
            return []

        def kernel(corpus: Answers | Relations | Spans, name: str) -> ItemKernel:
            pairs = [(name, other) for other in corpus.annotators or () if other != name]
            return mean_over_pairs(corpus, pairs, measure, self.drawing.seed)

        return [(name, self.compared(*(kernel(corpus, name) for corpus in self.corpora))) for name in names]

    def _confusions(self) -> list[tuple[str, Gap]]:
        """The share of coincidences that are a confusion of two categories, the most frequent first."""
        if self.items[0].data.level not in ("nominal", "ordinal") or len(self.items[0].data.categories) < 2:
            return []
        (pairs, first, first_labels), (_, second, second_labels) = (side.confusions() for side in self.items)
        times = first.sum(axis=0) + second.sum(axis=0)
        chosen = [place for place in np.argsort(-times, kind="stable")[:MOST_CONFUSIONS].tolist() if times[place] > 0]
        if not chosen or not first_labels.sum() or not second_labels.sum():
            return []
        bootstrap = PairedBootstrap(units_of(self.items[0].units, self.items[1].units), self.drawing)
        numbers = bootstrap.units.number
        made = _share_replicates(bootstrap, first[:, chosen], first_labels, second[:, chosen], second_labels)
        before, after = first.sum(axis=0) / first_labels.sum(), second.sum(axis=0) / second_labels.sum()
        return [
            (
                f"{pairs[place][0]} / {pairs[place][1]}",
                gap_of(float(before[place]), float(after[place]), made[:, column], numbers, self.drawing.confidence),
            )
            for column, place in enumerate(chosen)
        ]


def _share_replicates(
    bootstrap: PairedBootstrap, first: Floats, first_labels: Floats, second: Floats, second_labels: Floats
) -> Floats:
    """(replicates, pairs) differences of shares."""
    held: list[Floats] = []

    def shares(of: Floats, labels: Floats) -> Callable[[Floats], Floats]:
        def kept(weights: Floats) -> Floats:
            held.append(weights @ of / np.maximum(weights @ labels, 1e-300)[:, None])
            return np.zeros(len(weights))

        return kept

    bootstrap.replicates(shares(first, first_labels), shares(second, second_labels))
    return np.concatenate([two - before for before, two in zip(held[::2], held[1::2], strict=True)])


def _corrected(lines: list[tuple[str, Gap]], *, rare: bool) -> Records[PartGap]:
    corrected = holm(np.array([gap.p for _, gap in lines]))
    return Records(PartGap(name, gap, float(p), rare) for (name, gap), p in zip(lines, corrected, strict=True))


def _item_names(data: Annotations) -> list[str]:
    if not isinstance(data, Labels) or data.items is None or data.n_rows != data.n_items:
        return []
    return [name for name, size in zip(data.items, data.sizes.tolist(), strict=True) if size]


def _stabilities(
    rounds: tuple[Annotations, Annotations], k: int | None, options: Options
) -> tuple[ReferenceStability, ...]:
    """Of both references, where both have one that can be told."""
    if min(side.n_annotators for side in rounds) < 2:
        return ()
    made = []
    size = k if k is not None else min(3, *(max(1, side.n_annotators - 1) for side in rounds))
    for name, side in zip(("before", "after"), rounds, strict=True):
        if isinstance(side, Labels) and (side.level == "sets" or side.annotators is None):
            return ()
        if not isinstance(side, Labels) and (len(side) > MOST_ANNOTATIONS or side.n_annotators > MOST_GROUPED):
            return ()
        try:
            result = stability(side, size, replicates=min(options.replicates, 200), seed=options.seed)
        except (DataError, UsageError):
            return ()
        made.append(ReferenceStability(name, size, result.value, result.low, result.high))
    return tuple(made)
