"""What each chart draws, made again from the JSON of the page alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import Any

from accord.renderings.measure_names import human_name
from accord.results import Result
from report_page.corpus_tables import SPAN_COUNTS, panels, relation_shares, stretch_name
from report_page.label_tables import MOST_PEOPLE, Found, left_out_order, read_as_kappa, scale_bands, vote_order
from report_page.shown_cells import Cell, Number, few, share

Row = dict[str, Any]
Drawn = list[list[Row]]
"""Every set of values: a number is what is drawn, a Cell what is written."""
LOOK = frozenset({"look", "shape", "rank", "depth", "y", "y2", "left", "start", "side", "chosen"})
"""Colours, and places within the drawing: they are no numbers of the data."""
BOUNDS = (0.667, 0.8)  # Krippendorff 2004, p. 241
SPAN_PARTS = ("missed", "spurious", "other bounds", "other category", "split another's unit", "joined another's units")
SPAN_KINDS = {
    "boundary": "other bounds",
    "category": "other category",
    "boundary and category": "other bounds and category",
    "split": "split or joined",
}
MOST_ITEMS = 15


def differences(spec: dict[str, Any], sets: Drawn, expected: Drawn) -> list[object]:
    """What a chart draws otherwise than expected."""
    if [len(one) for one in sets] != [len(one) for one in expected]:
        return [("rows", [len(one) for one in sets], [len(one) for one in expected])]
    ends = _domain(spec)
    found: list[object] = []
    for rows, wanted in zip(sets, expected, strict=True):
        for row, one in zip(rows, wanted, strict=True):
            own = {name: value for name, value in row.items() if name not in LOOK}
            if set(own) != set(one) or not all(_same(own[name], one[name], ends) for name in one):
                found.append((row, one))
    return found


def _domain(spec: dict[str, Any]) -> tuple[float, float]:
    """The ends of the axis of values, at which intervals are cut."""
    for layer in spec.get("layer", []):
        domain = layer.get("encoding", {}).get("x", {}).get("scale", {}).get("domain")
        if domain is not None and all(isinstance(end, int | float) for end in domain):
            return domain[0], domain[1]
    return float("-inf"), float("inf")


class Within:
    """A value that is cut at the ends of the axis."""

    def __init__(self, value: float | None) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Within({self.value})"


def _same(drawn: Any, expected: Any, ends: tuple[float, float]) -> bool:
    if isinstance(expected, Within):
        expected = None if expected.value is None else min(max(expected.value, ends[0]), ends[1])
    if isinstance(expected, float | int) and not isinstance(expected, bool):
        return isinstance(drawn, float | int) and abs(drawn - expected) <= 1e-12 * max(1.0, abs(expected))
    if expected is None or isinstance(expected, str):
        return drawn == expected or (isinstance(drawn, str) and drawn.rpartition("\u2063")[2] == expected)
    written: Cell = expected
    return isinstance(drawn, str) and written.fits(drawn)


def dots(rows: Sequence[tuple[str, float, float | None, float | None, Cell]]) -> list[Row]:
    return [
        {
            "row": name,
            "value": value,
            # an interval of which one end is unknown is not drawn
            "low": Within(None if high is None else low),
            "high": Within(None if low is None else high),
            "shown": shown,
        }
        for name, value, low, high, shown in rows
    ]


def coefficients(found: Found) -> Drawn:
    known = [one for one in found["results"] if one["value"] is not None and -1 <= one["value"] <= 1]
    marks = [{"row": _name(one), "at": at} for one in known if _is_alpha(one) for at in BOUNDS]
    rows = [(_name(one), one["value"], one["low"], one["high"], Number(one["value"])) for one in known]
    return [dots(rows), *([marks] if marks else [])]


def _name(result: Row) -> str:
    return human_name(Result.from_json(result))


def _is_alpha(result: Row) -> bool:
    return bool(result["measure"].split("(")[0] == "alpha")


def categories(found: Found) -> Drawn:
    known = sorted((one for one in found["by_category"] if one["value"] is not None), key=lambda one: one["value"])
    rows = [(one["of"], one["value"], one["low"], one["high"], Number(one["value"])) for one in known[:MOST_PEOPLE]]
    return [dots(rows)]


def vote(found: Found) -> Drawn:
    table = found["annotators"]["agreement_with_vote"]
    numbers = [[table[name][row] for name in ("annotators", "agreement", "low", "high")] for row in vote_order(found)]
    return [dots([(name, value, low, high, few(value)) for name, value, low, high in numbers])]


def left_out(found: Found) -> Drawn:
    table = found["annotators"]["leave_one_out"]
    names = ("annotators", "difference", "low", "high")
    numbers = [[table[name][row] for name in names] for row in left_out_order(found)]
    return [dots([(name, value, low, high, Number(value)) for name, value, low, high in numbers])]


def square(names: list[str], values: list[list[float | None]], written: Callable[[int, int], Cell]) -> Drawn:
    size = len(names)
    return [
        [
            {
                "row": names[one],
                "column": names[other],
                "value": values[one][other],
                **({"shown": written(one, other)} if size <= 12 else {}),
            }
            for one in range(size)
            for other in range(size)
            if values[one][other] is not None
        ]
    ]


def cross(found: Found) -> Drawn:
    """Shades are the shares of the rows, counts are written."""
    table = found["table"]
    shares = [
        [value / total if total else None for value in row]
        for row, total in zip(table["values"], table["row_totals"], strict=True)
    ]
    return square(table["categories"], shares, lambda one, other: Number(table["values"][one][other], 1))


def similarity(found: Found) -> Drawn:
    table = found["similarity"]
    used = [place for place, row in enumerate(table["probability"]) if any(one is not None for one in row)]
    values = [[table["probability"][one][other] for other in used] for one in used]
    names = [table["categories"][place] for place in used]
    return square(names, values, lambda one, other: few(values[one][other]))


def pairs(found: Found, order: list[str]) -> Drawn:
    table = found["annotators"]["pairs"]
    place = [table["annotators"].index(name) for name in order]
    values = [[table["values"][one][other] for other in place] for one in place]
    return square(order, values, lambda one, other: Number(values[one][other], 2))


def dendrogram(found: Found) -> Drawn:
    """Names, branches from the similarity at which a group was made to that at which it is joined, and texts."""
    joins = found["similarity"]["joins"]
    largest = max(one["at"] for one in joins) or 1.0
    made = {frozenset([name]): largest for one in joins for name in (*one["one"], *one["other"])}
    branches: list[Row] = []
    for one in joins:
        branches += [{"x": made[frozenset(one[side])], "x2": one["at"]} for side in ("one", "other")]
        branches.append({"x": one["at"], "x2": one["at"]})
        made[frozenset(one["one"] + one["other"])] = one["at"]
    leaves: list[str] = []
    groups: dict[frozenset[str], list[str]] = {}
    for one in joins:
        leaves = [name for side in ("one", "other") for name in groups.pop(frozenset(one[side]), one[side])]
        groups[frozenset(leaves)] = leaves
    return [
        [{"name": name} for name in leaves],
        branches,
        [{"x": one["at"], "shown": few(one["at"])} for one in joins],
    ]


def scales(found: Found) -> Drawn:
    names = ("scale", "proposed", "band", "low", "high")
    bands = [dict(zip(names, one, strict=False)) for one in scale_bands(found)]
    return [bands, [{"value": read_as_kappa(found)["value"]}]]


class Starting:
    """ "π = 0.80", "4.6 % in these data" or "target 5 %": a number among words."""

    def __init__(self, number: Cell, before: str = "", after: str = "") -> None:
        self.number, self.before, self.after = number, before, after

    def fits(self, cell: str) -> bool:
        inside = cell.rpartition(self.before)[2] if self.before else cell
        return cell.endswith(self.after) and self.number.fits(inside.removesuffix(self.after))


def promise_curve(found: Found) -> Drawn:
    curve = own = found["promise_curve"]
    forecast = found["promise"]["forecast"]
    scaled = curve["reference"] == "median"
    at, near, far = ("alpha", "steps", "leaps") if scaled else ("kappa", "homogeneous", "dirichlet")
    lines = [{"kappa": one[at], "least": one[near], "most": one[far]} for one in curve["points"]]
    here = {"kappa": own["value"]}
    made = [lines, [{**here, "shown": Starting(Number(own["value"], 2), "= ")}]]
    if own["low"] is not None and own["high"] is not None:
        made.append([{"low": max(0.0, own["low"]), "high": min(1.0, own["high"])}])
    made.append([{**here, "share": curve["own"][name]} for name in (near, far)])
    change = {"share": forecast["value"], "low": forecast["low"], "high": forecast["high"]}
    return [*made, [{**here, **change, "shown": Starting(few(forecast["value"]), after=" in these data")}]]


def histogram(found: Found) -> Drawn:
    table = found["promise"]["histogram"]
    bins = list(zip(pairwise(table["edges"]), table["shares"], strict=True))
    last = max((high for (_, high), of in bins if of > 0), default=1.0)
    return [
        [
            {"low": low, "high": high, "share": of, "shown": few(of) if of else ""}
            for (low, high), of in bins
            if high <= last
        ]
    ]


def plan(found: Found) -> Drawn:
    forecasts, target = found["promise"]["forecasts"], found["promise"]["target"]
    rows = [{"k": one["k"], "share": one["value"], "low": one["low"], "high": one["high"]} for one in forecasts]
    return [rows, [{"target": target, "shown": Starting(share(target, 0), "target ")}]]


def reading(found: Found, number: int) -> Drawn:
    one, value = panels(found)[number - 1], found["reading_grid"]["value"]
    curve = [{name: row[name] for name in ("share", "mean", "low", "high")} for row in one["curve"]]
    if one["share"] is None:
        return [curve, [{"value": value}]]
    digits = 1 if 0 < one["share"] < 0.0095 else 0
    made = [curve, [{"value": value, "at": one["share"], "shown": share(one["share"], digits)}]]
    known = one["share_low"] is not None and one["share_high"] is not None
    return [*made, *([[{"first": one["share_low"], "last": one["share_high"]}]] if known else [])]


def span_kinds(found: Found) -> Drawn:
    kinds = [one for one in found["disagreement"]["kinds"] if one["pairs"] and one["kind"] != "agreement"]
    return [
        [
            {"kind": SPAN_KINDS.get(one["kind"], one["kind"]), "share": one["share"], "shown": few(one["share"])}
            for one in kinds
            if one["share"] is not None
        ]
    ]


def relation_kinds(found: Found) -> Drawn:
    kinds = [one for one in found["disagreement"]["kinds"] if one["times"] and one["share"] is not None]
    return [[{"kind": one["kind"], "share": one["share"], "shown": few(one["share"])} for one in kinds]]


def stacks(rows: list[tuple[str, dict[str, float]]]) -> Drawn:
    return [
        [{"row": name, "part": part, "number": value} for name, parts in rows for part, value in parts.items() if value]
    ]


def category_units(found: Found) -> Drawn:
    ordered = sorted(found["disagreement"]["categories"], key=lambda one: -one["disorder"])[:MOST_PEOPLE]
    names = dict(zip(SPAN_PARTS[:4], SPAN_COUNTS[:4], strict=True))
    return stacks([(one["category"], {part: one[name] for part, name in names.items()}) for one in ordered])


def span_annotators(found: Found) -> Drawn:
    ordered = sorted(found["annotators"], key=lambda one: -one["disorder"])[:MOST_PEOPLE]
    names = dict(zip(SPAN_PARTS, SPAN_COUNTS, strict=True))
    return stacks([(one["annotator"], {part: one[name] for part, name in names.items()}) for one in ordered])


def relation_annotators(found: Found) -> Drawn:
    return stacks(relation_shares(found)[:MOST_PEOPLE])


def stretches(found: Found, what: str) -> Drawn:
    listed = [one for one in found["disagreement"][f"by_{what}"] if one["both"] is not None]
    kinds = {"both": "drawn by the other too", "agreeing": "with the same label"}
    labelled = any(one["both"] != one["agreeing"] for one in listed)
    return [
        [
            {"stretch": stretch_name(one), "share": one[name], "what": said, "links": one["times"]}
            for name, said in kinds.items()
            for one in listed
            if labelled or name == "both"
        ]
    ]


def answered(found: Found) -> Drawn:
    rows: list[Row] = []
    for one in [one for one in found["items"] if one["answers"]][:MOST_ITEMS]:
        start, total = 0, one["answers"]
        parts = [*one["counts"].items()]
        rest = total - sum(times for _, times in parts)
        for answer, times in [*parts, *([("others", rest)] if rest else [])]:
            ends = {"low": start / total, "high": (start + times) / total}
            rows.append({"item": one["item"], "answer": answer, "times": times, **ends})
            start += times
    return [rows]


def answering(found: Found) -> Drawn:
    known = sorted((one for one in found["annotators"] if one["shared"] is not None), key=lambda one: one["shared"])
    return [dots([(one["annotator"], one["shared"], None, None, few(one["shared"])) for one in known[:MOST_PEOPLE]])]


def forest(found: Found) -> Drawn:
    listed = [one for one in found["difficulty"]["correlations"] if one["undefined"] is None]
    outcomes = list(dict.fromkeys(one["outcome"] for one in listed))
    most = max(8, MOST_PEOPLE // len(outcomes))
    rows: list[tuple[str, float, float | None, float | None, Cell]] = []
    for outcome in outcomes:
        mine = sorted((one for one in listed if one["outcome"] == outcome), key=lambda one: -abs(one["rho"]))[:most]
        rows += [(one["feature"], one["rho"], one["low"], one["high"], _correlation(one)) for one in mine]
    return [dots(rows)]


def _correlation(one: Row) -> Cell:
    return Number(one["rho"], 2)


def residuals(found: Found, outcome: str, named: list[list[str]]) -> Drawn:
    """All dots, the lines at ±2, and the items that are named, on whichever side."""
    hard = found["difficulty"]
    dots_ = next(one["items"] for one in hard["drawn_residuals"] if one["outcome"] == outcome)
    far = {one["item"]: one for one in hard["outliers"] if one["outcome"] == outcome}
    return [
        dots_,
        [{"at": -2}, {"at": 2}],
        *(
            [
                {"expected": far[item]["predicted"], "residual": far[item]["studentised_residual"], "name": name}
                for name in names
                for item in [name.partition(" · ")[0]]
            ]
            for names in named
        ),
    ]


def _cut(name: str) -> str:
    return name if len(name) < 20 else f"{name[:18]}…"


def atlas(found: Found) -> Drawn:
    """Every data set a dot, some of them by name, the middle half, and the value."""
    place = found["atlas"]
    rows = sorted(place["corpora"], key=lambda one: (one["value"], one["name"]))
    values = [one["value"] for one in rows]
    low, high = min(0.0, *values, place["value"]), max(1.0, *values, place["value"])
    below = sum(value <= place["value"] for value in values)
    chosen = {0, len(rows) - 1} | {at for at in (below - 1, below) if 0 <= at < len(rows)}
    for step in range(1, 8):
        if len(chosen) < 8:
            chosen.add(round(step * (len(rows) - 1) / 7))
    named = [rows[at] for at in sorted(chosen, reverse=True)]
    texts = [{"value": one["value"], "shown": f"{_cut(one['name'])}  {_two_digits(one['value'])}"} for one in named]
    first, last = floor(10 * low) / 10, ceil(10 * high) / 10
    far = [one for one in texts if one["value"] > first + 0.7 * (last - first)]
    near = [one for one in texts if one not in far]
    own: list[Row] = [{"value": place["value"], "shown": f"yours {_two_digits(place['value'])}"}]
    band: list[Row] = [{"low": place["middle_half"][0], "high": place["middle_half"][1]}]
    dots_drawn: list[Row] = [{"name": one["name"], "value": one["value"]} for one in rows]
    return [dots_drawn, band, texts, *([near, far] if near and far else []), own]


def _two_digits(value: float) -> str:
    text = f"{abs(value):.2f}"
    text = text[1:] if text[0] == "0" else text
    return f"−{text}" if value < 0 and text != ".00" else text
