"use strict";
// Chains of a document: of the key, with a letter each, and of a resolver, as the parts that its answers connect.
// Nothing here touches the page.
(() => {
  const { spanOf } = anaphora;
  const COLOURED = 6;

  // A, B, ... Z, AA, AB, ...
  const letter = (place) =>
    place < 26 ? String.fromCharCode(65 + place) : `${letter(Math.floor(place / 26) - 1)}${letter(place % 26)}`;
  const inOrder = (one, other) => one[0] - other[0] || other[1] - one[1];
  const distinct = (spans) => [...new Map(spans.map((span) => [span.join(), span])).values()].sort(inOrder);

  // The chains of one document in the order of their first mentions; `of` maps a span "start,end" to a chain's place.
  // Without a key every phrase that anybody answered stands alone, so that it has a letter.
  const keyChains = (data, number, picks = []) => {
    const text = data.documents[number];
    const groups = new Map();
    const add = (name, span) => {
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(span);
    };
    if (text.chains) {
      text.chains.forEach((chain, mention) => {
        if (chain >= 0) add(chain, spanOf(text, mention));
      });
      for (const [chain, ends] of Object.entries(text.keys ?? {})) {
        for (let at = 0; at < ends.length; at += 2) add(Number(chain), ends.slice(at, at + 2));
      }
    } else {
      for (const mention of picks) add(mention, spanOf(text, mention));
    }
    const chains = [...groups.values()].map(distinct).filter((spans) => !text.chains || spans.length > 1);
    chains.sort((one, other) => inOrder(one[0], other[0]));
    const of = new Map(chains.flatMap((spans, place) => spans.map((span) => [span.join(), place])));
    return { chains: chains.map((spans, place) => ({ letter: letter(place), spans })), of };
  };

  // The chains of a document with all that anybody answers; `held` are the outcomes of outcomes.js.
  const chainsOf = (held, number) => {
    const { anaphors, documents, resolvers } = held.data;
    const picks = new Set();
    if (!documents[number].chains) anaphors.forEach((anaphor, index) => {
      if (anaphor.document === number) resolvers.forEach((_, resolver) => picks.add(held.of(index, resolver).pick));
    });
    picks.delete(null);
    return keyChains(held.data, number, [...picks]);
  };

  // Which chains get a colour (1 to 6; 0 is none): the largest, and that of the span that is looked at in place of the
  // last.
  const colours = ({ chains, of }, span = []) => {
    const focused = of.get(span.join()) ?? -1;
    const bySize = [...chains.keys()].sort((one, other) => chains[other].spans.length - chains[one].spans.length || one - other);
    const chosen = bySize.slice(0, COLOURED);
    if (focused >= 0 && !chosen.includes(focused)) chosen.splice(COLOURED - 1, 1, focused);
    return chains.map((_, place) => chosen.indexOf(place) + 1);
  };

  // The chains that one resolver's answers make of a document: spans that links connect, each with what its key chain
  // misses and what does not belong to it. `pickOf(index)` is the resolver's answer.
  const responseChains = (data, number, pickOf, { chains, of }) => {
    const text = data.documents[number];
    const parent = new Map();
    const root = (name) => (parent.get(name) === name ? name : root(parent.get(name)));
    const note = (span) => {
      const name = span.join();
      if (!parent.has(name)) parent.set(name, name);
      return name;
    };
    const indices = [...data.anaphors.keys()].filter((index) => data.anaphors[index].document === number);
    for (const index of indices) {
      const pick = pickOf(index);
      if (pick === null) continue;
      const [from, to] = [root(note(data.anaphors[index].span)), root(note(spanOf(text, pick)))];
      parent.set(from, to);
    }
    const blocks = new Map();
    for (const name of parent.keys()) {
      const place = root(name);
      if (!blocks.has(place)) blocks.set(place, []);
      blocks.get(place).push(name.split(",").map(Number));
    }
    const ordered = [...blocks.values()].map((spans) => spans.sort(inOrder)).sort((one, other) => inOrder(one[0], other[0]));
    const anaphors = new Map(indices.map((index) => [data.anaphors[index].span.join(), index]));
    const blockOf = new Map(ordered.flatMap((spans, place) => spans.map((span) => [span.join(), place])));
    return ordered.map((spans) => judged(spans, chains, of, anaphors, blockOf, Boolean(text.chains)));
  };

  // The key chain of a block is the one that most of its mentions have (of equals the first). Extra are its mentions of
  // other chains or of none; missing are the pronouns of the key chain that stand elsewhere (`block`; -1: nowhere).
  const judged = (spans, chains, of, anaphors, blockOf, withKey) => {
    if (!withKey) return { spans, chain: -1, extra: [], missing: [] };
    const counts = new Map();
    for (const span of spans) {
      const chain = of.get(span.join()) ?? -1;
      if (chain >= 0) counts.set(chain, (counts.get(chain) ?? 0) + 1);
    }
    const chain = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0])[0]?.[0] ?? -1;
    const own = new Set(spans.map(String));
    const extra = spans.filter((span) => (of.get(span.join()) ?? -1) !== chain || chain < 0);
    const missing = (chains[chain]?.spans ?? [])
      .filter((span) => !own.has(span.join()) && anaphors.has(span.join()))
      .map((span) => ({ span, block: blockOf.get(span.join()) ?? -1 }));
    return { spans, chain, extra, missing };
  };

  Object.assign(anaphora, { chains: { letter, keyChains, chainsOf, colours, responseChains } });
})();
