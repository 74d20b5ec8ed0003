"use strict";
// The page: asks the server, shows the answer, and keeps text, table, candidates and link in step.
(() => {
  const {
    answersOf, candidates, decide, download, drawer, el, fixture, fromHash, isAdditive, parallel, reading, throttled, toHash,
  } = anaphora;
  const at = (id) => document.getElementById(id);
  const boxes = () => [...document.querySelectorAll("#resolvers input")];
  let shown = null; // what is on the page: the answer and its views

  const say = (message, bad = false) => {
    at("message").textContent = message;
    at("message").classList.toggle("bad", bad);
  };
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

  const question = () => ({
    text: at("text").value,
    resolvers: boxes().filter((box) => box.checked).map((box) => box.value),
    window: Number(at("window").value),
    anaphors: at("anaphors").value,
    it_filter: at("it-filter").value,
  });

  const ask = async (asked) => {
    const response = await fetch("analyse", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const told = await response.json().catch(() => ({ error: `The server answered with ${response.status}.` }));
    if (!response.ok) throw new Error(told.error);
    return told;
  };

  // Ask and show; `state` says which pronoun, resolver and weights to begin with.
  const analyse = async (state = {}) => {
    const asked = question();
    if (at("analyse").disabled) return;
    const lacks = !asked.text.trim() ? "Paste a text first, or choose an example." : "Tick at least one resolver.";
    if (!asked.text.trim() || !asked.resolvers.length) {
      say(lacks, true);
      return;
    }
    at("analyse").disabled = true;
    say("Analysing …");
    try {
      show(await ask(asked), state);
    } catch (error) {
      say(error instanceof TypeError ? "The server does not answer. Is 'anaphora serve' still running?" : error.message, true);
    } finally {
      at("analyse").disabled = false;
    }
  };

  const show = (answer, state) => {
    const { data } = answer;
    const taken = answer.drawer.taken_out.length;
    at("result").hidden = false;
    const facts = [`${counted(data.anaphors.length, "pronoun")} found`, `${taken} filtered as not anaphoric`];
    at("summary").textContent = [...facts, counted(data.resolvers.length, "resolver")].join(" · ");
    at("analysis").textContent = answer.analysis;
    drawer(at("drawer"), answer);
    at("save").disabled = false;
    shown = { answer, index: 0, widget: null };
    shown.reading = reading(at("reading"), at("legend"), answer, { chosen });
    shown.parallel = parallel(at("pronouns"), answer, { chosen });
    say(data.anaphors.length ? `Done: ${counted(data.anaphors.length, "pronoun")}.` : "The text has no pronoun to resolve.");
    at("candidates").replaceChildren();
    at("legend").replaceChildren();
    for (const part of [at("why"), ...document.querySelectorAll(".of-pronouns")]) part.hidden = !data.anaphors.length;
    if (data.anaphors.length) begin(data, state);
    keepLink();
  };
  const begin = (data, state) => {
    const named = data.resolvers.findIndex((resolver) => resolver.name === state.resolver);
    const additive = data.resolvers.findIndex(isAdditive);
    const resolver = named >= 0 ? named : Math.max(0, additive);
    shown.index = Math.min(state.index ?? 0, data.anaphors.length - 1);
    shown.widget = candidates(at("candidates"), data, shown.index, { resolver, changed: refresh, went: chosen });
    if (state.weights) shown.widget.set(state.weights);
    refresh();
  };

  const picks = (index) => {
    const { answer: { data }, widget } = shown;
    return data.resolvers.map((_, place) => decide(data, index, place, widget.weightsOf(place)).pick);
  };

  // After a change of weights: all answers again, in the table and in the text.
  const refresh = () => {
    const { answer: { data }, index } = shown;
    data.anaphors.forEach((_, place) => shown.parallel.fill(place, picks(place)));
    focusOn(index);
  };
  const focusOn = (index) => {
    const { answer: { data } } = shown;
    shown.index = index;
    shown.reading.show(index, picks(index), data.resolvers.map((resolver) => resolver.name));
    shown.parallel.mark(index);
    at("why").textContent = `Why ${data.resolvers[shown.widget.resolver()].name} resolves pronoun ${index + 1} so`;
    keepLink();
  };
  const chosen = (index) => {
    if (shown.widget.index() !== index) shown.widget.show(index);
    focusOn(index);
  };

  const stateNow = () => {
    const { answer, index, widget } = shown;
    const resolver = widget ? answer.data.resolvers[widget.resolver()].name : "";
    return { question: answer.question, index, resolver, weights: widget?.weights() ?? {} };
  };
  const keepLink = throttled(() => history.replaceState(null, "", toHash(stateNow())));

  // From pronoun to pronoun in the text, and to the next on which the resolvers differ.
  const disagree = (index) => answersOf(shown.answer.data.documents[0], picks(index)).length > 1;
  const target = (key, index, count) => {
    const step = { n: 1, ArrowRight: 1, p: -1, ArrowLeft: -1 }[key];
    if (step) return (index + step + count) % count;
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    if (key !== "d") return -1;
    const order = Array.from({ length: count }, (_, offset) => (index + 1 + offset) % count);
    return order.find(disagree) ?? -1;
  };
  const onKey = (event) => {
    const place = event.target.closest("[data-pronoun]");
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.length === 1 && !at("keys").checked) return;
    const next = target(event.key, Number(place.dataset.pronoun), shown.reading.count);
    if (next < 0) return;
    event.preventDefault();
    chosen(next);
    shown.reading.focus(next);
  };

  const examples = async () => {
    const { examples: found } = await (await fetch("examples")).json();
    const select = at("example");
    found.forEach((one, place) => select.append(el("option", { value: place }, `${one.id} (${one.genre})`)));
    select.addEventListener("change", () => {
      if (select.value === "") return;
      at("text").value = found[Number(select.value)].text;
      count();
      analyse();
    });
  };
  const count = () => {
    const limit = at("text").maxLength;
    at("count").textContent = `${at("text").value.length.toLocaleString("en")} of ${limit.toLocaleString("en")} characters`;
  };

  // A link fills the form and asks; what it does not name stays as it is.
  const follow = () => {
    const state = fromHash(location.hash);
    if (!state) return;
    at("text").value = state.text;
    const known = boxes().filter((box) => state.resolvers.includes(box.value));
    if (known.length) for (const box of boxes()) box.checked = known.includes(box);
    for (const [id, value] of [["window", state.window], ["anaphors", state.anaphors], ["it-filter", state.it_filter]]) {
      const before = at(id).value;
      if (value !== null) at(id).value = value;
      if (!at(id).value) at(id).value = before; // the link asks for what there is not
    }
    count();
    analyse(state);
  };

  const share = async () => {
    history.replaceState(null, "", toHash(stateNow()));
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied. It encodes the text, the resolvers, the pronoun and the weights.");
    } catch {
      say("The link is in the address bar.");
    }
  };
  const save = () => {
    const { answer, widget } = shown;
    const declared = widget?.declared() ?? new Map();
    download("fixture.json", fixture(answer, declared, widget?.weights() ?? {}));
    const advice = declared.size ? "" : " Call a candidate right to have more than today's answers in it.";
    say(`Saved with ${counted(declared.size, "declared antecedent")}.${advice}`);
  };

  at("question").addEventListener("submit", (event) => {
    event.preventDefault();
    analyse();
  });
  at("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) analyse();
  });
  at("text").addEventListener("input", () => {
    at("example").value = "";
    count();
  });
  at("all").addEventListener("click", () => boxes().forEach((box) => { box.checked = true; }));
  at("none").addEventListener("click", () => boxes().forEach((box) => { box.checked = false; }));
  at("reading").addEventListener("keydown", onKey);
  at("share").addEventListener("click", share);
  at("save").addEventListener("click", save);
  at("why").addEventListener("click", () => {
    at("candidates").scrollIntoView({ block: "start" });
    at("candidates").querySelector("select").focus({ preventScroll: true });
  });
  at("print").addEventListener("click", () => print());
  addEventListener("hashchange", follow);
  count();
  examples().catch(() => say("The examples could not be read; paste a text."));
  follow();
})();
