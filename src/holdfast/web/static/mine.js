/** Mined relations: a table with filters, a drawing, remarks; each can be checked as invariant. */

import { html, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { Choice } from "holdfast/diagram_fields.js";
import { Drawing, ViewSwitch } from "holdfast/graph_table.js";
import { first, hrefOf, withQuery } from "holdfast/route.js";
import { startRun } from "holdfast/start.js";
import { useRun } from "holdfast/studio.js";
import { NothingFound } from "holdfast/verdict.js";
import { counted, ErrorBox } from "holdfast/words.js";

/** @import { Api, Run, ScreenProps } from "holdfast/types.d.ts" */
/** @import { Picture } from "holdfast/graph_shapes.js" */

/**
 * @typedef {{left: string, rel: string, right: string, formula: string | null, tla: string,
 *   status: string, form: string, names: string | null, at: string | null, vacuous_in: number,
 *   terms: string[], variables: string[], types: string[]}} Relation
 */
/** @typedef {{form: string, status: string, type: string, name: string}} Filter */

/** @type {Record<string, [string, string, string]>} */
const STATUS = {
  proved: ["ok", "proved", "good"],
  inductive: ["ok", "inductive", "good"],
  seen: ["~", "seen", "open"],
};

/** @param {ScreenProps} props */
export function MineScreen({ api, route, navigate }) {
  const id = route.parts[1];
  const { run, error } = useRun(api, id);
  /** @type {Relation[]} */
  const relations = run?.envelope?.mine?.relations ?? [];
  const filter = {
    form: first(route, "form") ?? "",
    status: first(route, "status") ?? "",
    type: first(route, "type") ?? "",
    name: first(route, "name") ?? "",
  };
  const kept = useMemo(
    () => relations.flatMap((each, i) => (isKept(each, filter) ? [i] : [])),
    [run, filter.form, filter.status, filter.type, filter.name],
  );
  const asDrawing = first(route, "view") === "drawing";
  /** @param {Record<string, string | null>} changes */
  const go = (changes) => navigate(withQuery(route, changes), { replace: true });
  if (error) {
    return html`
      <div class="page">
        <${ErrorBox} error=${error} linked />
      </div>
    `;
  }
  if (!run) return html`<p class="loading" aria-live="polite">Loading</p>`;
  if (!run.envelope) return html`<p class="loading" role="status">Run ${id} is ${run.status}</p>`;
  const found = run.envelope.mine?.relations ? run.envelope.mine : null;
  return html`
    <div class="drawing-screen mine-screen">
      <header class="screen-bar">
        <h1>Run ${id}: relations</h1>

        ${found && html`<span class="muted" role="status">${kept.length} of
          ${" "}${counted(relations.length, "relation")}; ${counted(found.states, "state")}${
          found.complete ? "" : ", not all"
        }</span>`}
        <span class="grow"></span>
        ${found && html`
          <${ViewSwitch} asTable=${!asDrawing}
            onChange=${(/** @type {boolean} */ table) => go({ view: table ? null : "drawing" })} />
        `}
      </header>
      ${found
        ? html`<div class="mine-body">
            <${Filters} relations=${relations} filter=${filter} go=${go} />
            ${
          asDrawing
            ? html`<${RelationDrawing} api=${api} id=${id} kept=${kept} total=${relations.length} />`
            : html`
              <${RelationTable} api=${api} run=${run} relations=${relations} kept=${kept}
                navigate=${navigate} />
            `
        }
            <${Lint} remarks=${found.lint} />
          </div>`
        : html`<${NothingFound} envelope=${run.envelope} navigate=${navigate} />`}
    </div>
  `;
}

/** @param {Relation} relation @param {Filter} filter */
export function isKept(relation, filter) {
  const text = `${relation.left} ${relation.rel} ${relation.right} ${relation.tla}`;
  return (!filter.form || relation.form === filter.form) &&
    (!filter.status || relation.status === filter.status) &&
    (!filter.type || relation.types.includes(filter.type)) &&
    (!filter.name || text.toLowerCase().includes(filter.name.toLowerCase()));
}

/**
 * @param {{relations: Relation[], filter: Filter,
 *   go: (changes: Record<string, string | null>) => void}} props
 */
function Filters({ relations, filter, go }) {
  /** @param {"form" | "status" | "type"} name @param {string[]} values */
  const choice = (name, values) =>
    html`
      <${Choice} label=${name} value=${filter[name]}
        choices=${[["", "any"], ...[...new Set(values)].sort().map((each) => [each, each])]}
        onChange=${(/** @type {string} */ value) => go({ [name]: value || null })} />
    `;
  return html`
    <div class="fields filters" role="search">
      ${choice("form", relations.map((each) => each.form))}
      ${choice("type", relations.flatMap((each) => each.types))}
      ${choice("status", relations.map((each) => each.status))}
      <label class="field-label" for="mine-name">name</label>
      <input id="mine-name" type="search" value=${filter.name} placeholder="a variable or a term"
        onInput=${(/** @type {any} */ event) => go({ name: event.target.value || null })} />
    </div>
  `;
}

/**
 * @param {{api: Api, run: Run, relations: Relation[], kept: number[],
 *   navigate: import("holdfast/types.d.ts").Navigate}} props
 */
function RelationTable({ api, run, relations, kept, navigate }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const { spec, config, constants } = run.request;
  /** @param {string} formula */
  const check = (formula) =>
    startRun(api, "check", { spec, config, constants }, { invariants: [formula] }).then(
      (id) => navigate(hrefOf(["run", id])),
      setProblem,
    );
  return html`
    ${problem && html`<${ErrorBox} error=${problem} />`}
    <div class="mine-table" tabindex="0" role="region" aria-label="Relations">
      <table class="wide">
        <thead>
          <tr>
            <th scope="col">relation</th>
            <th scope="col">form</th>
            <th scope="col">status</th>
            <th scope="col">vacuous in</th>
            <th scope="col"><span class="sr-only">check</span></th>
          </tr>
        </thead>
        <tbody>
          ${kept.map((i) => {
            const each = relations[i];
            const { formula } = each;
            return html`
              <tr key=${i}>
                <th scope="row" class="mono">${formula ?? each.tla}</th>
                <td>${each.form}</td>
                <td>
                  <${Status} status=${each.status} />
                </td>
                <td class="number">${each.vacuous_in || ""}</td>
                <td>${formula !== null &&
                  html`
                    <button type="button" aria-label=${`Check ${formula} as invariant`}
                      onClick=${() => check(formula)}>Check as invariant</button>
                  `}</td>
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
  `;
}

/** @param {{status: string}} props */
function Status({ status }) {
  const [mark, word, tone] = STATUS[status] ?? ["-", status, "none"];
  return html`<span class=${`tone-${tone}`}><b class="mark">${mark}</b> ${word}</span>`;
}

/** @param {{api: Api, id: string, kept: number[], total: number}} props */
function RelationDrawing({ api, id, kept, total }) {
  const [found, setFound] = useState(/** @type {{picture: Picture | null} | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [selected, setSelected] = useState(
    /** @type {import("holdfast/graph_view.js").Selection} */ (null),
  );
  const keep = kept.length === total ? undefined : kept.join(",");
  useEffect(() => {
    let current = true;
    setSelected(null);
    api.get(`/api/runs/${id}/relations`, { keep }).then(
      (answer) => current && setFound(answer),
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [api, id, keep]);
  if (error) {
    return html`
      <div class="page">
        <${ErrorBox} error=${error} linked />
      </div>
    `;
  }
  if (!found) return html`<p class="muted" aria-live="polite">Loading</p>`;
  if (!found.picture) return html`<p class="muted">There is nothing to draw, or too much.</p>`;
  return html`
    <div class="mine-drawing">
      <${Drawing} asTable=${false} picture=${found.picture}
        label="Relations: a box for each term, greater terms above" selected=${selected}
        onSelect=${setSelected} />
    </div>
  `;
}

/** @param {{remarks: {remark: string, term: string, text: string}[]}} props */
function Lint({ remarks }) {
  if (!remarks.length) return null;
  return html`
    <section class="lint">
      <h2>Remarks</h2>
      <ul class="plain-list">
        ${remarks.map((each) =>
          html`<li key=${each.text}><b class="mark tone-open">!</b> <code>${each.term}</code> ${each.text}</li>`
        )}
      </ul>
    </section>
  `;
}
