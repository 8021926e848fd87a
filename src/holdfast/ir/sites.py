"""The places in a spec whose evaluations coverage counts, numbered once for all engines.

A site is a range of source text. All nodes that come from it, as a formula or as a part of an
action, share its number; of several conjuncts that a statement of PlusCal becomes, only the first
has it. A constant is evaluated once, so nothing inside it is a site.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op, Result
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Body, System
from holdfast.source import Span

Role: TypeAlias = Literal[
    "definition",
    "property",
    "conjunct",
    "disjunct",
    "antecedent",
    "consequent",
    "condition",
    "branch",
    "body",
]
"""What a site is to the expression around it."""

_LIBRARY = "library/"
"""How the names of bundled modules begin."""


@dataclass(frozen=True, slots=True)
class Site:
    """One place; `formula` if its value is a Boolean, `negated` if it is part of a negation."""

    span: Span
    role: Role
    formula: bool
    negated: bool = False


class Sites:
    """The sites of a system; `numbers` has those of its nodes, by identity."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.all: list[Site] = []
        self.numbers: dict[int, int] = {}
        _Lister(self).list_all()

    def __len__(self) -> int:
        return len(self.all)

    def of(self, node: ir.Node) -> int | None:
        """The number of a node, if it is at a site."""
        return self.numbers.get(id(node))


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds a node: the innermost site, the local names, and whether a negation does."""

    site: Span | None = None
    names: frozenset[str] = frozenset()
    negated: bool = False

    def binding(self, *names: str) -> _Around:
        return replace(self, names=self.names.union(names))

    def bounds(self, bounds: tuple[ir.Bound, ...]) -> _Around:
        return self.binding(*(name for bound in bounds for name in bound.names))


_NOTHING = _Around()


class _Lister:
    """Walks over everything that a search evaluates."""

    def __init__(self, sites: Sites) -> None:
        self.sites, self.system = sites, sites.system
        self.levels = Levels.of_system(self.system)
        self.known: dict[Span, int] = {}
        self.seen: set[tuple[int, bool]] = set()
        self.pending: dict[str, None] = {}

    def list_all(self) -> None:
        system = self.system
        if system.init is not None:
            self.tree(system.init, "definition", _NOTHING)
        for action in system.actions:
            around = _NOTHING
            for bounds in action.bounds:
                self.domains(bounds, around)
                around = around.bounds(bounds)
            self.tree(action.body, "definition", around)
        for p in (
            *system.invariants,
            *system.constraints,
            *system.action_constraints,
            *system.step_properties,
            *system.initial_properties,
        ):
            # The name of a definition in a configuration is not a place in the spec.
            role: Role | None = None if isinstance(p.expr, ir.Call) else "property"
            self.expr(p.expr, role, _NOTHING, formula=True)
        if system.view is not None:
            self.expr(system.view.expr, None, _NOTHING)
        for e in (system.transient, system.may_end):
            if e is not None:
                self.expr(e, None, _NOTHING)
        for procedure in system.procedures.values():
            self.tree(procedure.body, "definition", _NOTHING.binding(*procedure.params))
        entered: set[str] = set()
        while self.pending.keys() - entered:
            for name in [n for n in self.pending if n not in entered]:
                entered.add(name)
                self.definition(system.definitions[name], _NOTHING)

    def definition(self, d: ir.Definition, around: _Around) -> None:
        inner = around.binding(*d.params)
        if d.recursive and not d.params:
            inner = inner.binding(d.name)
            if isinstance(d.body, ir.Bind) and d.body.binder is Binder.FUNCTION:
                # A recursive function is not evaluated itself, it is applied.
                self.expr(d.body, None, inner)
                return
        self.expr(d.body, "definition", inner, formula=_is_formula(d.body))

    def put(self, node: ir.Node, site: Site, around: _Around) -> _Around:
        """Number a node, unless what surrounds it is the same place; what surrounds its parts."""
        if site.span == around.site or not site.span.text or _is_library(site.span):
            return around
        number = self.known.setdefault(site.span, len(self.sites.all))
        if number == len(self.sites.all):
            self.sites.all.append(site)
        self.sites.numbers[id(node)] = number
        return replace(around, site=site.span)

    # ---- expressions ----

    def expr(self, e: ir.Expr, role: Role | None, around: _Around, formula: bool = False) -> None:
        """Number the sites in an expression, which is one itself if it has a role."""
        key = id(e), role is not None
        if key in self.seen:
            return
        self.seen.add(key)
        if role is not None and e.span is not None:
            site = Site(e.span, role, formula or _is_formula(e), around.negated)
            around = self.put(e, site, around)
        if not self.is_constant(e, around.names):
            self.inside(e, around, formula)

    def is_constant(self, e: ir.Expr, names: frozenset[str]) -> bool:
        """Whether the engines evaluate an expression once."""
        return (
            self.levels.of(e) == Level.CONSTANT
            and self.levels.is_quiet(e)
            and names_in(e).isdisjoint(names)
        )

    def inside(self, e: ir.Expr, around: _Around, formula: bool) -> None:
        match e:
            case ir.Apply(op, args):
                self.applied(op, args, around)
            case ir.If(test, yes, no):
                self.chosen(((test, yes),), no, around, formula)
            case ir.Case(arms, other):
                self.chosen(arms, other, around, formula)
            case ir.Bind(binder, bounds, inner):
                self.domains(bounds, around)
                tests = binder not in (Binder.MAP, Binder.FUNCTION)
                self.expr(inner, "body" if tests else None, around.bounds(bounds), formula=tests)
            case ir.Let(definitions, inner):
                local = around.binding(*(d.name for d in definitions))
                for d in definitions:
                    self.definition(d, local)
                self.expr(inner, None, local, formula)
            case ir.Lambda(params, inner):
                self.expr(inner, None, around.binding(*params))
            case ir.Enabled(_, tree) if tree is not None:
                self.tree(tree, None, around)
            case ir.Call(name, args):
                if name in self.system.definitions:
                    self.pending.setdefault(name)
                self.values(args, around)
            case ir.Except():
                self.values(ir.children(e), around.binding(ir.OLD))
            case _:
                self.values(ir.children(e), around)

    def values(self, parts: Iterable[ir.Expr], around: _Around) -> None:
        for part in parts:
            self.expr(part, None, around)

    def applied(self, op: Op, args: tuple[ir.Expr, ...], around: _Around) -> None:
        if op is Op.UNCHANGED:
            return
        if op is Op.NOT:
            around = replace(around, negated=not around.negated)
        roles = _ROLES.get(op, (None,))
        places = set[Span | None]()
        for i, arg in enumerate(args):
            role = roles[min(i, len(roles) - 1)]
            self.expr(arg, None if arg.span in places else role, around, role is not None)
            places.add(arg.span)

    def chosen(
        self,
        arms: tuple[tuple[ir.Expr, ir.Expr], ...],
        other: ir.Expr | None,
        around: _Around,
        formula: bool,
    ) -> None:
        for test, value in arms:
            self.expr(test, "condition", around, formula=True)
            self.expr(value, "branch", around, formula)
        if other is not None:
            self.expr(other, "branch", around, formula)

    def domains(self, bounds: tuple[ir.Bound, ...], around: _Around) -> None:
        for bound in bounds:
            if bound.domain is not None:
                self.expr(bound.domain, None, around)

    # ---- actions ----

    def tree(self, b: Body, role: Role | None, around: _Around) -> None:
        """Number the sites in a part of an action."""
        formula = b.expr
        self.expr(formula, role, around, formula=True)
        if isinstance(b, body.Test):
            return
        if role is not None and formula.span is not None:
            around = self.put(b, Site(formula.span, role, True, around.negated), around)
        self.below(b, around)

    def below(self, b: Body, around: _Around) -> None:
        match b:
            case body.Assign(_, value, _) | body.AssignFrom(_, value, _):
                self.expr(value, None, around)
            case body.Sequence(items, formula):
                if not (isinstance(formula, ir.Apply) and formula.op is Op.UNCHANGED):
                    self.trees(items, "conjunct", around)
            case body.Branch(items, _):
                self.trees(items, "disjunct", around)
            case body.IfElse(test, yes, no, _):
                self.expr(test, "condition", around, formula=True)
                self.trees((yes, no), "branch", around)
            case body.Choice(arms, other, _):
                for test, inner in arms:
                    self.expr(test, "condition", around, formula=True)
                    self.tree(inner, "branch", around)
                self.trees(() if other is None else (other,), "branch", around)
            case body.ForSome(bounds, inner, _) | body.ForEach(bounds, inner, _):
                self.domains(bounds, around)
                self.tree(inner, "body", around.bounds(bounds))
            case body.Within(definitions, inner, _):
                local = around.binding(*(d.name for d in definitions))
                for d in definitions:
                    self.expr(d.body, None, local.binding(*d.params))
                self.tree(inner, "definition", local)
            case body.Compose(first, second, _):
                self.trees((first, second), "conjunct", around)
            case body.Enter(_, args, _):
                self.values(args, around)
            case body.Assert(_, condition, _):
                self.expr(condition, "property", around, formula=True)
            case body.Test() | body.Keep():
                pass

    def trees(self, items: tuple[Body, ...], role: Role, around: _Around) -> None:
        places = set[Span | None]()
        for item in items:
            self.tree(item, None if item.expr.span in places else role, around)
            places.add(item.expr.span)


_ROLES: dict[Op, tuple[Role | None, ...]] = {
    Op.AND: ("conjunct",),
    Op.OR: ("disjunct",),
    Op.IMPLIES: ("antecedent", "consequent"),
    Op.BOX_ACTION: ("disjunct", None),
    Op.ANGLE_ACTION: ("conjunct", None),
}


def _is_library(span: Span) -> bool:
    return span.source.name.startswith(_LIBRARY)


def _is_formula(e: ir.Expr) -> bool:
    """Whether the value of an expression is certainly a Boolean."""
    match e:
        case ir.Apply(op, _):
            return op.row.result is Result.BOOLEAN
        case ir.Bind(binder, _, _):
            return binder in (Binder.FORALL, Binder.EXISTS)
        case ir.Literal(value):
            return isinstance(value, bool)
        case ir.Enabled():
            return True
        case ir.Let(_, inner):
            return _is_formula(inner)
        case ir.If(_, yes, no):
            return _is_formula(yes) and _is_formula(no)
        case _:
            return False
