"use strict";
globalThis.anaphora ??= {};
// Elements of a page. Text only ever becomes text nodes, so that nothing which a corpus says is read as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  const filled = (made, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  };
  const el = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
  const svg = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

  // A button that does something; `attributes` may hold what assistive technology is to say.
  const button = (label, act, attributes = {}) => {
    const made = el("button", { type: "button", ...attributes }, label);
    made.addEventListener("click", act);
    return made;
  };

  // Whether the screen is as narrow as the styles take it to be.
  const isNarrow = () => matchMedia("(max-width: 50rem)").matches;

  // Call `act` once before the next frame, however often it was asked for.
  const throttled = (act) => {
    let waiting = false;
    return () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        act();
      });
    };
  };

  // What styles leave until the page was drawn once, because it is slow.
  if (globalThis.document) requestAnimationFrame(() => setTimeout(() => document.documentElement.classList.add("drawn")));

  Object.assign(anaphora, { el, svg, button, isNarrow, throttled });
})();
