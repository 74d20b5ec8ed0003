// Decisions made again in the live page: votes and weights give totals, totals and the tie rule give a winner. Nothing here
// touches the page. Weights count in 64ths and totals are whole numbers, as in anaphora.workbench.ablation.vote_matrix: sums
// are exact, and ties are ties.
const PER_UNIT = 64;
const MOST_SETS = 20000; // of indicators that are tried before a search for the smallest is given up

// A weight in 64ths. Halves go to the even neighbour, as numpy rounds.
const rounded = (weight) => {
  const exact = weight * PER_UNIT;
  const low = Math.floor(exact);
  return exact - low === 0.5 ? low + (((low % 2) + 2) % 2) : Math.round(exact);
};
const isAdditive = ({ kind, indicators }) => kind === "additive" && indicators.length > 0;

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
  return ["highest total", ...ties.map((name) => `tie: ${plain(name)}`), "tie: most recent"][Math.max(...steps)];
};

// What a resolver answers to one anaphor: as `answerOf` has it, or under other weights; `held` is its election.
const decide = (data, index, place, weights = null) => {
  const resolver = data.resolvers[place];
  const stored = answerOf(data, index, place);
  if (!stored.votes || !isAdditive(resolver)) return { ...stored, held: null };
  const held = election(stored.votes, (weights ?? resolver.weights).map(rounded), resolver.ties);
  if (!weights) return { ...stored, held };
  const { pool, votes } = stored;
  const row = bestOf(held);
  const rule = ruleOf(held, resolver.ties.map((k) => resolver.indicators[k]), row);
  return { pool, votes, held, totals: held.totals.map((total) => total / PER_UNIT), row, pick: pool[row] ?? null, rule };
};

// What other weights change: of all anaphors whose answer, and of those with a key counts before and after, and which
// are fixed or broken.
const effect = (data, place, weights, rightOf = (index) => data.anaphors[index].right) => {
  const found = { of: 0, before: 0, after: 0, fixed: [], broken: [], changed: [] };
  data.anaphors.forEach(({ answers }, index) => {
    const stored = answers[place].pick;
    const { pick } = decide(data, index, place, weights);
    if (pick !== stored) found.changed.push(index);
    const right = rightOf(index);
    if (!right) return;
    const before = right.includes(stored);
    const after = right.includes(pick);
    found.of += 1;
    found.before += before;
    found.after += after;
    if (after && !before) found.fixed.push(index);
    if (before && !after) found.broken.push(index);
  });
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
  const rows = rightRows({ pool }, right);
  const won = rows.includes(row);
  const others = [...pool.keys()].filter((place) => (right ? !rows.includes(place) : place !== row));
  return { rows, won, rival: bestOf(held, won || !right ? others : rows) };
};

function* combinations(items, size, from = 0) {
  if (!size) yield [];
  for (let at = from; size && at <= items.length - size; at += 1) {
    for (const rest of combinations(items, size - 1, at + 1)) yield [items[at], ...rest];
  }
}

// The smallest sets of indicators which, switched off, turn wrong into right or right into wrong. `sets` is empty where
// none does; `complete` is false where the search was given up.
const flips = (held, rows) => {
  const { votes, whole, ties } = held;
  const won = rows.includes(bestOf(held));
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

// The winner with the weight of one indicator at p/q 64ths: everything times q, so that totals stay whole.
const winnerAt = ({ votes, whole, ties }, k, p, q) =>
  bestOf(election(votes, whole.map((weight, column) => (column === k ? p : weight * q)), ties));
const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a));

// Where the winner changes as the weight of one indicator goes from `low` to `high`, both included: candidates are lines
// in that weight, so only their crossings can matter. `at` is the weight; `before`, `on` and `after` are winning rows, at
// an end of the range that of the end itself.
const breakpoints = (held, k, low, high) => {
  if (held.votes.length < 2) return [];
  const places = crossings(held, k, low, high);
  const ends = [[rounded(low), 1], ...places, [rounded(high), 1]];
  const between = ends.slice(1).map(([p, q], place) => {
    const [previous, of] = ends[place];
    return winnerAt(held, k, p * of + previous * q, 2 * q * of);
  });
  return places
    .map(([p, q], place) => ({ at: p / q / PER_UNIT, before: between[place], on: winnerAt(held, k, p, q), after: between[place + 1] }))
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

// A decision in one or two sentences; of one by votes, over whom and by which indicators.
const sentence = (data, index, place, weights, right) => {
  const [resolver, anaphor] = [data.resolvers[place], data.anaphors[index]];
  const { steps = [], trail } = anaphor.answers[place];
  const made = decide(data, index, place, weights);
  const context = { data, anaphor, resolver, made, right, steps: trail ? [] : steps }; // a trail is drawn
  return (made.held ? weighed(context) : explained(context)).filter(Boolean).join(" ");
};
const weighed = (context) => {
  const { resolver, made, right } = context;
  if (made.row < 0) return [`${resolver.name} had no candidate to choose from.`, unreachable(context)];
  const answer = scored(context, made.row);
  if (made.pool.length === 1) {
    return [`${resolver.name} had one candidate, ${answer}.`, right?.includes(made.pick) ? "It is right." : unreachable(context)];
  }
  const { rows, won, rival } = against(made, right);
  if (right && !rows.length) return [`${resolver.name} chose ${answer}.`, unreachable(context)];
  if (rival < 0) return [`${resolver.name} chose ${answer}; every candidate is right.`];
  const over = right ? (won ? "the best wrong candidate " : "the key antecedent ") : "";
  return [
    `${resolver.name} chose ${answer}${right && won ? ", which is right," : ""} over ${over}${scored(context, rival)}.`,
    reasons(context, rival),
    right ? remedy(context, rows, won) : "",
  ];
};
const reasons = ({ resolver, made }, rival) => {
  const parts = contributions(made.held, made.row, rival);
  const inWords = (entry) => `${plain(resolver.indicators[entry.indicator])} ${signed(entry.value)}`;
  const ahead = parts.filter((entry) => entry.value > 0).map(inWords);
  const behind = parts.filter((entry) => entry.value < 0).map(inWords);
  if (made.held.totals[made.row] === made.held.totals[rival]) {
    const vote = `the higher vote of ${made.rule.replace("tie: ", "")}`;
    return `The totals are equal; the tie went to ${made.rule === "tie: most recent" ? "the most recent candidate" : vote}.`;
  }
  if (!behind.length) return `${capital(listed(ahead))} supported it, and nothing counted against it.`;
  return `${capital(listed(ahead))} outweighed ${listed(behind)}.`;
};
const remedy = ({ resolver, made }, rows, won) => {
  const { sets, complete } = flips(made.held, rows);
  if (!sets.length && !complete) return "";
  if (!sets.length) return `No choice of indicators ${won ? "makes it wrong" : "gives the right answer"}.`;
  const names = listed(sets[0].map((k) => plain(resolver.indicators[k])));
  const others = sets.length > 1 ? `; so would ${counted(sets.length - 1, "other choice")}` : "";
  const outcome = won ? "make it wrong" : "give the right answer";
  return `Switching off ${names} ${sets[0].length === 1 ? "alone" : "together"} would ${outcome}${others}.`;
};
