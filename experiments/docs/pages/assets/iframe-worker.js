// A worker for pages that were opened as files, where browsers start none: a hidden frame that runs the same script.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      const attach = () => {
        document.body.append(this.frame);
        const inside = this.frame.contentWindow;
        inside.importScripts = (...scripts) => scripts.reduce((before, src) => before.then(() => load(inside, src)), Promise.resolve());
        inside.postMessage = (data) => this.answer(data); // what the script says goes to the page
        load(inside, url).then(() => {
          for (const data of this.waiting) this.tell(data);
          this.waiting = null;
        });
      };
      if (document.body) attach();
      else addEventListener("DOMContentLoaded", attach);
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.tell(data);
    }
    tell(data) {
      const inside = this.frame.contentWindow;
      inside.dispatchEvent(new inside.MessageEvent("message", { data }));
    }
    answer(data) {
      setTimeout(() => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      });
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}

function load(inside, src) {
  return new Promise((done, failed) => {
    const script = inside.document.createElement("script");
    script.src = src;
    script.onload = done;
    script.onerror = () => failed(new Error(`${src} cannot be loaded`));
    inside.document.body.append(script);
  });
}
