"""A value as an object: its JSON, its HTML, its signature, and what other processes get of it."""

from __future__ import annotations

import dataclasses
import html
import json
import math
import pickle
import re
from html.parser import HTMLParser

import pytest

import accord
from accord.results import SCHEMA, Diagnostic, Place, Result, Signature

SIGNATURE = Signature("0.1.0", "2.4.0", "labels", "alpha(level='nominal')", "ab" * 32, "percentile", "items", 1000, 0)
NASTY = "<script>alert('&')</script>"


def made(**changes: object) -> Result:
    values: dict[str, object] = {
        "measure": "alpha",
        "value": 0.5,
        "low": -0.25,
        "high": 0.75,
        "confidence": 0.95,
        "components": {"observed": 0.5, "expected": 0.25},
        "undefined": None,
        "signature": SIGNATURE,
    }
    return Result(**{**values, **changes})  # type: ignore[arg-type]


UNDEFINED = made(value=math.nan, low=math.nan, high=math.nan, components={"observed": math.inf}, undefined="no pairs")


def test_json_has_the_stable_fields() -> None:
    record = made().as_json()
    assert json.loads(json.dumps(record, allow_nan=False)) == {
        "measure": "alpha",
        "value": 0.5,
        "low": -0.25,
        "high": 0.75,
        "confidence": 0.95,
        "components": {"observed": 0.5, "expected": 0.25},
        "undefined": None,
        "signature": str(SIGNATURE),
    }


def test_json_of_what_is_undefined_is_null_and_says_why() -> None:
    record = json.loads(json.dumps(UNDEFINED.as_json(), allow_nan=False))
    assert record["value"] is record["low"] is record["high"] is record["components"]["observed"] is None
    assert record["undefined"] == "no pairs"


def test_json_names_the_category_and_the_diagnostics() -> None:
    said = Diagnostic("ACC109", "codes", Place("a.csv", 3), "give codes")
    record = made(of="Former", diagnostics=(said,)).as_json()
    assert record["of"] == "Former"
    assert record["diagnostics"] == ["a.csv:3: codes [ACC109]; give codes"]
    assert "of" not in made().as_json()
    assert "diagnostics" not in made().as_json()


def test_json_of_measured_values_is_plain() -> None:
    for result in accord.measure(accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], nothing="a"), replicates=20):
        again = json.loads(json.dumps(result.as_json(), allow_nan=False))
        assert again["value"] == result.value
        assert type(result.value) is float
        assert all(type(number) is float for number in result.components.values())


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (made(), "alpha = 0.500 [-0.250, 0.750]"),
        (made(of="Former"), "alpha of Former = 0.500 [-0.250, 0.750]"),
        (made(confidence=None, low=math.nan, high=math.nan), "alpha = 0.500"),
        (made(value=-0.5, low=-0.75, high=-0.25), "alpha = -0.500 [-0.750, -0.250]"),
        (UNDEFINED, "alpha is undefined: no pairs"),
    ],
)
def test_text_shows_intervals_also_of_negative_values(result: Result, text: str) -> None:
    assert str(result) == text


def test_a_result_is_a_number() -> None:
    assert float(made()) == 0.5
    assert made().defined
    assert not UNDEFINED.defined


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    "result",
    [
        made(),
        UNDEFINED,
        made(measure=NASTY, of=NASTY, components={NASTY: 1.0}),
        made(value=math.nan, undefined=NASTY),
        made(signature=dataclasses.replace(SIGNATURE, measure=NASTY)),
    ],
)
def test_html_is_well_formed_and_escapes_what_users_wrote(result: Result) -> None:
    page = result._repr_html_()
    tags = _Tags()
    tags.feed(page)
    assert not tags.open
    assert tags.seen <= {"table", "caption", "code", "tr", "th", "td"}
    assert html.escape(result.measure) in page
    assert "nan" not in page.lower()


@pytest.mark.parametrize("result", [made(), made(of="Former", diagnostics=(Diagnostic("ACC109", "codes"),)), UNDEFINED])
def test_a_result_travels_between_processes(result: Result) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(result, protocol))
        assert again.as_json() == result.as_json()
        assert again.diagnostics == result.diagnostics
        assert again.signature == result.signature
    assert pickle.loads(pickle.dumps(made())) == made()


def test_a_result_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        made().value = 1.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        made().components["observed"] = 1.0  # type: ignore[index]
    given = {"observed": 0.5}
    result = made(components=given)
    given["observed"] = 9.0
    assert result.components["observed"] == 0.5


def test_a_signature_is_one_line_of_named_parts() -> None:
    text = str(SIGNATURE)
    assert "\n" not in text
    parts = dict(part.split(":", 1) for part in text.split("|"))
    assert parts["schema"] == str(SCHEMA)
    assert parts["data"] == ("ab" * 32)[:16]
    assert parts["seed"] == "0"
    bare = str(dataclasses.replace(SIGNATURE, interval=None, resample=None, replicates=None, seed=None))
    assert bare.endswith("interval:none")
    assert "seed" not in bare


def test_a_signature_tells_apart_what_gives_other_numbers() -> None:
    data = accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b"])
    seen = [
        str(accord.measure(labels, expression, **options).signature)
        for labels, expression, options in (
            (data, "alpha", {}),
            (data, "alpha", {"seed": 1}),
            (data, "alpha", {"replicates": 10}),
            (data, "alpha", {"confidence": None}),
            (data, "alpha(level='ordinal')", {}),
            (data, "s", {}),
            (accord.labels([["a", "b"], ["b", "b"], ["b", "a"]], categories=["a", "b"]), "alpha", {}),
            (accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b", "c"]), "alpha", {}),
            (accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b"], level="ordinal"), "alpha", {}),
            (accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], categories=["a", "b"], nothing="a"), "alpha", {}),
        )
    ]
    assert len(set(seen)) == len(seen)


def test_a_signature_spells_out_every_parameter() -> None:
    result = accord.measure(accord.labels([["a", "b"], ["b", "b"]], nothing="a"), "ser", confidence=None)
    assert str(result.signature.measure) == "ser(nothing=None, reference=None, substitution=0.5)"
    assert result.measure == "ser"
    assert re.search(r"\|data:[0-9a-f]{16}\|", str(result.signature))


def test_confidence_is_part_of_the_result_and_of_the_json() -> None:
    data = accord.labels([["a", "b"], ["b", "b"], ["a", "a"], ["a", "a"]] * 5)
    narrow, wide = (accord.measure(data, "alpha", confidence=level) for level in (0.5, 0.99))
    assert narrow.confidence == 0.5
    assert wide.low <= narrow.low < narrow.high <= wide.high
