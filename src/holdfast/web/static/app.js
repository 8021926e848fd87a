/** The shell: bar on top, the screen of the route, running jobs at the bottom, palette, keys. */

import { html, useEffect, useMemo, useRef, useState } from "holdfast/vendor/preact.js";
import { createApi } from "holdfast/api.js";
import { first, modelOf, parseRoute, routeOfSpec } from "holdfast/route.js";
import { createScope, KeyScope, useCommands } from "holdfast/keys.js";
import { StudioContext, useJobs, useProject, useRun, useStudio } from "holdfast/studio.js";
import { useTheme } from "holdfast/theme.js";
import { Screen, screenOf } from "holdfast/screens.js";
import { TopBar } from "holdfast/top_bar.js";
import { JobLine } from "holdfast/job_line.js";
import { Palette } from "holdfast/palette.js";

/** @import { Api, Model, Navigate, Route } from "holdfast/types.d.ts" */

/** @param {{token: string | null, nonce: string}} props */
export function App({ token, nonce }) {
  const [connection, setConnection] = useState("connected");
  const api = useMemo(() => token ? createApi(token, setConnection) : null, [token]);
  useEffect(() => api?.listen(), [api]);
  if (!api || connection === "rejected") return html`<${NoKey} />`;
  return html`<${Shell} api=${api} nonce=${nonce} lost=${connection === "lost"} />`;
}

/** @param {{api: Api, nonce: string, lost: boolean}} props */
function Shell({ api, nonce, lost }) {
  const [route, navigate] = useRoute();
  const [project, reload] = useProject(api);
  const [notice, setNotice] = useState("");
  const [open, setOpen] = useState(/** @type {null | "palette" | "keys"} */ (null));
  const [theme, setTheme] = useTheme();
  const jobs = useJobs(api);
  const scope = useMemo(createScope, []);
  const language = useRef(null);
  const drafts = useMemo(() => new Map(), []);
  const studio = { project, jobs, nonce, language, drafts, reload, notify: setNotice };
  useEffect(() => {
    /** @param {BeforeUnloadEvent} event */
    const ask = (event) => drafts.size > 0 && event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [drafts]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const isInDialog = event.target instanceof Element && event.target.closest("dialog");
      if (!isInDialog) scope.press(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [scope]);
  useEffect(() => setOpen(null), [route]);
  useEffect(() => {
    if (!notice) return;
    const hide = setTimeout(() => setNotice(""), 6000);
    return () => clearTimeout(hide);
  }, [notice]);
  return html`
    <${KeyScope.Provider} value=${scope}>
      <${StudioContext.Provider} value=${studio}>
        <${ShellCommands} navigate=${navigate} open=${setOpen} theme=${theme} setTheme=${setTheme} />
        <${Place} api=${api} route=${route} navigate=${navigate} theme=${theme} setTheme=${setTheme}
          openPalette=${() => setOpen("palette")} />
        <${JobLine} api=${api} navigate=${navigate} lost=${lost} notice=${notice} />
        ${open &&
          html`<${Palette} keysOnly=${open === "keys"} scope=${scope} close=${() =>
            setOpen(null)} />`}
      <//>
    <//>
  `;
}

/**
 * The bar and the screen of a route, with the model that the route is about.
 * @param {{api: Api, route: Route, navigate: Navigate, theme: string,
 *   setTheme: (theme: string) => void, openPalette: () => void}} props
 */
function Place({ api, route, navigate, theme, setTheme, openPalette }) {
  const [kind, id] = route.parts;
  const ofRun = kind === "run" || kind === "proof" || kind === "mine";
  const { run } = useRun(api, ofRun ? id : first(route, "run"));
  const about = routeOfSpec(route, useStudio().project);
  const model = useMemo(() => aboutOf(about, ofRun, run?.request), [about, run]);
  const screen = screenOf(route);
  const shown = useRef(screen);
  useEffect(() => {
    const about = model?.spec ?? route.parts.slice(1).join("/");
    document.title = [screen, about.split("/").at(-1), "holdfast"].filter(Boolean).join(" - ");
  }, [screen, model?.spec]);
  useEffect(() => {
    if (shown.current !== screen) document.getElementById("main")?.focus();
    shown.current = screen;
  }, [screen]);
  return html`
    <${TopBar} api=${api} route=${route} navigate=${navigate} model=${model}
      theme=${theme}
      setTheme=${setTheme} openPalette=${openPalette} />
    <main id="main" tabindex="-1">
      <${Screen} api=${api} route=${route} navigate=${navigate} />
    </main>
  `;
}

/**
 * @param {Route} route
 * @param {boolean} ofRun
 * @param {Model | undefined} request
 * @returns {Model | null}
 */
function aboutOf(route, ofRun, request) {
  if (route.parts[0] === "spec") return modelOf(route);
  if (route.parts[0] === "step") {
    return request ?? { ...modelOf(route), spec: route.parts.slice(1).join("/") };
  }
  return ofRun && request ? request : null;
}

/** @param {any} props */
function ShellCommands({ navigate, open, theme, setTheme }) {
  const themes = ["system", "light", "dark"];
  useCommands([
    { id: "palette", title: "All commands", keys: ["Ctrl+K"], run: () => open("palette") },
    { id: "keys", title: "List of keys", keys: ["?"], run: () => open("keys") },
    { id: "home", title: "Go to the project", run: () => navigate("#/") },
    {
      id: "theme",
      title: "Switch between automatic, light and dark",
      run: () => setTheme(themes[(themes.indexOf(theme) + 1) % 3]),
    },
  ]);
  return null;
}

function NoKey() {
  return html`
    <main class="no-key">
      <h1>holdfast studio</h1>
      <p>This page needs the address that <code>holdfast studio</code> printed, with its key.</p>
      <p>A key works once. Press Enter in that terminal to get another address.</p>
    </main>
  `;
}

/** @returns {[Route, Navigate]} */
function useRoute() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const route = useMemo(() => parseRoute(hash), [hash]);
  /** @type {Navigate} */
  const navigate = (href, { replace = false } = {}) => {
    history[replace ? "replaceState" : "pushState"](null, "", href);
    setHash(location.hash);
  };
  return [route, navigate];
}
