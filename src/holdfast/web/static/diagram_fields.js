/** Small fields of the diagram editor: they commit with Enter or when the focus leaves them. */

import { html, useEffect, useId, useRef, useState } from "holdfast/vendor/preact.js";

/**
 * A line of text that is committed as a whole; Escape takes it back.
 * @param {{label: string, value: string, onCommit: (text: string) => unknown, placeholder?: string,
 *   hidden?: boolean, clear?: boolean, list?: string, inputRef?: {current: HTMLInputElement | null}}} props
 */
export function LineField({ label, value, onCommit, placeholder, hidden, clear, list, inputRef }) {
  const [text, setText] = useState(value);
  const done = useRef(value);
  const id = useId();
  useEffect(() => {
    setText(value);
    done.current = value;
  }, [value]);
  /** @param {{target: any}} event */
  const commit = ({ target }) => {
    const own = target.value;
    if (own === done.current || !own.trim()) return;
    done.current = own;
    onCommit(own.trim());
    if (clear) {
      done.current = "";
      setText("");
    }
  };
  /** @param {any} event */
  const onKeyDown = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      commit(event);
    } else if (event.key === "Escape") {
      setText(done.current);
    }
  };
  return html`
    <label class=${hidden ? "sr-only" : "field-label"} for=${id}>${label}</label>
    <input
      id=${id}
      ref=${inputRef}
      type="text"
      class="mono"
      spellcheck="false"
      autocomplete="off"
      value=${text}
      placeholder=${placeholder}
      list=${list}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)}
      onKeyDown=${onKeyDown}
      onBlur=${(/** @type {any} */ event) => clear || commit(event)}
    />
  `;
}

/**
 * @param {{label: string, value: string, choices: [string, string][],
 *   onChange: (value: string) => void, hidden?: boolean}} props
 */
export function Choice({ label, value, choices, onChange, hidden }) {
  const id = useId();
  return html`
    <label class=${hidden ? "sr-only" : "field-label"} for=${id}>${label}</label>
    <select id=${id} value=${value}
      onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      ${choices.map(([own, text]) =>
        html`<option key=${own} value=${own} selected=${own === value}>${text}</option>`
      )}
    </select>
  `;
}
