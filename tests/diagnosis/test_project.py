"""What is seen across the questions of a project: planted things are found, and nothing where nothing is."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.annotations import Labels, Relations, Spans
from accord.annotations.campaign import AssignmentTime
from accord.annotations.project import Project
from accord.annotations.project_redacting import redacted_project
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.project.answer_matrix import AnswerMatrix
from accord.diagnosis.project.between_questions import between_questions
from accord.diagnosis.project.conditional_questions import conditional_questions
from accord.diagnosis.project.fatigue import beside_in_labels, beside_in_spans, fatigue_findings, trends_of
from accord.diagnosis.project.items_across import items_across
from accord.diagnosis.project.overlap import overlap
from accord.diagnosis.project.pace import pace_findings, paces
from accord.diagnosis.project.project_findings import ProjectFindings, project_findings
from accord.diagnosis.project.proposed_assignments import proposal
from shared_promises import no_promises

pytestmark = pytest.mark.usefixtures("_of_one_question")
ITEMS, PEOPLE = 80, ("ann", "bob", "cem", "dan", "eva")
Rows = list[dict[str, str | None]]


@pytest.fixture(scope="module")
def _of_one_question() -> Iterator[None]:
    """What is promised of a question is seen in it alone, and takes most of the time of its report."""
    with no_promises():
        yield


def _rows(questions: int, error: Callable[[int, str, int], float], seed: int = 3) -> Rows:
    """Each question three categories; `error` is the share of errors of an item, annotator and question."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 3, (questions, ITEMS))
    rows: Rows = []
    for item in range(ITEMS):
        for who in PEOPLE:
            row: dict[str, str | None] = {"item": f"s{item:02}", "annotator": who}
            for question in range(questions):
                wrong = random.random() < error(item, who, question)
                row[f"q{question}"] = "abc"[random.integers(3) if wrong else truth[question, item]]
            rows.append(row)
    return rows


def _project(rows: Rows) -> Project:
    return accord.project(pl.DataFrame(rows))


def _found(rows: Rows, *, overall: bool = False) -> ProjectFindings:
    made = _project(rows)
    return project_findings(
        made, lambda name, data: accord.findings(data, "alpha", title=name, confidence=None), overall=overall
    )


def _kinds(found: ProjectFindings) -> set[str]:
    return {one.kind for one in found.findings}


def test_nothing_is_found_where_nothing_is() -> None:
    found = _found(_rows(4, lambda item, who, question: 0.2))
    assert _kinds(found) == set()
    assert found.overall is None
    assert len(found.reports) == 4


def test_questions_stand_worst_first_with_the_values_of_their_own() -> None:
    rows = _rows(3, lambda item, who, question: 0.1 + 0.25 * question)
    found = _found(rows, overall=True)
    assert [one.name for one in found.questions] == ["q2", "q1", "q0"]
    frame = pl.DataFrame(rows)
    alone = [accord.measure(frame, "alpha", label_column=one.name, confidence=None).value for one in found.questions]
    assert [one.main.value for one in found.questions if one.main] == alone
    assert found.overall is not None
    assert found.overall.value == pytest.approx(np.mean(alone), abs=1e-15)
    assert "plain mean" in found.overall.rule


def test_somebody_who_is_off_everywhere() -> None:
    found = _found(_rows(5, lambda item, who, question: 0.7 if who == "cem" else 0.15))
    assert found.people is not None
    assert [one.annotator for one in found.people.off] == ["cem"]
    assert found.people.off[0].lowest == 5


def test_items_that_are_hard_in_every_question() -> None:
    found = _found(_rows(3, lambda item, who, question: 0.9 if item < 8 else 0.03))
    assert found.items is not None
    hard = {one.item for one in found.items.hard}
    assert len(hard & {f"s{place:02}" for place in range(8)}) >= 5
    assert "items hard everywhere" in _kinds(found)


def _marked(hard: int, kind: str, seed: int) -> Spans | Relations:
    """Units that are moved, or links that go elsewhere, in seven of ten cases in the first `hard` documents."""
    random = np.random.default_rng(seed)
    rows: list[tuple[object, ...]] = []
    for document in range(48):
        for who in PEOPLE[:3]:
            for unit in range(4):
                wrong = random.random() < (0.7 if document < hard else 0.03)
                moved = unit + 1 + int(random.integers(1, 3)) if wrong else unit
                rows.append(
                    (f"d{document:02}", who, 10 * unit + moved - unit, 10 * unit + 4, "x")
                    if kind == "spans"
                    else (f"d{document:02}", who, f"u{unit + 1}", f"u{moved % 4 + 5}", "x")
                )
    names = ["document", "annotator", *(("start", "end") if kind == "spans" else ("origin", "target")), "category"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return accord.read(frame, kind="spans") if kind == "spans" else accord.read(frame, kind="relations")


@pytest.mark.parametrize("kinds", [("spans", "relations"), ("relations", "relations")])
def test_documents_that_are_hard_in_every_question(kinds: tuple[str, str]) -> None:
    for hard in (8, 0):
        asked = Project(fields={f"q{place}": _marked(hard, kind, place) for place, kind in enumerate(kinds)})
        found = items_across(
            asked, {name: accord.findings(data, title=name, confidence=None) for name, data in asked.items()}
        )
        assert found is not None
        assert found.compared == 48
        assert len({one.item for one in found.hard} & {f"d{place:02}" for place in range(hard)}) >= 0.7 * hard
        assert bool(found.findings()) == bool(hard)


def test_a_question_that_is_asked_only_if_another_was_answered_so() -> None:
    rows = _rows(3, lambda item, who, question: 0.2)
    for place, row in enumerate(rows):
        if row["q0"] != "a" and place != 1:
            row["q2"] = None
    stray = 0 if rows[1]["q0"] == "a" else 1
    found = conditional_questions(AnswerMatrix.of(_project(rows)))
    assert [(one.question, one.gate, one.answers) for one in found] == [("q2", "q0", ("a",))]
    assert found[0].inside == found[0].inside_answered == sum(row["q0"] == "a" for row in rows)
    assert found[0].outside_answered == len(found[0].astray) == stray


def test_questions_that_say_the_same_and_answers_that_contradict() -> None:
    rows = _rows(3, lambda item, who, question: 0.2)
    swapped = {"a": "x", "b": "y", "c": "z"}
    for row in rows:
        row["q1"] = swapped[str(row["q0"])]
        if row["q0"] == "a" and row["q2"] == "b":
            row["q2"] = "c"
    rows[7] |= {"q0": "a", "q1": "x", "q2": "b"}
    found = _found(rows)
    assert [(one.one, one.other) for one in found.same] == [("q0", "q1")]
    first = found.contradictions[0]
    assert (first.one, first.answer, first.other, first.other_answer, first.times) == ("q0", "a", "q2", "b", 1)
    assert first.places == ((str(rows[7]["item"]), str(rows[7]["annotator"])),)


def _tired(error: Callable[[int, int], float], seed: int, kind: str = "labels") -> list[str]:
    """Who tires in three questions about 100 items in the order of time; `error` of an item and an annotator."""
    random = np.random.default_rng(seed)
    rates = np.array([[error(item, who) for who in range(4)] for item in range(100)])
    asked: dict[str, Labels | Spans] = {}
    for question in ("q0", "q1", "q2"):
        wrong = random.random(rates.shape) < rates
        said = np.where(wrong, random.integers(0, 3, rates.shape), random.integers(0, 3, (100, 1)))
        if kind == "labels":
            asked[question] = accord.labels(said, annotators=list(PEOPLE[:4]))
            continue
        rows = [(f"d{item:02}", PEOPLE[who], 9 * said[item, who], 30, "x") for item in range(100) for who in range(4)]
        asked[question] = accord.spans(
            pl.DataFrame(rows, schema=["document", "annotator", "start", "end", "category"], orient="row")
        )
    made = Project(fields=asked)
    at = {name: place for place, name in enumerate(made.documents)}
    whom = {name: place for place, name in enumerate(made.annotators)}
    parts = [
        beside_in_spans(made, data, at, whom)
        if isinstance(data, Spans)
        else beside_in_labels(Ballots.of(data), at, whom)
        for data in asked.values()
    ]
    trends = trends_of([part for part in parts if part is not None], made.annotators)
    return [str(one.numbers["annotator"]) for one in fatigue_findings(trends)]


@pytest.mark.parametrize("kind", ["labels", "spans"])
def test_errors_that_rise_over_time_are_fatigue(kind: str) -> None:
    def tires(item: int, who: int) -> float:
        return 0.05 + 0.6 * item / 100 if who == 2 else 0.1

    assert sum(_tired(tires, seed, kind) == ["cem"] for seed in range(20)) >= 18


@pytest.mark.parametrize(
    "error",
    [lambda item, who: 0.05 + 0.1 * who, lambda item, who: 0.05 + 0.6 * item / 100],
    ids=["nobody tires", "all items become harder"],
)
def test_no_fatigue_where_nobody_changes_beside_the_others(error: Callable[[int, int], float]) -> None:
    assert sum(bool(_tired(error, seed)) for seed in range(100)) <= 5
    assert sum(bool(_tired(error, seed, "spans")) for seed in range(20)) <= 1


def test_questions_that_have_nothing_to_do_with_each_other_do_not_contradict() -> None:
    alarms = 0
    for seed in range(40):
        same, apart = between_questions(AnswerMatrix.of(_project(_rows(3, lambda item, who, question: 0.2, seed))))
        alarms += bool(same or apart)
    assert alarms <= 2


def test_who_shares_how_many_items_by_brute_force() -> None:
    rows = [row for place, row in enumerate(_rows(2, lambda item, who, question: 0.2)) if place % 7 != 3]
    made = overlap(AnswerMatrix.of(_project(rows)))
    of = {who: {row["item"] for row in rows if row["annotator"] == who} for who in PEOPLE}
    assert made.shared is not None
    for one, who in enumerate(made.annotators):
        assert made.items[one] == len(of[who])
        assert made.shared[one].tolist() == [len(of[who] & of[other]) for other in made.annotators]
    assert made.groups == 1


def test_groups_that_share_no_item() -> None:
    rows = _rows(2, lambda item, who, question: 0.2)
    kept = [row for row in rows if (row["annotator"] in ("ann", "bob")) == (str(row["item"]) < "s40")]
    found = _found(kept)
    assert found.overlap is not None
    assert found.overlap.groups == 2
    assert "groups without an item in common" in _kinds(found)
    plan = found.overlap.proposed
    assert plan is not None
    assert plan.short == 0
    assert found.tables["assignments"].to_polars().height == plan.number
    assert f"With {plan.number} more assignments" in found.overlap.advice


def test_a_redacted_project_has_the_same_pseudonyms_in_all_questions() -> None:
    rows = _rows(2, lambda item, who, question: 0.7 if who == "cem" else 0.15)
    other = {"ann": "zoe", "bob": "yan", "cem": "abe", "dan": "xia", "eva": "kim"}
    made = _project(rows)
    hidden = redacted_project(made)
    again = redacted_project(_project([{**row, "annotator": other[str(row["annotator"])]} for row in rows]))
    behind = {_said(made, who, "q0"): who for who in PEOPLE}
    for who in hidden.annotators:
        assert _said(made, behind[_said(hidden, who, "q0")], "q1") == _said(hidden, who, "q1")
        assert _said(again, who, "q1") == _said(hidden, who, "q1")
    found = project_findings(hidden, lambda name, data: accord.findings(data, "alpha", title=name, confidence=None))
    record = str(found.as_json()) + str([one.as_json() for one in found.reports])
    assert not any(f"'{who}'" in record for who in PEOPLE)
    assert found.people is not None
    assert found.overlap is not None
    assert sorted(found.people.annotators) == [f"annotator {place}" for place in range(1, 6)]
    values = {accord.measure(data, "alpha", confidence=None).value for data in made.values()}
    assert {one.main.value for one in found.questions if one.main} == values


def _said(asked: Project, who: str, question: str) -> tuple[int, ...]:
    labels = asked[question]
    assert isinstance(labels, Labels)
    return tuple(labels.of_annotators([who]).codes.tolist())


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 6), st.integers(1, 40), st.integers(1, 12), st.integers(0, 10_000), st.floats(0.05, 0.9))
def test_proposed_assignments_let_pairs_share_enough(
    people: int, items: int, enough: int, seed: int, share: float
) -> None:
    present = np.random.default_rng(seed).random((items, people)) < share
    names, listed = [f"p{place}" for place in range(people)], [f"i{place}" for place in range(items)]
    made = proposal(present, names, listed, enough)
    assert made is not None
    after = present.copy()
    for one in made.assignments:
        for item in one.items:
            assert not after[listed.index(item), names.index(one.annotator)]  # nobody is given what they have
            after[listed.index(item), names.index(one.annotator)] = True
    shared = after.T.astype(int) @ after.astype(int)
    short = [(shared[one, two], one, two) for one in range(people) for two in range(one) if shared[one, two] < enough]
    assert made.short == len(short)
    for _, first, second in short:  # nothing that either has is left to be given to the other
        assert not (after[:, first] ^ after[:, second]).any()


def test_an_export_with_models_and_people_without_items(tmp_path: Path) -> None:
    result = (
        '{"from_name": "%s", "type": "choices", "value": {"choices": ["%s"]}}',
        '{"from_name": "%s", "type": "rating", "value": {"rating": %s}}',
    )
    tasks = []
    for task in range(6):
        given = [
            f'{{"completed_by": {who}, "was_cancelled": false, "result": '
            f"[{result[0] % ('tone', 'ab'[(task + who) % 2])}, {result[1] % ('stars', 1 + (task * who) % 4)}]}}"
            for who in (1, 2, 3)
        ]
        idle = '{"completed_by": 9, "was_cancelled": true, "result": []}'
        said = f'{{"model_version": "robot-2", "result": [{result[0] % ("tone", "a")}]}}'
        tasks.append(
            f'{{"id": {task}, "data": {{"text": "t{task}"}}, "annotations": [{", ".join([*given, idle])}], '
            f'"predictions": [{said}]}}'
        )
    path = tmp_path / "export.json"
    path.write_text(f"[{', '.join(tasks)}]", encoding="utf-8")
    made = accord.project(path)
    assert made.models == ("robot-2",)
    assert set(made) == {"tone", "stars"}
    assert all("robot-2" not in (data.annotators or ()) for data in made.values())
    assert made.cancelled == 6
    assert made.idle == ("9",)
    found = project_findings(made, lambda name, data: accord.findings(data, "alpha", title=name, confidence=None))
    assert "annotator without an item" in _kinds(found)
    assert "1 model ('robot-2'), set aside in measures of people" in found.lines


def test_who_is_fast_by_the_clock_of_the_tool() -> None:
    times = {
        (f"d{place}", who): AssignmentTime(float(place), float(place), took + place % 3)
        for place in range(40)
        for who, took in (("ann", 30.0), ("bob", 33.0), ("cem", 4.0))
    }
    found = paces(times)
    assert [(one.annotator, one.took) for one in found] == [("cem", 5.0), ("ann", 31.0), ("bob", 34.0)]
    assert [one.kind for one in pace_findings(found)] == ["fast annotator"]
