"""Random actions: each way through one gives every variable that it is asked for a next value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.attack.early import EarlyWriter
from tests.attack.scope import RIGID, Atom, Scope
from tests.attack.shared import both, prime, within_domain
from tests.attack.tree import Apply, Arg, Bind, Call, Definition, Expr, Lambda, Let, Lit, OpName
from tests.attack.write_operators import shape

Todo = tuple[str, ...]


@dataclass(slots=True)
class ActionWriter(EarlyWriter):
    """Writes actions, and formulas with ENABLED."""

    def enabled(self, scope: Scope, depth: int) -> Expr:
        """ENABLED of an action, or an operator that asks it of its parameter."""
        if scope.level < 1 or not scope.readable:
            return self.leaf("bool", scope)
        self.shared.composing = False
        within = scope.below_enabled()
        action = self.action(self.some_variables(), within, depth - 1)
        if self.chance(0.25):
            action = both(action, self.value("bool", within.state(), depth - 1))
        if self.chance(0.3):
            return Call(self.asks_enabled(), (action,))
        if self.chance(0.15):
            return Apply("ENABLED", (self.tested(scope, depth),))
        return Apply("ENABLED", (action,))

    def tested(self, scope: Scope, depth: int) -> Expr:
        """An action whose guard has an ENABLED of its own."""
        inner = self.action(self.some_variables(), scope.below_enabled(), depth - 2)
        outer = self.action(self.some_variables(), scope.below_enabled(), depth - 2)
        return both(Apply("ENABLED", (inner,)), outer)

    def some_variables(self) -> Todo:
        """Variables in some order, not always all."""
        names = sorted(self.variables)
        return tuple(self.random.sample(names, self.random.randint(1, len(names))))

    def asks_enabled(self) -> str:
        """The name of a new operator that asks whether its parameter is enabled."""
        name = self.new("En")
        body: Expr = Apply("ENABLED", (Call("a_"),))
        match self.random.randrange(4):
            case 0:
                body = Apply("~", (body,))
            case 1:
                body = Let((Definition("d_", (), body),), Call("d_"))
            case 2:
                inner = Definition("d_", (("e_", 0),), Apply("ENABLED", (Call("e_"),)))
                body = Let((inner,), Call("d_", (Call("a_"),)))
            case _:
                pass
        self.units.append(Definition(name, (("a_", 0),), body))
        # It is not offered to calls: its argument is an action.
        return name

    # ---- actions ----

    def action(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """A formula that gives all of `todo` next values, from left to right."""
        if not todo:
            return self.value("bool", scope, depth)
        if depth <= 0:
            return self.assignments(todo, scope, 0)
        forms: list[Callable[[Todo, Scope, int], Expr]] = [
            *[self.assignments] * 3,
            self.guarded,
            self.judged,
            self.branching,
            self.exists,
            self.local_action,
            self.named_action,
            self.passed_actions,
            self.put,
            self.applied_action,
            self.recursive_action,
        ]
        return self.shared.chosen(forms)(todo, scope, depth)

    def assignments(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """One conjunct for each variable."""
        parts: list[Expr] = []
        order = self.random.sample(todo, len(todo))
        if self.shared.early and len(order) > 1 and self.chance(0.5):
            name, *order = order
            parts.append(self.early(name, self.random.choice(order), scope))
            scope = scope.assigned((name,))
        for name in order:
            parts.append(self.assignment(name, scope, depth))
            scope = scope.assigned((name,))
        return both(*parts)

    def assignment(self, name: str, scope: Scope, depth: int) -> Expr:
        """One variable gets a value."""
        target, type = self.target(name), self.variables[name]
        match self.random.randrange(7):
            case 0:
                return Apply("UNCHANGED", (self.random.choice((target, Apply("<<>>", (target,)))),))
            case 1 if type == "int":
                choices = within_domain(self.value("int", scope, depth - 1), "int")
                return Apply("\\in", (prime(target), Apply("{}", (choices, Lit(1)))))
            case _:
                value = within_domain(self.value(type, scope, depth - 1), type)
                return Apply("=", (prime(target), value))

    def target(self, name: str) -> Expr:
        """A variable, sometimes by a name that is defined to be it."""
        if not self.chance(0.1):
            return Call(name)
        same = self.new("Same")
        self.units.append(Definition(same, (), Call(name)))
        return Call(same)

    def guarded(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """A test, then an action."""
        return both(self.value("bool", scope, depth - 1), self.action(todo, scope, depth - 1))

    def judged(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """An action, then a test that may read the next values."""
        test = self.value("bool", scope.assigned(todo), depth - 1)
        return both(self.action(todo, scope, depth - 1), test)

    def branching(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """One action or another."""
        first, second = (self.action(todo, scope, depth - 1) for _ in range(2))
        match self.random.randrange(3):
            case 0:
                return Apply("\\/", (first, second))
            case 1:
                return Apply("IF", (self.value("bool", scope, depth - 1), first, second))
            case _:
                return Apply("CASE", (self.value("bool", scope, depth - 1), first, second))

    def exists(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """An action with a bound number."""
        name = self.unused(scope)
        body = self.action(todo, scope.more(Atom("int", Call(name))), depth - 1)
        return Bind("\\E", name, self.value("set", scope, depth - 1), body)

    def local_action(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """LET with an action, whose parameter is a value."""
        name, param = "act_", self.unused(scope)
        if name in scope.names:
            return self.assignments(todo, scope, depth)
        if self.chance(0.5):
            body = self.action(todo, scope.more(Atom("int", Call(param), 1)), depth - 1)
            call = Call(name, (self.value("int", self.settled(scope), depth - 1),))
            return Let((Definition(name, ((param, 0),), body),), call)
        body = self.action(todo, replace(scope, names=scope.names | {name}), depth - 1)
        return Let((Definition(name, (), body),), Call(name))

    def settled(self, scope: Scope) -> Scope:
        """Where a state is read that the callee may prime at will."""
        return replace(
            scope,
            level=min(scope.level, 1),
            readable=scope.readable & scope.primed,
            primed=frozenset(),
        )

    def named_action(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """An action that is a definition of the module, with a parameter or not."""
        outside, name = self.outside(scope), self.new("Act")
        params = self.new_params(outside, self.random.choice(((), ("int",), ("int", "bool"))))
        body = self.action(todo, self.with_params(outside, params), depth - 1)
        made = self.known(name, params, body, "act", outside)
        self.units.append(Definition(name, shape(params), body))
        return Call(name, tuple(self.argument(p, scope, depth - 1) for p in made.params))

    def passed_actions(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """Actions as arguments: `If(x < 2, x' = x + 1, x' = 0)`."""
        kind = self.random.choice(("If", "Do", "Or", "And", "Let"))
        name = self.new(kind)
        c, a, b = Call("c_"), Call("a_"), Call("b_")
        bodies: dict[str, Expr] = {
            "If": Apply("IF", (c, a, b)),
            "Do": a,
            "Or": Apply("\\/", (a, b)),
            "And": Apply("/\\", (a, b)),
            "Let": Let((Definition("d_", (), a),), Call("d_")),
        }
        self.units.append(
            Definition(
                name,
                tuple(
                    (p, 0)
                    for p in {"If": "c_ a_ b_", "Or": "a_ b_", "And": "a_ b_"}.get(
                        kind, "a_"
                    ).split()
                ),
                bodies[kind],
            )
        )
        first = self.action(todo, scope, depth - 1)
        match kind:
            case "If":
                test = self.value("bool", scope, depth - 1)
                return Call(name, (test, first, self.action(todo, scope, depth - 1)))
            case "Or":
                return Call(name, (first, self.action(todo, scope, depth - 1)))
            case "And":
                return Call(name, (first, self.value("bool", scope.assigned(todo), depth - 1)))
            case _:
                return Call(name, (first,))

    def put(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """`Put(x, e)`, where the operator primes its parameter; then the other variables."""
        name, *rest = self.random.sample(todo, len(todo))
        put, type = self.new("Put"), self.variables[name]
        target = prime(Call("v_"))
        value = within_domain(self.value(type, scope.state(), depth - 1), type)
        params: tuple[tuple[str, int], ...] = (("v_", 0), ("e_", 0))
        body: Expr = Apply("=", (target, Call("e_")))
        args: tuple[Arg, ...] = (Call(name), value)
        if self.chance(0.3):
            body, params, args = Apply("UNCHANGED", (Call("v_"),)), (("v_", 0),), (Call(name),)
        elif type == "int" and self.chance(0.4):
            more = Apply("%", (Apply("+", (Call("v_"), Call("e_"))), Lit(3)))
            body = Apply("=", (target, more))
        first: Expr = Call(put, args)
        if self.chance(0.5):
            self.units.append(Definition(put, params, body))
        else:
            first = Let((Definition(put, params, body),), first)
        if not rest:
            return first
        return both(first, self.action(tuple(rest), scope.assigned((name,)), depth - 1))

    def applied_action(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """`Apply(op, a)`, where the operator that is passed is an action."""
        name, *rest = self.random.sample(todo, len(todo))
        type, ap = self.variables[name], self.new("Ap")
        by_name = self.chance(0.5)  # whether the variable is the argument
        self.units.append(Definition(ap, (("f_", 1), ("a_", 0)), Call("f_", (Call("a_"),))))
        variable = Call("v_") if by_name else Call(name)
        inner = scope.state()
        if not by_name:
            inner = inner.more(Atom(type, Call("v_"), 1))
        elif type == "int":
            inner = inner.more(Atom("int", Call("v_"), 1))
        value = within_domain(self.value(type, inner, depth - 1), type)
        body = Apply("=", (prime(variable), value))
        argument: Expr = Call(name)
        if not by_name:
            argument = self.value(type, scope.state(), depth - 1)
        operator: Arg = Lambda(("v_",), body)
        if self.chance(0.4) and not scope.atoms and not scope.operators:
            named = self.new("Go")
            self.units.append(Definition(named, (("v_", 0),), body))
            operator = OpName(named)
        first = Call(ap, (operator, argument))
        if not rest:
            return first
        return both(first, self.action(tuple(rest), scope.assigned((name,)), depth - 1))

    def recursive_action(self, todo: Todo, scope: Scope, depth: int) -> Expr:
        """A recursive operator that ends in an action."""
        outside, name = self.outside(scope), self.new("Rec")
        n = self.unused(outside)
        inside = outside.rigid().more(Atom("int", Call(n), 0, RIGID))
        base = self.action(todo, inside, depth - 1)
        step: Expr = Call(name, (Apply("-", (Call(n), Lit(1))),))
        if self.chance(0.4):
            step = Apply("\\/", (step, self.action(todo, inside, depth - 2)))
        elif self.chance(0.4):
            step = both(self.value("bool", inside, depth - 1), step)
        body = Apply("IF", (Apply("=", (Call(n), Lit(0))), base, step))
        self.units.append(Definition(name, ((n, 0),), body, self.new_group()))
        return Call(name, (self.count(scope.state(), depth - 1),))

    def exported(self, depth: int) -> None:
        """Definitions for those who instantiate the module."""
        top, moving = self.top(1), self.top(2, primed=True)
        self.new_operator("bool", top, depth)
        self.new_operator("int", top, depth, ("int",) if self.chance(0.3) else ())
        enabled = self.enabled(top, depth)
        self.define(self.new("Op"), (), enabled, "bool", top)
        self.new_operator("bool", moving, depth)
        todo = tuple(sorted(self.variables))
        body = self.action(todo, self.top(2), depth)
        name = self.new("Step")
        made = self.known(name, (), body, "act", self.top(2))
        self.units.append(Definition(name, (), body))
        self.operators.append(replace(made, assigns=frozenset(todo)))
