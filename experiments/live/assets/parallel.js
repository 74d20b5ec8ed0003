// The text with its pronouns as buttons and the antecedents of the chosen one below its lines, and the table of every
// pronoun by every resolver.
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
  const byStart = (one, other) => mentions[2 * one] - mentions[2 * other] || one - other;
  return [...groups.values()]
    .map((group) => ({ ...group, mentions: [...group.mentions].sort(byStart) }))
    .sort((one, other) => byStart(one.mentions[0], other.mentions[0]));
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

// Arrows over the text, from a pronoun to the phrases that were answered.
const RISE = 18; // of an arrow within a line, at most

// The box of an element or of a text.
const boxOf = (node) => {
  const range = document.createRange();
  range.selectNode(node);
  return [...(node.getClientRects ? node : range).getClientRects()].at(-1);
};

// Above a word, or below it where the other end stands on a later line.
const endOf = (box, frame, other) => {
  const [below, above] = [box.bottom < other.top, other.bottom < box.top];
  const y = below ? box.bottom + 2 : above ? box.top - 1 : Math.min(box.top, other.top);
  return { x: box.left + box.width / 2 - frame.left, y: y - frame.top, below };
};

const pathOf = (from, to) => {
  const apart = Math.abs(from.y - to.y);
  const lift = apart ? Math.min(40, apart / 2) : Math.min(RISE, 8 + Math.abs(from.x - to.x) / 20);
  const bend = (end) => end.y + (end.below ? lift : -lift);
  return `M${from.x} ${from.y}C${from.x} ${bend(from)} ${to.x} ${bend(to)} ${to.x} ${to.y}`;
};
const tipOf = ({ x, y, below }) => {
  const back = below ? 7 : -7;
  return `M${x} ${y}L${x - 4} ${y + back}H${x + 4}Z`;
};

// Draw arrows in `layer`, which lies over `text`; `pairs` have the nodes of a pronoun and of the last word of what it
// refers to, and a look.
const arrows = (layer, text, pairs) => {
  layer.setAttribute("height", 0); // else the text is never measured lower than the layer that lies over it
  const corner = text.getBoundingClientRect();
  const frame = { left: corner.left - text.scrollLeft, top: corner.top - text.scrollTop };
  layer.setAttribute("width", text.clientWidth);
  layer.setAttribute("height", text.scrollHeight);
  layer.replaceChildren(...pairs.map(({ pronoun, node, look }) => {
    const [own, there] = [boxOf(pronoun), boxOf(node)];
    const [from, to] = [endOf(own, frame, there), endOf(there, frame, own)];
    return svg("g", { class: `arrow ${look}` }, svg("path", { d: pathOf(from, to) }), svg("path", { class: "tip", d: tipOf(to) }));
  }));
};

const LINES = ["solid", "dashed", "dotted", "double"];
let sizes;

const lookOf = (place) => place === null ? "solid step" : `${LINES[place % LINES.length]} ${hueOf(place)}`;
const badge = (place, label = letter(place)) => el("span", { class: `badge ${hueOf(place)}` }, label);

// What the filter took out, by token.
const takenOut = ({ its, taken_out: out }) => its.filter((it) => out.includes(it.token));

// A word of the text: a pronoun is a button, one that the filter took out is struck.
const wordOf = (token, index, out, chosen) => {
  const bare = token.trimEnd();
  const word = el("span", { class: "t" });
  if (index !== undefined) {
    const label = [bare, el("sub", {}, String(index + 1))];
    word.append(button(label, () => chosen(index), { class: "pronoun", tabindex: -1, "data-pronoun": index }));
  } else if (out) word.append(el("span", { class: "filtered", title: out.reason }, bare, el("sub", {}, out.kind)));
  else word.append(bare);
  word.append(token.slice(bare.length));
  return word;
};

// The words of a text, each pronoun in one piece with the mark behind it: a line would break after the button.
const unbroken = (words) => {
  const pieces = [];
  words.forEach((word, place) => {
    const glued = words[place - 1]?.querySelector(".pronoun") && !/\s$/.test(words[place - 1].textContent);
    if (glued) pieces.push(el("span", { class: "unbroken" }, pieces.pop(), word));
    else pieces.push(word);
  });
  return pieces;
};

// The pronoun itself, where its phrase has other words ("poor him").
const headOf = ({ data, drawer }, { span: [start, end] }) => {
  const [{ mentions }] = data.documents;
  const number = drawer.mentions.findIndex((_, at) => mentions[2 * at] === start && mentions[2 * at + 1] === end);
  return number < 0 ? start : drawer.mentions[number].head;
};

// The text. `show(index, marks)` marks one pronoun, and in the text the `marks`: spans with the number of an entity
// (null: no letter), and an arrow from the pronoun `from`.
const reading = (element, answer, { chosen }) => {
  const { data } = answer;
  const [text] = data.documents;
  const out = new Map(takenOut(answer.drawer).map((it) => [it.token, it]));
  const heads = data.anaphors.map((anaphor) => headOf(answer, anaphor));
  const at = new Map(heads.map((head, index) => [head, index]));
  const words = text.tokens.map((token, place) => wordOf(token, at.get(place), out.get(place), chosen));
  const layer = svg("svg", { class: "arrows", "aria-hidden": "true" });
  element.replaceChildren(...unbroken(words), layer);
  const buttons = heads.map((head) => words[head].firstChild);
  let draw = () => {};
  const show = (index, marks) => {
    for (const extra of element.querySelectorAll(".lane, .badge")) extra.remove();
    buttons.forEach((made, place) => {
      made.tabIndex = place === index ? 0 : -1;
      made.setAttribute("aria-pressed", String(place === index));
    });
    const lined = [...new Map(marks.map((mark) => [`${mark.span} ${mark.number}`, mark])).values()];
    const levels = levelsOf(lined.map(({ span }) => span));
    for (const mark of lined) underline(words, mark, levels.get(mark.span));
    const pairs = marks.map(({ span: [, end], number, from }) =>
      ({ pronoun: buttons[from], node: words[end - 1].firstChild, look: lookOf(number) }));
    draw = () => element.clientWidth && arrows(layer, element, pairs); // nothing has a place while it is hidden
    draw();
  };
  sizes?.disconnect(); // the text before is gone
  sizes = new ResizeObserver(() => draw());
  sizes.observe(element);
  return { show, focus: (index) => buttons[index].focus(), count: buttons.length };
};

const underline = (words, { span: [start, end], number }, level) => {
  for (let token = start; token < end; token += 1) {
    const look = classes("lane", `level-${level}`, lookOf(number), token === end - 1 && "lane-end");
    words[token].append(el("span", { class: look, "aria-hidden": "true" }));
  }
  if (number !== null) words[end - 1].firstChild.after(badge(number));
};

// Whether an answer is right, as a mark and a word; nothing where nobody knows.
const verdict = (pick, right) => {
  if (!right) return "";
  if (right.includes(pick)) return el("span", { class: "verdict-of right" }, "✓ right");
  return el("span", { class: "verdict-of wrong" }, pick === null ? "✗ unresolved" : "✗ wrong");
};

// The letters of the antecedents with those who answer them, and what the key has.
const legendOf = (data, index, answers, picks, right) => {
  const name = (place) => data.resolvers[place].name;
  const line = (mark, phrases, who, judged) => el("li", {}, mark, " ", el("b", {}, phrases), ` ${who} `, judged);
  const lines = answers.map(({ mentions, by, root, number: entity }) => {
    const phrases = mentions.flatMap((mention, number) => [number ? ", " : "", ...named(data, mention)]);
    const said = new Set(mentions.map((mention) => mentionOf(data.documents[0], mention)));
    if (root !== null && !said.has(mentionOf(data.documents[0], root))) phrases.push(" = ", ...named(data, root));
    const judged = mentions.find((mention) => right?.includes(mention)) ?? mentions[0];
    return line(badge(entity), phrases, by.map(name).join(", "), verdict(judged, right));
  });
  const open = picks.flatMap((pick, place) => (pick === null ? [name(place)] : []));
  if (open.length) lines.push(line(el("span", { class: "badge open" }, "–"), "no answer", open.join(", "), verdict(null, right)));
  const said = keyOf(data.anaphors[index]);
  return [el("ul", {}, lines, said ? el("li", { class: "of-key" }, said) : null)];
};

// The antecedent in the key, or why there is none; empty for a text without a key.
const keyOf = ({ expected }) => {
  if (!expected) return "";
  return `key: ${[expected.words, expected.why && `${expected.why}, not judged`].filter(Boolean).join("; ")}`;
};

// The table of pronouns by resolvers; `fill(picks, answers, rightOf, hidden)` writes all answers but those of the pronouns
// that are `hidden(index)`, `mark(index)` shows which pronoun is chosen.
const parallel = (table, answer, { chosen }) => {
  const { data, drawer } = answer;
  const [text] = data.documents;
  const names = data.resolvers.map((resolver) => resolver.name);
  const tallies = names.map(() => el("small", {}));
  const heads = names.map((name, place) => el("th", { scope: "col" }, name, " ", tallies[place]));
  const head = el("tr", {}, el("th", { scope: "col" }, "pronoun"), heads);
  const rows = data.anaphors.map((anaphor, index) => pronounRow(text, anaphor, index, names, chosen));
  const out = takenOut(drawer).map((it) => ({ token: it.token, element: filteredRow(text, it, names.length) }));
  const inOrder = [...rows, ...out].sort((one, other) => one.token - other.token);
  table.replaceChildren(el("thead", {}, head), el("tbody", {}, inOrder.map((row) => row.element)));
  const mark = (index) => rows.forEach((row, place) => {
    row.element.classList.toggle("chosen", place === index);
    row.go.setAttribute("aria-pressed", String(place === index));
  });
  const fillAll = (picks, answers, rightOf, hidden) => {
    rows.forEach((row, index) =>
      (hidden(index) ? hideAnswers(row) : fillAnswers(data, row, index, picks[index], answers[index], rightOf(index))));
    const judged = [...rows.keys()].filter((index) => rightOf(index) && !hidden(index));
    tallies.forEach((tally, place) => {
      const right = judged.filter((index) => rightOf(index).includes(picks[index][place])).length;
      tally.textContent = judged.length ? `${right} of ${judged.length} right` : "";
    });
  };
  return { fill: fillAll, mark };
};
const hideAnswers = ({ cells, note }) => {
  note.textContent = "";
  for (const cell of cells) {
    cell.className = "";
    cell.replaceChildren(el("span", { class: "silent" }, "?"));
  }
};

const pronounRow = (text, anaphor, index, names, chosen) => {
  const [start, end] = anaphor.span;
  const word = wordsOf(text, start, end);
  const note = el("small", {});
  const go = button(`${word} ${index + 1}`, () => chosen(index), { class: "row-pronoun" });
  const raw = (from, to) => text.tokens.slice(Math.max(0, from), to).join(""); // with the white space of the text
  const around = [raw(start - 4, start), el("b", {}, word), /\s$/.test(text.tokens[end - 1]) ? " " : "", raw(end, end + 3)];
  const cells = names.map((name) => el("td", { "data-r": name }));
  const head = el("th", { scope: "row" }, go, " ", el("span", { class: "context" }, "… ", around, " …"), note);
  return { token: start, element: el("tr", {}, head, cells), cells, note, go };
};

const fillAnswers = (data, { cells, note }, index, picks, answers, right) => {
  const [text] = data.documents;
  const anaphor = data.anaphors[index];
  cells.forEach((cell, place) => {
    const [stored, pick] = [anaphor.answers[place].pick, picks[place]];
    const changed = stored !== pick;
    cell.className = changed ? "changed" : "";
    const was = changed ? el("small", {}, `was ${stored === null ? "no answer" : mentionOf(text, stored)}`) : "";
    cell.replaceChildren(...answerCell(data, pick, answers.find(({ by }) => by.includes(place))), " ", verdict(pick, right), was);
  });
  const one = picks.length > 1 && answers.length === 1 && !picks.includes(null);
  const differ = answers.length > 1 ? `${answers.length} answers` : one ? "all agree" : "";
  note.textContent = [differ, keyOf(anaphor)].filter(Boolean).join(" · ");
};

// A phrase; one that is itself a pronoun of the text with its number.
const named = (data, mention) => {
  const number = numberOf(data, 0, mention);
  return [el("bdi", {}, mentionOf(data.documents[0], mention)), number ? el("sub", {}, String(number)) : ""];
};
const answerCell = (data, pick, answer) => {
  if (pick === null) return [el("span", { class: "silent" }, "– no answer")];
  return [badge(answer.number), " ", ...named(data, pick)];
};

const filteredRow = (text, it, columns) => {
  const context = `… ${wordsOf(text, Math.max(0, it.token - 3), it.token + 4)} …`;
  const head = el("th", { scope: "row" }, wordsOf(text, it.token, it.token + 1), " ", el("span", { class: "context" }, context));
  const judgement = it.in_key ? el("b", { class: "wrong" }, " ✗ wrong: the key has it") : el("b", { class: "right" }, " ✓ right: not in the key");
  const judged = it.in_key === undefined ? "" : judgement;
  const told = el("span", {}, `filtered: ${it.kind} (${it.reason})`, judged);
  return el("tr", { class: "out" }, head, el("td", { colspan: columns }, told));
};
