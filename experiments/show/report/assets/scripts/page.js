"use strict";
// What every page has: elements, the theme, the contents, tables that sort. The scripts of a page are one program, in the
// order in which they are joined; what touches no page can be tested without one.

const $ = (id) => document.getElementById(id);

// Text only ever becomes text nodes, so that nothing which a corpus says is read as markup.
const filled = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
};
const el = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

// A button that does something; `attributes` may hold what assistive technology is to say.
const button = (label, act, attributes = {}) => {
  const made = el("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
};
// A choice of one of some names by their place.
const choice = (names, act, attributes = {}) => {
  const made = el("select", attributes, names.map((name, place) => el("option", { value: place }, name)));
  made.addEventListener("change", () => act(Number(made.value)));
  return made;
};
// A box that the keyboard can scroll.
const region = (label, look, ...content) =>
  el("div", { class: look, role: "region", tabindex: 0, "aria-label": label }, ...content);
const tableOf = (look, heads, rows) => {
  const head = el("tr", {}, heads.map((name) => el("th", { scope: "col" }, name)));
  return el("table", { class: look }, el("thead", {}, head), el("tbody", {}, rows));
};
const rowOf = ([first, ...rest]) => el("tr", {}, el("th", { scope: "row" }, first), rest.map((cell) => el("td", {}, cell)));
const counted = (number, one, several = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : several}`;
const listed = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);
const grouped = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
const classes = (...names) => names.filter(Boolean).join(" ") || null;

const isNarrow = () => matchMedia("(max-width: 50rem)").matches; // as the styles take it to be
const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;
const opensElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey; // a click on a link

// Call `act` once before the next frame, however often it was asked for.
const throttled = (act) => {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      act();
    });
  };
};
// Scrolls a pane, not the window, until an element stands in its upper half.
const reveal = (pane, element, least = 60) => {
  const offset = element.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  if (offset < least || offset > pane.clientHeight * 0.6) pane.scrollTop += offset - pane.clientHeight / 3;
};
const download = (name, content, type) => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a busy machine may begin to save seconds later
};

// Large data stand compressed in the page, as `compressed` in experiments/show/report/page.py has made them.
const inflated = (id) => {
  const text = atob($(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
};
// Starts with such data once the page is drawn; `line` says so where a browser cannot unpack them.
const startWith = (id, line, start) => setTimeout(async () => {
  if (globalThis.DecompressionStream) start(await inflated(id));
  else line.append(" This browser is too old to unpack the others.");
});

// A form that filters by fields of some names: `changed(values, kind)` hears what they say; typing is of one kind.
const filterForm = (form, names, changed) => {
  const read = () => Object.fromEntries(names.map((name) => [name, form.elements[name]?.value ?? ""]));
  form.addEventListener("input", ({ target }) => changed(read(), target.name === "text" ? "text" : ""));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    changed(Object.fromEntries(names.map((name) => [name, ""])));
  });
  form.hidden = false;
  return {
    // Shows values; what comes back is the part of them that the form has a choice for.
    show: (values) => {
      for (const name of names) if (form.elements[name]) form.elements[name].value = values[name];
      return read();
    },
  };
};

// Buttons for the pages of a table: the ends, and those near the one that is shown.
const pageButtons = (element, page, count, go) => {
  element.hidden = count < 2;
  const made = [];
  let last = -1;
  for (let place = 0; place < count; place += 1) {
    if (place !== 0 && place !== count - 1 && Math.abs(place - page) >= 3) continue;
    if (place > last + 1) made.push(el("span", { "aria-hidden": "true" }, "…"));
    const current = place === page ? "page" : null;
    made.push(button(String(place + 1), () => go(place), { "aria-label": `page ${place + 1}`, "aria-current": current }));
    last = place;
  }
  element.replaceChildren(
    button("‹ previous", () => go(page - 1), { class: "previous", disabled: page === 0 }),
    ...made,
    button("next ›", () => go(page + 1), { class: "next", disabled: page >= count - 1 }),
  );
};

// Headings that sort: a button in each, and aria-sort says which way. `act(descending)` is asked for the order that the
// heading has not yet, `first` at first.
const sortHeading = (heading, act, { title, first = "ascending" } = {}) => {
  const other = { ascending: "descending", descending: "ascending" };
  const next = () => other[heading.getAttribute("aria-sort")] ?? first;
  const label = el("bdi", {}, ...heading.childNodes);
  heading.replaceChildren(button(label, () => act(next() === "descending"), { class: "sort", title }));
};
const markSorted = (headings, sorted, descending) => {
  for (const heading of headings) {
    if (heading === sorted) heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    else heading.removeAttribute("aria-sort");
  }
};

// What a cell is sorted by: the number that it begins with, or its text; null where it says nothing.
const sortValue = (text) => {
  const plain = text.trim().replace("\u2212", "-");
  if (plain === "" || plain === "–") return null;
  const found = /^[<>≤≥+]*(-?)(\d[\d,]*(?:\.\d+)?)/.exec(plain);
  return found ? Number(found[1] + found[2].replaceAll(",", "")) : plain;
};
// Rows in the order of a column; those that say nothing stand last either way, equal ones as they stood.
const ordered = (rows, textOf, descending) => {
  const values = new Map(rows.map((row) => [row, sortValue(textOf(row))]));
  const compare = (one, other) =>
    typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });
  const telling = rows.filter((row) => values.get(row) !== null);
  telling.sort((one, other) => (descending ? -1 : 1) * compare(values.get(one), values.get(other)));
  return [...telling, ...rows.filter((row) => values.get(row) === null)];
};
const sortable = (table) => {
  const [body] = table.tBodies;
  const rows = [...body.rows];
  if (rows.length < 3) return;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, place) => {
    const textOf = (row) => row.cells[place].textContent;
    const numbers = rows.filter((row) => typeof sortValue(textOf(row)) === "number").length;
    sortHeading(heading, (descending) => {
      body.append(...ordered(rows, textOf, descending));
      table.classList.add("sorted");
      markSorted(headings, heading, descending);
    }, { first: 2 * numbers > rows.length ? "descending" : "ascending" });
  });
};

// The theme as the system has it, light, or dark. What was chosen is kept where the browser allows it.
const startTheme = (made) => {
  const themes = ["system", "light", "dark"];
  const store = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null; // pages from files may not store anything
    }
  };
  const show = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    made.textContent = `Theme: ${theme}`;
    made.dataset.theme = theme;
  };
  const kept = store((storage) => storage.getItem("anaphora-theme"));
  show(themes.includes(kept) ? kept : "system");
  made.hidden = false;
  made.addEventListener("click", () => {
    show(themes[(themes.indexOf(made.dataset.theme) + 1) % themes.length]);
    store((storage) => storage.setItem("anaphora-theme", made.dataset.theme));
  });
};

// The contents mark the section that is read, and keep its link in sight where they scroll.
const startContents = (list) => {
  const READ = 0.3; // of the window's height: a heading above it begins what is read
  const links = [...list.querySelectorAll("a[href^='#']")];
  const headings = links.map((link) => $(link.hash.slice(1)));
  const mark = throttled(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const line = scrollTop && scrollTop + clientHeight >= scrollHeight - 2 ? clientHeight : READ * clientHeight;
    const now = links[Math.max(0, headings.findLastIndex((heading) => heading?.getBoundingClientRect().top <= line))];
    if (!now || now.hasAttribute("aria-current")) return;
    for (const link of links) link.removeAttribute("aria-current");
    now.setAttribute("aria-current", "true");
    list.scrollLeft = now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2;
  });
  addEventListener("scroll", mark, { passive: true });
  addEventListener("resize", mark);
  mark();
};

if (globalThis.document) {
  if ($("theme")) startTheme($("theme"));
  const contents = document.querySelector("nav ul");
  if (contents) startContents(contents);
  // What styles leave until the page was drawn once, because it is slow.
  requestAnimationFrame(() => setTimeout(() => document.documentElement.classList.add("drawn")));
  // So are headings that sort; a folded table can wait until it is opened.
  setTimeout(() => document.querySelectorAll("table.figures:not(.matrix)").forEach((table) => {
    const fold = table.closest("details:not([open])");
    if (fold) fold.addEventListener("toggle", () => sortable(table), { once: true });
    else sortable(table);
  }));
  // On paper what is folded is open, but for the tables of many small figures.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("figure details, details.sheet")) details.open = !details.closest(".small");
  });
}
