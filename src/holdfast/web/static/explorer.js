/** The trace explorer: steps, views, the selected state, and what could happen from there. */

import { html, useEffect, useId, useRef, useState } from "holdfast/vendor/preact.js";
import { useExplorerCommands } from "holdfast/explorer_keys.js";
import { LanesView } from "holdfast/lanes.js";
import { NextPanel } from "holdfast/next_panel.js";
import { Split } from "holdfast/split.js";
import { StateVariables, Truths, Watched } from "holdfast/state_panel.js";
import { matches } from "holdfast/trace_data.js";
import { TraceTable } from "holdfast/trace_table.js";
import { reasonLines } from "holdfast/verdict.js";
import { ErrorBox, withCode } from "holdfast/words.js";

/** @import { Explanation, Lanes, Step, Walk, Why } from "holdfast/types.d.ts" */
/** @import { Seen } from "holdfast/trace_data.js" */

/**
 * What can be asked about a state; a trace in a file has only some of it. `question` names the
 * trace, so that answers are asked for again if it changes.
 * @typedef {{question: string, known?: (number: number) => Walk | null,
 *   next: ((number: number) => Promise<Walk>) | null,
 *   explain: ((number: number, formula: string) => Promise<Explanation>) | null,
 *   why: ((number: number, action: string) => Promise<Why>) | null,
 *   lanes: ((by: string | undefined) => Promise<Lanes | null>) | null,
 *   picture: ((number: number) => any) | null}} Lens
 */

/**
 * What is being looked at, and how to change it; kept in the address or in a notebook's traits.
 * @typedef {{at: number, view: string, watch: string[], hidden: string[], by: string | undefined,
 *   changedOnly: boolean}} Look
 */

const VIEWS = [["table", "Table", "t"], ["lanes", "Lanes", "d"], ["state", "State", "s"]];

/**
 * @param {{seen: Seen, look: Look, change: (changes: Partial<Look>) => void, lens: Lens,
 *   onTake?: (number: number, step: Step) => void, onBack?: () => void, onInitial?: () => void,
 *   initialCount?: number, title: any, note?: any, tools?: any, more?: any, canWatch?: boolean}} props
 */
export function Explorer(props) {
  const { seen, look, change, lens, onTake, onInitial, initialCount, title, tools, more } = props;
  const [filter, setFilter] = useState("");
  const rows = useFiltered(seen, filter);
  const [variable, setVariable] = useState(/** @type {string | null} */ (null));
  const [opened, setOpened] = useState(/** @type {string | null} */ (null));
  const filterInput = useRef(/** @type {any} */ (null));
  const watchInput = useRef(/** @type {any} */ (null));
  const at = Math.max(1, Math.min(look.at, seen.length));
  const step = seen.step(at);
  const after = useNext(lens, at, seen.length > 0);
  /** @param {number} number */
  const select = (number) => change({ at: Math.max(1, Math.min(seen.length, number)) });
  useEffect(() => seen.want(at, at), [seen, at]);
  useExplorerCommands({
    ...props,
    at,
    select,
    rows,
    variable,
    after,
    filterInput,
    watchInput,
    setOpened,
  });
  const hide = (/** @type {string} */ name) =>
    change({ hidden: name ? [...look.hidden, name] : [] });
  const state = step && {
    step,
    number: at,
    hidden: look.hidden,
    variable,
    onVariable: setVariable,
    onHide: hide,
  };
  const list = html`
    <div class="explorer-list">
      <div class="explorer-bar">
        <h1>${title}</h1>
        <${Views} look=${look} change=${change} lens=${lens} />
        <input type="search" ref=${filterInput} placeholder="filter ( / )" aria-label="Filter steps"
          value=${filter} onInput=${(/** @type {any} */ event) => setFilter(event.target.value)} />
        ${tools}
      </div>
      ${props.note}
      ${seen.length === 0 ? null : look.view === "lanes" && lens.lanes
        ? html`
          <${LanesView} ask=${lens.lanes} question=${lens.question} by=${look.by}
            onBy=${(/** @type {string} */ by) => change({ by })} length=${seen.length} at=${at}
            bad=${seen.kind !== null && seen.loop === null} onSelect=${select} />
        `
        : look.view === "state" && state
        ? html`
          <div class="state-view">
            <h2>State ${at} of ${seen.length}
                        ${step.label && html`<span class="mono"> ${step.label}</span>`}</h2>
            <${StateVariables} ...${state} changedOnly=${look.changedOnly} large />
          </div>
        `
        : look.view === "anim" && lens.picture
        ? html`<div class="state-view">${lens.picture(at)}</div>`
        : html`
          <${TraceTable} seen=${seen} rows=${rows} at=${at} onSelect=${select} watch=${look.watch}
            hidden=${look.hidden} initialCount=${initialCount} onInitial=${onInitial} />
        `}
      ${rows &&
        html`<p class="muted filter-note" role="status">${rows.length} of ${seen.length} steps</p>`}
    </div>
  `;
  const side = html`
    <div class="explorer-side">
      ${step && state && html`
        <section>
          <div class="side-head"><h2>State ${at}</h2>
        <label class="check"><input type="checkbox" checked=${look.changedOnly}
          onChange=${(/** @type {any} */ event) => change({ changedOnly: event.target.checked })} />
          changes only</label></div>
          <${StateVariables} ...${state} changedOnly=${look.changedOnly} />
        </section>
        ${seen.reason && seen.kind !== "invariant" && at === seen.length &&
          reasonLines(seen).map((line) =>
            html`<p class="trace-reason" key=${line}><b class="mark tone-bad">x</b> ${
              withCode(line)
            }</p>`
          )}
        <${Truths} step=${step} number=${at} invariants=${seen.invariants} ofSteps=${ofSteps(seen)}
          explain=${lens.explain}
          question=${lens.question} />
        <${Watched} step=${step} watch=${look.watch} inputRef=${watchInput}
          onWatch=${props.canWatch === false
            ? null
            : (/** @type {string[]} */ watch) => change({ watch })} />
      `}
      ${after.walk && onTake && html`
        <${NextPanel} walk=${after
          .walk} isInitial=${seen.length === 0} opened=${opened} onOpen=${setOpened}
          taken=${seen.length > 0 && at < seen.length ? seen.step(at + 1)?.key ?? null : null}
          onTake=${(/** @type {Step} */ next) => onTake(seen.length === 0 ? 0 : at, next)}
          question=${`${lens.question} ${at}`}
          why=${(/** @type {string} */ action) => lens.why?.(at, action)} />
      `}
      ${after.error && html`<${ErrorBox} error=${after.error} />`}
      ${more}
    </div>
  `;
  return html`
    <${Split} name="trace" panes=${[
      { id: "steps", title: "Steps", content: list },
      { id: "state", title: "State", content: side, size: 400 },
    ]} />
  `;
}

/**
 * The properties of steps, such as `[][A]_v`: the first state has no step to it, and no truth.
 * @param {Seen} seen
 */
function ofSteps(seen) {
  const truth = seen.step(1)?.truth;
  return truth ? seen.invariants.filter((name) => !(name in truth)) : [];
}

/** @param {{look: Look, change: (changes: Partial<Look>) => void, lens: Lens}} props */
function Views({ look, change, lens }) {
  const offered = [...VIEWS, ["anim", "Picture", "p"]].filter(([id]) =>
    (id !== "lanes" || lens.lanes) && (id !== "anim" || lens.picture)
  );
  const group = useId();
  return html`
    <fieldset class="segmented" aria-label="View">
      ${offered.map(([id, name]) =>
        html`<label key=${id}><input type="radio" name=${group} value=${id} checked=${
          look.view === id
        }
          onChange=${() => change({ view: id })} /><span>${name}</span></label>`
      )}
    </fieldset>
  `;
}

/**
 * The numbers of the steps that have a text; null without one.
 * @param {Seen} seen
 * @param {string} filter
 */
function useFiltered(seen, filter) {
  const [rows, setRows] = useState(/** @type {number[] | null} */ (null));
  const text = filter.trim().toLowerCase();
  useEffect(() => {
    if (!text) return setRows(null);
    let current = true;
    seen.load(1, seen.length).then(() => {
      if (!current) return;
      const numbers = Array.from({ length: seen.length }, (_, index) => index + 1);
      setRows(numbers.filter((number) => {
        const step = seen.step(number);
        return step !== undefined && matches(step, text);
      }));
    });
    return () => {
      current = false;
    };
  }, [seen, text]);
  return rows;
}

/**
 * What can happen from a state; asked once the selection rests.
 * @param {Lens} lens
 * @param {number} at
 * @param {boolean} rests whether to wait a moment
 * @returns {{walk: Walk | null, error: any}}
 */
function useNext(lens, at, rests) {
  const [found, setFound] = useState(
    /** @type {any} */ ({ question: "", walk: null, error: null }),
  );
  const question = `${lens.question} ${at}`;
  const known = lens.known?.(at) ?? null;
  useEffect(() => {
    const { next } = lens;
    if (!next || known) return;
    let current = true;
    const ask = () =>
      next(at).then(
        (walk) => current && setFound({ question, walk, error: null }),
        (error) => current && setFound({ question, walk: null, error }),
      );
    const wait = setTimeout(ask, rests ? 40 : 0);
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [question, known]);
  if (known) return { walk: known, error: null };
  return found.question === question ? found : { walk: null, error: null };
}
