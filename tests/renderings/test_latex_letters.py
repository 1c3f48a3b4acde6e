"""LaTeX holds no letter that its preamble does not declare."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import accord as package
from accord.cli import main
from accord.renderings.latex_letters import LATEX, PLAIN, WITH_T1
from accord.renderings.tables import Table, as_latex, latex_text

ROOMS = ("cli", "diagnosis", "evaluation", "item_difficulty", "measures", "renderings", "reproducibility", "scoring",
         "sweeping")  # fmt: skip


def spoken(tree: ast.Module) -> Iterator[str]:
    """The strings of a module that are not docstrings."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


@pytest.mark.parametrize("room", ROOMS)
def test_every_letter_of_our_own_is_written(room: str) -> None:
    """τ, Δ and ρ stood raw in the tables of stability and difficulty."""
    own = Path(package.__file__).parent / room
    letters = {
        letter
        for path in own.rglob("*.py")
        if path.name != "latex_letters.py"
        for text in spoken(ast.parse(path.read_text(encoding="utf-8")))
        for letter in text
        if ord(letter) > 126 and letter.isprintable()
    }
    unknown = {letter for letter in letters if not set(latex_text(letter)) <= PLAIN}
    assert not unknown, f"{unknown} have no place in accord.renderings.latex_letters"


def test_what_is_written_is_plain() -> None:
    assert all(set(written) <= PLAIN for written in LATEX.values())
    assert not PLAIN & WITH_T1
    assert not (PLAIN | WITH_T1) & {letter for letter in LATEX if ord(letter) > 126}


def test_the_preamble_says_what_letters_take() -> None:
    made = as_latex(Table(("nom", "n"), (("«déjà»", "1"),)))
    assert made.startswith("% needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}\n\\begin")
    made = as_latex(Table(("name", "n"), (("猫 τ", "1"),), "of 犬"))
    assert "% needs lualatex or xelatex, and a font with these letters: 犬猫\n" in made
    assert as_latex(Table(("ρ, τ, Δ²",), ())).startswith("% needs \\usepackage{booktabs}\n\\begin")


RATINGS = "item,A,B,C,D,E,F\n" + "".join(
    f"s{n},{','.join('xyz'[(n * k) % 7 % 3] for k in range(6))}\n" for n in range(40)
)
FEATURES = "item,length,place\n" + "".join(f"s{n},{n % 11},{'ab'[n % 2]}\n" for n in range(40))


@pytest.mark.parametrize("command", ["stability", "difficulty"])
def test_nothing_else_stands_in_latex(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ratings.csv").write_text(RATINGS, encoding="utf-8")
    (tmp_path / "features.csv").write_text(FEATURES, encoding="utf-8")
    options = {
        "stability": ["-k", "2", "--target", ".3", "--replicates", "50"],
        "difficulty": ["--features", str(tmp_path / "features.csv"), "--replicates", "50"],
    }[command]
    assert main([command, str(tmp_path / "ratings.csv"), "-q", "--format", "latex", *options]) == 0
    out = capsys.readouterr().out
    assert set(out) <= PLAIN
    assert re.search(r"\$\\(tau|rho)\$", out)
