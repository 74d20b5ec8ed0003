"use strict";
// Contributions of indicators as stacked bars that part at zero: minus to the left, plus to the right. Each indicator
// has letters, a pattern and a hue, so that a bar reads without colour.
(() => {
  const { el, svg, plain, number, signed } = anaphora;
  const HUES = 6;
  const STYLES = [ // what is drawn over the ground of a pattern of 8 x 8
    null,
    "M0 8L8 0M-2 2L2 -2M6 10L10 6",
    "M0 0L8 8M-2 6L2 10M6 -2L10 2",
    "M0 2H8M0 6H8",
    "M2 0V8M6 0V8",
    "M1 3H3M5 7H7",
    "M0 4H8M4 0V8",
  ];
  const NARROW = 4; // per cent of the width; what is narrower has no room for letters
  let drawn = 0;

  // Two letters for each indicator: the initials of its words, or the beginning of its only word.
  const letters = (names) => {
    const taken = new Set();
    return names.map((name) => {
      const words = name.split("_").filter(Boolean);
      const first = words.length > 1 ? words[0][0] + words[1][0] : (words[0] ?? "?").slice(0, 2);
      let code = words.length > 1 ? first.toUpperCase() : first[0].toUpperCase() + first.slice(1);
      for (let next = 2; taken.has(code); next += 1) code = `${code[0].toUpperCase()}${next}`;
      taken.add(code);
      return code;
    });
  };

  // The looks of some indicators: `defs` holds their patterns and has to stand in the page.
  const looks = (names) => {
    drawn += 1;
    const id = `bars-${drawn}`;
    const codes = letters(names);
    const patterns = names.map((_, k) => {
      const line = STYLES[k % STYLES.length];
      return svg(
        "pattern",
        { id: `${id}-${k}`, width: 8, height: 8, patternUnits: "userSpaceOnUse", class: `hue-${(k % HUES) + 1}` },
        svg("rect", { class: "ground", width: 8, height: 8 }),
        line ? svg("path", { class: "weave", d: line }) : null,
      );
    });
    const defs = svg("svg", { class: "bar-patterns", "aria-hidden": "true" }, svg("defs", {}, patterns));
    return { names, codes, defs, fill: (k) => `url(#${id}-${k})`, hue: (k) => `hue-${(k % HUES) + 1}` };
  };

  const swatch = (look, k) =>
    svg(
      "svg",
      { class: `swatch ${look.hue(k)}`, "aria-hidden": "true" },
      svg("rect", { class: "piece", width: "100%", height: "100%", fill: look.fill(k) }),
      svg("text", { x: "50%", y: "50%", dy: ".35em" }, look.codes[k]),
    );

  // One scale for all bars of a table: from the lowest sum of minuses to the highest sum of pluses.
  const scaleOf = (rows) => {
    const sum = (row, sign) => row.reduce((total, value) => total + (value * sign > 0 ? value : 0), 0);
    const low = Math.min(0, ...rows.map((row) => sum(row, -1)));
    const high = Math.max(0, ...rows.map((row) => sum(row, 1)));
    const span = high - low || 1;
    return { low, high, at: (value) => ((value - low) / span) * 100, share: (value) => (Math.abs(value) / span) * 100 };
  };

  // The contributions of one candidate; `row` has a number for each indicator, that of `now` is marked.
  const bar = (look, row, scale, now = -1) => {
    const zero = scale.at(0);
    let [minus, plus] = [zero, zero];
    const pieces = [];
    row.forEach((value, k) => {
      if (!value) return;
      const width = scale.share(value);
      if (value < 0) minus -= width;
      const x = value < 0 ? minus : plus;
      if (value > 0) plus += width;
      const piece = { class: "piece", x: `${x}%`, width: `${width}%`, height: "100%", fill: look.fill(k) };
      const label = { x: `${x + width / 2}%`, y: "50%", dy: ".35em" };
      pieces.push(svg(
        "g",
        { class: k === now ? `${look.hue(k)} now` : look.hue(k) },
        svg("rect", piece, svg("title", {}, `${plain(look.names[k])} ${signed(value)}`)),
        width >= NARROW ? svg("text", label, look.codes[k]) : null,
      ));
    });
    const said = row
      .map((value, k) => (value ? `${plain(look.names[k])} ${signed(value)}` : ""))
      .filter(Boolean)
      .join(", ");
    const axis = svg("line", { class: "axis", x1: `${zero}%`, x2: `${zero}%`, y1: "-4", y2: "120%" });
    return svg("svg", { class: "bar", role: "img", "aria-label": said || "no contribution" }, pieces, axis);
  };

  // The ends and the zero of the scale, for the head of the column.
  const scaleMarks = (scale) => {
    const places = [[scale.low, "start"], [0, "middle"], [scale.high, "end"]];
    const shown = places.filter(([value, anchor]) => value || anchor === "middle");
    const anchored = (value, anchor) => (scale.at(value) < 5 ? "start" : scale.at(value) > 95 ? "end" : anchor);
    return svg(
      "svg",
      { class: "bar-scale", "aria-hidden": "true" },
      shown.map(([value, anchor]) =>
        svg("text", { x: `${scale.at(value)}%`, y: "1em", "text-anchor": anchored(value, anchor) }, number(value))),
    );
  };

  const legend = (look, used) =>
    el(
      "ul",
      { class: "bar-legend" },
      look.names.map((name, k) => (used(k) ? el("li", {}, swatch(look, k), ` ${plain(name)}`) : null)),
    );

  Object.assign(anaphora, { looks, swatch, scaleOf, bar, scaleMarks, legend });
})();
