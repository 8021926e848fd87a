/** Share a trace: as a link, as a command, as ITF, or as one HTML file. */

import { html, useLayoutEffect, useRef, useState } from "holdfast/vendor/preact.js";
import { useStudio } from "holdfast/studio.js";

/** @import { Api, Request, Route, Run } from "holdfast/types.d.ts" */

/** @param {{api: Api, run: Run, route: Route, close: () => void}} props */
export function Share({ api, run, route, close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const { notify } = useStudio();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  /** @param {string} path */
  const download = (path) => () =>
    api.download(path, queryOf(route)).then(saveFile, (error) => notify(error.message));
  return html`
    <dialog ref=${dialog} class="share" aria-labelledby="share-title" onClose=${close}>
      <h2 id="share-title">Share run ${run.run}</h2>
      <h3>Link, for someone with this project open</h3>
      <${Copy} text=${location.href} label="Link" />
      <h3>Command, for someone with the files</h3>
      <${Copy} text=${commandLine(run.request)} label="Command" />
      <h3>File</h3>
      <p><button type="button" onClick=${download(
        `/api/runs/${run.run}/export.html`,
      )}>One HTML file</button>
        <span class="muted"> the trace with its viewer, works offline</span></p>
      <p><button type="button" onClick=${download(
        `/api/runs/${run.run}/trace.itf.json`,
      )}>ITF</button>
        <span class="muted"> for <code>holdfast trace</code> and other tools</span></p>
      <form method="dialog"><button type="submit" class="primary">Close</button></form>
    </dialog>
  `;
}

/** @param {{text: string, label: string}} props */
function Copy({ text, label }) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = () => {
    field.current?.select();
    // Browsers offer the clipboard to secure addresses only: elsewhere the text is selected.
    navigator.clipboard?.writeText(text).then(() => setCopied(true), () => {});
  };
  return html`
    <p
      class="copy"><input ref=${field} type="text" class="mono" readonly value=${text} aria-label=${label}
      onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button></p>
  `;
}

/**
 * The command that repeats a run.
 * @param {Request} request
 */
export function commandLine(request) {
  const words = ["holdfast", request.command === "sweep" ? "check" : request.command, request.spec];
  if (request.config) words.push("--config", request.config);
  for (const [name, value] of Object.entries(request.constants)) {
    words.push("--const", `${name}=${value}`);
  }
  const { options } = request;
  for (const [name, values] of Object.entries(options.values ?? {})) {
    words.push("--const", `${name}=${values[0]}..${values.at(-1)}`);
  }
  for (const name of /** @type {string[]} */ (options.invariants ?? [])) {
    words.push("--invariant", name);
  }
  for (const name of /** @type {string[]} */ (options.properties ?? [])) {
    words.push("--property", name);
  }
  if (options.automaton) words.push("--automaton", String(options.automaton));
  if (options.deadlock === false) words.push("--no-deadlock");
  if (options.keep_going) words.push("--continue");
  for (const flag of ["wide", "translate"]) if (options[flag]) words.push(`--${flag}`);
  return words.map(quoted).join(" ");
}

/** @param {string} word */
function quoted(word) {
  return /^[\w./=:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** @param {Route} route */
function queryOf(route) {
  /** @type {Record<string, string>} */
  const query = {};
  for (const name of ["at", "view"]) if (route.query[name]) query[name] = route.query[name][0];
  return query;
}

/** @param {{text: string, name: string}} file */
export function saveFile({ text, name }) {
  const address = URL.createObjectURL(new Blob([text]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
