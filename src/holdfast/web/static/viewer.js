/** The viewer of a file that holds a trace: the explorer without a server. */

import { html, render, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { Explorer } from "holdfast/explorer.js";
import { createScope, KeyScope } from "holdfast/keys.js";
import { seenWhole } from "holdfast/trace_data.js";

/** @import { Explanation, Trace } from "holdfast/types.d.ts" */
/** @import { Lens, Look } from "holdfast/explorer.js" */

/**
 * What `web/export.py` writes into the file.
 * @typedef {{holdfast: string, spec: string, config: string | null,
 *   constants: Record<string, string>, trace: Trace, explanations: Record<string, Explanation>,
 *   texts: Record<string, string>, command: string, look: Partial<Look>}} Exported
 */

/**
 * @param {Element} root
 * @param {Exported} exported
 */
export default function show(root, exported) {
  render(html`<${Viewer} exported=${exported} />`, root);
}

/** @param {{exported: Exported}} props */
function Viewer({ exported }) {
  const { trace, spec, look: given } = exported;
  const [look, setLook] = useState(
    /** @type {Look} */ ({
      at: trace.length,
      view: "table",
      watch: [],
      hidden: [],
      by: undefined,
      changedOnly: false,
      ...given,
    }),
  );
  const scope = useMemo(createScope, []);
  const seen = useMemo(() => seenWhole({ ...trace, length: trace.steps.length }), [trace]);
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => scope.press(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [scope]);
  const what = trace.kind === "deadlock" ? "deadlock" : `${trace.property ?? trace.kind} violated`;
  const title = html`${spec} <span class="tone-bad">${trace.kind ? what : "trace"}</span>`;
  return html`
    <${KeyScope.Provider} value=${scope}>
      <main class="exported">
        <${Explorer} seen=${seen} look=${look} lens=${lensOf(exported)} title=${title}
          canWatch=${false}
          change=${(/** @type {Partial<Look>} */ changes) => setLook({ ...look, ...changes })}
          more=${html`<${About} exported=${exported} />`} />
      </main>
      <//>
  `;
}

/** @param {Exported} exported @returns {Lens} */
function lensOf({ trace, explanations }) {
  const { lanes } = trace;
  return {
    question: "file",
    next: null,
    why: null,
    explain: (number, formula) => {
      const found = explanations[`${number}:${formula}`];
      return found
        ? Promise.resolve(found)
        : Promise.reject(new Error("The file explains only the formulas that are false."));
    },
    lanes: lanes ? () => Promise.resolve(lanes) : null,
    picture: null,
  };
}

/** @param {{exported: Exported}} props */
function About({ exported }) {
  const { trace, texts, command, holdfast } = exported;
  const values = Object.entries(exported.constants).map(([name, value]) => `${name} = ${value}`);
  return html`
    <section>
      <h3>About this file</h3>
      ${trace.steps.length < trace.length && html`
        <p class="tone-open"><b class="mark">!</b> the first ${trace.steps.length} of ${trace
          .length}
          ${" "}states</p>
      `}
      ${values.length > 0 && html`<p class="mono">${values.join(", ")}</p>`}
      <p>Made with holdfast ${holdfast}: <code>${command}</code></p>
      ${Object.entries(texts).map(([name, text]) =>
        html`
          <details key=${name}>
            <summary>${name}</summary>
            <pre>${text}</pre>
          </details>
        `
      )}
    </section>
  `;
}
