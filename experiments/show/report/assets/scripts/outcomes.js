"use strict";
// What became of each anaphor: who answered what, whether it is right, and where it was lost; as stored, or as decided
// again with other weights. Nothing here touches the page.
(() => {
  const { decide, wordsOf } = anaphora;
  const WINDOW = 3; // sentences shown before an anaphor's own, as in anaphora.experiments.show.report.anaphor_table
  const PRONOUNS = new Set(( // those of workbench/language/pronouns.toml
    "i me my mine myself you your yours yourself yourselves we us our ours ourselves he him his himself she her hers " +
    "herself it its itself they them 'em their theirs themselves themself this that these those"
  ).split(" "));

  const sentenceOf = (text, token) => {
    let [low, high] = [0, text.sentences.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (text.sentences[middle] <= token) low = middle;
      else high = middle;
    }
    return low;
  };
  const boundsOf = (text, sentence) => [text.sentences[sentence], text.sentences[sentence + 1] ?? text.tokens.length];
  const spanOf = (text, mention) => text.mentions.slice(2 * mention, 2 * mention + 2);

  // An answer under other weights is charged as anaphora.workbench.trace does: to the shared stage that lost it, to the
  // resolver's own filters, to a tie, or to its ranking.
  const stageAnew = (anaphor, stored, made) => {
    if (made.pick === stored.pick) return stored.stage;
    if (anaphor.right.includes(made.pick)) return "right";
    if (anaphor.loss) return anaphor.loss;
    const rows = [...made.pool.keys()].filter((row) => anaphor.right.includes(made.pool[row]));
    if (!rows.length) return "syntax";
    if (made.pick === null) return "abstained";
    return rows.some((row) => made.totals[row] === made.totals[made.row]) ? "tie_lost" : "outranked";
  };
  const verdictOf = (pick, stage) => (stage === "right" ? "right" : pick === null ? "no answer" : "wrong");

  // What contains the anaphor was never a candidate.
  const beforeAgreement = ({ anaphors, reasons }, index) =>
    anaphors[index].candidates.length + anaphors[index].removed.filter(([, reason]) => reasons[reason] !== "containment").length;

  const outcomes = (data) => {
    const withKey = data.anaphors.some((anaphor) => anaphor.key);
    const stored = data.anaphors.map(({ answers }) =>
      answers.map(({ pick, stage }) => ({ pick, stage, verdict: withKey ? verdictOf(pick, stage) : "" })));
    const redecided = data.resolvers.map(() => null);
    const [sentences, counts, forms, words] = [[], [], [], []]; // by anaphor, found when first asked for

    let version = 0;
    const weigh = (weights) => {
      version += 1;
      data.resolvers.forEach((resolver, number) => {
        const given = weights[resolver.name];
        redecided[number] = given ? data.anaphors.map((anaphor, index) => {
          const made = decide(data, index, number, given);
          const before = stored[index][number];
          if (made.pick === before.pick) return before;
          if (!withKey) return { pick: made.pick, verdict: "", before };
          const stage = stageAnew(anaphor, before, made);
          return { pick: made.pick, stage, verdict: verdictOf(made.pick, stage), before };
        }) : null;
      });
    };
    const at = (index, number) => (redecided[number] ? redecided[number][index] : stored[index][number]);

    const textOf = (index) => data.documents[data.anaphors[index].document];
    const sentence = (index) => (sentences[index] ??= sentenceOf(textOf(index), data.anaphors[index].span[0]));
    const form = (index) => (forms[index] ??= wordsOf(textOf(index), ...data.anaphors[index].span).toLowerCase());
    const isPronoun = (text, [start, end]) => end - start === 1 && PRONOUNS.has(wordsOf(text, start, end).toLowerCase());

    // Words of the nearest acceptable antecedent, and of the nearest that is no pronoun where that is another.
    const keyWords = (index) => {
      const text = textOf(index);
      const spans = data.anaphors[index].key ?? [];
      const nearest = spans.at(-1);
      if (!nearest) return { key: "", nominal: "" };
      const nominal = spans.findLast((span) => !isPronoun(text, span)) ?? nearest;
      return { key: wordsOf(text, ...nearest), nominal: nominal === nearest ? "" : wordsOf(text, ...nominal) };
    };
    // The sentences in which antecedents were searched for, up to the anaphor's own.
    const context = (index) => {
      const own = sentence(index);
      const { scope } = data.anaphors[index];
      const first = scope === undefined ? Math.max(0, own - WINDOW) : Math.min(own, sentenceOf(textOf(index), scope));
      return Array.from({ length: own - first + 1 }, (_, place) => boundsOf(textOf(index), first + place));
    };
    const searchable = (index) => {
      if (words[index] === undefined) {
        const text = textOf(index);
        words[index] = [wordsOf(text, ...boundsOf(text, sentence(index))), ...Object.values(keyWords(index))].join("\n").toLowerCase();
      }
      return words[index];
    };
    return {
      data, withKey, searchable, weigh, of: at, textOf, sentence, form, keyWords, context,
      version: () => version, // another after every change
      stored: (index, number) => stored[index][number],
      weighed: (number) => redecided[number] !== null,
      known: (index) => data.anaphors[index].case !== false,
      before: (index) => (counts[index] ??= beforeAgreement(data, index)),
      after: (index) => data.anaphors[index].candidates.length,
      successes: (number) => data.anaphors.reduce((sum, _, index) => sum + (at(index, number).verdict === "right"), 0),
    };
  };

  Object.assign(anaphora, { outcomes, sentenceOf, sentenceBounds: boundsOf, spanOf, PRONOUNS: [...PRONOUNS] });
})();
