"use strict";
// The text of one document with its anaphors as buttons, chains of the key below the words, and below them a lane for
// each resolver. Also without a key: then there are neither chains nor verdicts.
(() => {
  const { answerList, chainBlocks, chains, el, lineLegend, outcomes, readingControls, textPage } = anaphora;

  // `options`, all of which may be left out: `outcomes` of outcomes.js, `stages` in words, `lanes` (resolvers that are
  // shown at first), `weights(resolver)` where they were changed, and what to call: `chosen(index)`, `opened(index)` for
  // the Enter key, `why(index, resolver)`. Comes back: `show(index)` (-1: none), `turn(document)`, `focus(index)`.
  const reading = (element, data, options = {}) => {
    const held = options.outcomes ?? outcomes(data);
    const state = {
      document: -1, index: -1, key: true, numbers: [...(options.lanes ?? data.resolvers.keys())].slice(0, 4).sort((one, other) => one - other),
      show: "focused", view: "text", resolver: options.lanes?.[0] ?? 0,
    };
    const pane = el("div", { class: "pane", role: "region", tabindex: 0, "aria-label": "text of the document" });
    let page = null;

    const select = (index) => (options.chosen ?? view.show)(index);
    const redraw = () => {
      element.classList.toggle("by-chains", state.view === "chains");
      if (state.view === "chains") drawBlocks();
      else drawText();
    };
    const drawBlocks = () => {
      page = null;
      const key = chains.chainsOf(held, state.document);
      const hues = held.withKey ? chains.colours(key, data.anaphors[state.index]?.span) : key.chains.map(() => 0);
      const pickOf = (index) => held.of(index, state.resolver).pick;
      const { name } = data.resolvers[state.resolver];
      pane.replaceChildren(chainBlocks({ data, document: state.document, key, hues, pickOf, name, chosen: select, index: state.index }));
    };
    const drawText = () => {
      if (!page || page.document !== state.document) {
        page = textPage(held, state.document, { select, opened: options.opened });
        pane.replaceChildren(page.element);
      }
      const focused = data.anaphors[state.index]?.document === state.document ? state.index : -1;
      page.paint(state, focused, () => answerList(held, focused, state, page, options));
    };
    const controls = readingControls(held, state, { redraw, turn: (place) => view.turn(place) });
    element.classList.add("reading");
    element.replaceChildren(controls.element, lineLegend(held.withKey), pane);

    const view = {
      show: (index) => {
        state.index = index;
        const wanted = data.anaphors[index]?.document ?? Math.max(0, state.document);
        if (wanted !== state.document) state.document = wanted;
        controls.document(state.document);
        redraw();
        if (page && index >= 0) page.reveal(pane, index);
      },
      turn: (place) => {
        state.document = place;
        controls.document(place);
        redraw();
        pane.scrollTop = 0;
      },
      focus: (index) => page?.focus(index),
      index: () => state.index,
    };
    new ResizeObserver(() => page?.arcs()).observe(pane);
    if (data.documents.length && !options.outcomes) view.turn(0);
    return view;
  };

  Object.assign(anaphora, { reading });
})();
