/** Start and stop runs. */

/** @import { Api, Model } from "holdfast/types.d.ts" */

/**
 * Start a run of a command for a model; its number.
 * @param {Api} api
 * @param {string} command
 * @param {Model} model
 * @param {Record<string, unknown>} [options]
 * @returns {Promise<string>}
 */
export async function startRun(api, command, model, options = {}) {
  const { spec, config = null, constants = {} } = model;
  const all = { ...presentOnly(model.options), ...options };
  const body = { command, spec, config, constants, options: all };
  return (await api.post("/api/runs", body)).run;
}

/**
 * Ask a run to stop; what it has found stays.
 * @param {Api} api
 * @param {string} run
 */
export function stopRun(api, run) {
  return api.remove(`/api/runs/${run}`);
}

/** @param {Record<string, unknown>} [options] */
function presentOnly(options = {}) {
  const present = Object.entries(options).filter(([, value]) => value !== null && value !== false);
  return Object.fromEntries(present.filter(([, value]) => value !== undefined));
}
