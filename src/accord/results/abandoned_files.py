"""What a killed program could not remove: it bears the name of its process, and the next one sweeps it away."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import secrets
import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path

_PROCESSES = Path("/proc")
_NAME = re.compile(r"\.?accord-([0-9a-f]{8})-([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{16}(?:\.part)?")


def own_name() -> str:
    """A new name in which it stands whose it is: 'accord-HOST-BOOT-PROCESS-START-RANDOM'."""
    process = os.getpid()
    return f"accord-{_host()}-{_boot()}-{process}-{_start(process) or 0}-{secrets.token_hex(8)}"


def sweep(folder: Path) -> None:
    """Remove from a folder what processes have left that no longer run; looked for once, as it may be large."""
    _sweep(os.path.realpath(folder), os.getpid())


@cache
def _sweep(folder: str, process: int) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not _abandoned(entry.name):
                continue
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)


def _abandoned(name: str) -> bool:
    """Whether its process ran on this machine, which alone can tell, and does not run any more."""
    named = _NAME.fullmatch(name)
    if named is None or not (_PROCESSES / "self" / "stat").exists():
        return False
    host, boot, process, start = named.groups()
    return host == _host() and (boot != _boot() or _start(int(process)) != int(start))


def _start(process: int) -> int | None:
    """When a process began, in ticks since the machine did: numbers of processes are given again. None: it is gone."""
    try:
        facts = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    state, *rest = facts.rpartition(")")[2].split()
    return None if state in "ZX" else int(rest[18])  # a zombie writes no more


@cache
def _host() -> str:
    """The machine and, as containers count their processes for themselves, the space of their numbers."""
    numbers = ""
    with suppress(OSError):
        numbers = os.readlink(_PROCESSES / "self" / "ns" / "pid")
    return hashlib.sha256(f"{platform.node()} {numbers}".encode()).hexdigest()[:8]


@cache
def _boot() -> str:
    try:
        return (_PROCESSES / "sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    except OSError:
        return "0" * 8
