"""What a file supports: the commands for it, filled in, and the settings file that describes it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.annotations import Annotations, Labels
from accord.annotations.campaign import Campaign
from accord.annotations.project import Project
from accord.formats.readers import label_studio
from accord.results.foreign_text import visible
from accord.results.output_files import write_text
from accord.results.wording import many

MOST_NAMED = 6


@dataclass(frozen=True)
class Supported:
    """How many fields, people and models there are, and what can be asked of them."""

    fields: int
    people: int
    models: tuple[str, ...]
    commands: tuple[str, ...]

    @classmethod
    def of(cls, campaign: Campaign, paths: Sequence[str]) -> Supported:
        roles = [campaign.roles.get(name, "person") for name in campaign.annotators]
        models = tuple(name for name, role in zip(campaign.annotators, roles, strict=True) if role == "model")
        people = roles.count("person")
        return cls(len(campaign.layers), people, models, tuple(_commands(campaign, paths, models, people)))

    @property
    def sentence(self) -> str:
        parts = [many(self.fields, "question"), many(self.people, "person", "people")]
        parts += [many(len(self.models), "model")] if self.models else []
        return ", ".join(parts)

    def text(self) -> str:
        """As the end of what `inspect` shows."""
        return "\n".join([f"{self.sentence}:", *(f"  {visible(command)}" for command in self.commands)])

    def as_json(self) -> dict[str, object]:
        return {"fields": self.fields, "people": self.people, "models": list(self.models), "commands": [*self.commands]}


def _commands(campaign: Campaign, paths: Sequence[str], models: tuple[str, ...], people: int) -> list[str]:
    shared = len({pair[0] for pair in campaign.assigned}) < len(campaign.assigned)
    files = " ".join(shlex.quote(path) for path in paths)
    commands = [f"accord report {files} -o report.html"]
    if people < 2 and not models:
        return commands
    if len(campaign.layers) > 1:
        commands.append(f"accord measure {files} --field {shlex.quote(campaign.layers[0].name)}")
    if models and people >= 2:
        listed = ",".join(name.replace(",", "\\,") for name in models[:MOST_NAMED])
        commands.append(f"accord admit {files} --models {shlex.quote(listed)}")
    kinds = {layer.kind for layer in campaign.layers}
    if shared and kinds - {"answers"}:
        export = len(paths) == 1 and Path(paths[0]).is_file() and label_studio.sniff(Path(paths[0])) > 0
        commands.append(
            f"accord reference {files} -o reference.json --to label-studio"
            if export
            else f"accord reference {files} -o reference.csv --discuss discuss.csv"
        )
    if shared and "labels" in kinds:
        commands.append(f"accord plan {files} --target .05")
    return [*commands, f"accord inspect {files} --write-config"]


# ---- the settings beside the data


def settings_path(paths: Sequence[str], *, force: bool) -> Path:
    """Where the settings of these data stand; a DataError if they are there already and are not to be overwritten."""
    from accord.cli.named_files import refuse_existing
    from accord.formats.settings_file import NAME

    first = Path(paths[0])
    path = (first if first.is_dir() else first.parent) / NAME
    refuse_existing(path, force=force)
    return path


def write_settings(path: Path, project: Project, reading: dict[str, Any]) -> None:
    """Write how the project was read."""
    from accord.formats.settings_file import settings_text

    of_fields = {name: _of_field(data) for name, data in project.items()}
    write_text(path, settings_text(_of_all(project, reading), of_fields))


def _of_all(project: Project, reading: dict[str, Any]) -> Mapping[str, object]:
    """What was told, and which columns are questions."""
    told = {
        name: reading[name]
        for name in ("item_column", "annotator_column", "time_column", "document_key", "models", "curator")
        if reading.get(name)
    }
    if project.whole is None and len(project) > 1:
        told["label_columns"] = [*project, *project.unanswered]
    return told


def _of_field(data: Annotations) -> Mapping[str, object]:
    """The level of labels, their categories where they have an order, and the category for nothing."""
    if not isinstance(data, Labels):
        return {}
    settings: dict[str, object] = {"level": data.level}
    if data.level == "ordinal":
        settings["categories"] = list(data.categories.texts)
    if data.nothing is not None:
        settings["nothing"] = data.nothing
    return settings
