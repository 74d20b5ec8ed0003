"use strict";
// Decisions made again in the page: votes and weights give totals, totals and the tie rule give a winner. Nothing here
// touches the page, so that tests run this file alone. Weights count in 64ths and totals are whole numbers, as in
// anaphora.workbench.ablation.vote_matrix: sums are exact, and ties are ties. The shape of `data` is that of anaphora.experiments.show.report.payload.
globalThis.anaphora ??= {};
(() => {
  const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@[]^_{|}~";
  const DIGITS = new Map(Array.from(ALPHABET, (character, index) => [character, index]));
  const PER_UNIT = 64;
  const MOST_SETS = 20000; // of indicators that are tried before a search for the smallest is given up
  const decoded = new WeakMap();

  // Gives each anaphor its acceptable antecedents as `key`, made of its part of the chain when they are asked for.
  const unpacked = (data) => {
    for (const anaphor of data.anaphors.filter((each) => each.acceptable)) {
      const [first, last] = anaphor.acceptable;
      const spans = data.documents[anaphor.document].keys[anaphor.chain];
      const key = () => Array.from({ length: last - first }, (_, at) => spans.slice(2 * (first + at), 2 * (first + at) + 2));
      Object.defineProperty(anaphor, "key", { configurable: true, enumerable: true, get: key });
    }
    return data;
  };

  // A weight in 64ths. Halves go to the even neighbour, as numpy rounds.
  const rounded = (weight) => {
    const exact = weight * PER_UNIT;
    const low = Math.floor(exact);
    return exact - low === 0.5 ? low + (((low % 2) + 2) % 2) : Math.round(exact);
  };

  const poolOf = (anaphor, answer) => answer.pool ?? anaphor.candidates;

  // The votes of an answer, a row for each candidate of the pool; null where the resolver does not vote.
  const votesOf = (resolver, answer) => {
    if (typeof answer.votes !== "string" || !resolver.indicators.length) return null;
    if (!decoded.has(answer)) decoded.set(answer, decode(resolver, answer.votes));
    return decoded.get(answer);
  };
  const decode = ({ rows, width }, text) => {
    const found = [];
    for (let at = 0; at < text.length; at += width) {
      let number = 0;
      for (let place = at; place < at + width; place++) number = number * ALPHABET.length + DIGITS.get(text[place]);
      found.push(rows[number]);
    }
    return found;
  };

  const totalsOf = (votes, weights) => votes.map((row) => row.reduce((sum, vote, k) => sum + vote * weights[k], 0));

  // An election knows the votes, the weights in 64ths, the columns that break ties, and the totals.
  const election = (votes, whole, ties) => ({ votes, whole, ties, totals: totalsOf(votes, whole) });

  // Which key tells two candidates apart: 0 the total, 1 ... the tie-breaking indicators, the last one recency.
  const apart = ({ votes, whole, ties, totals }, one, other) => {
    if (totals[one] !== totals[other]) return [0, totals[one] - totals[other]];
    for (const [step, k] of ties.entries()) {
      const difference = Math.sign(whole[k]) * (votes[one][k] - votes[other][k]);
      if (difference) return [step + 1, difference];
    }
    return [ties.length + 1, one - other];
  };

  // The best of some rows (all by default); -1 where there is none.
  const bestOf = (held, rows = held.totals.keys()) => {
    let best = -1;
    for (const row of rows) if (best < 0 || apart(held, row, best)[1] > 0) best = row;
    return best;
  };

  const ruleOf = (held, ties, winner) => {
    if (held.totals.length === 1) return "only candidate";
    const steps = held.totals.map((_, row) => (row === winner ? 0 : apart(held, winner, row)[0]));
    const step = Math.max(...steps);
    return ["highest total", ...ties.map((name) => `tie: ${plain(name)}`), "tie: most recent"][step];
  };

  const plain = (name) => name.replaceAll("_", " ");

  const isAdditive = (resolver) => resolver.kind === "additive" && resolver.indicators.length > 0;

  // What a resolver answers to one anaphor: as stored, or under other weights. `row` is the place in the pool.
  const decide = (data, index, number, weights = null) => {
    const resolver = data.resolvers[number];
    const anaphor = data.anaphors[index];
    const answer = anaphor.answers[number];
    const pool = poolOf(anaphor, answer);
    const votes = votesOf(resolver, answer);
    const stored = { pool, votes, pick: answer.pick, row: pool.indexOf(answer.pick), rule: data.rules[answer.rule] };
    if (!votes) return { ...stored, held: null, totals: answer.scores ?? null };
    if (!isAdditive(resolver)) return { ...stored, held: null, totals: totalsOf(votes, resolver.weights) };
    const held = election(votes, (weights ?? resolver.weights).map(rounded), resolver.ties);
    if (!weights) return { ...stored, held, totals: totalsOf(votes, resolver.weights) };
    const row = bestOf(held);
    const ties = resolver.ties.map((k) => resolver.indicators[k]);
    const totals = held.totals.map((total) => total / PER_UNIT);
    return { pool, votes, held, totals, row, pick: pool[row] ?? null, rule: ruleOf(held, ties, row) };
  };

  const keyOf = (data) => (index) => data.anaphors[index].right;

  // What other weights change: of all anaphors whose answer, and of those with a key counts before and after, and which
  // are fixed or broken.
  const effect = (data, number, weights, rightOf = keyOf(data)) => {
    const found = { of: 0, before: 0, after: 0, fixed: [], broken: [], changed: [] };
    for (let index = 0; index < data.anaphors.length; index += 1) {
      const stored = data.anaphors[index].answers[number].pick;
      const { pick } = decide(data, index, number, weights);
      if (pick !== stored) found.changed.push(index);
      const right = rightOf(index);
      if (!right) continue;
      const before = right.includes(stored);
      const after = right.includes(pick);
      found.of += 1;
      found.before += before;
      found.after += after;
      if (after && !before) found.fixed.push(index);
      if (before && !after) found.broken.push(index);
    }
    return found;
  };

  // What each indicator adds to the lead of one candidate over another, largest first; together they are the lead.
  const contributions = ({ votes, whole }, ahead, behind) =>
    whole
      .map((weight, k) => ({ indicator: k, value: (weight * (votes[ahead][k] - votes[behind][k])) / PER_UNIT }))
      .filter((entry) => entry.value !== 0)
      .sort((one, other) => Math.abs(other.value) - Math.abs(one.value) || one.indicator - other.indicator);

  // The rows of right candidates, and who stands against the winner: the best right one, or of a right winner the best
  // wrong one (-1: none). Where nobody knows what is right it is the second.
  const against = ({ pool, row, held }, right) => {
    const rows = [...pool.keys()].filter((place) => right?.includes(pool[place]));
    const won = rows.includes(row);
    const others = [...pool.keys()].filter((place) => (right ? !rows.includes(place) : place !== row));
    const rivals = won || !right ? others : rows;
    return { rows, won, rival: held ? bestOf(held, rivals) : (rivals.at(-1) ?? -1) };
  };

  function* combinations(items, size, from = 0) {
    if (!size) yield [];
    for (let at = from; size && at <= items.length - size; at += 1) {
      for (const rest of combinations(items, size - 1, at + 1)) yield [items[at], ...rest];
    }
  }

  // The smallest sets of indicators which, switched off, turn wrong into right or right into wrong. `sets` is empty
  // where none does; `complete` is false where the search was given up.
  const flips = ({ votes, whole, ties, totals }, rows) => {
    const won = rows.includes(bestOf({ votes, whole, ties, totals }));
    const live = [...whole.keys()].filter((k) => whole[k] && votes.some((row) => row[k] !== votes[0][k]));
    let tried = 0;
    for (let size = 1; size <= live.length; size += 1) {
      const sets = [];
      for (const set of combinations(live, size)) {
        if (++tried > MOST_SETS) return { sets, complete: false };
        const without = whole.map((weight, k) => (set.includes(k) ? 0 : weight));
        if (rows.includes(bestOf(election(votes, without, ties))) !== won) sets.push(set);
      }
      if (sets.length) return { sets, complete: true };
    }
    return { sets: [], complete: true };
  };

  const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a));

  // The election with the weight of one indicator at p/q 64ths: everything times q, so that totals stay whole.
  const electionAt = ({ votes, whole, ties }, k, p, q) =>
    bestOf(election(votes, whole.map((weight, column) => (column === k ? p : weight * q)), ties));

  // Where the winner changes as the weight of one indicator goes from `low` to `high`, both included: candidates are
  // lines in that weight, so only their crossings can matter. `at` is the weight; `before`, `on` and `after` are winning
  // rows, at an end of the range that of the end itself.
  const breakpoints = (held, k, low, high) => {
    if (held.votes.length < 2) return [];
    const places = crossings(held, k, low, high);
    const ends = [[rounded(low), 1], ...places, [rounded(high), 1]];
    const between = ends.slice(1).map(([p, q], place) => {
      const [previous, of] = ends[place];
      return electionAt(held, k, p * of + previous * q, 2 * q * of);
    });
    return places
      .map(([p, q], place) => ({
        at: p / q / PER_UNIT,
        before: between[place],
        on: electionAt(held, k, p, q),
        after: between[place + 1],
      }))
      .filter((point) => point.before !== point.on || point.on !== point.after);
  };
  const crossings = ({ votes, whole, ties, totals }, k, low, high) => {
    const highest = new Map(); // by slope: of parallel lines only the highest can win
    votes.forEach((row, place) => {
      const base = totals[place] - row[k] * whole[k];
      highest.set(row[k], Math.max(base, highest.get(row[k]) ?? -Infinity));
    });
    const lines = [...highest];
    const found = new Map(ties.includes(k) ? [[0, [0, 1]]] : []); // at zero a tie-break turns round
    for (const [place, [slope, base]] of lines.entries()) {
      for (const [other, above] of lines.slice(place + 1)) {
        const [p, q] = slope > other ? [above - base, slope - other] : [base - above, other - slope];
        const common = divisor(p, q) || 1;
        found.set(p / q, [p / common, q / common]);
      }
    }
    return [...found]
      .filter(([at]) => at >= rounded(low) && at <= rounded(high))
      .sort((one, other) => one[0] - other[0])
      .map((entry) => entry[1]);
  };

  // The words of tokens `start` to `end` of a document, white space made one blank.
  const wordsOf = (document, start, end) => document.tokens.slice(start, end).join("").trim().replace(/\s+/g, " ");
  const mentionOf = (document, mention) =>
    wordsOf(document, document.mentions[2 * mention], document.mentions[2 * mention + 1]);

  // The number of the anaphor that a mention is, from 1; 0 where it is none.
  const numbers = new WeakMap();
  const numberOf = (data, document, mention) => {
    if (!numbers.has(data)) {
      const entries = data.anaphors.map((anaphor, index) => [`${anaphor.document} ${anaphor.span}`, index + 1]);
      numbers.set(data, new Map(entries));
    }
    const span = data.documents[document].mentions.slice(2 * mention, 2 * mention + 2);
    return numbers.get(data).get(`${document} ${span}`) ?? 0;
  };

  Object.assign(anaphora, {
    unpacked, rounded, votesOf, decide, effect, contributions, against, flips, breakpoints, isAdditive, plain, wordsOf,
    mentionOf, numberOf, totalsOf,
  });
})();
