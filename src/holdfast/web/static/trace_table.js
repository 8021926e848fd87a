/** The steps of a trace as rows: what changed, a column per invariant and per watch expression. */

import { html, useId } from "holdfast/vendor/preact.js";
import { ChangeText } from "holdfast/value.js";
import { VirtualRows } from "holdfast/virtual.js";
import { Truth } from "holdfast/words.js";

/** @import { Step } from "holdfast/types.d.ts" */
/** @import { Seen } from "holdfast/trace_data.js" */

const ROW = 28;

/**
 * @param {{seen: Seen, rows: number[] | null, at: number, onSelect: (number: number) => void,
 *   watch: string[], hidden: string[], initialCount?: number, onInitial?: () => void}} props
 */
export function TraceTable({ seen, rows, at, onSelect, watch, hidden, initialCount, onInitial }) {
  const id = useId();
  const count = rows ? rows.length : seen.length;
  /** @param {number} index */
  const numberAt = (index) => rows ? rows[index] : index + 1;
  const selected = rows ? rows.indexOf(at) : at - 1;
  const columns = [
    "3rem",
    "minmax(8rem, 12rem)",
    "minmax(14rem, 1fr)",
    ...seen.invariants.map(() => "minmax(4rem, 5.5rem)"),
    ...watch.map(() => "minmax(4.5rem, 9rem)"),
  ].join(" ");
  const least = `${29 + 4.75 * (seen.invariants.length + watch.length)}rem`;
  const head = html`
    <span role="columnheader" class="number">#</span>
    <span role="columnheader">step</span>
    <span role="columnheader">what changed</span>
    ${seen.invariants.map((name) =>
      html`<span role="columnheader" key=${name} class="mono" title=${name}>${name}</span>`
    )}
    ${watch.map((text) =>
      html`<span role="columnheader" key=${text} class="mono" title=${text}>${text}</span>`
    )}
  `;
  /** @param {number} index */
  const draw = (index) => {
    const number = numberAt(index);
    const step = seen.step(number);
    return html`
      <div role="row" key=${number} id=${`${id}-${number}`} aria-rowindex=${index + 2}
        class=${rowClass(seen, number, at)} aria-selected=${number === at ? "true" : "false"}
        onClick=${() => onSelect(number)}>
        <span role="gridcell" class="number">${number}</span>
        ${step
          ? html`
            <${Cells} step=${step} seen=${seen} number=${number} watch=${watch}
              hidden=${hidden}
              initialCount=${initialCount} onInitial=${onInitial} />
          `
          : html`<span role="gridcell" class="muted">...</span>`}
      </div>
    `;
  };
  return html`
    <${VirtualRows} count=${count} row=${ROW} selected=${selected} label="Steps"
      columns=${columns} least=${least}
      head=${head} draw=${draw} activeId=${selected >= 0 ? `${id}-${at}` : undefined}
      foot=${!rows && html`<${LoopNote} seen=${seen} onSelect=${onSelect} />`}
      onRange=${(/** @type {number} */ from, /** @type {number} */ to) =>
        count > 0 && to > from && seen.want(numberAt(from), numberAt(to - 1))} />
  `;
}

/**
 * @param {{step: Step, seen: Seen, number: number, watch: string[], hidden: string[],
 *   initialCount?: number, onInitial?: () => void}} props
 */
function Cells({ step, seen, number, watch, hidden, initialCount, onInitial }) {
  return html`
    <span role="gridcell" class="label mono" title=${step.label ?? ""}>${step.label ?? seen.start ??
      "initial"}
      ${number === 1 && onInitial && html`
        <button type="button" class="link"
          onClick=${(/** @type {Event} */ event) => {
            event.stopPropagation();
            onInitial();
          }}>${initialCount && initialCount > 1 ? `choose of ${initialCount}` : "choose"}</button>
      `}</span>
    <span role="gridcell" class="changes"><${Changes} step=${step} hidden=${hidden}
      isFirst=${number === 1} />${step.outside.length > 0 &&
        html`<span class="tone-open mono"> outside ${step.outside.join(", ")}</span>`}</span>
    ${seen.invariants.map((name) =>
      html`<span role="gridcell" key=${name} class="truth-cell">
        ${
        name in step.truth
          ? html`<${Truth} value=${step.truth[name]} compact />`
          : html`<span class="muted" title="a property of steps">-</span>`
      }</span>`
    )}
    ${watch.map((text) => {
      const value = step.watch[text];
      return html`<span role="gridcell" key=${text} class="mono watch-cell" title=${value?.error}>${
        value?.error ? html`<span class="tone-open">undefined</span>` : value?.text
      }</span>`;
    })}
  `;
}

/** @param {{step: Step, hidden: string[], isFirst: boolean}} props */
function Changes({ step, hidden, isFirst }) {
  if (isFirst) {
    const shown = step.state.filter(({ name }) => !hidden.includes(name));
    return shown.map(({ name, value }) =>
      html`<span class="change mono" key=${name}><b>${name}</b> = ${value.text}</span>`
    );
  }
  const shown = step.changes.filter(({ place }) => !hidden.includes(rootOf(place)));
  if (step.changes.length === 0) return html`<span class="muted">nothing</span>`;
  return shown.map((change) => html`<${ChangeText} key=${change.place} change=${change} short />`);
}

/**
 * The variable that a place is in: `account` of `account.alice` and of `account[1]`.
 * @param {string} place
 */
export function rootOf(place) {
  return /^[^.[]*/.exec(place)?.[0] ?? place;
}

/** @param {Seen} seen @param {number} number @param {number} at */
function rowClass(seen, number, at) {
  const loop = typeof seen.loop === "number" ? seen.loop : Infinity;
  return [
    "virtual-row",
    number === at && "selected",
    number >= loop && "in-loop",
    number === loop && "loop-start",
    number >= loop && number === seen.length && "loop-end",
  ].filter(Boolean).join(" ");
}

/** @param {{seen: Seen, onSelect: (number: number) => void}} props */
function LoopNote({ seen, onSelect }) {
  if (seen.loop === null || seen.loop === undefined) return null;
  if (seen.loop === "stutter") {
    return html`<p class="loop-note">The last state stutters forever.</p>`;
  }
  const start = seen.loop;
  return html`
    <p class="loop-note">${seen.closing
      ? html`<span class="mono">${seen.closing}</span> leads`
      : "Back"}
      ${" "}to state <button type="button" class="link" onClick=${() => onSelect(start)}
        title="l">${start}</button>, and so on forever.</p>
  `;
}
