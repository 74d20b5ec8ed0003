"use strict";
// One arc for each system in the margin of the text, from the line of the anaphor to the line of its answer.
(() => {
  const { svg } = anaphora;
  const STEP = 11; // between the arcs of two lanes
  const LEAST = 9; // height of an arc within one line

  // `lanes` as in lanes.js; `y(token)` is the middle of a token's line below the top of `layer`.
  const arcs = (layer, lanes, anaphor, y, width, height) => {
    const own = y(anaphor.span[0]);
    const drawn = lanes.filter((lane) => lane.span).map((lane, place) => {
      const there = y(lane.span[1] - 1);
      const same = Math.abs(there - own) < LEAST;
      const [from, to] = same ? [own + LEAST / 2, own - LEAST / 2] : [own, there];
      const depth = Math.max(4, width - 8 - place * STEP);
      const [edge, left] = [width, width - depth];
      const bend = Math.min(14, Math.abs(to - from) / 2);
      const way = Math.sign(to - from) || 1;
      const path = `M${edge} ${from}H${left + bend}Q${left} ${from} ${left} ${from + way * bend}V${to - way * bend}Q${left} ${to} ${left + bend} ${to}H${edge}`;
      return svg(
        "g",
        { class: `arc ${lane.look}` },
        svg("path", { d: path }),
        svg("circle", { cx: edge - 3, cy: to, r: 3 }),
        svg("text", { x: left + 3, y: (from + to) / 2 + 3 + (same ? 0 : place * 10) }, String(lane.number || "k")),
      );
    });
    layer.setAttribute("width", width);
    layer.setAttribute("height", height);
    layer.replaceChildren(...drawn);
  };

  Object.assign(anaphora, { arcs });
})();
