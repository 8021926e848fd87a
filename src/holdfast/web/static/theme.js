/** Light, dark, or as the system has it: a switch with three positions. */

import { html, useEffect, useState } from "holdfast/vendor/preact.js";

const CHOICES = [["system", "Auto"], ["light", "Light"], ["dark", "Dark"]];

/** The theme that was chosen before, applied to the page. */
export function useTheme() {
  const [theme, setTheme] = useState(() => localStorage.getItem("holdfast.theme") ?? "system");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("holdfast.theme", theme);
  }, [theme]);
  return /** @type {const} */ ([theme, setTheme]);
}

/** @param {{theme: string, onChange: (theme: string) => void}} props */
export function ThemeSwitch({ theme, onChange }) {
  return html`
    <fieldset class="segmented" aria-label="Theme">
      ${CHOICES.map(([value, label]) =>
        html`
          <label key=${value}>
            <input
              type="radio"
              name="theme"
              value=${value}
              checked=${theme === value}
              onChange=${() => onChange(value)}
            />
            <span>${label}</span>
          </label>
        `
      )}
    </fieldset>
  `;
}
