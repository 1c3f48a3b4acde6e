"""The real samples of tiers, trees and standoff files, damaged: annotations or one line of error, in bounded time."""

import random
import shutil
from pathlib import Path

import pytest

from formats.test_export_fuzz import assert_told, damaged
from shared_files import ABSENT, DATA

READERS = {
    "glozz": "formats/glozz/**/*.aa",
    "webanno": "formats/inception-tsv3/**/*.tsv",
    "textgrid": "formats/textgrid/*.TextGrid",
    "elan": "formats/elan/*.eaf",
    "conllu": "formats/conllu/*.conllu",
    "rsd": "relations/gcdt/data/rsd/double/*.rsd",
    "rs3": "relations/rstmulti/data/1/maz-*.rs3",
    "tiara": "formats/tiara/*.tsv",
}
OPTIONS = [{}, {}, {"kind": "spans"}, {"kind": "relations"}, {"kind": "labels"}, {"annotator_from": "tier"}]
SAMPLES = [(reader, path) for reader, pattern in READERS.items() for path in sorted(DATA.glob(pattern))]
needs_samples = pytest.mark.skipif(not SAMPLES, reason=ABSENT)


def damage(number: int, chance: random.Random, folder: Path) -> None:
    """One damaged sample through the reader of its tool, with the text beside it as it is."""
    for _ in range(number):
        reader, sample = chance.choice(SAMPLES)
        target = folder / "a" / sample.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(damaged(sample.read_bytes(), chance))
        beside = sample.with_suffix(".ac")
        if reader == "glozz" and beside.is_file():
            shutil.copyfile(beside, target.with_suffix(".ac"))
        assert_told(target, {"reader": reader, **chance.choice(OPTIONS)}, chance)
        target.unlink()


@needs_samples
def test_every_reader_has_samples() -> None:
    assert {reader for reader, _ in SAMPLES} == set(READERS)


@needs_samples
@pytest.mark.parametrize("seed", range(2))
def test_damaged_samples(seed: int, tmp_path: Path) -> None:
    damage(60, random.Random(seed), tmp_path)


@needs_samples
@pytest.mark.deep
@pytest.mark.parametrize("seed", range(40))
def test_five_hundred_damaged_samples(seed: int, tmp_path: Path) -> None:
    """2·10⁴ files in all."""
    damage(500, random.Random(1000 + seed), tmp_path)
