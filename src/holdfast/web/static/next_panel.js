/** What can happen next from a state, and why other actions cannot. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { counted, Truth, withCode } from "holdfast/words.js";
import { ChangeText } from "holdfast/value.js";

/** @import { Step, Walk, Why } from "holdfast/types.d.ts" */

/**
 * @param {{walk: Walk, isInitial: boolean, taken: string | null, onTake: (step: Step) => void,
 *   why: (action: string) => Promise<Why>, question: string, opened: string | null,
 *   onOpen: (action: string | null) => void}} props
 */
export function NextPanel({ walk, isInitial, taken, onTake, why, question, opened, onOpen }) {
  return html`
    <section class="next">
      ${isInitial ? html`<h2>Choose an initial state</h2>` : html`<h3>Next from here</h3>`}
      ${walk.error &&
        html`<p class="tone-bad"><b class="mark">!</b> ${withCode(walk.error.message)}</p>`}
      ${walk.deadlock &&
        html`<p class="tone-bad"><b class="mark">x</b> deadlock: no step is possible</p>`}
      ${walk.next.length === 0 && !walk.deadlock && !walk.error &&
        html`<p class="muted">no step is possible here</p>`}
      <ol class="choices">${walk.next.map((step, index) =>
        html`
          <${Choice} key=${step.key} step=${step} index=${index} isTaken=${step.key === taken}
            onTake=${() => onTake(step)} isInitial=${isInitial} />
        `
      )}</ol>
      ${walk.more === null && html`<p class="muted">and more, which were not counted</p>`}
      ${Boolean(walk.more) && html`<p class="muted">and ${counted(Number(walk.more), "other")}</p>`}
    </section>
    ${walk.disabled.length > 0 && html`
      <section class="disabled">
        <h3>Not enabled</h3>
        <ul class="plain-list">${walk.disabled.map(({ action, instances }) =>
          html`
            <li key=${action}>
              <button type="button" class="link" aria-expanded=${opened === action
                ? "true"
                : "false"}
                onClick=${() =>
                  onOpen(
                    opened === action ? null : action,
                  )}>why not <span class="mono">${action}</span>?</button>
              ${instances > 1 && html`<span class="muted"> ${instances} instances</span>`}
              ${opened === action &&
                html`<${Reasons} why=${() => why(action)} question=${`${question} ${action}`} />`}
            </li>
          `
        )}</ul>
      </section>
    `}
  `;
}

/** @param {{step: Step, index: number, isTaken: boolean, onTake: () => void, isInitial: boolean}} props */
function Choice({ step, index, isTaken, onTake, isInitial }) {
  const broken = Object.entries(step.truth).filter(([, value]) => value === false);
  const key = index < 9 ? `${index + 1}` : "";
  return html`
    <li>
      <button type="button" class="choice" onClick=${onTake} aria-current=${isTaken
        ? "step"
        : undefined}>
        <kbd aria-hidden="true">${key}</kbd>
        <span class="choice-text">
          ${!isInitial && html`<b class="mono">${step.label}</b>`}${isTaken &&
            html`<span class="muted"> taken</span>`}
          ${isInitial
            ? step.state.map(({ name, value }) =>
              html`<span class="change mono" key=${name}><b>${name}</b> = ${value.text}</span>`
            )
            : step.changes.map((change) =>
              html`<${ChangeText} key=${change.place} change=${change} short />`
            )}
          ${!isInitial && step.changes.length === 0 &&
            html`<span class="muted">changes nothing</span>`}
          ${broken.map(([name]) =>
            html`
              <span key=${name}
                class="broken"><${Truth} value=${false} compact /> <span class="mono">${name}</span></span>
            `
          )}
          ${step.outside.length > 0 &&
            html`<span class="tone-open"> outside <span class="mono">${
              step.outside.join(", ")
            }</span></span>`}
        </span>
      </button>
    </li>
  `;
}

/** @param {{why: () => Promise<Why>, question: string}} props */
function Reasons({ why, question }) {
  const [found, setFound] = useState(
    /** @type {{question: string, why?: Why, error?: Error} | null} */ (null),
  );
  useEffect(() => {
    let current = true;
    why().then(
      (answer) => current && setFound({ question, why: answer }),
      (error) => current && setFound({ question, error }),
    );
    return () => {
      current = false;
    };
  }, [question]);
  if (found?.question !== question) return html`<p class="muted">...</p>`;
  if (!found.why) return html`<p class="tone-open">${withCode(found.error?.message ?? "")}</p>`;
  return html`
    <ul class="reasons plain-list">${found.why.instances.filter((each) => !each.enabled).map((
      each,
    ) =>
      html`<li key=${each.label}><b class="mono">${each.label}</b> ${
        withCode(each.reason ?? "is disabled")
      }</li>`
    )}
      ${found.why.more > 0 &&
        html`<li class="muted">and ${counted(found.why.more, "other")}</li>`}</ul>
  `;
}
