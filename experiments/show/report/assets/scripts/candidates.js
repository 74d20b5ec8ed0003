"use strict";
// The candidate table of one anaphor: who was ranked where and why, who was removed, and what other weights would do.
(() => {
  const {
    against, button, candidateTable, contributions, decide, effect, el, flips, isAdditive, looks, number, plain, quoted,
    sentence, signed, throttled, weightPanel, wordsOf,
  } = anaphora;
  const IN_SAMPLE = "Weights chosen on these texts prove nothing about others.";
  const LISTED = 200; // anaphors that the list of fixed or broken ones names

  // Show anaphor `index` of `data` in `element`. Options, all of which may be left out: `resolver` (a number),
  // `changed(widget)`, called after every change of weights, resolver or declared answers, `went(index)`, called when
  // the reader goes to another anaphor from inside the table, `trail(view)`, which draws how the answer came about, and
  // `steps(view)`, which tells it step by step, with `stepped(widget)`, called after a step. What comes back is described
  // at `handles`.
  const candidates = (element, data, index, options = {}) => {
    const state = { index, number: options.resolver ?? 0, step: Infinity, panels: new Map(), declared: new Map(), all: false };
    const it = { data, state, options, parts: partsOf(data) };
    it.rightOf = (place) => data.anaphors[place].right ?? state.declared.get(place);
    it.widget = handles(it);
    it.changed = throttled(() => {
      render(it);
      options.changed?.(it.widget);
    });
    const { chooser, ...parts } = it.parts;
    if (options.steps) parts.stepper.append(...stepperOf(it));
    chooser.addEventListener("change", () => {
      choose(it, Number(chooser.value));
      options.changed?.(it.widget);
    });
    element.classList.add("candidate-view");
    element.replaceChildren(el("p", { class: "chooser" }, el("label", {}, "Resolver ", chooser)), ...Object.values(parts));
    choose(it, state.number);
    return it.widget;
  };

  const partsOf = (data) => ({
    chooser: el("select", { "aria-label": "resolver" }, data.resolvers.map(({ name }, place) => el("option", { value: place }, name))),
    stepper: el("div", { class: "stepper", role: "group", "aria-label": "step by step" }),
    why: el("p", { class: "why", "aria-live": "polite" }),
    trail: el("div", { class: "trail" }),
    table: el("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "candidates" }),
    margin: el("p", { class: "margin" }),
    effect: el("div", { class: "effect" }),
    tie: el("p", { class: "tie" }),
    panel: el("div", { class: "panel" }),
  });

  // `weights()` has the weights of each resolver whose weights were changed, by name, in the order of its indicators;
  // `set` takes the same. `declared()` has the mentions that the reader called right, by anaphor; `step()` is the step that
  // is shown (Infinity: all), `spans()` what it is about, and `go(step)` goes there.
  const handles = (it) => ({
    show: (place) => {
      Object.assign(it.state, { index: place, all: false, step: begun(it) });
      render(it);
    },
    choose: (place) => choose(it, place),
    index: () => it.state.index,
    resolver: () => it.state.number,
    step: () => it.state.step,
    spans: () => it.spans,
    go: (step) => {
      it.state.step = step;
      render(it);
    },
    weightsOf: (place) => weightsOf(it, place),
    weights: () => Object.fromEntries(
      it.data.resolvers.map((each, place) => [each.name, weightsOf(it, place)]).filter((entry) => entry[1])),
    set: (given) => {
      it.data.resolvers.forEach((each, place) => {
        if (isAdditive(each)) panelOf(it, place).weights.set(fitting(given[each.name], each.weights));
      });
      render(it);
    },
    declared: () => new Map(it.state.declared),
    declare: (place, mentions) => {
      it.state.declared.set(place, [...mentions]);
      render(it);
    },
  });

  // The looks of a resolver's indicators and, of an additive one, its weights; made when first asked for.
  const panelOf = ({ data, state, changed }, place) => {
    const resolver = data.resolvers[place];
    if (!state.panels.has(place)) {
      const look = looks(resolver.indicators);
      const weights = isAdditive(resolver) ? weightPanel(look, resolver.weights, changed) : null;
      state.panels.set(place, { look, weights });
    }
    return state.panels.get(place);
  };
  const weightsOf = ({ data, state }, place) => {
    const values = state.panels.get(place)?.weights?.values();
    return values && values.some((value, k) => value !== data.resolvers[place].weights[k]) ? values : null;
  };
  const choose = (it, place) => {
    Object.assign(it.state, { number: place, step: begun(it) });
    it.parts.chooser.value = place;
    const { look, weights } = panelOf(it, place);
    it.parts.panel.replaceChildren(look.defs, weights?.element ?? "");
    render(it);
  };

  // Who was among the steps of one answer begins with the first of the next.
  const begun = ({ state }) => (state.step === Infinity ? Infinity : 0);

  // The buttons that step, which the arrow keys press, too.
  const stepperOf = (it) => {
    const MOVES = { Home: () => 0, ArrowLeft: (step) => step - 1, ArrowRight: (step) => step + 1, End: () => Infinity };
    const move = (key) => {
      const last = it.steps.length - 1;
      const next = MOVES[key](Math.min(it.state.step, last));
      it.state.step = next >= last ? Infinity : Math.max(0, next);
      render(it);
      it.options.stepped?.(it.widget);
      it.parts.trail.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
    };
    const labels = { Home: "From the start", ArrowLeft: "◀ Back", ArrowRight: "Next ▶", End: "All" };
    it.parts.stepper.addEventListener("keydown", (event) => {
      if (!MOVES[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      move(event.key);
    });
    it.where = el("span", { class: "where" });
    return [...Object.entries(labels).map(([key, label]) => button(label, () => move(key))), it.where];
  };
  const atStep = (it, view) => {
    it.steps = it.options.steps(view);
    const last = it.steps.length - 1;
    if (it.state.step >= last) it.state.step = Infinity;
    const step = Math.min(it.state.step, last);
    it.where.textContent = `Step ${step + 1} of ${last + 1}`;
    it.parts.why.replaceChildren(...it.steps[step].say);
    it.spans = it.state.step === Infinity ? null : it.steps[step].spans;
    return it.steps[step].shown;
  };

  const render = (it) => {
    const { data, state, parts, rightOf } = it;
    const { look, weights: panel } = panelOf(it, state.number);
    const weights = weightsOf(it, state.number);
    const made = decide(data, state.index, state.number, weights);
    const [resolver, anaphor] = [data.resolvers[state.number], data.anaphors[state.index]];
    const view = { data, state, look, rightOf, resolver, anaphor, weights, made, right: rightOf(state.index), shown: null };
    if (it.options.steps) view.shown = atStep(it, view);
    else parts.why.textContent = sentence(data, state.index, state.number, weights, view.right);
    parts.trail.replaceChildren(...(it.options.trail?.(view)?.draw(view.shown?.trail ?? Infinity) ?? []));
    inSight(parts.trail);
    const table = candidateTable(view, (mention) => declare(it, mention), () => showAll(it));
    keepingFocus(parts.table, () => parts.table.replaceChildren(table));
    parts.margin.replaceChildren(...(view.shown ? [] : marginOf(view)));
    parts.tie.textContent = panel ? tieRule(resolver) : "";
    parts.effect.replaceChildren(...effectOf(view, (place) => go(it, place)));
    panel?.mark(made.held, (row) => (row < 0 ? "nobody" : quoted(data, anaphor, made.pool[row])));
  };
  // Scrolls a tree that is wider than the screen to the node of this step.
  const inSight = (trail) => {
    for (const box of trail.querySelectorAll(".scroll:has(> .phrases)")) {
      const node = box.querySelector(".now, .taken") ?? box.querySelector(".start");
      const [own, around] = [node, box].map((each) => each?.getBoundingClientRect());
      if (own) box.scrollLeft += (own.left + own.right - around.left - around.right) / 2;
    }
  };
  const showAll = (it) => {
    it.state.all = true;
    render(it);
  };
  const declare = (it, mention) => {
    const { declared, index } = it.state;
    const now = new Set(declared.get(index));
    if (!now.delete(mention)) now.add(mention);
    if (now.size) declared.set(index, [...now]);
    else declared.delete(index);
    render(it);
    it.options.changed?.(it.widget);
  };
  const go = (it, place) => {
    it.widget.show(place);
    it.options.went?.(place);
  };

  const fitting = (given, own) =>
    Array.isArray(given) && given.length === own.length && given.every(Number.isFinite) ? given : own;

  // Rows are made again; a button in them keeps the focus.
  const keepingFocus = (element, act) => {
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.mention : undefined;
    act();
    if (focused !== undefined) element.querySelector(`[data-mention="${focused}"]`)?.focus();
  };

  const tieRule = (resolver) => {
    const names = resolver.ties.map((k) => plain(resolver.indicators[k]));
    return `Ties: ${[...names.map((name) => `higher weighted vote of ${name}`), "most recent candidate"].join(", then ")}.`;
  };

  // Winner minus key, and the smallest sets of indicators that turn the answer.
  const marginOf = ({ resolver, made, right }) => {
    if (!made.held || !isAdditive(resolver) || made.pool.length < 2 || made.row < 0) return [];
    const { rows, won, rival } = against(made, right);
    if (rival < 0) return [];
    const parts = contributions(made.held, made.row, rival).sort((one, other) => other.value - one.value);
    const label = !right ? "Winner minus second" : won ? "Winner minus best wrong candidate" : "Winner minus key";
    const said = parts.map(({ indicator, value }) => `${plain(resolver.indicators[indicator])} ${signed(value)}`).join(" · ");
    const margin = number(parts.reduce((sum, entry) => sum + entry.value, 0));
    const line = [el("b", {}, `${label}: `), `${said || "nothing"} = ${margin}.`];
    if (!right) return line;
    const { sets, complete } = flips(made.held, rows);
    const named = sets.slice(0, 6).map((set) => `{${set.map((k) => plain(resolver.indicators[k])).join(", ")}}`).join(" or ");
    const rest = sets.length > 6 ? ` or ${sets.length - 6} others` : "";
    const none = complete ? "no choice of indicators" : "not found among small choices of indicators";
    return [...line, " ", el("b", {}, "Flipped by switching off: "), `${named ? named + rest : none}.`];
  };

  // What changed weights change elsewhere: the answers, and where a key or declared antecedents tell, how many are right.
  const effectOf = ({ data, state, weights, resolver, rightOf }, go) => {
    if (!isAdditive(resolver)) return [];
    if (!weights) return [el("p", {}, el("b", {}, "Effect: "), "move a weight to see what it changes here and elsewhere.")];
    const { of, before, after, fixed, broken, changed } = effect(data, state.number, weights, rightOf);
    const total = el("p", {}, el("b", {}, "Effect of these weights: "), `${changed.length} of ${data.anaphors.length} answers change.`);
    const rate = (count) => `${count}/${of}${of ? ` (${((100 * count) / of).toFixed(1)}%)` : ""}`;
    const what = data.anaphors.some((anaphor) => anaphor.right) ? "Right" : "Right of those that you declared";
    const caution = el("strong", { class: "in-sample", title: IN_SAMPLE }, "IN-SAMPLE");
    const said = `${what}: ${rate(before)} → ${rate(after)}, ${fixed.length} fixed, ${broken.length} broken. `;
    const success = of ? el("p", {}, said, caution) : null;
    const lists = of ? [["fixed", fixed], ["broken", broken]] : [["changed", changed]];
    return [total, success, ...lists.map(([label, indices]) => listOf(label, indices, data, go))].filter(Boolean);
  };

  const listOf = (label, indices, data, go) => {
    if (!indices.length) return null;
    const item = (index) => {
      const { document: place, span } = data.anaphors[index];
      const text = data.documents[place];
      const name = `${wordsOf(text, span[0], span[1])} ${index + 1}`;
      const context = wordsOf(text, Math.max(0, span[0] - 6), span[1] + 6);
      return el("li", {}, button(name, () => go(index), { title: `${text.id}: … ${context} …` }));
    };
    const more = indices.length > LISTED ? el("li", {}, `and ${indices.length - LISTED} more`) : null;
    const list = el("ul", { class: "anaphor-list" }, indices.slice(0, LISTED).map(item), more);
    return el("details", {}, el("summary", {}, `list ${label} (${indices.length})`), list);
  };

  Object.assign(anaphora, { candidates });
})();
