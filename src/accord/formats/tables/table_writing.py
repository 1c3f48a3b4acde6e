"""Our own tables, as they are read: labels, spans and relations, one row per annotation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from accord.annotations.campaign import Campaign, Layer, proper_relations
from accord.annotations.lazy_polars import pl
from accord.results import DataError, Place

ROLE = "annotator_role"
Save = Callable[["pl.DataFrame", BytesIO], None]


def write_tables(campaign: Campaign, path: Path, save: Save, *, lists: bool) -> dict[Path, bytes]:
    """The table of the layer that is preferred; relations have that of their units beside them."""
    layer = layer_of_table(campaign)
    save = _with_roles(campaign, save)
    if layer.kind == "relations":
        return _relations(campaign, layer, path, save)
    tables = {"labels": _labels, "spans": _spans, "answers": _answers}
    table = tables[layer.kind](campaign, layer) if lists or layer.kind != "labels" else _plain(campaign, layer)
    return {path: _saved(table, save)}


def _saved(frame: pl.DataFrame, save: Save) -> bytes:
    out = BytesIO()
    save(frame, out)
    return out.getvalue()


def _with_roles(campaign: Campaign, save: Save) -> Save:
    """Beside the annotators what they are, where some are not people."""
    if all(campaign.roles.get(name, "person") == "person" for name in campaign.annotators):
        return save

    def saved(frame: pl.DataFrame, out: BytesIO) -> None:
        if "annotator" in frame.columns:
            roles = [campaign.roles.get(name, "person") for name in frame["annotator"].to_list()]
            place = frame.columns.index("annotator") + 1
            frame = frame.insert_column(place, _frame([{ROLE: one} for one in roles], {ROLE: str}).to_series())
        save(frame, out)

    return saved


def layer_of_table(campaign: Campaign) -> Layer:
    """What a table can hold: relations with the units they are about, or else the layer that is preferred."""
    links = [one for one in campaign.of_kind("relations") if len(one)]
    units = [one for one in campaign.layers if links and one.kind == "spans" and one.name == links[0].units]
    if len(links) == 1 and len(campaign.layers) == 1 + len(units):
        return links[0]
    return campaign.chosen()[0]


def _frame(rows: list[dict[str, Any]], schema: dict[str, Any]) -> pl.DataFrame:
    try:
        return pl.DataFrame(rows, schema=schema, orient="row")
    except UnicodeEncodeError:
        raise DataError("ACC051", "a name or text holds half a character (a lone surrogate)") from None


def _labels(campaign: Campaign, layer: Layer) -> pl.DataFrame:
    cells = layer.columns["label"]
    sets = any(isinstance(cell, tuple) and len(cell) != 1 for cell in cells)
    label = pl.List(pl.String) if sets else pl.String
    several = [cell if isinstance(cell, tuple) else (cell,) for cell in cells]
    rows = [
        {"item": item, "annotator": who, "label": list(members) if sets else members[0]}
        for item, who, members in zip(layer.columns.get("item", layer.document), layer.annotator, several, strict=True)
    ]
    return _frame(rows, {"item": pl.String, "annotator": pl.String, "label": label})


def _plain(campaign: Campaign, layer: Layer) -> pl.DataFrame:
    """Labels where cells are single texts: the members of sets are parted by a bar."""
    frame = _labels(campaign, layer)
    if frame.schema["label"] == pl.String:
        return frame
    if any("|" in member for cell in layer.columns["label"] if isinstance(cell, tuple) for member in cell):
        hint = "choose jsonl or parquet"
        raise DataError("ACC051", "a label contains '|', which parts the members of sets", Place(campaign.source), hint)
    return frame.with_columns(pl.col("label").list.join("|"))


def _answers(campaign: Campaign, layer: Layer) -> pl.DataFrame:
    rows = [
        {"item": item, "annotator": who, "answer": answer}
        for item, who, answer in zip(layer.columns["item"], layer.annotator, layer.columns["answer"], strict=True)
    ]
    if list(layer.columns["item"]) == list(layer.document):  # who was asked and gave no answer
        rows += [{"item": item, "annotator": who, "answer": None} for item, who in campaign.silent(layer)]
    return _frame(rows, {"item": pl.String, "annotator": pl.String, "answer": pl.String})


def _spans(campaign: Campaign, layer: Layer) -> pl.DataFrame:
    """One row per unit, and one without bounds for an annotator who was asked and found nothing."""
    rows: list[dict[str, Any]] = []
    starts, ends = layer.columns["start"], layer.columns["end"]
    names = layer.columns.get("name")
    for row, (document, who) in enumerate(zip(layer.document, layer.annotator, strict=True)):
        start, end = float(starts[row]), float(ends[row])
        one = {"document": document, "annotator": who, "category": layer.columns["category"][row]}
        one |= {"start": start, "end": end}
        if names is not None:
            one["id"] = names[row]
        if document in campaign.texts:
            one["text"] = campaign.texts[document][int(start) : int(end)]
        rows.append(one)
    rows += [{"document": where, "annotator": who} for where, who in campaign.silent(layer)]
    lengths = {**{name: float(len(text)) for name, text in campaign.texts.items()}, **campaign.lengths}
    for one in rows:
        one["length"] = lengths.get(one["document"])
    schema = {"document": pl.String, "annotator": pl.String, "category": pl.String, "start": pl.Float64}
    schema |= {"end": pl.Float64, "id": pl.String, "text": pl.String, "length": pl.Float64}
    unused = [name for name in ("id", "text", "length") if all(one.get(name) is None for one in rows)]
    frame = _frame(rows, {name: kind for name, kind in schema.items() if name not in unused})
    whole = [name for name in ("start", "end", "length") if name in frame.columns and _whole(frame[name])]
    return frame.with_columns(pl.col(whole).cast(pl.Int64))


def _whole(column: pl.Series) -> bool:
    return bool(((column == column.floor()) & (column.abs() < 2**53)).fill_null(True).all())


def _given_units(given: Mapping[str, Sequence[str]], texts: Mapping[str, Sequence[str]] | None) -> pl.DataFrame:
    """The units of each document in reading order, with what they say where it is known."""
    rows = [{"document": where, "unit": name} for where, names in given.items() for name in names]
    schema: dict[str, Any] = {"document": pl.String, "unit": pl.String}
    if texts is not None and all(len(texts.get(where, ())) == len(names) for where, names in given.items()):
        schema["text"] = pl.String
        for row, text in zip(rows, [text for where in given for text in texts[where]], strict=True):
            row["text"] = text
    return _frame(rows, schema)


def _relations(campaign: Campaign, layer: Layer, path: Path, save: Save) -> dict[Path, bytes]:
    kept, _ = proper_relations(layer)
    columns = {name: layer.columns[name] for name in ("origin", "target", "label")}
    rows = [
        {"document": layer.document[row], "annotator": layer.annotator[row]}
        | {name: column[row] for name, column in columns.items()}
        for row in kept
    ]
    rows += [{"document": where, "annotator": who} for where, who in campaign.silent(layer)]
    table = _frame(rows, dict.fromkeys(("document", "annotator", "origin", "target", "label"), pl.String))
    contents = {path: _saved(table, save)}
    beside = path.with_name(f"{path.stem}.units{path.suffix}")
    own = next((one for one in campaign.of_kind("spans") if one.name == layer.units), None)
    if own is not None:
        contents[beside] = _saved(_spans(campaign, own), save)
    elif layer.given is not None:
        contents[beside] = _saved(_given_units(layer.given, layer.given_texts), save)
    return contents
