"use strict";
// A decision told step by step, whatever its explanation: who is out of the question and why, then the walk, the rules
// or the centres of its trail, or its indicators and salience factors one by one, and at last the answer.
(() => {
  const { number, plain, quoted, sentence, signed, totalsOf, trailOf } = anaphora;
  const BEFORE = { removed: 0, filtered: false, votes: [], trail: 0, vote: -1, mentions: [] };
  const listed = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);

  // The steps of the answer that `view` is about. Each has what to `say`, the `spans` of the text that it is about, and
  // what is `shown` at it: how many reasons for removal, indicators and steps of the trail, with those mentions and that
  // indicator which are new. The last step shows all, and its `shown` is null.
  const stepsOf = (view) => {
    const { data, anaphor, resolver, weights, made, right } = view;
    const text = data.documents[anaphor.document];
    const spansOf = (mentions) => mentions.map((mention) => text.mentions.slice(2 * mention, 2 * mention + 2));
    const names = (mentions) => listed(mentions.map((mention) => quoted(data, anaphor, mention)));
    const steps = [];
    const add = (say, shown, spans = spansOf(shown.mentions ?? [])) => {
      steps.push({ say, spans, shown: { ...(steps.at(-1)?.shown ?? BEFORE), vote: -1, mentions: [], ...shown } });
    };
    const trail = trailOf(view);
    if (!trail?.search) for (const [say, shown] of sieve(view, names)) add(say, shown);
    if (trail) {
      add(trail.first, {}, []);
      trail.steps.forEach(({ say, spans }, place) => add(say, { trail: place + 1 }, spans));
    }
    if (made.votes && made.pool.length > 1) {
      for (const [say, shown] of counted(view, weights ?? resolver.weights, names)) add(say, shown);
    }
    const chosen = made.pick === null ? [] : [made.pick];
    return [...steps, { say: [sentence(data, view.state.index, view.state.number, weights, right)], spans: spansOf(chosen), shown: null }];
  };

  // Who is removed: by agreement and containment, a step for each reason, and by a syntactic filter of the resolver's own.
  const sieve = ({ data, anaphor, resolver, state, made }, names) => {
    const reasons = new Map();
    for (const [mention, reason] of anaphor.removed) reasons.set(reason, [...(reasons.get(reason) ?? []), mention]);
    const all = anaphor.candidates.length + anaphor.removed.length;
    const found = [[[`${all} ${all === 1 ? "phrase stands" : "phrases stand"} within reach before the pronoun.`], {}]];
    [...reasons].forEach(([reason, mentions], place) =>
      found.push([[`Removed for ${data.reasons[reason]}: ${names(mentions)}.`], { removed: place + 1, mentions }]));
    const own = made.votes || made.totals ? anaphor.candidates.filter((mention) => !made.pool.includes(mention)) : [];
    if (own.length) {
      const why = anaphor.answers[state.number].steps?.join("; ");
      found.push([[`The syntactic filter of ${resolver.name} removes ${names(own)}${why ? `: ${why}` : ""}.`], { filtered: true, mentions: own }]);
    }
    return found;
  };

  // What is counted: a step for each indicator that has something to say here, with who is ahead after it.
  const counted = ({ resolver, made }, weights, names) => {
    const { votes, pool } = made;
    const speaking = [...resolver.indicators.keys()].filter((k) => weights[k] && votes.some((row) => row[k]));
    return speaking.map((k, place) => {
      const values = new Map();
      votes.forEach((row, at) => {
        const value = row[k] * weights[k];
        if (value) values.set(value, [...(values.get(value) ?? []), pool[at]]);
      });
      const said = [...values].map(([value, mentions]) => `${signed(value)} for ${names(mentions)}`).join(", ");
      const taken = speaking.slice(0, place + 1);
      const totals = totalsOf(votes, weights.map((weight, at) => (taken.includes(at) ? weight : 0)));
      const most = Math.max(...totals);
      const ahead = pool.filter((_, at) => Math.abs(totals[at] - most) < 1e-9);
      const level = ahead.length === pool.length ? `All are level (${number(most)}).` : `Ahead: ${names(ahead)} (${number(most)}).`;
      return [[`${plain(resolver.indicators[k])}: ${said}. ${level}`], { votes: taken, vote: k, mentions: [...values.values()].flat() }];
    });
  };

  Object.assign(anaphora, { stepsOf });
})();
