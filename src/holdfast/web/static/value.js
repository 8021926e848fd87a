/** A value: its text on one line if that is short, else parts that open and close. */

import { html } from "holdfast/vendor/preact.js";

/** @import { Change, Tree } from "holdfast/types.d.ts" */

const SHORT = 48;

/**
 * @param {{tree: Tree, open?: boolean}} props
 */
export function Value({ tree, open = false }) {
  const isShort = tree.text.length <= SHORT && !tree.cut;
  if (!tree.parts || tree.parts.length === 0 || (isShort && !open)) {
    return html`<span class="value mono">${tree.text}${tree.cut && " ..."}</span>`;
  }
  return html`
    <details class="value" open=${open}>
      <summary class="mono" title=${tree.text}>${tree.text}</summary>
      <${Parts} tree=${tree} />
    </details>
  `;
}

/** @param {{tree: Tree}} props */
function Parts({ tree }) {
  return html`
    <ul class="parts">
      ${(tree.parts ?? []).map(({ key, value }, index) =>
        html`
          <li key=${key ?? index}>
            ${key !== null && html`<span class="key mono">${keyText(tree, key)}</span>`}
            <${Value} tree=${value} />
          </li>
        `
      )}
      ${tree.more && html`<li class="muted">and ${tree.more} more</li>`}
    </ul>
  `;
}

/** @param {Tree} tree @param {string} key */
function keyText(tree, key) {
  return tree.kind === "record" ? `.${key}` : `[${key}]`;
}

/**
 * What a step changed, as `before -> after`; the arrow is read as "becomes".
 * @param {{change: Change, short?: boolean}} props
 */
export function ChangeText({ change, short }) {
  const { place, before, after, text } = change;
  if (before === null || after === null) {
    return html`<span class="change mono"><b>${place}</b> <ins>${text}</ins></span>`;
  }
  return html`
    <span class="change mono" title=${short ? `${place}: ${text}` : undefined}><b>${place}</b>
      ${" "}<del>${before}</del><span aria-hidden="true"> → </span><span class="sr-only"> becomes </span><ins>${after}</ins></span>
  `;
}
