// Which anaphors are shown, in which order, the link that says so, and the bar of filters above their table.
const FILTERS = ["wrong", "right", "stage", "difficulty", "distance", "form", "document", "text", "is"];
const FAR = 3; // distances from here on are one choice
const noFilter = () => Object.fromEntries(FILTERS.map((name) => [name, ""]));

// A filter from a query such as "right=0&wrong=1"; "is" may come several times.
const filterFromQuery = (query) => {
  const parts = new URLSearchParams(query);
  return Object.fromEntries(FILTERS.map((name) => [name, parts.getAll(name).filter(Boolean).join(",")]));
};

// The state of the page: filter, order, anaphor (-1: none is chosen), and the resolver whose candidates are shown.
const stateFromHash = (hash) => {
  const alone = /^#a(\d+)$/.exec(hash);
  if (alone) return { want: noFilter(), sort: "", index: Number(alone[1]) - 1, why: "", focus: true };
  if (!hash.includes("=")) return null;
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const place = Number.parseInt(parts.get("a") ?? "", 10);
  const [sort, why] = [parts.get("sort") ?? "", parts.get("why") ?? ""];
  return { want: filterFromQuery(parts), sort, index: place > 0 ? place - 1 : -1, why, focus: false };
};
const stateToHash = ({ want, sort, index, why }) => {
  const parts = new URLSearchParams();
  if (index >= 0) parts.set("a", index + 1);
  for (const name of FILTERS) if (name !== "is" && want[name] !== "") parts.set(name, want[name]);
  for (const entry of want.is.split(",").filter(Boolean)) parts.append("is", entry);
  if (sort) parts.set("sort", sort);
  if (why && index >= 0) parts.set("why", why);
  const text = parts.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return text ? `#${text}` : "";
};

// One candidate before agreement, one after it, or several.
const difficultyOf = (before, after) => {
  if (after > 1) return "critical";
  return before === 1 ? "trivial" : after === 1 ? "decided" : "";
};
// "3:wrong" is "not right by resolver 3"; beside right and wrong a stage may stand there.
const holds = (stage, state) => (state === "wrong" ? stage !== "right" : stage === state);

// Whether anaphors pass a filter; `held` are the outcomes of outcomes.js.
const FILTER_TESTS = {
  wrong: (held, value) => byResolvers(held, value, "wrong"),
  right: (held, value) => byResolvers(held, value, "right"),
  stage: (held, value, want) => {
    const places = want.wrong === "" || want.wrong === "*" ? [...held.data.resolvers.keys()] : [Number(want.wrong)];
    return (index) => places.some((place) => held.answer(index, place)?.stage === value);
  },
  difficulty: (held, value) => (index) => held.isDetected(index) && difficultyOf(held.before(index), held.after(index)) === value,
  distance: (held, value) => (index) => String(Math.min(FAR, Math.max(0, held.data.anaphors[index].distance))) === value,
  form: (held, value) => (index) => held.form(index) === value.toLowerCase(),
  document: (held, value) => (index) => String(held.data.anaphors[index].document) === value,
  text: (held, value) => (index) => held.searchable(index).includes(value.toLowerCase()),
  is: (held, value) => {
    const parts = value.split(",").map((part) => part.split(":"));
    return (index) => parts.every(([place, state]) => held.data.resolvers[place] && holds(held.answer(index, place).stage, state));
  },
};
const byResolvers = (held, value, state) => {
  const places = value === "*" ? [...held.data.resolvers.keys()] : [Number(value)];
  return (index) => places.every((place) => held.data.resolvers[place] && holds(held.answer(index, place).stage, state));
};
const passing = (held, want) => {
  const asked = FILTERS.filter((name) => want[name] !== "").map((name) => FILTER_TESTS[name](held, want[name], want));
  return [...held.data.anaphors.keys()].filter((index) => asked.every((test) => test(index)));
};

// Orders: "number", "form", "distance", "candidates", "verdict:2"; with a minus the other way round. Equal ones stay in
// the order of the texts.
const VERDICTS = ["wrong", "no answer", "right"];
const ORDERS = {
  number: () => (index) => index,
  form: (held) => held.form,
  distance: (held) => (index) => held.data.anaphors[index].distance,
  candidates: (held) => held.after,
  verdict: (held, place) => (index) => VERDICTS.indexOf(held.answer(index, place).verdict),
};
const inOrder = (held, indices, order) => {
  const [name, place] = order.replace(/^-/, "").split(":");
  if (!Object.hasOwn(ORDERS, name) || (name === "verdict" && !held.data.resolvers[place])) return indices;
  const values = new Map(indices.map((index) => [index, ORDERS[name](held, place)(index)]));
  const sign = order.startsWith("-") ? -1 : 1;
  const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
  return [...indices].sort((one, other) => sign * compare(values.get(one), values.get(other)) || one - other);
};

// Sets that are worth a button, each with `words`, `want` (its filter) and `size`; `best` are the resolvers of which it
// is asked what they alone get right.
const quickSets = (held, best) => {
  const all = [...held.data.resolvers.keys()];
  const only = (place) => all.map((other) => `${other}:${other === place ? "right" : "wrong"}`).join(",");
  const sets = [["right by all", { right: "*" }], ["wrong by all", { wrong: "*" }]];
  if (all.length > 1) for (const place of best) sets.push([`only ${held.data.resolvers[place].name} right`, { is: only(place) }]);
  sets.push(["tie", { stage: "tie_lost" }], ["critical", { difficulty: "critical" }], ["one candidate", { difficulty: "trivial" }]);
  return sets.map(([words, part]) => ({ words, want: { ...noFilter(), ...part } }))
    .map((set) => ({ ...set, size: passing(held, set.want).length }))
    .filter((set) => set.size);
};

// What a filter that no control shows says in words.
const filterInWords = (held, want) => {
  const parts = want.is.split(",").filter(Boolean).map((part) => part.split(":"));
  const name = (place) => held.data.resolvers[place]?.name ?? "?";
  const named = (state) => parts.filter((part) => part[1] === state).map((part) => name(part[0])).join(", ");
  const others = parts.filter((part) => !["right", "wrong"].includes(part[1]));
  return [
    named("right") && `right by ${named("right")}`,
    named("wrong") && `not right by ${named("wrong")}`,
    ...others.map(([place, stage]) => `${name(place)}: ${plain(stage)}`),
  ].filter(Boolean).join("; ");
};

// `parts`: the form, the line that says what passes, and the place for the buttons of sets; `best` as in `quickSets`;
// `asked(want, kind)` is called when the reader wants another filter.
const filterBar = (parts, held, best, asked) => {
  const form = filterForm(parts.form, FILTERS, asked);
  let shown = noFilter();
  const isShown = (want) => FILTERS.every((name) => want[name] === shown[name]);
  const sets = quickSets(held, best).map(({ words, want, size }) =>
    [button(`${words} (${size})`, () => asked(isShown(want) ? noFilter() : want)), want]);
  parts.sets.replaceChildren(...sets.map(([made]) => made));
  return {
    // Shows a filter; what comes back is the part of it that the page has a choice for.
    show: (want) => {
      shown = form.show(want);
      for (const [made, set] of sets) made.setAttribute("aria-pressed", String(isShown(set)));
      return shown;
    },
    say: (count) => {
      const words = filterInWords(held, shown);
      parts.line.textContent = `${count} of ${held.data.anaphors.length} anaphors shown${words ? `: ${words}` : ""}`;
    },
  };
};
