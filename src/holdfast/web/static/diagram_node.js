/** The node or edge that is selected, with all that can be changed about it. */

import { html, useEffect, useRef, useState } from "holdfast/vendor/preact.js";
import { Choice, LineField } from "holdfast/diagram_fields.js";

/** @import { Change, Contents, Diagram, Edge } from "holdfast/diagram_document.js" */

/** @typedef {(change: Change) => Promise<boolean>} Apply */

/**
 * @param {{diagram: Diagram, contents: Contents, name: string, apply: Apply,
 *   onRenamed: (name: string) => void, onConnect: () => void, isNaming: boolean,
 *   onNaming: () => void}} props
 */
export function NodePanel(
  { diagram, contents, name, apply, onRenamed, onConnect, isNaming, onNaming },
) {
  const node = diagram.nodes.find((each) => each.name === name);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (!isNaming || !input.current) return;
    input.current.focus();
    input.current.select();
    onNaming();
  }, [isNaming]);
  if (!node) return null;
  const line = lineOf(contents, diagram, "node", name);
  /** @param {string} to */
  const rename = async (to) => {
    if (await apply({ do: "rename", part: "node", name, to })) onRenamed(to);
  };
  return html`
    <section aria-label=${`Node ${name}`}>
      <h2>Node ${name}</h2>
      <div class="form">
        <${LineField} label="Name" value=${name} onCommit=${rename} inputRef=${input} />
        <label class="check"><input type="checkbox" checked=${node.initial}
          onChange=${() =>
            apply({ do: "initial", node: name, initial: !node.initial })} />initial</label>
        <${LineField} label="As text" value=${line}
          onCommit=${(/** @type {string} */ text) => apply({ do: "put", text, instead: name })} />
      </div>
      <${Literals} diagram=${diagram} node=${node} apply=${apply} />
      <${Image} diagram=${diagram} contents=${contents} name=${name} apply=${apply} />
      <div class="buttons">
        <button type="button" onClick=${onConnect}>New edge <kbd>c</kbd></button>
        <button type="button"
          onClick=${() =>
            apply({ do: "delete", part: "node", name })}>Delete <kbd>Del</kbd></button>
      </div>
      <${SplitForm} diagram=${diagram} node=${node} apply=${apply} />
      <${MergeForm} diagram=${diagram} name=${name} apply=${apply} onMerged=${onRenamed} />
    </section>
  `;
}

/** @param {{diagram: Diagram, node: Diagram["nodes"][number], apply: Apply}} props */
function Literals({ diagram, node, apply }) {
  if (!diagram.predicates.length) {
    return html`<p class="muted">There is no predicate yet: write a formula above, as in
      <code>node ${node.name}: x = 0</code>.</p>`;
  }
  /** @param {string} predicate */
  const valueOf = (predicate) => {
    const own = node.literals.find((each) => each.predicate === predicate);
    return own ? String(own.positive) : "";
  };
  return html`
    <table class="literals">
      <caption class="sr-only">Predicates in this node</caption>
      <tbody>
        ${diagram.predicates.map(({ name }) =>
          html`
            <tr key=${name}>
              <th scope="row">${name}</th>
              <td>
                <${Choice} label=${`${name} in ${node.name}`} hidden value=${valueOf(name)}
                  choices=${[["true", "true"], ["false", "false"], ["", "unknown"]]}
                  onChange=${(/** @type {string} */ value) =>
                    apply({
                      do: "literal",
                      node: node.name,
                      predicate: name,
                      value: value === "" ? null : value === "true",
                    })} />
              </td>
            </tr>
          `
        )}
      </tbody>
    </table>
  `;
}

/** Which node it refines. @param {{diagram: Diagram, contents: Contents, name: string, apply: Apply}} props */
function Image({ diagram, contents, name, apply }) {
  const refinement = contents.refinements.find((each) => each.concrete === diagram.name);
  const abstract = contents.diagrams.find((each) => each.name === refinement?.abstract);
  if (!refinement || !abstract) return null;
  return html`
    <div class="fields">
      <${Choice}
        label=${`Refines, in ${abstract.name}`}
        value=${refinement.mapping[name] ?? ""}
        choices=${abstract.nodes.map((each) => [each.name, each.name])}
        onChange=${(/** @type {string} */ image) => apply({ do: "map", node: name, image })}
      />
    </div>
  `;
}

/** @param {{diagram: Diagram, node: Diagram["nodes"][number], apply: Apply}} props */
function SplitForm({ diagram, node, apply }) {
  const known = new Set(node.literals.map((each) => each.predicate));
  const free = diagram.predicates.map((each) => each.name).filter((name) => !known.has(name));
  const [chosen, setChosen] = useState("");
  const predicate = free.includes(chosen) ? chosen : free[0];
  const [yes, setYes] = useState("");
  const [no, setNo] = useState("");
  if (!free.length) return null;
  const parts = [yes.trim() || `${node.name}Yes`, no.trim() || `${node.name}No`];
  return html`
    <form class="form" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      apply({ do: "split", node: node.name, predicate, parts });
    }}>
      <h3>Split</h3>
      <${Choice} label="by" value=${predicate} choices=${free.map((each) => [each, each])}
        onChange=${setChosen} />
      <label class="field-label" for="split-yes">where it is true</label>
      <input id="split-yes" class="mono" type="text" placeholder=${parts[0]} value=${yes}
        onInput=${(/** @type {any} */ event) => setYes(event.target.value)} />
      <label class="field-label" for="split-no">where it is false</label>
      <input id="split-no" class="mono" type="text" placeholder=${parts[1]} value=${no}
        onInput=${(/** @type {any} */ event) => setNo(event.target.value)} />
      <button type="submit">Split node</button>
    </form>
  `;
}

/**
 * @param {{diagram: Diagram, name: string, apply: Apply, onMerged: (name: string) => void}} props
 */
function MergeForm({ diagram, name, apply, onMerged }) {
  const others = diagram.nodes.map((each) => each.name).filter((each) => each !== name);
  const [chosen, setChosen] = useState("");
  const other = others.includes(chosen) ? chosen : others[0];
  if (!others.length) return null;
  /** @param {Event} event */
  const merge = async (event) => {
    event.preventDefault();
    if (await apply({ do: "merge", nodes: [name, other], name })) onMerged(name);
  };
  return html`
    <form class="form" onSubmit=${merge}>
      <h3>Merge</h3>
      <${Choice} label="with" value=${other} choices=${others.map((each) => [each, each])}
        onChange=${setChosen} />
      <button type="submit">Merge nodes</button>
    </form>
  `;
}

// ---- edges ----

/**
 * All edges between two nodes: they are alternatives.
 * @param {{diagram: Diagram, contents: Contents, from: string, to: string, apply: Apply}} props
 */
export function EdgePanel({ diagram, contents, from, to, apply }) {
  const own = diagram.edges.flatMap((edge, index) =>
    edge.source === from && edge.target === to ? [{ edge, index }] : []
  );
  if (!own.length) return null;
  const line = (contents.edge_lines[diagram.name] ?? []).find((each) =>
    each.source === from && each.target === to
  )?.text;
  return html`
    <section aria-label=${`Edges from ${from} to ${to}`}>
      <h2>${from} → ${to}</h2>
      ${line && html`
        <div class="form">
          <${LineField} label="As text" value=${line}
            onCommit=${(/** @type {string} */ text) => apply({ do: "put", text })} />
        </div>
      `}
      ${own.map(({ edge, index }) =>
        html`
          <${EdgeForm} key=${index} diagram=${diagram} edge=${edge} index=${index}
            apply=${apply} />
        `
      )}
      <div class="buttons">
        <button type="button" onClick=${() =>
          apply({ do: "add-edge", source: from, target: to, actions: unusedAction(diagram, own) })}>
          Alternative
        </button>
      </div>
    </section>
  `;
}

/** @param {Diagram} diagram @param {{edge: Edge}[]} own */
function unusedAction(diagram, own) {
  const used = new Set(own.flatMap(({ edge }) => edge.actions));
  const next = diagram.actions.find((each) => !used.has(each.name));
  return next ? [next.name] : [];
}

/** @param {{diagram: Diagram, edge: Edge, index: number, apply: Apply}} props */
function EdgeForm({ diagram, edge, index, apply }) {
  /** @param {string} name */
  const toggle = (name) => {
    const actions = edge.actions.includes(name)
      ? edge.actions.filter((each) => each !== name)
      : [...edge.actions, name];
    return apply({ do: "edge-actions", edge: index, actions });
  };
  /** @param {string} ordering */
  const strictOf = (ordering) => {
    const own = edge.annotations.find((each) => each.ordering === ordering);
    return own ? (own.strict ? "<" : "<=") : "";
  };
  return html`
    <fieldset class="edge-form">
      <legend>${edge.actions.join(" & ") || "without an action"}</legend>
      <div class="fields">
        ${diagram.actions.map(({ name, fairness }) =>
          html`
            <button type="button" key=${name} class="chip-button"
              aria-pressed=${edge.actions.includes(name)} onClick=${() => toggle(name)}
            >${name}${fairness ? ` ${fairness}` : ""}</button>
          `
        )}
      </div>
      ${diagram.orderings.map(({ name }) =>
        html`
          <div class="fields" key=${name}>
            <${Choice} label=${name} value=${strictOf(name)}
              choices=${[["", "may increase"], ["<=", "does not increase"], ["<", "decreases"]]}
              onChange=${(/** @type {string} */ value) =>
                apply({
                  do: "annotate",
                  edge: index,
                  ordering: name,
                  strict: value === "" ? null : value === "<",
                })} />
          </div>
        `
      )}
      <button type="button" class="quiet"
        onClick=${() => apply({ do: "delete-edge", edge: index })}>Delete this edge</button>
    </fieldset>
  `;
}

/**
 * The text of a part.
 * @param {Contents} contents
 * @param {Diagram} diagram
 * @param {"node" | "predicate" | "action" | "ordering" | "claim"} part
 * @param {string} name
 */
export function lineOf(contents, diagram, part, name) {
  /** @type {Record<string, {name: string}[]>} */
  const parts = {
    node: diagram.nodes,
    predicate: diagram.predicates,
    action: diagram.actions,
    ordering: diagram.orderings,
    claim: diagram.claims,
  };
  const lines = contents.lines[diagram.name] ?? [];
  const own = lines.filter((line) => line.replace(/^abstract /, "").startsWith(`${part} `));
  return own[parts[part].findIndex((each) => each.name === name)] ?? "";
}
