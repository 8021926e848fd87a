/** The problems of the text below the editor, with the fixes that the language server offers. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { fixOf } from "holdfast/lsp.js";
import { showLine } from "holdfast/editor.js";
import { counted, withCode } from "holdfast/words.js";

/** @import { Problem } from "holdfast/lsp.js" */

const FIXES_ASKED = 5;

/** @param {{problems: Problem[] | null, view: any}} props */
export function Problems({ problems, view }) {
  if (problems === null) return html`<div class="problems muted" role="status">reading</div>`;
  if (problems.length === 0) {
    return html`
      <div class="problems" role="status"><span class="tone-good"><b class="mark">ok</b></span> no
        problems</div>
    `;
  }
  return html`
    <div class="problems" role="region" aria-label="Problems">
      <p class="muted" role="status">${counted(problems.length, "problem")}</p>
      <ul class="plain-list">${problems.map((problem, index) =>
        html`
          <li key=${`${problem.from}.${problem.code}.${index}`}>
            <${Severity} severity=${problem.severity} />
            <button type="button" class="link mono" onClick=${() => {
              showLine(view, problem.line, problem.column);
              view.focus();
            }}>${problem.line}:${problem.column}</button>
            <${Message} text=${problem.message} />
            ${index < FIXES_ASKED && html`<${Fix} view=${view} problem=${problem} />`}
          </li>
        `
      )}</ul>
    </div>
  `;
}

/** @param {{severity: string}} props */
function Severity({ severity }) {
  const isError = severity === "error";
  return html`
    <span class=${isError ? "tone-bad" : "tone-open"}><b class="mark">${isError ? "x" : "!"}</b>
      <span class="sr-only">${severity}</span></span>
  `;
}

/** @param {{view: any, problem: Problem}} props */
function Fix({ view, problem }) {
  const [fix, setFix] = useState(
    /** @type {{title: string, apply: () => void} | null} */ (null),
  );
  useEffect(() => {
    let current = true;
    fixOf(view, problem).then((found) => current && setFix(found));
    return () => {
      current = false;
    };
  }, [problem]);
  return fix && html`<button type="button" title=${fix.title} onClick=${fix.apply}>Fix</button>`;
}

/**
 * A message; help and remarks are lines of their own.
 * @param {{text: string}} props
 */
function Message({ text }) {
  const [first, ...rest] = text.split("\n");
  return html`
    <span>${withCode(first)} ${rest.map((line, index) =>
      html`<span class="muted more" key=${index}>${withCode(line)}</span>`
    )}</span>
  `;
}
