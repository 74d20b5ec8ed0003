"""Anaphors by their words: pronouns by the tables of languages, noun phrases by their form, and which of them count."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from anaphora.workbench.document import Annotation, Document, Kind
from anaphora.workbench.language.packs import Language, PronounEntry, language, language_of
from anaphora.workbench.preparation import PRONOUNS

_ENDS = frozenset({".", "?", "!", ":", '"', "“", "„", "»", "«", "‘", "'", "–", "—", "-", "...", "…"})
_OWNING = frozenset({"nmod:poss", "det:poss"})
_AUXILIARIES = frozenset({"aux", "cop"})
_REACH = 50  # words between a reflexive and the auxiliary of its verb
_FUNCTION_WORDS = frozenset({"det", "case", "mark", "cc", "advmod"})
_VERBS = frozenset({"VERB", "AUX"})


def pronoun(form: str) -> PronounEntry | None:
    """Look up a lower-case word form in the English table; `None` for words that are no pronouns."""
    return language().pronouns.get(form)


def pronoun_at(document: Document, token: int, annotation: Annotation | None = None) -> PronounEntry | None:
    """The entry of a word in the table of its document's language; `None` for words that are no pronouns.

    The corpus' own tree counts before `annotation`; see `entry_of`.
    """
    return entry_of(language_of(document), document.words, token, document.annotation or annotation)


def entry_of(tables: Language, words: Sequence[str], token: int, tree: Annotation | None) -> PronounEntry | None:
    """The entry of a word in the table of a language; `None` for words that are no pronouns.

    Where the table has a form with a capital letter, as German *Sie* and *Ihr*, that counts within a sentence. Words
    that are also articles, prepositions or verbs, as French *le* and *en*, are pronouns where the tree does not say so.
    Where the table leaves the person open, as of zeros and Slavic reflexives, that is what the tree says of the word,
    or for a reflexive of the verb above it, or the third; and such a form may be a demonstrative (Czech *ti*).
    """
    word, forms = words[token], tables.pronouns
    within = word in forms and not word.islower() and token > 0 and words[token - 1] not in _ENDS
    within = within and (tree is None or token not in tree.sentence_starts)
    entry = forms.get(word if within else word.lower())
    if entry is None or tree is None:
        return entry and entry._replace(person=entry.person or 3)
    is_open = word.lower() in tables.of("pronouns_or.else")
    if entry.person and not is_open:
        return entry
    features = tree.morphology[token].split("|")
    if is_open and "Poss=Yes" not in features and _is_other(tree, token, entry):
        return None
    if entry.person:
        return entry
    is_bound = entry.type == "reflexive" or "Reflex=Yes" in features
    person = _person_of_clause(tree, token) if is_bound else _person(features) or 3
    return entry._replace(person=person, type="demonstrative" if "PronType=Dem" in features else entry.type)


def _is_other(tree: Annotation, token: int, entry: PronounEntry) -> bool:
    """Return whether the tree says that a word which may be a pronoun is none.

    A finite verb has no article, and what determines a noun may be a possessive but no verb.
    """
    head = tree.head[token]
    relation = tree.relation[token].partition(":")[0]
    if entry.type == "possessive" and relation in ("det", "nmod"):
        return False
    if relation == "det" and tree.pos[head] in _VERBS and "VerbForm=Fin" in tree.morphology[head]:
        return False
    return relation in _FUNCTION_WORDS or tree.pos[token] in _VERBS


def _person(features: Sequence[str]) -> int:
    """The person that features name, or 0."""
    return next((person for person in (1, 2, 3) if f"Person={person}" in features), 0)


def _person_of_clause(tree: Annotation, token: int) -> int:
    """The person of the nearest verb above a reflexive, or of its auxiliary or copula: "ty ses ztratil", you.

    Infinitives and nouns between them have none; a participle without auxiliary is of the third.
    """
    near = range(max(0, token - _REACH), min(len(tree.head), token + _REACH))
    auxiliaries = [word for word in near if tree.relation[word].partition(":")[0] in _AUXILIARIES]
    while tree.head[token] != token:
        token = tree.head[token]
        forms = (token, *(word for word in auxiliaries if tree.head[word] == token))
        if person := next(filter(None, (_person(tree.morphology[form].split("|")) for form in forms)), 0):
            return person
    return 3


def use(entry: PronounEntry, annotation: Annotation, token: int) -> str:
    """The type of a pronoun where it stands: "her" is personal in the table, and possessive before a noun."""
    if entry.type != "personal":
        return entry.type
    owner = annotation.tag[token] == "PRP$" or annotation.relation[token] in _OWNING
    owner = owner or (annotation.relation[token] == "det" and "Poss=Yes" in annotation.morphology[token])
    return "possessive" if owner else "personal"


def is_anaphoric(person: int, type: str, which: str) -> bool:
    """Return whether pronouns of this person and type count as anaphors.

    `third-person`: personal, possessive and reflexive pronouns of the third person, the scope of Mitkov 1998 and of the
    evaluation papers; `personal`: those of every person; `all`, and `all-mentions`: demonstratives too. Where only
    noun phrases are asked for, no pronoun counts.
    """
    if which in ("all", "all-mentions"):
        return True
    return which in PRONOUNS and type != "demonstrative" and (which == "personal" or person == 3)


NOUN_PHRASES = ("nominal", "names", "all-mentions")
"""The sets of anaphors that have noun phrases in them: see `is_asked_for`."""


def is_asked_for(kind: Kind, definite: bool, which: str) -> bool:
    """Return whether a noun phrase counts as an anaphor (if it has an antecedent).

    Mitkov 2001, section 5.1, says that the success rates apply to definite descriptions and names as well as to
    pronouns; Mitkov 2002, section 1.4, names these two as the lexical noun phrases that are anaphors.

    `nominal`: definite descriptions, which have a common noun and a definite article, a demonstrative or a possessor;
    `names`: proper names; `all-mentions`: whatever else there is, beside all pronouns.
    """
    return which == "all-mentions" or (which == "names" and kind == "name") or (
        which == "nominal" and kind == "nominal" and definite
    )  # fmt: skip


def is_definite(before: Sequence[str], tables: Language) -> bool:
    """Return whether the words before its head make a noun phrase definite: the first determiner or genitive tells."""
    definite, indefinite = tables.of("before_head.definite"), tables.of("before_head.indefinite")
    return next((word in definite for word in map(str.lower, before) if word in definite or word in indefinite), False)


def bearers(name: str) -> tuple[float, float]:
    """Return the shares of men and of women with a first name, in percent of each; 0 for words that are no names.

    From the 1990 United States census.
    """
    return _census().get(name.upper(), (0.0, 0.0))


@cache
def _census() -> dict[str, tuple[float, float]]:
    lines = files("anaphora.workbench.language").joinpath("en", "first_names.tsv").read_text("ascii").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: (float(men), float(women)) for name, men, women in rows}
