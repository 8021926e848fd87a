/** A run: live figures while it runs, then the verdict, and where to go from there. */

import { html, useState } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";
import { Figures } from "holdfast/figures.js";
import { Since } from "holdfast/since.js";
import { stopRun } from "holdfast/start.js";
import { useRun, useStudio } from "holdfast/studio.js";
import { SweepResult } from "holdfast/sweep.js";
import { duration, ErrorBox, Verdict } from "holdfast/words.js";
import { VerdictBlock } from "holdfast/verdict.js";

/** @import { Api, Navigate, Run } from "holdfast/types.d.ts" */

/**
 * @param {{api: Api, id: string, navigate: Navigate,
 *   onPlace?: (file: string, line: number) => void, old?: string}} props
 */
export function RunPanel({ api, id, navigate, onPlace, old }) {
  const { jobs, notify, project } = useStudio();
  const { run, error } = useRun(api, id);
  const last = project?.specs.find((spec) => spec.last?.run === id)?.last;
  const isChanged = run?.changed_since || last?.changed_since;
  const why = old ?? (isChanged ? "a file of the spec has changed since" : undefined);
  const job = jobs[id];
  const isOpen = run ? run.status !== "ended" : job ? job.status !== "ended" : false;
  if (error) return html`<${ErrorBox} error=${error} />`;
  return html`
    <div class="run-panel">
      <div class="run-title">
        <h2><a class="plain" href=${hrefOf(["run", id])}>Run ${id}</a></h2>
        <span class="muted">${run?.request.command ?? job?.command}${run &&
          ` ${modelText(run)}`}</span>
        ${isOpen && html`
          <${Verdict} verdict=${job?.status ?? run?.status} />
          <span class="figure">${duration(job?.last?.seconds)}</span>
          <button type="button" onClick=${() =>
            stopRun(api, id).catch((/** @type {Error} */ e) => notify(e.message))}>Stop</button>
        `}
      </div>
      ${isOpen && job && html`<${Figures} job=${job} />`}
      ${run?.envelope && html`
        <${VerdictBlock} envelope=${run.envelope} old=${why} onPlace=${onPlace} />
        <${SweepResult} envelope=${run.envelope} />
        <${Links} run=${run} navigate=${navigate} />
        <${Since} api=${api} run=${run} key=${`since ${id}`} />
        <${Pin} api=${api} run=${run} />
      `}
    </div>
  `;
}

/**
 * The model that a run is about, as text.
 * @param {Run} run
 */
function modelText({ request, envelope }) {
  const name = envelope?.config ?? request.config;
  const constants = Object.entries(request.constants ?? {}).map(([n, v]) => `${n} = ${v}`);
  return [name?.split("/").at(-1), ...constants].filter(Boolean).join(", ");
}

/** @param {{api: Api, run: Run}} props */
function Pin({ api, run }) {
  const { notify } = useStudio();
  const [isPinned, setPinned] = useState(run.pinned);
  /** @param {any} event */
  const pin = (event) => {
    const pinned = event.target.checked;
    api.post(`/api/runs/${run.run}/pin`, { pinned }).then(
      () => setPinned(pinned),
      (error) => notify(error.message),
    );
  };
  return html`
    <label class="check pin" title="The newest 50 runs are kept, and pinned ones">
      <input type="checkbox" checked=${isPinned} onChange=${pin} /> keep this run</label>
  `;
}

/** @param {{run: Run, navigate: Navigate}} props */
function Links({ run }) {
  const details = run.envelope?.[run.envelope.command] ?? {};
  const isSearch = ["check", "simulate"].includes(run.request.command);
  const explored = run.envelope?.verdict !== "error";
  /** @type {[string, string, boolean][]} */
  const links = [
    ["Trace", hrefOf(["run", run.run, "trace"]), Boolean(details.trace)],
    ["Graph", hrefOf(["run", run.run, "graph"]), isSearch && explored],
    ["Proof", hrefOf(["proof", run.run]), ["prove", "infer"].includes(run.request.command)],
    ["Relations", hrefOf(["mine", run.run]), run.request.command === "mine"],
    ["Share", hrefOf(["run", run.run, "trace"], { share: "1" }), Boolean(details.trace)],
  ];
  return html`
    <nav class="run-links" aria-label=${`Results of run ${run.run}`}>
      ${links.filter(([, , isThere]) => isThere).map(([title, href]) =>
        html`<a class="button" key=${title} href=${href}>${title}</a>`
      )}
    </nav>
  `;
}
