"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from accord.results import DataError, Place


def write_text(path: Path, text: str) -> None:
    """Write all of it or nothing, in UTF-8: a failed run leaves what was there."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write all of it or nothing: a failed run leaves what was there."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(content)
            Path(temporary).chmod(0o666 & ~_umask())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(
            "ACC018", f"cannot write: {reason}", Place(str(path)), "choose another place with -o"
        ) from error


def make_folder(path: Path) -> None:
    """The folder and those above it, where they are missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError("ACC018", f"cannot make the folder: {reason}", Place(str(path)), "choose another") from error


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
