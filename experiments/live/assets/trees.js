"use strict";
// The dependency tree of a sentence as arcs over its words.
(() => {
  const { el, svg } = anaphora;
  const STEP = 19; // from one height of arcs to the next
  const GAP = 20; // between words
  const FOOT = 40; // room for words and tags
  let canvas = null;

  const widthOf = (text) => {
    canvas ??= el("canvas").getContext("2d");
    canvas.font = "13px system-ui, sans-serif";
    return canvas.measureText(text).width;
  };

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

  const arcFrom = (head, place) => ({ head, place, from: Math.min(head, place), to: Math.max(head, place), height: 0 });

  // `words`, `tags` and `relations` of the sentence; `heads` are places in it, of the root its own.
  const tree = (words, tags, relations, heads) => {
    const widest = (word, place) => Math.max(widthOf(word), widthOf(tags[place]) * .85, widthOf(relations[place]) * .8);
    const widths = words.map((word, place) => widest(word, place) + GAP);
    const centres = [];
    widths.reduce((x, width) => {
      centres.push(x + width / 2);
      return x + width;
    }, 0);
    const total = widths.reduce((sum, width) => sum + width, 0);
    const arcs = heights(heads.map(arcFrom).filter(({ head, place }) => head !== place));
    const top = 14 + STEP * Math.max(1, ...arcs.map((arc) => arc.height));
    const root = heads.findIndex((head, place) => head === place);
    const foot = top + 4;
    const drawn = arcs.map((arc) => arcOf(arc, centres, relations[arc.place], top, foot));
    const labels = words.map((word, place) => svg(
      "g", {},
      svg("text", { class: "word", x: centres[place], y: foot + 16 }, word),
      svg("text", { class: "tag", x: centres[place], y: foot + 32 }, tags[place]),
    ));
    const mark = root < 0 ? null : rootMark(centres[root], foot);
    const [width, height] = [Math.ceil(total), foot + FOOT];
    const said = `Dependency tree of: ${words.join(" ")}`;
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    return svg("svg", { class: "tree", role: "img", "aria-label": said, ...size }, mark, drawn, labels);
  };

  const rootMark = (x, foot) =>
    svg("g", { class: "root" }, svg("path", { d: `M${x} 4V${foot}` }), svg("text", { x: x + 4, y: 11 }, "root"));

  const arcOf = ({ head, place, height }, centres, relation, top, foot) => {
    const side = place > head ? 5 : -5; // arcs leave a head beside its middle
    const [begin, end] = [centres[head] + side, centres[place]];
    const y = top - STEP * height + 8;
    const [left, right] = [Math.min(begin, end), Math.max(begin, end)];
    return svg(
      "g", { class: "arc" },
      svg("path", { d: arcPath(left, right, y, foot) }),
      svg("path", { class: "tip", d: `M${end - 3.5} ${foot - 5}H${end + 3.5}L${end} ${foot + 1}Z` }),
      svg("text", { x: (left + right) / 2, y: y + 4 }, relation),
    );
  };

  Object.assign(anaphora, { tree, widthOf });
})();
