"use strict";
// The workbench of a report: filters, table, text and candidates show the same anaphor, and the link of the page says
// which. Reports without anaphors have none of this.
(() => {
  const $ = (id) => document.getElementById(id);
  if (!$("traces")) return;
  const {
    anaphorTable, button, candidates, copy, csv, csvRows, download, el, filterBar, filters, isAdditive, outcomes,
    reading, unpacked, walker,
  } = anaphora;
  const BEST = 4; // resolvers that have a quick set and, at first, a lane
  const PAUSE = 120; // milliseconds without a change of weights before the table is made again

  const start = () => {
    const data = unpacked(JSON.parse($("traces").textContent));
    const stages = JSON.parse($("stages").textContent);
    const held = outcomes(data);
    const best = [...data.resolvers.keys()]
      .sort((one, other) => held.successes(other) - held.successes(one) || one - other).slice(0, BEST);
    let state = { want: filters.nothing(), sort: "", index: -1, why: "", weights: {} };
    let indices = [...data.anaphors.keys()];
    let [text, widget] = [null, null];
    const vectors = () => filters.vectors(data, state.weights);

    const link = () => {
      const hash = filters.toHash(state);
      if (hash || filters.fromHash(location.hash)) history.replaceState(null, "", hash || "#anaphors");
    };

    // Filter and order.
    const find = () => {
      indices = filters.sorted(held, filters.passing(held, state.want), state.sort);
      bar.say(indices.length);
    };
    const apply = () => {
      find();
      table.show(indices, state.sort);
      table.choose(state.index);
      walk.show(state.index, indices);
      link();
    };
    const want = (given) => {
      state.want = bar.show(given);
      apply();
    };
    const follow = (query) => {
      want(filters.fromQuery(query));
      $("anaphors").scrollIntoView();
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
        chosen: choose, opened: (place) => show(place, "candidates"), why,
      });
      widget = candidates($("candidates"), data, index, { resolver: asked < 0 ? first : asked, changed, went: choose });
      widget.set(vectors());
      if (state.index >= 0) text.show(index);
      else text.turn(data.anaphors[index].document);
      changes();
    };
    const choose = (index) => {
      open();
      state.index = index;
      text.show(index);
      if (index >= 0 && widget.index() !== index) widget.show(index);
      walk.show(index, indices);
      link();
      return table.choose(index);
    };
    const show = (index, where) => {
      const row = choose(index);
      if (where === "table") row?.querySelector("a").focus();
      if (where === "text") {
        text.focus(index);
        $("reader").scrollIntoView();
      }
      if (where === "candidates") $("candidates").querySelector("select").focus();
    };
    const why = (index, number) => {
      choose(index);
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
        apply();
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
      const list = ({ words, want: set, size }) => button(`show ${words} in the table (${size})`, () => {
        want(set);
        $("anaphors").scrollIntoView();
      }, { disabled: size === 0 });
      $("changes").replaceChildren(...[...data.resolvers.keys()].filter(held.weighed).flatMap((number) => [
        el("b", {}, `${data.resolvers[number].name} with these weights: `),
        ...filters.changeSets(held, number).map(list),
        el("strong", { class: "in-sample" }, "IN-SAMPLE"),
      ]));
    };

    // The link that the page was opened with, or that was followed in it. One to an anaphor alone changes nothing else.
    const restore = () => {
      const given = filters.fromHash(location.hash);
      if (!given) return;
      const { focus, ...asked } = given;
      const index = asked.index < data.anaphors.length ? asked.index : -1;
      state = focus ? { ...state, index } : { ...asked, index };
      if (!focus) {
        weigh();
        widget?.set(vectors());
        const number = data.resolvers.findIndex(({ name }) => name === state.why);
        if (number >= 0) widget?.choose(number);
      }
      want(focus && !indices.includes(index) ? filters.nothing() : state.want);
      if (index >= 0) show(index, focus ? "text" : "");
      else text?.show(-1);
      if (!focus) $(index >= 0 ? "reader" : "anaphors").scrollIntoView();
    };

    const bar = filterBar({ form: $("filters"), line: $("shown"), sets: $("more-sets") }, held, best, want);
    const table = anaphorTable({ table: $("anaphor-table"), pages: $("pages") }, held, stages, (order) => {
      state.sort = order === "number" ? "" : order;
      apply();
    });
    const actions = { show, clear: () => choose(-1), list: () => indices, index: () => state.index };
    const walk = walker($("workbench"), $("walk"), held, actions);

    document.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const query = event.target.closest("a[data-filter]");
      const number = event.target.closest("#anaphor-table a[href^='#a']");
      if (!query && !number) return;
      event.preventDefault();
      if (query) follow(query.dataset.filter);
      else show(Number(number.textContent) - 1, "text");
    });
    $("csv").addEventListener("click", () => download("anaphors.csv", csv(csvRows(held, indices)), "text/csv"));
    $("copy-link").addEventListener("click", async () => {
      await copy(location.href);
      $("copied").textContent = "copied";
      setTimeout(() => $("copied").replaceChildren(), 2000);
    });
    addEventListener("hashchange", restore);
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

    for (const id of ["filters", "more-sets", "tools", "reader", "weighing"]) $(id).hidden = false;
    table.began();
    bar.count();
    find();
    walk.show(-1, indices);
    new IntersectionObserver((seen, observer) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      open();
    }, { rootMargin: "200px" }).observe($("reader"));
    restore();
  };

  setTimeout(start); // the page is drawn before the texts are read
})();
