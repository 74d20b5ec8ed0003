"""Small valid files of every kind that is read, from which inputs are made."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import srsly

from anaphora import corpora
from anaphora.corpora import Format
from anaphora.corpora._mentions import unnested
from anaphora.preprocess.english.it_filter import evans
from anaphora.resolvers import chains
from anaphora.resolvers._ge_hale_charniak.tables import Tables
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.external.records import Answer, Link, to_line
from anaphora.workbench.key import Attributes, Key
from tests.corpora.test_contract import SAMPLES, SCHEMA
from tests.corpora.test_round_trips import WORDS as ODD_WORDS
from tests.workbench.external.novel import NOVEL, predicted

Files = Mapping[str, bytes]
"""The content of files by their names; the first is the one that is read."""

GENERATED = 6
"""Documents of each format that is written."""
WORDS = [*ODD_WORDS, "the", "nurse", "she", "7", "[x]"]
TYPES = ("", "PERSON", "PLACE-OF X")

DIALECTS: Sequence[Mapping[str, object]] = (
    {"doc_key": "a", "sentences": [["Ann", "ran"], ["her", ""]], "clusters": [[[0, 0], [2, 2]]], "x": []},
    {"id": 7, "document": ["Ann", "ran"], "clusters": [[[0, 0], [0, 1]]]},
    {"tokens": ["Ann", "ran"], "clusters_token_offsets": [[[0, 0], [1, 1]]]},
    {"doc_id": "c", "sentences": [{"tokens": [{"text": "Ann"}, {"form": "ran"}]}], "coref_chains": [[[0, 0, 0]]]},
    {"text": "Title\n\nAnn ran.", "clusters": [[[7, 10], [11, 14]]]},
    {"cased_words": ["Ann", "ran"], "span_clusters": [[[0, 1], [1, 2]]]},
    {"doc_key": "p", "sentences": [["Ann", "ran"]], "clusters": [], "predicted_clusters": [[[0, 0], [1, 1]]]},
)
MUC = (
    '<DOC><DOCNO> d-1 </DOCNO><HL>News</HL><TXT><p><s>The <COREF ID="1" MIN="firm|AT&amp;T" STATUS="OPT">firm '
    "AT&#38;T</COREF> won.</s>\n<s>It &lt; <COREF ID=2 REF='1' TYPE=IDENT>it</COREF></s></p></TXT></DOC>\n"
    '<DOC ID="d-2">Bob <COREF ID="1"></COREF><COREF ID="9" REF="1">he</COREF></DOC>\n'
)
CONLLU = (
    "# newdoc id = n\n# global.Entity = eid-etype-head-minspan-other\n# newpar\n# newpar_block = head (1 s)\n"
    "# text = Don't go\n1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_\n"
    "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\tEntity=(e1[1/2]-x-1-1-)\n3\tgo\tgo\tVERB\tVB\tMood=Imp\t0\troot\t_\t"
    "SpacesAfter=\\s\\n|It=Pleonastic\n3.1\t_\t_\tPRON\t_\t_\t_\t_\t3:x\tEntity=(e2-p-1--kind:pronoun)\n"
    "4\tup\tup\tADV\tRB\t_\t3\tadvmod\t_\tSplitAnte=e2<e1,e3<e1|Entity=(e1[2/2])(e3-place-1-1-optional:yes)\n\n"
)
PARSED = (
    "#begin document (bc/x); part 001\n"
    "bc/x 1 0 He PRP (S(NP*) - - - - * (0)\nbc/x 1 1 left VBD (VP*)) leave - - - * -\n\n#end document\n"
)
WEBANNO = (
    "#FORMAT=WebAnno TSV 3.3\n#T_CH=de.Coref|referenceRelation|referenceType\n#T_SP=x.Mention|entity|infstat\n"
    "#T_RL=x.Coref|type|BT_x.Mention\n\n\n#Text=Ann\\'s dog\n1-1\t0-5\tAnn's\t*->1-1\tx\tper[1]\tnew[1]\tcoref"
    "\t1-2[2_1]\t\n1-1.1\t0-3\tAnn\t_\t_\tper\t_\t_\t_\t\n1-2\t6-9\tdog\t*->1-2|a->2-1\tx|y\tani[2]|x\\|y[3]"
    "\t_\tbridge\t1-1[1_2]\t\n"
)
BRAT = {
    "sample": "T1\tPROP_PER 0 3\tAnn\nT2\tGroup 0 3;8 11\tAnn Bob\nT3\tmention 16 20\tThey\nT4\tAnn-1 0 3\tAnn\n"
    "R1\tCoref Arg1:T3 Arg2:T2\n*\tEquiv T1 T3\n#1\tAnnotatorNotes T1\tx\nE1\tRun:T1\nR2\tIdentity A:E1 B:T1\n",
    "sample.txt": "Ann and Bob ran.They won.\n\nAgain.\n",
}
MMAX2 = {
    "sample": "<mmax_project>\n<words>sample_words.xml</words>\n</mmax_project>\n",
    "common_paths.xml": '<common_paths><basedata_path>Base</basedata_path><annotations><level name="coref">'
    '$_coref_level.xml</level><level name="sentence">s.xml</level></annotations></common_paths>\n',
    "Base/sample_words.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n<words>'
    '<word id="word_1">Her</word><word id="word_2">old</word><word id="word_3">son &amp; it</word></words>\n',
    "Markables/sample_coref_level.xml": "<markables>"
    '<markable span="word_1,word_3" coref_set="s" min_words="son" category="person" mention="pronoun"/>\n'
    '<markable span="word_1..word_3" coref_class="s" min_ids="word_2" antetype="event" mention="pronoun"/>\n'
    '<markable span="word_2" type="pleonastic"/><markable span="word_2" reference="non_referring"/></markables>\n',
    "Markables/s.xml": '<markables><markable span="word_1..word_2"/><markable span="word_3"/></markables>\n',
}
HAND_MADE: Mapping[str, Sequence[object]] = {
    "brat": [BRAT],
    "conll2012": [
        PARSED,
        "#begin document d\n1\tAnn\t(person-1\n2\tLee\tperson-1)|(abstract-2)\n\n1\tshe\t(person-1)\n#end document\n",
        "#begin document (t)\n"
        + "".join(
            f"t\t0\t{at}\t{word}\tX\t*\t-\t-\t-\t-\t*\t{cell}\n"
            for at, word, cell in ((0, "Ann", "(1)"), (1, "saw", "-"), (2, "her", "(2|(1)"), (3, "son", "2)"))
        )
        + "\n#end document\n",
    ],
    "corefud": [CONLLU],
    "crac_json": [
        json.dumps(
            [
                {
                    "doc_id": "a",
                    "tokens": ["Ann", "##", "ran", "##él", "##"],
                    "clusters_text_mentions": [["_"]],
                    "clusters_token_offsets": [[[0, 0], [1, 1]], [[1, 4]], [[3, 4], [2, 3]]],
                }
            ]
        ),
        '{"doc_id": "b", "tokens": ["##"], "clusters_token_offsets": null}',
    ],
    "crac_text": [
        "Ann|[e1 and|[e2 Bo|e1] ran|e2] .\n\nShe|[e1],[e2 a|b|[e1 ##|[e1],e1] it|e2] ##él|[e2] |x [e1] |\n",
        "##|[e1] ##",
    ],
    "gap": ["ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tB\tB-offset\nt\tAl met Bo; he.\the\t11\tAl\t0\tBo\t7\n"],
    "jsonlines": ["".join(json.dumps(it) + "\n" for it in DIALECTS), *(json.dumps([it]) for it in DIALECTS)],
    "mmax2": [MMAX2],
    "muc": [MUC],
    "plain": ["A Title\n\nAnn ran (home). She can't stop!\n\n  Bob's U.S. dog\n* it\n"],
    "webanno": [WEBANNO],
    "winobias": ["1 The [CEO] asked the tailor because [she] liked [her].\n[A cook] fed the guard; [he] ate.\n"],
    "winogender": [
        {
            "sample": f"sentid\tsentence\n{SCHEMA}\tThe nurse told the patient that he must rest.\n"
            "chef.someone.0.neutral.txt\tThe chef told someone that they cook.\n",
            "occupations-stats.tsv": "occupation\tbergsma_pct_female\tbls_pct_female\nnurse\t9.0\t90.1\nchef\t\t20\n",
        }
    ],
}


def of_format(format: str) -> tuple[Files, ...]:
    """The files of a corpus format: the sample of its contract, hand-made ones, and what its writer makes."""
    made = [_files(it) for it in (SAMPLES[format], *HAND_MADE.get(format, ()))]
    if corpora.load(format).is_written:
        made += list(_written(corpora.load(format), Random(format)))
    return tuple(made)


def _files(content: object) -> Files:
    files = content if isinstance(content, dict) else {"sample": content}
    return {name: it if isinstance(it, bytes) else str(it).encode() for name, it in files.items()}


def _written(form: Format, random: Random) -> Iterator[Files]:
    """What the writer makes of generated documents, one or two in a file."""
    for number in range(GENERATED):
        pairs = [document(f"d{number}; part 00{part}", random) for part in range(1 + number % 2)]
        if form.write_files:
            first, beside = form.write_files(*pairs[0], "sample").items()
            yield {"sample": first[1], f"sample{Path(beside[0]).suffix}": beside[1]}
        elif form.name != "gap":
            yield _files(b"".join(form.pieces(pairs)))


def document(id: str, random: Random) -> tuple[Document, Key]:
    """A document of up to 12 words with all that documents and keys can say and every format can write."""
    total = random.randint(2, 12)
    words = tuple(random.choices(WORDS, k=total))
    starts = tuple(sorted({0, *random.choices(range(total), k=2)}))
    paragraphs = starts[: random.randint(0, len(starts))]
    spaces = ["\n\n" if at + 1 in paragraphs else random.choice(("", " ", " ")) for at in range(total)]
    ends = [sorted(random.sample(range(total + 1), 2)) for _ in range(6)]
    mentions = [(random.randrange(3), Span(start, end)) for start, end in {(start, end) for start, end in ends}]
    crossing = set(unnested(mentions))
    chains = [tuple(sorted(span for at, span in mentions if at == chain and (at, span) not in crossing))
              for chain in range(3)]  # fmt: skip
    kept = [span for chain in chains for span in chain]
    attributes = {
        span: Attributes(random.choice((None, span.start)), None, random.choice(TYPES), random.random() < 0.2, kind)
        for span in kept
        for kind in random.choices((None, "name", "pronoun"))
    }
    annotation = _annotation(starts, total) if random.random() < 0.6 else None
    made = Document(id, words, (*spaces[:-1], ""), starts, paragraphs, annotation=annotation)
    return made, Key(id, tuple(sorted(filter(None, chains))), attributes)


def _annotation(starts: Sequence[int], total: int) -> Annotation:
    borders = (*starts, total)
    head = [start for start, end in pairwise(borders) for _ in range(start, end)]
    relations = tuple("root" if at == above else "dep" for at, above in enumerate(head))
    pos, tag, lemma, morphology = ((value,) * total for value in ("NOUN", "NN", "x", "Number=Sing"))
    return Annotation(pos, tag, lemma, morphology, tuple(head), relations, ("",) * total, tuple(starts))


def _json(value: object) -> Sequence[object]:
    return [json.dumps(value)]


def _instances() -> list[object]:
    header = "\t".join(("source", "class", *evans.NAMES))
    rows = ("\t".join(("x", kind, *"a" * len(evans.NAMES))) for kind in ("anaphoric", "pleonastic"))
    return ["# a comment\n" + "\n".join((header, *rows)) + "\n"]


def _tables() -> Sequence[object]:
    tables = Tables()
    tables.add_words(0, [["man"], ["he"]])
    return _json(tables.as_data())


def _pair_parameters() -> Sequence[object]:
    tree = {"feature": [0, -1, -1], "threshold": [0.5, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0]}
    bundled = json.loads((Path(chains.load("mention_pair").__file__ or "").with_suffix(".json")).read_text())
    return _json({**bundled, "tree": {**tree, "confidence": [0, 0.2, 0.9]}})


def _predictions() -> Sequence[object]:
    spans = {"unit": "token", "end": "exclusive"}
    ways: list[dict[str, Any]] = [
        {**spans, "clusters": (((0, 1), (8, 9)), ((4, 7),)), "raw": {"a": [1, None]}},
        {"unit": "character", "end": "inclusive", "clusters": (((0, 2), (30, 31)),), "mentions": "heads"},
        {**spans, "links": (Link((8, 9), (0, 1), 0.5), Link((10, 11), None))},
        {"rewritten": "[Tom](#cluster_0) didn't see the old park. [He](#cluster_0) likes it."},
        {"rewritten": "Tom|[e1] didn't see the|[e2 old|[e3] park.|e2] He|[e1],e4] likes it|[e2 ."},
        {"answers": (Answer(0, "[Tom]"), Answer(1, "the old park"))},
        {"dropped": "too long"},
    ]
    return [to_line(predicted(**way)) for way in ways]


ANNOTATION = {
    "pos": ["PROPN", "VERB"], "tag": ["NNP", "VBD"], "lemma": ["Ann", "run"], "morphology": ["", "Tense=Past"],
    "head": [1, 1], "relation": ["nsubj", "root"], "entity": ["", ""], "sentence_starts": [0],
}  # fmt: skip
WEIGHTS = "[weights]\ndefiniteness = 0.5\n'lexical_reiteration' = 2\n[scores]\nnon_prepositional = {}\n"
STUDY = (
    'title = "T"\ndescription = "x"\nseed = 3\n[corpora]\nmanuals = "bundled"\n'
    'gum = { path = "p", format = "corefud" }\n'
    '[comparisons.one]\nresolvers = ["mars"]\nwindow = 2\n[tables.t]\ncaption = "c"\nrows = "documents"\n'
    'columns = [ { comparison = "one", resolver = "mars", heading = "h" } ]\n'
)
QUESTION = {"text": "Ann ran. She won.", "resolvers": ["mars"], "window": 3, "anaphors": "third-person"}
COUNTS = {"format": "dagan_itai", "version": 1, "occurrences": {"a": 3}, "tuples": {"obj": {"see": {"a": 2}}}}
IT_FILTER = {
    "steps": {name: {"threshold": 0.5, "intercept": -1, "weights": {"x": 1.5}} for name in ("pleonastic", "clausal")}
}

OTHERS: Mapping[str, Callable[[], Sequence[object]]] = {
    "cache": lambda: [srsly.msgpack_dumps(ANNOTATION)],
    "dagan_itai": lambda: _json(COUNTS),
    "gap_answers": lambda: ["a\tTRUE\tFALSE\nb\tfalse\t\n"],
    "ge_hale_charniak": _tables,
    "input": lambda: [to_line(NOVEL)],
    "it_filter": lambda: _json(IT_FILTER),
    "it_memory": _instances,
    "mention_pair": _pair_parameters,
    "predictions": _predictions,
    "question": lambda: _json(QUESTION),
    "study": lambda: [STUDY],
    "weights": lambda: [WEIGHTS],
}


@cache
def seeds(target: str) -> tuple[Files, ...]:
    """The valid files from which inputs for a reader are made."""
    return tuple(map(_files, OTHERS[target]())) if target in OTHERS else of_format(target)
