// Nodes, edges and frames of a drawing as SVG elements.

import { h } from "holdfast/vendor/preact.js";
import {
  arrowOf,
  CORNER,
  FONT,
  INSET,
  isChip,
  LINE,
  lineWidth,
  PAD,
  pieceWidth,
  RULE,
} from "holdfast/graph_shapes.js";

/** @typedef {import("holdfast/graph_shapes.js").Box} Box */
/** @typedef {import("holdfast/graph_shapes.js").Line} Line */
/** @typedef {import("holdfast/graph_shapes.js").NodeShape} NodeShape */
/** @typedef {import("holdfast/graph_shapes.js").EdgeShape} EdgeShape */
/** @typedef {import("holdfast/graph_shapes.js").FrameShape} FrameShape */
/** @typedef {{status: string, text: string}} Mark a status, and its words */

/** @param {Box} box @param {string} kind @param {number} corner */
const rectangle = (box, kind, corner) =>
  h("rect", {
    class: kind,
    x: box.x,
    y: box.y,
    width: Math.max(0, box.width),
    height: Math.max(0, box.height),
    rx: corner,
  });

/** @param {number} x @param {number} y @param {Line} line */
function words(x, y, line) {
  /** @type {any[]} */
  const parts = [];
  for (const piece of line) {
    const width = pieceWidth(piece);
    if (isChip(piece)) {
      const chip = { x, y: y - FONT * 0.36 - LINE / 2 + 1, width, height: LINE - 2 };
      parts.push(rectangle(chip, `chip ${piece.kind}`, 3));
      parts.push(h("text", { class: piece.kind, x: x + 4, y }, piece.text));
    } else {
      parts.push(h("text", { class: piece.kind || undefined, x, y }, piece.text));
    }
    x += width + FONT * 0.5;
  }
  return parts;
}

/** The lines of a node, with a rule between sections. @param {NodeShape} node */
function sections(node) {
  /** @type {any[]} */
  const parts = [];
  const lines = node.sections.reduce((sum, each) => sum + each.length, 0);
  const tall = LINE * lines + RULE * (node.sections.length - 1);
  const edge = node.styles.includes("initial") ? INSET : 0;
  let y = node.y + (node.height - tall) / 2;
  node.sections.forEach((section, index) => {
    if (index) {
      const [left, right] = [node.x + edge, node.x + node.width - edge];
      parts.push(h("path", { class: "rule", d: `M${left} ${y + RULE / 2}H${right}` }));
      y += RULE;
    }
    for (const line of section) {
      const isTitle = index === 0 && section.length === 1 && line.at(-1)?.kind === "name";
      const isCentred = isTitle || lines === 1;
      const x = isCentred ? node.x + (node.width - lineWidth(line)) / 2 : node.x + edge + PAD;
      parts.push(...words(x, y + LINE / 2 + FONT * 0.36, line));
      y += LINE;
    }
  });
  return parts;
}

/** The badge of a status: a sign and a word, never a colour alone. @type {Record<string, string>} */
export const SIGNS = { ok: "ok", bad: "x", open: "??", stale: "old" };

/** @param {number} right @param {number} top @param {Mark} mark */
function badge(right, top, mark) {
  const text = SIGNS[mark.status] ?? mark.status;
  const width = text.length * 7.45 + 10;
  const box = { x: right - width + 6, y: top - 9, width, height: 18 };
  return h(
    "g",
    { class: `badge ${mark.status}` },
    rectangle(box, "chip", 9),
    h("text", { x: box.x + 5, y: box.y + 13 }, text),
  );
}

/**
 * A node; `first` is in the tab order.
 * @param {NodeShape} node
 * @param {Mark | undefined} mark
 * @param {boolean} first
 */
export function nodePart(node, mark, first) {
  const title = mark ? `${node.title}; ${mark.text}` : node.title;
  return h(
    "g",
    {
      key: node.id,
      class: ["node", ...node.styles].join(" "),
      "data-node": node.id,
      role: "button",
      tabindex: first ? 0 : -1,
      "aria-label": title,
    },
    rectangle(node, "box", CORNER),
    node.styles.includes("initial") && rectangle(
      {
        x: node.x + INSET,
        y: node.y + INSET,
        width: node.width - 2 * INSET,
        height: node.height - 2 * INSET,
      },
      "inner",
      CORNER - INSET,
    ),
    sections(node),
    mark && badge(node.x + node.width, node.y, mark),
  );
}

/** @param {EdgeShape} edge @param {number} index @param {Mark | undefined} mark @param {boolean} within @param {boolean} named whether it has a tooltip */
export function edgePart(edge, index, mark, within, named) {
  const { path, tip } = arrowOf(edge.points, edge.tip);
  const isLoop = edge.from === edge.to;
  const { at } = edge;
  // A label of one word has a wide outline instead of a ground: fewer elements.
  const isWord = edge.label.length === 1 && edge.label[0].length === 1 && !isChip(edge.label[0][0]);
  return h(
    "g",
    {
      key: index,
      class: ["edge", ...edge.styles, within ? "within" : "", isWord ? "word" : ""].filter(Boolean)
        .join(" "),
      "data-edge": index,
    },
    named && h("title", null, mark ? `${edge.title}; ${mark.text}` : edge.title),
    h("path", { class: "line", d: path }),
    tip && h("polygon", { class: "tip", points: tip }),
    at && !isLoop && !isWord && rectangle(at, "behind", 3),
    at && edge.label.flatMap((line, i) => {
      const x = isLoop ? at.x + 3 : at.x + (at.width - lineWidth(line)) / 2;
      return words(x, at.y + LINE * (i + 0.5) + FONT * 0.36, line);
    }),
    mark && badge(
      at ? at.x + at.width + 10 : edge.points[0][0],
      at ? at.y + 2 : edge.points[0][1],
      mark,
    ),
  );
}

/** @param {FrameShape} frame */
export function framePart(frame) {
  return h(
    "g",
    { key: frame.id, class: "cluster" },
    rectangle(frame, "frame", CORNER),
    words(frame.at[0], frame.at[1] + FONT, [{ text: frame.title, kind: "name" }]),
  );
}
