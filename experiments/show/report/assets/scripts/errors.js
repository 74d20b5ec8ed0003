// The errors of responses: filters and list, and one document with the chains of the key and of a response side by side,
// sentence by sentence, which shows the error that is chosen. Reports without errors in their sentences have none of this.
const ERRORS = 50; // rows on a page
const SENTENCES = 40; // on a part of the text
const ERROR_FILTERS = ["type", "response", "document", "text"];
const STATES = ["–", "", "✗"]; // on the other side a mention is absent, in the chain that corresponds, or in another

// The chains of both sides: those of the key are A, B, ..., one of the response has the letter of the key chain that it
// shares most mentions with (A, A2, ...), or +1, +2, ... where there is none. `hue` is the key chain that colours it.
const sidesOf = ({ key, chains, of, keyState, state }) => {
  const counts = new Map();
  const nameOf = (chain) => {
    const count = (counts.get(chain) ?? 0) + 1;
    counts.set(chain, count);
    return chain < 0 ? `+${count}` : `${letter(chain)}${count > 1 ? count : ""}`;
  };
  const side = (name, hue, flat, states) => ({ letter: name, hue, spans: pairs(flat), glyphs: [...states].map((given) => STATES[given]) });
  return {
    key: key.map((flat, place) => side(letter(place), place, flat, keyState[place])),
    response: chains.map((flat, place) => side(nameOf(of[place]), of[place], flat, state[place])),
  };
};
const holdsAny = ({ spans }, others) => spans.some((span) => others.some((other) => String(span) === String(other)));

// A sentence of one side, with the words that lines can be drawn below.
const sideWords = (text, [start, end], looks) => {
  const words = new Map();
  const pieces = text.tokens.slice(start, end).flatMap((token, place) => {
    const made = el("span", { class: "t" }, wordSpan(token, looks.get(start + place)));
    words.set(start + place, made);
    return [made, token.slice(token.trimEnd().length)];
  });
  return { words, pieces };
};

// `step(by)` goes to the next or the last error. Comes back: `show(state)`, `focus()`.
const chainText = (element, data, step) => {
  const state = { document: 0, response: 0, chain: "", error: null, page: 0 };
  const documents = choice(data.documents.map(({ id }) => id), (document) => show({ document, error: null }));
  const responses = choice(data.responses, (response) => show({ response, error: null, page: state.page }));
  const chain = el("select", {});
  chain.addEventListener("change", () => show({ ...state, chain: chain.value }));
  const error = el("p", { class: "told-error", role: "status" });
  const pane = region("text with the chains of key and response", "pane pairs");
  const parts = el("div", { class: "pages", role: "group", "aria-label": "Parts of the text" });
  const chooser = (name, made) => el("label", { class: "chooser" }, `${name} `, made);
  const form = el("form", { class: "reading-controls", "aria-label": "What the text shows" }, chooser("Document", documents),
    data.responses.length > 1 ? chooser("Response", responses) : null, chooser("Chain", chain));
  form.addEventListener("submit", (event) => event.preventDefault());
  element.replaceChildren(
    form,
    el("div", { class: "pages steps", role: "group", "aria-label": "Go from error to error" },
      button("‹ previous error", () => step(-1), { id: "previous-error" }), button("next error ›", () => step(1), { id: "next-error" })),
    error,
    el("p", { class: "note" }, "A line of one colour and one letter on both sides is one entity; +1 is an entity that the key does not have. “–”: the other side does not have the mention; “✗”: it has it in another chain."),
    pane, parts,
  );

  const draw = () => {
    const text = data.documents[state.document];
    const sides = sidesOf(text.responses[state.response]);
    const spans = state.error ? [...state.error.part, state.error.whole] : [];
    const [side, place] = state.chain.split(":");
    const wanted = side ? [sides[side][place].hue] : sides.key.filter((other) => holdsAny(other, spans)).map(({ hue }) => hue);
    const hues = colours(sides.key, wanted.filter((hue) => hue >= 0));
    const isShown = ({ hue }, name) => !side || state.chain === name || (hue >= 0 && wanted.includes(hue));
    const looks = new Map();
    const look = ([start, end], name) => { for (let token = start; token < end; token += 1) looks.set(token, name); };
    if (state.error) look(state.error.whole, "whole");
    for (const span of state.error?.part ?? []) look(span, "part");

    const numbers = [...text.sentences.keys()].slice(state.page * SENTENCES, (state.page + 1) * SENTENCES);
    const made = { key: new Map(), response: new Map() };
    const names = { key: "key", response: data.responses[state.response] };
    const rows = numbers.map((sentence) => el("li", { class: "sentence", value: sentence + 1 }, Object.keys(made).map((name) => {
      const { words, pieces } = sideWords(text, sentenceBounds(text, sentence), looks);
      for (const [token, word] of words) made[name].set(token, word);
      return el("p", { "data-side": names[name] }, pieces);
    })));
    const heads = Object.values(names).map((name) => el("bdi", {}, name));
    pane.replaceChildren(el("div", { class: "heads", "aria-hidden": "true" }, heads), el("ol", { class: "sentences" }, rows));
    for (const [name, words] of Object.entries(made)) {
      const shown = sides[name].filter((other, number) => isShown(other, `${name}:${number}`)).map((other) => {
        const kept = [...other.spans.keys()].filter((number) => words.has(other.spans[number][0]) && words.has(other.spans[number][1] - 1));
        return { ...other, spans: kept.map((number) => other.spans[number]), glyphs: kept.map((number) => other.glyphs[number]) };
      });
      chainMarks(Object.fromEntries(words), shown).colour(shown.map(({ hue }) => (hue < 0 ? 0 : hues[hue])));
    }
    drawParts(text, numbers);
    listChains(text, sides);
  };
  const drawParts = ({ sentences: { length } }, numbers) => {
    const count = Math.ceil(length / SENTENCES);
    const turn = (by) => {
      show({ ...state, page: state.page + by });
      pane.scrollTop = 0;
    };
    parts.hidden = count < 2;
    parts.replaceChildren(
      button("‹ earlier", () => turn(-1), { disabled: state.page === 0 }),
      el("span", {}, `sentences ${numbers[0] + 1} to ${numbers.at(-1) + 1} of ${length}`),
      button("later ›", () => turn(1), { disabled: state.page >= count - 1 }),
    );
  };
  const listChains = (text, sides) => {
    const group = (side) => el("optgroup", { label: side }, sides[side].map(({ letter: name, spans }, place) =>
      el("option", { value: `${side}:${place}` }, `${name} ${shortened(wordsOf(text, ...spans[0]), 41)} (${spans.length})`)));
    chain.replaceChildren(el("option", { value: "" }, "all"), group("key"), group("response"));
    chain.value = state.chain;
  };
  // Shows a document, or an error in it; the part that is asked for, or the one with the error.
  const show = (given) => {
    Object.assign(state, { chain: "", page: 0 }, given);
    const text = data.documents[state.document];
    const first = state.error?.part[0];
    if (first && given.page === undefined) state.page = Math.floor(sentenceOf(text, first[0]) / SENTENCES);
    documents.value = state.document;
    responses.value = state.response;
    error.replaceChildren(...(state.error ? state.error.words : []));
    error.hidden = !state.error;
    draw();
    const mark = given.page === undefined ? pane.querySelector(".part") : null;
    if (mark) pane.scrollTop += mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  };
  return { show, focus: () => pane.focus({ preventScroll: true }) };
};

const startErrors = (data) => {
  const errors = data.errors.map(([type, response, document, part, whole, size]) => ({ type, response, document, part: pairs(part), whole, size }));
  const list = $("error-table").parentElement;
  const textOf = (error) => data.documents[error.document];
  const sentence = (error) => sentenceBounds(textOf(error), sentenceOf(textOf(error), error.part[0][0]));
  const nothing = Object.fromEntries(ERROR_FILTERS.map((name) => [name, ""]));
  const state = { want: nothing, index: -1 };
  let [found, page] = [[], 0];

  const size = (error) => (error.size > 1 ? [" ", el("small", {}, `${error.size} mentions`)] : []);
  const whole = (error) => el("bdi", {}, shortened(wordsOf(textOf(error), ...error.whole)));
  const errorRow = (index) => {
    const error = errors[index];
    const response = data.responses.length > 1 ? [" ", el("small", {}, el("bdi", {}, data.responses[error.response]))] : [];
    return el(
      "tr",
      { id: `e${index + 1}`, class: index === state.index ? "chosen" : null },
      numberHeading("e", index, textOf(error)),
      el("td", {}, data.types[error.type], response),
      el("td", { class: "sentence" }, el("p", {}, clippedPieces(textOf(error), sentence(error), error.part[0], error.part))),
      el("td", {}, whole(error), size(error)),
    );
  };
  const passes = (error) => ERROR_FILTERS.every((name) => {
    const value = state.want[name];
    if (value === "" || name !== "text") return value === "" || String(error[name]) === value;
    return wordsOf(textOf(error), ...sentence(error)).toLowerCase().includes(value.toLowerCase());
  });
  const render = () => {
    const rows = found.slice(page * ERRORS, (page + 1) * ERRORS).map(errorRow);
    const none = el("tr", {}, el("td", { class: "none", colspan: 4 }, "No error passes the filter."));
    $("error-table").tBodies[0].replaceChildren(...(rows.length ? rows : [none]));
    pageButtons($("error-pages"), page, Math.ceil(found.length / ERRORS), turn);
  };
  const turn = (place) => {
    page = place;
    render();
    list.scrollTop = 0;
  };
  const want = (given, kind) => {
    state.want = given;
    form.show(given);
    found = [...errors.keys()].filter((index) => passes(errors[index]));
    $("errors-shown").textContent = `${found.length.toLocaleString("en")} of ${errors.length.toLocaleString("en")} errors shown`;
    turn(0);
    past?.note(kind);
  };
  // An error in words: what is wrong with which mention, beside what it stands or belongs.
  const inWords = (index) => {
    const error = errors[index];
    const type = data.types[error.type];
    const links = { "missed link": "missed antecedent", "wrong link": "wrong antecedent", "span error": "in the key" };
    const beside = type.startsWith("conflated") || type.startsWith("extra") ? "wrongly with" : "belongs with";
    return [
      el("b", {}, `${index + 1} ${type}: `), el("mark", {}, wordsOf(textOf(error), ...error.part[0])),
      error.part.length > 1 ? ` and ${error.part.length - 1} more` : "",
      ` – ${links[type] ?? beside} `, el("u", {}, whole(error)), ...size(error),
    ];
  };
  const show = (index, kind) => {
    const { document, response, part, whole: other } = errors[index];
    state.index = index;
    const place = found.indexOf(index);
    if (place >= 0) page = Math.floor(place / ERRORS);
    render();
    text.show({ document, response, error: { part, whole: other, words: inWords(index) } });
    past?.note(kind);
  };
  const step = (by) => {
    const place = found.indexOf(state.index);
    const index = found[place < 0 ? (by > 0 ? 0 : found.length - 1) : place + by];
    if (index !== undefined) show(index, "walk");
  };

  const address = () => {
    const parts = new URLSearchParams(Object.entries(state.want).filter(([, value]) => value !== ""));
    if (state.index >= 0) parts.set("e", state.index + 1);
    return parts.size ? `#${parts}` : "";
  };
  const put = (hash) => {
    const alone = /^#e(\d+)$/.exec(hash);
    const parts = new URLSearchParams(alone ? { e: alone[1] } : hash.replace(/^#/, ""));
    if (!alone && !hash.includes("=") && hash) return false;
    want(Object.fromEntries(ERROR_FILTERS.map((name) => [name, parts.get(name) ?? ""])));
    const index = Number(parts.get("e")) - 1;
    if (errors[index]) show(index);
    else state.index = -1;
    if (hash) $(errors[index] ? "chain-reader" : "error-list").scrollIntoView();
    return Boolean(hash);
  };

  const form = filterForm($("error-filters"), ERROR_FILTERS, want);
  const text = chainText($("chain-text"), data, step);
  let past = null;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#error-table a[href^='#e']");
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    show(Number(link.textContent) - 1);
    $("chain-reader").scrollIntoView();
    text.focus();
  });
  $("error-workbench").addEventListener("keydown", (event) => {
    if (hasModifier(event) || event.target.closest("input, select")) return;
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });
  $("chain-reader").hidden = false;
  text.show({ document: 0, response: 0 });
  want(nothing);
  past = visits({
    home: "#errors",
    address,
    place: () => ({ page, top: list.scrollTop }),
    put: (hash, place) => {
      put(hash);
      turn(place.page);
      list.scrollTop = place.top;
    },
    open: put,
  });
};

if (globalThis.document && $("chain-errors")) startWith("chain-errors", $("errors-shown"), startErrors);
