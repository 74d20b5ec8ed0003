"use strict";
// The anaphor table: rows as the page has them, pages of them, and headings that sort.
(() => {
  const { button, el, markSorted, mentionOf, sortHeading, throttled } = anaphora;
  const PAGE = 100; // rows
  const FIRST = 25; // of them are made at once
  const CLIP = 40; // words on either side of an anaphor, as in anaphora.experiments.show.report.anaphor_table
  const LONG = 90; // characters of a phrase
  const GLYPHS = { right: "✓", wrong: "✗", "no answer": "–" };

  const short = (text) => {
    const characters = Array.from(text);
    return characters.length <= LONG ? text : `${characters.slice(0, LONG - 1).join("").trimEnd()}…`;
  };
  const distanceWords = (sentences) =>
    sentences <= 0 ? "same sentence" : `${sentences} sentence${sentences === 1 ? "" : "s"} back`;

  // Tokens from `start` to `end` as text, the anaphor marked, acceptable antecedents underlined.
  const pieces = (text, anaphor, [start, end]) => {
    const { span, spans = [span], key } = anaphor;
    const look = (token) => {
      if (spans.some(([from, to]) => token >= from && token < to)) return "mark";
      return key.some((span) => token >= span[0] && token < span[1]) ? "u" : "";
    };
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

  const sentenceCell = (held, index) => {
    const anaphor = held.data.anaphors[index];
    const text = held.textOf(index);
    const context = held.context(index);
    const [start, end] = context.at(-1);
    const near = [Math.max(start, anaphor.span[0] - CLIP), Math.min(end, anaphor.span[1] + CLIP)];
    const clipped = [near[0] > start ? "… " : "", near[1] < end ? " …" : ""];
    const details = el("details", {}, el("summary", { "aria-label": `context of anaphor ${index + 1}` }, "context"));
    details.addEventListener("toggle", () => {
      if (details.children.length === 1) details.append(...context.map((bounds) => el("p", {}, pieces(text, anaphor, bounds))));
    });
    return el("td", { class: "sentence" }, el("p", {}, clipped[0], pieces(text, anaphor, near), clipped[1]), details);
  };

  const answerCell = (held, stages, index, number) => {
    const { pick, verdict, stage, before } = held.of(index, number);
    const words = pick === null ? "" : short(mentionOf(held.textOf(index), pick));
    const was = before && before.verdict !== verdict ? ` (was ${before.verdict})` : "";
    return el(
      "td",
      { class: [verdict.replace(" ", "-"), before ? "redecided" : ""].join(" ").trim(), "data-r": held.data.resolvers[number].name },
      words, words && " ",
      el("small", {}, el("b", { "aria-hidden": "true" }, GLYPHS[verdict]), ` ${verdict}${verdict === "right" ? "" : `: ${stages[stage] ?? stage}`}${was}`),
    );
  };

  const rowOf = (held, stages, index) => {
    const anaphor = held.data.anaphors[index];
    const { key, nominal } = held.keyWords(index);
    const before = nominal ? [" ", el("small", {}, `before it: ${short(nominal)}`)] : [];
    const lost = ["– ", el("small", {}, stages[anaphor.loss] ?? anaphor.loss)];
    return el(
      "tr",
      { id: `a${index + 1}` },
      el("th", { scope: "row" }, el("a", { href: `#a${index + 1}` }, String(index + 1)), " ", el("small", {}, el("bdi", {}, held.textOf(index).id))),
      sentenceCell(held, index),
      el("td", { "data-r": "key" }, short(key), before, " ", el("small", {}, distanceWords(anaphor.distance))),
      el("td", { "data-r": "candidates" }, held.known(index) ? `${held.before(index)} → ${held.after(index)}` : lost),
      held.data.resolvers.map((_, number) => answerCell(held, stages, index, number)),
    );
  };

  // The numbers of pages that are offered: the ends and those near the one that is shown.
  const pageNumbers = (page, count) =>
    [...Array(count).keys()].filter((place) => place === 0 || place === count - 1 || Math.abs(place - page) < 3);

  const pageButtons = (element, page, count, go) => {
    element.hidden = count < 2;
    const made = [];
    let last = -1;
    for (const place of pageNumbers(page, count)) {
      if (place > last + 1) made.push(el("span", { "aria-hidden": "true" }, "…"));
      made.push(button(String(place + 1), () => go(place), { "aria-label": `page ${place + 1}`, "aria-current": place === page ? "page" : null }));
      last = place;
    }
    element.replaceChildren(
      button("‹ previous", () => go(page - 1), { class: "previous", disabled: page === 0 }),
      ...made,
      button("next ›", () => go(page + 1), { class: "next", disabled: page >= count - 1 }),
    );
  };

  // `parts` are the elements of the page, `stages` the words of the stages, `sortBy(order)` is called by headings. The
  // rows that already stand in the page stay until something else is to be shown.
  const anaphorTable = (parts, held, stages, sortBy) => {
    const { table, pages } = parts;
    const body = table.tBodies[0];
    const headings = [...table.tHead.rows[0].cells];
    let state = { indices: [...held.data.anaphors.keys()], page: 0, chosen: -1 };
    const pageCount = () => Math.max(1, Math.ceil(state.indices.length / PAGE));

    table.classList.add("fixed"); // of known width, so that rows are laid out fast
    table.style.setProperty("--columns", held.data.resolvers.length);
    headings.forEach((heading) => {
      const { sort: order, by } = heading.dataset;
      sortHeading(heading, (descending) => sortBy(descending ? `-${order}` : order), { title: by && `sort by ${by}` });
      heading.append(el("span", { class: "redecided-mark" }));
    });
    let rest = []; // anaphors whose rows follow after the next frame, so that a filter answers at once
    const more = () => {
      body.append(...rest.map((index) => rowOf(held, stages, index)));
      rest = [];
      mark();
    };
    const later = throttled(() => setTimeout(more));
    const render = (all = false) => {
      const shown = all ? state.indices : state.indices.slice(state.page * PAGE, (state.page + 1) * PAGE);
      const rows = shown.slice(0, all ? Infinity : FIRST).map((index) => rowOf(held, stages, index));
      const none = el("tr", {}, el("td", { class: "none", colspan: headings.length }, "No anaphor passes the filter."));
      body.replaceChildren(...(rows.length ? rows : [none]));
      rest = shown.slice(rows.length);
      if (rest.length) later();
      mark();
      pageButtons(pages, state.page, pageCount(), turn);
    };
    const turn = (page) => {
      const label = document.activeElement?.closest("#pages") ? document.activeElement.className : null;
      state.page = page;
      render();
      table.parentElement.scrollTop = 0;
      if (label !== null) (pages.querySelector(label ? `.${label}:enabled` : "[aria-current]") ?? pages.querySelector("[aria-current]")).focus();
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
        const [, minus, name] = /^(-?)(.*)$/.exec(order || "number");
        markSorted(headings, headings.find((heading) => heading.dataset.sort === name), minus === "-");
      },
      began: () => pageButtons(pages, 0, pageCount(), turn),
      choose: (index) => {
        state.chosen = index;
        const place = state.indices.indexOf(index);
        const page = Math.floor(place / PAGE);
        if (place >= 0 && page !== state.page) turn(page);
        if (rest.includes(index)) more();
        mark();
        return rowAt(index);
      },
      marked: () => headings.forEach((heading) => {
        const number = /^verdict:(\d+)$/.exec(heading.dataset.sort)?.[1];
        const redecided = number !== undefined && held.weighed(Number(number));
        heading.lastChild.replaceChildren(...(redecided ? [el("strong", { class: "in-sample", title: "decided again with the weights below" }, "IN-SAMPLE")] : []));
      }),
      page: () => state.page,
      place: () => ({ page: state.page, top: table.parentElement.scrollTop }),
      turnTo: ({ page, top }) => {
        if (page !== state.page) turn(page);
        more();
        table.parentElement.scrollTop = top;
      },
      pages: pageCount,
      print: () => render(true),
    };
  };

  Object.assign(anaphora, { anaphorTable, GLYPHS, distanceWords, pageButtons, sentencePieces: pieces, shortened: short });
})();
