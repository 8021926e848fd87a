/** The editor of predicate diagrams: draw, change, check, compute, refine. */

import { html, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { ComputeDialog, useSpecOf } from "holdfast/diagram_compute.js";
import { useDocument, usePlaces } from "holdfast/diagram_document.js";
import { EdgePanel, NodePanel } from "holdfast/diagram_node.js";
import { PartsPanel } from "holdfast/diagram_parts.js";
import { foundOf, marksOf, ResultsPanel, useResults } from "holdfast/diagram_results.js";
import { DiagramBar, useDiagramCommands } from "holdfast/diagram_bar.js";
import { diagramChange } from "holdfast/graph_classes.js";
import { Drawing } from "holdfast/graph_table.js";
import { all, first, withQuery } from "holdfast/route.js";
import { saveFile } from "holdfast/share.js";
import { Split } from "holdfast/split.js";
import { useStudio } from "holdfast/studio.js";
import { ErrorBox } from "holdfast/words.js";

/** @import { ScreenProps } from "holdfast/types.d.ts" */
/** @import { Change, Diagram, Document } from "holdfast/diagram_document.js" */
/** @import { Selection } from "holdfast/graph_view.js" */

/** @param {ScreenProps} props */
export function DiagramScreen({ api, route, navigate }) {
  const path = route.parts.slice(1).join("/");
  const file = useDocument(api, path);
  const results = useResults(api, path);
  const [connecting, setConnecting] = useState(/** @type {string | null} */ (null));
  const [dialog, setDialog] = useState(
    /** @type {"compute" | null} */ (first(route, "compute") ? "compute" : null),
  );
  const [naming, setNaming] = useState(/** @type {string | null} */ (null));
  const { notify } = useStudio();
  const [shown, setShown] = useState(/** @type {unknown} */ (null));
  const view = first(route, "view") ?? "drawing";
  const { contents } = file;
  const diagram = contents && (contents.diagrams.find((d) => d.name === first(route, "diagram")) ??
    contents.diagrams[0]);
  const picture = diagram ? contents.pictures[diagram.name] : undefined;
  const [places, keepPlaces] = usePlaces(api, `${path}#${diagram?.name ?? ""}`);
  const isStale = results.about !== null &&
    (results.isOutdated || results.about !== contents?.text);
  const marks = useMemo(
    () => marksOf(diagram ? foundOf(results.run, diagram.name) : null, picture, isStale),
    [results.run, picture, isStale],
  );
  const selected = selectionOf(route, diagram ?? null, picture);

  /** @param {Record<string, string | null>} changes */
  const go = (changes) => navigate(withQuery(route, changes), { replace: true });
  /** @param {Selection} what */
  const select = (what) => {
    if (!picture || what === null) return go({ node: null, edge: null });
    if ("node" in what) return go({ node: what.node, edge: null });
    const { from, to } = picture.edges[what.edge];
    go({ node: null, edge: JSON.stringify([from, to]) });
  };
  /** @param {Change} change */
  const apply = (change) => {
    setShown(null);
    return file.change(diagram?.name ?? "", change);
  };
  const actions = useActions({
    api,
    path,
    file,
    results,
    diagram,
    selected: selectedName(selected),
    ends: selected && "edge" in selected && picture
      ? [picture.edges[selected.edge].from, picture.edges[selected.edge].to]
      : null,
    shown,
    notify,
    lemmas: (first(route, "with") ?? "").split(",").map((each) => each.trim()).filter(Boolean),
    picture,
    select,
    go,
    apply,
    setConnecting,
    setDialog,
    startNaming: setNaming,
    keepPlaces,
  });
  useDiagramCommands(actions, file);
  const failed = useClasses(
    api,
    route,
    path,
    file,
    (name) => go({ classes: null, by: null, diagram: name }),
  );
  /** @param {KeyboardEvent} event @param {string | null} node */
  const onKey = (event, node) => {
    if (event.key !== "c" || node === null || event.ctrlKey || event.metaKey) return false;
    setConnecting(node);
    return true;
  };
  /** @param {unknown} run */
  const show = (run) => {
    setShown(run);
    if (diagram) file.draw(run ? { [diagram.name]: run } : {});
  };
  /** @param {string} from @param {string} to */
  const connect = async (from, to) => {
    setConnecting(null);
    const [action] = diagram?.actions ?? [];
    const change = {
      do: "add-edge",
      source: from,
      target: to,
      actions: action ? [action.name] : [],
    };
    if (await apply(change)) go({ node: null, edge: JSON.stringify([from, to]) });
  };

  if (!contents) {
    return file.problem
      ? html`<${ErrorBox} error=${file.problem} />`
      : html`<p class="loading" aria-live="polite">Loading</p>`;
  }
  const bar = html`
    <${DiagramBar} path=${path} file=${file} diagram=${diagram} view=${view}
      actions=${actions} go=${go} />
  `;
  if (!diagram) {
    return html`<div class="drawing-screen">${bar}<${NewDiagram} path=${path} file=${file}
      onCompute=${() => setDialog("compute")} />
      ${
      dialog === "compute" && html`
        <${ComputeDialog} api=${api} path=${path} file=${file}
          diagram=${null} given=${first(route, "compute")} close=${() => setDialog(null)} onMade=${(
            /** @type {string} */ name,
          ) => go({ diagram: name })} />
      `
    }
    </div>`;
  }
  const main = html`
    ${failed && html`<${ErrorBox} error=${failed} />`}
    ${file.problem && html`<${Problem} file=${file} />`}
    ${connecting &&
      html`<p class="hint" role="status">New edge from <b>${connecting}</b>: choose its
      target with a click, or with arrows or Page Down and Enter.
      <button type="button" onClick=${() =>
        setConnecting(null)}>Cancel <kbd>Esc</kbd></button></p>`}
    ${view === "text" ? html`<${TextView} file=${file} />` : picture
      ? html`
        <${Drawing} key=${diagram.name} asTable=${view === "table"} picture=${picture}
          label=${`Diagram ${diagram.name}`} selected=${selected} onSelect=${select}
          places=${places} onMove=${keepPlaces} nodeMarks=${marks.nodes} edgeMarks=${marks.edges}
          onKey=${onKey} connecting=${connecting} onConnect=${connect} onCreate=${actions.newNode}
          onOpen=${actions.rename} />
      `
      : html`<p class="muted">A diagram with this many nodes or edges is not drawn: see Text.</p>`}
    <div class="results-strip" tabindex="0" role="region" aria-label="Results">
      <${ResultsPanel} run=${results.run} name=${diagram.name} isStale=${isStale} apply=${apply}
        problem=${results.problem} onPick=${actions.pick}
        onShow=${show} />
    </div>
  `;
  const details = html`
    <div class="panel">
      ${selected && "node" in selected && html`
        <${NodePanel} key=${selected.node} diagram=${diagram}
          contents=${contents} name=${selected
            .node} apply=${apply} isNaming=${naming === selected.node}
          onNaming=${() => setNaming(null)}
          onRenamed=${(/** @type {string} */ node) => go({ node })}
          onConnect=${() => setConnecting(selected.node)} />
      `}
      ${selected && "edge" in selected && picture && html`
        <${EdgePanel} diagram=${diagram}
          contents=${contents} from=${picture.edges[selected.edge].from}
          to=${picture.edges[selected.edge].to} apply=${apply} />
      `}
      ${!selected && html`<p class="muted">Select a node or an edge to change it. Keys: <kbd>n</kbd>
        new node, <kbd>c</kbd> new edge, <kbd>r</kbd> rename, <kbd>Del</kbd> delete, <kbd>e</kbd>
        next edge of a node, arrows follow edges.</p>`}
    </div>
  `;
  return html`
    <div class="drawing-screen diagram-screen">
      ${bar}
      <${Split} name="diagram" panes=${[
        {
          id: "parts",
          title: "Parts",
          size: 264,
          content: html`
            <${PartsPanel} diagram=${diagram} contents=${contents} apply=${apply}
              lemmas=${first(route, "with") ?? ""}
              onLemmas=${(/** @type {string} */ text) => go({ with: text || null })} />
          `,
        },
        { id: "drawing", title: "Diagram", content: main },
        { id: "details", title: "Selection and results", size: 304, content: details },
      ]} />
      ${dialog === "compute" && html`
        <${ComputeDialog} api=${api} path=${path} file=${file}
          diagram=${diagram} given=${first(route, "compute")} close=${() =>
            setDialog(null)} onMade=${(/** @type {string} */ name) =>
            go({ diagram: name, node: null, edge: null })} />
      `}
    </div>
  `;
}

/**
 * What the buttons and keys of the editor do.
 * @param {any} on
 */
function useActions(on) {
  const { file, diagram, results, go, apply } = on;
  /** @param {Record<string, unknown>} options */
  const check = async (options) => {
    const text = await file.save();
    if (text !== null) await results.check(text, options);
  };
  /** @param {string} base @param {string[]} taken */
  const fresh = (base, taken) => {
    let name = base;
    for (let i = 2; taken.includes(name); i++) name = `${base}${i}`;
    return name;
  };
  const nodes = (diagram?.nodes ?? []).map((/** @type {any} */ each) => each.name);
  return {
    check,
    checkAllSizes: () => check({ all_sizes: true, strengthen: true, lemmas: on.lemmas }),
    compute: () => on.setDialog("compute"),
    newNode: async () => {
      const name = fresh("Node", nodes);
      if (await apply({ do: "add-node", name })) {
        go({ node: name, edge: null });
        on.startNaming(name);
      }
    },
    connect: () => on.selected !== null && on.setConnecting(on.selected),
    stopConnecting: () => on.setConnecting(null),
    rename: () => on.startNaming(on.selected),
    remove: async () => {
      if (on.ends) {
        const [source, target] = on.ends;
        if (await apply({ do: "delete-edges", source, target })) go({ edge: null });
      }
      if (on.selected === null) return;
      if (await apply({ do: "delete", part: "node", name: on.selected })) go({ node: null });
    },
    refine: async () => {
      const names = file.contents.diagrams.map((/** @type {Diagram} */ each) => each.name);
      const name = fresh(`${diagram.name}2`, names);
      if (await apply({ do: "refine", name })) go({ diagram: name, node: null, edge: null });
    },
    tidy: () => on.keepPlaces({}),
    saveDrawing: () => {
      const { text } = file.contents;
      const runs = on.shown ? { [diagram.name]: on.shown } : {};
      on.api.post("/api/diagram/svg", { text, diagram: diagram.name, runs }).then(
        (/** @type {any} */ { svg }) => saveFile({ text: svg, name: `${diagram.name}.svg` }),
        (/** @type {any} */ error) => on.notify(error.message),
      );
    },
    /** Select what a condition is about. @param {{node?: string | null, edge?: any}} what */
    pick: (what) => {
      if (what.edge) go({ node: null, edge: JSON.stringify([what.edge.source, what.edge.target]) });
      else if (what.node) go({ node: what.node, edge: null });
    },
  };
}

/**
 * Put the classes of a state graph that the route names into the file, once it is read.
 * @param {import("holdfast/types.d.ts").Api} api
 * @param {import("holdfast/types.d.ts").Route} route
 * @param {string} path
 * @param {Document} file
 * @param {(name: string) => void} onMade
 */
function useClasses(api, route, path, file, onMade) {
  const run = first(route, "classes");
  const isReady = file.contents !== null;
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    if (run === undefined || !isReady) return;
    const by = all(route, "by");
    Promise.all([api.get(`/api/runs/${run}`), api.get(`/api/runs/${run}/graph`, { by })]).then(
      async ([{ request }, graph]) => {
        const change = diagramChange(graph, request.spec, path);
        if (await file.change("", change)) onMade(change.name);
      },
    ).catch(setError);
  }, [run, isReady]);
  return error;
}

/** @param {Selection} selected */
const selectedName = (selected) => selected && "node" in selected ? selected.node : null;

/**
 * @param {import("holdfast/types.d.ts").Route} route
 * @param {Diagram | null} diagram
 * @param {import("holdfast/graph_shapes.js").Picture | undefined} picture
 * @returns {Selection}
 */
function selectionOf(route, diagram, picture) {
  const node = first(route, "node");
  if (node !== undefined) return diagram?.nodes.some((n) => n.name === node) ? { node } : null;
  const text = first(route, "edge");
  if (text === undefined || !picture) return null;
  try {
    const [from, to] = JSON.parse(text);
    const edge = picture.edges.findIndex((each) => each.from === from && each.to === to);
    return edge < 0 ? null : { edge };
  } catch {
    return null;
  }
}

/** @param {{file: Document}} props */
function Problem({ file }) {
  const isConflict = /** @type {any} */ (file.problem).status === 412;
  return html`
    <div class="problem">
      <${ErrorBox} error=${file.problem} />
      <div class="buttons">
          ${isConflict && html`<button type="button" onClick=${file.reload}>Read it again</button>`}
          <button type="button" onClick=${file.dismiss}>Close</button>
        </div>
    </div>
  `;
}

/** The whole file as text. @param {{file: Document}} props */
function TextView({ file }) {
  const [text, setText] = useState(file.contents?.text ?? "");
  const isSame = text === file.contents?.text;
  return html`
    <div class="text-view">
      <label class="sr-only" for="diagram-text">The file as text</label>
      <textarea id="diagram-text" class="mono" spellcheck="false" value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
      <div class="buttons">
        <button type="button" class="primary" disabled=${isSame}
          onClick=${() => file.replace(text)}>Apply</button>
        <button type="button" disabled=${isSame}
          onClick=${() => setText(file.contents?.text ?? "")}>Take back</button>
      </div>
    </div>
  `;
}

/** @param {{path: string, file: Document, onCompute: () => void}} props */
function NewDiagram({ path, file, onCompute }) {
  const base = path.split("/").at(-1)?.replace(/\.diagram$/, "") ?? "";
  const name = /^[A-Za-z]\w*$/.test(base) ? base : "Diagram";
  const spec = useSpecOf(path)?.split("/").at(-1) ?? null;
  return html`
    <div class="page">
      ${file.problem && html`<${Problem} file=${file} />`}
      <h2>${path} has no diagram yet</h2>
      <div class="buttons">
        <button type="button" class="primary"
          onClick=${() => file.change("", { do: "add-diagram", name, spec })}>Draw one</button>
        <button type="button" onClick=${onCompute}>Compute one from a spec</button>
      </div>
    </div>
  `;
}
