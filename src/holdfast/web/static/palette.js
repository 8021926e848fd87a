/** The palette: every command with its keys, found by typing; `?` lists those with keys. */

import { html, useLayoutEffect, useRef, useState } from "holdfast/vendor/preact.js";

/** @import { Command } from "holdfast/types.d.ts" */
/** @import { Scope } from "holdfast/keys.js" */

/** @param {{scope: Scope, close: () => void, keysOnly: boolean}} props */
export function Palette({ scope, close, keysOnly }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const commands = useRef(/** @type {Command[] | null} */ (null));
  commands.current ??= offered(scope.list(), keysOnly);
  const found = matching(commands.current, text);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  /** @param {Command} command */
  const choose = (command) => {
    close();
    command.run();
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) setAt((before) => Math.max(0, Math.min(found.length - 1, before + move)));
    else if (event.key === "Enter" && found[at]) choose(found[at]);
    else if (event.key !== "Escape") return event.stopPropagation();
    else close();
    event.stopPropagation();
    event.preventDefault();
  };
  return html`
    <dialog ref=${dialog} class="palette" aria-label=${keysOnly ? "Keys" : "Commands"}
      onCancel=${close} onKeyDown=${press} onClick=${outside(close)}>
      <input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list"
        aria-activedescendant=${found[at] && `command-${found[at].id}`}
        aria-label="Search commands" placeholder="Search commands" value=${text} autofocus
        onInput=${(/** @type {any} */ event) => {
          setText(event.target.value);
          setAt(0);
        }} />
      <ul id="palette-list" role="listbox" aria-label="Commands">
        ${found.map((command, index) =>
          html`
            <li role="option" key=${command.id} id=${`command-${command.id}`}
              aria-selected=${index === at ? "true" : "false"} onClick=${() => choose(command)}>
              <span>${command.title}</span>
              <span class="keys">${(command.keys ?? []).map((key) =>
                html`<kbd key=${key}>${keyName(key)}</kbd>`
              )}</span>
            </li>
          `
        )}
        ${found.length === 0 &&
          html`<li class="muted" role="option" aria-selected="false">none</li>`}
      </ul>
    </dialog>
  `;
}

/**
 * The commands that can be chosen, the newest of each name.
 * @param {Command[]} commands
 * @param {boolean} keysOnly
 */
export function offered(commands, keysOnly) {
  /** @type {Map<string, Command>} */
  const byName = new Map();
  for (const command of commands) if (!byName.has(command.id)) byName.set(command.id, command);
  return [...byName.values()].filter((each) => !each.disabled && (!keysOnly || each.keys?.length));
}

/**
 * The commands whose title has all words of a text.
 * @param {Command[]} commands
 * @param {string} text
 */
export function matching(commands, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((each) => words.every((word) => each.title.toLowerCase().includes(word)));
}

/** @param {string} key */
function keyName(key) {
  /** @type {Record<string, string>} */
  const names = { ArrowDown: "Down", ArrowUp: "Up", Escape: "Esc" };
  return key.split("+").map((part) => names[part] ?? part).join(" ");
}

/** @param {() => void} close */
function outside(close) {
  return (/** @type {any} */ event) => event.target === event.currentTarget && close();
}
