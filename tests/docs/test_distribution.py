"""What is handed on: the licences of everything in it, and a source package that can be built and tested."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENDOR = "accord/report_page/vendor"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the source package and of the wheel that is built from it, unpacked, as pip would."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run([*build, "-t", "sdist"], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    unpacked = next(path for path in folder.iterdir() if path.is_dir())
    subprocess.run([*build, "-t", "wheel"], cwd=unpacked, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def unpacked(built: Path) -> Path:
    return next(path for path in built.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob("*.whl")))


def metadata(wheel: zipfile.ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_the_licences_of_all_parts_are_told_and_enclosed(wheel: zipfile.ZipFile) -> None:
    scripts = json.loads(wheel.read(f"{VENDOR}/versions.json"))
    told = metadata(wheel)
    licences = {one for script in scripts for one in (script["licence"], *script.get("contains", ()))}
    assert told["License-Expression"].split(" AND ") == ["MIT", *sorted(licences - {"MIT"})]
    files = told.get_all("License-File") or []
    named = {one[key] for one in scripts for key in ("licence_file", "contains_file") if key in one}
    assert sorted(files) == ["LICENSE", *sorted(f"src/{VENDOR}/{one}" for one in named)]
    enclosed = wheel.namelist()
    for file in files:
        assert any(name.endswith(f".dist-info/licenses/{file}") for name in enclosed), file
    assert sorted(name for name in enclosed if name.endswith(".min.js")) == sorted(
        f"{VENDOR}/{o['file']}" for o in scripts
    )


def test_the_licences_of_what_the_scripts_contain(wheel: zipfile.ZipFile) -> None:
    """Names that the minified scripts hold, the packages they come from, and whom their licences name."""
    scripts = "".join(wheel.read(f"{VENDOR}/{name}.min.js").decode() for name in ("vega", "vega-embed"))
    texts = wheel.read(f"{VENDOR}/LICENSE.bundled").decode()
    for found, package, holder in (
        ("naturalEarth1", "d3-geo", "Mike Bostock"),
        ("category10", "d3-scale-chromatic", "Cynthia Brewer"),
        ("topojson", "topojson-client", "Michael Bostock"),
        ("delaunay", "delaunator", "Vladimir Agafonkin"),
        ("Unexpected token", "esprima", "Ariya Hidayat"),
        ("wordcloud", "d3-cloud", "Copyright (c) 2013, Jason Davies"),
        ("loess", "science", "Copyright (c) 2011, Jason Davies"),
        ("includePrerelease", "semver", "Isaac Z. Schlueter"),
        ("JsonPatchError", "fast-json-patch", "Joachim Wester"),
    ):
        assert found in scripts, found
        assert package in texts, package
        assert holder in texts, holder
    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in texts


def test_the_source_package_can_be_tested(unpacked: Path) -> None:
    """All that `make test` reads is there: the Makefile and its locks, the tests and what they look at."""
    for name in (
        "Makefile",
        "LICENSE",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "pyproject.toml",
    ):
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes(), name
    for folder in ("src", "tests", "docs", "benchmarks", "requirements"):
        kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py")}
        assert {path.relative_to(unpacked).as_posix() for path in (unpacked / folder).rglob("*.py")} == kept
    for lock in (ROOT / "requirements").iterdir():
        assert (unpacked / "requirements" / lock.name).exists(), lock.name


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_the_makefile_of_the_source_package_knows_its_targets(unpacked: Path) -> None:
    said = subprocess.run(["make", "--dry-run", "test", "test-lowest"], cwd=unpacked, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert "requirements/lowest.lock" in said.stdout
