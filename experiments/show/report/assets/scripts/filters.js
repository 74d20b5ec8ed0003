"use strict";
// Which anaphors are shown, in which order, and the link that says so. Nothing here touches the page.
(() => {
  const NAMES = ["wrong", "right", "stage", "difficulty", "distance", "form", "document", "text", "is", "change"];
  const FAR = 3; // distances from here on are one choice

  const nothing = () => Object.fromEntries(NAMES.map((name) => [name, ""]));
  const isEmpty = (want) => NAMES.every((name) => want[name] === "");

  // A filter from a query such as "right=0&wrong=1"; "is" may come several times.
  const fromQuery = (query) => {
    const given = query instanceof URLSearchParams ? query : new URLSearchParams(query);
    const want = nothing();
    for (const name of NAMES) want[name] = given.getAll(name).filter(Boolean).join(",");
    return want;
  };

  // The state of the page: filter, order, anaphor, resolver whose candidates are shown, and changed weights as
  // {resolver: {indicator: weight}}. `index` is -1 where none is chosen.
  const fromHash = (hash) => {
    const place = decodeURIComponent(hash.replace(/^#/, "").match(/^a\d+$/)?.[0] ?? "");
    if (place) return { want: nothing(), sort: "", index: Number(place.slice(1)) - 1, why: "", weights: {}, focus: true };
    if (!hash.includes("=")) return null;
    const parts = new URLSearchParams(hash.replace(/^#/, ""));
    const number = Number.parseInt(parts.get("a") ?? "", 10);
    const weights = {};
    for (const entry of parts.getAll("w")) {
      const found = /^(.+):([^:]+):([^:]+)$/s.exec(entry);
      const value = found ? Number(found[3]) : NaN;
      if (Number.isFinite(value)) (weights[found[1]] ??= {})[found[2]] = value;
    }
    return {
      want: fromQuery(parts), sort: parts.get("sort") ?? "", index: number > 0 ? number - 1 : -1, why: parts.get("why") ?? "",
      weights, focus: false,
    };
  };
  const toHash = ({ want, sort, index, why, weights }) => {
    const parts = new URLSearchParams();
    if (index >= 0) parts.set("a", index + 1);
    for (const name of NAMES) {
      if (name === "is" || want[name] === "") continue;
      parts.set(name, want[name]);
    }
    for (const entry of want.is.split(",").filter(Boolean)) parts.append("is", entry);
    if (sort) parts.set("sort", sort);
    if (why && index >= 0) parts.set("why", why);
    for (const [name, values] of Object.entries(weights)) {
      for (const [indicator, value] of Object.entries(values)) parts.append("w", `${name}:${indicator}:${value}`);
    }
    const text = parts.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
    return text ? `#${text}` : "";
  };

  // Weights by indicator as the whole list of a resolver's weights, and back: only those that are not its own.
  const vectors = ({ resolvers }, named) => Object.fromEntries(
    resolvers.filter(({ name }) => named[name]).map(({ name, indicators, weights }) =>
      [name, indicators.map((indicator, k) => named[name][indicator] ?? weights[k])]));
  const named = ({ resolvers }, given) => Object.fromEntries(
    resolvers.filter(({ name }) => given[name]).map(({ name, indicators, weights }) => {
      const entries = indicators.map((indicator, k) => [indicator, given[name][k]]);
      return [name, Object.fromEntries(entries.filter((entry, k) => entry[1] !== weights[k]))];
    }));

  // One candidate before agreement, one after it, or several.
  const difficultyOf = (before, after) => {
    if (after > 1) return "critical";
    return before === 1 ? "trivial" : after === 1 ? "decided" : "";
  };

  // "3:wrong" is "not right by resolver 3"; beside right and wrong a stage may stand there.
  const holds = (stage, state) => (state === "wrong" ? stage !== "right" : stage === state);

  const changes = { fixed: ["wrong", "right"], broken: ["right", "wrong"] };

  // Whether anaphors pass a filter; `held` are the outcomes of outcomes.js.
  const tests = {
    wrong: (held, value) => byResolver(held, value, (stage) => stage !== "right"),
    right: (held, value) => byResolver(held, value, (stage) => stage === "right"),
    stage: (held, value, want) => {
      const numbers = want.wrong === "" || want.wrong === "*" ? [...held.data.resolvers.keys()] : [Number(want.wrong)];
      return (index) => numbers.some((number) => held.of(index, number)?.stage === value);
    },
    difficulty: (held, value) => (index) => held.known(index) && difficultyOf(held.before(index), held.after(index)) === value,
    distance: (held, value) => (index) => String(Math.min(FAR, Math.max(0, held.data.anaphors[index].distance))) === value,
    form: (held, value) => (index) => held.form(index) === value.toLowerCase(),
    document: (held, value) => (index) => String(held.data.anaphors[index].document) === value,
    text: (held, value) => {
      const wanted = value.toLowerCase();
      return (index) => held.searchable(index).includes(wanted);
    },
    is: (held, value) => {
      const parts = value.split(",").map((part) => part.split(":"));
      return (index) => parts.every(([number, state]) => held.data.resolvers[number] && holds(held.of(index, number).stage, state));
    },
    change: (held, value) => {
      const [kind, number] = value.split(":");
      const [from, to] = changes[kind] ?? [];
      return (index) => Boolean(from && held.data.resolvers[number])
        && holds(held.stored(index, number).stage, from) && holds(held.of(index, number).stage, to);
    },
  };
  const byResolver = (held, value, test) => {
    const numbers = value === "*" ? [...held.data.resolvers.keys()] : [Number(value)];
    return (index) => numbers.every((number) => held.data.resolvers[number] && test(held.of(index, number).stage));
  };
  const passing = (held, want) => {
    const asked = NAMES.filter((name) => want[name] !== "").map((name) => tests[name](held, want[name], want));
    return held.data.anaphors.map((_, index) => index).filter((index) => asked.every((test) => test(index)));
  };

  // Orders: "number", "form", "distance", "candidates", "verdict:2"; with a minus the other way round. Equal ones stay
  // in the order of the texts.
  const VERDICTS = ["wrong", "no answer", "right"];
  const keys = {
    number: (held) => (index) => index,
    form: (held) => held.form,
    distance: (held) => (index) => held.data.anaphors[index].distance,
    candidates: (held) => held.after,
    verdict: (held, number) => (index) => VERDICTS.indexOf(held.of(index, number).verdict),
  };
  const sorted = (held, indices, order) => {
    const [name, number] = order.replace(/^-/, "").split(":");
    if (!Object.hasOwn(keys, name) || (name === "verdict" && !held.data.resolvers[number])) return indices;
    const keyOf = keys[name](held, number);
    const values = new Map(indices.map((index) => [index, keyOf(index)]));
    const sign = order.startsWith("-") ? -1 : 1;
    const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
    return [...indices].sort((one, other) => sign * compare(values.get(one), values.get(other)) || one - other);
  };

  // Sets that are worth a button, each with `words`, `want` (its filter) and `size`; `best` are the resolvers of which
  // it is asked what they alone get right.
  const quickSets = (held, best) => {
    const all = [...held.data.resolvers.keys()];
    const only = (number) => all.map((other) => `${other}:${other === number ? "right" : "wrong"}`).join(",");
    const sets = [["right by all", { right: "*" }], ["wrong by all", { wrong: "*" }]];
    if (all.length > 1) for (const number of best) sets.push([`only ${held.data.resolvers[number].name} right`, { is: only(number) }]);
    sets.push(["tie", { stage: "tie_lost" }], ["critical", { difficulty: "critical" }], ["one candidate", { difficulty: "trivial" }]);
    return sized(held, sets).filter((set) => set.size);
  };
  const sized = (held, sets) =>
    sets
      .map(([words, part]) => ({ words, want: { ...nothing(), ...part } }))
      .map((set) => ({ ...set, size: passing(held, set.want).length }));

  // What the changed weights of a resolver did.
  const changeSets = (held, number) =>
    sized(held, Object.keys(changes).map((kind) => [kind, { change: `${kind}:${number}` }]));

  // What a filter that no control shows says in words.
  const inWords = (held, want) => {
    const name = (number) => held.data.resolvers[number]?.name ?? "?";
    const parts = want.is.split(",").filter(Boolean).map((part) => part.split(":"));
    const right = parts.filter((part) => part[1] === "right").map((part) => name(part[0]));
    const wrong = parts.filter((part) => part[1] === "wrong").map((part) => name(part[0]));
    const other = parts.filter((part) => !["right", "wrong"].includes(part[1])).map(([number, stage]) => `${name(number)}: ${stage.replaceAll("_", " ")}`);
    const [kind, number] = want.change.split(":");
    return [
      right.length ? `right by ${right.join(", ")}` : "",
      wrong.length ? `not right by ${wrong.join(", ")}` : "",
      ...other,
      kind ? `${kind} by the weights of ${name(number)}` : "",
    ].filter(Boolean).join("; ");
  };

  Object.assign(anaphora, {
    filters: { NAMES, nothing, isEmpty, fromQuery, fromHash, toHash, vectors, named, difficultyOf, passing, sorted, quickSets, changeSets, inWords },
  });
})();
