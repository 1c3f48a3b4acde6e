"""The built-in example of spans: five invented product reviews in which four people marked arguments and feelings.

Each review has units that most annotators found; every annotator departs from them in some places: a unit missed, a
bound moved, another category, one unit in place of two or two in place of one, something nobody else saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans

ANNOTATORS = ("Ada", "Ben", "Cleo", "Dan")
CATEGORIES = ("claim", "reason", "praise", "complaint", "advice")

Departures = Mapping[int, tuple[str, ...]]
"""What an annotator has in place of a unit: nothing, another one, several. Beyond the last unit: units of their own."""


@dataclass(frozen=True)
class Review:
    """A text, the units as 'category: first words … last words', and how each annotator departs from them."""

    name: str
    text: str
    units: tuple[str, ...]
    departures: Mapping[str, Departures] = field(default_factory=dict)

    def of(self, annotator: str) -> list[str]:
        own = self.departures[annotator]
        kept = [unit for number, each in enumerate(self.units) for unit in own.get(number, (each,))]
        return kept + [unit for number, several in own.items() if number >= len(self.units) for unit in several]


REVIEWS = (
    Review(
        "kettle",
        "We bought this kettle in March to replace an old one. It boils a litre in under three minutes, which is twice "
        "as fast as before, and it is very quiet. Sadly the lid came loose after six weeks. The handle gets so hot "
        "that I need a cloth to pour. The shop sent a new lid at once, no questions asked. If they mended the handle "
        "I would buy it again, but as it is I cannot recommend it to families with children.",
        (
            "reason: to replace an old one",
            "claim: It boils … as fast as before",
            "reason: which is twice as fast as before",
            "praise: it is very quiet",
            "complaint: Sadly … six weeks",
            "complaint: The handle … to pour",
            "reason: I need a cloth to pour",
            "praise: The shop … questions asked",
            "advice: If they mended … again",
            "claim: I cannot recommend … children",
        ),
        {
            "Ada": {0: ()},
            "Ben": {0: (), 1: ("praise: It boils … as fast as before",), 9: ("claim: as it is … children",)},
            "Cleo": {
                4: ("complaint: Sadly … to pour",),
                5: (),
                9: ("advice: I cannot recommend … children",),
                10: ("praise: in under three minutes",),
            },
            "Dan": {
                1: ("claim: It boils … minutes",),
                6: (),
                7: ("praise: The shop … at once", "reason: no questions asked"),
                8: ("claim: If they mended … again",),
            },
        },
    ),
    Review(
        "headphones",
        "These are the most comfortable headphones I have owned. After four hours my ears do not hurt at all, because "
        "the cushions are soft and wide. The sound is rich, although the bass drowns the voices in films. Pairing "
        "with two devices never worked for me. I wrote to the support twice and got the same useless answer. Wait for "
        "the next model, or buy them used: at full price they are too expensive for what they do.",
        (
            "claim: These are … owned",
            "praise: most comfortable headphones",
            "reason: After four hours … and wide",
            "reason: because the cushions are soft and wide",
            "praise: The sound is rich",
            "complaint: the bass … in films",
            "complaint: Pairing … for me",
            "complaint: I wrote … answer",
            "advice: Wait for … used",
            "claim: at full price … they do",
        ),
        {
            "Ada": {3: ("reason: the cushions are soft and wide",)},
            "Ben": {1: (), 5: ("complaint: although the bass … in films",), 9: ("complaint: at full price … they do",)},
            "Cleo": {
                0: ("praise: These are … owned",),
                1: (),
                8: ("advice: Wait for the next model", "advice: buy them used"),
            },
            "Dan": {2: ("praise: After four hours … at all",), 6: (), 7: ("complaint: got the same useless answer",)},
        },
    ),
    Review(
        "tent",
        "I took the tent to the coast for five nights of rain and wind. Not a drop came in, so the seams must be well "
        "made. It stands in ten minutes even if you are alone. What annoys me is the bag: the tent only fits if you "
        "fold it exactly as in the film, and with cold hands that is hopeless. The pegs are a joke, they bent in the "
        "first evening. Bring your own pegs. For the weight you will not find a better shelter.",
        (
            "reason: five nights of rain and wind",
            "praise: Not a drop came in",
            "claim: the seams must be well made",
            "praise: It stands … alone",
            "complaint: What annoys me … hopeless",
            "reason: the tent only fits … film",
            "reason: with cold hands that is hopeless",
            "complaint: The pegs … evening",
            "reason: they bent in the first evening",
            "advice: Bring your own pegs",
            "claim: For the weight … shelter",
        ),
        {
            "Ada": {6: ()},
            "Ben": {
                0: ("claim: I took … wind",),
                1: ("reason: Not a drop came in",),
                4: ("complaint: What annoys me … bag",),
            },
            "Cleo": {0: (), 3: ("claim: It stands … alone",), 5: ("reason: the tent only … hopeless",), 6: ()},
            "Dan": {
                0: (),
                2: ("claim: so the seams … made",),
                7: ("complaint: The pegs are a joke",),
                10: ("praise: For the weight … shelter",),
            },
        },
    ),
    Review(
        "lamp",
        "The light is warm and does not flicker, which matters when you read every night. I like that it remembers the "
        "last setting. The arm, however, sinks slowly whenever it points to the left, and tightening the screw does "
        "not help. My neighbour has the same lamp with the same fault, so it is no accident. You should test the arm "
        "in the shop before you pay. A fine lamp let down by a cheap joint.",
        (
            "claim: The light … flicker",
            "reason: which matters … night",
            "praise: I like … setting",
            "complaint: The arm … left",
            "reason: tightening the screw does not help",
            "reason: My neighbour … fault",
            "claim: it is no accident",
            "advice: You should … pay",
            "claim: A fine lamp … joint",
            "praise: A fine lamp",
            "complaint: let down by a cheap joint",
        ),
        {
            "Ada": {0: ("praise: The light … flicker",), 8: ()},
            "Ben": {3: ("complaint: The arm … help",), 4: (), 6: ("claim: so it is no accident",), 9: (), 10: ()},
            "Cleo": {1: (), 5: ("reason: My neighbour … accident",), 6: ()},
            "Dan": {
                2: ("claim: I like … setting",),
                8: ("complaint: A fine lamp … joint",),
                9: (),
                10: (),
                11: ("advice: test the arm in the shop",),
            },
        },
    ),
    Review(
        "grinder",
        "Coffee tastes better now, and that is no fancy: we tried both grinders blind, three of us, and all chose this "
        "one. It is loud, though, loud enough to wake the baby. Cleaning takes a minute. The dial slips, so that you "
        "never know what you set last week. Put a mark on it with a pen, that helps. I am happy with it, and for half "
        "the money of the famous one it is a bargain.",
        (
            "claim: Coffee tastes better now",
            "reason: we tried … this one",
            "complaint: It is loud … baby",
            "reason: loud enough to wake the baby",
            "praise: Cleaning takes a minute",
            "complaint: The dial … last week",
            "reason: so that you never know … last week",
            "advice: Put a mark … pen",
            "praise: I am happy with it",
            "claim: for half … bargain",
        ),
        {
            "Ada": {9: ("praise: for half … bargain",)},
            "Ben": {3: (), 4: (), 7: ("advice: Put a mark … helps",)},
            "Cleo": {
                1: ("reason: we tried both grinders blind", "reason: all chose this one"),
                8: ("claim: I am happy with it",),
            },
        },
    ),
)


def example_spans() -> Spans:
    """Four annotators, five reviews, five categories; units overlap and nest, and one review lacks the fourth.

    >>> example_spans()
    Spans(5 documents, 4 annotators, 182 units, 5 categories)
    """
    rows = [
        (review.name, annotator, *_unit(review.text, unit))
        for review in REVIEWS
        for annotator in review.departures
        for unit in review.of(annotator)
    ]
    document, annotator, start, end, category = zip(*rows, strict=True)
    return spans_from_columns(
        document=document,
        annotator=annotator,
        start=np.array(start, dtype=np.float64),
        end=np.array(end, dtype=np.float64),
        category=category,
        documents=[review.name for review in REVIEWS],
        annotators=ANNOTATORS,
        assigned=[(review.name, annotator) for review in REVIEWS for annotator in review.departures],
        texts={review.name: review.text for review in REVIEWS},
        categories=CATEGORIES,
    )


def _unit(text: str, unit: str) -> tuple[int, int, str]:
    """Where a unit starts and ends, and its category."""
    category, _, quote = unit.partition(": ")
    first, _, last = quote.partition(" … ")
    start = text.index(first)
    end = text.index(last, start + len(first)) + len(last) if last else start + len(first)
    return start, end, category
