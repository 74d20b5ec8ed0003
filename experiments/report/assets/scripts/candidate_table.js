"use strict";
// The ranked candidates of one anaphor with what each indicator contributed, and below them those that were removed.
(() => {
  const { bar, button, el, isAdditive, legend, mentionOf, number, numberOf, scaleMarks, scaleOf, wordsOf } = anaphora;
  const REMOVED = 6; // removed candidates that are shown at once

  // `view` is made by candidates.js; `declare(mention)` calls a candidate right, `showAll()` unfolds the removed ones.
  const candidateTable = (view, declare, showAll) => {
    const { made, look } = view;
    const contributed = made.votes?.map((row) => row.map((vote, k) => vote * (view.weights ?? view.resolver.weights)[k]));
    const scale = contributed ? scaleOf(contributed) : null;
    const context = { ...view, contributed, scale, declare };
    const heading = (label, look = null, ...more) => el("th", { scope: "col", class: look }, label, ...more);
    const head = el(
      "tr",
      {},
      heading("rank", "rank"),
      heading("candidate"),
      heading("answer", "status"),
      scale ? heading(view.resolver.unit, "bars", scaleMarks(scale)) : null,
      made.totals ? heading("total", "total") : null,
    );
    const removed = removedRows(context);
    const hidden = view.state.all ? 0 : Math.max(0, removed.length - REMOVED - 1);
    const unfold = () => el("td", { colspan: 5 }, button(`Show ${hidden} more removed candidates`, showAll));
    const more = hidden ? el("tr", { class: "more" }, unfold()) : null;
    const body = el("tbody", {}, ranking(made).map((row, rank) => candidateRow(context, row, rank)));
    const shown = removed.slice(0, removed.length - hidden);
    const rest = el("tbody", { class: "removed" }, shown, more);
    const table = el("table", { class: "candidate-table" }, el("thead", {}, head), body, rest);
    const usedBy = (k) => contributed.some((row) => row[k]);
    const unit = el("p", { class: "unit" }, `Bars: ${view.resolver.unit}.`);
    return el("div", {}, table, ...(scale && !isAdditive(view.resolver) ? [unit, legend(look, usedBy)] : []));
  };

  // The rows of the pool, best first: by total, equal ones and those without totals the most recent first, but the
  // answer before its equals.
  const ranking = ({ pool, totals, row }) =>
    [...pool.keys()].sort((one, other) => {
      const difference = totals ? totals[other] - totals[one] : 0;
      return difference || (other === row) - (one === row) || other - one;
    });

  const candidateRow = (context, row, rank) => {
    const { made, look, contributed, scale, right } = context;
    const mention = made.pool[row];
    const chosen = row === made.row;
    return el(
      "tr",
      { class: [chosen ? "chosen" : "", right?.includes(mention) ? "key" : ""].join(" ").trim() || null },
      el("td", { class: "rank" }, made.totals ? String(rank + 1) : "–"),
      nameCell(context, mention),
      el("td", { class: "status" }, ...status(context, mention, chosen)),
      contributed ? el("td", { class: "bars" }, bar(look, contributed[row], scale)) : null,
      made.totals ? el("td", { class: "total" }, number(made.totals[row])) : null,
    );
  };

  const nameCell = ({ data, anaphor }, mention) => {
    const text = data.documents[anaphor.document];
    const [start, end] = text.mentions.slice(2 * mention, 2 * mention + 2);
    const sentence = (token) => text.sentences.findLastIndex((begin) => begin <= token);
    const before = sentence(anaphor.span[0]) - sentence(start);
    const where = before > 0 ? `${before} before` : "same sentence";
    const place = numberOf(data, anaphor.document, mention);
    const context = wordsOf(text, Math.max(0, start - 4), end + 4);
    const name = [el("bdi", {}, mentionOf(text, mention)), place ? el("sub", {}, String(place)) : null];
    return el("th", { scope: "row", title: `… ${context} …` }, name, el("small", {}, ` ${where}`));
  };

  const status = (context, mention, chosen) => {
    const { data, anaphor, right, declare } = context;
    const words = [chosen ? el("b", {}, "chosen") : null];
    if (right) {
      const good = right.includes(mention);
      if (chosen) words.push(el("span", { class: good ? "right" : "wrong" }, good ? " ✓ right" : " ✗ wrong"));
      else if (good) words.push(el("span", { class: "right" }, "✓ right answer"));
    }
    if (!anaphor.right) {
      const pressed = Boolean(right?.includes(mention));
      const label = pressed ? "declared right" : "this one is right";
      const said = `${label}: ${mentionOf(data.documents[anaphor.document], mention)}`;
      const attributes = { class: "declare", "aria-pressed": String(pressed), "aria-label": said, "data-mention": mention };
      words.push(" ", button(label, () => declare(mention), attributes));
    }
    return words;
  };

  // What agreement and containment removed, and what the syntactic filter left out.
  const removedRows = (context) => {
    const { data, anaphor, made } = context;
    const pool = new Set(made.pool);
    const own = anaphor.candidates.map((mention) => [mention, "the syntactic filter"]);
    const shared = anaphor.removed.map(([mention, reason]) => [mention, data.reasons[reason]]);
    const row = ([mention, reason]) => {
      const state = status(context, mention, false);
      const key = context.right?.includes(mention) ? "key" : null;
      const told = el("td", { class: "status", colspan: 3 }, `removed: ${reason} `, ...state);
      return el("tr", { class: key }, el("td", { class: "rank" }, "×"), nameCell(context, mention), told);
    };
    return [...own.reverse(), ...shared.reverse()].filter(([mention]) => !pool.has(mention)).map(row);
  };

  Object.assign(anaphora, { candidateTable });
})();
