// The geometry of drawings: paths, tips of arrows, and new routes for what was dragged.
// Places come from Python (`report/graph_json.py`); nothing here knows what a graph means.

/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{text: string, kind: string}} Piece */
/** @typedef {Piece[]} Line */
/**
 * @typedef {object} NodeShape
 * @property {string} id
 * @property {string} title what is read about the node
 * @property {string[]} styles
 * @property {Line[][]} sections
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string | null} [cluster]
 */
/**
 * @typedef {object} EdgeShape
 * @property {string} from
 * @property {string} to
 * @property {string[]} styles
 * @property {string} title
 * @property {Line[]} label
 * @property {Point[]} points a start, then three points for each Bezier curve
 * @property {Box | null} at the room of the label
 * @property {"end" | "start" | "none"} tip
 * @property {number[]} [members] what the parent's data calls the edges that are drawn as this one
 */
/**
 * @typedef {object} FrameShape
 * @property {string} id
 * @property {string} title
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {Point} at
 */
/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {NodeShape[]} nodes
 * @property {EdgeShape[]} edges
 * @property {FrameShape[]} [frames]
 * @property {Line[]} [notes]
 */
/** @typedef {Record<string, Point>} Places the upper left corners of nodes that were dragged */

export const FONT = 12;
export const CELL = 7.45;
export const LINE = 18;
export const RULE = 7;
export const PAD = 10;
export const INSET = 4;
export const CORNER = 7;
const TIP = 9;
const CHIPS = new Set(["weak", "strong", "step"]);

/** @param {Piece} piece @returns {boolean} */
export const isChip = (piece) => CHIPS.has(piece.kind);

/** @param {string} text @returns {number} */
export function cellsOf(text) {
  let count = 0;
  for (const character of text) count += character > "\u2fff" ? 2 : 1;
  return count;
}

/** @param {Piece} piece @returns {number} */
export const pieceWidth = (piece) => CELL * cellsOf(piece.text) + (isChip(piece) ? 8 : 0);

/** @param {Line} line @returns {number} */
export function lineWidth(line) {
  return line.reduce((sum, each) => sum + pieceWidth(each), 0) +
    FONT * 0.5 * Math.max(line.length - 1, 0);
}

/** @param {Line} line @returns {string} */
export const plain = (line) =>
  line.map((each) => (each.kind === "step" ? `[${each.text}]` : each.text)).join(" ");

/** @param {number} value @returns {string} */
const round = (value) => String(Math.round(value * 10) / 10);

/** The data of a path along Bezier curves. @param {Point[]} points @returns {string} */
export function pathOf(points) {
  let text = `M${round(points[0][0])} ${round(points[0][1])}`;
  for (let i = 1; i + 2 < points.length; i += 3) {
    const own = points.slice(i - 1, i + 3);
    const [x, y] = own[3];
    const isStraight = own.every((p) => p[0] === x) || own.every((p) => p[1] === y);
    text += isStraight
      ? `L${round(x)} ${round(y)}`
      : `C${own.slice(1).map((p) => `${round(p[0])} ${round(p[1])}`).join(" ")}`;
  }
  return text;
}

/** @param {Point} start @param {Point} end @returns {Point} */
function direction(start, end) {
  const dx = end[0] - start[0];
  const dy = end[1] - start[1];
  const size = Math.hypot(dx, dy) || 1;
  return [dx / size, dy / size];
}

/** The corners of the tip of an arrow. @param {Point} start @param {Point} end @returns {string} */
function cornersOf(start, end) {
  const [ux, uy] = direction(start, end);
  return [[0, 0], [TIP, 3.8], [TIP * 0.75, 0], [TIP, -3.8]]
    .map(([a, b]) => `${round(end[0] - ux * a - uy * b)},${round(end[1] - uy * a + ux * b)}`)
    .join(" ");
}

/** @param {Point} start @param {Point} end @returns {Point} */
function before(start, end) {
  const [ux, uy] = direction(start, end);
  return [end[0] - ux * TIP * 0.8, end[1] - uy * TIP * 0.8];
}

/**
 * The line of an arrow, which ends before its tip, and the corners of the tip.
 * @param {Point[]} points
 * @param {"end" | "start" | "none"} tip
 * @returns {{path: string, tip: string}}
 */
export function arrowOf(points, tip) {
  const own = points.slice();
  const last = own.length - 1;
  if (tip === "end") {
    const corners = cornersOf(own[last - 1], own[last]);
    own[last] = before(own[last - 1], own[last]);
    return { path: pathOf(own), tip: corners };
  }
  if (tip === "start") {
    const corners = cornersOf(own[1], own[0]);
    own[0] = before(own[1], own[0]);
    return { path: pathOf(own), tip: corners };
  }
  return { path: pathOf(own), tip: "" };
}

// ---- where things are ----

/** @param {Box} box @returns {Point} */
export const centre = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/** @param {Box} a @param {Box} b @param {number} gap @returns {boolean} */
export function overlaps(a, b, gap = 0) {
  return a.x < b.x + b.width + gap && b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;
}

/**
 * A point of a Bezier curve of four points.
 * @param {Point[]} c
 * @param {number} t
 * @returns {Point}
 */
function bezier(c, t) {
  const s = 1 - t;
  const [a, b, d, e] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [
    a * c[0][0] + b * c[1][0] + d * c[2][0] + e * c[3][0],
    a * c[0][1] + b * c[1][1] + d * c[2][1] + e * c[3][1],
  ];
}

/** The distance of a point from a curve. @param {Point} at @param {Point[]} points */
export function distanceTo(at, points) {
  let least = Infinity;
  for (let i = 0; i + 3 < points.length; i += 3) {
    const own = points.slice(i, i + 4);
    for (let k = 0; k <= 12; k++) {
      const [x, y] = bezier(own, k / 12);
      least = Math.min(least, Math.hypot(x - at[0], y - at[1]));
    }
  }
  return least;
}

/**
 * Where a line from the middle of a box to a point leaves the box.
 * @param {Box} box
 * @param {Point} to
 * @returns {Point}
 */
export function borderOf(box, to) {
  const [cx, cy] = centre(box);
  const [dx, dy] = [to[0] - cx, to[1] - cy];
  if (!dx && !dy) return [cx, box.y];
  const scale = Math.min(
    dx ? box.width / 2 / Math.abs(dx) : Infinity,
    dy ? box.height / 2 / Math.abs(dy) : Infinity,
  );
  return [cx + dx * scale, cy + dy * scale];
}

// ---- what was dragged ----

/** The nodes at their places. @param {Picture} picture @param {Places} places */
export function placed(picture, places) {
  /** @type {Map<string, NodeShape>} */
  const found = new Map();
  for (const node of picture.nodes) {
    const at = places[node.id];
    found.set(node.id, at ? { ...node, x: at[0], y: at[1] } : node);
  }
  return found;
}

/**
 * The edges, with new routes where an end was dragged; their labels overlap nothing.
 * @param {Picture} picture
 * @param {Places} places
 * @param {Map<string, NodeShape>} nodes
 * @returns {EdgeShape[]}
 */
export function routed(picture, places, nodes) {
  const moved = new Set(Object.keys(places).filter((id) => nodes.has(id)));
  if (!moved.size) return picture.edges;
  const isMoved = (/** @type {EdgeShape} */ e) => moved.has(e.from) || moved.has(e.to);
  /** @type {Box[]} */
  const taken = [...nodes.values()];
  for (const edge of picture.edges) if (edge.at && !isMoved(edge)) taken.push(edge.at);
  const pairs = new Set(picture.edges.map((e) => `${e.from}\n${e.to}`));
  /** @type {Map<string, number>} */
  const seen = new Map();
  const before = new Map(picture.nodes.map((n) => [n.id, n]));
  return picture.edges.map((edge) => {
    if (!isMoved(edge)) return edge;
    const [source, target] = [nodes.get(edge.from), nodes.get(edge.to)];
    const old = before.get(edge.from);
    if (!source || !target || !old) return edge;
    if (edge.from === edge.to) {
      const by = /** @type {Point} */ ([source.x - old.x, source.y - old.y]);
      const loop = shifted(edge, by);
      if (loop.at) taken.push(loop.at);
      return loop;
    }
    const key = `${edge.from}\n${edge.to}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const bend = pairs.has(`${edge.to}\n${edge.from}`) ? count + 1 : count;
    const points = curve(source, target, bend);
    const at = edge.at && free(edge.at, points, taken);
    if (at) taken.push(at);
    return { ...edge, points, at };
  });
}

/**
 * The frames; one of which a node was dragged is around its nodes again.
 * @param {Picture} picture
 * @param {Places} places
 * @param {Map<string, NodeShape>} nodes
 * @returns {FrameShape[]}
 */
export function framed(picture, places, nodes) {
  return (picture.frames ?? []).map((frame) => {
    const own = [...nodes.values()].filter((node) => node.cluster === frame.id);
    if (!own.some((node) => places[node.id])) return frame;
    const loops = picture.edges.filter((e) => e.from === e.to && e.at);
    const boxes = own.flatMap((node) => {
      const loop = loops.find((each) => each.from === node.id)?.at;
      return [loop ? { ...node, width: node.width + loop.width + 36 } : node];
    });
    const { x, y, width, height } = extent(boxes);
    return {
      ...frame,
      x: x - PAD,
      y: y - 3 * PAD,
      width: width + 2 * PAD,
      height: height + 4 * PAD,
      at: [x, y - 3 * PAD + 6],
    };
  });
}

/** @param {EdgeShape} edge @param {Point} by @returns {EdgeShape} */
function shifted(edge, by) {
  return {
    ...edge,
    points: edge.points.map(([x, y]) => [x + by[0], y + by[1]]),
    at: edge.at && { ...edge.at, x: edge.at.x + by[0], y: edge.at.y + by[1] },
  };
}

/** A curve from one box to another. @param {Box} a @param {Box} b @param {number} bend */
export function curve(a, b, bend) {
  const [from, to] = [centre(a), centre(b)];
  const [ux, uy] = direction(from, to);
  const off = 34 * bend;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const one = /** @type {Point} */ ([
    from[0] + ux * length / 3 - uy * off,
    from[1] + uy * length / 3 + ux * off,
  ]);
  const two = /** @type {Point} */ ([
    to[0] - ux * length / 3 - uy * off,
    to[1] - uy * length / 3 + ux * off,
  ]);
  return [borderOf(a, one), one, two, borderOf(b, two)];
}

/**
 * Room for a label on a curve, or beside it, that is not taken.
 * @param {Box} size
 * @param {Point[]} points
 * @param {Box[]} taken
 * @returns {Box}
 */
function free(size, points, taken) {
  const first = labelAt(size, points, 0.5, 0);
  for (const aside of [0, 20, -20, 44, -44, 80, -80, 130, -130]) {
    for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
      const box = labelAt(size, points, t, aside);
      if (!taken.some((each) => overlaps(each, box, 2))) return box;
    }
  }
  return first;
}

/** @param {Box} size @param {Point[]} points @param {number} t @param {number} aside */
function labelAt(size, points, t, aside) {
  const [x, y] = bezier(points.slice(0, 4), t);
  const [ux, uy] = direction(points[0], points[3]);
  return {
    x: x - uy * aside - size.width / 2,
    y: y + ux * aside - size.height / 2,
    width: size.width,
    height: size.height,
  };
}

/** The room that all parts take. @param {Iterable<Box>} boxes @returns {Box} */
export function extent(boxes) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The neighbour in a direction: of the nodes that an edge leads to or comes from, the one that is
 * most in this direction.
 * @param {string} id
 * @param {Point} towards
 * @param {Map<string, NodeShape>} nodes
 * @param {EdgeShape[]} edges
 * @returns {string | null}
 */
export function neighbour(id, towards, nodes, edges) {
  const own = nodes.get(id);
  if (!own) return null;
  const [cx, cy] = centre(own);
  let best = null;
  let least = Infinity;
  for (const edge of edges) {
    const other = edge.from === id ? edge.to : edge.to === id ? edge.from : null;
    const node = other !== null && other !== id ? nodes.get(other) : undefined;
    if (!node) continue;
    const [x, y] = centre(node);
    const along = (x - cx) * towards[0] + (y - cy) * towards[1];
    const across = Math.abs((x - cx) * towards[1]) + Math.abs((y - cy) * towards[0]);
    if (along < 1 || across > 4 * along) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [node.id, cost];
  }
  return best;
}
