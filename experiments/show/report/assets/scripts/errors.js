"use strict";
// The errors of responses: filters and list, and the text that shows the one that is chosen. Reports without errors in
// their sentences have none of this.
(() => {
  const $ = (id) => document.getElementById(id);
  if (!$("chain-errors")) return;
  const { chainText, el, pageButtons, sentenceBounds, sentenceOf, sentencePieces, shortened, visits, wordsOf } = anaphora;
  const PAGE = 50; // rows
  const CLIP = 40; // words on either side of a mention, as in anaphora.experiments.show.report.chain_payload
  const NAMES = ["type", "response", "document", "text"];

  const start = () => {
    const data = JSON.parse($("chain-errors").textContent);
    const several = data.responses.length > 1;
    const nothing = () => Object.fromEntries(NAMES.map((name) => [name, ""]));
    const errors = data.errors.map(([type, response, document, part, whole, size]) => ({
      type, response, document, whole, size,
      part: Array.from({ length: part.length / 2 }, (_, place) => part.slice(2 * place, 2 * place + 2)),
    }));
    const textOf = (error) => data.documents[error.document];
    const sentence = (error) => sentenceBounds(textOf(error), sentenceOf(textOf(error), error.part[0][0]));
    let state = { want: nothing(), index: -1 };
    let [found, page] = [[], 0];

    const size = (error) => (error.size > 1 ? [" ", el("small", {}, `${error.size} mentions`)] : []);
    const whole = (error) => el("bdi", {}, shortened(wordsOf(textOf(error), ...error.whole)));
    const cut = (error) => {
      const [begin, end] = sentence(error);
      const [first, last] = error.part[0];
      const near = [Math.max(begin, first - CLIP), Math.min(end, last + CLIP)];
      const pieces = sentencePieces(textOf(error), { span: error.part[0], spans: error.part, key: [] }, near);
      return [near[0] > begin ? "… " : "", pieces, near[1] < end ? "…" : ""];
    };
    const rowOf = (index) => {
      const error = errors[index];
      return el(
        "tr",
        { id: `e${index + 1}`, class: index === state.index ? "chosen" : null },
        el("th", { scope: "row" }, el("a", { href: `#e${index + 1}` }, String(index + 1)), " ", el("small", {}, el("bdi", {}, textOf(error).id))),
        el("td", {}, data.types[error.type], several ? [" ", el("small", {}, el("bdi", {}, data.responses[error.response]))] : []),
        el("td", { class: "sentence" }, el("p", {}, cut(error).flat())),
        el("td", {}, whole(error), size(error)),
      );
    };

    const passes = (error) => NAMES.every((name) => {
      const value = state.want[name];
      if (value === "") return true;
      return name === "text" ? wordsOf(textOf(error), ...sentence(error)).toLowerCase().includes(value.toLowerCase()) : String(error[name]) === value;
    });
    const render = () => {
      const body = $("error-table").tBodies[0];
      const rows = found.slice(page * PAGE, (page + 1) * PAGE).map(rowOf);
      body.replaceChildren(...(rows.length ? rows : [el("tr", {}, el("td", { class: "none", colspan: 4 }, "No error passes the filter."))]));
      pageButtons($("error-pages"), page, Math.ceil(found.length / PAGE), turn);
    };
    const turn = (place) => {
      page = place;
      render();
      $("error-table").parentElement.scrollTop = 0;
    };
    const want = (given, kind) => {
      state.want = { ...nothing(), ...given };
      for (const name of NAMES) if (form.elements[name]) form.elements[name].value = state.want[name];
      found = [...errors.keys()].filter((index) => passes(errors[index]));
      $("errors-shown").textContent = `${found.length.toLocaleString("en")} of ${errors.length.toLocaleString("en")} errors shown`;
      turn(0);
      past?.note(kind);
    };

    const show = (index, kind) => {
      const error = errors[index];
      state.index = index;
      const place = found.indexOf(index);
      if (place >= 0) page = Math.floor(place / PAGE);
      render();
      const beside = ["conflated", "extra"].some((word) => data.types[error.type].startsWith(word)) ? "wrongly with" : "belongs with";
      const link = { "missed link": "missed antecedent", "wrong link": "wrong antecedent", "span error": "in the key" };
      text.show({
        document: error.document, response: error.response,
        error: { ...error, words: [
          el("b", {}, `${index + 1} ${data.types[error.type]}: `), el("mark", {}, wordsOf(textOf(error), ...error.part[0])),
          error.part.length > 1 ? ` and ${error.part.length - 1} more` : "",
          ` – ${link[data.types[error.type]] ?? beside} `, el("u", {}, whole(error)), ...size(error),
        ] },
      });
      past?.note(kind);
    };
    const step = (by) => {
      const place = found.indexOf(state.index);
      const index = found[place < 0 ? (by > 0 ? 0 : found.length - 1) : place + by];
      if (index !== undefined) show(index, "walk");
    };

    const toHash = () => {
      const parts = new URLSearchParams(Object.entries(state.want).filter(([, value]) => value !== ""));
      if (state.index >= 0) parts.set("e", state.index + 1);
      return parts.size ? `#${parts}` : "";
    };
    const put = (hash) => {
      const alone = /^#e(\d+)$/.exec(hash);
      const parts = new URLSearchParams(alone ? { e: alone[1] } : hash.replace(/^#/, ""));
      if (!alone && !hash.includes("=") && hash) return;
      want(Object.fromEntries(NAMES.map((name) => [name, parts.get(name) ?? ""])));
      const index = Number(parts.get("e")) - 1;
      if (errors[index]) show(index);
      else state.index = -1;
      if (hash) $(errors[index] ? "chain-reader" : "error-list").scrollIntoView();
    };

    const form = $("error-filters");
    const text = chainText($("chain-text"), data, { step });
    let past = null;
    form.addEventListener("input", ({ target }) =>
      want(Object.fromEntries(NAMES.map((name) => [name, form.elements[name]?.value ?? ""])), target.name === "text" ? "text" : ""));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      want(nothing());
    });
    document.addEventListener("click", (event) => {
      const number = event.target.closest("#error-table a[href^='#e']");
      if (!number || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(Number(number.textContent) - 1);
      $("chain-reader").scrollIntoView();
      text.focus();
    });
    $("error-workbench").addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
      if (event.key === "n") step(1);
      if (event.key === "p") step(-1);
    });
    form.hidden = false;
    $("chain-reader").hidden = false;
    text.show({ document: 0, response: 0 });
    want(nothing());
    past = visits({
      home: "#errors",
      address: toHash,
      place: () => ({ page, top: $("error-table").parentElement.scrollTop }),
      put: (hash, place) => {
        put(hash);
        turn(place.page);
        $("error-table").parentElement.scrollTop = place.top;
      },
      open: put,
    });
  };

  setTimeout(start); // the page is drawn before the texts are read
})();
