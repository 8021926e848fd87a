"""Random Promela statements."""

from __future__ import annotations

from tests.promela.random_world import Channel, Scope, Variable, World

MAX_DEPTH = 2
INDENT = "  "


class Statements(World):
    """Statements as lists of lines; sequences are joined by semicolons."""

    processes: list[tuple[str, list[str]]]  # what can be run: a name, and its arguments
    jumps = False  # whether there are labels and jumps everywhere

    def sequence(self, scope: Scope, length: int) -> list[str]:
        """A sequence of about `length` statements."""
        lines: list[str] = []
        for _ in range(self.random.randint((length + 1) // 2, length)):
            if scope.depth and not scope.deterministic and self.chance(5):
                kind = self.pick(("byte", "bit", "short"))
                local = Variable(self.fresh("l"), kind)
                init = self.bounded(scope) if self.chance(60) else ""
                lines = _then(lines, [self.declare(local.name, kind, init)])
                scope = scope.with_variable(local)
            more = self.statement(scope)
            if self.jumps and not scope.deterministic:
                more = self.with_jump(lines, more)
            if (lines or scope.depth) and more[0].startswith("d_step"):
                lines = _then(lines, ["skip"])  # Spin rejects a jump to a d_step
            lines = _then(lines, more)
        return lines

    def with_jump(self, before: list[str], statement: list[str]) -> list[str]:
        """Add a label that other statements may jump to, or such a jump."""
        if self.chance(8):
            return [JUMP]
        plain = not any("unless" in line for line in statement)
        starts = statement[0].startswith(("goto", "break", "d_step", "advance", "_nr_pr"))
        if before and plain and not starts and self.chance(20):
            return [f"{self.fresh('L')}: {statement[0]}", *statement[1:]]
        return statement

    def statement(self, scope: Scope) -> list[str]:
        if scope.deterministic:
            return self.deterministic_statement(scope)
        if scope.depth >= MAX_DEPTH or self.chance(55):
            return [self.basic(scope)]
        match self.random.randrange(14):
            case 0 | 1 | 2 | 3:
                return self.choice(scope, "if")
            case 4 | 5:
                return self.counting_loop(scope) if scope.atomic else self.choice(scope, "do")
            case 6 | 7 | 8:
                return self.block("atomic", self.sequence(scope.deeper(atomic=True), 3))
            case 9 | 10:
                return self.d_step(scope)
            case 11:
                return self.for_loop(scope)
            case 12:
                return self.unless(scope)
            case _:
                return self.block("", self.sequence(scope.deeper(), 2))

    # Basic statements

    def basic(self, scope: Scope) -> str:
        match self.random.randrange(30):
            case 0 | 1 | 2 | 3 if sending := self.send(scope):
                return sending
            case 4 | 5 | 6 | 7 if receiving := self.receive(scope):
                return receiving
            case 8:
                return self.guard(scope)
            case 11:
                return f"assert({self.condition(scope)})"
            case 12:
                return "skip"
            case 13:
                return f'printf("%d\\n", {self.operand(scope)})'
            case 14 | 15 if self.processes and not scope.atomic:
                return self.run(scope)
            case 16 if self.inlines:
                target = self.target(scope)
                return f"{self.pick(self.inlines)}({target.name}, {self.constant()})"
            case 17 if scope.loops:
                return "break"
            case 18 if scope.labels:
                return f"goto {self.pick(scope.labels)}"
            case 19:
                return self.select(scope)
            case _:
                return self.assignment(scope)

    def target(self, scope: Scope) -> Variable:
        free = [one for one in scope.variables if not one.counts and one.kind != "mtype"]
        return self.pick(free)

    def assignment(self, scope: Scope) -> str:
        names = [one.name for one in scope.variables if one.kind == "mtype"]
        if names and self.chance(15):
            return f"{self.pick(names)} = {self.pick(NAMES_OR_ZERO)}"
        target = self.target(scope)
        match target.kind:
            case "bit" | "bool" | "unsigned" if self.chance(50):
                return f"{target.name}{self.pick(('++', '--'))}"
            case "byte" | "pid" if self.chance(10):
                return f"{target.name} = 255 + {self.operand(scope)} % 2"
            case "short" if self.chance(20):
                return f"{target.name} = 32767 + {self.operand(scope)} % 2"
            case _:
                return f"{target.name} = {self.bounded(scope)}"

    def guard(self, scope: Scope) -> str:
        buffered = [one for one in scope.channels if one.capacity]
        if buffered and self.chance(15):
            probe = self.pick(("empty", "nempty", "full", "nfull"))
            return f"{probe}({self.pick(buffered).name})"
        return "timeout" if self.chance(12) else self.condition(scope)

    def send(self, scope: Scope) -> str:
        if not scope.channels:
            return ""
        channel = self.pick(scope.channels)
        operator = "!!" if channel.capacity and self.chance(15) else "!"
        return f"{channel.name}{operator}{self.message(scope, channel)}"

    def receive(self, scope: Scope) -> str:
        if not scope.channels:
            return ""
        return self.receive_from(scope, self.pick(scope.channels))

    def receive_from(self, scope: Scope, channel: Channel) -> str:
        pattern = self.pattern(scope, channel)
        operator = "??" if channel.capacity and self.chance(15) else "?"
        if channel.capacity and self.chance(10):
            return f"{channel.name}{operator} <{pattern}>"
        return f"{channel.name}{operator}{pattern}"

    def run(self, scope: Scope) -> str:
        name, arguments = self.pick(self.processes)
        values = [self.bounded(scope) if one == "value" else one for one in arguments]
        call = f"run {name}({', '.join(values)})"
        return (
            f"_nr_pr < 4 -> {self.target(scope).name} = {call}"
            if self.chance(30)
            else (f"_nr_pr < 4 -> {call}")
        )

    def select(self, scope: Scope) -> str:
        plain = [one for one in scope.variables if one.name.isalnum() and not one.counts]
        wide = [one for one in plain if one.kind in ("byte", "int", "short", "pid")]
        if not wide:
            return "skip"
        last = self.operand(scope) + " % 3" if self.chance(30) else str(self.random.randint(1, 2))
        if scope.atomic:
            last = str(self.random.randint(1, 2))
        return f"select({self.pick(wide).name} : 0 .. {last})"

    # Compound statements

    def block(self, kind: str, lines: list[str]) -> list[str]:
        return [f"{kind} {{".strip(), *_indented(lines), "}"]

    def choice(self, scope: Scope, kind: str) -> list[str]:
        inner = scope.deeper(loops=kind == "do")
        options = [self.option(inner) for _ in range(self.random.randint(1, 3))]
        if kind == "do" and self.chance(70):
            options.append(_then([self.guard(inner)], ["break"]) if self.chance(70) else ["break"])
        if self.chance(35):
            last = "break" if kind == "do" else self.basic(inner)
            options.insert(self.random.randint(0, len(options)), ["else", f"-> {last}"])
        elif kind == "if" and self.chance(15):
            nested = self.choice(inner.deeper(), "if")
            options.insert(self.random.randint(0, len(options)), nested)
        return [kind, *(line for one in options for line in _option(one)), _END[kind]]

    def option(self, scope: Scope) -> list[str]:
        start = self.guard(scope)
        if self.chance(35):
            start = self.send(scope) or start
        elif self.chance(35):
            start = self.receive(scope) or start
        lines = [start]
        if scope.depth <= MAX_DEPTH and self.chance(10):
            lines = self.block(
                "atomic", _then([start], self.sequence(scope.deeper(atomic=True), 2))
            )
        return _then(lines, self.sequence(scope, 2)) if self.chance(75) else lines

    def counting_loop(self, scope: Scope) -> list[str]:
        """A loop that ends after a few rounds, whatever its body does."""
        counters = [one for one in scope.variables if one.counts]
        if not counters:
            return [self.basic(scope)]
        name = self.pick(counters).name
        rest = tuple(one for one in scope.variables if one.name != name)
        inner = Scope(rest, scope.channels, scope.depth + 1, scope.atomic, loops=True)
        body = _then([f"{name} < 2"], _then([self.assignment(inner)], [f"{name}++"]))
        lines = ["do", *_option(body), *_option(["else", f"-> {name} = 0; break"]), "od"]
        return _then([f"{name} = 0"], lines)

    def for_loop(self, scope: Scope) -> list[str]:
        counters = [one for one in scope.variables if one.counts]
        if not counters:
            return [self.basic(scope)]
        name = self.pick(counters).name
        rest = tuple(one for one in scope.variables if one.name != name)
        inner = Scope(rest, scope.channels, MAX_DEPTH, scope.atomic, loops=not scope.atomic)
        body = _indented([self.basic(inner)])
        return [f"for ({name} : 0 .. {self.pick((1, 1, 2))}) {{", *body, "}"]

    def unless(self, scope: Scope) -> list[str]:
        inner = scope.deeper()
        atomic = self.chance(20) and not scope.atomic
        kind = "atomic" if atomic else ""
        body = self.block(kind, self.sequence(scope.deeper(atomic=atomic), 3))
        start = self.receive(inner) if self.chance(25) else ""
        escape = _then([start or self.condition(inner)], [self.basic(inner)])
        return [*body[:-1], "} unless {", *_indented(escape), "}"]

    # d_step

    def d_step(self, scope: Scope) -> list[str]:
        inner = Scope(scope.variables, scope.channels, MAX_DEPTH, deterministic=True)
        lines = self.sequence(inner, 3)
        # Spin's code is wrong if a d_step begins with an assertion, or a receive and `else`.
        if lines[0].startswith(("if", "assert")) or self.chance(40):
            lines = _then([self.condition(scope)], lines)
        return self.block("d_step", lines)

    def deterministic_statement(self, scope: Scope) -> list[str]:
        buffered = [one for one in scope.channels if one.capacity]
        match self.random.randrange(8):
            case 0 | 1:
                first, second = self.assignment(scope), self.assignment(scope)
                other = f"({self.comparison(scope)}) -> {self.assignment(scope)}"
                test = f"({self.comparison(scope)}) -> {first}"
                return ["if", f":: {test}", f":: {other}", f":: else -> {second}", "fi"]
            case 2 if buffered:
                channel = self.pick(buffered)
                sending = f"{channel.name}!{self.message(scope, channel)}"
                test = f"len({channel.name}) < {channel.capacity}"
                return ["if", f":: {test} -> {sending}", ":: else", "fi"]
            case 3 if buffered:
                receiving = self.receive_from(scope, self.pick(buffered))
                return ["if", f":: {receiving}", ":: else", "fi"]
            case 4:
                return [f"assert({self.condition(scope)})"]
            case _:
                return [self.assignment(scope)]


JUMP = "goto ?"
_END = {"if": "fi", "do": "od"}
NAMES_OR_ZERO = ("red", "green", "blue", "blue", "0")


def _then(first: list[str], second: list[str]) -> list[str]:
    if not first:
        return second
    return [*first[:-1], first[-1] + ";", *second]


def _option(lines: list[str]) -> list[str]:
    return [f":: {lines[0]}", *_indented(lines[1:])]


def _indented(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]
