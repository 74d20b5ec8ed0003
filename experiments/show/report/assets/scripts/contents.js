"use strict";
// The contents mark the section that is read, and keep its link in sight where they scroll.
(() => {
  const list = document.querySelector("nav ul");
  if (!list) return;
  const READ = 0.3; // of the window's height: a heading above it begins what is read
  const links = [...list.querySelectorAll("a[href^='#']")];
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));

  const mark = () => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const line = scrollTop && scrollTop + clientHeight >= scrollHeight - 2 ? clientHeight : READ * clientHeight;
    const now = links[Math.max(0, headings.findLastIndex((heading) => heading?.getBoundingClientRect().top <= line))];
    if (!now || now.hasAttribute("aria-current")) return;
    for (const link of links) link.removeAttribute("aria-current");
    now.setAttribute("aria-current", "true");
    list.scrollLeft = now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2;
  };
  const later = anaphora.throttled(mark);
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  later();
})();

// On paper what is folded is open, but for the tables of many small figures.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("figure details, details.sheet")) {
    details.open = !details.closest(".small");
  }
});
