"""Operations of mining on formulas and atoms: names, conditions, equivalent forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from holdfast.infer.grammar.language import Atom
from holdfast.infer.guards import Scene
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.system import System


def without_equal(parts: tuple[ir.Expr, ...], chosen: tuple[str, ...]) -> tuple[ir.Expr, ...]:
    """Guards with equations substituted: `votes[n] = S /\\ P(S)` is `P(votes[n])`."""
    for part in parts:
        match part:
            case ir.Apply(Op.EQ, (ir.Name(name), value)) | ir.Apply(Op.EQ, (value, ir.Name(name))):
                if name in chosen and name not in names_in(value):
                    others = tuple(substitute(p, {name: value}) for p in parts if p is not part)
                    return without_equal(others, chosen)
            case _:
                pass
    return parts


_STRICTER = {Op.LE: Op.LT, Op.GE: Op.GT}


def stricter(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """The formula with strict comparisons, if it has non-strict ones."""

    def rule(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Apply(op, args) if op in _STRICTER:
                return ir.Apply(_STRICTER[op], args)
            case _:
                return None

    strict = ir.rewrite(rule, e)
    return () if strict == e else (strict,)


def height(e: ir.Expr) -> int:
    """The number of binders in a formula, plus one."""
    return 1 + sum(isinstance(p, ir.Bind) for p in ir.walk(e))


def bounds_of(scene: Scene) -> dict[str, ir.Bound]:
    """The quantified names of an action, each with its bound."""
    return {n: b for b in scene.bounds if not b.pattern for n in b.names}


def free_names(e: ir.Expr) -> tuple[str, ...]:
    """The free names of an expression in the order of their first use."""
    found: dict[str, None] = {}

    def visit(part: ir.Expr, bound: frozenset[str]) -> None:
        match part:
            case ir.Name(name):
                if name not in bound:
                    found[name] = None
            case ir.Bind(_, bounds, body):
                for b in bounds:
                    if b.domain is not None:
                        visit(b.domain, bound)
                visit(body, bound | {n for b in bounds for n in b.names})
            case _:
                for child in ir.children(part):
                    visit(child, bound)

    visit(e, frozenset())
    return tuple(found)


def conditions_in(
    e: ir.Expr, local: dict[str, ir.Bound]
) -> Iterator[tuple[ir.Expr, dict[str, ir.Bound]]]:
    """The conditions inside a value."""
    match e:
        case ir.If(test, yes, no):
            yield test, local
            yield from conditions_in(yes, local)
            yield from conditions_in(no, local)
        case ir.Bind(Binder.FILTER, bounds, body):
            inner = local | {n: b for b in bounds if not b.pattern for n in b.names}
            yield body, inner
        case ir.Bind(_, bounds, body):
            yield from conditions_in(
                body, local | {n: b for b in bounds if not b.pattern for n in b.names}
            )
        case _:
            for child in ir.children(e):
                yield from conditions_in(child, local)


def renumbered(atom: Atom) -> Atom:
    """The atom with its parameters numbered in the order of their first use."""
    sorts = dict(atom.params)
    order = [n for n in free_names(atom.expr) if n in sorts]
    fresh = {n: ir.Name(f"${i}") for i, n in enumerate(order, start=1)}
    expr = substitute(atom.expr, fresh)
    params = tuple((f"${i}", sorts[n]) for i, n in enumerate(order, start=1))
    return Atom(expr, params, atom.origin, atom.cost)


def unique(atoms: Iterable[Atom]) -> list[Atom]:
    """The atoms without repetition, the first of equal ones."""
    found: dict[tuple[ir.Expr, tuple[int, ...]], Atom] = {}
    for atom in atoms:
        found.setdefault((atom.expr, tuple(s for _, s in atom.params)), atom)
    return list(found.values())


def unfolded_parts(e: ir.Expr, system: System) -> Iterator[ir.Expr]:
    """The parts of an expression, and of the definitions that are called in it."""
    seen: set[str] = set()
    pending = [e]
    while pending:
        for part in ir.walk(pending.pop()):
            yield part
            match part:
                case ir.Call(name, _) if name in system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(system.definitions[name].body)
                case _:
                    pass
