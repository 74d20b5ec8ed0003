// Pictures for slides: any part of the page as it looks now, drawn again as SVG or PNG.
const SCALE = 3; // pixels of a PNG for one of the page
const MARGIN = 8;
const OF_SHAPES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "paint-order"];
const OF_LETTERS = ["fill", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "stroke", "stroke-width", "paint-order"];
const SIDES = ["top", "right", "bottom", "left"];

const isSeen = (colour) => colour !== "transparent" && !/, 0\)$/.test(colour);
const looksOf = (style, names) => Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));

// A copy of a drawing, with the looks of its shapes written into it.
const drawingOf = (drawn, place) => {
  const copy = drawn.cloneNode(true);
  const [from, to] = [[drawn, ...drawn.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((node, number) => {
    const looks = looksOf(getComputedStyle(node), node.localName === "text" ? OF_LETTERS : OF_SHAPES);
    for (const [name, value] of Object.entries(looks)) to[number].setAttribute(name, value);
    to[number].removeAttribute("class");
  });
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
  return copy;
};

const boxesOf = (style, rects) => rects.flatMap(({ x, y, width, height }) => {
  const widths = SIDES.map((side) => (style[`border-${side}-style`] === "none" ? 0 : Number.parseFloat(style[`border-${side}-width`])));
  const lined = widths.map((wide, side) => wide && isSeen(style[`border-${SIDES[side]}-color`]));
  const colour = (side) => style[`border-${SIDES[side]}-color`];
  const dash = (side) => ({ dashed: "6 4", dotted: "2 3" })[style[`border-${SIDES[side]}-style`]] ?? null;
  const fill = isSeen(style.backgroundColor) ? style.backgroundColor : "none";
  const round = Number.parseFloat(style.borderTopLeftRadius) || null;
  if (lined.every(Boolean)) {
    const [wide] = widths;
    return [svg("rect", { x: x + wide / 2, y: y + wide / 2, width: Math.max(0, width - wide), height: Math.max(0, height - wide), rx: round, fill, stroke: colour(0), "stroke-width": wide })];
  }
  const ends = [[x, y, x + width, y], [x + width, y, x + width, y + height], [x, y + height, x + width, y + height], [x, y, x, y + height]];
  const lines = ends.map(([x1, y1, x2, y2], side) => lined[side] && svg("line", { x1, y1, x2, y2, stroke: colour(side), "stroke-width": widths[side], "stroke-dasharray": dash(side) }));
  return [fill === "none" ? null : svg("rect", { x, y, width, height, rx: round, fill }), ...lines].filter(Boolean);
});

// The words of a text node, each where it stands.
const shownWords = (node, style, moved) => {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = measured("x", font);
  const range = document.createRange();
  return [...node.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return [...range.getClientRects()].slice(0, 1).map((rect) => {
      const { x, y } = moved(rect);
      const base = y + rect.height / 2 + (up - down) / 2;
      const letters = looksOf(style, ["font-family", "font-size", "font-weight", "font-style"]);
      return svg("text", { x, y: base, textLength: rect.width, fill: style.color, "text-decoration": style.textDecorationLine, ...letters }, word);
    });
  });
};

// The number of an item of a list, which is no node.
const itemNumber = (node, style, moved) => {
  if (node.localName !== "li" || node.parentElement.localName !== "ol") return [];
  const { x, y } = moved(node.getBoundingClientRect());
  const [size, high] = [style.fontSize, style.lineHeight].map(Number.parseFloat);
  const number = `${[...node.parentElement.children].indexOf(node) + 1}.`;
  const look = { fill: style.color, "text-anchor": "end", ...looksOf(style, ["font-family", "font-size", "font-weight"]) };
  return [svg("text", { x: x - size / 2, y: y + high / 2 + size / 3, ...look }, number)];
};

const shapesOf = (node, moved) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? shownWords(node, getComputedStyle(node.parentElement), moved) : [];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden" || node.matches(".save-as")) return [];
  if (node.localName === "svg") return [drawingOf(node, { ...moved(node.getBoundingClientRect()), overflow: "visible" })];
  return [...boxesOf(style, [...node.getClientRects()].map(moved)), ...itemNumber(node, style, moved), ...[...node.childNodes].flatMap((child) => shapesOf(child, moved))];
};

// The patterns that some shapes are filled with, under the same names.
const patternsOf = (shapes) => {
  const text = shapes.map((shape) => shape.outerHTML).join("");
  const names = new Set([...text.matchAll(/url\((?:&quot;|")?#([\w-]+)/g)].map(([, name]) => name));
  return svg("defs", {}, [...names].map((name) => document.getElementById(name)).filter(Boolean).map((node) => drawingOf(node, {})));
};

// Colours that were mixed, as every program reads them.
const inRgb = (text) => text.replace(/color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ [\d.]+)?\)/g, (_, ...parts) =>
  `rgb(${parts.slice(0, 3).map((part) => Math.round(255 * part)).join(", ")})`);

// A drawing of an element, with all that it holds beyond what is in sight.
const pictureOf = (element) => {
  const box = element.getBoundingClientRect();
  const [width, height] = [Math.max(box.width, element.scrollWidth), Math.max(box.height, element.scrollHeight)].map((side) => Math.ceil(side) + 2 * MARGIN);
  const moved = ({ x, y, width: wide, height: high }) =>
    ({ x: x - box.x + element.scrollLeft + MARGIN, y: y - box.y + element.scrollTop + MARGIN, width: wide, height: high });
  const page = getComputedStyle(document.documentElement).getPropertyValue("background-color");
  const ground = isSeen(page) ? page : getComputedStyle(document.body).backgroundColor;
  const shapes = shapesOf(element, moved);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return svg("svg", size, patternsOf(shapes), svg("rect", { width: "100%", height: "100%", fill: ground }), shapes);
};

const asPng = (drawn, text) => new Promise((done, fail) => {
  const image = new Image();
  image.onload = () => {
    const sheet = el("canvas", { width: SCALE * drawn.getAttribute("width"), height: SCALE * drawn.getAttribute("height") });
    sheet.getContext("2d").drawImage(image, 0, 0, sheet.width, sheet.height);
    sheet.toBlob(done, "image/png");
  };
  image.onerror = fail;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
});

// Buttons with the data "picture" (a selector, and the name of the file) and "form" save what they name.
document.addEventListener("click", async ({ target }) => {
  const asked = target.closest?.("button[data-picture]");
  const element = asked && document.querySelector(asked.dataset.picture);
  if (!element) return;
  const drawn = pictureOf(element);
  const text = inRgb(new XMLSerializer().serializeToString(drawn));
  const { name, form } = asked.dataset;
  if (form === "svg") download(`${name}.svg`, text, "image/svg+xml");
  else download(`${name}.png`, await asPng(drawn, text), "image/png");
});
