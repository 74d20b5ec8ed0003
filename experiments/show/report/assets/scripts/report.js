// The workbench of a report: filters, table, text and candidates show the same anaphor, and the link of the page says
// which. Reports without anaphors have none of this.
const BEST = 4; // resolvers that have a quick set and, at first, a lane

// The next or previous anaphor of a list, from one that may stand outside of it; -1 where there is none.
const nextOf = (list, index, step, test = () => true) => {
  const at = list.indexOf(index);
  const beside = at >= 0 ? at + step : step > 0 ? list.findIndex((other) => other > index) : list.findLastIndex((other) => other < index);
  for (let place = beside; place >= 0 && place < list.length; place += step) if (test(list[place])) return list[place];
  return -1;
};

// Going from anaphor to anaphor by buttons and keys. Keys work inside `area` only, and not while a word is typed there.
// `actions`: `show(index, where)`, `list()` (the anaphors that are shown, in their order) and `index()`.
const walker = (area, bar, held, actions) => {
  const keys = el("input", { type: "checkbox", id: "keys", checked: true });
  const where = el("span", { id: "where" });
  const placeOf = (element) => {
    if (element?.closest("#walk, #candidates")) return "";
    return element?.closest("#anaphor-table") || element?.querySelector?.("#anaphor-table") ? "table" : "text";
  };
  const go = (step, test) => {
    const index = nextOf(actions.list(), actions.index(), step, test);
    if (index >= 0) actions.show(index, placeOf(document.activeElement));
  };
  const moves = { p: () => go(-1), n: () => go(1), d: () => go(1, held.disagree), Escape: () => actions.show(-1) };
  bar.replaceChildren(
    button("‹ previous", moves.p, { id: "previous" }),
    button("next ›", moves.n, { id: "next" }),
    button("next disagreement", moves.d, { id: "next-disagreement" }),
    where,
    el("label", { class: "keys" }, keys, " keys ", ...["n", "p", "d", "Enter", "Esc"].flatMap((key) => [el("kbd", {}, key), " "])),
  );
  area.addEventListener("keydown", (event) => {
    if (!keys.checked || hasModifier(event) || !moves[event.key]) return;
    if (event.target.closest("textarea, select, input:not([type=checkbox], [type=radio])")) return;
    event.preventDefault();
    moves[event.key]();
  });
  return {
    show: (index, list) => {
      const all = held.data.anaphors.length;
      const place = list.indexOf(index);
      const among = place < 0 ? "; not among those shown" : `; ${place + 1} of ${list.length} shown`;
      where.textContent = index < 0 ? "no anaphor chosen" : `anaphor ${index + 1} of ${all}${list.length < all ? among : ""}`;
    },
  };
};

// Pages from files may be denied the clipboard; then the old way is tried.
const copyText = async (text) => {
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

const startReport = (traces) => {
  const data = unpacked(traces);
  const stages = JSON.parse($("stages").textContent);
  const held = outcomes(data);
  const best = [...data.resolvers.keys()]
    .sort((one, other) => held.successes(other) - held.successes(one) || one - other).slice(0, BEST);
  const blank = () => ({ want: noFilter(), sort: "", index: -1, why: "" });
  let state = blank();
  let indices = [...data.anaphors.keys()];
  let [text, widget, past] = [null, null, null];

  // Filter and order.
  const find = () => {
    indices = inOrder(held, passing(held, state.want), state.sort);
    bar.say(indices.length);
  };
  const apply = (kind) => {
    find();
    table.show(indices, state.sort);
    table.choose(state.index);
    walk.show(state.index, indices);
    past?.note(kind);
  };
  const want = (given, kind) => {
    state.want = bar.show(given);
    apply(kind);
  };
  const follow = (given) => {
    open();
    want(given);
    $("list").scrollIntoView();
    $("anaphor-table").parentElement.focus({ preventScroll: true });
  };

  // The chosen anaphor. Text and candidates are made when they first come into sight.
  const open = () => {
    if (text) return;
    const index = state.index >= 0 ? state.index : (indices[0] ?? 0);
    const actions = { chosen: (other) => choose(other, "walk"), opened: (other) => show(other, "candidates"), why };
    text = reading($("reading"), held, { stages, lanes: best, ...actions });
    widget = decisions($("candidates"), data, stages, () => {
      state.why = data.resolvers[widget.resolver()].name;
      past?.note("why");
    });
    const asked = data.resolvers.findIndex(({ name }) => name === state.why);
    widget.choose(asked < 0 ? best[0] : asked);
    widget.show(index);
    if (state.index >= 0) text.show(index);
    else text.turn(data.anaphors[index].document);
  };
  const choose = (index, kind) => {
    open();
    state.index = index;
    $("weighing").hidden = index < 0;
    text.show(index);
    if (index >= 0 && widget.index() !== index) widget.show(index);
    walk.show(index, indices);
    past?.note(kind);
    return table.choose(index);
  };
  const show = (index, where, kind) => {
    const row = choose(index, kind);
    if (where === "table") row?.querySelector("a").focus();
    if (where === "text") {
      text.focus(index);
      $("reader").scrollIntoView();
    }
    if (where === "candidates") $("candidates").querySelector("select").focus();
  };
  const why = (index, place) => {
    open();
    widget.choose(place);
    state.why = data.resolvers[place].name;
    show(index, "candidates");
  };

  // The state of the page as an entry of the history has it, and the link that the page was opened with or that was
  // followed in it. One to an anaphor alone changes nothing else.
  const put = (given) => {
    state = { ...given, index: given.index < data.anaphors.length ? given.index : -1 };
    const place = data.resolvers.findIndex(({ name }) => name === state.why);
    if (place >= 0) widget?.choose(place);
    want(state.want);
    if (state.index >= 0 || text) choose(state.index);
  };
  const openLink = (hash) => {
    const given = stateFromHash(hash);
    if (!given) return false;
    if (given.focus && given.index < data.anaphors.length) {
      if (!indices.includes(given.index)) want(noFilter());
      show(given.index, "text");
      return true;
    }
    put(given);
    $(state.index >= 0 ? "reader" : "list").scrollIntoView();
    return true;
  };

  $("filters").querySelector("details").open = !isNarrow();
  const bar = filterBar({ form: $("filters"), line: $("shown"), sets: $("more-sets") }, held, best, want);
  const table = anaphorTable({ table: $("anaphor-table"), pages: $("pages") }, held, stages, (order) => {
    state.sort = order === "number" ? "" : order;
    apply("order");
  });
  const actions = { show: (index, where) => show(index, where, "walk"), list: () => indices, index: () => state.index };
  const walk = walker($("workbench"), $("walk"), held, actions);

  document.addEventListener("click", (event) => {
    const query = event.target.closest("a[data-filter]");
    const link = event.target.closest("#anaphor-table a[href^='#a']");
    if (opensElsewhere(event) || (!query && !link)) return;
    event.preventDefault();
    if (query) follow(filterFromQuery(query.dataset.filter));
    else show(Number(link.textContent) - 1, "text");
  });
  $("csv").addEventListener("click", () => download("anaphors.csv", csv(csvRows(held, indices)), "text/csv"));
  $("copy-link").addEventListener("click", async () => {
    await copyText(location.href);
    $("copied").textContent = "copied";
    setTimeout(() => $("copied").replaceChildren(), 2000);
  });
  // Paper has all rows that pass a filter; without one it has the page that is shown.
  const isFiltered = () => Object.values(state.want).some(Boolean);
  addEventListener("beforeprint", () => {
    if (isFiltered()) table.print();
    else if (table.pages() > 1) {
      $("shown").textContent = `Page ${table.page() + 1} of ${table.pages()} of ${data.anaphors.length} anaphors; with a filter, all that pass it are printed.`;
    }
  });
  addEventListener("afterprint", () => {
    if (isFiltered()) apply();
    else bar.say(indices.length);
  });

  for (const id of ["more-sets", "tools", "reader"]) $(id).hidden = false;
  table.began();
  find();
  walk.show(-1, indices);
  new IntersectionObserver((seen, observer) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    open();
  }, { rootMargin: "200px" }).observe($("reader"));
  past = visits({
    home: "#anaphors",
    address: () => stateToHash(state),
    place: table.place,
    put: (shown, place) => {
      open(); // before the window is put where it was, what stands above has to have its height
      put(stateFromHash(shown) ?? blank());
      table.turnTo(place);
    },
    open: openLink,
  });
};

if (globalThis.document && $("traces")) startWith("traces", $("shown"), startReport);
