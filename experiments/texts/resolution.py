"""Plain text in, antecedents out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from typing import TypeVar

from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.plan import plan_without_key
from anaphora.experiments.run.responses import with_chains
from anaphora.experiments.run.worker import decide
from anaphora.experiments.texts.entities import name_of
from anaphora.preprocess.language import in_its_language
from anaphora.preprocess.noun_phrases import is_abbreviation
from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench import progress
from anaphora.workbench.adapters import CombinedResolver, chains_of, require_fit, spans_of
from anaphora.workbench.decision import Chains, Decision, Explanation, Resolver
from anaphora.workbench.document import Case, Document, Prepared, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Clusters, Key
from anaphora.workbench.language.anaphors import is_anaphoric, pronoun_at
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.preparation import PRONOUNS, AnaphorKind, Preparation
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.spec import ResolverSpec

Made = TypeVar("Made")
TOO_SHORT = "This text is too short to tell its language, and is read as English. --language en confirms that."
_NAMED = 12  # candidates that a line names
_LONGEST = 8  # words of a mention that is named in full


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of text with its character offsets, end exclusive."""

    text: str
    start: int
    end: int


def phrases_of(document: Document) -> Callable[[Span], Phrase]:
    """Return a function that gives the stretch of a document's text that a span covers."""
    text = document.text
    starts = document.character_starts()
    words = document.words

    def phrase(span: Span) -> Phrase:
        start, last = starts[span.start], span.end - 1
        end = starts[last] + len(words[last])
        return Phrase(text[start:end], start, end)

    return phrase


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun with its antecedent by each resolver (`None`: left open), and the reasons in words.

    A `pleonastic` pronoun has no antecedents. `others` has the mentions of a split antecedent after the first, and
    `cataphoric` what a resolver found behind the pronoun. Resolvers that say so have in `probabilities`, from 0 to 1,
    how sure they are of their answers, and in `no_antecedent` how sure that none of their candidates is right.
    `entities` calls what the pronoun means by the name or noun that a resolver's answers lead back to. `given` says
    what all resolvers got, `reasons` why each decided so; they are empty unless they were asked for.
    """

    phrase: Phrase
    pleonastic: bool
    antecedents: Mapping[str, Phrase | None]
    others: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict)
    cataphoric: Mapping[str, Phrase] = field(default_factory=dict)
    probabilities: Mapping[str, float] = field(default_factory=dict)
    no_antecedent: Mapping[str, float] = field(default_factory=dict)
    entities: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    reasons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self, explain: bool = False) -> JsonObject:
        """All that is known of it by name; with `explain` the reasons, too."""
        chances = {name: round(chance, 4) for name, chance in self.probabilities.items()}
        antecedents = {
            name: {**asdict(phrase), "probability": chances.get(name)} if phrase else None
            for name, phrase in self.antecedents.items()
        }
        figures = {**asdict(self.phrase), "pleonastic": self.pleonastic, "antecedents": antecedents}
        if self.others:
            figures["others"] = {name: [*map(asdict, phrases)] for name, phrases in self.others.items()}
        if self.cataphoric:
            figures["cataphoric"] = {name: asdict(phrase) for name, phrase in self.cataphoric.items()}
        if chances:
            figures["probabilities"] = chances
        if self.no_antecedent:
            figures["no_antecedent"] = {name: round(chance, 4) for name, chance in self.no_antecedent.items()}
        if self.entities:
            figures["entities"] = self.entities
        return figures | ({"explanation": {"given": self.given, "resolvers": self.reasons}} if explain else {})

    def shown_answers(self) -> list[str | None]:
        """The answer of each resolver, as text."""
        return ["pleonastic" if self.pleonastic else self.answer(name) for name in self.antecedents]

    def answer(self, name: str) -> str | None:
        """Return a resolver's answer in words: `John`, `John + Mary` or `John (follows)`; `None` if it left it open."""
        first = self.antecedents[name]
        if first is None:
            return f"{self.cataphoric[name].text} (follows)" if name in self.cataphoric else None
        return " + ".join(phrase.text for phrase in (first, *self.others.get(name, ())))

    def by_answer(self) -> dict[str, list[str]]:
        """The resolvers by their answer, with its probability where one says it."""
        if self.pleonastic:
            return {"none: pleonastic": ["the filter"]}
        grouped: dict[str, list[str]] = {}
        for name in self.antecedents:
            sure = f" ({self.probabilities[name]:.0%})" if name in self.probabilities else ""
            grouped.setdefault(self.answer(name) or "no answer", []).append(f"{name}{sure}")
        return grouped

    def votes(self, voters: Sequence[str]) -> list[tuple[str | None, list[str]]]:
        """Group some resolvers by what they say that it means (`None`: no answer); what most say comes first.

        Of two answers that as many give, that of the surest comes first.
        """
        grouped: dict[str | None, list[str]] = {}
        for name in voters:
            grouped.setdefault(self._meaning(name), []).append(name)

        def weight(vote: tuple[str | None, list[str]]) -> tuple[int, bool, float]:
            return -len(vote[1]), vote[0] is None, -sum(self.probabilities.get(name, 0.0) for name in vote[1])

        return sorted(grouped.items(), key=weight)

    def _meaning(self, name: str) -> str | None:
        """The entity that a resolver answers; of a split or following antecedent the answer."""
        return self.entities.get(name) if self.antecedents[name] and name not in self.others else self.answer(name)


@dataclass(frozen=True, slots=True)
class Resolution:
    """A prepared text with the `options` of its preparation, the resolvers with their `seed`, and what each decided."""

    prepared: Prepared
    resolvers: Mapping[str, Resolver]
    decisions: Mapping[str, Sequence[Decision]]
    options: Preparation
    seed: int
    specs: Mapping[str, ResolverSpec] = field(default_factory=dict)

    def pronouns(self, explain: bool = False) -> list[Pronoun]:
        """The pronouns in text order, with their reasons if asked for."""
        prepared = self.prepared
        cases = {prepared.mentions[case.anaphor].head: number for number, case in enumerate(prepared.cases)}
        rules = {entry.token: entry.rule for entry in prepared.non_anaphoric}
        phrase = phrases_of(prepared.document)
        explainer = Explainer(prepared) if explain else None
        entity = _entities(prepared, self.decisions)

        def answered(token: int) -> Pronoun:
            decided = {name: listed[cases[token]] for name, listed in self.decisions.items() if token in cases}
            answers = {name: [phrase(span) for span in _spans(prepared, way)] for name, way in decided.items()}
            after = {name: way.cataphoric for name, way in decided.items() if way.cataphoric is not None}
            shown = Pronoun(
                phrase(Span(token, token + 1)),
                token in rules,
                {name: next(iter(answers.get(name, ())), None) for name in self.decisions},
                {name: tuple(phrases[1:]) for name, phrases in answers.items() if phrases[1:]},
                {name: phrase(prepared.mentions[mention].span) for name, mention in after.items()},
                {name: way.probability for name, way in decided.items() if way.probability is not None},
                {name: way.no_antecedent for name, way in decided.items() if way.no_antecedent is not None},
                {name: entity(name, way.antecedent) for name, way in decided.items() if way.antecedent is not None},
            )
            if explainer is None:
                return shown
            if token not in cases:
                return replace(shown, given=(f"filtered as not anaphoric: {rules[token]}",) if token in rules else ())
            reasons = {name: tuple(explainer.reasons(decision)) for name, decision in decided.items()}
            return replace(shown, given=tuple(explainer.candidates(prepared.cases[cases[token]])), reasons=reasons)

        return list(map(answered, pronouns_of(prepared, self.options.anaphors)))

    def as_json(self, explain: bool = False, **_: object) -> JsonObject:
        """The text and all antecedents; with `explain` their reasons as well."""
        pronouns = [pronoun.as_json(explain) for pronoun in self.pronouns(explain)]
        return {"text": self.prepared.document.text, "pronouns": pronouns}

    def linked(self, resolver: str) -> Chains:
        """The chains of one resolver, of a pronoun resolver those of its links."""
        return chains_of(self.resolvers[resolver], self.prepared, self.decisions[resolver])

    def chains(self, resolver: str) -> tuple[Document, Clusters]:
        """The chains of one resolver, with the analysed document: for writers."""
        return with_chains(self.prepared, spans_of(self.prepared, self.linked(resolver)))


def resolve_document(document: Document, settings: Configuration) -> Resolution:
    """Run the resolvers (all by default) on a text without a key; raises what `resolving` does."""
    return resolving(settings)(document)


def resolving(settings: Configuration, *, chains: bool = False) -> Callable[[Document], Resolution]:
    """Return a function that runs the resolvers (all by default) on a text without a key.

    If `chains` are wanted, too, they are made before pronouns are resolved: networks read a text once for both.
    Raises `OptionError` for the oracle, and for anaphors that are no pronouns.
    """
    if (anaphors := settings.preparation.anaphors) not in PRONOUNS:
        problem = f"Texts are resolved pronoun by pronoun, and --anaphors {anaphors} asks for noun phrases."
        raise OptionError(f"{problem} Take one of {', '.join(PRONOUNS)}.", code="anaphors")
    plan = plan_without_key(settings)
    combined = [built for built in plan.resolvers.values() if chains and isinstance(built, CombinedResolver)]
    analysis = Analysis(settings, plan.share_of_analysis())
    language = settings.preparation.language
    alone = plan.share_of_analysis()
    # the chains below take their time before the pronouns are resolved
    share = plan.share_of_analysis("all-mentions") / alone if combined else 1.0

    def resolved(document: Document) -> Resolution:
        words = len(document.words)
        text = in_its_language(replace(document, language=language or document.language))
        code = language_of(text).code
        if not settings.resolvers and code != "en":
            return resolving(settings.changed(resolvers=default_resolvers(anaphors, code)), chains=chains)(text)
        plan.require_language(text)
        with progress.scaled(0, share):
            prepared = analysis.prepare(text, Key(document.id, ()))
        for number, resolver in enumerate(combined):
            require_fit(resolver, prepared)
            size = (1 - share) * words / len(combined)
            with progress.part(share * words * alone + number * size, size):
                resolver.made(prepared)
        with progress.scaled((1 - share) * words, share):
            decisions = decide(plan.resolvers, prepared, plan.efforts())
        named = {spec.label: spec for spec in plan.specs}
        return Resolution(prepared, plan.resolvers, decisions, settings.preparation, settings.execution.seed, named)

    return resolved


def _entities(prepared: Prepared, decisions: Mapping[str, Sequence[Decision]]) -> Callable[[str, int], str]:
    """Return a function that names the entity of a mention by what a resolver's answers for pronouns lead back to."""
    answered = {
        name: {prepared.cases[decision.case].anaphor: decision.antecedent for decision in listed}
        for name, listed in decisions.items()
    }
    named = cache(lambda mention: name_of(prepared, [prepared.mentions[mention]]))

    def entity(resolver: str, mention: int) -> str:
        earlier = answered[resolver]
        while prepared.mentions[mention].kind == "pronoun" and (before := earlier.get(mention)) is not None:
            if before >= mention:  # which leads nowhere
                break
            mention = before
        return named(mention)

    return entity


def resolve_each(
    documents: Iterable[Document],
    settings: Configuration,
    work: Callable[[Resolution], Made],
    finished: Callable[[Document], None] | None,
) -> tuple[tuple[Made, ...], str]:
    """Resolve texts with chains; returns what `work` makes of each, and the signature. `finished` is called after each.

    Raises what `resolving` raises.
    """
    resolve = resolving(settings, chains=True)
    ids: list[str] = []
    results: list[Made] = []
    for document in documents:
        ids.append(document.id)
        results.append(work(resolve(document)))
        if finished:
            finished(document)
    name = ids[0] if len(ids) == 1 else counted(len(ids), "text")
    return tuple(results), Analysis(settings).sign(name, len(ids))


def texts_json(texts: Sequence[tuple[str, JsonObject]], **shaped: str) -> JsonObject:
    """The figures of texts by their ids: of one text its own object, of several a list of documents."""
    if len(texts) == 1:
        return {**texts[0][1], **shaped}
    return {"documents": [{"id": id, **figures} for id, figures in texts], **shaped}


def _spans(prepared: Prepared, decision: Decision) -> list[Span]:
    """The antecedent, and after it the other mentions of a split one."""
    mentions = () if decision.antecedent is None else (decision.antecedent, *decision.others)
    return [prepared.mentions[mention].span for mention in mentions]


def pronouns_of(prepared: Prepared, anaphors: AnaphorKind) -> list[int]:
    """The tokens that are pronouns to be resolved, those included that preprocessing filtered out or missed."""
    heads = {prepared.mentions[case.anaphor].head for case in prepared.cases}
    annotation, words = prepared.annotation, prepared.document.words
    forms = (
        (token, pronoun_at(prepared.document, token, annotation))
        for token in range(len(words))
        if not is_abbreviation(annotation, words, token)
    )
    personal = "third-person" if anaphors == "third-person" else "personal"
    return sorted(
        heads | {token for token, entry in forms if entry and is_anaphoric(entry.person, entry.type, personal)}
    )


# explanations


@dataclass(frozen=True, slots=True)
class Explainer:
    """The decisions of resolvers on one document in words; names of mentions are worked out once."""

    prepared: Prepared
    _names: dict[int, str] = field(default_factory=dict)

    def candidates(self, case: Case) -> list[str]:
        """The candidates in scope, and why others were taken off the list, which is the same for all resolvers."""
        removed: dict[str, list[int]] = {}
        for removal in case.removed:
            removed.setdefault(removal.reason, []).append(removal.mention)
        lists = [f"removed by {reason}: {self._list(gone)}" for reason, gone in removed.items()]
        return [f"candidates: {self._list(case.compatible)}", *lists]

    def reasons(self, decision: Decision) -> list[str]:
        """Say why a resolver decided so: rule, contributions, the next best, steps, its own filters."""
        explanation, case = decision.explanation, self.prepared.cases[decision.case]
        lines = [explanation.rule]
        ranked = sorted(range(len(explanation.scores)), key=explanation.scores.__getitem__, reverse=True)
        if decision.antecedent in explanation.candidates and explanation.scores:
            best = explanation.candidates.index(decision.antecedent)
            lines.append(f"{self._name(decision.antecedent)} {self._sum(explanation, best)}")
            after = next((row for row in ranked if row != best), None)
            if after is not None:
                lines.append(f"next: {self._name(explanation.candidates[after])} {self._sum(explanation, after)}")
        elif explanation.scores:
            lines.append(
                f"best on its list: {self._name(explanation.candidates[ranked[0]])} {self._sum(explanation, ranked[0])}"
            )
        lines += explanation.steps
        if explanation.chances:
            lines.append(f"each of {len(explanation.candidates)} with a chance of {max(explanation.chances):.0%}")
        seen = set(explanation.candidates)
        left_out = [index for index in case.compatible if index not in seen]
        if left_out:
            lines.append(f"removed by the resolver's own constraints: {self._list(left_out)}")
        return lines

    def _list(self, mentions: Sequence[int]) -> str:
        names = [self._name(index) for index in mentions[-_NAMED:]]
        more = f", and {len(mentions) - _NAMED} before" if len(mentions) > _NAMED else ""
        return ", ".join(names) + more or "none"

    def _name(self, index: int) -> str:
        """A mention in quotation marks, a long one by its beginning and head."""
        if index not in self._names:
            mention, words_of = self.prepared.mentions[index], self.prepared.document.words_of
            whole = len(mention.span) <= _LONGEST
            self._names[index] = f'"{words_of(mention.span)}"' if whole else f'"{words_of(mention.base)} ..."'
        return self._names[index]

    def _sum(self, explanation: Explanation, row: int) -> str:
        """The score of a candidate and what it is made of: `3 (referential distance +2, term preference +1)`."""
        parts = ", ".join([_share(name, share) for name, share in _shares(explanation, row)])
        return f"{explanation.scores[row]:.4g} ({parts})" if parts else f"{explanation.scores[row]:.4g}"


@lru_cache(10_000)
def _share(name: str, share: float) -> str:
    return f"{name.replace('_', ' ')} {share:+.4g}"


def _shares(explanation: Explanation, row: int) -> list[tuple[str, float]]:
    """Return the contribution to a score of each indicator that contributes, the largest first."""
    if explanation.votes is None:
        return []
    shares = (explanation.votes.matrix[row] * explanation.votes.weights).tolist()
    named = [pair for pair in zip(explanation.votes.indicators, shares, strict=True) if pair[1]]
    return sorted(named, key=lambda pair: -abs(pair[1]))
