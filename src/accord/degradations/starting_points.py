"""What copies start from, whatever the shape of the annotations."""

from __future__ import annotations

from accord.annotations import Labels, Spans
from accord.annotations.answers import Answers
from accord.annotations.relations import Relations
from accord.degradations.answer_reference import AnswerReference
from accord.degradations.label_reference import LabelReference
from accord.degradations.relation_reference import RelationReference
from accord.degradations.span_reference import SpanReference
from accord.results import UsageError

Annotations = Labels | Spans | Relations | Answers
Reference = LabelReference | SpanReference | RelationReference | AnswerReference


def reference_of(data: Annotations, name: str | None = None, seed: int = 0) -> Reference:
    """What copies start from."""
    if isinstance(data, Labels):
        return LabelReference.of(data, name, seed)
    if isinstance(data, Spans):
        return SpanReference.of(data, name, seed)
    if isinstance(data, Relations):
        return RelationReference.of(data, name, seed)
    if isinstance(data, Answers):
        return AnswerReference.of(data, name, seed)
    raise UsageError(f"degrade() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)")
