"""Options of reading that were told and that the format has no use for: they are named, never silently ignored."""

from __future__ import annotations

from collections.abc import Sequence

from accord.formats.declared import declared
from accord.formats.options import ReadOptions
from accord.formats.registry import Gatherer, Reader, plugin_of
from accord.results import Diagnostic, Diagnostics
from accord.results.option_names import option

_OF_EXPORTS = ("field", "annotator_from", "document_key", "joined_by")
_OF_TABLES = (
    "item_column", "annotator_column", "label_column", "time_column", "cluster_column", "document_column",
    "start_column", "end_column", "origin_column", "target_column", "annotators", "table", "counts", "transpose",
    "orientation", "set_separator",
)  # fmt: skip


def unused(readers: Sequence[Reader | Gatherer], options: ReadOptions, *, asked: bool = False) -> Diagnostics:
    """What to say about options that none of these readers looks at; readers of plugins may look at all. Tables have
    a field where several questions are `asked` in them."""
    able = [declared(reader) for reader in readers]
    if any(plugin_of(reader) is not None for reader in readers):
        return ()
    if all(declaration.is_table for declaration in able):
        exports = [name for name in _OF_EXPORTS if name != "field" or not asked]
        candidates = [(name, "exports of annotation tools") for name in exports]
    elif all(isinstance(reader, Gatherer) for reader in readers):
        candidates = [(name, "tables") for name in _OF_TABLES]
    else:
        return ()
    if not any(declaration.has_sheets for declaration in able):
        candidates.append(("sheet", "workbooks"))
    if not any(declaration.separator for declaration in able):
        candidates.append(("separator", "tables as text"))
    told = [(name, of) for name, of in candidates if getattr(options, name) not in (None, False)]
    return tuple(
        Diagnostic(
            "ACC180",
            f"{option(name)} is not used: it is only for {of}",
        )
        for name, of in told
    )
