import assert from "node:assert/strict";
import { readLines } from "holdfast/api.js";
import { afterReading, draftOr, followed } from "holdfast/document.js";
import { courseOf, rateOf } from "holdfast/figures.js";
import { createScope, keyOf } from "holdfast/keys.js";
import { matching, offered } from "holdfast/palette.js";
import { screenOf } from "holdfast/screens.js";
import { parseRoute } from "holdfast/route.js";
import { afterEvent, afterList } from "holdfast/studio.js";

/** @param {string} key @param {Record<string, boolean>} [more] */
function press(key, more = {}) {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more };
}

Deno.test("keys have one name each", () => {
  assert.equal(keyOf(press("k", { ctrlKey: true })), "Ctrl+K");
  assert.equal(keyOf(press("K", { metaKey: true, shiftKey: true })), "Ctrl+Shift+K");
  assert.equal(keyOf(press("Enter", { ctrlKey: true, shiftKey: true })), "Ctrl+Shift+Enter");
  assert.equal(keyOf(press("?", { shiftKey: true })), "?");
});

Deno.test("the newest command of a name is offered", () => {
  const scope = createScope();
  scope.add(() => [{ id: "check", title: "Check", run: () => {} }]);
  const leave = scope.add(() => [{ id: "check", title: "Save and check", run: () => {} }]);
  assert.deepEqual(offered(scope.list(), false).map((each) => each.title), ["Save and check"]);
  leave();
  assert.deepEqual(matching(offered(scope.list(), false), "CHE ck").length, 1);
  assert.deepEqual(offered(scope.list(), true), []);
});

Deno.test("lines of a stream are put together", async () => {
  /** @type {string[]} */
  const lines = [];
  const bytes = new TextEncoder().encode('{"a": "é"}\n\n{"b"');
  const parts = [bytes.slice(0, 8), bytes.slice(8), new TextEncoder().encode(": 2}\n")];
  await readLines(ReadableStream.from(parts), (line) => lines.push(line));
  assert.deepEqual(lines, ['{"a": "é"}', '{"b": 2}']);
});

/** A server whose answers come when a test wants: `answers` are the requests that wait for one. */
function slowFile() {
  /** @type {((text: string) => void)[]} */
  const answers = [];
  /** @type {(event: any) => void} */
  let tell = () => {};
  const api = {
    read: () =>
      new Promise((/** @type {(found: {text: string, tag: string}) => void} */ done) =>
        answers.push((text) => done({ text, tag: text }))
      ),
    subscribe: (/** @type {(event: any) => void} */ listener) => {
      tell = listener;
      return () => {};
    },
  };
  return { api, answers, tell: (/** @type {object} */ event) => tell(event) };
}

const LATER = () => new Promise((done) => setTimeout(done, 0));

Deno.test("a file is read again when the stream of events begins", async () => {
  const { api, answers, tell } = slowFile();
  /** @type {string[]} */
  const found = [];
  followed(api, "a.tla", ({ text }) => found.push(text), () => {});
  answers[0]("old");
  await LATER();
  tell({ event: "listening" });
  answers[1]("new");
  await LATER();
  assert.deepEqual(found, ["old", "new"]);
});

Deno.test("an answer that comes after a later one is not shown", async () => {
  const { api, answers, tell } = slowFile();
  /** @type {string[]} */
  const found = [];
  const stop = followed(api, "a.tla", ({ text }) => found.push(text), () => {});
  tell({ event: "file", path: "b.tla" });
  tell({ event: "file", path: "a.tla" });
  assert.equal(answers.length, 2);
  answers[1]("new");
  await LATER();
  answers[0]("old");
  await LATER();
  assert.deepEqual(found, ["new"]);
  tell({ event: "listening" });
  stop();
  answers[2]("newest");
  await LATER();
  assert.deepEqual(found, ["new"]);
});

Deno.test("a list of runs has the ends that no event told", () => {
  const request = { command: "check", spec: "a.tla" };
  const run = (/** @type {string} */ id, /** @type {string} */ status) => ({
    run: id,
    status,
    request,
    verdict: status === "ended" ? "violated" : null,
    property: null,
  });
  const runs = /** @type {any[]} */ ([run("1", "ended"), run("2", "ended"), run("3", "running")]);
  const before = afterEvent({}, /** @type {any} */ ({ event: "start", run: "2" }));
  const after = afterList(before, runs);
  assert.deepEqual(Object.keys(after).sort(), ["2", "3"]);
  assert.deepEqual([after["2"].status, after["2"].verdict], ["ended", "violated"]);
});

Deno.test("events make jobs, and their end ends them", () => {
  /** @type {any[]} */
  const events = [
    { event: "wait", run: "7" },
    { event: "start", run: "7", command: "check", spec: "a.tla" },
    { event: "progress", run: "7", seconds: 1, distinct: 10 },
    { event: "progress", run: "7", seconds: 2, distinct: 30 },
  ];
  const jobs = events.reduce(afterEvent, {});
  assert.equal(jobs["7"].status, "running");
  assert.equal(rateOf(jobs["7"].history), 20);
  const over = afterEvent(
    jobs,
    /** @type {any} */ ({ event: "end", run: "7", verdict: "violated" }),
  );
  assert.deepEqual([over["7"].status, over["7"].verdict], ["ended", "violated"]);
  assert.equal(
    courseOf([{ seconds: 0, value: 0 }, { seconds: 2, value: 4 }]),
    "0.0,40.0 200.0,2.0",
  );
});

Deno.test("a text that others change replaces ours only if we changed nothing", () => {
  const mine = afterReading(null, "a.tla", { text: "one", tag: "1" });
  const fresh = afterReading(mine, "a.tla", { text: "two", tag: "2" });
  assert.deepEqual([fresh.start, fresh.version, fresh.theirs], ["two", 2, null]);
  const edited = { ...mine, text: "mine" };
  const both = afterReading(edited, "a.tla", { text: "two", tag: "2" });
  assert.deepEqual([both.text, both.theirs?.text, both.version], ["mine", "two", 1]);
});

Deno.test("every address has a screen or none", () => {
  const screens = ["#/", "#/spec/a/b.tla", "#/run/1", "#/run/1/graph", "#/proof/2", "#/nowhere"];
  assert.deepEqual(screens.map((hash) => screenOf(parseRoute(hash))), [
    "home",
    "spec",
    "run",
    "graph",
    "proof",
    null,
  ]);
});

Deno.test("a text that was left unsaved comes back, and a change of others meanwhile is seen", () => {
  const mine = { ...afterReading(null, "a.tla", { text: "one", tag: "1" }), text: "mine" };
  const drafts = new Map([["a.tla", mine]]);
  const same = afterReading(draftOr(null, "a.tla", drafts), "a.tla", { text: "one", tag: "1" });
  assert.deepEqual([same.start, same.saved, same.theirs], ["mine", "one", null]);
  const other = afterReading(draftOr(null, "a.tla", drafts), "a.tla", { text: "two", tag: "2" });
  assert.deepEqual([other.text, other.theirs?.text], ["mine", "two"]);
  assert.equal(draftOr(null, "b.tla", drafts), null);
});
