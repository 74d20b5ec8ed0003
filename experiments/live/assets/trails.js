"use strict";
// How a decision came about, drawn: Hobbs' walk on the trees, CogNIAC's rules with ticks, the lists of centering.
(() => {
  const { el, mentionOf, svg, widthOf, wordsOf } = anaphora;
  const LEVEL = 46; // from one node of a tree to those below it
  const GAP = 14; // between words
  const SHOWN = 5; // utterances up to that of the pronoun
  const LONG = 40; // characters of a phrase that a step quotes

  // The trail of the answer of `view`, null for a resolver that has none. `steps` tell it in words, each with the `spans`
  // of the text that it is about; `first` is what stands before them; `draw(count)` gives the elements that show so many
  // of the steps, the last one marked. Those that `search` the text by themselves do not begin with the candidates.
  const trailOf = ({ data, anaphor, state, made }) => {
    const { trail } = anaphor.answers[state.number];
    if (!trail) return null;
    if (trail.visits) return walkOf(data, trail);
    return trail.rules ? rulesOf(data, trail, made) : centresOf(data, trail);
  };
  const region = (label, content, look = "") =>
    el("div", { class: `scroll ${look}`.trim(), role: "region", tabindex: 0, "aria-label": label }, content);
  const tabled = (label, look, heads, rows) => {
    const head = el("tr", {}, heads.map((name) => el("th", { scope: "col" }, name)));
    return region(label, el("table", { class: look }, el("thead", {}, head), el("tbody", {}, rows)));
  };
  const spanOf = ({ mentions }, mention) => mentions.slice(2 * mention, 2 * mention + 2);
  const looksOf = (place, count, ...looks) => [...looks, place === count - 1 ? "now" : ""].filter(Boolean).join(" ") || null;

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
        return el("tr", { class: looksOf(place, count, look) }, el("td", {}, String(place + 1)), el("th", { scope: "row" }, rule), el("td", {}, said), el("td", {}, why));
      });
      const title = el("h3", {}, "Rules, in the order in which they are tried");
      return [title, tabled("rules", "rules", ["no.", "rule", "outcome", "reason or answer"], rows)];
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
        const look = (step) => looksOf(step, count);
        const cells = [list, ...moved].map((cell, at) => el("td", { class: look(2 * offset + (at > 0)) }, cell));
        return el("tr", { class: row.here ? "chosen" : null }, heading, cells);
      });
      const heads = ["utterance", "Cf: its entities, the highest ranked first", "Cb: the centre", "transition"];
      return [el("h3", {}, "Centres of the utterances"), tabled("centres", "centres", heads, rows)];
    };
    return { first: ["Centering goes from utterance to utterance: who is talked about, and does it stay so?"], steps, draw, search: true };
  };

  // Hobbs: the steps in words, and the trees with the numbers of the steps at the nodes.
  const walkOf = (data, { tree, start, visits }) => {
    const [text] = data.documents;
    const nodes = grown(text, data.trees[tree]);
    const phrase = (node) => {
      const words = wordsOf(text, ...nodes.range(node));
      return `${nodes.label(node)} “${words.length > LONG ? words.slice(0, LONG).replace(/\s+\S*$/, " …") : words}”`;
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
        return el("li", { class: looksOf(place, count, taken ? "fired" : "") }, ...steps[place].say);
      });
      const trees = tops.map((top) => region(`tree of: ${wordsOf(text, ...nodes.range(top))}`, treeOf(text, nodes, top, marks, path)));
      return [el("h3", {}, "The walk on the tree"), el("p", { class: "note" }, first), region("steps of the walk", el("ol", { class: "walk" }, items), "steps"), ...trees];
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
