"""Bodies of actions to C: nested blocks that run what follows inside every alternative.

Which variables have a next value is known at each point of code generation. What
follows several alternatives is a function of its own, one for each set of variables that
have a value there, so that the code stays as long as the action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.body import has_assertion
from holdfast.ir.system import Body
from holdfast.native.emit import calls
from holdfast.native.emit.exits import exits
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.loops import Rounds, emit_loops, loop
from holdfast.native.emit.names import Held, Names
from holdfast.native.emit.points import Assigned, Point, Then
from holdfast.native.emit.values import emit_temporary

MADE = "((V *)c->now)"
"""The initial state that is being computed."""


class _Rows(NamedTuple):
    """The fields of the frame for the bindings of a `\\A`: all of them, and the index of the next.

    `fields` hold the current binding.
    """

    fields: list[str]
    buffer: str
    cursor: str


class Steps:
    """Writes bodies; `stop` is the condition under which the search for more states ends.

    `rewind` frees the temporaries of a choice after it was tried; `width` is how many
    variables there are to assign. Initial states are computed as the current state, and then there
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
        self.made = MADE if initial else "c->next"
        self.width = len(g.variables) if width is None else width

    def run(self, b: Body, at: Point) -> None:
        """Code that runs `then` for every way to satisfy the body."""
        asked = self._asked(b)
        own = self.g.site(asked)
        self._counted(asked, at, (*self.g.calls_of(b), *(() if own is None else (own,))))

    def evaluate(self, b: Body, at: Point) -> None:
        """Code that evaluates the formula of a body, if every variable is assigned."""
        formula = body.Test(b.expr, span=b.span)
        self._counted(formula, at, self.g.calls_of(b))

    def _counted(self, b: Body, at: Point, sites: tuple[int, ...]) -> None:
        for site in sites:
            self.g.count_evaluation(site)
        self._run(b, replace(at, then=self._satisfied(at.then, sites)) if sites else at)

    def _satisfied(self, then: Then, sites: tuple[int, ...]) -> Then:
        """What follows a body, and counts how often that was satisfied."""

        def go_on(assigned: Assigned) -> None:
            for site in sites:
                self.g.count_truth(site)
            then(assigned)

        return go_on

    def _run(self, b: Body, at: Point) -> None:  # noqa: C901  # a total match
        g = self.g
        match b:
            case body.Test(formula):
                g.lines.open(f"if ({g.truth(formula, at.names)})")
                at.go_on()
                g.lines.close()
            case body.Assign(variable, value, _):
                index = g.places[variable]
                code = f"value_canonical(c, {g.value(value, at.names)})"
                self._assign(index, code, at)
            case body.AssignFrom():
                self._assign_from(b, at)
            case body.Keep(variable, _):
                now = g.value(ir.Name(variable), {})
                self._assign(g.variables[variable], now, at)
            case body.Sequence(items, _):
                self._sequence(items, at)
            case body.Branch(items, _):
                for item in items:
                    self._block(item, at)
            case body.IfElse(test, yes, no, _):
                g.lines.open(f"if ({g.truth(test, at.names)})")
                self.run(yes, at)
                g.lines.close(f"else if (!{_paren(self.stop)})")
                self.run(no, at)
                g.lines.close()
            case body.Choice():
                self._choice(b, at)
            case body.ForSome(bounds, inner, _):
                self.for_some(bounds, at.names, lambda names: self.run(inner, at.inside(names)))
            case body.ForEach():
                self._for_each(b, at)
            case body.Within(definitions, inner, _):
                self.run(inner, at.inside(calls.enter_let(g, definitions, at.names)))
            case body.Compose(first, second, _):
                self._compose(first, second, at)
            case body.Enter():
                raise AssertionError("support.py refuses actions that enter themselves")
            case body.Assert():
                self._assert(b, at)
            case _:
                assert_never(b)

    def _asked(self, b: Body) -> Body:
        """The body; in an initial predicate there is no next state, which the formula reports."""
        if self.initial and isinstance(b, body.Keep | body.Compose):
            return body.Test(b.expr)
        return b

    def _block(self, b: Body, at: Point) -> None:
        self.g.lines.open(f"if (!{_paren(self.stop)})")
        self.run(b, at)
        self.g.lines.close()

    def for_some(
        self,
        bounds: tuple[ir.Bound, ...],
        names: Names,
        run: Callable[[Names], None],
        rewind: str | None = None,
    ) -> None:
        """Run something for each value of the bound variables."""
        if any(b.domain is None for b in bounds):
            self.g.lines.add("trap(c, TRAP_NOT_ENUMERABLE);")
            return
        self.g.lines.open("")
        back = self.rewind if rewind is None else rewind
        emit_loops(self.g, bounds, names, Rounds(self.stop, back), run)
        self.g.lines.close()

    # ---- leaves ----

    def _assign(self, index: int, code: str, at: Point) -> None:
        g = self.g
        if index in at.assigned:
            g.lines.open(f"if (equals(c, {self.made}[{index}], {code}))")
            at.go_on()
            g.lines.close()
            return
        g.lines.add(f"{self.made}[{index}] = {code};")
        g.lines.add("c->missing--;")
        g.lines.open("if (!c->trap)")
        at.then(at.assigned | {index})
        g.lines.close()
        g.lines.add("c->missing++;")
        g.lines.add(f"{self.made}[{index}] = 0;")

    def _assign_from(self, b: body.AssignFrom, at: Point) -> None:
        g, index = self.g, self.g.places[b.variable]
        domain = emit_temporary(g, b.domain, at.names)
        if index in at.assigned:
            g.lines.open(f"if (set_contains(c, {domain}, {self.made}[{index}]))")
            at.go_on()
            g.lines.close()
            return
        open_ = f"open{g.number()}"
        g.lines.add(f"u32 {open_};")
        g.lines.add("c->missing--;")
        begin = f"c->open += {open_} = loop_watched"
        with loop(g, domain, Rounds(self.stop, self.rewind), begin) as value:
            g.lines.add(f"{self.made}[{index}] = value_open(c, {value});")
            at.then(at.assigned | {index})
        g.lines.add(f"c->open -= {open_};")
        g.lines.add("c->missing++;")
        g.lines.add(f"{self.made}[{index}] = 0;")

    def _assert(self, b: body.Assert, at: Point) -> None:
        g = self.g
        failed, number = f"failed{g.number()}", g.assertions[b.name]
        g.lines.open("")
        g.lines.add(f"u32 {failed} = !({g.truth(b.condition, at.names)});")
        g.lines.open("if (!c->trap)")
        g.lines.add(f"if ({failed}) assertion_begin(c, {number});")
        at.go_on()
        g.lines.add(f"if ({failed}) assertion_end(c);")
        g.lines.close()
        g.lines.close()

    # ---- control ----

    def _sequence(self, items: tuple[Body, ...], at: Point) -> None:
        if not items:
            at.go_on()
            return
        following = self._following(items[0], items[1:], at.names, at.then)
        self.run(items[0], replace(at, then=following))

    def _following(self, b: Body, rest: tuple[Body, ...], names: Names, then: Then) -> Then:
        """The continuation of an item: the other items, and then their continuation."""
        if not rest:
            return then

        def go_on(assigned: Assigned) -> None:
            after = Point(names, assigned, self._following(rest[0], rest[1:], names, then))
            if len(assigned) == self.width and _is_formula(rest[0]):
                # Every variable is assigned: the rest is a formula.
                self.evaluate(rest[0], after)
            else:
                self.run(rest[0], after)

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

    def _choice(self, b: body.Choice, at: Point) -> None:
        g = self.g
        for test, arm in b.arms:
            g.lines.open(f"if ({g.truth(test, at.names)})")
            self.run(arm, at)
            g.lines.close(f"else if (!{_paren(self.stop)})")
        if b.other is None:
            g.lines.add("trap(c, TRAP_NO_CASE);")
        else:
            self.run(b.other, at)
        for _ in b.arms:
            g.lines.close()

    def _for_each(self, b: body.ForEach, at: Point) -> None:
        """One binding after the other, in one step: the frame holds the rows and the index.

        What follows may come here again, for another binding of a `\\A` around this one:
        then the previous rows and index are restored.
        """
        g = self.g
        if any(x.domain is None for x in b.bounds):
            g.lines.add("trap(c, TRAP_NOT_ENUMERABLE);")
            return
        held = {n: g.field(n) for x in b.bounds for n in x.names}
        rows = _Rows(list(held.values()), f"rows_{g.number()}", f"at_{g.number()}")
        g.frame.fields += [f"Buffer {rows.buffer}", f"u32 {rows.cursor}"]
        local = {**at.names, **{n: Held(code) for n, code in held.items()}}
        written: dict[tuple[Assigned, bool], str] = {}

        def advance(now: Assigned, first: bool) -> None:
            name = written.get((now, first))
            if name is None:
                name = written[now, first] = f"each_{g.number()}"
                header = f"static void {name}(Context *c, {g.frame.name} *f)"
                with g.function(header, g.about("for each", b)):
                    again = len(now) == self.width and not first and not has_assertion(b.body)
                    point = Point(local, now, lambda after: advance(after, False))
                    run = self.evaluate if again else self.run
                    self._each(lambda: run(b.body, point), now, rows, at.then)
            g.lines.add(f"{name}(c, f);")

        def collect(inner: Names) -> None:
            for n in held:
                meaning = inner[n]
                assert isinstance(meaning, Held)
                g.lines.add(f"buffer_add(c, &f->{rows.buffer}, {meaning.code});")

        g.lines.open("")
        g.lines.add(f"Buffer {rows.buffer} = f->{rows.buffer};")
        g.lines.add(f"u32 {rows.cursor} = f->{rows.cursor};")
        g.lines.add(f"f->{rows.buffer}.items = 0;")
        g.lines.add(f"f->{rows.buffer}.n = f->{rows.buffer}.room = 0;")
        self.for_some(b.bounds, at.names, collect, rewind="")
        g.lines.add(f"f->{rows.cursor} = 0;")
        advance(at.assigned, True)
        g.lines.add(f"f->{rows.buffer} = {rows.buffer};")
        g.lines.add(f"f->{rows.cursor} = {rows.cursor};")
        g.lines.close()

    def _each(self, run: Callable[[], None], now: Assigned, rows: _Rows, last: Then) -> None:
        """The body for the row at the index, or what follows the last one."""
        g, cursor = self.g, rows.cursor
        g.lines.open(f"if (f->{cursor} == f->{rows.buffer}.n)")
        last(now)
        g.lines.close("else")
        for i, code in enumerate(rows.fields):
            g.lines.add(f"V before{i} = {code};")
        for i, code in enumerate(rows.fields):
            g.lines.add(f"{code} = f->{rows.buffer}.items[f->{cursor} + {i}];")
        g.lines.add(f"f->{cursor} += {len(rows.fields)};")
        run()
        g.lines.add(f"f->{cursor} -= {len(rows.fields)};")
        for i, code in enumerate(rows.fields):
            g.lines.add(f"{code} = before{i};")
        g.lines.close()

    def _compose(self, first: Body, second: Body, at: Point) -> None:
        """`A \\cdot B`: all states that A reaches, then B from each of them."""
        g, n = self.g, self.g.number()
        g.frame.fields += [f"Buffer middle_{n}", f"const V *began_{n}"]
        g.lines.open("")
        g.lines.add(f"const V *now{n} = c->now;")
        self._reach_middle(first, at.names, n)
        self._leave_middle(second, at, n)
        g.lines.add(f"c->now = now{n};")
        g.lines.add(f"c->serial = serial{n};")
        g.lines.close()

    def _reach_middle(self, first: Body, names: Names, n: int) -> None:
        """All states that the first half of a composition reaches, into a buffer."""
        g, width, middle = self.g, self.width, f"middle_{n}"
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

        self.run(first, Point(names, frozenset(), reached))
        g.lines.add(f"{middle} = f->{middle};")
        g.lines.add(f"c->next = next{n};")
        g.lines.add(f"c->missing = missing{n};")
        if self.rewind == "arena_rewind_step":  # not below ENABLED, which generates no states
            g.lines.add(f"c->composed += {middle}.n / {max(width, 1)};")

    def _leave_middle(self, second: Body, at: Point, n: int) -> None:
        """The second half of a composition, from each state of the buffer."""
        g, middle = self.g, f"middle_{n}"
        inside = f"at{n} < {middle}.n && !{_paren(self.stop)}"
        g.lines.add(f"u64 serial{n} = c->serial;")
        g.lines.open(f"for (at{n} = 0; {inside}; at{n} += {max(self.width, 1)})")
        g.lines.add(f"c->now = {middle}.items + at{n};")
        g.lines.add("look_at_other_state(c);")
        g.lines.add(f"f->began_{n} = now{n};")

        def go_on(after: Assigned) -> None:
            # The whole step begins in the state of its first half.
            g.lines.open("")
            g.lines.add(f"const V *half{n} = c->now, *began{n} = f->began_{n};")
            g.lines.add(f"c->now = began{n};")
            g.lines.add(f"u64 other{n} = look_at_other_state(c);")
            at.then(after)
            g.lines.add(f"c->now = half{n};")
            g.lines.add(f"c->serial = other{n};")
            g.lines.add(f"f->began_{n} = began{n};")
            g.lines.close()

        self.run(second, replace(at, then=go_on))
        g.lines.close()


def _paren(condition: str) -> str:
    return condition if condition == "c->trap" else f"({condition})"


def _is_formula(b: Body) -> bool:
    """Whether the formula of a body can replace it once every variable is assigned."""
    return not isinstance(b, body.Test | body.Assign | body.Keep) and not has_assertion(b)
