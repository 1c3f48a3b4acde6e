"""Letters as LaTeX writes them, and those that need more than `booktabs` in the preamble.

What pdflatex sets was tried letter by letter (TeX Live 2022): `PLAIN` in any document, `WITH_T1` with
`\\usepackage[T1]{fontenc}`; Greek letters and signs of mathematics are written as commands. No preamble of pdflatex has
the others, such as Chinese: they take lualatex or xelatex.
"""

from __future__ import annotations

from collections.abc import Iterable

PLAIN = frozenset(map(chr, range(0x20, 0x7F))) | frozenset(
    "\n¡£§¨©ª®¯°´µ¶¸º¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĆćĈĉĊċČčĎďĒēĔĕĖėĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭİıĲĳĴĵĶķ"
    "ĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŴŵŶŷŸŹźŻżŽžƒȘșȚțȲȳ—‘’“”†‡•…‰€™"
)
WITH_T1 = frozenset("«»ÐÞðþĄąĐđĘęĮįŊŋŲų‚„‹›")


def _named(letters: str, names: str) -> dict[str, str]:
    return dict(zip(letters, names.split(), strict=True))


_GREEK = _named(
    "αβγδεζηθικλμνξπρςστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho varsigma sigma tau upsilon "
    "varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
)
_ROMAN = _named("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "A B E Z H I K M N O P T X o")
_SIGNS = _named(
    "×±÷·≤≥≠≈∈∞√∝∩∪∫∅→←↔⌈⌉⟨⟩✓‖",
    "times pm div cdot le ge ne approx in infty surd propto cap cup int emptyset rightarrow leftarrow leftrightarrow "
    "lceil rceil langle rangle surd |",
)
_HIGH = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)) | {"ᵀ": "T"}
_LOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₋₍₎", "0123456789-()", strict=True)) | {"ᵢ": "i"}
LATEX = (
    {letter: f"\\{letter}" for letter in "&%$#_{}"}
    | {letter: f"$\\{name}$" for letter, name in (_GREEK | _SIGNS).items()}
    | {letter: f"$\\mathrm{{{roman}}}$" for letter, roman in _ROMAN.items()}
    | {letter: f"$^{{{raised}}}$" for letter, raised in _HIGH.items()}
    | {letter: f"$_{{{lowered}}}$" for letter, lowered in _LOW.items()}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        "–": "--",
        "′": "$'$",
        "−": "$-$",
        "½": r"$\frac{1}{2}$",
        "─": "--",
        "═": "=",
        "\u00a0": " ",
        "\u202f": " ",
    }
)
"""How a letter is written that is not written as itself."""


def needed(lines: Iterable[str]) -> str:
    r"""What the preamble of a document with these lines of LaTeX must have, as comments.

    >>> print(needed(["$\\tau$"]))
    % needs \usepackage{booktabs}
    >>> print(needed(["«né»", "猫"]))
    % needs \usepackage{booktabs} and \usepackage[T1]{fontenc}
    % needs lualatex or xelatex, and a font with these letters: 猫
    """
    used = frozenset().union(*map(frozenset, lines))
    comments = r"% needs \usepackage{booktabs}"
    if used & WITH_T1:
        comments += r" and \usepackage[T1]{fontenc}"
    foreign = sorted(used - PLAIN - WITH_T1)
    if not foreign:
        return comments
    shown = "".join(foreign[:40]) + ("…" if len(foreign) > 40 else "")
    return f"{comments}\n% needs lualatex or xelatex, and a font with these letters: {shown}"
