/** The language server in the editor: messages through the server, diagnostics as you type. */

import {
  hoverTooltips,
  LSPClient,
  LSPPlugin,
  serverCompletion,
  setDiagnostics,
  signatureHelp,
  ViewPlugin,
  Workspace,
} from "holdfast/vendor/cm.js";
import { refreshMarks, serverMarks } from "holdfast/lsp_marks.js";

/** @import { Asked, Lens } from "holdfast/lsp_marks.js" */
/** @import { Api } from "holdfast/types.d.ts" */

const SYNC_MS = 20;
const SEVERITIES = ["error", "error", "warning", "info", "hint"];

/**
 * A problem in the text, as the language server reports it; offsets are those of the editor.
 * @typedef {{from: number, to: number, line: number, column: number, severity: string,
 *   message: string, code: string, item: any}} Problem
 */

/**
 * A client for one editor at a time; it stays while editors come and go.
 * @typedef {{plugin: (path: string) => any, listen: (listener: Listener) => () => void}} Language
 */

/**
 * Who gets the problems and lenses of the open file, starts runs, and shows another file.
 * @typedef {{onProblems: (problems: Problem[]) => void, onLenses: (lenses: Lens[]) => void,
 *   onRun: (asked: Asked) => void, onOpen: (path: string, line: number) => void}} Listener
 */

/**
 * @param {Api} api
 * @param {string} root the address of the project's folder
 * @returns {Language}
 */
export function createLsp(api, root) {
  /** @type {Listener} */
  const nobody = { onProblems: () => {}, onLenses: () => {}, onRun: () => {}, onOpen: () => {} };
  let listener = nobody;
  const extensions = [
    serverCompletion(),
    hoverTooltips(),
    signatureHelp(),
    diagnostics((problems) => listener.onProblems(problems)),
  ];
  const marks = serverMarks(
    (asked) => listener.onRun(asked),
    (lenses) => listener.onLenses(lenses),
  );
  const client = new LSPClient({
    rootUri: root,
    timeout: 60_000,
    sanitizeHTML: plainMarkup,
    workspace: (/** @type {any} */ owner) =>
      new OneFile(owner, root, (path, line) => listener.onOpen(path, line)),
    extensions,
  });
  client.connect(createTransport(api, api.session ?? ""));
  // What the last run said is beside each definition.
  api.subscribe((event) => {
    if (event.event !== "end") return;
    for (const file of client.workspace.files) refreshMarks(file.view);
  });
  return {
    plugin: (path) => [client.plugin(`${root}/${path}`, languageOf(path)), marks],
    listen: (given) => {
      listener = given;
      return () => {
        if (listener === given) listener = nobody;
      };
    },
  };
}

/** @param {Api} api @param {string} session */
function createTransport(api, session) {
  /** @type {Set<(message: string) => void>} */
  const handlers = new Set();
  let order = Promise.resolve();
  api.subscribe((event) => {
    if (event.event !== "lsp" || event.session !== session) return;
    const message = typeof event.message === "string"
      ? event.message
      : JSON.stringify(event.message);
    for (const handler of handlers) handler(message);
  });
  return {
    /** @param {string} message */
    send: (message) => {
      const body = { session, message: JSON.parse(message) };
      order = order.then(() => api.post("/api/lsp", body)).then(() => {}, () => {});
    },
    subscribe: (/** @type {(message: string) => void} */ handler) => handlers.add(handler),
    unsubscribe: (/** @type {(message: string) => void} */ handler) => handlers.delete(handler),
  };
}

/** The open file; another one is shown by the page, as a place of its own. */
class OneFile extends Workspace {
  /** @param {any} client @param {string} root @param {(path: string, line: number) => void} onOpen */
  constructor(client, root, onOpen) {
    super(client);
    this.files = /** @type {any[]} */ ([]);
    this.root = root;
    this.onOpen = onOpen;
  }
  syncFiles() {
    return this.files.flatMap((file) => {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) return [];
      const changes = plugin.unsyncedChanges;
      const update = { changes, file, prevDoc: file.doc };
      file.doc = file.view.state.doc;
      file.version += 1;
      plugin.clear();
      return [update];
    });
  }
  /** @param {string} uri @param {string} languageId @param {any} view */
  openFile(uri, languageId, view) {
    const file = { uri, languageId, version: 0, doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }
  /** @param {string} uri */
  closeFile(uri) {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }
  /** @param {string} uri */
  displayFile(uri) {
    const open = this.files.find((file) => file.uri === uri);
    if (!open && uri.startsWith(`${this.root}/`)) {
      this.onOpen(decodeURIComponent(uri.slice(this.root.length + 1)), 1);
    }
    return Promise.resolve(open?.view ?? null);
  }
}

/** @param {(problems: Problem[]) => void} onProblems */
function diagnostics(onProblems) {
  /** @param {any} client @param {any} params */
  const publish = (client, params) => {
    const file = client.workspace.getFile(params.uri);
    if (!file) return true;
    if (params.version !== null && params.version !== undefined && params.version < file.version) {
      return true;
    }
    const view = file.getView();
    const plugin = LSPPlugin.get(view);
    const problems = params.diagnostics.map((/** @type {any} */ item) => problemOf(plugin, item));
    view.dispatch(setDiagnostics(view.state, problems));
    refreshMarks(view);
    onProblems(problems);
    return true;
  };
  return {
    clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
    notificationHandlers: { "textDocument/publishDiagnostics": publish },
    editorExtension: ViewPlugin.fromClass(SyncSoon),
  };
}

/** Sends changes a moment after the last key. */
class SyncSoon {
  /** @param {any} update */
  update(update) {
    if (!update.docChanged) return;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => LSPPlugin.get(update.view)?.client.sync(), SYNC_MS);
  }
  destroy() {
    clearTimeout(this.pending);
  }
}

/** @param {any} plugin @param {any} item @returns {Problem} */
function problemOf(plugin, item) {
  /** @param {any} position */
  const offset = (position) =>
    plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  const from = offset(item.range.start);
  const { line, character } = item.range.start;
  return {
    from,
    to: Math.max(from, offset(item.range.end)),
    line: line + 1,
    column: character + 1,
    severity: SEVERITIES[item.severity ?? 1],
    message: item.message,
    code: String(item.code ?? ""),
    item,
  };
}

/**
 * The first fix that the language server offers for a problem; null if there is none.
 * @param {any} view
 * @param {Problem} problem
 * @returns {Promise<{title: string, apply: () => void} | null>}
 */
export async function fixOf(view, problem) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return null;
  const actions = await plugin.client.request("textDocument/codeAction", {
    textDocument: { uri: plugin.uri },
    range: problem.item.range,
    context: { diagnostics: [problem.item], only: ["quickfix"] },
  }).catch(() => null);
  const action = (actions ?? []).find((/** @type {any} */ each) => each.edit);
  const edits = action && editsOf(action.edit, plugin.uri);
  if (!edits) return null;
  const apply = () => {
    const changes = edits.map((/** @type {any} */ edit) => ({
      from: plugin.fromPosition(edit.range.start),
      to: plugin.fromPosition(edit.range.end),
      insert: edit.newText,
    }));
    view.dispatch({ changes, userEvent: "input.fix" });
    view.focus();
  };
  return { title: action.title, apply };
}

/** @param {any} edit @param {string} uri */
function editsOf(edit, uri) {
  const versioned = edit.documentChanges?.find((/** @type {any} */ c) =>
    c.textDocument?.uri === uri
  );
  return edit.changes?.[uri] ?? versioned?.edits ?? null;
}

/**
 * Markup without anything that a text of the user could smuggle in.
 * @param {string} markup
 */
function plainMarkup(markup) {
  const document = new DOMParser().parseFromString(markup, "text/html");
  for (const element of document.body.querySelectorAll("*")) {
    if (
      !/^(P|CODE|PRE|EM|STRONG|UL|OL|LI|BR|HR|H[1-6]|SPAN|TABLE|T[RDH]|THEAD|TBODY)$/.test(
        element.tagName,
      )
    ) {
      element.replaceWith(element.textContent ?? "");
    } else {
      for (const { name } of [...element.attributes]) {
        if (name !== "class") element.removeAttribute(name);
      }
    }
  }
  return document.body.innerHTML;
}

/** @param {string} path */
function languageOf(path) {
  return path.endsWith(".pml") ? "promela" : path.endsWith(".cfg") ? "tlaconfig" : "tlaplus";
}
