/** The kernel of a notebook in place of the server: requests are messages of a widget. */

import { ApiError } from "holdfast/api.js";

/** @import { Api } from "holdfast/types.d.ts" */

/**
 * What anywidget gives to a widget.
 * @typedef {{get: (name: string) => any, set: (name: string, value: unknown) => void,
 *   save_changes: () => void, send: (message: unknown) => void,
 *   on: (event: string, listener: (...given: any[]) => void) => void,
 *   off: (event: string, listener: (...given: any[]) => void) => void}} KernelModel
 */

/**
 * The requests of components, which the kernel answers.
 * @param {KernelModel} model
 * `text` is that of the diagrams as the components know them.
 * @returns {Api & {close: () => void, text: () => string | null}}
 */
export function kernelApi(model) {
  /** @type {Map<string, {done: (value: any) => void, failed: (error: Error) => void}>} */
  const open = new Map();
  // A widget may be displayed twice, and then both receive all answers.
  const own = Math.random().toString(36).slice(2);
  let count = 0;
  /** @type {string | null} */
  let text = null;
  /** @param {any} message */
  const receive = (message) => {
    const asked = open.get(message?.id);
    if (!asked) return;
    open.delete(message.id);
    if (message.error) asked.failed(new ApiError(400, message.error));
    else {
      if (typeof message.value?.text === "string") text = message.value.text;
      asked.done(message.value);
    }
  };
  model.on("msg:custom", receive);
  /** @param {string} path @param {unknown} given @returns {Promise<any>} */
  const ask = (path, given) =>
    new Promise((done, failed) => {
      const id = `${own} ${++count}`;
      open.set(id, { done, failed });
      model.send({ id, ...requestOf(path, given) });
    });
  const refuse = () =>
    Promise.reject(new ApiError(400, { message: "A notebook has no files of the studio." }));
  return {
    get: ask,
    post: ask,
    remove: refuse,
    read: () => {
      const found = model.get("diagram");
      return found === undefined ? refuse() : Promise.resolve({ text: found, tag: "" });
    },
    // The kernel has the text after every change.
    write: () => Promise.resolve({ tag: "" }),
    download: refuse,
    subscribe: () => () => {},
    close: () => model.off("msg:custom", receive),
    text: () => text,
  };
}

/**
 * What is asked: `trace` of `/api/runs/1/trace`, `walk` of `/api/walk`, `run` of `/api/runs/1`.
 * @param {string} path
 * @param {unknown} given
 */
export function requestOf(path, given) {
  const [, , ...parts] = path.split("/");
  const own = /** @type {Record<string, unknown>} */ (given ?? {});
  if (parts[0] !== "runs" || parts.length === 1) return { call: parts.join("/"), arguments: own };
  const [, run, ...rest] = parts;
  return { call: rest.join("/") || "run", arguments: { ...own, run } };
}
