// The pointer over a drawing: panning the ground, dragging a node, drawing an edge.

import { h, useRef, useState } from "holdfast/vendor/preact.js";
import { borderOf, centre } from "holdfast/graph_shapes.js";

/** @typedef {import("holdfast/graph_shapes.js").Places} Places */
/** @typedef {import("holdfast/graph_shapes.js").Point} Point */
/** @typedef {import("holdfast/graph_shapes.js").NodeShape} NodeShape */
/** @typedef {{x: number, y: number, k: number, isFree: boolean}} View */

/** How far the pointer goes before a press is a drag. */
const SLACK = 4;
const KEY_STEP = 16;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {import("holdfast/graph_view.js").GraphViewProps} props
 * @param {{current: SVGSVGElement | null}} svg
 * @param {{current: View}} view
 * @param {() => void} apply draws the view again
 */
export function useDrag(props, svg, view, apply) {
  const press = useRef(
    /** @type {{node: string | null, at: Point, from: Point, view: View, moved: boolean} | null} */
    (null),
  );
  const hasMoved = useRef(false);
  const [places, setPlaces] = useState(/** @type {Places | null} */ (null));
  const [pointer, setPointer] = useState(/** @type {Point | null} */ (null));

  /** Where an event is, in the coordinates of the drawing. */
  const point = (/** @type {MouseEvent} */ event) => {
    const box = svg.current?.getBoundingClientRect();
    const { x, y, k } = view.current;
    return /** @type {Point} */ ([
      (event.clientX - (box?.left ?? 0) - x) / k,
      (event.clientY - (box?.top ?? 0) - y) / k,
    ]);
  };
  /** @param {string} id @returns {Point} */
  const cornerOf = (id) => {
    const own = (props.places ?? {})[id];
    const node = props.picture.nodes.find((n) => n.id === id);
    return own ?? [node?.x ?? 0, node?.y ?? 0];
  };

  return {
    places,
    point,
    hasMoved: () => hasMoved.current,
    /** @param {PointerEvent} event */
    onPointerDown(event) {
      if (event.button !== 0) return;
      const target = /** @type {Element} */ (event.target);
      const id = target.closest("g.node")?.getAttribute("data-node") ?? null;
      const node = props.onMove && !props.connecting ? id : null;
      hasMoved.current = false;
      press.current = {
        node,
        at: [event.clientX, event.clientY],
        from: node === null ? [0, 0] : cornerOf(node),
        view: { ...view.current },
        moved: false,
      };
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      if (props.connecting) setPointer(point(event));
      const own = press.current;
      if (!own) return;
      const dx = event.clientX - own.at[0];
      const dy = event.clientY - own.at[1];
      if (!own.moved && Math.hypot(dx, dy) < SLACK) return;
      if (!own.moved) svg.current?.setPointerCapture(event.pointerId);
      own.moved = hasMoved.current = true;
      if (own.node === null) {
        view.current = { ...own.view, x: own.view.x + dx, y: own.view.y + dy, isFree: true };
        apply();
      } else {
        const { k } = view.current;
        setPlaces({
          ...(props.places ?? {}),
          [own.node]: [own.from[0] + dx / k, own.from[1] + dy / k],
        });
      }
    },
    onPointerUp() {
      if (press.current?.moved && press.current.node !== null && places) props.onMove?.(places);
      press.current = null;
      setPlaces(null);
    },
    /** Alt and an arrow move a node. @param {KeyboardEvent} event @param {string | null} id */
    keys(event, id) {
      const towards = ARROWS[event.key];
      if (!event.altKey || !towards || id === null || !props.onMove) return false;
      const [x, y] = cornerOf(id);
      props.onMove({
        ...(props.places ?? {}),
        [id]: [x + KEY_STEP * towards[0], y + KEY_STEP * towards[1]],
      });
      return true;
    },
    /** The edge that is being drawn. @param {Map<string, NodeShape>} nodes */
    pencil(nodes) {
      const from = props.connecting ? nodes.get(props.connecting) : undefined;
      if (!from || !pointer) return null;
      const [x, y] = borderOf(from, pointer);
      const [cx, cy] = centre(from);
      const isInside = Math.abs(pointer[0] - cx) < from.width / 2 &&
        Math.abs(pointer[1] - cy) < from.height / 2;
      return isInside
        ? null
        : h("path", { class: "pencil", d: `M${x} ${y}L${pointer[0]} ${pointer[1]}` });
    },
  };
}
