"""ezCoref: coreference in passages, a JSON file per passage with everybody's entities.

Gupta et al. 2023, "ezCoref: Towards unifying annotation guidelines for coreference resolution". The tool shows all
mentions to every annotator, so that they are given units; the file holds, for each sentence, 'token,first,last' (a
token and the bounds of its mention) with the numbers of the mention's entities.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.json_values import json_values, text_of
from accord.results import DataError, Place

NAME = "ezcoref"
DESCRIPTION = "ezCoref: coreference, a .json file per passage with all annotators"
ENDINGS = (".json",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "field"
COREFERENCE = "coreference"
"""The name of the layer and of its relations."""
_START = re.compile(rb'\s*\[\s*\{\s*"annotations"\s*:\s*\{\s*"\d+"\s*:\s*\{\s*"\d+,\d+,\d+"\s*:\s*\[')
_TOKEN = re.compile(r"(\d{1,9}),(\d{1,9}),(\d{1,9})")
_EARLIER = "earlier annotations by the same annotator"
_HINT = 'an annotation is {"annotator_id": …, "annotations": {sentence: {"token,first,last": [entity]}}}'
Mention = tuple[int, int, int]
"""Sentence, first token, token after the last."""


def sniff(path: Path) -> float:
    return 0.95 if _START.match(head(path).removeprefix(b"\xef\xbb\xbf")) else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """Each mention is linked to the one before it in its entity; the first entity of a mention with several.

    Whoever annotated a passage twice counts with the last annotation.
    """
    place = Place(str(source.path))
    document = into.document(source.path.stem)
    read = [_annotation(record, into, place) for record, _ in json_values(source.path, options.encoding)]
    mentions = sorted({mention for _, entities in read for entity in entities for mention in entity})
    into.given_units(COREFERENCE, document, list(map(_name, mentions)), place=place)
    latest = dict(read)
    into.leave_out("earlier annotation by the same annotator", len(read) - len(latest), many=_EARLIER)
    for who, entities in latest.items():
        annotator = into.asked(document, who)
        for entity in entities:
            names = [_name(mention) for mention in sorted(entity)]
            for name in names:
                into.component(COREFERENCE, document, annotator, name)
            for before, after in pairwise(names):
                into.relation(COREFERENCE, document, annotator, after, before, COREFERENCE, units=None, symmetric=True)


def _annotation(record: Any, into: Gathering, place: Place) -> tuple[str, list[list[Mention]]]:
    """Who annotated, and the mentions of each entity."""
    sentences = record.get("annotations") if isinstance(record, dict) else None
    if not isinstance(sentences, dict):
        raise DataError("ACC047", "a record without annotations by sentence", place, _HINT)
    who = text_of(record.get("annotator_id"))
    if not who:
        raise DataError("ACC044", "an annotation without annotator_id: it is not known whose it is", place, _HINT)
    entities: dict[int, dict[Mention, None]] = {}
    several: set[Mention] = set()
    for sentence, tokens in sentences.items():
        if not (sentence.isdecimal() and len(sentence) < 10 and isinstance(tokens, dict)):
            raise DataError("ACC047", f"'{sentence[:40]}' is not a sentence with its tokens", place, _HINT)
        for key, numbers in tokens.items():
            match = _TOKEN.fullmatch(key)
            whole = isinstance(numbers, list) and len(numbers) > 0 and all(type(number) is int for number in numbers)
            if match is None or not whole:
                raise DataError("ACC047", f"'{key[:40]}' is not a token of a mention with its entities", place, _HINT)
            mention = int(sentence), int(match[2]), int(match[3])
            entities.setdefault(numbers[0], {})[mention] = None
            if len(numbers) > 1:
                several.add(mention)
    into.leave_out("further entity of a mention", len(several), many="mentions in further entities")
    return who, [list(entity) for entity in entities.values()]


def _name(mention: Mention) -> str:
    sentence, first, last = mention
    return f"{sentence}:{first}-{last}"
