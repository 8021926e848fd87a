/** The classes of a state graph as a picture: what the server found, in the shapes of a drawing. */

/** @import { Box, EdgeShape, Line, NodeShape, Picture, Point } from "holdfast/graph_shapes.js" */

import { LINE, lineWidth } from "holdfast/graph_shapes.js";

/**
 * @typedef {{id: number, label: string, values: Record<string, string>, states: number,
 *   initial: number, violating: Record<string, number>, opened: number | null,
 *   state: string | null, x: number, y: number, width: number, height: number}} ClassNode
 */
/** @typedef {{name: string, steps: number, states: number, total: boolean}} EdgeAction */
/**
 * @typedef {{from: number, to: number, actions: EdgeAction[], points: Point[],
 *   label: Point | {x: number, y: number} | null}} ClassEdge
 */
/**
 * @typedef {{states: number, steps: number, complete: boolean, by: string[], open: number[],
 *   candidates: string[], invariants: string[], nodes: ClassNode[], edges: ClassEdge[],
 *   classes: number, width: number, height: number, table: boolean,
 *   problem: string | null}} Graph
 */

/** @param {Graph} graph @returns {Picture} */
export function pictureOf(graph) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return {
    name: `states by ${graph.by.join(", ")}`,
    width: graph.width,
    height: graph.height,
    nodes: graph.nodes.map(nodeOf),
    edges: graph.edges.map((edge) => edgeOf(edge, nodes.get(edge.from)?.states ?? 0)),
  };
}

/** @param {ClassNode} node @returns {NodeShape} */
function nodeOf(node) {
  const counts = [countOf(node), ...violations(node)];
  const violating = Object.values(node.violating).some((count) => count > 0);
  return {
    id: String(node.id),
    title: [node.label.replaceAll("\n", "; "), ...counts.map((line) => line[0].text)].join("; "),
    styles: [...(node.initial ? ["initial"] : []), ...(violating ? ["bad"] : [])],
    sections: [node.label.split("\n").map((text) => [{ text, kind: "" }]), counts],
    x: node.x,
    y: node.y,
    width: node.width,
    height: node.height,
  };
}

/** @param {ClassNode} node @returns {Line} */
function countOf(node) {
  const states = `${node.states.toLocaleString("en-US")} state${node.states === 1 ? "" : "s"}`;
  const initial = node.initial ? `, ${node.initial.toLocaleString("en-US")} initial` : "";
  return [{ text: states + initial, kind: "dim" }];
}

/** @param {ClassNode} node @returns {Line[]} */
function violations(node) {
  return Object.entries(node.violating).filter(([, count]) => count > 0).map(([name, count]) => [
    { text: `${count} of ${node.states} violate ${name}`, kind: "bad" },
  ]);
}

/** @param {ClassEdge} edge @param {number} states @returns {EdgeShape} */
function edgeOf(edge, states) {
  const label = edge.actions.map((action) => actionLine(action, states));
  const total = edge.actions.every((action) => action.total);
  return {
    from: String(edge.from),
    to: String(edge.to),
    styles: total ? [] : ["dashed"],
    title: label.map((line) => line.map((piece) => piece.text).join(" ")).join("; "),
    label,
    points: edge.points,
    at: edge.label && boxAt(edge, label),
    tip: "end",
  };
}

/** @param {EdgeAction} action @param {number} states @returns {Line} */
function actionLine(action, states) {
  const from = action.total ? "" : ` from ${grouped(action.states)} of ${grouped(states)}`;
  return [{ text: action.name, kind: "" }, {
    text: `x${grouped(action.steps)}${from}`,
    kind: "dim",
  }];
}

/** @param {number} count */
const grouped = (count) => count.toLocaleString("en-US");

/** The room of a label, whose middle is given. @param {ClassEdge} edge @param {Line[]} label @returns {Box} */
function boxAt(edge, label) {
  const { x, y } = /** @type {{x: number, y: number}} */ (edge.label);
  const width = Math.max(...label.map(lineWidth)) + 6;
  const height = LINE * label.length;
  return { x: x - width / 2, y: y - height / 2, width, height };
}
