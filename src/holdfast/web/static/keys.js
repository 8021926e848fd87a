/** Commands with keys: a scope collects those of its components; the palette lists them. */

import { createContext, useContext, useEffect, useRef } from "holdfast/vendor/preact.js";

/** @import { Command } from "holdfast/types.d.ts" */

/**
 * A set of commands that components add to and take from.
 * @typedef {{add: (source: () => Command[]) => () => void, list: () => Command[],
 *   press: (event: KeyboardEvent) => boolean}} Scope
 */

/** @returns {Scope} */
export function createScope() {
  /** @type {Set<() => Command[]>} */
  const sources = new Set();
  const list = () => [...sources].reverse().flatMap((source) => source());
  return {
    add: (source) => {
      sources.add(source);
      return () => sources.delete(source);
    },
    list,
    press: (event) => {
      const name = keyOf(event);
      if (name === "Escape" && event.target instanceof HTMLInputElement) {
        event.target.blur();
        return true;
      }
      if (event.defaultPrevented || (isTyping(event.target) && !worksWhileTyping(name))) {
        return false;
      }
      const command = list().find((each) => !each.disabled && each.keys?.includes(name));
      if (!command) return false;
      event.preventDefault();
      command.run();
      return true;
    },
  };
}

/** The scope of the components below; outside of any, commands have no keys. */
export const KeyScope = createContext(/** @type {Scope | null} */ (null));

/**
 * Offer commands while the component is there.
 * @param {Command[]} commands
 */
export function useCommands(commands) {
  const scope = useContext(KeyScope);
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => scope?.add(() => latest.current), [scope]);
}

/**
 * The name of a key press: `Ctrl+Shift+Enter`, `j`, `?`. Command on a Mac counts as Ctrl.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} event
 */
export function keyOf(event) {
  const one = event.key.length === 1;
  const control = event.ctrlKey || event.metaKey;
  const key = one && control ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && (!one || control);
  return `${control ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

/**
 * Whether keys of this element are text that somebody types.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !TOGGLES.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const TOGGLES = ["checkbox", "radio", "button", "range"];

/** @param {string} name */
function worksWhileTyping(name) {
  return name.startsWith("Ctrl+") || name === "Escape";
}
