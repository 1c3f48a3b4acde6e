"""A lexicon of senses and synonyms, from the user's table or a wordnet tab file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from accord.item_difficulty.feature_table import as_number
from accord.results import DataError, Place
from accord.results.arrays import Floats


@dataclass(frozen=True)
class Lexicon:
    """word → sense → synonyms, senses in the order of the file or by rank; `ranked` says whether the order means it."""

    senses: Mapping[str, Mapping[str, frozenset[str]]]
    ranked: bool

    def number_of_senses(self, words: Sequence[str | None]) -> Floats:
        """(items,) how many senses each word has; nan for a word that is not in the lexicon."""
        return np.array([float(len(known)) if (known := self._of(word)) else np.nan for word in words])

    def number_of_synonyms(self, words: Sequence[str | None]) -> Floats:
        """(items,) how many synonyms each word has in all its senses together."""
        return np.array(
            [float(len(frozenset().union(*known.values()))) if (known := self._of(word)) else np.nan for word in words]
        )

    def synonyms_of_sense(self, words: Sequence[str | None], senses: Sequence[str | None]) -> Floats:
        """(items,) how many synonyms each word has in the sense of the item."""
        pairs = zip(map(self._of, words), senses, strict=True)
        return np.array(
            [float(len(known[sense])) if sense is not None and sense in known else np.nan for known, sense in pairs]
        )

    def sense_rank(self, words: Sequence[str | None], senses: Sequence[str | None]) -> Floats:
        """(items,) the rank of the sense in the lexicon, 0 the first and 1 the last; 0 for the only one.

        nan throughout for a wordnet tab file, whose order says nothing about use.
        """
        pairs = zip(map(self._of, words), senses, strict=True)
        return np.array(
            [
                np.nan
                if not self.ranked or sense is None or sense not in known
                else list(known).index(sense) / max(len(known) - 1, 1)
                for known, sense in pairs
            ]
        )

    def _of(self, word: str | None) -> Mapping[str, frozenset[str]]:
        """The senses of a word, none of one that is not there."""
        return {} if word is None else self.senses.get(word.casefold(), {})


def senses_among(words: Sequence[str | None], senses: Sequence[str | None]) -> Floats:
    """(items,) in how many senses the word of each item occurs among the items (Tanguy et al. 2016).

    >>> senses_among(["aisé", "aisé", "mince", None], ["riche", "facile", "fin", None]).tolist()
    [2.0, 2.0, 1.0, nan]
    """
    known: dict[str, set[str]] = {}
    for word, sense in zip(words, senses, strict=True):
        if word is not None and sense is not None:
            known.setdefault(word.casefold(), set()).add(sense)
    return np.array(
        [float(len(known.get(word.casefold(), ()))) or np.nan if word is not None else np.nan for word in words]
    )


def tsv_lines(path: str | Path, what: str) -> list[str]:
    """The lines of a table of the user's own."""
    try:
        return Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError("ACC001", f"cannot read the {what}: {error}", Place(str(path)), "TSV in UTF-8") from error


def read_lexicon(path: str | Path) -> Lexicon:
    """A TSV with the columns word, sense, synonyms (parted by semicolons) and perhaps rank; or a wordnet tab file.

    A wordnet tab file, as Open Multilingual Wordnet distributes them, has lines of synset, `lang:lemma` and word; the
    words of a synset are synonyms.
    """
    file, lines = str(path), tsv_lines(path, "lexicon")
    rows = [(number, line.split("\t")) for number, line in enumerate(lines, start=1) if line.strip()]
    if not rows:
        raise DataError("ACC002", "the lexicon is empty", Place(file))
    header = [field.strip().lower() for field in rows[0][1]]
    if "word" in header and "sense" in header:
        return _from_table(header, rows[1:], file)
    if any(len(fields) >= 3 and fields[1].strip().endswith("lemma") for _, fields in rows):
        return _from_wordnet(rows)
    message = f"the header {rows[0][1][:6]} is neither a lexicon nor a wordnet tab file"
    raise DataError("ACC094", message, Place(file, rows[0][0]), "columns word, sense, synonyms (and rank), with tabs")


def _from_table(header: list[str], rows: list[tuple[int, list[str]]], file: str) -> Lexicon:
    known: dict[str, list[tuple[float, str, frozenset[str]]]] = {}
    for number, fields in rows:
        if len(fields) > len(header):
            message = f"{len(fields)} fields where the header has {len(header)}"
            raise DataError("ACC094", message, Place(file, number), "separate columns by tabs, synonyms by semicolons")
        row = dict(zip(header, [field.strip() for field in fields], strict=False))
        word, sense = row.get("word", "").casefold(), row.get("sense", "")
        if not word or not sense:
            raise DataError("ACC094", "a row without a word or a sense", Place(file, number), "fill both in")
        entries = known.setdefault(word, [])
        if any(sense == other for _, other, _ in entries):
            raise DataError("ACC094", f"'{word}' has the sense '{sense}' twice", Place(file, number), "keep one row")
        rank = as_number(row["rank"]) if row.get("rank") else float(len(entries))
        if rank is None:
            raise DataError(
                "ACC094", f"the rank '{row['rank']}' is not a number", Place(file, number), "1 is the first"
            )
        synonyms = {synonym.strip().casefold() for synonym in row.get("synonyms", "").split(";")} - {"", word}
        entries.append((rank, sense, frozenset(synonyms)))
    ordered = {word: sorted(entries, key=lambda entry: entry[0]) for word, entries in known.items()}
    return Lexicon({word: {sense: words for _, sense, words in entries} for word, entries in ordered.items()}, True)


def _from_wordnet(rows: list[tuple[int, list[str]]]) -> Lexicon:
    members: dict[str, list[str]] = {}
    for _, fields in rows:
        if len(fields) >= 3 and fields[1].strip().endswith("lemma") and not fields[0].startswith("#"):
            members.setdefault(fields[0].strip(), []).append(fields[-1].strip().casefold().replace("_", " "))
    known: dict[str, dict[str, frozenset[str]]] = {}
    for synset, words in members.items():
        for word in words:
            known.setdefault(word, {})[synset] = frozenset(words) - {word}
    return Lexicon(known, False)
