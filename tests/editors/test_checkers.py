"""mypy and pyright on a file of typical calls: they know what comes back, and refuse values that there are not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

CALLS = Path(__file__).with_name("typical_calls.py")
LINES = CALLS.read_text(encoding="utf-8").splitlines()
ROOT = Path(__file__).resolve().parents[2]
REVEALED = [
    "Result",
    "Result",
    "Result",
    "Results",
    "Results",
    "Result",
    "float",
    "Labels",
    "Spans",
    "Labels",
    "Reference",
    "Stability",
    "Plan",
    "SampleSize",
    "DataFrame",
    "About",
    "Result",
]
REVEALING = [number for number, line in enumerate(LINES, start=1) if line.startswith("reveal_type(")]
REFUSED = [number for number, line in enumerate(LINES, start=1) if line.endswith("# refused")]


def test_mypy_knows_what_comes_back_and_refuses_what_is_not_there() -> None:
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(CALLS)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 1, ran.stderr
    found = re.findall(r"^[^:]+:(\d+): (\w+): (.*)$", ran.stdout, flags=re.MULTILINE)
    revealed = {int(line): re.findall(r'"(?:\w+\.)*(\w+)"', text)[0] for line, _, text in found if "Revealed" in text}
    assert revealed == dict(zip(REVEALING, REVEALED, strict=True))
    assert sorted({int(line) for line, severity, _ in found if severity == "error"}) == REFUSED


def test_pyright_knows_what_comes_back_and_refuses_what_is_not_there() -> None:
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, str(CALLS)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    found = json.loads(ran.stdout)["generalDiagnostics"]
    at = [(one["range"]["start"]["line"] + 1, one["severity"], one["message"]) for one in found]
    revealed = {line: text.rsplit('"', 2)[-2] for line, severity, text in at if severity == "information"}
    assert revealed == dict(zip(REVEALING, REVEALED, strict=True))
    assert sorted({line for line, severity, _ in at if severity == "error"}) == REFUSED
