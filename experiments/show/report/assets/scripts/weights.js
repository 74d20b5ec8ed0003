"use strict";
// One row for each indicator of a resolver: on or off, its weight as a slider and as a number, and the exact weights at
// which the answer to the shown anaphor changes.
(() => {
  const { breakpoints, button, el, number, plain, rounded, svg, swatch } = anaphora;
  const STEP = 0.25;
  let made = 0;

  // The ends of the sliders: the resolver's own weights stand inside with room on both sides.
  const boundsOf = (weights) => {
    const high = Math.max(4, ...weights.map((weight) => 2 * Math.ceil(Math.abs(weight))));
    return { low: -high / 2, high };
  };

  // `own` are the resolver's weights; `changed` is called after every change. The panel has `element`, `values()` (what
  // counts: 0 where switched off), `set(weights)` and `mark(held, name)`, which draws where the answer changes.
  const weightPanel = (look, own, changed) => {
    const state = own.map((value) => ({ value, on: true }));
    const bounds = boundsOf(own);
    made += 1;
    const rows = own.map((_, k) => rowOf(look, k, state[k], bounds, `weights-${made}-${k}`, changed));
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
    const element = el(
      "fieldset",
      { class: "weights" },
      el("legend", {}, "Weights of the indicators ", reset),
      el("div", { class: "weight-rows" }, rows.map((row) => row.element)),
    );
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
  const controls = (look, k, { low, high }, id) => {
    const name = plain(look.names[k]);
    const shared = { min: low, max: high, "aria-describedby": `${id}-points` };
    return {
      box: el("input", { type: "checkbox", id: `${id}-on` }),
      label: el("label", { for: `${id}-on` }, swatch(look, k), el("span", {}, name)),
      slider: el("input", { type: "range", step: STEP, list: `${id}-list`, "aria-label": `weight of ${name}`, ...shared }),
      exact: el("input", { type: "number", step: "any", "aria-label": `weight of ${name}, as a number`, ...shared }),
      points: el("span", { class: "points", id: `${id}-points` }),
      ticks: svg("svg", { class: "ticks", "aria-hidden": "true" }),
      list: el("datalist", { id: `${id}-list` }),
    };
  };

  const rowOf = (look, k, entry, bounds, id, changed) => {
    const { box, label, slider, exact, points, ticks, list } = controls(look, k, bounds, id);
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

  Object.assign(anaphora, { weightPanel });
})();
