"""Published numbers, to their last digit: Fort et al. 2012, and every entry of the gold file that a measure covers.

The most important tables stand here as literals and always run; the gold file is read where the shared folder is.
"""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import Any

import pytest

import accord
from accord import Expression, Labels
from accord.evaluation import measure_by_category
from accord.measures.labels.kernels import standard_errors
from many_cases import many_cases
from shared_files import ABSENT, GOLD


def value(data: Labels, expression: str | Expression) -> float:
    result = accord.measure(data, expression, confidence=None)
    assert result.undefined is None, result.undefined
    return result.value


def component(data: Labels, expression: str, name: str) -> float:
    return accord.measure(data, expression, confidence=None).components[name]


# ---- Fort, François, Galibert & Ghribi (2012), Analyzing the impact of prevalence on the evaluation of a
# ---- manual annotation campaign, LREC. Table 1: rows A2, columns A1.

FORT_2012 = accord.contingency(
    [[71, 13, 23], [8, 69, 15], [7, 8, 18840]],
    categories=["Former", "New", "Nothing"],
    annotators=("A2", "A1"),
    nothing="Nothing",
)
TABLE_2 = [[0, 0.5, 1], [0.5, 0, 1], [1, 1, 0]]
UNIT_6, UNIT_7 = 1e-6, 1e-7
CASES = {
    "case 1, all tokens": FORT_2012,
    "case 2, gene names": FORT_2012.universe(1165),
    "case 3, without Nothing": FORT_2012.without("Nothing"),
    "case 4, Former and New merged": FORT_2012.merged({"Gene": ["Former", "New"]}),
}


@pytest.mark.parametrize(
    ("expression", "expected", "unit"),
    [
        ("observed_agreement", 0.9961163, UNIT_7),
        ("s", 0.9941745, UNIT_7),
        ("pi", 0.801199, UNIT_6),
        ("fleiss", 0.801199, UNIT_6),
        ("kappa", 0.8012059, UNIT_7),
        ("multi_kappa", 0.8012059, UNIT_7),
        ("f_measure", 0.746667, UNIT_6),
        ("f_measure_half", 0.802667, UNIT_6),
        ("ser", 0.338667, UNIT_6),
        ("ser(substitution=1)", 0.394667, UNIT_6),
        ("finn(codes=['Nothing', 'Former', 'New'])", 0.9943713, UNIT_7),
        ("finn(codes=['Former', 'New', 'Nothing'])", 0.9935447, UNIT_7),
        (str(Expression("alpha", distance=TABLE_2)), 0.829200, UNIT_6),
        (str(Expression("kappa", weights=TABLE_2)), 0.829202, UNIT_6),
    ],
)
def test_fort_2012_table_1(expression: str, expected: float, unit: float) -> None:
    assert value(FORT_2012, expression) == pytest.approx(expected, abs=unit, rel=0)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("s", 1 / 3), ("pi", 0.9804644), ("kappa", 0.9804637)],
    ids=["A_e of S", "A_e of π", "A_e of κ"],
)
def test_fort_2012_expected_agreements(expression: str, expected: float) -> None:
    assert component(FORT_2012, expression, "expected") == pytest.approx(expected, abs=UNIT_7, rel=0)
    assert component(FORT_2012, expression, "observed") == pytest.approx(0.9961163, abs=UNIT_7, rel=0)


@pytest.mark.parametrize(
    ("case", "expression", "expected"),
    [
        ("case 2, gene names", "s", 0.904721),
        ("case 2, gene names", "pi", 0.775568),
        ("case 2, gene names", "kappa", 0.775710),
        ("case 2, gene names", "f_measure", 0.746667),
        ("case 2, gene names", "ser", 0.338667),
        ("case 3, without Nothing", "s", 0.739130),
        ("case 3, without Nothing", "pi", 0.739090),
        ("case 3, without Nothing", "kappa", 0.739342),
        ("case 3, without Nothing", "f_measure", 0.869565),
        ("case 4, Former and New merged", "s", 0.994437),
        ("case 4, Former and New merged", "pi", 0.857262),
        ("case 4, Former and New merged", "kappa", 0.857267),
        ("case 4, Former and New merged", "f_measure", 0.858667),
    ],
)
def test_fort_2012_rebuilt_tables(case: str, expression: str, expected: float) -> None:
    assert value(CASES[case], expression) == pytest.approx(expected, abs=UNIT_6, rel=0)


@pytest.mark.parametrize(
    ("case", "observed", "r", "codes"),
    [
        ("case 1, all tokens", 0.99611, 0.99437, ["Nothing", "Former", "New"]),
        ("case 2, gene names", 0.93648, None, []),
        ("case 3, without Nothing", 0.86956, 0.73913, ["Former", "New"]),
        ("case 4, Former and New merged", 0.99722, 0.99444, ["Nothing", "Gene"]),
    ],
)
def test_fort_2012_table_6_prints(case: str, observed: float, r: float | None, codes: list[str]) -> None:
    """The paper truncates in places: one unit of its last printed digit."""
    assert value(CASES[case], "observed_agreement") == pytest.approx(observed, abs=1e-5, rel=0)
    if r is not None:
        assert value(CASES[case], Expression("finn", codes=codes)) == pytest.approx(r, abs=1e-5, rel=0)


def test_fort_2012_views_keep_the_right_items() -> None:
    assert CASES["case 2, gene names"].n_items == 1165
    assert CASES["case 3, without Nothing"].n_items == 161
    assert CASES["case 3, without Nothing"].nothing is None
    assert CASES["case 4, Former and New merged"].n_items == 19054
    assert CASES["case 4, Former and New merged"].nothing == "Nothing"


def test_fort_2012_slots_oriented_and_symmetric() -> None:
    """86 + 90 slots of A1, 107 + 92 of A2, and a cost of 63.5: the symmetric SER is the harmonic mean."""
    one, two = (accord.measure(FORT_2012, f"ser(reference='{who}')", confidence=None) for who in ("A1", "A2"))
    assert dict(one.components) == {"correct": 140, "substitutions": 21, "deletions": 15, "insertions": 38}
    assert dict(two.components) == {"correct": 140, "substitutions": 21, "deletions": 38, "insertions": 15}
    assert one.value == pytest.approx(63.5 / 176, rel=1e-15)
    assert two.value == pytest.approx(63.5 / 199, rel=1e-15)
    assert value(FORT_2012, "ser") == pytest.approx(2 / (1 / one.value + 1 / two.value), rel=1e-15)


def test_fort_2012_f_measure_is_the_weighted_harmonic_mean_of_precision_and_recall() -> None:
    """F weighs deletions by 2/(1 + a) and insertions by 2a/(1 + a) (section 3.4)."""
    for a in (0.5, 1, 2):
        expected = 280 / (280 + 42 + 2 / (1 + a) * 15 + 2 * a / (1 + a) * 38)
        assert value(FORT_2012, f"f_measure(alpha={a}, reference='A1')") == pytest.approx(expected, rel=1e-15)


def test_fort_2012_alpha_and_pi_differ_by_the_correction_for_small_samples() -> None:
    """The paper's footnote 6, "α = π", is the limit."""
    pi, number = value(FORT_2012, "pi"), 19054
    assert value(FORT_2012, "alpha") == pytest.approx(1 - (1 - pi) * (1 - 1 / (2 * number)), rel=1e-14)
    assert value(FORT_2012, "alpha") != pi


# ---- other published tables, always run

FOUR_CODERS: list[list[int | None]] = [
    [1, 1, None, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [None, 5, 5, 5],
    [None, None, 1, 1],
]
KRIPPENDORFF_2011 = accord.labels([*FOUR_CODERS, [None, 3, None, None]])
GWET_2014 = accord.labels([*FOUR_CODERS, [None, None, 3, None]])
ARTSTEIN_POESIO_2008 = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])
COHEN_1960 = accord.contingency([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
COHEN_1968_WEIGHTS = [[0, 1, 3], [1, 0, 6], [3, 6, 0]]
FLEISS_1971 = accord.counts(
    [
        [int(digit) for digit in f"{item:05}"]  # how many of six psychiatrists chose each of five diagnoses
        for item in (
            *(60, 3003, 1401, 6, 3030, 20400, 402, 20310, 20040, 6, 10050, 11040, 3300, 10050, 2031),
            *(501, 30012, 51000, 2040, 10203, 6, 1050, 2013, 20040, 10041, 5010, 40002, 2040, 10500, 6),
        )
    ]
)
LITERALS: dict[str, tuple[Labels, str | Expression, float]] = {
    "Krippendorff 2011, section C: nominal .743": (
        KRIPPENDORFF_2011,
        "alpha(level='nominal')",
        0.743421052631579,
    ),
    "Krippendorff 2011, section D: ordinal .815": (KRIPPENDORFF_2011, "alpha(level='ordinal')", 0.8153875037548813),
    "Krippendorff 2011, section D: interval .849": (KRIPPENDORFF_2011, "alpha(level='interval')", 0.8491071428571428),
    "Krippendorff 2011, section D: ratio .797": (KRIPPENDORFF_2011, "alpha(level='ratio')", 0.7974027747116121),
    "Artstein & Poesio 2008, p. 558: A_o .7": (ARTSTEIN_POESIO_2008, "observed_agreement", 0.7),
    "Artstein & Poesio 2008, p. 558: S .4": (ARTSTEIN_POESIO_2008, "s", 0.4),
    "Artstein & Poesio 2008, p. 558: π .341": (ARTSTEIN_POESIO_2008, "pi", 0.34065934065934067),
    "Artstein & Poesio 2008, p. 558: κ .348": (ARTSTEIN_POESIO_2008, "kappa", 0.34782608695652173),
    "Artstein & Poesio 2008, p. 558: annotator bias": (ARTSTEIN_POESIO_2008, "annotator_bias", 0.005),
    "Cohen 1960, p. 45: κ .492": (COHEN_1960, "kappa", 0.49152542372881347),
    "Cohen 1968, table 1: κ_w .348": (COHEN_1960, Expression("kappa", weights=COHEN_1968_WEIGHTS), 8 / 23),
    "Fleiss 1971, p. 379: κ .430": (FLEISS_1971, "fleiss", 0.43024452006014074),
    "Sim & Wright 2005, table 1: PABAK .69": (accord.contingency([[22, 2], [4, 11]]), "pabak", 27 / 39),
    "Sim & Wright 2005, table 1: PI .28": (accord.contingency([[22, 2], [4, 11]]), "prevalence_index", 11 / 39),
    "Sim & Wright 2005, table 1: BI .05": (accord.contingency([[22, 2], [4, 11]]), "bias_index", 2 / 39),
    "Gwet 2014 (irrCAC README): Conger's κ, missing labels, .76282": (GWET_2014, "multi_kappa", 0.762817441303),
    "Gwet 2014 (irrCAC README): Fleiss' κ, missing labels, .76117": (GWET_2014, "fleiss", 0.761169275422),
    "Gwet 2014 (irrCAC README): Brennan & Prediger, missing labels, .77273": (GWET_2014, "s", 0.772727272727),
    "Gwet 2014 (irrCAC README): α, missing labels, .74342": (GWET_2014, "alpha(level='nominal')", 0.743421052631579),
}


@pytest.mark.parametrize("source", LITERALS)
def test_published(source: str) -> None:
    data, expression, expected = LITERALS[source]
    assert value(data, expression) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("category", "expected"),
    [("1", 0.24475524475524477), ("2", 0.24475524475524477), ("3", 0.52), ("4", 0.4711272727272727), ("5", 0.5661178)],
)
def test_fleiss_1971_by_category(category: str, expected: float) -> None:
    found = {result.of: result.value for result in measure_by_category(FLEISS_1971, "fleiss", confidence=None)}
    assert found[category] == pytest.approx(expected, rel=1e-7)


# ---- the gold file, entry by entry

Entry = dict[str, Any]
WEIGHTS = ("linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
PLAIN = {
    "Po": "observed_agreement",
    "pa2": "observed_agreement",
    "S": "s",
    "bp": "brennan_prediger",
    "randolph": "randolph",
    "gwet": "ac1",
    "gwet_ac1": "ac1",
    "gwet_ac2_quadratic": "ac2",
    "light_kappa": "light",
    "kappa_max": "kappa_max",
    "bangdiwala_B": "bangdiwala",
    "kendall_Wt": "kendall_w",
    "kendall_W_uncorrected": "kendall_w(ties=False)",
    "finn_twoway": "finn(levels=6, model='twoway')",
    **{f"ICC{form}": f"icc(form='{form}')" for form in ("1", "2", "3", "1k", "2k", "3k")},
    "scott_pi": "pi",
    "scott": "pi",
    "cohen_kappa": "kappa",
    "cohen": "kappa",
    "fleiss": "fleiss",
    "conger": "multi_kappa",
    "conger_exact": "multi_kappa",
    "multi_kappa": "multi_kappa",
    "kripp_alpha_nominal": "alpha(level='nominal')",
    "krippendorff": "alpha(level='nominal')",
    "alpha_nominal": "alpha(level='nominal')",
    "alpha_ordinal": "alpha(level='ordinal')",
    "alpha_interval": "alpha(level='interval')",
    "alpha_ratio": "alpha(level='ratio')",
    "alpha_masi_dkpro": "alpha(distance='masi_dkpro')",
    "alpha_masi_passonneau2006": "alpha(distance='masi_passonneau')",
    "alpha_jaccard": "alpha(distance='jaccard')",
    "pabak": "pabak",
    "prevalence_index": "prevalence_index",
    "bias_index": "bias_index",
    "finn_oneway": "finn(levels=6)",
    **{f"cohen__{name}": f"kappa(weights='{name}')" for name in WEIGHTS},
    **{f"fleiss__{name}": f"fleiss(weights='{name}')" for name in WEIGHTS},
    **{f"conger__{name}": f"multi_kappa(weights='{name}')" for name in WEIGHTS},
    **{f"krippendorff__{name}": f"alpha(distance='{name}')" for name in WEIGHTS},
    **{f"gwet__{name}": f"ac2(weights='{name}')" for name in WEIGHTS},
    **{f"bp__{name}": f"brennan_prediger(weights='{name}')" for name in WEIGHTS},
}
EXPECTED_AGREEMENTS = {"Ae_pi": "pi", "Ae_kappa": "kappa"}
BY_CATEGORY = re.compile(r"(alpha_nominal|fleiss)_category_(\d+)")
# R irr's anxiety data, raters 2 and 3, who never use level 5: numbers keep their distances whether it is declared or
# not; R and scikit-learn count the places of the levels that are used, as we do for words.
PLACES = {1: "one", 2: "two", 3: "three", 4: "four", 6: "six"}
TWO_OF_THREE: dict[str, tuple[str, dict[int, str]]] = {
    "kappa_r2r3": ("kappa", {}),
    "kappa_r2r3_linear_observed_levels": ("kappa(weights='linear')", PLACES),
    "kappa_r2r3_linear_sklearn_default": ("kappa(weights='linear')", PLACES),
    "kappa_r2r3_linear_all6_levels": ("kappa(weights='linear')", {}),
}
FAMILIES = ("cohen", "gwet", "bp", "krippendorff", "fleiss", "conger")
STANDARD_ERRORS: dict[str, tuple[str, str]] = {
    "cohen_kappa_ase": ("kappa", "sampling"),
    "cohen_kappa_ase_H0": ("kappa", "zero"),
    "se_H0": ("fleiss", "zero"),
    "fleiss_se_gwet": ("fleiss", "sampling"),
    **{f"{name}_se": (PLAIN[name], "sampling") for name in (*FAMILIES, "scott", "pa2", "bangdiwala_B")},
    **{f"{name}__{w}_se": (PLAIN[f"{name}__{w}"], "sampling") for name in FAMILIES for w in WEIGHTS},
}
OTHER_FORMULAS = {
    # irrCAC for Python, with missing labels; R 1.4 prints .14548, and so do we (test_standard_errors.py)
    *(("irrCAC_raw4raters", f"krippendorff{w}_se", "verified") for w in ("", *(f"__{name}" for name in WEIGHTS))),
    # irrCAC for R, from counts per item; from the same ratings both R and Python give what we give
    ("irrCAC_distrib6raters", "krippendorff_se", "published"),
}
"""Standard errors of α that come from another formula; test_standard_errors.py names it and gives the same digits."""
LATER = {
    # Dawid & Skene's estimates
    *("marginals", "confusion_observer1", "map_class", "em_iterations"),
}


def _entries() -> list[Entry]:
    path = GOLD / "labels.json"
    if not path.is_file():
        return []
    entries: list[Entry] = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)["entries"]
    return entries


def _numbers(entry: Entry) -> dict[str, dict[str, Decimal]]:
    """Key → what is published and what is verified for it."""
    found: dict[str, dict[str, Decimal]] = {}
    for key, number in entry["published"].items():
        found.setdefault(key, {})["published"] = number
    for key, record in entry["verified"].items():
        found.setdefault(key, {})["verified"] = record["value"] if isinstance(record, dict) else record
    return found


def _covered(key: str) -> bool:
    known = (PLAIN, EXPECTED_AGREEMENTS, TWO_OF_THREE, STANDARD_ERRORS, {"weighted_kappa", "weighted_kappa_ase", "z"})
    return any(key in names for names in known) or BY_CATEGORY.fullmatch(key) is not None


def _sources(entry: Entry, key: str) -> dict[str, Decimal]:
    """The numbers for a key that come from the formula we use."""
    numbers = _numbers(entry)[key].items()
    return {source: number for source, number in numbers if (entry["id"], key, source) not in OTHER_FORMULAS}


def _params() -> list[Any]:
    entries = [pytest.param(entry, id=entry["id"]) for entry in _entries() if _keys(entry)]
    return entries or [pytest.param({}, id="gold/labels.json", marks=pytest.mark.skip(reason=ABSENT))]


def _keys(entry: Entry) -> list[str]:
    """What a measure covers and somebody computed by the formula we use."""
    return [key for key in _numbers(entry) if _covered(key) and _sources(entry, key)]


def _plain_numbers(x: Any) -> Any:
    return [_plain_numbers(inner) for inner in x] if isinstance(x, list) else float(x) if isinstance(x, Decimal) else x


def _data(given: dict[str, Any]) -> Labels:
    if "table" in given:
        return accord.contingency(given["table"], categories=given.get("categories"))
    if "value_counts" in given:
        return accord.counts(given["value_counts"], categories=given.get("categories"))
    return accord.labels(_plain_numbers(given["units"]))


def _standard_error(data: Labels, expression: str | Expression, kind: str) -> float:
    """For two annotators who labelled everything, that of the table (n, not n − 1), as the tables' sources print it."""
    errors = accord.measure(data, expression, confidence=None).standard_errors
    found = {error.formula: error.value for error in errors if error.kind == kind}
    tables = [found[name] for name in (standard_errors.LARGE_SAMPLE, standard_errors.TWO_LABELS) if name in found]
    return tables[0] if tables else found[standard_errors.LINEARISED if kind == "sampling" else next(iter(found))]


def _computed(entry: Entry, key: str) -> float:
    given = entry["input"]
    if key in PLAIN:
        return value(_data(given), PLAIN[key])
    if key in EXPECTED_AGREEMENTS:
        return component(_data(given), EXPECTED_AGREEMENTS[key], "expected")
    if key == "weighted_kappa":
        return value(_data(given), Expression("kappa", weights=given["disagreement_weights"]))
    if key in STANDARD_ERRORS:
        expression, kind = STANDARD_ERRORS[key]
        return _standard_error(_data(given), expression, kind)
    if key == "weighted_kappa_ase":
        return _standard_error(_data(given), Expression("kappa", weights=given["disagreement_weights"]), "sampling")
    if key == "z":
        return accord.zero_test(_data(given), "fleiss").z
    if key in TWO_OF_THREE:
        expression, names = TWO_OF_THREE[key]
        rows = [[names[label] if names else label for label in row[1:]] for row in given["units"]]
        return value(accord.labels(rows, categories=list(names.values()) if names else None), expression)
    named = BY_CATEGORY.fullmatch(key)
    assert named is not None
    results = measure_by_category(_data(given), PLAIN[named[1]], confidence=None)
    return {result.of: result.value for result in results}[named[2]]


@pytest.mark.parametrize("entry", _params())
def test_gold_file(entry: Entry) -> None:
    with many_cases() as case:
        for key in _keys(entry):
            with case(key):
                _check_against_the_gold_file(entry, key)


def _check_against_the_gold_file(entry: Entry, key: str) -> None:
    numbers = _sources(entry, key)
    found = _computed(entry, key)
    if "verified" in numbers:
        assert found == pytest.approx(float(numbers["verified"]), rel=1e-9, abs=1e-12)
    if "published" in numbers:
        printed = numbers["published"]
        told = entry["published_tolerance"]
        half = 0.5 * 10.0 ** int(printed.as_tuple().exponent)
        unit = float(told) if isinstance(told, Decimal) else half
        assert found == pytest.approx(float(printed), abs=unit * (1 + 1e-9), rel=0)


@pytest.mark.skipif(not _entries(), reason=ABSENT)
def test_nothing_in_the_gold_file_is_passed_over() -> None:
    keys = {key for entry in _entries() for key in _numbers(entry)}
    assert not {key for key in keys if not _covered(key)} - LATER, "neither covered nor put off"
    assert not LATER - keys, "put off, and not in the file"
    assert not {key for key in LATER if _covered(key)}, "put off and covered"


@pytest.mark.skipif(not _entries(), reason=ABSENT)
def test_the_literals_are_those_of_the_gold_file() -> None:
    """So that a slip in a literal is seen where the file is at hand."""
    units = {entry["id"]: entry["input"] for entry in _entries()}
    assert units["krippendorff2011_D_4x12"]["units"] == [*FOUR_CODERS, [None, 3, None, None]]
    assert units["irrCAC_raw4raters"]["units"] == [*FOUR_CODERS, [None, None, 3, None]]
    assert units["cohen1968_weighted"]["disagreement_weights"] == COHEN_1968_WEIGHTS
    sixes = accord.labels(units["fleiss1971_6x30"]["units"])
    assert value(sixes, "fleiss") == value(FLEISS_1971, "fleiss")


def test_standard_scale_of_weights_cancels() -> None:
    """nltk scales only the expected part (0.574 → −2.83 on the same data); here a scale changes nothing."""
    scaled = [[9 * w for w in row] for row in COHEN_1968_WEIGHTS]
    for name in ("kappa(weights={})", "multi_kappa(weights={})", "fleiss(weights={})", "alpha(distance={})"):
        one, other = (value(COHEN_1960, name.format(weights)) for weights in (COHEN_1968_WEIGHTS, scaled))
        assert math.isclose(one, other, rel_tol=1e-14)
