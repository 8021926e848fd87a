/** A sweep over constants: a verdict for each value, and how states and time grow. */

import { html } from "holdfast/vendor/preact.js";
import { duration, grouped, Verdict } from "holdfast/words.js";

/** @import { Envelope } from "holdfast/types.d.ts" */

/**
 * @typedef {{constants: Record<string, string>, verdict: string, property: string | null,
 *   reason: string | null, seconds: number, states?: {distinct: number} | null}} SweepRow
 */
/** @typedef {{x: number, y: number, row: SweepRow, value: number}} Point */
/** @typedef {{at: number, text: string}} Tick */
/**
 * @typedef {{points: Point[], lines: {name: string, points: string, at: {x: number, y: number} | undefined}[],
 *   across: Tick[], up: Tick[], isLog: boolean}} Chart
 */

const WIDTH = 380;
const HEIGHT = 150;
const LEFT = 56;
const RIGHT = 14;
const LETTER = 6.2;
const LABEL = 11;
const TOP = 14;
const BOTTOM = 24;
const MOST_TICKS = 10;
/** From this ratio of the greatest and the least value on, the scale is logarithmic. */
const LOG_FROM = 50;

/** @param {{envelope: Envelope}} props */
export function SweepResult({ envelope }) {
  /** @type {SweepRow[] | undefined} */
  const rows = envelope[envelope.command]?.sweep;
  if (!rows?.length) return null;
  const names = Object.keys(rows[0].constants);
  const states = chartOf(rows, (row) => row.states?.distinct ?? null);
  const time = chartOf(rows, (row) => row.seconds);
  const stopped = rows.some((row) => !isWhole(row));
  return html`
    <section class="sweep" aria-labelledby="sweep-title">
      <h3 id="sweep-title">Sweep over ${names.join(", ")}</h3>
      ${rows.length > 1 && html`
        <${LineChart} chart=${states} name="distinct states" across=${names[0]} show=${grouped} />
        <${LineChart} chart=${time} name="time" across=${names[0]} show=${duration} />
      `}
      ${stopped && html`
        <p class="muted"><b class="mark">x</b> The search ended before all states were explored, so
          this is no count of all of them; lines join those that are complete.</p>
      `}
      <${SweepTable} rows=${rows} names=${names} />
    </section>
  `;
}

/** @param {{rows: SweepRow[], names: string[]}} props */
function SweepTable({ rows, names }) {
  return html`
    <table class="wide">
      <thead>
        <tr>
          ${names.map((name) => html`<th key=${name} class="mono">${name}</th>`)}
          <th>Verdict</th>
          <th class="number">Distinct</th>
          <th class="number">Time</th>
        </tr>
      </thead>
      <tbody>${rows.map((row, index) =>
        html`
          <tr key=${index}>
            ${names.map((name, column) =>
              column === 0
                ? html`<th scope="row" class="mono">${row.constants[name]}</th>`
                : html`<td class="mono">${row.constants[name]}</td>`
            )}
            <td>
              <${Verdict} verdict=${row.verdict} />
              ${row.property && html`${" "}<span class="mono muted">${row.property}</span>`}
              ${!row.property && row.verdict !== "exhausted" && row.reason &&
                html`${" "}<span class="muted">${row.reason}</span>`}
            </td>
            <td class="number">${grouped(row.states?.distinct)}</td>
            <td class="number">${duration(row.seconds)}</td>
          </tr>
        `
      )}</tbody>
    </table>
  `;
}

/**
 * @param {{chart: Chart, name: string, across: string, show: (value: number) => string}} props
 */
function LineChart({ chart, name, across, show }) {
  if (chart.points.length === 0) return null;
  const floor = HEIGHT - BOTTOM;
  const told = chart.points.map(({ row, value }) => `${valuesOf(row)}: ${show(value)}`).join("; ");
  const scale = chart.isLog ? ", logarithmic scale" : "";
  return html`
    <figure class="line-chart">
      <figcaption>${name} by <span class="mono">${across}</span>${scale}</figcaption>
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img"
        aria-label=${`${name} by ${across}${scale}. ${told}`}>
        ${chart.up.map(({ at, text }) =>
          html`
            <g key=${text} class="tick">
              <line x1=${LEFT} x2=${WIDTH - RIGHT} y1=${at} y2=${at} />
              <text x=${LEFT - 6} y=${at + 4} text-anchor="end">${show(Number(text))}</text>
            </g>
          `
        )}
        ${chart.across.map(({ at, text }) =>
          html`
            <text key=${at} class="tick" x=${at} y=${floor + 16}
              text-anchor="middle">${text}</text>
          `
        )}
        ${chart.lines.map((line) =>
          html`
            <g key=${line.name} class="series">
              <polyline points=${line.points} />
              ${chart.lines.length > 1 && line.at &&
                html`<text x=${line.at.x - 4} y=${
                  line.at.y - 7
                } text-anchor="end">${line.name}</text>`}
            </g>
          `
        )}
        ${chart.points.map((point, index) =>
          html`
            <g key=${index} class=${isWhole(point.row) ? "whole" : "stopped"}>
              <title>${valuesOf(point.row)}: ${show(point.value)}</title>
              ${isWhole(point.row)
                ? html`<circle cx=${point.x} cy=${point.y} r="3.5" />`
                : html`<path d=${`M${point.x - 4} ${point.y - 4}l8 8m0 -8l-8 8`} />`}
            </g>
          `
        )}
      </svg>
    </figure>
  `;
}

// ---- data ----

/** Whether all states were explored. @param {SweepRow} row */
function isWhole(row) {
  return row.verdict === "exhausted" || row.verdict === "proved";
}

/** @param {SweepRow} row */
function valuesOf(row) {
  return Object.entries(row.constants).map(([name, value]) => `${name} = ${value}`).join(", ");
}

/**
 * The places of a figure by the first constant; a line for each choice of the others.
 * @param {SweepRow[]} rows
 * @param {(row: SweepRow) => number | null} figure
 * @returns {Chart}
 */
export function chartOf(rows, figure) {
  const [main] = Object.keys(rows[0].constants);
  const values = [...new Set(rows.map((row) => row.constants[main]))];
  const numbers = values.map(Number);
  const areNumbers = numbers.every((number) => !Number.isNaN(number));
  const known = rows.map((row) => ({ row, value: figure(row) ?? NaN })).filter((each) =>
    !Number.isNaN(each.value)
  );
  const [least, most] = [Math.min, Math.max].map((of) => of(...known.map((each) => each.value)));
  const isLog = least > 0 && most / least >= LOG_FROM;
  const span = (/** @type {string} */ value) =>
    areNumbers
      ? portion(Number(value), Math.min(...numbers), Math.max(...numbers))
      : portion(values.indexOf(value), 0, values.length - 1);
  const longest = Math.max(...rows.map((row) => othersOf(row, main).length));
  const room = WIDTH - LEFT - RIGHT - 16 - longest * LETTER;
  const x = (/** @type {string} */ value) => LEFT + 8 + span(value) * room;
  const up = isLog ? powersOfTen(least, most) : roundTicks(most);
  const [from, to] = [isLog ? up[0] : 0, up[up.length - 1]];
  const height = (/** @type {number} */ value) =>
    isLog ? portion(Math.log(value), Math.log(from), Math.log(to)) : portion(value, from, to);
  const y = (/** @type {number} */ value) =>
    HEIGHT - BOTTOM - height(value) * (HEIGHT - TOP - BOTTOM);
  const points = known.map(({ row, value }) => ({
    row,
    value,
    x: rounded(x(row.constants[main])),
    y: rounded(y(value)),
  }));
  const every = Math.ceil(values.length / MOST_TICKS);
  return {
    points,
    lines: linesOf(points, main),
    across: values.filter((_, index) => index % every === 0).map((text) => ({
      at: rounded(x(text)),
      text,
    })),
    up: up.map((value) => ({ at: rounded(y(value)), text: `${value}` })),
    isLog,
  };
}

/**
 * A line for each choice of the other constants; their names are beside their ends, apart.
 * @param {Point[]} points
 * @param {string} main
 */
function linesOf(points, main) {
  const names = [...new Set(points.map(({ row }) => othersOf(row, main)))];
  const lines = names.map((name) => {
    const whole = points.filter(({ row }) => othersOf(row, main) === name && isWhole(row))
      .sort((one, other) => one.x - other.x);
    const last = whole.at(-1);
    const at = last && name ? { x: last.x, y: last.y } : undefined;
    return { name, points: whole.map(({ x, y }) => `${x},${y}`).join(" "), at };
  });
  const placed = lines.flatMap(({ at }) => at ?? []).sort((one, other) => other.y - one.y);
  placed.forEach((at, index) => {
    if (index > 0) at.y = Math.min(at.y, placed[index - 1].y - LABEL);
  });
  return lines;
}

/** @param {SweepRow} row @param {string} main */
function othersOf({ constants }, main) {
  return Object.entries(constants).filter(([name]) => name !== main).map(([name, value]) =>
    `${name} = ${value}`
  ).join(", ");
}

/** @param {number} value @param {number} from @param {number} to */
function portion(value, from, to) {
  return to > from ? (value - from) / (to - from) : 0.5;
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 10) / 10;
}

/** @param {number} least @param {number} most */
function powersOfTen(least, most) {
  const first = Math.floor(Math.log10(least));
  const last = Math.max(first + 1, Math.ceil(Math.log10(most)));
  const step = Math.ceil((last - first) / 5);
  const ticks = [];
  for (let power = first; power < last + step; power += step) ticks.push(10 ** power);
  return ticks;
}

/** Some round numbers from 0 to at least the greatest value. @param {number} most */
function roundTicks(most) {
  if (most <= 0) return [0, 1];
  const rough = 10 ** Math.floor(Math.log10(most / 3));
  const step = rough * ([1, 2, 5, 10].find((factor) => factor * rough * 4 >= most) ?? 10);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
