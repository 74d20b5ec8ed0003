"use strict";
// A decision in one or two sentences, from what decide.js finds. Nothing here touches the page.
(() => {
  const { against, contributions, decide, flips, isAdditive, mentionOf, numberOf, plain } = anaphora;
  const LONG = 60; // characters of a phrase that a sentence quotes
  const STAGES = {
    filtered: "the filter took the pronoun for pleonastic",
    anaphor_missed: "the pronoun was not recognised",
    out_of_window: "the right antecedents are before the search window",
    np_missing: "the right antecedents were not detected as noun phrases",
    np_boundary: "the noun phrase was detected with other boundaries",
    containment: "the phrase contains the pronoun",
    agreement: "agreement removed it",
  };

  const number = (value) => String(Math.round(value * 1000) / 1000).replace("-", "−");
  const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));
  const listed = (items) =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const quoted = (data, anaphor, mention) => {
    const words = mentionOf(data.documents[anaphor.document], mention);
    const number = numberOf(data, anaphor.document, mention);
    const subscript = number ? Array.from(String(number), (digit) => String.fromCharCode(0x2080 + Number(digit))) : [];
    return `“${words.length > LONG ? `${words.slice(0, LONG).trimEnd()} …` : words}${subscript.join("")}”`;
  };

  // `right` are the mentions that would be right answers, or undefined where nobody knows.
  const sentence = (data, index, resolverNumber, weights, right) => {
    const resolver = data.resolvers[resolverNumber];
    const anaphor = data.anaphors[index];
    const made = decide(data, index, resolverNumber, weights);
    const { steps = [], trail } = anaphor.answers[resolverNumber];
    const context = { data, anaphor, resolver, made, right, steps: trail ? [] : steps }; // a trail is drawn
    return (isAdditive(resolver) && made.held ? weighed(context) : chosen(context)).filter(Boolean).join(" ");
  };

  const scored = ({ data, anaphor, made }, row) => {
    const name = quoted(data, anaphor, made.pool[row]);
    return made.totals ? `${name} (${number(made.totals[row])})` : name;
  };

  const weighed = (context) => {
    const { resolver, made, right } = context;
    if (made.row < 0) return [`${resolver.name} had no candidate to choose from.`, unreachable(context)];
    if (made.pool.length === 1) return [`${resolver.name} had one candidate, ${scored(context, 0)}.`, ofOne(context)];
    const { rows, won, rival } = against(made, right);
    if (right && !rows.length) return [`${resolver.name} chose ${scored(context, made.row)}.`, unreachable(context)];
    if (rival < 0) return [`${resolver.name} chose ${scored(context, made.row)}; every candidate is right.`];
    const over = right ? (won ? "the best wrong candidate " : "the key antecedent ") : "";
    const verdict = right && won ? ", which is right," : "";
    return [
      `${resolver.name} chose ${scored(context, made.row)}${verdict} over ${over}${scored(context, rival)}.`,
      reasons(context, rival),
      right ? remedy(context, rows, won) : "",
    ];
  };

  const ofOne = ({ made, right, ...context }) => {
    if (!right) return "";
    return right.includes(made.pick) ? "It is right." : unreachable({ made, right, ...context });
  };

  const reasons = ({ resolver, made }, rival) => {
    const parts = contributions(made.held, made.row, rival);
    const words = (entry) => `${plain(resolver.indicators[entry.indicator])} ${signed(entry.value)}`;
    const ahead = parts.filter((entry) => entry.value > 0).map(words);
    const behind = parts.filter((entry) => entry.value < 0).map(words);
    if (made.held.totals[made.row] === made.held.totals[rival]) {
      return `The totals are equal; the tie went to ${tieWinner(made.rule)}.`;
    }
    if (!behind.length) return `${capital(listed(ahead))} supported it, and nothing counted against it.`;
    return `${capital(listed(ahead))} outweighed ${listed(behind)}.`;
  };
  const tieWinner = (rule) =>
    rule === "tie: most recent" ? "the most recent candidate" : `the higher vote of ${rule.replace("tie: ", "")}`;

  const remedy = ({ resolver, made }, rows, won) => {
    const { sets, complete } = flips(made.held, rows);
    if (!sets.length && !complete) return "";
    const outcome = won ? "make it wrong" : "give the right answer";
    if (!sets.length) {
      return won ? "No choice of indicators makes it wrong." : "No choice of indicators gives the right answer.";
    }
    const names = listed(sets[0].map((k) => plain(resolver.indicators[k])));
    const others = sets.length > 1 ? `; so would ${sets.length - 1} other choice${sets.length > 2 ? "s" : ""}` : "";
    const alone = sets[0].length === 1 ? " alone" : " together";
    return `Switching off ${names}${alone} would ${outcome}${others}.`;
  };

  // Why no right answer was possible, or that one was.
  const unreachable = ({ data, anaphor, made, right }) => {
    if (!right) return "";
    const within = right.find((mention) => made.pool.includes(mention));
    if (within !== undefined) return `The right antecedent ${quoted(data, anaphor, within)} was among the candidates.`;
    const removed = anaphor.removed.find(([mention]) => right.includes(mention));
    if (removed) {
      return `The right antecedent ${quoted(data, anaphor, removed[0])} was removed: ${data.reasons[removed[1]]}.`;
    }
    if (anaphor.loss) return `No right antecedent could be chosen: ${STAGES[anaphor.loss] ?? plain(anaphor.loss)}.`;
    return right.length ? "The resolver's syntactic filter removed the right antecedent." : "";
  };

  // Resolvers that do not vote: what they chose, by which rule, and how they came to it.
  const chosen = (context) => {
    const { data, anaphor, resolver, made, right } = context;
    const rule = made.rule ? `: ${made.rule}` : "";
    const steps = context.steps.length ? `${capital(context.steps.join("; "))}.` : "";
    if (made.pick === null) return [`${resolver.name} gave no answer${rule}.`, steps, right ? unreachable(context) : ""];
    const answer = made.row < 0 ? quoted(data, anaphor, made.pick) : scored(context, made.row);
    return [`${resolver.name} chose ${answer}${rule}.`, steps, judged(context)];
  };
  const judged = (context) => {
    const { made, right } = context;
    if (!right) return "";
    if (right.includes(made.pick)) return "That is right.";
    const { rows } = against(made, right);
    if (!rows.length) return `That is wrong. ${unreachable(context)}`.trim();
    return `That is wrong; the key antecedent is ${scored(context, rows.at(-1))}.`;
  };

  Object.assign(anaphora, { sentence, signed, number, quoted });
})();
