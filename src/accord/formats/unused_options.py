"""Options of reading that were told and that the format has no use for: they are named, never silently ignored."""

from __future__ import annotations

from collections.abc import Sequence

from accord.formats.options import ReadOptions
from accord.results import Diagnostic, Diagnostics
from accord.results.option_names import option

_TEXTS, _WORKBOOK, _OTHERS = ("csv", "tsv"), "excel", ("jsonl", "parquet")
_TABLES = (*_TEXTS, _WORKBOOK, *_OTHERS)
_OF_EXPORTS = ("field", "annotator_from", "document_key")
_OF_TABLES = (
    "item_column", "annotator_column", "label_column", "time_column", "cluster_column", "document_column",
    "start_column", "end_column", "origin_column", "target_column", "annotators", "table", "counts", "transpose",
    "orientation", "set_separator",
)  # fmt: skip


def unused(readers: Sequence[str], options: ReadOptions, *, asked: bool = False) -> Diagnostics:
    """What to say about options that none of these readers looks at; readers of plugins may look at all. Tables have
    a field where several questions are `asked` in them."""
    from accord.formats.registry import Gatherer, all_readers

    if all(name in _TABLES for name in readers):
        exports = [name for name in _OF_EXPORTS if name != "field" or not asked]
        found = [(name, "exports of annotation tools") for name in exports]
    elif all(isinstance(all_readers().get(name), Gatherer) and _ours(name) for name in readers):
        found = [(name, "tables") for name in _OF_TABLES]
    else:
        return ()
    if _WORKBOOK not in readers:
        found.append(("sheet", "workbooks"))
    if not set(readers) & set(_TEXTS):
        found.append(("separator", "tables as text"))
    told = [(name, of) for name, of in found if getattr(options, name) not in (None, False)]
    return tuple(
        Diagnostic(
            "ACC180",
            f"{option(name)} is not used: it is for {of}, and this is none",
        )
        for name, of in told
    )


def _ours(name: str) -> bool:
    from accord.formats.registry import all_readers

    return str(getattr(all_readers()[name], "__name__", "")).startswith("accord.formats.readers.")
