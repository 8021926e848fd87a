/** One state: its variables with nested changes, its invariants, its watch expressions. */

import { html, useState } from "holdfast/vendor/preact.js";
import { Explained } from "holdfast/explain.js";
import { ChangeText, Value } from "holdfast/value.js";
import { rootOf } from "holdfast/trace_table.js";
import { Truth } from "holdfast/words.js";

/** @import { Explanation, Step } from "holdfast/types.d.ts" */

/**
 * @param {{step: Step, number: number, changedOnly: boolean, hidden: string[], variable: string | null,
 *   onVariable: (name: string | null) => void, onHide: (name: string) => void, large?: boolean}} props
 */
export function StateVariables(props) {
  const { step, number, changedOnly, hidden, variable, onVariable, onHide, large } = props;
  const shown = step.state.filter(({ name, changed }) =>
    !hidden.includes(name) && (!changedOnly || changed || number === 1)
  );
  const left = step.state.length - shown.length;
  return html`
    <dl class=${large ? "variables large" : "variables"}>
      ${shown.map(({ name, value, changed }) => {
        const changes = step.changes.filter(({ place }) => rootOf(place) === name);
        const nested = changes.filter(({ place }) => place !== name);
        return html`
          <div key=${name} class=${changed ? "variable changed" : "variable"}>
            <dt>
              <button type="button" class="name mono" aria-pressed=${variable === name
                ? "true"
                : "false"}
                title="Select: [ and ] go to its changes"
                onClick=${() => onVariable(variable === name ? null : name)}>${name}</button>
              ${changed && html`<span class="sr-only"> changed</span>`}
              <button type="button" class="quiet hide" onClick=${() => onHide(name)}
                aria-label=${`Hide ${name}`}>hide</button>
            </dt>
            <dd><${Value} tree=${value} open=${large && value.parts !== undefined} />
              ${nested.length > 0
                ? html`<ul class="nested plain-list">${
                  nested.map((change) =>
                    html`
                      <li key=${change.place}>
                        <${ChangeText} change=${change} />
                      </li>
                    `
                  )
                }</ul>`
                : changes.map((change) =>
                  change.before !== null &&
                  html`<p class="nested" key=${change.place}>was <span class="mono">${change.before}</span></p>`
                )}
            </dd>
          </div>
        `;
      })}
    </dl>
    ${left > 0 && html`<p class="muted">${left} not shown
      ${
      hidden.length > 0 && html`
        <button type="button" class="link"
          onClick=${() => onHide("")}>show hidden</button>
      `
    }</p>`}
  `;
}

/**
 * `ofSteps` are those that are about the step to the state, which has no explanation.
 * @param {{step: Step, number: number, invariants: string[], ofSteps: string[], question: string,
 *   explain: ((number: number, formula: string) => Promise<Explanation>) | null}} props
 */
export function Truths({ step, number, invariants, ofSteps, explain, question }) {
  const [open, setOpen] = useState(/** @type {Record<string, boolean>} */ ({}));
  if (invariants.length === 0) return null;
  return html`
    <section class="truths">
      <h3>Invariants</h3>
      <ul class="plain-list">${invariants.map((name) => {
        const value = step.truth[name];
        const isOfStep = ofSteps.includes(name);
        const isOpen = !isOfStep && (open[name] ?? value === false);
        return html`
          <li key=${name}>
            <div class="truth-line">${isOfStep && number === 1
              ? html`<span class="muted">-</span>`
              : html`<${Truth} value=${value} />`} <span class="mono">${name}</span>
              ${isOfStep &&
                html`<span class="muted"> ${
                  number === 1 ? "of steps" : "of the step to this state"
                }</span>`}
              ${explain && !isOfStep && html`
                <button type="button" class="link" aria-expanded=${isOpen ? "true" : "false"}
                  aria-label=${`Explain ${name}`}
                  onClick=${() => setOpen({ ...open, [name]: !isOpen })}>${isOpen
                    ? "close"
                    : "why"}</button>
              `}
            </div>
            ${step.reasons?.[name] && html`<p class="muted">${step.reasons[name]}</p>`}
            ${isOpen && explain && html`
              <${Explained} question=${`${question} ${number} ${name}`}
                explain=${() => explain(number, name)} />
            `}
          </li>
        `;
      })}</ul>
    </section>
  `;
}

/**
 * @param {{step: Step, watch: string[], onWatch: ((watch: string[]) => void) | null,
 *   inputRef: {current: any}}} props
 */
export function Watched({ step, watch, onWatch, inputRef }) {
  /** @param {any} event */
  const add = (event) => {
    event.preventDefault();
    const text = inputRef.current.value.trim();
    if (text && !watch.includes(text)) onWatch?.([...watch, text]);
    inputRef.current.value = "";
  };
  if (!onWatch && watch.length === 0) return null;
  return html`
    <section class="watched">
      <h3>Watch</h3>
      <ul class="plain-list">${watch.map((text) => {
        const value = step.watch[text];
        return html`
          <li key=${text}><span class="mono">${text} = ${value?.error
            ? html`<span class="tone-open" title=${value.error}>undefined: ${value.error}</span>`
            : value?.text ?? "..."}</span>
            ${onWatch && html`
              <button type="button" class="quiet" aria-label=${`Remove ${text}`}
                onClick=${() => onWatch(watch.filter((each) => each !== text))}>remove</button>
            `}</li>
        `;
      })}</ul>
      ${onWatch && html`
        <form onSubmit=${add}>
          <input type="text" class="mono" ref=${inputRef} placeholder="expression"
            aria-label="Watch an expression" />
          <button type="submit">Watch</button>
        </form>
      `}
    </section>
  `;
}
