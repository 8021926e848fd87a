import assert from "node:assert/strict";
import {
  checkOptions,
  chosen,
  numbersOf,
  queryOf,
  requestAt,
  requestOf,
} from "holdfast/choices.js";
import { constantChange } from "holdfast/model_panel.js";
import { hrefOf, parseRoute } from "holdfast/route.js";

Deno.test("without choices the configuration decides", () => {
  assert.deepEqual(checkOptions(parseRoute("#/spec/a.tla")), { coverage: true });
});

Deno.test("an empty choice is not the configuration's", () => {
  const query = { inv: queryOf([], ["TypeOK"]) };
  const route = parseRoute(hrefOf(["spec", "a.tla"], query));
  assert.deepEqual(checkOptions(route).invariants, []);
  assert.deepEqual(chosen(route, "inv", ["TypeOK"]), []);
});

Deno.test("the configuration's own choice leaves no trace in the address", () => {
  assert.deepEqual(queryOf(["B", "A"], ["A", "B"]), []);
});

Deno.test("a range of numbers is a sweep, another value is one check", () => {
  assert.deepEqual(constantChange("N", "1..3", "2"), {
    "sweep.N": "1..3",
    "const.N": null,
    run: null,
  });
  assert.deepEqual(constantChange("N", "5", "2"), { "sweep.N": null, "const.N": "5", run: null });
  assert.deepEqual(numbersOf("-1..2"), ["-1", "0", "1", "2"]);
  const asked = requestOf(parseRoute("#/spec/a.tla?sweep.N=1..3&const.M=7"));
  assert.equal(asked.command, "sweep");
  assert.deepEqual(asked.options.values, { N: ["1", "2", "3"] });
  assert.deepEqual(asked.model.constants, { M: "7" });
});

Deno.test("a run at a definition is about that property", () => {
  const route = parseRoute("#/spec/A.tla?config=A.cfg&inv=Small&const.N=3");
  const check = requestAt(route, { command: "check", name: "TypeOK", kind: "invariant" });
  assert.deepEqual(check.options, { coverage: true, invariants: ["TypeOK"], properties: [] });
  assert.deepEqual(check.model.constants, { N: "3" });
  const live = requestAt(route, { command: "check", name: "Ends", kind: "property" });
  assert.deepEqual(live.options, { coverage: true, invariants: [], properties: ["Ends"] });
  const infer = requestAt(route, { command: "infer", name: "TypeOK", kind: "invariant" });
  assert.deepEqual([infer.command, infer.options], ["infer", { property: "TypeOK" }]);
  const all = requestAt(route, { command: "check", name: null, kind: null });
  assert.deepEqual(all.options.invariants, ["Small"]);
});
