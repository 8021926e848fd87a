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
  if (!envelope || !coverage) return lines;
  const isWhole = envelope.verdict === "exhausted" || envelope.verdict === "proved";
  for (const part of coverage.expressions) {
    const line = part.start.line;
    if (!isSame(part.file, path) || lines.has(line)) continue;
    lines.set(line, partMargin(part, isWhole));
  }
  for (const [line, actions] of actionsByLine(coverage, path)) {
    lines.set(line, actionMargin(actions, isWhole));
  }
  return lines;
}

/** @param {any} coverage @param {string} path */
function actionsByLine(coverage, path) {
  /** @type {Map<number, any[]>} */
  const found = new Map();
  const parts = coverage.actions.flatMap((/** @type {any} */ action) => action.parts ?? []);
  for (const action of [coverage.initial, ...coverage.actions, ...parts]) {
    const place = /^(.*):(\d+):\d+$/.exec(action?.location ?? "");
    if (!place || !isSame(place[1], path)) continue;
    const line = Number(place[2]);
    found.set(line, [...(found.get(line) ?? []), action]);
  }
  return found;
}

/**
 * @param {{evaluated: number, true: number | null}} part
 * @param {boolean} isWhole whether all states were explored, so that "never" is meant
 * @returns {Margin}
 */
function partMargin(part, isWhole) {
  const isNever = isWhole && part.evaluated === 0;
  const truth = part.true === null ? "" : `, true ${grouped(part.true)} times`;
  const title = isNever ? "never evaluated" : `evaluated ${grouped(part.evaluated)} times${truth}`;
  return { text: isNever ? "0 !" : grouped(part.evaluated), title, isNever };
}

/** @param {any[]} actions @param {boolean} isWhole @returns {Margin} */
function actionMargin(actions, isWhole) {
  const sum = actions.reduce((count, action) => count + action.generated, 0);
  const isNever = isWhole && sum === 0;
  const title = actions.map((action) => actionTitle(action, isWhole)).join("; ");
  return { text: isNever ? "never" : grouped(sum), title, isNever };
}

/** @param {any} action @param {boolean} isWhole */
function actionTitle(action, isWhole) {
  if (isWhole && action.generated === 0) return `${action.name}: never enabled`;
  if (action.evaluated !== undefined) {
    const times = `evaluated ${grouped(action.evaluated)} times`;
    return `${action.name}: ${times}, ${grouped(action.generated)} successors`;
  }
  const distinct = `${grouped(action.generated)} successors, ${
    grouped(action.distinct)
  } of them new`;
  if (action.tried === 0) return `${action.name}: ${distinct}`;
  const enabled = `enabled in ${grouped(action.enabled)} of ${grouped(action.tried)} states`;
  return `${action.name}: ${enabled}, ${distinct}`;
}

/** @param {string} one @param {string} other */
function isSame(one, other) {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}
