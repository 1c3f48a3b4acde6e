"""What tasks are about: families of tasks, and whether two descriptions share a word that says something."""

from __future__ import annotations

import functools
import re

FAMILIES: dict[str, tuple[str, ...]] = {
    "offensive language": (
        "offensive", "offence", "toxic", "toxicity", "hate", "abuse", "abusive", "misogyny", "sexist", "sexism",
        "racism", "racist", "homophobia", "xenophobia", "insult", "obscene", "harassment", "aggressive", "bullying",
        "profanity", "safety",
    ),
    "irony and sarcasm": ("irony", "ironic", "sarcasm", "sarcastic", "humour", "humor"),
    "sentiment and emotion": (
        "sentiment", "emotion", "valence", "arousal", "dominance", "polarity", "opinion", "star", "anger", "joy",
        "affect", "mood", "supportiveness",
    ),
    "inference": ("nli", "entailment", "paraphrase", "inference", "commitment"),
    "factuality": ("factuality", "factual", "hallucination", "consistency", "veracity", "fact"),
    "discourse and argument": (
        "discourse", "argument", "arguments", "rhetorical", "rst", "coherence relation", "dialogue act", "intent",
        "convincingness", "consequence", "answers",
    ),
    "stance and framing": ("stance", "framing", "propaganda", "moral", "politicians", "persuasion"),
    "word meaning": (
        "word", "sense", "substitution", "similarity", "relatedness", "supersense", "telicity", "aspectual",
        "association", "differential",
    ),
    "sentence meaning": (
        "genericity", "proto", "duration", "temporal", "event", "acceptability", "syntax", "part of speech",
    ),
    "text quality": (
        "quality", "fluency", "summary", "simplification", "simplicity", "translation", "generated", "naturalness",
        "informativeness", "grammar", "review", "preference", "creativity", "clarity",
    ),
    "information extraction": (
        "entities", "entity", "term", "relation extraction", "pico", "expressions", "coreference", "resolution", "mqm",
        "error spans",
    ),
    "images and medicine": (
        "image", "lesion", "radiology", "diagram", "face", "medical", "diagnosis", "shapes", "object", "naming",
    ),
    "relevance and topics": ("relevance", "topic", "adult", "copyright", "search", "website"),
}  # fmt: skip
"""In this order: of a task that several fit, the family is the first."""
_SAY_NOTHING = {
    "a", "an", "and", "annotation", "as", "at", "by", "check", "classification", "data", "detection", "for", "free",
    "from", "in", "is", "label", "labels", "labelling", "language", "likert", "not", "of", "on", "or", "quality",
    "rating", "ratings", "scale", "score", "scoring", "sentence", "sentences", "several", "spans", "speech", "task",
    "text", "texts", "the", "to", "tweet", "tweets", "type", "with", "without", "word", "words", "yes", "no",
}  # fmt: skip


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word]


def specific_words(text: str) -> list[str]:
    """The words that tell a task from others; all of them where none does.

    >>> specific_words("offensive language in tweets"), specific_words("text quality")
    (['offensive'], ['text', 'quality'])
    """
    words = _words(text)
    return [word for word in words if word not in _SAY_NOTHING] or words


def same_word(first: str, second: str) -> bool:
    """Whether two words are forms of one, by their beginnings.

    >>> same_word("toxicity", "toxic"), same_word("offensiveness", "offensive"), same_word("star", "stance")
    (True, True, False)
    """
    short, long = sorted((first, second), key=len)
    stem = short[: max(4, len(short) - 2)]
    return first == second or (len(short) >= 4 and long.startswith(stem) and len(long) - len(stem) <= 6)


@functools.cache
def families_of(task: str) -> tuple[str, ...]:
    """The families of tasks that a description belongs to.

    >>> families_of("hate speech"), families_of("toxic language: insult"), families_of("binary crowd task")
    (('offensive language',), ('offensive language',), ())
    """
    words = _words(task)
    text = " ".join(words)
    return tuple(
        family for family, members in FAMILIES.items() if any(_named(member, words, text) for member in members)
    )


def _named(member: str, words: list[str], text: str) -> bool:
    return member in text if " " in member else any(same_word(member, word) for word in words)


def family_of(task: str) -> str:
    """The first of them, or "other"."""
    return next(iter(families_of(task)), "other")


def like_task(task: str, wanted: str) -> bool:
    """Whether a task is like the one that is asked for: a specific word in common, or the same family.

    >>> like_task("toxic language: insult", "offensive language"), like_task("word sense", "offensive language")
    (True, False)
    """
    shared = any(same_word(word, task_word) for word in specific_words(wanted) for task_word in specific_words(task))
    return shared or bool({family_of(wanted)} - {"other"} & {family_of(task)})
