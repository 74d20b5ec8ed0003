"use strict";
// Headings that sort: a button in each, and aria-sort says which way. Tables of figures are sorted here as they stand.
(() => {
  const { button, el } = anaphora;
  const FEWEST = 3; // rows that are worth sorting
  const NUMBER = /^[<>≤≥+]*(-?)(\d[\d,]*(?:\.\d+)?)/;

  // Makes a heading sort: `act(descending)` is asked for the order that it has not yet, `first` at first.
  const sortHeading = (heading, act, { title, first = "ascending" } = {}) => {
    const other = { ascending: "descending", descending: "ascending" };
    const next = () => other[heading.getAttribute("aria-sort")] ?? first;
    const made = button(el("bdi", {}, ...heading.childNodes), () => act(next() === "descending"), { class: "sort", title });
    heading.replaceChildren(made);
  };
  const markSorted = (headings, sorted, descending) => {
    for (const heading of headings) {
      if (heading === sorted) heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    }
  };

  // What a cell is sorted by: the number that it begins with, or its text; null where it says nothing.
  const valueOf = (text) => {
    const plain = text.trim().replace("\u2212", "-");
    if (plain === "" || plain === "–") return null;
    const found = NUMBER.exec(plain);
    return found ? Number(found[1] + found[2].replaceAll(",", "")) : plain;
  };
  const compare = (one, other) =>
    typeof one === typeof other && typeof one === "number" ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });

  // The rows in the order of a column; those that say nothing stand last either way, equal ones as they stood.
  const ordered = (rows, textOf, descending) => {
    const values = new Map(rows.map((row) => [row, valueOf(textOf(row))]));
    const [told, silent] = [rows.filter((row) => values.get(row) !== null), rows.filter((row) => values.get(row) === null)];
    return [...told.sort((one, other) => (descending ? -1 : 1) * compare(values.get(one), values.get(other))), ...silent];
  };

  const sortable = (table) => {
    const [body, headings] = [table.tBodies[0], [...table.tHead.rows[0].cells]];
    if (body.rows.length < FEWEST) return;
    const rows = [...body.rows];
    headings.forEach((heading, place) => {
      const numbers = rows.filter((row) => typeof valueOf(row.cells[place].textContent) === "number").length;
      sortHeading(heading, (descending) => {
        body.append(...ordered(rows, (row) => row.cells[place].textContent, descending));
        table.classList.add("sorted");
        markSorted(headings, heading, descending);
      }, { first: 2 * numbers > rows.length ? "descending" : "ascending" });
    });
  };

  Object.assign(anaphora, { sortHeading, markSorted, ordered });
  // First the page is drawn; a folded table can wait until it is opened.
  if (globalThis.document) setTimeout(() => document.querySelectorAll("table.figures").forEach((table) => {
    const fold = table.closest("details:not([open])");
    if (fold) fold.addEventListener("toggle", () => sortable(table), { once: true });
    else sortable(table);
  }));
})();
