"""Being asked to stop: what is finished by then is given, and told from what is not.

Whoever runs a command hands a `Stopping` to `working`; whoever computes what can be given unfinished looks at it
between two steps (`stop_asked`), and says what is missing (`left_unfinished`).
"""

from __future__ import annotations


class StopWaiting(BaseException):
    """Raised in the middle of waiting for workers, whose unfinished tasks are given up."""


class NothingFinished(KeyboardInterrupt):
    """It was stopped before there was anything to give."""


class Stopping:
    """Whether somebody asked to stop, and what is unfinished because of it."""

    def __init__(self) -> None:
        self.asked = False
        self.begun = False
        """Whether something that can be given unfinished has begun: before, there is nothing to give."""
        self.waiting = False
        """Whether workers are waited for, who do not hear of it."""
        self._unfinished: dict[str, None] = {}

    def ask(self) -> bool:
        """Ask to stop; False where there is nothing to give, or it was asked before."""
        if self.asked or not self.begun:
            return False
        self.asked = True
        return True

    def left(self, what: str) -> None:
        """Say that something is unfinished, such as "3 of 12 documents are aligned"."""
        self._unfinished[what] = None

    @property
    def unfinished(self) -> tuple[str, ...]:
        """What is, in the order in which it was found out."""
        return tuple(self._unfinished)

    def __str__(self) -> str:
        return "; ".join(self._unfinished) or "what is shown was finished before"
