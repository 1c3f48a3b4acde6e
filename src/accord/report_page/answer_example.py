"""The built-in example of free answers: five annotators replace a word in invented sentences."""

from __future__ import annotations

from accord.annotations import Answers, answers

ANNOTATORS = ("Ada", "Ben", "Chloé", "Dan", "Eva")
SENTENCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "bright 1": (
        "She is a BRIGHT pupil who asks the right questions.",
        ("clever; smart", "clever", "intelligent; clever", "smart", "clever; gifted"),
    ),
    "bright 2": (
        "They painted the door a BRIGHT red.",
        ("vivid", "vivid; strong", "intense", "vivid", "strong; vivid"),
    ),
    "bright 3": ("The future of the shop looks BRIGHT.", ("promising", "rosy", "promising; good", "hopeful", "good")),
    "charge 1": ("What do you CHARGE for a haircut?", ("ask", "ask; demand", "bill", "ask", "take")),
    "charge 2": ("CHARGE the battery before you leave.", ("load", "load; fill", "recharge", "recharge", "load")),
    "charge 3": (
        "The police may CHARGE him with fraud.",
        ("accuse", "accuse", "indict; accuse", "accuse", "prosecute; accuse"),
    ),
    "fair 1": ("It was a FAIR decision.", ("just", "just", "just; right", "equitable", "just; even-handed")),
    "fair 2": ("The weather stayed FAIR all week.", ("fine", "nice; fine", "good", "pleasant", "sunny; dry")),
    "fair 3": (
        "He has a FAIR chance of winning.",
        ("reasonable", "good", "decent; reasonable", "reasonable", "good; real"),
    ),
    "hard 1": ("The exam was HARD.", ("difficult", "difficult; tough", "difficult", "difficult", "tough")),
    "hard 2": ("The bread had gone HARD.", ("stale", "stale; dry", "dry", "stale", "solid; stale")),
    "hard 3": ("She works HARD for her living.", ("strenuously", "diligently", "a lot", "diligently; much", "")),
}


def example_answers() -> Answers:
    """Twelve sentences, one word of each to be replaced; one annotator had no idea for one of them."""
    by_item = {
        item: {
            who: [answer.strip() for answer in reply.split(";") if answer.strip()]
            for who, reply in zip(ANNOTATORS, replies, strict=True)
        }
        for item, (_, replies) in SENTENCES.items()
    }
    return answers(by_item, texts={item: text for item, (text, _) in SENTENCES.items()})
