/** The obligation that is selected: its status, what it needs, a counterexample to induction. */

import { html, useState } from "holdfast/vendor/preact.js";
import { statusWords } from "holdfast/proof_matrix.js";
import { hrefOf } from "holdfast/route.js";
import { startRun } from "holdfast/start.js";
import { duration, ErrorBox, withCode } from "holdfast/words.js";

/** @import { Api, Model, Navigate, Run } from "holdfast/types.d.ts" */
/** @import { Cell, Obligation } from "holdfast/proof_matrix.js" */
/** @import { Cti, ProofView } from "holdfast/proof.js" */

/**
 * @param {{api: Api, run: Run, view: ProofView | null, selected: Cell | null,
 *   obligations: Obligation[], navigate: Navigate}} props
 */
export function ProofPanel({ api, run, view, selected, obligations, navigate }) {
  const own = selected &&
    obligations.filter((each) => each.lemma === selected.lemma && each.action === selected.action);
  const needs = selected &&
    view?.needs.find((each) => each.lemma === selected.lemma && each.action === selected.action);
  const text = view?.lemmas.find((each) => each.name === selected?.lemma)?.text;
  return html`
    <div class="panel">
      ${selected
        ? html`
          <h2>${selected.lemma} / ${selected.action}</h2>
          ${text && text !== selected.lemma && html`<pre class="formula">${text}</pre>`}
          ${own?.map((each) => html`<${Status} obligation=${each} />`)}
          ${needs && needs.support.length > 0 &&
            html`<p>needs <b>${needs.support.join(", ")}</b></p>`}
        `
        : html`<${Lemmas} view=${view} />`}
      ${view?.cti &&
        html`
          <${Counterexample} api=${api} run=${run} cti=${view.cti}
            formula=${view.lemmas.find((each) => each.name === view.cti?.lemma)?.text}
            navigate=${navigate} />
        `}
    </div>
  `;
}

/** All lemmas of the invariant. @param {{view: ProofView | null}} props */
function Lemmas({ view }) {
  if (!view?.lemmas.length) return html`<p class="muted">No obligation is selected.</p>`;
  return html`
    <h2>Inductive invariant</h2>
    ${view.lemmas.map(({ name, text }) =>
      html`
        <h3 key=${name}>${name}</h3>
        ${text !== name && html`<pre class="formula">${text}</pre>`}
      `
    )}
  `;
}

/** @param {{obligation: Obligation}} props */
function Status({ obligation }) {
  const { mark, word, tone } = statusWords(obligation.status);
  const time = obligation.cached ? "cached" : duration(obligation.seconds);
  return html`
    <p class=${`tone-${tone}`}><b class="mark">${mark}</b> ${word}</p>
    ${obligation.solver && html`<p class="muted">${obligation.solver}, ${time}</p>`}
    ${obligation.reason && html`<p>${obligation.reason}</p>`}
  `;
}

/**
 * A step that leaves an invariant, which is no violation: the state before may be unreachable.
 * @param {{api: Api, run: Run, cti: Cti, formula: string | undefined, navigate: Navigate}} props
 */
function Counterexample({ api, run, cti, formula, navigate }) {
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const constants = Object.entries(cti.constants).map(([name, value]) => `${name} = ${value}`);
  const rows = onlyChanges ? cti.rows.filter((row) => row.changed) : cti.rows;
  const infer = () =>
    startRun(api, "infer", modelOf(run), { property: inferable(run, cti) }).then(
      (id) => navigate(hrefOf(["proof", id])),
      setProblem,
    );
  return html`
    <section class="cti" aria-labelledby="cti-title">
      <h2 id="cti-title">Open: ${cti.lemma} / ${cti.action}</h2>
      <p>
        A step <b>from a state that is not known to be reachable</b> leads out of the invariant.
        If the state is not reachable, a lemma excludes it.
      </p>
      ${constants.length > 0 && html`<p class="mono">with ${constants.join(", ")}</p>`}
      ${cti.steps_before > 0 && html`<p>after ${cti.steps_before} steps that satisfy it</p>`}
      <table class="before-after">
        <thead>
          <tr><th scope="col">variable</th><th scope="col">before</th><th scope="col">after</th></tr>
        </thead>
        <tbody>
          ${rows.map((row) =>
            html`
              <tr key=${row.name} class=${row.changed ? "changed" : ""}>
                <th scope="row">${row.name}</th>
                <td>${row.before}</td>
                <td>${row.after === null
                  ? html`<span class="muted">undefined</span>`
                  : row.changed
                  ? html`<b>${row.after}</b>`
                  : html`<span class="muted">same</span>`}</td>
              </tr>
            `
          )}
        </tbody>
      </table>
      ${cti.reason && html`<p>${withCode(cti.reason)}</p>`}
      <label class="check">
        <input type="checkbox" checked=${onlyChanges}
          onChange=${() => setOnlyChanges(!onlyChanges)} />only what changes
      </label>
      <div class="buttons">
        <button type="button" onClick=${infer}>Infer lemmas</button>
        <a class="button" href=${stepHref(run, cti, formula)}
          title="Walk from the state before the step; it is not known to be reachable">
          Step from here</a>
      </div>
      ${problem && html`<${ErrorBox} error=${problem} />`}
    </section>
  `;
}

/**
 * The address of a walk from the state before the step. What the step leads out of is watched,
 * unless it is among the invariants of the model.
 * @param {Run} run
 * @param {Cti} cti
 * @param {string | undefined} formula
 */
function stepHref(run, cti, formula) {
  const watch = formula && formula !== cti.lemma ? formula : undefined;
  const at = { run: run.run, from: "cti", watch };
  return hrefOf(["step", ...run.request.spec.split("/")], at);
}

/** The property that lemmas are wanted for: the conjunct's definition. @param {Run} run @param {Cti} cti */
function inferable(run, cti) {
  const name = cti.lemma.split("!")[0];
  return run.envelope?.checked.includes(name) ? name : run.envelope?.property ?? undefined;
}

/** @param {Run} run @returns {Model} */
function modelOf(run) {
  const { spec, config, constants } = run.request;
  return { spec, config, constants };
}

/** @param {{api: Api, run: Run, navigate: Navigate}} props */
export function ProofActions({ api, run, navigate }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const isProved = run.envelope?.verdict === "proved";
  const recheck = () =>
    startRun(api, "recheck", { spec: run.request.spec }, { run: run.run }).then(
      (id) => navigate(hrefOf(["run", id])),
      setProblem,
    );
  return html`
    <button type="button" disabled=${!isProved} onClick=${recheck}
      title="Write the certificate of this proof, and verify it without the spec">
      Certificate and recheck
    </button>
    ${problem && html`<${ErrorBox} error=${problem} />`}
  `;
}
