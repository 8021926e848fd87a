"""The places in a spec whose evaluations coverage counts, numbered once for all engines.

A site is a range of source text. All nodes that come from it, as a formula or as a part of an
action, share its number; of several conjuncts that a statement of PlusCal becomes, only the first
has it. A constant is evaluated once, so nothing inside it is a site.

An action is run as a tree, in which calls are expanded. Its formula is only evaluated once every
variable has its next value, so what is in the formula alone is no site: it may never be evaluated
even though the action is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from holdfast.ir import calls
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.coverage import Role
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op, Result
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Body, System
from holdfast.source import Span

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
    """The sites of a system; `numbers` has those of its nodes, by identity.

    `calls` has the numbers of the calls that a tree expands. Behind the sites, the parts of actions
    have numbers of their own: `parts` has those of each action. Definitions at `uncounted` are also
    evaluated for constants, which is not counted.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.all: list[Site] = []
        self.numbers: dict[int, int] = {}
        self.calls: dict[int, tuple[int, ...]] = {}
        self.uncounted: list[Span] = []
        _Lister(self).list_all()
        self.parts: list[list[tuple[calls.Part, int]]] = []
        self._size = len(self.all)
        for action in system.actions:
            found = calls.parts_of(action.body, system.definitions)
            self.parts.append([(part, self._number(part)) for part in found])

    def _number(self, part: calls.Part) -> int:
        number, self._size = self._size, self._size + 1
        self.calls[id(part.tree)] = (*self.calls_of(part.tree), number)
        return number

    def __len__(self) -> int:
        return self._size

    def calls_of(self, node: ir.Node) -> tuple[int, ...]:
        """The numbers of the calls that are evaluated whenever a node is."""
        return self.calls.get(id(node), ())

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
        self.definitions: calls.Definitions = self.system.definitions
        self.levels = Levels.of_system(self.system)
        self.known: dict[Span, int] = {}
        self.seen: set[tuple[int, bool]] = set()
        self.pending: dict[str, None] = {}
        self.entered: set[str] = set()
        self.formulas: list[tuple[ir.Expr, Role | None, _Around]] = []
        self.constants = [p.expr for p in self.system.assumptions]
        self.is_creating = True

    def list_all(self) -> None:
        """List what a search runs and evaluates, then find it again in formulas of actions."""
        self.list_roots()
        self.list_pending()
        self.is_creating = False
        for formula, role, around in self.formulas:  # those below ENABLED are added meanwhile
            self.expr(formula, role, around, formula=True)
            self.list_pending()
        called = calls.called_by(self.constants, self.system.definitions)
        self.sites.uncounted = [d.body.span for d in called if d.body.span is not None]

    def list_roots(self) -> None:
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

    def list_pending(self) -> None:
        """List the definitions that are called."""
        while self.pending.keys() - self.entered:
            for name in [n for n in self.pending if n not in self.entered]:
                self.entered.add(name)
                self.definition(self.system.definitions[name], _NOTHING)

    def definition(self, d: ir.Definition, around: _Around) -> None:
        inner = around.binding(*d.params)
        if d.recursive and not d.params:
            inner = inner.binding(d.name)
            if isinstance(d.body, ir.Bind) and d.body.binder is Binder.FUNCTION:
                # A recursive function is not evaluated itself, it is applied.
                self.expr(d.body, None, inner)
                return
        # Another word for a local name is not evaluated.
        is_alias = isinstance(d.body, ir.Name) and d.body.name in inner.names
        self.expr(d.body, None if is_alias else "definition", inner, _is_formula(d.body))

    def put(self, node: ir.Node, site: Site, around: _Around) -> _Around:
        """Number a node, unless what surrounds it is the same place; what surrounds its parts."""
        if site.span == around.site:
            return around
        number = self.number(site)
        if number is None:
            return around
        self.sites.numbers[id(node)] = number
        return replace(around, site=site.span)

    def number(self, site: Site) -> int | None:
        """The number of a place; None if it has none, and gets none."""
        if not site.span.text or _is_library(site.span):
            return None
        if site.span not in self.known and self.is_creating:
            self.known[site.span] = len(self.sites.all)
            self.sites.all.append(site)
        return self.known.get(site.span)

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
        if self.is_constant(e, around.names):
            self.constants.append(e)
        else:
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
            case ir.Enabled(action, tree) if tree is not None:
                self.tree(tree, None, around, action)
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

    def tree(
        self, b: Body, role: Role | None, around: _Around, written: calls.Written = None
    ) -> None:
        """Number the sites in a part of an action."""
        formula = b.expr
        self.number_calls(b, role, around, written)
        if isinstance(b, body.Test):
            self.expr(formula, role, around, formula=True)
            return
        self.formulas.append((formula, role, around))
        if role is not None and formula.span is not None:
            around = self.put(b, Site(formula.span, role, True, around.negated), around)
        self.below(b, around)

    def number_calls(
        self, b: Body, role: Role | None, around: _Around, written: calls.Written
    ) -> None:
        """Number the calls that a tree expands, the first with the role of the tree."""
        numbers = []
        for call in calls.expanded_calls(b, written, self.definitions):
            if role is not None and call.span is not None and call.span != around.site:
                numbers.append(self.number(Site(call.span, role, True, around.negated)))
            role = "definition"
        self.sites.calls[id(b)] = tuple(n for n in numbers if n is not None)

    def below(self, b: Body, around: _Around) -> None:
        inside = calls.written_parts(b, self.definitions)
        match b:
            case body.Assign(_, value, _) | body.AssignFrom(_, value, _):
                self.expr(value, None, around)
            case body.Sequence(items, formula):
                if not (isinstance(formula, ir.Apply) and formula.op is Op.UNCHANGED):
                    self.trees(items, "conjunct", around, inside)
            case body.Branch(items, _):
                self.trees(items, "disjunct", around, inside)
            case body.IfElse(test, yes, no, _):
                self.expr(test, "condition", around, formula=True)
                self.trees((yes, no), "branch", around, inside)
            case body.Choice(arms, other, _):
                rest = () if other is None else (other,)
                for (test, inner), written in zip(arms, inside, strict=False):
                    self.expr(test, "condition", around, formula=True)
                    self.tree(inner, "branch", around, written)
                self.trees(rest, "branch", around, inside[len(arms) :])
            case body.ForSome(bounds, inner, _) | body.ForEach(bounds, inner, _):
                self.domains(bounds, around)
                self.tree(inner, "body", around.bounds(bounds), *inside)
            case body.Within(_, inner, _):
                before, self.definitions = self.definitions, calls.inside_of(b, self.definitions)
                self.tree(inner, "definition", self.local(b, around), *inside)
                self.definitions = before
            case body.Compose(first, second, _):
                self.trees((first, second), "conjunct", around, inside)
            case body.Enter(_, args, _):
                self.values(args, around)
            case body.Assert(_, condition, _):
                self.expr(condition, "property", around, formula=True)
            case body.Test() | body.Keep():
                pass

    def local(self, b: body.Within, around: _Around) -> _Around:
        """Number the sites in local definitions, or in arguments, which are no definitions."""
        local = around.binding(*(d.name for d in b.definitions))
        for d in b.definitions:
            if not isinstance(b.expr, ir.Let):
                self.expr(d.body, None, local.binding(*d.params))
            elif self.levels.of(d.body) < Level.ACTION or _is_value(d.body):
                self.definition(d, local)
            else:  # an action, whose tree is that of its calls
                self.formulas.append((d.body, None, local.binding(*d.params)))
        return local

    def trees(
        self,
        items: tuple[Body, ...],
        role: Role,
        around: _Around,
        inside: tuple[calls.Written, ...],
    ) -> None:
        places = set[Span | None]()
        for item, written in zip(items, inside, strict=True):
            self.tree(item, None if item.expr.span in places else role, around, written)
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


def _is_value(e: ir.Expr) -> bool:
    """Whether the value of an expression is certainly no Boolean."""
    return isinstance(e, ir.Apply) and e.op.row.result not in (Result.BOOLEAN, Result.ANY)


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
