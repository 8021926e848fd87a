import assert from "node:assert/strict";
import { headline, propertyRows } from "holdfast/verdict.js";
import { marginOf } from "holdfast/coverage.js";
import { oldResult } from "holdfast/old.js";
import { commandLine } from "holdfast/share.js";

/** @param {Record<string, unknown>} changes @returns {any} */
function envelope(changes) {
  const empty = {
    warnings: [],
    diagnostics: [],
    not_checked: [],
    reductions: [],
    vacuous: [],
    never_enabled: [],
  };
  return { command: "check", verdict: "exhausted", checked: ["TypeOK"], ...empty, ...changes };
}

/** @param {any} given */
function marks(given) {
  return Object.fromEntries(propertyRows(given).map((row) => [row.name, row.mark]));
}

Deno.test("after a violation nothing else counts as holding", () => {
  const given = envelope({
    verdict: "violated",
    property: "Safe",
    checked: ["Safe", "TypeOK"],
    not_checked: ["Live"],
  });
  assert.deepEqual(marks(given), { Safe: "x", TypeOK: "~", Live: "??" });
});

Deno.test("an interrupted search proves nothing", () => {
  assert.deepEqual(marks(envelope({ verdict: "unknown", cause: "cancelled" })), { TypeOK: "~" });
  assert.deepEqual(marks(envelope({ verdict: "bounded" })), { TypeOK: "~" });
});

Deno.test("what was not checked gives the reason of its warning", () => {
  const warnings = [{ message: "Live is not checked: Safe is violated" }];
  const rows = propertyRows(envelope({ not_checked: ["Live"], warnings }));
  assert.equal(rows.at(-1)?.text, "not checked: Safe is violated");
});

Deno.test("all violated properties of a continued search are marked", () => {
  const check = { violations: { Safe: 3, Other: 1 } };
  const given = envelope({ verdict: "violated", property: "Safe", checked: ["Safe"], check });
  assert.deepEqual(marks(given), { Safe: "x", Other: "x" });
});

Deno.test("a headline names the property and the number of steps", () => {
  const given = envelope({
    verdict: "violated",
    property: "Safe",
    check: { trace: { length: 5 } },
  });
  assert.equal(headline(given), "Safe is violated after 4 steps");
});

Deno.test("to mine relations is no check, and constraints are named", () => {
  assert.match(headline(envelope({ command: "mine" })), /no property was checked/);
  const given = envelope({ reductions: ["CONSTRAINT Con"], check: { states: { distinct: 2 } } });
  assert.equal(
    headline(given),
    "No error: all 2 reachable states within CONSTRAINT Con were explored",
  );
  assert.equal(propertyRows(given)[0].text, "holds within CONSTRAINT Con");
});

Deno.test("a result of another model or of another text is old", () => {
  const route = { parts: ["spec", "D.tla"], query: { config: ["D.cfg"] } };
  const run = { envelope: envelope({ config: "D2.cfg" }), request: { constants: {} } };
  /** @param {any} given @param {string} text */
  const old = (given, text) => oldResult(/** @type {any} */ (route), {}, given, "A", text);
  assert.equal(old(run, "A"), "it is about another model");
  const own = { ...run, envelope: envelope({ config: "D.cfg" }) };
  assert.equal(old(own, "A"), undefined);
  assert.equal(old(own, "B"), "the text has changed since");
  const other = { ...own, request: { constants: { N: "3" } } };
  assert.equal(old(other, "A"), "it is about another model");
});

Deno.test("an action is never enabled only if all states were explored", () => {
  const action = { name: "A", location: "x.tla:3:1", tried: 5, enabled: 0, generated: 0 };
  const check = { coverage: { initial: null, actions: [action], expressions: [] } };
  assert.equal(marginOf(envelope({ check }), "x.tla").get(3)?.text, "never");
  assert.equal(marginOf(envelope({ check, verdict: "violated" }), "x.tla").get(3)?.text, "0");
});

Deno.test("a definition that an action calls has its successors beside it", () => {
  const part = { name: "B", location: "x.tla:5:1", evaluated: 9, generated: 4 };
  const action = {
    name: "A",
    location: "x.tla:3:1",
    tried: 5,
    enabled: 2,
    generated: 4,
    distinct: 1,
  };
  const coverage = { initial: null, actions: [{ ...action, parts: [part] }], expressions: [] };
  const found = marginOf(envelope({ check: { coverage } }), "x.tla").get(5);
  assert.equal(found?.text, "4");
  assert.equal(found?.title, "B: evaluated 9 times, 4 successors");
});

Deno.test("a shared command repeats the run in a shell", () => {
  const request = {
    command: "sweep",
    spec: "a b.tla",
    config: null,
    constants: { S: "{1, 2}" },
    options: { values: { N: ["1", "2"] }, invariants: ["x # 'y'"], deadlock: false },
  };
  assert.equal(
    commandLine(request),
    `holdfast check 'a b.tla' --const 'S={1, 2}' --const N=1..2 --invariant 'x # '\\''y'\\''' --no-deadlock`,
  );
});
