/** The part of a drawing that is visible: pan, zoom, fit. It changes one attribute, nothing else. */

import { useEffect, useLayoutEffect, useRef } from "holdfast/vendor/preact.js";
import { centre } from "holdfast/graph_shapes.js";

/** @import { Box, Picture, Point } from "holdfast/graph_shapes.js" */

/** `isFree` if the reader has moved it. @typedef {{x: number, y: number, k: number, isFree: boolean}} View */

const MARGIN = 20;

/**
 * @param {Picture} picture
 * @param {() => Box} room what has to be visible if all is
 */
export function usePan(picture, room) {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const ground = useRef(/** @type {SVGGElement | null} */ (null));
  const view = useRef(/** @type {View} */ ({ x: 0, y: 0, k: 1, isFree: false }));

  const apply = () => {
    const { x, y, k } = view.current;
    ground.current?.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
  };
  const fit = () => {
    if (!svg.current) return;
    const { clientWidth: width, clientHeight: height } = svg.current;
    const all = room();
    const most = Math.min((width - 2 * MARGIN) / all.width, (height - 2 * MARGIN) / all.height);
    const k = Math.max(0.05, Math.min(1, most));
    view.current = {
      x: (width - all.width * k) / 2 - all.x * k,
      y: Math.max(MARGIN, (height - all.height * k) / 2) - all.y * k,
      k,
      isFree: false,
    };
    apply();
  };
  /** @param {number} factor @param {Point} [at] */
  const zoom = (factor, at) => {
    if (!svg.current) return;
    const { x, y, k } = view.current;
    const [px, py] = at ?? [svg.current.clientWidth / 2, svg.current.clientHeight / 2];
    const scale = Math.min(4, Math.max(0.05, k * factor));
    const by = scale / k;
    view.current = { x: px - (px - x) * by, y: py - (py - y) * by, k: scale, isFree: true };
    apply();
  };
  /** Pan so that a box is visible. @param {Box} box */
  const reveal = (box) => {
    if (!svg.current) return;
    const { x, y, k } = view.current;
    const [cx, cy] = centre(box);
    const { clientWidth: width, clientHeight: height } = svg.current;
    const [px, py] = [cx * k + x, cy * k + y];
    if (px > 40 && px < width - 40 && py > 30 && py < height - 30) return;
    view.current = { x: width / 2 - cx * k, y: height / 2 - cy * k, k, isFree: true };
    apply();
  };

  // Another drawing is fitted, unless the reader has moved the one before.
  useLayoutEffect(() => view.current.isFree ? apply() : fit(), [picture]);
  useEffect(() => {
    if (!svg.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => !view.current.isFree && fit());
    observer.observe(svg.current);
    return () => observer.disconnect();
  }, [picture]);
  // Not passive: a wheel pans the drawing, not the page.
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    /** @param {WheelEvent} event */
    const onWheel = (event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        const box = element.getBoundingClientRect();
        zoom(Math.exp(-event.deltaY / 200), [event.clientX - box.left, event.clientY - box.top]);
      } else {
        const { x, y, k } = view.current;
        view.current = { x: x - event.deltaX, y: y - event.deltaY, k, isFree: true };
        apply();
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);
  return { svg, ground, view, apply, fit, zoom, reveal };
}
