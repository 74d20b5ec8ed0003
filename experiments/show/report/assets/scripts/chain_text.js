"use strict";
// One document with the chains of the key and of a response side by side, sentence by sentence.
(() => {
  const { button, chainMarks, chains: { letter }, el, sentenceBounds, sentenceOf, wordsOf } = anaphora;
  const AT_ONCE = 40; // sentences
  const COLOURS = 6;
  const STATES = ["–", "", "✗"]; // on the other side a mention is absent, in the chain that corresponds, or in another

  const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, place) => flat.slice(2 * place, 2 * place + 2));
  const glyphs = (states) => [...states].map((state) => STATES[state]);

  // The chains of both sides: those of the key are A, B, ..., one of the response has the letter of the key chain that it
  // shares most mentions with (A, A2, ...), or +1, +2, ... where there is none. `hue` is the key chain that colours it.
  const chainsOf = ({ key, chains, of, keyState, state }) => {
    const counts = new Map();
    const named = (own) => {
      const count = (counts.get(own) ?? 0) + 1;
      counts.set(own, count);
      return own < 0 ? `+${count}` : `${letter(own)}${count > 1 ? count : ""}`;
    };
    return {
      key: key.map((flat, place) => ({ letter: letter(place), hue: place, spans: pairs(flat), glyphs: glyphs(keyState[place]) })),
      response: chains.map((flat, place) => ({ letter: named(of[place]), hue: of[place], spans: pairs(flat), glyphs: glyphs(state[place]) })),
    };
  };

  // The colour of each key chain (0: none): the largest ones have one, and those that are looked at.
  const colours = (key, wanted) => {
    const bySize = [...key.keys()].sort((one, other) => key[other].spans.length - key[one].spans.length || one - other);
    const chosen = [...new Set([...wanted, ...bySize])].slice(0, COLOURS).sort((one, other) => one - other);
    return key.map((_, place) => chosen.indexOf(place) + 1);
  };

  const same = (one, other) => one[0] === other[0] && one[1] === other[1];
  const holds = (chain, spans) => chain.spans.some((span) => spans.some((other) => same(span, other)));

  // A sentence of one side: a `t` for each token, with a `w` in it, as chainMarks wants them.
  const sideOf = (text, [start, end], looks) => {
    const words = new Map();
    const tokens = text.tokens.slice(start, end).flatMap((token, place) => {
      const word = token.trimEnd();
      const made = el("span", { class: "t" }, el("span", { class: `w ${looks.get(start + place) ?? ""}`.trim() }, word));
      words.set(start + place, made);
      return [made, token.slice(word.length)];
    });
    return { words, tokens };
  };

  // `actions.step(by)` goes to the next or the last error. Comes back: `show(state)`.
  const chainText = (element, data, actions) => {
    const several = data.responses.length > 1;
    const state = { document: 0, response: 0, chain: "", error: null, page: 0 };
    const choose = (label, names, act) => {
      const made = el("select", {}, names.map((name, place) => el("option", { value: place }, name)));
      made.addEventListener("change", () => act(Number(made.value)));
      return { made, label: el("label", { class: "chooser" }, `${label} `, made) };
    };
    const documents = choose("Document", data.documents.map(({ id }) => id), (document) => show({ document, error: null }));
    const responses = choose("Response", data.responses, (response) => show({ response, error: null, page: state.page }));
    const chain = el("select", {});
    chain.addEventListener("change", () => show({ ...state, chain: chain.value }));
    const told = el("p", { class: "told-error", role: "status" });
    const pane = el("div", { class: "pane pairs", role: "region", tabindex: 0, "aria-label": "text with the chains of key and response" });
    const pages = el("div", { class: "pages", role: "group", "aria-label": "Parts of the text" });
    const previous = button("‹ previous error", () => actions.step(-1), { id: "previous-error" });
    const next = button("next error ›", () => actions.step(1), { id: "next-error" });
    element.replaceChildren(
      el("form", { class: "reading-controls", "aria-label": "What the text shows" }, documents.label, several ? responses.label : null,
        el("label", { class: "chooser" }, "Chain ", chain)),
      el("div", { class: "pages steps", role: "group", "aria-label": "Go from error to error" }, previous, next),
      told,
      el("p", { class: "note" }, "A line of one colour and one letter on both sides is one entity; +1 is an entity that the key does not have. “–”: the other side does not have the mention; “✗”: it has it in another chain."),
      pane, pages,
    );
    element.querySelector("form").addEventListener("submit", (event) => event.preventDefault());

    const draw = () => {
      const text = data.documents[state.document];
      const both = chainsOf(text.responses[state.response]);
      const spans = state.error ? [...state.error.part, state.error.whole] : [];
      const own = both.key.filter((each) => holds(each, spans)).map(({ hue }) => hue);
      const wide = state.chain === "" ? own : [both[state.chain.split(":")[0]][state.chain.split(":")[1]].hue];
      const hues = colours(both.key, wide.filter((hue) => hue >= 0));
      const only = (each, side, place) => state.chain === "" || state.chain === `${side}:${place}` || (each.hue >= 0 && wide.includes(each.hue));
      const looks = new Map();
      const look = ([start, end], name) => { for (let token = start; token < end; token += 1) looks.set(token, name); };
      if (state.error) {
        look(state.error.whole, "whole");
        state.error.part.forEach((span) => look(span, "part"));
      }
      const count = Math.ceil(text.sentences.length / AT_ONCE);
      const numbers = [...text.sentences.keys()].slice(state.page * AT_ONCE, (state.page + 1) * AT_ONCE);
      const made = { key: new Map(), response: new Map() };
      const rows = numbers.map((number) => {
        const cells = Object.keys(made).map((side) => {
          const { words, tokens } = sideOf(text, sentenceBounds(text, number), looks);
          for (const [token, word] of words) made[side].set(token, word);
          return el("p", { "data-side": side === "key" ? "key" : data.responses[state.response] }, tokens);
        });
        return el("li", { class: "sentence", value: number + 1 }, cells);
      });
      const heads = ["key", data.responses[state.response]].map((name) => el("bdi", {}, name));
      pane.replaceChildren(el("div", { class: "heads", "aria-hidden": "true" }, heads), el("ol", { class: "sentences" }, rows));
      for (const [side, words] of Object.entries(made)) {
        const seen = both[side].filter((each, place) => only(each, side, place));
        const clipped = seen.map((each) => {
          const kept = [...each.spans.keys()].filter((place) => words.has(each.spans[place][0]) && words.has(each.spans[place][1] - 1));
          return { ...each, spans: kept.map((place) => each.spans[place]), glyphs: kept.map((place) => each.glyphs[place]) };
        });
        const shown = [];
        for (const [token, word] of words) shown[token] = word;
        chainMarks(shown, { chains: clipped }).colour(clipped.map(({ hue }) => (hue < 0 ? 0 : hues[hue])));
      }
      pages.hidden = count < 2;
      const turn = (page) => { show({ ...state, page }); pane.scrollTop = 0; };
      pages.replaceChildren(
        button("‹ earlier", () => turn(state.page - 1), { disabled: state.page === 0 }),
        el("span", {}, `sentences ${numbers[0] + 1} to ${numbers.at(-1) + 1} of ${text.sentences.length}`),
        button("later ›", () => turn(state.page + 1), { disabled: state.page >= count - 1 }),
      );
      listChains(text, both);
    };
    const listChains = (text, both) => {
      const named = (side, each, place) => {
        const words = wordsOf(text, ...each.spans[0]);
        return el("option", { value: `${side}:${place}` }, `${each.letter} ${words.length > 40 ? `${words.slice(0, 40)}…` : words} (${each.spans.length})`);
      };
      chain.replaceChildren(
        el("option", { value: "" }, "all"),
        el("optgroup", { label: "key" }, both.key.map((each, place) => named("key", each, place))),
        el("optgroup", { label: "response" }, both.response.map((each, place) => named("response", each, place))),
      );
      chain.value = state.chain;
    };
    // Shows a document, or an error in it; the part that is asked for, or the one with the error.
    const show = (given) => {
      Object.assign(state, { chain: "", page: 0 }, given);
      const text = data.documents[state.document];
      const first = state.error?.part[0];
      if (first && given.page === undefined) state.page = Math.floor(sentenceOf(text, first[0]) / AT_ONCE);
      documents.made.value = state.document;
      responses.made.value = state.response;
      told.replaceChildren(...(state.error ? state.error.words : []));
      told.hidden = !state.error;
      draw();
      const mark = given.page === undefined ? pane.querySelector(".part") : null;
      if (mark) pane.scrollTop += mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
    };
    return { show, focus: () => pane.focus({ preventScroll: true }) };
  };

  Object.assign(anaphora, { chainText });
})();
