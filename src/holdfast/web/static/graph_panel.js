/** A class of states in detail, and what can be done with it. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { Choice } from "holdfast/diagram_fields.js";
import { classesOf } from "holdfast/graph_classes.js";
import { hrefOf } from "holdfast/route.js";
import { useRun } from "holdfast/studio.js";
import { counted, ErrorBox, grouped } from "holdfast/words.js";

/** @import { Api, Run } from "holdfast/types.d.ts" */
/** @import { ClassEdge, Graph } from "holdfast/graph_classes.js" */

/**
 * @typedef {{id: number, states: number, initial: number, values: Record<string, string>,
 *   ranges: {place: string, text: string, count: number}[],
 *   steps: {action: string, to: number, steps: number, states: number}[],
 *   invariants: Record<string, number>, path: string[]}} Details
 */

/**
 * @param {{api: Api, id: string, graph: Graph, by: string[], open: string[], at: string | null,
 *   edge: ClassEdge | null, onOpen: (node: string) => void, onSplit: (text: string) => void}} props
 */
export function ClassPanel({ api, id, graph, by, open, at, edge, onOpen, onSplit }) {
  const { details, error } = useDetails(api, id, by, open, at);
  const { run } = useRun(api, id);
  const node = classesOf(graph).find((each) => String(each.id) === at);
  return html`
    <div class="panel">
      ${error && html`<${ErrorBox} error=${error} />`}
      ${node && details && run
        ? html`
          <${ClassDetails} details=${details} node=${node} run=${run} open=${open}
            onOpen=${() => onOpen(String(node.id))} />
          <${SplitBy} graph=${graph} onSplit=${onSplit} />
        `
        : edge
        ? html`<${Steps} edge=${edge} />`
        : html`<p class="muted">Select a class to see its states. A dashed line: not every state of
          the class has the step.</p>`}
      ${run && html`<${AsDiagram} run=${run} graph=${graph} />`}
    </div>
  `;
}

/**
 * @param {{details: Details, node: import("holdfast/graph_classes.js").ClassNode, run: Run,
 *   open: string[], onOpen: () => void}} props
 */
function ClassDetails({ details, node, run, open, onOpen }) {
  const isOpen = node.opened !== null && open.includes(String(node.opened));
  const spec = run.request.spec.split("/");
  const trace = hrefOf(["step", ...spec], { run: run.run, path: details.path.join(".") });
  return html`
    <h2>${node.state ? "State" : `Class ${details.id}`}: ${counted(details.states, "state")}</h2>
    <dl>
      ${Object.entries(details.values).map(([name, value]) =>
        html`
          <dt key=${name}>${name}</dt>
          <dd>${value}</dd>
        `
      )}
    </dl>
    ${Object.entries(details.invariants).map(([name, count]) =>
      html`<p key=${name} class=${count === details.states ? "tone-good" : "tone-bad"}>
        <b class="mark">${count === details.states ? "ok" : "x"}</b> ${name} holds in
        ${" "}${grouped(count)} of ${grouped(details.states)}</p>`
    )}
    <h3>Values</h3>
    <dl>
      ${details.ranges.map(({ place, text }) =>
        html`
          <dt key=${place}>${place}</dt>
          <dd>${text}</dd>
        `
      )}
    </dl>
    <h3>Steps out</h3>
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">action</th>
          <th scope="col">to class</th>
          <th scope="col" class="number">steps</th>
          <th scope="col" class="number">from states</th>
        </tr>
      </thead>
      <tbody>
        ${details.steps.map((step) =>
          html`
            <tr key=${`${step.action} ${step.to}`}>
              <td>${step.action}</td>
              <td>${step.to}</td>
              <td class="number">${grouped(step.steps)}</td>
              <td class="number">${grouped(step.states)}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
    <div class="buttons">
      ${(node.state === null || isOpen) &&
        html`<button type="button" onClick=${onOpen}>${
          isOpen ? "Close the class" : "Open"
        }</button>`}
      <a class="button" href=${trace}>Shortest trace to here</a>
    </div>
  `;
}

/** The steps between two classes. @param {{edge: ClassEdge}} props */
function Steps({ edge }) {
  return html`
    <h2>From class ${edge.from} to class ${edge.to}</h2>
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">action</th>
          <th scope="col" class="number">steps</th>
          <th scope="col" class="number">from states</th>
          <th scope="col">of the class</th>
        </tr>
      </thead>
      <tbody>
        ${edge.actions.map((each) =>
          html`
            <tr key=${each.name}>
              <td>${each.name}</td>
              <td class="number">${grouped(each.steps)}</td>
              <td class="number">${grouped(each.states)}</td>
              <td>${each.total ? "all" : "some"}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
  `;
}

/** @param {{graph: Graph, onSplit: (text: string) => void}} props */
function SplitBy({ graph, onSplit }) {
  const others = graph.candidates.filter((each) => !graph.by.includes(each));
  if (!others.length) return null;
  return html`
    <div class="fields">
      <${Choice} label="Split by" value=""
        choices=${[["", "an expression"], ...others.map((each) => [each, each])]}
        onChange=${(/** @type {string} */ text) => text && onSplit(text)} />
    </div>
  `;
}

/**
 * From what is seen to what can be proved: the classes become the nodes of a predicate diagram.
 * @param {{run: Run, graph: Graph}} props
 */
function AsDiagram({ run, graph }) {
  const file = run.request.spec.replace(/\.\w+$/, ".diagram");
  const query = { classes: run.run, by: graph.by };
  if (graph.table !== null || graph.open.length) return null;
  return html`
    <div class="buttons">
      <a class="button" href=${hrefOf(["diagram", ...file.split("/")], query)}>
        As predicate diagram
      </a>
    </div>
  `;
}

/**
 * @param {Api} api
 * @param {string} id
 * @param {string[]} by
 * @param {string[]} open
 * @param {string | null} at
 */
function useDetails(api, id, by, open, at) {
  const [found, setFound] = useState(
    /** @type {{details: Details | null, error: unknown}} */ ({ details: null, error: null }),
  );
  const key = JSON.stringify([id, by, open, at]);
  useEffect(() => {
    let current = true;
    if (at === null) return setFound({ details: null, error: null });
    api.get(`/api/runs/${id}/graph/class`, { by, open, at }).then(
      (details) => current && setFound({ details, error: null }),
      (error) => current && setFound({ details: null, error }),
    );
    return () => {
      current = false;
    };
  }, [api, key]);
  return found;
}
