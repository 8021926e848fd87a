/** The trace of a run in the explorer; with `vs`, beside that of another run. */

import { html, useMemo, useState } from "holdfast/vendor/preact.js";
import { Explorer } from "holdfast/explorer.js";
import { usePicture } from "holdfast/anim.js";
import { first, hrefOf, withQuery } from "holdfast/route.js";
import { lookHref, lookOf } from "holdfast/look.js";
import { Compare } from "holdfast/compare.js";
import { Share } from "holdfast/share.js";
import { useRun, useStudio } from "holdfast/studio.js";
import { useRunTrace } from "holdfast/trace_data.js";
import { ErrorBox } from "holdfast/words.js";

/** @import { Api, ScreenProps, Step } from "holdfast/types.d.ts" */
/** @import { Lens } from "holdfast/explorer.js" */
/** @import { Seen } from "holdfast/trace_data.js" */

/** @param {ScreenProps} props */
export function TraceScreen({ api, route, navigate }) {
  const id = route.parts[1];
  const { run } = useRun(api, id);
  const isInStudio = useStudio().project !== null;
  const watch = route.query.watch ?? [];
  const isOpen = run !== null && run.status !== "ended";
  const { seen, error } = useRunTrace(api, id, watch, isOpen);
  const lens = useMemo(() => seen && runLens(api, id, watch), [api, id, seen]);
  const ofState = (/** @type {number} */ number) => ({ model: { run: id }, number });
  const hasStates = isInStudio && (seen?.length ?? 0) > 0;
  const picture = usePicture(api, ofState, `run ${id}`, `run ${id}`, hasStates);
  const [isShared, setShared] = useState(first(route, "share") === "1");
  const versus = first(route, "vs");
  if (isOpen && !seen) return html`<p class="loading">The trace appears when run ${id} ends.</p>`;
  if (error) {
    return html`
      <div class="page">
        <h1>Run ${id}</h1>
        <${ErrorBox} error=${error} linked />
      </div>
    `;
  }
  if (!seen || !lens) return html`<p class="loading">Loading</p>`;
  if (versus) {
    return html`
      <${Compare} api=${api} run=${id} versus=${versus} route=${route}
        navigate=${navigate} />
    `;
  }
  const spec = run?.request.spec ?? "";
  /** @param {number} number @param {Step} step */
  const take = async (number, step) => {
    await seen.load(1, number);
    const keys = keysUpTo(seen, number);
    const path = [...keys, step.key].join(".");
    navigate(hrefOf(["step", ...spec.split("/")], { run: id, path, at: `${number + 1}`, watch }));
  };
  const tools = html`
    <${Versus} run=${id} spec=${spec} onChoose=${(/** @type {string} */ vs) =>
      navigate(withQuery(route, { vs }))} />
    ${isInStudio &&
      html`<button type="button" onClick=${() => setShared(true)}>Share</button>`}
  `;
  return html`
    <${Explorer} seen=${seen} look=${lookOf(route, seen.length)} lens=${{ ...lens, picture }}
      onTake=${take}
      title=${traceTitle(isInStudio ? `Run ${id}` : "Trace", seen)} tools=${tools}
      change=${(/** @type {any} */ changes) =>
        navigate(lookHref(route, changes), { replace: changes.view === undefined })}
      onInitial=${() => navigate(hrefOf(["step", ...spec.split("/")], { run: id, watch }))} />
    ${isShared && run && html`
      <${Share} api=${api} run=${run} route=${route}
        close=${() => setShared(false)} />
    `}
  `;
}

/** @param {string} name @param {Seen} seen */
function traceTitle(name, seen) {
  const what = seen.kind === "deadlock" ? "deadlock" : `${seen.property ?? seen.kind} violated`;
  return html`${name} <span class="tone-bad">${seen.kind ? what : "trace"}</span>`;
}

/**
 * @param {Api} api
 * @param {string} run
 * @param {string[]} watch
 * @returns {Lens}
 */
function runLens(api, run, watch) {
  const model = { run };
  return {
    question: `run ${run} ${watch.join("\n")}`,
    next: (number) => api.post("/api/walk", { model, number }),
    explain: (number, formula) => api.post("/api/explain", { model, number, formula }),
    why: (number, action) => api.post("/api/why", { model, number, action }),
    lanes: (by) => api.get(`/api/runs/${run}/lanes`, { by }),
    picture: null,
  };
}

/** @param {Seen} seen @param {number} number */
function keysUpTo(seen, number) {
  return Array.from({ length: number }, (_, index) => seen.step(index + 1)?.key ?? "");
}

/** @param {{run: string, spec: string, onChoose: (run: string) => void}} props */
function Versus({ run, spec, onChoose }) {
  const { project } = useStudio();
  const others = (project?.runs ?? []).filter((other) =>
    other.run !== run && other.request.spec === spec && other.verdict === "violated"
  );
  if (others.length === 0) return null;
  return html`
    <select aria-label="Compare with another run" value=""
      onChange=${(/** @type {any} */ event) => onChoose(event.target.value)}>
      <option value="">compare with</option>
      ${others.map((other) =>
        html`<option key=${other.run} value=${other.run}>run ${other.run} ${
          other.property ?? ""
        }</option>`
      )}
    </select>
  `;
}
