// Trees, and how a decision came about: drawn, and told step by step.
const ARC_STEP = 19; // from one height of arcs to the next
const FOOT = 40; // room for words and tags
const LEVEL = 46; // from one node of a tree to those below it
const SHOWN = 5; // utterances up to that of the pronoun
const QUOTED = 40; // characters of a phrase that a step quotes

let canvas = null;
const measured = (text, font) => {
  canvas ??= el("canvas").getContext("2d");
  canvas.font = font;
  return canvas.measureText(text);
};
const widthOf = (text) => measured(text, "13px system-ui, sans-serif").width;

// How high each arc has to be to stand above those below it.
const heights = (arcs) => {
  const ordered = [...arcs].sort((one, other) => one.to - one.from - (other.to - other.from));
  for (const arc of ordered) {
    const below = ordered.filter((other) => other.height && other !== arc && other.from >= arc.from && other.to <= arc.to);
    arc.height = 1 + Math.max(0, ...below.map((other) => other.height));
  }
  return arcs;
};

const arcPath = (left, right, top, foot) => {
  const bend = Math.min(9, (right - left) / 2);
  const rise = `M${left} ${foot}V${top + bend}Q${left} ${top} ${left + bend} ${top}`;
  return `${rise}H${right - bend}Q${right} ${top} ${right} ${top + bend}V${foot}`;
};

// The dependency tree of a sentence as arcs over its words. `words`, `tags` and `relations` of the sentence; `heads` are places in it, of the root its own.
const tree = (words, tags, relations, heads) => {
  const widest = (word, place) => Math.max(widthOf(word), widthOf(tags[place]) * .85, widthOf(relations[place]) * .8);
  const widths = words.map((word, place) => widest(word, place) + 20);
  const centres = [];
  widths.reduce((x, width) => {
    centres.push(x + width / 2);
    return x + width;
  }, 0);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const ends = heads.map((head, place) => ({ head, place, from: Math.min(head, place), to: Math.max(head, place), height: 0 }));
  const arcs = heights(ends.filter(({ head, place }) => head !== place));
  const top = 14 + ARC_STEP * Math.max(1, ...arcs.map((arc) => arc.height));
  const root = heads.findIndex((head, place) => head === place);
  const foot = top + 4;
  const drawn = arcs.map((arc) => dependencyArc(arc, centres, relations[arc.place], top, foot));
  const labels = words.map((word, place) => svg("g", {}, svg("text", { class: "word", x: centres[place], y: foot + 16 }, word),
    svg("text", { class: "tag", x: centres[place], y: foot + 32 }, tags[place])));
  const mark = root < 0 ? null : svg("g", { class: "root" }, svg("path", { d: `M${centres[root]} 4V${foot}` }),
    svg("text", { x: centres[root] + 4, y: 11 }, "root"));
  return treeSvg("tree", `Dependency tree of: ${words.join(" ")}`, 0, [Math.ceil(total), foot + FOOT], mark, drawn, labels);
};
const treeSvg = (look, label, left, [width, height], ...content) =>
  svg("svg", { class: look, role: "img", "aria-label": label, width, height, viewBox: `${left} 0 ${width} ${height}` }, content);

const dependencyArc = ({ head, place, height }, centres, relation, top, foot) => {
  const side = place > head ? 5 : -5; // arcs leave a head beside its middle
  const [begin, end] = [centres[head] + side, centres[place]];
  const y = top - ARC_STEP * height + 8;
  const [left, right] = [Math.min(begin, end), Math.max(begin, end)];
  return svg("g", { class: "arc" }, svg("path", { d: arcPath(left, right, y, foot) }),
    svg("path", { class: "tip", d: `M${end - 3.5} ${foot - 5}H${end + 3.5}L${end} ${foot + 1}Z` }),
    svg("text", { x: (left + right) / 2, y: y + 4 }, relation));
};

// The trail of the answer of `view`, null for a resolver that has none. `steps` tell it in words, each with the `spans`
// of the text that it is about; `first` is what stands before them; `draw(count)` gives the elements that show so many
// of the steps, the last one marked. Those that `search` the text by themselves do not begin with the candidates.
const trailOf = ({ data, anaphor, place, made }) => {
  const { trail } = anaphor.answers[place];
  if (!trail) return null;
  if (trail.visits) return walkOf(data, trail);
  return trail.rules ? rulesOf(data, trail, made) : centresOf(data, trail);
};
const lookAt = (place, count, look) => classes(look, place === count - 1 && "now");

// CogNIAC: every rule, whether it was tried, and what came of it.
const rulesOf = (data, { rules, objections }, { pick }) => {
  const [text] = data.documents;
  const decided = objections.length < rules.length;
  const outcome = (place) => {
    if (place < objections.length) return ["tried", "✗ no decision", objections[place]];
    if (place > objections.length) return ["untried", "– not tried", ""];
    return ["fired", "✓ decides", mentionOf(text, pick)];
  };
  const steps = rules.slice(0, objections.length + 1).map((rule, place) => {
    const [look, said, why] = outcome(place);
    return { say: [`Rule ${place + 1}, “${rule}”: ${said}: ${look === "fired" ? `“${why}”` : why}.`], spans: look === "fired" ? [spanOf(text, pick)] : [] };
  });
  const draw = (count) => {
    const rows = rules.map((rule, place) => {
      const [look, said, why] = place < count || count >= steps.length ? outcome(place) : ["untried", "", ""];
      return el("tr", { class: lookAt(place, count, look) }, el("td", {}, String(place + 1)), el("th", { scope: "row" }, rule), el("td", {}, said), el("td", {}, why));
    });
    const title = el("h3", {}, "Rules, in the order in which they are tried");
    return [title, region("rules", "scroll", tableOf("rules", ["no.", "rule", "outcome", "reason or answer"], rows))];
  };
  const first = [`${rules.length} rules wait, in this order; the first that finds exactly one antecedent decides`, decided ? "." : ", if any does."];
  return { first, steps, draw, search: false };
};

// Centering: the last few utterances, each with its list, its centre and the transition to it.
const centresOf = (data, { discourse, place }) => {
  const [text] = data.documents;
  const all = data.discourses[discourse];
  const named = ({ listed, entities }) => listed.map((mention, number) => {
    const [entity, said] = [mentionOf(text, entities[number]), mentionOf(text, mention)];
    return [entity, entity === said ? "" : ` (${said})`];
  });
  const from = Math.max(0, place - SHOWN + 1);
  const utterances = all.slice(from, place + 1).map((row, offset) => {
    const name = `U${from + offset + 1}`;
    return { ...row, name, words: wordsOf(text, row.start, all[from + offset + 1]?.start ?? text.tokens.length), here: from + offset === place };
  });
  const centreOf = ({ centre }) => (centre === null ? "none" : mentionOf(text, centre));
  const steps = utterances.flatMap((row) => {
    const list = named(row).map((pair) => pair.join("")).join(", ");
    const listed = [`${row.name}, “${row.words}”: its entities (Cf), the highest ranked first: ${list || "none"}.`];
    const moved = [`${row.name}: its centre (Cb) is ${centreOf(row)}; the transition is ${row.transition || "none"}.`];
    return [
      { say: listed, spans: row.listed.map((mention) => spanOf(text, mention)) },
      { say: moved, spans: row.centre === null ? [] : [spanOf(text, row.centre)] },
    ];
  });
  const draw = (count) => {
    const rows = utterances.slice(0, Math.ceil(count / 2)).map((row, offset) => {
      const heading = el("th", { scope: "row" }, row.name + (row.here ? " (this pronoun's)" : ""), el("small", {}, ` ${row.words}`));
      const list = el("ol", {}, named(row).map(([entity, said]) => el("li", {}, entity, said && el("small", {}, said))));
      const moved = 2 * offset + 1 < count ? [centreOf(row), row.transition || "none"] : ["…", "…"];
      const look = (step) => lookAt(step, count);
      const cells = [list, ...moved].map((cell, at) => el("td", { class: look(2 * offset + (at > 0)) }, cell));
      return el("tr", { class: row.here ? "chosen" : null }, heading, cells);
    });
    const heads = ["utterance", "Cf: its entities, the highest ranked first", "Cb: the centre", "transition"];
    return [el("h3", {}, "Centres of the utterances"), region("centres", "scroll", tableOf("centres", heads, rows))];
  };
  return { first: ["Centering goes from utterance to utterance: who is talked about, and does it stay so?"], steps, draw, search: true };
};

// Hobbs: the steps in words, and the trees with the numbers of the steps at the nodes.
// What the steps of Hobbs (1978, pp. 314-315) search; 1, 2 and 5 go up, 9 goes back to 4.
const HOBBS = {
  3: "below the first NP or S above the pronoun, left of the path, if another NP or S lies between",
  4: "earlier sentences, the latest first, each from left to right",
  6: "the NP that the path has come up to",
  7: "below that node, left of the path, from left to right",
  8: "below that S, right of the path, but below no NP or S",
};
const hobbsSteps = (rules) => {
  const used = [...new Set(rules.map((rule) => /^step (\d)$/.exec(rule)?.[1]).filter((step) => HOBBS[step]))].sort();
  return used.length ? [el("p", { class: "note" }, "Hobbs’ steps: ", used.map((step) => `${step}, ${HOBBS[step]}`).join("; "), ".")] : [];
};

const walkOf = (data, { tree, start, visits }) => {
  const [text] = data.documents;
  const nodes = grown(text, data.trees[tree]);
  const phrase = (node) => {
    const words = wordsOf(text, ...nodes.range(node));
    return `${nodes.label(node)} “${words.length > QUOTED ? words.slice(0, QUOTED).replace(/\s+\S*$/, " …") : words}”`;
  };
  const steps = visits.map(([node, rule, outcome]) => {
    const verdict = outcome === "is taken" ? el("b", {}, "✓ is taken") : `✗ ${outcome}`;
    return { say: rule ? [`${rule}: ${phrase(node)} `, verdict] : [`up to ${phrase(node)}`], spans: rule ? [nodes.range(node)] : [] };
  });
  const tops = [...new Set([start, ...visits.map(([node]) => node)].map(nodes.top))];
  const first = ["The search starts at ", phrase(start), ". Numbers on the trees are those of the list; a dashed box was refused, the filled one is the answer."];
  const draw = (count) => {
    const made = visits.slice(0, count);
    const marks = new Map([[start, { look: "start", numbers: [] }]]);
    made.forEach(([node, rule, outcome], place) => {
      const mark = marks.get(node) ?? { look: "", numbers: [] };
      const look = outcome === "is taken" ? "taken" : rule ? "refused" : mark.look || "climbed";
      marks.set(node, { look: look.replace(/ now$/, ""), numbers: [...mark.numbers, place + 1] });
    });
    const now = made.length === count ? made.at(-1)?.[0] : undefined;
    if (now !== undefined) marks.get(now).look += " now";
    const climbed = made.filter(([, rule]) => !rule).map(([node]) => node);
    const path = nodes.path(start, climbed.filter((node) => nodes.top(node) === nodes.top(start)).at(-1) ?? start);
    const items = made.map(([, , outcome], place) => {
      const taken = outcome === "is taken";
      return el("li", { class: lookAt(place, count, taken ? "fired" : "") }, ...steps[place].say);
    });
    const trees = tops.map((top) => region(`tree of: ${wordsOf(text, ...nodes.range(top))}`, "scroll", treeOf(text, nodes, top, marks, path)));
    return [el("h3", {}, "The walk on the tree"), el("p", { class: "note" }, first), region("steps of the walk", "scroll steps", el("ol", { class: "walk" }, items)), ...hobbsSteps(made.map(([, rule]) => rule)), ...trees];
  };
  return { first, steps, draw, search: true };
};

// The nodes of all trees; words are the first ones.
const grown = (text, { labels, parents }) => {
  const words = text.tokens.length;
  const children = parents.map(() => []);
  const ends = parents.map((_, node) => (node < words ? [node, node + 1] : [Infinity, 0]));
  for (let token = 0; token < words; token += 1) {
    for (let node = parents[token]; node >= 0; node = parents[node]) {
      ends[node] = [Math.min(ends[node][0], token), Math.max(ends[node][1], token + 1)];
    }
  }
  parents.forEach((parent, node) => parent >= 0 && children[parent].push(node));
  for (const below of children) below.sort((one, other) => ends[one][0] - ends[other][0]);
  return {
    children: (node) => children[node],
    range: (node) => ends[node],
    label: (node) => labels[node - words] ?? text.tokens[node].trim(),
    isWord: (node) => node < words,
    top: (node) => {
      while (parents[node] >= 0) node = parents[node];
      return node;
    },
    // From a node up to another, without that.
    path: (from, to) => {
      const found = new Set();
      for (let node = from; node >= 0 && node !== to; node = parents[node]) found.add(node);
      return found;
    },
  };
};

const treeOf = (text, nodes, top, marks, path) => {
  const drawn = [];
  let [width, depth] = [0, 0];
  // Places the nodes from left to right; what stands alone below others is as wide as they are.
  const place = (node, level, least = 0) => {
    depth = Math.max(depth, level);
    const own = Math.max(least, widthOf(nodes.label(node)) + 14);
    const children = nodes.children(node);
    const below = children.map((child) => place(child, level + 1, children.length > 1 ? 0 : own));
    const x = below.length ? (below[0].x + below.at(-1).x) / 2 : width + own / 2;
    if (!below.length) width += own;
    const found = { node, x, y: 24 + level * LEVEL, below };
    drawn.push(found);
    return found;
  };
  place(top, 0);
  const left = Math.min(0, ...drawn.map(({ node, x }) => x - widthOf(nodes.label(node)) / 2 - 8));
  const lines = drawn.flatMap(({ x, y, below }) => below.map((child) =>
    svg("path", { class: path.has(child.node) ? "branch walked" : "branch", d: `M${x} ${y + 6}L${child.x} ${child.y - 13}` })));
  const size = [Math.ceil(width - left) + 24, 24 + depth * LEVEL + 16];
  return treeSvg("phrases", `Phrase structure of: ${wordsOf(text, ...nodes.range(top))}`, Math.floor(left) - 4, size,
    lines, drawn.map((entry) => nodeOf(nodes, entry, marks.get(entry.node))));
};

const nodeOf = (nodes, { node, x, y }, mark) => {
  const label = nodes.label(node);
  const half = widthOf(label) / 2 + 5;
  const box = mark && svg("rect", { x: x - half, y: y - 14, width: 2 * half, height: 20, rx: 4 });
  const numbers = mark?.numbers.length ? svg("text", { class: "number", x: x + half + 3, y: y - 7 }, mark.numbers.join(", ")) : null;
  const look = `node ${nodes.isWord(node) ? "of-word" : ""} ${mark?.look ?? ""}`;
  return svg("g", { class: look }, box, svg("text", { x, y }, label), numbers);
};

// A decision told step by step, whatever its explanation: who is out of the question and why, then the walk, the rules
// or the centres of its trail, or its indicators and salience factors one by one, and at last the answer.
const UNTOLD = { removed: 0, filtered: false, votes: [], trail: 0, vote: -1, mentions: [] };

// The steps of the answer that `view` is about. Each has what to `say`, the `spans` of the text that it is about, and
// what is `shown` at it: how many reasons for removal, indicators and steps of the trail, with those mentions and that
// indicator which are new. The last step shows all, and its `shown` is null.
const stepsOf = (view) => {
  const { data, anaphor, resolver, weights, made, right } = view;
  const text = data.documents[anaphor.document];
  const spansOf = (mentions) => mentions.map((mention) => spanOf(text, mention));
  const names = (mentions) => listed(mentions.map((mention) => quoted(data, anaphor, mention)));
  const steps = [];
  const add = (say, shown, spans = spansOf(shown.mentions ?? [])) => {
    steps.push({ say, spans, shown: { ...(steps.at(-1)?.shown ?? UNTOLD), vote: -1, mentions: [], ...shown } });
  };
  const trail = trailOf(view);
  if (!trail?.search) for (const [say, shown] of sieve(view, names)) add(say, shown);
  if (trail) {
    add(trail.first, {}, []);
    trail.steps.forEach(({ say, spans }, place) => add(say, { trail: place + 1 }, spans));
  }
  if (made.votes && made.pool.length > 1) {
    for (const [say, shown] of counting(view, weights ?? resolver.weights, names)) add(say, shown);
  }
  const chosen = made.pick === null ? [] : [made.pick];
  return [...steps, { say: [sentence(data, view.index, view.place, weights, right)], spans: spansOf(chosen), shown: null }];
};

// Who is removed: by agreement and containment, a step for each reason, and by a syntactic filter of the resolver's own.
const sieve = ({ data, anaphor, resolver, place, made }, names) => {
  const reasons = grouped(anaphor.removed, ([, reason]) => reason);
  const all = anaphor.candidates.length + anaphor.removed.length;
  const found = [[[`${counted(all, "phrase stands", "phrases stand")} within reach before the pronoun.`], {}]];
  for (const [reason, entries] of reasons) {
    const mentions = entries.map(([mention]) => mention);
    found.push([[`Removed for ${data.reasons[reason]}: ${names(mentions)}.`], { removed: found.length, mentions }]);
  }
  const own = made.votes || made.totals ? anaphor.candidates.filter((mention) => !made.pool.includes(mention)) : [];
  if (own.length) {
    const why = anaphor.answers[place].steps?.join("; ");
    found.push([[`The syntactic filter of ${resolver.name} removes ${names(own)}${why ? `: ${why}` : ""}.`], { filtered: true, mentions: own }]);
  }
  return found;
};

// What is counted: a step for each indicator that has something to say here, with who is ahead after it.
const counting = ({ resolver, made }, weights, names) => {
  const { votes, pool } = made;
  const speaking = [...resolver.indicators.keys()].filter((k) => weights[k] && votes.some((row) => row[k]));
  return speaking.map((k, place) => {
    const voting = [...pool.keys()].filter((row) => votes[row][k]);
    const values = [...grouped(voting, (row) => votes[row][k] * weights[k])]
      .map(([value, rows]) => [value, rows.map((row) => pool[row])]);
    const said = values.map(([value, mentions]) => `${signed(value)} for ${names(mentions)}`).join(", ");
    const taken = speaking.slice(0, place + 1);
    const totals = totalsOf(votes, weights.map((weight, at) => (taken.includes(at) ? weight : 0)));
    const most = Math.max(...totals);
    const ahead = pool.filter((_, at) => Math.abs(totals[at] - most) < 1e-9);
    const level = ahead.length === pool.length ? `All are level (${number(most)}).` : `Ahead: ${names(ahead)} (${number(most)}).`;
    return [[`${plain(resolver.indicators[k])}: ${said}. ${level}`], { votes: taken, vote: k, mentions: values.flatMap(([, mentions]) => mentions) }];
  });
};
