/** Two traces beside each other, up to where they differ and from there on. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { useRunTrace } from "holdfast/trace_data.js";
import { hrefOf, withQuery } from "holdfast/route.js";
import { ChangeText } from "holdfast/value.js";
import { VirtualRows } from "holdfast/virtual.js";
import { ErrorBox } from "holdfast/words.js";

/** @import { Api, Compared, Navigate, Route, Step } from "holdfast/types.d.ts" */
/** @import { Seen } from "holdfast/trace_data.js" */

const ROW = 28;
/** @type {string[]} */
const NOTHING = [];

/** @param {{api: Api, run: string, versus: string, route: Route, navigate: Navigate}} props */
export function Compare({ api, run, versus, route, navigate }) {
  const [found, setFound] = useState(/** @type {{compared?: Compared, error?: any}} */ ({}));
  const left = useRunTrace(api, run, NOTHING);
  const right = useRunTrace(api, versus, NOTHING);
  useEffect(() => {
    api.get(`/api/runs/${run}/compare`, { vs: versus }).then(
      (compared) => setFound({ compared }),
      (error) => setFound({ error }),
    );
  }, [api, run, versus]);
  const error = found.error ?? left.error ?? right.error;
  const { compared } = found;
  return html`
    <div class="explorer-list compare">
      <div class="explorer-bar">
        <h1>Run ${run} and run ${versus}</h1>
        <p class="muted" role="status">${compared && difference(compared)}</p>
        <a class="button" href=${hrefOf(["run", versus, "trace"])}>Trace of run ${versus}</a>
        <button type="button" onClick=${() =>
          navigate(withQuery(route, { vs: null }))}>Close</button>
      </div>
      ${!error && !(compared && left.seen && right.seen) && html`<p class="loading">Loading</p>`}
      ${error && html`<${ErrorBox} error=${error} />`}
      ${compared && left.seen && right.seen &&
        html`
          <${Rows} compared=${compared} left=${left.seen} right=${right.seen} run=${run}
            versus=${versus} />
        `}
    </div>
  `;
}

/** @param {{compared: Compared, left: Seen, right: Seen, run: string, versus: string}} props */
function Rows({ compared, left, right, run, versus }) {
  const { rows, first_difference: difference } = compared;
  /** @param {Seen} seen @param {number | null} number */
  const step = (seen, number) => number === null ? null : seen.step(number);
  const head = html`
    <span role="columnheader" class="number">#</span><span role="columnheader">run ${run}</span>
    <span role="columnheader">compared</span><span role="columnheader">run ${versus}</span>
  `;
  /** @param {number} index */
  const draw = (index) => {
    const row = rows[index];
    return html`
      <div role="row" key=${index} aria-rowindex=${index + 2}
        class=${`virtual-row${row.same ? "" : " differs"}`}>
        <span role="gridcell" class="number">${row.left ?? row.right}</span>
        <${Side} step=${step(left, row.left)} />
        <span role="gridcell" class=${row.same ? "muted" : "tone-open"}>${row.same
          ? "="
          : "differs"}</span>
        <${Side} step=${step(right, row.right)} />
      </div>
    `;
  };
  return html`
    <${VirtualRows} count=${rows.length} row=${ROW} selected=${difference ??
      0} label="Compared steps"
      columns="3.5rem minmax(12rem, 1fr) 4.5rem minmax(12rem, 1fr)" head=${head} draw=${draw}
      onRange=${(/** @type {number} */ from, /** @type {number} */ to) => {
        if (to <= from) return;
        left.want(from + 1, Math.min(to, left.length));
        right.want(from + 1, Math.min(to, right.length));
      }} />
  `;
}

/** @param {{step: Step | null | undefined}} props */
function Side({ step }) {
  if (!step) {
    return html`<span role="gridcell" class="muted">${step === null ? "ended" : "..."}</span>`;
  }
  return html`
    <span role="gridcell" class="changes"><b class="mono">${step.label ?? "initial"}</b>
      ${step.changes.map((change) =>
        html`<${ChangeText} key=${change.place} change=${change} short />`
      )}</span>
  `;
}

/** @param {Compared} compared */
function difference(compared) {
  const { first_difference: at, rows } = compared;
  if (at === null) return "the two traces are the same";
  const row = rows[at];
  return `the same up to state ${at}, different from state ${row.left ?? row.right}`;
}
