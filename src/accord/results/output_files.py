"""The one writer. Every output of every command goes through it: whole or not at all, and never over what is read.

A file that is there is replaced in one step and keeps its mode and owner. Links are followed, devices and pipes are
written to, and a file that is read-only is left alone.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from accord.results.abandoned_files import own_name, sweep
from accord.results.errors import DataError, Place
from accord.results.input_files import PathLike, assert_not_read
from accord.results.option_names import option

UNFINISHED = ".accord-unfinished"
"""Stands in a folder while files that belong together are put there one by one."""
CHUNK = 1 << 20  # bytes written at a time
Content = bytes | Iterable[bytes]
"""What goes to a file, as a whole or piece by piece."""
_MANY = 64  # files beyond which the disk is told once to keep everything, not once for each
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def write_text(path: PathLike, text: str, *, inputs: Iterable[PathLike] = (), durable: bool = True) -> None:
    """Write all of it or nothing, in UTF-8: a failed run leaves what was there.

    What is not `durable` may be lost in a power cut: it is quickly written, and can be made again.
    """
    write_files({Path(path): text.encode()}, inputs=inputs, durable=durable)


def write_bytes(path: PathLike, content: bytes, *, inputs: Iterable[PathLike] = ()) -> None:
    """Write all of it or nothing: a failed run leaves what was there."""
    write_files({Path(path): content}, inputs=inputs)


def write_files(contents: Mapping[Path, Content], *, inputs: Iterable[PathLike] = (), durable: bool = True) -> None:
    """Write several files: none before all of them are on the disk, then each in one step, in their order.

    A DataError where one of them is read: one of `inputs`, or what `input_files.remember` knows.
    """
    assert_not_read(contents, inputs)
    _replace_all(contents, mark=None, durable=durable)


def write_folder(folder: PathLike, contents: Mapping[Path, Content], *, inputs: Iterable[PathLike] = ()) -> None:
    """Write files that belong together below a folder. A new folder appears when all of them are in it.

    Into a folder that is there the files are put one by one; until the last is, `UNFINISHED` stands in it.
    """
    assert_not_read([folder, *contents], inputs)
    home = Path(os.path.realpath(folder))
    if os.path.lexists(home):
        for path in contents:
            make_folder(path.parent)
        _replace_all(contents, mark=home / UNFINISHED)
        return
    make_folder(home.parent)
    with _naming(Path(folder)):
        _make_whole(home, {path.relative_to(folder): content for path, content in contents.items()})


def make_folder(path: Path) -> None:
    """The folder and those above it, where they are missing."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError("ACC018", f"cannot make the folder: {reason}", Place(str(path)), "choose another") from error


def assert_new(path: PathLike, hint: str = f"give {option('force')} to overwrite it") -> None:
    """A DataError where a file, or a folder with something in it, is there already; a device or pipe may be."""
    with _naming(Path(path)):
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            return
        if stat.S_ISREG(mode) or (stat.S_ISDIR(mode) and os.listdir(path)):
            what = "this file exists already" if stat.S_ISREG(mode) else "there is something in this folder already"
            raise DataError("ACC021", what, Place(os.fspath(path)), hint)


def assert_writable(path: PathLike) -> None:
    """A DataError where there is something that is not written to: a folder, or a file that is read-only."""
    _target(Path(path))


# ---- where it goes


@dataclass(frozen=True)
class _Target:
    """An output as it was named, the file behind its links, and what is there."""

    named: Path
    file: Path
    there: os.stat_result | None

    @property
    def direct(self) -> bool:
        """Whether it is written to rather than replaced: a device, a pipe, or the file that output is sent to."""
        return self.there is not None and (not stat.S_ISREG(self.there.st_mode) or self.stream is not None)

    @property
    def stream(self) -> int | None:
        """The standard stream that leads there, as with -o /dev/stdout: both share one place in the file."""
        if self.there is None:
            return None
        for handle in (1, 2):
            with suppress(OSError):
                if os.path.samestat(os.fstat(handle), self.there):
                    return handle
        return None


def _target(path: Path) -> _Target:
    with _naming(path):
        try:
            there = os.stat(path)
        except FileNotFoundError:
            there = None
        made = _Target(path, Path(os.path.realpath(path)), there)
        if there is None or made.direct:
            if there is not None and stat.S_ISDIR(there.st_mode):
                raise IsADirectoryError(errno.EISDIR, "this is a folder")
            return made
        if not there.st_mode & 0o222 or not os.access(made.file, os.W_OK):  # the mode binds an administrator, too
            raise DataError(
                "ACC331", "this file is read-only", Place(str(path)), "write to another file, or make it writable"
            )
        return made


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn what the system says into a DataError about an output."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = (getattr(error, "strerror", None) or str(error)).strip()
        folder = Path(path).parent
        hint = "choose another place"
        if isinstance(error, FileNotFoundError) and not folder.exists():
            hint = f"there is no folder '{folder}': make it first, or choose another place"
        raise DataError("ACC018", f"cannot write: {reason}", Place(str(path)), hint) from error


# ---- how it gets there


def _replace_all(contents: Mapping[Path, Content], mark: Path | None, durable: bool = True) -> None:
    """All files aside, then each into its place; while the first are new and the last are not, `mark` is there."""
    targets = [_target(path) for path in contents]
    regular = [target for target in targets if not target.direct]
    staged: list[tuple[Path, _Target]] = []
    for folder in {target.file.parent for target in regular}:
        sweep(folder)
    try:
        for target in regular:
            with _naming(target.named):
                staged.append(
                    (_set_aside(target, contents[target.named], kept=durable and len(regular) <= _MANY), target)
                )
        if durable and len(regular) > _MANY:
            _keep_everything()
        with _marked(mark if len(regular) > 1 else None):
            for temporary, target in staged:
                with _naming(target.named):
                    os.replace(temporary, target.file)
    finally:
        for temporary, _ in staged:
            with suppress(OSError):
                os.unlink(temporary)
    for target in targets:
        if target.direct:
            with _naming(target.named):
                _pour(target, contents[target.named])


def _make_whole(folder: Path, contents: Mapping[Path, Content]) -> None:
    """A new folder with all its files, made aside and named when it is done."""
    sweep(folder.parent)
    temporary = folder.parent / _aside()
    os.mkdir(temporary)
    try:
        for path, content in contents.items():
            os.makedirs((temporary / path).parent, exist_ok=True)
            with _opened(os.open(temporary / path, _CREATE | _PLAIN, 0o666)) as handle:
                _write(handle, content)
                if len(contents) <= _MANY:
                    _keep(handle)
        if len(contents) > _MANY:
            _keep_everything()
        os.rename(temporary, folder)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _set_aside(target: _Target, content: Content, *, kept: bool) -> Path:
    """The content in a hidden file beside its target."""
    path = target.file.parent / _aside()
    handle = os.open(path, _CREATE | _PLAIN, 0o666 if target.there is None else 0o600)
    try:
        with _opened(handle):
            _write(handle, content)
            if target.there is not None:
                _take_after(handle, path, target)
            if kept:
                _keep(handle)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise
    return path


def _aside() -> str:
    return f".{own_name()}.part"


@contextmanager
def _opened(handle: int) -> Iterator[int]:
    """Close a file; what a network disk says only then is an error as well."""
    try:
        yield handle
    except BaseException:
        with suppress(OSError):
            os.close(handle)
        raise
    os.close(handle)


def _write(handle: int, content: Content) -> None:
    for piece in [content] if isinstance(content, bytes) else content:
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(handle, rest[:CHUNK]) :]


def _keep(handle: int) -> None:
    """Wait until the disk has a file, so that not even a power cut loses both the old one and the new one."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):  # not every file system knows how
            raise


def _keep_everything() -> None:
    """The same at once for many files, as one by one would take minutes."""
    if hasattr(os, "sync"):
        os.sync()


def _take_after(handle: int, path: Path, target: _Target) -> None:
    """Give a file the owner, the access list and the mode of the one it replaces."""
    there = target.there
    if there is None or not hasattr(os, "fchown"):
        return
    mode, mine = stat.S_IMODE(there.st_mode), os.fstat(handle)
    if (mine.st_uid, mine.st_gid) != (there.st_uid, there.st_gid):
        try:
            os.fchown(handle, there.st_uid, there.st_gid)
        except PermissionError:  # the file of somebody else in a shared folder
            try:
                os.fchown(handle, -1, there.st_gid)
            except PermissionError:
                mode &= ~0o070  # what one group may do is not for another
    if sys.platform == "linux":
        with suppress(OSError):
            for name in os.listxattr(target.file):
                with suppress(OSError):
                    os.setxattr(path, name, os.getxattr(target.file, name))
    os.fchmod(handle, mode)


def _pour(target: _Target, content: Content) -> None:
    """Write to what is there, and is no file of its own."""
    if target.stream is None:
        handle = os.open(target.named, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    else:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        handle = os.dup(target.stream)
    with _opened(handle):
        _write(handle, content)


@contextmanager
def _marked(mark: Path | None) -> Iterator[None]:
    """Let a file stand there until all is done; whoever stops in between leaves it."""
    if mark is not None:
        with _naming(mark.parent):
            os.close(os.open(mark, os.O_WRONLY | os.O_CREAT | _PLAIN, 0o666))
    yield
    if mark is not None:
        with suppress(OSError):
            os.unlink(mark)
