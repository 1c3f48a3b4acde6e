"""Small exports of every tool, as files to be damaged: name → path in the export → content."""

import io
import json
import zipfile
from typing import Any

TEXT = "Marie 😀 Curie\r\nworked at the Sorbonne"
SPANS = [(0, 5, "PER", "Marie"), (26, 29, "ORG", "the")]


def _label_studio() -> bytes:
    def annotation(who: Any, number: int) -> dict[str, Any]:
        results: list[dict[str, Any]] = [
            {"id": f"r{at}", "from_name": "ner", "to_name": "text", "type": "labels",
             "value": {"start": start, "end": end, "text": text, "labels": [label]}}
            for at, (start, end, label, text) in enumerate(SPANS[:number])
        ]  # fmt: skip
        if number > 1:
            results.append({"from_id": "r0", "to_id": "r1", "type": "relation", "direction": "right", "labels": ["at"]})
        results.append({"id": "c", "from_name": "mood", "type": "choices", "value": {"choices": ["pos"]}})
        results.append({"id": "t", "from_name": "free", "type": "textarea", "value": {"text": ["a", "b"]}})
        return {"completed_by": who, "was_cancelled": number == 0, "result": results}

    people = [1, {"id": 2, "email": "b@x"}, 3]
    tasks = [
        {
            "id": number,
            "data": {"text": TEXT},
            "annotations": [annotation(who, 2 - at) for at, who in enumerate(people)],
        }
        for number in range(3)
    ]
    return json.dumps(tasks, ensure_ascii=False).encode()


def _label_studio_min() -> bytes:
    ner = [{"start": start, "end": end, "text": text, "labels": [label]} for start, end, label, text in SPANS]
    rows = [
        {"text": TEXT, "id": number, "ner": ner[:who], "mood": "pos", "free": {"text": ["a"]}, "annotator": who,
         "annotation_id": number * 2 + who, "lead_time": 1.5}
        for number in range(2) for who in (1, 2)
    ]  # fmt: skip
    return json.dumps(rows, indent=1).encode()


def _label_studio_csv() -> bytes:
    cell = '"[{""start"":0,""end"":5,""text"":""Marie"",""labels"":[""PER""]}]"'
    rows = [f"{who},{who},{number},1.5,{cell},pos,Marie Curie" for number in (1, 2) for who in (1, 2)]
    return "\n".join(["annotation_id,annotator,id,lead_time,ner,mood,text", *rows, ""]).encode()


def _prodigy() -> bytes:
    spans = [{"start": start, "end": end, "label": label} for start, end, label, _ in SPANS]
    sides = {"head_span": spans[0], "child_span": spans[1], "label": "at"}
    manual = {"text": TEXT, "_input_hash": 1, "_task_hash": 2, "_view_id": "relations", "answer": "accept"}
    rows: list[dict[str, Any]] = [
        {**manual, "spans": spans, "relations": [sides], "_session_id": "a"},
        {**manual, "spans": spans[:1], "_session_id": "b"},
        {**manual, "answer": "ignore", "_session_id": "c"},
        {"text": TEXT, "_input_hash": 1, "_task_hash": 3, "label": "X", "answer": "reject", "_annotator_id": "a"},
        {"text": TEXT, "_input_hash": 4, "_task_hash": 5, "options": [{"id": 1}], "accept": [1], "answer": "accept"},
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _doccano() -> bytes:
    entities = [
        {"id": at, "label": label, "start_offset": s, "end_offset": e} for at, (s, e, label, _) in enumerate(SPANS)
    ]
    rows = [
        {"id": number, "text": TEXT, "entities": entities, "Comments": [],
         "relations": [{"id": 1, "from_id": 0, "to_id": 1, "type": "at"}]}
        for number in (1, 2)
    ]  # fmt: skip
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _argilla() -> bytes:
    spans = [{"start": s, "end": e, "label": label} for s, e, label, _ in SPANS]
    rows = [
        {"id": f"r{number}", "fields": {"text": TEXT}, "metadata": {}, "vectors": {}, "status": "pending",
         "suggestions": {"q": {"value": "a", "score": 0.5, "agent": "m"}},
         "responses": {"q": [{"value": "a", "user_id": "u"}, {"value": "b", "user_id": "v"}],
                       "ner": [{"value": spans, "user_id": "u"}]}}
        for number in (1, 2)
    ]  # fmt: skip
    return json.dumps(rows).encode()


def _conll() -> bytes:
    return b"-DOCSTART- (one) O\n\nMarie\tB-PER\nCurie\tI-PER\n.\tO\n\nApple\tS-ORG\n-DOCSTART- O\n\nx O\ny B-A\n"


ANN = "".join(f"T{at}\t{label} {s} {e}\t{text}\n" for at, (s, e, label, text) in enumerate(SPANS)) + (
    "T7\tX 0 1;6 7\tM 😀\nR1\tat Arg1:T0 Arg2:T1\t\nE1\tX:T7 Who:T0\n*\tsame T0 T1\nA1\tNot T0\n#1\tNote T0\thm\n"
)
SPAN_TABLE = "document,annotator,category,start,end,id\nd1,A,x,0,5,u1\nd1,A,y,2,5.5,u2\nd1,B,x,0,4,u1\nd2,B,,,,\n"
RELATION_TABLE = "document,annotator,origin,target,label\nd1,A,u1,u2,at\nd1,B,u3,u1,at\nd2,B,,,\n"
BARE = "ann0,c2,103,179\nann0,c2,221,347\nann1,c0,343,588\nann1,c1,627,708\n"


def _zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


BRAT = {
    f"{who}/d.{end}": content for who in ("a", "b") for end, content in (("ann", ANN.encode()), ("txt", TEXT.encode()))
}

SEEDS: dict[str, dict[str, bytes]] = {
    "label-studio": {"export.json": _label_studio()},
    "label-studio-min": {"export.json": _label_studio_min()},
    "label-studio-csv": {"export.csv": _label_studio_csv()},
    "prodigy": {"answers.jsonl": _prodigy()},
    "doccano": {"ann.jsonl": _doccano(), "bob.jsonl": _doccano()},
    "doccano-csv": {"ann.csv": b"id,text,doc,label,Comments\n5,Marie,0,pos,\n6,Apple,1,pos#neg,\n"},
    "argilla": {"records.json": _argilla()},
    "brat": BRAT,
    "conll2003": {"a.conll": _conll(), "b.conll": _conll()},
    "spans": {"spans.csv": SPAN_TABLE.encode()},
    "relations": {"r.csv": RELATION_TABLE.encode()},
    "relations-units": {
        "r.csv": RELATION_TABLE.replace("d1,B,u3,u1,at\n", "").encode(),
        "u.csv": SPAN_TABLE.encode(),
    },
    "bare-spans": {"spans.csv": BARE.encode()},
    "zip": {"export.zip": _zip(BRAT)},
}

_NER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
WEBANNO = (
    f"#FORMAT=WebAnno TSV 3.3\n#T_SP={_NER}|identifier|value\n"
    f"#T_SP=x.Frame|FE|ROLE_x.Frame:Roles_x.FrameRolesLink|{_NER}\n"
    f"#T_CH=x.CoreferenceLink|referenceRelation|referenceType\n#T_RL=x.Rel|kind|BT_{_NER}\n\n\n#Text=Marie 😀 Curie\n"
    "1-1\t0-5\tMarie\t*[1]|*[2]\tPER[1]|A\\|B[2]\t_\t_\t_\tco->1-1\tnp[1]\t_\t_\t\n"
    "1-2\t6-8\t😀\t_\t_\tF\tr1;r2\t1-1[1];1-3\t_\t_\t_\t_\t\n"
    "1-3\t9-14\tCurie\t*[1]\tPER[1]\t_\t_\t_\t*->1-2\tnp[1]\tso|*\t1-1[2_1]|1-1[1_1]\t\n"
    "1-3.1\t9-12\tCur\t*\tX\t_\t_\t_\t_\t_\t_\t_\t\n"
)
WEBANNO_1 = (
    " # x.POS | PosValue # x.Dependency | Kind | AttachTo=x.POS\n#id=1\n#text=a b\n"
    "1-1\ta\tB-X\tB-r\t1-2\t\n1-2\tb\tB-Y\tO\t_\t\n"
)
TEXTGRID = (
    'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0 \n'
    "xmax = 3 \ntiers? <exists> \nsize = 2 \nitem []: \n"
    '    item [1]:\n        class = "IntervalTier" \n        name = "w" \n        xmin = 0 \n        xmax = 3 \n'
    "        intervals: size = 2 \n        intervals [1]:\n            xmin = 0 \n            xmax = 1.5 \n"
    '            text = "a ""b""" \n        intervals [2]:\n            xmin = 1.5 \n            xmax = 3 \n'
    '            text = "" \n    item [2]:\n        class = "TextTier" \n        name = "w" \n        xmin = 0 \n'
    "        xmax = 3 \n        points: size = 1 \n        points [1]:\n"
    '            number = 2 \n            mark = "p" \n'
)
EAF = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="milliseconds"/><TIME_ORDER>'
    '<TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="t2"/>'
    '<TIME_SLOT TIME_SLOT_ID="t3" TIME_VALUE="3000"/></TIME_ORDER>'
    '<TIER TIER_ID="u" LINGUISTIC_TYPE_REF="U" ANNOTATOR="A">'
    '<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="t1" TIME_SLOT_REF2="t2"><ANNOTATION_VALUE>x'
    '</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" '
    'TIME_SLOT_REF1="t2" TIME_SLOT_REF2="t3"><ANNOTATION_VALUE/></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>'
    '<TIER TIER_ID="w" LINGUISTIC_TYPE_REF="U" ANNOTATOR="B"><ANNOTATION><REF_ANNOTATION ANNOTATION_ID="b1" '
    'ANNOTATION_REF="a1"><ANNOTATION_VALUE>y</ANNOTATION_VALUE>'
    "</REF_ANNOTATION></ANNOTATION><ANNOTATION><REF_ANNOTATION "
    'ANNOTATION_ID="b2" ANNOTATION_REF="a1" PREVIOUS_ANNOTATION="b1"><ANNOTATION_VALUE>z</ANNOTATION_VALUE>'
    "</REF_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>"
)


def _glozz() -> bytes:
    def part(tag: str, name: str, kind: str, inner: str) -> str:
        features = "<featureSet><feature name='f'>v</feature></featureSet>"
        what = f"<characterisation><type>{kind}</type>{features}</characterisation>"
        return f'<{tag} id="{name}"><metadata/>{what}<positioning>{inner}</positioning></{tag}>\n'

    def ends(start: int, end: int) -> str:
        return f'<start><singlePosition index="{start}"/></start><end><singlePosition index="{end}"/></end>'

    members = '<embedded-unit id="u1"/><embedded-relation id="r1"/>'
    parts = [
        part("unit", "p", "paragraph", ends(0, 39)), part("unit", "u1", "X", ends(0, 5)),
        part("unit", "u2", "Y", ends(6, 8)),
        part("relation", "r1", "R", '<term id="u1"/><term id="u2"/>'), part("schema", "s1", "S", members),
        part("relation", "r2", "R", '<term id="u1"/><term id="s1"/>'),
    ]  # fmt: skip
    opening = '<?xml version="1.0" encoding="UTF-8"?>\n<annotations><metadata corpusHashcode="9-1"/>'
    return f"{opening}{''.join(parts)}</annotations>".encode()


CONLLU = "# sent_id = s1\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n" + "".join(
    f"{row}\t_\t{misc}\n"
    for row, misc in (("1\tde\t_\tADP\t_\t_\t2\tcase", "_"), ("2\tle\t_\tDET\t_\t_\t0\troot", "SpaceAfter=No"))
) + "2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n# sent_id = s2\n1\t😀\t_\tX\t_\t_\t0\troot\t0:root\t_\n"  # fmt: skip
RS3 = (
    '<rst><header><relations><rel name="list" type="multinuc"/>'
    '<rel name="cause" type="rst"/></relations></header><body>'
    '<segment id="1" parent="5" relname="list">a</segment><segment id="2" parent="5" relname="list">b</segment>'
    '<segment id="3" parent="4" relname="span">c</segment><group id="4" type="span" parent="5" relname="cause"/>'
    '<group id="5" type="multinuc"/></body></rst>'
)
TIARA = (
    "essay code\t unit ID\t text\t unit category\t target\t relation\t drop flag\n"
    'E\t1\t"It [ is | was ] so ."\t"claim"\t\t\tfalse\nE\t3\t"Hm."\t" "\t1\t=\tfalse\nE\t2\t"Oh."\t" "\t\t\ttrue\n'
)
EZCOREF = (
    '[{"annotations": {"0": {"0,0,2": [0], "1,0,2": [0], "3,3,4": [0, 1]}}, "annotator_id": 1}, '
    '{"annotations": {"0": {"0,0,2": [0], "1,0,2": [0], "3,3,4": [2]}}, "annotator_id": 2}]'
)
SEEDS |= {
    "webanno": {"d/a.tsv": WEBANNO.encode(), "d/b.tsv": WEBANNO.encode()},
    "webanno-1": {"d/a.tsv": WEBANNO_1.encode(), "d/b.tsv": WEBANNO_1.encode()},
    "textgrid": {"a/s.TextGrid": TEXTGRID.encode(), "b/s.TextGrid": TEXTGRID.encode("utf-16")},
    "elan": {"rec.eaf": EAF.encode()},
    "glozz": {f"{who}/d.{end}": content for who in "ab" for end, content in (("aa", _glozz()), ("ac", TEXT.encode()))},
    "conllu": {"a.conllu": CONLLU.encode(), "b.conllu": CONLLU.encode()},
    "rsd": {f"{who}/d.rsd": CONLLU.partition("\n\n")[0].encode() for who in "ab"},
    "rs3": {f"{who}/d.rs3": RS3.encode() for who in "ab"},
    "ezcoref": {"p.json": EZCOREF.encode()},
    "tiara": {f"{who}/E.tsv": TIARA.encode() for who in "ab"},
}
