// The anaphor table of a report: rows as the page has them, pages of them, and headings that sort.
const ROWS = 100; // on a page
const AT_ONCE = 25; // of them are made at once
const CLIP = 40; // words on either side of an anaphor, as in anaphora.experiments.show.report.anaphors

// Tokens from `start` to `end` as text, those of `marked` spans marked and those of `underlined` ones underlined.
const sentencePieces = (text, [start, end], marked, underlined = []) => {
  const within = (spans, token) => spans.some(([from, to]) => token >= from && token < to);
  const look = (token) => (within(marked, token) ? "mark" : within(underlined, token) ? "u" : "");
  const made = [];
  for (let at = start; at < end;) {
    const kind = look(at);
    let until = at + 1;
    while (until < end && look(until) === kind) until += 1;
    const words = text.tokens.slice(at, until).join("");
    const bare = words.trimEnd();
    made.push(kind && bare ? el(kind, {}, bare) : bare, words.slice(bare.length));
    at = until;
  }
  return made;
};
// The words around a span, where its sentence has more than some on either side.
const clippedPieces = (text, [start, end], span, marked, underlined) => {
  const near = [Math.max(start, span[0] - CLIP), Math.min(end, span[1] + CLIP)];
  return [near[0] > start ? "… " : "", sentencePieces(text, near, marked, underlined), near[1] < end ? " …" : ""];
};
// A number that leads to what it counts, with the name of its document.
const numberHeading = (prefix, index, text) => el("th", { scope: "row" },
  el("a", { href: `#${prefix}${index + 1}` }, String(index + 1)), " ", el("small", {}, el("bdi", {}, text.id)));

const sentenceCell = (held, index) => {
  const { span, key } = held.data.anaphors[index];
  const text = held.textOf(index);
  const context = held.context(index);
  const details = el("details", {}, el("summary", { "aria-label": `context of anaphor ${index + 1}` }, "context"));
  details.addEventListener("toggle", () => {
    if (details.children.length > 1) return;
    details.append(...context.map((bounds) => el("p", {}, sentencePieces(text, bounds, [span], key))));
  });
  return el("td", { class: "sentence" }, el("p", {}, clippedPieces(text, context.at(-1), span, [span], key)), details);
};
const answerCell = (held, stages, index, place) => {
  const { pick, verdict, stage } = held.answer(index, place);
  const words = pick === null ? "" : shortened(mentionOf(held.textOf(index), pick));
  const lost = verdict === "right" ? "" : `: ${stages[stage] ?? stage}`;
  return el("td", { class: verdict.replace(" ", "-"), "data-r": held.data.resolvers[place].name }, words, words && " ",
    el("small", {}, el("b", { "aria-hidden": "true" }, GLYPHS[verdict]), ` ${verdict}${lost}`));
};
const anaphorRow = (held, stages, index) => {
  const anaphor = held.data.anaphors[index];
  const { key, nominal } = held.keyWords(index);
  const before = nominal ? [" ", el("small", {}, `before it: ${shortened(nominal)}`)] : [];
  const lost = ["– ", el("small", {}, stages[anaphor.loss] ?? anaphor.loss)];
  return el(
    "tr",
    { id: `a${index + 1}` },
    numberHeading("a", index, held.textOf(index)),
    sentenceCell(held, index),
    el("td", { "data-r": "key" }, shortened(key), before, " ", el("small", {}, distanceWords(anaphor.distance))),
    el("td", { "data-r": "candidates" }, held.isDetected(index) ? `${held.before(index)} → ${held.after(index)}` : lost),
    held.data.resolvers.map((_, place) => answerCell(held, stages, index, place)),
  );
};

// `parts` are the elements of the page, `stages` the words of the stages, `sortBy(order)` is called by headings. The rows
// that already stand in the page stay until something else is to be shown.
const anaphorTable = ({ table, pages }, held, stages, sortBy) => {
  const [body] = table.tBodies;
  const headings = [...table.tHead.rows[0].cells];
  let state = { indices: [...held.data.anaphors.keys()], page: 0, chosen: -1 };
  const pageCount = () => Math.max(1, Math.ceil(state.indices.length / ROWS));

  table.classList.add("fixed"); // of known width, so that rows are laid out fast
  table.style.setProperty("--columns", held.data.resolvers.length);
  for (const heading of headings) {
    const { sort: order, by } = heading.dataset;
    sortHeading(heading, (descending) => sortBy(descending ? `-${order}` : order), { title: by && `sort by ${by}` });
  }
  let rest = []; // anaphors whose rows follow after the next frame, so that a filter answers at once
  const more = () => {
    body.append(...rest.map((index) => anaphorRow(held, stages, index)));
    rest = [];
    mark();
  };
  const later = throttled(() => setTimeout(more));
  const render = (all = false) => {
    const shown = all ? state.indices : state.indices.slice(state.page * ROWS, (state.page + 1) * ROWS);
    const rows = shown.slice(0, all ? Infinity : AT_ONCE).map((index) => anaphorRow(held, stages, index));
    const none = el("tr", {}, el("td", { class: "none", colspan: headings.length }, "No anaphor passes the filter."));
    body.replaceChildren(...(rows.length ? rows : [none]));
    rest = shown.slice(rows.length);
    if (rest.length) later();
    mark();
    pageButtons(pages, state.page, pageCount(), turn);
  };
  const turn = (page) => {
    const look = document.activeElement?.closest("#pages") ? document.activeElement.className : null;
    state.page = page;
    render();
    table.parentElement.scrollTop = 0;
    if (look !== null) (pages.querySelector(look ? `.${look}:enabled` : "[aria-current]") ?? pages.querySelector("[aria-current]")).focus();
  };
  const mark = () => {
    body.querySelector("tr.chosen")?.classList.remove("chosen");
    rowAt(state.chosen)?.classList.add("chosen");
  };
  const rowAt = (index) => body.querySelector(`tr[id="a${index + 1}"]`);

  return {
    show: (indices, order) => {
      state = { ...state, indices, page: 0 };
      render();
      table.parentElement.scrollTop = 0;
      const name = (order || "number").replace(/^-/, "");
      markSorted(headings, headings.find((heading) => heading.dataset.sort === name), order.startsWith("-"));
    },
    began: () => pageButtons(pages, 0, pageCount(), turn),
    choose: (index) => {
      state.chosen = index;
      const place = state.indices.indexOf(index);
      const page = Math.floor(place / ROWS);
      if (place >= 0 && page !== state.page) turn(page);
      if (rest.includes(index)) more();
      mark();
      return rowAt(index);
    },
    place: () => ({ page: state.page, top: table.parentElement.scrollTop }),
    turnTo: ({ page, top }) => {
      if (page !== state.page) turn(page);
      more();
      table.parentElement.scrollTop = top;
    },
    page: () => state.page,
    pages: pageCount,
    print: () => render(true),
  };
};
