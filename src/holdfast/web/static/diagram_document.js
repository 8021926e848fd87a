/** A file of diagrams that is being edited: its text, its parts, undo and redo, saving. */

import { useEffect, useRef, useState } from "holdfast/vendor/preact.js";

/** @import { Api } from "holdfast/types.d.ts" */
/** @import { Picture } from "holdfast/graph_shapes.js" */

/**
 * @typedef {{source: string, target: string, actions: string[],
 *   annotations: {ordering: string, strict: boolean}[]}} Edge
 */
/**
 * @typedef {object} Diagram
 * @property {string} name
 * @property {string | null} spec
 * @property {{name: string, set: string}[]} parameters
 * @property {{name: string, text: string}[]} predicates
 * @property {{name: string, fairness: string | null, text: string | null,
 *   enabled: string[] | null, abstract: boolean}[]} actions
 * @property {{name: string, text: string, order: string}[]} orderings
 * @property {{name: string, initial: boolean,
 *   literals: {predicate: string, positive: boolean}[]}[]} nodes
 * @property {Edge[]} edges
 * @property {{name: string, text: string}[]} claims
 */
/** @typedef {{concrete: string, abstract: string, mapping: Record<string, string>}} Refinement */
/**
 * @typedef {object} Contents
 * @property {string} text
 * @property {Diagram[]} diagrams
 * @property {Refinement[]} refinements
 * @property {Record<string, string[]>} lines the parts of each diagram as text
 * @property {Record<string, {source: string, target: string, text: string}[]>} edge_lines
 * @property {Record<string, Picture>} pictures
 * @property {number} comments how many lines have one
 */
/** @typedef {Record<string, unknown> & {do: string}} Change */
/** @typedef {{past: string[], future: string[]}} Moves texts before and after the one that is shown */
/**
 * @typedef {object} Document
 * @property {Contents | null} contents
 * @property {unknown} problem why the last request was rejected
 * @property {boolean} isSaved
 * @property {boolean} losesComments whether saving removes comments
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {(diagram: string, change: Change) => Promise<boolean>} change
 * @property {() => Promise<boolean>} undo
 * @property {() => Promise<boolean>} redo
 * @property {(text: string) => Promise<boolean>} replace
 * @property {(runs: Record<string, unknown>) => Promise<void>} draw with counterexamples
 * @property {() => Promise<string | null>} save the text, if it is now that of the file
 * @property {() => void} reload
 * @property {() => void} dismiss
 */

/** @type {Contents} */
const EMPTY = {
  text: "",
  diagrams: [],
  refinements: [],
  lines: {},
  edge_lines: {},
  pictures: {},
  comments: 0,
};

/** @param {Api} api @param {string} path @returns {Document} */
export function useDocument(api, path) {
  const [contents, setContents] = useState(/** @type {Contents | null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const [moves, setMoves] = useState(/** @type {Moves} */ ({ past: [], future: [] }));
  const history = useRef(moves);
  const [saved, setSaved] = useState(
    /** @type {{text: string, tag: string | null} | null} */ (null),
  );
  const [hadComments, setHadComments] = useState(0);
  const [reading, setReading] = useState(0);
  const latest = useRef(/** @type {Contents | null} */ (null));
  const written = useRef(/** @type {{text: string, tag: string | null} | null} */ (null));
  const queue = useRef(/** @type {Promise<unknown>} */ (Promise.resolve()));

  /** @param {Contents} found */
  const show = (found) => {
    latest.current = found;
    setContents(found);
    setProblem(null);
  };
  /** @param {Moves} next */
  const move = (next) => {
    history.current = next;
    setMoves(next);
  };
  /** What the file has. @param {{text: string, tag: string | null}} now */
  const keep = (now) => {
    written.current = now;
    setSaved(now);
  };
  /** @param {string} text @param {Record<string, unknown>} [runs] */
  const open = async (text, runs = {}) => {
    show(text.trim() ? await api.post("/api/diagram/open", { text, file: path, runs }) : EMPTY);
  };
  /**
   * Whether some work succeeds; its error is shown. It begins when all before it has ended, so that
   * it has their results.
   * @param {() => Promise<void>} work
   * @returns {Promise<boolean>}
   */
  const attempt = (work) => {
    const done = queue.current.then(work).then(() => true, (error) => {
      setProblem(error);
      return false;
    });
    queue.current = done;
    return done;
  };
  useEffect(() => {
    move({ past: [], future: [] });
    attempt(async () => {
      try {
        const { text, tag } = await api.read(path);
        keep({ text, tag });
        await open(text);
        setHadComments(latest.current?.comments ?? 0);
      } catch (error) {
        if (/** @type {any} */ (error).status !== 404) throw error;
        keep({ text: "", tag: null });
        await open("");
      }
    });
  }, [api, path, reading]);

  // Another page or program wrote the file: it is read again, unless there are changes here.
  useEffect(() =>
    api.subscribe((event) => {
      const isChange = event.event === "file" && event.path === path && event.change === "changed";
      if (!isChange && event.event !== "listening") return;
      attempt(async () => {
        const tag = await tagOf(api, path);
        if (tag === null || !written.current || tag === written.current.tag) return;
        if (latest.current?.text === written.current?.text) setReading((old) => old + 1);
        else throw Object.assign(new Error(`${path} was changed elsewhere`), { status: 412 });
      });
    }), [api, path]);

  const text = () => latest.current?.text ?? "";
  /** @param {string} before */
  const remember = (before) => {
    if (before !== text()) move({ past: [...history.current.past, before], future: [] });
  };
  return {
    contents,
    problem,
    isSaved: contents !== null && contents.text === saved?.text,
    losesComments: contents !== null && contents.comments < hadComments,
    canUndo: moves.past.length > 0,
    canRedo: moves.future.length > 0,
    change: (diagram, change) =>
      attempt(async () => {
        const before = text();
        show(await api.post("/api/diagram/change", { text: before, diagram, change }));
        remember(before);
      }),
    replace: (next) =>
      attempt(async () => {
        const before = text();
        await open(next);
        remember(before);
      }),
    draw: async (runs) => {
      await attempt(() => open(text(), runs));
    },
    undo: () =>
      attempt(async () => {
        const { past, future } = history.current;
        const before = past.at(-1);
        if (before === undefined) return;
        const now = text();
        await open(before);
        move({ past: past.slice(0, -1), future: [now, ...future] });
      }),
    redo: () =>
      attempt(async () => {
        const { past, future } = history.current;
        const [next, ...rest] = future;
        if (next === undefined) return;
        const now = text();
        await open(next);
        move({ past: [...past, now], future: rest });
      }),
    save: async () => {
      const isDone = await attempt(async () => {
        const own = text();
        if (own === written.current?.text) return;
        const { tag } = await api.write(path, own, written.current?.tag ?? null);
        keep({ text: own, tag });
      });
      return isDone ? text() : null;
    },
    reload: () => setReading((old) => old + 1),
    dismiss: () => setProblem(null),
  };
}

/**
 * The places of a drawing's nodes that were dragged, kept by the server.
 * @param {Api} api
 * @param {string} of which drawing
 * @returns {[import("holdfast/graph_shapes.js").Places, (places: import("holdfast/graph_shapes.js").Places) => void]}
 */
export function usePlaces(api, of) {
  const [found, setFound] = useState(
    /** @type {{of: string, places: import("holdfast/graph_shapes.js").Places}} */ ({
      of,
      places: {},
    }),
  );
  useEffect(() => {
    let current = true;
    api.get("/api/layout", { of }).then(
      ({ places }) => current && setFound({ of, places }),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [api, of]);
  /** @param {import("holdfast/graph_shapes.js").Places} places */
  const keep = (places) => {
    setFound({ of, places });
    api.post("/api/layout", { of, places }).catch(() => {});
  };
  return [found.of === of ? found.places : {}, keep];
}

/**
 * The tag of a file; null if there is none.
 * @param {Api} api
 * @param {string} path
 */
async function tagOf(api, path) {
  try {
    return (await api.read(path)).tag;
  } catch (error) {
    if (/** @type {any} */ (error).status !== 404) throw error;
    return null;
  }
}
