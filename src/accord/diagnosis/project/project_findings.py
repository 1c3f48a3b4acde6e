"""Everything about a project: a line for each question, its findings, and what is only visible across questions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from accord.annotations import Annotations
from accord.annotations.campaign import AssignmentTime, Pair
from accord.annotations.project import Project
from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.finding import Finding, ranked
from accord.diagnosis.labels.drift import Trend
from accord.diagnosis.project.answer_matrix import MOST_CELLS, AnswerMatrix
from accord.diagnosis.project.between_questions import (
    Contradiction,
    SameQuestions,
    between_findings,
    between_questions,
)
from accord.diagnosis.project.conditional_questions import Condition, condition_findings, conditional_questions
from accord.diagnosis.project.fatigue import fatigue, fatigue_findings
from accord.diagnosis.project.items_across import ItemsAcross, items_across
from accord.diagnosis.project.overlap import Overlap, overlap
from accord.diagnosis.project.pace import Pace, pace_findings, paces
from accord.diagnosis.project.people_across import PeopleAcross, people_across
from accord.diagnosis.project.question_summary import QuestionSummary, question_summary
from accord.diagnosis.project.since import Since
from accord.diagnosis.reports import Reports
from accord.results import Diagnostics, ReadAs
from accord.results.foreign_text import visible
from accord.results.json_numbers import JsonRecord, json_fields, json_value
from accord.results.tabular import Records, Tables, Tabular
from accord.results.wording import many

MOST_TRENDS = 200  # in the JSON: those that are least by chance


@dataclass(frozen=True)
class Overall(JsonRecord):
    """One number for those whose tool shows one."""

    value: float
    questions: int
    rule: str


@dataclass(frozen=True, kw_only=True, repr=False)
class ProjectFindings:
    """What the report says about a project; `reports` has the findings of each question, worst first."""

    title: str
    lines: tuple[str, ...]
    """The size of it, in words."""
    read_as: ReadAs
    diagnostics: Diagnostics
    questions: Records[QuestionSummary]
    """Worst first."""
    reports: Reports[AnyFindings]
    findings: Records[Finding]
    """Of the questions together."""
    people: PeopleAcross | None
    items: ItemsAcross | None
    conditions: Records[Condition]
    same: Records[SameQuestions]
    contradictions: Records[Contradiction]
    overlap: Overlap | None
    pace: Records[Pace]
    """How long annotators take, where the export tells."""
    trends: Records[Trend]
    """Each annotator over time, over all questions together."""
    overall: Overall | None = None
    since: Since | None = None
    """What is new since an earlier report, where one was named."""

    @property
    def verdict(self) -> tuple[str, ...]:
        """How many questions are good enough, and what to look at first."""
        new = [] if self.since is None else self.since.sentences()
        return (*_verdict(self.questions, self.findings, self.overall), *new)

    @property
    def tables(self) -> Tables:
        """The tables across questions by name; those of each question are in its findings."""
        plan = None if self.overlap is None else self.overlap.proposed
        held: dict[str, Tabular | None] = {
            "questions": self.questions,
            "findings": self.findings,
            "annotators": self.people,
            "hard-items": None if self.items is None else self.items.hard,
            "conditions": self.conditions,
            "same": self.same,
            "contradictions": self.contradictions,
            "overlap": self.overlap,
            "assignments": None if plan is None else Records(plan.assignments),
            "pace": self.pace,
            "trends": self.trends,
            "since": None if self.since is None else self.since.questions,
        }
        return Tables(held)

    def as_json(self) -> dict[str, object]:
        """What stands beside the findings of the questions, without them."""
        across = {"annotators": "people", "hard_items": "items", "conditional_questions": "conditions"}
        return {
            **json_fields(self, "title", "lines", "read_as", "verdict", "questions", "findings", **across),
            **json_fields(self, same_questions="same", contradictions="contradictions", overlap="overlap", pace="pace"),
            "trends": json_value(sorted(self.trends, key=_by_chance)[:MOST_TRENDS]),
            **json_fields(self, "overall"),
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
            **({} if self.since is None else {"since": self.since.as_json()}),
        }

    def __repr__(self) -> str:
        return f"ProjectFindings({visible(self.title)!r}: {many(len(self.questions), 'question')})"

    def __getitem__(self, name: str) -> AnyFindings:
        """The findings of one question."""
        return next(report for report in self.reports if report.title == name)


def project_findings(
    project: Project,
    found_of: Callable[[str, Annotations], AnyFindings],
    *,
    title: str | None = None,
    overall: bool = False,
) -> ProjectFindings:
    """Findings of every question, made by `found_of`, and across them."""
    by_question = {name: found_of(name, data) for name, data in project.items()}
    cells = len(project) * max((len(data) for data in project.values()), default=0)
    matrix = AnswerMatrix.of(project) if cells <= MOST_CELLS else None
    coverage = matrix.coverage if matrix is not None else [math.nan] * len(project)
    counted = matrix.items_asked if matrix is not None else [None] * len(project)
    lines = [
        question_summary(name, data, by_question[name], share, number)
        for (name, data), share, number in zip(project.items(), coverage, counted, strict=True)
    ]
    lines += _without_data(project)
    lines.sort(key=lambda line: line.order)
    conditions = [] if matrix is None else conditional_questions(matrix)
    same, apart = ([], []) if matrix is None else between_questions(matrix)
    people, items = people_across(by_question), items_across(project, by_question)
    shares = None if matrix is None else overlap(matrix)
    pace = [] if project.whole is None else paces(_measured_times(project))
    tired = fatigue(project, by_question)
    listed = ranked(
        [
            *pace_findings(pace),
            *fatigue_findings(tired),
            *([] if people is None else people.findings()),
            *([] if items is None else items.findings()),
            *condition_findings(conditions),
            *between_findings(same, apart),
            *([] if shares is None else shares.findings()),
            *_of_people(project),
        ]
    )
    return ProjectFindings(
        title=title or project.source or "Project",
        lines=_lines(project),
        read_as=project.read_as,
        diagnostics=project.diagnostics,
        questions=Records(lines),
        reports=Reports(by_question[line.name] for line in lines if line.name in by_question),
        findings=Records(listed),
        people=people,
        items=items,
        conditions=Records(conditions),
        same=Records(same),
        contradictions=Records(apart),
        overlap=shares,
        pace=Records(pace),
        trends=Records(tired),
        overall=_overall(lines) if overall else None,
    )


def _by_chance(trend: Trend) -> float:
    return 2.0 if math.isnan(trend.p) else trend.p


def _measured_times(project: Project) -> dict[Pair, AssignmentTime]:
    """Those of annotators who are measured."""
    if project.whole is None:
        return {}
    measured = set(project.annotators)
    return {pair: time for pair, time in project.whole.times.items() if pair[1] in measured}


def _without_data(project: Project) -> list[QuestionSummary]:
    nobody = [
        QuestionSummary(name, "unanswered", 0, 0, 0.0, None, None, "nobody answered") for name in project.unanswered
    ]
    unread = [
        QuestionSummary(name, "unread", 0, 0, math.nan, None, None, str(error.message))
        for name, error in project.refused.items()
    ]
    return nobody + unread


def _lines(project: Project) -> tuple[str, ...]:
    shapes = Counter(data.kind for data in project.values())
    kinds = ", ".join(f"{number} of {shape}" for shape, number in shapes.items())
    documents, people = len(project.documents), len(set(project.annotators) - set(project.idle))
    first = f"{many(len(project), 'question')} ({kinds}) about {many(documents, 'item')}, {many(people, 'annotator')}"
    models = project.models
    lines = [first]
    if models:
        shown = ", ".join(f"'{name}'" for name in models[:6]) + (", …" if len(models) > 6 else "")
        lines.append(f"{many(len(models), 'model')} ({shown}), set aside in measures of people")
    if project.cancelled:
        lines.append(f"{many(project.cancelled, 'assignment')} cancelled")
    return tuple(lines)


def _of_people(project: Project) -> list[Finding]:
    if not project.idle:
        return []
    shown = ", ".join(f"'{name}'" for name in project.idle[:6])
    return [
        Finding(
            kind="annotator without an item",
            matters=0.15,
            title=f"{many(len(project.idle), 'annotator')} without any item: {shown}.",
            explanation="They are named in the data, and have no annotation or cancelled all. They count for nothing.",
            action="Look whether their annotations were left out of the export.",
            numbers={"annotators": list(project.idle)},
        )
    ]


def _overall(lines: Sequence[QuestionSummary]) -> Overall | None:
    """The plain mean of the main values that are defined, each question counting the same."""
    values: Mapping[str, float] = {
        line.name: line.main.value for line in lines if line.main is not None and line.main.defined
    }
    if not values:
        return None
    names = Counter(
        line.main.measure.partition("(")[0] for line in lines if line.main is not None and line.main.defined
    )
    mixed = ", ".join(f"{name} of {number}" for name, number in names.items())
    rule = f"the plain mean of the main values of {many(len(values), 'question')}, each counting the same ({mixed})"
    return Overall(sum(values.values()) / len(values), len(values), rule)


TENTATIVE = 0.667  # Krippendorff 2004, p. 241


def _verdict(
    questions: Sequence[QuestionSummary], findings: Sequence[Finding], overall: Overall | None
) -> Iterator[str]:
    known = [(summary.name, summary.main) for summary in questions if summary.main is not None and summary.main.defined]
    of_alpha = [main for _, main in known if main.signature.shape == "labels" and main.measure.startswith("alpha")]
    if of_alpha:
        low = sum(main.value < TENTATIVE for main in of_alpha)
        yield (
            f"{low} of {many(len(of_alpha), 'question')} with labels {'has' if low == 1 else 'have'} an α below "
            ".667, under which Krippendorff (2004) advises against using data."
        )
    if len(known) > 1:
        (worst, low_value), (best, high_value) = known[0], known[-1]
        yield (
            f"The lowest main value is that of '{worst}' ({low_value.value:.3f}), the highest that of '{best}' "
            f"({high_value.value:.3f})."
        )
    if findings:
        yield f"Across questions: {findings[0].title}"
    if overall is not None:
        yield f"Overall {overall.value:.3f}: {overall.rule}."
