"""One test of many cases: all of them are run, and every one that fails is named, with its traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

Case = Callable[[object], AbstractContextManager[None]]
NOT_PASSED = (Exception, pytest.fail.Exception, pytest.skip.Exception)  # the latter two are no Exceptions


@contextmanager
def many_cases() -> Iterator[Case]:
    """`with many_cases() as case:` and, in a loop, `with case(name):` around what one case must satisfy.

    A case cannot be skipped: leave it out of the loop, or it would be counted as passed. Nor may there be none.
    """
    failures: list[Exception] = []
    names: list[str] = []

    @contextmanager
    def case(name: object) -> Iterator[None]:
        names.append(str(name))
        try:
            yield
        except NOT_PASSED as error:
            failure = error if isinstance(error, Exception) else AssertionError(f"{type(error).__name__}: {error}")
            failure.__traceback__ = error.__traceback__
            failure.add_note(f"in the case: {name}")
            failures.append(failure)

    yield case
    assert names, "there is no case"
    if failures:
        failed = "; ".join(failure.__notes__[-1].removeprefix("in the case: ") for failure in failures)
        raise ExceptionGroup(f"{len(failures)} of {len(names)} cases fail: {failed}", failures)
