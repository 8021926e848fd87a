/** The state graph of a run: classes of states by the values of expressions, opened on demand. */

import { html, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { classesOf, pictureOf, violationsOf } from "holdfast/graph_classes.js";
import { ClassPanel } from "holdfast/graph_panel.js";
import { Drawing, ViewSwitch } from "holdfast/graph_table.js";
import { usePlaces } from "holdfast/diagram_document.js";
import { LineField } from "holdfast/diagram_fields.js";
import { all, first, withQuery } from "holdfast/route.js";
import { Split } from "holdfast/split.js";
import { useRun } from "holdfast/studio.js";
import { counted, ErrorBox, grouped } from "holdfast/words.js";

/** @import { Api, ScreenProps } from "holdfast/types.d.ts" */
/** @import { Graph } from "holdfast/graph_classes.js" */
/** @import { Selection } from "holdfast/graph_view.js" */

const MOST_DRAWN = 150;

/** @param {ScreenProps} props */
export function GraphScreen({ api, route, navigate }) {
  const id = route.parts[1];
  const by = all(route, "by");
  const open = all(route, "open");
  const { run } = useRun(api, id);
  const { graph, error, isLoading } = useGraph(api, id, by, open, run?.status === "ended");
  const picture = useMemo(() => graph && pictureOf(graph), [graph]);
  const marks = useMemo(() => graph ? violationsOf(graph) : {}, [graph]);
  const [places, keepPlaces] = usePlaces(api, `run ${id} ${by.join(";")} ${open.join(",")}`);
  /** @param {Record<string, string | string[] | null>} changes */
  const go = (changes) => navigate(withQuery(route, changes), { replace: true });
  if (error && !graph) return html`<${ErrorBox} error=${error} linked />`;
  if (!graph || !picture) {
    return html`<p class="loading" aria-live="polite">The states are explored</p>`;
  }
  const focus = first(route, "focus");
  const edge = Number(first(route, "edge") ?? -1);
  /** @type {Selection} */
  const selected = classesOf(graph).some((node) => String(node.id) === focus)
    ? { node: /** @type {string} */ (focus) }
    : picture.edges[edge]
    ? { edge }
    : null;
  /** @param {Selection} what */
  const select = (what) => {
    go({
      focus: what && "node" in what ? what.node : null,
      edge: what && "edge" in what ? String(what.edge) : null,
    });
  };
  const isMany = graph.table !== null || graph.nodes.length > MOST_DRAWN;
  const view = first(route, "view") ?? (isMany ? "table" : "drawing");
  /** @param {string[]} next */
  const group = (next) => go({ by: next, open: null, focus: null, edge: null });
  const toggle = (/** @type {string} */ node) => {
    const own = graph.nodes.find((each) => String(each.id) === node);
    const which = String(own?.opened ?? node);
    go({ open: open.includes(which) ? open.filter((x) => x !== which) : [...open, which] });
  };
  const main = html`
    ${error && html`<${ErrorBox} error=${error} linked />`}
    ${graph.problem && html`<p class="hint" role="status">${graph.problem}</p>`}
    <${Drawing}
      asTable=${view === "table" || graph.table !== null}
      nodeMarks=${marks}
      picture=${picture}
      label=${`State graph by ${graph.by.join(", ")}`}
      selected=${selected}
      onSelect=${select}
      onOpen=${toggle}
      places=${places}
      onMove=${keepPlaces}
    />
  `;
  return html`
    <div class="drawing-screen">
      <header class="screen-bar">
        <h1>Run ${id}: states</h1>
        <span class="muted" role="status">
          ${isLoading
            ? "grouping"
            : `${counted(graph.states, "state")}, ${counted(graph.steps, "step")}${
              graph.complete ? "" : ", not all"
            }; ${grouped(graph.classes)} classes`}
        </span>
        <${Grouping} graph=${graph} onChange=${group} />
        <span class="grow"></span>
        ${!graph.table && html`
          <${ViewSwitch} asTable=${view === "table"}
            onChange=${(/** @type {boolean} */ table) =>
              go({ view: table ? "table" : "drawing" })} />
        `}
      </header>
      <${Split} name="graph" panes=${[
        { id: "drawing", title: "State graph", content: main },
        {
          id: "class",
          title: "Class",
          size: 340,
          content: html`
            <${ClassPanel} api=${api} id=${id} graph=${graph} by=${graph.by}
              open=${open} at=${selected && "node" in selected ? selected.node : null}
              edge=${selected && "edge" in selected
                ? graph.edges[selected.edge]
                : null} onOpen=${toggle}
              onSplit=${(/** @type {string} */ text) => group([...graph.by, text])} />
          `,
        },
      ]} />
    </div>
  `;
}

/** The expressions that states are grouped by. @param {{graph: Graph, onChange: (by: string[]) => void}} props */
function Grouping({ graph, onChange }) {
  const listId = "group-candidates";
  return html`
    <div class="fields grouping" role="group" aria-label="Group by">
      <span class="muted">group by</span>
      ${graph.by.map((text) =>
        html`
          <button type="button" class="chip-button" key=${text} title="Remove"
            aria-label=${`Do not group by ${text}`}
            onClick=${() => onChange(graph.by.filter((each) => each !== text))}>${text} ×</button>
        `
      )}
      <${LineField} label="Group by another expression" hidden value="" clear list=${listId}
        placeholder="+ expression"
        onCommit=${(/** @type {string} */ text) => onChange([...graph.by, text])} />
      <datalist id=${listId}>
        ${graph.candidates.map((each) => html`<option key=${each} value=${each}></option>`)}
      </datalist>
    </div>
  `;
}

/**
 * The graph, asked again when the grouping changes; the one before stays until then.
 * @param {Api} api
 * @param {string} id
 * @param {string[]} by
 * @param {string[]} open
 * @param {boolean} isReady whether the run has ended
 */
function useGraph(api, id, by, open, isReady) {
  const [found, setFound] = useState(
    /** @type {{graph: Graph | null, error: unknown, key: string}} */ ({
      graph: null,
      error: null,
      key: "",
    }),
  );
  const key = JSON.stringify([id, by, open]);
  useEffect(() => {
    let current = true;
    if (!isReady) return;
    api.get(`/api/runs/${id}/graph`, { by, open }).then(
      (graph) => current && setFound({ graph, error: null, key }),
      (error) => current && setFound((old) => ({ ...old, error, key })),
    );
    return () => {
      current = false;
    };
  }, [api, key, isReady]);
  return { ...found, isLoading: found.key !== key };
}
