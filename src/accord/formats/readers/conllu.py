"""CoNLL-U: a file per annotator; the dependency tree of each sentence, or the labels of its tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from accord.annotations.campaign import Campaign, Kind, Layer
from accord.formats.file_names import file_names
from accord.formats.gathering import RELATIONS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.text_files import text_lines
from accord.results import DataError, Place
from accord.results.option_names import option

if TYPE_CHECKING:
    from accord.formats.parsing.conllu_sentences import ConlluToken, Sentence

NAME = "conllu"
DESCRIPTION = "CoNLL-U, CoNLL-X: dependency trees, or labels of tokens; a file per annotator"
ENDINGS, ENDING = (".conllu", ".conll"), ".conllu"
IS_TABLE = False
ANNOTATOR_FROM: Preference = "path"
CARRIES: tuple[Kind, ...] = ("relations",)
KEEPS_TEXTS = KEEPS_DIRECTIONS = False
KEEPS_NAMES = False  # tokens have numbers
NAMED = 0.55  # called so, and without its columns: the error of its reader says what is wrong
LABELS = ("lemma", "upos", "xpos", "feats", "deprel")


def sniff(path: Path) -> float:
    start = head(path)
    named = path.suffix.lower() == ENDING and bool(start.strip()) and binary_kind(start) is None
    if path.suffix.lower() == ".rsd" or b"\t" not in start:
        return NAMED if named else 0.0
    from accord.formats.parsing.conllu_sentences import ten_columns

    if not ten_columns(start):
        return NAMED if named else 0.0
    return 0.95 if named else 0.7


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """Each sentence is a document. Labels of tokens are read where they are asked for: --kind labels --field upos."""
    from accord.formats.parsing.conllu_sentences import add_tree, sentences

    labels = options.kind == "labels" or options.field in LABELS
    file_sentences = sentences(text_lines(source.path, options, into), str(source.path))
    for sentence in file_sentences:
        alone = source.document == "document"
        document = into.document(sentence.id if alone else f"{source.document}/{sentence.id}")
        annotator = into.asked(document, source.annotator)
        if labels:
            _labels(sentence, document, annotator, into)
        else:
            into.layer("relations", RELATIONS)
            add_tree(sentence, RELATIONS, document, annotator, into)
            deps = sum(token.cell("deps") is not None for token in sentence.tokens)
            into.leave_out("token's enhanced dependencies", deps, many="tokens' enhanced dependencies")
        into.leave_out("empty node", sentence.empty)
        into.leave_out("mention of an entity", sum(map(_mentions, sentence.tokens)), many="mentions of entities")
    if not labels:
        _say_labels(file_sentences, into)


def _mentions(token: ConlluToken) -> int:
    """How many mentions of entities begin at a token, as CorefUD writes them: Entity=(e1-person-1(e2-place-1)."""
    entity = next((field for field in token.cells[9].split("|") if field.startswith("Entity=")), "")
    return entity.count("(")


def _labels(sentence: Sentence, document: str, annotator: str, into: Gathering) -> None:
    for token in sentence.tokens:
        for column in LABELS:
            label = token.cell(column)
            if label is not None:
                into.label(column, document, annotator, label, item=f"{document}:{token.cells[0]}")


def _say_labels(sentences: Sequence[Sentence], into: Gathering) -> None:
    used = [
        column
        for column in LABELS
        if any(token.cell(column) is not None for sentence in sentences for token in sentence.tokens)
    ]
    if used:
        message = "the dependency trees are read; the tokens have labels too"
        into.say("ACC160", message, hint=f"{option('kind', 'labels')} {option('field', *LABELS)}")


# ---- writing


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    """A file per annotator with the dependency trees, each unit a token; a single file where there is one annotator."""
    layer, _ = campaign.chosen("relations")
    if layer.given is None:
        message = "CoNLL-U holds relations between tokens that everybody was given, and these are not"
        raise DataError("ACC051", message, Place(campaign.source), "choose another format, such as csv")
    single = path.suffix.lower() == ENDING
    if single and len(campaign.annotators) > 1:
        message = f"one file holds one annotator, and there are {len(campaign.annotators)}"
        raise DataError("ACC051", message, Place(str(path)), "name a folder, for a file per annotator")
    trees = _trees(layer, layer.given)
    people = file_names(campaign.annotators, "annotators")
    contents: dict[Path, bytes] = {}
    for annotator in campaign.annotators:
        target = path if single else path / f"{people[annotator]}{ENDING}"
        documents = [where for where, who in campaign.assigned if who == annotator]
        blocks = [_block(layer, document, trees.get((document, annotator), {})) for document in documents]
        contents[target] = "".join(blocks).encode("utf-8")
    return contents


Tree = dict[str, tuple[str, str]]
"""For each unit its head (0 for a root) and the label."""


def _trees(layer: Layer, words: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], Tree]:
    numbers = {document: {unit: str(at) for at, unit in enumerate(units, start=1)} for document, units in words.items()}
    trees: dict[tuple[str, str], Tree] = {}
    rows = zip(
        layer.document, layer.annotator, *(layer.columns[name] for name in ("origin", "target", "label")), strict=True
    )
    for document, annotator, origin, target, label in rows:
        tree = trees.setdefault((document, annotator), {})
        if origin in tree:
            message = f"'{annotator}' relates the unit '{origin}' twice, and in CoNLL-U a token has one head"
            raise DataError("ACC051", message, Place(item=document), "choose another format, such as csv")
        tree[origin] = (numbers[document][target], _written(label, document))
    for document, annotator, unit, kind in layer.components:
        tree = trees.setdefault((document, annotator), {})
        if unit not in tree:
            tree[unit] = ("0", _written(kind, document))
        elif kind is not None and tree[unit][0] != "0":
            message = f"CoNLL-U has no place for the type '{kind}' of the unit '{unit}', which has a head"
            raise DataError("ACC051", message, Place(item=document), "choose another format, such as csv")
    for (document, _), tree in trees.items():  # the target of a relation is in the structure, too
        for number in {number for number, _ in tree.values()} - {"0"}:
            tree.setdefault(words[document][int(number) - 1], ("0", "_"))
    return trees


def _block(layer: Layer, document: str, tree: Tree) -> str:
    units = layer.given.get(document, ()) if layer.given is not None else ()
    if not units:
        raise DataError("ACC051", "CoNLL-U has no place for a sentence without tokens", Place(item=document))
    forms = (layer.given_texts or {}).get(document, ["_"] * len(units))
    rows = [f"# sent_id = {_name(document)}"]
    for number, (unit, form) in enumerate(zip(units, forms, strict=True), start=1):
        governor, label = tree.get(unit, ("_", "_"))
        shown = "_" if not form or form == "_" else _written(form, document)
        rows.append(f"{number}\t{shown}\t_\t_\t_\t_\t{governor}\t{label}\t_\t_")
    return "\n".join(rows) + "\n\n"


def _written(text: object, document: str) -> str:
    """A cell: an underscore for nothing, and no tab or line break in it."""
    if text is None or text == "":
        return "_"
    plain = str(text)
    if plain == "_" or any(letter in plain for letter in "\t\n\r\0"):
        message = f"CoNLL-U has no place for {plain[:40]!r}: a tab, a line break, or an underscore alone"
        raise DataError("ACC051", message, Place(item=document[:80]), "rename it, or choose another format")
    return plain


def _name(document: str) -> str:
    """The name of a sentence, which may have no space around it either."""
    if document != document.strip() or not document:
        message = f"CoNLL-U has no place for the name {document[:40]!r}, with space around it"
        raise DataError("ACC051", message, Place(item=document[:80]), "rename the document")
    return _written(document, document)
