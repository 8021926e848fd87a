"""Random recursive operators."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.attack.scope import RIGID, Atom, Operator, Param, Scope
from tests.attack.tree import Apply, Call, Definition, Expr, Lit
from tests.attack.write import Writer
from tests.attack.write_operators import shape


@dataclass(slots=True)
class RecursionWriter(Writer):
    """Writes recursive operators, alone and in pairs."""

    def recursive(self, type: str, scope: Scope, depth: int) -> Expr:
        """A recursive operator, or two that call each other."""
        outside = self.outside(scope)
        if self.chance(0.4):
            outside = outside.state()
        group = self.new_group()
        names = [self.new("Rec") for _ in range(self.random.choice((1, 1, 2)))]
        n = self.unused(outside)
        counted = outside.more(Atom("", Call(n)))
        params = (Param(n, "count"), *self.new_params(counted, self.extra_types()))
        bodies: list[Expr] = []
        for i in range(len(names)):
            bodies.append(
                self.recursive_body(names[(i + 1) % len(names)], type, params, outside, depth)
            )
        made: list[Operator] = []
        for name, body in zip(names, bodies, strict=True):
            made.append(self.known(name, params, body, type, outside))
        whole = [merged(o, made) for o in made]
        for name, body in zip(names, bodies, strict=True):
            self.units.append(Definition(name, shape(params), body, group))
        self.operators.extend(whole)
        called = self.random.choice(whole)
        if not scope.allows(called):
            return self.leaf(type, scope)
        return self.call(called, scope, depth)

    def extra_types(self) -> tuple[str, ...]:
        """Further parameters of a recursive operator."""
        return self.random.choice(((), ("int",), ("bool",), ("int",)))

    def recursive_body(
        self, callee: str, type: str, params: tuple[Param, ...], scope: Scope, depth: int
    ) -> Expr:
        """`IF n = 0 THEN base ELSE step`, where the step may call with `n - 1`."""
        n, *rest = params
        inside = self.with_params(scope, params).rigid()
        fixed = tuple(replace(a, level=0, reads=RIGID) for a in inside.atoms)
        inside = replace(inside, atoms=fixed)
        base = self.value(type, inside, depth - 2)
        less = Apply("-", (Call(n.name), Lit(1)))
        again = Call(callee, (less, *(Call(p.name) for p in rest)))
        level = scope.level
        reads = scope.readable | RIGID
        atom = Atom(type, again, level, reads, scope.primed if level == 2 else frozenset())
        atoms = (*inside.atoms, atom, atom, atom)
        step = (
            again if self.chance(0.3) else self.value(type, replace(inside, atoms=atoms), depth - 1)
        )
        return Apply("IF", (Apply("=", (Call(n.name), Lit(0))), base, step))


def merged(operator: Operator, group: list[Operator]) -> Operator:
    """An operator with what it may call: all of a group of mutually recursive ones."""
    params = tuple(
        replace(
            p,
            capped=any(o.params[i].capped for o in group),
            primed=any(o.params[i].primed for o in group),
        )
        for i, p in enumerate(operator.params)
    )
    return replace(
        operator,
        params=params,
        level=max(o.level for o in group),
        reads=frozenset().union(*(o.reads for o in group)),
        primes=frozenset().union(*(o.primes for o in group)),
    )
