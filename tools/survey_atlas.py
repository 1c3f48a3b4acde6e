"""Write src/accord/atlas/corpora.csv: what accord measures on public data sets, one row for each.

The folder holds the raw ratings, which do not belong to the project, and their index; into the table go numbers and
references. A data set that cannot be measured has a row with the reason. Without names all are computed, `--rows` keeps
what is done so that an interrupted run of the same code goes on, and the bytes depend neither on the order nor on the
number of jobs.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import hashlib
import json
import math
import resource
import shutil
import sys
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

import accord
from accord.atlas.atlas_value import AtlasValue
from accord.atlas.public_corpora import TABLE, PublicCorpus, parsed_table, table_text
from accord.comparison.kinds_apart import kinds_apart
from accord.diagnosis.labels.left_out import leave_one_out
from accord.diagnosis.labels.schools import schools
from accord.evaluation import Options
from accord.evaluation.overview import corpus_overview, overview
from accord.measures.spans.short_documents import remarks_on_documents
from accord.results import parse_expression

DESTINATION = Path(accord.__file__).parent / "atlas" / TABLE
FEW_CATEGORIES = 30  # beyond these, categories are values of a scale, and labels are hardly ever the same
MOST_OF_A_REFERENCE = 20  # categories; a vote among more is rarely a reference
Annotations = accord.Answers | accord.Labels | accord.Relations | accord.Spans
GROUPS = (1, 3, 5)
OF_LABELS = ("alpha",)
OF_CATEGORIES = ("observed_agreement", "ac1", "fleiss")
OF_SPANS = ("f1", "u_alpha", "gamma")
OF_ANSWERS = ("entropy", "pa", "alpha")
OF_RELATIONS = ("gbm", "mar_link", "uas", "las", "alpha_heads", "relation_label_kappa", "link_kappa")
MOST_TO_ALIGN = 20  # annotators of a document whose γ is computed: they are aligned all at once
SEPARATOR = "|"
DAMAGED = "ACC016"
CONTAINED = {
    "alttest_cebab_aspects": "cebab_food",
    "alttest_cebab_stars": "cebab_stars",
    "alttest_wax_relations": "wax_all_workers",
    "semdax_supersenses_tokens": "semdax_supersenses",
}
"""Data sets that another one contains, by what the index says."""
CAUTIONS = {
    "chaosnli_snli_original5": "items were selected for disagreement",
    "chaosnli_mnli_m_original5": "items were selected for disagreement",
    "labelerrors_": "categories are relative to the item",
    "noisebench_": "the annotators are whole layers of labels",
}
NO_ROOM = "ACC520"
SHORT = {
    NO_ROOM: "the lengths of documents are not known, so that γ is left out",
    "ACC521": "one unit or none in most documents: γ does not see whether there is one",
}


def surveyed(row: Mapping[str, str], folder: Path) -> PublicCorpus:
    """The row of one data set of the index."""
    known = _described(row)
    try:
        return {"labels": _labels, "spans": _spans, "relations": _relations, "answers": _answers}[row["shape"]](
            known, folder / row["shape"] / row["name"]
        )
    except accord.DataError as error:
        if error.code == DAMAGED:  # also where reading took too long, as on a machine that was stopped
            raise
        return replace(known, reason=f"{error.message} [{error.code}]")


def _described(row: Mapping[str, str]) -> PublicCorpus:
    name = row["name"]
    contained = CONTAINED.get(name.removesuffix("_with_models"), "")
    if name.startswith("multipico_irony_"):
        contained = "multipico_irony"
    elif "_with_models" in name and not contained:
        contained = name.removesuffix("_with_models")
    elif name.endswith("_human_and_models"):
        contained = name.removesuffix("_and_models")
    elif name.endswith(("_and_expert", "_with_expert")):
        contained = name.removesuffix("_and_expert").removesuffix("_with_expert")
    told = [text for start, text in CAUTIONS.items() if name.startswith(start)]
    if row["annotators"].startswith("anonymous"):
        told.append("annotators are anonymous")
    return PublicCorpus(
        name=name,
        shape=row["shape"],
        task=row["task"],
        domain=row["domain"],
        language=row["language"].replace("-", "") and row["language"],
        annotators_kind="+".join(one for one in row["annotators_kind"].split("+") if one != "models"),
        level=row["level"],
        repository=row["repository"],
        license=row["license"].split(" (")[0],
        citation=row["citation"],
        published=row["published_value"],
        caution="; ".join(told),
        same_as=contained,
    )


def _anonymous(known: PublicCorpus) -> bool:
    return "anonymous" in known.caution


def _labels(known: PublicCorpus, path: Path) -> PublicCorpus:
    options = {"level": known.level, **({"set_separator": SEPARATOR} if known.level == "sets" else {})}
    file = path.with_suffix(".parquet")
    labels = accord.read(file, kind="labels", **options)
    plain = pl.read_parquet(file).filter(pl.col("annotator").is_in(list(labels.annotators or ())))
    few = len(labels.categories) <= FEW_CATEGORIES and known.level in ("nominal", "ordinal")
    wanted = [*OF_LABELS, *(OF_CATEGORIES if few else ())]
    ordered = known.level in ("ordinal", "interval")
    if ordered and not _anonymous(known):
        wanted.append("icc")
    disagreement = _item_disagreement(plain)
    counted = plain["label"].value_counts()["count"]
    values = _values(labels, wanted)
    return replace(
        known,
        items=plain["item"].n_unique(),
        annotators=None if _anonymous(known) else plain["annotator"].n_unique(),
        labels_per_item=len(plain) / plain["item"].n_unique(),
        categories=len(counted),
        prevalence=float(counted.max() / counted.sum()),  # type: ignore[operator]
        unanimous=float((disagreement == 0).mean()),
        spread=float(disagreement.std()),
        digests=_digests(file, labels),
        values=values,
        stability=_stability(plain, labels, options) if few or known.level == "ordinal" else {},
        **({} if _anonymous(known) else _of_annotators(labels)),
        **_of_models(file, "labels", options, "alpha"),
    )


def _digests(file: Path, *read: Annotations) -> tuple[str, ...]:
    """Of the data as they were read, and as the file is read with nothing told: then who was asked may differ."""
    readings = list(read)
    with contextlib.suppress(accord.DataError):
        readings.append(accord.read(file))
    facts = [overview(one) if isinstance(one, accord.Labels) else corpus_overview(one) for one in readings]
    return tuple(dict.fromkeys(one.sha256[:16] for one in facts))


def _values(data: object, measures: Iterable[str]) -> dict[str, AtlasValue]:
    """Those that are defined."""
    found = {}
    for name in measures:
        try:
            result = accord.measure(data, name)
        except accord.DataError:
            continue
        if result.defined:
            found[name] = AtlasValue(result.value, result.low, result.high)
    return found


def _item_disagreement(plain: pl.DataFrame) -> np.ndarray:
    """Of each item with two labels or more, the share of pairs of labels that differ."""
    counts = plain.group_by("item", "label").len().with_columns(pl.col("len").cast(pl.Float64))
    items = counts.group_by("item").agg(n=pl.col("len").sum(), same=(pl.col("len") * (pl.col("len") - 1)).sum())
    several = items.filter(pl.col("n") > 1).sort("item")
    return 1 - (several["same"] / (several["n"] * (several["n"] - 1))).to_numpy()


def _stability(plain: pl.DataFrame, labels: accord.Labels, options: Mapping[str, str]) -> dict[int, AtlasValue]:
    """τ_k, on items with more than k labels: where there are but k, k annotators are all of them."""
    if len(labels.categories) > MOST_OF_A_REFERENCE or labels.level == "sets":
        return {}
    found = {}
    for k in GROUPS:
        enough = plain.filter(pl.len().over("item") > k).sort("item", "annotator")
        if enough["item"].n_unique() < 2:
            continue
        try:
            share = accord.stability(accord.labels(enough, level=labels.level), k, groups=None)
        except accord.DataError:
            continue
        if not math.isnan(float(share)):
            found[k] = AtlasValue(float(share), share.low, share.high)
    return found


def _of_annotators(labels: accord.Labels) -> dict[str, object]:
    split = schools(labels)
    left_out = leave_one_out(labels)
    return {
        "schools": split.found if split.groups else None,
        "outlying": len(left_out.pulled_down()) if left_out.annotators else None,
    }


def _of_models(file: Path, kind: str, options: Mapping[str, object], measure: str) -> dict[str, object]:
    """How far models are from people, where there are any."""
    everybody = accord.read(file, kind=kind, only=["*"], **options)
    apart = kinds_apart(everybody, parse_expression(measure), Options())
    if apart is None:
        return {}
    pairs = {one.of: AtlasValue(one.value, one.low, one.high) for one in apart.agreement if not math.isnan(one.value)}
    return {
        "models": len(apart.models),
        "people_with_models": next((one for of, one in pairs.items() if len(of) > 1), None),
        "models_with_models": pairs.get(("models",)),
    }


def _spans(known: PublicCorpus, path: Path) -> PublicCorpus:
    asked = path.with_name(f"{path.name}.asked.parquet")
    lengths = path.with_name(f"{path.name}.lengths.parquet")
    file = path.with_suffix(".parquet")
    people = pl.read_parquet(asked)
    length = dict(pl.read_parquet(lengths).iter_rows()) if lengths.exists() else None
    frame = pl.read_parquet(file)
    units: dict[str, list[tuple[object, ...]]] = {document: [] for document in people["document"].unique().sort()}
    for document, *unit in frame.select("document", "annotator", "start", "end", "category").iter_rows():
        units[document].append(tuple(unit))
    spans = accord.spans(units, asked=list(people.iter_rows()), length=length)
    if any(spans.roles.get(name) == "model" for name in spans.annotators):  # who are measured where people are too few
        with_models = _of_models(file, "spans", {"asked": str(asked)}, "f1")
        return replace(known, **with_models, reason="one person beside models: there is nobody to agree with")
    people = people.filter(pl.col("annotator").is_in(list(spans.annotators)))
    used = frame.filter(pl.col("annotator").is_in(list(spans.annotators)))["category"].value_counts()["count"]
    together = int(people.group_by("document").len()["len"].max())  # type: ignore[arg-type]
    unseen = _unseen_by_gamma(spans)
    wanted = [name for name in OF_SPANS if name != "gamma" or (together <= MOST_TO_ALIGN and NO_ROOM not in unseen)]
    both = accord.read(file, kind="spans", asked=str(asked))
    return replace(
        known,
        caution="; ".join([*filter(None, [known.caution]), *unseen.values()]),
        items=people["document"].n_unique(),
        annotators=None if _anonymous(known) else len(spans.annotators),
        labels_per_item=len(people) / people["document"].n_unique(),
        categories=len(used),
        prevalence=float(used.max() / used.sum()),  # type: ignore[operator]
        digests=_digests(file, spans, both),
        values=_values(spans, wanted),
        **_of_models(file, "spans", {"asked": str(asked)}, "f1"),
    )


def _unseen_by_gamma(spans: accord.Spans) -> dict[str, str]:
    """What γ does not see in short documents, by the code of the remark."""
    return {one.code: SHORT[one.code] for one in remarks_on_documents(spans)}


def _relations(known: PublicCorpus, path: Path) -> PublicCorpus:
    file = path.with_suffix(".parquet")
    relations = accord.read(file, kind="relations")
    frame = pl.read_parquet(file)
    used = frame["label"].value_counts()["count"]
    return replace(
        known,
        items=relations.n_documents,
        annotators=len(relations.annotators),
        labels_per_item=float(relations.assigned.sum() / relations.n_documents),
        categories=len(used),
        prevalence=float(used.max() / used.sum()),  # type: ignore[operator]
        digests=_digests(file, relations),
        values=_values(relations, OF_RELATIONS),
    )


def _answers(known: PublicCorpus, path: Path) -> PublicCorpus:
    file = path.with_suffix(".parquet")
    answers = accord.read(file, kind="answers")
    return replace(
        known,
        items=answers.n_items,
        annotators=None if _anonymous(known) else answers.n_annotators,
        labels_per_item=len(answers) / answers.n_items,
        categories=len(answers.vocabulary),
        digests=_digests(file, answers),
        values=_values(answers, OF_ANSWERS),
        **_of_models(file, "answers", {}, "alpha"),
    )


def index_of(folder: Path, names: Sequence[str] = ()) -> list[dict[str, str]]:
    """The rows of the index, in order of names."""
    with (folder / "index.csv").open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: row["name"])
    known = {row["name"] for row in rows}
    for name in names:
        if name not in known:
            raise SystemExit(f"there is no '{name}' in {folder / 'index.csv'}")
    return [row for row in rows if not names or row["name"] in names]


def kept_by(rows: Path | None) -> Path | None:
    """Where rows are kept for this code: those of other code are not taken for its own."""
    if rows is None:
        return None
    read = hashlib.sha256()
    for folder in (Path(accord.__file__).parent, Path(__file__).parent):
        for file in sorted(folder.rglob("*.py")):
            read.update(file.read_bytes())
    return rows / read.hexdigest()[:16]


def _kept(row: Mapping[str, str], folder: Path, rows: Path | None) -> dict[str, str]:
    """The cells of a data set: those that were kept, or computed now."""
    place = None if rows is None else rows / f"{row['name']}.json"
    if place is not None and place.exists():
        return dict(json.loads(place.read_text(encoding="utf-8")))
    started = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        corpus = surveyed(row, folder)
    print(
        f"{row['name']}: {corpus.reason or 'done'} ({time.process_time() - started:.1f} s)", file=sys.stderr, flush=True
    )
    cells = corpus.as_row()
    if place is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(cells, ensure_ascii=False, indent=1), encoding="utf-8")
    return cells


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder with index.csv and the ratings")
    parser.add_argument("names", nargs="*", help="data sets to compute; the other rows of the table stay as they are")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--rows", type=Path, help="a folder that keeps each row until all are computed")
    parser.add_argument("-o", "--output", type=Path, default=DESTINATION)
    given = parser.parse_args(arguments)
    from joblib import Parallel, delayed

    from accord.atlas.public_corpora import corpus_of_row

    wanted = index_of(given.folder, given.names)
    rows = kept_by(given.rows)
    computed = Parallel(n_jobs=given.jobs)(delayed(_kept)(row, given.folder, rows) for row in wanted)
    corpora = {row["name"]: corpus_of_row(row) for row in computed}
    if given.names and given.output.exists():
        before = {one.name: one for one in parsed_table(given.output.read_text(encoding="utf-8"))}
        corpora = before | corpora
    text = table_text(corpora.values())
    given.output.write_text(text, encoding="utf-8")
    if rows is not None:
        shutil.rmtree(rows, ignore_errors=True)
    measured = sum(not one.reason for one in corpora.values())
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    used = time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    print(
        f"{given.output.name}: {len(corpora)} data sets, {measured} measured, {len(text.encode()) / 1000:.0f} KB, "
        f"{used:.0f} s of processor time, {peak:.0f} MB at most"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
