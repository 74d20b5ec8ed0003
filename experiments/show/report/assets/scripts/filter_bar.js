"use strict";
// The filters above the table, the line that says what they let through, and buttons for sets that are often wanted.
(() => {
  const { button, filters } = anaphora;

  // `parts`: the form, the line and the place for the buttons; `best` are resolvers whose own successes have a set;
  // `asked(want, kind)` is called when the reader wants another filter.
  const filterBar = ({ form, line, sets }, held, best, asked) => {
    const read = () => Object.fromEntries(filters.NAMES.map((name) => [name, form.elements[name].value]));
    let marks = [];
    let shown = filters.nothing();
    const same = (want) => filters.NAMES.every((name) => want[name] === shown[name]);
    const setButton = ({ words, want, size }) => {
      const made = button(`${words} (${size})`, () => asked(same(want) ? filters.nothing() : want));
      marks.push(() => made.setAttribute("aria-pressed", String(same(want))));
      return made;
    };
    const weighed = () => held.data.resolvers.filter((_, number) => held.weighed(number)).map(({ name }) => name);

    form.addEventListener("input", ({ target }) => asked(read(), target.name === "text" ? "text" : ""));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      asked(filters.nothing());
    });
    return {
      // Shows a filter; what comes back is the part of it that the page has a choice for.
      show: (want) => {
        for (const name of filters.NAMES) form.elements[name].value = want[name];
        shown = read();
        for (const mark of marks) mark();
        return shown;
      },
      say: (count) => {
        const [words, names] = [filters.inWords(held, shown), weighed().join(", ")];
        line.textContent = `${count} of ${held.data.anaphors.length} anaphors shown${words ? `: ${words}` : ""}`
          + (names ? ` (with changed weights of ${names}, in-sample)` : "");
      },
      // Sets have other sizes after weights were changed.
      count: () => {
        marks = [];
        sets.replaceChildren(...filters.quickSets(held, best).map(setButton));
        for (const mark of marks) mark();
      },
    };
  };

  Object.assign(anaphora, { filterBar });
})();
