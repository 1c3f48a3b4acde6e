"""Archives that lead out of their folder, unpack without end, or are damaged."""

import io
import zipfile
from pathlib import Path

import pytest

import accord
from accord.formats.parsing import archives
from formats.mutations import packed


def link() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        member = zipfile.ZipInfo("d.ann")
        member.external_attr = 0o120777 << 16
        archive.writestr(member, "/etc/passwd")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (packed({"../d.ann": b"T1\tx 0 1\ta\n"}), "points outside it"),
        (packed({"a/../../d.ann": b"T1\tx 0 1\ta\n"}), "points outside it"),
        (packed({"/etc/d.ann": b"T1\tx 0 1\ta\n"}), "points outside it"),
        (packed({"..\\d.ann": b"T1\tx 0 1\ta\n"}), "points outside it"),
        (packed({"C:\\d.ann": b"T1\tx 0 1\ta\n"}), "points outside it"),
        (packed({"d.ann": bytes(1 << 25)}), "times its size"),
        (packed({"a.zip": packed({"b.zip": packed({"c.ann": b""})})}), "nested too deeply"),
        (packed({"d.ann": b"T1\tx 0 1\ta\n" * 99})[:-30], "damaged"),
        (packed({"d.ann": b"T1\tx 0 1\ta\n"}, zipfile.ZIP_STORED).replace(b"T1\tx", b"T2\tx"), "damaged"),
        (link(), "is a link"),
    ],
    ids=["parent", "hidden parent", "root", "backslash", "drive", "bomb", "nested", "cut", "checksum", "link"],
)  # fmt: skip
def test_hostile_archives(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(accord.DataError, match=r"ACC045") as caught:
        accord.read(tmp_path / "x.zip")
    assert message in caught.value.message
    assert not (tmp_path / "d.ann").exists()
    assert caught.value.place.file is not None
    assert caught.value.place.file.startswith(str(tmp_path / "x.zip"))


def test_the_limits_hold_for_all_files_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST", 1000)
    (tmp_path / "x.zip").write_bytes(packed({f"{number}.ann": bytes(300) for number in range(4)}))
    with pytest.raises(accord.DataError, match=r"more than 2 GB \[ACC045\]"):
        accord.read(tmp_path / "x.zip")
    monkeypatch.setattr(archives, "MOST_FILES", 3)
    with pytest.raises(accord.DataError, match=r"holds 4 files.*ACC045"):
        accord.read(tmp_path / "x.zip")
