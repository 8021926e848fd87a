/** Verdicts and numbers as text: a mark, a word, a tone; nothing is told by colour alone. */

import { html } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";

/** @import { Diagnostic } from "holdfast/types.d.ts" */

const MOST_PLACES = 8;

/** @type {Record<string, [string, string, string]>} */
const VERDICTS = {
  proved: ["ok", "proved", "good"],
  exhausted: ["ok", "no error", "good"],
  bounded: ["~", "no error so far", "open"],
  violated: ["x", "violated", "bad"],
  unknown: ["??", "inconclusive", "open"],
  done: ["-", "done", "none"],
  error: ["!", "error", "bad"],
  running: ["...", "running", "busy"],
  waiting: ["...", "waiting", "busy"],
};

/**
 * The mark, the word and the tone of a verdict or status.
 * @param {string | null | undefined} verdict
 */
export function verdictWords(verdict) {
  const [mark, word, tone] = VERDICTS[verdict ?? ""] ?? ["-", verdict ?? "not checked", "none"];
  return { mark, word, tone };
}

/** @param {{verdict: string | null | undefined, text?: string}} props */
export function Verdict({ verdict, text }) {
  const { mark, word, tone } = verdictWords(verdict);
  return html`<span class="verdict tone-${tone}"><b class="mark">${mark}</b> ${
    text ?? word
  }</span>`;
}

/**
 * Whether something holds, as mark and word.
 * @param {{value: boolean | null | undefined, compact?: boolean}} props
 */
export function Truth({ value, compact }) {
  const [mark, word, tone] = value === true
    ? ["ok", "TRUE", "good"]
    : value === false
    ? ["x", "FALSE", "bad"]
    : ["??", "undefined", "open"];
  return html`
    <span class="truth tone-${tone}" title=${compact ? word : undefined}>
      <b class="mark">${mark}</b> <span class=${compact ? "sr-only" : ""}>${word}</span>
    </span>
  `;
}

/** @param {number | null | undefined} value */
export function grouped(value) {
  return value === null || value === undefined ? "-" : value.toLocaleString("en-US");
}

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** @param {number} bytes */
export function memory(bytes) {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`;
}

/**
 * A number and its noun: `1 step`, `4 steps`.
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Text in which what is between backquotes is code.
 * @param {string} text
 */
export function withCode(text) {
  return text.split("`").map((part, index) =>
    index % 2 ? html`<code key=${index}>${part}</code>` : part
  );
}

/**
 * An error with its help and the places that it is about; `linked` if there is a studio.
 * @param {{error: unknown, linked?: boolean}} props
 */
export function ErrorBox({ error, linked }) {
  const { message, help, diagnostics = [] } = /** @type {any} */ (error);
  const placed = diagnostics.filter((/** @type {Diagnostic} */ each) => each.file && each.start);
  return html`
    <div class="error-box" role="alert">
      <p><b class="mark">!</b> ${withCode(message)}</p>
      ${help && html`<p class="help">${withCode(help)}</p>`}
      ${linked && placed.length > 0 && html`
        <ul class="plain-list">${placed.slice(0, MOST_PLACES).map((
          /** @type {Diagnostic} */ each,
        ) => html`<li><${PlaceLink} at=${each} /> ${withCode(each.message)}</li>`)}
          ${placed.length > MOST_PLACES &&
            html`<li class="muted">and ${counted(placed.length - MOST_PLACES, "other")}</li>`}
        </ul>
      `}
    </div>
  `;
}

/** @param {{at: Diagnostic}} props */
function PlaceLink({ at: { file, start } }) {
  const parts = String(file).split("/");
  return html`<a class="mono" href=${
    hrefOf(["spec", ...parts], {
      line: `${start?.line}`,
    })
  }>${parts.at(-1)}:${start?.line}:${start?.column}</a>`;
}
