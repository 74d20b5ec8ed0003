// The words of one document, made once: anaphors are buttons; chains and one lane for the key and for each resolver are
// drawn below the words, and arcs in the margin lead to the answers.
const GUTTER = 62; // pixels for arcs
const ARC_STEP = 11; // between the arcs of two lanes
const LEAST = 9; // height of an arc within one line
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// The lanes of one anaphor: number, name, look, glyph, the place of the resolver, and the span of the answer (null: none).
const lanesOf = (held, index, { key, numbers }) => {
  const text = held.textOf(index);
  const first = key ? [{ number: 0, name: "key", look: "key", glyph: "", span: held.data.anaphors[index].key.at(-1) }] : [];
  return [...first, ...numbers.map((place) => {
    const { pick, verdict, stage } = held.answer(index, place);
    const span = pick === null ? null : spanOf(text, pick);
    const { name } = held.data.resolvers[place];
    return { number: place + 1, resolver: place, name, look: verdict.replace(" ", "-"), glyph: GLYPHS[verdict], span, verdict, stage };
  })];
};

// Paints and takes away lanes. `letterOf(span)` is the letter of a span's chain, or "".
const painter = (words, letterOf) => {
  let made = [];
  const touched = new Set();
  const bar = (span, lane, level, tag, room) => {
    for (let token = span[0]; token < span[1]; token += 1) {
      const last = token === span[1] - 1;
      const look = classes("lane", lane.look, last && "last");
      const piece = el("i", { class: look, "aria-hidden": "true" }, last ? el("b", {}, tag) : null);
      piece.style.setProperty("--level", level);
      words[token].append(piece);
      made.push(piece);
      touched.add(words[token]);
      words[token].classList.add("laned");
      if (last) words[token].classList.add(room);
      words[token].style.setProperty("--lanes", Math.max(level + 1, Number(words[token].style.getPropertyValue("--lanes"))));
    }
  };
  return {
    clear: () => {
      for (const piece of made) piece.remove();
      for (const element of touched) {
        element.classList.remove("laned", "answered", "tagged");
        element.style.removeProperty("--lanes");
      }
      made = [];
      touched.clear();
    },
    // All lanes of an anaphor; its antecedents too where it is the one that is looked at.
    paint: (anaphor, lanes, focused) => lanes.forEach((lane, level) => {
      const name = lane.span ? letterOf(lane.span) : "";
      const label = lane.number || "k";
      bar(anaphor.span, lane, level, `${label}${name}${lane.glyph}`, "tagged");
      if (focused && lane.span) bar(lane.span, lane, level, `${label}${lane.glyph}`, "answered");
    }),
  };
};

// One arc for each lane from the line of the anaphor to the line of its answer; `y(token)` is the middle of a token's line
// below the top of `layer`.
const drawArcs = (layer, lanes, anaphor, y, height) => {
  const start = y(anaphor.span[0]);
  const drawn = lanes.filter((lane) => lane.span).map((lane, place) => {
    const end = y(lane.span[1] - 1);
    const same = Math.abs(end - start) < LEAST;
    const [from, to] = same ? [start + LEAST / 2, start - LEAST / 2] : [start, end];
    const left = GUTTER - Math.max(4, GUTTER - 8 - place * ARC_STEP);
    const bend = Math.min(14, Math.abs(to - from) / 2);
    const way = Math.sign(to - from) || 1;
    const down = `Q${left} ${from} ${left} ${from + way * bend}V${to - way * bend}Q${left} ${to} ${left + bend} ${to}`;
    return svg(
      "g",
      { class: `arc ${lane.look}` },
      svg("path", { d: `M${GUTTER} ${from}H${left + bend}${down}H${GUTTER}` }),
      svg("circle", { cx: GUTTER - 3, cy: to, r: 3 }),
      svg("text", { x: left + 3, y: (from + to) / 2 + 3 + (same ? 0 : place * 10) }, String(lane.number || "k")),
    );
  });
  layer.setAttribute("width", GUTTER);
  layer.setAttribute("height", height);
  layer.replaceChildren(...drawn);
};

// A span for each token; those of anaphors hold a button. Comes back: `words`, `buttons` by anaphor, `element`. Where no
// white space stands no line may break, least of all between a button and a full stop.
const writtenText = (text, anaphors, select) => {
  const buttons = new Map();
  const words = text.tokens.map((token, place) => {
    const index = anaphors.get(place);
    if (index === undefined) return el("span", { class: "t" }, wordSpan(token));
    const made = button(wordSpan(token), () => select(index), { class: "anaphor", tabindex: -1, "aria-pressed": "false", "data-a": index + 1 });
    buttons.set(index, made);
    return el("span", { class: "t" }, made);
  });
  const glued = (start, end) => {
    const pieces = [];
    let from = start;
    for (let token = start; token < end; token += 1) {
      if (token < end - 1 && !/\s$/.test(text.tokens[token])) continue;
      const run = words.slice(from, token + 1);
      const hasButton = run.some((_, place) => anaphors.has(from + place));
      pieces.push(hasButton ? el("span", { class: "glue" }, run) : run, " ");
      from = token + 1;
    }
    return pieces;
  };
  const sentences = text.sentences.map((_, place) =>
    el("li", { class: "sentence", value: place + 1 }, el("p", {}, glued(...sentenceBounds(text, place)))));
  return { words, buttons, element: el("ol", { class: "sentences" }, sentences) };
};

// Labels of the anaphors for assistive technology, and who got them right in small glyphs; they change only with the lanes.
const labelAnaphors = (held, buttons, state) => {
  for (const [index, made] of buttons) {
    const lanes = lanesOf(held, index, state);
    const text = held.textOf(index);
    const answers = lanes.map((lane) => {
      const words = lane.span ? wordsOf(text, ...lane.span) : "no answer";
      return `${lane.name}: ${words}${lane.span && lane.verdict ? `, ${lane.verdict}` : ""}`;
    });
    const name = `${wordsOf(text, ...held.data.anaphors[index].span)}, anaphor ${index + 1} of ${held.data.anaphors.length}`;
    made.setAttribute("aria-label", `${name}; ${answers.join("; ")}`);
    const word = made.parentElement;
    if (word.nextSibling?.className === "verdicts") word.nextSibling.remove();
    const glyphs = lanes.filter((lane) => lane.verdict).map((lane) => el("b", { class: lane.look }, lane.glyph));
    word.classList.toggle("marked", glyphs.length > 0);
    if (glyphs.length) word.after(el("sup", { class: "verdicts", "aria-hidden": "true" }, glyphs));
  }
};

// Arrows go from anaphor to anaphor within the text, Enter opens the candidates.
const listenToArrows = (element, indices, buttons, { select, opened }) =>
  element.addEventListener("keydown", (event) => {
    const index = Number(event.target.closest(".anaphor")?.dataset.a) - 1;
    if (!buttons.has(index)) return;
    const next = indices[indices.indexOf(index) + ARROWS[event.key]];
    if (next === undefined && event.key !== "Enter") return;
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
  const starts = new Map(indices.map((index) => [data.anaphors[index].span[0], index]));
  const { words, buttons, element: list } = writtenText(text, starts, actions.select);
  const key = keyChains(data, place);
  const chainOf = (span) => key.of.get(span.join()) ?? -1;
  const marks = chainMarks(words, key.chains);
  const lanes = painter(words, (span) => key.chains[chainOf(span)]?.letter ?? "");
  const layer = svg("svg", { class: "arcs", "aria-hidden": "true" });
  const element = el("div", { class: "page", lang: "en" }, layer, list);
  let now = { focused: -1, lanes: [], labelled: "" };
  listenToArrows(element, indices, buttons, actions);

  const arcs = () => {
    if (now.focused < 0 || !element.isConnected) return layer.replaceChildren();
    const { top } = element.getBoundingClientRect();
    const middle = (token) => {
      const box = words[token].firstChild.getBoundingClientRect();
      return box.top + box.height / 2 - top;
    };
    drawArcs(layer, now.lanes, data.anaphors[now.focused], middle, element.scrollHeight);
  };
  const clear = () => {
    lanes.clear();
    element.querySelector(".answers")?.remove();
    element.querySelector(".focused")?.classList.remove("focused");
    buttons.get(now.focused)?.setAttribute("aria-pressed", "false");
    for (const made of element.querySelectorAll(".anaphor[tabindex='0']")) made.tabIndex = -1;
  };
  const paint = (state, focused, answers) => {
    const labelled = [state.key, state.numbers].join(" ");
    if (labelled !== now.labelled) labelAnaphors(held, buttons, state);
    clear();
    now = { focused, labelled, lanes: focused < 0 ? [] : lanesOf(held, focused, state) };
    marks.colour(colours(key.chains, focused < 0 ? [] : [chainOf(data.anaphors[focused].span)].filter((chain) => chain >= 0)));
    for (const [index, made] of buttons) {
      const split = state.show === "disagreements" && held.disagree(index);
      made.classList.toggle("agreed", state.show === "disagreements" && !split);
      if (index === focused || state.show === "all" || split) lanes.paint(data.anaphors[index], lanesOf(held, index, state), index === focused);
    }
    buttons.get(buttons.has(focused) ? focused : indices[0])?.setAttribute("tabindex", "0");
    if (focused >= 0) {
      const sentence = buttons.get(focused).closest(".sentence");
      buttons.get(focused).setAttribute("aria-pressed", "true");
      sentence.classList.add("focused");
      sentence.append(answers());
    }
    arcs();
  };
  return {
    document: place, element, paint, arcs,
    badgeOf: (span) => (chainOf(span) < 0 ? null : chainBadge(key.chains[chainOf(span)].letter, marks.hueOf(chainOf(span)))),
    focus: (index) => buttons.get(index)?.focus({ preventScroll: true }),
    reveal: (pane, index) => reveal(pane, buttons.get(index)),
  };
};
