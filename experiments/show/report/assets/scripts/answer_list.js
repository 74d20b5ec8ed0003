"use strict";
// Below the sentence of the anaphor that is looked at: what the key and each resolver answer, and by which rule.
(() => {
  const { button, decide, distanceWords, el, lanesOf, number, wordsOf } = anaphora;

  // What the key and each resolver answer to the anaphor that is looked at.
  const answerList = (held, index, state, page, options) => {
    const text = held.textOf(index);
    const lanes = lanesOf(held, index, state);
    return el("ul", { class: "answers" }, lanes.map((lane) => {
      const name = [el("i", { class: `swatch lane ${lane.look}`, "aria-hidden": "true" }), el("b", {}, lane.number ? `${lane.number} ${lane.name}` : "k key"), " "];
      const words = lane.span
        ? [el("bdi", {}, wordsOf(text, ...lane.span)), page.badgeOf(lane.span), " "]
        : [el("span", { class: "silent" }, "no answer "), ""];
      if (lane.resolver === undefined) {
        const { nominal } = held.keyWords(index);
        return el("li", {}, name, words, el("small", {}, distanceWords(held.data.anaphors[index].distance), nominal && `; before it: ${nominal}`));
      }
      const why = options.why ? button("why?", () => options.why(index, lane.resolver), { class: "why-button", "aria-label": `why ${lane.name} answers so` }) : null;
      return el("li", {}, name, words, verdictOf(lane, options.stages), el("small", {}, reasonOf(held, index, lane.resolver, options.weights?.(lane.resolver))), why);
    }));
  };
  const verdictOf = ({ verdict, stage, look, glyph, redecided }, stages = {}) => {
    if (!verdict) return null;
    const said = [verdict !== "no answer" && verdict, verdict !== "right" && (stages[stage] ?? stage.replaceAll("_", " "))];
    return el("span", { class: look }, `${glyph} ${said.filter(Boolean).join(": ")}${redecided ? " (decided again)" : ""} `);
  };
  // The rule that decided, and the totals of the answer and of the best right candidate.
  const reasonOf = (held, index, resolver, weights) => {
    const made = decide(held.data, index, resolver, weights);
    const right = held.data.anaphors[index].right;
    const others = [...made.pool.keys()].filter((row) => right?.includes(made.pool[row]));
    const totals = made.totals && made.row >= 0 ? [made.totals[made.row]] : [];
    if (totals.length && others.length && !others.includes(made.row)) totals.push(Math.max(...others.map((row) => made.totals[row])));
    return [made.rule, totals.length ? totals.map(number).join(" against ") : ""].filter(Boolean).join(", ") + " ";
  };

  Object.assign(anaphora, { answerList });
})();
