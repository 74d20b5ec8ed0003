"use strict";
// The theme button: as the system has it, light, dark. What was chosen is kept where the browser allows it.
(() => {
  const button = document.getElementById("theme");
  if (!button) return;
  const themes = ["system", "light", "dark"];
  const store = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null; // pages from files may not store anything
    }
  };
  const show = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
    button.dataset.theme = theme;
  };
  const kept = store((storage) => storage.getItem("anaphora-theme"));
  show(themes.includes(kept) ? kept : "system");
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = themes[(themes.indexOf(button.dataset.theme) + 1) % themes.length];
    show(next);
    store((storage) => storage.setItem("anaphora-theme", next));
  });
})();
