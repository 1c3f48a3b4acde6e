"""The habits that all public functions share: they take what people have, `rng=`, and for a while their old names.

    @public("labels", renamed={"labels": "data"})
    def stability(data: Labels, k: int = 3, *, seed: int = 0) -> Stability: ...

`stability(frame, label_column="stars", rng=numpy.random.default_rng(1))` then reads the frame as `accord.read` reads a
table, and draws from the generator. The function itself sees annotations and a whole number.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any, TypeVar, cast

from accord.annotations import Answers, Labels, Relations, Spans
from accord.results import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])
_ANNOTATIONS = (Answers, Labels, Relations, Spans)


def public(
    kind: str | None = None,
    *,
    renamed: Mapping[str, str] | None = None,
    once_first: str | None = None,
    parts: bool = False,
    optional: bool = False,
) -> Callable[[Function], Function]:
    """A public function whose first parameter is data.

    `kind` is the only shape it takes; `renamed` are old names of parameters with their new ones; `once_first` the
    parameter, a number, that stood before the data; with `parts` the data may come in parts, and are then left as they
    are; `optional` data may be None.
    """

    def made(function: Function) -> Function:
        own = list(inspect.signature(function).parameters.values())
        names = [one.name for one in own]
        known, seeded = frozenset(names), "seed" in names
        old = renamed or {}

        @functools.wraps(function)
        def called(*given: Any, **options: Any) -> Any:
            if given and isinstance(given[0], _ANNOTATIONS) and options.keys() <= known and type(options.get("seed", 0)) is int:
                _assert_kind(given[0], kind, function)
                return function(*given, **options)  # nothing to do, as whenever a function calls another
            for name in [name for name in options if name in old and name not in known]:
                _warn(f"{name}= of accord.{function.__name__}() is called {old[name]}= now")
                options[old[name]] = options.pop(name)
            if once_first is not None and given and isinstance(given[0], Real):
                _warn(f"accord.{function.__name__}() takes the data first: give {once_first}={given[0]!r} by name")
                options[once_first] = given[0]
                given = given[1:]
            options, reading = _apart(options, names, seeded, function)
            if not given and names[0] in options:
                given = (options.pop(names[0]),)
            if not given and optional:
                given = (None,)
            if not given:
                raise TypeError(f"{function.__name__}() needs data: annotations, a data frame, an array or a path")
            result = function(_data(given[0], reading, function, kind, parts, optional), *given[1:], **options)
            if _library_of(given[0]) == "pandas" and hasattr(result, "library"):
                object.__setattr__(result, "library", "pandas")
            return result

        object.__setattr__(called, "__signature__", _signature(function, own, seeded))
        return cast(Function, called)

    return made


def _data(
    given: Any, reading: Mapping[str, Any], function: Callable[..., Any], kind: str | None, parts: bool, optional: bool
) -> Any:
    """The annotations that were given, or that are in what was given."""
    if given is None and optional and not reading:
        return None
    if parts and not reading and _is_in_parts(given):
        return given
    from accord.formats.given_data import annotations_from

    asked = {"kind": kind, **reading} if kind is not None and not isinstance(given, _ANNOTATIONS) else reading
    data = annotations_from(given, function.__name__, asked)
    _assert_kind(data, kind, function)
    return data


def _library_of(given: object) -> str:
    """The library whose frames the caller works with."""
    return type(given).__module__.partition(".")[0]


def _is_in_parts(given: Any) -> bool:
    if isinstance(given, list | tuple):
        return bool(given) and all(isinstance(one, Labels) for one in given)
    return hasattr(given, "__next__")


def _assert_kind(data: Any, kind: str | None, function: Callable[..., Any]) -> None:
    if kind is not None and data.kind != kind:
        raise UsageError(f"{function.__name__}() takes {kind}, and these are {data.kind}")


def _apart(
    options: dict[str, Any], names: list[str], seeded: bool, function: Callable[..., Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of the function itself, and those for reading the data; random numbers as a seed."""
    from accord.formats.options import READING

    if seeded and (options.get("rng") is not None or "seed" in options):
        from accord.statistics.seeds import seed_of

        if options.get("rng") is not None and "seed" in options:
            raise UsageError("seed= and rng= are two names for one thing", "give one of them")
        rng = options.pop("rng", None)
        options = {**options, "seed": options["seed"] if rng is None else seed_of(rng)}
        if type(options["seed"]).__module__ == "numpy":
            options["seed"] = seed_of(options["seed"])
    if seeded:
        options.pop("rng", None)
    own = {name: value for name, value in options.items() if name in names}
    reading = {name: value for name, value in options.items() if name not in names}
    unknown = next((name for name in reading if name not in READING), None)
    if unknown is not None:
        import difflib

        near = difflib.get_close_matches(unknown, [*names, *READING], n=1)
        listed = ", ".join(name for name in names[1:])
        hint = f"did you mean {near[0]}?" if near else f"the options are {listed}, and those of accord.read()"
        raise UsageError(f"{function.__name__}() has no option '{unknown}'", hint)
    return own, reading


def _signature(
    function: Callable[..., Any], own: list[inspect.Parameter], seeded: bool
) -> inspect.Signature:
    """As people may call it: with rng= beside seed=, and the options of `accord.read`."""
    rng = [inspect.Parameter("rng", inspect.Parameter.KEYWORD_ONLY, default=None, annotation="Rng | None")]
    reading = [inspect.Parameter("reading", inspect.Parameter.VAR_KEYWORD, annotation="Unpack[ReadingOptions]")]
    first = own[0].replace(annotation=f"{own[0].annotation} | Given")
    return inspect.signature(function).replace(parameters=[first, *own[1:], *(rng if seeded else []), *reading])


def _warn(text: str) -> None:
    from accord.formats.given_data import outside

    warnings.warn(text, DeprecationWarning, stacklevel=outside())
