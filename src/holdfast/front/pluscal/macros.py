"""Macro expansion: each call is replaced by the macro's body with its arguments."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.simple_statements import as_target
from holdfast.front.pluscal.substitute import substitute
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Note, Span


def expand_macros(algorithm: tree.Algorithm) -> tuple[tree.Algorithm, list[Diagnostic]]:
    """The algorithm without macros and macro calls."""
    expander = _Expander(frozenset(p.name.name for p in algorithm.procedures))
    for macro in algorithm.macros:
        # A macro may use those above it, so there is no recursion.
        expander.define(replace(macro, body=expander.block(macro.body)))
    procedures = tuple(replace(p, body=expander.block(p.body)) for p in algorithm.procedures)
    processes = tuple(replace(p, body=expander.block(p.body)) for p in algorithm.processes)
    expanded = replace(
        algorithm,
        macros=(),
        procedures=procedures,
        processes=processes,
        body=expander.block(algorithm.body),
    )
    return expanded, expander.diagnostics


class _Expander:
    def __init__(self, procedures: frozenset[str]) -> None:
        self.macros: dict[str, tree.Macro] = {}
        self.procedures = procedures
        self.diagnostics: list[Diagnostic] = []

    def define(self, macro: tree.Macro) -> None:
        name = macro.name.name
        if name in self.macros:
            first = Note("the first definition", self.macros[name].name.span)
            message = f"macro `{name}` is defined twice"
            self.complain("pcal-redefined", message, macro.name.span, notes=(first,))
        self.macros[name] = macro

    def complain(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, help, notes))

    def block(self, block: tree.Block) -> tree.Block:
        result: list[tree.Stmt] = []
        for statement in block:
            if isinstance(statement, tree.MacroCall):
                result.extend(self.call(statement))
            else:
                inner = tuple(map(self.block, tree.blocks(statement)))
                result.append(tree.with_blocks(statement, inner))
        return tuple(result)

    def call(self, call: tree.MacroCall) -> tree.Block:
        macro = self.macros.get(call.macro.name)
        stand_in = (tree.Skip(span=call.span, label=call.label),)
        if macro is None:
            self.unknown(call)
            return stand_in
        if len(macro.params) != len(call.args):
            self.complain(
                "pcal-argument-count",
                f"macro `{macro.name.name}` takes {len(macro.params)} arguments, "
                f"{len(call.args)} are given",
                call.span,
                notes=(Note("the macro", macro.name.span),),
            )
            return stand_in
        arguments = {p.name: arg for p, arg in zip(macro.params, call.args, strict=True)}
        body = _Substitution(arguments, call, self).block(macro.body)
        if not body:
            return ()
        return (replace(body[0], label=call.label), *body[1:])

    def unknown(self, call: tree.MacroCall) -> None:
        name = call.macro.name
        help = None
        if name in self.procedures:
            help = f"`{name}` is a procedure: write `call {name}(...)`"
        elif close := get_close_matches(name, self.macros, 1):
            help = f"did you mean `{close[0]}`?"
        message = f"no macro `{name}` is defined above"
        self.complain("pcal-unknown-macro", message, call.macro.span, help)


class _Substitution:
    """Substitutes the arguments of one call in the macro's body."""

    def __init__(
        self, arguments: dict[str, tla.Expr], call: tree.MacroCall, expander: _Expander
    ) -> None:
        self.arguments = arguments
        self.call = call
        self.expander = expander

    def block(self, block: tree.Block) -> tree.Block:
        return tuple(self.statement(s) for s in block)

    def expr(self, expr: tla.Expr) -> tla.Expr:
        return substitute(expr, lambda ref: self.arguments.get(ref.name))

    def exprs(self, exprs: tuple[tla.Expr, ...]) -> tuple[tla.Expr, ...]:
        return tuple(self.expr(e) for e in exprs)

    def statement(self, statement: tree.Stmt) -> tree.Stmt:
        statement = replace(statement, call=self.call.span)
        match statement:
            case tree.Assign(parts):
                return replace(statement, parts=tuple(self.part(p) for p in parts))
            case tree.With(name, _, value):
                self.check_bound(name)
                statement = replace(statement, value=self.expr(value))
            case tree.If(test) | tree.While(test):
                statement = replace(statement, test=self.expr(test))
            case tree.Await(test) | tree.Assert(test):
                return replace(statement, test=self.expr(test))
            case tree.Print(value):
                return replace(statement, value=self.expr(value))
            case tree.Call(_, args):
                return replace(statement, args=self.exprs(args))
            case tree.Either() | tree.Skip() | tree.Return() | tree.Goto() | tree.MacroCall():
                pass
        return tree.with_blocks(statement, tuple(map(self.block, tree.blocks(statement))))

    def check_bound(self, name: tla.Ident) -> None:
        """In the TLA+ tools, an argument is substituted even where a `with` binds its parameter."""
        if name.name in self.arguments:
            self.expander.diagnostics.append(
                Diagnostic(
                    "pcal-shadowed-parameter",
                    f"inside this `with`, `{name.name}` still denotes the macro's argument",
                    name.span,
                    "give the name that the `with` binds another name",
                    severity="warning",
                )
            )

    def part(self, part: tree.Assignment) -> tree.Assignment:
        path = tuple(replace(key, args=self.exprs(key.args)) for key in part.path)
        value = self.expr(part.value)
        name = part.variable.name
        if name not in self.arguments:
            return replace(part, path=path, value=value)
        target = as_target(self.arguments[name])
        if target is None:
            self.expander.complain(
                "pcal-macro-target",
                f"the macro assigns to its parameter `{name}`, but this argument is not a variable",
                self.arguments[name].span,
                notes=(Note("assigned here", part.variable.span),),
            )
            return replace(part, path=path, value=value)
        variable, before = target
        return replace(part, variable=variable, path=(*before, *path), value=value)
