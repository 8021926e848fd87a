/** The bar of the diagram editor: the diagrams of the file, views, and what can be asked. */

import { html } from "holdfast/vendor/preact.js";
import { Choice } from "holdfast/diagram_fields.js";
import { useCommands } from "holdfast/keys.js";

/** @import { Diagram, Document } from "holdfast/diagram_document.js" */

/**
 * @param {{path: string, file: Document, diagram: Diagram | null, view: string, actions: any,
 *   go: (changes: Record<string, string | null>) => void}} props
 */
export function DiagramBar({ path, file, diagram, view, actions, go }) {
  const { contents } = file;
  const names = (contents?.diagrams ?? []).map((each) => each.name);
  const abstract = contents?.refinements.find((each) => each.concrete === diagram?.name)?.abstract;
  return html`
    <header class="screen-bar">
      <h1 title=${path}>${path.split("/").at(-1)}</h1>
      ${diagram && html`
        <${Choice} label="Diagram" hidden value=${diagram.name}
          choices=${names.map((each) => [each, each])}
          onChange=${(/** @type {string} */ name) =>
            go({ diagram: name, node: null, edge: null })} />
        ${abstract && html`<span class="muted">refines ${abstract}</span>`}
        <${Views} view=${view} go=${go} />
      `}
      ${file.losesComments && html`
        <span class="stale">The comments of changed lines are gone.</span>
      `}
      <span class="grow"></span>
      <button type="button" title="Undo (Ctrl+Z)" disabled=${!file.canUndo} onClick=${file
        .undo}>Undo</button>
      <button type="button" title="Redo (Ctrl+Shift+Z)" disabled=${!file.canRedo} onClick=${file
        .redo}>Redo</button>
      <button type="button" title="Save (Ctrl+S)" disabled=${file.isSaved} onClick=${file.save}>
        ${file.isSaved ? "Saved" : "Save"}
      </button>
      ${diagram && html`<${Questions} diagram=${diagram} actions=${actions} />`}
    </header>
  `;
}

/** @param {{view: string, go: (changes: Record<string, string | null>) => void}} props */
function Views({ view, go }) {
  /** @type {[string, string][]} */
  const views = [["drawing", "Drawing"], ["table", "Table"], ["text", "Text"]];
  return html`<div class="view-switch" role="group" aria-label="View">
    ${
    views.map(([own, text]) =>
      html`
        <button type="button" key=${own} aria-pressed=${own === view}
          onClick=${() => go({ view: own === "drawing" ? null : own })}>${text}</button>
      `
    )
  }
  </div>`;
}

/** @param {{diagram: Diagram, actions: any}} props */
function Questions({ diagram, actions }) {
  const noSpec = diagram.spec === null;
  return html`
    <button type="button" title="Save the drawing as an SVG file"
      onClick=${actions.saveDrawing}>SVG</button>
    <button type="button" title="New node (n)" onClick=${actions.newNode}>New node</button>
    <button type="button" title="Compute a diagram from a spec" onClick=${actions
      .compute}>Compute</button>
    <button type="button" title="A copy that refines this diagram, to be split"
      onClick=${actions.refine}>Refine</button>
    <button type="button" title="Decide the claims and refinements on the diagrams alone"
      onClick=${() => actions.check({ alone: true })}>Check claims</button>
    <button type="button" class="primary" disabled=${noSpec}
      title="Compare with the reachable states of the spec's model (Ctrl+Enter)"
      onClick=${() => actions.check({})}>Conforms?</button>
    <button type="button" disabled=${noSpec}
      title="Prove it by solvers, for all sizes; lemmas are looked for (Ctrl+Shift+Enter)"
      onClick=${actions.checkAllSizes}>For all sizes?</button>
  `;
}

/** @param {any} actions @param {Document} file */
export function useDiagramCommands(actions, file) {
  const group = "Diagram";
  useCommands([
    { id: "diagram-undo", group, title: "Undo", keys: ["Ctrl+Z"], run: file.undo },
    { id: "diagram-redo", group, title: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], run: file.redo },
    { id: "diagram-save", group, title: "Save the diagrams", keys: ["Ctrl+S"], run: file.save },
    { id: "diagram-node", group, title: "New node", keys: ["n"], run: actions.newNode },
    {
      id: "diagram-edge",
      group,
      title: "New edge from the selected node",
      keys: ["c"],
      run: actions.connect,
    },
    {
      id: "diagram-rename",
      group,
      title: "Rename the selected node",
      keys: ["r", "F2"],
      run: actions.rename,
    },
    {
      id: "diagram-delete",
      group,
      title: "Delete the selected node or edges",
      keys: ["Delete"],
      run: actions.remove,
    },
    {
      id: "diagram-stop",
      group,
      title: "Do not draw this edge",
      keys: ["Escape"],
      run: actions.stopConnecting,
    },
    {
      id: "diagram-claims",
      group,
      title: "Check claims",
      keys: ["k"],
      run: () => actions.check({ alone: true }),
    },
    {
      id: "diagram-conforms",
      group,
      title: "Conforms to its spec?",
      keys: ["Ctrl+Enter"],
      run: () => actions.check({}),
    },
    {
      id: "diagram-sizes",
      group,
      title: "Conforms for all sizes?",
      keys: ["Ctrl+Shift+Enter"],
      run: actions.checkAllSizes,
    },
    {
      id: "diagram-compute",
      group,
      title: "Compute a diagram from a spec",
      keys: [],
      run: actions.compute,
    },
    { id: "diagram-refine", group, title: "Refine this diagram", keys: [], run: actions.refine },
    {
      id: "diagram-svg",
      group,
      title: "Save the drawing as SVG",
      keys: [],
      run: actions.saveDrawing,
    },
    { id: "diagram-tidy", group, title: "Forget dragged places", keys: [], run: actions.tidy },
  ]);
}
