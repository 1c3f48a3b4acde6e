"""Cells of CSV and TSV that a spreadsheet would compute: marked with an apostrophe when written, without it when read.

A cell such as =cmd|'/C calc'!A0 is run by the spreadsheet that opens the table. It is written with an apostrophe in
front, and so is one that has an apostrophe there already, so that taking one off gives back what there was. Numbers
stay as they are, -1 too: they compute nothing, and are read as numbers everywhere. So does a sign alone, which many
schemes have for a label.
"""

from __future__ import annotations

import re

FORMULA = r"(?s)^'*(?:[\t\r\n]|[ ]*[=+\-@＝＋－＠].)"
"""A cell that would be computed, behind any number of apostrophes (OWASP, CSV injection); polars reads it too."""
BARE_FORMULA = FORMULA.replace("'*", "", 1)
NUMBER = r"[+\-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+\-]?[0-9]+)?"
_FORMULA, _NUMBER = re.compile(FORMULA), re.compile(NUMBER)


def guarded(cell: str) -> str:
    """The cell as it is written.

    >>> [guarded(cell) for cell in ("=1+1", "-1", "-", "'=1+1", "joy")]
    ["'=1+1", '-1', '-', "''=1+1", 'joy']
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before it was guarded.

    >>> [unguarded(guarded(cell)) for cell in ("=1+1", "-1", "-", "'=1+1", "'-1", "joy")]
    ['=1+1', '-1', '-', "'=1+1", "'-1", 'joy']
    """
    return cell[1:] if cell[:1] == "'" and guarded(cell[1:]) == cell else cell
