"""Which public data sets a filter finds, and how tasks are told by their words."""

from __future__ import annotations

import pytest

from accord.atlas.filtering import Kind, parsed_range
from accord.atlas.public_corpora import public_corpora
from accord.atlas.task_words import family_of, like_task
from accord.results import UsageError


@pytest.mark.parametrize(
    ("asked", "like", "unlike"),
    [
        ("offensive language", "toxicity with context", "word sense"),
        ("hate speech detection", "misogyny", "part of speech"),
        ("stance", "stance to global warming", "review star rating"),
        ("emotion classification", "emotion: joy", "image classification"),
        ("summarization quality", "summary quality: fluency", "adult content rating"),
        ("NLI", "textual entailment", "irony"),
        ("named entity recognition", "named entities: LOC", "toxic spans"),
    ],
)
def test_tasks_are_found_by_words_of_them(asked: str, like: str, unlike: str) -> None:
    assert like_task(like, asked)
    assert not like_task(unlike, asked)


def test_most_tasks_have_a_family() -> None:
    tasks = {one.task for one in public_corpora()}
    assert sum(family_of(task) == "other" for task in tasks) < len(tasks) / 8


def test_filters_are_combined() -> None:
    kind = Kind(shape="labels", level="ordinal", annotators="crowd", language="en", categories=(3, 7))
    found = kind.of(public_corpora())
    assert found
    for one in found:
        assert (one.shape, one.level, one.language) == ("labels", "ordinal", "en")
        assert "crowd" in one.annotators_kind
        assert one.categories is not None
        assert 3 <= one.categories <= 7


def test_a_language_of_several_is_found() -> None:
    found = {one.language for one in Kind(language="pt").of(public_corpora())}
    assert found == {"pt", "pt-BR"}


@pytest.mark.parametrize("text", ["", "x", "3-2", "2-3-4", "-3"])
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parsed_range(text)
