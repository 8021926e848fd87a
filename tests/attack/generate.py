"""Random small specs whose operators pass primes, ENABLED and instances on.

`generate(seed)` is the same spec each time. All variables have few values, and formulas have
values of the right kind everywhere, so that most specs are explored without an error in a few
milliseconds; about one in twenty may run into one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from tests.attack.actions import ActionWriter
from tests.attack.prune import prune
from tests.attack.scope import Operator, Param, Scope, facts_of
from tests.attack.shared import FORMS, Shared, both, within_domain
from tests.attack.tree import Apply, Call, Definition, Expr, Instance, Let, Lit, Module, Spec

VARIABLES = {"x": "int", "y": "int", "t": "bool", "f": "fun"}
INNER = {"u": "int", "v": "int", "x": "int", "w": "bool"}
MODULES = 2
CONSTANT = "N"


@dataclass(slots=True)
class World:
    """The modules written so far, with their writers."""

    modules: list[Module] = field(default_factory=list)
    writers: dict[str, InstanceWriter] = field(default_factory=dict)
    base: bool = False


@dataclass(slots=True)
class InstanceWriter(ActionWriter):
    """Writes formulas that use instances of other modules, which it makes."""

    world: World = field(default_factory=World)
    depth_of_module: int = 0
    plain: set[str] = field(default_factory=set)

    def called(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """A call; a new instance now and then gives operators to call."""
        if self.chance(0.12):
            self.instance()
        return ActionWriter.called(self, type, scope, depth)

    def enabled(self, scope: Scope, depth: int) -> Expr:
        """ENABLED, also of the action of an instance."""
        acts = [o for o in self.operators if o.assigns and o.path and o.reads <= scope.readable]
        if acts and self.chance(0.4):
            act = self.random.choice(acts)
            return Apply("ENABLED", (self.call(act, scope.state(), depth - 1),))
        return ActionWriter.enabled(self, scope, depth)

    def action(self, todo: tuple[str, ...], scope: Scope, depth: int) -> Expr:
        """An action, also one of an instance."""
        if depth > 0 and todo and self.chance(0.12):
            self.shared.composing = False
            through = self.through_instance(todo, scope, depth)
            if through is not None:
                return through
        everything = not scope.primed and set(todo) == set(self.variables)
        if depth > 0 and everything and self.shared.composing and self.chance(0.06):
            first = self.action(todo, scope, depth - 2)
            return Apply("\\cdot", (first, self.action(todo, scope, depth - 2)))
        return ActionWriter.action(self, todo, scope, depth)

    # ---- instances ----

    def local_instance(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """An instance inside of LET, which may replace a variable by what is bound there."""
        if self.depth_of_module >= MODULES:
            return None
        module = self.some_module()
        if module is None:
            return None
        inner, name = self.world.writers[module.name], self.new("I")
        free = scope.state().flexible()
        pairs = [(v, self.small(t, free)) for v, t in inner.variables.items()]
        pairs += [(c, Lit(self.random.randint(0, 3))) for c in inner.constants]
        usable = [o for o in inner.operators if o.result == type and o.level < 2]
        if not usable:
            return None
        chosen = self.random.choice(usable)
        unit = Instance(name, (), module.name, tuple(pairs))
        called = self.call(replace(chosen, path=((name, ()), *chosen.path)), scope.state(), 1)
        return Let((unit,), called)

    def small(self, type: str, scope: Scope) -> Expr:
        """A small expression; SANY knows the levels of some larger ones badly."""
        plain = {"int": self.plain_int, "bool": self.plain_bool}[type]
        return plain(type, scope, 1) if self.chance(0.5) else self.leaf(type, scope)

    def instance(self) -> list[Operator]:
        """A new instance of a module, new or known; gives its operators."""
        if self.depth_of_module >= MODULES:
            return []
        module = self.some_module()
        if module is None:
            return []
        inner = self.world.writers[module.name]
        name = self.new("I")
        params = (self.unused(self.top(1)),) if self.chance(0.3) else ()
        if not params and not inner.uses_instances() and module.name not in self.plain:
            name = "" if self.chance(0.2) and not module.extends else name
        pairs = self.substitution(module, inner, params)
        return self.open(Instance(name, params, module.name, pairs))

    def uses_instances(self) -> bool:
        """Whether the module has instances of its own."""
        return any(isinstance(u, Instance) for u in self.units)

    def open(self, instance: Instance) -> list[Operator]:
        """Add an instance to the module, and its operators to what may be called."""
        self.units.append(instance)
        if not instance.name:
            self.plain.add(instance.module)
        made = [
            self.seen_through(instance, o) for o in self.world.writers[instance.module].operators
        ]
        self.operators.extend(made)
        return made

    def some_module(self) -> Module | None:
        """A module to instantiate."""
        world = self.world
        others = [m for m in world.modules if m.name in world.writers]
        deeper = [m for m in others if world.writers[m.name].depth_of_module > self.depth_of_module]
        if len(others) < MODULES and (not deeper or self.chance(0.5)):
            return self.new_module()
        return self.random.choice(deeper) if deeper else None

    def new_module(self) -> Module:
        """A module with a few variables, perhaps a constant, and definitions."""
        names = self.random.sample(sorted(INNER), self.random.randint(1, 2))
        extends = self.world.base and self.chance(0.6)
        own = not extends and self.chance(0.4)
        constants = (CONSTANT,) if extends or own else ()
        name = self.new("M")
        writer = InstanceWriter(
            self.shared,
            {n: INNER[n] for n in sorted(names)},
            constants,
            world=self.world,
            depth_of_module=self.depth_of_module + 1,
        )
        if extends:
            writer.operators.append(LIMITED)
        writer.exported(2)
        module = Module(
            name,
            ("Base",) if extends else (),
            (CONSTANT,) if own else (),
            tuple(writer.variables),
            tuple(writer.units),
        )
        self.world.modules.append(module)
        self.world.writers[name] = writer
        return module

    def substitution(
        self, module: Module, inner: InstanceWriter, params: tuple[str, ...]
    ) -> tuple[tuple[str, Expr], ...]:
        """What the instance puts in the place of variables and constants."""
        pairs: list[tuple[str, Expr]] = []
        unused = list(params)
        here = replace(self.top(1), names=frozenset(params))
        for name, type in inner.variables.items():
            if self.variables.get(name) == type and self.chance(0.4):
                continue
            same = [v for v, its in self.variables.items() if its == type]
            if unused and type == "int":
                e: Expr = Call(unused.pop())
                e = e if self.chance(0.6) else Apply("+", (e, self.leaf("int", here)))
            elif same and self.chance(0.6):
                e = Call(self.random.choice(same))
            else:
                e = self.value(type, here, 1)
            pairs.append((name, e))
        for name in inner.constants:
            if name not in self.constants or self.chance(0.7):
                pairs.append((name, Lit(self.random.randint(0, 3))))
        return tuple(pairs)

    def seen_through(self, instance: Instance, operator: Operator) -> Operator:
        """An operator of a module, as an instance of that module shows it."""
        chosen = dict(instance.substitution)
        reads, primes = set[str](), set[str]()
        capped, primed = set[str](), set[str]()
        for names, into, noted in (
            (operator.reads, reads, None),
            (operator.primes, primes, primed),
        ):
            for name in names:
                facts = facts_of(chosen.get(name, Call(name)), self.variables, self.known_here())
                into |= facts.reads
                if noted is not None:
                    noted |= set(instance.params)
        capped = set(instance.params)
        params = tuple(Param(p, "int", p in capped, p in primed) for p in instance.params)
        through = ((instance.name, params),) if instance.name else ()
        assigns: set[str] = set()
        for name in operator.assigns:
            e = chosen.get(name, Call(name))
            assigns.add(e.name if isinstance(e, Call) and e.name in self.variables else "?")
        if len(assigns) < len(operator.assigns):
            assigns.add("?")
        return replace(
            operator,
            reads=frozenset(reads),
            primes=frozenset(primes),
            path=through + operator.path,
            assigns=frozenset(assigns),
        )

    def known_here(self) -> Scope:
        """The operators of the module, for what a substitution reads."""
        return replace(self.top(1), operators=tuple(self.operators))

    def through_instance(self, todo: tuple[str, ...], scope: Scope, depth: int) -> Expr | None:
        """The action of an instance, and the rest of the variables after it."""
        made = [o for o in self.operators if o.path and o.assigns]
        if not made:
            made = [o for o in self.instance() if o.assigns]
        fitting = [o for o in made if o.assigns <= set(todo) and o.reads <= scope.readable]
        if not fitting:
            return None
        act = self.random.choice(fitting)
        call = self.call(act, scope.state(), depth - 1)
        rest = tuple(v for v in todo if v not in act.assigns)
        if not rest:
            return call
        return both(call, self.action(rest, scope.assigned(act.assigns), depth - 1))


LIMITED = Operator("Limited", (Param("a", "int"),), "bool", 1)
BASE = Module(
    "Base",
    (),
    (CONSTANT,),
    (),
    (Definition("Limited", (("a", 0),), Apply("<", (Call("a"), Call(CONSTANT)))),),
)


def generate(seed: int) -> Spec:
    """The spec of a seed."""
    random = Random(seed)
    left_out = frozenset(name for name, often in FORMS.items() if random.random() < often)
    shared = Shared(random, errors=random.random() < 0.05, left_out=left_out)
    # Drawn apart, so that the other specs remain what they are.
    shared.early = Random(f"early {seed}").random() < 0.2
    world = World(base=random.random() < 0.4)
    chosen = sorted(random.sample(sorted(VARIABLES), random.choice((1, 1, 2, 2, 3))))
    if "x" not in chosen:
        chosen[0] = "x"
    extends = world.base and random.random() < 0.5
    own = not extends and random.random() < 0.4
    writer = InstanceWriter(
        shared,
        {n: VARIABLES[n] for n in chosen},
        (CONSTANT,) if extends or own else (),
        world=world,
    )
    if extends:
        writer.operators.append(LIMITED)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        writer.instance()
    return prune(assemble(writer, extends, own))


def assemble(writer: InstanceWriter, extends: bool, own: bool) -> Spec:
    """Everything that the configuration asks about, and the modules."""
    random, everything = writer.random, tuple(writer.variables)
    named: dict[str, Expr] = {"Init": initial(writer), "Next": next_action(writer)}
    subscript = Apply("<<>>", tuple(map(Call, everything)))
    named["vars"] = subscript
    state, step = writer.top(1), writer.top(2, primed=True)
    invariants = [f"Inv{i}" for i in range(random.choice((0, 1, 1, 2)))]
    actions = [f"Prop{i}" for i in range(random.choice((1, 2, 3)))]
    for name in invariants:
        named[name] = about_states(writer, writer.value("bool", state, random.randint(1, 3)))
    for name in actions:
        named[name] = step_formula(writer, step, random.randint(2, 4))
    constraint = random.random() < 0.12
    action_constraint, view = random.random() < 0.1, random.random() < 0.08
    if constraint:
        named["Within"] = about_states(writer, writer.value("bool", state, 2))
    if action_constraint:
        named["Steps"] = writer.value("bool", step, 2)
    if view:
        named["Seen"] = Apply("<<>>", (*subscript.args, writer.value("int", state, 2)))
    units = (*writer.units, *(Definition(name, (), e) for name, e in named.items()))
    extended = ("Base",) if extends else ()
    root = Module("Root", extended, (CONSTANT,) if own else (), everything, units)
    base = (BASE,) if writer.world.base else ()
    return Spec(
        (*base, *writer.world.modules, root),
        ((CONSTANT, random.randint(0, 3)),) if extends or own else (),
        tuple(invariants),
        tuple((a, random.choice(("vars", everything[0]))) for a in actions),
        "Within" if constraint else None,
        "Steps" if action_constraint else None,
        "Seen" if view else None,
        "Next" if random.random() < 0.15 else None,
    )


def about_states(writer: InstanceWriter, e: Expr) -> Expr:
    """A formula that reads a variable: TLC refuses an invariant that is simply FALSE."""
    if facts_of(e, writer.variables, writer.known_here()).reads:
        return e
    return Apply("\\/", (e, Apply("=", (Call("x"), writer.leaf("int", writer.top(1))))))


def step_formula(writer: InstanceWriter, scope: Scope, depth: int) -> Expr:
    """A formula about steps, often by an operator that gets state functions."""
    forms = [writer.chained, writer.chained, writer.called, writer.local, writer.value]
    formula = writer.shared.chosen(forms)("bool", scope, depth)
    return formula or writer.value("bool", scope, depth)


def initial(writer: InstanceWriter) -> Expr:
    """An initial predicate, from left to right."""
    parts: list[Expr] = []
    scope = Scope(1, frozenset())
    for name in writer.random.sample(sorted(writer.variables), len(writer.variables)):
        type = writer.variables[name]
        if type == "int" and writer.chance(0.3):
            parts.append(Apply("\\in", (Call(name), Apply("..", (Lit(0), Lit(1))))))
        else:
            simple = 0 if writer.chance(0.6) else 2
            value = within_domain(writer.value(type, scope, simple), type)
            parts.append(Apply("=", (Call(name), value)))
        scope = replace(scope, readable=scope.readable | {name})
    return both(*parts)


def next_action(writer: InstanceWriter) -> Expr:
    """A next-state relation of one to three actions."""
    todo, whole = tuple(writer.variables), list[Expr]()
    for _ in range(writer.random.choice((1, 2, 2, 3))):
        writer.shared.composing = True
        whole.append(writer.action(todo, writer.top(2), writer.random.randint(1, 3)))
    writer.shared.composing = False
    first, *more = whole
    for each in more:
        first = Apply("\\/", (first, each))
    return first
