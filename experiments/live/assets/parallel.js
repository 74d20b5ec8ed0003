"use strict";
// The text with its pronouns as buttons and the antecedents of the chosen one below its lines, and the table of every
// pronoun by every resolver.
(() => {
  const { arrows, button, el, mentionOf, numberOf, svg, wordsOf } = anaphora;
  const LINES = ["solid", "dashed", "dotted", "double"];
  const HUES = 6;
  let sizes;

  const letter = (place) => (place < 26 ? "" : letter(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
  const lookOf = (place) => place === null ? "solid step" : `${LINES[place % LINES.length]} hue-${(place % HUES) + 1}`;
  const badge = (place, label = letter(place)) => el("span", { class: `badge hue-${(place % HUES) + 1}` }, label);

  // What the filter took out, by token.
  const takenOut = ({ its, taken_out: out }) => its.filter((it) => out.includes(it.token));

  // A word of the text: a pronoun is a button, one that the filter took out is struck.
  const wordOf = (token, index, out, chosen) => {
    const bare = token.trimEnd();
    const word = el("span", { class: "t" });
    if (index !== undefined) {
      const made = button(bare, () => chosen(index), { class: "pronoun", tabindex: -1, "data-pronoun": index });
      made.append(el("sub", {}, String(index + 1)));
      word.append(made);
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
      const levels = levelsOf(lined);
      lined.forEach((mark, place) => underline(words, mark, levels[place]));
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

  // Lines under phrases that overlap stand one below the other.
  const levelsOf = (marks) => {
    const ends = [];
    const levels = [];
    for (const number of [...marks.keys()].sort((one, other) => marks[one].span[0] - marks[other].span[0])) {
      const [start, end] = marks[number].span;
      let level = ends.findIndex((until) => until <= start);
      if (level < 0) level = ends.length;
      ends[level] = end;
      levels[number] = Math.min(level, 2);
    }
    return levels;
  };

  const underline = (words, { span: [start, end], number }, level) => {
    for (let token = start; token < end; token += 1) {
      const last = token === end - 1 ? " lane-end" : "";
      words[token].append(el("span", { class: `lane level-${level} ${lookOf(number)}${last}`, "aria-hidden": "true" }));
    }
    if (number !== null) words[end - 1].firstChild.after(badge(number));
  };

  // Whether an answer is right, as a mark and a word; nothing where nobody knows.
  const verdict = (pick, right) => {
    if (!right) return "";
    const [look, said] = right.includes(pick) ? ["right", "✓ right"] : pick === null ? ["wrong", "✗ unresolved"] : ["wrong", "✗ wrong"];
    return el("span", { class: `verdict-of ${look}` }, said);
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
    const rows = data.anaphors.map((anaphor, index) => rowOf(text, anaphor, index, names, chosen));
    const out = takenOut(drawer).map((it) => ({ token: it.token, element: filteredRow(text, it, names.length) }));
    const ordered = [...rows, ...out].sort((one, other) => one.token - other.token);
    table.replaceChildren(el("thead", {}, head), el("tbody", {}, ordered.map((row) => row.element)));
    const mark = (index) => rows.forEach((row, place) => {
      row.element.classList.toggle("chosen", place === index);
      row.go.setAttribute("aria-pressed", String(place === index));
    });
    const fillAll = (picks, answers, rightOf, hidden) => {
      rows.forEach((row, index) =>
        (hidden(index) ? hide(row) : fill(data, row, index, picks[index], answers[index], rightOf(index))));
      const judged = [...rows.keys()].filter((index) => rightOf(index) && !hidden(index));
      tallies.forEach((tally, place) => {
        const right = judged.filter((index) => rightOf(index).includes(picks[index][place])).length;
        tally.textContent = judged.length ? `${right} of ${judged.length} right` : "";
      });
    };
    return { fill: fillAll, mark };
  };
  const hide = ({ cells, note }) => {
    note.textContent = "";
    for (const cell of cells) {
      cell.className = "";
      cell.replaceChildren(el("span", { class: "silent" }, "?"));
    }
  };

  const rowOf = (text, anaphor, index, names, chosen) => {
    const [start, end] = anaphor.span;
    const word = wordsOf(text, start, end);
    const note = el("small", {});
    const go = button(`${word} ${index + 1}`, () => chosen(index), { class: "row-pronoun" });
    const around = [raw(text, start - 4, start), el("b", {}, word), spaceAfter(text, end), raw(text, end, end + 3)];
    const cells = names.map((name) => el("td", { "data-r": name }));
    const head = el("th", { scope: "row" }, go, " ", el("span", { class: "context" }, "… ", around, " …"), note);
    return { token: start, element: el("tr", {}, head, cells), cells, note, go };
  };

  const fill = (data, { cells, note }, index, picks, answers, right) => {
    const [text] = data.documents;
    const anaphor = data.anaphors[index];
    cells.forEach((cell, place) => {
      const [stored, pick] = [anaphor.answers[place].pick, picks[place]];
      const changed = stored !== pick;
      cell.className = changed ? "changed" : "";
      const was = changed ? el("small", {}, `was ${stored === null ? "no answer" : mentionOf(text, stored)}`) : "";
      cell.replaceChildren(...shown(data, pick, answers.find(({ by }) => by.includes(place))), " ", verdict(pick, right), was);
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
  const shown = (data, pick, answer) => {
    if (pick === null) return [el("span", { class: "silent" }, "– no answer")];
    return [badge(answer.number), " ", ...named(data, pick)];
  };

  // Words as they stand in the text, with the white space between them.
  const raw = (text, start, end) => text.tokens.slice(Math.max(0, start), end).join("");
  const spaceAfter = (text, end) => (/\s$/.test(text.tokens[end - 1]) ? " " : "");

  const filteredRow = (text, it, columns) => {
    const context = `… ${wordsOf(text, Math.max(0, it.token - 3), it.token + 4)} …`;
    const head = el("th", { scope: "row" }, wordsOf(text, it.token, it.token + 1), " ", el("span", { class: "context" }, context));
    const judged = it.in_key === undefined ? "" : it.in_key ? el("b", { class: "wrong" }, " ✗ wrong: the key has it") : el("b", { class: "right" }, " ✓ right: not in the key");
    const told = el("span", {}, `filtered: ${it.kind} (${it.reason})`, judged);
    return el("tr", { class: "out" }, head, el("td", { colspan: columns }, told));
  };

  Object.assign(anaphora, { keyOf, legendOf, named, parallel, reading, verdict });
})();
