"""Names and texts that try to act where they are shown, and corpora of every shape that are made of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

FORGED = "FORGED"
"""Stands in every attack: where it begins a line, or is more than text, somebody is fooled."""

ATTACKS = {
    "clear the screen": "\x1b[2J\x1b[1;1HFORGED",
    "set the title": "\x1b]0;FORGED\x07",
    "link elsewhere": "\x1b]8;;http://evil.example/\x1b\\FORGED\x1b]8;;\x1b\\",
    "fill the clipboard": "\x1b]52;c;Rk9SR0VE\x07FORGED",
    "blink": "\x1b[5;7;38;5;201mFORGED",
    "device control": "\x1bP+q544e\x1b\\FORGED",
    "eight-bit sequence": "\x9b2JFORGED\x9d0;t\x9c",
    "eight-bit device control": "\x90+q\x9cFORGED\x84\x8d",
    "line feed": "joy\nFORGED 0.999",
    "line feeds": "joy\n\n## FORGED\n\n- FORGED",
    "carriage return": "joy\rFORGED 0.999",
    "both": "joy\r\nFORGED 0.999",
    "next line": "joy\x85FORGED",
    "line separator": "joy\u2028FORGED",
    "paragraph separator": "joy\u2029FORGED",
    "vertical tab": "joy\x0bFORGED\x0cFORGED",
    "file separator": "joy\x1cFORGED\x1dFORGED\x1eFORGED",
    "tab": "joy\tFORGED",
    "backspace": "joy\x08\x08\x08FORGED",
    "bell and delete": "joy\x07\x7fFORGED",
    "shift out": "joy\x0e\x0fFORGED",
    "override": "joy\u202eDEGROF\u202c",
    "embedding": "joy\u202aFORGED\u202b\u2066\u2067\u2068\u2069",
    "marks": "joy\u200e\u200f\u061cFORGED",
    "zero width": "joy\u200b\u2060\ufeffFORGED",
    "joiners": "joy\u200d\u200cFORGED",
    "invisible letters": "joy\u00ad\u034f\u115f\u3164\uffa0FORGED",
    "invisible operators": "joy\u2061\u2063\ufff9\ufffbFORGED\U000e0041\ufe0f",
    "formula": "=cmd|'/C calc'!FORGED",
    "plus": "+FORGED(1)",
    "minus": "-FORGED(1)",
    "at": "@FORGED(1)",
    "full-width formula": "\uff1dFORGED(1)",
    "guarded already": "'=FORGED",
    "code": "`FORGED`",
    "emphasis": "*FORGED* _FORGED_ ~~FORGED~~",
    "link": "[FORGED](http://evil.example/)",
    "picture": "![FORGED](http://evil.example/x.png)",
    "bars": "joy|FORGED|0.999",
    "element": "<img src=x onerror=FORGED>",
    "script": "</script><script>FORGED()</script>",
    "comment": "<!-- FORGED --> ]]> -->",
    "attribute": "\" onload=FORGED x='",
    "entity": "&lt;FORGED&gt; &#x1b; <http://evil.example/FORGED>",
    "heading": "# HEADED FORGED",
    "list": "- LISTED FORGED",
    "mathematics": "$FORGED$ $$x$$",
    "command": "\\input{FORGED} \\\\ \\x1b",
    "specials": "a&FORGED%b#c_d^e~f{g}",
    "optional argument": "[FORGED]",
    "star": "*[FORGED]",
    "graph": '"]; FORGED [label="',
}
"""What each tries to do. NUL and lone surrogates cannot stand in a table of text: see `JSON_ONLY`."""

JSON_ONLY = {"nul": "joy\x00FORGED", "half a character": "joy\ud83dFORGED", "other half": "joy\udc9bFORGED"}

PEOPLE = 3
SHAPES = (
    "labels",
    "survey",
    "systems",
    "features",
    "spans",
    "relations",
    "answers",
    "runs",
    "json lines",
    "kinds",
    "log",
    "people",
)


def names(attacks: Sequence[str], role: str) -> list[str]:
    """The attacks as names in a role, so that no two roles share a name."""
    return [f"{attack}{role}" for attack in attacks]


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
        writer.writerow(header)
        writer.writerows(rows)
    return path


def label_rows(attacks: Sequence[str]) -> list[tuple[str, str, str, str]]:
    """Each item by three of the annotators; two of three agree, mostly."""
    labels, people = names(attacks, "L"), names(attacks, "P")
    items = [f"{item}{copy}" for copy in ("I", "J") for item in attacks]
    return [
        (item, people[(row + who) % len(people)], labels[(row + (who == row % 4)) % len(labels)], f"{item} text")
        for row, item in enumerate(items)
        for who in range(min(PEOPLE, len(people)))
    ]


def write_corpora(folder: Path, attacks: Sequence[str]) -> dict[str, Path]:
    """Tables of every shape, features, systems; their names are hostile as far as a file system lets them."""
    folder.mkdir(exist_ok=True)
    bad = f"\x1b[2Jjoy\n{FORGED}\u202e\x9b"
    rows = label_rows(attacks)
    items = list(dict.fromkeys(row[0] for row in rows))
    made = {"labels": write_csv(folder / f"labels{bad}.csv", ("item", "annotator", "label", "text"), rows)}
    asked = ("item", "annotator", *(f"{name}?" for name in names(attacks[:2], "Q")))
    answered = [
        (item, who, label, label if place % 3 else f"{label}!") for place, (item, who, label, _) in enumerate(rows)
    ]
    made["survey"] = write_csv(folder / f"survey{bad}.csv", asked, answered)
    votes = [(item, *(row[2] for row in rows if row[0] == item)) for item in items]
    two = ("item", *names(attacks[:2], "S"))
    made["systems"] = write_csv(folder / f"systems{bad}.csv", two, [vote[:3] for vote in votes])
    features = [(item, place, attacks[place % len(attacks)]) for place, item in enumerate(items)]
    made["features"] = write_csv(folder / f"features{bad}.csv", ("item", *names(attacks[:1], "F"), "group"), features)
    people, kinds = names(attacks, "P")[:PEOPLE], names(attacks, "C")
    spans = [
        (document, who, kinds[(place + (number == 1)) % len(kinds)], 10 * place + number, 10 * place + 8, attack)
        for document in names(attacks, "D")[:2]
        for place, attack in enumerate(attacks)
        for number, who in enumerate(people)
    ]
    columns = ("document", "annotator", "category", "start", "end", "text")
    made["spans"] = write_csv(folder / f"spans{bad}.csv", columns, spans)
    units = names(attacks, "U")
    links = [
        (document, who, units[place], units[place - 1], kinds[(place + number) % len(kinds)])
        for document in names(attacks, "D")[:2]
        for place in range(1, len(units))
        for number, who in enumerate(people)
    ]
    ends = ("document", "annotator", "origin", "target", "label")
    made["relations"] = write_csv(folder / f"relations{bad}.csv", ends, links)
    answers = [
        (item, who, f"{attacks[(place + number // 2) % len(attacks)]}w")
        for place, item in enumerate(names(attacks, "I"))
        for number, who in enumerate(people)
    ]
    made["answers"] = write_csv(folder / f"answers{bad}.csv", ("item", "annotator", "answer"), answers)
    runs = [(item, name, answer) for name in names(attacks[:2], "S") for item, _, answer in answers[::PEOPLE]]
    made["runs"] = write_csv(folder / f"runs{bad}.csv", ("item", "annotator", "answer"), runs)
    kinds_of = [(item, who, label, "person") for item, who, label, _ in rows[: len(rows) // 2]]
    kinds_of += [(item, f"{attacks[0]}M", label, "model") for item, _, label, _ in rows[::PEOPLE]]
    made["kinds"] = write_csv(folder / f"kinds{bad}.csv", ("item", "annotator", "label", "annotator_kind"), kinds_of)
    group = [(who, attacks[place % 2]) for place, who in enumerate(names(attacks, "P"))]
    made["people"] = write_csv(folder / f"people{bad}.csv", ("annotator", *names(attacks[:1], "A")), group)
    sign = "accord:1|numpy:2|schema:1|shape:labels|measure:alpha(level=None)|data:ab|interval:none"
    value = {"measure": f"alpha{attacks[0]}", "value": 0.5, "low": None, "high": None, "signature": sign}
    entries = [{"schema": 1, "when": attack, "name": attack, "data": {}, "results": [value]} for attack in attacks]
    made["log"] = folder / f"log{bad}.jsonl"
    made["log"].write_text("\n".join(map(json.dumps, entries)) + "\n", encoding="utf-8")
    lines = [json.dumps({"item": i, "annotator": a, "label": label, "text": t}) for i, a, label, t in rows]
    made["json lines"] = folder / f"lines{bad}.jsonl"
    made["json lines"].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return made
