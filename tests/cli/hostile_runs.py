"""Every command over hostile corpora, in every format it writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cli.hostile_names import FORGED, names

FORMATS = ("text", "json", "csv", "markdown", "latex")
FEW = ("--replicates", "10")


@dataclass(frozen=True)
class Run:
    """A command line, and what it writes."""

    command: str
    args: tuple[str, ...]
    formats: tuple[str, ...] = FORMATS
    slow: bool = False
    """Seconds in each format: not in the default suite."""
    wrong: bool = False
    """It ends in an error."""

    def lines(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The whole command line for each format."""
        for written in self.formats:
            chosen = () if self.formats == ("text",) or self.formats == ("csv",) else ("--format", written)
            yield written, (self.command, *self.args, *chosen)


def runs(corpora: Mapping[str, Path], attacks: list[str], folder: Path) -> list[Run]:
    """All of them; files go below the folder."""
    at = {name: str(path) for name, path in corpora.items()}
    person, feature = names(attacks, "P"), names(attacks, "F")[0]
    plain = next(name for name in names(attacks, "L") if not any(one in ";+'=" or one.isspace() for one in name))
    by_group = (
        "--people",
        at["people"],
        "--by-group",
        names(attacks[:1], "A")[0].replace(",", "\\,"),
        "--min-group",
        "1",
    )
    return [
        Run("measure", (at["labels"], "--methods", "--scales", *FEW)),
        Run("measure", (at["labels"], "--by", "category", "--no-interval")),
        Run("measure", (at["labels"], "--by", "annotator", "--no-interval")),
        Run("measure", (at["labels"], "--by", "item", "--no-interval")),
        Run("measure", (at["labels"], "--view", f"without {plain}", "--fail-under", "alpha>=0.999", *FEW)),
        Run("measure", (at["labels"], "-m", "alpha", *by_group, *FEW)),
        Run("measure", (at["labels"], "-m", "alpha", "--redact", *by_group, *FEW), ("text", "json")),
        Run("measure", (at["kinds"], "-m", "alpha", *FEW)),
        Run("report", (at["labels"], "--no-grid", "-m", "alpha", *by_group, *FEW), slow=True),
        Run("measure", (at["survey"], "-m", "alpha", "--no-interval")),
        Run("report", (at["survey"], "--no-grid", "-m", "alpha", "--details", *FEW), slow=True),
        Run("reference", (at["survey"],)),
        Run("inspect", (at["survey"],)),
        Run("measure", (at["json lines"], *FEW)),
        Run("measure", (at["spans"], "-m", "f1", "--no-interval")),
        Run("measure", (at["spans"], "-m", "f1", "--by", "item", "--no-interval")),
        Run("measure", (at["relations"], "--by", "annotator", "--no-interval")),
        Run("measure", (at["answers"], "--by", "item", "--no-interval")),
        Run("report", (at["labels"], "--no-grid", "--details", *FEW), slow=True),
        Run("report", (at["spans"], "--no-grid", "--details", *FEW), slow=True),
        Run("report", (at["relations"], "--no-grid", "--details", *FEW), slow=True),
        Run("report", (at["answers"], "--no-grid", "--details", *FEW), slow=True),
        Run("stability", (at["labels"], "--system", at["systems"], *FEW), slow=True),
        Run("stability", (at["labels"], "--against", "all", *FEW), ("text",)),
        Run("stability", (at["labels"], "--by", "item", "--against", "all", *FEW), ("text", "csv", "latex")),
        Run("stability", (at["labels"], "--by", "category", "--against", "all", *FEW), ("text", "csv", "latex")),
        Run("stability", (at["labels"], "--view", f"without {plain}", "-k", "1", *FEW), ("text", "csv", "latex")),
        Run("stability", (at["spans"], "-k", "1", "--by", "category", *FEW), ("text", "csv", "latex")),
        Run("stability", (at["spans"], "-k", "1", *FEW), ("text", "json")),
        Run("stability", (at["relations"], "-k", "1", *FEW), ("text", "markdown")),
        Run("stability", (at["answers"], "-k", "1", "--by", "item", *FEW), ("text", "csv", "latex")),
        Run("stability-curve", (at["labels"], "-k", "2", "--view", f"without {plain}"), (*FORMATS, "svg")),
        Run("plan", (at["labels"], "--target", ".3", "--items", "50"), slow=True, wrong=True),  # too few items
        Run("plan", (at["labels"], "--target", ".5", "--items", "50"), ("text",), wrong=True),
        Run("align", (at["spans"],), (*FORMATS, "svg", "html")),
        Run("align", (at["relations"],), (*FORMATS, "svg", "html", "dot")),
        Run("reference", (at["labels"],)),
        Run("reference", (at["labels"], "--model", "mace")),
        Run("reference", (at["labels"], "--soft", *by_group)),
        Run("reference", (at["spans"],)),
        Run("reference", (at["relations"],)),
        Run("admit", (at["labels"], "--models", person[0], *FEW), (*FORMATS, "html")),
        Run("admit", (at["spans"], "--models", person[0], *FEW), ("text", "json", "html")),
        Run("admit", (at["relations"], "--models", person[0], *FEW), ("text",)),
        Run("admit", (at["answers"], "--models", person[0], *FEW), ("text",)),
        Run("degrade", (at["labels"], "-d", "confuse"), ("csv",)),
        Run("degrade", (at["spans"], "-d", "shift", "--reference", person[0], "--keep-reference"), ("csv",)),
        Run("degrade", ("--list",), ("text",)),
        Run("sweep", (at["labels"], "--magnitudes", "2", "--repeats", "1", "-m", "alpha"), (*FORMATS, "svg", "html")),
        Run(
            "difficulty",
            (at["labels"], "--features", at["features"], "--feature", feature, "--group", "group", *FEW),
            (*FORMATS, "svg", "html"),
        ),
        Run("score", (at["answers"], at["runs"], "--per-item", "-m", "best", *FEW)),
        Run("score", (at["labels"], at["systems"], "-m", "jensen_shannon", "--per-item", *FEW)),
        Run("compare", (at["labels"], at["json lines"], "-m", "alpha", *FEW), (*FORMATS, "svg", "html")),
        Run("compare", (at["spans"], at["spans"], "-m", "f1", *FEW), ("text", "json")),
        Run("compare", (at["relations"], at["relations"], "--no-parts", *FEW), ("text", "markdown")),
        Run("compare", (at["answers"], at["answers"], *FEW), ("text", "latex")),
        Run("measure", (at["labels"], "-m", "alpha", "--log", str(folder / "log.jsonl"), *FEW), ("text",)),
        Run("history", (at["log"],), (*FORMATS, "svg", "html")),
        Run("estimate", (at["kinds"],), (*FORMATS, "svg", "html")),
        Run("atlas", ("--task", "misogyny"), (*FORMATS, "svg", "html")),
        Run("measure", (at["labels"], "-m", "alpha", "--task", attacks[0], *FEW), ("text", "json", "latex")),
        Run("inspect", (at["labels"],)),
        Run("inspect", (at["spans"],)),
        Run("inspect", (at["relations"],)),
        Run("inspect", (at["answers"],)),
        Run("convert", (at["labels"], str(folder / f"made\x1b[2Jjoy\n{FORGED}.csv"), "--force"), ("text",)),
        Run("measures", ()),
        Run("cite", ("alpha",), ("text",)),
        Run("explain", (), ("text",)),
        Run("completion", ("bash",), ("text",)),
        *_wrong(at, folder, attacks),
    ]


def _wrong(at: Mapping[str, str], folder: Path, attacks: list[str]) -> list[Run]:
    """What ends in an error that names what others wrote."""
    bad, nowhere = attacks[0], str(folder / f"no\x1b[2Jjoy\n{FORGED}\u202e.csv")
    text = ("text",)
    listed = [
        *(Run(command, (nowhere,), text) for command in ("measure", "report", "inspect", "plan")),
        Run("convert", (at["labels"], nowhere, "--to", bad), text),
        Run("convert", (at["labels"], f"{nowhere}.{bad}"), text),
        Run("score", (nowhere, nowhere), text),
        Run("measure", (at["labels"], "--label-column", bad), text),
        Run("measure", (at["labels"], "--annotators", bad), text),
        Run("measure", (at["labels"], "--categories", bad), text),
        Run("measure", (at["labels"], "--level", bad), text),
        Run("measure", (at["labels"], "-m", bad), text),
        Run("measure", (at["labels"], "--view", bad), text),
        Run("measure", (at["labels"], "--encoding", bad), text),
        Run("measure", (at["labels"], "--level", "interval"), text),
        Run("measure", (at["labels"], "--level", "ordinal"), text),
        Run("measure", (at["labels"], f"--{bad}"), text),
        Run("align", (at["spans"], "--document", bad), text),
        Run("align", (at["spans"], "-o", nowhere + bad), text),
        Run("degrade", (at["labels"], "-d", bad), text),
        Run("degrade", (at["labels"], "-d", "confuse", "--reference", bad), text),
        Run("difficulty", (at["labels"], "--features", at["features"], "--cluster", bad), text),
        Run("explain", (bad,), text),
        Run("cite", (bad,), text),
        Run("measures", (bad,), text),
        Run(bad, (), text),
    ]
    return [replace(run, wrong=True) for run in listed]
