"""Prodigy: manual and binary annotation, sessions, answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from accord.formats import read_campaign
from untyped import accord

BASE: dict[str, Any] = {"text": "Uber and Apple", "_input_hash": 7, "_task_hash": 8, "_view_id": "ner_manual"}


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps({**BASE, **record}) + "\n" for record in records), encoding="utf-8")
    return path


def test_samples(shared_data: Path) -> None:
    """By hand: 15 headlines with 17 spans (`grep -o '"token_start"' | wc -l`); 15 binary answers, 9 of them reject."""
    news = accord.read(shared_data / "formats/prodigy/news_ner_head15.jsonl")
    assert (news.n_documents, len(news), news.categories.texts) == (15, 17, ("LOCATION", "ORG", "PERSON"))
    issues = accord.read(shared_data / "formats/prodigy/github_textcat_head15.jsonl")
    assert (issues.n_items, issues.n_labels, issues.categories.texts) == (15, 15, ("accept", "reject"))
    for data in (news, issues):
        assert any(one.aspect == "annotators" and one.guessed for one in data.read_as)


def test_annotators_and_answers(tmp_path: Path) -> None:
    spans = [{"start": 0, "end": 4, "label": "ORG"}, {"start": 9, "end": 14, "label": "ORG"}]
    path = lines(
        tmp_path / "a.jsonl",
        {"answer": "accept", "_annotator_id": "ann", "_session_id": "db-ann", "spans": spans},
        {"answer": "accept", "_session_id": "db-bob", "spans": spans[:1]},
        {"answer": "ignore", "_session_id": "db-cem"},
        {"answer": "reject", "_session_id": "db-dan"},
        {"answer": "accept", "_annotator_id": "ann", "spans": []},
    )
    data = accord.read(path)
    assert (data.annotators, len(data)) == (("ann", "db-bob", "db-cem"), 3)
    assert data.assigned.tolist() == [[True, True, False]]
    left = read_campaign(path).left_out
    assert sorted(name.partition("|")[0] for name in left) == [
        "cancelled annotation",
        "further annotation of an example by the same annotator",
        "rejected example",
    ]


def test_binary_answers_are_joined_by_the_task_and_manual_ones_by_the_input(tmp_path: Path) -> None:
    binary = {"label": "DOC", "_view_id": "classification", "_session_id": "a"}
    path = lines(
        tmp_path / "a.jsonl",
        {**binary, "answer": "accept", "_task_hash": 1},
        {**binary, "answer": "reject", "_task_hash": 2},
        {**binary, "answer": "accept", "_task_hash": 1, "_session_id": "b"},
    )
    data = accord.read(path)
    assert (data.n_items, data.annotators, data.n_labels) == (2, ("a", "b"), 3)


def test_choices_and_relations(tmp_path: Path) -> None:
    options = [{"id": "x"}, {"id": "y"}]
    chosen = lines(
        tmp_path / "c.jsonl",
        {"answer": "accept", "options": options, "accept": ["x"], "_view_id": "choice", "_session_id": "a"},
        {"answer": "accept", "options": options, "accept": ["x", "y"], "_view_id": "choice", "_session_id": "b"},
    )
    assert accord.read(chosen).level == "sets"
    spans = [{"start": 0, "end": 4, "label": "ORG"}, {"start": 9, "end": 14, "label": "ORG"}]
    sides = {"head_span": spans[1], "child_span": spans[0]}
    path = lines(
        tmp_path / "r.jsonl",
        {"answer": "accept", "_session_id": "a", "_view_id": "relations", "spans": spans,
         "relations": [{**sides, "label": "rival"}, {"head": 0, "child": 1, "label": "x"}]},
    )  # fmt: skip
    links = accord.read(path, kind="relations")
    assert links.links(0, "a") == [("s2", "s1", "rival")]
    assert any("1 relation between tokens" in str(one) for one in links.diagnostics)


def test_texts_of_one_input_must_be_the_same(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", {"answer": "accept"}, {"answer": "accept", "text": "other", "_session_id": "b"})
    with pytest.raises(accord.DataError, match=r"a.jsonl:2: document '7' has two texts.*ACC040"):
        accord.read(path)


def test_broken_lines(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", {"answer": "accept"})
    path.write_text(path.read_text() + '{"text": "x"}\n')
    with pytest.raises(accord.DataError, match=r"a.jsonl:2: this is not an answer of Prodigy \[ACC047\]"):
        accord.read(path)
