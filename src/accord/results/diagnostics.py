"""Diagnostics with stable codes: one line each, and `accord explain CODE` tells more.

A code is never reused. Codes below 100 are errors of the input; from 100 on, warnings and notes about what was read;
from 200 on, either.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from accord.results.errors import Place, one_line
from accord.results.option_names import Worded, command, option


@dataclass(frozen=True)
class Entry:
    """One diagnostic of the catalogue: what it means and what to do about it."""

    title: Worded[str] = Worded()  # noqa: RUF009  # a descriptor
    explanation: Worded[str] = Worded()  # noqa: RUF009


CATALOGUE: dict[str, Entry] = {
    "ACC001": Entry(
        "the input cannot be opened",
        "The path does not exist, is a folder where a file is expected, or may not be read. Check the path.",
    ),
    "ACC002": Entry(
        "the file is empty",
        "The file has no bytes, or a header and no rows. Nothing can be measured; export the annotations again.",
    ),
    "ACC003": Entry(
        "a row has another number of fields than the header",
        "Usually a separator inside a field that is not quoted, or a line cut in two. Put such fields in double "
        f"quotes, or name the right separator with {option('separator')}.",
    ),
    "ACC004": Entry(
        "the file is not text in one known encoding",
        "accord reads UTF-8 (with or without BOM), UTF-16 with a BOM, and Windows-1252/Latin-1. A file that mixes "
        "encodings, or holds bytes that are none of them, is refused, because guessing would change labels. Convert it "
        f"to UTF-8, or name the encoding with {option('encoding')}.",
    ),
    "ACC005": Entry(
        "the file is not a table that accord reads",
        "CSV, TSV, JSONL, Parquet, Excel and exports of annotation tools are recognised by their content. Binary files "
        f"and pictures are not tables. If the extension is misleading, force the reader with {option('reader')}.",
    ),
    "ACC006": Entry(
        "a column is not in the table",
        f"A column named with {option('item_column')}, {option('annotator_column')}, {option('label_column')} or "
        f"{option('time_column')} does not stand in the header. Names are compared exactly, then without regard to "
        "case and accents.",
    ),
    "ACC007": Entry(
        "the columns cannot be told apart",
        "Long tables have one row per label: columns item, annotator, label (or their usual synonyms, in English or "
        "French). Wide tables have one row per item and one column per annotator. When the header fits neither, say "
        f"which with {option('item_column')}, {option('annotator_column')}, {option('label_column')} or "
        f"{option('annotators')}.",
    ),
    "ACC008": Entry(
        "a label is outside the declared categories",
        f"Categories were declared ({option('categories')}), and the data holds a label "
        "that is not among them: a typing error, a difference of case or of spaces, or a forgotten category. "
        "Correct the data or extend the declaration.",
    ),
    "ACC009": Entry(
        "an ordinal order is not known",
        "Ordinal measures need the order of the categories. Numbers are ordered by value; for words declare the order: "
        f"{option('categories', 'low,medium,high', quoted=True)}.",
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
        f"{option('set_separator')}). A data set that mixes both cannot be compared.",
    ),
    "ACC018": Entry(
        "the output cannot be written",
        "The folder does not exist, is read-only, or the disk is full. Nothing was written; what was there before is "
        "still there.",
    ),
    "ACC019": Entry(
        "two columns have the same name",
        "The header names a column twice, so that labels could not be told apart. Rename one; if the first row "
        f"is data, say {option('header')}.",
    ),
    "ACC020": Entry(
        "a cell in the column of times is not a time",
        f"The column named with {option('time_column')} holds numbers (seconds, steps, any count that grows) or "
        "dates such as 2024-05-31 or 2024-05-31T14:30:00, one form throughout; empty cells are not known. Correct "
        "the cell, or leave the option out: the order of the items is used then.",
    ),
    "ACC021": Entry(
        "the output exists already",
        f"A file of that name is there, and it is not overwritten unless {option('force')} says so. Nothing was "
        "written.",
    ),
    "ACC022": Entry(
        "no annotator, or one that is not known",
        "Agreement is about who was asked what. Name everybody who was asked, also those who annotated nothing, "
        "and assign documents only to annotators and documents that exist.",
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
        f"column per item. If so, use {option('transpose')}.",
    ),
    "ACC103": Entry(
        "what was guessed about the table",
        "Columns, separator or encoding were recognised, not told. The line says how, and which option overrides it.",
    ),
    "ACC104": Entry(
        "labels that look like missing values",
        "Only empty cells count as 'not asked'. Labels such as NA, nan or null are kept as categories; if they mean "
        f"that nobody was asked, name them with {option('missing', 'NA')}.",
    ),
    "ACC105": Entry(
        "items that carry no agreement",
        "An item with a single label (or none) tells nothing about agreement. It is counted here; whether its label "
        f"still enters the expected agreement depends on the measure ('{command('measures NAME')}' says).",
    ),
    "ACC106": Entry(
        "the file is read as Windows-1252",
        "The file is not UTF-8, and holds no UTF-8 sequence either, so that it is read as Windows-1252 (Latin-1). If "
        f"accents look wrong, name the encoding with {option('encoding')}.",
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
        f"error was asked for in that case ({option('undefined', 'error')}).",
    ),
    "ACC114": Entry(
        "data drawn anew hardly ever give such a value",
        "On these data the bootstrap of this measure is biased: resampled data give values that are nearly all higher, "
        "or nearly all lower. Often there are few labels per annotator or per category. The interval is that of the "
        "percentiles, widened to hold the value; trust it less.",
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
        f"before; raise {option('max_iterations')} to be sure. Data with few labels per annotator converge slowly.",
    ),
    "ACC030": Entry(
        "a relation of a unit to itself",
        "A relation links two different units of a document. Correct or remove the relation.",
    ),
    "ACC031": Entry(
        "the same relation twice",
        "One annotator links the same origin to the same target at most once, with one label. Keep one of the two.",
    ),
    "ACC032": Entry(
        "an unknown unit",
        "A relation or a component names a unit that the document (or, where annotators found their own units, that "
        "annotator) does not have. Check the spelling of the unit and that all units are given.",
    ),
    "ACC033": Entry(
        "a graph that breaks the declared constraint",
        "The campaign declares its graphs to be trees, forests, acyclic, or argument structures (every component but "
        "the main claims has exactly one outgoing relation). The relation or unit that breaks the rule is named; "
        "nothing is repaired. Correct the annotation or declare another constraint.",
    ),
    "ACC034": Entry(
        "units that are not the same for everybody, or not unique",
        "Given units are one list for all annotators of a document, each unit once. If annotators found their units "
        "themselves, give them as spans: they are then matched before relations are compared.",
    ),
    "ACC035": Entry(
        "too many paths to count",
        "A graph with directed cycles (or a dense acyclic one) can have more paths than can be counted. Set "
        "max_path_length, break the cycles, or use mar_link or mar_dset, which need no paths.",
    ),
    "ACC036": Entry(
        "something that is not a relation",
        "A relation is an origin and a target, with a label or without.",
    ),
    "ACC037": Entry(
        "a graph that is not a tree where trees are compared",
        "Tree edit distance compares trees or forests: at most one outgoing relation (head) per unit and no directed "
        "cycle. The annotation and the relation are named.",
    ),
    "ACC125": Entry(
        "chance is not known as exactly as asked",
        "The expected agreement is a mean over random graphs, or over pairs of trees. The largest number of samples "
        "was reached before its error fell below the asked precision; the error is reported with the value.",
    ),
    "ACC126": Entry(
        "units that found no partner",
        "Annotators found their own units. Units are matched before relations are compared, and a relation between "
        "units without a partner cannot agree: part of the disagreement is about units, not about links.",
    ),
    "ACC040": Entry(
        "annotators worked on different texts",
        "Documents are joined across annotators by their key, and the copies of a document, its length or its units"
        " must be the same. They differ: annotators worked on different versions, or two documents share a key. "
        f"Name the field that tells documents apart with {option('document_key')}.",
    ),
    "ACC041": Entry(
        "several fields of one kind",
        "The export holds several questions, layers or tiers of the same kind, and nothing says which is meant. "
        f"Choose one with {option('field')}; '{command('inspect')}' lists them.",
    ),
    "ACC042": Entry(
        "nothing of that kind or name",
        f"The export has no annotations of the kind ({option('kind')}) or name ({option('field')}) that was asked "
        f"for, or none that can be measured. '{command('inspect')}' lists what is there and what was left out.",
    ),
    "ACC043": Entry(
        "offsets that do not fit the text",
        "The export stores the stretch of text beside its offsets, and the text at these offsets is another one, "
        "whether offsets count characters or UTF-16 units. The text was changed after the annotation, or belongs to"
        " another document.",
    ),
    "ACC044": Entry(
        "the export has lost the annotators",
        "Agreement needs to know who annotated what, and this export does not say it: the export of a collaborative"
        " project, a merged file, or annotations without an annotator. Export again in a form that keeps "
        f"annotators; where each file or folder is one annotator, say {option('annotator_from', 'file', 'dir')}.",
    ),
    "ACC045": Entry(
        "an archive that is not unpacked",
        "A zip archive is refused when it is damaged or encrypted, when names in it lead out of the folder or are "
        "links, and when it unpacks to more than 2 GB, to 200 times its size or to more than 100,000 files. Unpack "
        "it yourself if you trust it, and name the folder.",
    ),
    "ACC046": Entry(
        "an XML file that is not read",
        "The file is not well-formed XML, or declares a document type or entities, which none of the formats needs "
        "and attacks use. Export it again.",
    ),
    "ACC047": Entry(
        "a file that does not follow its format",
        "The line or element named is not what the format has in that place: the file was cut, edited by hand, or "
        f"is of another format. Force the reader with {option('reader')} if it was recognised wrongly.",
    ),
    "ACC048": Entry(
        "a reference to something that is not there",
        "An annotation refers to a unit, a token or another annotation that the file does not contain.",
    ),
    "ACC050": Entry(
        "files that are not one export",
        "The folder, archive or list of paths holds files of several formats, or too many. Name those of one "
        f"export, or choose the format with {option('reader')}.",
    ),
    "ACC051": Entry(
        "a format that cannot carry the annotations",
        "The format to be written has no place for what the annotations contain: texts it needs and that are not "
        "known, overlapping units, units that cut tokens, other kinds of annotations. Choose another format.",
    ),
    "ACC052": Entry(
        "too large or too deep",
        "A single record of the file is larger than 512 MB, or nests deeper than any tool writes. Such files are "
        "damaged or made to harm.",
    ),
    "ACC130": Entry(
        "one of several layers was read",
        f"The export holds several kinds of annotations. Without {option('kind')} and {option('field')} spans are "
        f"preferred to labels, labels to relations, and relations to free answers. '{command('inspect')}' lists what "
        "there is.",
    ),
    "ACC131": Entry(
        "what was left out",
        "Parts of the export that are not annotations to compare: cancelled annotations, drafts, predictions of "
        "models, kinds of annotation that accord does not read. Each is counted by its reason.",
    ),
    "ACC132": Entry(
        "offsets in UTF-16 units were repaired",
        "Tools written in JavaScript count UTF-16 units, so that offsets behind an emoji are too large. The "
        "stretches of text stored beside them show it, and the offsets were turned into characters.",
    ),
    "ACC133": Entry(
        "annotations read in a simpler form",
        "Some annotations have more structure than a unit with a start, an end and a category, and were reduced to "
        "it as the line says.",
    ),
    "ACC134": Entry(
        "annotators named after files or folders",
        "The format does not name annotators inside its files, so that the names of files or folders are theirs. "
        f"{option('annotator_from', 'dir', 'file')} decides otherwise.",
    ),
    "ACC135": Entry(
        "documents with a single annotator",
        "A document that one annotator was asked about tells nothing about agreement. It is counted here.",
    ),
    "ACC136": Entry(
        "what the export has lost",
        "This form of export drops part of the annotations, as the line says. Export in the full form to have them.",
    ),
    "ACC060": Entry(
        "an alignment that does not hold every unit once",
        "Kinds of disagreement and consensus units are counted from an alignment in which every unit stands in exactly "
        "one unitary alignment. The alignment given leaves units out or uses them twice: align the spans again.",
    ),
    "ACC155": Entry(
        "consensus units that no majority settles",
        "Where categories tie, the one that is more frequent in all is given; where no bound has a majority, the "
        "median, between two the one that makes the unit longer; units that exactly half of the annotators found are "
        "left out. All of them are marked to be discussed.",
    ),
    "ACC156": Entry(
        "nothing to align",
        "Kinds of disagreement and consensus units need units, and a document that two annotators were asked about. "
        "Name everybody who was asked, also those who marked nothing.",
    ),
    "ACC158": Entry(
        "tiers of one name",
        "Two tiers of a file have the same name. They are two fields, told apart by a number; rename them in the tool "
        "that wrote the file to have names of your own.",
    ),
    "ACC160": Entry(
        "labels of tokens beside the trees",
        "CoNLL-U holds dependency trees and labels of tokens (parts of speech, lemmas, features). The trees are read "
        "unless labels are asked for by their kind and column.",
    ),
    "ACC161": Entry(
        "a text that its annotations do not know",
        "Glozz writes the length and a code of the text into the file of annotations. The text beside it has others: "
        "it was changed, or belongs to another document, and positions may be wrong.",
    ),
    "ACC063": Entry(
        "a drawing shows a part of a document",
        "Drawings hold at most 2,000 units of a document, those that start first; more could neither be read nor "
        f"opened quickly. Tables, CSV and JSON hold all of them; {option('document')} draws one document of several.",
    ),
    "ACC024": Entry(
        "a dissimilarity that cannot be",
        "Distances between categories form a square table with one row and one column for each category: numbers from "
        "0 (the same) to 1 (incompatible), the same in both directions, 0 on the diagonal. A dissimilarity of your own "
        "takes arrays of starts, ends, other starts and other ends, and returns as many numbers from 0 on, whichever "
        "unit comes first; 1 is as bad as a missing unit.",
    ),
    "ACC025": Entry(
        "a category without distances",
        "A table of distances, or an order, was given for the categories, and the data hold a category that is not in "
        "it: a typing error, a difference of case or of spaces, or a forgotten category. Correct the data or add it. "
        "Units without category need no row: they are at distance 0 of each other and 1 of all others.",
    ),
    "ACC120": Entry(
        "an alignment that is not proven",
        "The time given ran out, or the units are so many and so close that not everything could be looked at. The "
        "alignment is a valid one, and no alignment is below the bound given with it; the gap is the difference. More "
        "time closes it, or fewer annotators at once.",
    ),
    "ACC140": Entry(
        "too few labels for such groups of annotators",
        "The reference of k annotators can be drawn from an item's labels only where it has k of them, and two "
        f"groups that share nobody need 2 k. Ask about smaller groups; '{command('plan')}' and the forecast of "
        f"'{command('stability')}' reach beyond the annotators at hand.",
    ),
    "ACC141": Entry(
        "items left out for want of labels",
        "Some items have fewer labels than the groups of annotators that were asked about. The value is about the "
        "other items; smaller groups leave out fewer.",
    ),
    "ACC142": Entry(
        "groups of all the annotators",
        "A group as large as the number of labels of an item is everybody, and its reference is the reference: the "
        "value is 0 but for ties. Ask about smaller groups, about disjoint groups, or read the forecast for other "
        "annotators.",
    ),
    "ACC143": Entry(
        "a forecast needs items with two labels",
        "How other annotators would label is learnt from items that several have labelled; no item has two labels.",
    ),
    "ACC144": Entry(
        "a system that labels none of the items",
        "The table of a system names its items otherwise than the data do. Items are matched by name, or by number "
        "from 1 where they have none.",
    ),
    "ACC145": Entry(
        "labels of a system that count as wrong",
        "A system gives no label to some items, or a label that no annotator used. Both count as wrong, so that "
        "systems are compared on the same items.",
    ),
    "ACC146": Entry(
        "no number of annotators reaches the target",
        "More annotators bring the variation of the reference down slowly when many items are near-ties: a hundred "
        "are not enough here. Sharpen the guidelines, merge categories that are confused, or accept more variation.",
    ),
    "ACC147": Entry(
        "too many categories for a forecast",
        "What other annotators would say is forecast from a population with one kind of item for each category; "
        "beyond forty categories the labels do not suffice to fit it. Merge categories, or read τ and Δ, which need no "
        "fit.",
    ),
    "ACC090": Entry(
        "features, scores or parses of other items",
        "A table of features, the scores of a system or a file of parses shares no item with the annotations. Items "
        "are matched by name, exactly; name the column that holds them, and check that both files call them alike.",
    ),
    "ACC091": Entry(
        "an item with two rows of features",
        "A table of features has one row per item; with two it is not clear which features the item has. Keep one.",
    ),
    "ACC092": Entry(
        "a column that cannot play its part",
        "A difficulty or a score is a number in every row (an empty cell is not known); a column of subgroups has 2 to "
        "20 different values. The line says which cell or column does not fit.",
    ),
    "ACC093": Entry(
        "too little to say what makes items hard",
        "Features are compared with the difficulty of at least five items, each annotated by two people or more, and "
        "at least one feature must vary. Give more items, another measure or other features.",
    ),
    "ACC094": Entry(
        "a lexicon, a parse or a table of counts is malformed",
        "A lexicon is a TSV with the columns word, sense and synonyms (and perhaps rank), or a wordnet tab file; "
        "parses are CoNLL-U; counts of pairs are a TSV with the columns target, governor and count.",
    ),
    "ACC175": Entry(
        "a feature is missing for some items",
        "Its correlation is over the items that have it, and their number is given. Regressions and mixed models "
        "need all features at once and leave out the items that lack one.",
    ),
    "ACC176": Entry(
        "a feature that never varies",
        "A feature that is the same for all items cannot explain why some are harder; it was left out.",
    ),
    "ACC177": Entry(
        "pseudo-replication: fewer values than items",
        "Items come in clusters, such as ten sentences of one target word, and a feature of the word is the same for "
        "all ten: 30 words are 30 observations, not 300. A test that takes items for independent finds far too much. "
        "The clustered p-values, the intervals (which draw clusters) and the mixed model take it into account.",
    ),
    "ACC178": Entry(
        "a model that could not be fitted, or not with all features",
        "A regression needs a few items more than it has columns of features, and features that do not determine each "
        "other.",
    ),
    "ACC179": Entry(
        "items that are not in both tables",
        "Some items have no features or no score, or rows are there for items that nobody annotated. Both are left "
        "out; check the names if there should be none.",
    ),
    "ACC081": Entry(
        "a degradation that cannot be applied",
        "The reference lacks what the degradation changes: a second category, an order of the categories, labels of "
        f"relations, a confusion matrix. '{command('degrade')}' tells the degradations there are and "
        "their options.",
    ),
    "ACC082": Entry(
        "a reference that is not there",
        "Simulated annotators are copies of one reference: the only annotator, the one named with "
        f"{option('reference')}, or what most annotators say. The named annotator is not in the data, or annotators "
        "found units of their own, so that no graph is in the majority: name the annotator to start from.",
    ),
    "ACC083": Entry(
        "a measure of your own that does not work",
        "A measure named package.module:function could not be imported, raised an error, or gave no number. It takes "
        "the annotations and returns a float, nan where it is undefined; its module must be importable from here.",
    ),
    "ACC084": Entry(
        "finished cells cannot be kept",
        "The folder for the finished parts of a sweep cannot be made or written. Name another one, or leave it out.",
    ),
    "ACC165": Entry(
        "degradations that were not swept",
        "Without names, a sweep takes every degradation that applies to the data; the line tells which do not and why.",
    ),
    "ACC166": Entry(
        "a reading grid computed on a part of the data",
        "Large data are represented by documents or items drawn at random by the seed, so that a grid takes seconds. "
        "The curve hardly depends on the number of items, its spread does.",
    ),
    "ACC167": Entry(
        "a reading grid that starts from one annotator",
        "Where annotators found units of their own, no graph is in the majority. The grid starts from the annotator "
        "who was asked most; simulated annotators share those units and differ in their relations alone, so that a "
        "value that also suffers from different units reads as more errors of relations than there are.",
    ),
    "ACC085": Entry(
        "answers that cannot be",
        "Free answers are a mapping of items to annotators to lists of answers, {item: {annotator: [answers]}}, or of "
        "items to counts, {item: {answer: count}}, one form throughout. A count is a whole number from 0.",
    ),
    "ACC086": Entry(
        "a system answers items that gold does not have",
        "Items are matched by name. When none of a system's items is in the gold file, the two files are about "
        "different data, or name items otherwise. The official script of SemDis 2014 stops at the first such item; "
        f"without {option('compatibility')} they are left out and counted.",
    ),
    "ACC087": Entry(
        "guesses that cannot be read",
        "A system gives each item a list of guesses, the best first: a file with lines such as 'bright.a 1 :: "
        "clever;smart', or a table with the columns item, annotator (the system) and answer. Counts behind the "
        "answers are for gold files, and an item stands in one line only.",
    ),
    "ACC088": Entry(
        "a rule of a mapping that cannot be read",
        "A mapping file has one rule a line, form(target)-->canonical form, and comments that start with #. A form of "
        "a target has one canonical form.",
    ),
    "ACC170": Entry(
        "an answer given twice",
        "An annotator gives an item the same answer again, perhaps in another spelling that normalisation joins. It "
        "counts once, at its first place.",
    ),
    "ACC171": Entry(
        "items with a single answer",
        "With one answer there is nothing that could differ, and H / log N is 0/0. The entropy is taken as 0; such "
        "items make the data look more agreed than they are known to be.",
    ),
    "ACC172": Entry(
        "items of a system that gold does not have",
        "They are left out of its score. Gold files often lack the items that nobody answered.",
    ),
    "ACC173": Entry(
        "guesses that count otherwise than they stand",
        "An item without guesses is not attempted. A guess that is repeated counts once, unless an official script is "
        "followed that credits it every time. Of more guesses than a metric allows the first ones count.",
    ),
    "ACC174": Entry(
        "lines that an official script skips",
        "The official script does not recognise these lines, and neither does accord when it follows the script. "
        "SemEval-2007 parts item and guesses with ' :: ' in runs for best and with ' ::: ' in runs for oot.",
    ),
    "ACC127": Entry(
        "relations that cannot be compared",
        "No document has two annotators, or annotators have units of their own without a place in the text, which "
        "cannot be matched. The report shows what was read, and nothing about disagreement.",
    ),
    "ACC089": Entry(
        "a file that is not a report of accord",
        f"Results are read back from a page that `{command('report')}` wrote, or from the JSON of "
        f"`{command('report as JSON')}`. The file is something else, was cut off or altered, or was written by a "
        "version of accord whose results have another schema. Write the report again.",
    ),
    "ACC180": Entry(
        "an option that has no effect here",
        "The option is for another kind of input than the one that was read: fields, annotators by folder and keys of "
        "documents are for exports of annotation tools, columns and separators for tables, sheets for workbooks. The "
        "data were read as if it were not there; leave it out, or check that the right file is named.",
    ),
    "ACC200": Entry(
        f"something was guessed and {option('strict')} allows no guess",
        f"With {option('strict')} everything that could be read in two ways must be settled "
        "by an option: which column is what, the level of measurement, who was asked, which files belong together. "
        "The message lists what was guessed, and the options that settle it.",
    ),
    "ACC220": Entry(
        "what an annotator is cannot be told",
        "Annotators are people, models, curators (who adjudicate) or the gold standard; measures are among people "
        f"unless others are named with {option('only')}. A table of people or a column of roles says something else, "
        "gives an annotator two roles, or names nobody who is in the data.",
    ),
    "ACC221": Entry(
        "who was asked contradicts the data",
        f"A table of who was asked ({option('asked', shown='FILE')}: a row for each document and annotator, or a "
        "column for each annotator with 1 or x where they were asked) names other documents or annotators than the "
        "data, or leaves out somebody who has annotations.",
    ),
    "ACC222": Entry(
        "files that may not belong together",
        "Files with other annotators on the same items are one campaign and are read as one. The same annotators on "
        "the same or on other items are rounds: pooled, they would be measured as if there had been one. Put them "
        f"together with {option('pool')}, or measure one file at a time.",
    ),
    "ACC223": Entry(
        "a list of items to discuss in which nothing is decided",
        f"{command('reference')} writes the items to discuss with an empty column 'decision'. Only "
        f"what is filled in there counts when the list comes back with {option('gold')}; the labels beside it are "
        "the vote, and settle nothing.",
    ),
    "ACC224": Entry(
        "the value depends on who was asked",
        "Annotated nothing and was never asked are different facts. A table with one row per annotation does not "
        f"tell them apart where an annotator has no row: both values are shown. Say {option('asked', 'everyone')}, "
        f"or name a table of documents and annotators with {option('asked', shown='FILE')}; a row with no more than "
        "its names says that nothing was found.",
    ),
    "ACC225": Entry(
        "a table of annotators is in a format that is not read",
        f"Tables of people ({option('people')}) and of who was asked ({option('asked')}) are CSV, TSV, Excel, "
        "OpenDocument or Parquet files with one row per annotator, or per document and annotator. In Python a "
        "mapping or pairs do as well.",
    ),
    "ACC226": Entry(
        "a decision about a unit that cannot be followed",
        f"{command('reference')} writes the units to discuss with an empty column 'decision': the "
        f"category that the unit shall have, or - to leave it out. The list comes back with {option('gold')}, for "
        "the annotations it was made from.",
    ),
    "ACC210": Entry(
        "items and annotators may be the wrong way round",
        "There are more annotators than items, or a column with one annotator per row. As a rule such a table has "
        f"one row per annotator and one column per item: say {option('orientation', 'annotators')} or "
        f"{option('transpose')}. If rows are items, say "
        f"{option('orientation', 'items')}.",
    ),
    "ACC211": Entry(
        "the table may be of another kind",
        "The first line looks like data, the rows and columns bear the same names as in a contingency table, or the "
        f"columns add up as counts do. Say {option('header')}, {option('table')} or {option('counts')}; if it is a "
        f"table with one column per annotator, name them with {option('annotators')}.",
    ),
    "ACC212": Entry(
        "labels that hardly ever recur",
        "Most categories occur once, or all labels of one annotator differ: the column holds an id, a text or free "
        f"answers rather than categories. Name the right columns with {option('label_column')}, "
        f"{option('item_column')} or {option('annotators')}. Free answers are read with {option('kind', 'answers')}.",
    ),
    "ACC213": Entry(
        "an annotator who shares no category with the others",
        "All labels of this annotator are unknown to the others: another coding, another language, or a column that is "
        "no annotator. Agreement with the others is then below chance, whatever was meant. Correct the labels, or name "
        f"the columns of the annotators with {option('annotators')}.",
    ),
    "ACC214": Entry(
        "most ratings are repeated",
        "More than half of the rows are another rating of the same item by the same annotator: the column taken for "
        "the items names something larger (a document, where sentences were labelled), or several columns name an item "
        f"together. Name another with {option('item_column')}, or write one column that names the items.",
    ),
    "ACC215": Entry(
        "an object of objects that can be read in two ways",
        "The file is one JSON object that holds others, and none of the names inside says whether the outer keys are "
        "the items or the annotators. Write one object per line with the keys item, annotator and label, or an array "
        "of such objects.",
    ),
    "ACC216": Entry(
        "a table with several questions",
        "Answers have a column of 0 and 1 each, and those of several questions stand side by side. Say which question "
        f"is meant with {option('field')}. Without it, the only question to which every row has one answer is read.",
    ),
    "ACC217": Entry(
        "a reference and no annotators",
        "The file has two columns and no header: items, and one label for each. That is a reference, or the labels of "
        "one annotator, and agreement needs at least two. Name the file with the labels of the annotators.",
    ),
    "ACC218": Entry(
        "several columns for each annotator",
        "The names of the columns are every pair of two sets of words, such as Anna_r1, Bob_r1, Anna_r2, Bob_r2: "
        "two rounds or two questions of the same people. Taken for annotators, people would be compared with "
        f"themselves. Name the columns of one round or question with {option('annotators')}, or all of them if they "
        "are annotators.",
    ),
    "ACC219": Entry(
        "a row that sums the table up",
        "One of the last rows is called 'Total', 'Agreement' or the like, and its cells hold what no other row has. "
        "It would be measured as an item. Remove it, or name the column of the items if it is one.",
    ),
    "ACC181": Entry(
        "names that are one number",
        "Two items, or two annotators, are called by the same number in two ways, such as 1 and 1.0: often one of two "
        "tables was saved by a program that turns whole numbers into decimals. Names are texts and stay apart; if they "
        "mean the same, write the number in one way.",
    ),
    "ACC310": Entry(
        "precision and recall without a reference",
        "Precision and recall compare an annotator with a reference: exchange the two, and each becomes the other. "
        "Without reference= no annotator is the reference, every pair counts in both directions, and precision and "
        "recall are the same number. Name the reference, or report F.",
    ),
    "ACC325": Entry(
        "apostrophes that guard formulas are taken off",
        "A spreadsheet computes cells that begin with =, +, - or @. accord writes them in CSV and TSV with an "
        "apostrophe in front, numbers such as -1 excepted, and takes it off when it reads such a table, so that labels "
        "stay the same. A table in which a formula stands without one is read as it is.",
    ),
    "ACC300": Entry(
        "an item that belongs to no cluster, or to two",
        "Clusters say which items belong together, such as the sentences of one text "
        f"({option('cluster', shown='COLUMN')}). Every row of an item names the same cluster; "
        "where all of them are empty, the item stands by itself. A mapping in Python names a cluster, or None, for "
        "every item.",
    ),
    "ACC301": Entry(
        "few clusters for an interval",
        "The interval draws clusters of items anew, and fewer than ten of them say little about others: read it as a "
        "rough one. Twenty or more are better, whatever the number of items in them.",
    ),
    "ACC302": Entry(
        "an interval that does not know of clusters",
        "An interval from the F distribution (method f) takes items for independent, and is too narrow where those of "
        "one cluster resemble each other. Leave the method out: the clusters are then drawn anew.",
    ),
    "ACC303": Entry(
        "intervals about these annotators alone",
        "The interval over items says how far the value could move with other items and the same annotators. In a "
        "crowd annotators are a sample too, and here they differ so much that an interval over both is wider by a "
        "fifth or more: in simulations of crowds, 95 % intervals over items alone covered the value of the whole "
        f"crowd in 58 to 82 %. Use {option('resample', 'both')}, and {option('cluster', shown='COLUMN')} where items "
        "lie together in texts.",
    ),
    "ACC304": Entry(
        "no interval of an intraclass correlation",
        "The means of items differ so much less than single ratings would make them differ that the formula passes the "
        "end of its scale: the value says only that annotators contradict each other. Read ICC(1), or the ratings.",
    ),
    "ACC330": Entry(
        "an output is a file that is read",
        "Nothing is written over annotations, or anything else that the same command reads, not even with "
        f"{option('force')}: by whatever name or link, and inside a folder that is read. Nothing was written. Name "
        "another output.",
    ),
    "ACC331": Entry(
        "the output is read-only",
        "The file is there and its mode forbids to write to it, which binds administrators as well. Nothing was "
        "written. Make it writable if it may be replaced, or name another output.",
    ),
    "ACC332": Entry(
        "a folder that is half written",
        "accord was stopped while it put files that belong together into a folder that was there before: some are "
        f"new, others are not. Each file is whole. Write to the folder again with {option('force')}; if it was meant "
        "to be so, remove the file .accord-unfinished from it.",
    ),
    "ACC333": Entry(
        "values that are computed anew each time",
        "Finished work of a sweep is kept under everything it depends on. A function of your own is known by its code, "
        "its defaults, what it closes over and the globals it reads, and so are the functions it calls. Where it "
        "depends on something whose changes cannot be told (a module of your own, a file, an object), its values are "
        "not kept, and a sweep that was stopped computes them again.",
    ),
    "ACC334": Entry(
        "the results cannot be printed",
        "Standard output is closed, or the disk to which it is sent is full. Files that were named with -o are written "
        "all the same. Send the output elsewhere, or name a file.",
    ),
    "ACC335": Entry(
        "there is not enough memory",
        "The system gave no more memory, or ended a worker that took too much. Nothing was written. Take a part of "
        f"the data, fewer workers ({option('jobs')}), or a machine with more memory; texts chosen as labels by "
        "mistake make thousands of categories.",
    ),
    "ACC336": Entry(
        "too many units overlap for an exact alignment",
        "The best alignment is looked for among groups of units that could be aligned. Units in a row meet few "
        "others, but where hundreds of units are nested in each other all of them meet, and groups grow with the "
        "third power of their number: 3 annotators × 500 such units take a minute or more, 2,000 take hours. γ, "
        "γ-cat and γ-k are then undefined; other measures are not affected. Choose a layer, or leave out "
        f"categories, so that units are not nested; '{command('align in time')}' gives the "
        "best alignment found in that time, with its gap; with the environment variable ACCORD_LARGE=1 everything "
        "is computed, however long it takes.",
    ),
    "ACC345": Entry(
        "a library that accord uses fails on a table",
        "accord reads tables with polars and fastexcel, and one of them raised an error that accord does not know. The "
        "file may be fine: the library may be older or newer than those accord was tested with, or there is a mistake "
        "in accord. Install the newest version of the library; if that does not help, save the table as CSV in UTF-8, "
        "and tell the developers what the message says.",
    ),
    "ACC346": Entry(
        "there is not enough memory",
        "Before it is read or computed, accord estimates how much memory something takes, and this takes more than is "
        "free. Parquet can hold hundreds of millions of equal rows in a few megabytes. Measure a part of the data, "
        "choose other measures, or use a machine with more memory.",
    ),
    "ACC347": Entry(
        "a plugin is set aside",
        "A package that adds formats, measures, degradations or findings to accord cannot be loaded, fails when asked "
        "whether it knows a file, or gives findings that are none. It is named with what it says, and everything else "
        "goes on without it. Update or uninstall it.",
    ),
    "ACC348": Entry(
        "the reader of a plugin fails on a file",
        f"The format was recognised or asked for with {option('reader')}, and the package that reads it raised an "
        f"error that is not accord's. Tell the developers of that package; {option('reader')} may name another "
        "format.",
    ),
    "ACC353": Entry(
        "the degradation of a plugin fails",
        "A degradation that another package adds raised an error that is not accord's, or gave something that is no "
        "annotation of the shape. Tell the developers of that package; 'accord degrade --list' lists other "
        "degradations.",
    ),
    "ACC315": Entry(
        "too few items to extrapolate from",
        "How many annotators per item, or how many items, would bring a value to a target is extrapolated from the "
        "items that have two labels or more. From a handful of them such a number is often several times too large or "
        "too small, so it is given from twenty on. Have more items labelled by two annotators, or plan from an assumed "
        "agreement (kappa and the number of categories).",
    ),
    "ACC305": Entry(
        "ratings that are far from normal",
        "Intervals of intraclass correlations from the F distribution take ratings for normal. In simulations of "
        "scales of five points, 95 % intervals covered 87 to 92 % with 58 % of the ratings at the lowest point and 77 "
        "to 84 % with 79 % of them there, with 30 items and with 100 alike. Read the interval as too narrow; "
        f"{option('method', 'bca')} covers more from a hundred items on, but for form 2 not enough.",
    ),
}


@dataclass(frozen=True)
class Diagnostic:
    """One thing to say about the input, with a stable code."""

    code: str
    message: Worded[str] = Worded()  # noqa: RUF009  # a descriptor
    place: Place = field(default_factory=Place)
    hint: Worded[str | None] = Worded(None)  # noqa: RUF009

    def __str__(self) -> str:
        return one_line(self.code, self.message, self.place, self.hint)


Diagnostics = tuple[Diagnostic, ...]
