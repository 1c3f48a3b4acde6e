"""What the parameters of measures of answers do."""

from __future__ import annotations

from accord.measures.answers.answer_sets import EMPTY, SIMILARITIES
from accord.measures.record import Parameter

WITHOUT_ANSWER = {
    "empty": Parameter("Two annotators without an answer gave the same one, or are left out.", EMPTY),
}
SIMILAR = {"similarity": Parameter("How alike two sets of answers are.", SIMILARITIES), **WITHOUT_ANSWER}
