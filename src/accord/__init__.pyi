"""The public interface of accord, written by tools/write_stub.py: change the source, then run `make stub`."""

from collections.abc import Iterable as Iterable
from collections.abc import Sequence as Sequence
from typing import Literal as Literal
from typing import Unpack as Unpack
from typing import overload as overload

from accord.alignment import Alignment as Alignment
from accord.alignment import align as align
from accord.annotations import Answers as Answers
from accord.annotations import Labels as Labels
from accord.annotations import Relations as Relations
from accord.annotations import Spans as Spans
from accord.annotations import answers as answers
from accord.annotations import contingency as contingency
from accord.annotations import coreference as coreference
from accord.annotations import counts as counts
from accord.annotations import labels as labels
from accord.annotations import redacted as redacted
from accord.annotations import relations as relations
from accord.annotations import spans as spans
from accord.annotations import view as view
from accord.consensus import Reference as Reference
from accord.consensus import consensus_units as consensus_units
from accord.consensus import reference as reference
from accord.degradations import degrade as degrade
from accord.degradations import fictitious_groups as fictitious_groups
from accord.degradations import simulated_annotators as simulated_annotators
from accord.diagnosis import findings as findings
from accord.diagnosis import read_report as read_report
from accord.diagnosis import span_findings as span_findings
from accord.evaluation import difference as difference
from accord.evaluation import difference_between as difference_between
from accord.evaluation import sample_size as sample_size
from accord.evaluation import zero_test as zero_test
from accord.formats import read as read
from accord.formats import read_campaign as read_campaign
from accord.formats import write as write
from accord.formats.given_data import Given as Given
from accord.formats.given_data import Vector as Vector
from accord.formats.options import ReadingOptions as ReadingOptions
from accord.item_difficulty import difficulty as difficulty
from accord.measures import About as About
from accord.measures import about as about
from accord.measures import catalogue as catalogue
from accord.renderings.findings_text import summary as summary
from accord.report_page import report as report
from accord.reproducibility import Stability as Stability
from accord.reproducibility import evaluate_systems as evaluate_systems
from accord.reproducibility import expected_variation as expected_variation
from accord.reproducibility import forecast as forecast
from accord.reproducibility import plan as plan
from accord.reproducibility import promise as promise
from accord.reproducibility import promise_curve as promise_curve
from accord.reproducibility import smallest_k as smallest_k
from accord.reproducibility import smallest_kappa as smallest_kappa
from accord.reproducibility import stability as stability
from accord.results import DataError as DataError
from accord.results import Expression as Expression
from accord.results import GuessWarning as GuessWarning
from accord.results import Result as Result
from accord.results import Results as Results
from accord.results import UsageError as UsageError
from accord.scoring import rank_systems as rank_systems
from accord.scoring import score as score
from accord.statistics.seeds import Rng as Rng
from accord.sweeping import reading_grid as reading_grid
from accord.sweeping import sweep as sweep

__version__: str
__all__ = [
    "About",
    "Alignment",
    "Answers",
    "DataError",
    "Expression",
    "GuessWarning",
    "Labels",
    "Reference",
    "Relations",
    "Result",
    "Results",
    "Spans",
    "Stability",
    "UsageError",
    "about",
    "align",
    "answers",
    "catalogue",
    "consensus_units",
    "contingency",
    "coreference",
    "counts",
    "degrade",
    "difference",
    "difference_between",
    "difficulty",
    "evaluate_systems",
    "expected_variation",
    "fictitious_groups",
    "findings",
    "forecast",
    "labels",
    "measure",
    "plan",
    "promise",
    "promise_curve",
    "rank_systems",
    "read",
    "read_campaign",
    "read_report",
    "reading_grid",
    "redacted",
    "reference",
    "relations",
    "report",
    "sample_size",
    "score",
    "simulated_annotators",
    "smallest_k",
    "smallest_kappa",
    "span_findings",
    "spans",
    "stability",
    "summary",
    "sweep",
    "view",
    "write",
    "zero_test",
]

@overload
def measure(
    data: Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations] | Given,
    measures: str | Expression,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result: ...
@overload
def measure(
    data: Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations] | Given,
    measures: Sequence[str | Expression] | None = ...,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Results: ...
def ac1(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Gwet's AC1: agreement corrected for items that are hard to label."""

def ac2(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Gwet's AC2: AC1 with weights between categories."""

def alpha(
    data: Labels | Answers | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    level: Literal[None, "nominal", "ordinal", "interval", "ratio", "circular", "sets"] = ...,
    distance: object = ...,
    period: object = ...,
    similarity: Literal["jaccard", "dice", "masi", "masi_nltk"] = ...,
    empty: Literal["same", "leave out"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Krippendorff's α: any number of annotators, any level of measurement, missing labels."""

def alpha_heads(
    data: Relations | Given,
    /,
    *,
    labelled: Literal[False, True] = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Krippendorff's α over heads: any number of annotators."""

def alpha_masi(
    data: Relations | Given,
    /,
    *,
    distance: Literal["masi_passonneau", "masi_nltk", "masi_dkpro", "jaccard"] = ...,
    outside: Literal["alone", "missing"] = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """α with MASI: any number of annotators, entities compared as sets of mentions."""

def alpha_ted(
    data: Relations | Given,
    /,
    *,
    metric: Literal["plain", "diff", "norm"] = ...,
    labelled: Literal[False, True] = ...,
    exact: Literal[None, True, False] = ...,
    precision: float = ...,
    samples: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """α with tree edit distance: any number of annotators."""

def annotator_bias(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Annotator bias: what the annotators' different habits take off the expected agreement."""

def b3(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """B³: F1 of the share of each mention's entity that the other has too."""

def bangdiwala(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Bangdiwala's B: the share of the agreement chart that agreement fills, two annotators."""

def bias_index(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Bias index: how differently annotators use the first of two categories."""

def blanc(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """BLANC: the mean F1 of coreferent and of non-coreferent pairs of mentions."""

def brennan_prediger(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Brennan & Prediger's coefficient: chance spreads evenly over the categories, with weights."""

def ccc(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Concordance: Lin's correlation with the line of equality, for any number of annotators."""

def ceaf_e(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """CEAF-e: F1 of entities matched one to one."""

def ceaf_m(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """CEAF-m: F1 of the mentions in entities matched one to one."""

def component_kappa(
    data: Relations | Given,
    /,
    *,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of components: is a unit in the structure or not."""

def conll(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """CoNLL average: the mean F1 of MUC, B³ and CEAF-e."""

def disagreement(
    data: Answers | Given,
    /,
    *,
    similarity: Literal["jaccard", "dice", "masi", "masi_nltk"] = ...,
    empty: Literal["same", "leave out"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """set-based disagreement: how little two annotators' answers have in common."""

def entropy(
    data: Labels | Answers | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Entropy: how evenly an item's labels spread over the categories (0: all alike)."""

def f1(
    data: Spans | Given,
    /,
    *,
    match: Literal["exact", "overlap", "type", "boundary"] = ...,
    credit: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """F of matched units: the harmonic mean of precision and recall."""

def f_measure(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    nothing: object = ...,
    alpha: int = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """F-measure between annotators: agreement on what was annotated, nothing left out."""

def f_measure_half(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    nothing: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """F′: the F-measure with substitutions half right."""

def finn(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    codes: object = ...,
    levels: object = ...,
    model: Literal["oneway", "twoway"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Finn's R: 1 − observed variance / variance of ratings drawn evenly from the scale."""

def fleiss(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Fleiss' κ: Scott's π for any number of annotators."""

def gamma(
    data: Spans | Given,
    /,
    *,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    matrix: object = ...,
    order: object = ...,
    sampler: Literal["shuffle", "statistical", "pygamma"] = ...,
    precision: float = ...,
    samples: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """γ (Mathet, Widlöcher & Métivier): agreement on units, their places and categories."""

def gamma_cat(
    data: Spans | Given,
    /,
    *,
    empties: Literal["ignore", "count"] = ...,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    matrix: object = ...,
    order: object = ...,
    sampler: Literal["shuffle", "statistical", "pygamma"] = ...,
    precision: float = ...,
    samples: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """γ-cat (Mathet 2017): agreement on the categories of aligned units."""

def gamma_k(
    data: Spans | Given,
    /,
    *,
    category: object = ...,
    empties: Literal["ignore", "count"] = ...,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    matrix: object = ...,
    order: object = ...,
    sampler: Literal["shuffle", "statistical", "pygamma"] = ...,
    precision: float = ...,
    samples: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """γ-k (Mathet 2017): agreement on one category among aligned units."""

def gbm(
    data: Relations | Given,
    /,
    *,
    mean: Literal["arithmetic", "harmonic", "min"] = ...,
    directed: Literal[True, False] = ...,
    implicit: Literal[False, True] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """GBM: how far the links of each graph are paths of the other."""

def holistic(
    data: Spans | Given,
    /,
    *,
    random: Literal["min", "random1", "random2"] = ...,
    alpha: float = ...,
    beta: float = ...,
    delta_empty: float = ...,
    method: Literal["exact", "greedy"] = ...,
    incompatible: Literal["pay", "forbid"] = ...,
    samples: int = ...,
    matrix: object = ...,
    order: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """holistic agreement (Mathet & Widlöcher): entropy of the best alignment against chance."""

def icc(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    form: Literal["1", "2", "3", "1k", "2k", "3k"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Intraclass correlation: the share of the variance of ratings that lies between items."""

def kappa(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Cohen's κ: agreement corrected for each annotator's own distribution, two annotators."""

def kappa_max(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Largest κ: what κ could be at most with these marginals, two annotators."""

def kendall_w(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    ties: Literal[True, False] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Kendall's W: how far the annotators rank the items alike."""

def krr(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    k: int = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """k-rater reliability: Fleiss' κ between the votes of two groups of k annotators."""

def las(
    data: Relations | Given,
    /,
    *,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """LAS: share of units with the same head and label."""

def lea(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """LEA: F1 of the links of entities, weighted by their size."""

def light(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Light's κ: the mean of Cohen's κ over all pairs of annotators."""

def link_kappa(
    data: Relations | Given,
    /,
    *,
    weight: Literal[None, "inverse"] = ...,
    max_distance: object = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of links: are two units linked or not."""

def mar_dset(
    data: Relations | Given,
    /,
    *,
    match: Literal["exact", "partial"] = ...,
    isolated: Literal["self", "empty", "absent"] = ...,
    implicit: Literal[False, True] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MAR over descendant sets: which units are below each unit."""

def mar_link(
    data: Relations | Given,
    /,
    *,
    labelled: Literal[False, True] = ...,
    implicit: Literal[False, True] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MAR over links: the mean of the two recalls of links."""

def mar_path(
    data: Relations | Given,
    /,
    *,
    max_path_length: object = ...,
    max_paths: int = ...,
    implicit: Literal[False, True] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MAR over paths: the mean of the two recalls of directed paths."""

def muc(
    data: Relations | Given,
    /,
    *,
    singletons: Literal[True, False] = ...,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """MUC: F1 of the links needed to join the mentions of entities."""

def multi_kappa(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Davies & Fleiss' κ: Cohen's κ for any number of annotators."""

def observed_agreement(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Observed agreement A_o: how often two annotators of an item agree."""

def pa(
    data: Answers | Given,
    /,
    *,
    empty: Literal["same", "leave out"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """PA, pairwise agreement: the share of their answers that two annotators have in common."""

def pabak(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """PABAK: κ if both categories were equally frequent and the annotators unbiased."""

def percent_unanimous(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Unanimous items: the share of items that everybody puts in one category."""

def pi(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Scott's π: agreement corrected for one shared distribution of categories."""

def precision(
    data: Spans | Given,
    /,
    *,
    match: Literal["exact", "overlap", "type", "boundary"] = ...,
    credit: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Precision of matched units: the share of an annotator's units that the reference has too."""

def prevalence_index(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Prevalence index: how far one of two categories outweighs the other."""

def randolph(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Randolph's free-marginal κ: Fleiss' observed agreement, chance even over the categories."""

def recall(
    data: Spans | Given,
    /,
    *,
    match: Literal["exact", "overlap", "type", "boundary"] = ...,
    credit: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Recall of matched units: the share of the units of the reference that an annotator has too."""

def relation_label_kappa(
    data: Relations | Given,
    /,
    *,
    weight: Literal[None, "inverse"] = ...,
    max_distance: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """κ of labels: the type of the relation where both annotators drew it."""

def s(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Bennett's S: agreement corrected for annotators who choose all categories alike."""

def ser(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    nothing: object = ...,
    substitution: float = ...,
    reference: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Slot error rate: the cost of the errors per annotated slot (lower is better)."""

def spearman(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Spearman's ρ: the mean correlation of ranks over pairs of annotators."""

def uas(
    data: Relations | Given,
    /,
    *,
    empty: Literal[1.0, 0.0, None] = ...,
    chance: Literal[None, "permutation", "degree", "length"] = ...,
    precision: float = ...,
    samples: object = ...,
    units: Literal["alignment", "joint", "exact", "overlap"] = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """UAS: share of units with the same head."""

def xrr(
    data: Labels | Given | Vector,
    other: Vector | None = ...,
    /,
    *,
    first: object = ...,
    weights: object = ...,
    confidence: float | None = ...,
    replicates: int = ...,
    seed: int = ...,
    resample: Literal["items", "annotators", "both"] = ...,
    method: Literal["smoothed", "percentile", "bca", "f"] | None = ...,
    undefined: Literal["nan", "one", "error"] = ...,
    cluster: object = ...,
    only: str | Iterable[str] | None = ...,
    without: str | Iterable[str] | None = ...,
    rng: Rng | None = ...,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Cross-replication reliability: κ between two groups of annotators on the same items."""
