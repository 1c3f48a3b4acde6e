"""The columns of tables of spans and relations: the names they usually bear, or the one that was told."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.columns import LABEL
from accord.results import DataError, Place

START = ("start", "begin", "start_offset", "begin_offset", "offset_start", "debut", "onset", "tmin", "start_time")
END = ("end", "stop", "end_offset", "offset_end", "fin", "tmax", "end_time")
CATEGORY = ("category", "categorie", "type", "tag", *(name for name in LABEL if name not in ("category", "categorie")))
DOCUMENT = (
    "document", "doc", "document_id", "doc_id", "docid", "file", "filename", "fichier", "text_id", "item", "item_id",
    "task", "task_id",
)  # fmt: skip
TEXT = ("text", "texte", "surface", "string", "covered_text", "mention")
UNIT = ("id", "unit", "unit_id", "span_id", "unite", "identifiant")
LENGTH = ("length", "longueur", "document_length")
ITEMS_OF_LABELS = (
    "item", "item_id", "itemid", "example", "example_id", "example_no", "instance", "question", "sentence_id",
    "observable", "patient", "subject", "hit_id", "exemple", "phrase_id",
)  # fmt: skip
ORIGIN = ("origin", "origine", "source", "from", "from_id", "source_id", "arg1", "head", "gouverneur")
TARGET = ("target", "cible", "to", "to_id", "target_id", "arg2", "dependent", "dependant")
RELATION = ("label", "relation", "type", "category", "categorie", "role", "etiquette")


def named_column(header: Sequence[str], name: str | None, option: str, place: Place) -> str | None:
    """A column asked for by name: exactly, else without regard to case and accents."""
    if name is None or name in header:
        return name
    alike = [column for column in header if column.casefold() == name.casefold()]
    if len(alike) == 1:
        return alike[0]
    shown = ", ".join(f"'{column}'" for column in header[:12]) + (", …" if len(header) > 12 else "")
    raise DataError("ACC006", f"there is no column '{name}' ({option})", place, f"the columns are {shown}")
