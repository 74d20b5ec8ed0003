"use strict";
// The quiz: answers are hidden until the reader has given one of their own.
(() => {
  const { button, el, keyOf, mentionOf, named, numberOf, verdict, wordsOf } = anaphora;

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
      const number = numberOf(data, 0, mention);
      const made = button(mentionOf(text, mention), () => answer(index, mention));
      if (number) made.append(el("sub", {}, String(number)));
      return made;
    };
    const word = el("b", {}, wordsOf(text, ...anaphor.span), el("sub", {}, String(index + 1)));
    return el("div", { role: "group", "aria-label": `question ${index + 1}` }, el("p", {}, "What does ", word, " refer to?"),
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

  Object.assign(anaphora, { choicesOf, quiz });
})();
