"""The built-in example of relations: three invented letters whose arguments three people drew as graphs.

Each letter is cut into units that everybody was given. Every annotator says which units belong to the argument, and
how: a unit supports, attacks or details another one, or says the same again (restatement, which has no direction).
Ines and Jo mostly see the same structure, Kai likes to attach a unit to the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accord.annotations.relation_building import Component, relations_from_columns
from accord.annotations.relations import Relations

ANNOTATORS = ("Ines", "Jo", "Kai")
LABELS = ("support", "attack", "detail", "restatement")
MAIN = "main claim"
_SHORT = {"s": "support", "a": "attack", "d": "detail", "=": "restatement"}


@dataclass(frozen=True)
class Letter:
    """A text in units from 1 on, and each annotator's graph: 'unit>head:label' by its first letter, 'unit!' a main
    claim; other units are outside of the argument."""

    name: str
    units: tuple[str, ...]
    graphs: Mapping[str, str]


LETTERS = (
    Letter(
        "night train",
        (
            "I read your piece about the old station twice.",
            "The night train to the coast should come back.",
            "It left at eleven and arrived when the shops opened,",
            "so one saved a hotel and a day.",
            "A plane is faster, of course,",
            "but with the two hours at the airport the difference melts away.",
            "The railway says that the line lost money.",
            "It lost money because half of the beds were locked for repair.",
            "My sister was refused a ticket four times in a single winter.",
            "Nobody counts such travellers in a balance.",
            "We need this train again.",
        ),
        {
            "Ines": "2! 3>2:s 4>2:s 5>2:a 6>5:a 7>2:a 8>7:a 9>8:s 10>7:a 11>2:=",
            "Jo": "2! 3>4:s 4>2:s 5>2:a 6>5:a 7>2:a 8>7:a 9>8:s 10>8:s 11>2:=",
            "Kai": "2! 3>2:d 4>3:s 5>4:a 6>5:a 7>2:a 8>7:a 9>8:d 10>9:s 11>2:s",
        },
    ),
    Letter(
        "phones at school",
        (
            "Our school wants to lock phones away from eight to three.",
            "I am against it.",
            "Pupils who take the bus at six need a way to call home,",
            "above all in winter, when buses do not come.",
            "True, phones disturb lessons.",
            "Yet a rule for lessons exists already,",
            "and it would be enough to apply it.",
            "In my daughter's class two teachers do so, and it is quiet there.",
            "A locker for every phone costs forty thousand,",
            "which is as much as the library gets in ten years.",
            "Locking things away teaches nobody how to use them.",
            "So leave the phones in the bags.",
        ),
        {
            "Ines": "2! 3>2:s 4>3:s 5>2:a 6>5:a 7>5:a 8>7:s 9>2:s 10>9:s 11>2:s 12>2:=",
            "Jo": "1>2:d 2! 3>2:s 4>3:d 5>2:a 6>7:s 7>5:a 8>7:s 9>2:s 10>9:d 11>2:s 12>2:=",
            "Kai": "2! 3>2:s 4>3:d 5>3:a 6>5:a 7>6:s 8>7:s 9>7:s 10>9:d 11>9:s 12>11:s",
        },
    ),
    Letter(
        "market square",
        (
            "On Saturdays cars still park on the market square.",
            "They should not.",
            "Farmers have set up their stalls in the side streets for a year now,",
            "and their sales fell by a third, as the guild found out.",
            "Shops fear that customers stay away without the forty places.",
            "In the neighbouring town the opposite happened:",
            "more people came, and they stayed longer.",
            "The garage behind the church is half empty anyway.",
            "Last week a child was nearly run over there.",
            "Give the square back to those who walk.",
        ),
        {
            "Ines": "2! 3>4:d 4>2:s 5>2:a 6>5:a 7>6:s 8>5:a 9>2:s 10>2:=",
            "Jo": "1>2:d 2! 3>2:s 4>2:s 5>2:a 6>5:a 7>6:d 8>5:a 9>2:s 10>2:=",
            "Kai": "1>2:s 3>2:s 4>3:s 2>10:s 5>4:a 6>5:a 7>6:s 8>7:s 9>8:s 10!",
        },
    ),
)


def example_relations() -> Relations:
    """Three annotators, three letters of ten to twelve units, four types of relations, one of them symmetric.

    >>> example_relations()
    Relations(3 documents, 3 annotators, 33 units, 84 relations, 4 types)
    """
    rows: list[tuple[str, str, str, str, str]] = []
    components: list[Component] = []
    for letter in LETTERS:
        for annotator, graph in letter.graphs.items():
            for word in graph.split():
                if word.endswith("!"):
                    components.append((letter.name, annotator, word[:-1], MAIN))
                    continue
                ends, _, label = word.partition(":")
                origin, _, target = ends.partition(">")
                rows.append((letter.name, annotator, origin, target, _SHORT[label]))
    columns = list(zip(*rows, strict=True))
    return relations_from_columns(
        document=columns[0],
        annotator=columns[1],
        origin=columns[2],
        target=columns[3],
        label=columns[4],
        units={letter.name: [str(number) for number in range(1, len(letter.units) + 1)] for letter in LETTERS},
        unit_texts={letter.name: letter.units for letter in LETTERS},
        components=components,
        documents=[letter.name for letter in LETTERS],
        annotators=ANNOTATORS,
        labels=LABELS,
        symmetric=("restatement",),
        constraint="argument",
    )
