"use strict";
// The words of one document, made once: anaphors are buttons, chains and lanes are drawn below the words.
(() => {
  const {
    arcs, badge, button, chainMarks, chains, disagree, el, lanesOf, painter, saidOf, sentenceBounds, svg,
  } = anaphora;
  const GUTTER = 62; // pixels for arcs
  const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  // A span for each token; those of anaphors hold a button. Comes back: `words`, `buttons` by anaphor, `element`.
  const written = (text, numbers, select) => {
    const buttons = new Map();
    const words = text.tokens.map((token, place) => {
      const word = el("span", { class: "w" }, token.trimEnd());
      const index = numbers.get(place);
      if (index === undefined) return el("span", { class: "t" }, word);
      const made = button("", () => select(index), { class: "anaphor", tabindex: -1, "aria-pressed": "false", "data-a": index + 1 });
      made.append(word);
      buttons.set(index, made);
      return el("span", { class: "t" }, made);
    });
    // Where no white space stands no line may break, least of all between a button and a full stop.
    const glued = ([start, end]) => {
      const run = words.slice(start, end);
      return [...(run.some((_, place) => numbers.has(start + place)) ? [el("span", { class: "glue" }, run)] : run), " "];
    };
    const sentences = text.sentences.map((_, number) =>
      el("li", { class: "sentence", value: number + 1 }, el("p", {}, runsOf(text, ...sentenceBounds(text, number)).flatMap(glued))));
    return { words, buttons, element: el("ol", { class: "sentences" }, sentences) };
  };
  // Tokens between which no white space stands, as [start, end].
  const runsOf = (text, start, end) => {
    const runs = [];
    let from = start;
    for (let token = start; token < end; token += 1) {
      if (token < end - 1 && !/\s$/.test(text.tokens[token])) continue;
      runs.push([from, token + 1]);
      from = token + 1;
    }
    return runs;
  };

  // Labels of the anaphors, and who got them right in small glyphs; they change only with the lanes and with weights.
  const judge = (held, buttons, state) => {
    for (const [index, made] of buttons) {
      const lanes = lanesOf(held, index, state);
      const word = made.parentElement;
      made.setAttribute("aria-label", saidOf(held, index, lanes));
      if (word.nextSibling?.className === "verdicts") word.nextSibling.remove();
      const glyphs = lanes.filter((lane) => lane.verdict).map((lane) => el("b", { class: lane.look }, lane.glyph));
      word.classList.toggle("marked", glyphs.length > 0);
      if (glyphs.length) word.after(el("sup", { class: "verdicts", "aria-hidden": "true" }, glyphs));
    }
  };

  // Arrows go from anaphor to anaphor within the text, Enter opens the candidates.
  const listen = (element, indices, buttons, { select, opened }) =>
    element.addEventListener("keydown", (event) => {
      const index = Number(event.target.closest(".anaphor")?.dataset.a) - 1;
      if (!buttons.has(index)) return;
      const next = indices[indices.indexOf(index) + ARROWS[event.key]];
      if (next === undefined && !(event.key === "Enter" && opened)) return;
      event.preventDefault();
      if (next === undefined) return opened(index);
      select(next);
      buttons.get(next).focus({ preventScroll: true });
    });

  // The page of document `place`; `paint` draws what the state of reading.js asks for.
  const textPage = (held, place, actions) => {
    const { data } = held;
    const text = data.documents[place];
    const indices = [...data.anaphors.keys()].filter((index) => data.anaphors[index].document === place);
    const { words, buttons, element: list } = written(text, new Map(indices.map((index) => [data.anaphors[index].span[0], index])), actions.select);
    const key = chains.chainsOf(held, place);
    const chainOf = (span) => key.of.get(span.join()) ?? -1;
    const marks = chainMarks(words, key);
    const lanes = painter(words, (span) => key.chains[chainOf(span)]?.letter ?? "");
    const layer = svg("svg", { class: "arcs", "aria-hidden": "true" });
    const element = el("div", { class: "page", lang: "en" }, layer, list);
    let now = { focused: -1, lanes: [], judged: "" };
    listen(element, indices, buttons, actions);

    const drawArcs = () => {
      if (now.focused < 0 || !element.isConnected) return layer.replaceChildren();
      const { top } = element.getBoundingClientRect();
      const middle = (token) => {
        const box = words[token].firstChild.getBoundingClientRect();
        return box.top + box.height / 2 - top;
      };
      arcs(layer, now.lanes, data.anaphors[now.focused], middle, GUTTER, element.scrollHeight);
    };
    const clear = () => {
      lanes.clear();
      element.querySelector(".answers")?.remove();
      element.querySelector(".focused")?.classList.remove("focused");
      buttons.get(now.focused)?.setAttribute("aria-pressed", "false");
      for (const made of element.querySelectorAll(".anaphor[tabindex='0']")) made.tabIndex = -1;
    };
    const focus = (index, answers) => {
      const made = buttons.get(index);
      const sentence = made.closest(".sentence");
      made.setAttribute("aria-pressed", "true");
      sentence.classList.add("focused");
      sentence.append(answers());
    };
    const paint = (state, focused, answers) => {
      const judged = [held.version(), state.key, state.numbers].join(" ");
      if (judged !== now.judged) judge(held, buttons, state);
      clear();
      now = { focused, judged, lanes: focused < 0 ? [] : lanesOf(held, focused, state) };
      if (text.chains) marks.colour(chains.colours(key, data.anaphors[focused]?.span));
      for (const [index, made] of buttons) {
        const split = state.show === "disagreements" && disagree(held, index);
        made.classList.toggle("agreed", state.show === "disagreements" && !split);
        if (index === focused || state.show === "all" || split) lanes.paint(data.anaphors[index], lanesOf(held, index, state), index === focused);
      }
      buttons.get(buttons.has(focused) ? focused : indices[0])?.setAttribute("tabindex", "0");
      if (focused >= 0) focus(focused, answers);
      drawArcs();
    };
    return {
      document: place, element, paint, arcs: drawArcs,
      badgeOf: (span) => (chainOf(span) < 0 ? null : badge(key.chains[chainOf(span)].letter, marks.hueOf(chainOf(span)))),
      focus: (index) => buttons.get(index)?.focus({ preventScroll: true }),
      reveal: (pane, index) => {
        const offset = buttons.get(index).getBoundingClientRect().top - pane.getBoundingClientRect().top;
        if (offset < 60 || offset > pane.clientHeight * 0.6) pane.scrollTop += offset - pane.clientHeight / 3;
      },
    };
  };

  Object.assign(anaphora, { textPage });
})();
