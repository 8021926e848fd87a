/** The value of an expression, typed or selected in the text, in an initial state of the model. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { hrefOf, modelQuery } from "holdfast/route.js";
import { Value } from "holdfast/value.js";
import { grouped, withCode } from "holdfast/words.js";

/** @import { Api, Model, Tree, Walk } from "holdfast/types.d.ts" */

/** @typedef {{text: string, value?: Tree, error?: any, where: string}} Result */

/** @param {{api: Api, model: Model, view: any, isChanged: boolean, tag: string}} props */
export function Evaluate({ api, model, view, isChanged, tag }) {
  const [result, setResult] = useState(/** @type {Result | null} */ (null));
  const about = `${JSON.stringify(model)} ${tag}`;
  useEffect(() => setResult(null), [about]);
  /** @param {any} event */
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.expression;
    const text = field.value.trim() || selectedText(view);
    if (!text) return field.focus();
    field.value = text;
    evaluate(api, model, text).then(setResult, (error) => setResult({ text, error, where: "" }));
  };
  const parts = (model.spec ?? "").split("/");
  const step = result && hrefOf(["step", ...parts], { ...modelQuery(model), watch: result.text });
  return html`
    <div class="evaluate">
      <form onSubmit=${submit}>
        <input type="text" name="expression" class="mono" aria-label="Evaluate an expression"
          placeholder="expression, or select one in the text" spellcheck=${false} />
        <button type="submit">Evaluate</button>
      </form>
      ${result && html`
        <div class="evaluated" role="status">
          ${result.error
            ? html`<span class="tone-open">${withCode(result.error.message)}</span>`
            : html`<${Value} tree=${result.value} key=${result.text} />`}
          <p class="muted">${result.where}${isChanged &&
            " The text is that of the file: changes are not saved."}
            ${" "}<a href=${step}>Watch it step by step</a></p>
        </div>
      `}
    </div>
  `;
}

/** What is selected in an editor. @param {any} view */
function selectedText(view) {
  const { from, to } = view?.state.selection.main ?? { from: 0, to: 0 };
  return to > from ? view.state.sliceDoc(from, to).trim() : "";
}

/**
 * @param {Api} api
 * @param {Model} model
 * @param {string} text
 * @returns {Promise<Result>}
 */
async function evaluate(api, model, text) {
  /** @type {Walk} */
  const { next, more } = await api.post("/api/walk", { model, path: [] });
  const path = next.length > 0 ? [next[0].key] : [];
  const { value, error } = await api.post("/api/eval", { model, path, expr: text });
  const count = more === null ? "many" : grouped(next.length + more);
  const where = next.length === 0
    ? "There is no initial state."
    : count === "1"
    ? "In the initial state."
    : `In the first of ${count} initial states.`;
  return { text, value, error, where };
}
