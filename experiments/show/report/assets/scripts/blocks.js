"use strict";
// Chain mode: a block for each chain that a resolver's answers make, its mentions coloured by chains of the key.
(() => {
  const { badge, button, chains: { responseChains }, el, wordsOf } = anaphora;

  const LETTERS = "A mention has the letter and colour of its key chain; only pronouns can be missing, because only they are resolved.";

  // `context`: `data`, `document` (its number), `key` (chains of the key), `hues` (by chain), `pickOf(index)`, `name` of
  // the resolver, `chosen(index)` and `index`, the anaphor that is looked at.
  const chainBlocks = (context) => {
    const { data, document: number, key, name, pickOf } = context;
    const blocks = responseChains(data, number, pickOf, key);
    const places = new Map([...data.anaphors.keys()].filter((index) => data.anaphors[index].document === number)
      .map((index) => [data.anaphors[index].span.join(), index]));
    const whole = blocks.filter((block) => !block.extra.length && !block.missing.length).length;
    const withKey = Boolean(data.documents[number].chains);
    const tally = withKey ? `: ${whole} correct, ${blocks.length - whole} with extra or missing mentions` : "";
    return el(
      "div",
      { class: "blocks" },
      el("p", { class: "note" }, `${name} makes ${blocks.length} ${blocks.length === 1 ? "chain" : "chains"} of this text${tally}. ${withKey ? LETTERS : ""}`),
      blocks.map((block, place) => blockOf({ ...context, places }, block, place)),
    );
  };

  const howFar = ({ extra, missing }) => (extra.length ? "mostly " : missing.length ? "part of " : "is ");

  const blockOf = (context, block, place) => {
    const extra = new Set(block.extra.map(String));
    const chain = context.key.chains[block.chain];
    const title = chain ? [howFar(block), badge(chain.letter, context.hues[block.chain])] : [context.data.documents[context.document].chains ? "of no key chain" : ""];
    const lines = [
      line("Extra", block.extra.map((span) => chip(context, span, true))),
      line("Missing", block.missing.map(({ span, block: other }) =>
        [chip(context, span, false), el("small", {}, other < 0 ? " no answer " : ` in chain ${other + 1} `)])),
    ];
    return el(
      "section",
      { class: "block", "aria-label": `chain ${place + 1}` },
      el("h4", {}, `Chain ${place + 1} `, ...title),
      el("p", {}, block.spans.flatMap((span) => [chip(context, span, extra.has(span.join())), " "])),
      lines,
    );
  };
  const line = (label, items) =>
    items.length ? el("p", { class: "fault" }, el("b", {}, `${label}: `), items.flatMap((item) => [item, " "].flat())) : null;

  // A mention; one that is an anaphor can be chosen.
  const chip = ({ data, document: number, key, hues, places, chosen, index: focused }, span, extra) => {
    const words = wordsOf(data.documents[number], ...span);
    const chain = key.of.get(span.join()) ?? -1;
    const mark = chain < 0 ? null : badge(key.chains[chain].letter, hues[chain]);
    const look = `chip${extra ? " extra" : ""}${hues[chain] ? ` hue-${hues[chain]}` : ""}`;
    const index = places.get(span.join());
    if (index === undefined) return el("span", { class: look }, el("bdi", {}, words), mark);
    const made = button(words, () => chosen(index), { class: look, "aria-pressed": String(index === focused) });
    made.append(` ${index + 1}`, mark ?? "");
    return made;
  };

  Object.assign(anaphora, { chainBlocks });
})();
