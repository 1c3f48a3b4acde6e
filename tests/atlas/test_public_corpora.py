"""The table of public data sets: whole, small, signed, and read back as it was written."""

from __future__ import annotations

import math
import pickle
from importlib.resources import files

import pytest

from accord.atlas.atlas_value import AtlasValue
from accord.atlas.public_corpora import (
    TABLE,
    PublicCorpus,
    corpus_named,
    corpus_of_row,
    parsed_table,
    public_corpora,
    table_signature,
    table_text,
)
from accord.measures import all_measures
from accord.results import DataError, UsageError

TEXT = (files("accord.atlas") / TABLE).read_text(encoding="utf-8")


def test_the_table_is_small_and_written_as_it_is_read() -> None:
    assert len(TEXT.encode()) < 300_000
    assert table_text(public_corpora()) == TEXT
    assert table_signature() == TEXT.partition("\n")[0].removeprefix("# sha256:")


def test_a_table_that_was_changed_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        parsed_table(TEXT.replace("snow_rte", "snow_ret", 1))
    assert caught.value.code == "ACC470"


def test_every_data_set_was_measured_or_has_a_reason() -> None:
    corpora = public_corpora()
    assert len(corpora) > 280
    names = {one.name for one in corpora}
    for one in corpora:
        assert bool(one.values) != bool(one.reason), one.name
        assert one.repository
        assert one.citation
        assert one.task
        assert not one.same_as or one.same_as in names
        assert all((one.shape, name) in all_measures() for name in one.values)


def test_numbers_are_possible() -> None:
    for one in public_corpora():
        for estimate in (*one.values.values(), *one.stability.values()):
            assert math.isfinite(estimate.value)
            assert -1.5 <= estimate.value <= 1.0
            assert math.isnan(estimate.low) or estimate.low <= estimate.high
        for share in (one.prevalence, one.unanimous, *(change.value for change in one.stability.values())):
            assert share is None or 0 <= share <= 1
        assert list(one.stability) == sorted(one.stability)
        assert one.outlying is None or one.annotators is not None


def test_a_row_is_read_back() -> None:
    corpus = PublicCorpus(
        name="x",
        shape="labels",
        task="t",
        domain="",
        language="en",
        annotators_kind="crowd",
        level="ordinal",
        items=3,
        schools=False,
        models=2,
        people_with_models=AtlasValue(0.5, 0.25, 0.75),
        repository="a/b",
        license="MIT",
        citation="A, 2020",
        digests=("ab", "cd"),
        values={"alpha": AtlasValue(0.125)},
        stability={1: AtlasValue(0.25, 0.125, 0.5)},
    )
    again = corpus_of_row(corpus.as_row())
    assert str(again) == str(corpus)
    assert str(pickle.loads(pickle.dumps(corpus))) == str(corpus)
    assert again.as_json()["values"] == {"alpha": {"value": 0.125, "low": None, "high": None}}


def test_a_name_that_is_not_there_is_refused_with_near_ones() -> None:
    assert corpus_named("snow_rte").task == "textual entailment"
    with pytest.raises(UsageError, match="snow_rte"):
        corpus_named("snow_rt")
