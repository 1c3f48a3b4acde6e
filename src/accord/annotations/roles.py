"""What an annotator is: a person, a model, a curator who adjudicates, or the gold standard."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import takewhile
from typing import Literal, get_args

from accord.annotations.given_lists import listed, repeated
from accord.results import DataError, Place, UsageError
from accord.results.wording import many

Role = Literal["person", "model", "curator", "gold"]
ROLES: tuple[Role, ...] = get_args(Role)
Roles = Mapping[str, Role]
"""The roles that are known; whoever is not named is a person."""

_WORDS: dict[Role, tuple[str, ...]] = {
    "person": (
        "person", "people", "human", "annotator", "crowd", "crowdworker", "worker", "expert", "rater", "coder",
        "personne", "humain", "annotateur",
    ),
    "model": ("model", "llm", "machine", "system", "automatic", "auto", "ai", "bot", "prediction", "modele"),
    "curator": ("curator", "curation", "adjudicator", "adjudicated", "adjudication", "curateur", "arbitre"),
    "gold": ("gold", "gold_standard", "ground_truth", "reference", "truth"),
}  # fmt: skip
_NAMES: dict[Role, tuple[str, ...]] = {
    "curator": (
        "curator", "curation", "curation_user", "curator_user", "adjudicator", "adjudicated", "adjudication",
        "adjudicated_label", "arbiter", "consensus", "consensus_label", "majority", "majority_vote", "majority_label",
        "curateur", "curatrice", "adjudicateur",
    ),
    "gold": (
        "gold", "gold_standard", "goldstandard", "gold_label", "gold_annotation", "ground_truth", "groundtruth",
        "true_label", "truth", "reference", "reference_label",
    ),
    "model": ("initial_cas",),
}  # fmt: skip
_ROLES_OF_NAMES = {name: role for role, names in reversed(_NAMES.items()) for name in names}
# Names that nobody bears: a family of models with its version. "Claude", "Gemma" and "Bert" alone are people.
_MODELS = re.compile(
    r"(chat)?gpt[-_ ]?(\d|neo|oss|j\b)|chatgpt|(text[-_ ])?davinci|claude[-_ ]?(v?\d|instant|opus|sonnet|haiku)"
    r"|gemini[-_ ]?(\d|flash|pro|ultra|nano)|gemma[-_ ]?\d|palm[-_ ]?2|(code|meta)?[-_ ]?llama[-_ ]?(v?\d|\b)"
    r"|mixtral|mi(ni)?stral[-_ ]?(v?\d|small|medium|large|nemo)|deepseek|qwen|phi[-_ ]?\d|o[134][-_ ](mini|preview|pro)"
    r"|command[-_ ]?r\b|falcon[-_ ]?\d|grok[-_ ]?\d|(x?lm[-_ ])?(distil|ro|de)?bert[-_ a]*(base|large|v\d)"
    r"|[a-z]{2}_(core|dep|ent)_[a-z]+_(sm|md|lg|trf)|(model|llm)[-_ :]"
)
_BREAKS = re.compile(r"[-_\s]+")
_JOINS = "-_/: "  # what stands between a name that all share, such as that of the data set, and each one's own


def role_of_word(word: str) -> Role | None:
    """The role that a word in a column of roles means.

    >>> role_of_word("LLM"), role_of_word("human"), role_of_word("agent")
    ('model', 'person', None)
    """
    plain = _plain(word)
    return next((role for role, words in _WORDS.items() if plain in words or plain.removesuffix("s") in words), None)


def role_told(word: str, place: Place) -> Role:
    """The role that a word means; a DataError where it means none."""
    role = role_of_word(word)
    if role is None:
        raise DataError("ACC220", f"'{word}' is not a role", place, f"roles are {', '.join(ROLES)}")
    return role


def role_of_name(name: str) -> Role | None:
    """The role that the name of an annotator tells, where it can hardly be a person's.

    >>> role_of_name("CURATION_USER"), role_of_name("Ground truth"), role_of_name("gpt-4o-mini"), role_of_name("Claude")
    ('curator', 'gold', 'model', None)
    """
    told = _ROLES_OF_NAMES.get(_plain(name))
    return told or ("model" if _MODELS.match(name.rpartition("/")[2].casefold()) else None)


def roles_of_names(names: Sequence[str]) -> dict[str, Role]:
    """The roles that names tell, also behind a beginning that all of them share, as tools put that of the data set.

    >>> roles_of_names(["news-ann", "news-bob", "news-gpt-4o"]), roles_of_names(["model-a", "model-b"])
    ({'news-gpt-4o': 'model'}, {'model-a': 'model', 'model-b': 'model'})
    """
    ends = (min(names), max(names)) if len(names) > 1 else ("", "")
    shared = [letter for letter, _ in takewhile(lambda both: both[0] == both[1], zip(*ends, strict=False))]
    start = max((place + 1 for place, letter in enumerate(shared) if letter in _JOINS), default=0)
    told = {name: role_of_name(name) or (role_of_name(name[start:]) if start else None) for name in names}
    return {name: role for name, role in told.items() if role is not None}


def matching(names: Sequence[str], wanted: Iterable[str]) -> tuple[str, ...]:
    """The annotators that are named, or that a pattern such as 'gpt*' fits; a UsageError for one that nobody bears.

    >>> matching(["ann", "gpt-4o", "gpt-4"], ["gpt*"])
    ('gpt-4o', 'gpt-4')
    """
    matched: dict[str, None] = {}
    for text in wanted:
        fitting = [text] if text in names else [name for name in names if fnmatchcase(name, text)]
        if not fitting:
            folded = {name.casefold(): name for name in reversed(names)}
            near = [folded[form] for form in difflib.get_close_matches(text.casefold(), folded, n=3)]
            hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"they are {listed_names(names)}"
            raise UsageError(f"there is no annotator '{text}'", hint)
        matched |= dict.fromkeys(fitting)
    return tuple(matched)


def annotators_named(chosen: Iterable[str], names: Sequence[str]) -> tuple[str, ...]:
    """Those who were chosen by name, in the order in which they were; a UsageError for one that nobody bears, and for
    one text, whose letters are no names.

    >>> annotators_named(["bob", "ann"], ("ann", "bob"))
    ('bob', 'ann')
    """
    wanted = listed(chosen, "annotators ", "write a list of names")
    twice = repeated(wanted)
    if twice is not None:
        raise UsageError(f"'{twice}' is chosen twice", "name each annotator once")
    return tuple(matching(names, [name])[0] for name in wanted)


def listed_names(names: Sequence[str], most: int = 5) -> str:
    """
    >>> listed_names(["a", "b", "c"], most=2)
    'a, b, …'
    """
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")


def counted_roles(roles: Roles) -> str:
    """Who is what, in words: persons are not named.

    >>> counted_roles({"gpt-4": "model", "gpt-3.5": "model", "gold": "gold"})
    '2 models (gpt-4, gpt-3.5), 1 gold standard (gold)'
    """
    words = {"model": ("model", "models"), "curator": ("curator", "curators"), "gold": ("gold standard",) * 2}
    parts = []
    for role, (singular, several) in words.items():
        names = [name for name, own in roles.items() if own == role]
        if names:
            parts.append(f"{many(len(names), singular, several)} ({listed_names(names)})")
    return ", ".join(parts)


def _plain(text: str) -> str:
    bare = text if text.isascii() else _without_accents(text)
    return _BREAKS.sub("_", bare.casefold().strip(" -_"))


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
