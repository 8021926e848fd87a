"""Random fairness conditions and temporal properties of a module."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.liveness import temporal as tl
from tests.liveness import terms
from tests.liveness.systems import Module
from tests.liveness.temporal import Temporal
from tests.liveness.terms import (
    Term,
    both,
    changes,
    compared,
    either,
    enabled,
    for_all,
    for_some,
    negated,
    parameter,
    prime,
)

Bound = Sequence[str]


def predicate(module: Module, bound: Bound, depth: int) -> Term:
    """A state predicate; one in five is about ENABLED."""
    random = module.random
    if random.random() < 0.15:
        return _enabled(module, bound)
    if depth == 0 or random.random() < 0.4:
        leaf = module.leaves(bound)
        return _defined(module, leaf) if not bound and random.random() < 0.2 else leaf
    match random.randrange(5):
        case 0:
            return negated(predicate(module, bound, depth - 1))
        case 1 | 2:
            join = random.choice((both, either))
            return join(predicate(module, bound, depth - 1), predicate(module, bound, depth - 1))
        case 3:
            quantify = random.choice((for_all, for_some))
            values, text = module.quantified
            name = _fresh(bound)
            return quantify(name, values, predicate(module, (*bound, name), depth - 1), text)
        case _:
            return module.leaves(bound)


def _fresh(bound: Bound) -> str:
    return "jkmnop"[len(bound)]


def _defined(module: Module, body: Term) -> Term:
    name = module.new_name("P")
    module.lines.append(f"{name} == {body.text}")
    return terms.named(name, body)


def _enabled(module: Module, bound: Bound) -> Term:
    act = action(module, bound)
    if module.random.random() < 0.5:
        return enabled(module.world, act)
    return enabled(module.world, changes(act, subscript(module)))


def action(module: Module, bound: Bound) -> Term:
    """An action that assigns to all variables, so that ENABLED can be evaluated."""
    random = module.random
    chosen = random.choice(module.actions)
    if chosen.values and bound and random.random() < 0.8:
        act = chosen.of(parameter(random.choice(bound)))
    elif chosen.values and random.random() < 0.4:
        act = chosen.of(terms.constant(random.choice(chosen.values)))
    else:
        act = chosen.whole
    match random.randrange(8):
        case 0:
            return either(act, random.choice(module.actions).whole)
        case 1:
            return both(act, module.leaves(bound))
        case 2:
            # The primed predicate comes last: all variables have their new values there.
            return both(act, prime(module.leaves(bound)))
        case _:
            return act


def step(module: Module, bound: Bound) -> Term:
    """What a step does, in `[A]_v` or `<<A>>_v`; it need not assign to variables."""
    random = module.random
    if random.random() < 0.6:
        return action(module, bound)
    name = random.choice(module.variables)
    variable = module.world.variable(name)
    values = module.world.domains[name]
    if isinstance(values[0], int) and not isinstance(values[0], bool) and random.random() < 0.5:
        return compared(prime(variable), random.choice(("<=", ">=")), variable)
    return either(module.leaves(bound), prime(module.leaves(bound)))


def subscript(module: Module) -> Term:
    """All variables, or only some."""
    random, names = module.random, module.variables
    whole = module.world.variables(names)
    if len(names) == 1 or random.random() < 0.6:
        return Term("vars", whole.means)
    return module.world.variables(random.sample(names, random.randint(1, len(names) - 1)))


def fairness(module: Module, next_step: Term) -> list[Temporal]:
    """The conjuncts of a fairness condition, perhaps none."""
    random = module.random
    found = []
    if random.random() < 0.5:
        found.append(tl.weak(module.world, next_step, subscript(module)))
    for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
        found.append(_fair(module))
    return found


def _fair(module: Module) -> Temporal:
    random, world = module.random, module.world
    kind = random.choice((tl.weak, tl.strong))
    indexed = [a for a in module.actions if a.values]
    if indexed and random.random() < 0.5:
        chosen = random.choice(indexed)
        body = kind(world, chosen.of(parameter("i")), subscript(module))
        if random.random() < 0.3:
            other = random.choice(indexed)
            body = tl.joined(
                body, "/\\", tl.strong(world, other.of(parameter("i")), subscript(module))
            )
        return tl.quantified("\\A", "i", chosen.values, body, chosen.set_text)
    if random.random() < 0.7:
        return kind(world, action(module, ()), subscript(module))
    return _raw(module)


def _raw(module: Module) -> Temporal:
    """An assumption that is not written with WF or SF."""

    def state() -> Temporal:
        return tl.now(module.world, predicate(module, (), 1))

    match module.random.randrange(4):
        case 0:
            often = tl.always(tl.eventually(state())), tl.always(tl.eventually(state()))
            return tl.joined(often[0], "=>", often[1])
        case 1:
            return tl.always(tl.eventually(_taken(module, ())))
        case 2:
            return tl.eventually(tl.always(state()))
        case _:
            return tl.eventually(tl.always(_only(module, ())))


def _taken(module: Module, bound: Bound) -> Temporal:
    return tl.taken(module.world, step(module, bound), subscript(module))


def _only(module: Module, bound: Bound) -> Temporal:
    return tl.only(module.world, step(module, bound), subscript(module))


def random_property(module: Module, bound: Bound, depth: int) -> Temporal:
    """A temporal formula."""
    random = module.random
    if depth == 0:
        return tl.now(module.world, predicate(module, bound, 1))
    forms: tuple[Callable[[Module, Bound, int], Temporal], ...]
    forms = (_unary, _unary, _often, _often, _joined, _joined, _leads, _leads)
    forms += (_quantified, _about_steps, _about_steps, _fair_property, _through_names)
    return random.choice(forms)(module, bound, depth)


def _unary(module: Module, bound: Bound, depth: int) -> Temporal:
    make = module.random.choice((tl.always, tl.eventually, tl.negation))
    return make(random_property(module, bound, depth - 1))


def _often(module: Module, bound: Bound, depth: int) -> Temporal:
    body = random_property(module, bound, max(0, depth - 2))
    if module.random.random() < 0.5:
        return tl.always(tl.eventually(body))
    return tl.eventually(tl.always(body))


def _joined(module: Module, bound: Bound, depth: int) -> Temporal:
    sign = module.random.choice(("/\\", "\\/", "=>", "<=>"))
    left = random_property(module, bound, depth - 1)
    return tl.joined(left, sign, random_property(module, bound, depth - 1))


def _leads(module: Module, bound: Bound, depth: int) -> Temporal:
    less = module.random.choice((0, 0, depth - 1))
    left = random_property(module, bound, less)
    return tl.joined(left, "~>", random_property(module, bound, less))


def _quantified(module: Module, bound: Bound, depth: int) -> Temporal:
    values, text = module.quantified
    name = _fresh(bound)
    body = random_property(module, (*bound, name), depth - 1)
    return tl.quantified(module.random.choice(("\\A", "\\E")), name, values, body, text)


def _about_steps(module: Module, bound: Bound, _depth: int) -> Temporal:
    match module.random.randrange(4):
        case 0:
            return tl.always(_only(module, bound))
        case 1:
            return tl.eventually(_taken(module, bound))
        case 2:
            return tl.always(tl.eventually(_taken(module, bound)))
        case _:
            return tl.eventually(tl.always(_only(module, bound)))


def _fair_property(module: Module, bound: Bound, _depth: int) -> Temporal:
    kind = module.random.choice((tl.weak, tl.strong))
    return kind(module.world, action(module, bound), subscript(module))


def _through_names(module: Module, bound: Bound, depth: int) -> Temporal:
    """A formula by a definition of the module or in a LET."""
    random = module.random
    if random.random() < 0.4:
        inner = random_property(module, bound, depth - 1)
        name = module.new_name("L")
        module.lines.append("")  # the name is used
        inside = Temporal(name, inner.means)
        other = random_property(module, bound, depth - 1)
        return tl.local(name, inner, tl.joined(inside, random.choice(("/\\", "\\/", "=>")), other))
    if bound:
        body = random_property(module, ("q",), depth - 1)
        name = module.new_name("F")
        module.lines.append(f"{name}(q) == {body.text}")
        return tl.called(name, "q", body, parameter(random.choice(bound)))
    body = random_property(module, (), depth - 1)
    name = module.new_name("F")
    module.lines.append(f"{name} == {body.text}")
    return tl.named(name, body)
