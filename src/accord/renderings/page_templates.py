"""Templates of pages: all is escaped, a name that is not given is an error, what does not print is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from accord.results.foreign_text import visible

if TYPE_CHECKING:
    import jinja2


@cache
def template(package: str, name: str, **filters: Callable[[str], str]) -> jinja2.Template:
    """The template of that name in the folder `templates` of a package."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(package),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,  # not of Markup, which is safe
    )
    environment.filters |= filters
    return environment.get_template(name)
