"""What the name of a column suggests: names that are known, and words by which others are alike, English and French."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from accord.results import DataError, Place

# fmt: off
ITEM = (
    "item", "item_id", "itemid", "unit", "unit_id", "id", "example", "example_id", "example_no", "instance",
    "task", "task_id", "question", "sentence_id", "document", "doc", "doc_id", "orig_id", "observable", "patient",
    "subject", "hit_id", "exemple", "element", "phrase_id", "no",
)
ANNOTATOR = (
    "annotator", "annotator_id", "annotateur", "annotatrice", "rater", "rater_id", "coder", "coder_id", "worker",
    "worker_id", "workerid", "amt_worker_ids", "judge", "judge_id", "juge", "observer", "user", "user_id",
    "username", "expert", "codeur", "annotator_name", "evaluator",
)
LABEL = (
    "label", "labels", "category", "categorie", "code", "rating", "response", "answer", "annotation", "class",
    "classe", "etiquette", "value", "valeur", "score", "note", "judgment", "judgement", "jugement", "vote",
    "choice", "reponse",
)
TEXT = ("text", "texte", "sentence", "phrase", "content", "contenu")
TIME = ("timestamp", "time", "datetime", "date", "created_at", "submitted_at", "horodatage")

_INDEX = {"", "index", "level_0", "rownames", "row_names", "row", "rowid", "row_id", "row_number", "row_no"}
_ID_WORDS = {
    "id", "ids", "uid", "uuid", "guid", "pid", "key", "idx", "index", "no", "nr", "num", "number", "numero", "ident",
    "identifier", "identifiant", "ref", "hash", "filename", "file", "fichier", "path", "cle", "url", "uri", "link",
    "lien", "pk",
}
_ITEM_WORDS = {
    "item", "unit", "example", "instance", "task", "question", "sentence", "sent", "document", "doc", "text", "texte",
    "observable", "patient", "subject", "hit", "exemple", "element", "phrase", "stimulus", "stimuli", "sample", "image",
    "img", "picture", "photo", "video", "clip", "audio", "recording", "passage", "paragraph", "segment", "pair",
    "paire", "snippet", "excerpt", "article", "dialog", "dialogue", "turn", "case", "record", "entry", "tweet", "post",
    "comment", "review", "message", "utterance", "query", "enonce", "commentaire", "echantillon", "cas", "word", "mot",
    "token", "mention", "story", "headline", "essay", "page", "product", "objet", "unite", "elt", "obs",
    "observation", "trial", "essai", "statement", "clause", "proposition", "span", "specimen", "scan", "slide",
    "lesion", "conversation", "conv", "prompt",
}
_ANNOTATOR_WORDS = {
    "annotator", "annotators", "annotateur", "annotatrice", "rater", "coder", "worker", "judge", "juge", "observer",
    "user", "username", "expert", "codeur", "codeuse", "evaluator", "evaluateur", "evaluatrice", "labeler", "labeller",
    "reviewer", "relecteur", "relectrice", "participant", "respondent", "repondant", "grader", "assessor", "turker",
    "crowdworker", "contributor", "observateur", "observatrice", "utilisateur", "reader", "lecteur", "tagger", "scorer",
    "marker", "examiner", "linguist", "correcteur", "informant", "voter", "email", "radiologist", "physician",
    "clinician", "panelist", "noteur", "anno", "annot", "initials", "initiales",
}
_LABEL_WORDS = {
    *LABEL, "sentiment", "stars", "star", "stance", "emotion", "polarity", "polarite", "grade", "verdict", "decision",
    "opinion", "severity", "toxicity", "tag", "intent", "topic", "likert", "ratings", "scores", "annotations",
    "classification", "diagnosis", "diagnostic", "theme", "avis", "choix", "assessment", "evaluation", "relevance",
    "pertinence", "offensive", "hate", "tonalite", "gravite", "mark", "answers", "responses", "sense", "relation",
    "lab", "lbl", "resp", "cat",
}
_TEXT_WORDS = {
    "text", "texte", "sentence", "phrase", "content", "contenu", "body", "utterance", "premise", "hypothesis", "tweet",
    "comment", "commentaire", "message", "review", "headline", "snippet", "passage", "excerpt", "enonce", "prompt",
    "context", "question",
}
_REFERENCE_WORDS = {
    "gold", "golden", "goldstandard", "truth", "groundtruth", "reference", "majority", "consensus", "adjudicated",
    "adjudication", "adjudicator", "curator", "curated", "curation", "aggregated", "aggregate", "aggregation", "final",
    "resolved", "mode", "median", "mean", "average", "avg", "majoritaire", "curateur", "curatrice", "verite",
    "adjudique", "moyenne", "mediane", "majorite",
}
_OTHER_WORDS = {
    "prob", "proba", "probs", "probability", "probabilities", "probabilite", "confidence", "conf", "certainty",
    "confiance", "logit", "logits", "entropy", "entropie", "agreement", "accord", "kappa", "variance", "std", "stdev",
    "sd", "prediction", "predictions", "predicted", "pred", "split", "fold", "partition", "subset", "source", "domain",
    "genre", "lang", "language", "langue", "date", "time", "timestamp", "datetime", "heure", "created", "updated",
    "submitted", "accepted", "duration", "duree", "seconds", "secs", "elapsed", "latency", "length", "len", "longueur",
    "count", "counts", "tokens", "words", "chars", "characters", "title", "titre", "batch", "version", "status",
    "statut", "remark", "remarks", "remarque", "remarques", "notes", "comments", "commentaires", "rationale",
    "explanation", "justification", "ip", "age", "gender", "country", "pays", "reward", "license", "trust", "weight",
    "poids", "rank", "position", "session", "checked", "flagged", "duplicate", "year", "month", "day", "city",
    "channel", "platform", "corpus", "dataset", "publication", "author", "auteur", "meta", "metadata", "lot",
    "provenance", "created_at", "origin", "origine", "support",
}
_RATED = {  # an id of one of these numbers labels, not items
    "annotation", "assignment", "response", "judgment", "judgement", "rating", "submission", "answer", "label", "vote",
    "completion", "result", "row", "event",
}
# fmt: on

Role = Literal["item", "annotator", "label", "text", "time", "index", "rating id", "reference", "other"]
CANONICAL = 3  # the strength of a name that is documented: item, annotator, label
_DOCUMENTED: dict[str, Role] = {"item": "item", "annotator": "annotator", "label": "label"}


@dataclass(frozen=True)
class Suggestion:
    """The role a name suggests, and how strongly: canonical (3), a known name (2), alike (1)."""

    role: Role | None = None
    strength: int = 0
    family: str | None = None
    """What the name has in common with those of the same numbered series: annotator_1, annotator_2."""


def folded(name: str) -> str:
    """
    >>> folded("Étiquette "), folded("!amt_worker_ids"), folded("Hit-ID")
    ('etiquette', 'amt_worker_ids', 'hit_id')
    """
    return "_".join(_without_accents(name).casefold().replace("-", "_").strip(" !#_").split())


def fits(column: str, names: Sequence[str]) -> bool:
    """Whether a column bears one of these names, without regard to case and accents."""
    return folded(column) in names


def first_fitting(header: Sequence[str], names: Sequence[str]) -> str | None:
    """The column that matches the earliest of `names`, without regard to case and accents.

    >>> first_fitting(["Fin", "Début"], ("start", "debut"))
    'Début'
    """
    return next((column for name in names for column in header if fits(column, (name,))), None)


@lru_cache(maxsize=1 << 17)
def suggested(name: str) -> Suggestion:
    """What a name suggests.

    >>> suggested("text_id").role, suggested("WorkerId").role, suggested("aspect_label").role
    ('item', 'annotator', 'label')
    >>> suggested("Input.text").role, suggested("gold_label").role, suggested("n_tokens").role, suggested("Ann").role
    ('text', 'reference', 'other', None)
    >>> suggested("rater2").family == suggested("rater10").family, suggested("Ann").family
    (True, None)
    """
    plain = folded(name)
    words = _words(name)
    numbered = _family(name)
    if plain in _DOCUMENTED:
        return Suggestion(_DOCUMENTED[plain], CANONICAL)
    if plain in _INDEX or re.fullmatch(r"unnamed(:_\d+)?|column_?\d+|v1|x1", plain):
        return Suggestion("index", 1)
    known: tuple[tuple[Role, Sequence[str]], ...] = (
        ("annotator", ANNOTATOR), ("item", ITEM), ("label", LABEL), ("text", TEXT), ("time", TIME)
    )  # fmt: skip
    for role, names in known:
        if plain in names:
            return Suggestion(role, 2, numbered)
    return Suggestion(*_alike(words), numbered)


def _alike(words: list[str]) -> tuple[Role | None, int]:
    """The role by the words of a name: the last decides, then the first; what is no label, wherever it stands."""
    if not words:
        return None, 0
    every, ends = set(words), [words[-1], words[0]]
    if every & _REFERENCE_WORDS or every >= {"true", "label"}:
        return "reference", 1
    is_id = bool({words[-1], words[0]} & _ID_WORDS) or any(_joined_id(word) for word in ends)
    stem = [word for word in words if word not in _ID_WORDS]
    if any(_known(word, _ANNOTATOR_WORDS) for word in stem[-1:] + stem[:1] if is_id):
        return "annotator", 1
    if is_id and every & _RATED and not every & (_ITEM_WORDS - _RATED):
        return "rating id", 1
    if is_id:
        return "item", 1
    if every & _OTHER_WORDS or (words[0] in ("n", "nb", "num") and len(words) > 1):
        return "other", 1
    if words[-1] == "by" and len(words) > 1:
        return "annotator", 1
    if words[0] in ("is", "has", "est") and len(words) > 1:
        return "label", 1
    nouns: tuple[tuple[Role, set[str]], ...] = (
        ("annotator", _ANNOTATOR_WORDS), ("label", _LABEL_WORDS), ("text", _TEXT_WORDS), ("item", _ITEM_WORDS)
    )  # fmt: skip
    for word in ends:
        for role, known in nouns:
            if _known(word, known):
                return role, 1
    return None, 0


def _known(word: str, words: set[str]) -> bool:
    """A word, its plural, or the word with an id written behind it without a space: workerid, textid."""
    singular = word.removesuffix("s")
    return word in words or singular in words or (singular.endswith("id") and singular[:-2] in words)


def _joined_id(word: str) -> bool:
    """qid, sid, textid; not David."""
    stem = word.removesuffix("s")
    if not stem.endswith("id"):
        return False
    stem = stem[:-2]
    return 1 <= len(stem) <= 2 or stem in _ITEM_WORDS or stem in _ANNOTATOR_WORDS or stem in _RATED


def _words(name: str) -> list[str]:
    """The words of a name in lower case, without numbers: HITId, aspect_label, Answer.sentiment, rater2."""
    plain = _without_accents(re.sub(r"(?i)\bn[°º]", "no ", name))
    parts = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\dA-Za-z_]+", plain)
    return [part.casefold() for part in parts]


def _family(name: str) -> str | None:
    """The name with its number left out, where it has one number and words: 'annotator_#'."""
    plain = folded(name)
    numbers = re.findall(r"\d+", plain)
    return re.sub(r"\d+", "#", plain) if len(numbers) == 1 and len(plain) > len(numbers[0]) else None


def _without_accents(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))


def no_column(name: str, spelled: str, names: Sequence[str], place: Place) -> DataError:
    """A column that was asked for by the option `spelled` and is not there: the one that may be meant, and all."""
    shown = ", ".join(f"'{column}'" for column in names[:12]) + (", …" if len(names) > 12 else "")
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    hint = f"did you mean '{near[0]}'? The columns are {shown}" if near else f"the columns are {shown}"
    return DataError("ACC006", f"there is no column '{name}' ({spelled})", place, hint)
