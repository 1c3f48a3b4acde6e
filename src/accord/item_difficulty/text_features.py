"""Built-in features of texts and words: length, frequency, position, dependency length (French and English).

Word frequencies are those of wordfreq (Speer 2022), on the Zipf scale: the logarithm to base 10 of occurrences per
billion words (van Heuven et al. 2014).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from accord.results import UsageError
from accord.results.arrays import Floats

_FRENCH = """
a ai aie aient ait alors as au aucun aucune auquel aura aurait aussi autre autres aux auxquels avaient avais avait
avant avec avez avoir avons ayant c car ce ceci cela celle celles celui cependant ces cet cette ceux chacun chacune
chaque chez ci comme comment d dans de depuis des donc dont du durant elle elles en encore entre es est et eu eut eux
eût fait furent fut fût hors il ils j je jusqu jusque l la laquelle le lequel les lesquelles lesquels leur leurs lors
lorsque lui là m ma mais me mes moi moins mon même mêmes n ne ni non nos notre nous on ont or ou où par parce pas
pendant peu plus pour pourquoi puis puisque qu quand que quel quelle quelles quelqu quelque quelques quels qui quoi
quoique s sa sans se sera serait ses si sien sienne soi soient sois soit sommes son sont sous suis sur t ta tandis te
tel telle telles tels tes toi ton tous tout toute toutes trop très tu un une vers voici voilà vos votre vous vu y à ça
étaient étais était étant été êtes être
"""
_ENGLISH = """
a about above after again against all also am an and any are aren as at be because been before being below between
both but by can cannot could couldn d did didn do does doesn doing don down during each either every few for from
further had hadn has hasn have haven having he her here hers herself him himself his how however i if in into is isn
it its itself just ll m me might mine more most must mustn my myself neither no nor not now of off on once only or
other others ought our ours ourselves out over own per re s same shall shan she should shouldn since so some such t
than that the their theirs them themselves then there these they this those though through to too toward towards under
until up upon us ve very was wasn we were weren what when where whether which while who whom whose why will with
within without won would wouldn yet you your yours yourself yourselves
"""
FUNCTION_WORDS = {"fr": frozenset(_FRENCH.split()), "en": frozenset(_ENGLISH.split())}
"""Words without a meaning of their own, which say nothing about how rare the words of a sentence are, by language;
another language has none, and all words count."""
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV", "PROPN"})
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TARGET = re.compile(r"<(head|target|b)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True)
class ParsedWord:
    """A word of a parsed sentence: its form, lemma, part of speech, and how far its governor is (None for the root)."""

    form: str
    lemma: str
    part_of_speech: str
    distance: int | None
    towards: int | None = None
    """How many words on the governor stands, less than 0 where it stands before; None for the root."""
    relation: str = ""
    """To the governor: nsubj, obj, amod, …"""


def words_of(text: str) -> list[str]:
    """The words of a text; an elided article is a word of its own.

    >>> words_of("Ce n'est plus <head>l'État</head>, porte-avions.")
    ['Ce', 'n', 'est', 'plus', 'l', 'État', 'porte-avions']
    """
    return _WORD.findall(unmarked(text))


def unmarked(text: str) -> str:
    """A text without the marks around its target, `<head>…</head>`, `<target>…</target>` or `<b>…</b>`."""
    return _TARGET.sub(lambda match: match[2], text)


def word_count(texts: Sequence[str | None]) -> Floats:
    """(items,) how many words each text has."""
    return np.array([np.nan if text is None else float(len(words_of(text))) for text in texts])


def target_position(texts: Sequence[str | None], targets: Sequence[str | None] | None) -> Floats:
    """(items,) where the target stands, 0 at the beginning and 1 at the end of the text (Tanguy et al. 2016).

    The target is what the text marks with `<head>…</head>`, else the first word equal to it; nan where it is neither.

    >>> target_position(["a b <head>c</head> d e", "a b c", "x"], [None, "c", "c"]).tolist()
    [0.5, 1.0, nan]
    """
    positions = []
    for row, text in enumerate(texts):
        target = None if targets is None else targets[row]
        positions.append(np.nan if text is None else _position(text, target))
    return np.array(positions)


def _position(text: str, target: str | None) -> float:
    words = words_of(text)
    marked = _TARGET.search(text)
    if marked is not None:
        place: int | None = len(words_of(text[: marked.start()]))
    else:
        sought = None if target is None else target.casefold()
        place = next((at for at, word in enumerate(words) if word.casefold() == sought), None)
    if place is None or place >= len(words):
        return float("nan")
    return place / (len(words) - 1) if len(words) > 1 else 0.0


def marked_targets(texts: Sequence[str | None]) -> list[str | None]:
    """What each text marks as its target."""
    return [None if text is None or (match := _TARGET.search(text)) is None else match[2].strip() for text in texts]


def words_before_mark(text: str) -> list[str]:
    """The words before the target that a text marks; none where it marks none."""
    marked = _TARGET.search(text)
    return [] if marked is None else words_of(text[: marked.start()])


def word_frequency(words: Sequence[str | None], language: str) -> Floats:
    """(items,) Zipf frequency of each word; 0 for a word that is not known, nan for none."""
    frequency = _zipf(language)
    return np.array([np.nan if word is None else frequency(word) for word in words])


def sentence_frequency(
    texts: Sequence[str | None], language: str, parses: Sequence[Sequence[ParsedWord] | None] | None = None
) -> Floats:
    """(items,) mean Zipf frequency of the content words: by the parse, else all but the function words of the language.

    Words that the list does not know are left out of the mean.
    """
    frequency = _zipf(language)
    stop = FUNCTION_WORDS.get(language, frozenset())
    frequencies = []
    for row, text in enumerate(texts):
        parse = None if parses is None else parses[row]
        if parse is not None:
            content = [token.lemma or token.form for token in parse if token.part_of_speech in CONTENT]
        else:
            content = [] if text is None else [word for word in words_of(text) if word.casefold() not in stop]
        known = [value for word in content if (value := frequency(word)) > 0]
        frequencies.append(float(np.mean(known)) if known else np.nan)
    return np.array(frequencies)


def dependency_length(parses: Sequence[Sequence[ParsedWord] | None]) -> Floats:
    """(items,) the mean distance in words between a word and its governor (Tanguy & Tulechki 2009)."""
    lengths = []
    for parse in parses:
        distances = [] if parse is None else [token.distance for token in parse if token.distance is not None]
        lengths.append(float(np.mean(distances)) if distances else np.nan)
    return np.array(lengths)


def _zipf(language: str) -> Callable[[str], float]:
    from importlib.util import find_spec

    if find_spec("wordfreq") is None:
        raise UsageError("word frequencies need wordfreq", "install it: pip install 'accord-iaa[features]'")
    from wordfreq import available_languages, zipf_frequency

    if language not in available_languages():
        known = ", ".join(sorted(available_languages()))
        raise UsageError(f"there are no word frequencies for the language '{language}'", f"there are for {known}")
    return lambda word: float(zipf_frequency(word, language))
