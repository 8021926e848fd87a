/** The picture that a spec makes of a state (`AnimView`), and a trace as a film of them. */

import { h, html, useEffect, useRef, useState } from "holdfast/vendor/preact.js";
import { first, withQuery } from "holdfast/route.js";
import { ErrorBox } from "holdfast/words.js";

/** @import { Api, ScreenProps } from "holdfast/types.d.ts" */

/** @typedef {{name: string, attributes: Record<string, string>, text: string, children: Drawn[]}} Drawn */
/** @typedef {{definition: string | null, picture: Drawn | null, dropped: string[], error: any}} Animated */

/** Milliseconds of a state in a film. */
const PACE = 900;

/** The server keeps a list of elements and attributes; these are drawn at all. */
const ELEMENTS = new Set(
  ("svg g line circle ellipse rect path polyline polygon text tspan title desc defs marker " +
    "linearGradient radialGradient stop clipPath use symbol").split(" "),
);

/**
 * The elements of a picture. Those with an id stay the same element from state to state, so that
 * they move.
 * @param {Drawn} drawn
 * @param {number} place
 * @returns {any}
 */
function elementOf(drawn, place) {
  if (!ELEMENTS.has(drawn.name)) return null;
  const children = drawn.children.map(elementOf);
  const kept = Object.entries(drawn.attributes).filter(([name]) => !/^on|html$/i.test(name));
  const key = drawn.attributes.id ?? `${drawn.name} ${place}`;
  return h(drawn.name, { ...Object.fromEntries(kept), key }, drawn.text || null, ...children);
}

/**
 * The picture of one state; the one before stays until it is there.
 * @param {{ask: () => Promise<Animated>, question: string, label: string}} props
 */
export function StatePicture({ ask, question, label }) {
  const [found, setFound] = useState(/** @type {Animated | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    let current = true;
    ask().then(
      (answer) => {
        if (!current) return;
        setFound(answer);
        setError(null);
      },
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [question]);
  if (error) return html`<${ErrorBox} error=${error} />`;
  if (!found) return html`<p class="muted">Drawing</p>`;
  if (found.definition === null) {
    return html`<p class="muted">The spec has no picture: define <code>AnimView</code> with the
      module SVG, or in a module of its own, <code>Spec_anim.tla</code>.</p>`;
  }
  if (found.error) return html`<${ErrorBox} error=${found.error} />`;
  if (!found.picture) return null;
  const root = found.picture;
  const isWhole = root.name === "svg";
  return html`
    <figure class="state-picture">
      <${Frame} label=${label} attributes=${isWhole ? root.attributes : {}} question=${question}>
        ${isWhole ? root.children.map(elementOf) : elementOf(root, 0)}
      <//>
      ${found.dropped.length > 0 &&
        html`<figcaption class="muted">Not drawn: ${found.dropped.join(", ")}</figcaption>`}
    </figure>
  `;
}

/** An `svg` that shows all of its contents. @param {any} props */
function Frame({ label, attributes, question, children }) {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [box, setBox] = useState(attributes.viewBox ?? null);
  const given = attributes.viewBox ?? null;
  useEffect(() => {
    if (given || !svg.current) return;
    const { x, y, width, height } = svg.current.getBBox();
    if (!width && !height) return;
    // It only grows: otherwise the picture would jump from state to state.
    const [left, top, wide, high] = (box ?? `${x} ${y} ${width} ${height}`).split(" ").map(Number);
    const [l, t] = [Math.min(left, x - 8), Math.min(top, y - 8)];
    const right = Math.max(left + wide, x + width + 8);
    const bottom = Math.max(top + high, y + height + 8);
    const next = [l, t, right - l, bottom - t].map((n) => Math.round(n)).join(" ");
    if (next !== box) setBox(next);
  }, [question, children]);
  return h(
    "svg",
    { ref: svg, role: "img", "aria-label": label, class: "anim", viewBox: given ?? box },
    children,
  );
}

/**
 * Whether a model has pictures: null until it is known, and if it has none.
 * @param {Api} api
 * @param {(number: number) => Record<string, unknown>} bodyOf the request about a state
 * @param {string} about the model
 * @param {string} question the model and its states
 * @param {boolean} isReady whether there is a state
 */
export function usePicture(api, bodyOf, about, question, isReady) {
  const [known, setKnown] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let current = true;
    setKnown(null);
    if (!isReady) return;
    api.post("/api/animate", bodyOf(1)).then(
      (answer) => current && answer.definition !== null && setKnown(about),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [about, isReady]);
  if (known !== about) return null;
  return (/** @type {number} */ number) =>
    html`
      <${StatePicture} ask=${() => api.post("/api/animate", bodyOf(number))}
        question=${`${question} ${number}`} label=${`Picture of state ${number}`} />
    `;
}

/** A trace as a film. @param {ScreenProps} props */
export function AnimScreen({ api, route, navigate }) {
  const id = route.parts[1];
  const [length, setLength] = useState(0);
  const [labels, setLabels] = useState(/** @type {(string | null)[]} */ ([]));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [isPlaying, setPlaying] = useState(false);
  const at = Math.min(Math.max(1, Number(first(route, "at") ?? 1) || 1), Math.max(1, length));
  const go = (/** @type {number} */ number) =>
    navigate(withQuery(route, { at: String(number) }), { replace: true });
  useEffect(() => {
    api.get(`/api/runs/${id}/trace`).then((trace) => {
      setLength(trace.length);
      setLabels(trace.steps.map((/** @type {any} */ step) => step.label));
    }, setError);
  }, [api, id]);
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= length) return setPlaying(false);
    const next = setTimeout(() => go(at + 1), PACE);
    return () => clearTimeout(next);
  }, [isPlaying, at, length]);
  if (error) return html`<${ErrorBox} error=${error} />`;
  if (!length) return html`<p class="loading" aria-live="polite">Loading</p>`;
  const play = () => {
    if (at >= length) go(1);
    setPlaying(!isPlaying);
  };
  return html`
    <div class="drawing-screen">
      <header class="screen-bar">
        <h1>Run ${id}: picture</h1>
        <button type="button" disabled=${at <= 1} onClick=${() => go(at - 1)}>Back</button>
        <button type="button" class="primary" onClick=${play}>${isPlaying
          ? "Pause"
          : "Play"}</button>
        <button type="button" disabled=${at >= length} onClick=${() => go(at + 1)}>Next</button>
        <label for="anim-at" class="sr-only">State</label>
        <input id="anim-at" type="range" min="1" max=${length} value=${at}
          onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
        <span role="status">state ${at} of ${length} <code>${labels[at - 1] ??
          "initial"}</code></span>
      </header>
      <div class="anim-room">
        <${StatePicture} question=${`${id} ${at}`} label=${`Picture of state ${at}`}
          ask=${() => api.post("/api/animate", { state: { run: id, number: at } })} />
      </div>
    </div>
  `;
}
