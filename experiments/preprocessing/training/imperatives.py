"""Imperative sentences made from infinitives, because free treebanks hold few and manuals hold little else.

"He decided to insert the cassette into the slot." gives "Insert the cassette into the slot."; two such phrases give
"Press the key and hold it down.", "To open the lid, press the key." and "Press the key, then close the lid.". With the
participles of other sentences they give "Press the key making sure that it clicks.".
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from anaphora.experiments.preprocessing.training.data import Document, Sentence

_INFINITIVES = frozenset({"xcomp", "advcl", "acl", "csubj", "ccomp"})
_IMPERATIVE = "Mood=Imp|VerbForm=Fin"
_SHORTEST, _LONGEST = 3, 16


def imperatives(documents: Iterable[Document], size: int, rng: random.Random) -> Iterator[Document]:
    """Documents of `size` imperative sentences each, made from the infinitival phrases of a treebank in random order.

    Entities are marked as not annotated. The same random state gives the same sentences.
    """
    phrases = [phrase for document in documents for sentence in document for phrase in infinitives(sentence)]
    endings = [phrase for document in documents for sentence in document for phrase in participles(sentence)]
    rng.shuffle(phrases)
    rng.shuffle(endings)
    supply, others = iter(phrases), iter(endings)
    sentences = []
    for first in supply:
        kind = rng.choice(("plain", "plain", "negative", "and", "then", "purpose", "participle"))
        second = next(supply, None) if kind in ("and", "then", "purpose") else None
        second = next(others, None) if kind == "participle" else second
        sentences.append(_sentence(first, second, kind))
        if len(sentences) == size:
            yield tuple(sentences)
            sentences = []


def infinitives(sentence: Sentence) -> Iterator[Sentence]:
    """Each unbroken phrase behind a "to" that starts with its verb and has an object, oblique or particle."""
    for verb, relation in enumerate(sentence.relations):
        if relation.partition(":")[0] not in _INFINITIVES or sentence.tags[verb] != "VB":
            continue
        inside = _subtree(sentence, verb)
        to = verb - 1
        if inside[0] == to and sentence.words[to].lower() == "to" and sentence.relations[to] == "mark":
            labels = _functions(sentence, verb)
            if labels & {"obj", "obl", "compound"} and not labels & {"nsubj", "conj", "aux", "cop"}:
                yield from _unbroken(sentence, verb, inside[1:])


def participles(sentence: Sentence) -> Iterator[Sentence]:
    """Each unbroken adverbial clause that starts with its verb in -ing."""
    for verb, relation in enumerate(sentence.relations):
        is_clause = relation.partition(":")[0] == "advcl" and sentence.tags[verb] == "VBG"
        if is_clause and not _functions(sentence, verb) & {"nsubj", "conj", "aux", "cop", "mark"}:
            yield from _unbroken(sentence, verb, _subtree(sentence, verb))


def _functions(sentence: Sentence, verb: int) -> set[str]:
    """The relations of what hangs on the verb."""
    pairs = zip(sentence.relations, sentence.heads, strict=True)
    return {relation.partition(":")[0] for token, (relation, head) in enumerate(pairs) if head == verb != token}


def _unbroken(sentence: Sentence, verb: int, run: list[int]) -> Iterator[Sentence]:
    """The words of the run as a phrase, if they stand together from the verb on and are neither few nor many."""
    while run and sentence.relations[run[-1]] == "punct":
        run = run[:-1]
    if run == list(range(verb, verb + len(run))) and _SHORTEST <= len(run) <= _LONGEST:
        yield _cut(sentence, verb, verb + len(run))


def _subtree(sentence: Sentence, top: int) -> list[int]:
    inside = {top}
    grown = True
    while grown:
        more = {token for token, head in enumerate(sentence.heads) if head in inside} - inside
        grown = bool(more)
        inside |= more
    return sorted(inside)


def _cut(sentence: Sentence, start: int, end: int) -> Sentence:
    """The words `start` to `end` as a sentence of their own, the first word its root."""
    heads = (0, *(head - start for head in sentence.heads[start + 1 : end]))
    return Sentence(
        words=sentence.words[start:end],
        spaces=(*sentence.spaces[start : end - 1], True),
        lemmas=sentence.lemmas[start:end],
        pos=sentence.pos[start:end],
        tags=sentence.tags[start:end],
        morphs=sentence.morphs[start:end],
        heads=heads,
        relations=("ROOT", *sentence.relations[start + 1 : end]),
        phrases=None,
    )


def _sentence(first: Sentence, second: Sentence | None, kind: str) -> Sentence:
    stop = _word(".", ".", "PUNCT", ".", "", "punct")
    order = replace(first, morphs=(_IMPERATIVE, *first.morphs[1:]))
    if second is None or kind in ("plain", "negative"):
        parts = [*_negation(kind), first if kind == "negative" else order]
        return _capitalise(_join([*parts, stop], root=len(parts) - 1, relations={}))
    if kind == "participle":
        return _capitalise(_join([order, second, stop], root=0, relations={1: "advcl"}))
    other = replace(second, morphs=(_IMPERATIVE, *second.morphs[1:]))
    if kind == "purpose":
        to = _word("To", "to", "PART", "TO", "", "mark")
        return _capitalise(
            _join([to, second, _comma(), order, stop], root=3, relations={1: "advcl"}, under={0: 1, 2: 1})
        )
    link = (
        _word("and", "and", "CCONJ", "CC", "", "cc")
        if kind == "and"
        else _word("then", "then", "ADV", "RB", "PronType=Dem", "advmod")
    )
    between = [link] if kind == "and" else [_comma(), link]
    last = 1 + len(between)
    under = dict.fromkeys(range(1, last), last)
    return _capitalise(_join([order, *between, other, stop], root=0, relations={last: "conj"}, under=under))


def _negation(kind: str) -> list[Sentence]:
    if kind != "negative":
        return []
    return [
        _word("Do", "do", "AUX", "VB", _IMPERATIVE, "aux"),
        _word("not", "not", "PART", "RB", "Polarity=Neg", "advmod"),
    ]


def _comma() -> Sentence:
    return _word(",", ",", "PUNCT", ",", "", "punct")


def _word(word: str, lemma: str, pos: str, tag: str, morph: str, relation: str) -> Sentence:
    return Sentence((word,), (True,), (lemma,), (pos,), (tag,), (morph or "_",), (0,), (relation,), None)


def _join(
    parts: Sequence[Sentence], root: int, relations: dict[int, str], under: dict[int, int] | None = None
) -> Sentence:
    """Parts side by side; the head of each hangs on the head of the root part, or of the part that `under` names."""
    starts = [sum(len(part.words) for part in parts[:number]) for number in range(len(parts))]
    heads: list[int] = []
    labels: list[str] = []
    for number, (start, part) in enumerate(zip(starts, parts, strict=True)):
        above = starts[(under or {}).get(number, root)]
        heads += [above if number != root else start, *(start + head for head in part.heads[1:])]
        own = "ROOT" if number == root else relations.get(number, part.relations[0])
        labels += [own, *part.relations[1:]]
    spaces = [space for part in parts for space in part.spaces]
    words = [word for part in parts for word in part.words]
    glued = [space and words[index + 1 : index + 2] not in ([","], ["."]) for index, space in enumerate(spaces)]
    return Sentence(
        words=tuple(words),
        spaces=tuple(glued),
        lemmas=tuple(lemma for part in parts for lemma in part.lemmas),
        pos=tuple(pos for part in parts for pos in part.pos),
        tags=tuple(tag for part in parts for tag in part.tags),
        morphs=tuple(morph for part in parts for morph in part.morphs),
        heads=tuple(heads),
        relations=tuple(labels),
        phrases=None,
    )


def _capitalise(sentence: Sentence) -> Sentence:
    first = sentence.words[0]
    return replace(sentence, words=(first[0].upper() + first[1:], *sentence.words[1:]))
