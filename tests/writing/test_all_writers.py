"""Every output of every command goes through the one writer, and none is lost or half written whatever happens."""

from __future__ import annotations

import ast
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import accord
from accord.cli.program import COMMANDS, LazyGroup
from accord.cli.program import accord as program
from rooms.source_tree import nodes
from writing.all_writers import FOLDERS, WRITERS, contents, recorded, write_inputs

HERE = Path(__file__).parent
SOURCE = Path(accord.__file__).parent
CONTENT = 2000  # bytes of a file that the faults are tried with: the writer does not look at them


# ---- nothing writes but the writer

ALLOWED = {
    "results/output_files.py": "the writer",
    "results/abandoned_files.py": "removes what processes left that were killed",
    "results/temporary_folders.py": "folders for what is unpacked",
    "results/file_locks.py": "a mark beside a file that is taken, where folders cannot be locked",
    "formats/parsing/archives.py": "copies in such a folder",
    "formats/parsing/packed_files.py": "the same",
    "formats/streaming/spilling.py": "rows of items, in such a folder",
    "cli/standard_streams.py": "/dev/null in the place of a closed stream",
    "sweeping/shelf.py": "removes what is old",
}
WRITING = {
    "write_text",
    "write_bytes",
    "mkdir",
    "rename",
    "replace",
    "unlink",
    "touch",
    "tofile",
    "savez",
    "symlink_to",
}
CHANGING = {"open", "replace", "rename", "makedirs", "mkdir", "unlink", "remove", "link", "symlink", "truncate"}


def writing_calls(found: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Calls that write or change a file: open() for writing, methods of paths, functions of os, shutil and tempfile."""
    for node in found:
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        owner = getattr(getattr(function, "value", None), "id", "")
        modes = [one.value for one in (*node.args[:2], *(k.value for k in node.keywords if k.arg == "mode"))
                 if isinstance(one, ast.Constant) and isinstance(one.value, str)]  # fmt: skip
        if name in ("open", "fdopen") and any(
            set(mode) <= set("rwxabt+U") and set(mode) & set("wxa+") for mode in modes
        ):
            yield node.lineno, f"{name}({modes})"
        elif isinstance(function, ast.Attribute) and name in WRITING and not _of_text(node):
            yield node.lineno, f".{name}()"
        elif (owner == "os" and name in CHANGING) or (owner in ("shutil", "tempfile") and name != "get_terminal_size"):
            yield node.lineno, f"{owner}.{name}()"


def _of_text(call: ast.Call) -> bool:
    """str.replace takes two values, that of a column a mapping; Path.replace takes one path; frames are renamed."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "rename":
        return any(isinstance(one, ast.Name) and one.id == "names" for one in call.args)
    named = isinstance(call.func, ast.Attribute) and call.func.attr == "replace"
    return named and (len(call.args) != 1 or isinstance(call.args[0], ast.Dict))


def test_nothing_writes_but_the_writer() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line} {what}"
        for path in sorted(SOURCE.rglob("*.py"))
        if str(path.relative_to(SOURCE)) not in ALLOWED
        for line, what in writing_calls(nodes(path))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    ["open('a', 'w')", "p.open(mode='xb')", "p.write_text('a')", "os.replace(a, b)", "p.replace(q)", "os.open(a)"],
)
def test_what_writes_is_found(code: str) -> None:
    assert list(writing_calls(ast.walk(ast.parse(code))))


def test_every_command_that_writes_is_walked() -> None:
    """A command with an output option is among the writers, with each of its output options."""
    group = LazyGroup("accord")
    context = program.make_context("accord", ["--help"], resilient_parsing=True)
    walked: dict[str, set[str]] = {args[0]: set() for args in WRITERS.values()}
    for args in WRITERS.values():
        walked[args[0]] |= {one for one in args if one.startswith("-")}
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        options = {one.opts[0] for one in command.params if one.name in ("destination", "discuss", "listing", "folder")}
        assert options <= walked.get(name, set()), name


# ---- what every command writes


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, tuple[object, ...]]]]:
    """What each command has the writer do; all that it changes in its folder goes through the writer."""
    made = {}
    for name, args in WRITERS.items():
        folder = tmp_path_factory.mktemp("writer")
        write_inputs(folder)
        before = contents(folder)
        with pytest.MonkeyPatch.context() as patched:
            patched.chdir(folder)
            made[name] = recorded(args)
        after = contents(folder)
        assert {path: after[path] for path in before} == before, f"{name} changes an input"
        written = {str(path) for call, given in made[name] for path in _files(call, given)}
        assert set(after) - set(before) == written, f"{name} writes by itself"
        assert written, name
    return made


def _files(call: str, given: tuple[object, ...]) -> list[Path]:
    first, second = given[0], given[1] if len(given) > 1 else None
    if call == "_replace_all":
        assert isinstance(first, dict)
        return list(first)
    assert isinstance(first, Path)
    assert isinstance(second, dict)
    return [first / path for path in second]


def test_kills_and_full_disks_at_every_step(
    calls: dict[str, list[tuple[str, tuple[object, ...]]]], tmp_path: Path
) -> None:
    """Over older files and in new places: each file is the old one or the new one, and no folder half of both."""
    short = {name: [(call, _shortened(given)) for call, given in made] for name, made in calls.items()}
    (tmp_path / "calls").write_bytes(pickle.dumps(short))
    (tmp_path / "here").mkdir()
    command = [sys.executable, str(HERE / "faults.py"), str(tmp_path / "calls"), str(tmp_path / "here")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["writers"] == len(WRITERS)
    assert found["faults"]["kill"] == found["faults"]["full disk"] > 500


def _shortened(given: tuple[object, ...]) -> tuple[object, ...]:
    """The same with the beginnings of files."""
    return tuple(
        {path: content[:CONTENT] for path, content in list(one.items())[:4]} if isinstance(one, dict) else one
        for one in given
    )


OLD = b"what was there before\n"
RUN = """
import sys
from writing.faults import Faulty
from accord.results import output_files
steps = Faulty({step}, {fault!r})
vars(output_files)["os"] = steps
from accord.cli import main
status = main({args!r})
print(" ".join(steps.names))
sys.exit(status)
"""


def run_under(fault: str, step: int, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    code = RUN.format(step=step, fault=fault, args=list(WRITERS[name]))
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def chosen(names: list[str]) -> list[tuple[int, str]]:
    """Of each kind of step the first for a kill and the last for a full disk: those between are for other files."""
    last = {name: number for number, name in enumerate(names)}
    return [*((names.index(name), "kill") for name in last), *((number, "full disk") for number in last.values())]


@pytest.mark.deep
@pytest.mark.parametrize("name", WRITERS)
def test_whole_commands_under_faults(name: str, tmp_path: Path) -> None:
    """The same with the whole command, over older files: status 3 and one line where the disk is full."""
    whole = tmp_path / "whole"
    whole.mkdir()
    write_inputs(whole)
    inputs = contents(whole)
    done = run_under("", -1, name, whole)
    assert done.returncode == 0, done.stderr
    new = contents(whole)
    names = done.stdout.split("\n")[-2].split()
    for path in set(new) - set(inputs):
        (whole / path).write_bytes(OLD)
    for step, fault in chosen(names):
        folder = tmp_path / f"{step} {fault}"
        shutil.copytree(whole, folder)
        done = run_under(fault, step, name, folder)
        found = contents(folder)
        assert {path: found[path] for path in inputs} == inputs
        for path in set(new) - set(inputs):
            assert found[path] in (OLD, new[path]), f"{path} after a {fault} at step {step}, {names[step]}"
        assert done.returncode in ((137,) if fault == "kill" else (3, 0)), done.stderr
        if done.returncode == 3:
            assert done.stderr.count("\n") == 1
            assert "ACC018" in done.stderr or "ACC084" in done.stderr
        with (tmp_path.parent / "faults.txt").open("a", encoding="utf-8") as figures:
            figures.write(f"{name}\t{fault}\t{names[step]}\t{done.returncode}\n")


# ---- over what it reads


@pytest.mark.parametrize(
    "args",
    [
        ("report", "ratings.csv", "-o", "ratings.csv"),
        ("report", "ratings.csv", "--full", "ratings.csv"),
        ("report", "ratings.csv", "--no-grid", "--features", "features.csv", "-o", "features.csv"),
        ("report", "ratings.csv", "--view", "universe items.txt", "--no-grid", "-o", "items.txt"),
        ("report", "link.csv", "-o", "ratings.csv"),
        ("report", "ratings.csv", "-o", "hard.csv"),
        ("report", "rat*.csv", "--no-grid", "-o", "ratings.csv"),
        ("report", "corpus", "--no-grid", "-o", "corpus/Ann/d1.ann"),
        ("report", "corpus/*/d1.ann", "--no-grid", "-o", "corpus/Ann/d1.txt"),
        ("report", "corpus.zip", "-o", "corpus.zip"),
        ("convert", "ratings.csv", "ratings.csv", "--force"),
        ("convert", "ratings.csv", "hard.csv", "--force"),
        ("convert", "corpus", "corpus", "--to", "brat", "--force"),
        ("convert", "trees", "trees/Ann.conllu", "--to", "csv", "--force"),
        ("reference", "ratings.csv", "--gold", "gold.csv", "-o", "gold.csv", "--force"),
        ("reference", "ratings.csv", "--discuss", "ratings.csv", "--force"),
        ("align", "corpus", "-o", "corpus/Bob/d1.txt", "--format", "text", "--force"),
        ("difficulty", "ratings.csv", "--features", "features.csv", "--no-interval", "-o", "features.csv", "--force"),
        ("sweep", "ratings.csv", "-m", "kappa", "--repeats", "1", "--magnitudes", "0,1", "-o", "hard.csv", "--force"),
        ("degrade", "ratings.csv", "-d", "redraw", "-o", "ratings.csv", "--force"),
    ],
)
def test_no_command_writes_over_what_it_reads(
    args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import zipfile

    from accord.cli import main

    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    Path("link.csv").symlink_to("ratings.csv")
    os.link("ratings.csv", "hard.csv")
    Path("gold.csv").write_text("item,label\ns1,b\n", encoding="utf-8")
    Path("items.txt").write_text("".join(f"s{n}\n" for n in range(1, 13)), encoding="utf-8")
    with zipfile.ZipFile("corpus.zip", "w") as archive:
        for path in sorted(Path("corpus").rglob("d1.*")):
            archive.write(path)
    before = contents(tmp_path)
    status = main([*args, "-q", *(["--replicates", "10"] if args[0] == "report" else [])])
    said = capsys.readouterr().err
    assert (status, said.count("\n")) in ((2, 1), (3, 1)), said
    assert "is an input" in said if status == 2 else "ACC330" in said
    assert contents(tmp_path) == before


def test_a_page_beside_the_data_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder that is read, what is not read may be written, and written again."""
    from accord.cli import main

    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    for _ in range(2):
        args = ["report", "corpus", "-o", "corpus/page.html", "--no-grid", "--replicates", "10", "-q"]
        assert main(args) == 0
    assert Path("corpus/page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_outputs_that_are_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from accord.cli import main

    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    assert main(["report", "ratings.csv", "-o", "out/x.csv", "--full", "./out/x.csv"]) == 2
    assert "two outputs" in capsys.readouterr().err
    assert os.listdir("out") == []


def test_folders_are_those_of_the_list() -> None:
    assert {one for args in WRITERS.values() for one in args if one in FOLDERS} == set(FOLDERS)
