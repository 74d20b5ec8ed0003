// The drawer: what preprocessing found in the text, sentence by sentence, phrase by phrase, and of each "it".
const KINDS = {
  anaphoric: "refers to a phrase",
  pleonastic: "refers to nothing",
  clausal: "refers to no phrase, but to a clause",
};
const OF_TOKENS = ["token", "lemma", "part of speech", "tag", "features", "relation", "head", "entity"];
const OF_PHRASES = ["phrase", "kind", "number", "gender", "animacy", "person", "function", "definiteness", "evidence"];

const lowTable = (label, heads, rows) => region(label, "scroll low", tableOf(null, heads, rows.map(rowOf)));

// A part that is filled when it is first opened: a long text has hundreds of trees.
const folded = (label, content, attributes = {}) => {
  const made = el("details", attributes, el("summary", {}, label));
  made.addEventListener("toggle", () => {
    if (made.open && made.children.length === 1) made.append(...content());
  });
  return made;
};

const drawer = (element, answer) => {
  const [text] = answer.data.documents;
  const columns = answer.drawer.tokens;
  const { mentions, its } = answer.drawer;
  const trees = () => text.sentences.map((_, place) => treeAndTokens(text, columns, place));
  const parts = [
    ["sentences", `Sentences: tokens, tags and trees (${text.sentences.length})`, trees],
    ["phrases", `Noun phrases and their features (${mentions.length})`, () => [phrases(text, mentions)]],
    ["its", `The verdict on each “it” (${its.length})`, () => [verdicts(text, answer)]],
    ["clauses", "Clauses", () => [clauses(text, columns)]],
  ];
  element.replaceChildren(...parts.map(([name, label, content]) => folded(label, content, { id: `drawer-${name}` })));
};

const treeAndTokens = (text, columns, place) => {
  const [start, end] = sentenceBounds(text, place);
  return folded(`${place + 1} ${shortened(wordsOf(text, start, end))}`, () => {
    const range = Array.from({ length: end - start }, (_, offset) => start + offset);
    const of = (name) => range.map((token) => columns[name][token]);
    const bare = range.map((token) => text.tokens[token].trim());
    const heads = range.map((token) => columns.head[token] - start);
    const { lemma, pos, tag, morphology, relation, head, entity } = columns;
    const headOf = (token) => (head[token] === token ? "–" : text.tokens[head[token]].trim());
    const rows = range.map((token, offset) => [
      bare[offset], lemma[token], pos[token], tag[token], morphology[token].replaceAll("|", " "), relation[token],
      headOf(token), entity[token] || "–",
    ]);
    return [
      region(`tree of sentence ${place + 1}`, "scroll", tree(bare, of("pos"), of("relation"), heads)),
      lowTable(`tokens of sentence ${place + 1}`, OF_TOKENS, rows),
    ];
  }, { class: "sentence" });
};

const phrases = (text, mentions) =>
  lowTable("noun phrases", OF_PHRASES, mentions.map((it, place) => [
    mentionOf(text, place), it.kind, it.number, it.gender, it.animacy, it.person ? String(it.person) : "–",
    it.function.replaceAll("_", " "), it.definiteness, it.evidence || "–",
  ]));

const verdicts = (text, answer) => {
  const { its, taken_out: out } = answer.drawer;
  if (answer.question.it_filter === "none") return el("p", { class: "note" }, "The filter is off: every “it” is resolved.");
  if (!its.length) return el("p", { class: "note" }, "The text has no “it”.");
  return lowTable("verdicts on it", ["it", "verdict", "reason", "what became of it"], its.map((it) => [
    `… ${wordsOf(text, Math.max(0, it.token - 4), it.token + 5)} …`, `${it.kind}: ${KINDS[it.kind]}`, it.reason,
    out.includes(it.token) ? "filtered" : "resolved",
  ]));
};

// The tokens of each clause, in text order of their first.
const clauses = (text, columns) => {
  const tokens = grouped(text.tokens.keys(), (token) => columns.clause[token]);
  const words = (list) => list.map((token, place) => {
    const gap = place && list[place - 1] !== token - 1 ? "… " : "";
    return gap + text.tokens[token].trim();
  }).join(" ");
  const rows = [...tokens].map(([head, list]) => [text.tokens[head].trim(), columns.relation[head], words(list)]);
  return lowTable("clauses", ["headed by", "relation", "words"], rows);
};
