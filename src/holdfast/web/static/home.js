/** The project: its specs with their last verdicts, its diagrams, its latest runs. */

import { html } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";
import { startRun } from "holdfast/start.js";
import { useStudio } from "holdfast/studio.js";
import { duration, Verdict } from "holdfast/words.js";

/** @import { Project, RunEntry, ScreenProps, SpecEntry } from "holdfast/types.d.ts" */

const RUNS_SHOWN = 12;

/** @param {ScreenProps} props */
export function Home({ api, navigate }) {
  const { project, jobs, notify } = useStudio();
  if (!project) return html`<p class="loading">Loading</p>`;
  /** @param {SpecEntry} spec */
  const check = (spec) => {
    const model = { spec: spec.path, config: spec.models[0]?.config ?? null };
    return startRun(api, "check", model).catch((error) => notify(error.message));
  };
  const open = Object.values(jobs).filter((job) => job.status !== "ended");
  const running = new Set(open.map((job) => job.spec));
  return html`
    <div class="page home">
      <h1>${project.name}</h1>
      <section aria-labelledby="home-specs">
        <h2 id="home-specs">Specs</h2>
        ${project.specs.length === 0 && html`<${NoSpecs} />`}
        ${project.specs.length > 0 && html`
          <table class="wide">
            <thead>
              <tr>
                <th>Spec</th>
                <th>Language</th>
                <th>Models</th>
                <th>Last verdict</th>
                <th><span class="sr-only">Actions</span></th>
              </tr>
            </thead>
            <tbody>${project.specs.map((spec) =>
              html`
                <${SpecRow} key=${spec.path} spec=${spec} running=${running.has(spec.path)}
                  check=${() => check(spec)} navigate=${navigate} />
              `
            )}</tbody>
          </table>
        `}
      </section>
      <${Diagrams} project=${project} />
      <${Runs} runs=${project.runs.slice(0, RUNS_SHOWN)} />
    </div>
  `;
}

/** @param {{spec: SpecEntry, running: boolean, check: () => void, navigate: (h: string) => void}} props */
function SpecRow({ spec, running, check }) {
  const parts = spec.path.split("/");
  const config = spec.models[0]?.config ?? undefined;
  const { last } = spec;
  const isTla = spec.path.endsWith(".tla");
  return html`
    <tr>
      <th scope="row"><a href=${hrefOf(["spec", ...parts], { config })}>${spec.path}</a></th>
      <td class="muted">${spec.language}</td>
      <td>${!isTla && html`<span class="muted">in the file</span>`}
        ${isTla && spec.models.map((model, index) =>
          html`
            ${index > 0 && ", "}<a key=${model.config}
              href=${hrefOf(["spec", ...parts], {
                config: model.config,
              })}>${model.config?.split("/").at(-1) ??
                "no configuration"}</a>
          `
        )}</td>
      <td>${running
        ? html`<${Verdict} verdict="running" />`
        : last
        ? html`<a class="plain" href=${
          hrefOf(["run", last.run])
        }><${Verdict} verdict=${last.verdict} /></a>
            ${last.changed_since && html`<span class="stale"> changed since</span>`}`
        : html`<span class="muted">not checked</span>`}</td>
      <td class="row-actions">
        <button type="button" onClick=${check} aria-label=${`Check ${spec.path}`}>Check</button>
        <a class="button" href=${hrefOf(["step", ...parts], { config })}
          aria-label=${`Step through ${spec.path}`}>Step</a>
      </td>
    </tr>
  `;
}

function NoSpecs() {
  return html`
    <p>There is no spec in this folder yet. <code>holdfast demo wire</code> copies one here;
      a file ending in <code>.tla</code> or <code>.pml</code>, or one of I/O automata in
      Python, appears here by itself.</p>
  `;
}

/** @param {{project: Project}} props */
function Diagrams({ project }) {
  if (project.diagrams.length === 0) return null;
  return html`
    <section aria-labelledby="home-diagrams">
      <h2 id="home-diagrams">Predicate diagrams</h2>
      <ul class="plain-list">${project.diagrams.map((path) =>
        html`<li key=${path}><a href=${hrefOf(["diagram", ...path.split("/")])}>${path}</a></li>`
      )}</ul>
    </section>
  `;
}

/** @param {{runs: RunEntry[]}} props */
function Runs({ runs }) {
  if (runs.length === 0) return null;
  return html`
    <section aria-labelledby="home-runs">
      <h2 id="home-runs">Latest runs</h2>
      <table class="wide">
        <thead>
          <tr>
            <th>Run</th>
            <th>Command</th>
            <th>Spec</th>
            <th>Result</th>
            <th class="number">Time</th>
          </tr>
        </thead>
        <tbody>${runs.map((run) =>
          html`
            <tr key=${run.run}>
              <th scope="row"><a href=${runHref(run)}>${run.run}</a></th>
              <td>${run.request.command}</td>
              <td>${run.request.spec}</td>
              <td><${Verdict} verdict=${run.status === "ended" ? endedWord(run) : run.status} />
                ${run.property && html`<span class="muted"> ${run.property}</span>`}</td>
              <td class="number">${duration(run.seconds)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </section>
  `;
}

/**
 * Where the result of a run is shown.
 * @param {RunEntry} run
 */
export function runHref({ run, request: { command } }) {
  if (command === "prove" || command === "infer") return hrefOf(["proof", run]);
  return hrefOf([command === "mine" ? "mine" : "run", run]);
}

/**
 * The verdict of a run; to mine relations checks no property.
 * @param {any} run
 */
function endedWord(run) {
  return run.verdict === "exhausted" && run.request.command === "mine" ? "done" : run.verdict;
}
