/** Live figures of a run, and their course as a line. */

import { html } from "holdfast/vendor/preact.js";
import { duration, grouped, memory } from "holdfast/words.js";

/** @import { Job } from "holdfast/studio.js" */

/** @type {[string, string][]} */
const NAMES = [
  ["distinct", "distinct states"],
  ["generated", "generated"],
  ["frontier", "queue"],
  ["depth", "depth"],
  ["proved", "proved"],
  ["obligations", "obligations"],
  ["behaviours", "behaviours"],
];

/** @param {{job: Job}} props */
export function Figures({ job }) {
  const { last } = job;
  if (!last) return html`<p class="muted">${job.status === "waiting" ? "waiting" : "starting"}</p>`;
  const rate = rateOf(job.history);
  return html`
    <dl class="figures">
      ${NAMES.filter(([name]) => typeof last[name] === "number").map(([name, title]) =>
        html`
          <div key=${name}>
            <dt>${title}</dt>
            <dd>${grouped(last[name])}</dd>
          </div>
        `
      )}
      ${rate !== null && html`
        <div>
          <dt>states a second</dt>
          <dd>${grouped(rate)}</dd>
        </div>
      `}
      ${last.memory > 0 && html`
        <div>
          <dt>memory</dt>
          <dd>${memory(last.memory)}</dd>
        </div>
      `}
      ${last.estimate !== undefined &&
        html`
          <div>
            <dt>time left, about</dt>
            <dd>${duration(last.estimate)}</dd>
          </div>
        `}
    </dl>
    <${Course} history=${job.history} />
  `;
}

/**
 * The states a second over the last two seconds.
 * @param {{seconds: number, value: number}[]} history
 */
export function rateOf(history) {
  const last = history.at(-1);
  if (!last) return null;
  const before = history.findLast((point) => point.seconds <= last.seconds - 2) ?? history[0];
  const seconds = last.seconds - before.seconds;
  return seconds > 0 ? Math.round((last.value - before.value) / seconds) : null;
}

/**
 * The points of a line in a box of 200 by 40.
 * @param {{seconds: number, value: number}[]} history
 */
export function courseOf(history) {
  const end = Math.max(...history.map((point) => point.seconds), 0.001);
  const top = Math.max(...history.map((point) => point.value), 1);
  return history.map(({ seconds, value }) =>
    `${(seconds / end * 200).toFixed(1)},${(40 - value / top * 38).toFixed(1)}`
  ).join(" ");
}

/** @param {{history: {seconds: number, value: number}[]}} props */
function Course({ history }) {
  if (history.length < 3) return null;
  return html`
    <svg class="course" viewBox="0 0 200 42" role="img" aria-label="Distinct states over time"
      preserveAspectRatio="none">
      <polyline points=${courseOf(history)} />
    </svg>
  `;
}
