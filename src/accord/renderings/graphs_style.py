"""Colours and line styles of drawn graphs: kinds of links are told apart by both, in the light and in the dark."""

from __future__ import annotations

from accord.renderings.lanes_style import width_of

LIGHT = (
    "--ink: #1c2430; --soft: #5b6675; --line: #d9dee5; --paper: #ffffff; --agreeing: #5b6675; --relabelled: #a85508; "
    "--flipped: #7a3ab8; --retargeted: #1f5fa8; --missing: #c1272d;"
)
DARK = (
    "--ink: #e6eaf0; --soft: #9aa6b6; --line: #333d4b; --paper: #12171e; --agreeing: #9aa6b6; --relabelled: #f0a35c; "
    "--flipped: #c79bf0; --retargeted: #7db4f0; --missing: #ff8080;"
)
PRINT = (
    "--ink: #000; --soft: #333; --line: #bbb; --paper: #fff; --agreeing: #555; --relabelled: #8a4300; "
    "--flipped: #5f2a94; --retargeted: #174a85; --missing: #a01c22;"
)
DASHES = {
    "agreeing": "",
    "relabelled": "stroke-dasharray: 11 3; stroke-width: 1.8;",
    "flipped": "stroke-dasharray: 9 3 1.5 3; stroke-width: 1.8;",
    "retargeted": "stroke-dasharray: 4.5 3; stroke-width: 1.8;",
    "missing": "stroke-dasharray: .1 5; stroke-width: 3.2; stroke-linecap: round;",
}
"""The line style of each kind of link; those of `relation_disagreement.KINDS`."""
WORDS = {
    "agreeing": "the same",
    "relabelled": "another label",
    "flipped": "the other direction",
    "retargeted": "another target",
    "missing": "nothing in its place",
}

_COLOURS = f"""\
.accord-graphs {{ {LIGHT} font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }}
@media (prefers-color-scheme: dark) {{ .accord-graphs {{ {DARK} }} }}
@media print {{ .accord-graphs {{ {PRINT} print-color-adjust: exact; }} }}
"""
_RULES = """\
.accord-graphs text { fill: var(--ink); }
.accord-graphs .heading { font-size: 14px; font-weight: 600; }
.accord-graphs .name { font-weight: 600; }
.accord-graphs .soft { fill: var(--soft); }
.accord-graphs .number { fill: var(--soft); font-variant-numeric: tabular-nums; }
.accord-graphs .paper { fill: var(--paper); }
.accord-graphs .panel { fill: var(--line); opacity: .28; }
.accord-graphs .row { stroke: var(--line); stroke-width: .7; }
.accord-graphs .dot { fill: var(--ink); stroke: var(--ink); stroke-width: 1.2; }
.accord-graphs .outside { fill: var(--paper); stroke: var(--soft); }
.accord-graphs .no-unit { stroke: var(--soft); stroke-width: 1; }
.accord-graphs .own { fill: none; stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 4 2.5; }
.accord-graphs .link { fill: none; stroke-width: 1.3; }
.accord-graphs .hit { fill: none; stroke: transparent; stroke-width: 9; pointer-events: stroke; }
.accord-graphs .head { stroke: none; }
.accord-graphs .lacking { stroke: var(--missing); stroke-width: 1; stroke-dasharray: 2 4; opacity: .75; }
.accord-graphs .lacking-head { fill: var(--paper); stroke: var(--missing); opacity: .75; }
.accord-graphs .said { font-size: 11.5px; }
.accord-graphs .label { font-size: 10px; }
.accord-graphs .relabelled-label { font-weight: 700; fill: var(--relabelled); }
"""
_KINDS = "".join(
    f".accord-graphs .{kind} {{ stroke: var(--{kind}); {dashes} }}\n"
    f".accord-graphs .{kind}-head {{ fill: var(--{kind}); }}\n"
    for kind, dashes in DASHES.items()
)
STYLE = _COLOURS + _RULES + _KINDS
"""The style sheet of a drawing, for a file of its own or for a page."""


def wrapped(text: str, room: float, size: float, most: int) -> list[str]:
    """A text in at most `most` lines of about that width; the last one ends in … where something is left out.

    >>> wrapped("to be or not to be that is the question", 80, 12, 2)
    ['to be or', 'not to be…']
    """
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        line = words.pop(0)
        while words and width_of(f"{line} {words[0]}", size) <= room:
            line = f"{line} {words.pop(0)}"
        if width_of(line, size) > room:  # one long word
            kept = max(1, int(room / width_of(line, size) * len(line)) - 1)
            line = f"{line[:kept]}…"
        lines.append(line)
    if words and not lines[-1].endswith("…"):
        lines[-1] = f"{lines[-1]}…"
    return lines
