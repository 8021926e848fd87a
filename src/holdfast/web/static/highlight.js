/** Colours of TLA+, PlusCal, configurations and Promela in the editor: words only, no meaning. */

import { HighlightStyle, StreamLanguage, syntaxHighlighting, tags } from "holdfast/vendor/cm.js";

const TLA_WORDS = words(`ACTION ASSUME ASSUMPTION AXIOM BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY
  DEF DEFINE DEFS DOMAIN ELSE ENABLED EXCEPT EXTENDS HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL
  MODULE NEW OBVIOUS OMITTED OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE SF_ STATE SUBSET
  SUFFICES TAKE TEMPORAL THEN THEOREM UNCHANGED UNION USE VARIABLE VARIABLES WF_ WITH WITNESS
  CONSTRAINT CONSTRAINTS INIT INVARIANT INVARIANTS NEXT PROPERTY PROPERTIES SPECIFICATION SYMMETRY VIEW
  ACTION_CONSTRAINT CHECK_DEADLOCK ALIAS POSTCONDITION`);
const PLUSCAL_WORDS = words(`algorithm assert await begin call define do either else elsif end fair
  goto if macro or print procedure process return skip then variable variables when while with`);
const PROMELA_WORDS = words(
  `active assert atomic bit bool break byte chan d_step do else fi for goto
  if init inline int mtype never od of proctype return run short skip typedef unsigned xr xs ltl
  unless printf provided timeout pid select eval empty full nempty nfull len`,
);
const PYTHON_WORDS = words(`and assert class def elif else for from if implies import in lambda not
  or pass return while with`);
const VALUES = words("TRUE FALSE BOOLEAN STRING Nat Int Real true false True False None");

/** @param {string} text */
function words(text) {
  return new Set(text.split(/\s+/));
}

/** @param {Set<string>} keywords @param {Set<string>} [more] */
function mode(keywords, more = new Set()) {
  return {
    startState: () => ({ depth: 0 }),
    /** @param {any} stream @param {{depth: number}} state */
    token(stream, state) {
      if (state.depth > 0) return inComment(stream, state);
      if (stream.eatSpace()) return null;
      if (stream.match("(*")) {
        if (stream.match(/^\s*--?(fair )?-?algorithm\b/)) return "keyword";
        state.depth = 1;
        return inComment(stream, state);
      }
      if (stream.match(/^\\\*.*/)) return "lineComment";
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^-{4,}|^={4,}/)) return "meta";
      if (stream.match(/^\d+(\.\d+)?/)) return "number";
      if (stream.match(/^\\[a-zA-Z]+|^\/\\|^\\\/|^\[\]|^<>|^~>|^=>|^<=>|^:=|^\|->|^->|^<-/)) {
        return "operator";
      }
      const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
      if (word) return wordTone(word[0], keywords, more);
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "\\*", block: { open: "(*", close: "*)" } } },
  };
}

/** @param {any} stream @param {{depth: number}} state */
function inComment(stream, state) {
  while (!stream.eol()) {
    if (stream.match("*)")) {
      state.depth -= 1;
      if (state.depth === 0) break;
    } else if (stream.match("(*")) state.depth += 1;
    else stream.next();
  }
  return "blockComment";
}

/** @param {string} word @param {Set<string>} keywords @param {Set<string>} more */
function wordTone(word, keywords, more) {
  if (keywords.has(word) || /^[WS]F_/.test(word)) return "keyword";
  if (VALUES.has(word)) return "atom";
  return more.has(word) ? "controlKeyword" : "variableName";
}

const promela = {
  token: (/** @type {any} */ stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return "lineComment";
    if (stream.match(/^\/\*([^*]|\*(?!\/))*(\*\/)?/)) return "blockComment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^#.*/)) return "meta";
    if (stream.match(/^\d+/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word) return wordTone(word[0], PROMELA_WORDS, new Set());
    stream.next();
    return null;
  },
};

const python = {
  startState: () => ({ quote: "" }),
  token: (/** @type {any} */ stream, /** @type {{quote: string}} */ state) => {
    if (!state.quote) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "lineComment";
      const quote = stream.match(/^("""|''')/);
      if (!quote) return pythonWord(stream);
      state.quote = quote[0];
    }
    while (!stream.eol()) {
      if (stream.match(state.quote)) {
        state.quote = "";
        break;
      }
      stream.next();
    }
    return "string";
  },
};

/** @param {any} stream */
function pythonWord(stream) {
  if (stream.match(/^(["'])(?:[^"'\\]|\\.)*\1?/)) return "string";
  if (stream.match(/^@\w+/)) return "meta";
  if (stream.match(/^\d+/)) return "number";
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (word) return wordTone(word[0], PYTHON_WORDS, new Set());
  stream.next();
  return null;
}

/**
 * The colours for a file, by its ending.
 * @param {string} path
 */
export function highlighting(path) {
  const ending = path.slice(path.lastIndexOf("."));
  const [name, parser] = LANGUAGES[ending] ?? ["tlaplus", mode(TLA_WORDS, PLUSCAL_WORDS)];
  return [StreamLanguage.define({ name, ...parser }), syntaxHighlighting(style(HighlightStyle))];
}

/** @type {Record<string, [string, any]>} */
const LANGUAGES = {
  ".pml": ["promela", promela],
  ".py": ["python", python],
  ".cfg": ["tlaconfig", mode(TLA_WORDS, PLUSCAL_WORDS)],
};

/** @param {any} Style */
function style(Style) {
  return Style.define([
    { tag: tags.keyword, color: "var(--accent)" },
    { tag: tags.controlKeyword, color: "var(--purple)" },
    { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
    { tag: tags.string, color: "var(--good)" },
    { tag: [tags.number, tags.atom], color: "var(--bad)" },
    { tag: tags.operator, color: "var(--open)" },
    { tag: tags.meta, color: "var(--muted)" },
  ]);
}
