/** The obligations of a proof as a matrix: a row for each lemma, a column for each action. */

import { html } from "holdfast/vendor/preact.js";

/**
 * @typedef {{lemma: string, action: string, status: string, solver: string | null,
 *   seconds: number, kind: string, cached: boolean, reason: string | null,
 *   line: number | null}} Obligation
 */
/** @typedef {{lemma: string, action: string}} Cell */

/** A sign, a word and a tone for each status. @type {Record<string, [string, string, string]>} */
const STATUS = {
  proved: ["ok", "proved", "good"],
  refuted: ["??", "open: a counterexample to induction", "cti"],
  unknown: ["??", "open", "open"],
  timeout: ["??", "open: out of time", "open"],
};

/** @param {string | undefined} status */
export function statusWords(status) {
  const [mark, word, tone] = STATUS[status ?? ""] ?? ["·", "not decided yet", "none"];
  return { mark, word, tone };
}

/**
 * The rows and columns of a matrix, in the order of the obligations; the initial states come first.
 * @param {Obligation[]} obligations
 */
export function matrixOf(obligations) {
  const lemmas = [...new Set(obligations.map((each) => each.lemma))];
  const actions = [...new Set(obligations.map((each) => each.action))];
  actions.sort((a, b) => Number(b === "Init") - Number(a === "Init"));
  /** @type {Map<string, Obligation>} */
  const cells = new Map();
  for (const each of obligations) {
    const key = `${each.lemma}\n${each.action}`;
    const old = cells.get(key);
    if (!old || old.status === "proved") cells.set(key, each);
  }
  return { lemmas, actions, cells };
}

/**
 * @param {{obligations: Obligation[], selected: Cell | null, running: boolean,
 *   texts: Map<string, string>, onSelect: (cell: Cell) => void}} props
 */
export function ProofMatrix({ obligations, selected, running, texts, onSelect }) {
  const { lemmas, actions, cells } = matrixOf(obligations);
  const cellOf = (/** @type {string} */ lemma, /** @type {string} */ action) => {
    const found = cells.get(`${lemma}\n${action}`);
    if (!found) return html`<td key=${action} class="none">${running ? "" : "-"}</td>`;
    const { mark, word, tone } = statusWords(found.status);
    const isOwn = selected?.lemma === lemma && selected.action === action;
    return html`
      <td key=${action}>
        <button
          type="button"
          class=${`cell tone-${tone}`}
          aria-pressed=${isOwn}
          aria-label=${`${lemma}, ${action}: ${word}`}
          title=${`${word}${found.solver ? `, ${found.solver}` : ""}`}
          onClick=${() => onSelect({ lemma, action })}
          onKeyDown=${moveInMatrix}
        >${mark}</button>
      </td>
    `;
  };
  return html`
    <div class="matrix-scroll" tabindex="0" role="region" aria-label="Obligations">
      <table class="matrix">
        <caption class="sr-only">
          Obligations: a row for each lemma, a column for each action
        </caption>
        <thead>
          <tr>
            <th scope="col">lemma</th>
            ${actions.map((action) => html`<th scope="col" key=${action}>${action}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lemmas.map((lemma) =>
            html`<tr key=${lemma}>
              <th scope="row">
                ${lemma}
                ${
              texts.get(lemma) && texts.get(lemma) !== lemma &&
              html`<code class="muted">${texts.get(lemma)}</code>`
            }
              </th>
              ${actions.map((action) => cellOf(lemma, action))}
            </tr>`
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** Arrows go from cell to cell. @param {any} event */
function moveInMatrix(event) {
  /** @type {Record<string, [number, number]>} */
  const moves = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const move = moves[event.key];
  if (!move) return;
  const cell = event.currentTarget.closest("td");
  const row = cell.parentElement;
  const rows = [...row.parentElement.children];
  const other = rows[rows.indexOf(row) + move[1]];
  const next = other?.children[[...row.children].indexOf(cell) + move[0]]?.querySelector("button");
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
