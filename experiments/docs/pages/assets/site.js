// What scrolls sideways can be reached and scrolled with the keyboard.
addEventListener("load", () => {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .formula, .output")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
});
