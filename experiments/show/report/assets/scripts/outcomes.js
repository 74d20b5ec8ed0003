// What became of each anaphor: who answered what, whether it is right, and where it was lost; and the file of it. Nothing
// here touches the page.
const WINDOW = 3; // sentences shown before an anaphor's own, as in anaphora.experiments.show.report.anaphors
const PRONOUNS = new Set(( // those of workbench/language/pronouns.toml
  "i me my mine myself you your yours yourself yourselves we us our ours ourselves he him his himself she her hers " +
  "herself it its itself they them 'em their theirs themselves themself this that these those"
).split(" "));

const GLYPHS = { right: "✓", wrong: "✗", "no answer": "–" };
const distanceWords = (sentences) => (sentences <= 0 ? "same sentence" : `${counted(sentences, "sentence")} back`);
const isPronoun = (text, [start, end]) => end - start === 1 && PRONOUNS.has(wordsOf(text, start, end).toLowerCase());
const verdictOf = (pick, stage) => (stage === "right" ? "right" : pick === null ? "no answer" : "wrong");

const outcomes = (data) => {
  const answers = data.anaphors.map((anaphor) =>
    anaphor.answers.map(({ pick, stage }) => ({ pick, stage, verdict: verdictOf(pick, stage) })));
  // What is found of an anaphor when it is first asked for.
  const cached = (find) => {
    const values = [];
    return (index) => (values[index] ??= find(index, data.anaphors[index], textOf(index)));
  };
  const textOf = (index) => data.documents[data.anaphors[index].document];
  const sentence = cached((_, { span }, text) => sentenceOf(text, span[0]));
  const form = cached((_, { span }, text) => wordsOf(text, ...span).toLowerCase());
  // What contains the anaphor was never a candidate.
  const before = cached((_, { candidates, removed }) =>
    candidates.length + removed.filter(([, reason]) => data.reasons[reason] !== "containment").length);
  // Words of the nearest acceptable antecedent, and of the nearest that is no pronoun where that is another.
  const keyWords = (index) => {
    const text = textOf(index);
    const spans = data.anaphors[index].key;
    const nearest = spans.at(-1);
    const nominal = spans.findLast((span) => !isPronoun(text, span)) ?? nearest;
    return { key: wordsOf(text, ...nearest), nominal: nominal === nearest ? "" : wordsOf(text, ...nominal) };
  };
  // The sentences in which antecedents were searched for, up to the anaphor's own.
  const context = (index) => {
    const last = sentence(index);
    const { scope } = data.anaphors[index];
    const first = scope === undefined ? Math.max(0, last - WINDOW) : Math.min(last, sentenceOf(textOf(index), scope));
    return Array.from({ length: last - first + 1 }, (_, place) => sentenceBounds(textOf(index), first + place));
  };
  const searchable = cached((index, _, text) =>
    [wordsOf(text, ...sentenceBounds(text, sentence(index))), ...Object.values(keyWords(index))].join("\n").toLowerCase());
  return {
    data, textOf, sentence, form, before, keyWords, context, searchable,
    answer: (index, place) => answers[index][place],
    isDetected: (index) => data.anaphors[index].case !== false,
    after: (index) => data.anaphors[index].candidates.length,
    successes: (place) => answers.reduce((sum, row) => sum + (row[place].verdict === "right"), 0),
    disagree: (index) => new Set(answers[index].map(({ pick }) => pick)).size > 1,
  };
};

// Anaphors as comma-separated values, as RFC 4180 has them. A cell that a spreadsheet would take for a formula gets an
// apostrophe before it.
const csvCell = (value) => {
  const text = String(value ?? "");
  const safe = /^[=+\-@＝＋－＠\t\r]/.test(text) && typeof value !== "number" ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csv = (rows) => rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
const CSV_HEAD = [
  "number", "document", "start", "end", "pronoun", "sentence", "key antecedent", "nearest that is no pronoun",
  "distance", "candidates", "after agreement", "lost before the resolvers",
];
const csvRows = (held, indices) => [
  [...CSV_HEAD, ...held.data.resolvers.flatMap(({ name }) => [name, `${name}: verdict`, `${name}: stage`])],
  ...indices.map((index) => {
    const anaphor = held.data.anaphors[index];
    const text = held.textOf(index);
    const { key, nominal } = held.keyWords(index);
    const counts = held.isDetected(index) ? [held.before(index), held.after(index)] : ["", ""];
    return [
      index + 1, text.id, ...anaphor.span, held.form(index), wordsOf(text, ...sentenceBounds(text, held.sentence(index))),
      key, nominal, anaphor.distance, ...counts, anaphor.loss,
      ...held.data.resolvers.flatMap((_, place) => {
        const { pick, verdict, stage } = held.answer(index, place);
        return [pick === null ? "" : mentionOf(text, pick), verdict, stage];
      }),
    ];
  }),
];
