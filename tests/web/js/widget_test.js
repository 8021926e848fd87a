/** Widgets of a notebook: requests as messages, traits as a route, styles of a shadow root. */

import { kernelApi, requestOf } from "holdfast/widget_api.js";
import { routeOf, scopedStyles, tellTraits } from "holdfast/widget.js";

/** @param {unknown} found @param {unknown} wanted */
function same(found, wanted) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`${left} is not ${right}`);
}

/** What anywidget gives, without a kernel. @param {Record<string, any>} traits */
function modelWith(traits) {
  /** @type {any[]} */
  const sent = [];
  /** @type {Record<string, ((...given: any[]) => void)[]>} */
  const listeners = {};
  return {
    sent,
    traits,
    /** @param {string} event @param {unknown} given */
    tell: (event, given) => (listeners[event] ?? []).forEach((listener) => listener(given)),
    /** @param {string} name */
    get: (name) => traits[name],
    /** @param {string} name @param {unknown} value */
    set: (name, value) => {
      traits[name] = value;
    },
    save_changes: () => {},
    /** @param {unknown} message */
    send: (message) => sent.push(message),
    /** @param {string} event @param {(...given: any[]) => void} listener */
    on: (event, listener) => (listeners[event] ??= []).push(listener),
    /** @param {string} event @param {(...given: any[]) => void} listener */
    off: (event, listener) => {
      listeners[event] = (listeners[event] ?? []).filter((each) => each !== listener);
    },
  };
}

Deno.test("a request names what is asked and the run", () => {
  same(requestOf("/api/walk", { path: [] }), { call: "walk", arguments: { path: [] } });
  same(requestOf("/api/runs/1", undefined), { call: "run", arguments: { run: "1" } });
  same(requestOf("/api/runs/1/trace", { from: "1" }), {
    call: "trace",
    arguments: { from: "1", run: "1" },
  });
  same(requestOf("/api/runs", { command: "diagram" }).call, "runs");
  same(requestOf("/api/diagram/open", {}).call, "diagram/open");
});

Deno.test("two displays of one widget do not take each other's answers", async () => {
  const model = modelWith({});
  const [one, two] = [kernelApi(model), kernelApi(model)];
  const answers = Promise.all([one.get("/api/walk"), two.get("/api/walk")]);
  const [first, second] = model.sent.map((message) => message.id);
  model.tell("msg:custom", { id: second, value: "second" });
  model.tell("msg:custom", { id: first, value: "first" });
  same(await answers, ["first", "second"]);
});

Deno.test("an error of the kernel is one of the request", async () => {
  const model = modelWith({});
  const asked = kernelApi(model).post("/api/eval", { expr: "x" });
  const error = { message: "no", help: "try", diagnostics: [] };
  model.tell("msg:custom", { id: model.sent[0].id, error });
  const found = await asked.then(() => null, (/** @type {any} */ failed) => failed);
  same([found?.message, found?.help], ["no", "try"]);
});

Deno.test("traits are a route, and a route is traits", () => {
  const model = modelWith({
    screen: ["run", "1", "trace"],
    at: 3,
    watch: ["a + b", "c"],
    path: [],
  });
  const route = routeOf(model, { view: ["lanes"] });
  same(route.parts, ["run", "1", "trace"]);
  same(route.query, { view: ["lanes"], watch: ["a + b", "c"], at: ["3"] });
  tellTraits(model, { parts: ["step", "x.tla"], query: { path: ["aa.bb"], at: ["2"] } });
  same(model.traits, { screen: ["step", "x.tla"], at: 2, watch: [], path: ["aa", "bb"] });
});

Deno.test("a diagram has no states to select", () => {
  const model = modelWith({ screen: ["diagram", "D"], diagram: "" });
  same(routeOf(model).parts, ["diagram", "D"]);
  tellTraits(model, { parts: ["diagram", "D"], query: { node: ["A"] } });
  same(Object.keys(model.traits), ["screen", "diagram"]);
});

Deno.test("styles of the page are those of the widget only", () => {
  const text = ':root {a: b}\n:root[data-theme="dark"] {c: d}\nhtml,\nbody {e: f}\n.body {g: h}';
  same(
    scopedStyles(text),
    ':host {a: b}\n:host([data-theme="dark"]) {c: d}\n:host,\n:host {e: f}\n.body {g: h}',
  );
});
