"""The adapter for z3: parses a text, checks it under limits, and reads the model and the core."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from holdfast.cancellation import stopped_by, tick
from holdfast.smt.solvers.model import Argument, Compound, Element, Formula, Known, Model
from holdfast.smt.solvers.outcome import (
    Ended,
    Limits,
    Outcome,
    Question,
    Status,
    bare,
    declared_functions,
)

Z3_STRATEGIES: Mapping[str, Mapping[str, bool]] = {
    "auto": {},
    "ematching": {"auto_config": False, "smt.mbqi": False},
    "mbqi": {"auto_config": False, "smt.mbqi": True},
    "prenex": {"smt.pull_nested_quantifiers": True},
}

_TABLE_LIMIT = 4096


@cache
def z3_version() -> str:
    """The name and version of the installed z3."""
    import z3  # type: ignore[import-untyped]

    return f"z3 {z3.get_version_string()}"


def solve_with_z3(question: Question) -> Outcome:
    """Solve a text with z3, in a new context: earlier terms would affect its heuristics."""
    import z3

    name = z3_version()
    context = z3.Context()
    settings = Z3_STRATEGIES[question.strategy]
    is_simple = "auto_config" in settings
    solver = z3.SimpleSolver(ctx=context) if is_simple else z3.Solver(ctx=context)
    for key, value in settings.items():
        solver.set(key, value)
    produce = "(set-option :produce-unsat-cores true)\n" if question.core else ""
    try:
        with stopped_by(context.interrupt):
            solver.from_string(produce + question.text)
            ended = check_with_limits(solver, question.limits)
    except z3.Z3Exception as error:
        ended = Ended(_status_of(str(error), "crash"), _plain(error))
    tick()  # the result of an interrupted z3 is not valid
    if ended.status not in ("sat", "unsat"):
        return Outcome(ended.status, name, reason=ended.reason, limit=ended.limit)
    model = None
    if ended.status == "sat" and question.model:
        model = read_z3_model(solver, declared_functions(question.text))
    core: tuple[str, ...] = ()
    if ended.status == "unsat" and question.core:
        core = tuple(bare(c.decl().name()) for c in solver.unsat_core())
    return Outcome(ended.status, name, model=model, core=core)


def check_with_limits(solver: Any, limits: Limits, *assumptions: Any) -> Ended:
    """Check a z3 solver's assertions."""
    import z3

    solver.set("rlimit", min(limits.rlimit, 2**32 - 1))
    solver.set("timeout", max(1, int(limits.seconds * 1000)))
    # z3 would swallow Ctrl-C and report a resource limit.
    solver.set("ctrl_c", False)
    # On top of what earlier queries left allocated; no limit outside a check, because z3 does
    # not survive a failed allocation elsewhere.
    used = z3.Z3_get_estimated_alloc_size() >> 20
    z3.set_param("memory_max_size", used + limits.memory_mb)
    start = time.monotonic()
    try:
        answer = solver.check(*assumptions)
    except z3.Z3Exception as error:
        return Ended(_status_of(str(error), "crash"), _plain(error))
    finally:
        z3.set_param("memory_max_size", 0)
    if answer == z3.sat:
        return Ended("sat")
    if answer == z3.unsat:
        return Ended("unsat")
    reason = str(solver.reason_unknown())
    if time.monotonic() - start >= limits.seconds:
        return Ended("timeout", f"the time limit of {limits.seconds:g} s was reached", "time")
    status = _status_of(reason, "unknown")
    if status == "timeout":
        return Ended(status, f"the resource limit of {limits.rlimit} was reached", "resources")
    return Ended(status, reason)


def _status_of(reason: str, otherwise: Status) -> Status:
    if "memory" in reason:
        return "memory"
    # z3 says `canceled` when a resource limit stops it.
    if any(word in reason for word in ("canceled", "timeout", "resource limit")):
        return "timeout"
    return otherwise


def _plain(error: Exception) -> str:
    text = error.args[0] if error.args else ""
    return (text.decode(errors="replace") if isinstance(text, bytes) else str(text)).strip()


# ---- models ----


def read_z3_model(solver: Any, signatures: Mapping[str, Any], unread: str | None = None) -> Model:
    """The model of a satisfiable z3 solver, as data, without names that begin with `unread`."""
    model = solver.model()
    universes = {
        bare(sort.name()): tuple(
            sorted((_element_name(e) for e in model.get_universe(sort)), key=_rank)
        )
        for sort in model.sorts()
    }
    for signature in signatures.values():
        for sort in (*signature.args, signature.result):
            if sort not in ("Bool", "Int"):
                universes.setdefault(sort, (f"{sort}!val!0",))
    # The names of assertions are in the model, too; only what was declared is read.
    decls = {bare(d.name()): d for d in model.decls()}
    formulas: dict[str, Formula] = {}
    known: _Known = {}
    unreadable = []
    pending = [name for name in decls if name in signatures]
    if unread is not None:
        pending = [name for name in pending if not name.startswith(unread)]
    while pending:
        name = pending.pop()
        formula = _interpretation(model, decls[name], known)
        if formula is None:
            unreadable.append(name)
            continue
        formulas[name] = formula
        pending += [h for h in _heads(formula) if h in decls and h not in formulas]
    found = Model(universes, signatures, formulas)
    left = [name for name in unreadable if name in signatures]
    tables = {name: _tabulate(model, decls[name], found) for name in left}
    return Model(universes, signatures, formulas, {n: t for n, t in tables.items() if t})


def _heads(formula: Formula) -> Iterator[str]:
    if isinstance(formula, Compound):
        yield formula.head
        for part in formula.args:
            yield from _heads(part)


def _element_name(value: Any) -> str:
    return str(value.decl().name())


def _rank(name: str) -> tuple[int, str]:
    number = name.rpartition("!")[2]
    return (int(number) if number.isdigit() else 0, name)


_Known: TypeAlias = dict[int, tuple[Any, Formula | None]]
"""Terms and their formulas by z3's numbers of terms, which are valid as long as these exist."""


def _interpretation(model: Any, decl: Any, known: _Known) -> Formula | None:
    """The interpretation of a function; None if a `Formula` cannot express it."""
    import z3

    meaning = model[decl]
    if meaning is None:
        return None
    if not isinstance(meaning, z3.FuncInterp):
        return _formula(meaning, known)
    otherwise = meaning.else_value()
    result = None if otherwise is None else _formula(otherwise, known)
    for i in reversed(range(meaning.num_entries())):
        entry = meaning.entry(i)
        keys = [_formula(entry.arg_value(k), known) for k in range(entry.num_args())]
        value = _formula(entry.value(), known)
        if value is None or any(k is None for k in keys):
            return None
        if result is None:
            result = value
        tests = tuple(
            Compound("=", (Argument(k), key)) for k, key in enumerate(keys) if key is not None
        )
        result = Compound("ite", (Compound("and", tests), value, result))
    return result


def _formula(e: Any, known: _Known) -> Formula | None:
    number = e.get_id()
    found = known.get(number)
    if found is None:
        found = known[number] = e, _read_formula(e, known)
    return found[1]


def _read_formula(e: Any, known: _Known) -> Formula | None:
    import z3

    if z3.is_var(e):
        return Argument(z3.get_var_index(e))
    if not z3.is_app(e):
        return None
    decl = e.decl()
    match decl.kind():
        case z3.Z3_OP_TRUE:
            return Known(True)
        case z3.Z3_OP_FALSE:
            return Known(False)
        case z3.Z3_OP_ANUM if e.is_int():
            return Known(e.as_long())
        case z3.Z3_OP_ANUM:
            return Known(Fraction(e.numerator_as_long(), e.denominator_as_long()))
        case z3.Z3_OP_UMINUS:
            head = "-"
        case _:
            head = bare(decl.name())
    args = [_formula(a, known) for a in e.children()]
    if not args and e.sort_kind() == z3.Z3_UNINTERPRETED_SORT:
        return Known(_element_name(e))
    parts = tuple(a for a in args if a is not None)
    return Compound(head, parts) if len(parts) == len(args) else None


def _tabulate(model: Any, decl: Any, found: Model) -> Mapping[tuple[Element, ...], Element]:
    """The values of a function at every argument, where there are finitely many."""
    import z3

    arguments = found.arguments(bare(decl.name()))
    if arguments is None or len(arguments) > _TABLE_LIMIT:
        return {}
    context = decl.ctx
    table = {}
    for values in arguments:
        terms = []
        for i, value in enumerate(values):
            sort = decl.domain(i)
            if isinstance(value, bool):
                terms.append(z3.BoolVal(value, context))
            else:
                elements = model.get_universe(sort) or [z3.Const(value, sort)]
                terms.append(next(e for e in elements if _element_name(e) == value))
        result = _formula(model.eval(decl(*terms), model_completion=True), {})
        if not isinstance(result, Known):
            return {}
        table[values] = result.value
    return table
