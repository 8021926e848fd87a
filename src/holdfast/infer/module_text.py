"""A module that defines the invariant, and the states that satisfy it."""

from __future__ import annotations

from collections.abc import Container, Sequence

from holdfast.infer.result import Conjunct
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.tla_text import tla_text, unused
from holdfast.prove.conjuncts import conjuncts_of

# ---- all states of an invariant ----


def typed_start(
    system: System, types: Property, conjuncts: Sequence[Conjunct]
) -> tuple[str, ...] | None:
    """The conjuncts of a predicate that enumerates all states of an invariant, reachable or not.

    Each variable gets its values from the type invariant; conjuncts about the variables assigned so
    far come before the next one, so that few states are enumerated. None if the type
    invariant does not give every variable a set.
    """
    sets: dict[str, str] = {}
    tests = [(c.name, _reads(system, c.expr)) for c in conjuncts]
    for part in conjuncts_of(system, [types]):
        found = _values(part.expr)
        if found is not None and part.variables == {found[0]}:
            sets.setdefault(found[0], f"{found[0]} \\in {tla_text(found[1])}")
        else:
            tests.append((f"({tla_text(part.expr)})", part.variables))
    if any(v not in sets for v in system.variables):
        return None
    rows = []
    given: set[str] = set()
    while tests or len(given) < len(sets):
        ready = [t for t in tests if t[1] <= given]
        if ready:
            rows += [f"{text} = TRUE" for text, _ in ready]
            tests = [t for t in tests if t not in ready]
        else:
            chosen = _next_variable([v for v in sets if v not in given], given, tests)
            rows.append(sets[chosen])
            given.add(chosen)
    return tuple(rows)


def _values(e: ir.Expr) -> tuple[str, ir.Expr] | None:
    """The name and the set of a formula `name \\in set`, if it is one."""
    match e:
        case ir.Apply(Op.IN, (ir.Name(name), values)):
            return name, values
        case ir.Apply(Op.SUBSETEQ, (ir.Name(name), whole)):
            return name, ir.Apply(Op.SUBSET, (whole,))
        case _:
            return None


def _reads(system: System, e: ir.Expr) -> frozenset[str]:
    (*parts,) = conjuncts_of(system, [Property("", e)])
    return frozenset().union(*(p.variables for p in parts))


def _next_variable(
    left: Sequence[str], given: set[str], tests: Sequence[tuple[str, frozenset[str]]]
) -> str:
    """The variable after which the most conjuncts can be evaluated."""

    def value(name: str) -> tuple[int, int]:
        missing = [len(reads - given) for _, reads in tests if name in reads]
        return (-min(missing, default=99), len(missing))

    return max(left, key=value)


def invariant_module(  # noqa: PLR0913  # the parts of the module
    module: str,
    name: str,
    conjuncts: Sequence[Conjunct],
    remarks: Sequence[str],
    start: Sequence[str] = (),
    taken: Container[str] = (),
) -> str:
    """A module that extends a spec and defines `IndInv`; `start` are the parts of `IndInit`.

    Names that the spec has `taken` get a number.
    """
    invariant, initial = unused("IndInv", taken), unused("IndInit", taken)
    rows = [f"---- MODULE {name} ----"]
    rows += [f"\\* {r}" for r in remarks]
    rows += [f"EXTENDS {module}", ""]
    for c in conjuncts[1:]:
        if c.tla != c.name:  # otherwise it is a definition of the spec
            rows += [f"{c.name} ==", f"  {c.tla}", ""]
    rows.append(f"{invariant} ==")
    rows += [f"  /\\ {c.name}" for c in conjuncts]
    if start:
        every = f"Every state of the right types in which {invariant} holds, reachable or not."
        why = f"If no step from there leads out of {invariant}, it is inductive."
        rows += ["", f"\\* {every}", f"\\* {why}", f"{initial} =="]
        rows += [f"  /\\ {part}" for part in start]
    return "\n".join([*rows, "", "=" * max(20, len(rows[0])), ""])
