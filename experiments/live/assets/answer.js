"use strict";
// An answer on the page: keeps the text, the table and the candidates in step. The live page and a saved one share it.
(() => {
  const { answersOf, candidates, decide, drawer, el, isAdditive, parallel, reading, trailOf } = anaphora;
  const at = (id) => document.getElementById(id);
  const BY_KEY = "By the key, which says which phrases are one entity.";
  const BY_CHAIN =
    "Without a key, an answer that is itself a pronoun stands for what the same resolver answers to that pronoun.";
  let shown = null; // the answer and its views

  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

  // Show an answer; `state` says which pronoun, resolver, weights and declared antecedents to begin with, `went` is
  // called after every change.
  const showAnswer = (answer, state = {}, went = () => {}) => {
    const { data, example } = answer;
    const taken = answer.drawer.taken_out.length;
    at("result").hidden = false;
    at("about").hidden = !example?.source;
    at("about").replaceChildren(...(example?.source ? aboutOf(example) : []));
    const facts = [`${counted(data.anaphors.length, "pronoun")} found`, `${taken} filtered as not anaphoric`];
    const key = example ? "the key is known" : "no key";
    at("summary").textContent = [...facts, counted(data.resolvers.length, "resolver"), key].join(" · ");
    at("same").textContent = example ? BY_KEY : BY_CHAIN;
    at("analysis").textContent = answer.analysis;
    drawer(at("drawer"), answer);
    shown = { answer, index: 0, widget: null, went };
    shown.reading = reading(at("reading"), at("legend"), answer, { chosen });
    shown.parallel = parallel(at("pronouns"), answer, { chosen });
    at("candidates").replaceChildren();
    at("legend").replaceChildren();
    for (const part of [at("why"), ...document.querySelectorAll(".of-pronouns")]) part.hidden = !data.anaphors.length;
    if (data.anaphors.length) begin(data, state);
    went();
  };
  const aboutOf = ({ title, phenomenon, source, point }) =>
    [el("b", {}, `${title}: ${phenomenon}. `), point, el("small", {}, ` ${source}`)];

  const begin = (data, state) => {
    const named = data.resolvers.findIndex((resolver) => resolver.name === state.resolver);
    const additive = data.resolvers.findIndex(isAdditive);
    const resolver = named >= 0 ? named : Math.max(0, additive);
    shown.index = Math.min(state.index ?? 0, data.anaphors.length - 1);
    shown.widget = candidates(at("candidates"), data, shown.index, { resolver, changed: refresh, went: chosen, trail: trailOf });
    if (state.weights) shown.widget.set(state.weights);
    for (const [index, mentions] of state.declared ?? []) shown.widget.declare(index, mentions);
    refresh();
  };

  // After a change of weights or of what is right: all answers again, in the table and in the text.
  const refresh = () => {
    const { answer: { data }, widget } = shown;
    shown.picks = data.anaphors.map((_, index) =>
      data.resolvers.map((_, place) => decide(data, index, place, widget.weightsOf(place)).pick));
    shown.parallel.fill(shown.picks, rightOf);
    focusOn(shown.index);
  };
  const rightOf = (index) => shown.answer.data.anaphors[index].right ?? shown.widget.declared().get(index);
  const focusOn = (index) => {
    const { answer: { data }, widget } = shown;
    shown.index = index;
    shown.reading.show(index, shown.picks, rightOf(index));
    shown.parallel.mark(index);
    at("why").textContent = `How ${data.resolvers[widget.resolver()].name} resolves pronoun ${index + 1}`;
    shown.went();
  };
  const chosen = (index) => {
    if (shown.widget.index() !== index) shown.widget.show(index);
    focusOn(index);
  };

  // What is shown: the answer, and the state to begin with when it is shown again.
  const shownNow = () => {
    if (!shown) return null;
    const { answer, index, widget } = shown;
    const resolver = widget ? answer.data.resolvers[widget.resolver()].name : "";
    return { answer, state: { index, resolver, weights: widget?.weights() ?? {}, declared: [...(widget?.declared() ?? [])] } };
  };

  // From pronoun to pronoun in the text, and to the next on which the resolvers differ.
  const disagree = (index) => answersOf(shown.answer.data, index, shown.picks).length > 1;
  const target = (key, index, count) => {
    const step = { n: 1, ArrowRight: 1, p: -1, ArrowLeft: -1 }[key];
    if (step) return (index + step + count) % count;
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    if (key !== "d") return -1;
    const order = Array.from({ length: count }, (_, offset) => (index + 1 + offset) % count);
    return order.find(disagree) ?? -1;
  };
  at("reading").addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-pronoun]");
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.length === 1 && !at("keys").checked) return;
    const next = target(event.key, Number(place.dataset.pronoun), shown.reading.count);
    if (next < 0) return;
    event.preventDefault();
    chosen(next);
    shown.reading.focus(next);
  });
  at("why").addEventListener("click", () => {
    at("candidates").scrollIntoView({ block: "start" });
    at("candidates").querySelector("select").focus({ preventScroll: true });
  });
  at("print").addEventListener("click", () => print());

  Object.assign(anaphora, { counted, showAnswer, shownNow });
})();
