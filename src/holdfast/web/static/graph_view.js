/** One drawing for all graphs: pan, zoom, select, drag, keys. Python gives all places. */

import { h, html, useMemo, useRef } from "holdfast/vendor/preact.js";
import { useDrag } from "holdfast/graph_drag.js";
import { usePan } from "holdfast/graph_pan.js";
import { edgePart, framePart, nodePart } from "holdfast/graph_parts.js";
import { distanceTo, extent, framed, neighbour, placed, routed } from "holdfast/graph_shapes.js";

/** @import { EdgeShape, NodeShape, Picture, Places, Point } from "holdfast/graph_shapes.js" */
/** @import { Mark } from "holdfast/graph_parts.js" */

/** @typedef {{node: string} | {edge: number} | null} Selection */
/**
 * @typedef {object} GraphViewProps
 * @property {Picture} picture
 * @property {string} label what the drawing is called by screen readers
 * @property {Selection} [selected]
 * @property {(selection: Selection) => void} [onSelect]
 * @property {(id: string) => void} [onOpen] Enter, or a double click on a node
 * @property {Places} [places] nodes that were dragged
 * @property {(places: Places) => void} [onMove]
 * @property {Record<string, Mark>} [nodeMarks]
 * @property {Record<number, Mark>} [edgeMarks] by the number of an edge
 * @property {string | null} [connecting] the node from which an edge is drawn
 * @property {(from: string, to: string) => void} [onConnect]
 * @property {(at: Point) => void} [onCreate] a double click on the ground
 * @property {(event: KeyboardEvent, node: string | null) => boolean} [onKey] keys of the screen
 */

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** More edges than this have no tooltips: each is one more element. */
const MOST_NAMED = 300;
/** @type {Places} */
const NOWHERE = Object.freeze({});
const HELP = "Arrows follow edges. Page Up and Page Down go through all nodes, e through the " +
  "edges of a node. Enter opens. Plus, minus and 0 zoom. Alt and arrows move a node.";

/** @param {GraphViewProps} props */
export function GraphView(props) {
  const { picture, selected = null } = props;
  const shapes = useRef(
    /** @type {{nodes: Map<string, NodeShape>, edges: EdgeShape[]}} */ ({
      nodes: new Map(),
      edges: [],
    }),
  );
  const pan = usePan(picture, () => {
    const labels = shapes.current.edges.flatMap((edge) => edge.at ?? []);
    return extent([...shapes.current.nodes.values(), ...(picture.frames ?? []), ...labels]);
  });
  const drag = useDrag(props, pan.svg, pan.view, pan.apply);
  const places = drag.places ?? props.places ?? NOWHERE;
  const nodes = useMemo(() => placed(picture, places), [picture, places]);
  const edges = useMemo(() => routed(picture, places, nodes), [picture, places, nodes]);
  shapes.current = { nodes, edges };

  const named = selected && "node" in selected ? selected.node : null;
  /** @param {Selection} what */
  const select = (what) => props.onSelect?.(what);
  /** @param {string} id */
  const focus = (id) => {
    for (const each of pan.svg.current?.querySelectorAll("g.node") ?? []) {
      const isOwn = each.getAttribute("data-node") === id;
      each.setAttribute("tabindex", isOwn ? "0" : "-1");
      if (isOwn) /** @type {SVGElement} */ (each).focus({ preventScroll: true });
    }
    const node = nodes.get(id);
    if (node) pan.reveal(node);
  };
  /** @param {string} id */
  const moveTo = (id) => {
    if (!props.connecting) select({ node: id });
    focus(id);
  };
  /** @param {KeyboardEvent & {target: any}} event */
  const onKeyDown = (event) => {
    const id = event.target.closest("g.node")?.getAttribute("data-node") ?? null;
    if (
      drag.keys(event, id) || props.onKey?.(event, id) ||
      pressed(event, id, { ...props, nodes, edges, select, moveTo, pan })
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** A node that gets the focus is selected. @param {FocusEvent & {target: any}} event */
  const onFocusIn = (event) => {
    const id = event.target.closest("g.node")?.getAttribute("data-node") ?? null;
    if (id !== null && id !== named && !props.connecting) select({ node: id });
  };

  /** What is under the pointer. @param {MouseEvent & {target: any}} event @returns {Selection} */
  const pick = (event) => {
    const node = event.target.closest("g.node")?.getAttribute("data-node");
    if (node !== null && node !== undefined) return { node };
    const own = event.target.closest("g.edge")?.getAttribute("data-edge");
    if (own !== null && own !== undefined) return { edge: Number(own) };
    const at = drag.point(event);
    const away = edges.map((edge) => distanceTo(at, edge.points));
    const least = Math.min(...away);
    return least < 8 / pan.view.current.k ? { edge: away.indexOf(least) } : null;
  };
  /** @param {MouseEvent & {target: any}} event */
  const onClick = (event) => {
    if (drag.hasMoved()) return;
    const what = pick(event);
    if (what && "node" in what) {
      if (props.connecting) return props.onConnect?.(props.connecting, what.node);
      focus(what.node);
    }
    select(what);
  };
  /** @param {MouseEvent & {target: any}} event */
  const onDblClick = (event) => {
    const what = pick(event);
    if (what && "node" in what) props.onOpen?.(what.node);
    else if (!what) props.onCreate?.(drag.point(event));
  };

  const first = named !== null && nodes.has(named) ? named : picture.nodes[0]?.id;
  return html`
    <div class="graph-view">
      <svg
        ref=${pan.svg}
        role="group"
        aria-label=${props.label}
        class=${props.connecting ? "drawing connecting" : "drawing"}
        onPointerDown=${drag.onPointerDown}
        onPointerMove=${drag.onPointerMove}
        onPointerUp=${drag.onPointerUp}
        onPointerCancel=${drag.onPointerUp}
        onClick=${onClick}
        onDblClick=${onDblClick}
        onKeyDown=${onKeyDown}
        onFocusIn=${onFocusIn}
      >
        <desc>${HELP}</desc>
        <g ref=${pan.ground}>
          ${framed(picture, places, nodes).map(framePart)}
          ${halo(selected, nodes, edges)}
          <${Parts} picture=${picture} nodes=${nodes} edges=${edges} first=${first}
            nodeMarks=${props.nodeMarks} edgeMarks=${props.edgeMarks} />
          ${drag.pencil(nodes)}
        </g>
      </svg>
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" title="Zoom in (+)" onClick=${() => pan.zoom(1.25)}>+</button>
        <button type="button" title="Zoom out (-)" onClick=${() => pan.zoom(0.8)}>−</button>
        <button type="button" title="Fit (0)" onClick=${pan.fit}>fit</button>
      </div>
      <p class="sr-only" role="status">
        ${selected && "edge" in selected ? edges[selected.edge]?.title ?? "" : ""}
      </p>
    </div>
  `;
}

/**
 * All nodes and edges; each is made again only if what it is made from has changed.
 * @param {{picture: Picture, nodes: Map<string, NodeShape>, edges: EdgeShape[],
 *   first: string | undefined, nodeMarks?: Record<string, Mark>,
 *   edgeMarks?: Record<number, Mark>}} props
 */
function Parts({ picture, nodes, edges, first, nodeMarks = {}, edgeMarks = {} }) {
  const cache = useRef(/** @type {Map<string, {from: unknown[], made: any}>} */ (new Map()));
  /** @param {string} key @param {unknown[]} from @param {() => any} make */
  const kept = (key, from, make) => {
    const old = cache.current.get(key);
    if (old && old.from.every((each, i) => each === from[i])) return old.made;
    const made = make();
    cache.current.set(key, { from, made });
    return made;
  };
  const named = edges.length <= MOST_NAMED;
  const clusters = new Map(picture.nodes.map((n) => [n.id, n.cluster ?? null]));
  return [
    h(
      "g",
      { key: "edges", "aria-hidden": "true" },
      edges.map((edge, i) => {
        const own = clusters.get(edge.from);
        const within = own !== null && own === clusters.get(edge.to);
        const mark = edgeMarks[i];
        return kept(`e${i}`, [edge, mark, within], () => edgePart(edge, i, mark, within, named));
      }),
    ),
    h(
      "g",
      { key: "nodes" },
      [...nodes.values()].map((node) => {
        const mark = nodeMarks[node.id];
        const isFirst = node.id === first;
        return kept(`n${node.id}`, [node, mark, isFirst], () => nodePart(node, mark, isFirst));
      }),
    ),
  ];
}

/**
 * Keys of a drawing; whether the key is one of them.
 * @param {KeyboardEvent} event
 * @param {string | null} id
 * @param {any} on
 */
function pressed(event, id, on) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const towards = ARROWS[event.key];
  if (towards) {
    const other = id === null ? null : neighbour(id, towards, on.nodes, on.edges);
    if (other !== null) on.moveTo(other);
    return id !== null;
  }
  switch (event.key) {
    case "PageDown":
    case "PageUp": {
      const order = [...on.nodes.keys()];
      const at = id === null ? 0 : order.indexOf(id) + (event.key === "PageDown" ? 1 : -1);
      if (order.length) on.moveTo(order[(at + order.length) % order.length]);
      return true;
    }
    case "e": {
      if (id === null) return false;
      /** @type {EdgeShape[]} */
      const edges = on.edges;
      const own = edges.flatMap((e, i) => (e.from === id || e.to === id ? [i] : []));
      const now = on.selected && "edge" in on.selected ? own.indexOf(on.selected.edge) : -1;
      if (own.length) on.select({ edge: own[(now + 1) % own.length] });
      return true;
    }
    case "Enter":
    case " ":
      if (id === null) return false;
      if (on.connecting) on.onConnect?.(on.connecting, id);
      else if (event.key === "Enter" && on.selected?.node === id) on.onOpen?.(id);
      else on.select({ node: id });
      return true;
    case "+":
    case "=":
      on.pan.zoom(1.25);
      return true;
    case "-":
      on.pan.zoom(0.8);
      return true;
    case "0":
      on.pan.fit();
      return true;
    default:
      return false;
  }
}

/**
 * What is selected, below the drawing: a wide border, and the edges of a node.
 * @param {Selection} selected
 * @param {Map<string, NodeShape>} nodes
 * @param {EdgeShape[]} edges
 */
function halo(selected, nodes, edges) {
  if (selected === null) return null;
  /** @param {Point[]} points */
  const path = (points) => {
    const rest = points.slice(1).map((p) => p.join(" ")).join(" ");
    return h("path", { class: "halo-line", d: `M${points[0].join(" ")}C${rest}` });
  };
  if ("edge" in selected) {
    const edge = edges[selected.edge];
    return edge ? path(edge.points) : null;
  }
  const node = nodes.get(selected.node);
  if (!node) return null;
  const [x, y, width, height] = [node.x - 5, node.y - 5, node.width + 10, node.height + 10];
  return [
    edges.filter((e) => e.from === node.id || e.to === node.id).map((e) => path(e.points)),
    h("rect", { class: "halo", x, y, width, height, rx: 11 }),
  ];
}
