"""Ratings of items that are scattered over a file, put on disk so that those of one item come together.

An item's name decides the partition; a partition fits in memory, and is worked on alone.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from accord.annotations.lazy_polars import pl
from accord.results import DataError, Place
from accord.results.option_names import option
from accord.results.temporary_folders import temporary_folder

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def partition_of(frame: pl.DataFrame, number: int) -> NDArray[np.uint16]:
    """(rows,) which of so many partitions the item (the first column) of each row belongs to."""
    return (frame.to_series(0).hash() % number).to_numpy().astype(np.uint16)


class Partitions:
    """Files in a folder, each with portions of frames one after the other."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder = folder
        self._files: list[BinaryIO | None] = [None] * number
        self._lengths: list[list[int]] = [[] for _ in range(number)]

    def add(self, frame: pl.DataFrame, place: NDArray[np.uint16] | None = None) -> None:
        """Rows to the partitions at these places, or to those that their items (the first column) belong to, in the
        order they came in."""
        number = len(self._files)
        place = partition_of(frame, number) if place is None else place
        ordered = frame[np.argsort(place, kind="stable")]
        ends = np.cumsum(np.bincount(place, minlength=number))
        for partition, (start, end) in enumerate(zip([0, *ends.tolist()], ends.tolist(), strict=False)):
            if end > start:
                self._write(partition, ordered[start:end])

    def _write(self, partition: int, frame: pl.DataFrame) -> None:
        made = io.BytesIO()
        frame.write_ipc_stream(made, compression="uncompressed")
        try:
            file = self._files[partition]
            if file is None:
                file = self._files[partition] = (self._folder / f"{partition}.spilled").open("w+b")
            file.write(made.getbuffer())
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise self._full(error) from error
        self._lengths[partition].append(made.tell())

    def _full(self, error: OSError) -> DataError:
        megabytes = sum(map(sum, self._lengths)) / 1e6
        message = (
            f"no disk space is left for what does not fit in memory ({megabytes:,.1f} MB written): {error.strerror}"
        )
        hint = f"set TMPDIR to a folder with more space, or allow more memory with {option('memory')}"
        return DataError("ACC461", message, Place(str(self._folder.parent)), hint)

    def __iter__(self) -> Iterator[pl.DataFrame]:
        """All rows of each partition, which is then let go."""
        for partition, file in enumerate(self._files):
            if file is not None:
                parts = list(self.portions(partition))
                self._let_go(partition)
                yield pl.concat(parts)

    def portions(self, partition: int) -> Iterator[pl.DataFrame]:
        """The portions of one partition, in the order they came in."""
        file = self._files[partition]
        if file is None:
            return
        try:
            file.flush()
        except OSError as error:
            raise self._full(error) from error
        file.seek(0)
        for size in self._lengths[partition]:
            yield pl.read_ipc_stream(io.BytesIO(file.read(size)))

    def _let_go(self, partition: int) -> None:
        file = self._files[partition]
        if file is not None:
            file.close()
            (self._folder / f"{partition}.spilled").unlink()
            self._files[partition] = None

    def close(self) -> None:
        for partition in range(len(self._files)):
            file, self._files[partition] = self._files[partition], None
            if file is not None:
                with suppress(OSError):  # what could not be written is not wanted any more
                    file.close()


@contextmanager
def partitions(number: int) -> Iterator[Partitions]:
    """So many partitions, on disk for as long as they are needed."""
    with temporary_folder() as folder:
        made = Partitions(folder, number)
        try:
            yield made
        finally:
            made.close()
