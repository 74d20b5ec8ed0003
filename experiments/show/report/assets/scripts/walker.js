"use strict";
// Going from anaphor to anaphor by buttons and keys, and what a page hands out: files and links.
(() => {
  const { button, el } = anaphora;

  const disagree = (held, index) =>
    new Set(held.data.resolvers.map((_, number) => held.of(index, number).pick)).size > 1;

  // The next or previous anaphor of a list, from one that may stand outside of it; -1 where there is none.
  const nextOf = (list, index, step, test = () => true) => {
    const at = list.indexOf(index);
    const beside = at >= 0 ? at + step : step > 0 ? list.findIndex((other) => other > index) : list.findLastIndex((other) => other < index);
    for (let place = beside; place >= 0 && place < list.length; place += step) if (test(list[place])) return list[place];
    return -1;
  };

  // Keys work inside `area` only, and not while a word is typed there. `actions`: `show(index, where)`, `clear()`,
  // `list()` (the anaphors that are shown, in their order) and `index()`.
  const walker = (area, bar, held, actions) => {
    const keys = el("input", { type: "checkbox", id: "keys", checked: true });
    const where = el("span", { id: "where" });
    const placeOf = (element) => {
      if (element?.closest("#anaphor-table") || element?.querySelector?.("#anaphor-table")) return "table";
      return element?.closest("#candidates") ? "" : "text";
    };
    const go = (step, test) => {
      const index = nextOf(actions.list(), actions.index(), step, test);
      const from = document.activeElement;
      if (index >= 0) actions.show(index, from?.closest("#walk") ? "" : placeOf(from));
    };
    const moves = {
      p: () => go(-1),
      n: () => go(1),
      d: () => go(1, (index) => disagree(held, index)),
      Escape: () => actions.clear(),
    };
    bar.replaceChildren(
      button("‹ previous", moves.p, { id: "previous" }),
      button("next ›", moves.n, { id: "next" }),
      button("next disagreement", moves.d, { id: "next-disagreement" }),
      where,
      el("label", { class: "keys" }, keys, " keys ", ...["n", "p", "d", "Enter", "Esc"].flatMap((key) => [el("kbd", {}, key), " "])),
    );
    area.addEventListener("keydown", (event) => {
      if (!keys.checked || event.ctrlKey || event.metaKey || event.altKey || !moves[event.key]) return;
      if (event.target.closest("textarea, select, input:not([type=checkbox], [type=radio], [type=range])")) return;
      event.preventDefault();
      moves[event.key]();
    });
    return {
      show: (index, list) => {
        const place = list.indexOf(index);
        const of = list.length < held.data.anaphors.length ? (place < 0 ? "; not among those shown" : `; ${place + 1} of ${list.length} shown`) : "";
        where.textContent = index < 0 ? "no anaphor chosen" : `anaphor ${index + 1} of ${held.data.anaphors.length}${of}`;
      },
    };
  };

  const download = (name, content, type) => {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const made = el("a", { href: address, download: name });
    document.body.append(made);
    made.click();
    made.remove();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  // Pages from files may be denied the clipboard; then the old way is tried.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = el("textarea", { class: "hidden" }, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  Object.assign(anaphora, { walker, disagree, download, copy });
})();
