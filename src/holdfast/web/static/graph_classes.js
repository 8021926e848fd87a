/** The classes of a state graph as a picture: what the server found, in the shapes of a drawing. */

/** @import { Box, EdgeShape, Line, NodeShape, Picture, Point } from "holdfast/graph_shapes.js" */

import { LINE, lineWidth } from "holdfast/graph_shapes.js";
import { counted, grouped } from "holdfast/words.js";

/**
 * @typedef {{id: number, label: string, lines: string[], values: Record<string, string>, states: number,
 *   initial: number, violating: Record<string, number>, opened: number | null,
 *   state: string | null, x: number, y: number, width: number, height: number}} ClassNode
 */
/** @typedef {{name: string, steps: number, states: number, total: boolean}} EdgeAction */
/**
 * @typedef {{from: number, to: number, actions: EdgeAction[], points: Point[],
 *   label: {x: number, y: number} | null}} ClassEdge
 */
/**
 * @typedef {{states: number, steps: number, complete: boolean, by: string[], open: number[],
 *   candidates: string[], invariants: string[], nodes: ClassNode[], edges: ClassEdge[],
 *   classes: number, width: number, height: number, table: ClassNode[] | null,
 *   problem: string | null}} Graph
 */

const MOST_ACTIONS = 4;

/** The classes, also if there are too many for a drawing. @param {Graph} graph */
export const classesOf = (graph) => graph.table ?? graph.nodes;

/** @param {Graph} graph @returns {Picture} */
export function pictureOf(graph) {
  const classes = classesOf(graph);
  const states = new Map(classes.map((node) => [node.id, node.states]));
  return {
    name: `states by ${graph.by.join(", ")}`,
    width: graph.width,
    height: graph.height,
    nodes: classes.map(nodeOf),
    edges: graph.edges.map((edge) => edgeOf(edge, states.get(edge.from) ?? 0)),
  };
}

/** @param {ClassNode} node @returns {NodeShape} */
function nodeOf(node) {
  const lines = node.lines.length ? node.lines : ["all states"];
  return {
    id: String(node.id),
    title: [node.label, counted(node.states, "state"), initialOf(node)].filter(Boolean).join("; "),
    styles: [...(node.initial ? ["initial"] : []), ...(isBad(node) ? ["bad"] : [])],
    sections: [
      lines.map((text) => [{ text, kind: "" }]),
      [[{ text: counted(node.states, "state"), kind: "dim" }]],
    ],
    x: node.x,
    y: node.y,
    width: node.width,
    height: node.height,
  };
}

/** @param {ClassNode} node */
const initialOf = (node) => node.initial ? `${grouped(node.initial)} initial` : "";

/** @param {ClassNode} node */
const isBad = (node) => Object.values(node.violating).some((count) => count > 0);

/**
 * A badge for each class with states that violate an invariant.
 * @param {Graph} graph
 * @returns {Record<string, import("holdfast/graph_parts.js").Mark>}
 */
export function violationsOf(graph) {
  return Object.fromEntries(
    classesOf(graph).filter(isBad).map((node) => {
      const all = Object.entries(node.violating).filter(([, count]) => count > 0);
      const text = all.map(([name, count]) => `${count} of ${node.states} violate ${name}`);
      return [String(node.id), { status: "bad", text: text.join(", ") }];
    }),
  );
}

/**
 * The change that makes a predicate diagram of the classes.
 * @param {Graph} graph
 * @param {string} spec
 * @param {string} file
 */
export function diagramChange(graph, spec, file) {
  const stem = spec.split("/").at(-1)?.replace(/\.\w+$/, "") ?? "";
  return {
    do: "from-classes",
    name: `${stem}_by_${graph.by.join("_").replaceAll(/\W+/g, "_")}`,
    nodes: graph.nodes.map(({ id, values, initial }) => ({ id, values, initial: initial > 0 })),
    edges: graph.edges.map(({ from, to, actions }) => ({
      from,
      to,
      actions: actions.map((each) => each.name),
    })),
    spec,
    file,
  };
}

/** @param {ClassEdge} edge @param {number} states @returns {EdgeShape} */
function edgeOf(edge, states) {
  const shown = edge.actions.slice(0, MOST_ACTIONS);
  /** @type {Line[]} */
  const label = shown.map((each) => [{ text: `${each.name} x${grouped(each.steps)}`, kind: "" }]);
  const more = edge.actions.length - shown.length;
  if (more) label.push([{ text: `and ${more} more`, kind: "" }]);
  const total = edge.actions.every((action) => action.total);
  return {
    from: String(edge.from),
    to: String(edge.to),
    styles: total ? [] : ["dashed"],
    title: edge.actions.map((each) => stepsText(each, states)).join("; "),
    label,
    points: edge.points,
    at: edge.label && boxAt(edge, label),
    tip: "end",
  };
}

/** @param {EdgeAction} action @param {number} states */
function stepsText(action, states) {
  const from = action.total ? "every state" : `${grouped(action.states)} of ${grouped(states)}`;
  return `${action.name}: ${counted(action.steps, "step")} from ${from}`;
}

/** The room of a label, whose middle is given. @param {ClassEdge} edge @param {Line[]} label @returns {Box} */
function boxAt(edge, label) {
  const { x, y } = /** @type {{x: number, y: number}} */ (edge.label);
  const width = Math.max(...label.map(lineWidth)) + 6;
  const height = LINE * label.length;
  return { x: x - width / 2, y: y - height / 2, width, height };
}
