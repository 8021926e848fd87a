/** Coverage of a run, line by line: what the margin of the editor shows. */

import { grouped } from "holdfast/words.js";

/** @import { Envelope } from "holdfast/types.d.ts" */

/** @typedef {{text: string, title: string, isNever: boolean}} Margin */

/**
 * The counts of each line of a file: of the actions that begin there, else of its first part.
 * @param {Envelope | null | undefined} envelope
 * @param {string} path
 * @returns {Map<number, Margin>}
 */
export function marginOf(envelope, path) {
  /** @type {Map<number, Margin>} */
  const lines = new Map();
  const coverage = envelope?.[envelope.command]?.coverage;
  if (!coverage) return lines;
  for (const part of coverage.expressions) {
    const line = part.start.line;
    if (!isSame(part.file, path) || lines.has(line)) continue;
    lines.set(line, partMargin(part));
  }
  for (const action of [coverage.initial, ...coverage.actions]) {
    const place = /^(.*):(\d+):\d+$/.exec(action?.location ?? "");
    if (place && isSame(place[1], path)) lines.set(Number(place[2]), actionMargin(action));
  }
  return lines;
}

/** @param {{evaluated: number, true: number | null}} part @returns {Margin} */
function partMargin(part) {
  const isNever = part.evaluated === 0;
  const truth = part.true === null ? "" : `, true ${grouped(part.true)} times`;
  const title = isNever ? "never evaluated" : `evaluated ${grouped(part.evaluated)} times${truth}`;
  return { text: isNever ? "0 !" : grouped(part.evaluated), title, isNever };
}

/** @param {any} action @returns {Margin} */
function actionMargin(action) {
  const isNever = action.generated === 0;
  const text = isNever ? "never" : grouped(action.generated);
  const distinct = `${grouped(action.generated)} successors, ${
    grouped(action.distinct)
  } of them new`;
  const enabled = `enabled in ${grouped(action.enabled)} of ${grouped(action.tried)} states`;
  const title = isNever
    ? `${action.name}: never enabled`
    : `${action.name}: ${enabled}, ${distinct}`;
  return { text, title, isNever };
}

/** @param {string} one @param {string} other */
function isSame(one, other) {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}
