"""The target of a parsed sentence: its lemma, and the word it goes with, its governor or its object."""

from __future__ import annotations

from collections.abc import Sequence

from accord.item_difficulty.text_features import ParsedWord, marked_targets, words_before_mark

Cells = Sequence[str | None]
Parses = Sequence[Sequence[ParsedWord] | None]
OBJECTS = frozenset({"obj", "dobj"})


def target_places(texts: Cells | None, targets: Cells | None, parses: Parses) -> list[int | None]:
    """(items,) where in its parse the target stands: the marked word, else the first of that form or lemma."""
    marked = marked_targets(texts) if texts is not None else [None] * len(parses)
    found: list[int | None] = []
    for row, parse in enumerate(parses):
        text, form = None if texts is None else texts[row], marked[row]
        if parse is None:
            found.append(None)
        elif text is not None and form is not None:
            before = [word.casefold() for word in words_before_mark(text)].count(form.casefold())
            same = [place for place, word in enumerate(parse) if word.form.casefold() == form.casefold()]
            found.append(same[before] if before < len(same) else None)
        else:
            found.append(_first(parse, None if targets is None else targets[row]))
    return found


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
    found: list[str | None] = []
    for parse, place in zip(parses, places, strict=True):
        if parse is None or place is None:
            found.append(None)
            continue
        target = parse[place]
        objects = [
            at
            for at, word in enumerate(parse)
            if word.towards is not None and at + word.towards == place and word.relation.partition(":")[0] in OBJECTS
        ]
        if target.part_of_speech == "VERB":
            found.append(_word(parse, objects[0] if objects else None))
        else:
            found.append(_word(parse, None if target.towards is None else place + target.towards))
    return found


def _word(parse: Sequence[ParsedWord] | None, place: int | None) -> str | None:
    if parse is None or place is None or not 0 <= place < len(parse):
        return None
    return parse[place].lemma or parse[place].form
