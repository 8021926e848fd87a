import assert from "node:assert/strict";
import { chartOf } from "holdfast/sweep.js";

/** @param {Record<string, string>} constants @param {number} distinct @param {string} [verdict] */
function row(constants, distinct, verdict = "exhausted") {
  return {
    constants,
    verdict,
    property: null,
    reason: null,
    seconds: distinct / 1000,
    states: { distinct },
  };
}

/** @param {{states?: {distinct: number} | null}} each */
const states = (each) => each.states?.distinct ?? null;

Deno.test("a line joins the values for which all states were explored", () => {
  const rows = [row({ N: "1" }, 10), row({ N: "2" }, 20), row({ N: "3" }, 25, "violated")];
  const chart = chartOf(rows, states);
  assert.equal(chart.points.length, 3);
  assert.deepEqual(chart.lines.map((line) => line.points.split(" ").length), [2]);
  assert.ok(chart.points[0].x < chart.points[1].x && chart.points[0].y > chart.points[1].y);
  assert.deepEqual(chart.across.map((tick) => tick.text), ["1", "2", "3"]);
  assert.equal(chart.up[0].text, "0");
  assert.ok(Number(chart.up.at(-1)?.text) >= 25);
});

Deno.test("what grows quickly has a logarithmic scale", () => {
  const rows = [row({ N: "1" }, 8), row({ N: "2" }, 400), row({ N: "3" }, 90_000)];
  const { isLog, points, up } = chartOf(rows, states);
  assert.ok(isLog);
  assert.deepEqual(up.map((tick) => tick.text), ["1", "10", "100", "1000", "10000", "100000"]);
  assert.ok(points.every(({ y }) => y >= up[up.length - 1].at && y <= up[0].at));
});

Deno.test("a second constant makes a line for each of its values", () => {
  const rows = ["1", "2"].flatMap((N) => ["1", "2"].map((M) => row({ N, M }, 5)));
  const { lines } = chartOf(rows, states);
  assert.deepEqual(lines.map((line) => line.name), ["M = 1", "M = 2"]);
});

Deno.test("values that are no numbers are apart, and missing figures are no points", () => {
  const rows = [row({ S: "{a}" }, 5), row({ S: "{a, b}" }, 7)];
  const xs = chartOf(rows, states).points.map((point) => point.x);
  assert.ok(xs[0] < xs[1]);
  assert.equal(chartOf(rows, () => null).points.length, 0);
});
