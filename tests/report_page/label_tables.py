"""The tables of a report on labels, made again from its JSON alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from report_page.shown_cells import Between, Count, Expected, Number, Text, Words, few, share

MOST_PEOPLE = 40
LONGEST_TEXT, LONGEST_LIST = 600, 200
Found = dict[str, Any]
Made = tuple[list[str], list[list[Expected]]]


def results(listed: list[dict[str, Any]]) -> Made:
    """Coefficients of any shape, or of each category."""
    parts = any("of" in one for one in listed)
    level = next((one["confidence"] for one in listed if one["confidence"] is not None), None)
    ends = [] if level is None else [f"{level:.0%} low", f"{level:.0%} high"]
    key = "observed_agreement"  # of the κ of relations
    seen = ["observed"] if any(key in one["components"] for one in listed) else []
    rows: list[list[Expected]] = []
    for one in listed:
        row: list[Expected] = [Words(), *([one.get("of") or ""] if parts else []), Number(one["value"])]
        row += [Number(one["low"]), Number(one["high"])] if ends else []
        row += [Number(one["components"].get(key))] if seen else []
        undefined = f", undefined: {one['undefined']}" if one["undefined"] else ""
        row.append(one["measure"] + undefined)
        rows.append(row)
    return ["measure", *(["of"] if parts else []), "value", *ends, *seen, "name"], rows


def promise(found: Found) -> Made:
    changes = {name: value for name, value in found["promise"]["per_category"].items() if value is not None}
    ordered = sorted(changes.items(), key=lambda one: -one[1])
    return ["category", "would change"], [[name, share(value)] for name, value in ordered]


def plan(found: Found) -> Made:
    marked = (found["promise"].get("marked") or {}).get("whole") is not None
    what = "of what is marked, two differ on" if marked else "two references differ on"
    header = ["annotators per item", what, "interval"]
    return header, [
        [Count(one["k"]), share(one["value"]), Between(one["low"], one["high"])]
        for one in found["promise"]["forecasts"]
    ]


def scales(found: Found) -> Made:
    header = ["measure", "scale", "proposed for", "likeliest band", "probability", "reached with 95 %"]
    names = ("scale", "proposed_for", "likeliest")
    return header, [
        [Words(), *(one[name] for name in names), Number(one["likeliest_probability"], 2), one["reached"] or "–"]
        for one in found["scales"]
    ]


def cross(found: Found) -> Made:
    table = found["table"]
    rows = [*zip(table["categories"], table["values"], table["row_totals"], strict=True)]
    rows.append(("total", table["column_totals"], table["total"]))
    header = [f"{table['rows']} \\ {table['columns']}", *table["categories"], "total"]
    return header, [[name, *(Number(one, 1) for one in (*values, total))] for name, values, total in rows]


def views(found: Found) -> Made:
    columns = [found["results"], *(one["results"] for one in found["views"])]
    header = ["measure", "as read", *(one["view"] for one in found["views"])]
    return header, [[Words(), *(Number(one["value"]) for one in row)] for row in zip(*columns, strict=True)]


def similarity(found: Found) -> Made:
    table = found["similarity"]
    rows = zip(table["categories"], table["probability"], strict=True)
    return ["", *table["categories"]], [[name, *map(share, values)] for name, values in rows]


def merges(found: Found) -> Made:
    return ["merged", "confused", "α before", "α after"], [
        [
            f"{one['one']} + {one['other']}",
            share(one["similarity"]),
            Number(one["before"]["value"]),
            Number(one["after"]["value"]),
        ]
        for one in found["merges"]
    ]


def annotators(found: Found) -> Made:
    """Those who agree least with the vote come first; of numbers, those whose leaving out brings most."""
    vote, left = (found["annotators"][name] for name in ("agreement_with_vote", "leave_one_out"))
    voted = found["data"]["level"] not in ("interval", "ratio", "circular")
    place = {name: number for number, name in enumerate(left["annotators"])}
    columns = ("without", "difference", "low", "high")

    def key(row: int) -> float:
        if voted:
            return 2.0 if vote["agreement"][row] is None else vote["agreement"][row]
        at = place.get(vote["annotators"][row])
        gain = None if at is None else left["difference"][at]
        return float("inf") if gain is None else -gain

    rows: list[list[Expected]] = []
    for row in sorted(range(len(vote["annotators"])), key=key)[:MOST_PEOPLE]:
        cells: list[Expected] = [vote["annotators"][row], Count(vote["items"][row])]
        cells += [Number(vote["agreement"][row]), Number(vote["kappa"][row])] if voted else []
        if place:
            at = place.get(vote["annotators"][row])
            cells += [Number(None if at is None else left[name][at]) for name in columns]
        rows.append(cells)
    header = ["annotator", "items", *(["with the vote", "κ with the vote"] if voted else [])]
    return [*header, *(["α without", "change", "low", "high"] if place else [])], rows


def pairs(found: Found) -> Made:
    table = found["annotators"]["pairs"]
    names = table["annotators"]
    return ["", *names], [
        [name, *("" if other == one else Number(value) for other, value in enumerate(table["values"][one]))]
        for one, name in enumerate(names)
    ]


def schools(found: Found) -> Made:
    split = found["annotators"]["schools"]
    rows = enumerate(zip(split["groups"], split["within"], strict=True), 1)
    return ["group", "annotators", "agreement within"], [
        [Count(number), ", ".join(group), Number(within)] for number, (group, within) in rows
    ]


def items(found: Found) -> Made:
    top = found["items"]["top"]
    texts = any(one["text"] for one in top)
    rows: list[list[Expected]] = []
    for one in top:
        times = f" (× {one['times']:,})" if one["times"] > 1 else ""
        said = ", ".join(f"{label['annotator']}: {label['label']}" for label in one["labels"])
        row: list[Expected] = [one["item"] + times, Number(one["disagreement"], 2), Text(said, LONGEST_TEXT)]
        rows.append([*row, *([Text(one["text"] or "", LONGEST_TEXT)] if texts else [])])
    return ["item", "disagreement", "labels", *(["text"] if texts else [])], rows


def duplicates(found: Found) -> Made:
    return ["text", "items", "votes"], [
        [
            Text(one["text"], LONGEST_TEXT),
            Text(", ".join(one["items"]), LONGEST_LIST),
            Text(", ".join(one["votes"]), LONGEST_LIST),
        ]
        for one in found["duplicates"]["differing"]
    ]


# ---- the numbers behind figures


def curve_numbers(found: Found) -> Made:
    names = {"fleiss": "Fleiss' κ", "pi": "π", "multi_kappa": "κ", "kappa": "κ", "alpha": "α"}
    curve = found["promise_curve"]
    bounds = ["all items equally hard: the best case", "very unequal items (Dirichlet)"]
    fields = ("kappa", "homogeneous", "dirichlet")
    if curve["reference"] == "median":
        bounds = ["disagreement by steps, equally hard", "disagreement by leaps (Dirichlet)"]
        fields = ("alpha", "steps", "leaps")
    header = [names[curve["measure"]], *bounds]
    at, near, far = fields
    return header, [[Number(one[at], 2), few(one[near]), few(one[far])] for one in curve["points"]]


def histogram_numbers(found: Found) -> Made:
    histogram = found["promise"]["histogram"]
    bins = zip(pairwise(histogram["edges"]), histogram["shares"], strict=True)
    return ["annotators off the reference", "of the items"], [
        [f"{low:.0%} to {high:.0%}", few(of)] for (low, high), of in bins
    ]


def read_as_kappa(found: Found) -> dict[str, Any]:
    known = {one["measure"]: one for one in found["results"] if one["value"] is not None}
    return next(known[name] for name in ("alpha", "multi_kappa", "kappa", "fleiss", "pi") if name in known)


def scale_bands(found: Found) -> list[tuple[str, str, str, float, float, bool]]:
    """Scale, what it was proposed for, band, from, to, and whether the value lies there; from 0 to 1."""
    value = read_as_kappa(found)["value"]
    made = []
    for one in found["scales"]:
        bounds = [max(0.0, -1.0 if band["from"] is None else band["from"]) for band in one["bands"]] + [1.0]
        for (low, high), band in zip(pairwise(bounds), one["bands"], strict=True):
            if high > low:
                holds = low <= value and (value < high or high == 1)
                made.append((one["scale"], one["proposed_for"], band["band"], low, high, holds))
    return made


def scales_numbers(found: Found) -> Made:
    value = read_as_kappa(found)["value"]
    header = ["scale", "proposed for", "band", "from", "to", f"holds {value:.2f}"]
    return header, [
        [scale, proposed, band, Number(low, 3), Number(high, 3), "yes" if holds else ""]
        for scale, proposed, band, low, high, holds in scale_bands(found)
    ]


def similarity_numbers(found: Found) -> Made:
    """Without the categories that nobody used."""
    table = found["similarity"]
    used = [place for place, row in enumerate(table["probability"]) if any(one is not None for one in row)]
    names = [table["categories"][place] for place in used]
    return ["one says \\ another says", *names], [
        [name, *(few(table["probability"][one][other]) for other in used)]
        for name, one in zip(names, used, strict=True)
    ]


def dendrogram_numbers(found: Found) -> Made:
    return ["one group", "other group", "confused"], [
        [" + ".join(one["one"]), " + ".join(one["other"]), few(one["at"])] for one in found["similarity"]["joins"]
    ]


def vote_order(found: Found) -> list[int]:
    agreement = found["annotators"]["agreement_with_vote"]["agreement"]
    known = [row for row, value in enumerate(agreement) if value is not None]
    return sorted(known, key=lambda row: agreement[row])[:MOST_PEOPLE]


def vote_numbers(found: Found) -> Made:
    vote = found["annotators"]["agreement_with_vote"]
    level = f"{vote['confidence']:.0%}"
    return ["annotator", "items", "with the vote", f"{level} low", f"{level} high"], [
        [vote["annotators"][row], Count(vote["items"][row]), *(Number(vote[name][row]) for name in ENDS)]
        for row in vote_order(found)
    ]


ENDS = ("agreement", "low", "high")


def left_out_order(found: Found) -> list[int]:
    """The largest gain first; of many, both ends."""
    difference = found["annotators"]["leave_one_out"]["difference"]
    known = [row for row, value in enumerate(difference) if value is not None]
    ordered = sorted(known, key=lambda row: -difference[row])
    half = MOST_PEOPLE // 2
    return ordered if len(ordered) <= MOST_PEOPLE else ordered[:half] + ordered[-half:]


def left_out_numbers(found: Found) -> Made:
    left = found["annotators"]["leave_one_out"]
    level = f"{left['confidence']:.0%}"
    return ["annotator", "α without", "change", f"{level} low", f"{level} high"], [
        [left["annotators"][row], *(Number(left[name][row]) for name in ("without", "difference", "low", "high"))]
        for row in left_out_order(found)
    ]


def pairs_numbers(found: Found, header: list[str]) -> Made:
    """In whatever order of the annotators, the same in rows and columns."""
    table = found["annotators"]["pairs"]
    place = {name: number for number, name in enumerate(table["annotators"])}
    names = header[1:]
    assert len(set(names)) == len(names) == min(len(place), MOST_PEOPLE)
    return ["", *names], [
        [one, *("" if one == other else Number(table["values"][place[one]][place[other]], 2) for other in names)]
        for one in names
    ]
