"""Features of the learned filter: names of what holds for one "it", such as `predicate=seem` or `clause=csubj`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from anaphora.preprocess.english.it_filter.context import FINITE, It
from anaphora.preprocess.english.it_filter.rules import firing_rules
from anaphora.preprocess.english.word_lists import words_of

_BEHIND = frozenset({"csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis"})
_LISTS = {
    "ease": ("it_filter/features.toml", "adjectives.ease"),
    "value": ("it_filter/features.toml", "adjectives.value", "nouns.value"),
    "need": ("it_filter/features.toml", "adjectives.need"),
    "likelihood": ("it_filter/features.toml", "adjectives.likelihood"),
    "emotion": ("it_filter/features.toml", "adjectives.emotion"),
    "frequency": ("it_filter/features.toml", "adjectives.frequency"),
    "seeming": ("it_filter/features.toml", "verbs.seeming"),
    "effect": ("it_filter/features.toml", "verbs.effect"),
    "expense": ("it_filter/features.toml", "verbs.expense"),
    "report": ("it_filter/features.toml", "verbs.report"),
    "weather": ("it_filter/lappin_leass.toml", "more.weather_verbs"),
    "ambience": ("it_filter/lappin_leass.toml", "more.ambient"),
    "time": ("it_filter/lappin_leass.toml", "more.time_nouns"),
}
_JUDGEMENT = ("ease", "value", "need", "likelihood", "emotion", "frequency")
_OPENERS = frozenset(
    {"to", "that", "if", "whether", "when", "how", "what", "who", "which", "where", "why", "because", "as"}
)
_QUESTIONS = frozenset({"if", "whether", "how", "what", "who", "which", "where", "why"})
_FAR = 8
_NEAR = {at: f"{at:+d}" for at in (-2, -1, 1, 2, 3)}
_CONTENT = frozenset({"ADJ", "NOUN", "VERB", "PROPN", "NUM"})
_GAP = {
    "": "nothing",
    ".": "nothing",
    ",": "nothing",
    "CC": "nothing",
    "IN": "preposition",
    "RB": "adverb",
    "RP": "particle",
}
_KINDS = {"NOUN": "N", "PROPN": "N", "PRON": "P", "VERB": "V", "ADJ": "A", "NUM": "#"}


@cache
def _kinds_of_listed() -> Mapping[str, Sequence[str]]:
    """The classes of each word that has one."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, (file, *lists) in _LISTS.items():
        for word in words_of(file, *lists):
            found[word].append(name)
    for kinds in found.values():
        if kinds[0] in _JUDGEMENT:
            kinds.append("any of judgement")
    return dict(found)


def features(it: It) -> set[str]:
    """Every feature that holds."""
    return {
        *_tree(it),
        *_clauses(it),
        *_near(it),
        *_surface(it),
        *_before(it),
        *(f"rule={rule}" for rule in firing_rules(it)),
    }


_GROUPS = {
    "relation": "its relation, predicate and its form",
    "predicate": "its predicate",
    "predicate form": "form of its predicate",
    "predicate relation": "relation of its predicate",
    "predicate has": "its predicate has",
    "list": "class of its predicate",
    "clause": "clause behind its predicate",
    "clause of": "predicate and what opens the clause behind",
    "clause of list": "class of the predicate and what opens the clause behind",
    "content": "first word of content, and what links it",
    "content kind": "kind of the first word of content",
    "content list": "class of the first word of content",
    "opener": "what opens a clause behind",
    "opener near": "what opens a clause behind, and how near",
    "making": "the verb before it, and what follows",
    "task": "the infinitive behind",
    "task is followed by": "behind the infinitive comes",
    "governed by": "the verb that governs it",
    "begins": "it begins its sentence",
    "shape": "parts of speech behind",
    "rule": "rule that fires",
}
"""What a group of features is, where its name does not say."""


def describe(feature: str) -> str:
    """A feature in words."""
    group, _, value = feature.partition("=")
    return f"{_GROUPS.get(group, group)}: {value.removeprefix('ours: ').replace('+', ', ') or 'none'}"


PARSED = ("relation", "predicate", "clause", "list=", "governed")
"""How features begin that lean on the parse; in training texts, which the parser knows, they are too good."""


def _tree(it: It) -> Iterator[str]:
    """The predicate, and how "it" hangs on it."""
    predicate = it.predicate if it.predicate != it.token else it.token + 1
    lemma, pos = it.lemma(predicate), it.pos(predicate)
    copula = "copula" if it.has_copula else "passive" if it.is_passive else "plain"
    yield f"relation={it.relation}"
    yield f"relation={it.relation}+{pos}+{copula}"
    yield f"predicate={lemma}+{'subject' if it.is_subject else it.relation}"
    yield f"predicate form={it.tag(predicate)}+{copula}"
    yield f"predicate relation={it.trees.base[predicate] if predicate < it.end else ''}"
    for name in _kinds(lemma):
        yield f"list={name}+{it.is_subject}+{copula}"
    for child in it.below:
        relation = it.trees.relation[child]
        if relation in ("det", "nmod:poss", "amod", "nummod", "advmod", "case", "compound:prt", "aux"):
            yield f"predicate has={relation}:{it.lemma(child)}"
        elif relation in ("obj", "iobj", "obl", "obl:unmarked", "expl", "nsubj", "conj") and child > it.token:
            yield f"predicate has={relation}"


def _kinds(lemma: str) -> Sequence[str]:
    return _kinds_of_listed().get(lemma, ())


def _clauses(it: It) -> Iterator[str]:
    """Clauses behind the predicate: each with its relation and the word that opens it."""
    copula = "copula" if it.has_copula else "passive" if it.is_passive else "plain"
    found = list(it.clauses_after(_BEHIND))
    lemma = it.lemma(it.predicate)
    for clause in found:
        relation, opener = it.trees.relation[clause], it.marker(clause)
        yield f"clause={relation}"
        yield f"clause={relation}:{opener}"
        yield f"clause={relation}:{opener}+{it.pos(it.predicate)}+{copula}+{it.relation}"
        yield f"clause of={lemma}:{opener}"
        for name in _kinds(lemma):
            yield f"clause of list={name}:{opener}"
    if not found:
        yield f"clause=none+{copula}+{it.relation}"


def _near(it: It) -> Iterator[str]:
    """Words and tags beside "it"."""
    word = {at: it.lemma(it.token + at) for at in _NEAR}
    tag = {at: it.tag(it.token + at) for at in _NEAR}
    for at, place in _NEAR.items():
        yield f"word {place}={word[at]}"
        yield f"tag {place}={tag[at]}"
    yield f"words +1+2={word[1]} {word[2]}"
    yield f"words -1+1={word[-1]} {word[1]}"
    yield f"shape={''.join(_KINDS.get(it.pos(it.token + at), '') for at in range(1, 7))[:4]}"
    yield f"tags -1+1={tag[-1]} {tag[1]}"
    yield f"tags +1+2+3={tag[1]} {tag[2]} {tag[3]}"


def _surface(it: It) -> Iterator[str]:
    """What a shallow reader sees behind "it": the first word of content and what opens a clause after it."""
    content = _content(it)
    if content is None:
        yield "content=none"
        return
    reach = range(it.token + 1, content)
    verb = next((it.lemma(token) for token in reach if it.pos(token) in ("AUX", "VERB")), "")
    link = "be" if any(it.lemma(token) in ("be", "'s") for token in reach) else "link" if verb else "none"
    kind = f"{it.tag(content)[:2] if it.tag(content) != 'VBN' else 'VBN'}+{link}"
    making = it.lemma(it.token - 1) if it.pos(it.token - 1) == "VERB" and not verb else ""
    names = [*_kinds(it.lemma(content)), *([f"-{it.word(content)[-3:]}"] if it.pos(content) in ("ADJ", "VERB") else [])]
    opener, at = _opener(it, content)
    sort = "wh" if opener in _QUESTIONS else opener
    yield f"content={it.lemma(content)}+{link}"
    yield f"content kind={kind}"
    yield f"opener={opener}"
    yield f"opener={sort}+{kind}"
    yield f"opener={opener}+{it.lemma(content)}+{link}"
    yield f"opener near={opener}+{min(at - content, 5) if at else 0}+{kind}"
    for name in names:
        yield f"content list={name}+{link}"
        yield f"opener={sort}+list={name}+{link}"
    if content > it.token + 1 and it.pos(content - 1) == "ADJ" and it.pos(content) == "NOUN":
        yield f"adjective of content={it.lemma(content - 1)}"
        for name in _kinds(it.lemma(content - 1)):
            yield f"opener={sort}+adjective={name}+{it.tag(content)[:2]}"
    if making:
        yield f"making={making}+{it.tag(content)[:2]}+{opener}"
    if opener == "to":
        follows = _GAP.get(it.tag(at + 2)[:2], "complement")
        yield f"task={it.lemma(at + 1)}"
        yield f"task is followed by={follows}"
        yield f"task is followed by={follows}+{kind}"
        for name in names:
            yield f"task is followed by={follows}+list={name}"


def _content(it: It) -> int | None:
    """The first adjective, noun or full verb behind "it", in reach and before any mark that ends a clause."""
    for token in range(it.token + 1, min(it.end, it.token + 1 + _FAR)):
        if it.word(token) in (".", "?", "!", ";", ":"):
            return None
        if it.pos(token) in _CONTENT and it.lemma(token) not in ("be", "'s"):
            while it.pos(token) in ("ADJ", "NOUN", "NUM") and it.pos(token + 1) in ("ADJ", "NOUN"):
                token += 1
            return token
    return None


def _opener(it: It, content: int) -> tuple[str, int]:
    """What opens a clause behind the content word, and where; ("end", 0) if the sentence ends before."""
    for token in range(content + 1, min(it.end, content + 2 + _FAR)):
        word, tag = it.word(token), it.tag(token)
        if word in (".", "?", "!", ";", ":"):
            return "end", 0
        if word == "to":
            if it.tag(token + 1) == "VB":
                return "to", token
        elif word in _OPENERS and tag != "DT":
            return word, token
        elif tag in FINITE:
            return "clause", token
        elif tag == "VBG" and it.pos(token) == "VERB":
            return "ing", token
    return "end" if content + 2 + _FAR >= it.end else "far", 0


def _before(it: It) -> Iterator[str]:
    """What stands before "it" in its sentence, and how many things of the last two sentences it may stand for."""
    ahead = it.trees.tag[it.start : it.token]
    yield f"nouns before={min(ahead.count('NN') + ahead.count('NNP'), 3)}"
    yield f"verbs before={min(sum(tag in FINITE for tag in ahead), 2)}"
    yield f"begins={it.token == it.start}"
    earlier = it.trees.lower[max(0, it.start - 30) : it.token]
    yield f"it before={not {'it', 'its'}.isdisjoint(earlier)}"
    yield f"this or that before={not {'this', 'that'}.isdisjoint(earlier)}"
    if it.token > it.start and it.predicate < it.token:
        yield f"governed by={it.lemma(it.predicate)}"
