"""Single files that are packed with gzip or Zstandard, unpacked piece by piece into a folder that goes afterwards."""

from __future__ import annotations

import errno
import gzip
import importlib
import zlib
from pathlib import Path
from typing import BinaryIO, cast

from accord.formats.parsing.archives import GZIP, PACKED_ENDINGS, RATIO, SMALL
from accord.results import DataError, Place, UsageError

_CHUNK = 1 << 20
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def unpacked(packed: Path, folder: Path, shown: str) -> Path:
    """The file that was packed, under its own name: ratings.csv of ratings.csv.gz."""
    name = packed.stem if packed.suffix.lower() in PACKED_ENDINGS else packed.name
    target = folder / (name or "table")
    try:
        with _opened(packed, shown) as source, target.open("wb") as out:
            _copied(source, out, packed.stat().st_size, shown)
    except (DataError, UsageError):
        raise
    except OSError as error:
        if error.errno in _FULL:
            message = f"no room is left to unpack it: {error.strerror}"
            raise DataError("ACC461", message, Place(shown), "set TMPDIR to a folder with more room") from error
        raise _damaged(shown, error) from error
    except (EOFError, ValueError, zlib.error) as error:
        raise _damaged(shown, error) from error
    return target


def _copied(source: BinaryIO, out: BinaryIO, packed: int, shown: str) -> None:
    written = 0
    while chunk := source.read(_CHUNK):
        written += len(chunk)
        if written > SMALL and written > RATIO * max(1, packed):
            message = f"the file unpacks to more than {RATIO} times its size"
            raise DataError("ACC045", message, Place(shown), "unpack it, and name what was in it")
        out.write(chunk)


def _opened(packed: Path, shown: str) -> BinaryIO:
    with packed.open("rb") as opened:
        if opened.read(2) == GZIP:
            return cast(BinaryIO, gzip.open(packed, "rb"))
    for module, name in (("compression.zstd", "open"), ("zstandard", "open"), ("pyarrow", "input_stream")):
        try:
            found = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
        given = {"compression": "zstd"} if module == "pyarrow" else {"mode": "rb"}
        return cast(BinaryIO, found(str(packed), **given))
    message = "the file is packed with Zstandard, which this Python does not read"
    raise DataError("ACC005", message, Place(shown), "pip install zstandard, or unpack it")


def _damaged(shown: str, error: BaseException) -> DataError:
    said = str(error).strip().partition("\n")[0][:200]
    return DataError("ACC045", f"the file is damaged: {said}", Place(shown), "export or download it again")
