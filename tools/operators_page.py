"""`docs/operators.md`: which engine computes which operator, from the tables of the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from holdfast.interp import operators as interp
from holdfast.interp.builtins import BUILTINS
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Group, Notation, Op, Result
from holdfast.native.emit import builtins as native_library
from holdfast.native.emit import expr as native
from holdfast.native.emit import runtime_table
from holdfast.native.emit.reach import is_hosted
from holdfast.smt.bounded import builtins as bounded_library
from holdfast.smt.bounded import expr as bounded
from holdfast.smt.bounded import step as bounded_step
from holdfast.smt.unbounded import builtins as unbounded_library
from holdfast.smt.unbounded import expr as unbounded
from holdfast.smt.unbounded import step as unbounded_step

YES, ACTIONS, ASKS, CASES, NO = "yes", "in actions", "interpreter", "by cases", "no"
NO_VALUE = "no value"


@dataclass(frozen=True, slots=True)
class Engine:
    """One column of the matrix: what it does with a row, and with a library operator."""

    title: str
    row: Callable[[Op], str]
    library: Callable[[str], str]


def _interpreted(op: Op) -> str:
    return YES if op in interp.SUPPORTED else NO


def _interpreted_library(name: str) -> str:
    return YES if name in BUILTINS else NO


def _native(op: Op) -> str:
    return YES if op in native.SUPPORTED else NO


def _native_library(name: str) -> str:
    if name in runtime_table.BUILTINS or name in native_library.HIGHER_ORDER:
        return YES
    return ASKS if is_hosted(name) else NO


def _bounded(op: Op) -> str:
    if op in bounded.SUPPORTED:
        return YES
    return ACTIONS if op in bounded_step.SUPPORTED else NO


def _bounded_library(name: str) -> str:
    if name in bounded_library.ENCODED:
        return YES
    return CASES if name in bounded_library.BY_CASES else NO


def _unbounded(op: Op) -> str:
    if op in unbounded.SUPPORTED:
        return YES
    return ACTIONS if op in unbounded_step.SUPPORTED else NO


def _unbounded_library(name: str) -> str:
    return YES if name in unbounded_library.ENCODED else NO


ENGINES = (
    Engine("interpreter", _interpreted, _interpreted_library),
    Engine("native", _native, _native_library),
    Engine("prove, one size", _bounded, _bounded_library),
    Engine("prove, all sizes", _unbounded, _unbounded_library),
)

INTRODUCTION = f"""\
# Operators and engines

<!-- Made by tools/operators_page.py from the tables of the engines; edit those instead. -->

Which engine computes which operator. What an engine cannot compute is an error with its place,
or, where `check` chooses the engine itself, a reason to take the interpreter, which it names.

| | |
| --- | --- |
| {YES} | the engine computes it itself; what proofs know of its arguments is in \
[proving](prove.md) |
| {ASKS} | generated code asks the interpreter for its value; the search has one worker then |
| {CASES} | the interpreter computes it for each combination of values that the arguments may \
have, if those are few |
| {ACTIONS} | in the next-state relation, not in a property |
| {NO} | it is refused |
| {NO_VALUE} | it is understood, but using it is an error |

`[]P`, `[][A]_v` and fairness in a specification are taken apart before an engine sees them; of a
property, what is temporal besides that is listed as not checked."""


def operators_page() -> str:
    """The text of the page."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield INTRODUCTION
    yield from ("", "## Operators of the language and of numbers")
    for group in Group:
        if group is not Group.NAMED:
            yield from _table(
                group.value, [(written(op), op) for op in Op if op.row.group is group]
            )
    yield from ("", "## Operators of library modules", "")
    yield "Other operators of the [library](library.md) have definitions, which every engine reads."
    for module in dict.fromkeys(name.partition("!")[0] for name in LIBRARY_OPS):
        names = [n for n in LIBRARY_OPS if n.partition("!")[0] == module]
        yield from _table(module, [(written(n), n) for n in names])


def _table(title: str, lines: list[tuple[str, Op | str]]) -> Iterator[str]:
    yield from ("", f"### {title[0].upper()}{title[1:]}", "")
    yield f"| operator | {' | '.join(e.title for e in ENGINES)} |"
    yield "| --- |" + " --- |" * len(ENGINES)
    for shown, what in lines:
        cells = " | ".join(cell(e, what) for e in ENGINES)
        yield f"| {shown} | {cells} |"


def cell(engine: Engine, what: Op | str) -> str:
    """What an engine does with an operator."""
    row = what.row if isinstance(what, Op) else LIBRARY_OPS[what]
    if row.result is Result.NONE:
        return NO_VALUE
    return engine.row(what) if isinstance(what, Op) else engine.library(what)


_OWN = {
    Op.SET: "{a, b}",
    Op.TUPLE: "<<a, b>>",
    Op.RECORD: "[h |-> a]",
    Op.RECORD_SET: "[h : S]",
    Op.FUNCTION_SET: "[S -> T]",
    Op.INDEX: "f[x]",
    Op.WEAK_FAIR: "WF_v(A)",
    Op.STRONG_FAIR: "SF_v(A)",
}


def written(what: Op | str) -> str:
    """How an operator is written, as the first cell of its line."""
    text = _example(what) if isinstance(what, Op) else what.partition("!")[2]
    return "`" + text.replace("|", "\\|") + "`"


def _example(op: Op) -> str:
    match op.row.notation:
        case Notation.OWN:
            return _OWN[op]
        case Notation.SUBSCRIPT:
            return op.row.text.replace(" ", "A") + "v"
        case _:
            return op.row.text
