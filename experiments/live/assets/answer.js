// An answer on the page: keeps the text, the table and the candidates in step. The live page and a saved one share it.
const BY_KEY = "By the key, which says which phrases are one entity.";
const BY_CHAIN =
  "Without a key, one name is one entity, and a pronoun stands for what the same resolver answers to that pronoun.";
let shown = null; // the answer and its views

// Show an answer; `state` says which pronoun, resolver, weights, step, arrows, declared antecedents and quiz to begin
// with, `went` is called after every change.
const showAnswer = (answer, state = {}, went = () => {}) => {
  const { data, example } = answer;
  const taken = answer.drawer.taken_out.length;
  $("result").hidden = false;
  $("about").hidden = !example?.point;
  $("about").replaceChildren(...(example?.point ? aboutOf(example) : []));
  $("summary").textContent = [
    `${counted(data.anaphors.length, "pronoun")} found`, `${taken} filtered as not anaphoric`, counted(data.resolvers.length, "resolver"),
    example ? "the key is known" : "no key",
  ].join(" · ");
  $("same").textContent = example ? BY_KEY : BY_CHAIN;
  $("analysis").textContent = answer.analysis;
  drawer($("drawer"), answer);
  shown = { answer, index: 0, widget: null, letters: new Map(), firstOf: firstNames(answer), went };
  shown.reading = reading($("reading"), answer, { chosen });
  shown.parallel = parallel($("pronouns"), answer, { chosen });
  shown.quiz = quiz($("quiz"), $("ask"), data, state.quiz, { changed: refresh, chosen });
  const names = data.resolvers.map(({ name }, place) => el("option", { value: place }, `all pronouns, ${name}`));
  $("arrows-of").replaceChildren(
    el("option", { value: "" }, "this pronoun"), el("option", { value: "all" }, "all pronouns, all resolvers"), ...names);
  $("arrows-of").value = state.arrows ?? "";
  $("candidates").replaceChildren();
  $("legend").replaceChildren();
  for (const part of document.querySelectorAll(".of-pronouns")) part.hidden = !data.anaphors.length;
  if (data.anaphors.length) begin(data, state);
  went();
};
// The first mention of the same name; of other phrases themselves.
const firstNames = ({ data: { documents: [text] }, drawer: { mentions } }) => {
  const firsts = new Map();
  mentions.forEach(({ kind }, mention) => {
    if (kind === "name" && !firsts.has(mentionOf(text, mention))) firsts.set(mentionOf(text, mention), mention);
  });
  return (mention) => (mentions[mention].kind === "name" ? firsts.get(mentionOf(text, mention)) : mention);
};
const aboutOf = ({ title, phenomenon, source, point }) =>
  [el("b", {}, `${title}: ${phenomenon}. `), point, el("small", {}, ` ${source}`)];

const begin = (data, state) => {
  const named = data.resolvers.findIndex((resolver) => resolver.name === state.resolver);
  const additive = data.resolvers.findIndex(isAdditive);
  const resolver = named >= 0 ? named : Math.max(0, additive);
  shown.index = Math.min(state.index ?? 0, data.anaphors.length - 1);
  const acts = { changed: refresh, went: chosen, stepped: () => focusOn(shown.index) };
  shown.widget = candidates($("candidates"), data, shown.index, resolver, acts);
  if (state.weights) shown.widget.set(state.weights);
  for (const [index, mentions] of state.declared ?? []) shown.widget.declare(index, mentions);
  shown.widget.go(state.step ?? Infinity);
  refresh();
};

// After a change of weights or of what is right or hidden: all answers again, in the table and in the text.
const refresh = () => {
  const { answer: { data }, letters, widget } = shown;
  if (!widget) return;
  shown.picks = data.anaphors.map((_, index) =>
    data.resolvers.map((_, place) => decide(data, index, place, widget.weightsOf(place)).pick));
  shown.answers = numbered(data, shown.picks, letters, shown.firstOf);
  shown.isStale = true;
  focusOn(shown.index);
};
const rightOf = (index) => shown.answer.data.anaphors[index].right ?? shown.widget.declared().get(index);

// The answers to a pronoun are hidden until it was answered in the quiz, and while they are told step by step.
const isHidden = (index) => shown.quiz.hides(index) || (index === shown.widget.index() && shown.widget.spans() !== null);
const focusOn = (index) => {
  const { answer: { data }, answers, picks, widget } = shown;
  shown.index = index;
  const [asks, steps] = [shown.quiz.hides(index), widget.spans()];
  $("why").hidden = asks;
  shown.reading.show(index, steps && !asks ? steps.map((span) => ({ span, number: null, from: index })) : marksOf(data, index));
  $("legend").replaceChildren(...(isHidden(index) ? [] : legendOf(data, index, answers[index], picks[index], rightOf(index))));
  if (shown.isStale || steps) shown.parallel.fill(picks, answers, rightOf, isHidden);
  shown.isStale = steps !== null; // then the next pronoun, or the last step, shows what is hidden now
  shown.parallel.mark(index);
  shown.quiz.show(index, rightOf(index), picks);
  shown.went();
};
// What is marked in the text: the answers to the chosen pronoun, or to all pronouns, of one resolver or of all.
const marksOf = (data, index) => {
  const of = $("arrows-of").value;
  return [...data.anaphors.keys()].filter((from) => (of || from === index) && !isHidden(from)).flatMap((from) =>
    shown.answers[from].flatMap(({ mentions, by, number }) => mentions
      .filter((mention) => of === "" || of === "all" || (by.includes(Number(of)) && shown.picks[from][of] === mention))
      .map((mention) => ({ span: spanOf(data.documents[0], mention), number, from }))));
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
  const state = {
    index, resolver, weights: widget?.weights() ?? {}, declared: [...(widget?.declared() ?? [])],
    step: Number.isFinite(widget?.step()) ? widget.step() : null, arrows: $("arrows-of").value, quiz: shown.quiz.state(),
  };
  return { answer, state };
};

// From pronoun to pronoun in the text, and to the next on which the resolvers differ.
const disagree = (index) => !isHidden(index) && shown.answers[index].length > 1;
const target = (key, index, count) => {
  const step = { n: 1, ArrowRight: 1, p: -1, ArrowLeft: -1 }[key];
  if (step) return (index + step + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key !== "d") return -1;
  const order = Array.from({ length: count }, (_, offset) => (index + 1 + offset) % count);
  return order.find(disagree) ?? -1;
};
$("reading").addEventListener("keydown", (event) => {
  const place = event.target.closest("[data-pronoun]");
  if (!place || hasModifier(event)) return;
  if (event.key.length === 1 && !$("keys").checked) return;
  const next = target(event.key, Number(place.dataset.pronoun), shown.reading.count);
  if (next < 0) return;
  event.preventDefault();
  chosen(next);
  shown.reading.focus(next);
});
$("arrows-of").addEventListener("change", refresh);
$("print").addEventListener("click", () => print());
$("worksheet").addEventListener("click", () => worksheet($("sheet"), shown.answer, shown.picks, rightOf));

// A saved page shows what it holds.
const held = JSON.parse($("saved")?.textContent ?? "null");
if (held?.answer) showAnswer(held.answer, held.state);
