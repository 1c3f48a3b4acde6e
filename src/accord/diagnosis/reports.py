"""Findings about several data sets, as one report shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar, overload

from accord.results.wording import many

Found = TypeVar("Found", covariant=True)


class Reports(Sequence[Found], Generic[Found]):
    """Findings in their order; in a notebook, one below the other."""

    def __init__(self, findings: Iterable[Found]) -> None:
        self._found = tuple(findings)

    @overload
    def __getitem__(self, place: int) -> Found: ...
    @overload
    def __getitem__(self, place: slice) -> Reports[Found]: ...

    def __getitem__(self, place: int | slice) -> Found | Reports[Found]:
        return Reports(self._found[place]) if isinstance(place, slice) else self._found[place]

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Reports | list | tuple):
            return self._found == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._found)

    def __repr__(self) -> str:
        return "\n".join([f"Reports({many(len(self), 'data set')})", *(f"  {finding!r}" for finding in self._found)])

    def _repr_html_(self) -> str:
        return "".join(finding._repr_html_() for finding in self._found if hasattr(finding, "_repr_html_"))
