// Back and Forward lead to where the reader was. Each jump makes an entry of the browser's history, which keeps what the
// page shows as the part of its address after "#", how far the page is scrolled, and what had the focus.
const PAUSE = 150; // milliseconds without scrolling before it is kept

// Where the window stands is told from the heading above it, because what stands further above may grow.
const standing = () => {
  const headings = [...document.querySelectorAll("h1, main :is(h2, h3)[id]")].filter((heading) => heading.offsetParent);
  const above = headings.findLast((heading) => heading.getBoundingClientRect().top < 1) ?? headings[0];
  return { under: above.id, top: above.getBoundingClientRect().top };
};
const stand = ({ under, top }) => {
  const heading = document.getElementById(under) ?? document.querySelector("h1");
  scrollBy(0, heading.getBoundingClientRect().top - top);
};

// `page` has `home`, the address where nothing is chosen, `address()`, `place()` (whatever else is to be kept),
// `put(address, place)`, which shows them again, and `open(hash)`, which follows a link to the page and says whether it
// asked for something. `note(kind)` is called when the page shows something else: acts of one kind in a row, such as
// typing, are one entry; without a kind each is one.
const visits = (page) => {
  let entry = { shown: "", kind: "", number: 0 };
  let [waiting, silent] = [0, false];
  const focused = new Map();
  const seen = () => ({ standing: standing(), place: page.place() });
  let before = seen(); // how the page stood when the reader last did something
  const keep = (where = seen()) => {
    clearTimeout(waiting);
    history.replaceState({ ...entry, ...where }, "");
  };
  const quietly = (act) => {
    silent = true;
    act();
    silent = false;
  };
  const note = (kind = "") => {
    const shown = page.address();
    if (silent || shown === entry.shown) return;
    const more = kind && kind === entry.kind;
    if (!more) {
      keep(before);
      focused.set(entry.number, document.activeElement);
    }
    entry = { shown, kind, number: entry.number + (more ? 0 : 1) };
    history[more ? "replaceState" : "pushState"]({ ...entry, ...seen() }, "", shown || page.home);
  };
  // A link that was followed within the page, or typed, or opened.
  const arrive = (number) => {
    let followed = false;
    quietly(() => { followed = page.open(location.hash); });
    entry = { shown: page.address(), kind: "", number };
    history.replaceState({ ...entry, ...seen() }, "", followed ? entry.shown || page.home : undefined);
  };
  const back = (state) => {
    entry = { shown: state.shown, kind: state.kind, number: state.number };
    quietly(() => page.put(state.shown, state.place));
    stand(state.standing);
    focused.get(state.number)?.focus({ preventScroll: true });
  };

  history.scrollRestoration = "manual";
  addEventListener("popstate", ({ state }) => {
    clearTimeout(waiting);
    if (state) back(state);
    else arrive(entry.number + 1);
  });
  addEventListener("scroll", () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, PAUSE);
  }, { passive: true });
  for (const act of ["click", "keydown", "input"]) document.addEventListener(act, () => { before = seen(); }, true);
  document.addEventListener("click", (event) => event.target.closest("a[href^='#']") && keep(), true);
  if (history.state) back(history.state);
  else arrive(0);
  return { note };
};
