/** What differs between a run and the one before it: the text, the verdict, states and steps. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";
import { useStudio } from "holdfast/studio.js";
import { headline, propertyRows } from "holdfast/verdict.js";
import { counted, ErrorBox, grouped } from "holdfast/words.js";

/** @import { Api, Envelope, Run, RunEntry } from "holdfast/types.d.ts" */

/** @typedef {{name: string, before: string, after: string}} Difference */
/** @typedef {{sign: "-" | "+", line: number, text: string}} ChangedLine */
/** @typedef {{run: Run, texts: Record<string, string>}} Past */

const MOST_LINES = 40;
/** Beyond this product of lengths, texts are not aligned line by line. */
const MOST_PAIRS = 4_000_000;

/** @param {{api: Api, run: Run}} props */
export function Since({ api, run }) {
  const { project } = useStudio();
  const [isOpen, setOpen] = useState(false);
  const before = previousRun(project?.runs ?? [], run);
  if (!before) return null;
  return html`
    <details class="since" open=${isOpen}
      onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary>What changed since run ${before.run}</summary>
      ${isOpen && html`<${Changes} api=${api} run=${run} before=${before.run} />`}
    </details>
  `;
}

/** @param {{api: Api, run: Run, before: string}} props */
function Changes({ api, run, before }) {
  const { found, error } = usePair(api, run, before);
  if (error) return html`<${ErrorBox} error=${error} />`;
  if (!found) return html`<p class="muted" aria-live="polite">Loading</p>`;
  const [old, now] = found;
  const [one, other] = [old.run.envelope, now.run.envelope];
  if (!one || !other) return null;
  const rows = differences(one, other);
  const partial = [old, now].filter(({ run: each }) => !isWhole(each.envelope));
  const traced = [one, other].every((each) => each[each.command]?.trace);
  const href = hrefOf(["run", run.run, "trace"], { vs: before });
  return html`
    ${rows.length === 0
      ? html`<p>Verdict, states, and the successors of each action are the same in number.</p>`
      : html`
        <table class="wide differences">
          <thead>
            <tr>
              <td></td>
              <th scope="col">run ${before}</th>
              <th scope="col">run ${run.run}</th>
            </tr>
          </thead>
          <tbody>${rows.map((row) =>
            html`
              <tr key=${row.name}>
                <th scope="row">${row.name}</th>
                <td>${row.before}</td>
                <td><b>${row.after}</b></td>
              </tr>
            `
          )}</tbody>
        </table>
      `}
    ${partial.length > 0 &&
      html`
        <p
          class="muted">Not all states were explored by run ${partial.map(({ run: each }) =>
            each.run
          ).join(" and run ")}, so its numbers are not those of the model.</p>
      `}
    ${traced && html`<p><a class="button" href=${href}>Compare the traces</a></p>`}
    <${TextChanges} before=${old.texts} after=${now.texts} />
  `;
}

/** @param {{before: Record<string, string>, after: Record<string, string>}} props */
function TextChanges({ before, after }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) =>
    before[name] !== after[name]
  );
  if (names.length === 0) return html`<p>The texts are the same.</p>`;
  return names.map((name) => {
    const lines = changedLines(before[name] ?? "", after[name] ?? "");
    return html`
      <section key=${name}>
        <h3 class="mono">${name}</h3>
        <div class="changed-lines mono">${lines.slice(0, MOST_LINES).map(({ sign, line, text }) => {
          const Kind = sign === "-" ? "del" : "ins";
          return html`<${Kind} key=${`${sign}${line}`}>${sign} ${line}: ${text}</${Kind}>`;
        })}</div>
        ${lines.length > MOST_LINES &&
          html`<p class="muted">and ${counted(lines.length - MOST_LINES, "line")}</p>`}
      </section>
    `;
  });
}

// ---- data ----

/** @param {Api} api @param {Run} run @param {string} before */
function usePair(api, run, before) {
  const [state, setState] = useState(
    /** @type {{found?: [Past, Past], error?: unknown}} */ ({}),
  );
  useEffect(() => {
    let current = true;
    const texts = (/** @type {string} */ id) =>
      api.get(`/api/runs/${id}/texts`).then((answer) => answer.texts);
    Promise.all([api.get(`/api/runs/${before}`), texts(before), texts(run.run)]).then(
      ([old, oldTexts, nowTexts]) =>
        current && setState({ found: [{ run: old, texts: oldTexts }, { run, texts: nowTexts }] }),
      (error) => current && setState({ error }),
    );
    return () => {
      current = false;
    };
  }, [api, run.run, before]);
  return state;
}

/**
 * The last check of the same spec before a run that had a result.
 * @param {RunEntry[]} runs
 * @param {Run} run
 */
export function previousRun(runs, run) {
  const isBefore = (/** @type {RunEntry} */ other) =>
    Number(other.run) < Number(run.run) && other.request.spec === run.request.spec &&
    other.request.command === "check" && other.status === "ended" && other.verdict !== "error";
  if (run.request.command !== "check" || run.envelope?.verdict === "error") return undefined;
  return runs.filter(isBefore).sort((one, other) => Number(other.run) - Number(one.run))[0];
}

/**
 * What two results differ in.
 * @param {Envelope} before
 * @param {Envelope} after
 * @returns {Difference[]}
 */
export function differences(before, after) {
  // Without coverage there are no successors of actions, which is no difference.
  const both = [before, after].every((each) => each[each.command]?.coverage);
  const [one, other] = [figuresOf(before, both), figuresOf(after, both)];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names.map((name) => ({
    name,
    before: one.get(name) ?? "-",
    after: other.get(name) ?? "-",
  })).filter((row) => row.before !== row.after);
}

/** @param {Envelope} envelope @param {boolean} withActions @returns {Map<string, string>} */
function figuresOf(envelope, withActions) {
  const own = envelope[envelope.command] ?? {};
  const constants = Object.entries(envelope.constants ?? {}).map(([n, v]) => `${n} = ${v}`);
  /** @type {[string, string][]} */
  const rows = [
    ["verdict", headline(envelope)],
    ["model", [envelope.config ?? "no configuration", ...constants].join(", ")],
    ...propertyRows(envelope).map((
      { name, text },
    ) => /** @type {[string, string]} */ ([name, text])),
  ];
  const states = own.states ?? {};
  for (
    const [name, title] of [["initial", "initial states"], ["distinct", "distinct states"], [
      "generated",
      "generated states",
    ], ["depth", "depth"]]
  ) {
    if (typeof states[name] === "number") rows.push([title, grouped(states[name])]);
  }
  for (const action of withActions ? own.coverage.actions : []) {
    const title = `successors by ${action.name}`;
    if (!rows.some(([name]) => name === title)) rows.push([title, grouped(action.generated)]);
  }
  return new Map(rows);
}

/** @param {Envelope | null} envelope */
function isWhole(envelope) {
  return envelope?.verdict === "exhausted" || envelope?.verdict === "proved";
}

/**
 * The lines that are only in one of two texts, in order, with their numbers there.
 * @param {string} before
 * @param {string} after
 * @returns {ChangedLine[]}
 */
export function changedLines(before, after) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return aligned(left, right).map(({ sign, line, text }) => ({
    sign,
    line: line + start + 1,
    text,
  }));
}

/**
 * The lines outside of a longest common subsequence; lines count from 0.
 * @param {string[]} left
 * @param {string[]} right
 * @returns {ChangedLine[]}
 */
function aligned(left, right) {
  const isLarge = left.length * right.length > MOST_PAIRS;
  const width = right.length + 1;
  const longest = new Uint32Array(isLarge ? 0 : (left.length + 1) * width);
  if (!isLarge) {
    for (let i = left.length - 1; i >= 0; i--) {
      for (let j = right.length - 1; j >= 0; j--) {
        longest[i * width + j] = left[i] === right[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
      }
    }
  }
  /** @type {ChangedLine[]} */
  const changed = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const isSame = !isLarge && i < left.length && j < right.length && left[i] === right[j];
    if (isSame) [i, j] = [i + 1, j + 1];
    else if (
      i < left.length &&
      (j === right.length || isLarge || longest[(i + 1) * width + j] >= longest[i * width + j + 1])
    ) {
      changed.push({ sign: "-", line: i, text: left[i] });
      i += 1;
    } else {
      changed.push({ sign: "+", line: j, text: right[j] });
      j += 1;
    }
  }
  return changed;
}
