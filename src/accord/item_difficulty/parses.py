"""Parsed sentences, from a CoNLL-U file or by spaCy where a model is installed, and where targets stand in them."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path

from accord.item_difficulty.text_features import ParsedWord, marked_targets, unmarked, words_before_mark
from accord.results import DataError, Place, UsageError
from accord.results.wording import many

SPACY_MODELS = {
    "fr": ("fr_core_news_sm", "fr_core_news_md", "fr_core_news_lg", "fr_dep_news_trf"),
    "en": ("en_core_web_sm", "en_core_web_md", "en_core_web_lg", "en_core_web_trf"),
}


def conllu_parses(path: str | Path, items: Sequence[str]) -> list[list[ParsedWord] | None]:
    """The parse of each item: sentences are matched by `# sent_id = ITEM`, or in order where they have none.

    An item of several sentences names them ITEM-1, ITEM-2, …; its words are put together.
    """
    file = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError("ACC001", f"cannot read the parses: {error}", Place(file), "CoNLL-U in UTF-8") from error
    sentences: list[tuple[str | None, list[ParsedWord]]] = []
    name: str | None = None
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.startswith("#"):
            key, _, value = line[1:].partition("=")
            name = value.strip() if key.strip() == "sent_id" else name
        elif line.strip():
            rows.append((number, line.split("\t")))
        elif rows:
            sentences.append((name, _tokens(rows, file)))
            name, rows = None, []
    return _matched(sentences, items, file)


def _tokens(rows: list[tuple[int, list[str]]], file: str) -> list[ParsedWord]:
    words = []
    for number, fields in rows:
        if len(fields) != 10:
            message = f"{many(len(fields), 'field')} where CoNLL-U has 10"
            raise DataError("ACC094", message, Place(file, number), "one word per line, separated by tabs")
        if not fields[0].isdecimal():
            continue  # a contraction (3-4) or an empty word (3.1)
        if not fields[6].isdecimal():
            raise DataError(
                "ACC094", f"the governor '{fields[6]}' is not a number", Place(file, number), "0 is the root"
            )
        head = int(fields[6])
        distance = abs(head - int(fields[0])) if head and fields[3] != "PUNCT" else None
        lemma, towards = "" if fields[2] == "_" else fields[2], head - int(fields[0]) if head else None
        words.append(ParsedWord(fields[1], lemma, fields[3], distance, towards, fields[7]))
    return words


def _matched(
    sentences: list[tuple[str | None, list[ParsedWord]]], items: Sequence[str], file: str
) -> list[list[ParsedWord] | None]:
    if all(name is None for name, _ in sentences):
        if len(sentences) != len(items):
            message = f"{many(len(sentences), 'sentence')} without names for {many(len(items), 'item')}"
            raise DataError("ACC094", message, Place(file), "name them: # sent_id = ITEM")
        return [tokens for _, tokens in sentences]
    wanted = set(items)
    by_item: dict[str, list[ParsedWord]] = {}
    for name, tokens in sentences:
        if name is None:
            continue
        item = name if name in wanted else name.rpartition("-")[0]
        by_item.setdefault(item, []).extend(tokens)
    if not wanted & set(by_item):
        first = next(name for name, _ in sentences if name is not None)
        message = f"no sentence has the name of an item; the first is '{first}'"
        raise DataError("ACC090", message, Place(file), "name them: # sent_id = ITEM")
    return [by_item.get(item) for item in items]


def spacy_parses(texts: Sequence[str | None], language: str) -> list[list[ParsedWord] | None]:
    """The texts parsed by the first installed spaCy model of the language."""
    from importlib.util import find_spec

    names = SPACY_MODELS.get(language, ())
    model = next((name for name in names if find_spec(name) is not None), None)
    if find_spec("spacy") is None or model is None:
        usual = names[0] if names else f"a model for '{language}'"
        hint = f"install it: pip install spacy && python -m spacy download {usual}; or give a CoNLL-U file"
        raise UsageError("parsing needs spaCy with a model", hint)
    parser = importlib.import_module("spacy").load(model)
    return [None if text is None else [_from_spacy(token) for token in parser(unmarked(text))] for text in texts]


def _from_spacy(token: object) -> ParsedWord:
    place, head = int(getattr(token, "i")), int(getattr(getattr(token, "head"), "i"))  # noqa: B009  spaCy has no types
    part = str(getattr(token, "pos_", ""))
    distance = abs(head - place) if head != place and part != "PUNCT" else None
    form, lemma, relation = (str(getattr(token, name, "")) for name in ("text", "lemma_", "dep_"))
    return ParsedWord(form, lemma, part, distance, head - place if head != place else None, relation)


Cells = Sequence[str | None]
Parses = Sequence[Sequence[ParsedWord] | None]
OBJECTS = frozenset({"obj", "dobj"})


def target_places(texts: Cells | None, targets: Cells | None, parses: Parses) -> list[int | None]:
    """(items,) where in its parse the target stands: the marked word, else the first of that form or lemma."""
    marked = marked_targets(texts) if texts is not None else [None] * len(parses)
    places: list[int | None] = []
    for row, parse in enumerate(parses):
        text, form = None if texts is None else texts[row], marked[row]
        if parse is None:
            places.append(None)
        elif text is not None and form is not None:
            before = [word.casefold() for word in words_before_mark(text)].count(form.casefold())
            same = [place for place, word in enumerate(parse) if word.form.casefold() == form.casefold()]
            places.append(same[before] if before < len(same) else None)
        else:
            places.append(_first(parse, None if targets is None else targets[row]))
    return places


def _first(parse: Sequence[ParsedWord], target: str | None) -> int | None:
    sought = None if target is None else target.casefold()
    return next((at for at, word in enumerate(parse) if sought in (word.form.casefold(), word.lemma.casefold())), None)


def lemmas_of(places: Sequence[int | None], parses: Parses) -> list[str | None]:
    """(items,) the lemma of the target, its form where the parse has none."""
    return [_word(parse, place) for parse, place in zip(parses, places, strict=True)]


def companions_of(places: Sequence[int | None], parses: Parses) -> list[str | None]:
    """(items,) the lemma of the word the target goes with: the object of a verb, the governor of any other word.

    >>> verb = ParsedWord("épluche", "éplucher", "VERB", None, None, "root")
    >>> noun = ParsedWord("pommes", "pomme", "NOUN", 1, -1, "obj")
    >>> companions_of([0, 1], [[verb, noun], [verb, noun]])
    ['pomme', 'éplucher']
    """
    companions: list[str | None] = []
    for parse, place in zip(parses, places, strict=True):
        if parse is None or place is None:
            companions.append(None)
            continue
        target = parse[place]
        objects = [
            at
            for at, word in enumerate(parse)
            if word.towards is not None and at + word.towards == place and word.relation.partition(":")[0] in OBJECTS
        ]
        if target.part_of_speech == "VERB":
            companions.append(_word(parse, objects[0] if objects else None))
        else:
            companions.append(_word(parse, None if target.towards is None else place + target.towards))
    return companions


def _word(parse: Sequence[ParsedWord] | None, place: int | None) -> str | None:
    if parse is None or place is None or not 0 <= place < len(parse):
        return None
    return parse[place].lemma or parse[place].form
