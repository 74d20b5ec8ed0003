"""The report of a comparison: how hard its corpus is, what votes are worth, and the links of resolvers as chains."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.responses import attributes_of, linked_chains
from anaphora.experiments.show.report.comparison import comparison_page
from anaphora.experiments.show.report.page import Page
from anaphora.workbench.ablation.figures import MOST_INDICATORS, IndicatorAblation
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, document_votes, is_additive, vote_matrix
from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.overlap import MentionColumns, columns
from anaphora.workbench.chains.texts import describe
from anaphora.workbench.document import Span
from anaphora.workbench.error_analysis.analysis import ChainErrors, chain_errors
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.measures import COMPARED, count_each
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results import difficulty
from anaphora.workbench.results.comparison import Comparison, Evidence
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.trace.build import Criteria
from anaphora.workbench.trace.document import DocumentTrace
from anaphora.workbench.trace.key_anaphors import is_key_pronoun

_RESAMPLES = 2_000  # of the chains; enough for a section that explores
_WITH_ERRORS = 4  # resolvers of whose chains the errors are found, the best ones


def page_of(comparison: Comparison, settings: Configuration) -> Page:
    """The page of a comparison that kept its evidence; tables and charts have the resolvers best first."""
    comparison = replace(comparison, resolvers=comparison.ranking)
    voting = _best_voting(comparison, settings.criteria)
    return comparison_page(comparison, _profile(comparison), voting, score_links(comparison, settings))


def _pairs(comparison: Comparison) -> Iterator[tuple[Evidence, Key, DocumentTrace]]:
    """The documents whose key was kept."""
    for evidence, traced in zip(comparison.evidence, comparison.documents, strict=False):
        if evidence.key is not None:
            yield evidence, evidence.key, traced


def _profile(comparison: Comparison) -> difficulty.Difficulty | None:
    texts = [
        difficulty.text(evidence.prepared.document, key, evidence.prepared, traced, evidence.right)
        for evidence, key, traced in _pairs(comparison)
    ]
    return difficulty.figures(texts, difficulty.is_marked(texts)) if texts else None


def _best_voting(comparison: Comparison, criteria: Criteria) -> tuple[str, IndicatorAblation] | None:
    """Weigh the indicators of the best resolver whose indicators vote; other resolvers need runs of their own."""
    if criteria.antecedent == "nominal":
        return None
    for name in sorted(comparison.resolvers, key=lambda name: -comparison.right(name)):
        polls = _polls(comparison, name)
        voted = next((poll.votes for poll in polls if poll.votes is not None), None)
        if voted is not None and len(voted.indicators) <= MOST_INDICATORS:
            anaphors = [len(traced.anaphors) for traced in comparison.documents]
            return name, IndicatorAblation(vote_matrix(polls, anaphors))
    return None


def _polls(comparison: Comparison, name: str) -> list[DocumentVotes]:
    """The votes of a resolver by document; none if it is not additive."""
    if not all(is_additive(evidence.decisions[name]) for evidence in comparison.evidence):
        return []
    return [
        document_votes(evidence.prepared, evidence.decisions[name], evidence.right)
        for evidence, *_ in _pairs(comparison)
    ]


def score_links(comparison: Comparison, settings: Configuration) -> tuple[Scores, ChainErrors] | None:
    """The links of the resolvers as chains, scored against the part of the key that they were asked for."""
    documents = list(_pairs(comparison))
    names = [name for name in comparison.resolvers if name not in comparison.read_key]
    if not documents or not names:
        return None
    keys = [
        describe(columns(_asked_for(evidence, key, traced)), evidence.prepared.annotation)
        for evidence, key, traced in documents
    ]
    attributes = [attributes_of(evidence.prepared) for evidence, *_ in documents]
    responses = {
        name: [
            _response(evidence, name, by_span) for (evidence, *_), by_span in zip(documents, attributes, strict=True)
        ]
        for name in names
    }
    texts = [
        DocumentText(evidence.prepared.document.id, evidence.prepared.document.words) for evidence, *_ in documents
    ]
    match = settings.criteria.match
    measures = tuple(choose_measure(name) for name in COMPARED)
    counts = {name: count_each(measures, compare_chains(keys, chains, match)) for name, chains in responses.items()}
    scores = Scores(
        key=comparison.corpus,
        signature=f"{comparison.signature}|key:cut-down|resamples:{_RESAMPLES}",
        documents=tuple(traced.document_id for *_, traced in documents),
        systems=tuple(names),
        measures=measures,
        counts=counts,
        resamples=_RESAMPLES,
        seed=settings.execution.seed,
    )
    best = [name for name in comparison.ranking if name in responses][:_WITH_ERRORS]
    return scores, chain_errors(texts, keys, {name: responses[name] for name in best}, match=match)


def _asked_for(evidence: Evidence, key: Key, traced: DocumentTrace) -> Key:
    """The key cut down to its evaluated anaphors and the mentions before them that are no pronouns."""
    asked = {anaphor.span for anaphor in traced.anaphors}
    document = evidence.prepared.document
    for anaphor in traced.anaphors:
        asked |= {span for span in anaphor.acceptable if not is_key_pronoun(document, span, "all")}
    chains = (tuple(span for span in chain if span in asked) for chain in key.chains)
    kept = tuple(chain for chain in chains if len(chain) > 1)
    return replace(key, chains=kept, links=(), ids=(), split={}, bridges=(), deixis=None)


def _response(evidence: Evidence, name: str, attributes: Mapping[Span, Attributes]) -> MentionColumns:
    """The links of a resolver as chains, with the links themselves, but for those that would have made chains clash."""
    prepared = evidence.prepared
    _, chains = linked_chains(prepared, evidence.decisions[name])
    chain_of = {span: number for number, chain in enumerate(chains.chains) for span in chain}
    decided = (
        (prepared.mentions[prepared.cases[decision.case].anaphor].span, prepared.mentions[decision.antecedent].span)
        for decision in evidence.decisions[name]
        if decision.antecedent is not None
    )
    links = tuple(pair for pair in decided if pair[0] in chain_of and chain_of[pair[0]] == chain_of.get(pair[1]))
    return columns(replace(chains, attributes=attributes, links=links))
