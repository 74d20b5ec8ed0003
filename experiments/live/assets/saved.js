"use strict";
// A saved page: shows what it holds.
(() => {
  const held = JSON.parse(document.getElementById("saved").textContent);
  if (held) anaphora.showAnswer(held.answer, held.state);
})();
