"""A real Label Studio on loopback: two people annotate through its API, and accord reads the exports.

    python tests/live/label_studio.py FOLDER

installs label-studio into an environment of its own in FOLDER (800 MB, kept for the next time), starts it with SQLite,
signs up two people, makes a project, imports tasks, annotates them in both sessions, exports in every form, and reads
each export with accord; `whole_project` then goes on with several questions and a model. It takes about two minutes,
needs a package index, and is not part of the default test run.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import venv
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # as pytest does; here it is run by itself

from live import whole_project
from live.whole_project import expect

PASSWORD = secrets.token_urlsafe(12)
QUIET = {
    "COLLECT_ANALYTICS": "false",
    "LATEST_VERSION_CHECK": "false",
    "SENTRY_DSN": "",
    "FRONTEND_SENTRY_DSN": "",
    "FEATURE_FLAGS_OFFLINE": "true",
    "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
}
CONFIG = """<View>
  <Relations><Relation value="works_for"/></Relations>
  <Labels name="ner" toName="text"><Label value="PER"/><Label value="ORG"/><Label value="LOC"/></Labels>
  <Text name="text" value="$text"/>
  <Choices name="sentiment" toName="text"><Choice value="pos"/><Choice value="neg"/></Choices>
  <TextArea name="subst" toName="text"/>
</View>"""
TEXTS = ["Marie Curie worked at the Sorbonne .", "😀 Apple hired Tim Cook .", "It rained in Lyon ."]
PEOPLE = ("ann@example.org", "bob@example.org")
Json = Any


class Session:
    """A person who is logged in: cookies, and the token that Django wants with every form."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def ask(self, method: str, path: str, data: bytes | None = None, kind: str = "application/json") -> bytes:
        token = next((cookie.value or "" for cookie in self.jar if cookie.name == "csrftoken"), "")
        headers = {"Referer": self.host + path, "X-CSRFToken": token, "Content-Type": kind}
        request = urllib.request.Request(self.host + path, data, headers, method=method)
        with self.opener.open(request, timeout=60) as answer:
            content: bytes = answer.read()
            return content

    def form(self, path: str, **fields: str) -> None:
        page = self.ask("GET", path).decode("utf-8", "replace")
        hidden = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        told = {**fields, **({"csrfmiddlewaretoken": hidden[1]} if hidden else {})}
        self.ask("POST", path, urllib.parse.urlencode(told).encode(), "application/x-www-form-urlencoded")

    def get(self, path: str) -> Json:
        return json.loads(self.ask("GET", path))

    def post(self, path: str, content: Json) -> Json:
        return json.loads(self.ask("POST", path, json.dumps(content).encode()))


def installed(folder: Path) -> Path:
    """The program label-studio, in an environment of its own."""
    home = folder / "environment"
    program = home / "bin" / "label-studio"
    if not program.exists():
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin" / "pip", "install", "--quiet", "label-studio"], check=True)
    return program


def started(program: Path, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The server, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / f"data-{port}"
    data.mkdir()
    arguments = ["start", "--no-browser", "--internal-host", "127.0.0.1", "-p", str(port), "--data-dir", str(data)]
    arguments += ["--username", PEOPLE[0], "--password", PASSWORD, "--user-token", secrets.token_hex(20)]
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [program, *arguments, "--enable-legacy-api-token"],
            env={**os.environ, **QUIET},
            stdout=log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
    host = f"http://127.0.0.1:{port}"
    for _ in range(300):
        if server.poll() is not None:
            raise SystemExit(f"label-studio has ended with {server.returncode}: see {folder / 'server.log'}")
        try:
            urllib.request.urlopen(host + "/health", timeout=2).close()
            return server, host
        except (urllib.error.URLError, OSError):
            time.sleep(1)
    server.terminate()
    raise SystemExit("label-studio does not answer after five minutes")


def sessions(host: str) -> tuple[Session, Session]:
    """Two people: the first owns the place, the second comes by invitation."""
    first, second = Session(host), Session(host)
    first.form("/user/login/", email=PEOPLE[0], password=PASSWORD)
    invitation = first.get("/api/invite")
    token = urllib.parse.parse_qs(urllib.parse.urlsplit(invitation["invite_url"]).query)["token"][0]
    second.form(f"/user/signup/?token={token}", email=PEOPLE[1], password=PASSWORD)
    return first, second


def region(name: str, text: str, stretch: str, label: str) -> Json:
    """A unit as the browser would save it: offsets count UTF-16 units."""
    at = text.index(stretch)
    start = len(text[:at].encode("utf-16-le")) // 2
    value = {"start": start, "end": start + len(stretch.encode("utf-16-le")) // 2, "text": stretch, "labels": [label]}
    return {"id": name, "from_name": "ner", "to_name": "text", "type": "labels", "value": value}


def choice(label: str) -> Json:
    return {"id": "c", "from_name": "sentiment", "to_name": "text", "type": "choices", "value": {"choices": [label]}}


def annotate(first: Session, second: Session, project: int) -> None:
    """Ann: 2, 2 and 1 units; Bob: 1, 1 and none; one relation of Ann's; Bob cancels nothing."""
    tasks = first.get(f"/api/tasks?project={project}&fields=all")["tasks"]
    numbers = [task["id"] for task in sorted(tasks, key=lambda task: TEXTS.index(task["data"]["text"]))]
    relation = {"from_id": "a", "to_id": "b", "type": "relation", "direction": "right", "labels": ["works_for"]}
    said = {"id": "t", "from_name": "subst", "to_name": "text", "type": "textarea", "value": {"text": ["laboured"]}}
    ann = [
        [
            region("a", TEXTS[0], "Marie Curie", "PER"),
            region("b", TEXTS[0], "Sorbonne", "ORG"),
            relation,
            choice("pos"),
        ],
        [region("a", TEXTS[1], "Apple", "ORG"), region("b", TEXTS[1], "Tim Cook", "PER"), choice("pos"), said],
        [region("a", TEXTS[2], "Lyon", "LOC"), choice("neg")],
    ]
    bob = [
        [region("a", TEXTS[0], "Curie", "PER"), choice("neg")],
        [region("a", TEXTS[1], "Apple", "ORG"), choice("pos")],
        [choice("neg")],
    ]
    for session, results in ((first, ann), (second, bob)):
        for number, result in zip(numbers, results, strict=True):
            session.post(f"/api/tasks/{number}/annotations/", {"result": result, "lead_time": 1.5})


def exports(first: Session, project: int, folder: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for kind, name in (("JSON", "full.json"), ("JSON_MIN", "min.json"), ("CSV", "table.csv"), ("CONLL2003", "x.conll")):
        content = first.ask("GET", f"/api/projects/{project}/export?exportType={kind}")
        found[kind] = folder / name
        found[kind].write_bytes(content)
    wanted = {"serialization_options": {"annotations__completed_by": {"only_id": False}}}
    made = first.post(f"/api/projects/{project}/exports/", wanted)
    for _ in range(60):
        if first.get(f"/api/projects/{project}/exports/{made['id']}")["status"] == "completed":
            break
        time.sleep(1)
    found["snapshot"] = folder / "snapshot.json"
    path = f"/api/projects/{project}/exports/{made['id']}/download?exportType=JSON"
    found["snapshot"].write_bytes(first.ask("GET", path))
    return found


def unpacked(path: Path) -> Path:
    """CONLL comes as an archive."""
    if path.read_bytes()[:2] != b"PK":
        return path
    import zipfile

    with zipfile.ZipFile(path) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".conll"))
        target = path.with_name("result.conll")
        target.write_bytes(archive.read(name))
    return target


def check(found: dict[str, Path]) -> None:
    """Every export read by accord, against what was sent."""
    import accord
    from accord.formats import read_campaign

    for kind in ("JSON", "snapshot", "JSON_MIN", "CSV"):
        whole = read_campaign(found[kind])
        counts = {layer.name: len(layer) for layer in whole.layers}
        print(f"{kind}: {whole}; {counts}; {whole.annotators}; {[str(one) for one in whole.diagnostics]}")
        expect(len(whole.documents) == 3 and len(whole.annotators) == 2, kind)
        expect(kind != "snapshot" or whole.annotators == PEOPLE, "addresses in the snapshot")
        expect(counts["ner"] == 7 and counts["sentiment"] == 6 and counts["subst"] == 1, kind)
        expect(counts.get("relations", 0) == (1 if kind in ("JSON", "snapshot") else 0), kind)
        spans = accord.read(found[kind], kind="spans")
        expect(bool(spans.assigned.all()), kind)
        stretches = sorted(spans.text_of(unit) or "" for unit in range(len(spans)))
        expect(stretches == ["Apple", "Apple", "Curie", "Lyon", "Marie Curie", "Sorbonne", "Tim Cook"], kind)
        labels = accord.read(found[kind], kind="labels", field="sentiment")
        value = accord.measure(labels, "alpha", confidence=None).value
        print(f"{kind}: α of the choices = {value:.3f}")
        # pos/neg, pos/pos, neg/neg: α = 1 − 5·2 / (36 − 18)
        expect(abs(value - 4 / 9) < 1e-12, kind)
    try:
        accord.read(unpacked(found["CONLL2003"]))
    except accord.DataError as error:
        print(f"CONLL2003: {error}")
        expect(error.code == "ACC044", "CONLL2003")
    else:
        expect(False, "CONLL2003 was read")


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    program = installed(folder)
    print(f"installed after {time.monotonic() - began:.0f} s")
    server, host = started(program, folder)
    try:
        print(f"started after {time.monotonic() - began:.0f} s")
        first, second = sessions(host)
        settings = {"title": "two annotators", "label_config": CONFIG, "maximum_annotations": 2}
        project = first.post("/api/projects", settings)["id"]
        first.post(f"/api/projects/{project}/import", [{"text": text} for text in TEXTS])
        annotate(first, second, project)
        found = exports(first, project, folder)
        print(f"exported after {time.monotonic() - began:.0f} s")
        whole_project.run(first, second, folder)
    finally:
        server.terminate()
        server.wait(timeout=60)
    check(found)
    print("everything is as it should be")


if __name__ == "__main__":
    main()
