// For a class: a quiz, in which answers are hidden until the reader has given one of their own, and a worksheet to print.
// The quiz is asked in `element` while `box` is ticked; `begun` has its state, as `state()` gave it. `hides(index)`
// says whether a pronoun waits for its answer, `show(index, right, picks)` asks for it, or says how it was.
const quiz = (element, box, data, begun, { changed, chosen }) => {
  const given = new Map(begun?.given ?? []); // by pronoun the mention that the reader chose, null for none of them
  box.checked = begun?.on ?? false;
  const hides = (index) => box.checked && !given.has(index);
  const answer = (index, mention) => {
    given.set(index, mention);
    changed();
    element.querySelector("button")?.focus();
  };
  const show = (index, right, picks) => {
    element.hidden = !box.checked;
    if (!box.checked) return;
    const asked = given.has(index) ? answered(data, index, given.get(index), right) : [questionOf(data, index, answer)];
    const open = [...data.anaphors.keys()].filter((place) => !given.has(place));
    const next = open.find((place) => place > index) ?? open[0];
    const go = given.has(index) && next !== undefined ? button("Next question", () => chosen(next), { class: "primary" }) : "";
    element.replaceChildren(...asked, el("p", { class: "tally" }, go, " ", tallyOf(data, given, picks)));
  };
  box.onchange = () => {
    if (!box.checked) given.clear();
    changed();
  };
  return { hides, show, state: () => ({ on: box.checked, given: [...given] }) };
};

// The phrases before the pronoun, agreeing or not, in the order of the text.
const choicesOf = ({ candidates, removed }) =>
  [...candidates, ...removed.map(([mention]) => mention)].sort((one, other) => one - other);

const questionOf = (data, index, answer) => {
  const [text] = data.documents;
  const anaphor = data.anaphors[index];
  const choice = (mention) => {
    const place = numberOf(data, 0, mention);
    return button([mentionOf(text, mention), place ? el("sub", {}, String(place)) : ""], () => answer(index, mention));
  };
  const question = el("p", {}, "What does ", pronounOf(text, anaphor, index), " refer to?");
  return el("div", { role: "group", "aria-label": `question ${index + 1}` }, question,
    el("p", { class: "choices" }, choicesOf(anaphor).map(choice), button("none of these", () => answer(index, null))));
};

// Right is a right answer, and whatever else is in its chain.
const isRight = ({ documents: [{ chains }] }, mention, right) =>
  right.includes(mention) || (mention !== null && (chains?.[mention] ?? -1) >= 0 && chains[mention] === chains[right[0]]);

const answered = (data, index, mention, right) => {
  const said = mention === null ? ["none of these"] : named(data, mention);
  const judged = right ? verdict(isRight(data, mention, right) ? right[0] : mention, right) : "";
  return [el("p", { role: "status" }, "Your answer: ", el("b", {}, ...said), " ", judged, " ", el("small", {}, keyOf(data.anaphors[index])))];
};

// How many are right, the reader's and each resolver's, of the pronouns that were answered and that the key judges.
const tallyOf = (data, given, picks) => {
  const judged = [...given].filter(([index]) => data.anaphors[index].right);
  const done = `${given.size} of ${data.anaphors.length} answered`;
  if (!judged.length) return `${done}.`;
  const own = judged.filter(([index, mention]) => isRight(data, mention, data.anaphors[index].right)).length;
  const others = data.resolvers.map(({ name }, place) =>
    `${name} ${judged.filter(([index]) => data.anaphors[index].right.includes(picks[index][place])).length}`);
  return `${done}; right: you ${own} of ${judged.length}, ${others.join(", ")}.`;
};

// A worksheet to print: the text with its pronouns numbered, a question on each, and the key on a page of its own: that
// of the corpus, or what the teacher has called right in the table of candidates.
const worksheet = (element, answer, picks, rightOf) => {
  const { data, example } = answer;
  const [text] = data.documents;
  const title = example?.title ?? "What do the pronouns refer to?";
  const withNumber = (mention) => {
    const place = numberOf(data, 0, mention);
    return [mentionOf(text, mention), place ? el("sub", {}, String(place)) : ""];
  };
  const declared = (index) => (rightOf(index) ?? []).flatMap((mention, place) => [place ? " or " : "", ...withNumber(mention)]);
  const keyAt = (anaphor, index) => {
    const key = keyOf(anaphor).replace(/^key: /, "");
    return key ? [key] : declared(index).length ? declared(index) : ["no key: say which is right in the table of candidates"];
  };
  const questions = data.anaphors.map((anaphor, index) => el("li", {},
    "To what does ", pronounOf(text, anaphor, index), " refer? ", el("span", { class: "blank" }),
    el("p", {}, "Which of these can it not be, and why? ", choicesOf(anaphor).flatMap((mention, place) => [place ? " · " : "", ...withNumber(mention)]), el("span", { class: "blank" }))));
  const keys = data.anaphors.map((anaphor, index) => el("li", {}, pronounOf(text, anaphor, index), ": ", ...keyAt(anaphor, index), ". ",
    el("small", {}, data.resolvers.flatMap(({ name }, place) => [place ? " · " : "", `${name}: `, ...saidBy(data, picks[index][place]), " ", verdict(picks[index][place], rightOf(index))]))));
  element.replaceChildren(
    el("section", {}, el("h2", {}, title), el("p", {}, "Name: ", el("span", { class: "blank" })), el("p", { class: "reading" }, numberedText(text, data.anaphors)), el("ol", {}, questions)),
    el("section", { class: "key-page" }, el("h2", {}, `${title}: key`), el("ol", {}, keys), example?.source ? el("p", { class: "note" }, example.source) : null));
  document.body.classList.add("worksheet");
  addEventListener("afterprint", () => document.body.classList.remove("worksheet"), { once: true });
  print();
};
const pronounOf = (text, { span }, index) => el("b", {}, wordsOf(text, ...span), el("sub", {}, String(index + 1)));
const saidBy = (data, pick) => (pick === null ? ["no answer"] : named(data, pick));

// The text, each pronoun with its number behind it.
const numberedText = (text, anaphors) => {
  const pieces = [];
  let last = 0;
  anaphors.forEach(({ span: [start, end] }, index) => {
    if (start < last) return; // within a phrase that has its number
    const words = text.tokens.slice(start, end).join("");
    pieces.push(text.tokens.slice(last, start).join(""), el("b", {}, words.trimEnd(), el("sub", {}, String(index + 1))), words.slice(words.trimEnd().length));
    last = end;
  });
  return [...pieces, text.tokens.slice(last).join("")];
};
