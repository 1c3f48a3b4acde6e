"""Offsets against the text they point into: characters, UTF-16 units, or nothing that fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.formats.parsing.offsets import fitted
from accord.results import Place


@given(st.text(st.sampled_from("a 😀é\u0301\n𝒳"), min_size=1, max_size=20), st.data())
def test_utf16_offsets_are_repaired(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    wide = [len(text[:place].encode("utf-16-le")) // 2 for place in (start, end)]
    bounds, changed = fitted(text, [(wide[0], wide[1], text[start:end])], Place())
    first, last = (int(place) for place in bounds[0])
    assert text[first:last].split() == text[start:end].split()
    assert changed == (bounds[0] != tuple(map(float, wide)))
    assert fitted(text, [(start, end, text[start:end])], Place()) == ([(start, end)], 0)


def test_all_units_of_a_document_are_counted_the_same_way() -> None:
    """'b' fits at 3 as a character and at 4 as UTF-16; the other unit shows which is meant."""
    text = "😀 bb cc"
    assert fitted(text, [(3, 4, "b"), (6, 8, "cc")], Place()) == ([(2, 3), (5, 7)], 2)
    assert fitted(text, [(3, 4, "b"), (5, 7, "cc")], Place()) == ([(3, 4), (5, 7)], 0)


def test_only_offsets_that_change_are_counted() -> None:
    assert fitted("a 😀 b", [(0, 1, "a"), (5, 6, "b")], Place()) == ([(0, 1), (4, 5)], 1)


def test_offsets_that_fit_nowhere_are_an_error_with_the_first_example() -> None:
    with pytest.raises(
        accord.DataError, match=r"0 to 5 is 'Marie' in the export and 'marie' in the text.*ACC043.*1 such"
    ):
        fitted("marie curie", [(6, 11, "curie"), (0, 5, "Marie")], Place())
    with pytest.raises(accord.DataError, match="outside the text of 3"):
        fitted("abc", [(0, 5, None)], Place())


def test_line_breaks_in_stored_stretches_may_be_spaces() -> None:
    assert fitted("a\r\nb", [(0, 4, "a b")], Place()) == ([(0, 4)], 0)
