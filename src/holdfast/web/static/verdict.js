/** The verdict block of a run: what holds, what does not and why, and what was not checked. */

import { html } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";
import { counted, duration, grouped, verdictWords, withCode } from "holdfast/words.js";

/** @import { Diagnostic, Envelope, Navigate } from "holdfast/types.d.ts" */

/**
 * `old` says why the result is not about what is shown beside it.
 * @param {{envelope: Envelope, old?: string,
 *   onPlace?: (file: string, line: number) => void}} props
 */
export function VerdictBlock({ envelope, old, onPlace }) {
  const words = verdictWords(isChecked(envelope) ? envelope.verdict : "done");
  const { mark, tone } = old ? { mark: "~", tone: "open" } : words;
  return html`
    ${old && html`<p class="stale" role="status"><b>Old result:</b> ${old}</p>`}
    <div class="verdict-block tone-${tone}">
      <p class="headline"><b class="mark">${mark}</b> ${headline(envelope)}</p>
      ${reasonLines(envelope).map((line) =>
        html`<p class="reason mono" key=${line}>${withCode(line)}</p>`
      )}
    </div>
    ${envelope.diagnostics.length > 0 &&
      html`<${Remarks} title="Errors" items=${envelope.diagnostics} onPlace=${onPlace} />`}
    <${Properties} envelope=${envelope} isOld=${Boolean(old)} />
    ${envelope[envelope.command]?.sweep &&
      html`<p class="muted">The run${sweptTo(envelope)}:</p>`}
    <${Caveats} envelope=${envelope} onPlace=${onPlace} />
    <${Remarks} title="Remarks" items=${otherWarnings(envelope)} onPlace=${onPlace} />
    <p class="muted counts">${countsLine(envelope)}</p>
  `;
}

/**
 * A run without what its screen shows: its verdict, with errors that lead to the text.
 * @param {{envelope: Envelope, navigate: Navigate}} props
 */
export function NothingFound({ envelope, navigate }) {
  const show = (/** @type {string} */ file, /** @type {number} */ line) =>
    navigate(hrefOf(["spec", ...file.split("/")], { line: `${line}` }));
  return html`
    <div class="page">
      <${VerdictBlock} envelope=${envelope} onPlace=${show} />
    </div>
  `;
}

/**
 * The reason of a verdict; that of a deadlock has a line for each action.
 * @param {{reason: string | null, kind: string | null}} found
 */
export function reasonLines({ reason, kind }) {
  if (!reason) return [];
  return kind === "deadlock" ? reason.split(/; (?=\S+ is not enabled)/) : [reason];
}

/**
 * The verdict in one line.
 * @param {Envelope} envelope
 */
export function headline(envelope) {
  const { verdict, property, kind } = envelope;
  const details = envelope[envelope.command] ?? {};
  const length = details.trace?.length;
  const after = (length > 1 ? ` after ${counted(length - 1, "step")}` : "") + sweptTo(envelope);
  if (verdict === "violated") {
    if (kind === "deadlock") return `Deadlock reached${after}`;
    return `${property ?? kind} is violated${after}`;
  }
  const within = constraints(envelope);
  if (verdict === "exhausted" && details.sweep) {
    const all = counted(details.sweep.length, "choice");
    return `No error: all reachable states${within} were explored for ${all} of constants`;
  }
  if (verdict === "exhausted" && envelope.command === "mine") {
    return "All reachable states were explored for relations; no property was checked";
  }
  if (verdict === "exhausted" && envelope.command === "diagram") {
    return "No error: the diagram was compared with all reachable states";
  }
  if (verdict === "exhausted") {
    return `No error: all ${stateCount(details)}${within} were explored`;
  }
  if (verdict === "proved") return `${property ?? "Everything"} is proved`;
  if (verdict === "bounded") return "No error within the limits: not all states were explored";
  if (verdict === "unknown") return `Inconclusive${envelope.cause ? `: ${envelope.cause}` : ""}`;
  if (verdict === "error") return kind === "parse" ? "The spec has errors" : "Error";
  return "Done";
}

/**
 * For which constants a sweep found what its verdict says.
 * @param {Envelope} envelope
 */
function sweptTo(envelope) {
  const rows = envelope[envelope.command]?.sweep ?? [];
  const found = rows.find((/** @type {any} */ row) => row.verdict === envelope.verdict);
  if (!found) return "";
  const values = Object.entries(found.constants).map(([name, value]) => `${name} = ${value}`);
  return ` for ${values.join(", ")}`;
}

/**
 * Whether properties of a model were checked: to mine relations is no such check.
 * @param {Envelope} envelope
 */
export function isChecked(envelope) {
  return envelope.command !== "mine" || envelope.verdict !== "exhausted";
}

/** @param {Envelope} envelope */
function constraints({ reductions }) {
  const own = reductions.filter((name) => name.includes("CONSTRAINT"));
  return own.length > 0 ? ` within ${own.join(" and ")}` : "";
}

/** @param {any} details */
function stateCount(details) {
  return details.states ? counted(details.states.distinct, "reachable state") : "reachable states";
}

/**
 * Each property with what is known of it. After a violation the search stopped, so that nothing
 * more is known of the other properties than that no explored state violates them.
 * @param {Envelope} envelope
 * @returns {{name: string, mark: string, tone: string, text: string}[]}
 */
export function propertyRows(envelope) {
  const whole = envelope.verdict === "exhausted" || envelope.verdict === "proved";
  const violated = envelope.verdict === "violated" ? envelope.property ?? envelope.kind : null;
  const counts = envelope[envelope.command]?.violations ?? {};
  const rows = envelope.checked.filter((name) => name !== violated && !(name in counts)).map(
    (name) =>
      whole
        ? { name, mark: "ok", tone: "good", text: `holds${constraints(envelope)}` }
        : { name, mark: "~", tone: "open", text: "no violation in the explored states" },
  );
  const bad = [...new Set([violated, ...Object.keys(counts)])].filter(Boolean).map((name) => ({
    name: /** @type {string} */ (name),
    mark: "x",
    tone: "bad",
    text: "violated",
  }));
  const open = envelope.not_checked.map((name) => ({
    name,
    mark: "??",
    tone: "open",
    text: notCheckedReason(envelope, name),
  }));
  return [...bad, ...rows, ...open];
}

/** @param {Envelope} envelope @param {string} name */
function notCheckedReason(envelope, name) {
  const start = `${name} is not checked: `;
  const found = envelope.warnings.find((warning) => warning.message.startsWith(start));
  if (!found) return "not checked";
  // What is an option of the command line is a box of the model panel here.
  const reason = found.message.slice(start.length).replace(
    "`--continue` checks the others",
    "to check the others, continue after a violation",
  );
  return `not checked: ${reason}`;
}

/** @param {{envelope: Envelope, isOld: boolean}} props */
function Properties({ envelope, isOld }) {
  const found = propertyRows(envelope);
  const rows = isOld ? found.map((row) => ({ ...row, mark: "~", tone: "open" })) : found;
  if (rows.length === 0) return null;
  return html`
    <table class="properties">
      <caption class="sr-only">Properties</caption>
      <tbody>${rows.map((row) =>
        html`
          <tr key=${row.name}>
            <td class="tone-${row.tone}"><b class="mark">${row.mark}</b></td>
            <th scope="row" class="mono">${row.name}</th>
            <td class="muted">${withCode(row.text)}</td>
          </tr>
        `
      )}</tbody>
    </table>
  `;
}

/**
 * @param {{envelope: Envelope, onPlace?: (file: string, line: number) => void}} props
 */
function Caveats({ envelope, onPlace }) {
  const { never_enabled, vacuous, assumed, reductions } = envelope;
  const rows = [
    ["Never enabled", never_enabled.map((name) => actionLink(envelope, name, onPlace))],
    ["Left side never true", vacuous],
    ["Assumed", assumed],
    ["Reductions", reductions],
  ].filter(([, items]) => items && items.length > 0);
  if (rows.length === 0) return null;
  return html`
    <dl class="caveats">${rows.map(([title, items]) =>
      html`
        <dt>${title}</dt>
        <dd>${/** @type {any[]} */ (items).map((item, index) =>
          html`<div key=${index} class="mono">${
            typeof item === "string" ? withCode(item) : item
          }</div>`
        )}</dd>
      `
    )}</dl>
  `;
}

/**
 * The name of an action, which leads to its definition: the margin there counts its parts.
 * @param {Envelope} envelope
 * @param {string} name
 * @param {((file: string, line: number) => void) | undefined} onPlace
 */
function actionLink(envelope, name, onPlace) {
  const actions = envelope[envelope.command]?.coverage?.actions ?? [];
  const found = actions.find((/** @type {any} */ action) => action.name === name);
  const place = /^(.*):(\d+):\d+$/.exec(found?.location ?? "");
  if (!place || !onPlace) return name;
  return html`
    <button type="button" class="link mono" key=${name}
      title="Its definition: the margin has how often each part was evaluated"
      onClick=${() => onPlace(place[1], Number(place[2]))}>${name}</button>
  `;
}

/**
 * @param {{title: string, items: Diagnostic[], onPlace?: (file: string, line: number) => void}} props
 */
function Remarks({ title, items, onPlace }) {
  if (items.length === 0) return null;
  return html`
    <section class="remarks">
      <h3>${title}</h3>
      <ul class="plain-list">${items.map((item, index) =>
        html`
          <li key=${index}>
            ${item.file && item.start && html`
              <button type="button" class="link mono" disabled=${!onPlace}
                onClick=${() => onPlace?.(String(item.file), item.start?.line ?? 1)}>
                ${item.file.split("/").at(-1)}:${item.start.line}:${item.start
                  .column}</button>${" "}
            `}
            ${withCode(item.message)}
            ${item.help && html`<span class="muted"> ${withCode(item.help)}</span>`}
          </li>
        `
      )}</ul>
    </section>
  `;
}

/** @param {Envelope} envelope */
function otherWarnings(envelope) {
  return envelope.warnings.filter((warning) => {
    const name = / is not checked: /.exec(warning.message);
    return !name || !envelope.not_checked.includes(warning.message.slice(0, name.index));
  });
}

/** @param {Envelope} envelope */
function countsLine(envelope) {
  const states = envelope.verdict === "error" ? null : envelope[envelope.command]?.states;
  const parts = states && typeof states === "object"
    ? [
      `${grouped(states.generated)} generated`,
      `${grouped(states.distinct)} distinct`,
      `depth ${grouped(states.depth)}`,
      counted(states.initial, "initial state"),
    ]
    : [];
  return [...parts, duration(envelope.seconds), envelope.engine].filter(Boolean).join(" · ");
}
