"use strict";
// A worksheet to print: the text with its pronouns numbered, a question on each, and the key on a page of its own.
(() => {
  const { choicesOf, el, keyOf, mentionOf, named, verdict, wordsOf } = anaphora;

  const worksheet = (element, answer, picks, rightOf) => {
    const { data, example } = answer;
    const [text] = data.documents;
    const title = example?.title ?? "What do the pronouns refer to?";
    const questions = data.anaphors.map((anaphor, index) => el("li", {},
      "To what does ", pronounOf(text, anaphor, index), " refer? ", el("span", { class: "blank" }),
      el("p", {}, "Which of these can it not be, and why? ", choicesOf(anaphor).map((mention) => mentionOf(text, mention)).join(" · "), el("span", { class: "blank" }))));
    const keys = data.anaphors.map((anaphor, index) => el("li", {}, pronounOf(text, anaphor, index), `: ${keyOf(anaphor).replace(/^key: /, "") || "no key; see the resolvers"}. `,
      el("small", {}, data.resolvers.flatMap(({ name }, place) => [place ? " · " : "", `${name}: `, ...saidBy(data, picks[index][place]), " ", verdict(picks[index][place], rightOf(index))]))));
    element.replaceChildren(
      el("section", {}, el("h2", {}, title), el("p", { class: "reading" }, numbered(text, data.anaphors)), el("ol", {}, questions)),
      el("section", { class: "key-page" }, el("h2", {}, `${title}: key`), el("ol", {}, keys), example?.source ? el("p", { class: "note" }, example.source) : null));
    document.body.classList.add("worksheet");
    addEventListener("afterprint", () => document.body.classList.remove("worksheet"), { once: true });
    print();
  };
  const pronounOf = (text, { span }, index) => el("b", {}, wordsOf(text, ...span), el("sub", {}, String(index + 1)));
  const saidBy = (data, pick) => (pick === null ? ["no answer"] : named(data, pick));

  // The text, each pronoun with its number behind it.
  const numbered = (text, anaphors) => {
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

  Object.assign(anaphora, { worksheet });
})();
