/** The commands and keys of the trace explorer. */

import { useCommands } from "holdfast/keys.js";
import { findStep } from "holdfast/trace_data.js";

/**
 * The keys of the explorer.
 * @param {any} props
 */
export function useExplorerCommands(props) {
  const { seen, look, change, lens, onTake, onBack, at, select, rows, variable, after } = props;
  const { filterInput, watchInput, setOpened } = props;
  /** @param {1 | -1} direction */
  const move = (direction) => {
    if (!rows) return select(at + direction);
    const beside = direction > 0
      ? rows.find((/** @type {number} */ number) => number > at)
      : rows.findLast((/** @type {number} */ number) => number < at);
    if (beside) select(beside);
  };
  /** @param {1 | -1} direction */
  const moveToChange = (direction) =>
    findStep(
      seen,
      at,
      direction,
      (step) =>
        step.state.some(({ name, changed }) => changed && (variable === null || name === variable)),
    )
      .then((number) => number && select(number));
  const takes = Array.from({ length: 9 }, (_, index) => ({
    id: `take${index + 1}`,
    title: `Take step ${index + 1}`,
    keys: [`${index + 1}`],
    disabled: !onTake || !after.walk?.next[index],
    run: () => onTake(seen.length === 0 ? 0 : at, after.walk.next[index]),
  }));
  const why = () => setOpened(after.walk?.disabled[0]?.action ?? null);
  useCommands([
    { id: "next", title: "Next state", keys: ["j", "ArrowDown"], run: () => move(1) },
    { id: "previous", title: "Previous state", keys: ["k", "ArrowUp"], run: () => move(-1) },
    { id: "first", title: "First state", keys: ["Home"], run: () => select(1) },
    { id: "last", title: "Last state", keys: ["End"], run: () => select(seen.length) },
    {
      id: "change",
      title: "Next change of the selected variable",
      keys: ["]"],
      run: () => moveToChange(1),
    },
    {
      id: "changed",
      title: "Previous change of the selected variable",
      keys: ["["],
      run: () => moveToChange(-1),
    },
    {
      id: "loop",
      title: "Go to the start of the loop",
      keys: ["l"],
      disabled: typeof seen.loop !== "number",
      run: () => select(seen.loop),
    },
    { id: "filter", title: "Filter steps", keys: ["/"], run: () => filterInput.current?.focus() },
    {
      id: "watch",
      title: "Watch an expression",
      keys: ["w"],
      run: () => watchInput.current?.focus(),
    },
    {
      id: "why",
      title: "Why is an action not enabled",
      keys: ["y"],
      disabled: !after.walk?.disabled.length,
      run: why,
    },
    {
      id: "back",
      title: "Take back the last step",
      keys: ["u"],
      disabled: !onBack,
      run: () => onBack(),
    },
    { id: "table", title: "View: table", keys: ["t"], run: () => change({ view: "table" }) },
    {
      id: "lanes",
      title: "View: lanes",
      keys: ["d"],
      disabled: !lens.lanes,
      run: () => change({ view: "lanes" }),
    },
    { id: "state", title: "View: state", keys: ["s"], run: () => change({ view: "state" }) },
    {
      id: "picture",
      title: "View: picture",
      keys: ["p"],
      disabled: !lens.picture,
      run: () => change({ view: "anim" }),
    },
    {
      id: "unchanged",
      title: "Hide or show unchanged variables",
      run: () => change({ changedOnly: !look.changedOnly }),
    },
    ...takes,
  ]);
}
