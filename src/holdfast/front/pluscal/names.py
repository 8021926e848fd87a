"""The names of an algorithm: declared once each, and renamed where they clash.

The translation has one name space. A name that another process or procedure uses too, or
that is a label as well as a variable, gets a suffix made of the name of its process or
procedure, by the rules of the TLA+ tools.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import IntEnum

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.substitute import substitute
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Note, Span


class Kind(IntEnum):
    """The kind of a name; lower kinds keep their names when two clash."""

    GLOBAL = 0
    LABEL = 1
    PROCEDURE = 2
    PROCESS = 3
    PROCESS_VARIABLE = 4
    PROCEDURE_VARIABLE = 5
    PARAMETER = 6

    def describe(self) -> str:
        """The kind, for messages."""
        word = self.name.lower().replace("_", " ")
        return "global variable" if self is Kind.GLOBAL else word


_LOCAL_KINDS = (Kind.PROCESS_VARIABLE, Kind.PROCEDURE_VARIABLE, Kind.PARAMETER)


@dataclass(slots=True)
class Symbol:
    """A name as declared, in the process or procedure `context`, and its final name."""

    kind: Kind
    name: str
    context: str
    owner: str
    span: Span
    final: str


class Names:
    """All names of one algorithm."""

    def __init__(self, algorithm: tree.Algorithm) -> None:
        self.symbols: list[Symbol] = []
        self.diagnostics: list[Diagnostic] = []
        self._found: dict[tuple[Kind, str, str], Symbol] = {}
        self._collect(algorithm)
        self._make_unique()

    def _collect(self, algorithm: tree.Algorithm) -> None:
        self._add(Kind.GLOBAL, tla.Ident("pc"))
        if algorithm.procedures:
            self._add(Kind.GLOBAL, tla.Ident("stack"))
        for declaration in algorithm.variables:
            self._add(Kind.GLOBAL, declaration.name)
        for procedure in algorithm.procedures:
            context = procedure.name.name
            self._add(Kind.PROCEDURE, procedure.name, owner="procedure")
            for declaration in procedure.locals:
                self._add(Kind.PROCEDURE_VARIABLE, declaration.name, context, "procedure")
            for declaration in procedure.params:
                self._add(Kind.PARAMETER, declaration.name, context, "procedure")
            self._add_labels(procedure.body, context, "procedure")
        for process in algorithm.processes:
            context = process.name.name
            self._add(Kind.PROCESS, process.name, owner="process")
            for declaration in process.locals:
                self._add(Kind.PROCESS_VARIABLE, declaration.name, context, "process")
            self._add_labels(process.body, context, "process")
        self._add_labels(algorithm.body, "", "")

    def _add_labels(self, body: tree.Block, context: str, owner: str) -> None:
        for statement in tree.walk(body):
            if statement.label is not None:
                ident = tla.Ident(statement.label.name, span=statement.label.span)
                self._add(Kind.LABEL, ident, context, owner)

    def _add(self, kind: Kind, ident: tla.Ident, context: str = "", owner: str = "") -> None:
        name = ident.name
        earlier = self._found.get((kind, name, context))
        if kind in _LOCAL_KINDS:
            others = ((k, name, context) for k in Kind)
            found = (self._found.get(key) for key in ((Kind.GLOBAL, name, ""), *others))
            earlier = next((symbol for symbol in found if symbol), None)
        if earlier is not None:
            self._redefined(kind, ident, earlier)
            return
        symbol = Symbol(kind, name, context, owner, ident.span, name)
        self._found[kind, name, context] = symbol
        self.symbols.append(symbol)

    def _redefined(self, kind: Kind, ident: tla.Ident, earlier: Symbol) -> None:
        if earlier.span is tla.NOWHERE:
            message = f"`{ident.name}` is a variable of every translation and cannot be declared"
            notes: tuple[Note, ...] = ()
        else:
            message = f"{kind.describe()} `{ident.name}` is declared twice"
            notes = (Note(f"first, as a {earlier.kind.describe()}, here", earlier.span),)
        self.diagnostics.append(Diagnostic("pcal-redefined", message, ident.span, None, notes))

    def _make_unique(self) -> None:
        used: dict[str, int] = {}
        for symbol in self.symbols:
            used[symbol.final] = used.get(symbol.final, 0) + 1
        for symbol in sorted(self.symbols, key=lambda s: s.kind):
            if symbol.kind is Kind.GLOBAL:
                continue
            length = 0
            while used[symbol.final] > 1:
                length += 1
                used[symbol.final] -= 1
                symbol.final += _suffix(symbol, length)
                used[symbol.final] = used.get(symbol.final, 0) + 1

    def renamed(self) -> list[Symbol]:
        """The symbols whose names change."""
        changed = [s for s in self.symbols if s.final != s.name]
        return sorted(changed, key=lambda s: s.kind)

    def final(self, kind: Kind, name: str, context: str = "") -> str | None:
        """The final name, or None if there is no such symbol."""
        symbol = self._found.get((kind, name, context))
        return symbol.final if symbol else None

    def variables(self, context: str) -> dict[str, str]:
        """The local variables of a process or procedure that are renamed."""
        return {
            s.name: s.final
            for s in self.symbols
            if s.context == context and s.kind in _LOCAL_KINDS and s.final != s.name
        }

    def labels(self, context: str) -> list[str]:
        """The labels of a process or procedure, as the user wrote them."""
        return [s.name for s in self.symbols if s.kind is Kind.LABEL and s.context == context]


def _suffix(symbol: Symbol, length: int) -> str:
    """The suffix of a name in the `length`-th attempt to make it unique."""
    if length == 1:
        return "_"
    if length > len(symbol.context) + 1:
        return str(int(symbol.kind))
    return symbol.context[length - 2]


def rename(algorithm: tree.Algorithm) -> tuple[tree.Algorithm, Names, list[Diagnostic]]:
    """The algorithm with its final names."""
    names = Names(algorithm)
    if names.diagnostics:
        return algorithm, names, names.diagnostics
    diagnostics: list[Diagnostic] = []
    procedures = []
    for procedure in algorithm.procedures:
        renamer = _Renamer(names, procedure.name.name, diagnostics)
        procedures.append(
            replace(
                procedure,
                name=renamer.ident(Kind.PROCEDURE, procedure.name, ""),
                params=renamer.declarations(procedure.params),
                locals=renamer.declarations(procedure.locals),
                body=renamer.block(procedure.body, frozenset()),
            )
        )
    processes = []
    for process in algorithm.processes:
        renamer = _Renamer(names, process.name.name, diagnostics)
        processes.append(
            replace(
                process,
                name=renamer.ident(Kind.PROCESS, process.name, ""),
                locals=renamer.declarations(process.locals),
                body=renamer.block(process.body, frozenset()),
            )
        )
    body = _Renamer(names, "", diagnostics).block(algorithm.body, frozenset())
    renamed = replace(
        algorithm, procedures=tuple(procedures), processes=tuple(processes), body=body
    )
    return renamed, names, diagnostics


class _Renamer:
    """Renames the names of one process or procedure."""

    def __init__(self, names: Names, context: str, diagnostics: list[Diagnostic]) -> None:
        self.names = names
        self.context = context
        self.map = names.variables(context)
        self.diagnostics = diagnostics

    def ident(self, kind: Kind, ident: tla.Ident, context: str) -> tla.Ident:
        return replace(ident, name=self.names.final(kind, ident.name, context) or ident.name)

    def declarations(self, items: tuple[tree.Declaration, ...]) -> tuple[tree.Declaration, ...]:
        return tuple(
            replace(
                d,
                name=replace(d.name, name=self.map.get(d.name.name, d.name.name)),
                value=d.value and self.expr(d.value, frozenset()),
            )
            for d in items
        )

    def expr(self, expr: tla.Expr, bound: frozenset[str]) -> tla.Expr:
        if not self.map:
            return expr
        return substitute(expr, self._new_name, bound)

    def _new_name(self, ref: tla.Ref) -> tla.Expr | None:
        name = self.map.get(ref.name)
        return None if name is None else replace(ref, name=name)

    def exprs(self, exprs: tuple[tla.Expr, ...], bound: frozenset[str]) -> tuple[tla.Expr, ...]:
        return tuple(self.expr(e, bound) for e in exprs)

    def block(self, block: tree.Block, bound: frozenset[str]) -> tree.Block:
        return tuple(self.statement(s, bound) for s in block)

    def statement(self, statement: tree.Stmt, bound: frozenset[str]) -> tree.Stmt:
        if statement.label is not None:
            final = self.names.final(Kind.LABEL, statement.label.name, self.context)
            assert final is not None
            statement = replace(statement, label=replace(statement.label, name=final))
        match statement:
            case tree.Assign(parts):
                return replace(statement, parts=tuple(self.part(p, bound) for p in parts))
            case tree.With(name, _, value, body):
                inner = self.block(body, bound | {name.name})
                return replace(statement, value=self.expr(value, bound), body=inner)
            case tree.If(test) | tree.While(test):
                statement = replace(statement, test=self.expr(test, bound))
            case tree.Await(test) | tree.Assert(test):
                return replace(statement, test=self.expr(test, bound))
            case tree.Print(value):
                return replace(statement, value=self.expr(value, bound))
            case tree.Goto(target):
                return replace(statement, target=self.target(target))
            case tree.Call(procedure, args, then):
                if isinstance(then, tree.Goto):
                    then = replace(then, target=self.target(then.target))
                ident = self.ident(Kind.PROCEDURE, procedure, "")
                args = self.exprs(args, bound)
                return replace(statement, procedure=ident, args=args, then=then)
            case _:
                pass
        inner_blocks = tuple(self.block(b, bound) for b in tree.blocks(statement))
        return tree.with_blocks(statement, inner_blocks)

    def part(self, part: tree.Assignment, bound: frozenset[str]) -> tree.Assignment:
        name = part.variable.name
        final = name if name in bound else self.map.get(name, name)
        path = tuple(replace(key, args=self.exprs(key.args, bound)) for key in part.path)
        variable = replace(part.variable, name=final)
        return replace(part, variable=variable, path=path, value=self.expr(part.value, bound))

    def target(self, target: tla.Ident) -> tla.Ident:
        final = self.names.final(Kind.LABEL, target.name, self.context)
        if final is not None:
            return replace(target, name=final)
        if target.name != "Done":
            labels = self.names.labels(self.context)
            close = get_close_matches(target.name, labels, 1)
            listed = ", ".join(f"`{label}`" for label in list(labels)[:5])
            help = f"did you mean `{close[0]}`?" if close else f"the labels here are {listed}"
            where = f" in `{self.context}`" if self.context else ""
            message = f"there is no label `{target.name}`{where}"
            self.diagnostics.append(Diagnostic("pcal-unknown-label", message, target.span, help))
        return target
