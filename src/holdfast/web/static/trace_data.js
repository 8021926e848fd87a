/** Traces of runs and walks as the explorer reads them: some steps at a time. */

import { useEffect, useMemo, useReducer, useRef, useState } from "holdfast/vendor/preact.js";

/** @import { Api, Model, Step, Trace, Walk } from "holdfast/types.d.ts" */

/**
 * A trace that is being looked at; steps are numbered from 1 and may not be here yet.
 * `start` is what its first state is called if that is no initial state.
 * @typedef {Omit<Trace, "steps"> & {step: (number: number) => Step | undefined, start?: string,
 *   want: (from: number, to: number) => void,
 *   load: (from: number, to: number) => Promise<void>}} Seen
 */

const PAGE = 100;

/**
 * The trace of a run; its pages are read when they come into sight.
 * @param {Api} api
 * @param {string} run
 * @param {string[]} watch
 * @param {boolean} [isOpen] whether the run goes on, so that its trace is read again at its end
 * @returns {{seen: Seen | null, error: any}}
 */
export function useRunTrace(api, run, watch, isOpen = false) {
  const [head, setHead] = useState(/** @type {Trace | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [, drawAgain] = useReducer((count) => count + 1, 0);
  const pages = useRef(new Map());
  const question = `${run} ${isOpen} ${JSON.stringify(watch)}`;
  const asked = useRef(question);
  const read = (/** @type {number} */ page) => {
    const query = { from: `${page * PAGE + 1}`, to: `${(page + 1) * PAGE}`, watch };
    return api.get(`/api/runs/${run}/trace`, query);
  };
  useEffect(() => {
    asked.current = question;
    const first = read(0);
    first.then((trace) => {
      if (asked.current !== question) return;
      pages.current = new Map([[0, trace.steps]]);
      setError(null);
      setHead(trace);
      drawAgain(null);
    }, (failure) => asked.current === question && setError(failure));
  }, [api, question]);
  /** @param {number} page @returns {Promise<void>} */
  const loadPage = (page) => {
    const known = pages.current;
    if (known.has(page)) return Promise.resolve(known.get(page)).then(() => {});
    const coming = read(page).then((trace) => {
      known.set(page, trace.steps);
      if (known === pages.current) drawAgain(null);
    }, () => {
      known.delete(page);
    });
    known.set(page, coming);
    return coming;
  };
  const seen = useMemo(() => head && seenOf(head, pages, loadPage), [head, question]);
  return { seen, error };
}

/**
 * @param {Trace} head
 * @param {{current: Map<number, any>}} pages
 * @param {(page: number) => Promise<void>} loadPage
 * @returns {Seen}
 */
function seenOf(head, pages, loadPage) {
  const { steps: _, ...rest } = head;
  /** @param {number} from @param {number} to */
  const load = async (from, to) => {
    const last = Math.floor((Math.min(to, head.length) - 1) / PAGE);
    const wanted = [];
    for (let page = Math.floor((from - 1) / PAGE); page <= last; page++) {
      wanted.push(loadPage(page));
    }
    await Promise.all(wanted);
  };
  return {
    ...rest,
    step: (number) => {
      const page = pages.current.get(Math.floor((number - 1) / PAGE));
      return Array.isArray(page) ? page[(number - 1) % PAGE] : undefined;
    },
    want: (from, to) => {
      load(from, to);
    },
    load,
  };
}

/**
 * A walk through a model. The walk before stays until the next one is here.
 * @param {Api} api
 * @param {Model} model
 * @param {string[]} path
 * @param {string[]} watch
 * @returns {{walk: Walk | null, error: any, isCurrent: boolean}}
 */
export function useWalk(api, model, path, watch) {
  const [found, setFound] = useState(
    /** @type {{question: string, walk: Walk | null, error: any}} */ ({
      question: "",
      walk: null,
      error: null,
    }),
  );
  const question = JSON.stringify({ model, path, watch });
  useEffect(() => {
    let current = true;
    api.post("/api/walk", JSON.parse(question)).then(
      (walk) => current && setFound({ question, walk, error: null }),
      (error) => current && setFound({ question, walk: null, error }),
    );
    return () => {
      current = false;
    };
  }, [api, question]);
  return { walk: found.walk, error: found.error, isCurrent: found.question === question };
}

/**
 * A trace whose steps are all here: a walk, or that of a file.
 * @param {Trace} trace
 * @returns {Seen}
 */
export function seenWhole(trace) {
  const { steps, ...rest } = trace;
  return {
    ...rest,
    step: (number) => steps[number - 1],
    want: () => {},
    load: () => Promise.resolve(),
  };
}

/**
 * The number of the next step, in one direction, that satisfies a condition; null if none does.
 * @param {Seen} seen
 * @param {number} start
 * @param {1 | -1} direction
 * @param {(step: Step) => boolean} isWanted
 */
export async function findStep(seen, start, direction, isWanted) {
  for (let number = start + direction; number >= 1 && number <= seen.length; number += direction) {
    if (!seen.step(number)) await seen.load(number, number);
    const step = seen.step(number);
    if (step && isWanted(step)) return number;
  }
  return null;
}

/**
 * Whether a step has a text in its label or in what it changed.
 * @param {Step} step
 * @param {string} text in lower case
 */
export function matches(step, text) {
  if ((step.label ?? "initial").toLowerCase().includes(text)) return true;
  const parts = step.changes.length
    ? step.changes.map((change) => `${change.place} ${change.text}`)
    : step.state.map(({ name, value }) => `${name} = ${value.text}`);
  return parts.some((part) => part.toLowerCase().includes(text));
}
