"use strict";
// Anaphors as comma-separated values, as RFC 4180 has them. Nothing here touches the page.
(() => {
  const { mentionOf, wordsOf, sentenceBounds } = anaphora;

  // A cell that a spreadsheet would take for a formula gets an apostrophe before it.
  const cell = (value) => {
    const text = String(value ?? "");
    const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== "number" ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const csv = (rows) => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

  const HEAD = [
    "number", "document", "start", "end", "pronoun", "sentence", "key antecedent", "nearest that is no pronoun",
    "distance", "candidates", "after agreement", "lost before the resolvers",
  ];
  const rowsOf = (held, indices) => [
    [...HEAD, ...held.data.resolvers.flatMap(({ name }) => [name, `${name}: verdict`, `${name}: stage`])],
    ...indices.map((index) => {
      const anaphor = held.data.anaphors[index];
      const text = held.textOf(index);
      const { key, nominal } = held.keyWords(index);
      const counts = held.known(index) ? [held.before(index), held.after(index)] : ["", ""];
      return [
        index + 1, text.id, ...anaphor.span, held.form(index), wordsOf(text, ...sentenceBounds(text, held.sentence(index))),
        key, nominal, anaphor.distance, ...counts, anaphor.loss,
        ...held.data.resolvers.flatMap((_, number) => {
          const { pick, verdict, stage } = held.of(index, number);
          return [pick === null ? "" : mentionOf(text, pick), verdict, stage];
        }),
      ];
    }),
  ];

  Object.assign(anaphora, { csv, csvRows: rowsOf });
})();
