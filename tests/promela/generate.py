"""Random Promela programs: small, finite, and accepted by Spin.

python -m tests.promela.generate SEED
"""

from __future__ import annotations

import re
import sys
from random import Random

from tests.promela.random_statements import JUMP, Statements
from tests.promela.random_world import FIELDS, KINDS, NAMES, Channel, Scope, Variable

HEADER = """\
#define LIMIT 2
#define greater(a, b) ((a) > (b) -> (a) : (b))

mtype = { %s };
"""
PAIR = "typedef Pair { byte first; bit both[2] };\n"
INLINE = """\
inline advance(v, step) {
  v = (v + step) % 3;
  if
  :: v == LIMIT -> v = 0
  :: else
  fi
}
"""


class Generator(Statements):
    """Writes one program."""

    def program(self) -> str:
        """The text of a program."""
        self.processes = []
        self.macros = ["greater"] if self.chance(50) else []
        text = HEADER % ", ".join(NAMES)
        variables, lines = self.global_variables()
        channels, more = self.global_channels()
        text += "".join(f"{line};\n" for line in [*lines, *more])
        if self.chance(40):
            self.inlines = ["advance"]
            text += INLINE
        scope = Scope(tuple(variables), tuple(channels))
        dynamic = self.chance(45)
        if dynamic:
            text += self.dynamic_processes(scope)
        count = 1 if dynamic else self.pick((1, 2, 2, 2, 2, 3))
        twice = count == 1 and self.chance(30 if dynamic else 80)
        for number in range(count):
            head = f"active{' [2]' if twice else ''} proctype P{number}()"
            text += self.process(head, scope, self.provided(scope), length=6 - count)
        if dynamic or self.chance(20):
            text += self.process("init", scope, "")
        return text

    def provided(self, scope: Scope) -> str:
        plain = [one.name for one in scope.variables if one.kind != "mtype"]
        return f" provided ({self.pick(plain)} != 2)" if plain and self.chance(6) else ""

    def global_variables(self) -> tuple[list[Variable], list[str]]:
        found, lines = [], []
        for _ in range(self.random.randint(1, 3)):
            kind, name = self.pick(KINDS), self.fresh("g")
            init = self.constant() if self.chance(25) else ""
            lines.append(self.declare(name, kind, init))
            found.append(Variable(name, kind))
        if self.chance(30):
            name, kind = self.fresh("a"), self.pick(("bit", "byte", "short"))
            lines.append(f"{kind} {name}[2]")
            empty = Scope(tuple(found), ())
            wide = "byte" if kind == "bit" else kind
            found += [Variable(f"{name}[{self.index(empty, 2)}]", wide) for _ in range(2)]
        if self.chance(20):
            name = self.fresh("m")
            lines.append(f"mtype {name}")
            found.append(Variable(name, "mtype"))
        if self.chance(20):
            name = self.fresh("t")
            lines += [PAIR.rstrip(";\n"), f"Pair {name}[2]"]
            found.append(Variable(f"{name}[1].first", "byte"))
            found.append(Variable(f"{name}[_pid % 2].both[1]", "byte"))
        return found, lines

    def global_channels(self) -> tuple[list[Channel], list[str]]:
        found, lines = [], []
        for _ in range(self.pick((0, 1, 1, 2))):
            name, capacity = self.fresh("c"), self.pick((0, 0, 1, 1, 2))
            fields = tuple(self.pick(FIELDS) for _ in range(self.pick((1, 1, 2))))
            types = ", ".join(fields)
            if self.chance(20):
                lines.append(f"chan {name}[2] = [{capacity}] of {{ {types} }}")
                found.append(Channel(f"{name}[_pid % 2]", capacity, fields))
                found.append(Channel(f"{name}[1]", capacity, fields))
            else:
                lines.append(f"chan {name} = [{capacity}] of {{ {types} }}")
                found.append(Channel(name, capacity, fields))
        return found, lines

    def dynamic_processes(self, scope: Scope) -> str:
        """Process types that others run, with values and channels as parameters."""
        text = ""
        for number in range(self.pick((1, 1, 2))):
            name, value = f"D{number}", Variable(self.fresh("p"), self.pick(("byte", "bit", "int")))
            parameters, arguments = [self.declare(value.name, value.kind)], ["value"]
            inner = scope.with_variable(value)
            named = [one for one in scope.channels if one.name.isalnum()]
            if named and self.chance(50):
                channel = self.pick(named)
                alias = Channel(self.fresh("q"), channel.capacity, channel.fields)
                inner = Scope(inner.variables, (*inner.channels, alias, alias))
                parameters.append(f"chan {alias.name}")
                arguments.append(channel.name)
            text += self.process(f"proctype {name}({'; '.join(parameters)})", inner, "", length=2)
            self.processes.append((name, arguments))
        return text

    def process(self, head: str, scope: Scope, provided: str, length: int = 5) -> str:
        lines = []
        for _ in range(self.pick((0, 1, 1, 2))):
            kind, name = self.pick(KINDS), self.fresh("v")
            lines.append(self.declare(name, kind, self.bounded(scope) if self.chance(40) else ""))
            scope = scope.with_variable(Variable(name, kind))
        if self.chance(50):
            name = self.fresh("i")
            lines.append(self.declare(name, "byte"))
            scope = scope.with_variable(Variable(name, "byte", counts=True))
        if self.chance(10):
            own = Channel(self.fresh("o"), 1, ("byte",))
            lines.append(f"chan {own.name} = [1] of {{ byte }}")
            scope = Scope(scope.variables, (*scope.channels, own))
        body = self.with_targets(self.labelled_body(scope, length))
        text = "".join(f"  {line};\n" for line in lines)
        return f"{head}{provided}\n{{\n{text}" + "".join(f"  {one}\n" for one in body) + "}\n"

    def labelled_body(self, scope: Scope, length: int) -> list[str]:
        """Two sequences, the first of which may jump to the second."""
        if not self.chance(35):
            return self.sequence(scope, length)
        label = self.pick(("L", "end", "progress", "endless"))
        jumping = Scope(scope.variables, scope.channels, labels=(label,))
        first = self.sequence(jumping, length)
        second = self.sequence(scope, 2)
        if second[0].startswith("d_step") or any("unless" in line for line in second):
            second = [self.assignment(scope)]
        return [*first[:-1], first[-1] + ";", f"{label}: {second[0]}", *second[1:]]

    def with_targets(self, lines: list[str]) -> list[str]:
        """Let each jump lead to one of the labels."""
        labels = re.findall(r"\b(L\d+):", "\n".join(lines))
        targets = [f"goto {label}" for label in labels] or ["skip"]
        return [line.replace(JUMP, self.pick(targets)) if JUMP in line else line for line in lines]


def generate(seed: int, jumps: bool = False) -> str:
    """The program of a seed."""
    generator = Generator(Random(seed))
    generator.jumps = jumps
    return generator.program()


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
