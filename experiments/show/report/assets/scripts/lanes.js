"use strict";
// What is drawn below the words: chains of the key, and one lane for the key and for each resolver. Everything is drawn
// word by word, so that phrases may cross.
(() => {
  const { GLYPHS, el, spanOf, wordsOf } = anaphora;
  const LEVELS = 3; // chain lines below one word

  const badge = (letter, hue) => el("sub", { class: `badge${hue ? ` hue-${hue}` : ""}`, "aria-hidden": "true" }, letter);

  // The line of each span, near the word for the short ones, so that no two meet.
  const levelsOf = (spans) => {
    const taken = [];
    return new Map([...spans].sort((one, other) => one[1] - one[0] - (other[1] - other[0])).map((span) => {
      const free = (level) => {
        for (let token = span[0]; token < span[1]; token += 1) if (taken[token]?.[level]) return false;
        return true;
      };
      let level = 0;
      while (level < LEVELS - 1 && !free(level)) level += 1;
      for (let token = span[0]; token < span[1]; token += 1) (taken[token] ??= [])[level] = true;
      return [span, level];
    }));
  };

  // Lines and letters of all chains, with a glyph behind the letter where a mention has one; `colour` paints them for the
  // chain that is looked at.
  const chainMarks = (words, { chains }) => {
    const levels = levelsOf(chains.flatMap(({ spans }) => spans));
    const marks = chains.map(({ letter, spans, glyphs = [] }) => spans.flatMap((span, place) => {
      const made = [];
      for (let token = span[0]; token < span[1]; token += 1) {
        const line = el("i", { class: `line level-${levels.get(span)}`, "aria-hidden": "true" });
        if (token === span[1] - 1) line.classList.add("last");
        words[token].append(line);
        made.push(line);
      }
      const name = badge(`${letter}${glyphs[place] ?? ""}`);
      words[span[1] - 1].querySelector(".w").append(name);
      return [...made, name];
    }));
    let now = chains.map(() => 0);
    const colour = (hues) => {
      hues.forEach((hue, place) => {
        if (hue === now[place]) return;
        for (const mark of marks[place]) {
          mark.classList.remove(`hue-${now[place]}`);
          if (hue) mark.classList.add(`hue-${hue}`);
        }
      });
      now = hues;
    };
    return { colour, hueOf: (place) => now[place] };
  };

  // The lanes of one anaphor: number, name, look, and the span of the answer (null: none).
  const lanesOf = (held, index, { key, numbers }) => {
    const text = held.textOf(index);
    const anaphor = held.data.anaphors[index];
    const own = held.withKey && key ? [{ number: 0, name: "key", look: "key", glyph: "", span: anaphor.key.at(-1) ?? null }] : [];
    return [...own, ...numbers.map((number) => {
      const { pick, verdict, stage, before } = held.of(index, number);
      const look = verdict ? verdict.replace(" ", "-") : pick === null ? "no-answer" : "open";
      const span = pick === null ? null : spanOf(text, pick);
      const glyph = verdict ? GLYPHS[verdict] : pick === null ? "–" : "";
      return { number: number + 1, resolver: number, name: held.data.resolvers[number].name, look, glyph, span, pick, verdict, stage, redecided: Boolean(before) };
    })];
  };

  // Paints and takes away lanes. `letterOf(span)` is the letter of a span's chain, or "".
  const painter = (words, letterOf) => {
    let made = [];
    const touched = new Set();
    const bar = (span, lane, level, tag, room) => {
      for (let token = span[0]; token < span[1]; token += 1) {
        const last = token === span[1] - 1;
        const piece = el("i", { class: `lane ${lane.look}${last ? " last" : ""}`, "aria-hidden": "true" }, last ? el("b", {}, tag) : null);
        piece.style.setProperty("--level", level);
        words[token].append(piece);
        made.push(piece);
        touched.add(words[token]);
        words[token].classList.add("laned");
        if (last) words[token].classList.add(room);
        words[token].style.setProperty("--lanes", Math.max(level + 1, Number(words[token].style.getPropertyValue("--lanes"))));
      }
    };
    return {
      clear: () => {
        for (const piece of made) piece.remove();
        for (const element of touched) {
          element.classList.remove("laned", "answered", "tagged");
          element.style.removeProperty("--lanes");
        }
        made = [];
        touched.clear();
      },
      // All lanes of an anaphor; its antecedents too where it is the one that is looked at.
      paint: (anaphor, lanes, focused) => lanes.forEach((lane, level) => {
        const letter = lane.span ? letterOf(lane.span) : "";
        const label = lane.number || "k";
        bar(anaphor.span, lane, level, `${label}${letter}${lane.glyph}`, "tagged");
        if (focused && lane.span) bar(lane.span, lane, level, `${label}${lane.glyph}`, "answered");
      }),
    };
  };

  // What assistive technology says of an anaphor.
  const saidOf = (held, index, lanes) => {
    const text = held.textOf(index);
    const answers = lanes.map((lane) => {
      const words = lane.span ? wordsOf(text, ...lane.span) : "no answer";
      return `${lane.name}: ${words}${lane.span && lane.verdict ? `, ${lane.verdict}` : ""}`;
    });
    return `${wordsOf(text, ...held.data.anaphors[index].span)}, anaphor ${index + 1} of ${held.data.anaphors.length}; ${answers.join("; ")}`;
  };

  Object.assign(anaphora, { badge, chainMarks, lanesOf, painter, saidOf });
})();
