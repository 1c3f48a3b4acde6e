"""Reading a million spans from exports: seconds and peak memory, each in a process of its own. `make bench` runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from comparison import seconds, table

DOCUMENTS, ANNOTATORS = 5_000, 4
WORDS = ["Marie", "Curie", "worked", "at", "the", "Sorbonne", "in", "Paris", "😀", "été"]
LABELS = ["PER", "ORG", "LOC", "DATE"]

_READ = """
import sys, time
from pathlib import Path
import accord
def most():
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024 / 1e6
import polars, numpy
before, started = most(), time.perf_counter()
data = accord.read(sys.argv[1], kind="spans")
print(time.perf_counter() - started, before, most(), len(data), data.n_documents, data.n_annotators)
"""


def units(chance: Random, number: int) -> tuple[str, list[tuple[int, int, str]]]:
    """A text of some hundred words, and that many units in it."""
    words = [chance.choice(WORDS) for _ in range(number * 4)]
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word) + 1)
    places = [chance.randrange(len(words) - 3) for _ in range(number)]
    return " ".join(words), [(starts[at], starts[at + 2] - 1, chance.choice(LABELS)) for at in places]


def label_studio(folder: Path, spans: int) -> Path:
    path = folder / "export.json"
    each = spans // DOCUMENTS // ANNOTATORS
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for document in range(DOCUMENTS):
            annotations = []
            text, found = units(Random(document), each)
            for who in range(ANNOTATORS):
                results = [
                    {
                        "id": f"{who}-{number}",
                        "from_name": "ner",
                        "to_name": "text",
                        "type": "labels",
                        "value": {"start": start, "end": end, "text": text[start:end], "labels": [label]},
                    }
                    for number, (start, end, label) in enumerate(found)
                ]
                annotations.append({"id": who, "completed_by": who + 1, "result": results, "was_cancelled": False})
            task = {"id": document, "data": {"text": text}, "annotations": annotations, "predictions": []}
            file.write(("," if document else "") + json.dumps(task, ensure_ascii=False))
        file.write("]")
    return path


def brat(folder: Path, spans: int) -> Path:
    each = spans // DOCUMENTS // ANNOTATORS
    for who in range(ANNOTATORS):
        home = folder / f"annotator{who}"
        home.mkdir()
        for document in range(DOCUMENTS):
            text, found = units(Random(document), each)
            (home / f"d{document}.txt").write_text(text, encoding="utf-8")
            lines = [f"T{n}\t{label} {start} {end}\t{text[start:end]}\n" for n, (start, end, label) in enumerate(found)]
            (home / f"d{document}.ann").write_text("".join(lines), encoding="utf-8")
    return folder


def own_table(folder: Path, spans: int) -> Path:
    each = spans // DOCUMENTS // ANNOTATORS
    path = folder / "spans.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("document,annotator,category,start,end\n")
        for document in range(DOCUMENTS):
            _, found = units(Random(document), each)
            for who in range(ANNOTATORS):
                file.writelines(f"d{document},a{who},{label},{start},{end}\n" for start, end, label in found)
    return path


def size(path: Path) -> float:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.stat().st_size for one in files) / 1e6


def main() -> None:
    spans = 1_000_000
    rows = []
    for name, make in (("Label Studio JSON", label_studio), ("brat", brat), ("CSV", own_table)):
        with TemporaryDirectory() as folder:
            path = make(Path(folder), spans)
            done = subprocess.run(
                [sys.executable, "-c", _READ, str(path)], capture_output=True, text=True, check=True
            ).stdout.split()
            rows.append(
                [
                    name,
                    f"{int(done[3]):,}",
                    f"{size(path):,.0f}",
                    seconds(float(done[0])),
                    f"{float(done[2]):,.0f}",
                    f"{float(done[2]) - float(done[1]):,.0f}",
                ]
            )
    print("\nA million spans of 4 annotators in 5,000 documents, read from the export to `Spans`:\n")
    print(table(("export", "spans", "MB of files", "seconds", "peak MB", "grown by MB"), rows))


if __name__ == "__main__":
    main()
