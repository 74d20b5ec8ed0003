// The reader of a report: what it shows, the text of one document, and the answers to the anaphor that is looked at.

// The choices above the text. They write into `state` and call `redraw`.
const readingControls = ({ data }, state, { redraw, turn }) => {
  const documents = choice(data.documents.map(({ id }) => id), turn, { name: "reading-document" });
  const input = (kind, name, attributes, act) => {
    const made = el("input", { type: kind, ...attributes });
    made.addEventListener("change", () => {
      act(made.checked);
      redraw();
    });
    return el("label", {}, made, ` ${name}`);
  };
  const lane = ({ name }, place) => input("checkbox", `${place + 1} ${name}`, { checked: state.numbers.includes(place) }, (on) => {
    state.numbers = [...data.resolvers.keys()].filter((other) => (other === place ? on : state.numbers.includes(other)));
  });
  const radios = (name, choices) => Object.entries(choices).map(([value, words]) =>
    input("radio", words, { name, value, checked: value === state[name] }, () => { state[name] = value; }));
  const chainsOf = choice(data.resolvers.map(({ name }) => name), (place) => {
    state.resolver = place;
    redraw();
  }, { "aria-label": "resolver whose chains are shown" });
  chainsOf.value = state.resolver;
  const group = (look, legend, ...content) => el("fieldset", { class: look }, el("legend", {}, legend), ...content);
  const key = input("checkbox", "key", { checked: true }, (on) => { state.key = on; });
  const form = el(
    "form",
    { class: "reading-controls", "aria-label": "What the text shows" },
    data.documents.length > 1 ? el("label", { class: "chooser" }, "Document ", documents) : null,
    group("of-text", "Lanes", key, data.resolvers.map(lane)),
    group("of-text", "Show", radios("show", { focused: "chosen anaphor", disagreements: "disagreements", all: "all" })),
    group("", "View", radios("view", { text: "text", chains: "chains of" }), chainsOf),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  const element = el("details", { class: "folding", open: !isNarrow() }, el("summary", {}, "What the text shows"), form);
  return { element, show: (place) => { documents.value = place; } };
};

const swatchOf = (look) => el("i", { class: `swatch lane ${look}`, "aria-hidden": "true" });
const lineLegend = () => {
  const lines = { key: "key", right: "right ✓", wrong: "wrong ✗", "no-answer": "no answer –" };
  return el("ul", { class: "line-legend", "aria-label": "lines of the lanes" },
    Object.entries(lines).map(([look, words]) => el("li", {}, swatchOf(look), words)),
    el("li", {}, el("b", {}, "2B✓"), "resolver 2 answers a mention of chain B"));
};

// Below the sentence of the anaphor that is looked at: what the key and each resolver answer, and by which rule. `page` is
// the page of the text, `stages` are the words of the stages, `why(index, place)` explains the answer of a resolver.
const answerList = (held, index, state, page, { stages, why }) => {
  const text = held.textOf(index);
  const lineOf = (lane) => {
    const name = [swatchOf(lane.look), el("b", {}, lane.number ? `${lane.number} ${lane.name}` : "k key"), " "];
    const words = lane.span
      ? [el("bdi", {}, wordsOf(text, ...lane.span)), page.badgeOf(lane.span), " "]
      : el("span", { class: "silent" }, "no answer ");
    if (!lane.number) {
      const { nominal } = held.keyWords(index);
      return el("li", {}, name, words, el("small", {}, distanceWords(held.data.anaphors[index].distance), nominal && `; before it: ${nominal}`));
    }
    const stage = lane.verdict === "right" ? "" : (stages[lane.stage] ?? plain(lane.stage));
    const verdict = [lane.verdict === "no answer" ? "" : lane.verdict, stage].filter(Boolean).join(": ");
    const asked = button("why?", () => why(index, lane.resolver), { class: "why-button", "aria-label": `why ${lane.name} answers so` });
    return el("li", {}, name, words, el("span", { class: lane.look }, `${lane.glyph} ${verdict} `),
      el("small", {}, reasonOf(held.data, index, lane.resolver)), asked);
  };
  return el("ul", { class: "answers" }, lanesOf(held, index, state).map(lineOf));
};
// The rule that decided, and the totals of the answer and of the best right candidate.
const reasonOf = (data, index, place) => {
  const { totals, row, rule, pool } = answerOf(data, index, place);
  const rights = rightRows({ pool }, data.anaphors[index].right);
  const shown = totals && row >= 0 ? [totals[row]] : [];
  if (shown.length && rights.length && !rights.includes(row)) shown.push(Math.max(...rights.map((other) => totals[other])));
  return `${[rule, shown.map(number).join(" against ")].filter(Boolean).join(", ")} `;
};

// `options`: `lanes` (resolvers that are shown at first), and what to call: `chosen(index)`, `opened(index)` for the Enter
// key, and those of `answerList`. Comes back: `show(index)` (-1: none), `turn(document)`, `focus(index)`.
const reading = (element, held, options) => {
  const { data } = held;
  const state = {
    document: -1, index: -1, key: true, numbers: options.lanes.toSorted((one, other) => one - other), show: "focused", view: "text",
    resolver: options.lanes[0],
  };
  const pane = region("text of the document", "pane");
  let page = null;
  const redraw = () => {
    element.classList.toggle("by-chains", state.view === "chains");
    if (state.view === "chains") drawBlocks();
    else drawText();
  };
  const drawBlocks = () => {
    page = null;
    const { document, index, resolver } = state;
    const key = keyChains(data, document);
    const focused = key.of.get(data.anaphors[index]?.span.join());
    const hues = colours(key.chains, focused === undefined ? [] : [focused]);
    const pickOf = (other) => held.answer(other, resolver).pick;
    pane.replaceChildren(chainBlocks({ data, document, key, hues, pickOf, name: data.resolvers[resolver].name, chosen: options.chosen, index }));
  };
  const drawText = () => {
    if (page?.document !== state.document) {
      page = textPage(held, state.document, { select: options.chosen, opened: options.opened });
      pane.replaceChildren(page.element);
    }
    const focused = data.anaphors[state.index]?.document === state.document ? state.index : -1;
    page.paint(state, focused, () => answerList(held, focused, state, page, options));
  };
  const turn = (place) => {
    state.document = place;
    controls.show(place);
    redraw();
    pane.scrollTop = 0;
  };
  const controls = readingControls(held, state, { redraw, turn });
  element.classList.add("reading");
  element.replaceChildren(controls.element, lineLegend(), pane);
  new ResizeObserver(() => page?.arcs()).observe(pane);
  return {
    turn,
    show: (index) => {
      state.index = index;
      state.document = data.anaphors[index]?.document ?? Math.max(0, state.document);
      controls.show(state.document);
      redraw();
      if (page && index >= 0) page.reveal(pane, index);
    },
    focus: (index) => page?.focus(index),
  };
};
