"""Bodies of actions to C: nested blocks that run what follows inside every alternative.

Which variables have a next value is known at each place while the code is written. What
follows several alternatives is a function of its own, one for each set of variables that
have a value there, so that the code stays as long as the action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.system import Action, Body
from holdfast.native.emit import binders, calls, expr
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Names

Assigned: TypeAlias = frozenset[int]
Then: TypeAlias = Callable[[Assigned], None]

_MADE = "((V *)c->now)"
"""The initial state that is being made."""


class Steps:
    """Writes bodies; `stop` is the condition under which nothing more is asked.

    `rewind` gives back the temporaries of a choice that has been looked at; `width` is how many
    variables there are to assign. Initial states are made as the current state, and then there
    is no next one.
    """

    def __init__(
        self,
        g: Generator,
        stop: str = "c->trap",
        rewind: str = "arena_rewind_step",
        width: int | None = None,
        initial: bool = False,
    ) -> None:
        self.g = g
        self.stop = stop
        self.rewind = rewind
        self.initial = initial
        self.made = _MADE if initial else "c->next"
        self.width = len(g.variables) if width is None else width

    def run(self, b: Body, names: Names, assigned: Assigned, then: Then) -> None:
        """Code that runs `then` for every way to satisfy the body."""
        g = self.g
        b = self._asked(b)
        match b:
            case body.Test(formula):
                g.lines.open(f"if ({expr.emit_truth(g, formula, names)})")
                then(assigned)
                g.lines.close()
            case body.Assign(variable, value, _):
                index = g.places[variable]
                code = f"value_canonical(c, {expr.emit_value(g, value, names)})"
                self._assign(index, code, assigned, then)
            case body.AssignFrom():
                self._assign_from(b, names, assigned, then)
            case body.Keep(variable, _):
                now = expr.emit_value(g, ir.Name(variable), {})
                self._assign(g.variables[variable], now, assigned, then)
            case body.Sequence(items, _):
                self._sequence(items, names, assigned, then)
            case body.Branch(items, _):
                for item in items:
                    self._block(item, names, assigned, then)
            case body.IfElse(test, yes, no, _):
                g.lines.open(f"if ({expr.emit_truth(g, test, names)})")
                self.run(yes, names, assigned, then)
                g.lines.close(f"else if (!{_paren(self.stop)})")
                self.run(no, names, assigned, then)
                g.lines.close()
            case body.Choice():
                self._choice(b, names, assigned, then)
            case body.ForSome(bounds, inner, _):
                self.for_some(bounds, names, lambda local: self.run(inner, local, assigned, then))
            case body.ForEach():
                self._for_each(b, names, assigned, then)
            case body.Within(definitions, inner, _):
                self.run(inner, calls.enter_let(g, definitions, names), assigned, then)
            case body.Compose(first, second, _):
                self._compose(first, second, names, assigned, then)
            case body.Enter():
                raise AssertionError("support.py refuses actions that enter themselves")
            case _:
                assert_never(b)

    def _asked(self, b: Body) -> Body:
        """The body; in an initial predicate there is no next state, as a formula finds out."""
        if self.initial and isinstance(b, body.Keep | body.Compose):
            return body.Test(b.expr)
        return b

    def _block(self, b: Body, names: Names, assigned: Assigned, then: Then) -> None:
        self.g.lines.open(f"if (!{_paren(self.stop)})")
        self.run(b, names, assigned, then)
        self.g.lines.close()

    def for_some(
        self,
        bounds: tuple[ir.Bound, ...],
        names: Names,
        run: Callable[[Names], None],
        rewind: str | None = None,
    ) -> None:
        """Run something for each value of the bound names."""
        if any(b.domain is None for b in bounds):
            self.g.lines.add("trap(c, TRAP_NOT_ENUMERABLE);")
            return
        self.g.lines.open("")
        back = self.rewind if rewind is None else rewind
        binders.emit_loops(self.g, bounds, names, self.stop, run, rewind=back)
        self.g.lines.close()

    # ---- leaves ----

    def _assign(self, index: int, code: str, assigned: Assigned, then: Then) -> None:
        g = self.g
        if index in assigned:
            g.lines.open(f"if (equals(c, {self.made}[{index}], {code}))")
            then(assigned)
            g.lines.close()
            return
        g.lines.add(f"{self.made}[{index}] = {code};")
        g.lines.add("c->missing--;")
        g.lines.open("if (!c->trap)")
        then(assigned | {index})
        g.lines.close()
        g.lines.add("c->missing++;")
        g.lines.add(f"{self.made}[{index}] = 0;")

    def _assign_from(
        self, b: body.AssignFrom, names: Names, assigned: Assigned, then: Then
    ) -> None:
        g, index = self.g, self.g.places[b.variable]
        domain = expr.emit_temporary(g, b.domain, names)
        if index in assigned:
            g.lines.open(f"if (set_contains(c, {domain}, {self.made}[{index}]))")
            then(assigned)
            g.lines.close()
            return
        open_ = f"open{g.number()}"
        g.lines.add(f"u32 {open_};")
        g.lines.add("c->missing--;")
        begin = f"c->open += {open_} = loop_watched"
        with binders.loop(g, domain, self.stop, begin, self.rewind) as value:
            g.lines.add(f"{self.made}[{index}] = value_open(c, {value});")
            then(assigned | {index})
        g.lines.add(f"c->open -= {open_};")
        g.lines.add("c->missing++;")
        g.lines.add(f"{self.made}[{index}] = 0;")

    # ---- control ----

    def _sequence(
        self, items: tuple[Body, ...], names: Names, assigned: Assigned, then: Then
    ) -> None:
        if not items:
            then(assigned)
            return
        rest = items[1:]
        following = self._following(items[0], rest, names, then)
        self.run(items[0], names, assigned, following)

    def _following(self, b: Body, rest: tuple[Body, ...], names: Names, then: Then) -> Then:
        """What comes after an item: the other items, and then what comes after them."""
        if not rest:
            return then

        def go_on(assigned: Assigned) -> None:
            after = self._following(rest[0], rest[1:], names, then)
            if len(assigned) == self.width and not _is_leaf(rest[0]):
                # Every variable has its value: what is left is a formula.
                self.run(body.Test(rest[0].expr, span=rest[0].span), names, assigned, after)
            else:
                self.run(rest[0], names, assigned, after)

        return self.shared(go_on, rest[0]) if exits(b) > 1 else go_on

    def shared(self, then: Then, about: ir.Node) -> Then:
        """The same, written once as a function for each set of assigned variables."""
        g = self.g
        written: dict[Assigned, str] = {}

        def call(assigned: Assigned) -> None:
            name = written.get(assigned)
            if name is None:
                name = written[assigned] = f"then_{g.number()}"
                header = f"static void {name}(Context *c, {g.frame.name} *f)"
                with g.function(header, g.about("what follows", about)):
                    then(assigned)
            g.lines.add(f"{name}(c, f);")

        return call

    def _choice(self, b: body.Choice, names: Names, assigned: Assigned, then: Then) -> None:
        g = self.g
        for test, arm in b.arms:
            g.lines.open(f"if ({expr.emit_truth(g, test, names)})")
            self.run(arm, names, assigned, then)
            g.lines.close(f"else if (!{_paren(self.stop)})")
        if b.other is None:
            g.lines.add("trap(c, TRAP_NO_CASE);")
        else:
            self.run(b.other, names, assigned, then)
        for _ in b.arms:
            g.lines.close()

    def _for_each(self, b: body.ForEach, names: Names, assigned: Assigned, then: Then) -> None:
        """One binding after the other, in one step: the frame keeps the rows and the place.

        What follows may come here again, for another binding of a `\\A` around this one:
        then the rows and the place of before are put back.
        """
        g = self.g
        if any(x.domain is None for x in b.bounds):
            g.lines.add("trap(c, TRAP_NOT_ENUMERABLE);")
            return
        held = {n: g.field(n) for x in b.bounds for n in x.names}
        rows, at = f"rows_{g.number()}", f"at_{g.number()}"
        g.frame.fields += [f"Buffer {rows}", f"u32 {at}"]
        local = {**names, **{n: Held(code) for n, code in held.items()}}
        written: dict[tuple[Assigned, bool], str] = {}

        def advance(now: Assigned, first: bool) -> None:
            name = written.get((now, first))
            if name is None:
                name = written[now, first] = f"each_{g.number()}"
                header = f"static void {name}(Context *c, {g.frame.name} *f)"
                with g.function(header, g.about("for each", b)):
                    self._each(b, local, list(held.values()), (rows, at), now, first, then, advance)
            g.lines.add(f"{name}(c, f);")

        g.lines.open("")
        g.lines.add(f"Buffer {rows} = f->{rows};")
        g.lines.add(f"u32 {at} = f->{at};")
        g.lines.add(f"f->{rows}.items = 0;")
        g.lines.add(f"f->{rows}.n = f->{rows}.room = 0;")

        def collect(inner: Names) -> None:
            for n in held:
                meaning = inner[n]
                assert isinstance(meaning, Held)
                g.lines.add(f"buffer_add(c, &f->{rows}, {meaning.code});")

        self.for_some(b.bounds, names, collect, rewind="")
        g.lines.add(f"f->{at} = 0;")
        advance(assigned, True)
        g.lines.add(f"f->{rows} = {rows};")
        g.lines.add(f"f->{at} = {at};")
        g.lines.close()

    def _each(  # noqa: PLR0913  # what is evaluated, where and how
        self,
        b: body.ForEach,
        names: Names,
        fields: list[str],
        places: tuple[str, str],
        assigned: Assigned,
        first: bool,
        then: Then,
        advance: Callable[[Assigned, bool], None],
    ) -> None:
        g = self.g
        rows, at = places
        g.lines.open(f"if (f->{at} == f->{rows}.n)")
        then(assigned)
        g.lines.close("else")
        for i, code in enumerate(fields):
            g.lines.add(f"V before{i} = {code};")
        for i, code in enumerate(fields):
            g.lines.add(f"{code} = f->{rows}.items[f->{at} + {i}];")
        g.lines.add(f"f->{at} += {len(fields)};")
        inner = b.body
        if len(assigned) == self.width and not first:
            inner = body.Test(b.body.expr, span=b.body.span)
        self.run(inner, names, assigned, lambda after: advance(after, False))
        g.lines.add(f"f->{at} -= {len(fields)};")
        for i, code in enumerate(fields):
            g.lines.add(f"{code} = before{i};")
        g.lines.close()

    def _compose(
        self, first: Body, second: Body, names: Names, assigned: Assigned, then: Then
    ) -> None:
        """`A \\cdot B`: all states that A reaches, then B from each of them."""
        g, width, n = self.g, self.width, self.g.number()
        middle = f"middle_{n}"
        g.frame.fields += [f"Buffer {middle}", f"const V *began_{n}"]
        g.lines.open("")
        g.lines.add(f"const V *now{n} = c->now;")
        g.lines.add(f"V *next{n} = c->next, own{n}[{max(width, 1)}];")
        g.lines.add(f"u32 missing{n} = c->missing, at{n};")
        g.lines.add(f"Buffer {middle} = {{0, 0, 0}};")
        g.lines.add(f"f->{middle} = {middle};")
        g.lines.add(f"for (u32 i = 0; i < {width}; i++) own{n}[i] = 0;")
        g.lines.add(f"c->next = own{n};")
        g.lines.add(f"c->missing = {width};")

        def reached(_: Assigned) -> None:
            g.lines.add("if (c->missing) trap(c, TRAP_UNASSIGNED);")
            g.lines.add(
                f"else for (u32 i = 0; i < {width}; i++)"
                f" buffer_add(c, &f->{middle}, value_canonical(c, c->next[i]));"
            )
            g.lines.add("c->pinned++;")
            g.lines.add("c->effects++;")

        self.run(first, names, frozenset(), reached)
        g.lines.add(f"{middle} = f->{middle};")
        g.lines.add(f"c->next = next{n};")
        g.lines.add(f"c->missing = missing{n};")
        if self.rewind == "arena_rewind_step":  # not below ENABLED, which generates no states
            g.lines.add(f"c->composed += {middle}.n / {max(width, 1)};")
        loop = f"at{n} = 0; at{n} < {middle}.n && !{_paren(self.stop)}; at{n} += {max(width, 1)}"
        g.lines.add(f"u64 serial{n} = c->serial;")
        g.lines.open(f"for ({loop})")
        g.lines.add(f"c->now = {middle}.items + at{n};")
        g.lines.add("look_at_other_state(c);")
        g.lines.add(f"f->began_{n} = now{n};")

        def go_on(after: Assigned) -> None:
            # The step as a whole begins where its first half did.
            g.lines.open("")
            g.lines.add(f"const V *half{n} = c->now, *began{n} = f->began_{n};")
            g.lines.add(f"c->now = began{n};")
            g.lines.add(f"u64 other{n} = look_at_other_state(c);")
            then(after)
            g.lines.add(f"c->now = half{n};")
            g.lines.add(f"c->serial = other{n};")
            g.lines.add(f"f->began_{n} = began{n};")
            g.lines.close()

        self.run(second, names, assigned, go_on)
        g.lines.close()
        g.lines.add(f"c->now = now{n};")
        g.lines.add(f"c->serial = serial{n};")
        g.lines.close()


def _paren(condition: str) -> str:
    return condition if condition == "c->trap" else f"({condition})"


def _is_leaf(b: Body) -> bool:
    return isinstance(b, body.Test | body.Assign | body.Keep)


def exits(b: Body) -> int:
    """In how many places the code of a body goes on."""
    match b:
        case body.Sequence(items, _):
            return max([exits(i) for i in items], default=1)
        case body.Branch(items, _):
            return sum(exits(i) for i in items) or 1
        case body.IfElse(_, yes, no, _):
            return exits(yes) + exits(no)
        case body.Choice(arms, other, _):
            return sum(exits(a) for _, a in arms) + (0 if other is None else exits(other))
        case body.ForSome(_, inner, _) | body.Within(_, inner, _):
            return exits(inner)
        case body.Compose(_, second, _):
            return exits(second)
        case body.ForEach():
            return 2
        case _:
            return 1


# ---- actions, initial states ----


def write_action(g: Generator, action: Action, number: int) -> None:
    """The function that runs one action."""
    header = f"static void action_{number}(Context *c)"
    shown = f"({', '.join(n for bs in action.bounds for b in bs for n in b.names)})"
    with g.function(header, g.about(f"{action.name}{shown}", action), own_frame=True):
        steps = Steps(g)

        def emit(assigned: Assigned) -> None:
            g.lines.add("emit_state(c);")

        def nest(groups: tuple[tuple[ir.Bound, ...], ...], names: Names) -> None:
            if groups:
                steps.for_some(groups[0], names, lambda inner: nest(groups[1:], inner))
            else:
                steps.run(action.body, names, frozenset(), emit)

        nest(action.bounds, {})


def write_initial(g: Generator, b: Body) -> None:
    """The function that makes the initial states."""
    g.initial = True
    with g.function("static void model_init(Context *c)", g.about("Init", b), own_frame=True):
        width, absent = len(g.places), "f->absent"
        g.frame.fields.append("V *absent")
        # A primed variable has no value here, except inside ENABLED.
        g.lines.add(f"V nothing[{max(width, 1)}];")
        g.lines.add(f"for (u32 i = 0; i < {width}; i++) nothing[i] = 0;")
        g.lines.add(f"{absent} = nothing;")
        g.lines.add(f"c->next = {absent};")

        def emit(assigned: Assigned) -> None:
            g.lines.add(f"c->next = {_MADE};")
            g.lines.add("emit_state(c);")
            g.lines.add(f"c->next = {absent};")

        Steps(g, initial=True).run(b, {}, frozenset(), emit)
    g.initial = False
