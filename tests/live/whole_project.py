"""A project of Label Studio with three control tags, two people and a model's predictions: one report of all of it.

`label_studio.py` starts the server and calls this. Everything is sent through the API, exported through it, reported,
adjudicated, and the reference is imported again as the ground truth.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from live.label_studio import Session

Json = Any
CONFIG = """<View>
  <Text name="text" value="$text"/>
  <Choices name="sentiment" toName="text"><Choice value="pos"/><Choice value="neg"/></Choices>
  <Labels name="entity" toName="text"><Label value="PER"/><Label value="LOC"/></Labels>
  <Rating name="stars" toName="text" maxRating="5"/>
</View>"""
NAMES = ("Ada", "Bob", "Cem", "Eva", "Kim", "Leo", "Max", "Zoé", "Ödön", "Noor", "Olga", "Igor")
TEXTS = [f"😀 {name} came from Lyon on day {place}." for place, name in enumerate(NAMES)]
CHOICES = ("pos", "pos", "neg", "neg", "pos", "neg", "pos", "neg", "pos", "pos", "neg", "neg")
OTHER_CHOICES = ("pos", "neg", "neg", "neg", "pos", "neg", "pos", "pos", "pos", "pos", "neg", "neg")
STARS = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2)
OTHER_STARS = (1, 2, 3, 4, 4, 1, 2, 3, 5, 5, 1, 2)
MODEL = "robot-2"


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def results(place: int, choice: str, stars: int, *, town: bool) -> list[Json]:
    """What one annotator says about one task: a choice, one or two spans, a rating."""
    text = TEXTS[place]
    made: list[Json] = [
        {"from_name": "sentiment", "to_name": "text", "type": "choices", "value": {"choices": [choice]}},
        {"from_name": "stars", "to_name": "text", "type": "rating", "value": {"rating": stars}},
    ]
    for stretch, label in ((NAMES[place], "PER"), ("Lyon", "LOC"))[: 2 if town else 1]:
        start = utf16(text[: text.index(stretch)])
        value = {"start": start, "end": start + utf16(stretch), "text": stretch, "labels": [label]}
        made.append({"id": label, "from_name": "entity", "to_name": "text", "type": "labels", "value": value})
    return made


def sent(first: Session, second: Session) -> int:
    """The number of the project, with predictions and the annotations of both."""
    project: int = first.post("/api/projects", {"title": "three questions", "label_config": CONFIG})["id"]
    tasks = [
        {
            "data": {"text": text},
            "predictions": [{"model_version": MODEL, "score": 0.5, "result": results(place, "pos", 3, town=True)}],
        }
        for place, text in enumerate(TEXTS)
    ]
    first.post(f"/api/projects/{project}/import", tasks)
    numbers = tasks_of(first, project)
    for session, choices, stars in ((first, CHOICES, STARS), (second, OTHER_CHOICES, OTHER_STARS)):
        for place, number in enumerate(numbers):
            town = session is first or place % 2 == 0
            given = {"result": results(place, choices[place], stars[place], town=town), "lead_time": 3.0 + place}
            session.post(f"/api/tasks/{number}/annotations/", given)
    return project


def tasks_of(session: Session, project: int) -> list[int]:
    """The numbers of the tasks, in the order of the texts."""
    tasks = session.get(f"/api/tasks?project={project}&fields=all&page_size=100")["tasks"]
    return [task["id"] for task in sorted(tasks, key=lambda task: TEXTS.index(task["data"]["text"]))]


def exported(session: Session, project: int, path: Path) -> Path:
    path.write_bytes(session.ask("GET", f"/api/projects/{project}/export?exportType=JSON"))
    return path


def run(first: Session, second: Session, folder: Path) -> None:
    """All of it, while the server runs."""
    project = sent(first, second)
    export = exported(first, project, folder / "three.json")
    check_report(export, folder / "three.html")
    reference = folder / "reference.json"
    call("reference", str(export), "-o", str(reference), "--to", "label-studio", "--force", "-q")
    tasks = json.loads(reference.read_text(encoding="utf-8"))
    check_reference(tasks)
    print(f"reference: {len(tasks)} tasks, {sum(len(one['annotations'][0]['result']) for one in tasks)} results")
    into_new = first.post("/api/projects", {"title": "reference", "label_config": CONFIG})["id"]
    print("imported:", first.post(f"/api/projects/{into_new}/import", tasks))
    check_imported(tasks, json.loads(exported(first, into_new, folder / "imported.json").read_bytes()))
    for task in tasks:  # beside the annotations of the two people, by the numbers of the tasks
        first.post(f"/api/tasks/{task['id']}/annotations/", task["annotations"][0])
    again = json.loads(exported(first, project, folder / "with-reference.json").read_bytes())
    expect(all(sum(one["ground_truth"] for one in task["annotations"]) == 1 for task in again), "one truth per task")
    check_gold(folder / "with-reference.json")


def call(*arguments: str) -> None:
    from accord.cli import main

    expect(main(list(arguments)) == 0, f"accord {arguments[0]}")


def check_report(export: Path, page: Path) -> None:
    """Every question on one page, with the values that the answers have by hand."""
    import accord

    whole = accord.project(export)
    print(whole)
    expect(set(whole) == {"sentiment", "entity", "stars"}, "three questions")
    expect(len(whole.annotators) == 2 and whole.models == (MODEL,), "two people and a model")
    found = accord.report(whole, page, replicates=100)
    mains = {one.name: one for one in found.questions}
    values = {name: one.main.value for name, one in mains.items() if one.main is not None}
    print({name: (one.shape, one.main.measure, round(one.main.value, 4)) for name, one in mains.items() if one.main})
    expect(abs(values["sentiment"] - nominal_alpha(CHOICES, OTHER_CHOICES)) < 1e-12, "α of the choices")
    alone = {name: accord.report(whole[name], None, replicates=100).results for name in whole}
    expect(
        all(str(found[name].results.to_frame()) == str(results.to_frame()) for name, results in alone.items()),
        "each as alone",
    )
    expect(len(found.pace) == 2, "times of both")
    pairs = sum(1 + (place % 2 == 0) for place in range(len(TEXTS)))
    f = accord.measure(whole["entity"], "f1", confidence=None).value
    expect(abs(f - 2 * pairs / (2 * len(TEXTS) + pairs)) < 1e-12, "F of the spans")
    text = page.read_text(encoding="utf-8")
    expect(all(f">{name}</h2>" in text for name in whole), "each question on the page")
    expect(MODEL in text, "the model is told")
    call("report", str(export), "-o", str(page), "--no-grid", "--replicates", "100")
    print(f"page: {page.stat().st_size / 1e6:.2f} MB")


def nominal_alpha(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Krippendorff's α of two complete annotators, by its definition."""
    values = [*one, *other]
    n = len(values)
    apart = 2 * sum(a != b for a, b in zip(one, other, strict=True))
    expected = sum(values.count(a) * values.count(b) for a in set(values) for b in set(values) if a != b)
    return 1 - (n - 1) * apart / expected


def check_reference(tasks: list[Json]) -> None:
    """Where both agree, that; spans with their texts at the tool's offsets."""
    expect(len(tasks) == len(TEXTS), "every task has a reference")
    for task in tasks:
        place = TEXTS.index(task["data"]["text"])
        (annotation,) = task["annotations"]
        expect(annotation["ground_truth"] is True, "ground_truth")
        by_name: dict[str, list[Json]] = {}
        for one in annotation["result"]:
            by_name.setdefault(one["from_name"], []).append(one["value"])
        if CHOICES[place] == OTHER_CHOICES[place]:
            expect(by_name["sentiment"] == [{"choices": [CHOICES[place]]}], f"sentiment of task {place}")
        if STARS[place] == OTHER_STARS[place]:
            expect(by_name["stars"] == [{"rating": STARS[place]}], f"stars of task {place}")
        start = utf16(TEXTS[place][: TEXTS[place].index(NAMES[place])])
        person = {"start": start, "end": start + utf16(NAMES[place]), "text": NAMES[place], "labels": ["PER"]}
        expect(person in by_name["entity"], f"entity of task {place}")


def check_imported(sent: list[Json], held: list[Json]) -> None:
    """The tool holds what the file says, as ground truth."""
    own = {task["data"]["text"]: task["annotations"][0] for task in sent}
    expect(len(held) == len(sent), "every task was imported")
    for task in held:
        (annotation,) = task["annotations"]
        expect(annotation["ground_truth"] is True, "ground_truth in the tool")
        wanted = sorted(json.dumps(one["value"], sort_keys=True) for one in own[task["data"]["text"]]["result"])
        expect(sorted(json.dumps(one["value"], sort_keys=True) for one in annotation["result"]) == wanted, "results")
    print(f"in the tool: {len(held)} tasks, each with one annotation that is the ground truth")


def check_gold(export: Path) -> None:
    """The ground truth in an export is nobody's annotation: the people's values are as before."""
    import accord

    whole = accord.project(export)
    print("with the reference in the tool:", whole, [str(one) for one in whole.diagnostics])
    value = accord.measure(whole["sentiment"], "alpha", confidence=None).value
    expect(abs(value - nominal_alpha(CHOICES, OTHER_CHOICES)) < 1e-12, "α with the reference in the export")


def expect(held: bool, what: str) -> None:
    if not held:
        raise SystemExit(f"not as it should be: {what}")
