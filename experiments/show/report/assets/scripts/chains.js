// Chains of a document: of the key, with a letter each, and of a resolver, as the parts that its answers connect; the lines
// that show the ones below the words, and the blocks that show the others.
const COLOURED = 6; // chains that have a colour of their own
const inTextOrder = (one, other) => one[0] - other[0] || other[1] - one[1];
const distinct = (spans) => [...new Map(spans.map((span) => [span.join(), span])).values()].sort(inTextOrder);
const byFirst = (one, other) => inTextOrder(one[0], other[0]);
const placeOf = (chains) => new Map(chains.flatMap((spans, place) => spans.map((span) => [span.join(), place])));

// The chains of the key in the order of their first mentions; `of` maps a span "start,end" to a chain's place.
const keyChains = (data, document) => {
  const text = data.documents[document];
  const entries = [
    ...text.chains.map((chain, mention) => [chain, spanOf(text, mention)]).filter(([chain]) => chain >= 0),
    ...Object.entries(text.keys).flatMap(([chain, flat]) => pairs(flat).map((span) => [Number(chain), span])),
  ];
  const groups = [...grouped(entries, ([chain]) => chain).values()];
  const chains = groups.map((group) => distinct(group.map(([, span]) => span))).filter((spans) => spans.length > 1).sort(byFirst);
  return { chains: chains.map((spans, place) => ({ letter: letter(place), spans })), of: placeOf(chains) };
};

// Which chains get a colour (1 to 6; 0 is none): the largest, and the `wanted` ones in place of the last.
const colours = (chains, wanted) => {
  const bySize = [...chains.keys()].sort((one, other) => chains[other].spans.length - chains[one].spans.length || one - other);
  const chosen = bySize.slice(0, COLOURED);
  for (const chain of wanted.slice(0, COLOURED)) {
    if (!chosen.includes(chain)) chosen.splice(chosen.findLastIndex((other) => !wanted.includes(other)), 1, chain);
  }
  return chains.map((_, place) => chosen.indexOf(place) + 1);
};

// The chains that one resolver's answers make of a document: spans that links connect, each with what its key chain
// misses and what does not belong to it. `pickOf(index)` is the resolver's answer.
const responseChains = (data, document, pickOf, key) => {
  const text = data.documents[document];
  const parent = new Map();
  const root = (name) => (parent.get(name) === name ? name : root(parent.get(name)));
  const rootOf = (span) => {
    const name = span.join();
    if (!parent.has(name)) parent.set(name, name);
    return root(name);
  };
  const indices = [...data.anaphors.keys()].filter((index) => data.anaphors[index].document === document);
  for (const index of indices) {
    const pick = pickOf(index);
    if (pick !== null) parent.set(rootOf(data.anaphors[index].span), rootOf(spanOf(text, pick)));
  }
  const parts = [...grouped(parent.keys(), root).values()].map((names) => names.map((name) => name.split(",").map(Number)));
  const blocks = parts.map((spans) => spans.sort(inTextOrder)).sort(byFirst);
  const anaphors = new Set(indices.map((index) => data.anaphors[index].span.join()));
  const blockOf = placeOf(blocks);
  return blocks.map((spans) => comparedBlock(spans, key, anaphors, blockOf));
};

// The key chain of a block is the one that most of its mentions have (of equals the first). Extra are its mentions of
// other chains or of none; missing are the pronouns of the key chain that stand elsewhere (`block`; -1: nowhere).
const comparedBlock = (spans, key, anaphors, blockOf) => {
  const chainOf = (span) => key.of.get(span.join()) ?? -1;
  const counts = [...grouped(spans.map(chainOf).filter((chain) => chain >= 0), (chain) => chain)];
  const [chain] = counts.sort((one, other) => other[1].length - one[1].length || one[0] - other[0])[0] ?? [-1];
  const names = new Set(spans.map(String));
  const missing = (key.chains[chain]?.spans ?? [])
    .filter((span) => !names.has(span.join()) && anaphors.has(span.join()))
    .map((span) => ({ span, block: blockOf.get(span.join()) ?? -1 }));
  return { spans, chain, extra: spans.filter((span) => chainOf(span) !== chain || chain < 0), missing };
};

// A word that lines can be drawn below.
const wordSpan = (token, look = null) => el("span", { class: classes("w", look) }, token.trimEnd());
const chainBadge = (name, hue) => el("sub", { class: `badge${hue ? ` hue-${hue}` : ""}`, "aria-hidden": "true" }, name);

// Lines and letters of all chains below the words, with a glyph behind the letter where a mention has one; everything is
// drawn word by word, so that phrases may cross. `colour` paints them for the chain that is looked at.
const chainMarks = (words, chains) => {
  const levels = levelsOf(chains.flatMap(({ spans }) => spans));
  const marks = chains.map(({ letter: name, spans, glyphs = [] }) => spans.flatMap((span, place) => {
    const made = [];
    for (let token = span[0]; token < span[1]; token += 1) {
      const last = token === span[1] - 1 ? "last" : "";
      const line = el("i", { class: classes("line", `level-${levels.get(span)}`, last), "aria-hidden": "true" });
      words[token].append(line);
      made.push(line);
    }
    const sign = chainBadge(`${name}${glyphs[place] ?? ""}`);
    words[span[1] - 1].querySelector(".w").append(sign);
    return [...made, sign];
  }));
  let now = chains.map(() => 0);
  const colour = (hues) => {
    hues.forEach((hue, place) => {
      if (hue === now[place]) return;
      for (const mark of marks[place]) {
        mark.classList.remove(`hue-${now[place]}`);
        if (hue) mark.classList.add(`hue-${hue}`);
      }
    });
    now = hues;
  };
  return { colour, hueOf: (place) => now[place] };
};

// A block for each chain that a resolver's answers make, its mentions coloured by chains of the key. `context`: `data`,
// `document` (its number), `key` (chains of the key), `hues` (by chain), `pickOf(index)`, `name` of the resolver,
// `chosen(index)` and `index`, the anaphor that is looked at.
const chainBlocks = (context) => {
  const { data, document, key, name, pickOf } = context;
  const blocks = responseChains(data, document, pickOf, key);
  const indices = [...data.anaphors.keys()].filter((index) => data.anaphors[index].document === document);
  const places = new Map(indices.map((index) => [data.anaphors[index].span.join(), index]));
  const correct = blocks.filter(({ extra, missing }) => !extra.length && !missing.length).length;
  const note = `${name} makes ${counted(blocks.length, "chain")} of this text: ${correct} correct, `
    + `${blocks.length - correct} with extra or missing mentions. A mention has the letter and colour of its key chain; `
    + "only pronouns can be missing, because only they are resolved.";
  return el("div", { class: "blocks" }, el("p", { class: "note" }, note),
    blocks.map((block, place) => blockOf({ ...context, places }, block, place)));
};
const blockOf = (context, block, place) => {
  const extra = new Set(block.extra.map(String));
  const chain = context.key.chains[block.chain];
  const howFar = block.extra.length ? "mostly " : block.missing.length ? "part of " : "is ";
  const title = chain ? [howFar, chainBadge(chain.letter, context.hues[block.chain])] : "of no key chain";
  const fault = (label, items) => items.length && el("p", { class: "fault" }, el("b", {}, `${label}: `), items.map((item) => [item, " "]));
  return el(
    "section",
    { class: "block", "aria-label": `chain ${place + 1}` },
    el("h4", {}, `Chain ${place + 1} `, title),
    el("p", {}, block.spans.map((span) => [chip(context, span, extra.has(span.join())), " "])),
    fault("Extra", block.extra.map((span) => chip(context, span, true))) || null,
    fault("Missing", block.missing.map(({ span, block: other }) =>
      [chip(context, span, false), el("small", {}, other < 0 ? " no answer " : ` in chain ${other + 1} `)])) || null,
  );
};
// A mention; one that is an anaphor can be chosen.
const chip = ({ data, document, key, hues, places, chosen, index: focused }, span, extra) => {
  const words = wordsOf(data.documents[document], ...span);
  const chain = key.of.get(span.join()) ?? -1;
  const mark = chain < 0 ? null : chainBadge(key.chains[chain].letter, hues[chain]);
  const look = classes("chip", extra && "extra", hues[chain] && `hue-${hues[chain]}`);
  const index = places.get(span.join());
  if (index === undefined) return el("span", { class: look }, el("bdi", {}, words), mark);
  const made = button(words, () => chosen(index), { class: look, "aria-pressed": String(index === focused) });
  made.append(` ${index + 1}`, mark ?? "");
  return made;
};
