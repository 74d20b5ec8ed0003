"use strict";
// What a reader may choose above the text, and what its lines mean.
(() => {
  const { el, isNarrow } = anaphora;

  const lineLegend = (withKey) => {
    const entry = (look, words) => el("li", {}, el("i", { class: `swatch lane ${look}`, "aria-hidden": "true" }), words);
    const entries = withKey
      ? [entry("key", "key"), entry("right", "right ✓"), entry("wrong", "wrong ✗"), entry("no-answer", "no answer –"),
        el("li", {}, el("b", {}, "2B✓"), "resolver 2 answers a mention of chain B")]
      : [entry("open", "answer"), entry("no-answer", "no answer –")];
    return el("ul", { class: "line-legend", "aria-label": "lines of the lanes" }, entries);
  };

  // The choices above the text. They write into `state` and call `redraw`.
  const controlsOf = (held, state, { redraw, turn }) => {
    const { data } = held;
    const documents = el("select", { name: "reading-document" }, data.documents.map(({ id }, place) => el("option", { value: place }, id)));
    documents.addEventListener("change", () => turn(Number(documents.value)));
    const box = (label, checked, act) => {
      const input = el("input", { type: "checkbox", checked });
      input.addEventListener("change", () => {
        act(input.checked);
        redraw();
      });
      return el("label", {}, input, ` ${label}`);
    };
    const lane = ({ name }, place) => box(`${place + 1} ${name}`, state.numbers.includes(place), (on) => {
      state.numbers = [...data.resolvers.keys()].filter((other) => (other === place ? on : state.numbers.includes(other)));
    });
    const radios = (name, choices) => choices.map(([value, label]) => {
      const input = el("input", { type: "radio", name, value, checked: value === state[name] });
      input.addEventListener("change", () => {
        state[name] = value;
        redraw();
      });
      return el("label", {}, input, ` ${label}`);
    });
    const options = data.resolvers.map(({ name }, place) => el("option", { value: place, selected: place === state.resolver }, name));
    const chainsOf = el("select", { "aria-label": "resolver whose chains are shown" }, options);
    chainsOf.addEventListener("change", () => {
      state.resolver = Number(chainsOf.value);
      redraw();
    });
    const group = (look, legend, ...content) => el("fieldset", { class: look }, el("legend", {}, legend), ...content);
    const form = el(
      "form",
      { class: "reading-controls", "aria-label": "What the text shows" },
      data.documents.length > 1 ? el("label", { class: "chooser" }, "Document ", documents) : null,
      group("of-text", "Lanes", held.withKey ? box("key", true, (on) => { state.key = on; }) : null, data.resolvers.map(lane)),
      group("of-text", "Show", radios("show", [["focused", "chosen anaphor"], ["disagreements", "disagreements"], ["all", "all"]])),
      group("", "View", radios("view", [["text", "text"], ["chains", "chains of"]]), chainsOf),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    const element = el("details", { class: "folding", open: !isNarrow() }, el("summary", {}, "What the text shows"), form);
    return { element, document: (place) => { documents.value = place; } };
  };

  Object.assign(anaphora, { lineLegend, readingControls: controlsOf });
})();
