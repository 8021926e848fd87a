/** The editor: CodeMirror in a component, with coverage in the margin. */

import { html, useEffect, useRef } from "holdfast/vendor/preact.js";
import {
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  Compartment,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  gutter,
  GutterMarker,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  history,
  historyKeymap,
  jumpToDefinitionKeymap,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  renameKeymap,
  searchKeymap,
} from "holdfast/vendor/cm.js";
import { highlighting } from "holdfast/highlight.js";

/** @import { Margin } from "holdfast/coverage.js" */

/**
 * An editor of one file; another `path` makes another. `text` is what it starts with.
 * @param {{path: string, text: string, nonce: string, readOnly?: boolean, line?: number,
 *   margin: Map<number, Margin>, extension: any, onChange: (text: string) => void,
 *   onView: (view: any) => void}} props
 */
export function Editor({ path, text, nonce, readOnly, line, margin, extension, onChange, onView }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const made = useRef(/** @type {any} */ (null));
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    const coverage = new Compartment();
    const server = new Compartment();
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          standard(path),
          EditorState.readOnly.of(readOnly ?? false),
          coverage.of(coverageGutter(margin)),
          server.of(extension ?? []),
          EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, tabindex: "0" }),
          EditorView.updateListener.of((/** @type {any} */ update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    made.current = { view, coverage, server };
    onView(view);
    return () => view.destroy();
  }, [path]);
  useEffect(() => {
    const { view, coverage } = made.current;
    view.dispatch({ effects: coverage.reconfigure(coverageGutter(margin)) });
  }, [margin]);
  useEffect(() => {
    const { view, server } = made.current;
    view.dispatch({ effects: server.reconfigure(extension ?? []) });
  }, [extension]);
  useEffect(() => {
    if (line) showLine(made.current.view, line);
  }, [line, path]);
  return html`<div class="editor" ref=${place}></div>`;
}

/**
 * Put the cursor on a line and scroll there.
 * @param {any} view
 * @param {number} line
 * @param {number} [column]
 */
export function showLine(view, line, column = 1) {
  const { from, to } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
  const anchor = Math.min(to, from + column - 1);
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: "center" }),
  });
}

/** @param {string} path */
function standard(path) {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    highlighting(path),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap.filter((/** @type {any} */ each) => each.key !== "Mod-Enter"),
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...jumpToDefinitionKeymap,
      ...renameKeymap,
    ]),
  ];
}

/** A number in the margin, with its meaning as title. */
class Count extends GutterMarker {
  /** @param {Margin} margin */
  constructor(margin) {
    super();
    this.margin = margin;
  }
  /** @param {Count} other */
  eq(other) {
    return this.margin.text === other.margin.text && this.margin.title === other.margin.title;
  }
  toDOM() {
    const element = document.createElement("span");
    element.className = this.margin.isNever ? "count never" : "count";
    element.textContent = this.margin.text;
    element.title = this.margin.title;
    return element;
  }
}

/** @param {Map<number, Margin>} margin */
function coverageGutter(margin) {
  if (margin.size === 0) return [];
  return gutter({
    class: "cm-coverage",
    side: "after",
    lineMarker: (/** @type {any} */ view, /** @type {any} */ block) => {
      const found = margin.get(view.state.doc.lineAt(block.from).number);
      return found ? new Count(found) : null;
    },
    initialSpacer: () => new Count({ text: "000,000", title: "", isNever: false }),
  });
}
