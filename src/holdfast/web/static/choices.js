/** What a check is asked for: the choices of the model panel, kept in the address. */

import { all, first, modelOf } from "holdfast/route.js";

/** @import { Model, Route } from "holdfast/types.d.ts" */

/**
 * What `/api/model` tells of a model.
 * @typedef {{constants: {name: string, value: string | null, kind?: string,
 *   proposed?: string | null}[], invariants: string[],
 *   properties: string[], candidates: {invariants: string[], properties: string[]},
 *   deadlock: boolean, automata?: string[], config?: string | null}} ModelInfo
 */

const NONE = "-";

/**
 * The names that are chosen of one kind: those of the address, else those of the configuration.
 * @param {Route} route
 * @param {"inv" | "prop"} kind
 * @param {string[]} configured
 */
export function chosen(route, kind, configured) {
  const given = all(route, kind);
  return given.length ? given.filter((name) => name !== NONE) : configured;
}

/**
 * The value of a query for a choice of names; nothing if it is that of the configuration.
 * @param {string[]} names
 * @param {string[]} configured
 */
export function queryOf(names, configured) {
  const isSame = names.length === configured.length && names.every((n) => configured.includes(n));
  return isSame ? [] : names.length ? names : [NONE];
}

/**
 * The options of a check as the address has them.
 * @param {Route} route
 * @returns {Record<string, unknown>}
 */
export function checkOptions(route) {
  /** @type {Record<string, unknown>} */
  const options = { coverage: first(route, "coverage") !== "0" };
  if (all(route, "inv").length) options.invariants = chosen(route, "inv", []);
  if (all(route, "prop").length) options.properties = chosen(route, "prop", []);
  const deadlock = first(route, "deadlock");
  if (deadlock) options.deadlock = deadlock === "1";
  if (first(route, "continue") === "1") options.keep_going = true;
  return options;
}

/**
 * The constants of a model whose value is a range that is to be swept, `1..4`.
 * @param {Route} route
 * @returns {Record<string, string>}
 */
export function sweptConstants(route) {
  const named = Object.entries(route.query).filter(([name]) => name.startsWith("sweep."));
  return Object.fromEntries(named.map(([name, [value]]) => [name.slice(6), value]));
}

/**
 * The request that the address of the spec screen stands for.
 * @param {Route} route
 * @returns {{command: string, model: Model, options: Record<string, unknown>}}
 */
export function requestOf(route) {
  const model = modelOf(route);
  const swept = sweptConstants(route);
  if (Object.keys(swept).length === 0) {
    return { command: "check", model, options: checkOptions(route) };
  }
  const { coverage: _, ...options } = checkOptions(route);
  const ranges = Object.entries(swept).map(([name, text]) => [name, numbersOf(text)]);
  return { command: "sweep", model, options: { ...options, values: Object.fromEntries(ranges) } };
}

/**
 * The request to check, prove or infer one property of the model, or the spec as it is.
 * @param {Route} route
 * @param {{command: string, name: string | null, kind: string | null}} asked
 * @returns {{command: string, model: Model, options: Record<string, unknown>}}
 */
export function requestAt(route, { command, name, kind }) {
  const model = modelOf(route);
  if (command === "check" && name === null) return requestOf(route);
  if (command === "infer") return { command, model, options: name ? { property: name } : {} };
  if (command === "prove") return { command, model, options: name ? { invariants: [name] } : {} };
  const coverage = first(route, "coverage") !== "0";
  const [invariants, properties] = kind === "property" ? [[], [name]] : [[name], []];
  return { command, model, options: { coverage, invariants, properties } };
}

/**
 * The numbers of a range `1..4`, as texts.
 * @param {string} range
 */
export function numbersOf(range) {
  const [from, to] = range.split("..").map(Number);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String(from + index));
}
