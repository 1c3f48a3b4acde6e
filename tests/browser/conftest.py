"""One browser for the tests of this folder, and each report written once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.chromium import FLAGS, NOT_RUN, NoChromiumError, find_chromium
from shared_files import ABSENT, DATA

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.reports import Report
    from browser.visiting import Visit

Opener = Callable[..., "Visit"]
Reports = Callable[[str], "Report"]


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Headless Chromium; without one the tests that ask for it are skipped, and `not_run` says so."""
    own = tmp_path_factory.getbasetemp()
    try:
        path = find_chromium(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
    except NoChromiumError as why:
        pytest.skip(f"{NOT_RUN}: {why}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Opens a file in a context of its own; whatever a test does there, the page may neither complain nor ask."""
    from browser.visiting import visit

    visits: list[Visit] = []

    def open_file(path: Path, **options: Any) -> Visit:
        visits.append(visit(browser, path, **options))
        return visits[-1]

    yield open_file
    for one in visits:
        one.page.context.close()
    for one in visits:
        one.check()


@pytest.fixture
def shown(looking: Opener) -> Iterator[Opener]:
    """A report by name, wide and light, opened once for all tests that only look."""
    seen: list[Visit] = []

    def look(name: str) -> Visit:
        seen.append(looking(name))
        return seen[-1]

    yield look
    for one in seen:
        one.check()


@pytest.fixture(scope="package")
def looking(browser: Browser, reports: Reports) -> Opener:
    from browser.visiting import visit

    visits: dict[str, Visit] = {}

    def look(name: str) -> Visit:
        if name not in visits:
            visits[name] = visit(browser, reports(name).path)
        return visits[name]

    return look


@pytest.fixture(scope="package")
def reports(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """Reports by name; asks for the browser, as there is no use in writing them without one."""
    from browser.reports import EXAMPLES, REAL, Report

    folder = tmp_path_factory.mktemp("reports")
    written: dict[str, Report] = {}

    def write(name: str) -> Report:
        if name in REAL and not DATA.is_dir():
            pytest.skip(ABSENT)
        if name not in written:
            path = folder / f"{name.replace(' ', '_')}.html"
            written[name] = Report(path, {**EXAMPLES, **REAL}[name](path))
        return written[name]

    return write
