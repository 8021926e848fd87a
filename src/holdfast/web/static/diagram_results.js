/** What is known of a file of diagrams: claims, refinements, conditions; by the last run of it. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { startRun } from "holdfast/start.js";
import { useRun } from "holdfast/studio.js";
import { hrefOf } from "holdfast/route.js";
import { counted, ErrorBox, Verdict } from "holdfast/words.js";

/** @import { Api, Envelope, Run } from "holdfast/types.d.ts" */
/** @import { Edge } from "holdfast/diagram_document.js" */
/** @import { Mark } from "holdfast/graph_parts.js" */
/** @import { Apply } from "holdfast/diagram_node.js" */
/** @import { Picture } from "holdfast/graph_shapes.js" */

/** @typedef {{name: string, text: string, status: string, run: any, remedies: any[]}} Claim */
/**
 * @typedef {{kind: string, name: string, node: string | null, action: string | null,
 *   edge: Edge | null, ordering: string | null, status: string, engine: string, scope: string,
 *   reason: string | null, counterexample: any, trace: any}} Condition
 */

/** A sign, a word and a tone. @type {Record<string, [string, string, string]>} */
const STATUS = {
  holds: ["ok", "holds", "good"],
  proved: ["ok", "holds", "good"],
  fails: ["x", "fails", "bad"],
  refuted: ["x", "fails", "bad"],
  open: ["??", "open", "open"],
};

/**
 * Runs of the file, of which the last counts. `text` is what it was about.
 * @param {Api} api
 * @param {string} path
 */
export function useResults(api, path) {
  const [asked, setAsked] = useState(/** @type {{run: string, text: string} | null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const { run } = useRun(api, asked?.run);
  const [modified, setModified] = useState(0);
  useEffect(() => setAsked(null), [path]);
  // What was found is about the spec as it was: a later change of any spec makes it old.
  const isOutdated = run !== null && modified > Number(run.started);
  useEffect(() =>
    api.subscribe((event) => {
      if (event.event !== "file" || event.path.endsWith(".diagram")) return;
      setModified((before) => Math.max(before, event.modified ?? Infinity));
    }), [api]);
  /** @param {string} text @param {Record<string, unknown>} options */
  const check = async (text, options) => {
    try {
      setProblem(null);
      setModified(0);
      setAsked({ run: await startRun(api, "diagram", { spec: path }, options), text });
    } catch (error) {
      setProblem(error);
    }
  };
  return { run, about: asked?.text ?? null, isOutdated, check, problem };
}

/** What a run found about one diagram. @param {Run | null} run @param {string} name */
export function foundOf(run, name) {
  const own = run?.envelope?.diagram;
  return own?.diagrams?.find((/** @type {any} */ each) => each.name === name) ?? null;
}

/**
 * The status of each node and edge of a drawing; of what has changed since, nothing is known.
 * @param {any} found
 * @param {Picture | undefined} picture
 * @param {boolean} isStale
 */
export function marksOf(found, picture, isStale) {
  /** @type {Record<string, Mark>} */
  const nodes = {};
  /** @type {Record<number, Mark>} */
  const edges = {};
  /** @type {Condition[]} */
  const all = found?.obligations ?? [];
  for (const node of picture?.nodes ?? []) {
    const own = all.filter((each) => each.node === node.id && !each.edge);
    if (own.length) nodes[node.id] = markOf(own, isStale);
  }
  picture?.edges.forEach((edge, i) => {
    const own = all.filter((each) =>
      each.edge?.source === edge.from && each.edge.target === edge.to
    );
    const wrong = own.filter((each) => each.status !== "proved");
    if (wrong.length) edges[i] = markOf(wrong, isStale);
  });
  return { nodes, edges };
}

/** @param {Condition[]} conditions @param {boolean} isStale @returns {Mark} */
function markOf(conditions, isStale) {
  if (isStale) return { status: "stale", text: "changed since it was checked" };
  const bad = conditions.filter((each) => each.status === "refuted");
  const open = conditions.filter((each) => each.status === "open");
  if (bad.length) return { status: "bad", text: `fails: ${bad.map((c) => c.name).join(", ")}` };
  if (open.length) return { status: "open", text: `open: ${open.map((c) => c.name).join(", ")}` };
  return { status: "ok", text: `${counted(conditions.length, "condition")} hold` };
}

/**
 * @param {{run: Run | null, name: string, isStale: boolean, problem: unknown, apply: Apply,
 *   onPick: (condition: {node?: string | null, edge?: Edge | null}) => void,
 *   onShow: (run: unknown) => void}} props
 */
export function ResultsPanel({ run, name, isStale, problem, apply, onPick, onShow }) {
  const envelope = run?.envelope;
  const found = foundOf(run, name);
  if (problem) return html`<${ErrorBox} error=${problem} />`;
  if (!run) {
    return html`<p class="muted">Not checked yet. <b>Check claims</b> decides the temporal
      formulas on the diagram, <b>Conforms?</b> compares it with its spec.</p>`;
  }
  if (!envelope) return html`<p role="status">Run ${run.run} is ${run.status}…</p>`;
  return html`
    <section aria-label="Results" class=${isStale ? "results stale-results" : "results"}>
      <h2>Results</h2>
      ${isStale && html`<p class="stale"><b>old</b> The diagrams or specs have changed since.</p>`}
      <p><${Verdict} verdict=${envelope.verdict} /> ${envelope.property ?? ""} <a href=${hrefOf([
        "run",
        run.run,
      ])}>run ${run
        .run}</a></p>
      ${envelope.reason && html`<p class="muted">${envelope.reason}</p>`}
      ${envelope.diagnostics.map((each) =>
        html`<p class="tone-bad" key=${each.message}>${each.message}</p>`
      )}
      ${found && html`<${Claims} claims=${found.claims} apply=${apply} onShow=${onShow} />`}
      <${Refinements} envelope=${envelope} name=${name} onPick=${onPick} onShow=${onShow}
        apply=${apply} />
      ${found && html`<${Conditions} found=${found} onPick=${onPick} />`}
    </section>
  `;
}

/** @param {{status: string}} props */
function Status({ status }) {
  const [mark, word, tone] = STATUS[status] ?? ["-", status, "none"];
  return html`<span class=${`tone-${tone}`}><b class="mark">${mark}</b> ${word}</span>`;
}

/** @param {{claims: Claim[], apply: Apply, onShow: (run: unknown) => void}} props */
function Claims({ claims, apply, onShow }) {
  if (!claims.length) return null;
  return html`
    <h3>Claims</h3>
    <ul class="plain-list result-list">
      ${claims.map((claim) =>
        html`<li key=${claim.name}>
          <${Status} status=${claim.run && claim.status === "open" ? "open" : claim.status} />
          ${" "}<b>${claim.name}</b> <code>${claim.text}</code>
          ${
          claim.run && html`
            <${Loop} run=${claim.run} remedies=${claim.remedies} apply=${apply}
              onShow=${onShow} />
          `
        }
          ${
          claim.run && claim.status === "open" &&
          html`<p class="muted">Violated on the diagram, which may have more runs than its spec.</p>`
        }
        </li>`
      )}
    </ul>
  `;
}

/**
 * A run that violates a claim, and what would forbid it.
 * @param {{run: any, remedies: any[], apply: Apply, onShow: (run: unknown) => void}} props
 */
function Loop({ run, remedies, apply, onShow }) {
  return html`
    <ol class="run-stages">
      ${run.stages.map((/** @type {any} */ stage, /** @type {number} */ i) =>
        html`<li key=${i} class=${i >= run.loop ? "repeats" : ""}>
          ${i >= run.loop && html`<span class="star" title="repeated for ever">*</span>`}
          <b>${stage.node}</b> ${
          stage.edge
            ? `${stage.edge.actions.join(" & ") || "step"} → ${stage.edge.target}`
            : "stays"
        }
        </li>`
      )}
    </ol>
    <div class="buttons">
      <button type="button" onClick=${() => onShow(run)}>Show on the diagram</button>
      ${remedies.filter((each) => each.kind === "fairness").map((each) =>
        html`
          <button type="button" key=${each.action}
            onClick=${() => apply({ do: "fairness", action: each.action, fairness: each.fairness })}
          >Make ${each.action} ${each.fairness}</button>
        `
      )}
    </div>
    ${remedies.filter((each) => each.enough).map((each) =>
      html`<p class="muted" key=${each.text}>${each.text}</p>`
    )}
  `;
}

/**
 * @param {{envelope: Envelope, name: string, apply: Apply, onShow: (run: unknown) => void,
 *   onPick: (what: {node?: string | null, edge?: Edge | null}) => void}} props
 */
function Refinements({ envelope, name, onPick, onShow, apply }) {
  /** @type {any[]} */
  const own = (envelope.diagram?.refinements ?? []).filter((/** @type {any} */ each) =>
    each.concrete === name
  );
  return own.map((refinement) =>
    html`
      <h3>Refines ${refinement.abstract}: <${Status} status=${refinement.status} /></h3>
      <ul class="plain-list result-list">
        ${refinement.conditions.map((/** @type {any} */ condition) =>
          html`<li key=${condition.condition}>
            <${Status} status=${condition.status} /> (${condition.condition})
            ${
            condition.findings.map((/** @type {any} */ finding) =>
              html`<div key=${finding.message}>
                <button type="button" class="plain" onClick=${() => onPick(finding)}>
                  ${finding.message}
                </button>
                ${
                finding.run && html`
                  <${Loop} run=${finding.run} remedies=${finding.remedies}
                    apply=${apply} onShow=${onShow} />
                `
              }
              </div>`
            )
          }
          </li>`
        )}
      </ul>
    `
  );
}

/**
 * The conditions under which the diagram covers its spec; those that do not hold come first.
 * @param {{found: any, onPick: (condition: Condition) => void}} props
 */
function Conditions({ found, onPick }) {
  const [all, setAll] = useState(false);
  /** @type {Condition[]} */
  const conditions = found.obligations;
  if (!conditions.length) return null;
  const order = ["refuted", "open", "proved"];
  const sorted = [...conditions].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  const wrong = sorted.filter((each) => each.status !== "proved");
  const shown = all ? sorted : wrong;
  return html`
    <h3>Covers ${found.spec}: <${Status} status=${found.conformance ?? "open"} /></h3>
    <p class="muted">${counted(conditions.length, "condition")}, ${conditions.length -
      wrong.length} hold, ${conditions[0].scope}</p>
    ${found.lemmas.length > 0 && html`<p>with ${found.lemmas.join(", ")}</p>`}
    ${found.not_proved.length > 0 && html`<p>not proved: ${found.not_proved.join(", ")}</p>`}
    <ul class="plain-list result-list">
      ${shown.map((condition) =>
        html`<li key=${condition.name}>
          <${Status} status=${condition.status} />
          ${" "}<button type="button" class="plain" onClick=${() => onPick(condition)}>
            ${condition.name}
          </button>
          ${condition.reason && html`<p class="muted">${condition.reason}</p>`}
          ${condition.status !== "proved" && html`<${StepOf} condition=${condition} />`}
        </li>`
      )}
    </ul>
    <label class="check"><input type="checkbox" checked=${all}
      onChange=${() => setAll(!all)} />also those that hold</label>
  `;
}

/** The step of the spec that the diagram does not have. @param {{condition: Condition}} props */
function StepOf({ condition }) {
  const found = condition.counterexample;
  if (!found) return null;
  /** @type {Record<string, string>} */
  const before = found.text.state;
  /** @type {Record<string, string> | null} */
  const after = found.text.next;
  const constants = Object.entries(found.text.constants);
  return html`
    ${constants.length > 0 &&
      html`<p class="mono">with ${constants.map(([n, v]) => `${n} = ${v}`).join(", ")}</p>`}
    <table class="before-after">
      <thead>
        <tr>
          <th scope="col">variable</th>
          <th scope="col">state</th>
          <th scope="col">${after ? `after ${found.action ?? "the step"}` : ""}</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(before).map(([name, text]) =>
          html`
            <tr key=${name}>
              <th scope="row">${name}</th>
              <td>${text}</td>
              <td>${after && after[name] !== text ? html`<b>${after[name]}</b>` : ""}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
    ${found.reachable === null &&
      html`<p class="muted">It is not known whether this state is reachable.</p>`}
  `;
}
