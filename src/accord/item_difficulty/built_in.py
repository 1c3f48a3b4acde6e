"""The built-in features by name, and what each needs to be computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from accord.annotations.columns import TEXT, fits
from accord.item_difficulty.association import CollocationCounts, read_pair_counts
from accord.item_difficulty.feature_table import FeatureTable
from accord.item_difficulty.lexicon import Lexicon, read_lexicon, senses_among
from accord.item_difficulty.parses import companions_of, conllu_parses, lemmas_of, spacy_parses, target_places
from accord.item_difficulty.substitution_items import LEMMA, columns_of_names
from accord.item_difficulty.text_features import (
    ParsedWord,
    dependency_length,
    marked_targets,
    sentence_frequency,
    target_position,
    word_count,
    word_frequency,
)
from accord.results import Diagnostic, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import option

Cells = Sequence[str | None]


@dataclass(frozen=True)
class WordSources:
    """Where built-in features come from: columns of the table of features, and files."""

    language: str | None = None
    text: str | None = None
    """The column of the texts; by default 'text', or the texts of the data."""
    target: str | None = None
    """The column of the target words."""
    sense: str | None = None
    governor: str | None = None
    parse: str | None = None
    """A CoNLL-U file, or 'spacy'."""
    lexicon: str | None = None
    counts: str | None = None

    def roles(self) -> tuple[str | None, ...]:
        """The columns that are no features themselves."""
        return (self.text, self.target, self.sense, self.governor)


@dataclass(frozen=True, eq=False)
class Words:
    """The texts and words of the items, ready for the features that are asked for."""

    table: FeatureTable
    texts: Cells | None
    sources: WordSources

    @property
    def target(self) -> Cells | None:
        return self.targets[0]

    @property
    def inflected(self) -> bool:
        """Whether targets are the forms that stand in the texts, for want of lemmas."""
        return self.targets[1]

    @cached_property
    def targets(self) -> tuple[Cells | None, bool]:
        """The target words: the column that is told, the lemmas in the names of items, those of the parse, or the forms
        that texts mark; and whether they are these forms."""
        if self.sources.target is not None:
            return self.table.column(self.sources.target, option("target")), False
        named = columns_of_names(self.table.items).get(LEMMA)
        if named is not None:
            return named, False
        marked = marked_targets(self.texts) if self.texts is not None else []
        if not any(word is not None for word in marked):
            return None, False
        if self.parses is None:
            return marked, True
        lemmas = lemmas_of(target_places(self.texts, None, self.parses), self.parses)
        return [lemma or form for lemma, form in zip(lemmas, marked, strict=True)], not any(lemmas)

    @cached_property
    def sense(self) -> Cells | None:
        return None if self.sources.sense is None else self.table.column(self.sources.sense, option("sense"))

    @cached_property
    def governor(self) -> Cells | None:
        """The word that the target goes with: the column that is told, else as the parse has it."""
        if self.sources.governor is not None:
            return self.table.column(self.sources.governor, option("governor"))
        if self.parses is None or self.target is None:
            return None
        return companions_of(target_places(self.texts, self.target, self.parses), self.parses)

    @cached_property
    def parses(self) -> Sequence[Sequence[ParsedWord] | None] | None:
        if self.sources.parse is None:
            return None
        if self.sources.parse == "spacy":
            return None if self.texts is None else spacy_parses(self.texts, self.sources.language or "en")
        return conllu_parses(self.sources.parse, self.table.items)

    @cached_property
    def lexicon(self) -> Lexicon | None:
        return None if self.sources.lexicon is None else read_lexicon(self.sources.lexicon)

    @cached_property
    def counts(self) -> CollocationCounts | None:
        return None if self.sources.counts is None else read_pair_counts(self.sources.counts)

    @property
    def language(self) -> str | None:
        return self.sources.language

    def has(self, need: str) -> bool:
        return getattr(self, need) is not None


def text_column(table: FeatureTable, sources: WordSources) -> str | None:
    """The column of the texts: the one that is named, else one that is called so."""
    if sources.text is not None:
        table.column(sources.text, option("text"))
        return sources.text
    return next((name for name in table.columns if fits(name, TEXT) and name not in table.numbers), None)


# what it is, what it needs, how it is computed; the needs are there when it is
_Compute = Callable[[Words], Floats]
BUILT_IN: dict[str, tuple[str, tuple[str, ...], _Compute]] = {
    "length": ("words in the text", ("texts",), lambda w: word_count(w.texts or ())),
    "sentence_frequency": (
        "mean log frequency of the content words",
        ("texts", "language"),
        lambda w: sentence_frequency(w.texts or (), w.language or "", w.parses),
    ),
    "target_frequency": (
        "log frequency of the target word",
        ("target", "language"),
        lambda w: word_frequency(w.target or (), w.language or ""),
    ),
    "target_position": (
        "position of the target word, 0 first and 1 last",
        ("texts", "target"),
        lambda w: target_position(w.texts or (), w.target),
    ),
    "dependency_length": (
        "mean distance of a word from its governor",
        ("parses",),
        lambda w: dependency_length(w.parses or ()),
    ),
    "senses": (
        "senses of the target word",
        ("lexicon", "target"),
        lambda w: _lexicon(w).number_of_senses(w.target or ()),
    ),
    "test_senses": (
        "senses of the target word among the items",
        ("target", "sense"),
        lambda w: senses_among(w.target or (), w.sense or ()),
    ),
    "synonyms": (
        "synonyms of the target word",
        ("lexicon", "target"),
        lambda w: _lexicon(w).number_of_synonyms(w.target or ()),
    ),
    "sense_synonyms": (
        "synonyms of the target in its sense",
        ("lexicon", "target", "sense"),
        lambda w: _lexicon(w).synonyms_of_sense(w.target or (), w.sense or ()),
    ),
    "sense_rank": (
        "rank of the sense, 0 the most usual and 1 the rarest",
        ("lexicon", "target", "sense"),
        lambda w: _lexicon(w).sense_rank(w.target or (), w.sense or ()),
    ),
    "pmi": (
        "association of target and governor, pointwise mutual information",
        ("counts", "target", "governor"),
        lambda w: _counts(w).pmi(w.target or (), w.governor or ()),
    ),
    "log_likelihood": (
        "association of target and governor, log-likelihood",
        ("counts", "target", "governor"),
        lambda w: _counts(w).log_likelihood(w.target or (), w.governor or ()),
    ),
}
_NEEDS = {
    "texts": f"texts ({option('text')})",
    "language": f"a language ({option('language', 'fr', 'en')})",
    "target": f"target words ({option('target')}, items called 'affection.n 8', or <head>…</head> in the texts)",
    "sense": f"senses ({option('sense')})",
    "governor": f"governors ({option('governor')}, or {option('parse', shown='FILE.conllu')})",
    "parses": f"parses ({option('parse', shown='FILE.conllu')}, or {option('parse', 'spacy')})",
    "lexicon": f"a lexicon ({option('lexicon', shown='FILE.tsv')})",
    "counts": f"counts of pairs ({option('pair_counts', shown='FILE.tsv')})",
}


def _lexicon(words: Words) -> Lexicon:
    if words.lexicon is None:
        raise TypeError("no lexicon")
    return words.lexicon


def _counts(words: Words) -> CollocationCounts:
    if words.counts is None:
        raise TypeError("no counts of pairs")
    return words.counts


def built_in_features(words: Words, asked: Sequence[str]) -> dict[str, Floats]:
    """The features that were asked for, or all that can be computed ('all')."""
    if list(asked) == ["all"]:
        names = [name for name, (_, needs, _) in BUILT_IN.items() if all(words.has(need) for need in needs)]
        names = [name for name in names if name not in words.table.columns]
    else:
        names = list(asked)
    features: dict[str, Floats] = {}
    for name in names:
        if name not in BUILT_IN:
            raise UsageError(f"there is no built-in feature '{name}'", f"they are {', '.join(BUILT_IN)}, or all")
        _, needs, compute = BUILT_IN[name]
        lacking = [_NEEDS[need] for need in needs if not words.has(need)]
        if lacking:
            raise UsageError(f"the feature '{name}' needs {' and '.join(lacking)}", "give what is missing")
        features[name] = compute(words)
    return features


_OF_LEMMAS = frozenset(name for name, (_, needs, _) in BUILT_IN.items() if {"lexicon", "counts"} & set(needs))


def inflected_forms(words: Words, names: Sequence[str]) -> Iterator[Diagnostic]:
    """A word about features of lemmas that had to be computed for the inflected forms of the texts."""
    of_target = [name for name in names if name == "target_frequency" or name in _OF_LEMMAS]
    if of_target and words.inflected:
        message = f"{', '.join(of_target)}: of the forms in the texts, as no lemma of a target is known"
        hint = f"give lemmas: {option('target', shown='COLUMN')}, or {option('parse', shown='FILE.conllu')}"
        yield Diagnostic("ACC392", message, hint=hint)
    parses = words.parses if "sentence_frequency" in names else None
    known = parses is not None and any(token.lemma for parse in parses for token in parse or ())
    if "sentence_frequency" in names and not known:
        message = "sentence_frequency: of the forms in the texts, as no lemmas are known"
        yield Diagnostic("ACC392", message, hint=f"give parses with lemmas: {option('parse', shown='FILE.conllu')}")
