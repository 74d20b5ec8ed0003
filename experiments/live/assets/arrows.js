"use strict";
// Arrows over the text, from a pronoun to the phrases that were answered.
(() => {
  const { svg } = anaphora;
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

  Object.assign(anaphora, { arrows });
})();
