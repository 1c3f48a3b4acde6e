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


def project_sections(findings: ProjectFindings, most: int = MOST_ITEMS) -> list[Section]:
    """Those across questions, after the first table."""
    made = [
        None if findings.since is None else since_section(findings.since),
        _people(findings),
        _items(findings, most),
        _conditions(findings),
        _contradictions(findings, most),
        _overlap(findings),
        _next(findings),
        _pace(findings),
        _trends(findings),
        left_out_section(findings.diagnostics),
    ]
    return [section for section in made if section is not None]


def questions_section(findings: ProjectFindings) -> Section:
    """The first table of the report."""
    count = len(findings.questions)
    sentence = "Each question with its main value, worst first."
    note = (
        "Coverage: the share of all assignments (an item and an annotator) that were asked the question. "
        "Others would change: the share of the reference that as many other annotators of the same kind would change; "
        "of units, links and answers, the share on which the references of two groups differ. Values of different "
        "measures are not on one scale, and there is no mean of them."
    )
    if findings.overall is not None:
        note = note.replace(", and there is no mean of them", "")
        note += f" Overall {shown(findings.overall.value)}: {findings.overall.rule}."
    return Section(
        "questions",
        GOOD_ENOUGH,
        f"All {count} questions" if count > 1 else "The question",
        sentence,
        questions_table(findings, first=WIDEST),
        note,
    )


def questions_table(findings: ProjectFindings, *, exact: bool = False, first: int | None = None) -> Table:
    """A row for each question; in CSV with all digits and a column for each end."""
    if exact:
        every = (
            "question", "shape", "items", "annotators", "coverage", "measure", "value", "low", "high",
            "others_would_change", "change_low", "change_high", "first_finding",
        )  # fmt: skip
        return Table(
            every, tuple(_exact_row(question) for question in findings.questions), "", frozenset(range(2, 12)) - {5}
        )
    header = ("question", "shape, measure", "items", "coverage", "main value", "others would change", "first finding")
    rows = tuple(_row(question, first) for question in findings.questions)
    return Table(header, rows, "", frozenset({2, 3, 4, 5}))


def _row(question: QuestionSummary, first: int | None) -> tuple[str, ...]:
    text = question.first if first is None else str(shortened(question.first, first))
    return (
        question.name,
        question.shape if question.main is None else f"{question.shape}, {symbol_of(question.main)}",
        f"{question.items:,}",
        "–" if math.isnan(question.coverage) else f"{question.coverage:.0%}",
        _value(question),
        "–" if question.change is None else f"{question.change.value:.1%}",
        text,
    )


def symbol_of(result: Result) -> str:
    """What the measure is called in a narrow place: its symbol, else its name."""
    record = record_of(result.signature.shape, result)
    return result.measure.partition("(")[0] if record is None else record.symbol or record.name


def _value(question: QuestionSummary) -> str:
    main = question.main
    if main is None or not main.defined:
        return "–"
    if main.confidence is None or math.isnan(main.low):
        return shown(main.value)
    return f"{shown(main.value)} [{shown(main.low)}, {shown(main.high)}]"


def _exact_row(question: QuestionSummary) -> tuple[str, ...]:
    main, change = question.main, question.change
    values = (math.nan,) * 3 if main is None else (main.value, main.low, main.high)
    changed = (math.nan,) * 3 if change is None else (change.value, change.low, change.high)
    return (
        question.name, question.shape, str(question.items), str(question.annotators), digits(question.coverage, True),
        "" if main is None else main.measure,
        *(digits(value, True) for value in (*values, *changed)),
        question.first,
    )  # fmt: skip


def _people(findings: ProjectFindings) -> Section | None:
    people = findings.people
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
    notes = [f"'{person.annotator}' comes last in {person.lowest} of {person.of} questions." for person in people.off]
    note = "\n".join(notes) or "Nobody comes last in more questions than expected by chance."
    hidden = len(people.questions) - len(shown_questions)
    note += f"\n{hidden} more questions are in the JSON." if hidden else ""
    table = Table(("annotator", *shown_questions), rows, "", frozenset(range(1, len(shown_questions) + 1)))
    return Section("people", TO_FIX, "Who agrees least in every question", sentence, table, note)


def _mean(values: list[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.inf


def _items(findings: ProjectFindings, most: int) -> Section | None:
    items = findings.items
    if items is None:
        return None
    rows = tuple((item.item, str(item.questions), f"{item.rank:.0%}", item.text or "") for item in items.hard[:most])
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


def _conditions(findings: ProjectFindings) -> Section | None:
    if not findings.conditions:
        return None
    rows = tuple(
        (
            condition.question,
            condition.gate,
            ", ".join(condition.answers),
            f"{condition.inside_answered:,} of {condition.inside:,}",
            f"{condition.outside_answered:,} of {condition.outside:,}",
        )
        for condition in findings.conditions
    )
    header = ("question", "asked where", "is", "answered there", "answered elsewhere")
    sentence = (
        "Inferred from who has an answer: these questions were asked only where another was answered so. Elsewhere "
        "nobody counts as asked."
    )
    return Section("conditions", TO_FIX, "Conditional questions", sentence, Table(header, rows, "", frozenset({3, 4})))


def _contradictions(report: ProjectFindings, most: int) -> Section | None:
    rows = [
        (
            f"{contradiction.one} = {contradiction.answer}",
            f"{contradiction.other} = {contradiction.other_answer}",
            f"{contradiction.times:,}",
            f"{contradiction.expected:.0f}",
            "; ".join(f"{item} ({who})" for item, who in contradiction.places[:3]),
        )
        for contradiction in report.contradictions[:most]
    ]
    if not rows and not report.same:
        return None
    notes = [f"'{pair.one}' and '{pair.other}' say the same in {pair.same:.1%} of assignments." for pair in report.same]
    sentence = "Answers of one annotator about one item that hardly ever go together, and do here." if rows else ""
    header = ("one answer", "the other", "together", "expected by chance", "such as")
    table = Table(header, tuple(rows), "", frozenset({2, 3}))
    heading = "Duplicates and contradictions between questions"
    return Section("contradictions", TO_FIX, heading, " ".join([*notes, sentence]).strip(), table)


def _overlap(findings: ProjectFindings) -> Section | None:
    plan = findings.overlap
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


def _next(findings: ProjectFindings) -> Section | None:
    """Who should annotate what next."""
    plan = None if findings.overlap is None else findings.overlap.proposed
    if findings.overlap is None or plan is None or not plan.number:
        return None
    rows = tuple(
        (
            assignment.annotator,
            f"{len(assignment.items):,}",
            ", ".join(assignment.items[:FEW]) + (", …" if len(assignment.items) > FEW else ""),
        )
        for assignment in plan.assignments
    )
    note = "All of them are in the JSON. The number is not the smallest there may be."
    table = Table(("annotator", "more items", "such as"), rows, "", frozenset({1}))
    return Section("assignments", TO_FIX, "Who should annotate what next", findings.overlap.advice, table, note)


def _pace(findings: ProjectFindings) -> Section | None:
    if not findings.pace:
        return None
    rows = tuple(
        (pace.annotator, f"{pace.assignments:,}", shown(pace.took, 1), shown(pace.early, 1), shown(pace.late, 1))
        for pace in findings.pace[:MOST_PEOPLE]
    )
    header = ("annotator", "assignments", "median seconds", "first third", "last third")
    sentence = "How long annotators take for an item, by the clock of the tool; the fastest first."
    return Section("pace", TO_FIX, "How fast annotators are", sentence, Table(header, rows, "", frozenset(range(1, 5))))


def _trends(findings: ProjectFindings) -> Section | None:
    """Each annotator over time, over all questions."""
    known = [trend for trend in findings.trends if not math.isnan(trend.p)]
    if not known:
        return None
    rows = tuple(
        (str(row.of), f"{row.items:,}", f"{row.early:.1%}", f"{row.late:.1%}", shown_p(row.p).removeprefix("= "))
        for row in sorted(known, key=lambda trend: trend.p)[:MOST_PEOPLE]
    )
    header = ("annotator", "items", "first third", "last third", "p (Holm)")
    sentence = (
        "The agreement of each annotator with the others in the first and in the last third of their items, mean over "
        "questions; the trend is tested beside that of the others on the same items."
    )
    tired = [f"'{trend.of}'" for trend in known if trend.notable and trend.change < 0]
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
            question.name,
            f"{_count(question.items_before)} → {_count(question.items)}",
            f"{_count(question.annotators_before)} → {_count(question.annotators)}",
            "–" if question.before is None else shown(question.before.value),
            "–" if question.now is None else shown(question.now.value),
            "–" if math.isnan(question.change) else f"{question.change:+.3f}",
        )
        for question in since.questions
    )
    header = ("question", "items", "annotators", "value then", "value now", "change")
    table = Table(header, rows, "", frozenset(range(1, 6)))
    return Section("since", READ, f"Since {since.source}", " ".join(since.sentences()), table)


def _count(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"
