/** Where the page is: the part of the address after `#`, read and written. */

/** @import { Model, Project, Route } from "holdfast/types.d.ts" */

/**
 * The route that a hash names; parts are decoded.
 * @param {string} hash
 * @returns {Route}
 */
export function parseRoute(hash) {
  const text = hash.replace(/^#/, "");
  const cut = text.indexOf("?");
  const path = cut < 0 ? text : text.slice(0, cut);
  /** @type {Record<string, string[]>} */
  const query = {};
  for (const [name, value] of new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1))) {
    (query[name] ??= []).push(value);
  }
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query };
}

/**
 * The hash of a route. Empty values are left out.
 * @param {string[]} parts
 * @param {Record<string, string | string[] | null | undefined>} [query]
 */
export function hrefOf(parts, query = {}) {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== "") values.append(name, each);
    }
  }
  const path = parts.map(encodeURIComponent).join("/");
  const rest = readable(values.toString());
  return `#/${path}${rest && `?${rest}`}`;
}

/**
 * The same route with some values of its query changed.
 * @param {Route} route
 * @param {Record<string, string | string[] | null | undefined>} changes
 */
export function withQuery(route, changes) {
  return hrefOf(route.parts, { ...route.query, ...changes });
}

/**
 * The first value of a name in the query.
 * @param {Route} route
 * @param {string} name
 * @returns {string | undefined}
 */
export function first(route, name) {
  return route.query[name]?.[0];
}

/**
 * All values of a name in the query.
 * @param {Route} route
 * @param {string} name
 * @returns {string[]}
 */
export function all(route, name) {
  return route.query[name] ?? [];
}

/**
 * The model that a route of `spec` or `step` names.
 * @param {Route} route
 * @returns {Model}
 */
export function modelOf(route) {
  const run = first(route, "run");
  if (run && route.parts[0] === "step") {
    return first(route, "from") === "cti" ? { run, from: "cti" } : { run };
  }
  const named = Object.entries(route.query).filter(([name]) => name.startsWith("const."));
  const constants = Object.fromEntries(named.map(([name, [value]]) => [name.slice(6), value]));
  /** @type {Record<string, unknown>} */
  const options = {};
  if (first(route, "automaton")) options.automaton = first(route, "automaton");
  for (const flag of ["wide", "translate"]) if (first(route, flag) === "1") options[flag] = true;
  const config = first(route, "config") ?? null;
  return { spec: route.parts.slice(1).join("/"), config, constants, options };
}

/**
 * The route of the spec that a configuration belongs to, if that is what a route shows.
 * @param {Route} route
 * @param {Project | null} project
 * @returns {Route}
 */
export function routeOfSpec(route, project) {
  const config = route.parts.slice(1).join("/");
  if (route.parts[0] !== "spec" || !config.endsWith(".cfg")) return route;
  const spec = project?.specs.find((each) => each.models.some((model) => model.config === config));
  return spec
    ? { parts: ["spec", ...spec.path.split("/")], query: { config: [config] } }
    : { parts: [], query: {} };
}

/**
 * The query of a route that names a model.
 * @param {Model} model
 * @returns {Record<string, string | undefined>}
 */
export function modelQuery(model) {
  if (model.run) return { run: model.run, from: model.from };
  /** @type {Record<string, string | undefined>} */
  const query = { config: model.config ?? undefined };
  for (const [name, value] of Object.entries(model.constants ?? {})) query[`const.${name}`] = value;
  for (const [name, value] of Object.entries(model.options ?? {})) {
    if (value) query[name] = value === true ? "1" : String(value);
  }
  return query;
}

/** @param {string} query */
function readable(query) {
  return query.replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%2C", ",")
    .replaceAll("%2F", "/").replaceAll("%5B", "[").replaceAll("%5D", "]");
}
