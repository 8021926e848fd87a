"""Reads definitions, parameters, instances and declarations."""

from __future__ import annotations

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.expressions import Expressions
from holdfast.front.tla.syntax.operators import INFIX, POSTFIX, PREFIX


class Definitions(Expressions):
    """Everything that has a name on its left side."""

    def definition_begins(self, index: int) -> bool:
        """Whether the tokens from `index` on are the left side of a definition and `==`."""
        tokens = self.tokens
        first = tokens[index]
        if first.kind == "op" and first.text in PREFIX:
            return tokens[index + 1].kind == "name" and tokens[index + 2].kind == "=="
        if first.kind != "name":
            return False
        second = tokens[index + 1]
        if second.kind in ("(", "["):
            after = self._after_bracket(index + 1)
            return tokens[after].kind == "=="
        if second.kind == "op" and second.text in POSTFIX:
            return tokens[index + 2].kind == "=="
        if second.kind == "op" and second.text in INFIX:
            return tokens[index + 2].kind == "name" and tokens[index + 3].kind == "=="
        return second.kind == "=="

    def _after_bracket(self, index: int) -> int:
        """The index after the bracket that closes the one at `index`."""
        depth = lets = 0
        while True:
            kind = self.tokens[index].kind
            depth += self.bracket(index)
            if depth == 0:
                return index + 1
            lets += (kind == "LET") - (kind == "IN")
            if kind in ("end", "====", "----") or (kind == "==" and not lets):
                return index - 1
            index += 1

    def let_units(self) -> tuple[tree.LetUnit, ...]:
        """The definitions of a LET or of a DEFINE step, at least one."""
        units: list[tree.LetUnit] = []
        while True:
            if self.at("RECURSIVE"):
                units.append(self.recursive())
            elif self.definition_begins(self.index):
                units.append(self.definition(False))
            else:
                break
        if not units:
            self.fail("expected a definition", help="for example `LET x == e IN ...`")
        return tuple(units)

    def definition(self, local: bool, start: int | None = None) -> tree.LetUnit:
        """`Op(x) == e`, `f[x \\in S] == e`, `I == INSTANCE M` or the definition of a symbol."""
        start = self.token.start if start is None else start
        name, params = self._left_side()
        if self.at("["):
            return self._function(name, local, start)
        self.expect("==", f"after `{name.name}`", _equals_help(self.at_op("=")))
        if self.at("INSTANCE"):
            instance = self.instance(False)
            span = self.span_from(start)
            return tree.ModuleDefinition(name, params, instance, local, span=span)
        body = self.expression()
        return tree.Definition(name, params, body, local, span=self.span_from(start))

    def _left_side(self) -> tuple[tree.Ident, tuple[tree.Param, ...]]:
        first = self.advance()
        if first.kind == "op":
            name = tree.Ident(first.text, span=self.span_of(first))
            return name, (self._plain_param(),)
        if self.at("op") and self.token.text in POSTFIX:
            name = tree.Ident(self.token.text, span=self.span_of(self.advance()))
            return name, (tree.Param(first.text, span=self.span_of(first)),)
        if self.at("op") and self.token.text in INFIX and self.peek().kind == "name":
            name = tree.Ident(self.token.text, span=self.span_of(self.advance()))
            left = tree.Param(first.text, span=self.span_of(first))
            return name, (left, self._plain_param())
        name = tree.Ident(first.text, span=self.span_of(first))
        if not self.at("("):
            return name, ()
        opening = self.advance()
        params = self.comma_list(self.param)
        self.close(opening)
        return name, params

    def _plain_param(self) -> tree.Param:
        ident = self.ident("as the operand of the operator being defined")
        return tree.Param(ident.name, span=ident.span)

    def _function(self, name: tree.Ident, local: bool, start: int) -> tree.LetUnit:
        opening = self.advance()
        bounds = self.bounds()
        if bounds[0].domain is None:
            self.fail(
                "expected `\\in` and a set after the argument of a function",
                help=f"an operator is written `{name.name}(...) ==`",
            )
        self.close(opening)
        self.expect("==", f"after `{name.name}[...]`", _equals_help(self.at_op("=")))
        body = self.expression()
        return tree.FunctionDefinition(name, bounds, body, local, span=self.span_from(start))

    def param(self) -> tree.Param:
        """A parameter or a declared constant: `x`, `Op(_, _)`, `_ + _`, `-. _`, `_ ^+`."""
        start = self.token
        if self.take("_"):
            symbol = self.token
            if symbol.kind != "op" or symbol.text not in INFIX.keys() | POSTFIX.keys():
                self.fail("expected an infix or postfix operator symbol after `_`")
            self.advance()
            if symbol.text in INFIX:
                self.expect("_", f"after `{symbol.text}`")
            arity = 2 if symbol.text in INFIX else 1
            return tree.Param(symbol.text, arity, span=self.span_from(start.start))
        if start.kind == "op" and start.text in PREFIX:
            self.advance()
            self.expect("_", f"after `{start.text}`")
            return tree.Param(start.text, 1, span=self.span_from(start.start))
        name = self.expect("name", "as parameter or declared name")
        arity = 0
        if self.at("(") and self.peek().kind == "_":
            opening = self.advance()
            arity = len(self.comma_list(lambda: self.expect("_", "for each argument")))
            self.close(opening)
        return tree.Param(name.text, arity, span=self.span_from(start.start))

    # ---- declarations ----

    def variables(self) -> tree.Variables:
        """`VARIABLES x, y`."""
        start = self.advance()
        names = self.comma_list(lambda: self.ident("of a variable"))
        self._end_of_names(f"a variable gets its first value in Init, as in `{names[-1].name} = 0`")
        return tree.Variables(names, span=self.span_from(start.start))

    def constants(self) -> tree.Constants:
        """`CONSTANTS N, Op(_)`."""
        start = self.advance()
        params = self.comma_list(self.param)
        self._end_of_names(
            "a constant gets its value in the .cfg file, as `CONSTANT"
            f" {params[-1].name} = 3`, or by `--const {params[-1].name}=3`"
        )
        return tree.Constants(params, span=self.span_from(start.start))

    def _end_of_names(self, on_equals: str) -> None:
        """Report a list of declared names that continues without a comma."""
        if self.at_op("="):
            self.fail("expected `,` or the next definition", help=on_equals)
        if self.at("name") and not self.begins_line() and not self.definition_begins(self.index):
            self.fail("expected `,` between the declared names")

    def recursive(self) -> tree.Recursive:
        """`RECURSIVE F(_)`."""
        start = self.advance()
        params = self.comma_list(self.param)
        return tree.Recursive(params, span=self.span_from(start.start))

    # ---- instances ----

    def instance(self, local: bool, start: int | None = None) -> tree.Instance:
        """`INSTANCE M WITH x <- e, y <- d`."""
        first = self.advance()
        name = self.field_name("of a module after INSTANCE")
        module = tree.Ident(name.text, span=self.span_of(name))
        substitutions: list[tree.Substitution] = []
        if self.take("WITH"):
            substitutions.append(self._substitution())
            while self.at(",") and self.peek(2).kind == "<-":
                self.advance()
                substitutions.append(self._substitution())
        span = self.span_from(first.start if start is None else start)
        return tree.Instance(module, tuple(substitutions), local, span=span)

    def _substitution(self) -> tree.Substitution:
        token = self.token
        if token.kind != "name" and token.kind != "op":
            self.fail("expected a name or an operator symbol to substitute")
        self.advance()
        name = tree.Ident(token.text, span=self.span_of(token))
        help = "a substitution is written `x <- e`" if self.at_op("=") else None
        self.expect("<-", f"after `{token.text}`", help)
        value = self.operator_or_expression()
        return tree.Substitution(name, value, span=self.span_from(token.start))


def _equals_help(single: bool) -> str | None:
    return "`=` compares; a definition is written with `==`" if single else None
