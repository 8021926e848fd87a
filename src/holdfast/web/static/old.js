/** Results that are not about what is shown. */

import { requestOf } from "holdfast/choices.js";

/** @import { Route, Run } from "holdfast/types.d.ts" */

/**
 * Why a run is not about the model and the text that are shown, if it is not.
 * @param {Route} route
 * @param {any} info
 * @param {Run | null} run
 * @param {string | null} counted
 * @param {string | undefined} text
 */
export function oldResult(route, info, run, counted, text) {
  if (!run?.envelope) return undefined;
  const asked = requestOf(route).model;
  const config = run.envelope.config ?? run.request.config ?? null;
  const shown = asked.config ?? info?.config ?? null;
  const same = JSON.stringify(Object.entries(asked.constants ?? {}).sort()) ===
    JSON.stringify(Object.entries(run.request.constants ?? {}).sort());
  if (info && (config !== shown || !same)) return "it is about another model";
  if (counted !== null && text !== undefined && counted !== text) {
    return "the text has changed since";
  }
  return undefined;
}
