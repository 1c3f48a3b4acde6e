"""Every file of public labels needs no option: how many items, annotators and labels there are is known."""

from pathlib import Path

import pytest

import accord

KNOWN = {
    "convabuse/ConvAbuseEMNLPfull.csv": (4185, 8, 12768),
    "crowd/CF.csv": (300, 461, 1720),
    "crowd/CF_amt.csv": (300, 110, 6030),
    "crowd/MS.csv": (700, 44, 2945),
    "crowd/SP_amt.csv": (500, 143, 10000),
    "dawid_skene1979/anaesthetists.csv": (45, 5, 315),
    "lewidi2023/ArMIS_dev.json": (141, 3, 423),
    "lewidi2023/HS-Brexit_dev.json": (168, 6, 1008),
    "lewidi2023/MD-Agreement_dev.json": (1104, 534, 5520),
    "snow2008/anger.standardized.tsv": (100, 38, 1000),
    "snow2008/disgust.standardized.tsv": (100, 38, 1000),
    "snow2008/fear.standardized.tsv": (100, 38, 1000),
    "snow2008/joy.standardized.tsv": (100, 38, 1000),
    "snow2008/rte.standardized.tsv": (800, 164, 8000),
    "snow2008/sadness.standardized.tsv": (100, 38, 1000),
    "snow2008/surprise.standardized.tsv": (100, 38, 1000),
    "snow2008/temp.standardized.tsv": (462, 76, 4620),
    "snow2008/valence.standardized.tsv": (100, 38, 1000),
    "snow2008/wordsim.standardized.tsv": (30, 10, 300),
    "snow2008/wsd.standardized.tsv": (177, 34, 1770),
    "spectral_em/bluebird_crowd.txt": (108, 39, 4212),
    "spectral_em/dog_crowd.txt": (807, 109, 8070),
    "spectral_em/rte_crowd.txt": (800, 164, 8000),
    "spectral_em/web_crowd.txt": (2665, 177, 15567),
}
"""The numbers that their authors publish, or that a count of the file gives."""


def files(folder: Path) -> list[str]:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "LICENSE")
    return [path.relative_to(folder).as_posix() for path in found]


@pytest.mark.parametrize("name", KNOWN)
def test_read_without_an_option(name: str, shared_data: Path) -> None:
    data = accord.read(shared_data / "labels" / name)
    assert isinstance(data, accord.Labels)
    assert (data.n_items, data.n_annotators, data.n_labels + data.n_repeated) == KNOWN[name]


def test_no_file_is_left_out_and_a_reference_alone_is_refused(shared_data: Path) -> None:
    others = set(files(shared_data / "labels")) - set(KNOWN)
    assert {name for name in others if not name.endswith("_truth.txt")} == set()
    for name in sorted(others):
        with pytest.raises(accord.DataError, match="a reference") as refused:
            accord.read(shared_data / "labels" / name)
        assert refused.value.code == "ACC217"
