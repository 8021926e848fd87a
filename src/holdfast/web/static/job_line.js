/** The line at the bottom: running jobs with stop, notices, and the state of the connection. */

import { html, useEffect, useRef, useState } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";
import { useCommands } from "holdfast/keys.js";
import { stopRun } from "holdfast/start.js";
import { useStudio } from "holdfast/studio.js";
import { counted, duration, verdictWords } from "holdfast/words.js";

/** @import { Api, Navigate } from "holdfast/types.d.ts" */
/** @import { Job } from "holdfast/studio.js" */

const SPEAK_MS = 10_000;

/** @param {{api: Api, navigate: Navigate, lost: boolean, notice: string}} props */
export function JobLine({ api, navigate, lost, notice }) {
  const { jobs, project, notify } = useStudio();
  const open = Object.values(jobs).filter((job) => job.status !== "ended");
  /** @param {string} run */
  const stop = (run) => stopRun(api, run).catch((error) => notify(error.message));
  useCommands([{
    id: "stop",
    title: "Stop the running job",
    keys: ["Escape"],
    group: "Model",
    disabled: open.length === 0,
    run: () => open.length && stop(open[open.length - 1].run),
  }]);
  return html`
    <footer class="job-line" aria-label="Running jobs">
      ${lost && html`<b class="lost" role="alert">No connection to the server, trying again</b>`}
      ${open.length === 0 && !lost && html`<span class="muted">no running job</span>`}
      ${open.map((job) =>
        html`
          <span class="job" key=${job.run}>
            <a href=${hrefOf(["run", job.run])}
              onClick=${() => navigate(hrefOf(["run", job.run]))}>run ${job.run}</a>
            ${" "}${job.command} ${job.spec.split("/").at(-1)}
            <span class="figure">${jobFigure(job)}</span>
            <button type="button" onClick=${() => stop(job.run)}
              title="Stop (Esc); what was found stays">Stop</button>
          </span>
        `
      )}
      <span class="notice" role="status">${notice}</span>
      <${Spoken} jobs=${Object.values(jobs)} />
      <span class="muted version">${project && `holdfast ${project.version}`}</span>
    </footer>
  `;
}

/** @param {Job} job */
function jobFigure(job) {
  if (job.status === "waiting") return "waiting";
  const distinct = job.history.at(-1)?.value;
  const states = distinct === undefined ? "" : `, ${counted(distinct, "state")}`;
  return `${duration(job.last?.seconds ?? 0)}${states}`;
}

/**
 * What a screen reader says: every ten seconds how far the jobs are, at once how one ended.
 * @param {{jobs: Job[]}} props
 */
function Spoken({ jobs }) {
  const [text, setText] = useState("");
  const before = useRef({ time: 0, ended: /** @type {Set<string>} */ (new Set()) });
  const over = jobs.filter((job) => job.status === "ended");
  const fresh = over.filter((job) => !before.current.ended.has(job.run));
  useEffect(() => {
    const now = Date.now();
    if (fresh.length) {
      const words = fresh.map((job) => `run ${job.run}: ${verdictWords(job.verdict).word}`);
      setText(words.join(", "));
      for (const job of fresh) before.current.ended.add(job.run);
    } else if (now - before.current.time > SPEAK_MS) {
      const running = jobs.filter((job) => job.status === "running");
      setText(running.map((job) => `run ${job.run}, ${jobFigure(job)}`).join("; "));
      before.current.time = now;
    }
  }, [jobs]);
  return html`<span class="sr-only" aria-live="polite">${text}</span>`;
}
