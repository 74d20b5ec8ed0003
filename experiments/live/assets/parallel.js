"use strict";
// The text with its pronouns as buttons and the antecedents of the chosen one below its lines, and the table of every
// pronoun by every resolver.
(() => {
  const { button, el, mentionOf, numberOf, wordsOf } = anaphora;
  const LINES = ["solid", "dashed", "dotted", "double"];
  const HUES = 6;

  const letter = (place) => (place < 26 ? "" : letter(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
  const badge = (place, label = letter(place)) => el("span", { class: `badge hue-${(place % HUES) + 1}` }, label);

  // The different answers to one pronoun in text order. `picks` has a mention or null for each resolver.
  const answersOf = (document, picks) =>
    [...new Set(picks)].filter((pick) => pick !== null)
      .sort((one, other) => document.mentions[2 * one] - document.mentions[2 * other] || one - other);

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

  // The pronoun itself, where its phrase has other words ("poor him").
  const headOf = ({ data, drawer }, { span: [start, end] }) => {
    const [{ mentions }] = data.documents;
    const number = drawer.mentions.findIndex((_, at) => mentions[2 * at] === start && mentions[2 * at + 1] === end);
    return number < 0 ? start : drawer.mentions[number].head;
  };

  // The text. `show(index, picks, names)` marks one pronoun and its antecedents.
  const reading = (element, legend, answer, { chosen }) => {
    const [text] = answer.data.documents;
    const out = new Map(takenOut(answer.drawer).map((it) => [it.token, it]));
    const heads = answer.data.anaphors.map((anaphor) => headOf(answer, anaphor));
    const at = new Map(heads.map((head, index) => [head, index]));
    const words = text.tokens.map((token, place) => wordOf(token, at.get(place), out.get(place), chosen));
    element.replaceChildren(...words);
    const buttons = heads.map((head) => words[head].firstChild);
    const show = (index, picks, names) => {
      for (const extra of element.querySelectorAll(".lane, .badge")) extra.remove();
      buttons.forEach((made, place) => {
        made.tabIndex = place === index ? 0 : -1;
        made.setAttribute("aria-pressed", String(place === index));
      });
      const answers = answersOf(text, picks);
      const levels = levelsOf(text, answers);
      answers.forEach((mention, place) => underline(words, text, mention, place, levels[place]));
      legend.replaceChildren(...legendOf(answer.data, answers, picks, names));
    };
    return { show, focus: (index) => buttons[index].focus(), count: buttons.length };
  };

  // Lines under phrases that overlap stand one below the other.
  const levelsOf = (text, mentions) => {
    const ends = [];
    return mentions.map((mention) => {
      const [start, end] = text.mentions.slice(2 * mention, 2 * mention + 2);
      let level = ends.findIndex((until) => until <= start);
      if (level < 0) level = ends.length;
      ends[level] = end;
      return Math.min(level, 2);
    });
  };

  const underline = (words, text, mention, place, level) => {
    const [start, end] = text.mentions.slice(2 * mention, 2 * mention + 2);
    for (let token = start; token < end; token += 1) {
      const last = token === end - 1 ? " lane-end" : "";
      const look = `lane level-${level} ${LINES[place % LINES.length]} hue-${(place % HUES) + 1}${last}`;
      words[token].append(el("span", { class: look, "aria-hidden": "true" }));
    }
    const mark = badge(place);
    const anchor = words[end - 1].firstChild;
    anchor.after(mark);
  };

  const legendOf = (data, answers, picks, names) => {
    const by = (mention) => names.filter((_, place) => picks[place] === mention).join(", ");
    const line = (mark, name, who) => el("li", {}, mark, " ", el("b", {}, name), ` ${who}`);
    const lines = answers.map((mention, place) => line(badge(place), named(data, mention), by(mention)));
    const open = by(null);
    if (open) lines.push(line(el("span", { class: "badge open" }, "–"), "no answer", open));
    return [el("ul", {}, lines)];
  };

  // The table of pronouns by resolvers; `fill(index, picks)` writes the answers to one pronoun, `mark(index)` shows which
  // one is chosen.
  const parallel = (table, answer, { chosen }) => {
    const { data, drawer } = answer;
    const [text] = data.documents;
    const names = data.resolvers.map((resolver) => resolver.name);
    const head = el("tr", {}, ["pronoun", ...names].map((name) => el("th", { scope: "col" }, name)));
    const rows = data.anaphors.map((anaphor, index) => rowOf(text, anaphor, index, names, chosen));
    const out = takenOut(drawer).map((it) => ({ token: it.token, element: filteredRow(text, it, names.length) }));
    const ordered = [...rows, ...out].sort((one, other) => one.token - other.token);
    table.replaceChildren(el("thead", {}, head), el("tbody", {}, ordered.map((row) => row.element)));
    const mark = (index) => rows.forEach((row, place) => {
      row.element.classList.toggle("chosen", place === index);
      row.go.setAttribute("aria-pressed", String(place === index));
    });
    return { fill: (index, picks) => fill(data, rows[index], data.anaphors[index], picks), mark };
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

  const fill = (data, { cells, note }, anaphor, picks) => {
    const [text] = data.documents;
    const answers = answersOf(text, picks);
    cells.forEach((cell, place) => {
      const stored = anaphor.answers[place].pick;
      const changed = stored !== picks[place];
      cell.className = changed ? "changed" : "";
      const was = changed ? el("small", {}, `was ${stored === null ? "no answer" : mentionOf(text, stored)}`) : "";
      cell.replaceChildren(...shown(data, picks[place], answers), was);
    });
    const one = picks.length > 1 && answers.length === 1 && !picks.includes(null);
    note.textContent = answers.length > 1 ? `${answers.length} answers` : one ? "all agree" : "";
  };

  // A phrase; one that is itself a pronoun of the text with its number.
  const named = (data, mention) => {
    const number = numberOf(data, 0, mention);
    return [el("bdi", {}, mentionOf(data.documents[0], mention)), number ? el("sub", {}, String(number)) : ""];
  };
  const shown = (data, pick, answers) => {
    if (pick === null) return [el("span", { class: "silent" }, "– no answer")];
    return [badge(answers.indexOf(pick)), " ", ...named(data, pick)];
  };

  // Words as they stand in the text, with the white space between them.
  const raw = (text, start, end) => text.tokens.slice(Math.max(0, start), end).join("");
  const spaceAfter = (text, end) => (/\s$/.test(text.tokens[end - 1]) ? " " : "");

  const filteredRow = (text, it, columns) => {
    const context = `… ${wordsOf(text, Math.max(0, it.token - 3), it.token + 4)} …`;
    const head = el("th", { scope: "row" }, wordsOf(text, it.token, it.token + 1), " ", el("span", { class: "context" }, context));
    const told = el("span", {}, `filtered: ${it.kind} (${it.reason})`);
    return el("tr", { class: "out" }, head, el("td", { colspan: columns }, told));
  };

  Object.assign(anaphora, { reading, parallel, answersOf });
})();
