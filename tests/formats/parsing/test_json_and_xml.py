"""JSON record by record and XML without surprises: limits, places, and what is refused."""

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.formats.parsing import json_values as module
from accord.formats.parsing import xml_trees
from accord.formats.parsing.json_values import first_record, json_values
from accord.formats.parsing.xml_trees import xml_tree

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(JSON.filter(lambda one: not isinstance(one, list)), min_size=1), st.integers(1, 40), st.booleans())
def test_records_are_those_of_the_standard_library_whatever_the_chunks(
    values: list[object], chunk: int, lines: bool
) -> None:
    import tempfile

    text = "\n".join(map(json.dumps, values)) if lines else json.dumps(values, indent=1)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "CHUNK", chunk)
        patched.setattr(module, "_NEAR", max(64, chunk))
        path = Path(folder) / "x.json"
        path.write_text(text, encoding="utf-8")
        found = list(json_values(path))
    assert [value for value, _ in found] == values
    if lines:
        assert [line for _, line in found] == list(range(1, len(values) + 1))


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        ('[{"a": 1},\n{"a": ', "ACC015", 2, "ends in the middle"),
        ('[{"a": 1},\n{"a" 1}]' + " " * 200, "ACC015", 2, "Expecting ':'"),
        ('[{"a": 1}\n', "ACC015", 2, "not closed"),
        ("[1]\n[2]", "ACC015", 2, "after the end of the array"),
        ('{"a": ' + "[" * 99_999, "ACC052", 1, "too deep"),
        ('{"a": ' + "9" * 5000 + "}", "ACC015", 1, "4300 digits"),
        ("  \n", "ACC002", None, "empty"),
        (b"\x89PNG\r\n", "ACC005", None, "PNG"),
        (b'{"a": "\xe9"}', "ACC004", None, "encoding"),
        (b'{"a": 1}\n{"b\0": 1}', "ACC015", 2, "control character"),
    ],
)  # fmt: skip
def test_broken_json(content: str | bytes, code: str, line: int | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(accord.DataError) as caught:
        list(json_values(path))
    assert (caught.value.code, caught.value.place.line) == (code, line), caught.value
    assert message in caught.value.message


def test_a_record_may_be_long_but_not_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"a": "x" * 10**6}]))
    monkeypatch.setattr(module, "CHUNK", 1000)
    assert len(next(json_values(path))[0]["a"]) == 10**6
    monkeypatch.setattr(module, "LARGEST", 10**5)
    with pytest.raises(accord.DataError, match="ACC052"):
        list(json_values(path))


def test_encodings_with_a_mark(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        (tmp_path / "x.json").write_bytes('[{"a": "é😀"}]'.encode(encoding))
        assert next(json_values(tmp_path / "x.json"))[0] == {"a": "é😀"}


def test_the_first_record_of_a_cut_file() -> None:
    assert first_record(b'[{"id": 1, "data": {"text": "a"}, "annotations": [{"x": 1') == {
        "id": 1, "data": {"text": "a"}, "annotations": [],
    }  # fmt: skip
    assert first_record(b"id,text\n") is None
    assert first_record(b"{") == {}


# ---- XML


BOMB = '<!DOCTYPE a [<!ENTITY b "x">' + "".join(
    f'<!ENTITY b{number} "{f"&b{number - 1};" * 10}">' for number in range(1, 12)
).replace("&b0;", "&b;") + "]><a>&b11;</a>"  # fmt: skip


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (BOMB.encode(), "ACC046"),
        (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "ACC046"),
        (b'<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', "ACC046"),
        (b"<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><a/>", "ACC046"),
        (b"<a><b></a>", "ACC046"),
        (b"<a>", "ACC046"),
        (b"<a>\0</a>", "ACC046"),
        (b"<a>&unknown;</a>", "ACC046"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "ACC046"),
        (b"<a>\xe9</a>", "ACC046"),
        (b"<a>" * 1000 + b"</a>" * 1000, "ACC052"),
        (b"PK\x03\x04", "ACC005"),
    ],
    ids=["bomb", "external", "dtd", "parameter", "mismatch", "cut", "nul", "entity", "coding", "latin", "deep", "zip"],
)  # fmt: skip
def test_xml_that_is_not_read(content: bytes, code: str, tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(accord.DataError) as caught:
            xml_tree(tmp_path / "x.xml")
        assert tracemalloc.get_traced_memory()[1] < 10**7
    finally:
        tracemalloc.stop()
    assert caught.value.code == code or (code == "ACC046" and caught.value.code == "ACC004"), caught.value
    assert "\n" not in str(caught.value)


def test_xml_has_a_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.xml").write_bytes(b"<a><b/></a>")
    assert xml_tree(tmp_path / "x.xml")[0].tag == "b"
    monkeypatch.setattr(xml_trees, "LARGEST", 5)
    with pytest.raises(accord.DataError, match="ACC052"):
        xml_tree(tmp_path / "x.xml")
