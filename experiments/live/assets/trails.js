"use strict";
// How a decision came about, drawn: Hobbs' walk on the trees, CogNIAC's rules with ticks, the lists of centering.
(() => {
  const { el, mentionOf, svg, widthOf, wordsOf } = anaphora;
  const LEVEL = 46; // from one node of a tree to those below it
  const GAP = 14; // between words
  const SHOWN = 5; // utterances up to that of the pronoun
  const LONG = 40; // characters of a phrase that a step quotes

  // The elements that draw the answer of `view`; none for a resolver that has no trail.
  const trailOf = ({ data, anaphor, state, made }) => {
    const { trail } = anaphor.answers[state.number];
    if (!trail) return [];
    if (trail.visits) return walkOf(data, trail);
    return trail.rules ? rulesOf(data, trail, made) : centresOf(data, trail);
  };
  const region = (label, content, look = "") =>
    el("div", { class: `scroll ${look}`.trim(), role: "region", tabindex: 0, "aria-label": label }, content);

  // CogNIAC: every rule, whether it was tried, and what came of it.
  const rulesOf = (data, { rules, objections }, { pick }) => {
    const outcome = (place) => {
      if (place < objections.length) return ["tried", "✗ no decision", objections[place]];
      if (place > objections.length) return ["untried", "– not tried", ""];
      return ["fired", "✓ decides", mentionOf(data.documents[0], pick)];
    };
    const rows = rules.map((rule, place) => {
      const [look, said, why] = outcome(place);
      return el("tr", { class: look }, el("td", {}, String(place + 1)), el("th", { scope: "row" }, rule), el("td", {}, said), el("td", {}, why));
    });
    const head = el("tr", {}, ["no.", "rule", "outcome", "reason or answer"].map((name) => el("th", { scope: "col" }, name)));
    return [el("h3", {}, "Rules, in the order in which they are tried"), region("rules", el("table", { class: "rules" }, el("thead", {}, head), el("tbody", {}, rows)))];
  };

  // Centering: the last few utterances, each with its list, its centre and the transition to it.
  const centresOf = (data, { discourse, place }) => {
    const [text] = data.documents;
    const all = data.discourses[discourse];
    const named = ({ listed, entities }) => listed.map((mention, number) => {
      const [entity, said] = [mentionOf(text, entities[number]), mentionOf(text, mention)];
      return el("li", {}, entity, entity === said ? "" : el("small", {}, ` (${said})`));
    });
    const from = Math.max(0, place - SHOWN + 1);
    const rows = all.slice(from, place + 1).map((row, offset) => {
      const [number, next] = [from + offset, all[from + offset + 1]?.start ?? text.tokens.length];
      const here = number === place ? " (this pronoun's)" : "";
      const heading = el("th", { scope: "row" }, `U${number + 1}${here}`, el("small", {}, ` ${wordsOf(text, row.start, next)}`));
      const cells = [el("ol", {}, named(row)), row.centre === null ? "none" : mentionOf(text, row.centre), row.transition || "none"];
      return el("tr", { class: here ? "chosen" : null }, heading, cells.map((cell) => el("td", {}, cell)));
    });
    const heads = ["utterance", "Cf: its entities, the highest ranked first", "Cb: the centre", "transition"];
    const head = el("tr", {}, heads.map((name) => el("th", { scope: "col" }, name)));
    return [el("h3", {}, "Centres of the utterances"), region("centres", el("table", { class: "centres" }, el("thead", {}, head), el("tbody", {}, rows)))];
  };

  // Hobbs: the steps in words, and the trees with the numbers of the steps at the nodes.
  const walkOf = (data, { tree, start, visits }) => {
    const [text] = data.documents;
    const nodes = grown(text, data.trees[tree]);
    const phrase = (node) => {
      const words = wordsOf(text, ...nodes.range(node));
      return `${nodes.label(node)} “${words.length > LONG ? words.slice(0, LONG).replace(/\s+\S*$/, " …") : words}”`;
    };
    const said = visits.map(([node, rule, outcome]) => {
      const taken = outcome === "is taken";
      const verdict = taken ? el("b", {}, "✓ is taken") : `✗ ${outcome}`;
      return el("li", { class: taken ? "fired" : null }, ...(rule ? [`${rule}: ${phrase(node)} `, verdict] : [`up to ${phrase(node)}`]));
    });
    const marks = new Map([[start, { look: "start", numbers: [] }]]);
    visits.forEach(([node, rule, outcome], place) => {
      const mark = marks.get(node) ?? { look: "", numbers: [] };
      const look = outcome === "is taken" ? "taken" : rule ? "refused" : mark.look || "climbed";
      marks.set(node, { look, numbers: [...mark.numbers, place + 1] });
    });
    const climbed = visits.filter(([, rule]) => !rule).map(([node]) => node);
    const path = nodes.path(start, climbed.filter((node) => nodes.top(node) === nodes.top(start)).at(-1) ?? start);
    const tops = [...new Set([start, ...visits.map(([node]) => node)].map(nodes.top))];
    const trees = tops.map((top) => region(`tree of: ${wordsOf(text, ...nodes.range(top))}`, treeOf(text, nodes, top, marks, path)));
    const first = el("p", { class: "note" }, "The search starts at ", phrase(start), ". Numbers on the trees are those of the list; a dashed box was refused, the filled one is the answer.");
    return [el("h3", {}, "The walk on the tree"), first, region("steps of the walk", el("ol", { class: "walk" }, said), "steps"), ...trees];
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
      const own = Math.max(least, widthOf(nodes.label(node)) + GAP);
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
    const [wide, high] = [Math.ceil(width - left) + 24, 24 + depth * LEVEL + 16];
    const said = `Phrase structure of: ${wordsOf(text, ...nodes.range(top))}`;
    const size = { width: wide, height: high, viewBox: `${Math.floor(left) - 4} 0 ${wide} ${high}` };
    return svg("svg", { class: "phrases", role: "img", "aria-label": said, ...size }, lines, drawn.map((each) => nodeOf(nodes, each, marks.get(each.node))));
  };

  const nodeOf = (nodes, { node, x, y }, mark) => {
    const label = nodes.label(node);
    const half = widthOf(label) / 2 + 5;
    const box = mark && svg("rect", { x: x - half, y: y - 14, width: 2 * half, height: 20, rx: 4 });
    const numbers = mark?.numbers.length ? svg("text", { class: "number", x: x + half + 3, y: y - 7 }, mark.numbers.join(", ")) : null;
    const look = `node ${nodes.isWord(node) ? "of-word" : ""} ${mark?.look ?? ""}`;
    return svg("g", { class: look }, box, svg("text", { x, y }, label), numbers);
  };

  Object.assign(anaphora, { trailOf });
})();
