"""One browser for the tests of this folder, and each report written and opened as rarely as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from between_workers import shared_folder
from browser.chromium import FLAGS, NOT_RUN, NoChromiumError, find_chromium
from shared_files import ABSENT, DATA

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from browser.reports import Report
    from browser.visiting import Visit

EXAMPLES = ("two annotators", "labels", "spans", "relations", "answers", "project")
REAL = ("snow2008 rte", "spans 3x25", "gcdt", "semdis2014")
Opener = Callable[..., "Visit"]


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Headless Chromium; without one the tests that ask for it are skipped, and `not_run` says so."""
    try:
        path = find_chromium(shared_folder(tmp_path_factory))
    except NoChromiumError as why:
        pytest.skip(f"{NOT_RUN}: {why}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="package")
def idle() -> list[Page]:
    """Pages that nobody visits at the moment."""
    return []


@pytest.fixture
def opened(browser: Browser, idle: list[Page]) -> Iterator[Opener]:
    """Opens a file in a page that no other test uses now; whatever is done there, it may neither complain nor ask."""
    from browser.visiting import empty_page, visit

    visits: list[Visit] = []

    def open_file(path: Path, **options: Any) -> Visit:
        visits.append(visit(idle.pop() if idle else empty_page(browser), path, **options))
        return visits[-1]

    yield open_file
    for visited in visits:
        visited.leave()
        idle.append(visited.page)


@pytest.fixture(scope="package", params=[*EXAMPLES, *REAL])
def report(request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Each report in turn; asks for the browser, as there is no use in writing one without."""
    if request.param in REAL and not DATA.is_dir():
        pytest.skip(ABSENT)
    from browser.reports import written

    return written(request.param, shared_folder(tmp_path_factory))


@pytest.fixture(scope="package")
def shown(browser: Browser, idle: list[Page], report: Report) -> Iterator[Visit]:
    """The report, wide and light, opened once for the tests that only look (or sort a table)."""
    from browser.visiting import empty_page, visit

    seen = visit(idle.pop() if idle else empty_page(browser), report.path)
    yield seen
    seen.leave()
    idle.append(seen.page)


@pytest.fixture(scope="package")
def answers_report(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A small one, for what is the same in all."""
    from browser.reports import written

    return written("answers", shared_folder(tmp_path_factory))
