"use strict";
// What is shared: the state of the page as a link, the whole as a page.
(() => {
  // The state in the hash: the text, what was asked with which options (`names`), the chosen pronoun, resolver and step,
  // whose arrows are drawn, whether the answers are hidden, and changed weights.
  const toHash = ({ question, names, index, resolver, weights, step, arrows, quiz }) => {
    const parts = new URLSearchParams({ text: question.text });
    for (const name of question.resolvers) parts.append("resolver", name);
    for (const name of names) parts.set(name, question[name]);
    parts.set("pronoun", index + 1);
    parts.set("why", resolver);
    if (step !== null) parts.set("step", step + 1);
    if (arrows) parts.set("arrows", arrows);
    if (quiz.on) parts.set("quiz", "on");
    for (const [name, values] of Object.entries(weights)) parts.append("weights", `${name}:${values.join(",")}`);
    return `#${parts}`;
  };
  const fromHash = (hash) => {
    const parts = new URLSearchParams(hash.slice(1));
    if (!parts.get("text")) return null;
    const weights = parts.getAll("weights").map((entry) => {
      const colon = entry.lastIndexOf(":");
      return [entry.slice(0, colon), entry.slice(colon + 1).split(",").map(Number)];
    });
    return {
      text: parts.get("text"),
      resolvers: parts.getAll("resolver"),
      option: (name) => parts.get(name),
      index: Math.max(1, Number.parseInt(parts.get("pronoun"), 10) || 1) - 1,
      resolver: parts.get("why"),
      step: parts.get("step") ? Math.max(1, Number.parseInt(parts.get("step"), 10) || 1) - 1 : null,
      arrows: parts.get("arrows") ?? "",
      quiz: { on: parts.get("quiz") === "on", given: [] },
      weights: Object.fromEntries(weights),
    };
  };

  // The page that the server has for answers without it, with this one in its element "saved".
  const saved = (shell, now) => {
    const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const json = JSON.stringify(now).replace(/[<>&\u2028\u2029]/g, escaped); // nothing in it can end the element
    return shell.replace(/(<script[^>]* id="saved">)null/, (_, start) => start + json);
  };

  Object.assign(anaphora, { toHash, fromHash, saved });
})();
