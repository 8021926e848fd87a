/** Screens of the studio in a notebook: traits are what the address is in the studio. */

import { html, render, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { createScope, KeyScope } from "holdfast/keys.js";
import { all, first, hrefOf, parseRoute } from "holdfast/route.js";
import { kernelApi } from "holdfast/widget_api.js";

/** @import { Route } from "holdfast/types.d.ts" */
/** @import { KernelModel } from "holdfast/widget_api.js" */

const TRAITS = ["at", "watch", "path"];

/** Components by the first part of a route. @typedef {Record<string, any>} Screens */

/**
 * The route that the traits of a widget describe; what they do not describe is kept.
 * @param {KernelModel} model
 * @param {Route["query"]} [kept]
 */
export function routeOf(model, kept = {}) {
  const at = model.get("at") ?? null;
  const path = (model.get("path") ?? []).join(".");
  const watch = model.get("watch") ?? [];
  const query = { ...kept, watch, path, at: at === null ? null : `${at}` };
  return parseRoute(hrefOf(model.get("screen"), query));
}

/**
 * Tell the traits where a widget is.
 * @param {KernelModel} model
 * @param {Route} route
 */
export function tellTraits(model, route) {
  model.set("screen", route.parts);
  if (model.get("path") !== undefined) {
    const at = Number(first(route, "at") ?? 0);
    model.set("at", at > 0 ? at : null);
    model.set("watch", all(route, "watch"));
    model.set("path", (first(route, "path") ?? "").split(".").filter(Boolean));
  }
  model.save_changes();
}

/** @param {{model: KernelModel, screens: Screens}} props */
function Widget({ model, screens }) {
  const [route, setRoute] = useState(() => routeOf(model));
  const [version, setVersion] = useState(0);
  const api = useMemo(() => kernelApi(model), [model]);
  const scope = useMemo(createScope, [model]);
  useEffect(() => {
    const follow = () => setRoute((before) => routeOf(model, before.query));
    const read = () => model.get("diagram") !== api.text() && setVersion((old) => old + 1);
    for (const name of TRAITS) model.on(`change:${name}`, follow);
    model.on("change:diagram", read);
    return () => {
      for (const name of TRAITS) model.off(`change:${name}`, follow);
      model.off("change:diagram", read);
      api.close();
    };
  }, [model, api]);
  /** @param {string} href */
  const navigate = (href) => {
    const next = parseRoute(href);
    setRoute(next);
    tellTraits(model, next);
  };
  const Screen = screens[route.parts[0]];
  const home = model.get("home");
  return html`
    <${KeyScope.Provider} value=${scope}>
      <div class="widget" tabindex="-1" onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        // The notebook has keys of its own.
        event.stopPropagation();
        scope.press(event);
      }}>
        ${home[0] !== route.parts[0] &&
          html`<p class="widget-bar"><button type="button" onClick=${() =>
            navigate(hrefOf(home, { watch: all(route, "watch") }))}>Back to the trace</button></p>`}
        <div class="widget-screen">
          <${Screen} api=${api} route=${route} navigate=${navigate}
            key=${`${route.parts[0]} ${version}`} />
        </div>
      </div>
      <//>
  `;
}

/** Whether the notebook is dark; null if it does not tell. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "false";
  return vscodeThemeKind === undefined ? null : vscodeThemeKind.includes("dark");
}

/**
 * The styles of the page for a shadow root, so that they are not those of the notebook.
 * @param {string} text
 */
export function scopedStyles(text) {
  return text.replace(/:root(\[[^\]]*\])/g, ":host($1)").replaceAll(":root", ":host")
    .replace(/(^|[,{}\s])(?:html|body)(?=\s*[,{])/g, "$1:host");
}

/**
 * A widget with some screens, for anywidget.
 * @param {Screens} screens
 */
export function widgetWith(screens) {
  /** @param {{model: KernelModel, el: HTMLElement}} given */
  const draw = ({ model, el }) => {
    const host = document.createElement("div");
    host.className = "holdfast-widget";
    const dress = () => {
      const dark = isDark();
      if (dark !== null) host.dataset.theme = dark ? "dark" : "light";
    };
    dress();
    const themes = new MutationObserver(dress);
    themes.observe(document.body, { attributes: true });
    const root = host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = scopedStyles(model.get("style_text"));
    const inside = document.createElement("div");
    root.append(style, inside);
    el.append(host);
    render(html`<${Widget} model=${model} screens=${screens} />`, inside);
    return () => {
      themes.disconnect();
      render(null, inside);
    };
  };
  return { render: draw };
}
