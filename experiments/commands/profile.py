"""Contents and difficulty of a corpus: the figures that Mitkov 2001, section 7, asks to publish with every result.

For a corpus that is not in English there are no anaphors and candidates, but all that its key holds.
"""

import itertools
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal, TypeAlias, Unpack

from anaphora.experiments.run.analysis import Analysis, sign
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import Command, Progress, split_typed
from anaphora.experiments.run.configuration import OF_CORPORA, Configuration, Options, takes
from anaphora.experiments.run.documents import Fingerprint, documents, require_key, without_nodes
from anaphora.experiments.show.result import Result, result_of
from anaphora.preprocess.language import is_english
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.key import Key, gold_head, other_reference
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.results import difficulty
from anaphora.workbench.results.key_statistics import KeyCounts, KeyStatistics, Row, key_counts, mention_rows
from anaphora.workbench.results.profile import SHOWN, AnaphorProfile, Profile
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.trace.build import right_candidates, trace
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor

Shown: TypeAlias = Literal["difficulty", "key", "mentions"]


@takes(*OF_CORPORA)
def profile(  # type: ignore[misc]  # `by` of scores names other parts
    corpus: Corpora = None,
    *,
    show: Annotated[
        "Sequence[Shown]",
        About("difficulty (default; English only), key, mentions.", OUTPUT, "NAMES", read=split_typed),
    ] = (),
    by: Annotated[
        Literal["genre", "document"] | None, About("Break results down by genre or document.", OUTPUT)
    ] = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Profile]:
    """Describe a corpus: what its key holds, and how hard its anaphors are.

    `show` names what is wanted: "difficulty" (of English corpora), "key" (by default of others) and "mentions", a row
    each. Without the difficulty nothing is analysed. `by` is "genre" or "document" for figures of each. Other arguments
    and errors are those of `compare`.

    Raises:
        OptionError: other groups.
        UnknownNameError: there is nothing of that name to show.
    """
    settings = configuration((), corpus, options)
    paths = paths_of(corpus)
    for name in show:
        if name not in SHOWN:
            raise unknown_name("part of a profile", name, SHOWN)
    shown = tuple(show) or ("difficulty",)
    skipped: list[str] = []
    texts: list[KeyCounts] = []
    mentions: list[Row] = []
    twice = Counter[str]()
    source = Fingerprint(paths, settings.preparation.name)

    def read() -> Iterator[tuple[Document, Key]]:
        for document, key in documents(paths, settings, skipped, nodes=True):
            rows = mention_rows(document, key)
            texts.append(key_counts(document, key, rows))
            twice[document.id] += sum(map(len, key.chains)) - len({*itertools.chain.from_iterable(key.chains)})
            if "mentions" in shown:
                mentions.extend(rows)
            yield without_nodes(document, key, settings)

    watched = source.watch(read(), progress)
    first = list(itertools.islice(watched, 1))  # which tells the language
    stream = itertools.chain(first, watched)
    if "difficulty" in shown and (not first or is_english(first[0][0])):
        anaphors = _english_profile(stream, source, settings, skipped, by)
        signed = anaphors.signature
    else:
        anaphors = None
        deque(stream, maxlen=0)
        require_key(len(texts), sum(text.counts["chains"] for text in texts))
        signed = sign(source, len(texts), settings, "none")
    profiled = Profile(
        key=KeyStatistics(tuple(texts)),
        difficulty=anaphors,
        mentions=tuple(mentions),
        shown=shown,
        skipped=tuple(skipped),
        by=by,
        signature=signed,
    )
    listed = {"mentions": partial(profiled.mentions_table, whole=True)} if "mentions" in shown else {}
    return result_of(profiled, frames=listed, warnings=_on_duplicates(+twice))


def _on_duplicates(twice: Mapping[str, int]) -> list[str]:
    """Warn that mentions are counted whose words another mention has."""
    extra = counted(sum(twice.values()), "mention")
    where = f"{counted(len(twice), 'document')}, the first '{next(iter(twice), '')}'"
    return [f"{extra} more than there are spans, in {where}; 'anaphora check' lists them."] if twice else []


def _english_profile(
    read: Iterable[tuple[Document, Key]],
    corpus: Fingerprint,
    settings: Configuration,
    skipped: Sequence[str],
    by: str | None,
) -> AnaphorProfile:
    """Profile the anaphors and candidates of English texts, as they are read."""
    analysis = Analysis(settings)
    sizes = Counter[str]()
    identified = Counter[str]()
    not_counted = Counter[str]()
    anaphors: list[KeyAnaphor] = []
    texts: list[difficulty.Text] = []
    chance = 0.0  # of a random compatible candidate to be right, summed over the anaphors
    for document, key in read:
        prepared = analysis.prepare(document, key)
        traced = trace(document, key, prepared, {}, settings.criteria)
        sizes.update(_sizes(document, key, prepared, traced))
        identified.update(_mentions_found(document, key, prepared))
        not_counted.update(traced.not_counted)
        anaphors += traced.anaphors
        chance += sum(anaphor.reachable / anaphor.compatible for anaphor in traced.anaphors if anaphor.compatible)
        right = right_candidates(document, key, prepared, settings.criteria)
        texts.append(difficulty.text(document, key, prepared, traced, right))
    return AnaphorProfile(
        sizes=sizes,
        found=identified,
        not_counted=not_counted,
        anaphors=tuple(anaphors),
        chance=chance,
        skipped=tuple(skipped),
        texts=tuple(texts),
        by=by,
        signature=analysis.sign(corpus, len(texts)),
    )


def _sizes(document: Document, key: Key, prepared: Prepared, traced: DocumentTrace) -> dict[str, int]:
    tokens = [token for token, word in enumerate(document.words) if word.lower() == "it"]
    marks = Counter(key.non_anaphoric.get(token) for token in tokens)
    return {
        "words": len(document.words),
        "sentences": len(prepared.annotation.sentence_starts),
        "mentions": len(prepared.mentions),
        "key_mentions": sum(len(chain) for chain in key.chains),
        "key_chains": len(key.chains),
        "identified_anaphors": traced.identified,
        "it": len(tokens),
        "it_filtered": len(prepared.non_anaphoric),
        "it_marked_pleonastic": marks["pleonastic"],
        "it_marked_clausal": marks["clausal"],
        **other_reference(key),
    }


def _mentions_found(document: Document, key: Key, prepared: Prepared) -> Counter[str]:
    """Count the key mentions that preprocessing found: the same span, or a mention with the same head."""
    spans = {mention.span for mention in prepared.mentions}
    heads = {mention.head for mention in prepared.mentions}
    counted: Counter[str] = Counter()
    for chain in key.chains:
        kind = "coreferent" if len(chain) > 1 else "singleton"
        for span in chain:
            head = gold_head(span, key.attributes.get(span), document.annotation or prepared.annotation)
            counted.update({f"{kind}": 1, f"{kind}_strict": span in spans, f"{kind}_head": head in heads})
    return counted


COMMAND = Command(
    profile, example="anaphora profile my_corpus/ --show mentions --to csv", work="Analysing", words=words_of_corpus
)
