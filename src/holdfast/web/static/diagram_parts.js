/** The parts of a diagram that are not drawn: predicates, actions, orderings, claims, its spec. */

import { html } from "holdfast/vendor/preact.js";
import { Choice, LineField } from "holdfast/diagram_fields.js";
import { lineOf } from "holdfast/diagram_node.js";

/** @import { Contents, Diagram } from "holdfast/diagram_document.js" */
/** @import { Apply } from "holdfast/diagram_node.js" */

/** @type {["predicate" | "action" | "ordering" | "claim", string, string][]} */
const KINDS = [
  ["predicate", "Predicates", "Empty == q = <<>>"],
  ["action", "Actions", "Send WF"],
  ["ordering", "Orderings", "left == Len(q)"],
  ["claim", "Claims", "Done == []<>Empty"],
];

/**
 * @param {{diagram: Diagram, contents: Contents, apply: Apply, lemmas: string,
 *   onLemmas: (text: string) => void}} props
 */
export function PartsPanel({ diagram, contents, apply, lemmas, onLemmas }) {
  return html`
    <div class="panel">
      <${SpecField} diagram=${diagram} apply=${apply} />
      ${KINDS.map(([kind, title, example]) =>
        html`
          <${PartList} key=${kind} kind=${kind} title=${title} example=${example}
            diagram=${diagram} contents=${contents} apply=${apply} />
        `
      )}
      <${Parameters} diagram=${diagram} apply=${apply} />
      ${diagram.spec && html`
        <section class="part-list">
          <h2>Lemmas for all sizes</h2>
          <div class="fields">
            <${LineField} label="Lemmas for all sizes" hidden value=${lemmas} onCommit=${onLemmas}
              placeholder="TypeOK, Other" />
            ${lemmas && html`<${Remove} what="the lemmas" onClick=${() => onLemmas("")} />`}
          </div>
        </section>
      `}
      <div class="buttons">
        <button type="button" onClick=${() => apply({ do: "delete-unreachable" })}>
          Delete unreachable nodes
        </button>
      </div>
    </div>
  `;
}

/** @param {{diagram: Diagram, apply: Apply}} props */
function SpecField({ diagram, apply }) {
  /** @param {string} path */
  const name = (path) => apply({ do: "spec", spec: path });
  return html`
    <section class="part-list">
      <h2>Spec</h2>
      <div class="fields">
        <${LineField} label="Spec" hidden value=${diagram.spec ?? ""} onCommit=${name}
          placeholder="Module.tla, relative to this file" />
        ${diagram.spec &&
          html`<${Remove} what="the spec" onClick=${() => apply({ do: "spec", spec: null })} />`}
      </div>
    </section>
  `;
}

/**
 * @param {{kind: "predicate" | "action" | "ordering" | "claim", title: string, example: string,
 *   diagram: Diagram, contents: Contents, apply: Apply}} props
 */
function PartList({ kind, title, example, diagram, contents, apply }) {
  const parts = {
    predicate: diagram.predicates,
    action: diagram.actions,
    ordering: diagram.orderings,
    claim: diagram.claims,
  }[kind];
  return html`
    <section class="part-list">
      <h2>${title}</h2>
      ${parts.map((part) =>
        html`
          <div class="fields" key=${part.name}>
            <${LineField} label=${`${title}: ${part.name}`} hidden
              value=${shortened(kind, lineOf(contents, diagram, kind, part.name))}
              onCommit=${(/** @type {string} */ text) =>
                apply({ do: "put", text: worded(kind, text), instead: part.name })} />
            ${kind === "action" &&
              html`<${FairnessChoice} action=${part} apply=${apply} />`}
            <${Remove} what=${part.name}
              onClick=${() => apply({ do: "delete", part: kind, name: part.name })} />
          </div>
        `
      )}
      <div class="fields">
        <${LineField} label=${`New ${kind}`} hidden value="" clear placeholder=${example}
          onCommit=${(/** @type {string} */ text) =>
            apply({ do: "put", text: worded(kind, text) })} />
      </div>
    </section>
  `;
}

/** The line of a part without its keyword, which its place shows. @param {string} kind @param {string} line */
function shortened(kind, line) {
  return line.replace(`abstract ${kind} `, "abstract ").replace(new RegExp(`^${kind} `), "");
}

/** A line with its keyword, whether it was written or not. @param {string} kind @param {string} text */
function worded(kind, text) {
  if (text.startsWith(`${kind} `) || text.startsWith(`abstract ${kind} `)) return text;
  return kind === "action" && text.startsWith("abstract ")
    ? `abstract action ${text.slice("abstract ".length)}`
    : `${kind} ${text}`;
}

/** @param {{action: any, apply: Apply}} props */
function FairnessChoice({ action, apply }) {
  return html`
    <${Choice} label=${`Fairness of ${action.name}`} hidden value=${action.fairness ?? ""}
      choices=${[["", "–"], ["WF", "WF"], ["SF", "SF"]]}
      onChange=${(/** @type {string} */ value) =>
        apply({ do: "fairness", action: action.name, fairness: value || null })} />
  `;
}

/** @param {{what: string, onClick: () => unknown}} props */
function Remove({ what, onClick }) {
  return html`
    <button type="button" class="quiet" title=${`Delete ${what}`}
      aria-label=${`Delete ${what}`} onClick=${onClick}>×</button>
  `;
}

/** @param {{diagram: Diagram, apply: Apply}} props */
function Parameters({ diagram, apply }) {
  return html`
    <section class="part-list">
      <h2>Parameters</h2>
      ${diagram.parameters.map(({ name, set }) =>
        html`
          <div class="fields" key=${name}>
            <code>${name} \\in ${set}</code>
            <${Remove} what=${name}
              onClick=${() => apply({ do: "delete", part: "parameter", name })} />
          </div>
        `
      )}
      <div class="fields">
        <${LineField} label="New parameter" hidden value="" clear placeholder="p \\in Process"
          onCommit=${(/** @type {string} */ text) =>
            apply({
              do: "put",
              text: text.startsWith("parameter ") ? text : `parameter ${text}`,
            })} />
      </div>
    </section>
  `;
}
