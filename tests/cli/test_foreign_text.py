"""Nothing that others wrote acts where it is shown: every command, every format, on a terminal and in a pipe."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from accord.annotations import Annotations
from accord.annotations.relation_dot import dot
from accord.cli import main, report_command
from accord.cli.program import COMMANDS
from accord.diagnosis import AnyFindings
from cli.hostile_names import ATTACKS, FORGED, SHAPES, label_rows, names, write_corpora, write_csv
from cli.hostile_runs import Run, runs
from cli.leaks import CHECKS, controls, in_csv, in_dot, in_html, in_svg, in_text, on_screen
from cli.shown_bytes import Shown, on_a_terminal, piped
from untyped import accord

CHUNKS = [list(ATTACKS.values())[first::6] for first in range(6)]  # mixed: a file of controls alone is no text
OTHER_ON_A_TERMINAL = ("text", "csv")  # colours, and cells made visible
EVERY = len(runs(dict.fromkeys(SHAPES, Path()), CHUNKS[0], Path()))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return [tmp_path_factory.mktemp(f"attacks{number}") for number in range(len(CHUNKS))]


def corpora_of(folders: list[Path], chunk: int) -> dict[str, Path]:
    return _corpora(folders[chunk], chunk)


@cache
def _corpora(folder: Path, chunk: int) -> dict[str, Path]:
    """Written once: no command writes to a file that it reads."""
    return write_corpora(folder / "corpora", CHUNKS[chunk])


def commands(folders: list[Path], chunk: int) -> list[Run]:
    return runs(corpora_of(folders, chunk), CHUNKS[chunk], folders[chunk])


def leaks(shown: Shown, written: str, *, terminal: bool) -> list[str]:
    """What got through a run: in an error the message is all there is."""
    out, err = shown.out.decode(), shown.err.decode()
    found = list(on_screen(err))
    if shown.status not in (0, 1):
        return [*found, *in_text(out)]
    if not terminal:
        return [*found, *CHECKS[written](out)]
    return [*found, *on_screen(out), *(in_csv(out) if written == "csv" else ())]


def walked(run: Run, *, everything: bool) -> Counter[str]:
    """Run a command in all its formats, in a pipe and on a terminal."""
    done: Counter[str] = Counter()
    for written, line in run.lines() if everything or not run.slow else ():
        for show in (piped, on_a_terminal) if everything or written in OTHER_ON_A_TERMINAL else (piped,):
            shown = show(*line)
            assert b"ACC099" not in shown.err, shown.err
            assert (shown.status in (0, 1)) is not run.wrong, (shown.status, shown.err)
            found = leaks(shown, written, terminal=show is on_a_terminal)
            assert not found, (written, show.__name__, line, found[:5])
            done[f"status {shown.status}"] += 1
    return done


@pytest.mark.parametrize("number", range(EVERY))
def test_every_command_shows_what_others_wrote(number: int, folders: list[Path]) -> None:
    """Each over some of the attacks; `test_every_command_over_every_attack` has all, and what takes long."""
    walked(commands(folders, number % len(CHUNKS))[number], everything=False)


@pytest.fixture
def findings_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a report says about a file is computed once, and shown in every format."""
    known: dict[object, AnyFindings] = {}
    computed = report_command._found

    def once(data: Annotations, *args: Any, **options: Any) -> AnyFindings:
        if data.source not in known:
            known[data.source] = computed(data, *args, **options)
        return known[data.source]

    monkeypatch.setattr(report_command, "_found", once)


@pytest.mark.deep
@pytest.mark.usefixtures("findings_once")
@pytest.mark.parametrize("number", range(EVERY))
def test_every_command_over_every_attack(number: int, folders: list[Path]) -> None:
    done: Counter[str] = Counter()
    for chunk in range(len(CHUNKS)):
        run = commands(folders, chunk)[number]
        if not run.slow or run.command == "report" or chunk == number % len(CHUNKS):
            done += walked(run, everything=True)
    print(f"{done.total()} runs: {dict(done)}")


def test_the_walk_leaves_no_command_out(folders: list[Path]) -> None:
    assert {run.command for run in commands(folders, 0)} >= set(COMMANDS)


@pytest.mark.parametrize("shape", ["labels", "spans", "relations", "answers"])
def test_pages_figures_and_listings_hold_foreign_text_as_text(shape: str, folders: list[Path]) -> None:
    chunk = {"labels": 0, "spans": 1, "relations": 4, "answers": 2}[shape]
    corpora = corpora_of(folders, chunk)
    page, listing, figures = (folders[chunk] / f"{shape}.{kind}" for kind in ("html", "full.csv", "figures"))
    few = ("--no-grid", "--replicates", "10")
    beside = ("-o", str(page), "--full", str(listing), "--figures", str(figures))
    shown = on_a_terminal("report", str(corpora[shape]), *few, *beside, "--details")
    assert shown.status == 0
    assert not list(on_screen(shown.out.decode() + shown.err.decode()))
    assert not list(in_html(page.read_bytes().decode()))
    assert not list(in_csv(listing.read_bytes().decode()))
    drawn = sorted(figures.glob("*.svg"))
    assert drawn
    assert not [leak for one in drawn for leak in in_svg(one.read_bytes().decode())]
    for written in ("text", "json", "csv", "markdown", "latex"):  # read back, where nothing is computed again
        for show in (piped, on_a_terminal) if written in OTHER_ON_A_TERMINAL else (piped,):
            again = show("report", str(page), "--details", "--format", written)
            assert again.status == 0
            assert not leaks(again, written, terminal=show is on_a_terminal)


def test_a_page_that_was_tampered_with_is_shown_as_text(folders: list[Path]) -> None:
    """Every text of the results is an attack, also those that accord itself would have written."""
    ratings = write_csv(folders[0] / "r.csv", ("item", "annotator", "label"), [r[:3] for r in label_rows(["a", "b"])])
    record = json.loads(piped("report", str(ratings), "--no-grid", "--replicates", "5", "--format", "json").out)
    kept = {"schema", "kind", "level", "measure", "signature", "sha256", "severity", "code"}

    def tampered(part: object, key: str = "") -> object:
        if isinstance(part, dict):
            return {name: tampered(value, name) for name, value in part.items()}
        if isinstance(part, list):
            return [tampered(one, key) for one in part]
        own = not isinstance(part, str) or key in kept
        return part if own else f"{part}{ATTACKS['clear the screen']}joy\n{FORGED}\u202e"

    bad = folders[0] / "bad.json"
    bad.write_text(json.dumps(tampered(record)), encoding="utf-8")
    for written in ("text", "csv", "markdown", "latex", "json"):
        for show in (piped, on_a_terminal):
            shown = show("report", str(bad), "--details", "--format", written)
            assert not leaks(shown, written, terminal=show is on_a_terminal)


def test_json_holds_every_name_exactly(folders: list[Path]) -> None:
    for chunk, attacks in enumerate(CHUNKS):
        corpora = corpora_of(folders, chunk)
        shown = piped("inspect", str(corpora["json lines"]), "--format", "json", "-q")
        record = json.loads(shown.out)
        assert {one["name"] for one in record["annotators"]} == set(names(attacks, "P"))
        assert set(record["fields"][0]["categories"]) == set(names(attacks, "L"))


def test_a_line_feed_in_a_label_is_no_line_of_the_table(tmp_path: Path) -> None:
    rows = [(f"i{i}", who, "joy\nkappa 0.999" if (i + p) % 3 else "b") for i in range(9) for p, who in enumerate("AB")]
    ratings = write_csv(tmp_path / "r.csv", ("item", "annotator", "label"), rows)
    text = piped("measure", str(ratings), "--by", "category", "--no-interval", "-q").out.decode()
    assert "joy\\nkappa 0.999" in text
    assert not [line for line in text.splitlines() if line.startswith("kappa")]


def test_a_line_feed_in_a_question_is_no_line_of_what_was_read_as_what(tmp_path: Path) -> None:
    rows = [(f"i{i}", who, "ab"[(i + p) % 2], "xy"[i % 2]) for i in range(9) for p, who in enumerate("AB")]
    survey = write_csv(tmp_path / "s.csv", ("item", "annotator", "mood?", "joy\nFORGED?"), rows)
    said = piped("inspect", str(survey)).err.decode()
    assert "joy\\nFORGED?" in said
    assert not [line for line in said.splitlines() if line.startswith("FORGED")]


def test_the_names_of_files_may_be_any_bytes(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/r\xff\x9b\x1b[2J.csv")
    write_csv(Path(path), ("item", "annotator", "label"), [row[:3] for row in label_rows(["a", "b"])])
    page = tmp_path / "page.html"
    report = ("report", path, "--no-grid", "--replicates", "5", "-o", str(page))
    for args in (("measure", path), report, ("inspect", path)):
        shown = on_a_terminal(*args)
        assert shown.status == 0
        assert not list(on_screen(shown.out.decode() + shown.err.decode()))
    assert piped("report", str(page)).status == 0


def test_graphs_in_dot(folders: list[Path]) -> None:
    for chunk in range(len(CHUNKS)):
        relations = accord.read(corpora_of(folders, chunk)["relations"], kind="relations")
        assert not list(in_dot(dot(relations, 0)))


def test_errors_and_reprs_in_python_are_one_visible_line(folders: list[Path]) -> None:
    for chunk in range(len(CHUNKS)):
        corpora = corpora_of(folders, chunk)
        with pytest.raises(accord.DataError) as caught:
            accord.read(corpora["labels"], categories=["joy"])
        assert not [*controls(str(caught.value)), *("\n" for _ in str(caught.value).splitlines()[1:])]
        data = accord.read(corpora["labels"])
        for said in (repr(data), str(data.categories), repr(data.categories)):
            assert not list(controls(said))
            assert "\n" not in said


def test_colours_are_still_the_programs_own(folders: list[Path]) -> None:
    rows = [row[:3] for row in label_rows(["a", "b"])]
    ratings = write_csv(folders[0] / "plain.csv", ("item", "annotator", "label"), rows)
    shown = on_a_terminal("report", str(ratings), "--no-grid", "--replicates", "5", "-q")
    assert b"\x1b[1m" in shown.out
    assert b"\\x1b" not in shown.out


def test_completions_keep_the_protocol_of_the_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("_ACCORD_COMPLETE", "fish_complete"), ("COMP_WORDS", "accord rep"), ("COMP_CWORD", "rep")):
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main([])
    assert "plain,report\t" in capsys.readouterr().out


def test_a_cell_as_long_as_a_document_is_shown_on_a_terminal(tmp_path: Path) -> None:
    rows = [(f"i{i}", who, "ab"[(i + p) % 3 > 1] * 200_000) for i in range(4) for p, who in enumerate("AB")]
    ratings = write_csv(tmp_path / "r.csv", ("item", "annotator", "label"), rows)
    shown = on_a_terminal("reference", str(ratings), "--format", "csv", "-q")
    assert shown.status == 0
    assert len(shown.out) > 200_000
