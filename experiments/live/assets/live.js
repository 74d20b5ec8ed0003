"use strict";
// The form: asks the server, shows the answer, and shares it as a link or a page.
(() => {
  const { counted, download, el, fromHash, isNarrow, saved, showAnswer, shownNow, throttled, toHash } = anaphora;
  const GONE = "The server does not answer. Is 'anaphora serve' still running?";
  const at = (id) => document.getElementById(id);
  const boxes = () => [...document.querySelectorAll("#resolvers input")];
  const options = () => [...document.querySelectorAll("#options [name]")]; // named as the configuration names them

  const say = (message, bad = false) => {
    at("message").textContent = message;
    at("message").classList.toggle("bad", bad);
  };

  const question = () => ({
    text: at("text").value,
    resolvers: boxes().filter((box) => box.checked).map((box) => box.value),
    ...Object.fromEntries(options().map(({ name, type, value }) => [name, type === "number" ? Number(value) : value])),
  });

  const ask = async (asked) => {
    const response = await fetch("analyse", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const told = await response.json().catch(() => ({ error: `The server answered with ${response.status}.` }));
    if (!response.ok) throw Object.assign(new Error(told.error), { isBusy: response.status === 503 });
    return told;
  };

  // Ask and show; `state` says which pronoun, resolver and weights to begin with, and `isFirst` that nobody asked yet. A
  // question that comes meanwhile waits, and takes the place of one that waits already.
  const FIRST = "castle"; // the example that is at work when the page opens
  let isBusy = false;
  let waiting = null;
  const analyse = async (state = {}, isFirst = false) => {
    const asked = question();
    const lacks = !asked.text.trim() ? "Paste a text first, or choose an example." : asked.resolvers.length ? "" : "Tick at least one resolver.";
    if (lacks) {
      say(lacks, true);
      return;
    }
    say("Analysing …");
    waiting = { asked, state, isFirst };
    if (isBusy) return;
    isBusy = true;
    try {
      while (waiting) await next();
    } finally {
      isBusy = false;
    }
  };
  const next = async () => {
    const now = waiting;
    waiting = null;
    const answer = await ask(now.asked).catch(async (error) => {
      if (error.isBusy && now.isFirst) { // a slow machine is still loading
        await new Promise((done) => setTimeout(done, 1000));
        waiting ??= now;
      } else if (!waiting) {
        say(error instanceof TypeError ? GONE : error.message, true);
        at("result").hidden = true; // it answers another question
      }
    });
    if (answer && !waiting) present(answer, now);
  };
  const present = (answer, { state, isFirst }) => {
    showAnswer(answer, state, isFirst ? () => {} : keepLink);
    const found = answer.data.anaphors.length;
    const ready = isFirst ? "An example at work. Choose another, or paste a text." : `Done: ${counted(found, "pronoun")}.`;
    say(found ? ready : "The text has no pronoun to resolve.");
    if (!isFirst) at("message").scrollIntoView({ block: "start" });
  };

  const link = () => {
    const { answer: { question: asked }, state } = shownNow();
    return toHash({ question: asked, names: options().map(({ name }) => name), ...state });
  };
  const keepLink = throttled(() => history.replaceState(null, "", link()));

  const examples = async () => {
    const { examples: found } = await (await fetch("examples")).json();
    const select = at("example");
    const groups = new Map();
    found.forEach(({ title, group, phenomenon }, place) => {
      if (!groups.has(group)) groups.set(group, el("optgroup", { label: group }));
      groups.get(group).append(el("option", { value: place }, phenomenon ? `${title} (${phenomenon})` : title));
    });
    select.append(...groups.values());
    const take = (place, ...how) => {
      at("text").value = found[place].text;
      count();
      analyse(...how);
    };
    select.addEventListener("change", () => select.value && take(Number(select.value)));
    const first = found.findIndex(({ id }) => id === FIRST);
    if (first < 0 || at("text").value || fromHash(location.hash)) return;
    select.value = first;
    take(first, { index: 1, resolver: "hobbs" }, true);
  };
  const count = () => {
    const limit = at("text").maxLength;
    at("count").textContent = `${at("text").value.length.toLocaleString("en")} of ${limit.toLocaleString("en")} characters`;
  };

  // A link fills the form and asks; what it does not name stays as it is.
  const follow = () => {
    const state = fromHash(location.hash);
    if (!state) return;
    at("text").value = state.text;
    const known = boxes().filter((box) => state.resolvers.includes(box.value));
    if (known.length) for (const box of boxes()) box.checked = known.includes(box);
    for (const field of options()) {
      const before = field.value;
      field.value = state.option(field.name) ?? before;
      if (!field.value) field.value = before; // the link asks for what there is not
    }
    count();
    analyse(state);
  };

  const share = async () => {
    history.replaceState(null, "", link());
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied. It encodes the text, the resolvers, the pronoun and the weights.");
    } catch {
      say("The link is in the address bar.");
    }
  };
  const savePage = async () => {
    const now = shownNow();
    try {
      const shell = await (await fetch("saved")).text();
      download(`${now.answer.example?.id ?? "anaphora"}.html`, saved(shell, now), "text/html");
      say("Saved as one file. It needs no server and no network.");
    } catch {
      say(GONE, true);
    }
  };

  at("question").addEventListener("submit", (event) => {
    event.preventDefault();
    analyse();
  });
  at("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) analyse();
  });
  at("text").addEventListener("input", () => {
    at("example").value = "";
    count();
  });
  at("all").addEventListener("click", () => boxes().forEach((box) => { box.checked = true; }));
  at("none").addEventListener("click", () => boxes().forEach((box) => { box.checked = false; }));
  at("share").addEventListener("click", share);
  at("save-page").addEventListener("click", savePage);
  addEventListener("hashchange", follow);
  at("asked").open = !isNarrow();
  count();
  examples().catch(() => say("The examples could not be read; paste a text."));
  follow();
})();
