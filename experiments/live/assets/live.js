// The form of the live page: it asks the server, shows the answer, and shares it as a link or a page.
// The tab "Score" sends two boxes instead.
// The state in the hash: the text, what was asked with which options (`names`), the chosen pronoun, resolver and step,
// whose arrows are drawn, whether the answers are hidden, and changed weights.
const toHash = ({ question, names, index, resolver, weights, step, arrows, quiz }) => {
  const parts = new URLSearchParams({ text: question.text });
  for (const name of question.resolvers) parts.append("resolver", name);
  for (const name of names) if (question[name] !== null) parts.set(name, question[name]);
  parts.set("pronoun", index + 1);
  parts.set("why", resolver);
  if (step !== null) parts.set("step", step + 1);
  if (arrows) parts.set("arrows", arrows);
  if (quiz.on) parts.set("quiz", "on");
  for (const [name, values] of Object.entries(weights)) parts.append("weights", `${name}:${values.join(",")}`);
  return `#${parts}`;
};
const fromHash = (hash) => {
  const parts = new URLSearchParams(hash.slice(1));
  if (!parts.get("text")) return null;
  const weights = parts.getAll("weights").map((entry) => {
    const colon = entry.lastIndexOf(":");
    return [entry.slice(0, colon), entry.slice(colon + 1).split(",").map(Number)];
  });
  return {
    text: parts.get("text"),
    resolvers: parts.getAll("resolver"),
    option: (name) => parts.get(name),
    index: Math.max(1, Number.parseInt(parts.get("pronoun"), 10) || 1) - 1,
    resolver: parts.get("why"),
    step: parts.get("step") ? Math.max(1, Number.parseInt(parts.get("step"), 10) || 1) - 1 : null,
    arrows: parts.get("arrows") ?? "",
    quiz: { on: parts.get("quiz") === "on", given: [] },
    weights: Object.fromEntries(weights),
  };
};

// The page that the server has for answers without it, with this one in its element "saved".
const pageOf = (shell, now) => {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const json = JSON.stringify(now).replace(/[<>&\u2028\u2029]/g, escaped); // nothing in it can end the element
  return shell.replace(/(<script[^>]* id="saved">)null/, (_, start) => start + json);
};

const LOADING = "Loading: the first answer takes some seconds …";
const GONE = "The server does not answer. Is 'anaphora serve' still running?";
const boxes = () => [...document.querySelectorAll("#resolvers input")];
const options = () => [...document.querySelectorAll("#options [name]")]; // named as the configuration names them
const valueOf = ({ type, checked, value }) => type === "checkbox" ? checked : type === "number" ? Number(value) : value;
const isGiven = ({ type, value }) => type === "checkbox" || value !== "";

const say = (message, bad = false) => {
  $("message").textContent = message;
  $("message").classList.toggle("bad", bad);
};

const question = () => ({
  text: $("text").value,
  resolvers: boxes().filter((box) => box.checked).map((box) => box.value),
  ...Object.fromEntries(options().filter(isGiven).map((field) => [field.name, valueOf(field)])),
});

const ask = async (asked, where = "analyse") => {
  const response = await fetch(where, {
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
  say(isFirst ? LOADING : "Analysing …");
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
      $("result").hidden = true; // it answers another question
    }
  });
  if (!answer || waiting) return;
  if (now.isFirst && $("text").value !== now.asked.text) say(""); // the reader has begun another text
  else present(answer, now);
};
const present = (answer, { state, isFirst }) => {
  showAnswer(answer, state, isFirst ? () => {} : keepLink);
  const found = answer.data.anaphors.length;
  const ready = isFirst ? "An example at work. Choose another, or paste a text." : `Done: ${counted(found, "pronoun")}.`;
  say(found ? ready : "The text has no pronoun to resolve.");
  if (!isFirst) $("message").scrollIntoView({ block: "start" });
};

const link = () => {
  const { answer: { question: asked }, state } = shownNow();
  return toHash({ question: asked, names: options().map(({ name }) => name), ...state });
};
const keepLink = throttled(() => history.replaceState(null, "", link()));

const examples = async () => {
  const { examples: found } = await (await fetch("examples")).json();
  const select = $("example");
  const groups = new Map();
  found.forEach(({ title, group, phenomenon }, place) => {
    if (!groups.has(group)) groups.set(group, el("optgroup", { label: group }));
    groups.get(group).append(el("option", { value: place }, phenomenon ? `${title} (${phenomenon})` : title));
  });
  select.append(...groups.values());
  const take = (place, ...how) => {
    $("text").value = found[place].text;
    count();
    analyse(...how);
  };
  select.addEventListener("change", () => select.value && take(Number(select.value)));
  const first = found.findIndex(({ id }) => id === FIRST);
  if (first < 0 || $("text").value || fromHash(location.hash)) {
    if ($("message").textContent === LOADING) say("");
    return;
  }
  select.value = first;
  take(first, { index: 1, resolver: "hobbs" }, true);
};
const count = () => {
  const limit = $("text").maxLength;
  $("count").textContent = `${$("text").value.length.toLocaleString("en")} of ${limit.toLocaleString("en")} characters`;
};

// A link fills the form and asks; what it does not name stays as it is.
const follow = () => {
  const state = fromHash(location.hash);
  if (location.hash === "#score") openTab("score");
  if (!state) return;
  openTab("resolve");
  $("text").value = state.text;
  const known = boxes().filter((box) => state.resolvers.includes(box.value));
  if (known.length) for (const box of boxes()) box.checked = known.includes(box);
  for (const field of options()) {
    const [before, wanted] = [field.value, state.option(field.name)];
    if (wanted === null) continue;
    if (field.type === "checkbox") field.checked = wanted === "true";
    else field.value = wanted;
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
const savePage = async (now, name, tell = say) => {
  try {
    const shell = await (await fetch("saved")).text();
    download(`${name}.html`, pageOf(shell, now), "text/html");
    tell("Saved as one file. It needs no server and no network.");
  } catch {
    tell(GONE, true);
  }
};

// The two boxes. One that holds dropped files sends their bytes, unless they were edited since.
const BOXES = ["key", "response"];
const dropped = { key: [], response: [] };
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const boxed = (box) => {
  const now = base64(new TextEncoder().encode($(`box-${box}`).value));
  return Object.fromEntries(dropped[box].length ? dropped[box].map(({ name, content }) => [name, content ?? now]) : [["", now]]);
};
const sayScore = (message, bad = false) => {
  $("score-message").textContent = message;
  $("score-message").classList.toggle("bad", bad);
};
const hold = (box, files) => {
  dropped[box] = files;
  $(`holds-${box}`).textContent = files.map(({ name }) => name).join(", ");
};
const takeFiles = async (box, files) => {
  if (!files.length) return;
  const read = await Promise.all(Array.from(files, async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  hold(box, read.map(({ name, bytes }) => ({ name, content: base64(bytes) })));
  $(`box-${box}`).value = read.length === 1 ? new TextDecoder().decode(read[0].bytes) : "";
};
const scoreBoxes = async (isFirst = false) => {
  sayScore("Scoring …");
  try {
    const choices = [...document.querySelectorAll("#boxes select")].map(({ name, value }) => [name, value]);
    const score = await ask(Object.fromEntries([...BOXES.map((box) => [box, boxed(box)]), ...choices]), "score");
    showScore(score, onScore ? { measure: onScore.measure } : {});
    const [key, response] = score.formats;
    sayScore(isFirst ? "An example at work. Change a box and score again." : `Scored. The key is read as ${key}, the response as ${response}.`);
  } catch (error) {
    sayScore(error instanceof TypeError ? GONE : error.message, true);
    $("score-result").hidden = true;
  }
};

const TABS = ["resolve", "score"];
const openTab = (name) => {
  for (const other of TABS) {
    $(`tab-${other}`).setAttribute("aria-selected", String(other === name));
    $(`tab-${other}`).tabIndex = other === name ? 0 : -1;
    $(`panel-${other}`).hidden = other !== name;
  }
  document.querySelector(".skip").hash = name === "score" ? "score-result" : "result";
  if (name === "score" && !onScore) scoreBoxes(true);
};

$("question").addEventListener("submit", (event) => {
  event.preventDefault();
  analyse();
});
$("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) analyse();
});
$("text").addEventListener("input", () => {
  $("example").value = "";
  count();
});
$("all").addEventListener("click", () => boxes().forEach((box) => { box.checked = true; }));
$("none").addEventListener("click", () => boxes().forEach((box) => { box.checked = false; }));
$("share").addEventListener("click", share);
$("save-page").addEventListener("click", () => savePage(shownNow(), shownNow().answer.example?.id ?? "anaphora"));
$("save-score").addEventListener("click", () => savePage(scoreNow(), "scores", sayScore));
$("boxes").addEventListener("submit", (event) => {
  event.preventDefault();
  scoreBoxes();
});
for (const box of BOXES) {
  const area = $(`box-${box}`);
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) scoreBoxes();
  });
  area.addEventListener("input", () => hold(box, area.value && dropped[box].length === 1 ? [{ name: dropped[box][0].name, content: null }] : []));
  area.addEventListener("dragover", (event) => event.preventDefault());
  area.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    takeFiles(box, event.dataTransfer.files);
  });
  $(`file-${box}`).addEventListener("change", ({ target: { files } }) => takeFiles(box, files));
}
for (const name of TABS) {
  $(`tab-${name}`).addEventListener("click", () => {
    openTab(name);
    history.replaceState(null, "", name === "score" ? "#score" : shown ? link() : "#");
  });
  $(`tab-${name}`).addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowRight" && key !== "ArrowLeft") return;
    const other = $(`tab-${TABS.find((tab) => tab !== name)}`);
    other.focus();
    other.click();
  });
}
addEventListener("hashchange", follow);
$("asked").open = !isNarrow();
count();
say(LOADING);
examples().catch(() => say("The examples could not be read; paste a text."));
follow();
