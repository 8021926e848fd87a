/** The bar on top: project, spec, model and run, and what can be done with the model. */

import { html, useContext } from "holdfast/vendor/preact.js";
import { first, hrefOf, modelQuery } from "holdfast/route.js";
import { KeyScope, useCommands } from "holdfast/keys.js";
import { startRun } from "holdfast/start.js";
import { useStudio } from "holdfast/studio.js";
import { ThemeSwitch } from "holdfast/theme.js";

/** @import { Studio } from "holdfast/studio.js" */
/** @import { Api, Command, Model, Navigate, Project, Route } from "holdfast/types.d.ts" */

const ACTIONS = [
  { id: "check", title: "Check", key: "Ctrl+Enter", about: "Search all reachable states" },
  { id: "step", title: "Step", key: "", about: "Walk through the spec, step by step" },
  { id: "prove", title: "Prove", key: "Ctrl+Shift+Enter", about: "Prove invariants by induction" },
  { id: "infer", title: "Infer", key: "", about: "Look for lemmas that make a proof succeed" },
  { id: "mine", title: "Mine", key: "", about: "Look for relations between variables" },
  { id: "diagram", title: "Diagram", key: "", about: "Predicate diagrams of this spec" },
];

/**
 * @param {{api: Api, route: Route, navigate: Navigate, model: Model | null, theme: string,
 *   setTheme: (theme: string) => void, openPalette: () => void}} props
 */
export function TopBar({ api, route, navigate, model, theme, setTheme, openPalette }) {
  const studio = useStudio();
  const scope = useContext(KeyScope);
  useCommands(model?.spec ? modelCommands(api, navigate, model, studio) : []);
  /** @param {string} id */
  const act = (id) => scope?.list().find((command) => command.id === id)?.run();
  return html`
    <header class="top-bar">
      <a class="skip" href="#main" onClick=${skipToMain}>Skip to content</a>
      <a class="brand" href="#/">holdfast</a>
      <${Crumbs} route=${route} model=${model} />
      <div class="actions" role="toolbar" aria-label="Actions">
        ${model?.spec && ACTIONS.map((action) =>
          html`
            <button type="button" key=${action.id} class=${action.id === "check" ? "primary" : ""}
              title=${action.key ? `${action.about} (${action.key})` : action.about}
              onClick=${() => act(action.id)}>${action.title}</button>
          `
        )}
      </div>
      <${ThemeSwitch} theme=${theme} onChange=${setTheme} />
      <button type="button" class="quiet" onClick=${openPalette} title="All commands (Ctrl+K)">
        <kbd>Ctrl K</kbd><span class="sr-only"> all commands</span>
      </button>
    </header>
  `;
}

/** @param {{route: Route, model: Model | null}} props */
function Crumbs({ route, model }) {
  const { project } = useStudio();
  const run = /^(run|proof|mine)$/.test(route.parts[0] ?? "")
    ? route.parts[1]
    : first(route, "run");
  const spec = model?.spec;
  const name = model && spec && modelName(model, foundConfig(project, spec));
  return html`
    <nav class="crumbs" aria-label="Place">
      <ol>
        <li><a href="#/">${project?.name ?? "project"}</a></li>
        ${spec && html`
          <li><a href=${hrefOf(["spec", ...spec.split("/")], modelQuery(model))}>${spec}</a></li>
          ${name && html`<li>${name}</li>`}
        `}
        ${!spec && route.parts[0] === "diagram" && html`<li>${route.parts.slice(1).join("/")}</li>`}
        ${run && html`<li><a href=${hrefOf(["run", run])}>run ${run}</a></li>`}
      </ol>
    </nav>
  `;
}

/** @param {Project | null} project @param {string} spec */
function foundConfig(project, spec) {
  return project?.specs.find((each) => each.path === spec)?.models[0]?.config;
}

/** @param {Model} model @param {string | null | undefined} found */
function modelName(model, found) {
  const values = Object.entries(model.constants ?? {}).map(([name, value]) => `${name} = ${value}`);
  if (!model.spec?.endsWith(".tla")) return values.join(", ");
  const name = (model.config ?? found)?.split("/").at(-1) ?? "no configuration";
  return values.length ? `${name} (${values.join(", ")})` : name;
}

/**
 * @param {Api} api
 * @param {Navigate} navigate
 * @param {Model} model
 * @param {Studio} studio
 * @returns {Command[]}
 */
function modelCommands(api, navigate, model, { notify, project }) {
  const diagrams = project?.diagrams ?? [];
  const spec = /** @type {string} */ (model.spec);
  const query = modelQuery({ ...model, options: stepOptions(model.options) });
  /** @param {string} command @param {(run: string) => string} place */
  const start = (command, place) => () =>
    startRun(api, command, model).then((run) => navigate(place(run)), (e) => notify(e.message));
  const inSpec = (/** @type {string} */ run) =>
    hrefOf(["spec", ...spec.split("/")], { ...query, run });
  const group = "Model";
  return [
    { id: "check", group, title: "Check", keys: ["Ctrl+Enter"], run: start("check", inSpec) },
    {
      id: "step",
      group,
      title: "Step through the spec",
      run: () => navigate(hrefOf(["step", ...spec.split("/")], query)),
    },
    {
      id: "prove",
      group,
      title: "Prove",
      keys: ["Ctrl+Shift+Enter"],
      run: start("prove", (run) => hrefOf(["proof", run])),
    },
    {
      id: "simulate",
      group,
      title: "Simulate random behaviours",
      run: start("simulate", (run) => hrefOf(["run", run])),
    },
    { id: "infer", group, title: "Infer", run: start("infer", (run) => hrefOf(["proof", run])) },
    { id: "mine", group, title: "Mine", run: start("mine", (run) => hrefOf(["mine", run])) },
    {
      id: "diagram",
      group,
      title: "Predicate diagrams",
      run: () => navigate(hrefOf(["diagram", ...diagramOf(spec, diagrams).split("/")])),
    },
  ];
}

/**
 * The file of a spec's diagrams: one that is named like it, else a new one beside it.
 * @param {string} spec
 * @param {string[]} diagrams
 */
export function diagramOf(spec, diagrams) {
  const stem = spec.replace(/\.\w+$/, "");
  return diagrams.find((path) => path.startsWith(`${stem}.`)) ?? `${stem}.diagram`;
}

/** @param {Record<string, unknown> | undefined} options */
function stepOptions(options = {}) {
  const { automaton, wide, translate } = options;
  return { automaton, wide, translate };
}

/** @param {Event} event */
function skipToMain(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
