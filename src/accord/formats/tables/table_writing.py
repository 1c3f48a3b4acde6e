"""Our own tables, as they are read: labels, spans and relations, one row per annotation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from accord.annotations.as_campaign import campaign_of
from accord.annotations.campaign import Campaign, Layer, proper_relations
from accord.annotations.lazy_polars import pl
from accord.annotations.spans import BETWEEN
from accord.formats.tables.declared_relations import CONSTRAINT, NO, SYMMETRIC, YES
from accord.formats.tables.own_files import LABEL_SET
from accord.formats.tables.relation_tables import units_file
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
            frame = frame.insert_column(place, _frame([{ROLE: role} for role in roles], {ROLE: str}).to_series())
        save(frame, out)

    return saved


def layer_of_table(campaign: Campaign) -> Layer:
    """What a table can hold: relations with the units they are about, or else the layer that is preferred."""
    links = [layer for layer in campaign.of_kind("relations") if len(layer)]
    units = [layer for layer in campaign.layers if links and layer.kind == "spans" and layer.name == links[0].units]
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
    """Labels where cells are single texts: the members of sets are parted by a bar, and the column says so."""
    frame = _labels(campaign, layer)
    if frame.schema["label"] == pl.String:
        return frame
    if any("|" in member for cell in layer.columns["label"] if isinstance(cell, tuple) for member in cell):
        hint = "choose jsonl or parquet"
        raise DataError(
            "ACC051", "a label contains '|', which separates the members of sets", Place(campaign.source), hint
        )
    if not (frame["label"].list.len() > 0).all():
        hint = "choose jsonl or parquet"
        raise DataError("ACC051", "an empty set, which in a cell would mean 'not asked'", Place(campaign.source), hint)
    return frame.select("item", "annotator", pl.col("label").list.join("|").alias(LABEL_SET))


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
    names, fragments = layer.columns.get("name"), layer.columns.get("fragments")
    for row, (document, who) in enumerate(zip(layer.document, layer.annotator, strict=True)):
        start, end = float(starts[row]), float(ends[row])
        record = {"document": document, "annotator": who, "category": layer.columns["category"][row]}
        record |= {"start": start, "end": end}
        if names is not None:
            record["id"] = names[row]
        pieces = None if fragments is None else fragments[row]
        if pieces is not None:
            from accord.annotations.fragment_cells import fragments_text

            record["fragments"] = fragments_text(pieces)
        if document in campaign.texts:
            text = campaign.texts[document]
            record["text"] = BETWEEN.join(text[int(low) : int(high)] for low, high in pieces or ((start, end),))
        rows.append(record)
    rows += [{"document": where, "annotator": who} for where, who in campaign.silent(layer)]
    lengths = {**{name: float(len(text)) for name, text in campaign.texts.items()}, **campaign.lengths}
    for record in rows:
        record["length"] = lengths.get(record["document"])
    schema = {"document": pl.String, "annotator": pl.String, "category": pl.String, "start": pl.Float64}
    schema |= {"end": pl.Float64, "fragments": pl.String, "id": pl.String, "text": pl.String, "length": pl.Float64}
    unused = [name for name in ("fragments", "id", "text", "length") if all(line.get(name) is None for line in rows)]
    frame = _frame(rows, {name: kind for name, kind in schema.items() if name not in unused})
    whole = [name for name in ("start", "end", "length") if name in frame.columns and _whole(frame[name])]
    return frame.with_columns(pl.col(whole).cast(pl.Int64))


def _whole(column: pl.Series) -> bool:
    return bool(((column == column.floor()) & (column.abs() < 2**53)).fill_null(True).all())


def _given_units(layer: Layer, unit_names: Mapping[str, Sequence[str]], kept: Sequence[int]) -> pl.DataFrame:
    """The units of each document in reading order, with what they say where it is known; below, which of them are in
    the structure of whom, where no relation or a type says so."""
    texts = layer.given_texts
    rows = [{"document": where, "unit": name} for where, names in unit_names.items() for name in names]
    schema: dict[str, Any] = {"document": pl.String, "unit": pl.String}
    if texts is not None and all(len(texts.get(where, ())) == len(names) for where, names in unit_names.items()):
        schema["text"] = pl.String
        for row, text in zip(rows, [text for where in unit_names for text in texts[where]], strict=True):
            row["text"] = text
    members = [
        {"document": where, "unit": unit, "component_of": who, "component_type": kind}
        for where, who, unit, kind in beside_relations(layer, kept)
    ]
    if members:
        schema |= {"component_of": pl.String}
        schema |= {"component_type": pl.String} if any(member["component_type"] for member in members) else {}
    return _frame(rows + [{name: member[name] for name in schema if name in member} for member in members], schema)


def beside_relations(layer: Layer, kept: Sequence[int]) -> list[tuple[str, str, str, str | None]]:
    """(document, annotator, unit, type) of the units in a structure of which a relation alone does not say so."""
    ends = (layer.columns["origin"], layer.columns["target"])
    linked = {(layer.document[row], layer.annotator[row], end[row]) for row in kept for end in ends}
    return [component for component in layer.components if component[3] is not None or component[:3] not in linked]


def _relations(campaign: Campaign, layer: Layer, path: Path, save: Save) -> dict[Path, bytes]:
    kept, _ = proper_relations(layer)
    own = next((span_layer for span_layer in campaign.of_kind("spans") if span_layer.name == layer.units), None)
    unit_names = layer.given
    if own is None and unit_names is None and beside_relations(layer, kept):  # units are those that are named
        unit_names = campaign_of(campaign.relations(layer.name)).layers[-1].given
    contents = {path: _saved(_relation_table(campaign, layer, kept), save)}
    beside = units_file(path)
    if own is not None:
        contents[beside] = _saved(_spans(campaign, own), save)
    elif unit_names is not None:
        contents[beside] = _saved(_given_units(layer, unit_names, kept), save)
    return contents


def _relation_table(campaign: Campaign, layer: Layer, kept: Sequence[int]) -> pl.DataFrame:
    """One row per relation, and one without ends for an annotator who was asked and drew none; with them what all of
    them must form, and which types hold in both directions."""
    columns = {name: layer.columns[name] for name in ("origin", "target", "label")}
    rows: list[dict[str, Any]] = [
        {"document": layer.document[row], "annotator": layer.annotator[row]}
        | {name: column[row] for name, column in columns.items()}
        for row in kept
    ]
    rows += [{"document": where, "annotator": who} for where, who in campaign.silent(layer)]
    schema = dict.fromkeys(("document", "annotator", "origin", "target", "label"), pl.String)
    if layer.symmetric and rows:
        used = {row.get("label") for row in rows}
        of_somebody = {"document": rows[0]["document"], "annotator": rows[0]["annotator"]}
        rows += [{**of_somebody, "label": kind} for kind in layer.symmetric if kind not in used]
        for row in rows:
            row[SYMMETRIC] = None if row.get("label") is None else YES if row["label"] in layer.symmetric else NO
        schema[SYMMETRIC] = pl.String
    if layer.constraint != "any":
        schema[CONSTRAINT] = pl.String
        for row in rows:
            row[CONSTRAINT] = layer.constraint
    return _frame(rows, schema)
