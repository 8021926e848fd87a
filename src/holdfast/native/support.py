"""What the native engine can run: one table, asked before anything runs."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.ops import Op
from holdfast.ir.system import Body, System
from holdfast.native.builtins import is_supported
from holdfast.native.expr import SUPPORTED
from holdfast.native.reach import bodies, reachable_expressions, system_bodies
from holdfast.source import Diagnostic, Span


def unsupported(system: System) -> list[Diagnostic]:
    """What of a system the native engine cannot run, each construct once with a place."""
    found: dict[str, Diagnostic] = {}
    for name, span in _problems(system):
        message = f"the native engine does not support {name}"
        found.setdefault(name, Diagnostic("native-unsupported", message, span))
    return list(found.values())


def _problems(system: System) -> Iterator[tuple[str, Span | None]]:
    recursive = {n for n, d in system.definitions.items() if d.recursive and d.operators}
    for e in reachable_expressions(system):
        match e:
            case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)):
                if not is_supported(str(name)):
                    yield f"`{name}`", e.span
            case ir.Apply(op, _) if op not in SUPPORTED:
                yield f"`{op.value}`", e.span
            case ir.Call(name, _) if name in recursive:
                yield f"recursion with operators as arguments (`{name}`)", e.span
            case ir.Let(definitions, _):
                for d in definitions:
                    if d.recursive and d.operators:
                        yield f"recursion with operators as arguments (`{d.name}`)", d.span
            case ir.Enabled(_, None):
                yield "ENABLED here", e.span
            case ir.Enabled(_, tree) if tree is not None:
                yield from _in_bodies(bodies(tree))
            case _:
                pass
    yield from _in_bodies(system_bodies(system))


def _in_bodies(all_bodies: Iterator[Body]) -> Iterator[tuple[str, Span | None]]:
    for b in all_bodies:
        match b:
            case body.Compose():
                yield "`\\cdot`", b.span
            case body.ForEach(_, inner, _) if any(_assigns(x) for x in bodies(inner)):
                yield "an action under `\\A`", b.span
            case _:
                pass


def _assigns(b: Body) -> bool:
    return isinstance(b, body.Assign | body.AssignFrom | body.Keep)
