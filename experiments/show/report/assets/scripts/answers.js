// What the data of a page say, in the shape of anaphora.experiments.show.report.payload: words, votes, and each answer as it
// was made, in one or two sentences. Nothing here touches the page.
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@[]^_{|}~";
const DIGITS = new Map(Array.from(ALPHABET, (character, index) => [character, index]));
const LONG = 60; // characters of a phrase that a sentence quotes
const LOSSES = {
  filtered: "the filter took the pronoun for pleonastic",
  anaphor_missed: "the pronoun was not recognised",
  out_of_window: "the right antecedents are before the search window",
  np_missing: "the right antecedents were not detected as noun phrases",
  np_boundary: "the noun phrase was detected with other boundaries",
  containment: "the phrase contains the pronoun",
  agreement: "agreement removed it",
};

const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, place) => flat.slice(2 * place, 2 * place + 2));

// Gives each anaphor its acceptable antecedents as `key`, made of its part of the chain when they are asked for.
const unpacked = (data) => {
  for (const anaphor of data.anaphors) {
    const spans = data.documents[anaphor.document].keys[anaphor.chain];
    const [first, last] = anaphor.acceptable;
    Object.defineProperty(anaphor, "key", { get: () => pairs(spans.slice(2 * first, 2 * last)) });
  }
  return data;
};

// The words of tokens `start` to `end` of a document, white space made one blank.
const wordsOf = (text, start, end) => text.tokens.slice(start, end).join("").trim().replace(/\s+/g, " ");
const spanOf = (text, mention) => text.mentions.slice(2 * mention, 2 * mention + 2);
const mentionOf = (text, mention) => wordsOf(text, ...spanOf(text, mention));
const sentenceOf = (text, token) => text.sentences.findLastIndex((start) => start <= token);
const sentenceBounds = (text, sentence) => [text.sentences[sentence], text.sentences[sentence + 1] ?? text.tokens.length];
const shortened = (text, most = 90) => {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("").trimEnd()}…`;
};

// The number of the anaphor that a mention is, from 1; 0 where it is none.
const anaphorNumbers = new WeakMap();
const numberOf = (data, document, mention) => {
  if (!anaphorNumbers.has(data)) {
    const entries = data.anaphors.map((anaphor, index) => [`${anaphor.document} ${anaphor.span}`, index + 1]);
    anaphorNumbers.set(data, new Map(entries));
  }
  return anaphorNumbers.get(data).get(`${document} ${spanOf(data.documents[document], mention)}`) ?? 0;
};

// Letters of chains: A, B, ... Z, AA, AB, ...
const letter = (place) => (place < 26 ? "" : letter(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
// The line below its words that each span gets, near them for the short ones, so that no two meet on the first `count`.
const levelsOf = (spans, count = 3) => {
  const taken = [];
  return new Map([...spans].sort((one, other) => one[1] - one[0] - (other[1] - other[0])).map((span) => {
    const tokens = Array.from({ length: span[1] - span[0] }, (_, offset) => span[0] + offset);
    const free = [...Array(count - 1).keys()].find((level) => !tokens.some((token) => taken[token]?.[level]));
    const level = free ?? count - 1;
    for (const token of tokens) (taken[token] ??= [])[level] = true;
    return [span, level];
  }));
};
const plain = (name) => name.replaceAll("_", " ");
const number = (value) => String(Math.round(value * 1000) / 1000).replace("-", "−");
const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const quoted = (data, anaphor, mention) => {
  const words = mentionOf(data.documents[anaphor.document], mention);
  const place = numberOf(data, anaphor.document, mention);
  const subscript = place ? Array.from(String(place), (digit) => String.fromCharCode(0x2080 + Number(digit))) : [];
  return `“${words.length > LONG ? `${words.slice(0, LONG).trimEnd()} …` : words}${subscript.join("")}”`;
};

// The votes of an answer, a row for each candidate of the pool; null where the resolver does not vote.
const decodedVotes = new WeakMap();
const votesOf = ({ indicators, rows, width }, answer) => {
  if (typeof answer.votes !== "string" || !indicators.length) return null;
  if (!decodedVotes.has(answer)) {
    const codes = answer.votes.match(new RegExp(`.{${width}}`, "gs")) ?? [];
    const rowNumber = (code) => Array.from(code).reduce((sum, digit) => sum * ALPHABET.length + DIGITS.get(digit), 0);
    decodedVotes.set(answer, codes.map((code) => rows[rowNumber(code)]));
  }
  return decodedVotes.get(answer);
};
const totalsOf = (votes, weights) => votes.map((row) => row.reduce((sum, vote, k) => sum + vote * weights[k], 0));

// What a resolver answered to one anaphor. `row` is the place of the answer in the pool.
const answerOf = (data, index, place) => {
  const resolver = data.resolvers[place];
  const anaphor = data.anaphors[index];
  const answer = anaphor.answers[place];
  const pool = answer.pool ?? anaphor.candidates;
  const votes = votesOf(resolver, answer);
  const totals = votes ? totalsOf(votes, resolver.weights) : (answer.scores ?? null);
  return { pool, votes, totals, pick: answer.pick, row: pool.indexOf(answer.pick), rule: data.rules[answer.rule] };
};
const rightRows = ({ pool }, right) => [...pool.keys()].filter((row) => right?.includes(pool[row]));

// Sentences are made of a context: `data`, `anaphor`, `resolver`, the answer `made`, the `steps` that led to it, and
// `right`, the mentions that would be right answers, undefined where nobody knows.
const scored = ({ data, anaphor, made }, row) => {
  const name = quoted(data, anaphor, made.pool[row]);
  return made.totals ? `${name} (${number(made.totals[row])})` : name;
};
const explained = (context) => {
  const { data, anaphor, resolver, made, right, steps } = context;
  const rule = made.rule ? `: ${made.rule}` : "";
  const told = steps.length ? `${capital(steps.join("; "))}.` : "";
  if (made.pick === null) return [`${resolver.name} gave no answer${rule}.`, told, right ? unreachable(context) : ""];
  const answer = made.row < 0 ? quoted(data, anaphor, made.pick) : scored(context, made.row);
  return [`${resolver.name} chose ${answer}${rule}.`, told, right ? judged(context) : ""];
};
const judged = (context) => {
  const { made, right } = context;
  if (right.includes(made.pick)) return "That is right.";
  const rows = rightRows(made, right);
  if (!rows.length) return `That is wrong. ${unreachable(context)}`.trim();
  return `That is wrong; the key antecedent is ${scored(context, rows.at(-1))}.`;
};
// Why no right answer was possible, or that one was.
const unreachable = ({ data, anaphor, made, right }) => {
  if (!right) return "";
  const within = right.find((mention) => made.pool.includes(mention));
  if (within !== undefined) return `The right antecedent ${quoted(data, anaphor, within)} was among the candidates.`;
  const removed = anaphor.removed.find(([mention]) => right.includes(mention));
  if (removed) return `The right antecedent ${quoted(data, anaphor, removed[0])} was removed: ${data.reasons[removed[1]]}.`;
  if (anaphor.loss) return `No right antecedent could be chosen: ${LOSSES[anaphor.loss] ?? plain(anaphor.loss)}.`;
  return right.length ? "The resolver's syntactic filter removed the right antecedent." : "";
};
