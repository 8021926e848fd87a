/** Which component a route shows. Screens are loaded when they are first needed. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";
import { ErrorBox } from "holdfast/words.js";
import { Home } from "holdfast/home.js";

/** @import { Route, ScreenProps } from "holdfast/types.d.ts" */

/** @type {Record<string, () => Promise<any>>} */
const SCREENS = {
  home: () => Promise.resolve(Home),
  spec: () => import("holdfast/spec.js").then((module) => module.SpecScreen),
  step: () => import("holdfast/step.js").then((module) => module.StepScreen),
  run: () => import("holdfast/run.js").then((module) => module.RunScreen),
  trace: () => import("holdfast/trace.js").then((module) => module.TraceScreen),
  graph: () => import("holdfast/graph.js").then((module) => module.GraphScreen),
  anim: () => import("holdfast/anim.js").then((module) => module.AnimScreen),
  proof: () => import("holdfast/proof.js").then((module) => module.ProofScreen),
  mine: () => import("holdfast/mine.js").then((module) => module.MineScreen),
  diagram: () => import("holdfast/diagram.js").then((module) => module.DiagramScreen),
};

/**
 * The name of the screen of a route; null if there is no such place.
 * @param {Route} route
 */
export function screenOf(route) {
  const [kind, , view] = route.parts;
  if (kind === undefined) return "home";
  const name = kind === "run" ? view ?? "run" : kind;
  return name in SCREENS ? name : null;
}

/** @param {ScreenProps} props */
export function Screen({ api, route, navigate }) {
  const name = screenOf(route);
  const [loaded, setLoaded] = useState(
    /** @type {{name: string, component?: any, error?: unknown} | null} */ (null),
  );
  useEffect(() => {
    if (!name) return;
    let current = true;
    SCREENS[name]().then(
      (component) => current && setLoaded({ name, component }),
      (error) => current && setLoaded({ name, error }),
    );
    return () => {
      current = false;
    };
  }, [name]);
  if (!name) return html`<${ErrorBox} error=${{ message: "There is no such page." }} />`;
  if (loaded?.name !== name) return html`<p class="loading" aria-live="polite">Loading</p>`;
  if (loaded.error) return html`<${ErrorBox} error=${loaded.error} />`;
  return html`<${loaded.component} api=${api} route=${route} navigate=${navigate} key=${name} />`;
}
