// @ts-check
// One drawing for all graphs: pan, zoom, select, drag, keys. Python gives all places.

import { h, html, useEffect, useLayoutEffect, useMemo, useRef } from "holdfast/vendor/preact.js";
import { edgePart, framePart, nodePart } from "holdfast/graph_parts.js";
import { centre, distanceTo, extent, neighbour, placed, routed } from "holdfast/graph_shapes.js";
import { useDrag } from "holdfast/graph_drag.js";

/** @typedef {import("holdfast/graph_shapes.js").Picture} Picture */
/** @typedef {import("holdfast/graph_shapes.js").Places} Places */
/** @typedef {import("holdfast/graph_shapes.js").Point} Point */
/** @typedef {import("holdfast/graph_parts.js").Mark} Mark */
/** @typedef {{node: string} | {edge: number} | null} Selection */
/**
 * @typedef {object} GraphViewProps
 * @property {Picture} picture
 * @property {string} label what the drawing is called by screen readers
 * @property {Selection} [selected]
 * @property {(selection: Selection) => void} [onSelect]
 * @property {(id: string) => void} [onOpen] Enter or a double click on a node
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
/** @type {Places} */
const NOWHERE = Object.freeze({});
const HELP = "Arrows follow edges. Page Up and Page Down go through all nodes, e through the " +
  "edges of a node. Enter opens. Plus, minus and 0 zoom. Alt and arrows move a node.";

/** @param {GraphViewProps} props */
export function GraphView(props) {
  const { picture, label, selected = null, nodeMarks = {}, edgeMarks = {} } = props;
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const ground = useRef(/** @type {SVGGElement | null} */ (null));
  const view = useRef({ x: 0, y: 0, k: 1, isFree: false });
  const cache = useRef(/** @type {Map<string, {from: unknown[], made: unknown}>} */ (new Map()));
  const drag = useDrag(props, svg, view, () => apply());
  const places = drag.places ?? props.places ?? NOWHERE;
  const nodes = useMemo(() => placed(picture, places), [picture, places]);
  const edges = useMemo(() => routed(picture, places, nodes), [picture, places, nodes]);

  const apply = () => {
    const { x, y, k } = view.current;
    ground.current?.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
  };
  const room = () => {
    const labels = edges.flatMap((e) => (e.at ? [e.at] : []));
    return extent([...nodes.values(), ...(picture.frames ?? []), ...labels]);
  };
  const fit = () => {
    if (!svg.current) return;
    const { clientWidth: width, clientHeight: height } = svg.current;
    const all = room();
    const k = Math.min(1, (width - 40) / all.width, (height - 40) / all.height);
    const scale = Math.max(0.05, Number.isFinite(k) ? k : 1);
    view.current = {
      x: (width - all.width * scale) / 2 - all.x * scale,
      y: Math.max(20, (height - all.height * scale) / 2) - all.y * scale,
      k: scale,
      isFree: false,
    };
    apply();
  };
  const zoom = (/** @type {number} */ factor, /** @type {Point | undefined} */ at) => {
    if (!svg.current) return;
    const { x, y, k } = view.current;
    const [px, py] = at ?? [svg.current.clientWidth / 2, svg.current.clientHeight / 2];
    const scale = Math.min(4, Math.max(0.05, k * factor));
    const by = scale / k;
    view.current = { x: px - (px - x) * by, y: py - (py - y) * by, k: scale, isFree: true };
    apply();
  };

  // The drawing is fitted again if it is another, unless the reader has moved it.
  useLayoutEffect(() => {
    if (view.current.isFree) apply();
    else fit();
  }, [picture]);
  useEffect(() => {
    if (!svg.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => !view.current.isFree && fit());
    observer.observe(svg.current);
    return () => observer.disconnect();
  }, [picture]);

  /** A part that is made again only if what it is made from has changed. */
  const kept = (
    /** @type {string} */ key,
    /** @type {unknown[]} */ from,
    /** @type {() => unknown} */ make,
  ) => {
    const old = cache.current.get(key);
    if (old && old.from.every((each, i) => each === from[i])) return old.made;
    const made = make();
    cache.current.set(key, { from, made });
    return made;
  };

  const focus = (/** @type {string | null} */ id) => {
    const all = svg.current?.querySelectorAll("g.node") ?? [];
    for (const each of all) {
      const isOwn = each.getAttribute("data-node") === id;
      each.setAttribute("tabindex", isOwn ? "0" : "-1");
      if (isOwn && each instanceof SVGElement) {
        each.focus({ preventScroll: true });
        reveal(id);
      }
    }
  };
  /** Pan so that a node is visible. */
  const reveal = (/** @type {string | null} */ id) => {
    const node = id === null ? undefined : nodes.get(id);
    if (!node || !svg.current) return;
    const { x, y, k } = view.current;
    const [cx, cy] = centre(node);
    const { clientWidth: width, clientHeight: height } = svg.current;
    const [px, py] = [cx * k + x, cy * k + y];
    if (px > 40 && px < width - 40 && py > 30 && py < height - 30) return;
    view.current = { x: width / 2 - cx * k, y: height / 2 - cy * k, k, isFree: true };
    apply();
  };
  const select = (/** @type {Selection} */ what) => props.onSelect?.(what);

  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const id = target.closest("g.node")?.getAttribute("data-node") ?? null;
    if (drag.keys(event, id)) return event.preventDefault();
    if (!event.ctrlKey && !event.metaKey && props.onKey?.(event, id)) {
      return event.preventDefault();
    }
    if (handled(event, id)) event.preventDefault();
  };
  const handled = (/** @type {KeyboardEvent} */ event, /** @type {string | null} */ id) => {
    if (event.ctrlKey || event.metaKey) return false;
    const towards = ARROWS[event.key];
    const order = picture.nodes.map((n) => n.id);
    if (towards && id !== null && !event.altKey) {
      const other = neighbour(id, towards, nodes, edges);
      if (other !== null) moveTo(other);
      return true;
    }
    switch (event.key) {
      case "PageDown":
      case "PageUp": {
        const step = event.key === "PageDown" ? 1 : -1;
        const at = id === null ? 0 : order.indexOf(id) + step;
        if (order.length) moveTo(order[(at + order.length) % order.length]);
        return true;
      }
      case "e": {
        if (id === null) return false;
        const own = edges.flatMap((e, i) => (e.from === id || e.to === id ? [i] : []));
        const now = selected && "edge" in selected ? own.indexOf(selected.edge) : -1;
        if (own.length) select({ edge: own[(now + 1) % own.length] });
        return true;
      }
      case "Enter":
      case " ":
        if (id === null) return false;
        if (props.connecting) props.onConnect?.(props.connecting, id);
        else if (event.key === "Enter" && isSelected(id)) props.onOpen?.(id);
        else select({ node: id });
        return true;
      case "Escape":
        select(null);
        return false;
      case "+":
      case "=":
        zoom(1.25);
        return true;
      case "-":
        zoom(0.8);
        return true;
      case "0":
        fit();
        return true;
      default:
        return false;
    }
  };
  const moveTo = (/** @type {string} */ id) => {
    if (!props.connecting) select({ node: id });
    focus(id);
  };
  const isSelected = (/** @type {string} */ id) =>
    selected !== null && "node" in selected && selected.node === id;

  const pick = (/** @type {PointerEvent | MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const node = target.closest("g.node")?.getAttribute("data-node");
    if (node !== null && node !== undefined) return { node };
    const own = target.closest("g.edge")?.getAttribute("data-edge");
    if (own !== null && own !== undefined) return { edge: Number(own) };
    const at = drag.point(event);
    let best = null;
    let least = 8 / view.current.k;
    edges.forEach((edge, i) => {
      const away = distanceTo(at, edge.points);
      if (away < least) [best, least] = [{ edge: i }, away];
    });
    return /** @type {Selection} */ (best);
  };
  const onClick = (/** @type {MouseEvent} */ event) => {
    if (drag.hasMoved()) return;
    const what = pick(event);
    if (what && "node" in what) {
      if (props.connecting) return props.onConnect?.(props.connecting, what.node);
      focus(what.node);
    }
    select(what);
  };
  const onDblClick = (/** @type {MouseEvent} */ event) => {
    const what = pick(event);
    if (what && "node" in what) props.onOpen?.(what.node);
    else if (!what) props.onCreate?.(drag.point(event));
  };
  // Not passive: a wheel pans the drawing, not the page.
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        const box = element.getBoundingClientRect();
        const at = /** @type {Point} */ ([event.clientX - box.left, event.clientY - box.top]);
        zoom(Math.exp(-event.deltaY / 200), at);
      } else {
        const { x, y, k } = view.current;
        view.current = { x: x - event.deltaX, y: y - event.deltaY, k, isFree: true };
        apply();
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  });

  const first = selected && "node" in selected && nodes.has(selected.node)
    ? selected.node
    : picture.nodes[0]?.id;
  const framed = new Map(picture.nodes.map((n) => [n.id, n.cluster ?? null]));
  return html`
    <div class="graph-view">
      <svg
        ref=${svg}
        role="group"
        aria-label=${label}
        class=${props.connecting ? "drawing connecting" : "drawing"}
        onPointerDown=${drag.onPointerDown}
        onPointerMove=${drag.onPointerMove}
        onPointerUp=${drag.onPointerUp}
        onPointerCancel=${drag.onPointerUp}
        onClick=${onClick}
        onDblClick=${onDblClick}
        onKeyDown=${onKeyDown}
      >
        <desc>${HELP}</desc>
        <g ref=${ground}>
          ${(picture.frames ?? []).map(framePart)}
          ${halo(selected, nodes, edges)}
          <g aria-hidden="true">${edges.map((edge, i) => {
            const own = framed.get(edge.from);
            const within = own !== null && own === framed.get(edge.to);
            const mark = edgeMarks[i];
            return kept(`e${i}`, [edge, mark, within], () => edgePart(edge, i, mark, within));
          })}</g>
          ${[...nodes.values()].map((node) => {
            const mark = nodeMarks[node.id];
            const isFirst = node.id === first;
            return kept(`n${node.id}`, [node, mark, isFirst], () => nodePart(node, mark, isFirst));
          })}
          ${drag.pencil(nodes)}
        </g>
      </svg>
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" title="Zoom in (+)" onClick=${() => zoom(1.25)}>+</button>
        <button type="button" title="Zoom out (-)" onClick=${() => zoom(0.8)}>−</button>
        <button type="button" title="Fit (0)" onClick=${fit}>fit</button>
      </div>
      <p class="sr-only" role="status">${spoken(selected, edges)}</p>
    </div>
  `;
}

/**
 * What is selected, below the drawing: a wide border, and the edges of a node.
 * @param {Selection} selected
 * @param {Map<string, import("holdfast/graph_shapes.js").NodeShape>} nodes
 * @param {import("holdfast/graph_shapes.js").EdgeShape[]} edges
 */
function halo(selected, nodes, edges) {
  if (selected === null) return null;
  const path = (/** @type {Point[]} */ points) =>
    h("path", {
      class: "halo-line",
      d: `M${points[0]}C${points.slice(1).map((p) => p.join(" ")).join(" ")}`,
    });
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

/** @param {Selection} selected @param {import("holdfast/graph_shapes.js").EdgeShape[]} edges */
function spoken(selected, edges) {
  return selected && "edge" in selected ? edges[selected.edge]?.title ?? "" : "";
}
