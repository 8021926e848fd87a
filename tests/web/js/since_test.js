import assert from "node:assert/strict";
import { changedLines, differences, previousRun } from "holdfast/since.js";

/** @param {any} more @returns {any} */
function envelope(more) {
  return {
    command: "check",
    verdict: "exhausted",
    config: "A.cfg",
    constants: {},
    checked: ["Inv"],
    not_checked: [],
    warnings: [],
    reductions: [],
    check: {
      states: { distinct: 3, generated: 4, depth: 2, initial: 1 },
      coverage: { actions: [{ name: "Up", generated: 2 }] },
    },
    ...more,
  };
}

Deno.test("lines that differ have their numbers in their own text", () => {
  assert.deepEqual(changedLines("a\nb\nc\nd", "a\nc\nx\nd"), [
    { sign: "-", line: 2, text: "b" },
    { sign: "+", line: 3, text: "x" },
  ]);
  assert.deepEqual(changedLines("a\nb", "a\nb"), []);
  assert.deepEqual(changedLines("", "a").map(({ sign }) => sign), ["-", "+"]);
});

Deno.test("two results differ in verdicts, states and successors", () => {
  const after = envelope({
    check: {
      states: { distinct: 5, generated: 4, depth: 2, initial: 1 },
      coverage: { actions: [{ name: "Up", generated: 2 }, { name: "Down", generated: 7 }] },
    },
  });
  assert.deepEqual(differences(envelope({}), envelope({})), []);
  const rows = differences(envelope({}), after);
  assert.deepEqual(rows.map(({ name }) => name), [
    "verdict",
    "distinct states",
    "successors by Down",
  ]);
  const uncounted = envelope({
    check: { states: { distinct: 3, generated: 4, depth: 2, initial: 1 } },
  });
  assert.deepEqual(differences(envelope({}), uncounted), []);
  assert.deepEqual(rows[2], { name: "successors by Down", before: "-", after: "7" });
});

Deno.test("the run before is the last check of the same spec with a result", () => {
  const entry = (/** @type {string} */ run, /** @type {any} */ more = {}) => ({
    run,
    request: { command: "check", spec: "A.tla", ...more.request },
    status: "ended",
    verdict: "exhausted",
    ...more,
  });
  /** @type {any} */
  const runs = [
    entry("9"),
    entry("10", { verdict: "error" }),
    entry("8"),
    entry("11", { request: { command: "prove", spec: "A.tla" } }),
    entry("12", { request: { command: "check", spec: "B.tla" } }),
    entry("13", { status: "running", verdict: null }),
  ];
  /** @type {any} */
  const run = { run: "20", request: { command: "check", spec: "A.tla" }, envelope: envelope({}) };
  assert.equal(previousRun(runs, run)?.run, "9");
  assert.equal(previousRun(runs, { ...run, run: "8" }), undefined);
});
