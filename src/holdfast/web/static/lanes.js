/** A trace as lanes with messages between them; time runs down. Also as a table. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "holdfast/vendor/preact.js";
import { inSight } from "holdfast/virtual.js";
import { ErrorBox } from "holdfast/words.js";

/** @import { Arrow, Lanes } from "holdfast/types.d.ts" */

const ROW = 40;
const LETTER = 7.2;
const TOP = 18;
const EDGE = 70;

/**
 * @param {{ask: (by: string | undefined) => Promise<Lanes | null>, question: string,
 *   by: string | undefined, onBy: (by: string) => void, length: number, at: number,
 *   bad: boolean, onSelect: (number: number) => void}} props
 */
export function LanesView({ ask, question, by, onBy, length, at, bad, onSelect }) {
  const [found, setFound] = useState(/** @type {{lanes?: Lanes | null, error?: any}} */ ({}));
  const [asTable, setAsTable] = useState(false);
  useEffect(() => {
    let current = true;
    ask(by).then(
      (lanes) => current && setFound({ lanes }),
      (error) => current && setFound({ error }),
    );
    return () => {
      current = false;
    };
  }, [question, by]);
  const { lanes, error } = found;
  if (error) return html`<${ErrorBox} error=${error} />`;
  if (lanes === undefined) return html`<p class="loading">Loading</p>`;
  if (lanes === null || lanes.lanes.length === 0) {
    return html`<p class="loading">No step of this trace tells who takes it.</p>`;
  }
  return html`
    <div class="lanes">
      <div class="lanes-bar">
        <label>A lane for each <select value=${lanes.by}
          onChange=${(/** @type {any} */ event) => onBy(event.target.value)}>
          ${lanes.choices.map((choice) => html`<option key=${choice}>${choice}</option>`)}
        </select></label>
        ${lanes.guessed && html`<span class="muted">guessed from the actions</span>`}
        <button type="button" aria-pressed=${asTable ? "true" : "false"}
          onClick=${() => setAsTable(!asTable)}>As a table</button>
      </div>
      ${asTable ? html`<${LanesTable} lanes=${lanes} onSelect=${onSelect} />` : html`
        <${Drawing} lanes=${lanes} length=${length} at=${at} bad=${bad}
          onSelect=${onSelect} />
      `}
    </div>
  `;
}

/**
 * @param {{lanes: Lanes, length: number, at: number, bad: boolean,
 *   onSelect: (number: number) => void}} props
 */
function Drawing({ lanes, length, at, bad, onSelect }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [sight, setSight] = useState({ scrolled: 0, height: 600, wide: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setSight({
        scrolled: element.scrollTop,
        height: element.clientHeight,
        wide: element.clientWidth,
      });
    measure();
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
    if (!element) return;
    const y = (at - 1) * ROW;
    if (y < element.scrollTop) element.scrollTop = y;
    const room = element.clientHeight - 2 * ROW - 30;
    if (y > element.scrollTop + room) element.scrollTop = y - room;
  }, [at]);
  const column = columnWidth(lanes.lanes.length, sight.wide);
  const width = EDGE + lanes.lanes.length * column;
  const { from, to } = inSight(sight.scrolled, sight.height, ROW, length);
  const x = (/** @type {number} */ lane) => EDGE + lane * column + column / 2;
  const y = (/** @type {number} */ row) => TOP + row * ROW;
  const height = TOP + length * ROW;
  const texts = new Map(lanes.notes.map((note) => [`${note.lane} ${note.row}`, note.text]));
  /** Half of the width of what a lane does in a row. @type {(lane: number, row: number) => number} */
  const room = (lane, row) => {
    const text = texts.get(`${lane} ${row}`);
    return text === undefined
      ? 3
      : boxWidth(bad && row === length - 1 ? `x ${text}` : text, column) / 2 + 2;
  };
  return html`
    <div class="lanes-scroll" ref=${box} tabindex="0" role="region" aria-label="Lanes">
      <div class="lanes-names" style=${{ width: `${width}px`, paddingLeft: `${EDGE}px` }}>
        ${lanes.lanes.map(({ name }, lane) =>
          html`<span key=${lane} class="mono" style=${{ width: `${column}px` }}>${name}</span>`
        )}
      </div>
      <svg width=${width} height=${height} role="img" aria-label=${summary(lanes)}>
        <defs><marker id="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8"
          markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" class="arrow-tip" /></marker></defs>
        <rect x="0" y=${y(at - 1) - ROW / 2} width=${width} height=${ROW} class="lane-selected" />
        ${lanes.lanes.map((lane, index) =>
          html`
            <line key=${index} class="lane" x1=${x(index)} x2=${x(index)} y1=${y(
              Math.max(lane.begun, from) - 0.4,
            )}
              y2=${y(Math.min(lane.ended ?? length - 1, to) + 0.4)} />
          `
        )}
        ${rowsBetween(from, to).map((row) =>
          html`
            <g key=${`row${row}`} class="lane-row" onClick=${() => onSelect(row + 1)}>
              <rect x="0" y=${y(row) - ROW / 2} width=${width} height=${ROW} class="lane-hit" />
              <text x="40" y=${y(row) + 4} class="lane-number">${row + 1}</text>
            </g>
          `
        )}
        ${lanes.arrows.filter((arrow) => isInSight(arrow, from, to)).map((arrow, index) =>
          html`
            <${Message} key=${`a${index}.${arrow.sent}`} arrow=${arrow} x=${x} y=${y}
              column=${column} room=${room} />
          `
        )}
        ${lanes.notes.filter((note) => note.row >= from && note.row < to).map((note, index) =>
          html`
            <${Action} key=${`n${index}.${note.row}`} note=${note} x=${x} y=${y} column=${column}
              bad=${bad && note.row === length - 1} />
          `
        )}
      </svg>
    </div>
  `;
}

/** @param {{note: Lanes["notes"][0], x: any, y: any, column: number, bad: boolean}} props */
function Action({ note, x, y, column, bad }) {
  const text = shortened(bad ? `x ${note.text}` : note.text, Math.floor((column - 18) / LETTER));
  const width = boxWidth(text, column);
  return html`
    <g class=${bad ? "lane-note bad" : "lane-note"}>
      <title>${note.text}</title>
      <rect x=${x(note.lane) - width / 2} y=${y(note.row) - 10} width=${width} height="20" rx="4" />
      <text x=${x(note.lane)} y=${y(note.row) + 4} text-anchor="middle">${text}</text>
    </g>
  `;
}

/** @param {string} text @param {number} column */
function boxWidth(text, column) {
  return Math.min(column - 8, text.length * LETTER + 14);
}

/** @param {{arrow: Arrow, x: any, y: any, column: number, room: any}} props */
function Message({ arrow, x, y, column, room }) {
  const { source, sent, target, received } = arrow;
  const isLost = target === null || received === null;
  const side = isLost ? 1 : Math.sign(x(target) - x(source));
  const x1 = x(source) + side * room(source, sent);
  const y1 = y(sent);
  const x2 = isLost ? x1 + column * 0.3 : x(target) - side * room(target, received);
  const y2 = isLost ? y1 + ROW * 0.5 : y(received);
  const text = shortened(arrow.text, 34);
  return html`
    <g class=${`message ${arrow.kind}${isLost ? " lost" : ""}`}>
      <title>${arrow.text}${isLost ? " (never received)" : ""}</title>
      <line x1=${x1} y1=${y1} x2=${x2} y2=${y2} marker-end="url(#arrow-head)" />
      <text x=${(x1 + x2) / 2} y=${(y1 + y2) / 2 - 5} text-anchor="middle">${text}${isLost
        ? " ?"
        : ""}</text>
    </g>
  `;
}

/** @param {{lanes: Lanes, onSelect: (number: number) => void}} props */
function LanesTable({ lanes, onSelect }) {
  const name = (/** @type {number | null} */ lane) =>
    lane === null ? "nobody" : lanes.lanes[lane].name;
  const state = (/** @type {number | null} */ row) =>
    row === null
      ? "never"
      : html`<button type="button" class="link" onClick=${() => onSelect(row + 1)}>${
        row + 1
      }</button>`;
  return html`
    <div class="lanes-scroll">
      <table><caption class="sr-only">What each lane does</caption>
        <thead><tr><th class="number">State</th><th>Lane</th><th>Action</th></tr></thead>
        <tbody>${lanes.notes.map((note, index) =>
          html`
            <tr key=${index}>
              <td class="number">${state(note.row)}</td>
              <td class="mono">${name(note.lane)}</td>
              <td class="mono">${note.text}</td>
            </tr>
          `
        )}</tbody></table>
      ${lanes.arrows.length > 0 && html`
        <table>
          <caption>Messages</caption>
          <thead>
            <tr>
              <th>Message</th>
              <th>From</th>
              <th class="number">Sent</th>
              <th>To</th>
              <th class="number">Received</th>
            </tr>
          </thead>
          <tbody>${lanes.arrows.map((arrow, index) =>
            html`
              <tr key=${index}>
                <td class="mono">${arrow.text}</td>
                <td class="mono">${name(arrow.source)}</td>
                <td class="number">${state(arrow.sent)}</td>
                <td class="mono">${name(arrow.target)}</td>
                <td class="number">${state(arrow.received)}</td>
              </tr>
            `
          )}</tbody>
        </table>
      `}
    </div>
  `;
}

/** @param {Lanes} lanes */
function summary(lanes) {
  const names = lanes.lanes.map((lane) => lane.name).join(", ");
  return `Lanes ${names}; ${lanes.notes.length} actions, ${lanes.arrows.length} messages`;
}

/** @param {number} lanes @param {number} wide */
function columnWidth(lanes, wide) {
  return Math.max(110, Math.min(240, Math.floor((wide - EDGE - 20) / lanes)));
}

/** @param {number} from @param {number} to */
function rowsBetween(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** @param {Arrow} arrow @param {number} from @param {number} to */
export function isInSight(arrow, from, to) {
  return arrow.sent < to && (arrow.received ?? arrow.sent + 1) >= from;
}

/** @param {string} text @param {number} most */
export function shortened(text, most) {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
