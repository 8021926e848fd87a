/** What of a trace is being looked at, as the address has it. */

import { all, first, withQuery } from "holdfast/route.js";

/** @import { Route } from "holdfast/types.d.ts" */
/** @import { Look } from "holdfast/explorer.js" */

/**
 * @param {Route} route
 * @param {number} usual the step that is selected if the address has none
 * @returns {Look}
 */
export function lookOf(route, usual) {
  return {
    at: Number(first(route, "at") ?? usual),
    view: first(route, "view") ?? "table",
    watch: all(route, "watch"),
    hidden: all(route, "hide"),
    by: first(route, "by"),
    changedOnly: first(route, "changed") === "1",
  };
}

/**
 * The address after a change of what is being looked at.
 * @param {Route} route
 * @param {Partial<Look>} changes
 */
export function lookHref(route, changes) {
  /** @type {Record<string, string | string[] | null | undefined>} */
  const query = {};
  if (changes.at !== undefined) query.at = `${changes.at}`;
  if (changes.view !== undefined) query.view = changes.view === "table" ? null : changes.view;
  if (changes.watch !== undefined) query.watch = changes.watch;
  if (changes.hidden !== undefined) query.hide = changes.hidden;
  if (changes.by !== undefined) query.by = changes.by;
  if (changes.changedOnly !== undefined) query.changed = changes.changedOnly ? "1" : null;
  return withQuery(route, query);
}
