/** A walk through a spec: choose an initial state, take steps, go back; branches are kept. */

import { html, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { usePicture } from "holdfast/anim.js";
import { keepBranch } from "holdfast/branches.js";
import { Explorer } from "holdfast/explorer.js";
import { all, first, hrefOf, modelOf, withQuery } from "holdfast/route.js";
import { lookHref, lookOf } from "holdfast/look.js";
import { seenWhole, useWalk } from "holdfast/trace_data.js";
import { ErrorBox } from "holdfast/words.js";

/** @import { Api, Model, Route, ScreenProps, Step, Walk } from "holdfast/types.d.ts" */
/** @import { Branch } from "holdfast/branches.js" */
/** @import { Lens } from "holdfast/explorer.js" */

/** @param {ScreenProps} props */
export function StepScreen({ api, route, navigate }) {
  const path = useMemo(() => pathOf(route), [route]);
  const watch = all(route, "watch");
  const model = useMemo(() => modelOf(route), [JSON.stringify(modelOf(route))]);
  const { walk, error, isCurrent } = useWalk(api, model, path, watch);
  const [branches, setBranches] = useState(/** @type {Branch[]} */ ([]));
  const [left, setLeft] = useState(/** @type {number | undefined} */ (undefined));
  const isUnproved = model.from === "cti";
  useEffect(() => setBranches([]), [model]);
  useEffect(() => {
    if (!walk || !isCurrent || path.length > 0) return;
    setLeft(walk.next.length + (walk.more ?? 0));
    if (walk.next.length === 1 && walk.more === 0) {
      navigate(withQuery(route, { path: walk.next[0].key, at: "1" }), { replace: true });
    }
  }, [walk, isCurrent]);
  const seen = useMemo(() => walk && seenOf(walk, isUnproved), [walk, isUnproved]);
  const lens = useMemo(() => walk && walkLens(api, model, walk), [api, model, walk]);
  const ofState = (/** @type {number} */ number) => ({ model, path: walk?.path.slice(0, number) });
  const about = JSON.stringify(model);
  const hasStates = (walk?.steps.length ?? 0) > 0;
  const picture = usePicture(api, ofState, about, lens?.question ?? "", hasStates);
  if (error) {
    return html`
      <div class="page">
        <h1>Step</h1>
        <${ErrorBox} error=${error} linked />
      </div>
    `;
  }
  if (!walk || !seen || !lens) return html`<p class="loading">Loading</p>`;
  /** @param {string[]} next */
  const go = (next) => {
    setBranches((before) => keepBranch(before, path, next));
    navigate(withQuery(route, { path: next.join("."), at: `${next.length}` }));
  };
  /** @param {number} number @param {Step} step */
  const take = (number, step) => isCurrent && go([...walk.path.slice(0, number), step.key]);
  const spec = route.parts.slice(1).join("/");
  // If there is one state to begin with, it is not chosen.
  const least = isUnproved || left === 1 ? 1 : 0;
  const back = () => path.length > least && go(path.slice(0, -1));
  const restart = () => go(walk.path.slice(0, least));
  const explorer = html`
    <${Explorer} seen=${seen} look=${lookOf(route, seen.length)} lens=${{ ...lens, picture }}
      onTake=${take} onBack=${back} initialCount=${left}
      onInitial=${least === 1 ? undefined : restart}
      title=${isUnproved ? "Step from an unproved state" : `Step through ${spec.split("/").at(-1)}`}
      note=${isUnproved && html`<${Unproved} run=${String(model.run)} />`}
      tools=${html`
        <button type="button" disabled=${path.length <=
          least} onClick=${back} title="u">Back</button>
        <button type="button" disabled=${path.length <= least}
          onClick=${restart}>Start again</button>
      `}
      change=${(/** @type {any} */ changes) =>
        navigate(lookHref(route, changes), { replace: changes.view === undefined })}
      more=${html`
        ${walk.ended && html`<${Ended} walk=${walk} />`}
        <${Branches} branches=${branches} go=${go} />
      `} />
  `;
  return isUnproved ? html`<div class="from-cti">${explorer}</div>` : explorer;
}

/** What a walk from a counterexample to induction is not. @param {{run: string}} props */
function Unproved({ run }) {
  return html`
    <p class="cti unproved" role="note">
      This walk begins in a state that is <b>not known to be reachable</b>: the one before the step
      of the counterexample to induction of <a href=${hrefOf(["proof", run])}>proof ${run}</a>.
      What is FALSE here need not be FALSE in any behaviour of the spec.
    </p>
  `;
}

/** @param {Route} route */
function pathOf(route) {
  return (first(route, "path") ?? "").split(".").filter(Boolean);
}

/** @param {Walk} walk @param {boolean} isUnproved */
function seenOf({ steps, invariants, variables }, isUnproved) {
  const nothing = { loop: null, property: null, kind: null, reason: null };
  const seen = seenWhole({ ...nothing, length: steps.length, invariants, variables, steps });
  return isUnproved ? { ...seen, start: "unproved" } : seen;
}

/**
 * @param {Api} api
 * @param {Model} model
 * @param {Walk} walk
 * @returns {Lens}
 */
function walkLens(api, model, walk) {
  /** @param {number} number */
  const upTo = (number) => walk.path.slice(0, number);
  return {
    question: `${JSON.stringify(model)} ${walk.path.join(".")}`,
    known: (number) => number >= walk.steps.length ? walk : null,
    next: (number) => api.post("/api/walk", { model, path: upTo(number), watch: [] }),
    explain: (number, formula) => api.post("/api/explain", { model, path: upTo(number), formula }),
    why: (number, action) => api.post("/api/why", { model, path: upTo(number), action }),
    lanes: walk.steps.length > 0
      ? (by) => api.post("/api/lanes", { model, path: walk.path, by })
      : null,
    picture: null,
  };
}

/** @param {{walk: Walk}} props */
function Ended({ walk }) {
  if (!walk.ended) return null;
  return html`
    <div class="error-box" role="alert">
      <p>This walk ended at state ${walk.ended.at - 1}: ${walk.ended
        .reason}. The spec may have changed.</p>
    </div>
  `;
}

/** @param {{branches: Branch[], go: (path: string[]) => void}} props */
function Branches({ branches, go }) {
  if (branches.length === 0) return null;
  return html`
    <section>
      <h3>Branches</h3>
      <ul class="plain-list">${branches.map((branch) =>
        html`
          <li key=${branch.name}><button type="button" class="link" onClick=${() =>
            go(branch.path)}>${branch.name}</button>
            <span class="muted"> leaves after state ${branch.at}, ${branch.path
              .length} states</span></li>
        `
      )}</ul>
    </section>
  `;
}
