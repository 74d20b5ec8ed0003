"use strict";
// On paper what is folded is open, but for the tables of many small figures.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("figure details, details.sheet")) {
    details.open = !details.closest(".small");
  }
});
