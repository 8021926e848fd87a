/** A dialog that computes a diagram from a spec, and puts it into the file. */

import { html, useEffect, useRef, useState } from "holdfast/vendor/preact.js";
import { startRun, stopRun } from "holdfast/start.js";
import { useRun, useStudio } from "holdfast/studio.js";
import { ErrorBox, Verdict } from "holdfast/words.js";

/** @import { Api } from "holdfast/types.d.ts" */
/** @import { Diagram, Document } from "holdfast/diagram_document.js" */

/**
 * @param {{api: Api, path: string, file: Document, diagram: Diagram | null, close: () => void,
 *   onMade: (name: string) => void, given?: string}} props
 */
export function ComputeDialog({ api, path, file, diagram, close, onMade, given }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const specs = (useStudio().project?.specs ?? []).map((each) => each.path);
  const own = useSpecOf(path);
  const [spec, setSpec] = useState(beside(path, diagram?.spec ?? null) ?? own ?? "");
  const [fields, setFields] = useState({ predicates: "", property: "", nodes: "12", sizes: false });
  const [asked, setAsked] = useState(given);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const { run } = useRun(api, asked);
  useEffect(() => dialog.current?.showModal(), []);
  const ofRun = given !== undefined && run?.run === given ? run.request.spec : null;
  const found = run?.envelope?.diagram?.diagrams?.[0];
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    setProblem(null);
    const options = {
      predicates: listed(fields.predicates),
      properties: listed(fields.property),
      nodes: Number(fields.nodes) || 12,
      ...(fields.sizes ? { all_sizes: true } : {}),
    };
    startRun(api, "diagram", { spec }, options).then(setAsked, setProblem);
  };
  const keep = async () => {
    const { conformance: _c, obligations: _o, lemmas: _l, not_proved: _n, ...plain } = found;
    const name = plain.name;
    const claims = plain.claims.map((/** @type {any} */ c) => ({ name: c.name, text: c.text }));
    const change = {
      do: "insert-diagram",
      diagram: { ...plain, claims },
      name,
      spec: ofRun ?? spec,
      file: path,
    };
    if (await file.change(diagram?.name ?? "", change)) {
      onMade(name);
      close();
    }
  };
  /** @param {string} name @param {string} label @param {string} example */
  const field = (name, label, example) =>
    html`
      <label class="field-label" for=${`compute-${name}`}>${label}</label>
      <input id=${`compute-${name}`} class="mono" type="text" placeholder=${example}
        value=${/** @type {any} */ (fields)[name]}
        onInput=${(/** @type {any} */ event) =>
          setFields({ ...fields, [name]: event.target.value })} />
    `;
  return html`
    <dialog ref=${dialog} class="dialog" aria-labelledby="compute-title" onClose=${close}>
      <form class="form" onSubmit=${start}>
        <h2 id="compute-title">Compute a diagram</h2>
        <p class="muted">It covers all behaviours of the model of a spec, and proves the property.</p>
        <label class="field-label" for="compute-spec">Spec</label>
        <input id="compute-spec" class="mono" type="text" list="compute-specs" value=${spec} required
          onInput=${(/** @type {any} */ event) => setSpec(event.target.value)} />
        <datalist id="compute-specs">${specs.map((each) =>
          html`<option value=${each}></option>`
        )}</datalist>
        ${field("property", "Property", "a temporal property of the spec, or a formula")}
        ${field("predicates", "Predicates", "separated by ; or mined if there are none")}
        ${field("nodes", "Nodes at most", "12")}
        <label class="check"><input type="checkbox" checked=${fields.sizes}
          onChange=${() =>
            setFields({ ...fields, sizes: !fields.sizes })} />for all sizes, by solvers</label>
        ${problem && html`<${ErrorBox} error=${problem} />`}
        ${run && html`<p role="status"><${Verdict} verdict=${run.envelope?.verdict ?? run.status} />
          ${" "}${run.envelope?.reason ?? ""}
          ${found ? `${found.nodes.length} nodes, ${found.edges.length} edges` : ""}</p>
          ${
          run.envelope?.diagnostics.map((each) => html`<p class="tone-bad">${each.message}</p>`)
        }`}
        <div class="buttons">
          <button type="submit" class="primary" disabled=${run !== null &&
            !run.envelope}>Compute</button>
          ${asked && run && !run.envelope &&
            html`<button type="button" onClick=${() => stopRun(api, asked)}>Stop</button>`}
          <button type="button" disabled=${!found} onClick=${keep}>Put it into the file</button>
          <button type="button" onClick=${() => dialog.current?.close()}>Close</button>
        </div>
      </form>
    </dialog>
  `;
}

/** The spec that a file of diagrams is named like, if there is one. @param {string} path */
export function useSpecOf(path) {
  const stem = path.replace(/\.diagram$/, "");
  const specs = useStudio().project?.specs ?? [];
  return specs.find((each) => each.path.replace(/\.\w+$/, "") === stem)?.path ?? null;
}

/** @param {string} text */
const listed = (text) => text.split(";").map((each) => each.trim()).filter(Boolean);

/** The path of a spec beside a file, from the project's folder. @param {string} path @param {string | null} spec */
function beside(path, spec) {
  if (spec === null) return null;
  const parts = path.split("/").slice(0, -1);
  for (const part of spec.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
