import assert from "node:assert/strict";
import { keepBranch } from "holdfast/branches.js";
import { marked } from "holdfast/explain.js";
import { isInSight, shortened } from "holdfast/lanes.js";
import { findStep, matches, seenWhole } from "holdfast/trace_data.js";
import { rootOf } from "holdfast/trace_table.js";
import { inSight } from "holdfast/virtual.js";

/** @param {string} label @param {string} place @returns {any} */
function step(label, place) {
  const changes = [{ place, before: "1", after: "2", text: "1 -> 2" }];
  return { label, changes, state: [{ name: rootOf(place), value: { text: "2" }, changed: true }] };
}

Deno.test("of ten thousand rows some dozens are drawn", () => {
  const { from, to } = inSight(140_000, 700, 28, 10_001);
  assert.ok(from <= 5000 && to >= 5025 && to - from < 60);
  assert.deepEqual(inSight(0, 700, 28, 3), { from: 0, to: 3 });
  assert.deepEqual(inSight(9_999_999, 700, 28, 3), { from: 3, to: 3 });
});

Deno.test("a step that leaves a path keeps it as a branch", () => {
  const once = keepBranch([], ["a", "b", "c"], ["a", "d"]);
  assert.deepEqual(once, [{ name: "b1", path: ["a", "b", "c"], at: 1 }]);
  const back = keepBranch(once, ["a", "d"], ["a", "b", "c"]);
  assert.deepEqual(back.map((branch) => branch.path), [["a", "d"]]);
  assert.deepEqual(keepBranch([], ["a"], ["a", "b"]), []);
});

Deno.test("going back and forth does not add branches", () => {
  const once = keepBranch([], ["a", "b", "c"], ["a", "b"]);
  const twice = keepBranch(once, ["a", "b"], ["a"]);
  assert.equal(twice.length, 1);
  assert.deepEqual(keepBranch(twice, ["a"], ["a", "b", "c"]), []);
});

Deno.test("parts of a definition are marked where they are", () => {
  /** @type {any} */
  const part = { text: "y > 0", start: 5, end: 10, value: false };
  const pieces = marked("x /\\ y > 0 \\/ z", [part]);
  assert.deepEqual(pieces.map((piece) => piece.text), ["x /\\ ", "y > 0", " \\/ z"]);
  assert.equal(pieces[1].part, part);
  const elsewhere = marked("x", [{ ...part, start: null, end: null }]);
  assert.deepEqual(elsewhere, [{ text: "x", part: null }]);
});

Deno.test("the next change of a variable is found in both directions", async () => {
  const steps = [step("A", "x"), step("B", "y[1]"), step("C", "x.f"), step("D", "y")];
  const seen = seenWhole(/** @type {any} */ ({ length: 4, steps }));
  const isX = (/** @type {any} */ each) => each.state[0].name === "x";
  assert.equal(await findStep(seen, 1, 1, isX), 3);
  assert.equal(await findStep(seen, 3, -1, isX), 1);
  assert.equal(await findStep(seen, 3, 1, isX), null);
});

Deno.test("a filter finds actions, places and values", () => {
  assert.ok(matches(step("Send(1)", "queue[2]"), "send"));
  assert.ok(matches(step("Send(1)", "queue[2]"), "queue[2] 1 -> 2"));
  assert.ok(!matches(step("Send(1)", "queue[2]"), "ack"));
});

Deno.test("a message is drawn if any part of it is in sight", () => {
  /** @type {any} */
  const arrow = { sent: 2, received: 90 };
  assert.ok(isInSight(arrow, 40, 60));
  assert.ok(!isInSight(arrow, 91, 99));
  assert.equal(shortened("abcdef", 4), "abc…");
});
