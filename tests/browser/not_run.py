"""Hooks that say, as the last line, that browser tests did not run; where CI is set, the run has failed then."""

from __future__ import annotations

import os

import pytest

from browser.chromium import NOT_RUN


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Skipped tests leave a run green, and nobody looks at the skips of a green run."""
    if _not_run(session.config) and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Later than the line that counts the tests."""
    if _not_run(config):
        config.get_terminal_writer().line(NOT_RUN)


def _not_run(config: pytest.Config) -> bool:
    """Whether a test was skipped for want of a browser; workers of xdist report to the process that started them."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter is not None else []
    return any(NOT_RUN in str(report.longrepr) for report in skipped)
