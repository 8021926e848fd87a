/** A proof: the graph of lemmas, the matrix of obligations, what is open and why. */

import { html, useEffect, useMemo, useState } from "holdfast/vendor/preact.js";
import { Drawing, ViewSwitch } from "holdfast/graph_table.js";
import { matrixOf, ProofMatrix, statusWords } from "holdfast/proof_matrix.js";
import { ProofActions, ProofPanel } from "holdfast/proof_panel.js";
import { first, withQuery } from "holdfast/route.js";
import { Split } from "holdfast/split.js";
import { useRun } from "holdfast/studio.js";
import { NothingFound } from "holdfast/verdict.js";
import { counted, duration, ErrorBox, Verdict } from "holdfast/words.js";

/** @import { Api, Run, ScreenProps } from "holdfast/types.d.ts" */
/** @import { Cell, Obligation } from "holdfast/proof_matrix.js" */
/** @import { Picture } from "holdfast/graph_shapes.js" */

/**
 * @typedef {{lemmas: {name: string, text: string}[],
 *   needs: {lemma: string, action: string, support: string[]}[], picture: Picture | null,
 *   cti: Cti | null}} ProofView
 */
/**
 * @typedef {{lemma: string, action: string, reason: string | null,
 *   constants: Record<string, string>, steps_before: number,
 *   rows: {name: string, before: string, after: string | null, changed: boolean}[]}} Cti
 */

/** @param {ScreenProps} props */
export function ProofScreen({ api, route, navigate }) {
  const id = route.parts[1];
  const { run, error } = useRun(api, id);
  const { view, problem } = useProofView(api, run);
  const live = useLiveObligations(api, id);
  const obligations = run?.envelope ? obligationsOf(run) : live;
  const texts = useMemo(() => new Map(view?.lemmas.map((each) => [each.name, each.text])), [view]);
  if (error) {
    return html`
      <div class="page">
        <${ErrorBox} error=${error} linked />
      </div>
    `;
  }
  if (!run) return html`<p class="loading" aria-live="polite">Loading</p>`;
  if (run.envelope && obligations.length === 0) {
    return html`
      <h1 class="sr-only">Proof ${id}</h1>
      <${NothingFound} envelope=${run.envelope} navigate=${navigate} />
    `;
  }
  const selected = cellOf(first(route, "at")) ?? firstOpen(obligations);
  const select = (/** @type {Cell} */ cell) =>
    navigate(withQuery(route, { at: `${cell.lemma}.${cell.action}` }), { replace: true });
  const usual = view?.needs.some((each) => each.support.length) ? "graph" : "matrix";
  const asTable = (first(route, "view") ?? usual) === "matrix" || !view?.picture;
  const show = (/** @type {boolean} */ table) =>
    navigate(withQuery(route, { view: table ? "matrix" : "graph" }), { replace: true });
  const main = html`
    ${problem && html`<${ErrorBox} error=${problem} />`}
    ${asTable
      ? html`
        <${ProofMatrix} obligations=${obligations} selected=${selected} texts=${texts}
          running=${run.status !== "ended"} onSelect=${select} />
      `
      : html`
        <${ProofDrawing} view=${view} obligations=${obligations} selected=${selected}
          onSelect=${select} />
      `}
  `;
  return html`
    <div class="drawing-screen">
      <header class="screen-bar">
        <h1>Proof ${id}</h1>
        <${ProofHead} run=${run} obligations=${obligations} />
        <span class="grow"></span>
        ${view?.picture &&
          html`<${ViewSwitch} asTable=${asTable} onChange=${show} tableText="Matrix" />`}
        <${ProofActions} api=${api} run=${run} navigate=${navigate} />
      </header>
      <${Split} name="proof" panes=${[
        { id: "drawing", title: "Lemmas and obligations", content: main },
        {
          id: "obligation",
          title: "Obligation",
          size: 380,
          content: html`
            <${ProofPanel} api=${api} run=${run} view=${view} selected=${selected}
              obligations=${obligations} navigate=${navigate} />
          `,
        },
      ]} />
    </div>
  `;
}

/** The verdict and the number of obligations. @param {{run: Run, obligations: Obligation[]}} props */
function ProofHead({ run, obligations }) {
  const proved = obligations.filter((each) => each.status === "proved").length;
  const { envelope } = run;
  const about = envelope ? [envelope.property, envelope.scope].filter(Boolean).join(", ") : "";
  const solvers = [...new Set(obligations.flatMap((each) => each.solver ?? []))].join(", ");
  return html`
    <${Verdict} verdict=${envelope?.verdict ?? run.status} />
    ${about && html`<span>${about}</span>`}
    <span class="muted" role=${envelope ? "status" : undefined}>
      ${proved} of ${counted(obligations.length, "obligation")} proved${solvers && `, ${solvers}`}
      ${envelope ? `, ${duration(envelope.seconds)}` : ""}
    </span>
  `;
}

/**
 * The graph of lemmas; each box has the status of its obligations.
 * @param {{view: ProofView, obligations: Obligation[], selected: Cell | null,
 *   onSelect: (cell: Cell) => void}} props
 */
function ProofDrawing({ view, obligations, selected, onSelect }) {
  const marks = useMemo(() => {
    const { lemmas, actions, cells } = matrixOf(obligations);
    return Object.fromEntries(lemmas.map((lemma) => {
      const own = actions.flatMap((action) => cells.get(`${lemma}\n${action}`) ?? []);
      const open = own.filter((each) => each.status !== "proved");
      const text = open.length
        ? `open for ${open.map((each) => each.action).join(", ")}`
        : `${own.length} obligations proved`;
      return [lemma, { status: open.length ? "open" : "ok", text }];
    }));
  }, [obligations]);
  const picture = /** @type {Picture} */ (view.picture);
  const pick = (/** @type {import("holdfast/graph_view.js").Selection} */ what) => {
    if (!what) return;
    const lemma = "node" in what ? what.node : picture.edges[what.edge].from;
    const { actions, cells } = matrixOf(obligations);
    const own = actions.filter((action) => cells.has(`${lemma}\n${action}`));
    const named = "edge" in what ? picture.edges[what.edge].title : "";
    const action = own.find((each) => named.startsWith(`${lemma}, ${each}:`)) ??
      own.find((each) => cells.get(`${lemma}\n${each}`)?.status !== "proved") ??
      own.find((each) => each !== "Init") ?? own[0];
    if (action) onSelect({ lemma, action });
  };
  return html`
    <${Drawing}
      asTable=${false}
      picture=${picture}
      label="Proof graph: a box for each lemma, with lines to the lemmas that it needs"
      selected=${selected ? { node: selected.lemma } : null}
      onSelect=${pick}
      nodeMarks=${marks}
    />
  `;
}

// ---- data ----

/** @param {Run} run @returns {Obligation[]} */
function obligationsOf(run) {
  const own = run.envelope?.[run.envelope.command] ?? {};
  return (run.envelope?.command === "prove" ? own : own.proof ?? {}).obligations ?? [];
}

/** @param {Obligation[]} obligations @returns {Cell | null} */
function firstOpen(obligations) {
  return obligations.find((each) => statusWords(each.status).tone === "cti") ??
    obligations.find((each) => each.status !== "proved") ?? null;
}

/** @param {string | undefined} text @returns {Cell | null} */
function cellOf(text) {
  const cut = text?.lastIndexOf(".") ?? -1;
  return text && cut > 0 ? { lemma: text.slice(0, cut), action: text.slice(cut + 1) } : null;
}

/** The view of a proof that has ended. @param {Api} api @param {Run | null} run */
function useProofView(api, run) {
  const [found, setFound] = useState(
    /** @type {{view: ProofView | null, problem: unknown}} */ ({ view: null, problem: null }),
  );
  const id = run?.envelope ? run.run : null;
  useEffect(() => {
    let current = true;
    if (id === null) return setFound({ view: null, problem: null });
    api.get(`/api/runs/${id}/proof`).then(
      (view) => current && setFound({ view, problem: null }),
      (problem) => current && setFound({ view: null, problem }),
    );
    return () => {
      current = false;
    };
  }, [api, id]);
  return found;
}

/** The obligations that a running proof has decided so far. @param {Api} api @param {string} id */
function useLiveObligations(api, id) {
  const [found, setFound] = useState(/** @type {Obligation[]} */ ([]));
  useEffect(() => {
    setFound([]);
    /** @type {Set<number>} */
    const seen = new Set();
    const take = (/** @type {import("holdfast/types.d.ts").StudioEvent[]} */ events) => {
      const fresh = events.filter((event) =>
        event.run === id && event.event === "obligation" && !seen.has(event.seq)
      );
      for (const event of fresh) seen.add(event.seq);
      if (fresh.length) setFound((old) => [...old, ...fresh.map((event) => event.obligation)]);
    };
    const stop = api.subscribe((event) => take([event]));
    // What happened before this page was opened.
    api.get(`/api/runs/${id}/events`).then((old) => take(old?.events ?? []), () => {});
    return stop;
  }, [api, id]);
  return found;
}
