import assert from "node:assert/strict";
import { readLines } from "holdfast/api.js";
import { afterReading, draftOr } from "holdfast/document.js";
import { courseOf, rateOf } from "holdfast/figures.js";
import { createScope, keyOf } from "holdfast/keys.js";
import { matching, offered } from "holdfast/palette.js";
import { screenOf } from "holdfast/screens.js";
import { parseRoute } from "holdfast/route.js";
import { afterEvent } from "holdfast/studio.js";

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
