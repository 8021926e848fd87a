/** Levels of names and runs at definitions in the editor, as the language server has them. */

import {
  Decoration,
  EditorView,
  LSPPlugin,
  StateEffect,
  StateField,
  ViewPlugin,
  WidgetType,
} from "holdfast/vendor/cm.js";

/**
 * What can be run at a line, and what the last run said; `name` is the property that it is about.
 * @typedef {{line: number, name: string | null, kind: string | null, commands: string[],
 *   told: string | null}} Lens
 */
/** @typedef {{command: string, name: string | null, kind: string | null}} Asked */
/** @typedef {{from: number, to: number, class: string}} Token */

const SHOW = "holdfast.show";
/** How long the text rests before its marks are asked for again: diagnostics come first. */
const REST_MS = 300;
/** Coverage is in the margin after every check. */
const NO_BUTTON = ["coverage"];
const LEVELS = {
  constantLevel: "constant",
  stateLevel: "state",
  actionLevel: "action",
  temporalLevel: "temporal",
};

/** The effect that replaces all marks of the editor. */
const setMarks = StateEffect.define();

/**
 * Extensions of an editor: the marks of its text, moved with it until the next ones are here.
 * @param {(asked: Asked) => void} onRun
 * @param {(lenses: Lens[]) => void} onLenses
 */
export function serverMarks(onRun, onLenses) {
  const field = StateField.define({
    create: () => Decoration.none,
    update: (/** @type {any} */ marks, /** @type {any} */ transaction) => {
      const moved = marks.map(transaction.changes);
      const found = transaction.effects.find((/** @type {any} */ each) => each.is(setMarks));
      return found ? decorations(transaction.state.doc, found.value, onRun) : moved;
    },
    provide: (/** @type {any} */ own) => EditorView.decorations.from(own),
  });
  return [field, ViewPlugin.define((/** @type {any} */ view) => new Asking(view, onLenses))];
}

/**
 * Ask again for the marks of an editor: its text was analysed, or a run ended.
 * @param {any} view
 */
export function refreshMarks(view) {
  view.dispatch({ effects: askAgain.of(null) });
}

const askAgain = StateEffect.define();

/** Asks for the marks of the text that the server knows, one time after the other. */
class Asking {
  /** @param {any} view @param {(lenses: Lens[]) => void} onLenses */
  constructor(view, onLenses) {
    this.view = view;
    this.onLenses = onLenses;
    this.isAsking = false;
    this.isWanted = false;
    this.isGone = false;
    this.hasMarks = false;
    this.pending = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  }
  /** @param {any} update */
  update(update) {
    const isAsked = update.transactions.some((/** @type {any} */ each) =>
      each.effects.some((/** @type {any} */ effect) => effect.is(askAgain))
    );
    if (update.docChanged) clearTimeout(this.pending);
    if (!isAsked) return;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.ask(), this.hasMarks ? REST_MS : 0);
  }
  async ask() {
    this.isWanted = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isWanted && !this.isGone) {
      this.isWanted = false;
      await this.read().catch(() => {});
    }
    this.isAsking = false;
  }
  async read() {
    const { view } = this;
    const plugin = LSPPlugin.get(view);
    if (!plugin) return;
    const { client, uri } = plugin;
    const params = { textDocument: { uri } };
    const before = view.state.doc;
    const [tokens, lenses] = await Promise.all([
      client.request("textDocument/semanticTokens/full", params),
      client.request("textDocument/codeLens", params),
    ]);
    // The answer is about the text that was asked about; after an edit, diagnostics ask again.
    if (this.isGone || view.state.doc !== before) return;
    const legend = client.serverCapabilities?.semanticTokensProvider?.legend;
    const found = {
      tokens: tokens && legend ? tokensOf(tokens.data, legend, before) : [],
      lenses: lensesOf(lenses ?? []),
    };
    view.dispatch({ effects: setMarks.of(found) });
    this.hasMarks = true;
    this.onLenses(found.lenses);
  }
  destroy() {
    this.isGone = true;
    clearTimeout(this.pending);
  }
}

/**
 * @param {any} doc
 * @param {{tokens: Token[], lenses: Lens[]}} found
 * @param {(asked: Asked) => void} onRun
 */
function decorations(doc, { tokens, lenses }, onRun) {
  const marks = tokens.map((token) =>
    Decoration.mark({ class: token.class }).range(token.from, token.to)
  );
  const rows = lenses.filter((lens) => lens.line <= doc.lines).map((lens) =>
    Decoration.widget({ widget: new LensRow(lens, onRun), block: true, side: -1 })
      .range(doc.line(lens.line).from)
  );
  return Decoration.set([...marks, ...rows], true);
}

/** A line of buttons above a definition. Keys have the same commands in the list of all. */
class LensRow extends WidgetType {
  /** @param {Lens} lens @param {(asked: Asked) => void} onRun */
  constructor(lens, onRun) {
    super();
    this.lens = lens;
    this.onRun = onRun;
  }
  /** @param {LensRow} other */
  eq(other) {
    return JSON.stringify(this.lens) === JSON.stringify(other.lens);
  }
  toDOM() {
    const { name, kind, commands, told } = this.lens;
    const row = document.createElement("div");
    row.className = "cm-lens";
    for (const command of commands) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.textContent = command;
      button.setAttribute("aria-label", `${command} ${name ?? "the spec"}`);
      button.onmousedown = (event) => event.preventDefault();
      button.onclick = () => this.onRun({ command, name, kind });
      row.append(button);
    }
    if (told) {
      const text = document.createElement("span");
      text.textContent = told;
      row.append(text);
    }
    return row;
  }
  ignoreEvent() {
    return true;
  }
}

// ---- data ----

/**
 * The lenses of a file by line; each has the commands of one place.
 * @param {any[]} items of the protocol
 * @returns {Lens[]}
 */
export function lensesOf(items) {
  /** @type {Map<string, Lens>} */
  const found = new Map();
  let key = "";
  for (const { range, command } of items) {
    const line = range.start.line + 1;
    const [, name = null, kind = null] = command.arguments ?? [];
    const isTold = command.command === SHOW;
    if (!isTold) key = `${line} ${name}`;
    /** @type {Lens} */
    const lens = found.get(key) ?? { line, name, kind, commands: [], told: null };
    if (isTold) lens.told = command.title;
    else if (!NO_BUTTON.includes(command.title)) lens.commands.push(command.title);
    found.set(key, lens);
  }
  return [...found.values()];
}

/**
 * The names of a text with their levels, from the numbers of the protocol: for each token the
 * difference of its line and column to the one before, its length, type and modifiers.
 * @param {number[]} data
 * @param {{tokenTypes: string[], tokenModifiers: string[]}} legend
 * @param {{lines: number, line: (number: number) => {from: number, to: number}}} doc
 * @returns {Token[]}
 */
export function tokensOf(data, legend, doc) {
  /** @type {Token[]} */
  const tokens = [];
  let line = 1;
  let column = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines, columns, length, type, bits] = data.slice(at, at + 5);
    column = lines > 0 ? columns : column + columns;
    line += lines;
    if (line > doc.lines) break;
    const names = legend.tokenModifiers.filter((_, index) => bits & (1 << index));
    const style = styleOf(legend.tokenTypes[type], names);
    const { from, to } = doc.line(line);
    if (style && from + column + length <= to) {
      tokens.push({ from: from + column, to: from + column + length, class: style });
    }
  }
  return tokens;
}

/**
 * The classes of a name; nothing for what is no name, such as keywords and operators.
 * @param {string} type
 * @param {string[]} modifiers
 */
function styleOf(type, modifiers) {
  if (type === "operator") return "";
  const level = Object.entries(LEVELS).find(([name]) => modifiers.includes(name))?.[1];
  const more = ["bound", "primed", "declaration"].filter((name) => modifiers.includes(name));
  const kind = type === "label" || type === "namespace" ? [type] : [];
  if (!level && more.length + kind.length === 0) return "";
  return ["sem", ...(level ? [level] : []), ...kind, ...more].map((each, index) =>
    index === 0 ? each : `sem-${each}`
  ).join(" ");
}
