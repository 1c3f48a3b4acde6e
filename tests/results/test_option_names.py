"""Options in texts: the library names them, Python and the command line each spell them."""

from __future__ import annotations

import ast
import importlib
import inspect
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from accord.cli import main
from accord.cli.program import COMMANDS
from accord.formats.options import ReadOptions
from accord.item_difficulty.built_in import WordSources
from accord.results import CATALOGUE, DataError, Diagnostic, UsageError
from accord.results.option_names import command, in_the_shell, option, option_line, spelled, told
from rooms.source_tree import nodes
from untyped import accord

SOURCES = Path(accord.__file__).parent
TYPED = re.compile(r"(?<![\w(-])--[a-z][a-z-]*(?![a-z-]*:)")  # not --ink: of a style sheet, nor var(--ink)
KEYWORD = re.compile(r"\b[a-z]+(?:_[a-z]+)*=(?!=)")


@pytest.mark.parametrize(
    ("text", "python", "shell"),
    [
        (option("label_column"), "label_column=", "--label-column"),
        (option("level", "nominal"), "level='nominal'", "--level nominal"),
        (option("annotator_from", "dir", "file"), "annotator_from='dir' or 'file'", "--annotator-from dir or file"),
        (option("field", "a field"), "field='a field'", "--field 'a field'"),
        (option("missing", "NA", quoted=True), "missing='NA'", "--missing 'NA'"),
        (option("field", shown="NAME"), "field=", "--field NAME"),
        (option("annotators", "Ann,Bob"), "annotators=['Ann', 'Bob']", "--annotators Ann,Bob"),
        (option("pool"), "pool=True", "--pool"),
        (option("header"), "header=False", "--no-header"),
        (option("reader"), "reader=", "--from"),
        (option("feature_item"), "item_column=", "--feature-item"),
        (option("no_interval"), "confidence=None", "--no-interval"),
        (
            option_line("item_column=a", "label_column=b"),
            "item_column='a', label_column='b'",
            "--item-column a --label-column b",
        ),
        (told("confidence", 2.5), "confidence=2.5", "--confidence 2.5"),
        (told("k", 0), "k=0", "-k 0"),
        (command("inspect"), "accord.read_campaign", "accord inspect"),
        (command("reference"), "reference.to_discuss()", "accord reference --discuss"),
    ],
)
def test_each_side_has_its_words(text: str, python: str, shell: str) -> None:
    assert spelled(f"say {text}.") == f"say {python}."
    with in_the_shell():
        assert spelled(f"say {text}.") == f"say {shell}."
    assert spelled(f"say {text}.") == f"say {python}."


@pytest.mark.parametrize("kind", [DataError, Diagnostic])
def test_what_is_said_travels_with_the_names(kind: type[DataError] | type[Diagnostic]) -> None:
    """Raised in a worker, which knows nothing of the boundary, and printed by the command line."""
    said = pickle.loads(pickle.dumps(kind("ACC007", f"no {option('item_column')}", hint=f"say {option('reader')}")))
    assert (said.message, said.hint, str(said)) == (
        "no item_column=",
        "say reader=",
        "no item_column= [ACC007]; say reader=",
    )
    with in_the_shell():
        assert (said.message, said.hint, str(said)) == (
            "no --item-column",
            "say --from",
            "no --item-column [ACC007]; say --from",
        )


def test_errors_of_usage_travel_too() -> None:
    said = pickle.loads(pickle.dumps(UsageError(f"no {option('by')}", "leave it out")))
    assert str(said) == "no by=; leave it out"
    with in_the_shell():
        assert str(said) == "no --by; leave it out"


@pytest.mark.parametrize(
    "label", ["\ufdd0x\ufdd1", "\ufdd0\ufdd6nothing\ufdd1", "\ufdd0a b\ufdd1", "\ufdd1\ufdd0", "\ufdd0"]
)
def test_marks_in_somebody_elses_text_harm_nothing(label: str) -> None:
    """A name that holds the marks is shown, and the option that quotes it stays whole."""
    for text in (str(DataError("ACC007", f"the label '{label}'")), spelled(option("missing", label))):
        assert not {"\ufdd0", "\ufdd1"} & {*text}
    assert spelled(option("missing", label)).startswith("missing='")


def all_nodes() -> Iterator[tuple[Path, tuple[ast.AST, ...]]]:
    for file in sorted(SOURCES.rglob("*.py")):
        yield file.relative_to(SOURCES), nodes(file)


def literals() -> Iterator[tuple[str, str]]:
    """The strings of the library, docstrings aside, its templates, and where they stand."""
    for where, found in all_nodes():
        if where.parts[0] == "cli":
            continue
        alone = {id(one.value) for one in found if isinstance(one, ast.Expr)}
        for one in found:
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in alone:
                yield f"{where}:{one.lineno}", one.value
    for file in sorted(SOURCES.rglob("*.html")):
        yield str(file.relative_to(SOURCES)), file.read_text(encoding="utf-8")


def test_the_library_does_not_speak_the_words_of_the_command_line() -> None:
    typed = re.compile(rf"\baccord (?:{'|'.join(COMMANDS)})\b(?!\.)")
    found = [f"{where}: {text[:80]!r}" for where, text in literals() if TYPED.search(text) or typed.search(text)]
    assert [one for one in found if not one.startswith(TITLES)] == []


TITLES = (
    "report_page/page.py",
    "report_page/difficulty_page.py",
    "report_page/admission_page.py",
)  # "accord report" is the name of a page


def named() -> Iterator[tuple[str, str]]:
    """The options that are named by a literal, and where."""
    for where, found in all_nodes():
        for one in found:
            match one:
                case ast.Call(ast.Name("option" | "told"), [ast.Constant(str(name)), *_]):
                    yield f"{where}:{one.lineno}", name


def test_options_that_are_named_exist_on_both_sides() -> None:
    commands = [
        getattr(importlib.import_module(module), name.replace("-", "_")) for name, (module, _) in COMMANDS.items()
    ]
    typed = {text for one in commands for param in one.params if isinstance(param, click.Option) for text in param.opts}
    functions = [one for name in accord.__all__ if inspect.isfunction(one := getattr(accord, name))]
    keywords = {name for one in functions for name in inspect.signature(one).parameters}
    keywords |= {*ReadOptions.__dataclass_fields__, *WordSources.__dataclass_fields__, *accord_measure_options()}
    wrong = []
    for where, name in named():
        python = spelled(option(name)).partition("=")[0]
        with in_the_shell():
            shell = spelled(option(name))
        if python not in keywords or shell not in typed:
            wrong.append((where, name))
    assert wrong == []


def accord_measure_options() -> set[str]:
    from accord.evaluation import Options

    return {*Options.__dataclass_fields__, "u", "phi", "by", "details", "o"}


WIDE = "item,A,B\n" + "".join(f"{n},x,y\n" for n in range(4))
LONG = "item,annotator,label\n" + "".join(f"{n},{who},x\n" for n in range(4) for who in "AB")
SPANS = "document,annotator,start,end,category\nd,A,0,3,x\nd,B,0,3,x\ne,A,1,2,y\n"
WRONG: list[tuple[str, dict[str, object], list[str]]] = [
    (LONG, {"label_column": "lable"}, ["--label-column", "lable"]),
    (LONG, {"cluster_column": "text"}, ["--cluster", "text"]),
    ("item,A,A\n1,x,y\n", {}, []),
    ("1,A,x\n1,B,x\n2,A,y\n2,B,y\n", {"strict": True}, ["--strict"]),
    (WIDE, {"annotators": ["A", "B"], "label_column": "x"}, ["--annotators", "A,B", "--label-column", "x"]),
    (WIDE, {"annotators": ["A"], "transpose": True}, ["--annotators", "A", "--transpose"]),
    (WIDE, {"orientation": "items", "transpose": True}, ["--orientation", "items", "--transpose"]),
    (",a,b\na,20,10\nb,20,50\n", {}, []),
    ("w1,23,0\nw2,23,1\nw1,24,1\n", {}, []),
    (LONG.replace("x", "low", 3), {"level": "ordinal"}, ["--level", "ordinal"]),
    (LONG, {"encoding": "utf-16"}, ["--encoding", "utf-16"]),
    (SPANS, {"start_column": "begin"}, ["--start-column", "begin"]),
    (SPANS, {"strict": True}, ["--strict"]),
    (SPANS.replace("3", "three"), {"kind": "spans"}, ["--kind", "spans"]),
    (LONG, {"only": ["A"], "without": ["A"]}, ["--only", "A", "--without", "A"]),
    ("yes\nno\nyes\n", {}, []),
    ("<!DOCTYPE html><html></html>", {}, []),
]


@pytest.mark.parametrize(("content", "python", "shell"), WRONG)
def test_an_error_speaks_to_the_side_that_meets_it(
    content: str, python: dict[str, object], shell: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises((DataError, UsageError)) as refused:
        accord.read(path, **python)
    assert isinstance(refused.value, DataError | UsageError)
    error = refused.value
    assert isinstance(error, DataError | UsageError)
    texts = [str(error), repr(error), error.message, error.hint or ""]
    assert not [text for text in texts if TYPED.search(text)]
    assert main(["measure", str(path), *shell]) in (2, 3)
    printed = capsys.readouterr().err.replace(str(path), "")
    assert printed.startswith("accord: error: ")
    assert not KEYWORD.search(printed), printed


@pytest.mark.parametrize(
    "arguments",
    [
        ["measure", "FILE", "--confidence", "2"],
        ["measure", "FILE", "--method", "f", "-m", "kappa"],
        ["measure", "FILE", "-m", "nothing_like_it"],
        ["stability", "FILE", "--reference", "median"],
        ["stability", "FILE", "-k", "9"],
        ["stability", "FILE", "--confidence", "95"],
        ["plan", "--kappa", ".7", "--categories", "3", "--target", "5"],
        ["plan", "--kappa", "1.7", "--categories", "3"],
        ["plan", "--kappa", ".7", "--categories", "3", "--price", "-1"],
        ["reference", "FILE", "--model", "median"],
        ["sweep", "FILE", "-n", "1", "--jobs", "0"],
        ["sweep", "FILE", "-n", "1"],
        ["difficulty", "FILE", "--features", "FILE", "--feature-item", "nowhere"],
        ["difficulty", "FILE", "--features", "FILE", "--group", "nowhere"],
        ["difficulty", "FILE", "--built-in", "sense_rank"],
        ["degrade", "FILE", "-d", "confuse+omit", "--weights", "1"],
    ],
)
def test_commands_print_no_keywords(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "data.csv"
    path.write_text(LONG.replace("0,A,x", "0,A,y"), encoding="utf-8")
    main([str(path) if one == "FILE" else one for one in arguments])
    printed = capsys.readouterr()
    assert not KEYWORD.search(printed.err.replace(str(path), "")), printed.err


def test_what_python_keeps_has_its_words(tmp_path: Path) -> None:
    """Diagnostics, what was read as what, findings, the JSON and the page."""
    path = tmp_path / "data.csv"
    rows = [(n, who, label) for n in range(12) for who, label in (("A", n % 3), ("B", (n + n // 5) % 3), ("C", "NA"))]
    path.write_text("item,annotator,label\n" + "".join(f"{n},{who},{label}\n" for n, who, label in rows))
    data = accord.read(path, sheet=2)
    assert data.diagnostics
    accord.report(data, tmp_path / "page.html", grid=False, replicates=20)
    found = accord.findings(data, replicates=20)
    stored = [*map(str, data.diagnostics), *(one.line() for one in data.read_as), repr(data), repr(found.as_json())]
    page = re.sub(r"<style.*?</style>|<script.*?</script>", "", (tmp_path / "page.html").read_text(), flags=re.DOTALL)
    assert not [text for text in [*stored, page] if TYPED.search(text)]


def test_the_catalogue_has_the_words_of_each_side() -> None:
    texts = [text for entry in CATALOGUE.values() for text in (entry.title, entry.explanation)]
    assert not [text for text in texts if TYPED.search(text)]
    with in_the_shell():
        texts = [text for entry in CATALOGUE.values() for text in (entry.title, entry.explanation)]
    assert [text for text in texts if KEYWORD.search(text.replace("reference= no annotator", ""))] == []
