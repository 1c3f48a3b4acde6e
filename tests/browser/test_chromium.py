"""Which browser is taken, and what is said when there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.chromium import NAMES, NOT_RUN, NoChromiumError, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROJECT = Path(__file__).resolve().parents[2]
NEEDS_A_BROWSER = "test_the_browser_shows_a_page"
NEEDS_NONE = "test_the_browser_named_in_the_environment_comes_first"


def script(path: Path, text: str = "exit 0") -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the PATH, empty; the user is not root."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    return folder


def test_the_browser_named_in_the_environment_comes_first(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = script(tmp_path / "mine")
    script(path / "chromium")
    monkeypatch.setenv("CHROMIUM", str(own))
    assert find_chromium(tmp_path) == own


def test_the_path_is_searched_in_order_for_one_that_starts(path: Path, tmp_path: Path) -> None:
    for name in reversed(NAMES):
        found = script(path / name)
        assert find_chromium(tmp_path) == found
    script(path / NAMES[0], "exit 1")
    assert find_chromium(tmp_path) == path / NAMES[1]


@pytest.mark.parametrize("named", ["", "/nowhere/chromium"])
def test_without_root_nothing_is_installed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("CHROMIUM", named)
    script(path / "apt-get", f"echo called > {tmp_path}/called")
    with pytest.raises(NoChromiumError, match="takes root and apt-get") as raised:
        find_chromium(tmp_path)
    assert ("/nowhere/chromium does not start" in str(raised.value)) == bool(named)
    assert not (tmp_path / "called").exists()


def test_root_installs_once_for_all(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    install = f"printf '#!/bin/sh\\nexit 0\\n' > {path}/chromium; /bin/chmod 755 {path}/chromium"
    script(path / "apt-get", f'echo "$@" >> {tmp_path}/calls\n[ "$1" = update ] || {{ {install}; }}')
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(find_chromium, [tmp_path] * 3))
    assert found == [path / "chromium"] * 3
    assert (tmp_path / "calls").read_text().splitlines() == ["update", "install -y --no-install-recommends chromium"]


def test_what_apt_said_is_told(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    said = "echo Reading package lists...; echo 'E: Unable to locate package chromium' >&2; exit 100"
    script(path / "apt-get", f'echo call >> {tmp_path}/calls; [ "$1" = update ] || {{ {said}; }}')
    for _ in range(2):
        with pytest.raises(NoChromiumError, match=r"install .*E: Unable to locate package chromium"):
            find_chromium(tmp_path)
    assert (tmp_path / "calls").read_text().count("call") == 2  # update and install: not tried again


def test_the_browser_shows_a_page(browser: Browser) -> None:
    """Also run below by a pytest without a browser."""
    page = browser.new_page()
    page.set_content("<p>Good morning</p>")
    assert page.inner_text("p") == "Good morning"
    page.close()


def pytest_without_browser(
    folder: Path, test: str, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "CHROMIUM")}
    kept = {name: value for name, value in kept.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, f"{__file__}::{test}"],
        cwd=PROJECT,
        env={**kept, "PATH": str(folder), **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("arguments", "environment", "status"),
    [((), {}, 0), (("-n", "1"), {"CI": "true"}, 1)],
    ids=["at home", "in CI with a worker"],
)
def test_a_run_without_a_browser_says_so_last(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], status: int
) -> None:
    ran = pytest_without_browser(tmp_path, NEEDS_A_BROWSER, *arguments, **environment)
    assert ran.stdout.splitlines()[-1] == NOT_RUN, ran.stdout + ran.stderr
    assert ran.returncode == status
    assert " passed" not in ran.stdout
    assert "none on the PATH" in ran.stdout


def test_a_run_that_needs_no_browser_says_nothing(tmp_path: Path) -> None:
    ran = pytest_without_browser(tmp_path, NEEDS_NONE, CI="true")
    assert NOT_RUN not in ran.stdout
    assert ran.returncode == 0
