/** Rows of one height of which only those in sight are drawn, so that 10,000 scroll. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "holdfast/vendor/preact.js";

const MARGIN = 12;

/**
 * The rows in sight, with some before and after.
 * @param {number} scrolled
 * @param {number} height of what is in sight
 * @param {number} row height of a row
 * @param {number} count
 */
export function inSight(scrolled, height, row, count) {
  const from = Math.max(0, Math.floor(scrolled / row) - MARGIN);
  const to = Math.min(count, Math.ceil((scrolled + height) / row) + MARGIN);
  return { from: Math.min(from, to), to };
}

/**
 * @param {{count: number, row: number, selected: number, label: string, columns: string, least?: string,
 *   head: any, draw: (index: number) => any, foot?: any, activeId?: string,
 *   onRange: (from: number, to: number) => void}} props
 */
export function VirtualRows(props) {
  const { count, row, selected, label, columns, least, head, draw, foot, activeId, onRange } =
    props;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [sight, setSight] = useState({ scrolled: 0, height: 600 });
  const { from, to } = inSight(sight.scrolled, sight.height, row, count);
  useEffect(() => onRange(from, to), [from, to, count]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSight({ scrolled: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || selected < 0) return;
    const top = selected * row;
    const room = element.clientHeight - row * 2;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + room) element.scrollTop = top - room;
  }, [selected, row]);
  const rows = [];
  for (let index = from; index < to; index++) rows.push(draw(index));
  return html`
    <div class="virtual" ref=${box} role="grid" tabindex="0" aria-label=${label}
      aria-rowcount=${count + 1} aria-activedescendant=${activeId}
      style=${{ "--columns": columns, "--row": `${row}px`, "--least": least ?? "30rem" }}>
      <div class="virtual-head" role="row" aria-rowindex="1">${head}</div>
      <div class="virtual-room" role="rowgroup" style=${{ height: `${count * row}px` }}>
        <div class="virtual-rows" role="presentation"
          style=${{ transform: `translateY(${from * row}px)` }}>${rows}</div>
      </div>
      ${foot}
    </div>
  `;
}
