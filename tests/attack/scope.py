"""What the writer of random specs knows about names: types, levels, what is read and primed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tests.attack.tree import (
    Apply,
    Arg,
    Bind,
    Call,
    Definition,
    Expr,
    Lambda,
    Let,
    Lit,
    OpName,
)

Path = tuple[tuple[str, tuple[Arg, ...]], ...]
NOTHING: frozenset[str] = frozenset()
RIGID = frozenset({"!"})
"""Read by what may not be primed: the parameters of recursive operators."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A name with a value, or another small expression that may be used as it is."""

    type: str
    expr: Expr
    level: int = 0
    reads: frozenset[str] = NOTHING
    primes: frozenset[str] = NOTHING


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter. `capped`: no primes in its argument; `primed`: it is read in the next state.

    `operator` is what is known about an operator that is passed.
    """

    name: str
    type: str
    capped: bool = False
    primed: bool = False
    operator: Operator | None = None


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator that may be called, and what it needs: variables that it reads and primes.

    `path` has the instances, each with the parameters that want an argument.
    `assigns` has the variables that an action gives values.
    """

    name: str
    params: tuple[Param, ...]
    result: str
    level: int
    reads: frozenset[str] = NOTHING
    primes: frozenset[str] = NOTHING
    path: tuple[tuple[str, tuple[Param, ...]], ...] = ()
    assigns: frozenset[str] = NOTHING

    def same_type(self, other: Operator) -> bool:
        """Whether this operator may be passed where the other is expected."""
        types = [p.type for p in self.params]
        return (
            self.result == other.result
            and types == [p.type for p in other.params]
            and not any(p.operator for p in self.params)
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be written at some place."""

    level: int
    readable: frozenset[str]
    primed: frozenset[str] = NOTHING
    atoms: tuple[Atom, ...] = ()
    operators: tuple[Operator, ...] = ()
    names: frozenset[str] = NOTHING

    def allows(self, what: Atom | Operator) -> bool:
        """Whether a name may be used here."""
        return (
            what.level <= self.level and what.reads <= self.readable and what.primes <= self.primed
        )

    def below_prime(self) -> Scope:
        """Inside of a prime: what has a next value is read, and nothing is primed."""
        return replace(self, level=1, readable=self.primed, primed=NOTHING)

    def state(self, primed: bool = False) -> Scope:
        """Where nothing may be primed; `primed` if the whole will be read in the next state."""
        readable = self.readable & self.primed if primed else self.readable
        return replace(self, level=min(self.level, 1), readable=readable, primed=NOTHING)

    def rigid(self) -> Scope:
        """Where parameters that may not be primed are read."""
        return replace(self, readable=self.readable | RIGID)

    def flexible(self) -> Scope:
        """Where what may not be primed is not read."""
        return replace(self, readable=self.readable - RIGID)

    def below_enabled(self) -> Scope:
        """Inside of ENABLED: no variable has a next value yet."""
        return replace(self, level=2, primed=NOTHING)

    def assigned(self, variables: Iterable[str]) -> Scope:
        """After an action has given variables their next values."""
        return replace(self, primed=self.primed | frozenset(variables))

    def more(self, *atoms: Atom, operators: tuple[Operator, ...] = ()) -> Scope:
        """With more names."""
        new = {a.expr.name for a in atoms if isinstance(a.expr, Call)}
        return replace(
            self,
            atoms=self.atoms + atoms,
            operators=self.operators + operators,
            names=self.names | new | {o.name for o in operators},
        )


@dataclass(slots=True)
class Facts:
    """What a body reads and primes, of variables and of its parameters."""

    reads: set[str] = field(default_factory=set)
    primes: set[str] = field(default_factory=set)
    capped: set[str] = field(default_factory=set)
    primed: set[str] = field(default_factory=set)
    level: int = 0


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a walk stands: below a prime, below ENABLED."""

    prime: bool = False
    enabled: bool = False


def facts_of(e: Arg, variables: Iterable[str], scope: Scope) -> Facts:
    """What an expression reads and primes."""
    facts = Facts()
    operators = {(o.name, tuple(n for n, _ in o.path)): o for o in scope.operators}
    atoms = {a.expr.name: a for a in scope.atoms if isinstance(a.expr, Call) and not a.expr.args}
    _note(e, Walk(), (frozenset(variables), operators, atoms), facts)
    return facts


_Known = tuple[frozenset[str], dict[tuple[str, tuple[str, ...]], Operator], dict[str, Atom]]


def _note(e: Arg, walk: Walk, known: _Known, facts: Facts) -> None:
    match e:
        case Lit():
            pass
        case OpName(name, path) | Call(name, _, path):
            _note_name(e, known[1].get((name, tuple(n for n, _ in path))), walk, known, facts)
        case Apply("'", (body,)):
            facts.level = max(facts.level, 0 if walk.enabled else 2)
            _note(body, replace(walk, prime=True), known, facts)
        case Apply("UNCHANGED", (body,)):
            facts.level = max(facts.level, 0 if walk.enabled else 2)
            _note(body, walk, known, facts)
            _note(body, replace(walk, prime=True), known, facts)
        case Apply("ENABLED", (body,)):
            _note(body, replace(walk, enabled=True), known, facts)
        case Apply(_, args):
            for a in args:
                _note(a, walk, known, facts)
        case Bind(_, name, domain, body):
            _note(domain, walk, known, facts)
            _note(body, walk, _without(known, (name,)), facts)
        case Lambda(params, body):
            _note(body, walk, _without(known, params), facts)
        case Let(units, body):
            within = (known[0], {**known[1]}, known[2])
            # Twice, so that a recursive operator is known when its body is looked at.
            for unit in units + units:
                if isinstance(unit, Definition):
                    within[1][unit.name, ()] = _local(unit, within)
                    inner = _without(within, [p for p, _ in unit.params])
                    _note(unit.body, walk, inner, facts)
                else:
                    # Its operators may ask ENABLED about what is substituted.
                    for _, e in unit.substitution:
                        _note(e, walk, within, facts)
                        _note(e, Walk(prime=True, enabled=True), within, facts)
            _note(body, walk, within, facts)


def _without(known: _Known, names: Iterable[str]) -> _Known:
    """What is known where names are bound anew."""
    variables, operators, atoms = known
    operators, atoms = {**operators}, {**atoms}
    for name in names:
        operators.pop((name, ()), None)
        atoms.pop(name, None)
    return variables, operators, atoms


def _local(unit: Definition, known: _Known) -> Operator:
    facts = Facts()
    _note(unit.body, Walk(), _without(known, [p for p, _ in unit.params]), facts)
    params = [Param(p, "", p in facts.capped, p in facts.primed) for p, _ in unit.params]
    reads, primes = frozenset(facts.reads), frozenset(facts.primes)
    return Operator(unit.name, tuple(params), "", facts.level, reads, primes)


def _note_name(
    e: Call | OpName, operator: Operator | None, walk: Walk, known: _Known, facts: Facts
) -> None:
    reads = facts.primes if walk.prime and not walk.enabled else facts.reads
    hidden = walk.prime and walk.enabled
    if walk.prime:
        facts.capped.add(e.name)
        if not walk.enabled:
            facts.primed.add(e.name)
    what = operator or known[2].get(e.name)
    if e.name in known[0]:
        if not hidden:
            reads.add(e.name)
    elif what is not None:
        if not hidden:
            reads |= what.reads
        if not walk.enabled:
            facts.primes |= what.primes
            facts.level = max(facts.level, 2 if what.level == 2 else 0)
    if isinstance(e, Call):
        for arg, param in _given(e, operator):
            _note(arg, walk, known, facts)
            if param.capped:
                inner = Walk(prime=True, enabled=walk.enabled or not param.primed)
                _note(arg, inner, known, facts)


def _given(e: Call, operator: Operator | None) -> list[tuple[Arg, Param]]:
    """The arguments of a call with the parameters that they stand for."""
    if operator is None:
        return [(a, Param("", "")) for a in e.args]
    through = [
        pair
        for (_, args), (_, params) in zip(e.path, operator.path, strict=True)
        for pair in zip(args, params, strict=True)
    ]
    return through + list(zip(e.args, operator.params, strict=True))
