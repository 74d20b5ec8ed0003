"use strict";
// Which answers agree: those that name the same entity. Nothing here touches the page.
(() => {
  const { numberOf } = anaphora;

  // What a resolver means by a phrase: of a pronoun what the same resolver answers to that, and so on to the first
  // phrase; of a name, its first mention. `pickOf(index)` is that resolver's answer to an anaphor.
  const rootOf = (data, mention, pickOf, firstOf) => {
    const seen = new Set();
    let root = mention;
    for (let number = numberOf(data, 0, root); number && !seen.has(root); number = numberOf(data, 0, root)) {
      seen.add(root);
      root = pickOf(number - 1) ?? root;
    }
    return firstOf(root);
  };

  // The different answers to one pronoun, in the order of the text: for each `entity` its phrases and the numbers of the
  // resolvers that name it. Entities are the chains of the key; where that has none, or there is no key, answers agree
  // that have the same `root` (null by the key). `picks[index][place]` is a resolver's answer to an anaphor, or null.
  const answersOf = (data, index, picks, firstOf) => {
    const [{ chains, mentions }] = data.documents;
    const groups = new Map();
    picks[index].forEach((mention, place) => {
      if (mention === null) return;
      const root = (chains?.[mention] ?? -1) < 0 ? rootOf(data, mention, (other) => picks[other][place], firstOf) : null;
      const chain = chains?.[root ?? mention] ?? -1;
      const entity = chain < 0 ? root : `chain ${chain}`;
      if (!groups.has(entity)) groups.set(entity, { entity, mentions: new Set(), by: [], root });
      groups.get(entity).mentions.add(mention);
      groups.get(entity).by.push(place);
    });
    const inOrder = (one, other) => mentions[2 * one] - mentions[2 * other] || one - other;
    return [...groups.values()]
      .map((group) => ({ ...group, mentions: [...group.mentions].sort(inOrder) }))
      .sort((one, other) => inOrder(one.mentions[0], other.mentions[0]));
  };

  // The answers to all pronouns, each entity with its `number`, which is its letter in every row. `known` keeps the
  // numbers while weights move: who is new comes after those that have one. `firstOf` gives the first mention of a name.
  const numbered = (data, picks, known, firstOf = (mention) => mention) => {
    const all = picks.map((_, index) => answersOf(data, index, picks, firstOf));
    const start = ({ root, mentions }) => data.documents[0].mentions[2 * (root ?? mentions[0])];
    for (const { entity } of all.flat().sort((one, other) => start(one) - start(other))) {
      if (!known.has(entity)) known.set(entity, known.size);
    }
    return all.map((answers) => answers.map((answer) => ({ ...answer, number: known.get(answer.entity) })));
  };

  Object.assign(anaphora, { numbered });
})();
