import assert from "node:assert/strict";
import { lensesOf, tokensOf } from "holdfast/lsp_marks.js";

const LEGEND = {
  tokenTypes: ["variable", "keyword", "label"],
  tokenModifiers: ["declaration", "constantLevel", "stateLevel", "primed", "bound"],
};
const LINES = ["VARIABLE x", "Next == x' = N", "====="];
const DOC = {
  lines: LINES.length,
  line: (/** @type {number} */ number) => {
    const from = LINES.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
    return { from, to: from + LINES[number - 1].length };
  },
};

Deno.test("tokens are placed by their distances, keywords have no level", () => {
  const data = [0, 0, 8, 1, 0, 0, 9, 1, 0, 5, 1, 8, 2, 0, 12, 0, 5, 1, 0, 2];
  assert.deepEqual(tokensOf(data, LEGEND, DOC), [
    { from: 9, to: 10, class: "sem sem-state sem-declaration" },
    { from: 19, to: 21, class: "sem sem-state sem-primed" },
    { from: 24, to: 25, class: "sem sem-constant" },
  ]);
});

Deno.test("a token beyond the text is left out", () => {
  assert.deepEqual(tokensOf([9, 0, 1, 0, 4], LEGEND, DOC), []);
  assert.deepEqual(tokensOf([0, 9, 40, 0, 4], LEGEND, DOC), []);
});

/** @param {number} line @param {string} title @param {string} command @param {any[]} args */
function lens(line, title, command, args) {
  return { range: { start: { line } }, command: { title, command, arguments: args } };
}

Deno.test("lenses of a place are one row with what the last run said", () => {
  const found = lensesOf([
    lens(3, "check", "holdfast.check", ["file:a", "Inv", "invariant"]),
    lens(3, "prove", "holdfast.prove", ["file:a", "Inv", "invariant"]),
    lens(3, "check: holds, 4 states, just now", "holdfast.show", ["file:a"]),
    lens(9, "check", "holdfast.check", ["file:a", null, null]),
    lens(9, "coverage", "holdfast.coverage", ["file:a", null, null]),
  ]);
  assert.deepEqual(found, [
    {
      line: 4,
      name: "Inv",
      kind: "invariant",
      commands: ["check", "prove"],
      told: "check: holds, 4 states, just now",
    },
    { line: 10, name: null, kind: null, commands: ["check"], told: null },
  ]);
});
