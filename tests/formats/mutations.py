"""Seed files in every format that is read, and ways to damage them."""

import io
import random
import zipfile
from collections.abc import Callable, Sequence
from functools import cache

import polars as pl
import xlsxwriter

ROWS = [
    (f"s{item}", who, label)
    for item, labels in enumerate(["aab", "bbb", "abc", "ccc", "aac", "b.b", "caa"])
    for who, label in zip(["Ann", "Bob", "Cléo"], labels, strict=True)
    if label != "."
]
LONG = "item,annotator,label\n" + "".join(f"{item},{who},{label}\n" for item, who, label in ROWS)
QUOTED = 'item,annotator,label\n"s1","Ann","a ""b"""\n"s1","Bob","a\nb"\n"s2",Ann,"x, y"\n\n"s2",Bob,\n'
WIDE = "item;Ann;Bob;Cléo\ns1;1;2,5;3\ns2;2,5;2,5;\ns3;3;3;1\n"
TABS = LONG.replace(",", "\t").replace("\n", "\r\n")
CONTINGENCY = ",yes,no,maybe\nyes,20,5,1\nno,3,30,0\nmaybe,0,2,9\n"
COUNTS = "item,yes,no\ns1,3,0\ns2,1,2\ns3,0,3\n"
LINES = "".join(
    f'{{"item": "{item}", "annotator": "{who}", "label": "{label}", "extra": [1, {{}}]}}\n' for item, who, label in ROWS
)
SETS = "".join(
    f'{{"item": {number}, "annotator": "{who}", "label": ["a", "b"]}}\n' for number in range(4) for who in "AB"
)
ARRAY = '[\n  {"item": 1, "A": 2, "B": 2.5},\n  {"item": 2, "A": true, "B": null}\n]\n'

TOKENS = [
    b'"', b'""', b"\0", b"\n", b"\r", b"\r\n", b",", b";", b"\t", b"|", b"\xff", b"\xfe\xff", b"\xff\xfe",
    b"\xef\xbb\xbf", b"\xc3", b"\xe9", b"\x81", "é".encode(), "é,\n".encode("utf-16-le"), b"sep=;\n", b"'", b"\\",
    b"[", b"]", b"{", b"}", b"[" * 3000, b'{"a":' * 3000, b"9" * 5000, b"1e999", b"-1", b"NaN", b"Infinity",
    b"null", b"1.5", b'"\\ud800"', b"\x1a", b"item,item\n", b" " * 300, b"\n" * 300, b"," * 300, b"PAR1",
    b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"x" * 200_000,
]  # fmt: skip


@cache
def seeds() -> dict[str, bytes]:
    """File name to content."""
    frame = pl.DataFrame(ROWS, schema=["item", "annotator", "label"], orient="row")
    sets = pl.DataFrame(
        {"item": [1, 1, 2, 2], "annotator": ["A", "B", "A", "B"], "label": [["x"], ["x", "y"], [], None]}
    )
    numbers = pl.DataFrame({"item": [1, 2, 3], "A": [1.0, None, 2.5], "B": [1, 2, 3], "C": [True, False, None]})
    return {
        "long.csv": LONG.encode(),
        "quoted.csv": QUOTED.encode(),
        "wide.csv": WIDE.encode("utf-8-sig"),
        "tabs.tsv": TABS.encode(),
        "utf16.csv": LONG.encode("utf-16"),
        "western.txt": LONG.encode("cp1252"),
        "table.csv": CONTINGENCY.encode(),
        "counts.csv": COUNTS.encode(),
        "lines.jsonl": LINES.encode(),
        "sets.jsonl": SETS.encode(),
        "array.json": ARRAY.encode(),
        "plain.parquet": _parquet(frame),
        "sets.parquet": _parquet(sets, compression="uncompressed"),
        "numbers.parquet": _parquet(numbers, compression="snappy"),
        "long.xlsx": workbook([["item", "annotator", "label"], *ROWS]),
    }


def _parquet(frame: pl.DataFrame, **how: str) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer, **how)  # type: ignore[arg-type]
    return buffer.getvalue()


def workbook(*sheets: Sequence[Sequence[object]]) -> bytes:
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        for rows in sheets:
            sheet = book.add_worksheet()
            for number, row in enumerate(rows):
                for place, cell in enumerate(row):
                    if cell is not None:
                        sheet.write(number, place, cell)
    return buffer.getvalue()


def damaged(name: str, chance: random.Random) -> bytes:
    """The seed of that name after one to five mutations."""
    data = seeds()[name]
    if name.endswith(".xlsx") and chance.random() < 0.6:
        return _damaged_part(data, chance)
    return _mutated(data, chance)


def _mutated(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice([1, 1, 1, 2, 3, 5])):
        data = chance.choice(MUTATIONS)(data, chance)
    return data


def _damaged_part(data: bytes, chance: random.Random) -> bytes:
    """A workbook whose archive is sound and one of whose XML parts is not."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        names = old.namelist()
        chosen = chance.choice([name for name in names if "sheet" in name or "workbook" in name or "Strings" in name])
        for name in names:
            part = old.read(name)
            new.writestr(name, _mutated(part, chance) if name == chosen else part)
    return buffer.getvalue()


def _spot(data: bytes, chance: random.Random) -> int:
    return chance.randrange(len(data) + 1)


def _slice(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = _spot(data, chance)
    return start, min(len(data), start + chance.choice([1, 2, 5, 20, 100]))


def _flip(data: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]


def _replace(data: bytes, chance: random.Random) -> bytes:
    place = _spot(data, chance)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]


def _truncate(data: bytes, chance: random.Random) -> bytes:
    return data[: _spot(data, chance)]


def _behead(data: bytes, chance: random.Random) -> bytes:
    return data[_spot(data, chance) :]


def _duplicate(data: bytes, chance: random.Random) -> bytes:
    start, end = _slice(data, chance)
    return data[:end] + data[start:end] * chance.choice([1, 2, 10]) + data[end:]


def _delete(data: bytes, chance: random.Random) -> bytes:
    start, end = _slice(data, chance)
    return data[:start] + data[end:]


def _insert(data: bytes, chance: random.Random) -> bytes:
    place = _spot(data, chance)
    return data[:place] + chance.choice(TOKENS) + data[place:]


def _splice(data: bytes, chance: random.Random) -> bytes:
    other = seeds()[chance.choice(list(seeds()))]
    return data[: _spot(data, chance)] + other[_spot(other, chance) :]


MUTATIONS: list[Callable[[bytes, random.Random], bytes]] = [
    _flip, _flip, _replace, _replace, _truncate, _behead, _duplicate, _delete, _insert, _insert, _insert, _splice,
]  # fmt: skip


def packed(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()
