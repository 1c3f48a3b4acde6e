"""Which answers are the same: spaces and Unicode always, case, spelling, lemmas and a campaign's mapping on request."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accord.results import DataError, Place

_RULE = re.compile(r"^(?P<form>[^()#]+)\((?P<target>[^()\s]+)\)\s*-->\s*(?P<canonical>\S.*)$")
_NONE: Mapping[str, str] = {}


@dataclass(frozen=True)
class Normaliser:
    """What is done to every answer, once, when `Answers` are built; it stays recorded there.

    In this order: runs of spaces become one and Unicode is composed (NFC), always; case is folded; a spelling is
    replaced by another; a form by its lemma; a form proposed for a target word by the one that the campaign decided
    on. The target of the item "compris.a 12" is "compris.a".

    >>> Normaliser(case=True, lemmas={"vides": "vide"})("  Vides ")
    'vide'
    """

    case: bool = False
    spelling: Mapping[str, str] = field(default_factory=dict, hash=False)
    lemmas: Mapping[str, str] = field(default_factory=dict, hash=False)
    by_target: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    """For each target word its forms and what they are read as."""

    def __call__(self, answer: str, item: str = "") -> str:
        text = self.plain(answer)
        return self.by_target.get(target_of(item), _NONE).get(text, text) if self.by_target else text

    def plain(self, answer: str) -> str:
        """What does not depend on the item."""
        text = unicodedata.normalize("NFC", " ".join(answer.split()))
        text = text.casefold() if self.case else text
        text = self.spelling.get(text, text)
        return self.lemmas.get(text, text)

    def several(self, answers: Sequence[str], item: str, known: dict[str, str]) -> list[str]:
        """The answers to an item that are not blank; `known` keeps what was normalised before."""
        forms = self.by_target.get(target_of(item), _NONE) if self.by_target else _NONE
        normalised = []
        for answer in answers:
            text = known.get(answer)
            if text is None:
                text = known[answer] = self.plain(answer)
            if text:
                normalised.append(forms.get(text, text) if forms else text)
        return normalised

    def __str__(self) -> str:
        """
        >>> print(Normaliser(), "|", Normaliser(case=True, spelling={"color": "colour"}))
        spaces | spaces, case, spelling (1)
        """
        parts = ["spaces"]
        if self.case:
            parts.append("case")
        sizes = {
            "spelling": len(self.spelling),
            "lemmas": len(self.lemmas),
            "mapping": sum(len(rules) for rules in self.by_target.values()),
        }
        return ", ".join([*parts, *(f"{name} ({size:,})" for name, size in sizes.items() if size)])

    @property
    def sha256(self) -> str:
        """The digest of all rules."""
        rules = [sorted(self.spelling.items()), sorted(self.lemmas.items())]
        mapped = sorted((target, sorted(forms.items())) for target, forms in self.by_target.items())
        return hashlib.sha256(repr((self.case, rules, mapped)).encode("utf-8", "surrogatepass")).hexdigest()


def target_of(item: str) -> str:
    """The target word in the name of an item of lexical substitution.

    >>> target_of("compris.a 12"), target_of("s12")
    ('compris.a', 's12')
    """
    return item.partition(" ")[0]


def mapping_rules(lines: list[str], file: str | None = None) -> dict[str, dict[str, str]]:
    """The rules of a mapping file as SemDis 2014 has it: `form(target)-->canonical form`, one a line, # for comments.

    >>> mapping_rules(["# lemmas", "abaisser(compris.a)-->abaissé"])
    {'compris.a': {'abaisser': 'abaissé'}}
    """
    rules: dict[str, dict[str, str]] = {}
    for number, line in enumerate(lines, start=1):
        text = unicodedata.normalize("NFC", line.strip())
        if not text or text.startswith("#"):
            continue
        match = _RULE.match(text)
        if match is None:
            raise DataError(
                "ACC088",
                f"{line.strip()[:60]!r} is not a rule of a mapping",
                Place(file, number),
                "write form(target)-->canonical form, as in abaisser(compris.a)-->abaissé",
            )
        form, canonical = (" ".join(match[name].split()) for name in ("form", "canonical"))
        known = rules.setdefault(match["target"], {})
        if known.setdefault(form, canonical) != canonical:
            message = f"'{form}' of '{match['target']}' is mapped to '{known[form]}' and to '{canonical}'"
            raise DataError("ACC088", message, Place(file, number), "keep one of them")
    return rules
