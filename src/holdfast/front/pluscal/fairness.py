"""The formula `Spec`: initial condition, next-state relation and fairness."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.options import Options
from holdfast.front.tla.syntax import tree as tla

VARS = tla.Ref("vars")


def specification(
    algorithm: tree.Algorithm, called: dict[str, list[str]], options: Options
) -> tla.Expr:
    """The body of `Spec`; `called` has the procedures that each process may call."""
    box = tla.Prefix("[]", tla.Box(tla.Ref("Next"), VARS))
    safety = tla.Infix("/\\", tla.Ref("Init"), box)
    conjuncts: list[tla.Expr] = [safety]
    option = options.fairness
    if algorithm.processes and option != "nof":
        if option == "wfNext" or algorithm.fair:
            conjuncts.append(_fair("wf", tla.Ref("Next")))
        for process in algorithm.processes:
            conjuncts += _process_fairness(process, algorithm, called, options)
    elif not algorithm.processes and (algorithm.fair or option in ("wf", "sf", "wfNext")):
        conjuncts.append(_fair("wf", tla.Ref("Next")))
    return safety if len(conjuncts) == 1 else tla.Junction("/\\", tuple(conjuncts))


def _fair(kind: tree.Fairness, action: tla.Expr) -> tla.Expr:
    return tla.Fairness("WF_" if kind == "wf" else "SF_", VARS, action)


def _process_fairness(
    process: tree.Process, algorithm: tree.Algorithm, called: dict[str, list[str]], options: Options
) -> list[tla.Expr]:
    kind = process.fairness
    if not kind and options.fairness in ("wf", "sf"):
        kind = "wf" if options.fairness == "wf" else "sf"
    if not kind:
        return []
    # The TLA+ tools introduce a name for an identifier that takes several lines.
    long_id = not process.many and "\n" in process.id.span.text
    own = tla.Ref("self") if process.many or long_id else process.id
    args = (tla.Ref("self"),) if process.many else ()
    formulas = _fair_action(kind, process.name.name, args, own, process.body)
    by_name = {p.name.name: p for p in algorithm.procedures}
    for name in called[process.name.name]:
        formulas += _fair_action(kind, name, (own,), own, by_name[name].body)
    formula = formulas[0] if len(formulas) == 1 else tla.Junction("/\\", tuple(formulas))
    if process.many:
        binder = tla.Bound((tla.Ident("self"),), process.id)
        formula = tla.Quantifier("\\A", (binder,), formula)
    elif long_id:
        formula = tla.Let((tla.Definition(tla.Ident("self"), (), process.id),), formula)
    return [formula]


def _fair_action(
    kind: tree.Fairness,
    name: str,
    args: tuple[tla.Expr, ...],
    own: tla.Expr,
    body: tree.Block,
) -> list[tla.Expr]:
    """Fairness of a process or procedure, and strong fairness of its labels with `+`."""
    labels = [s.label for s in tree.walk(body) if s.label]
    unfair = [label.name for label in labels if label.mark == "-"]
    action: tla.Expr = tla.Ref(name, args)
    if unfair:
        action = tla.Infix("/\\", _not_at(own, unfair), action)
    formulas = [_fair(kind, action)]
    if kind == "wf":
        strong = [label.name for label in labels if label.mark == "+"]
        formulas += [_fair("sf", tla.Ref(label, args)) for label in strong]
    return formulas


def _not_at(own: tla.Expr, labels: Sequence[str]) -> tla.Expr:
    pc = tla.Index(tla.Ref("pc"), (own,))
    strings = tuple(tla.String(label) for label in labels)
    if len(strings) == 1:
        return tla.Infix("/=", pc, strings[0])
    return tla.Infix("\\notin", pc, tla.SetOf(strings))


def procedures_called(
    algorithm: tree.Algorithm, raw_calls: dict[str, list[str]]
) -> dict[str, list[str]]:
    """For each process, the procedures that it may call, directly or not.

    `raw_calls` has the direct calls of each process and procedure, in the order of the text.
    """
    reach = {p.name.name: set(raw_calls.get(p.name.name, ())) for p in algorithm.procedures}
    for middle in reach:
        for name, reached in reach.items():
            if middle in reached and middle != name:
                reached |= reach[middle]
    result: dict[str, list[str]] = {}
    for process in algorithm.processes:
        called: dict[str, None] = {}
        pending = [name for name in raw_calls.get(process.name.name, ()) if name in reach]
        called.update(dict.fromkeys(pending))
        for name in pending:
            called.update(dict.fromkeys(other for other in reach if other in reach[name]))
        result[process.name.name] = list(called)
    return result
