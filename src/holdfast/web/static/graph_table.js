// Every drawing as a table: the nodes with their lines, and the edges with their labels.

import { html } from "holdfast/vendor/preact.js";
import { plain } from "holdfast/graph_shapes.js";
import { GraphView } from "holdfast/graph_view.js";

/** @typedef {import("holdfast/graph_shapes.js").Picture} Picture */
/** @typedef {import("holdfast/graph_view.js").Selection} Selection */

/**
 * A drawing, or the same as a table.
 * @param {import("holdfast/graph_view.js").GraphViewProps & {asTable: boolean}} props
 */
export function Drawing({ asTable, ...props }) {
  return asTable ? html`<${GraphTable} ...${props} />` : html`<${GraphView} ...${props} />`;
}

/** The switch between both. @param {{asTable: boolean, onChange: (asTable: boolean) => void,
 *   tableText?: string}} props */
export function ViewSwitch({ asTable, onChange, tableText = "As a table" }) {
  const button = (/** @type {boolean} */ own, /** @type {string} */ text) =>
    html`<button type="button" aria-pressed=${asTable === own} onClick=${() => onChange(own)}>
      ${text}
    </button>`;
  return html`<div class="view-switch" role="group" aria-label="View">
    ${button(false, "Drawing")}${button(true, tableText)}
  </div>`;
}

/** @param {import("holdfast/graph_view.js").GraphViewProps} props */
export function GraphTable({ picture, label, selected = null, onSelect, nodeMarks, edgeMarks }) {
  const name = (/** @type {string} */ id) => {
    const node = picture.nodes.find((each) => each.id === id);
    return node ? plain(node.sections[0]?.[0] ?? []) || id : id;
  };
  const isNode = (/** @type {string} */ id) =>
    selected !== null && "node" in selected && selected.node === id;
  const isEdge = (/** @type {number} */ i) =>
    selected !== null && "edge" in selected && selected.edge === i;
  return html`
    <div class="graph-table" tabindex="0" role="region" aria-label=${`${label}, as tables`}>
      <table>
        <caption>
          ${picture.nodes.length} nodes
        </caption>
        <thead>
          <tr>
            <th scope="col">node</th>
            <th scope="col">contents</th>
            <th scope="col">marks</th>
          </tr>
        </thead>
        <tbody>
          ${picture.nodes.map((node) => {
            const [head, ...rest] = node.sections.flat();
            return html`
              <tr key=${node.id} class=${isNode(node.id) ? "selected" : ""}>
                <th scope="row">
                  <button type="button" class="plain" onClick=${() =>
                    onSelect?.({ node: node.id })}>
                                ${plain(head ?? [])}
                              </button>
                </th>
                <td>${rest.map((line) => html`<div>${plain(line)}</div>`)}</td>
                <td>${[...node.styles, nodeMarks?.[node.id]?.text].filter(Boolean).join(", ")}</td>
              </tr>
            `;
          })}
        </tbody>
      </table>
      <table>
        <caption>
          ${picture.edges.length} edges
        </caption>
        <thead>
          <tr>
            <th scope="col">from</th>
            <th scope="col">label</th>
            <th scope="col">to</th>
            <th scope="col">marks</th>
          </tr>
        </thead>
        <tbody>
          ${picture.edges.map((edge, i) =>
            html`
              <tr key=${i} class=${isEdge(i) ? "selected" : ""}>
                <td>
                  <button type="button" class="plain" onClick=${() => onSelect?.({ edge: i })}>
                                ${name(edge.from)}
                              </button>
                </td>
                <td>${edge.label.map((line) => html`<div>${plain(line)}</div>`)}</td>
                <td>${name(edge.to)}</td>
                <td>${[...edge.styles, edgeMarks?.[i]?.text].filter(Boolean).join(", ")}</td>
              </tr>
            `
          )}
        </tbody>
      </table>
    </div>
  `;
}
