"""Which parts of an expression generated code does not support."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.native.emit.analysis import operator_name
from holdfast.native.emit.builtins import is_supported
from holdfast.native.emit.operators import SUPPORTED
from holdfast.source import Span


def problems_of(e: ir.Expr, system: System) -> Iterator[tuple[str, Span | None]]:
    """Why generated code does not support an expression, apart from its parts."""
    match e:
        case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)):
            if not is_supported(str(name)):
                yield f"`{name}`", e.span
        case ir.Apply(op, _) if op not in SUPPORTED:
            yield f"`{op.value}`", e.span
        case ir.Call(name, _) if name in system.definitions:
            if not _passes_on(system.definitions[name], system):
                yield f"recursion with operators as arguments (`{name}`)", e.span
        case ir.Let(definitions, _):
            for d in definitions:
                if not _passes_on(d, system):
                    yield f"recursion with operators as arguments (`{d.name}`)", d.span
        case ir.Enabled(_, None):
            yield "ENABLED here", e.span
        case _:
            pass


def _passes_on(d: ir.Definition, system: System) -> bool:
    """Whether a definition that calls itself does so with the operators that it was given.

    Another recursive definition with operators might call it with other ones.
    """
    operators = {name for name, _ in d.operators}
    if not operators or not d.recursive:
        return True
    for e in ir.walk(d.body):
        if not isinstance(e, ir.Call):
            continue
        if e.name == d.name:
            pairs = zip(d.params, e.args, strict=True)
            if any(p in operators and operator_name(a) != p for p, a in pairs):
                return False
        else:
            other = system.definitions.get(e.name)
            if other is not None and other.recursive and other.operators:
                return False
    return True
