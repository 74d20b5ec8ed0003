"use strict";
// The workbench of a report: filters, table, text and candidates show the same anaphor, and the link of the page says
// which. Reports without anaphors have none of this.
(() => {
  const $ = (id) => document.getElementById(id);
  if (!$("traces")) return;
  const {
    anaphorTable, button, candidates, copy, csv, csvRows, download, el, filterBar, filters, isAdditive, isNarrow, outcomes,
    reading, unpacked, visits, walker,
  } = anaphora;
  const BEST = 4; // resolvers that have a quick set and, at first, a lane
  const PAUSE = 120; // milliseconds without a change of weights before the table is made again

  const start = () => {
    const data = unpacked(JSON.parse($("traces").textContent));
    const stages = JSON.parse($("stages").textContent);
    const held = outcomes(data);
    const best = [...data.resolvers.keys()]
      .sort((one, other) => held.successes(other) - held.successes(one) || one - other).slice(0, BEST);
    const blank = () => ({ want: filters.nothing(), sort: "", index: -1, why: "", weights: {} });
    let state = blank();
    let indices = [...data.anaphors.keys()];
    let [text, widget, past] = [null, null, null];
    const vectors = () => filters.vectors(data, state.weights);

    // Filter and order.
    const find = () => {
      indices = filters.sorted(held, filters.passing(held, state.want), state.sort);
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
      const asked = data.resolvers.findIndex(({ name }) => name === state.why);
      const first = best.find((number) => isAdditive(data.resolvers[number])) ?? best[0];
      text = reading($("reading"), data, {
        outcomes: held, stages, lanes: best, weights: (number) => widget.weightsOf(number),
        chosen: (place) => choose(place, "walk"), opened: (place) => show(place, "candidates"), why,
      });
      const went = (place) => choose(place, "walk");
      widget = candidates($("candidates"), data, index, { resolver: asked < 0 ? first : asked, changed, went });
      widget.set(vectors());
      if (state.index >= 0) text.show(index);
      else text.turn(data.anaphors[index].document);
      changes();
    };
    const choose = (index, kind) => {
      open();
      state.index = index;
      unveil();
      text.show(index);
      if (index >= 0 && widget.index() !== index) widget.show(index);
      walk.show(index, indices);
      past?.note(kind);
      return table.choose(index);
    };
    // Candidates have a place on the page once there is an anaphor to have them, or weights to be reset.
    const unveil = () => { $("weighing").hidden = state.index < 0 && !Object.keys(state.weights).length; };
    const show = (index, where, kind) => {
      const row = choose(index, kind);
      if (where === "table") row?.querySelector("a").focus();
      if (where === "text") {
        text.focus(index);
        $("reader").scrollIntoView();
      }
      if (where === "candidates") $("candidates").querySelector("select").focus();
    };
    const why = (index, number) => {
      open();
      widget.choose(number);
      state.why = data.resolvers[number].name;
      show(index, "candidates");
    };

    // Other weights decide again, after a pause, for all that is slow.
    let pause = 0;
    const changed = () => {
      state.weights = filters.named(data, widget.weights());
      state.why = data.resolvers[widget.resolver()].name;
      clearTimeout(pause);
      pause = setTimeout(() => {
        weigh();
        apply("weights");
        text.show(state.index);
      }, PAUSE);
    };
    const weigh = () => {
      held.weigh(vectors());
      bar.count();
      table.marked();
      changes();
    };
    const changes = () => {
      const list = ({ words, want: set, size }) =>
        button(`show ${words} in the list (${size})`, () => follow(set), { disabled: size === 0 });
      $("changes").replaceChildren(...[...data.resolvers.keys()].filter(held.weighed).flatMap((number) => [
        el("b", {}, `${data.resolvers[number].name} with these weights: `),
        ...filters.changeSets(held, number).map(list),
        el("strong", { class: "in-sample" }, "IN-SAMPLE"),
      ]));
    };

    // The state of the page as an entry of the history has it, and the link that the page was opened with or that was
    // followed in it. One to an anaphor alone changes nothing else.
    const put = (given) => {
      state = { ...given, index: given.index < data.anaphors.length ? given.index : -1 };
      weigh();
      widget?.set(vectors());
      const number = data.resolvers.findIndex(({ name }) => name === state.why);
      if (number >= 0) widget?.choose(number);
      want(state.want);
      unveil();
      if (state.index >= 0) choose(state.index);
      else text?.show(-1);
    };
    const follows = (hash) => {
      const given = filters.fromHash(hash);
      if (!given) return false;
      if (given.focus && given.index < data.anaphors.length) {
        if (!indices.includes(given.index)) want(filters.nothing());
        show(given.index, "text");
        return true;
      }
      put(given);
      $(state.index >= 0 ? "reader" : "list").scrollIntoView();
      return true;
    };
    const page = {
      home: "#anaphors",
      address: () => filters.toHash(state),
      place: () => table.place(),
      put: (shown, place) => {
        open(); // before the window is put where it was, what stands above has to have its height
        put(filters.fromHash(shown) ?? blank());
        table.turnTo(place);
      },
      open: follows,
    };

    $("filters").querySelector("details").open = !isNarrow();
    const bar = filterBar({ form: $("filters"), line: $("shown"), sets: $("more-sets") }, held, best, want);
    const table = anaphorTable({ table: $("anaphor-table"), pages: $("pages") }, held, stages, (order) => {
      state.sort = order === "number" ? "" : order;
      apply("order");
    });
    const actions = { show: (index, where) => show(index, where, "walk"), clear: () => choose(-1, "walk"), list: () => indices, index: () => state.index };
    const walk = walker($("workbench"), $("walk"), held, actions);

    document.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const query = event.target.closest("a[data-filter]");
      const number = event.target.closest("#anaphor-table a[href^='#a']");
      if (!query && !number) return;
      event.preventDefault();
      if (query) follow(filters.fromQuery(query.dataset.filter));
      else show(Number(number.textContent) - 1, "text");
    });
    $("csv").addEventListener("click", () => download("anaphors.csv", csv(csvRows(held, indices)), "text/csv"));
    $("copy-link").addEventListener("click", async () => {
      await copy(location.href);
      $("copied").textContent = "copied";
      setTimeout(() => $("copied").replaceChildren(), 2000);
    });
    // Paper has all rows that pass a filter; without one it has the page that is shown.
    addEventListener("beforeprint", () => {
      if (!filters.isEmpty(state.want)) table.print();
      else if (table.pages() > 1) {
        $("shown").textContent = `Page ${table.page() + 1} of ${table.pages()} of ${data.anaphors.length} anaphors; with a filter, all that pass it are printed.`;
      }
    });
    addEventListener("afterprint", () => {
      if (filters.isEmpty(state.want)) bar.say(indices.length);
      else apply();
    });

    for (const id of ["filters", "more-sets", "tools", "reader"]) $(id).hidden = false;
    table.began();
    bar.count();
    find();
    walk.show(-1, indices);
    new IntersectionObserver((seen, observer) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      open();
    }, { rootMargin: "200px" }).observe($("reader"));
    past = visits(page);
  };

  setTimeout(start); // the page is drawn before the texts are read
})();
