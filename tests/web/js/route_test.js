import assert from "node:assert/strict";
import { hrefOf, modelOf, modelQuery, parseRoute, withQuery } from "holdfast/route.js";

Deno.test("a route survives writing and reading", () => {
  const query = { at: ["5"], watch: ["Sum(account)", "a & b = 1"] };
  const route = parseRoute(hrefOf(["spec", "a b", "wire.tla"], query));
  assert.deepEqual(route, { parts: ["spec", "a b", "wire.tla"], query });
});

Deno.test("empty values are left out of an address", () => {
  assert.equal(hrefOf(["run", "12"], { at: null, view: "", hide: [] }), "#/run/12");
});

Deno.test("a query is changed and the rest of it stays", () => {
  const route = parseRoute("#/run/12/trace?at=5&watch=x&watch=y");
  assert.equal(withQuery(route, { at: "6" }), "#/run/12/trace?at=6&watch=x&watch=y");
});

Deno.test("a model survives the address", () => {
  const model = {
    spec: "wire/wire.tla",
    config: "wire/wire.cfg",
    constants: { N: "{1, 2}" },
    options: { wide: true, automaton: "Ring" },
  };
  const route = parseRoute(hrefOf(["spec", "wire", "wire.tla"], modelQuery(model)));
  assert.deepEqual(modelOf(route), model);
});

Deno.test("the model of a walk from a run is that run", () => {
  assert.deepEqual(modelOf(parseRoute("#/step/wire.tla?run=12&path=ab")), { run: "12" });
});
