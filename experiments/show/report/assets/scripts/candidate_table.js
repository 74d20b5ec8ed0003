"use strict";
// The ranked candidates of one anaphor with what each indicator contributed, and below them those that were removed.
(() => {
  const { bar, button, el, isAdditive, legend, mentionOf, number, numberOf, scaleMarks, scaleOf, wordsOf } = anaphora;
  const REMOVED = 6; // removed candidates that are shown at once

  // `view` is made by candidates.js; `declare(mention)` calls a candidate right, `showAll()` unfolds the removed ones.
  // Where a decision is told step by step, `view.shown` says what is known so far (null: all; see steps.js).
  const candidateTable = (view, declare, showAll) => {
    const { made, look, shown } = view;
    const weights = view.weights ?? view.resolver.weights;
    const worth = made.votes?.map((row) => row.map((vote, k) => vote * weights[k]));
    const scale = worth ? scaleOf(worth) : null;
    const contributed = shown ? worth?.map((row) => row.map((value, k) => (shown.votes.includes(k) ? value : 0))) : worth;
    const totals = shown ? contributed?.map((row) => row.reduce((sum, value) => sum + value, 0)) : made.totals;
    const context = { ...view, contributed, scale, totals, declare };
    const heading = (label, look = null, ...more) => el("th", { scope: "col", class: look }, label, ...more);
    const head = el(
      "tr",
      {},
      heading("rank", "rank"),
      heading("candidate"),
      heading("answer", "status"),
      scale ? heading(view.resolver.unit, "bars", scaleMarks(scale)) : null,
      totals ? heading("total", "total") : null,
    );
    const removed = removedOf(context);
    const out = shown ? removed.filter(({ stage }) => stage <= shown.removed || (stage === Infinity && shown.filtered)) : removed;
    const open = removed.filter((each) => !out.includes(each)).map(({ mention }) => mention);
    const hidden = view.state.all ? 0 : Math.max(0, out.length - REMOVED - 1);
    const unfold = () => el("td", { colspan: 5 }, button(`Show ${hidden} more removed candidates`, showAll));
    const more = hidden ? el("tr", { class: "more" }, unfold()) : null;
    const ranked = shown ? [...made.pool, ...open].sort((one, other) => other - one) : ranking(made);
    const body = el("tbody", {}, ranked.map((mention, rank) => candidateRow(context, mention, rank)));
    const rest = el("tbody", { class: "removed" }, out.slice(0, out.length - hidden).map((each) => removedRow(context, each)), more);
    const table = el("table", { class: "candidate-table" }, el("thead", {}, head), body, rest);
    const usedBy = (k) => contributed.some((row) => row[k]);
    const unit = el("p", { class: "unit" }, `Bars: ${view.resolver.unit}.`);
    return el("div", {}, table, ...(scale && !isAdditive(view.resolver) ? [unit, legend(look, usedBy)] : []));
  };

  // The mentions of the pool, best first: by total, equal ones and those without totals the most recent first, but the
  // answer before its equals.
  const ranking = ({ pool, totals, row }) =>
    [...pool.keys()].sort((one, other) => {
      const difference = totals ? totals[other] - totals[one] : 0;
      return difference || (other === row) - (one === row) || other - one;
    }).map((place) => pool[place]);

  const candidateRow = (context, mention, rank) => {
    const { made, look, contributed, scale, right, shown, totals } = context;
    const row = made.pool.indexOf(mention);
    const chosen = !shown && row === made.row;
    const looks = [chosen ? "chosen" : "", !shown && right?.includes(mention) ? "key" : "", shown?.mentions.includes(mention) ? "now" : ""];
    return el(
      "tr",
      { class: looks.filter(Boolean).join(" ") || null },
      el("td", { class: "rank" }, totals && !shown ? String(rank + 1) : "–"),
      nameCell(context, mention),
      el("td", { class: "status" }, ...(shown ? [] : status(context, mention, chosen))),
      contributed ? el("td", { class: "bars" }, row < 0 ? "" : bar(look, contributed[row], scale, shown?.vote)) : null,
      totals ? el("td", { class: "total" }, row < 0 ? "" : number(totals[row])) : null,
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

  // What agreement and containment removed, and what the syntactic filter left out, each with the stage of its removal:
  // the number of the reason, or Infinity.
  const removedOf = ({ data, anaphor, made }) => {
    const pool = new Set(made.pool);
    const reasons = [...new Set(anaphor.removed.map(([, reason]) => reason))];
    const own = anaphor.candidates.map((mention) => ({ mention, reason: "the syntactic filter", stage: Infinity }));
    const shared = anaphor.removed.map(([mention, reason]) =>
      ({ mention, reason: data.reasons[reason], stage: reasons.indexOf(reason) + 1 }));
    return [...own.reverse(), ...shared.reverse()].filter(({ mention }) => !pool.has(mention));
  };
  const removedRow = (context, { mention, reason }) => {
    const state = context.shown ? [] : status(context, mention, false);
    const looks = [!context.shown && context.right?.includes(mention) ? "key" : "", context.shown?.mentions.includes(mention) ? "now" : ""];
    const told = el("td", { class: "status", colspan: 3 }, `removed: ${reason} `, ...state);
    return el("tr", { class: looks.filter(Boolean).join(" ") || null }, el("td", { class: "rank" }, "×"), nameCell(context, mention), told);
  };

  Object.assign(anaphora, { candidateTable });
})();
