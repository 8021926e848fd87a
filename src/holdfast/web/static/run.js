/** One run on a page of its own: its request, its figures or verdict. */

import { html } from "holdfast/vendor/preact.js";
import { hrefOf } from "holdfast/route.js";
import { RunPanel } from "holdfast/run_panel.js";

/** @import { ScreenProps } from "holdfast/types.d.ts" */

/** @param {ScreenProps} props */
export function RunScreen({ api, route, navigate }) {
  const id = route.parts[1];
  /** @param {string} file @param {number} line */
  const show = (file, line) => navigate(hrefOf(["spec", ...file.split("/")], { line: `${line}` }));
  return html`
    <div class="page">
      <h1 class="sr-only">Run ${id}</h1>
      <${RunPanel} api=${api} id=${id} navigate=${navigate} onPlace=${show}
        key=${id} />
    </div>
  `;
}
