// The links that a measure counts, on the words of key and response. All figures and links come from the workbench.
const OF_LINKS = { right: ["✓", "solid"], missing: ["−", "dashed"], spurious: ["+", "dotted"] };
let onScore = null; // what is shown, of which measure, document and mention (null: all)

const chainsOf = ([, , key, response]) => `${key < 0 ? "–" : letter(key)}${response < 0 ? "–" : response + 1}`;
const stateOf = ([, , key, response]) => (response < 0 ? "missing" : key < 0 ? "spurious" : "right");
const markOf = (state) => el("b", { class: state }, `${OF_LINKS[state][0]} ${state}`);

// `state` says which measure, document and mention to begin with.
const showScore = (score, state = {}) => {
  const drawn = Object.keys(score.links);
  const measure = drawn.includes(state.measure) ? state.measure : drawn.includes("muc") ? "muc" : null;
  onScore = { score, measure, document: state.document ?? 0, mention: state.mention ?? null };
  const { documents, warnings } = score;
  const lacking = !documents.length ? ["The key asks a question in each document: there are no links to draw."]
    : drawn.includes("lea") ? [] : ["B-CUBED and LEA have too many links here to be drawn."];
  $("score-warnings").replaceChildren(...[...warnings, ...lacking].map((text) => el("li", {}, text)));
  $("links-of").replaceChildren();
  if (documents.length > 1) {
    const made = choice(documents.map(({ id }) => id), (document) => drawScore({ document, mention: null }));
    made.value = onScore.document;
    $("links-of").append(el("label", {}, "Document ", made));
  }
  $("score-result").hidden = false;
  for (const part of document.querySelectorAll(".of-links")) part.hidden = !documents.length;
  drawScore({});
};

// Draws what is chosen. The links of a document have the rows of its mentions, from `first` on.
const drawScore = (changed) => {
  Object.assign(onScore, changed);
  const { score, measure, document: chosen, mention } = onScore;
  drawFigures();
  if (!measure) return;
  for (const text of $("links-about").children) text.hidden = text.dataset.of !== measure;
  const first = score.mentions.findIndex(([document]) => document === chosen);
  const text = { ...score.documents[chosen], mentions: score.mentions.filter(([document]) => document === chosen).map((row) => row.slice(1)) };
  const links = score.links[measure].map(([from, to, ...rest]) => [from - first, to - first, ...rest]).filter(([from]) => text.mentions[from]);
  const near = links.filter((link) => mention === null || link.slice(0, 2).includes(mention));
  drawWords(text, links, near);
  drawList(text, near);
  drawAligned(text);
};

// The figures, which choose whose links are drawn.
const drawFigures = () => {
  const { score: { figures, fractions, links, usual }, measure } = onScore;
  const cell = (name, side, value) => el("td", {}, value, fractions[name]?.[side] ? el("small", {}, ` ${fractions[name][side]}`) : "");
  const row = ([name, ...values]) => {
    const act = () => drawScore({ measure: name });
    const head = name in links ? button(name, act, { "aria-pressed": String(name === measure) }) : name;
    return el("tr", {}, el("th", { scope: "row" }, head), values.map((value, side) => cell(name, side, value)));
  };
  const table = (rows, head) => tableOf("figures matrix", ["measure", "recall", "precision", head], rows.map(row));
  const isUsual = ([name]) => usual.includes(name) || figures.length === 1;
  const others = figures.filter((each) => !isUsual(each));
  const focused = document.activeElement?.closest?.("#score-figures button")?.textContent;
  const isOpen = $("score-figures").querySelector("details")?.open;
  const more = others.length ? el("details", { open: isOpen }, el("summary", {}, counted(others.length, "other measure")), region("Other measures", "scroll", table(others, "F1 or value"))) : "";
  $("score-figures").replaceChildren(table(figures.filter(isUsual), "F1"), more);
  [...$("score-figures").querySelectorAll("button")].find((made) => made.textContent === focused)?.focus();
};

// The words with a line below each mention and a button behind it; arrows lead from mentions to those before them.
const drawWords = (text, links, near) => {
  const alone = grouped(links.filter(([mention, other]) => mention === other), ([mention]) => mention);
  const wrong = (mention) => alone.get(mention)?.find(([, , state]) => state !== "right") ?? alone.get(mention)?.[0];
  const look = (mention) => wrong(mention)?.[2] ?? stateOf(text.mentions[mention]);
  const words = text.tokens.map((token) => el("span", { class: "unbroken" }, token.trimEnd()));
  const boxes = words.map((word, place) => el("span", { class: "t" }, word, text.tokens[place].slice(text.tokens[place].trimEnd().length)));
  const levels = levelsOf(text.mentions);
  const buttons = text.mentions.map((mention, place) => {
    const [start, end] = mention;
    const state = look(place);
    for (let token = start; token < end; token += 1) {
      const lane = classes("lane", `level-${levels.get(mention)}`, OF_LINKS[state][1], state, token === end - 1 && "lane-end");
      boxes[token].append(el("span", { class: lane, "aria-hidden": "true" }));
    }
    const name = `${wordsOf(text, start, end)}, mention ${place + 1}, ${state}: ${aboutChains(mention)}`;
    return button([chainsOf(mention), el("sub", {}, String(place + 1))], () => chooseMention(place), {
      class: `pronoun ${state}`, "aria-label": name, "aria-pressed": String(place === onScore.mention), tabindex: place === (onScore.mention ?? 0) ? 0 : -1, "data-mention": place,
    });
  });
  const inner = [...text.mentions.keys()].sort((one, other) => text.mentions[other][0] - text.mentions[one][0]);
  for (const place of inner) words[text.mentions[place][1] - 1].append(buttons[place]);
  const layer = svg("svg", { class: "arrows", "aria-hidden": "true" });
  $("links-text").replaceChildren(...gluedWords(text, boxes), layer);
  const ends = near.filter(([mention, other]) => mention !== other).map(([mention, other, state]) =>
    ({ pronoun: buttons[mention], node: buttons[other], look: `${OF_LINKS[state][1]} ${state}` }));
  linkSizes?.disconnect();
  linkSizes = new ResizeObserver(() => $("links-text").clientWidth && arrows(layer, $("links-text"), ends));
  linkSizes.observe($("links-text"));
};
let linkSizes;
const aboutChains = ([, , key, response]) => listed([
  key < 0 ? "not in the key" : `chain ${letter(key)} of the key`, response < 0 ? "not in the response" : `chain ${response + 1} of the response`]);
// No line may begin with the mark behind a mention.
const gluedWords = (text, boxes) => {
  const made = [];
  boxes.forEach((box, place) => {
    const isMark = /^[^\p{L}\p{N}\s]+\s*$/u.test(text.tokens[place]) && /\S$/.test(text.tokens[place - 1] ?? " ");
    const space = isMark && box.firstChild.nextSibling?.nodeType === Node.TEXT_NODE ? box.firstChild.nextSibling : "";
    if (isMark) made.push(el("span", { class: "unbroken" }, made.pop(), box), space);
    else made.push(box);
  });
  return made.filter((piece) => piece !== "");
};
const chooseMention = (mention) => {
  drawScore({ mention: onScore.mention === mention ? null : mention });
  $("links-text").querySelector(`[data-mention="${mention}"]`).focus();
};

const MOST_ROWS = 500;
const spansOf = (text) => ({ ...text, mentions: text.mentions.flatMap((mention) => mention.slice(0, 2)) });
const drawList = (text, links) => {
  const { score: { fractions, documents }, measure, mention: chosen } = onScore;
  const spans = spansOf(text);
  const name = (place) => [el("bdi", {}, shortened(mentionOf(spans, place), 60)), el("sub", {}, String(place + 1)), ` ${chainsOf(text.mentions[place])}`];
  const share = ([top, bottom]) => (bottom ? `${number(top)}/${number(bottom)}` : "–");
  const row = (head, state, recall, precision) => [el("th", { scope: "row" }, head), el("td", {}, state), el("td", { "data-r": "recall" }, recall), el("td", { "data-r": "precision" }, precision)];
  const rows = links.slice(0, MOST_ROWS).map(([mention, other, state, recall, precision]) =>
    el("tr", {}, row([name(mention), mention === other ? "" : [" → ", name(other)]], markOf(state), share(recall), share(precision))));
  const total = el("tr", { class: "ahead" }, row("all links", documents.length > 1 ? "all documents" : "", ...fractions[measure]));
  const beyond = links.length > MOST_ROWS ? el("p", { class: "note" }, `The first ${MOST_ROWS} of ${counted(links.length, "link")}; choose a mention to see its own.`) : "";
  const one = chosen === null ? "" : el("p", { class: "note" }, "The links of one mention. ", button("Show all", () => drawScore({ mention: null })));
  $("link-list").replaceChildren(one, tableOf("cards", ["link", "state", "recall", "precision"], [...rows, total]), beyond);
};

// The chains that CEAF aligns, side by side.
const drawAligned = (text) => {
  const spans = spansOf(text);
  const words = (side, chain) => [...text.mentions.keys()].filter((place) => text.mentions[place][side] === chain).map((place) => mentionOf(spans, place)).join(", ");
  const rows = onScore.score.aligned[onScore.measure].filter(([key]) => text.mentions.some((mention) => mention[2] === key)).map(([key, response, similarity]) =>
    rowOf([`${letter(key)}: ${words(2, key)}`, `${response + 1}: ${words(3, response)}`, number(similarity)]));
  $("links-aligned").replaceChildren(rows.length ? region("Aligned chains", "scroll", tableOf("", ["chain of the key", "aligned with", "similarity"], rows)) : "");
};

const scoreNow = () => {
  const { score, measure, document, mention } = onScore;
  return { score, state: { measure, document, mention } };
};

$("links-text").addEventListener("keydown", (event) => {
  const place = event.target.closest("[data-mention]");
  if (!place || hasModifier(event) || event.key.length === 1) return;
  const buttons = [...$("links-text").querySelectorAll("[data-mention]")];
  const next = target(event.key, Number(place.dataset.mention), buttons.length);
  if (next < 0) return;
  event.preventDefault();
  for (const made of buttons) made.tabIndex = Number(made.dataset.mention) === next ? 0 : -1;
  buttons.find((made) => Number(made.dataset.mention) === next).focus();
});
$("print-score").addEventListener("click", () => print());
if (held?.score) {
  for (const part of document.querySelectorAll("[data-score]")) part.textContent = part.dataset.score;
  $("panel-resolve").hidden = true;
  $("panel-score").hidden = false;
  showScore(held.score, held.state);
}
