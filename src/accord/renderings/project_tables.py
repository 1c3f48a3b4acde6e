"""A project in every output: the table of all questions, and what is only visible across them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from accord.diagnosis.labels.drift import shown_p
from accord.evaluation.headlines import record_of
from accord.renderings.numbers import digits, shown
from accord.renderings.section import GOOD_ENOUGH, READ, TO_FIX, Section
from accord.renderings.sections import left_out_section
from accord.renderings.tables import Table, without_empty_columns
from accord.results import Result
from accord.results.listed import shortened

if TYPE_CHECKING:
    from accord.diagnosis.project.project_findings import ProjectFindings
    from accord.diagnosis.project.question_summary import QuestionSummary
    from accord.diagnosis.project.since import Since

MOST_PEOPLE, MOST_COLUMNS = 40, 12
MOST_ITEMS = 50
FEW = 5  # items that are named
WIDEST = 160  # letters of the first finding


def project_sections(found: ProjectFindings, most: int = MOST_ITEMS) -> list[Section]:
    """Those across questions, after the first table."""
    made = [
        None if found.since is None else since_section(found.since),
        _people(found),
        _items(found, most),
        _conditions(found),
        _contradictions(found, most),
        _overlap(found),
        _next(found),
        _pace(found),
        _trends(found),
        left_out_section(found.diagnostics),
    ]
    return [one for one in made if one is not None]


def questions_section(found: ProjectFindings) -> Section:
    """The first table of the report."""
    count = len(found.questions)
    sentence = "Each question with its main value, worst first."
    note = (
        "Coverage: the share of all assignments (an item and an annotator) that were asked the question. "
        "Others would change: the share of the reference that as many other annotators of the same kind would change; "
        "of units, links and answers, the share on which the references of two groups differ. Values of different "
        "measures are not on one scale, and there is no mean of them."
    )
    if found.overall is not None:
        note = note.replace(", and there is no mean of them", "")
        note += f" Overall {shown(found.overall.value)}: {found.overall.rule}."
    return Section(
        "questions",
        GOOD_ENOUGH,
        f"All {count} questions" if count > 1 else "The question",
        sentence,
        questions_table(found, first=WIDEST),
        note,
    )


def questions_table(found: ProjectFindings, *, exact: bool = False, first: int | None = None) -> Table:
    """A row for each question; in CSV with all digits and a column for each end."""
    if exact:
        every = (
            "question", "shape", "items", "annotators", "coverage", "measure", "value", "low", "high",
            "others_would_change", "change_low", "change_high", "first_finding",
        )  # fmt: skip
        return Table(every, tuple(_exact_row(one) for one in found.questions), "", frozenset(range(2, 12)) - {5})
    header = ("question", "shape, measure", "items", "coverage", "main value", "others would change", "first finding")
    rows = tuple(_row(one, first) for one in found.questions)
    return Table(header, rows, "", frozenset({2, 3, 4, 5}))


def _row(one: QuestionSummary, first: int | None) -> tuple[str, ...]:
    text = one.first if first is None else str(shortened(one.first, first))
    return (
        one.name,
        one.shape if one.main is None else f"{one.shape}, {symbol_of(one.main)}",
        f"{one.items:,}",
        "–" if math.isnan(one.coverage) else f"{one.coverage:.0%}",
        _value(one),
        "–" if one.change is None else f"{one.change.value:.1%}",
        text,
    )


def symbol_of(result: Result) -> str:
    """What the measure is called in a narrow place: its symbol, else its name."""
    record = record_of(result.signature.shape, result)
    return result.measure.partition("(")[0] if record is None else record.symbol or record.name


def _value(one: QuestionSummary) -> str:
    main = one.main
    if main is None or not main.defined:
        return "–"
    if main.confidence is None or math.isnan(main.low):
        return shown(main.value)
    return f"{shown(main.value)} [{shown(main.low)}, {shown(main.high)}]"


def _exact_row(one: QuestionSummary) -> tuple[str, ...]:
    main, change = one.main, one.change
    values = (math.nan,) * 3 if main is None else (main.value, main.low, main.high)
    changed = (math.nan,) * 3 if change is None else (change.value, change.low, change.high)
    return (
        one.name, one.shape, str(one.items), str(one.annotators), digits(one.coverage, True),
        "" if main is None else main.measure,
        *(digits(value, True) for value in (*values, *changed)),
        one.first,
    )  # fmt: skip


def _people(found: ProjectFindings) -> Section | None:
    people = found.people
    if people is None:
        return None
    shown_questions = people.questions[:MOST_COLUMNS]
    order = sorted(range(len(people.annotators)), key=lambda place: _mean(people.agreement[place].tolist()))
    rows = tuple(
        (
            people.annotators[place],
            *(shown(float(value), 2) for value in people.agreement[place, : len(shown_questions)]),
        )
        for place in order[:MOST_PEOPLE]
    )
    sentence = (
        "How each annotator agrees with the others: of labels κ with the vote of the others, of spans F with each of "
        "them, of relations agreement over links, of answers the share that others give too. Those who agree "
        "least come first."
    )
    said = [f"'{one.annotator}' comes last in {one.lowest} of {one.of} questions." for one in people.off]
    note = "\n".join(said) or "Nobody comes last in more questions than expected by chance."
    hidden = len(people.questions) - len(shown_questions)
    note += f"\n{hidden} more questions are in the JSON." if hidden else ""
    table = Table(("annotator", *shown_questions), rows, "", frozenset(range(1, len(shown_questions) + 1)))
    return Section("people", TO_FIX, "Who agrees least in every question", sentence, table, note)


def _mean(values: list[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.inf


def _items(found: ProjectFindings, most: int) -> Section | None:
    items = found.items
    if items is None:
        return None
    rows = tuple((one.item, str(one.questions), f"{one.rank:.0%}", one.text or "") for one in items.hard[:most])
    number = len(items.hard)
    sentence = (
        f"{number:,} of {items.compared:,} items that two annotators answered two questions about "
        f"{'is' if number == 1 else 'are'} among the most disputed quarter in each of their questions; by chance "
        f"{items.expected:.1f} would be."
    )
    header = ("item", "questions", "less disputed", "text")
    return Section(
        "hard-items",
        TO_FIX,
        "Items that are hard in every question",
        sentence,
        without_empty_columns(Table(header, rows, "", frozenset({1, 2}))),
        "Less disputed: the share of a question's items that are, on average." if rows else "",
        listing=True,
    )


def _conditions(found: ProjectFindings) -> Section | None:
    if not found.conditions:
        return None
    rows = tuple(
        (
            one.question,
            one.gate,
            ", ".join(one.answers),
            f"{one.inside_answered:,} of {one.inside:,}",
            f"{one.outside_answered:,} of {one.outside:,}",
        )
        for one in found.conditions
    )
    header = ("question", "asked where", "is", "answered there", "answered elsewhere")
    sentence = (
        "Inferred from who has an answer: these questions were asked only where another was answered so. Elsewhere "
        "nobody counts as asked."
    )
    return Section("conditions", TO_FIX, "Conditional questions", sentence, Table(header, rows, "", frozenset({3, 4})))


def _contradictions(found: ProjectFindings, most: int) -> Section | None:
    rows = [
        (
            f"{one.one} = {one.answer}",
            f"{one.other} = {one.other_answer}",
            f"{one.times:,}",
            f"{one.expected:.0f}",
            "; ".join(f"{item} ({who})" for item, who in one.places[:3]),
        )
        for one in found.contradictions[:most]
    ]
    if not rows and not found.same:
        return None
    said = [f"'{one.one}' and '{one.other}' say the same in {one.same:.1%} of assignments." for one in found.same]
    sentence = "Answers of one annotator about one item that hardly ever go together, and do here." if rows else ""
    header = ("one answer", "the other", "together", "expected by chance", "such as")
    table = Table(header, tuple(rows), "", frozenset({2, 3}))
    heading = "Duplicates and contradictions between questions"
    return Section("contradictions", TO_FIX, heading, " ".join([*said, sentence]).strip(), table)


def _overlap(found: ProjectFindings) -> Section | None:
    plan = found.overlap
    if plan is None:
        return None
    order = sorted(range(len(plan.annotators)), key=lambda place: (-int(plan.items[place]), plan.annotators[place]))
    kept = order[:MOST_COLUMNS] if plan.shared is not None else []
    header = ("annotator", "items", *(plan.annotators[other] for other in kept))
    rows = tuple(
        (
            plan.annotators[place],
            f"{plan.items[place]:,}",
            *("·" if other == place or plan.shared is None else f"{plan.shared[place, other]:,}" for other in kept),
        )
        for place in order[:MOST_PEOPLE]
    )
    table = Table(header, rows, "", frozenset(range(1, len(header))))
    return Section("overlap", READ, "Who shares how many items with whom", plan.sentence, table)


def _next(found: ProjectFindings) -> Section | None:
    """Who should annotate what next."""
    plan = None if found.overlap is None else found.overlap.proposed
    if found.overlap is None or plan is None or not plan.number:
        return None
    rows = tuple(
        (one.annotator, f"{len(one.items):,}", ", ".join(one.items[:FEW]) + (", …" if len(one.items) > FEW else ""))
        for one in plan.assignments
    )
    note = "All of them are in the JSON. The number is not the smallest there may be."
    table = Table(("annotator", "more items", "such as"), rows, "", frozenset({1}))
    return Section("assignments", TO_FIX, "Who should annotate what next", found.overlap.advice, table, note)


def _pace(found: ProjectFindings) -> Section | None:
    if not found.pace:
        return None
    rows = tuple(
        (one.annotator, f"{one.assignments:,}", shown(one.took, 1), shown(one.early, 1), shown(one.late, 1))
        for one in found.pace[:MOST_PEOPLE]
    )
    header = ("annotator", "assignments", "median seconds", "first third", "last third")
    sentence = "How long annotators take for an item, by the clock of the tool; the fastest first."
    return Section("pace", TO_FIX, "How fast annotators are", sentence, Table(header, rows, "", frozenset(range(1, 5))))


def _trends(found: ProjectFindings) -> Section | None:
    """Each annotator over time, over all questions."""
    known = [one for one in found.trends if not math.isnan(one.p)]
    if not known:
        return None
    rows = tuple(
        (str(one.of), f"{one.items:,}", f"{one.early:.1%}", f"{one.late:.1%}", shown_p(one.p).removeprefix("= "))
        for one in sorted(known, key=lambda one: one.p)[:MOST_PEOPLE]
    )
    header = ("annotator", "items", "first third", "last third", "p (Holm)")
    sentence = (
        "The agreement of each annotator with the others in the first and in the last third of their items, mean over "
        "questions; the trend is tested beside that of the others on the same items."
    )
    tired = [f"'{one.of}'" for one in known if one.notable and one.change < 0]
    note = (
        f"{', '.join(tired)} may tire."
        if tired
        else "Nobody's agreement falls, compared with the others', by more than chance."
    )
    table = Table(header, rows, "", frozenset(range(1, 5)))
    return Section("trends", TO_FIX, "Over time, over all questions", sentence, table, note)


def since_section(since: Since) -> Section:
    """What is new since an earlier report."""
    rows = tuple(
        (
            one.name,
            f"{_count(one.items_before)} → {_count(one.items)}",
            f"{_count(one.annotators_before)} → {_count(one.annotators)}",
            "–" if one.before is None else shown(one.before.value),
            "–" if one.now is None else shown(one.now.value),
            "–" if math.isnan(one.change) else f"{one.change:+.3f}",
        )
        for one in since.questions
    )
    header = ("question", "items", "annotators", "value then", "value now", "change")
    table = Table(header, rows, "", frozenset(range(1, 6)))
    return Section("since", READ, f"Since {since.source}", " ".join(since.sentences()), table)


def _count(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"
