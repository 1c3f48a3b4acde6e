"""A test of many cases passes only if each of them does, and names those that do not."""

from __future__ import annotations

import pytest

from many_cases import many_cases


def _odd_numbers_fail(seen: list[int]) -> None:
    with many_cases() as case:
        for number in range(5):
            with case(f"case {number}"):
                seen.append(number)
                assert number % 2 == 0, "odd"
                if number == 4:
                    raise ZeroDivisionError


def test_every_case_is_run_and_every_failure_named() -> None:
    seen: list[int] = []
    with pytest.raises(ExceptionGroup) as caught:
        _odd_numbers_fail(seen)
    assert seen == [0, 1, 2, 3, 4]
    assert caught.value.message == "3 of 5 cases fail: case 1; case 3; case 4"
    assert [type(one) for one in caught.value.exceptions] == [AssertionError, AssertionError, ZeroDivisionError]
    assert caught.value.exceptions[2].__notes__ == ["in the case: case 4"]


def _nothing_raised_and_skipped() -> None:
    with many_cases() as case:
        with case("nothing raised"), pytest.raises(ValueError, match="no"):
            pass
        with case("skipped"):
            pytest.skip("not here")


def test_what_was_not_raised_and_what_was_skipped_are_failures() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        _nothing_raised_and_skipped()
    assert caught.value.message == "2 of 2 cases fail: nothing raised; skipped"
    assert "DID NOT RAISE" in str(caught.value.exceptions[0])


def test_no_case_at_all_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="there is no case"), many_cases():
        pass


def test_cases_that_pass_pass() -> None:
    with many_cases() as case, case("one"):
        pass
