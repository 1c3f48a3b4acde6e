"""Which version of a package is installed: accord's own is in every signature."""

from __future__ import annotations

from functools import cache

UNKNOWN = "unknown"


@cache
def installed_version(distribution: str = "accord-iaa") -> str:
    """The version, or "unknown" where the package runs from a folder that was never installed."""
    from importlib.metadata import PackageNotFoundError, version  # takes a while to import

    try:
        return version(distribution)
    except PackageNotFoundError:
        return UNKNOWN
