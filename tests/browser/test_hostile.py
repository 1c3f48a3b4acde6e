"""Data that would break a page that trusts them: markup in every name, long texts, right-to-left, many categories."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import accord
from accord.annotations import Annotations
from accord.annotations.relation_tuples import relations
from browser.conftest import Opener
from browser.visiting import NARROW, WIDE

EVIL = (
    "<script>window.harmed=1</script>",
    '"><img src=x onerror="window.harmed=1">',
    "</script><svg onload=window.harmed=1>",
    "'); window.harmed=1; //",
    "{{ 7 * 7 }} ${window.harmed=1} datum['x'].y\\",
    "javascript:window.harmed=1",
    "a.b[0]",
    "--> <!-- \u2028 ]]>",
)
HEBREW = "\u202eשלום עולם\u202c"
LONG = "word " * 1_000 + "x" * 5_000


def hostile_labels() -> Annotations:
    names = (*EVIL, HEBREW)
    rows = [[names[number % 9], names[(number + (number % 4 == 0)) % 9], names[number % 9]] for number in range(60)]
    data = accord.labels(rows, annotators=[EVIL[1], EVIL[0], HEBREW], items=[f"{EVIL[0]} {one}" for one in range(60)])
    return replace(data, texts=[LONG if one % 4 == 0 else f"{EVIL[one % 8]} {HEBREW}" for one in range(60)])


def hostile_spans() -> Annotations:
    text = f"{EVIL[0]} {EVIL[1]} {HEBREW} {LONG}"
    units = [
        (who, 40 * place + shift, 40 * place + 25, EVIL[(place + (place % 3 == 0) * shift) % 8])
        for shift, who in enumerate((EVIL[1], HEBREW))
        for place in range(12)
    ]
    return accord.spans({EVIL[0]: units}, texts={EVIL[0]: text})


def hostile_relations() -> Annotations:
    units = [f"{EVIL[one % 8]} {one}" for one in range(10)]
    links = {
        who: [(units[one], units[(one + 1 + shift * (one % 3 == 0)) % 10], EVIL[one % 8]) for one in range(9)]
        for shift, who in enumerate((EVIL[1], HEBREW))
    }
    texts = [LONG if one == 3 else EVIL[one % 8] for one in range(10)]
    return relations({EVIL[0]: links}, {EVIL[0]: units}, unit_texts={EVIL[0]: texts})


def hostile_answers() -> Annotations:
    items = {
        f"{EVIL[0]} {one}": {EVIL[1]: [EVIL[one % 8]], HEBREW: [EVIL[(one + one % 3) % 8], HEBREW]} for one in range(24)
    }
    return accord.answers(items, texts=dict.fromkeys(items, LONG))


def many_categories() -> Annotations:
    names = [f"category number {one} of sixty" for one in range(60)]
    rows = [[names[one % 60], names[(one + one // 60) % 60], names[one % 60]] for one in range(180)]
    return accord.labels(rows, categories=names)


HOSTILE: dict[str, Callable[[], Annotations]] = {
    "labels": hostile_labels,
    "spans": hostile_spans,
    "relations": hostile_relations,
    "answers": hostile_answers,
    "60 categories": many_categories,
}


@pytest.fixture(scope="module", params=HOSTILE)
def hostile(request: pytest.FixtureRequest, browser: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on such data; asks for the browser, so that nothing is written where there is none."""
    path = tmp_path_factory.mktemp("hostile") / "report.html"
    title = f"{EVIL[0]} {HEBREW}"
    accord.report(HOSTILE[request.param](), path, title=title, introduction=EVIL[1], grid=False, replicates=10)
    return path


def test_nothing_of_the_data_runs_or_bursts_the_page(hostile: Path, opened: Opener) -> None:
    visit = opened(hostile, width=NARROW, scheme="dark")
    # ten thousand characters in a cell of a telephone would be six metres
    tall = visit.evaluate("[...document.querySelectorAll('td, th, li, p')].map(one => one.offsetHeight)")
    assert max(tall) < 2_000
    visit.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    for search in visit.page.locator("input[type=search]").all():
        search.fill(EVIL[1])
        search.fill("")
    assert visit.evaluate("window.harmed") is None
    assert visit.page.locator("main img, main script").count() == 0
    assert visit.page.locator("h2").filter(has_text=EVIL[0]).count() > 0
    assert visit.page.get_by_text(EVIL[1]).count() > 0
    assert visit.evaluate("document.documentElement.scrollWidth") <= NARROW
    sizes = visit.evaluate(
        "[...document.querySelectorAll('figure svg')].map(one => one.getBoundingClientRect().height)"
    )
    assert sizes
    assert all(0 < height < 3_000 for height in sizes)
    visit.page.set_viewport_size({"width": WIDE, "height": 900})
    assert visit.evaluate("document.documentElement.scrollWidth") <= WIDE
