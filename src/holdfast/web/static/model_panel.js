/** The model: configuration, values of constants, what is checked, and values to sweep. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { chosen, queryOf } from "holdfast/choices.js";
import { first, hrefOf, modelOf, withQuery } from "holdfast/route.js";
import { useStudio } from "holdfast/studio.js";
import { counted } from "holdfast/words.js";

/** @import { Api, Navigate, Route, SpecEntry } from "holdfast/types.d.ts" */
/** @import { ModelInfo } from "holdfast/choices.js" */

/** @param {{api: Api, route: Route, navigate: Navigate, info: ModelInfo | null, error: any}} props */
export function ModelPanel({ route, navigate, info, error }) {
  const { project } = useStudio();
  const path = route.parts.slice(1).join("/");
  const entry = project?.specs.find((spec) => spec.path === path);
  /** @param {Record<string, string | string[] | null>} changes */
  const change = (changes) => navigate(withQuery(route, changes), { replace: true });
  return html`
    <div class="model-panel">
      <h2>Model</h2>
      <${Configurations} entry=${entry} route=${route} change=${change} />
      ${error && html`<p class="tone-bad"><b class="mark">!</b> ${error.message}</p>`}
      ${info && info.constants.length > 0 &&
        html`<${Constants} info=${info} route=${route} change=${change} />`}
      ${info && html`<${Checked} info=${info} route=${route} change=${change} />`}
    </div>
  `;
}

/**
 * The model panel's data, read again when the file was saved.
 * @param {Api} api
 * @param {Route} route
 * @param {string} tag of the saved text
 * @returns {{info: ModelInfo | null, error: any}}
 */
export function useModelInfo(api, route, tag) {
  const [found, setFound] = useState(
    /** @type {{info: ModelInfo | null, error: any}} */ ({ info: null, error: null }),
  );
  const { spec, config, options } = modelOf(route);
  const automaton = /** @type {string | undefined} */ (options?.automaton);
  useEffect(() => {
    if (!tag) return;
    let current = true;
    api.get("/api/model", { spec, config: config ?? undefined, automaton }).then(
      (info) => current && setFound({ info, error: null }),
      (error) => current && setFound({ info: null, error }),
    );
    return () => {
      current = false;
    };
  }, [api, spec, config, automaton, tag]);
  return found;
}

/** @param {{entry: SpecEntry | undefined, route: Route, change: (c: any) => void}} props */
function Configurations({ entry, route, change }) {
  const models = entry?.models ?? [];
  const names = models.map((model) => model.config).filter((config) => config !== null);
  if (names.length === 0) {
    return entry?.path.endsWith(".tla")
      ? html`<p class="muted">no configuration: <code>Spec</code>, or <code>Init</code>${" "}
        and <code>Next</code>, are found by name</p>`
      : null;
  }
  const now = first(route, "config") ?? names[0];
  return html`
    <label class="field">Configuration
      <select value=${now}
        onChange=${(/** @type {any} */ event) => change({ config: event.target.value })}>
        ${names.map((name) =>
          html`<option key=${name} value=${name}>${name.split("/").at(-1)}</option>`
        )}
      </select>
    </label>
    <p><a href=${hrefOf(["spec", ...now.split("/")])}>Edit ${now.split("/").at(-1)}</a></p>
  `;
}

/** What a configuration belongs to. @param {{about: Route}} props */
export function ConfigNote({ about }) {
  const spec = about.parts.slice(1);
  return html`
    <div class="model-panel">
      <h2>Configuration</h2>
      ${spec.length > 0
        ? html`<p>of <a href=${hrefOf(about.parts, about.query)}>${spec.join("/")}</a>,
            which <b>Check</b> saves and checks with it.</p>`
        : html`<p class="muted">of no spec in this folder</p>`}
    </div>
  `;
}

/** @param {{info: ModelInfo, route: Route, change: (c: any) => void}} props */
function Constants({ info, route, change }) {
  const unset = info.constants.filter(({ name, value, proposed }) =>
    value === null && proposed && !first(route, `const.${name}`) && !first(route, `sweep.${name}`)
  );
  return html`
    <table class="constants">
      <thead>
        <tr>
          <th>Constant</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody>${info.constants.map(({ name, value, proposed }) => {
        const swept = first(route, `sweep.${name}`);
        const given = swept ?? first(route, `const.${name}`) ?? value ?? "";
        /** @param {string} text */
        const set = (text) => change(constantChange(name, text.trim(), value));
        return html`
          <tr key=${name}>
            <th scope="row" class="mono">${name}</th>
            <td><input type="text" class="mono" aria-label=${`Value of ${name}`} value=${given}
              placeholder=${proposed ? `such as ${proposed}` : undefined}
              onChange=${(/** @type {any} */ event) => set(event.target.value)} />
              ${swept && html`<span class="muted"> sweep</span>`}</td>
          </tr>
        `;
      })}</tbody>
    </table>
    ${unset.length > 0 && html`
      <p class="unset"><b class="mark">!</b> ${counted(unset.length, "constant")} without a value.
        ${" "}<button type="button" onClick=${() =>
          change(
            Object.assign(
              {},
              ...unset.map(({ name, value, proposed }) =>
                constantChange(name, proposed ?? "", value)
              ),
            ),
          )}>Use small values</button></p>
    `}
    <p class="muted range-hint">A range of numbers, <code>1..4</code>, checks each of them.</p>
  `;
}

/**
 * How the query changes if a constant gets a value; a range of numbers is a sweep.
 * @param {string} name
 * @param {string} text
 * @param {string | null} configured
 */
export function constantChange(name, text, configured) {
  const isRange = /^-?\d+\s*\.\.\s*-?\d+$/.test(text);
  const isSame = text === "" || text === configured;
  return {
    [`sweep.${name}`]: isRange ? text : null,
    [`const.${name}`]: isRange || isSame ? null : text,
    run: null,
  };
}

/** @param {{info: ModelInfo, route: Route, change: (c: any) => void}} props */
function Checked({ info, route, change }) {
  const deadlock = first(route, "deadlock") ? first(route, "deadlock") === "1" : info.deadlock;
  return html`
    <${Names} title="Invariants" kind="inv" configured=${info.invariants}
      others=${info.candidates.invariants} route=${route} change=${change} />
    <${Names} title="Properties" kind="prop" configured=${info.properties}
      others=${info.candidates.properties} route=${route} change=${change} />
    <h3>Also</h3>
    <${Tick} label="deadlock" checked=${deadlock}
      onChange=${(/** @type {boolean} */ on) =>
        change({ deadlock: on === info.deadlock ? null : on ? "1" : "0" })} />
    <${Tick} label="continue after a violation" checked=${first(route, "continue") === "1"}
      onChange=${(/** @type {boolean} */ on) => change({ continue: on ? "1" : null })} />
    <${Tick} label="count coverage" checked=${first(route, "coverage") !== "0"}
      title="The search takes 1.1 to 2.5 times as long"
      onChange=${(/** @type {boolean} */ on) => change({ coverage: on ? null : "0" })} />
  `;
}

/**
 * @param {{title: string, kind: "inv" | "prop", configured: string[], others: string[],
 *   route: Route, change: (c: any) => void}} props
 */
function Names({ title, kind, configured, others, route, change }) {
  const now = chosen(route, kind, configured);
  const names = [...new Set([...configured, ...others, ...now])];
  /** @param {string[]} next */
  const choose = (next) => change({ [kind]: queryOf(next, configured) });
  /** @param {string} name @param {boolean} on */
  const set = (name, on) => choose(names.filter((each) => each === name ? on : now.includes(each)));
  /** @param {any} event */
  const add = (event) => {
    event.preventDefault();
    const field = event.target.elements.formula;
    const text = field.value.trim();
    if (text && !now.includes(text)) choose([...now, text]);
    field.value = "";
  };
  return html`
    <h3>${title}</h3>
    ${names.map((name) =>
      html`
        <${Tick} key=${name} label=${name} mono checked=${now.includes(name)}
          onChange=${(/** @type {boolean} */ on) => set(name, on)} />
      `
    )}
    <form onSubmit=${add}>
      <input type="text" name="formula" class="mono add" placeholder="add a formula"
        aria-label=${`Add a formula to ${title}`} />
    </form>
  `;
}

/**
 * @param {{label: string, checked: boolean, mono?: boolean, title?: string,
 *   onChange: (on: boolean) => void}} props
 */
function Tick({ label, checked, mono, title, onChange }) {
  return html`
    <label class="check" title=${title}>
      <input type="checkbox" checked=${checked}
        onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
      <span class=${mono ? "mono" : ""}>${label}</span>
    </label>
  `;
}
