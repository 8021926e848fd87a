/** One text of the project: read, changed, saved; changes of others are noticed. */

import { useEffect, useRef, useState } from "holdfast/vendor/preact.js";

/** @import { Api } from "holdfast/types.d.ts" */

/**
 * A text with the state of its file. `start` is what an editor begins with; `version` counts how
 * often that was replaced. `theirs` is a text that others saved while this one was being changed.
 * @typedef {{path: string, start: string, version: number, text: string, saved: string, tag: string,
 *   theirs: {text: string, tag: string} | null}} Text
 */

/**
 * A text of the project. `drafts` are texts that were left with changes that are not saved.
 * @param {Api} api
 * @param {string} path
 * @param {Map<string, Text>} drafts
 */
export function useText(api, path, drafts) {
  const [text, setText] = useState(/** @type {Text | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const now = useRef(text);
  now.current = text;
  useEffect(() => {
    return followed(api, path, (found) => {
      setError(null);
      setText((before) => afterReading(draftOr(before, path, drafts), path, found));
    }, setError);
  }, [api, path]);
  useEffect(() => {
    if (text?.path !== path) return;
    if (text.text === text.saved) drafts.delete(path);
    else drafts.set(path, text);
  }, [text]);
  const edit = (/** @type {string} */ value) =>
    setText((before) => before && { ...before, text: value });
  /** @param {string | null} [tag] of the text that this one replaces */
  const save = async (tag) => {
    const { current } = now;
    if (!current || (current.text === current.saved && !tag)) return true;
    const { text: value } = current;
    try {
      const written = await api.write(path, value, tag ?? current.tag);
      const change = { saved: value, tag: written.tag, theirs: null };
      setText((before) => before && { ...before, ...change });
      return true;
    } catch (failure) {
      if (/** @type {any} */ (failure).status !== 412) throw failure;
      const theirs = await api.read(path);
      setText((before) => before && { ...before, theirs });
      return false;
    }
  };
  const takeTheirs = () =>
    setText((before) => before?.theirs ? fresh(before, path, before.theirs) : before);
  return { text: text?.path === path ? text : null, error, edit, save, takeTheirs };
}

/**
 * Read a file, again whenever it may have changed: also when the stream of events begins, since a
 * change before that was reported to nobody. Until the returned function is called.
 * @param {Pick<Api, "read" | "subscribe">} api
 * @param {string} path
 * @param {(found: {text: string, tag: string}) => void} onText
 * @param {(failure: Error) => void} onFailure
 */
export function followed(api, path, onText, onFailure) {
  let asked = 0;
  const read = () => {
    // A response may come after that of a later request.
    const own = ++asked;
    api.read(path).then(
      (found) => own === asked && onText(found),
      (failure) => own === asked && onFailure(failure),
    );
  };
  read();
  const stop = api.subscribe((event) => {
    if (event.event === "listening" || event.event === "file" && event.path === path) read();
  });
  return () => {
    asked = -1;
    stop();
  };
}

/**
 * The text that an editor had, or that an earlier one has left.
 * @param {Text | null} before
 * @param {string} path
 * @param {Map<string, Text>} drafts
 */
export function draftOr(before, path, drafts) {
  const draft = drafts.get(path);
  if (before?.path === path || !draft) return before;
  return { ...draft, start: draft.text, version: draft.version + 1 };
}

/**
 * @param {Text | null} before
 * @param {string} path
 * @param {{text: string, tag: string}} found
 * @returns {Text}
 */
export function afterReading(before, path, found) {
  if (!before || before.path !== path) return fresh(before, path, found);
  if (before.tag === found.tag) return before;
  const isChanged = before.text !== before.saved;
  if (before.text === found.text) return { ...before, saved: found.text, tag: found.tag };
  return isChanged ? { ...before, theirs: found } : fresh(before, path, found);
}

/** @param {Text | null} before @param {string} path @param {{text: string, tag: string}} found */
function fresh(before, path, found) {
  const { text, tag } = found;
  const version = (before?.version ?? 0) + 1;
  return { path, start: text, version, text, saved: text, tag, theirs: null };
}
