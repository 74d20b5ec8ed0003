// The page of entities: one is chosen in the list, by a mention in the text, or by the part of the address after "#"; the
// others are dimmed, and its mentions are walked through. The text and the list stand in the page as they are.
const COMPANIONS = 8; // that are shown at once
const FRAMES = 4; // in which paragraphs that come into sight get their true heights
const inThousands = (count) => count.toLocaleString("en");

// Again, where heights were only estimated.
const revealSoon = (pane, element, frames = FRAMES) => {
  reveal(pane, element, 30);
  if (frames) requestAnimationFrame(() => revealSoon(pane, element, frames - 1));
};

// The list: rows by the number of their entity, and the filters above it.
const entityList = (article, phrasesOf) => {
  const rows = new Map([...article.querySelectorAll(".list > li")].map((row) => [row.dataset.e, row]));
  const form = article.querySelector(".filters");
  const nameOf = (entity) => rows.get(entity).querySelector("bdi").textContent;
  filterForm(form, ["name", "kind", "least"], ({ name, kind, least }) => {
    const wanted = name.trim().toLowerCase();
    let shown = 0;
    for (const [entity, row] of rows) {
      const passes = (kind === "*" || row.dataset.kind === kind) && Number(row.dataset.count) >= Number(least)
        && (!wanted || nameOf(entity).toLowerCase().includes(wanted) || phrasesOf(entity).includes(wanted));
      row.hidden = !passes;
      shown += passes;
    }
    article.querySelector("[role=status]").textContent = `${inThousands(shown)} of ${counted(rows.size, "entity", "entities")}`;
  });
  form.hidden = rows.size < 2;
  return { rows, nameOf };
};

// The others that occur in sentences (.s) and paragraphs (p) with an entity: number, sentences, paragraphs.
const companionsOf = (entity, mentions) => {
  const count = (unit) => {
    const counts = new Map();
    for (const place of new Set(mentions.map((mention) => mention.closest(unit)))) {
      const others = new Set([...place.querySelectorAll(".m")].map((mention) => mention.dataset.e));
      for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
    counts.delete(entity);
    return counts;
  };
  const sentences = count(".s");
  return [...count("p")]
    .map(([other, paragraphs]) => [other, sentences.get(other) ?? 0, paragraphs])
    .sort((one, other) => other[1] - one[1] || other[2] - one[2] || one[0] - other[0]);
};
const companionTable = (found, linkTo) => {
  if (!found.length) return el("p", { class: "companions note" }, "No other entity occurs in its paragraphs.");
  const rowsOf = (some) => some.map(([other, ...counts]) => rowOf([linkTo(other), ...counts.map(inThousands)]));
  const table = tableOf(null, ["occurs with", "sentences", "paragraphs"], rowsOf(found.slice(0, COMPANIONS)));
  const more = button(`all ${inThousands(found.length)}`, () => {
    table.tBodies[0].replaceChildren(...rowsOf(found));
    more.remove();
  });
  return el("div", { class: "companions" }, table, found.length > COMPANIONS ? more : null);
};

const startEntities = (article) => {
  const pane = article.querySelector(".words");
  const mentions = [...pane.querySelectorAll(".m")];
  const of = grouped(mentions, (mention) => mention.dataset.e);
  const phrases = new Map();
  const phrasesOf = (entity) => {
    if (!phrases.has(entity)) phrases.set(entity, of.get(entity).map((mention) => mention.textContent.toLowerCase()).join("\n"));
    return phrases.get(entity);
  };
  const { rows, nameOf } = entityList(article, phrasesOf);
  if (!mentions.length) return;
  const list = article.querySelector(".list");
  const where = el("span", { role: "status" }, "no entity chosen");
  let now = null; // the mention
  const others = () => of.get(now.dataset.e);

  const linkTo = (entity) => el("a", { href: `#${of.get(entity)[0].id}` }, el("bdi", {}, nameOf(entity)));
  const mark = (entity, chosen) => {
    const row = rows.get(entity);
    for (const mention of of.get(entity)) mention.classList.toggle("chosen", chosen);
    row.classList.toggle("chosen", chosen);
    row.querySelector(".companions")?.remove();
    if (!chosen) return row.querySelector("a").removeAttribute("aria-current");
    row.querySelector("a").setAttribute("aria-current", "true");
    row.append(companionTable(companionsOf(entity, of.get(entity)), linkTo));
    reveal(list, row, 30);
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
    for (const made of steps) made.disabled = !now;
    where.textContent = "no entity chosen";
    if (!now) return;
    now.setAttribute("aria-current", "true");
    now.tabIndex = -1;
    const place = `: mention ${inThousands(others().indexOf(now) + 1)} of ${inThousands(others().length)}`;
    where.replaceChildren(el("b", {}, el("bdi", {}, nameOf(after))), place);
    revealSoon(pane, now);
  };
  const focus = () => now?.focus({ preventScroll: true });
  const step = (by) => choose(now && others().at((others().indexOf(now) + by) % others().length));
  // The next mention of any entity; the first in sight if none is chosen.
  const neighbour = (by) => {
    const { top } = pane.getBoundingClientRect();
    const isInSight = (mention) => mention.closest("p").getBoundingClientRect().bottom > top;
    const next = now ? mentions[mentions.indexOf(now) + by] : mentions.find(isInSight);
    if (next) choose(next);
  };
  const steps = [["‹ previous", -1], ["next ›", 1]].map(([label, by]) => button(label, () => step(by), { disabled: true }));
  const keys = ["n", "p", "←", "→", "Esc"].map((key) => [el("kbd", {}, key), " "]);
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
  const note = () => history.pushState(null, "", now ? `#${others()[0].id}` : location.pathname);
  article.addEventListener("click", (event) => {
    const { target } = event;
    const [link, strip] = [target.closest("a[href^='#']"), target.closest(".strip")];
    const inText = !link && getSelection().isCollapsed && target.closest(".words .m");
    const mention = link ? $(link.hash.slice(1)) : strip ? nearest(strip, event.clientX) : inText;
    if (!mention?.matches(".m") || opensElsewhere(event)) return;
    event.preventDefault();
    choose(mention);
    note();
    focus();
    if (!inText && (isNarrow() || !link?.closest(".list"))) bar.scrollIntoView({ block: isNarrow() ? "start" : "nearest" });
  });
  pane.addEventListener("mouseover", ({ target }) => {
    const mention = target.closest(".m");
    if (mention) mention.title ||= `${nameOf(mention.dataset.e)}, ${counted(of.get(mention.dataset.e).length, "mention")}`;
  });

  const moves = { n: () => step(1), p: () => step(-1), Escape: () => choose(null) };
  const inText = { ArrowRight: () => neighbour(1), ArrowLeft: () => neighbour(-1) };
  article.addEventListener("keydown", (event) => {
    const act = moves[event.key] ?? (event.target.closest(".words") && inText[event.key]);
    if (!act || hasModifier(event) || event.target.closest("input, select")) return;
    event.preventDefault();
    const entity = now?.dataset.e;
    act();
    if (now?.dataset.e !== entity) note();
    if (now) focus();
    else if (pane.contains(document.activeElement) || document.activeElement === document.body) pane.focus({ preventScroll: true });
  });
  const arrive = () => {
    const mention = $(location.hash.slice(1));
    if (mentions.includes(mention)) {
      choose(mention);
      bar.scrollIntoView({ block: "center" });
    } else if (!location.hash) choose(null);
  };
  addEventListener("popstate", arrive);
  arrive();
};

for (const article of document.querySelectorAll(".of-entities")) setTimeout(() => startEntities(article)); // first the page is drawn
