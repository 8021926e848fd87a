/** A spec: its text with diagnostics and coverage, its model, and its latest run. */

import { html, useEffect, useMemo, useRef, useState } from "holdfast/vendor/preact.js";
import { first, hrefOf, modelOf, routeOfSpec, withQuery } from "holdfast/route.js";
import { useCommands } from "holdfast/keys.js";
import { requestAt, requestOf } from "holdfast/choices.js";
import { marginOf } from "holdfast/coverage.js";
import { useText } from "holdfast/document.js";
import { Editor, showLine } from "holdfast/editor.js";
import { Evaluate } from "holdfast/evaluate.js";
import { createLsp } from "holdfast/lsp.js";
import { ConfigNote, ModelPanel, useModelInfo } from "holdfast/model_panel.js";
import { oldResult } from "holdfast/old.js";
import { Problems } from "holdfast/problems.js";
import { RunPanel } from "holdfast/run_panel.js";
import { Split } from "holdfast/split.js";
import { startRun } from "holdfast/start.js";
import { useRun, useStudio } from "holdfast/studio.js";
import { diagramOf } from "holdfast/top_bar.js";
import { ErrorBox, verdictWords } from "holdfast/words.js";

/** @import { Asked, Lens } from "holdfast/lsp_marks.js" */
/** @import { Api, Model, ScreenProps } from "holdfast/types.d.ts" */
/** @import { Problem } from "holdfast/lsp.js" */
/** @import { Studio } from "holdfast/studio.js" */

/** @param {ScreenProps} props */
export function SpecScreen({ api, route, navigate }) {
  const path = route.parts.slice(1).join("/");
  const isConfig = path.endsWith(".cfg");
  const studio = useStudio();
  const about = routeOfSpec(route, studio.project);
  const file = useText(api, path, studio.drafts);
  const [view, setView] = useState(/** @type {any} */ (null));
  const language = useLanguage(api, path, studio, navigate, (asked) => runLens(asked));
  const model = useModelInfo(api, route, isConfig ? "" : file.text?.tag ?? "");
  const id = shownRun(studio, path, first(route, "run"));
  const { run } = useRun(api, id);
  const counted = useRunText(api, run?.status === "ended" ? id : undefined, path);
  const old = oldResult(route, model.info, run, counted, file.text?.text);
  const isCounted = counted !== null && counted === file.text?.text;
  const margin = useMemo(
    () => isCounted ? marginOf(run?.envelope, path) : new Map(),
    [run, path, isCounted],
  );
  const isChanged = Boolean(file.text && file.text.text !== file.text.saved);
  const save = () => file.save().catch((error) => (studio.notify(error.message), false));
  /** @param {{command: string, model: Model, options: Record<string, unknown>}} request */
  const start = async ({ command, model: asked, options }) => {
    if (!await save()) return;
    const isProof = command === "prove" || command === "infer";
    await startRun(api, command, asked, options).then(
      (started) =>
        isProof
          ? navigate(hrefOf(["proof", started]))
          : navigate(withQuery(about, { run: started }), { replace: !isConfig }),
      (error) => studio.notify(error.message),
    );
  };
  const check = () => about.parts.length > 0 && start(requestOf(about));
  /** @param {Asked} asked */
  const runLens = (asked) =>
    asked.command === "diagram"
      ? navigate(hrefOf(["diagram", ...diagramOf(path, studio.project?.diagrams ?? []).split("/")]))
      : start(requestAt(route, asked));
  useCommands([
    ...language.lenses.flatMap(({ name, kind, commands }) =>
      commands.filter((command) => name && command !== "diagram").map((command) => ({
        id: `${command} ${name}`,
        group: "At definitions",
        title: `${command[0].toUpperCase()}${command.slice(1)} ${name}`,
        run: () => runLens({ command, name, kind }),
      }))
    ),
    { id: "check", group: "Model", title: "Save and check", keys: ["Ctrl+Enter"], run: check },
    { id: "save", group: "Text", title: "Save", keys: ["Ctrl+S"], run: save },
  ]);
  /** @param {string} name @param {number} line */
  const show = (name, line) => {
    if (name === path || name.endsWith(`/${path}`)) return showLine(view, line);
    navigate(hrefOf(["spec", ...name.split("/")], { line: `${line}` }));
  };
  const files = html`
    <${Files} studio=${studio} path=${path} isChanged=${isChanged} />
    ${isConfig
      ? html`<${ConfigNote} about=${about} />`
      : html`<${ModelPanel} api=${api} route=${route} navigate=${navigate} ...${model} />`}
  `;
  const text = html`
    <div class="spec-text">
      <h1 class="sr-only">${path}</h1>
      ${file.error && html`<${ErrorBox} error=${file.error} />`}
      ${file.text?.theirs && html`<${Conflict} file=${file} />`}
      ${file.text && html`
        <${Editor} key=${`${path}.${file.text.version}`} path=${path} text=${file.text.start}
          readOnly=${path.endsWith(".py")} nonce=${studio.nonce} line=${Number(
            first(route, "line") ?? 0,
          )} margin=${margin}
          extension=${language.extension} onChange=${file.edit} onView=${setView} />
        <${Problems} problems=${language.problems} view=${view} />
        ${!isConfig && html`
          <${Evaluate} api=${api} model=${modelOf(route)} view=${view} isChanged=${isChanged}
            tag=${file.text.tag} />
        `}
      `}
    </div>
  `;
  const result = id && !isConfig
    ? html`
      <${RunPanel} api=${api} id=${id} navigate=${navigate} onPlace=${show}
        old=${old} key=${id} />
    `
    : html`<${NoRun} check=${check} />`;
  return html`
    <${Split} name="spec" panes=${[
      { id: "files", title: "Files and model", content: files, size: 232 },
      { id: "text", title: "Text", content: text },
      { id: "result", title: "Run", content: result, size: 420 },
    ]} />
  `;
}

/**
 * The language server's part of an editor, and the problems it reports.
 * @param {Api} api
 * @param {string} path
 * @param {Studio} studio
 * @param {(href: string) => void} navigate
 * @param {(asked: Asked) => void} run
 */
function useLanguage(api, path, { project, language }, navigate, run) {
  const [problems, setProblems] = useState(/** @type {Problem[] | null} */ (null));
  const [lenses, setLenses] = useState(/** @type {Lens[]} */ ([]));
  const latest = useRef(run);
  latest.current = run;
  const root = project && fileAddress(project.folder);
  const lsp = useMemo(() => root && (language.current ??= createLsp(api, root)), [api, root]);
  useEffect(() => {
    if (!lsp) return;
    /** @param {string} name @param {number} line */
    const onOpen = (name, line) =>
      navigate(hrefOf(["spec", ...name.split("/")], { line: `${line}` }));
    setProblems(null);
    setLenses([]);
    const onRun = (/** @type {Asked} */ asked) => latest.current(asked);
    return lsp.listen({ onProblems: setProblems, onLenses: setLenses, onRun, onOpen });
  }, [lsp, path]);
  const extension = useMemo(() => lsp && lsp.plugin(path), [lsp, path]);
  return { extension, problems, lenses };
}

/**
 * The text of a file as a run has read it: counts of another text would be at the wrong lines.
 * @param {Api} api
 * @param {string | undefined} id
 * @param {string} path
 * @returns {string | null}
 */
function useRunText(api, id, path) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    setText(null);
    if (!id) return;
    let current = true;
    api.get(`/api/runs/${id}/texts`).then(
      ({ texts }) => current && setText(texts[path] ?? null),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [api, id, path]);
  return text;
}

/** @param {string} folder */
function fileAddress(folder) {
  return `file://${folder.split("/").map(encodeURIComponent).join("/")}`;
}

/**
 * The run that belongs to a spec: the newest that started meanwhile, here or in another tab, else
 * that of the address, else the last one.
 * @param {Studio} studio
 * @param {string} path
 * @param {string | undefined} given
 */
export function shownRun(studio, path, given) {
  const last = studio.project?.specs.find((spec) => spec.path === path)?.last?.run;
  const ours = Object.values(studio.jobs).filter((job) =>
    job.spec === path && ["check", "sweep"].includes(job.command)
  );
  const known = [given, ...ours.map((job) => job.run)].filter((run) => run !== undefined);
  const newest = known.sort((one, other) => Number(other) - Number(one))[0];
  return newest ?? last;
}

/** @param {{studio: Studio, path: string, isChanged: boolean}} props */
function Files({ studio, path, isChanged }) {
  const { project } = studio;
  return html`
    <nav class="files" aria-label="Specs">
      <h2>Files</h2>
      <ul class="plain-list">${(project?.specs ?? []).map((spec) => {
        const words = verdictWords(spec.last?.verdict);
        const isOld = spec.last?.changed_since;
        const mark = isOld ? "~" : words.mark;
        const tone = isOld ? "open" : words.tone;
        const word = isOld ? `${words.word}, changed since` : words.word;
        const here = spec.path === path;
        const config = spec.models[0]?.config;
        return html`
          <li key=${spec.path}>
            <a href=${hrefOf(["spec", ...spec.path.split("/")], { config })}
              aria-current=${here ? "page" : undefined}>${spec.path}${here && isChanged
                ? html`<span class="stale" title="not saved"> *<span class="sr-only">not saved</span></span>`
                : ""}</a>
            ${spec.last && html`<span class="tone-${tone}" title=${word}><b class="mark">${mark}</b>
              <span class="sr-only">${word}</span></span>`}
          </li>
        `;
      })}</ul>
    </nav>
  `;
}

/** @param {{file: any}} props */
function Conflict({ file }) {
  const { theirs } = file.text;
  return html`
    <div class="error-box" role="alert">
      <p>This file was changed elsewhere. Your changes are not saved.</p>
      <details>
        <summary>Show the other text</summary>
        <pre>${theirs.text}</pre>
      </details>
      <p><button type="button" onClick=${file.takeTheirs}>Take the other text</button>
        ${" "}<button type="button" onClick=${() =>
          file.save(theirs.tag)}>Save mine over it</button></p>
    </div>
  `;
}

/** @param {{check: () => void}} props */
function NoRun({ check }) {
  return html`
    <div class="run-panel">
      <p class="muted">Not checked yet.</p>
      <p><button type="button" class="primary" onClick=${check}>Check <kbd>Ctrl Enter</kbd></button></p>
    </div>
  `;
}
