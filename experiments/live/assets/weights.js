// The indicators of a resolver. Their contributions are stacked bars that part at zero: minus to the left, plus to the
// right; each has letters, a pattern and a hue, so that a bar reads without colour. Their weights can be moved.
const hueOf = (place) => `hue-${(place % 6) + 1}`;
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
let panels = 0;

// Two letters for each indicator: the initials of its words, or the beginning of its only word.
const codesOf = (names) => {
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
  panels += 1;
  const id = `bars-${panels}`;
  const codes = codesOf(names);
  const patterns = names.map((_, k) => {
    const line = STYLES[k % STYLES.length];
    const attributes = { id: `${id}-${k}`, width: 8, height: 8, patternUnits: "userSpaceOnUse", class: hueOf(k) };
    return svg("pattern", attributes, svg("rect", { class: "ground", width: 8, height: 8 }), line && svg("path", { class: "weave", d: line }));
  });
  const defs = svg("svg", { class: "bar-patterns", "aria-hidden": "true" }, svg("defs", {}, patterns));
  return { names, codes, defs, fill: (k) => `url(#${id}-${k})`, hue: hueOf };
};

const swatch = (look, k) => svg("svg", { class: `swatch ${look.hue(k)}`, "aria-hidden": "true" },
  svg("rect", { class: "piece", width: "100%", height: "100%", fill: look.fill(k) }),
  svg("text", { x: "50%", y: "50%", dy: ".35em" }, look.codes[k]));

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
  const [pieces, inWords] = [[], []];
  row.forEach((value, k) => {
    if (!value) return;
    const width = scale.share(value);
    if (value < 0) minus -= width;
    const x = value < 0 ? minus : plus;
    if (value > 0) plus += width;
    const piece = { class: "piece", x: `${x}%`, width: `${width}%`, height: "100%", fill: look.fill(k) };
    const label = { x: `${x + width / 2}%`, y: "50%", dy: ".35em" };
    const words = `${plain(look.names[k])} ${signed(value)}`;
    inWords.push(words);
    pieces.push(svg("g", { class: classes(look.hue(k), k === now && "now") }, svg("rect", piece, svg("title", {}, words)),
      width >= NARROW ? svg("text", label, look.codes[k]) : null));
  });
  const axis = svg("line", { class: "axis", x1: `${zero}%`, x2: `${zero}%`, y1: "-4", y2: "120%" });
  return svg("svg", { class: "bar", role: "img", "aria-label": inWords.join(", ") || "no contribution" }, pieces, axis);
};

// The ends and the zero of the scale, for the head of the column.
const scaleMarks = (scale) => {
  const places = [[scale.low, "start"], [0, "middle"], [scale.high, "end"]];
  const shown = places.filter(([value, anchor]) => value || anchor === "middle");
  const anchored = (value, anchor) => (scale.at(value) < 5 ? "start" : scale.at(value) > 95 ? "end" : anchor);
  return svg("svg", { class: "bar-scale", "aria-hidden": "true" }, shown.map(([value, anchor]) =>
    svg("text", { x: `${scale.at(value)}%`, y: "1em", "text-anchor": anchored(value, anchor) }, number(value))));
};

const barLegend = (look, used) => el("ul", { class: "bar-legend" },
  look.names.map((name, k) => (used(k) ? el("li", {}, swatch(look, k), ` ${plain(name)}`) : null)));

// One row for each indicator of a resolver: on or off, its weight as a slider and as a number, and the exact weights at
// which the answer to the shown anaphor changes.

// The ends of the sliders: the resolver's own weights stand inside with room on both sides.
const rangeOf = (weights) => {
  const high = Math.max(4, ...weights.map((weight) => 2 * Math.ceil(Math.abs(weight))));
  return { low: -high / 2, high };
};

// `own` are the resolver's weights; `changed` is called after every change. The panel has `element`, `values()` (what
// counts: 0 where switched off), `set(weights)` and `mark(held, name)`, which draws where the answer changes.
const weightPanel = (look, own, changed) => {
  const state = own.map((value) => ({ value, on: true }));
  const bounds = rangeOf(own);
  panels += 1;
  const id = `weights-${panels}`;
  const rows = own.map((_, k) => weightRow(look, k, state[k], bounds, `${id}-${k}`, changed));
  const show = () => rows.forEach((row) => row.show());
  const set = (weights) => {
    weights.forEach((value, k) => {
      const off = value === 0 && own[k] !== 0;
      Object.assign(state[k], { value: off ? own[k] : value, on: !off });
    });
    show();
  };
  const reset = button("Reset", () => {
    set(own);
    changed();
  }, { class: "reset" });
  const element = el("fieldset", { class: "weights" }, el("legend", {}, "Weights of the indicators ", reset),
    el("div", { class: "weight-rows" }, rows.map((row) => row.element)));
  show();
  return {
    element,
    set,
    values: () => state.map((entry) => (entry.on ? entry.value : 0)),
    mark: (held, nameOf) => rows.forEach((row, k) => {
      row.mark(held ? breakpoints(held, k, bounds.low, bounds.high) : [], nameOf);
    }),
  };
};

// The controls of one indicator: on or off, the slider, the number, and room for the marks below the slider.
const weightControls = (look, k, { low, high }, id) => {
  const name = plain(look.names[k]);
  const shared = { min: low, max: high, "aria-describedby": `${id}-points` };
  return {
    box: el("input", { type: "checkbox", id: `${id}-on` }),
    label: el("label", { for: `${id}-on` }, swatch(look, k), el("span", {}, name)),
    slider: el("input", { type: "range", step: 0.25, list: `${id}-list`, "aria-label": `weight of ${name}`, ...shared }),
    exact: el("input", { type: "number", step: "any", "aria-label": `weight of ${name}, as a number`, ...shared }),
    points: el("span", { class: "points", id: `${id}-points` }),
    ticks: svg("svg", { class: "ticks", "aria-hidden": "true" }),
    list: el("datalist", { id: `${id}-list` }),
  };
};

const weightRow = (look, k, entry, bounds, id, changed) => {
  const { box, label, slider, exact, points, ticks, list } = weightControls(look, k, bounds, id);
  const show = () => {
    box.checked = entry.on;
    slider.disabled = exact.disabled = !entry.on;
    slider.value = exact.value = entry.value;
  };
  const take = (input, other) => {
    const value = rounded(Number(input.value)) / 64;
    if (input.value === "" || !Number.isFinite(value)) return;
    other.value = entry.value = Math.min(bounds.high, Math.max(bounds.low, value));
    changed();
  };
  box.addEventListener("change", () => {
    entry.on = box.checked;
    show();
    changed();
  });
  slider.addEventListener("input", () => take(slider, exact));
  exact.addEventListener("input", () => take(exact, slider));
  exact.addEventListener("change", show);
  const element = el("div", { class: "weight" }, box, label, el("div", { class: "track" }, slider, ticks, list), exact, points);
  const mark = (found, nameOf) => {
    ticks.replaceChildren(...found.map((point) => tick(point, bounds, nameOf)));
    list.replaceChildren(...found.map((point) => el("option", { value: point.at })));
    const places = found.map((point) => number(point.at)).join(", ");
    points.textContent = places ? `changes at ${places}` : `changes nothing from ${number(bounds.low)} to ${number(bounds.high)}`;
  };
  return { element, show, mark };
};

const tick = (point, { low, high }, nameOf) => {
  const x = `${((point.at - low) / (high - low)) * 100}%`;
  const title = `${number(point.at)}: below ${nameOf(point.before)}, at it ${nameOf(point.on)}, above ${nameOf(point.after)}`;
  return svg("line", { x1: x, x2: x, y1: 0, y2: "100%" }, svg("title", {}, title));
};
