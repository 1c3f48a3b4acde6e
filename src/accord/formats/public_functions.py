"""The habits that all public functions share: they take what people have, `rng=`, and for a while their old names.

    @public("labels", renamed={"labels": "data"})
    def stability(data: Labels, k: int = 3, *, seed: int = 0) -> Stability: ...

`stability(frame, label_column="stars", rng=numpy.random.default_rng(1))` then reads the frame as `accord.read` reads a
table, and draws from the generator. The function itself sees annotations and a whole number.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeVar, cast

from accord.annotations import Answers, Labels, Relations, Spans
from accord.formats.options import READING
from accord.results import UsageError
from accord.results.where_called import warn_caller

Function = TypeVar("Function", bound=Callable[..., Any])
_ANNOTATIONS = (Answers, Labels, Relations, Spans)
_KEYWORD, _REST = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD
_SHARED = {
    "data": "Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.",
    "confidence": "The confidence level of the interval.",
    "replicates": "How many bootstrap samples the interval rests on.",
    "seed, rng": "The seed of all random numbers: a whole number; `rng` may also be a numpy Generator or SeedSequence.",
    "only, without": 'The annotators who count, and those who do not; patterns such as "gpt*" are allowed.',
    "**reading": "How to read data that are not annotations yet: the options of `accord.read`.",
}
"""What is said about parameters that most public functions have, where a docstring says nothing about them."""


def public(
    kind: str | None = None,
    *,
    renamed: Mapping[str, str] | None = None,
    once_first: str | None = None,
    parts: bool = False,
    optional: bool = False,
    also: type | tuple[type, ...] = (),
    gathers: str | None = None,
    everybody: bool = False,
) -> Callable[[Function], Function]:
    """A public function whose first parameter is data.

    `kind` is the only shape it takes; `renamed` are old names of parameters with their new ones; `once_first` the
    parameter, a number, that stood before the data. Left as they are: with `parts`, labels that come in parts; with
    `optional`, None; and what is of a type in `also`, or a list of such. `gathers` is the parameter that takes what was
    once given as any keyword. With `everybody`, data that are still to be read keep models, curators and gold
    standards.
    """

    def made(function: Function) -> Function:
        habits = _Habits(function, kind, renamed or {}, once_first, parts, optional, also, gathers, everybody)

        @functools.wraps(function)
        def called(*arguments: Any, **options: Any) -> Any:
            if arguments and isinstance(arguments[0], _ANNOTATIONS) and habits.knows(options):
                habits.assert_kind(arguments[0])
                result = function(*arguments, **options)  # nothing else to do, as whenever a function calls another
                return _in_its_library(result, arguments[0])
            arguments, options = habits.in_new_words(arguments, options)
            data, options = habits.read(arguments, habits.drawn(options))
            result = function(data, *arguments[1:], **options)
            return _in_its_library(result, data)

        return cast(Function, shown_as(called, habits.signature()))

    return made


def shown_as(called: Callable[..., Any], signature: inspect.Signature) -> Any:
    """The function with this signature, and each of the shared parameters in its docstring."""
    object.__setattr__(called, "__signature__", signature)
    before, title, after = inspect.cleandoc(called.__doc__ or "").partition("Parameters\n----------\n")
    own, blank, rest = after.partition("\n\n")
    told = re.split(r"\n(?! )", own)
    shared = {re.findall(r"\w+", names)[0]: f"{names}\n    {text}" for names, text in _SHARED.items()}
    place = 0
    for name in signature.parameters:
        known = [number for number, entry in enumerate(told) if name in re.findall(r"\w+", entry.partition("\n")[0])]
        if not known and name in shared:
            told.insert(place, shared[name])
            known = [place]
        place = max([place, *(number + 1 for number in known)])
    called.__doc__ = before + title + "\n".join(told) + blank + rest
    return called


def renamed(**old: str) -> Callable[[Function], Function]:
    """A public function without data, some of whose parameters had other names: `@renamed(u="unanimous")`."""

    def made(function: Function) -> Function:
        @functools.wraps(function)
        def called(*arguments: Any, **options: Any) -> Any:
            return function(*arguments, **_in_new_words(function, options, old))

        return cast(Function, called)

    return made


def seeded(function: Function) -> Function:
    """A public function without data of accord's own that draws random numbers: it takes `rng=` beside `seed=`."""
    habits = _Habits(function)

    @functools.wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        return function(*arguments, **habits.drawn(options))

    return cast(Function, shown_as(called, habits.signature(reads=False)))


def given(data: Any, function: str) -> Any:
    """A second set of data, read as the first is."""
    if isinstance(data, _ANNOTATIONS) or _is_in_parts(data):
        return data
    from accord.formats.given_data import annotations_from

    return annotations_from(data, function, {})


@dataclass(frozen=True)
class _Habits:
    """What is done with the arguments of one function before it sees them."""

    function: Callable[..., Any]
    kind: str | None = None
    renamed: Mapping[str, str] | None = None
    once_first: str | None = None
    parts: bool = False
    optional: bool = False
    also: type | tuple[type, ...] = ()
    gathers: str | None = None
    everybody: bool = False

    @functools.cached_property
    def own(self) -> tuple[inspect.Parameter, ...]:
        return tuple(inspect.signature(self.function).parameters.values())

    @functools.cached_property
    def names(self) -> frozenset[str]:
        return frozenset(parameter.name for parameter in self.own if parameter.kind is not _REST)

    def knows(self, options: Mapping[str, Any]) -> bool:
        """Whether the function itself takes them all as they are."""
        return options.keys() <= self.names and type(options.get("seed", 0)) is int

    def in_new_words(self, args: tuple[Any, ...], options: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments with old names and the old order changed for the new ones."""
        old = {name: new for name, new in (self.renamed or {}).items() if name not in self.names}
        options = _in_new_words(self.function, options, old)
        if self.once_first is None or not args or not isinstance(args[0], Real):
            return args, options
        name = self.once_first
        told = f"accord.{self.function.__name__}() takes the data first: give {name}={args[0]!r} by name"
        warn_caller(told, DeprecationWarning)
        return args[1:], {**options, name: args[0]}

    def drawn(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options with random numbers as a seed."""
        if "seed" not in self.names or not ("rng" in options or "seed" in options):
            return options
        from accord.statistics.seeds import seed_of

        rng = options.pop("rng", None)
        if rng is not None and "seed" in options:
            raise UsageError("seed= and rng= are two names for one thing", "give one of them")
        if rng is not None:
            return {**options, "seed": seed_of(rng)}
        if type(options.get("seed")).__module__ == "numpy":
            return {**options, "seed": seed_of(options["seed"])}
        return options

    def read(self, arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The data, and the options of the function itself."""
        own = {name: value for name, value in options.items() if name in self.names}
        reading = {name: value for name, value in options.items() if name not in self.names}
        unknown = [name for name in reading if name not in READING]
        if unknown and self.gathers is None:
            raise self._unknown(unknown[0], READING)
        if unknown:
            told = f"accord.{self.function.__name__}() takes {unknown[0]}= in a mapping: {self.gathers}="
            warn_caller(f"{told}{{{unknown[0]!r}: …}}", DeprecationWarning)
            own[str(self.gathers)] = {
                **(own.get(str(self.gathers)) or {}),
                **{name: reading.pop(name) for name in unknown},
            }
        first = self.own[0].name
        data = arguments[0] if arguments else own.pop(first, None)
        if data is None and not self.optional and not arguments and first not in options:
            raise TypeError(f"{self.function.__name__}() needs data: annotations, a data frame, an array or a path")
        return self._annotations(data, reading), own

    def _annotations(self, data: Any, reading: dict[str, Any]) -> Any:
        left = self._is_left(data) or (data is None and self.optional) or (self.parts and _is_in_parts(data))
        if left and not reading:
            return data
        if not isinstance(data, _ANNOTATIONS) and (counted := _of_statistics(data, reading)) is not None:
            self.assert_kind(counted)
            return counted
        from accord.formats.given_data import annotations_from

        if self.kind is not None and not isinstance(data, _ANNOTATIONS):
            reading = {"kind": self.kind, **reading}
        if self.everybody and not isinstance(data, _ANNOTATIONS):
            reading = {"only": "*", **reading}
        annotations = annotations_from(data, self.function.__name__, reading)
        self.assert_kind(annotations)
        return annotations

    def _is_left(self, data: Any) -> bool:
        """Whether it is of a type that the function takes besides data, or a list of such."""
        if isinstance(data, list | tuple) and data:
            return all(isinstance(part, self.also) for part in data)
        return isinstance(data, self.also)

    def assert_kind(self, data: Any) -> None:
        if self.kind is not None and data.kind != self.kind:
            raise UsageError(f"{self.function.__name__}() takes {self.kind}, and these are {data.kind}")

    def _unknown(self, name: str, reading: tuple[str, ...]) -> UsageError:
        near = difflib.get_close_matches(name, [*self.names, *reading], n=1)
        listed = ", ".join(parameter.name for parameter in self.own[1:])
        hint = f"did you mean {near[0]}?" if near else f"the options are {listed}, and those of accord.read()"
        return UsageError(f"{self.function.__name__}() has no option '{name}'", hint)

    def signature(self, *, reads: bool = True) -> inspect.Signature:
        """As people may call it: with rng= beside seed=, and the options of `accord.read`."""
        own = [parameter for parameter in self.own if parameter.kind is not _REST]
        rest = [parameter for parameter in self.own if parameter.kind is _REST]
        if "seed" in self.names:
            own.append(inspect.Parameter("rng", _KEYWORD, default=None, annotation="Rng | None"))
        if reads:
            own[0] = own[0].replace(annotation=f"{own[0].annotation} | Given")
            rest = rest or [inspect.Parameter("reading", _REST, annotation="Unpack[ReadingOptions]")]
        own.sort(key=lambda parameter: parameter.kind)
        return inspect.signature(self.function).replace(parameters=[*own, *rest])


def _in_new_words(function: Callable[..., Any], options: dict[str, Any], old: Mapping[str, str]) -> dict[str, Any]:
    for name in [name for name in options if name in old]:
        warn_caller(f"{name}= of accord.{function.__name__}() is called {old[name]}= now", DeprecationWarning)
        if old[name] in options:
            raise UsageError(f"{name}= and {old[name]}= are two names for one thing", f"give {old[name]}=")
        options[old[name]] = options.pop(name)
    return options


def _in_its_library(result: Any, data: object) -> Any:
    """The result, whose frames are to be those of the library that the data came in."""
    if getattr(data, "frame_library", None) == "pandas" and hasattr(result, "frame_library"):
        object.__setattr__(result, "frame_library", "pandas")
    return result


def _of_statistics(data: Any, reading: dict[str, Any]) -> Labels | None:
    """The labels of statistics that were added up; None of anything else."""
    from accord.annotations.part_statistics import Statistics

    return data.labels(**reading) if isinstance(data, Statistics) else None


def _is_in_parts(data: Any) -> bool:
    if isinstance(data, list | tuple):
        return bool(data) and all(isinstance(part, Labels) for part in data)
    return hasattr(data, "__next__")
