// Why a resolver answers so: the candidates of one anaphor, how the answer came about, step by step, and what other weights
// would do, here and elsewhere.
const IN_SAMPLE = "Weights chosen on these texts prove nothing about others.";
const NAMED = 200; // anaphors that the list of fixed or broken ones names
const MOVES = { Home: () => 0, ArrowLeft: (step) => step - 1, ArrowRight: (step) => step + 1, End: () => Infinity };
const MOVE_LABELS = { Home: "From the start", ArrowLeft: "◀ Back", ArrowRight: "Next ▶", End: "All" };

// Shows anaphors of `data` in `element`, first with the resolver `place`. `changed()` is called after every change of weights,
// resolver or declared answers, `went(index)` when the reader goes to another anaphor from inside, `stepped()` after a step.
// Of what comes back, `weights()` has the weights of each resolver whose weights were changed, by name, in the order of its
// indicators, and `set` takes the same; `declared()` has the mentions that the reader called right, by anaphor; `step()` is
// the step that is shown (Infinity: all), `spans()` what it is about, and `go(step)` goes there.
const candidates = (element, data, index, place, { changed, went, stepped }) => {
  const state = { index, place, step: Infinity, all: false };
  const panels = new Map(); // of each resolver, made when first asked for
  const declared = new Map();
  let [steps, spans] = [[], null];
  const rightOf = (other) => data.anaphors[other].right ?? declared.get(other);

  const chooser = choice(data.resolvers.map(({ name }) => name), (other) => {
    choose(other);
    changed();
  }, { "aria-label": "resolver" });
  const where = el("span", { class: "where" });
  const stepper = el("div", { class: "stepper", role: "group", "aria-label": "step by step" },
    Object.entries(MOVE_LABELS).map(([key, label]) => button(label, () => move(key))), where);
  const parts = Object.fromEntries(["trail", "effect", "panel"].map((name) => [name, el("div", { class: name })]));
  const lines = Object.fromEntries(["margin", "tie"].map((name) => [name, el("p", { class: name })]));
  const why = el("p", { class: "why", "aria-live": "polite" });
  const table = region("candidates", "scroll");
  element.classList.add("candidate-view");
  element.replaceChildren(el("p", { class: "chooser" }, el("label", {}, "Resolver ", chooser)),
    stepper, why, parts.trail, table, lines.margin, parts.effect, lines.tie, parts.panel);

  // The looks of a resolver's indicators and, of an additive one, its weights.
  const panelOf = (other) => {
    const resolver = data.resolvers[other];
    if (!panels.has(other)) {
      const look = looks(resolver.indicators);
      panels.set(other, { look, weights: isAdditive(resolver) ? weightPanel(look, resolver.weights, reweighed) : null });
    }
    return panels.get(other);
  };
  const weightsOf = (other) => {
    const values = panels.get(other)?.weights?.values();
    return values?.some((value, k) => value !== data.resolvers[other].weights[k]) ? values : null;
  };
  const reweighed = throttled(() => {
    render();
    changed();
  });
  // Who was among the steps of one answer begins with the first of the next.
  const begun = () => (state.step === Infinity ? Infinity : 0);
  const choose = (other) => {
    Object.assign(state, { place: other, step: begun() });
    chooser.value = other;
    const { look, weights } = panelOf(other);
    parts.panel.replaceChildren(look.defs, weights?.element ?? "");
    render();
  };
  const show = (other) => {
    Object.assign(state, { index: other, all: false, step: begun() });
    render();
  };
  const declare = (mention) => {
    const now = new Set(declared.get(state.index));
    if (!now.delete(mention)) now.add(mention);
    if (now.size) declared.set(state.index, [...now]);
    else declared.delete(state.index);
    render();
    changed();
  };

  // The buttons that step, which the arrow keys press, too.
  const move = (key) => {
    const last = steps.length - 1;
    const next = MOVES[key](Math.min(state.step, last));
    state.step = next >= last ? Infinity : Math.max(0, next);
    render();
    stepped();
    parts.trail.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
  };
  stepper.addEventListener("keydown", (event) => {
    if (!MOVES[event.key] || hasModifier(event)) return;
    event.preventDefault();
    move(event.key);
  });

  const render = () => {
    const resolver = data.resolvers[state.place];
    const anaphor = data.anaphors[state.index];
    const { look, weights: panel } = panelOf(state.place);
    const weights = weightsOf(state.place);
    const made = decide(data, state.index, state.place, weights);
    const view = { ...state, data, resolver, anaphor, weights, made, right: rightOf(state.index), declare };
    steps = stepsOf(view);
    const last = steps.length - 1;
    if (state.step >= last) state.step = Infinity;
    const { say, spans: about, shown } = steps[Math.min(state.step, last)];
    spans = state.step === Infinity ? null : about;
    where.textContent = `Step ${Math.min(state.step, last) + 1} of ${last + 1}`;
    why.replaceChildren(...say);
    parts.trail.replaceChildren(...(trailOf(view)?.draw(shown?.trail ?? Infinity) ?? []));
    bringIntoSight(parts.trail);
    keepingFocus(table, () => table.replaceChildren(tableWithBars(view, look, shown)));
    lines.margin.replaceChildren(...(shown ? [] : marginOf(view)));
    lines.tie.textContent = panel ? tieRule(resolver) : "";
    parts.effect.replaceChildren(...effectOf(view));
    panel?.mark(made.held, (row) => (row < 0 ? "nobody" : quoted(data, anaphor, made.pool[row])));
  };
  const tableWithBars = (view, look, shown) => {
    const { made, resolver } = view;
    const weights = view.weights ?? resolver.weights;
    const worth = made.votes?.map((row) => row.map((vote, k) => vote * weights[k]));
    const scale = worth && scaleOf(worth);
    const heard = shown ? worth?.map((row) => row.map((value, k) => (shown.votes.includes(k) ? value : 0))) : worth;
    const totals = heard?.map((row) => row.reduce((sum, value) => sum + value, 0));
    const votes = scale && { head: [resolver.unit, scaleMarks(scale)], cell: (row) => bar(look, heard[row], scale, shown?.vote) };
    const showAll = () => {
      state.all = true;
      render();
    };
    const ranked = candidateTable({ ...view, votes, shown: shown && { ...shown, totals } }, showAll);
    if (!scale || isAdditive(resolver)) return el("div", {}, ranked);
    const isUsed = (k) => heard.some((row) => row[k]);
    return el("div", {}, ranked, el("p", { class: "unit" }, `Bars: ${resolver.unit}.`), barLegend(look, isUsed));
  };

  // What changed weights change elsewhere: the answers, and where a key or declared antecedents tell, how many are right.
  const effectOf = ({ weights, resolver }) => {
    if (!isAdditive(resolver)) return [];
    if (!weights) return [el("p", {}, el("b", {}, "Effect: "), "move a weight to see what it changes here and elsewhere.")];
    const { of, before, after, fixed, broken, changed: other } = effect(data, state.place, weights, rightOf);
    const total = el("p", {}, el("b", {}, "Effect of these weights: "), `${other.length} of ${data.anaphors.length} answers change.`);
    if (!of) return [total, listOf("changed", other)];
    const rate = (count) => `${count}/${of} (${((100 * count) / of).toFixed(1)}%)`;
    const measure = data.anaphors.some((anaphor) => anaphor.right) ? "Right" : "Right of those that you declared";
    const words = `${measure}: ${rate(before)} → ${rate(after)}, ${fixed.length} fixed, ${broken.length} broken. `;
    const caution = el("strong", { class: "in-sample", title: IN_SAMPLE }, "IN-SAMPLE");
    return [total, el("p", {}, words, caution), listOf("fixed", fixed), listOf("broken", broken)];
  };
  const listOf = (label, indices) => {
    if (!indices.length) return "";
    const item = (other) => {
      const { document, span } = data.anaphors[other];
      const text = data.documents[document];
      const context = wordsOf(text, Math.max(0, span[0] - 6), span[1] + 6);
      const go = () => {
        show(other);
        went(other);
      };
      return el("li", {}, button(`${wordsOf(text, ...span)} ${other + 1}`, go, { title: `${text.id}: … ${context} …` }));
    };
    const more = indices.length > NAMED ? el("li", {}, `and ${indices.length - NAMED} more`) : null;
    const list = el("ul", { class: "anaphor-list" }, indices.slice(0, NAMED).map(item), more);
    return el("details", {}, el("summary", {}, `list ${label} (${indices.length})`), list);
  };

  choose(place);
  return {
    show, choose, weightsOf,
    index: () => state.index,
    resolver: () => state.place,
    step: () => state.step,
    spans: () => spans,
    go: (step) => {
      state.step = step;
      render();
    },
    weights: () => Object.fromEntries(data.resolvers.map(({ name }, other) => [name, weightsOf(other)]).filter((entry) => entry[1])),
    set: (given) => {
      data.resolvers.forEach(({ name, weights }, other) => panelOf(other).weights?.set(fitting(given[name], weights)));
      render();
    },
    declared: () => new Map(declared),
    declare: (other, mentions) => {
      declared.set(other, [...mentions]);
      render();
    },
  };
};

const fitting = (given, weights) =>
  Array.isArray(given) && given.length === weights.length && given.every(Number.isFinite) ? given : weights;
// Rows are made again; a button in them keeps the focus.
const keepingFocus = (element, act) => {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.mention : undefined;
  act();
  if (focused !== undefined) element.querySelector(`[data-mention="${focused}"]`)?.focus();
};
// Scrolls a tree that is wider than the screen to the node of this step.
const bringIntoSight = (trail) => {
  for (const box of trail.querySelectorAll(".scroll:has(> .phrases)")) {
    const node = box.querySelector(".now, .taken") ?? box.querySelector(".start");
    const [inner, outer] = [node, box].map((each) => each?.getBoundingClientRect());
    if (inner) box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }
};
const tieRule = ({ ties, indicators }) => {
  const votes = ties.map((k) => `higher weighted vote of ${plain(indicators[k])}`);
  return `Ties: ${[...votes, "most recent candidate"].join(", then ")}.`;
};

// Winner minus key, and the smallest sets of indicators that turn the answer.
const marginOf = ({ resolver, made, right }) => {
  if (!made.held || made.pool.length < 2 || made.row < 0) return [];
  const { rows, won, rival } = against(made, right);
  if (rival < 0) return [];
  const parts = contributions(made.held, made.row, rival).sort((one, other) => other.value - one.value);
  const label = !right ? "Winner minus second" : won ? "Winner minus best wrong candidate" : "Winner minus key";
  const sum = parts.map(({ indicator, value }) => `${plain(resolver.indicators[indicator])} ${signed(value)}`).join(" · ");
  const margin = number(parts.reduce((total, entry) => total + entry.value, 0));
  const line = [el("b", {}, `${label}: `), `${sum || "nothing"} = ${margin}.`];
  if (!right) return line;
  const { sets, complete } = flips(made.held, rows);
  const named = sets.slice(0, 6).map((set) => `{${set.map((k) => plain(resolver.indicators[k])).join(", ")}}`).join(" or ");
  const rest = sets.length > 6 ? ` or ${sets.length - 6} others` : "";
  const none = complete ? "no choice of indicators" : "not found among small choices of indicators";
  return [...line, " ", el("b", {}, "Flipped by switching off: "), `${named ? named + rest : none}.`];
};
