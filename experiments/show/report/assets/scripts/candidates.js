// The ranked candidates of one anaphor, and below them those that were removed; with them, in a report, the decision.
const REMOVED = 6; // removed candidates that are shown at once

// `view` has `data`, `anaphor`, `resolver`, the answer `made`, `right`, whether `all` removed ones are shown, and
// - `votes`: null, or the `head` of their column and the `cell` of a row of the pool;
// - `declare(mention)`, where the reader may call a candidate right;
// - `shown`: null, or, where a decision is told step by step, what is known so far (see steps.js), with the `totals`.
const candidateTable = (view, showAll) => {
  const { made, shown, votes } = view;
  const context = { ...view, totals: shown ? shown.totals : made.totals };
  const heading = (look, ...label) => el("th", { scope: "col", class: look }, label);
  const head = el("tr", {}, heading("rank", "rank"), heading(null, "candidate"), heading("status", "answer"),
    votes ? heading("bars", votes.head) : null, context.totals ? heading("total", "total") : null);
  const removed = removedOf(context);
  const isOut = ({ stage }) => !shown || stage <= shown.removed || (stage === Infinity && shown.filtered);
  const out = removed.filter(isOut);
  const open = removed.filter((entry) => !isOut(entry)).map(({ mention }) => mention);
  const hidden = view.all ? 0 : Math.max(0, out.length - REMOVED - 1);
  const unfold = () => el("td", { colspan: 5 }, button(`Show ${hidden} more removed candidates`, showAll));
  const more = hidden ? el("tr", { class: "more" }, unfold()) : null;
  const ranked = shown ? [...made.pool, ...open].sort((one, other) => other - one) : ranking(made);
  return el("table", { class: "candidate-table" }, el("thead", {}, head),
    el("tbody", {}, ranked.map((mention, rank) => candidateRow(context, mention, rank))),
    el("tbody", { class: "removed" }, out.slice(0, out.length - hidden).map((entry) => removedRow(context, entry)), more));
};

// The mentions of the pool, best first: by total, equal ones and those without totals the most recent first, but the
// answer before its equals.
const ranking = ({ pool, totals, row }) =>
  [...pool.keys()].sort((one, other) => {
    const difference = totals ? totals[other] - totals[one] : 0;
    return difference || (other === row) - (one === row) || other - one;
  }).map((place) => pool[place]);

const looksOfRow = ({ right, shown }, mention, chosen = false) =>
  classes(chosen && "chosen", !shown && right?.includes(mention) && "key", shown?.mentions.includes(mention) && "now");
const candidateRow = (context, mention, rank) => {
  const { made, votes, shown, totals } = context;
  const row = made.pool.indexOf(mention);
  const chosen = !shown && row === made.row;
  return el(
    "tr",
    { class: looksOfRow(context, mention, chosen) },
    el("td", { class: "rank" }, totals && !shown ? String(rank + 1) : "–"),
    nameCell(context, mention),
    el("td", { class: "status" }, statusOf(context, mention, chosen)),
    votes ? el("td", { class: "bars" }, row < 0 ? "" : votes.cell(row)) : null,
    totals ? el("td", { class: "total" }, row < 0 ? "" : number(totals[row])) : null,
  );
};
const nameCell = ({ data, anaphor }, mention) => {
  const text = data.documents[anaphor.document];
  const [start, end] = spanOf(text, mention);
  const before = sentenceOf(text, anaphor.span[0]) - sentenceOf(text, start);
  const place = numberOf(data, anaphor.document, mention);
  const name = [el("bdi", {}, mentionOf(text, mention)), place ? el("sub", {}, String(place)) : null];
  const title = `… ${wordsOf(text, Math.max(0, start - 4), end + 4)} …`;
  return el("th", { scope: "row", title }, name, el("small", {}, before > 0 ? ` ${before} before` : " same sentence"));
};
const statusOf = ({ data, anaphor, right, shown, declare }, mention, chosen) => {
  if (shown) return [];
  const words = [chosen ? el("b", {}, "chosen") : null];
  const good = right?.includes(mention);
  if (right && chosen) words.push(el("span", { class: good ? "right" : "wrong" }, good ? " ✓ right" : " ✗ wrong"));
  else if (good) words.push(el("span", { class: "right" }, "✓ right answer"));
  if (declare && !anaphor.right) {
    const label = good ? "declared right" : "this one is right";
    const name = `${label}: ${mentionOf(data.documents[anaphor.document], mention)}`;
    const attributes = { class: "declare", "aria-pressed": String(Boolean(good)), "aria-label": name, "data-mention": mention };
    words.push(" ", button(label, () => declare(mention), attributes));
  }
  return words;
};

// What agreement and containment removed, and what the syntactic filter left out, each with the stage of its removal:
// the number of the reason, or Infinity.
const removedOf = ({ data, anaphor, made }) => {
  const pool = new Set(made.pool);
  const reasons = [...new Set(anaphor.removed.map(([, reason]) => reason))];
  const filtered = anaphor.candidates.map((mention) => ({ mention, reason: "the syntactic filter", stage: Infinity }));
  const shared = anaphor.removed.map(([mention, reason]) =>
    ({ mention, reason: data.reasons[reason], stage: reasons.indexOf(reason) + 1 }));
  return [...filtered.reverse(), ...shared.reverse()].filter(({ mention }) => !pool.has(mention));
};
const removedRow = (context, { mention, reason }) =>
  el("tr", { class: looksOfRow(context, mention) }, el("td", { class: "rank" }, "×"), nameCell(context, mention),
    el("td", { class: "status", colspan: 3 }, `removed: ${reason} `, statusOf(context, mention, false)));

// What each vote added to the total of a candidate, in words.
const votesInWords = ({ indicators, weights, unit }, { votes }) => votes && {
  head: unit,
  cell: (row) => votes[row].flatMap((vote, k) => (vote * weights[k] ? `${plain(indicators[k])} ${signed(vote * weights[k])}` : [])).join(" · "),
};

// The candidates of an anaphor as a report has them: for one resolver, with its decision as it was made, and what lost
// it in the words of `stages`. `changed()` is called when the reader takes another resolver.
const decisions = (element, data, stages, changed) => {
  const state = { index: 0, place: 0, all: false };
  const resolvers = choice(data.resolvers.map(({ name }) => name), (place) => {
    choose(place);
    changed();
  }, { "aria-label": "resolver" });
  const why = el("p", { class: "why", "aria-live": "polite" });
  const table = region("candidates", "scroll");
  element.classList.add("candidate-view");
  element.replaceChildren(el("p", { class: "chooser" }, el("label", {}, "Resolver ", resolvers)), why, table);

  const render = () => {
    const anaphor = data.anaphors[state.index];
    const resolver = data.resolvers[state.place];
    const made = answerOf(data, state.index, state.place);
    const { steps = [], stage } = anaphor.answers[state.place];
    const view = { data, anaphor, resolver, made, steps, right: anaphor.right, all: state.all, shown: null };
    const lost = stage === "right" ? "" : `Lost as: ${stages[stage] ?? plain(stage)}.`;
    why.textContent = [...explained(view), lost].filter(Boolean).join(" ");
    const showAll = () => {
      state.all = true;
      render();
    };
    table.replaceChildren(candidateTable({ ...view, votes: votesInWords(resolver, made) }, showAll));
  };
  const choose = (place) => {
    state.place = place;
    resolvers.value = place;
    render();
  };
  return {
    choose,
    show: (index) => {
      Object.assign(state, { index, all: false });
      render();
    },
    index: () => state.index,
    resolver: () => state.place,
  };
};
