/** The geometry of drawings: routes of dragged nodes, neighbours, the drawing of classes. */

import {
  arrowOf,
  borderOf,
  curve,
  framed,
  lineWidth,
  neighbour,
  overlaps,
  pathOf,
  placed,
  routed,
} from "holdfast/graph_shapes.js";
import { diagramChange, pictureOf, violationsOf } from "holdfast/graph_classes.js";
import { matrixOf } from "holdfast/proof_matrix.js";
import { isKept } from "holdfast/mine.js";

/** @param {unknown} actual @param {unknown} expected */
function same(actual, expected) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a}\nis not\n${b}`);
}

/** @param {string} id @param {number} x @param {number} y @param {string | null} [cluster] */
const node = (id, x, y, cluster = null) => ({
  id,
  title: id,
  styles: [],
  sections: [[[{ text: id, kind: "name" }]]],
  x,
  y,
  width: 80,
  height: 30,
  cluster,
});

/** @param {string} from @param {string} to */
const edge = (from, to) => ({
  from,
  to,
  styles: [],
  title: "",
  label: [[{ text: "Step", kind: "" }]],
  points: /** @type {[number, number][]} */ ([[0, 0], [0, 10], [0, 20], [0, 30]]),
  at: { x: 0, y: 0, width: 40, height: 18 },
  tip: /** @type {"end"} */ ("end"),
});

const picture = {
  name: "p",
  width: 300,
  height: 300,
  nodes: [node("a", 0, 0), node("b", 0, 100), node("c", 200, 100)],
  edges: [edge("a", "b"), edge("a", "b"), edge("b", "a"), edge("a", "c"), edge("a", "a")],
};

Deno.test("a straight curve is a line", () => {
  same(pathOf([[1, 0], [1, 2], [1, 3], [1, 9.04]]), "M1 0L1 9");
  same(pathOf([[0, 0], [1, 2], [3, 4], [5, 6]]), "M0 0C1 2 3 4 5 6");
});

Deno.test("an arrow ends before its tip", () => {
  const { path, tip } = arrowOf([[0, 0], [0, 10], [0, 20], [0, 30]], "end");
  same(path, "M0 0L0 22.8");
  same(tip.split(" ")[0], "0,30");
  same(arrowOf([[0, 0], [0, 1], [0, 2], [0, 3]], "none").tip, "");
});

Deno.test("text is as wide as Python lays it out", () => {
  same(lineWidth([{ text: "ab", kind: "" }, { text: "WF", kind: "weak" }]), 7.45 * 4 + 8 + 6);
});

Deno.test("a line leaves a box at its border", () => {
  same(borderOf({ x: 0, y: 0, width: 80, height: 40 }, [40, 400]), [40, 40]);
  same(borderOf({ x: 0, y: 0, width: 80, height: 40 }, [400, 20]), [80, 20]);
});

Deno.test("without dragged nodes the routes are those of Python", () => {
  same(routed(picture, {}, placed(picture, {})) === picture.edges, true);
});

Deno.test("labels of dragged nodes overlap nothing", () => {
  const places = { b: /** @type {[number, number]} */ ([150, 40]) };
  const nodes = placed(picture, places);
  const edges = routed(picture, places, nodes);
  same(edges[3] === picture.edges[3], true);
  const moved = edges.slice(0, 3).map((each) => each.at);
  const boxes = [...nodes.values(), ...moved];
  boxes.forEach((one, i) =>
    boxes.slice(i + 1).forEach((two) => one && two && same(overlaps(one, two), false))
  );
});

Deno.test("opposite curves are apart", () => {
  const [a, b] = [picture.nodes[0], picture.nodes[2]];
  same(JSON.stringify(curve(a, b, 1)) !== JSON.stringify(curve(b, a, 1).toReversed()), true);
});

Deno.test("the loop of a dragged node moves with it", () => {
  const places = { a: /** @type {[number, number]} */ ([10, 20]) };
  const loop = routed(picture, places, placed(picture, places))[4];
  same(loop.points[0], [10, 20]);
  same(loop.at, { x: 10, y: 20, width: 40, height: 18 });
});

Deno.test("a frame follows a dragged node", () => {
  const frame = { id: "f", title: "f", x: 0, y: 0, width: 10, height: 10, at: [0, 0] };
  /** @type {any} */
  const own = { ...picture, nodes: [node("a", 0, 0, "f")], edges: [], frames: [frame] };
  const places = { a: /** @type {[number, number]} */ ([100, 100]) };
  same(framed(own, {}, placed(own, {}))[0], frame);
  same(framed(own, places, placed(own, places))[0].x, 90);
});

Deno.test("arrows follow edges", () => {
  const nodes = placed(picture, {});
  same(neighbour("a", [0, 1], nodes, picture.edges), "b");
  same(neighbour("a", [1, 0], nodes, picture.edges), "c");
  same(neighbour("b", [0, -1], nodes, picture.edges), "a");
  same(neighbour("b", [0, 1], nodes, picture.edges), null);
});

const graph = {
  states: 3,
  steps: 2,
  complete: true,
  by: ["pc", "x > 1"],
  open: [],
  candidates: [],
  invariants: ["Inv"],
  classes: 1,
  width: 1,
  height: 1,
  table: null,
  problem: null,
  nodes: [{
    ...node("0", 0, 0),
    id: 0,
    label: "pc = 1",
    lines: ["pc = 1"],
    values: { pc: "1", "x > 1": "TRUE" },
    states: 3,
    initial: 1,
    violating: { Inv: 2 },
    opened: null,
    state: null,
  }],
  edges: [{
    from: 0,
    to: 0,
    actions: [{ name: "A", steps: 1200, states: 2, total: false }],
    points: [],
    label: { x: 50, y: 50 },
  }],
};

Deno.test("an edge that not every state has is dashed", () => {
  const { nodes, edges } = pictureOf(graph);
  same(nodes[0].styles, ["initial", "bad"]);
  same(edges[0].styles, ["dashed"]);
  same(edges[0].title, "A: 1,200 steps from 2 of 3");
  same(edges[0].label, [[{ text: "A x1,200", kind: "" }]]);
});

Deno.test("classes become a diagram", () => {
  same(diagramChange(graph, "a/M.tla", "a/M.diagram"), {
    do: "from-classes",
    name: "M_by_pc_x_1",
    nodes: [{ id: 0, values: { pc: "1", "x > 1": "TRUE" }, initial: true }],
    edges: [{ from: 0, to: 0, actions: ["A"] }],
    spec: "a/M.tla",
    file: "a/M.diagram",
  });
  same(violationsOf(graph), { "0": { status: "bad", text: "2 of 3 violate Inv" } });
});

Deno.test("an obligation that is open is not hidden by one that is proved", () => {
  /** @param {string} status */
  const one = (status) => /** @type {any} */ ({ lemma: "L", action: "A", status });
  for (const all of [["proved", "unknown"], ["unknown", "proved"]]) {
    same(matrixOf(all.map(one)).cells.get("L\nA")?.status, "unknown");
  }
});

Deno.test("relations are filtered by form, type, status and name", () => {
  const relation = /** @type {any} */ ({
    left: "x",
    rel: "<=",
    right: "y",
    tla: "x <= y",
    form: "order",
    status: "seen",
    types: ["Int"],
  });
  const all = { form: "", status: "", type: "", name: "" };
  same(isKept(relation, all), true);
  same(isKept(relation, { ...all, name: "X <=" }), true);
  same(isKept(relation, { ...all, form: "bound" }), false);
  same(isKept(relation, { ...all, type: "Bool" }), false);
  same(isKept(relation, { ...all, status: "proved" }), false);
});
