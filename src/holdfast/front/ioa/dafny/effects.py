"""Effects of transitions as functions: a `var` expression per assignment, then the new state."""

from __future__ import annotations

from itertools import repeat
from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.context import indented, unsupported
from holdfast.front.ioa.dafny.execution import Execution, assigned, targets_of
from holdfast.front.ioa.dafny.loops import loop
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.types import INT, Type
from holdfast.source import Span


class Effect(Execution):
    """The translation of one effect."""

    def body(self, scope: Scope) -> list[str]:
        """The rows of a function that yields the state after the statements."""
        rows, end = self.run(self.transition.effect, scope)
        before = ["var state'0: State := s;"] if self.loops else []
        return [*before, *rows, self.state(end)]

    def run(self, statements: tuple[tree.Statement, ...], scope: Scope) -> tuple[list[str], Scope]:
        """The `var` expressions of some statements, and the scope after them."""
        rows: list[str] = []
        for s in statements:
            match s:
                case tree.Assign():
                    self.targets += s.targets
                    more, scope = self._assign(s, scope)
                case tree.If():
                    more, scope = self._if(s, scope)
                case tree.For():
                    self.targets += targets_of((s,))
                    more, scope = loop(self, s, scope)
                case _:
                    assert_never(s)
            rows += more
        return rows, scope

    # ---- assignments ----

    def _assign(self, s: tree.Assign, scope: Scope) -> tuple[list[str], Scope]:
        match s.targets, s.value:
            case (target,), value:
                return self._assign_one(target, value, scope)
            case targets, tree.TupleOf(items):
                values = [f"new'{i}" for i in range(len(items))]
                texts = map(self.to.expected, items, (t.type for t in targets), repeat(scope))
                rows = [f"var {v} := {text};" for v, text in zip(values, texts, strict=True)]
            case targets, value:
                rows = [f"var row'0 := {self.to.text(value, scope)};"]
                values = [f"row'0.{i}" for i in range(len(targets))]
        keys: list[tuple[str, ...]] = []
        for i, target in enumerate(targets):
            more, path = self._fixed_keys(target, i, scope)
            rows += more
            keys.append(path)
        for target, path, text in zip(targets, keys, values, strict=True):
            row, scope = self._let(target, path, text, scope)
            rows.append(row)
        return rows, scope

    def _fixed_keys(
        self, target: tree.Target, number: int, scope: Scope
    ) -> tuple[list[str], tuple[str, ...]]:
        """The path of one of several targets: its indices are evaluated before any assignment."""
        rows: list[str] = []
        path: list[str] = []
        for step, text in zip(target.path, self._keys(target, scope), strict=True):
            if not isinstance(step, str) and not text.isdecimal():
                rows.append(f"var at'{number}'{len(path)} := {text};")
                text = f"at'{number}'{len(path)}"
            path.append(text)
        return rows, tuple(path)

    def _assign_one(
        self, target: tree.Target, value: tree.Expr, scope: Scope
    ) -> tuple[list[str], Scope]:
        text = self.to.expected(value, target.type, scope)
        row, scope = self._let(target, self._keys(target, scope), text, scope)
        return [row], scope

    def _let(
        self, target: tree.Target, path: tuple[str, ...], text: str, scope: Scope
    ) -> tuple[str, Scope]:
        """The assignment of a text to a target with the texts of its path."""
        whole = self.type_of(target, scope)
        if path:
            old = scope.locals[target.name] if target.local else scope.variable(target.name)
            text = self._updated(old, whole, path, text, target.span)
        name = names.identifier(target.name)
        row = f"var {name}{self.annotation(whole, target.span)} := {text};"
        if target.local:
            return row, scope.with_local(target.name, name, whole)
        return row, scope.with_variable(target.name, name)

    def type_of(self, target: tree.Target, scope: Scope) -> Type:
        """The type of the variable of a target."""
        if not target.path:
            return target.type
        if target.local:
            return scope.types[target.name]
        return next(v.type for v in self.automaton.states if v.name == target.name)

    def _keys(self, target: tree.Target, scope: Scope) -> tuple[str, ...]:
        """The texts of the fields and indices of a path."""
        t = self.type_of(target, scope)
        found: list[str] = []
        for step in target.path:
            match t, step:
                case types.Record(_, fields), str(name):
                    found.append(name)
                    t = dict(fields)[name]
                case types.Tuple(items), tree.Literal(int(index)):
                    found.append(str(index))
                    t = items[index]
                case types.Seq(of), index if not isinstance(index, str):
                    found.append(self.to.expected(index, INT, scope))
                    t = of
                case types.Map(key, of), index if not isinstance(index, str):
                    found.append(self.to.expected(index, key, scope))
                    t = of
                case _:
                    message = f"a part of {types.show(t)} is not assigned"
                    raise unsupported(message, target.span)
        return tuple(found)

    def _updated(self, old: str, t: Type, path: tuple[str, ...], value: str, span: Span) -> str:
        """A value with another one at a path."""
        if not path:
            return value
        first, rest = path[0], path[1:]
        match t:
            case types.Record(name, fields):
                parts = {f: f"{old}.{names.field(f)}" for f, _ in fields}
                parts[first] = self._updated(parts[first], dict(fields)[first], rest, value, span)
                made = names.identifier(name)
                return f"{made}.{made}({', '.join(parts.values())})"
            case types.Tuple(items):
                index = int(first)
                texts = [f"{old}.{i}" for i in range(len(items))]
                texts[index] = self._updated(texts[index], items[index], rest, value, span)
                return f"({', '.join(texts)})"
            case types.Seq(of) | types.Map(_, of):
                inner = self._updated(f"{old}[{first}]", of, rest, value, span)
                return f"{old}[{first} := {inner}]"
            case _:
                raise unsupported(f"a part of {types.show(t)} is not assigned", span)

    # ---- control ----

    def _if(self, s: tree.If, scope: Scope) -> tuple[list[str], Scope]:
        test = self.to.text(s.test, scope)
        yes, after_yes = self.run(s.yes, scope)
        no, after_no = self.run(s.no, scope)
        variables, local = assigned((*s.yes, *s.no))
        common = [n for n in after_yes.types if n in local and n in after_no.types]
        if not common and not variables:
            return [f"var test'if: bool := {test};"], scope

        def result(end: Scope) -> str:
            return self.result(end, common, state=bool(variables))

        rows = [
            f"if {test} then",
            *indented(_group([*yes, result(after_yes)])),
            "else",
            *indented(_group([*no, result(after_no)])),
        ]
        rows = indented([*rows[:-1], f"{rows[-1]};"])
        types = {n: after_yes.types[n] for n in common}
        return self.taken(rows, scope, types, state=bool(variables))


def _group(rows: list[str]) -> list[str]:
    """Rows as one expression."""
    return rows if len(rows) == 1 else [f"({rows[0]}", *rows[1:-1], f"{rows[-1]})"]
