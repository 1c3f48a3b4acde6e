"""The tables of reports on spans, relations and answers, and those of all shapes, made again from the JSON alone."""

from __future__ import annotations

from typing import Any

from report_page.label_tables import LONGEST_TEXT, Found, Made
from report_page.shown_cells import Count, Expected, Number, Starred, Text, Words, few, probability, share

MOST_EXCHANGES = 20
LONGEST_UNIT = 60  # letters of the text of a unit


def reading(found: Found) -> Made:
    header = ["annotators who", "magnitude", "low", "high"]
    rows: list[list[Expected]] = []
    for one in found["reading_grid"]["readings"]:
        said = one["says"] if one["magnitude"] is not None else Words()
        rows.append([said, *(Number(one[name], 2) for name in ("magnitude", "low", "high"))])
    return header, rows


def panels(found: Found) -> list[dict[str, Any]]:
    """The readings that are drawn, in their order."""
    return [one for one in found["reading_grid"]["readings"] if one["curve"]]


def reading_numbers(found: Found, number: int, header: list[str]) -> Made:
    named = header[1]
    assert named.startswith("mean "), header
    rows: list[list[Expected]] = [
        [share(one["share"], 1 if 0 < one["share"] < 0.0095 else 0), *(Number(one[name]) for name in CURVE)]
        for one in panels(found)[number - 1]["curve"]
    ]
    return ["size of the error", named, "95 % low", "95 % high"], rows


CURVE = ("mean", "low", "high")


def usage(found: Found) -> Made:
    total = found["usage"]["total"]
    rows: list[list[Expected]] = [
        [name, Count(times), share(times / total)] for name, times in list(found["usage"]["times"].items())[:200]
    ]
    return ["category", "times used", "share"], rows


def left_out(found: Found, header: list[str]) -> Made:
    """Each diagnostic in its order: what, where, and what to do stand in its text."""
    rows: list[list[Expected]] = []
    for said in found["diagnostics"][:200]:
        row: list[Expected] = [Words()]
        row += [_PartOf(said) for _ in header[1:]]
        rows.append(row)
    return [name for name in ("code", "what", "where", "what to do") if name in header], rows


class _PartOf:
    def __init__(self, said: str) -> None:
        self.said = said

    def fits(self, cell: str) -> bool:
        return cell in self.said

    def __repr__(self) -> str:
        return self.said


# ---- spans


def families(found: Found) -> Made:
    errors = list(found["families"]["errors"])
    rows: list[list[Expected]] = []
    for one in found["families"]["measures"]:
        costs = ["blind" if error in one["blind_to"] else Number(one["costs"][error][0], 2) for error in errors]
        rows.append([Words(), Words(), Number(one["value"]), *costs])
    return ["measure", "family", "value", *errors], rows


def span_kinds(found: Found) -> Made:
    return ["kind", "pairs", "places", "of the disorder", "what it is"], [
        [one["kind"], Count(one["pairs"]), Count(one["groups"]), share(one["share"]), Words()]
        for one in found["disagreement"]["kinds"]
        if one["pairs"]
    ]


def alignment(found: Found) -> Made:
    """The places of the documents that are drawn; where others annotated the next ones, those of the first."""
    documents = found["alignment"]
    people = documents[0]["annotators"]
    alike = all(one["annotators"] == people for one in documents)
    rows: list[list[Expected]] = []
    for one in documents if alike else documents[:1]:
        for number, place in enumerate(one["places"], 1):
            units = {unit["annotator"]: _unit(unit) for unit in place["units"]}
            first = one["document"] if alike else str(number)
            rows.append([first, *(units.get(name, "–") for name in people), Number(place["disorder"])])
    return ["document" if alike else "", *people, "disorder"], rows


def _unit(unit: dict[str, Any]) -> str:
    bounds = f"{unit['start']:.15g}–{unit['end']:.15g}"
    return bounds if unit["category"] is None else f"{unit['category']} {bounds}"


def category_units(found: Found) -> Made:
    header = ["category", "units", "places agreed", "missed", "spurious", "other bounds", "other category"]
    return [*header, "of the disorder"], [
        [
            one["category"],
            Count(one["units"]),
            f"{one['agreed']:,} of {one['groups']:,}",
            *(Count(one[name]) for name in ("missed", "spurious", "boundary_pairs", "category_pairs")),
            share(one["share"]),
        ]
        for one in found["disagreement"]["categories"]
    ]


SPAN_COUNTS = ("missed", "spurious", "boundary_pairs", "category_pairs", "splits", "merges")


def span_annotators(found: Found) -> Made:
    header = ["annotator", "units", "F1", "missed", "spurious", "other bounds", "other category", "splits", "merges"]
    return [*header, "of the disorder"], [
        [
            one["annotator"],
            Count(one["units"]),
            Number(one["f1"]),
            *(Count(one[name]) for name in SPAN_COUNTS),
            share(one["share"]),
        ]
        for one in found["annotators"]
    ]


def exchanges(found: Found) -> Made:
    disagreement = found["disagreement"]
    spans = "exchanges" in disagreement
    listed = disagreement["exchanges" if spans else "exchanged_labels"][:MOST_EXCHANGES]
    rows: list[list[Expected]] = [
        [
            one["first"],
            one["second"],
            Count(one["pairs"]),
            Count(one["of_pairs"]),
            share(one["pairs"] / one["of_pairs"]),
        ]
        for one in listed
    ]
    return ["one says", "another says", "pairs", "of aligned pairs" if spans else "of pairs", "share"], rows


def discuss(found: Found, header: list[str]) -> Made:
    names = ["document", "from", "to", "category", "found by", "what is open", "text"]
    texts = "text" in header
    return names if texts else names[:-1], [
        [
            one["document"],
            Number(one["start"], 0),
            Number(one["end"], 0),
            one["category"] or "–",
            f"{one['support']} of {one['asked']}: {', '.join(one['annotators'])}",
            "; ".join(one["discuss"]),
            *([Text(one["text"] or "", LONGEST_UNIT)] if texts else []),
        ]
        for one in found["to_discuss"]
    ]


# ---- relations


def relation_kinds(found: Found) -> Made:
    disagreement = found["disagreement"]
    return ["kind", disagreement["of"], "share", "what it is"], [
        [one["kind"], Count(one["times"]), share(one["share"]), Words()]
        for one in disagreement["kinds"]
        if one["times"]
    ]


def stretch_name(one: dict[str, Any]) -> str:
    if one["to"] is None:
        return f"{one['from']} and more"
    return f"{one['from']}" if one["from"] == one["to"] else f"{one['from']} to {one['to']}"


def stretches(found: Found, what: str) -> Made:
    return [what, "links", "drawn by the other too", "with the same label"], [
        [stretch_name(one), Count(one["times"]), share(one["both"]), share(one["agreeing"])]
        for one in found["disagreement"][f"by_{what}"]
    ]


def relation_annotators(found: Found) -> Made:
    disagreement = found["disagreement"]
    kinds = [one["kind"] for one in disagreement["kinds"] if one["times"]]
    links = disagreement["of"] == "links"
    return ["annotator", "documents", "links", "agreement", *kinds, *(["lacking"] if links else [])], [
        [
            one["annotator"],
            Count(one["documents"]),
            Count(one["links"]),
            Number(one["agreement"]),
            *(Count(one["kinds"][kind]) for kind in kinds),
            *([Count(one["lacking"])] if links else []),
        ]
        for one in found["annotators"]
    ]


AGREEING = ("agreeing", "same")


def relation_shares(found: Found) -> list[tuple[str, dict[str, float]]]:
    """Of each annotator the share of every kind of disagreement; who disagrees most comes first."""
    kinds = [one["kind"] for one in found["disagreement"]["kinds"] if one["kind"] not in AGREEING]
    made = [
        (one["annotator"], {kind: one["kinds"][kind] / compared for kind in kinds})
        for one in found["annotators"]
        if (compared := sum(one["kinds"].values()))
    ]
    return sorted(made, key=lambda one: -sum(one[1].values()))


def relation_annotators_numbers(found: Found) -> Made:
    rows = relation_shares(found)
    return ["annotator", *rows[0][1]], [[name, *map(few, shares.values())] for name, shares in rows]


def units(found: Found) -> Made:
    return ["document", "unit", "text", "agreeing", "what annotators say"], [
        [
            one["document"],
            one["unit"],
            "–" if one["text"] is None else Text(one["text"], LONGEST_UNIT),
            share(one["agreeing"]),
            Text("; ".join(f"{who}: {words}" for who, words in one["said"].items())),
        ]
        for one in found["disagreement"]["units_to_discuss"]
    ]


def links(found: Found) -> Made:
    rows: list[list[Expected]] = []
    for one in found["disagreement"]["links_to_discuss"]:
        ends = f"{one['origin']} {'–' if one['both_ways'] else '→'} {one['target']}"
        texts = [one["origin_text"], one["target_text"]]
        drawn = ", ".join(who if label is None else f"{who} ({label})" for who, label in one["drawn"].items())
        cells: list[Expected] = ["–" if text is None else Text(text, LONGEST_UNIT) for text in texts]
        rows.append([one["document"], ends, *cells, drawn, ", ".join(one["not_drawn"])])
    return ["document", "link", "from", "to", "drawn by", "not by"], rows


# ---- answers


def dispersed(found: Found) -> Made:
    texts = any(one["text"] for one in found["items"])
    rows: list[list[Expected]] = []
    for one in found["items"]:
        said = ", ".join(f"{answer} ({times})" if times > 1 else answer for answer, times in one["counts"].items())
        row: list[Expected] = [one["item"], Number(one["entropy"]), Count(one["answers"]), said]
        rows.append([*row, *([Text(one["text"] or "", LONGEST_TEXT)] if texts else [])])
    return ["item", "entropy", "answers", "most frequent", *(["text"] if texts else [])], rows


def answering(found: Found) -> Made:
    return ["annotator", "asked", "answers", "shared with another"], [
        [one["annotator"], Count(one["items"]), Count(one["answers"]), share(one["shared"], 0)]
        for one in found["annotators"]
    ]


# ---- what makes items hard


def difficulty(found: Found, header: list[str]) -> Made:
    """Which of its tables it is, is told by a column."""
    hard = found["difficulty"]
    told = {"ρ": correlations, "F": interactions, "R²": models, "VIF": terms, "df": mixed, "than expected": outliers}
    last = predictions if header[0] == "item" else groups
    made = next((make for name, make in told.items() if name in header), last)
    return made(hard)


def correlations(hard: Found) -> Made:
    clustered, level = hard["cluster"] is not None, hard["confidence"]
    outcomes = [one["name"] for one in hard["outcomes"]]
    listed = sorted(
        hard["correlations"],
        key=lambda one: (outcomes.index(one["outcome"]), 1.0 if one["rho"] is None else -abs(one["rho"])),
    )
    ends = [] if level is None else [f"{level:.0%} low", f"{level:.0%} high"]
    header = ["outcome", "feature", "n", "ρ", *ends, "p", "Holm", "BH"]
    header += ["p clustered", "Holm clustered", "BH clustered"] if clustered else []
    tests = ("p", "holm", "bh", *(("p_clustered", "holm_clustered", "bh_clustered") if clustered else ()))
    rows: list[list[Expected]] = []
    for one in listed:
        row: list[Expected] = [one["outcome"], one["feature"], Count(one["items"])]
        row += [Number(one[name], 2) for name in ("rho", *(("low", "high") if ends else ()))]
        rows.append([*row, *(probability(one[name]) for name in tests), _remark(one)])
    return [*header, ""], rows


def _remark(one: dict[str, Any]) -> str:
    if one["undefined"] is not None:
        return f"undefined: {one['undefined']}"
    said = ["survives"] if one["survives"] else []
    return "; ".join([*said, *(["constant within clusters"] if one["constant_within_clusters"] else [])])


def groups(hard: Found) -> Made:
    names = list(dict.fromkeys(one["group"] for one in hard["by_group"]))
    known = {(one["outcome"], one["feature"], one["group"]): one for one in hard["by_group"]}
    pairs = list(dict.fromkeys((one["outcome"], one["feature"]) for one in hard["by_group"]))
    return ["outcome", "feature", *names], [
        [*pair, *(Starred(known[*pair, name]["rho"]) for name in names)] for pair in pairs
    ]


def interactions(hard: Found) -> Made:
    return ["outcome", "feature", "F", "df 1", "df 2", "p", "Holm", "BH"], [
        [
            one["outcome"],
            one["feature"],
            Number(one["statistic"]),
            *(Number(part, 1) for part in one["degrees"]),
            *(probability(one[name]) for name in ("p", "holm", "bh")),
        ]
        for one in hard["interactions"]
    ]


def models(hard: Found) -> Made:
    names = ("r2", "adjusted_r2", "cross_validated_r2")
    return ["outcome", "n", "R²", "adjusted", "cross-validated", ""], [
        [one["outcome"], str(one["items"]), *(Number(one[name]) for name in names), one["undefined"] or ""]
        for one in hard["regressions"]
    ]


def terms(hard: Found) -> Made:
    rows: list[list[Expected]] = []
    for model in hard["regressions"]:
        worth = {one["feature"]: one for one in model["importance"]}
        for term in model["terms"]:
            own = worth[term["feature"]]
            values = [Number(term[name]) for name in ("coefficient", "error", "standardised")]
            last = [probability(term["p"]), Number(own["share"]), Number(own["inflation"], 2)]
            rows.append([model["outcome"], term["name"], *values, *last])
    header = ["outcome", "term", "coefficient", "s.e.", "standardised", "p", "share of R² (LMG)", "VIF"]
    return header, rows


def mixed(hard: Found) -> Made:
    rows: list[list[Expected]] = []
    for model in hard["mixed_models"]:
        if model["undefined"] is not None and not model["terms"]:
            rows.append([model["outcome"], f"undefined: {model['undefined']}", *[""] * 5])
        for term in model["terms"]:
            values = [Number(term[name]) for name in ("coefficient", "error", "standardised")]
            rows.append([model["outcome"], term["name"], *values, Number(term["degrees"], 0), probability(term["p"])])
        if model["terms"]:
            between = f"between {hard['cluster']}s: {model['intraclass_correlation']:.0%} of the rest"
            rows.append([model["outcome"], between, *[""] * 5])
    return ["outcome", "term", "coefficient", "s.e.", "standardised", "df", "p"], rows


def outliers(hard: Found) -> Made:
    return ["outcome", "item", "than expected", "observed", "expected", "residual", "text"], [
        [
            one["outcome"],
            one["item"],
            "harder" if one["harder"] else "easier",
            Number(one["observed"]),
            Number(one["predicted"]),
            Number(one["studentised_residual"], 2),
            Text(one["text"] or "", 90),
        ]
        for one in hard["outliers"]
    ]


def predictions(hard: Found) -> Made:
    return ["item", "expected", "low", "high", ""], [
        [one["item"], *(Number(one[name]) for name in ("expected", "low", "high")), one["undefined"] or ""]
        for one in hard["predictions"]
    ]


def residual_numbers(found: Found, outcome: str) -> Made:
    return ["item", "expected", "found", "residual"], [
        [
            one["item"],
            Number(one["predicted"]),
            Number(one["observed"]),
            Number(one["studentised_residual"], 2),
        ]
        for one in found["difficulty"]["outliers"]
        if one["outcome"] == outcome
    ]


def public_corpora(found: Found) -> Made:
    """The public data sets that the value is compared with."""
    place = found["atlas"]
    rows: list[list[Expected]] = [
        [
            one["name"],
            one["task"],
            one["annotators_kind"],
            "" if one["categories"] is None else Count(one["categories"]),
            share(one["prevalence"]),
            *(Number(one[name]) for name in ("value", "low", "high")),
            one["repository"],
        ]
        for one in place["corpora"]
    ]
    symbol = place["sentence"].split(" of ")[0]
    first = ["data set", "task", "by", "categories", "most frequent category"]
    return [*first, symbol, "95% low", "95% high", "repository"], rows


def public_places(found: Found) -> Made:
    """Every value that is placed among public data sets."""
    rows: list[list[Expected]] = [
        [
            one["sentence"].split(" of ")[0],
            Number(one["value"]),
            share(one["higher_than"]),
            *map(Number, one["middle_half"]),
            Count(one["data_sets"]),
            Count(one["repositories"]),
            one["compared_with"],
        ]
        for one in found["atlas_values"]
        if one["placed"]
    ]
    numbers = ["value", "higher than", "middle half from", "to", "data sets", "repositories"]
    return ["value of", *numbers, "public data sets"], rows
