/** Panels side by side with movable borders, remembered per width; tabs where there is no room. */

import { html, useEffect, useId, useState } from "holdfast/vendor/preact.js";

/** @import { Child } from "holdfast/vendor/preact.d.ts" */

/** @typedef {{id: string, title: string, content: Child, size?: number}} Pane */

export const NARROW = "(max-width: 899px)";
const LEAST = 160;
/** The others become narrower before the pane that takes the rest is narrower than this. */
const LEAST_REST = "22rem";
const STEP = 24;

/**
 * Panes of which one has no size and takes the rest.
 * @param {{name: string, panes: Pane[]}} props
 */
export function Split({ name, panes }) {
  const narrow = useMedia(NARROW);
  const shown = panes.filter((pane) => pane.content);
  return narrow
    ? html`<${Tabs} panes=${shown} />`
    : html`<${Columns} name=${name} panes=${shown} />`;
}

/** @param {{name: string, panes: Pane[]}} props */
function Columns({ name, panes }) {
  const [sizes, setSizes] = useState(() => rememberedSizes(name));
  /** @param {Pane} pane */
  const sizeOf = (pane) => sizes[pane.id] ?? pane.size ?? 0;
  /** @param {Pane} pane @param {number} size */
  const resize = (pane, size) => {
    const next = { ...sizes, [pane.id]: Math.max(LEAST, Math.round(size)) };
    setSizes(next);
    remember(name, next);
  };
  const rest = panes.findIndex((pane) => !pane.size);
  return html`
    <div class="split">
      ${panes.map((pane, index) => {
        const flexible = index === rest;
        const width = `${sizeOf(pane)}px`;
        const border = !flexible && html`
          <${Border} title=${pane.title} size=${sizeOf(pane)} sign=${index < rest ? 1 : -1}
            onResize=${(/** @type {number} */ size) => resize(pane, size)} />
        `;
        return html`
          ${index > rest && border}
          <section key=${pane.id} class="pane pane-${pane.id}" aria-label=${pane.title}
            style=${flexible
              ? { flex: "1 1 0", minWidth: LEAST_REST }
              : { flex: `0 1 ${width}` }}>${pane
              .content}</section>
          ${index < rest && border}
        `;
      })}
    </div>
  `;
}

/** @param {{title: string, size: number, sign: number, onResize: (size: number) => void}} props */
function Border({ title, size, sign, onResize }) {
  /** @param {PointerEvent & {currentTarget: HTMLElement}} event */
  const drag = (event) => {
    const start = event.clientX;
    const bar = event.currentTarget;
    bar.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} move */
    const follow = (move) => onResize(size + sign * (move.clientX - start));
    bar.addEventListener("pointermove", follow);
    bar.addEventListener("lostpointercapture", () => {
      bar.removeEventListener("pointermove", follow);
    }, { once: true });
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const move = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(size + sign * move);
  };
  return html`
    <div class="border" role="separator" tabindex="0" aria-orientation="vertical"
      aria-label=${`Width of ${title}`} aria-valuenow=${size} aria-valuemin=${LEAST}
      aria-valuemax="2000" onPointerDown=${drag} onKeyDown=${press}></div>
  `;
}

/** @param {{panes: Pane[]}} props */
function Tabs({ panes }) {
  const [chosen, setChosen] = useState(panes.find((pane) => !pane.size)?.id ?? panes[0]?.id);
  const id = useId();
  const current = panes.some((pane) => pane.id === chosen) ? chosen : panes[0]?.id;
  return html`
    <div class="tabbed">
      <div role="tablist" aria-label="Panels" onKeyDown=${moveInTabs}>
        ${panes.map((pane) =>
          html`
            <button type="button" role="tab" key=${pane.id} id=${`${id}-${pane.id}`}
              aria-selected=${pane.id === current ? "true" : "false"}
              aria-controls=${`${id}-panel-${pane.id}`}
              tabindex=${pane.id === current ? 0 : -1}
              onClick=${() => setChosen(pane.id)}>${pane.title}</button>
          `
        )}
      </div>
      ${panes.map((pane) =>
        html`
          <section role="tabpanel" key=${pane.id} id=${`${id}-panel-${pane.id}`}
            class="pane pane-${pane.id}" aria-labelledby=${`${id}-${pane.id}`}
            hidden=${pane.id !== current}>${pane.content}</section>
        `
      )}
    </div>
  `;
}

/** @param {any} event */
function moveInTabs(event) {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {string} */ (event.key)];
  if (!move) return;
  event.stopPropagation();
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(document.activeElement) + move + tabs.length) % tabs.length];
  next.focus();
  next.click();
}

/** @param {string} query */
export function useMedia(query) {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setMatches(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/** @param {string} name @returns {Record<string, number>} */
function rememberedSizes(name) {
  try {
    return JSON.parse(localStorage.getItem(storageName(name)) ?? "{}");
  } catch {
    return {}; // a frame without storage has the usual sizes
  }
}

/** @param {string} name @param {Record<string, number>} sizes */
function remember(name, sizes) {
  try {
    localStorage.setItem(storageName(name), JSON.stringify(sizes));
  } catch { /* a frame without storage forgets them */ }
}

/** @param {string} name */
function storageName(name) {
  return `holdfast.split.${name}.${Math.round(innerWidth / 200) * 200}`;
}
