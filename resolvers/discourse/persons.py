"""Names of persons: full names that are those of two, and the wife of Mr. Bennet, who is Mrs. Bennet.

Of the pairs of such names that are mentions of GUM dev and LitBank 3 of 294 without a word in common are of one person,
and 6 of 31 with the last word alone and other initials.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from anaphora.resolvers.discourse.contrasts import owners
from anaphora.resolvers.parameters import read_tables
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.linking import Traits

_SPOUSES = {"wife": ("mrs.", "mrs", "lady"), "husband": ("mr.", "mr", "lord", "sir")}


def full_names(prepared: Prepared) -> Mapping[int, Traits]:
    """The words of the full names of persons, and the initial by the last word."""
    names: dict[int, Traits] = {}
    english = language_of(prepared.document).code == "en"  # names of other languages are inflected
    for number, mention in enumerate(prepared.mentions if english else ()):
        person = mention.animacy == "animate" or prepared.annotation.entity[mention.head] == "PERSON"
        if mention.kind == "name" and person and mention.number != "plural":
            words = _words(prepared, mention)
            words = words[max((place for place, word in enumerate(words[:-1], 1) if word in _titles()), default=0) :]
            if len(words) > 1:  # "Prime Minister Berg" is no full name
                names[number] = {"full name": {*words}, ("initial", words[-1]): {words[0][0]}}
    return names


def spouses(prepared: Prepared, chains: Chains) -> Iterator[tuple[int, int]]:
    """Yield whom their names say to be one: "his wife" of Mr. Bennet, and Mrs. Bennet."""
    titled: dict[tuple[str, str], int] = {}
    surnames: dict[int, set[str]] = defaultdict(set)
    chain_of = {mention: chain for chain, mentions in enumerate(chains) for mention in mentions}
    for number, mention in enumerate(prepared.mentions):
        words = _words(prepared, mention) if mention.kind == "name" and mention.number != "plural" else []
        if len(words) > 1 and words[0] in _titles():
            titled.setdefault((words[0], words[-1]), number)
            surnames[chain_of[number]].add(words[-1])
    for number, owner in owners(prepared).items():
        for title in _SPOUSES.get(prepared.mentions[number].lemma, ()):
            for surname in surnames[chain_of[owner]]:
                if (other := titled.get((title, surname))) is not None:
                    yield other, number


def _words(prepared: Prepared, mention: Mention) -> Sequence[str]:
    """The words of a name with a capital letter, in small letters; none of a description, "the Correspondent"."""
    words, pos = prepared.document.words, prepared.annotation.pos
    if pos[mention.base.start] == "DET":
        return []
    return [words[token].lower() for token in mention.base if words[token][:1].isupper() and pos[token] != "ADJ"]


@cache
def _titles() -> frozenset[str]:
    titles = read_tables("titles.toml", "anaphora.resolvers.discourse")
    return frozenset(word for words in titles.values() for word in words)
