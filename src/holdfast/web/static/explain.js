/** Why a formula is false in a state: its definition with the parts that decide, marked. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { Truth, withCode } from "holdfast/words.js";

/** @import { ExplainedPart, Explanation } from "holdfast/types.d.ts" */

/**
 * @param {{explain: () => Promise<Explanation>, question: string}} props
 */
export function Explained({ explain, question }) {
  const [found, setFound] = useState(
    /** @type {{question: string, explanation?: Explanation, error?: Error} | null} */ (null),
  );
  useEffect(() => {
    let current = true;
    explain().then(
      (explanation) => current && setFound({ question, explanation }),
      (error) => current && setFound({ question, error }),
    );
    return () => {
      current = false;
    };
  }, [question]);
  if (found?.question !== question) return html`<p class="muted">...</p>`;
  if (found.error) return html`<p class="tone-open">${withCode(found.error.message)}</p>`;
  return html`<${ExplanationText} explanation=${found.explanation} />`;
}

/** @param {{explanation: Explanation}} props */
export function ExplanationText({ explanation }) {
  const { definition, parts, reason } = explanation;
  return html`
    <div class="explanation">
      ${definition &&
        html`<pre class="definition">${
          marked(definition, parts).map((piece, index) =>
            piece.part
              ? html`
                <mark key=${index} class=${piece.part.value === false ? "is-false" : "is-true"}
                  title=${piece.part.reason}>${piece.text}</mark>
              `
              : piece.text
          )
        }</pre>`}
      ${parts.length === 0 && reason && html`<p>${withCode(reason)}</p>`}
      <ul class="plain-list">${parts.map((part, index) =>
        html`
          <li key=${index}><${Truth} value=${part.value} compact /> <span>${withCode(
            partText(part),
          )}</span></li>
        `
      )}</ul>
    </div>
  `;
}

/** @param {ExplainedPart} part */
function partText(part) {
  if (part.reason.startsWith("is ")) return `\`${part.text}\` ${part.reason}`;
  if (part.reason) return part.reason;
  const bound = Object.entries(part.bindings).map(([name, value]) => `${name} = ${value}`);
  const values = Object.entries(part.values).map(([name, value]) => `${name} = ${value}`);
  const where = bound.length ? ` for ${bound.join(", ")}` : "";
  return `\`${part.text}\`${where}${values.length ? `: ${values.join(", ")}` : ""}`;
}

/**
 * The text of a definition in pieces; those that are parts say so. Of parts that overlap, the
 * first one is marked.
 * @param {string} definition
 * @param {ExplainedPart[]} parts
 * @returns {{text: string, part: ExplainedPart | null}[]}
 */
export function marked(definition, parts) {
  const placed = parts.filter((part) => part.start !== null && part.end !== null)
    .sort((one, other) => Number(one.start) - Number(other.start));
  const pieces = [];
  let done = 0;
  for (const part of placed) {
    const [start, end] = [Number(part.start), Number(part.end)];
    if (start < done || end > definition.length) continue;
    if (start > done) pieces.push({ text: definition.slice(done, start), part: null });
    pieces.push({ text: definition.slice(start, end), part });
    done = end;
  }
  if (done < definition.length) pieces.push({ text: definition.slice(done), part: null });
  return pieces;
}
