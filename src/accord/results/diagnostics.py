"""Diagnostics with stable codes: one line each, and `accord explain CODE` tells more.

A code is never reused. Codes below 100 are errors of the input; from 100 on, warnings and notes about what was read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from accord.results.errors import Place, one_line


@dataclass(frozen=True)
class Entry:
    """One diagnostic of the catalogue: what it means and what to do about it."""

    title: str
    explanation: str


CATALOGUE: dict[str, Entry] = {
    "ACC001": Entry(
        "the input cannot be opened",
        "The path does not exist, is a folder where a file is expected, or may not be read. Check the path; a folder "
        "of one table per annotator is not read yet: join the tables, or name one file.",
    ),
    "ACC002": Entry(
        "the file is empty",
        "The file has no bytes, or a header and no rows. Nothing can be measured; export the annotations again.",
    ),
    "ACC003": Entry(
        "a row has another number of fields than the header",
        "Usually a separator inside a field that is not quoted, or a line cut in two. Put such fields in double "
        "quotes, or name the right separator with --separator.",
    ),
    "ACC004": Entry(
        "the file is not text in one known encoding",
        "accord reads UTF-8 (with or without BOM), UTF-16 with a BOM, and Windows-1252/Latin-1. A file that mixes "
        "encodings, or holds bytes that are none of them, is refused, because guessing would change labels. Convert it "
        "to UTF-8, or name the encoding with --encoding.",
    ),
    "ACC005": Entry(
        "the file is not a table that accord reads",
        "CSV, TSV, JSONL, Parquet and Excel are recognised by their content. Binary files, archives and pictures are "
        "not tables. If the extension is misleading, force the reader with --from.",
    ),
    "ACC006": Entry(
        "a column is not in the table",
        "A column named with --item-column, --annotator-column, --label-column or --time-column does not stand in the "
        "header. Names are compared exactly, then without regard to case and accents.",
    ),
    "ACC007": Entry(
        "the columns cannot be told apart",
        "Long tables have one row per label: columns item, annotator, label (or their usual synonyms, in English or "
        "French). Wide tables have one row per item and one column per annotator. When the header fits neither, say "
        "which with --item-column, --annotator-column, --label-column or --annotators.",
    ),
    "ACC008": Entry(
        "a label is outside the declared categories",
        "Categories were declared (--categories, or categories= in Python), and the data holds a label that is not "
        "among them: a typing error, a difference of case or of spaces, or a forgotten category. Correct the data or "
        "extend the declaration.",
    ),
    "ACC009": Entry(
        "an ordinal order is not known",
        "Ordinal measures need the order of the categories. Numbers are ordered by value; for words declare the order: "
        "--categories 'low,medium,high' or categories=[...] in Python.",
    ),
    "ACC010": Entry(
        "the labels are not numbers",
        "Interval, ratio and circular levels need numeric labels. Decimal commas are read as well as points. Another "
        "label makes the level impossible: correct it, or choose another level.",
    ),
    "ACC011": Entry(
        "a row has no item or no annotator",
        "In a long table every row says who labelled what. A row with an empty item or annotator cannot be placed.",
    ),
    "ACC012": Entry(
        "a table of counts or a contingency table is malformed",
        "Counts are non-negative whole numbers, one row per item and one column per category; a contingency table of "
        "two annotators is square, with the same categories in rows and columns.",
    ),
    "ACC013": Entry(
        "an input that must not be combined",
        "Parts of one data set must agree in their level, in their declared categories and in whether annotators are "
        "known. Read them with the same options.",
    ),
    "ACC014": Entry(
        "a distance or weight matrix does not fit",
        "A matrix of distances or weights is square, has one row per category in the order of the categories, is "
        "symmetric, and holds finite non-negative numbers, with zeros on the diagonal (distances) or its largest "
        "values there (agreement weights).",
    ),
    "ACC015": Entry(
        "a JSON line cannot be read",
        "Every line of a JSONL file is one JSON object with the same keys. The line named is not, or nests too deep.",
    ),
    "ACC016": Entry(
        "the file is damaged",
        "The file starts like a Parquet file or an Excel workbook but cannot be read to the end: it is truncated or "
        "altered. Export or download it again.",
    ),
    "ACC017": Entry(
        "labels and label sets are mixed",
        "Either every cell is one label, or every cell is a set of labels (a list, or text with the separator given by "
        "--set-separator). A data set that mixes both cannot be compared.",
    ),
    "ACC018": Entry(
        "the output cannot be written",
        "The folder does not exist, is read-only, or the disk is full. Nothing was written; what was there before is "
        "still there.",
    ),
    "ACC019": Entry(
        "two columns have the same name",
        "The header names a column twice, so that labels could not be told apart. Rename one; if the first row "
        "is data, say --no-header.",
    ),
    "ACC020": Entry(
        "a cell in the column of times is not a time",
        "The column named with --time-column holds numbers (seconds, steps, any count that grows) or dates such as "
        "2024-05-31 or 2024-05-31T14:30:00, one form throughout; empty cells are not known. Correct the cell, or leave "
        "the option out: the order of the items is used then.",
    ),
    "ACC021": Entry(
        "the output exists already",
        "A file of that name is there, and it is not overwritten unless --force says so. Nothing was written.",
    ),
    "ACC022": Entry(
        "no annotator, or one that is not known",
        "Agreement is about who was asked what. Name everybody who was asked, also those who annotated nothing "
        "(annotators= in Python), and assign documents only to annotators and documents that exist.",
    ),
    "ACC023": Entry(
        "a unit that cannot be",
        "A unit has a start and an end, both finite numbers, the end not before the start, and lies within its "
        "document where the length of the document is known. Offsets that run past the end often count UTF-16 units or "
        "bytes instead of characters.",
    ),
    "ACC099": Entry(
        "a fault of accord itself",
        "Something happened that accord does not expect. Nothing was written. Please report it with the command and, "
        "if you may, the data; ACCORD_DEBUG=1 shows the details.",
    ),
    "ACC101": Entry(
        "repeated ratings",
        "The same annotator rated the same item more than once. All ratings are kept (they show how steady an "
        "annotator is), and measures of agreement between annotators use the first one of each. If the repetition is "
        "an error of the export, remove it.",
    ),
    "ACC102": Entry(
        "more annotators than items",
        "There are far more annotators than items: perhaps the table is turned, with one row per annotator and one "
        "column per item. If so, use --transpose.",
    ),
    "ACC103": Entry(
        "what was guessed about the table",
        "Columns, separator or encoding were recognised, not told. The line says how, and which option overrides it.",
    ),
    "ACC104": Entry(
        "labels that look like missing values",
        "Only empty cells count as 'not asked'. Labels such as NA, nan or null are kept as categories; if they mean "
        "that nobody was asked, name them with --missing NA.",
    ),
    "ACC105": Entry(
        "items that carry no agreement",
        "An item with a single label (or none) tells nothing about agreement. It is counted here; whether its label "
        "still enters the expected agreement depends on the measure ('accord measures NAME' says).",
    ),
    "ACC106": Entry(
        "the file is read as Windows-1252",
        "The file is not UTF-8, and holds no UTF-8 sequence either, so that it is read as Windows-1252 (Latin-1). If "
        "accents look wrong, name the encoding with --encoding.",
    ),
    "ACC107": Entry(
        "columns that were not used",
        "These columns of the table are neither item, annotator nor label and were left out.",
    ),
    "ACC108": Entry(
        "labels that differ only in case or spaces",
        "Two categories differ only in case, in surrounding spaces or in the way accents are encoded. They are kept "
        "apart; if they are one, correct the data.",
    ),
    "ACC109": Entry(
        "numeric codes of nominal categories",
        "Finn's R treats category codes as numbers. On nominal data another arbitrary coding gives another value "
        "(Fort et al. 2012: .9943713 or .9935447 for the same table).",
    ),
    "ACC110": Entry(
        "a declared category is never used",
        "A category was declared that no annotator used. It counts as one of the categories (in S, for example) and "
        "keeps its place in ordinal and weighted measures.",
    ),
    "ACC111": Entry(
        "many bootstrap replicates are undefined",
        "In some resampled data sets the coefficient is undefined (all labels equal, no pair left). The interval is "
        "computed from the others and is too narrow; there are too few items or too little variation for it.",
    ),
    "ACC112": Entry(
        "no interval over annotators",
        "An interval over annotators asks what other annotators would have given. It needs at least three known "
        "annotators and a measure made of pairs; with few annotators it is rough.",
    ),
    "ACC113": Entry(
        "a value is undefined",
        "The coefficient has no value on these data (all labels equal, one annotator, no item with two labels) and an "
        "error was asked for in that case (--undefined error).",
    ),
    "ACC114": Entry(
        "the value lies outside its own interval",
        "On these data the bootstrap of this measure is biased: resampled data give values that are all higher, or all "
        "lower. Often there are few labels per annotator or per category. Trust the interval less.",
    ),
    "ACC115": Entry(
        "few annotators for an interval over annotators",
        "With few annotators an interval over annotators is too narrow: in simulations 95 % intervals of 5 annotators "
        "covered 81 to 86 %, of 10 about 90 %, of 20 about 93 %. Read it as a lower bound of the uncertainty.",
    ),
    "ACC116": Entry(
        "too few documents or units for an interval",
        "The interval draws documents anew, or units where there is one document only; fewer than five of them say "
        "nothing about others. The value itself holds; annotate more documents for an interval.",
    ),
    "ACC117": Entry(
        "values by annotator without intervals",
        "Each annotator is compared with every other on the same samples of the items. Beyond 40 annotators, or when "
        "annotators are drawn, there are values but no intervals.",
    ),
    "ACC118": Entry(
        "gold items that are not in the data",
        "Gold labels were given for items that the data do not contain; they were left out. Check that items have the "
        "same names in both files.",
    ),
    "ACC119": Entry(
        "a model of annotators has not converged",
        "The parameters still moved when the number of iterations was reached. The labels are usually settled long "
        "before; raise --max-iterations to be sure. Data with few labels per annotator converge slowly.",
    ),
}


@dataclass(frozen=True)
class Diagnostic:
    """One thing to say about the input, with a stable code."""

    code: str
    message: str
    place: Place = field(default_factory=Place)
    hint: str | None = None

    def __str__(self) -> str:
        return one_line(self.code, self.message, self.place, self.hint)


Diagnostics = tuple[Diagnostic, ...]
