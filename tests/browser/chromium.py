"""Where Chromium is: $CHROMIUM, on the PATH, or installed by apt where that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

NOT_RUN = "browser tests not run"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
APT = (("apt-get", "update"), ("apt-get", "install", "-y", "--no-install-recommends", "chromium"))


class NoChromiumError(Exception):
    """Says what was tried."""


def find_chromium(shared: Path) -> Path:
    """The first of $CHROMIUM, chromium or chrome on the PATH and what apt installs that starts.

    Several processes may ask at once: one of them installs, and leaves a word in the folder `shared` for the others.
    """
    named = os.environ.get("CHROMIUM", "")
    found = _first([named, *NAMES])
    if found is not None:
        return found
    tried = (f"CHROMIUM={named} does not start, " if named else "") + "none on the PATH"
    if not _root() or shutil.which("apt-get") is None:
        raise NoChromiumError(f"{tried}, and it takes root and apt-get to install one")
    said = _installed(shared)
    found = _first(NAMES)
    if found is None:
        raise NoChromiumError(f"{tried}, and apt-get brought none: {said}")
    return found


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _first(names: Sequence[str]) -> Path | None:
    paths = (shutil.which(name) for name in names if name)
    return next((Path(path) for path in paths if path is not None and _starts(path)), None)


def _starts(path: str) -> bool:
    """Whether it is more than a name: Ubuntu's chromium-browser is a script that only asks for a snap."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _installed(shared: Path) -> str:
    """Let apt install Chromium, once; the end of what it said when it could not."""
    import fcntl  # not on Windows, where there is no apt either

    record = shared / "apt-get.txt"
    with (shared / "apt-get.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not record.exists():
            record.write_text(_apt(), encoding="utf-8")
        return record.read_text(encoding="utf-8")


def _apt() -> str:
    for command in APT:
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=900,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{' '.join(command)}: {error}"
        if done.returncode != 0:
            last = [line for line in done.stdout.splitlines() if line.strip()][-4:]
            return f"{' '.join(command)}: {' · '.join(last) or f'exit status {done.returncode}'}"
    return "nothing was said"
