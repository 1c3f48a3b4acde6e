"""Formats that annotations come in and that accord does not read, so that an error can call them by their name."""

from __future__ import annotations

from pathlib import Path

from accord.formats.parsing.first_bytes import head
from accord.results import DataError, Place

_XML = {
    "UIMA XMI": (b"xmi:XMI",),
    "GATE XML": (b"<GateDocument",),
    "CVAT XML": (b"<annotations>", b"<version>"),
}
_JSON = {
    "AIF (argument interchange format)": (b'"nodes"', b'"nodeID"'),
    "a SageMaker Ground Truth manifest": (b"human-annotated", b"-metadata"),
    "worker answers of SageMaker Ground Truth": (b'"workerId"', b'"annotationData"'),
    "a Labelbox export": (b'"data_row"', b'"projects"'),
    "an old Labelbox export": (b'"DataRow ID"',),
}
_PACKED = {b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_HINT = "convert it to a table: item, annotator, label; of spans annotator, category, start, end"


def called(start: bytes) -> str | None:
    """The name of a format that is not read, by the first bytes of a file; None where it may be any other.

    >>> called(b'<xmi:XMI xmlns:xmi="">'), called(b"item,annotator,label")
    ('UIMA XMI', None)
    """
    plain = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if plain.startswith(b"#begin document"):
        return "CoNLL-2012"
    marks = _XML if plain.startswith(b"<") else _JSON if plain.startswith((b"{", b"[")) else {}
    return next((name for name, words in marks.items() if all(word in start for word in words)), None)


def refusal(path: Path, shown: str) -> DataError | None:
    """The error of a file that is packed or in a format that is not read; None for any other."""
    start = head(path)
    packed = next((name for magic, name in _PACKED.items() if start.startswith(magic)), None)
    if packed is not None:
        return DataError(
            "ACC005", f"the file is packed with {packed}", Place(shown), "unpack it, and name what was in it"
        )
    name = called(start)
    return (
        None
        if name is None
        else DataError("ACC005", f"this is {name}, which accord does not read", Place(shown), _HINT)
    )
