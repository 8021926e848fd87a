"""From the statements of a step to the formula of its action.

A variable that the step has assigned before is read primed; a variable that each process
has for itself is read and assigned at the process's index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias, assert_never

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.steps import Step
from holdfast.front.pluscal.substitute import substitute
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Note, Span

Changed: TypeAlias = dict[str, Span]
"""The variables that the step has assigned so far, and where."""

_LONG_NAME = 6
"""From this length on, `UNCHANGED x` is written instead of `x' = x`."""


@dataclass(frozen=True, slots=True)
class Variables:
    """The variables of a translation, in their order, and which of them are indexed."""

    names: tuple[str, ...]
    local: frozenset[str]
    """Variables of procedures and process sets: functions over the processes."""

    def indexed(self, name: str) -> bool:
        """Whether the variable has a value for each process."""
        return name in self.local or name in ("pc", "stack")


class ActionMaker:
    """Builds the actions of one process, procedure or body."""

    def __init__(self, variables: Variables, own: tla.Expr | None) -> None:
        self.variables = variables
        self.own = own
        self.diagnostics: list[Diagnostic] = []

    def action(self, step: Step) -> tla.Expr:
        """The formula of a step."""
        changed: Changed = {}
        items = self._block(step.block, changed, frozenset())
        unchanged = [name for name in self.variables.names if name not in changed]
        if len(items) == 1 and not unchanged:
            return items[0]
        items += _unchanged(unchanged, step.span)
        return tla.Junction("/\\", tuple(items), span=step.span)

    def _block(self, block: tree.Block, changed: Changed, bound: frozenset[str]) -> list[tla.Expr]:
        """One conjunct for each statement; `changed` grows."""
        return [self._statement(s, changed, bound) for s in block]

    def _statement(self, statement: tree.Stmt, changed: Changed, bound: frozenset[str]) -> tla.Expr:
        span = statement.span
        match statement:
            case tree.Assign():
                return self._assign(statement, changed, bound)
            case tree.If():
                return self._if_statement(statement, changed, bound)
            case tree.Either(branches):
                items = self._branches(branches, changed, bound, span)
                return tla.Junction("\\/", tuple(items), span=span)
            case tree.With():
                return self._with_statement(statement, changed, bound)
            case tree.Await(test):
                return self._expr(test, changed, bound)
            case tree.Print(value):
                return tla.Ref("PrintT", (self._expr(value, changed, bound),), span=span)
            case tree.Assert(test):
                text = tla.String(f"Failure of assertion at {_location(statement)}.", span=span)
                return tla.Ref("Assert", (self._expr(test, changed, bound), text), span=span)
            case tree.Skip():
                return tla.Ref("TRUE", span=span)
            case tree.While() | tree.Call() | tree.Return() | tree.Goto() | tree.MacroCall():
                raise AssertionError("a step has no such statement")
            case _:
                assert_never(statement)

    def _expr(self, expr: tla.Expr, changed: Changed, bound: frozenset[str]) -> tla.Expr:
        """The expression as read in the middle of a step."""

        def read(ref: tla.Ref) -> tla.Expr | None:
            if ref.name == "self" and self.own is not None and self.own != ref:
                self._warn_about_self(ref)
            result: tla.Expr = ref
            if ref.name in changed:
                result = tla.Postfix("'", ref, span=ref.span)
            if self.own is not None and ref.name in self.variables.local:
                result = tla.Index(result, (self.own,), span=ref.span)
            return result

        return substitute(expr, read, bound)

    def _warn_about_self(self, ref: tla.Ref) -> None:
        message = "`self` is undefined in a process that is declared with `=`"
        help = "write the identifier of the process instead"
        found = Diagnostic("pcal-self", message, ref.span, help, severity="warning")
        if found not in self.diagnostics:
            self.diagnostics.append(found)

    # ---- compound statements ----

    def _if_statement(
        self, statement: tree.If, changed: Changed, bound: frozenset[str]
    ) -> tla.Expr:
        test = self._expr(statement.test, changed, bound)
        blocks = (statement.yes, statement.no or (tree.Skip(span=statement.span),))
        yes, no = self._branches(blocks, changed, bound, statement.span)
        return tla.If(test, yes, no, span=statement.span)

    def _branches(
        self, blocks: Sequence[tree.Block], changed: Changed, bound: frozenset[str], span: Span
    ) -> list[tla.Expr]:
        """A list of conjuncts for each branch; all branches change the same variables."""
        before = dict(changed)
        done: list[tuple[list[tla.Expr], Changed]] = []
        for block in blocks:
            inside = dict(before)
            items = self._block(block, inside, bound)
            done.append((items, inside))
            for name, place in inside.items():
                changed.setdefault(name, place)
        result: list[tla.Expr] = []
        for items, inside in done:
            others = [n for n in self.variables.names if n in changed and n not in inside]
            items += _unchanged(others, span)
            result.append(tla.Junction("/\\", tuple(items or [tla.Ref("TRUE")]), span=span))
        return result

    def _with_statement(
        self, statement: tree.With, changed: Changed, bound: frozenset[str]
    ) -> tla.Expr:
        span = statement.span
        value = self._expr(statement.value, changed, bound)
        items = self._block(statement.body, changed, bound | {statement.name.name})
        body = items[0] if len(items) == 1 else tla.Junction("/\\", tuple(items), span=span)
        if statement.member:
            binder = tla.Bound((statement.name,), value, span=statement.name.span)
            return tla.Quantifier("\\E", (binder,), body, span=span)
        definition = tla.Definition(statement.name, (), value, span=statement.name.span)
        return tla.Let((definition,), body, span=span)

    # ---- assignments ----

    def _assign(self, statement: tree.Assign, changed: Changed, bound: frozenset[str]) -> tla.Expr:
        """All parts of an assignment read the values from before it."""
        before = dict(changed)
        parts = sorted(statement.parts, key=lambda part: part.variable.name)
        groups = [list(g) for _, g in groupby(parts, key=lambda part: part.variable.name)]
        items: list[tla.Expr] = []
        for group in groups:
            self._check_assigned(group, before, bound)
            items.append(self._assign_one(group, before, bound))
            changed.setdefault(group[0].variable.name, group[0].span)
        if len(items) == 1:
            return items[0]
        return tla.Junction("/\\", tuple(items), span=statement.span)

    def _assign_one(
        self, parts: list[tree.Assignment], before: Changed, bound: frozenset[str]
    ) -> tla.Expr:
        """`x' = e` or `x' = [x EXCEPT ...]`."""
        first = parts[0]
        name, span = first.variable.name, first.span.to(parts[-1].span)
        ref = tla.Ref(name, span=first.variable.span)
        primed = tla.Postfix("'", ref, span=first.variable.span)
        own: tuple[tla.Key, ...] = ()
        if self.own is not None and self.variables.indexed(name):
            own = (tla.Key((self.own,), span=first.variable.span),)
        if len(parts) == 1 and not own and not first.path:
            return tla.Infix("=", primed, self._expr(first.value, before, bound), span=span)
        updates = tuple(
            tla.Update(
                own + tuple(self._key(key, before, bound) for key in part.path),
                self._expr(part.value, before, bound),
                span=part.span,
            )
            for part in parts
        )
        return tla.Infix("=", primed, tla.Except(ref, updates, span=span), span=span)

    def _key(self, key: tla.Key, before: Changed, bound: frozenset[str]) -> tla.Key:
        args = tuple(self._expr(arg, before, bound) for arg in key.args)
        return tla.Key(args, key.name, span=key.span)

    def _check_assigned(
        self, parts: list[tree.Assignment], before: Changed, bound: frozenset[str]
    ) -> None:
        name = parts[0].variable.name
        if name in bound:
            help = "the name is bound by a `with`; declare a variable to assign to"
            self._complain("pcal-undeclared", f"`{name}` cannot be assigned", parts[0], help)
        elif name not in self.variables.names:
            help = "declare it in the `variables` of the algorithm or of this process"
            message = f"`{name}` is not a variable of the algorithm"
            self._complain("pcal-undeclared", message, parts[0], help)
        elif name in before:
            self._complain(
                "pcal-double-assignment",
                f"`{name}` is assigned twice in one step",
                parts[0],
                "put a label before one of the statements between the two assignments",
                Note("assigned before in the same step", before[name]),
            )
        elif len(parts) > 1 and not all(part.path for part in parts):
            self._complain(
                "pcal-double-assignment",
                f"`{name}` is assigned twice in one statement",
                parts[1],
                None,
                Note("the first time", parts[0].span),
            )

    def _complain(
        self, code: str, message: str, part: tree.Assignment, help: str | None, *notes: Note
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, part.variable.span, help, notes))


def _unchanged(names: Sequence[str], span: Span) -> list[tla.Expr]:
    """The conjunct that leaves the variables unchanged, if there are any."""
    refs = tuple(tla.Ref(name, span=span) for name in names)
    if not refs:
        return []
    if len(refs) > 1:
        return [tla.Prefix("UNCHANGED", tla.Tuple(refs, span=span), span=span)]
    if len(names[0]) >= _LONG_NAME:
        return [tla.Prefix("UNCHANGED", refs[0], span=span)]
    primed = tla.Postfix("'", refs[0], span=span)
    return [tla.Infix("=", primed, refs[0], span=span)]


def _location(statement: tree.Stmt) -> str:
    """The location of a statement, in the format of the TLA+ tools."""
    place = _line_and_column(statement.span)
    if statement.call is None:
        return place
    return f"{place} of macro called at {_line_and_column(statement.call)}"


def _line_and_column(span: Span) -> str:
    line, column = span.source.position(span.start)
    before = span.source.line(line)[: column - 1]
    return f"line {line}, column {len(before.expandtabs(8)) + 1}"
