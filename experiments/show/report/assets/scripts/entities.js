"use strict";
// The page of entities: one is chosen in the list, by a mention in the text, or by the part of the address after "#";
// the others are dimmed, and its mentions are walked through. The text and the list stand in the page as they are.
(() => {
  const { button, el, isNarrow } = anaphora;
  const FIRST = 8; // companions that are shown at once
  const FRAMES = 4; // in which paragraphs that come into sight get their true heights

  const counted = (number, one, several) => `${number.toLocaleString("en")} ${number === 1 ? one : several}`;

  // Scrolls a pane, not the window, until an element stands in its upper half; again where heights were only estimated.
  const reveal = (pane, element, frames = FRAMES) => {
    const offset = element.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    if (offset < 30 || offset > pane.clientHeight * 0.6) pane.scrollTop += offset - pane.clientHeight / 3;
    if (frames) requestAnimationFrame(() => reveal(pane, element, frames - 1));
  };

  // The list: rows by the number of their entity, and the filters above it.
  const listOf = (article, phrasesOf) => {
    const rows = new Map([...article.querySelectorAll(".list > li")].map((row) => [row.dataset.e, row]));
    const form = article.querySelector(".filters");
    const line = article.querySelector("[role=status]");
    const filter = () => {
      const { name, kind, least } = Object.fromEntries(new FormData(form));
      const wanted = name.trim().toLowerCase();
      let shown = 0;
      for (const [number, row] of rows) {
        const passes = (kind === "*" || row.dataset.kind === kind) && Number(row.dataset.count) >= Number(least)
          && (!wanted || nameOf(number).toLowerCase().includes(wanted) || phrasesOf(number).includes(wanted));
        row.hidden = !passes;
        shown += passes;
      }
      line.textContent = `${shown.toLocaleString("en")} of ${counted(rows.size, "entity", "entities")}`;
    };
    const nameOf = (number) => rows.get(number).querySelector("bdi").textContent;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = rows.size < 2;
    return { rows, nameOf };
  };

  // The others that occur in sentences (.s) and paragraphs (p) with an entity: number, sentences, paragraphs.
  const companionsOf = (number, mentions) => {
    const count = (unit) => {
      const counts = new Map();
      for (const place of new Set(mentions.map((mention) => mention.closest(unit)))) {
        const others = new Set([...place.querySelectorAll(".m")].map((mention) => mention.dataset.e));
        for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
      }
      counts.delete(number);
      return counts;
    };
    const sentences = count(".s");
    return [...count("p")]
      .map(([other, paragraphs]) => [other, sentences.get(other) ?? 0, paragraphs])
      .sort((one, other) => other[1] - one[1] || other[2] - one[2] || one[0] - other[0]);
  };
  const companionTable = (found, linkTo) => {
    if (!found.length) return el("p", { class: "companions note" }, "No other entity occurs in its paragraphs.");
    const heads = ["occurs with", "sentences", "paragraphs"].map((head) => el("th", { scope: "col" }, head));
    const body = el("tbody");
    const show = (most) => body.replaceChildren(...found.slice(0, most).map(([other, ...counts]) =>
      el("tr", {}, el("th", { scope: "row" }, linkTo(other)), counts.map((count) => el("td", {}, count.toLocaleString("en"))))));
    const more = button(`all ${found.length.toLocaleString("en")}`, () => {
      show(found.length);
      more.remove();
    });
    show(FIRST);
    return el("div", { class: "companions" }, el("table", {}, el("thead", {}, el("tr", {}, heads)), body), found.length > FIRST ? more : null);
  };

  const start = (article) => {
    const pane = article.querySelector(".words");
    const mentions = [...pane.querySelectorAll(".m")];
    const of = Map.groupBy(mentions, (mention) => mention.dataset.e);
    const phrases = new Map();
    const phrasesOf = (number) => {
      if (!phrases.has(number)) phrases.set(number, [...new Set(of.get(number).map((mention) => mention.textContent.toLowerCase()))].join("\n"));
      return phrases.get(number);
    };
    const { rows, nameOf } = listOf(article, phrasesOf);
    if (!mentions.length) return;
    const list = article.querySelector(".list");
    const where = el("span", { role: "status" }, "no entity chosen");
    let now = null; // the mention

    const linkTo = (number) => el("a", { href: `#${of.get(number)[0].id}` }, el("bdi", {}, nameOf(number)));
    const mark = (number, chosen) => {
      const row = rows.get(number);
      for (const mention of of.get(number)) mention.classList.toggle("chosen", chosen);
      row.classList.toggle("chosen", chosen);
      row.querySelector(".companions")?.remove();
      if (!chosen) return row.querySelector("a").removeAttribute("aria-current");
      row.querySelector("a").setAttribute("aria-current", "true");
      row.append(companionTable(companionsOf(number, of.get(number)), linkTo));
      reveal(list, row, 0);
    };
    // Chooses a mention and its entity; nothing if there is none.
    const choose = (mention) => {
      const [before, after] = [now?.dataset.e, mention?.dataset.e];
      now?.removeAttribute("aria-current");
      now?.removeAttribute("tabindex");
      now = mention;
      if (before !== after) {
        if (before) mark(before, false);
        if (after) mark(after, true);
      }
      pane.classList.toggle("choosing", Boolean(now));
      for (const each of steps) each.disabled = !now;
      where.textContent = "no entity chosen";
      if (!now) return;
      now.setAttribute("aria-current", "true");
      now.tabIndex = -1;
      const own = of.get(after);
      where.replaceChildren(el("b", {}, el("bdi", {}, nameOf(after))), `: mention ${(own.indexOf(now) + 1).toLocaleString("en")} of ${own.length.toLocaleString("en")}`);
      reveal(pane, now);
    };
    const focus = () => now?.focus({ preventScroll: true });
    const step = (by) => choose(now && of.get(now.dataset.e).at((of.get(now.dataset.e).indexOf(now) + by) % of.get(now.dataset.e).length));
    // The next mention of any entity; the first in sight if none is chosen.
    const neighbour = (by) => {
      const { top } = pane.getBoundingClientRect();
      const next = now ? mentions[mentions.indexOf(now) + by] : mentions.find((mention) => mention.closest("p").getBoundingClientRect().bottom > top);
      if (next) choose(next);
    };
    const steps = [["‹ previous", -1], ["next ›", 1]].map(([label, by]) => button(label, () => step(by), { disabled: true }));
    const keys = ["n", "p", "←", "→", "Esc"].flatMap((key) => [el("kbd", {}, key), " "]);
    const bar = article.querySelector(".pages");
    bar.replaceChildren(...steps, where, el("span", { class: "keys" }, "keys ", keys));
    bar.hidden = false;

    // The mention of an entity that is nearest to a place of its strip, in sentences of the text.
    const nearest = (strip, clientX) => {
      const { left, width } = strip.getBoundingClientRect();
      const sentences = new Map([...pane.querySelectorAll(".s")].map((sentence, place) => [sentence, place]));
      const asked = ((clientX - left) / width) * sentences.size;
      const apart = (mention) => Math.abs(sentences.get(mention.closest(".s")) - asked);
      return of.get(strip.closest("li").dataset.e).reduce((best, mention) => (apart(mention) < apart(best) ? mention : best));
    };
    const note = () => history.pushState(null, "", now ? `#${of.get(now.dataset.e)[0].id}` : location.pathname);
    article.addEventListener("click", (event) => {
      const { target } = event;
      const [link, strip] = [target.closest("a[href^='#']"), target.closest(".strip")];
      const inText = !link && getSelection().isCollapsed && target.closest(".words .m");
      const mention = link ? document.getElementById(link.hash.slice(1)) : strip ? nearest(strip, event.clientX) : inText;
      if (!mention?.matches(".m") || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(mention);
      note();
      focus();
      if (!inText && (isNarrow() || !link?.closest(".list"))) bar.scrollIntoView({ block: isNarrow() ? "start" : "nearest" });
    });
    pane.addEventListener("mouseover", ({ target }) => {
      const mention = target.closest(".m");
      if (mention && !mention.title) mention.title = `${nameOf(mention.dataset.e)}, ${counted(of.get(mention.dataset.e).length, "mention", "mentions")}`;
    });

    const moves = { n: () => step(1), p: () => step(-1), Escape: () => choose(null) };
    const inText = { ArrowRight: () => neighbour(1), ArrowLeft: () => neighbour(-1) };
    article.addEventListener("keydown", (event) => {
      const act = moves[event.key] ?? (event.target.closest(".words") && inText[event.key]);
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
      event.preventDefault();
      const number = now?.dataset.e;
      act();
      if (now?.dataset.e !== number) note();
      if (now) focus();
      else if (pane.contains(document.activeElement) || document.activeElement === document.body) pane.focus({ preventScroll: true });
    });
    const arrive = () => {
      const mention = document.getElementById(location.hash.slice(1));
      if (mentions.includes(mention)) {
        choose(mention);
        bar.scrollIntoView({ block: "center" });
      } else if (!location.hash) choose(null);
    };
    addEventListener("popstate", arrive);
    arrive();
  };

  for (const article of document.querySelectorAll(".of-entities")) setTimeout(() => start(article)); // first the page is drawn
})();
