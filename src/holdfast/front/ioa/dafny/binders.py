"""Quantifiers and comprehensions as texts of Dafny."""

from __future__ import annotations

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import helpers
from holdfast.front.ioa.dafny.conversions import is_range
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.dafny.translator import Translator


class Binders:
    """Translates expressions with bound variables, whose parts `to` translates."""

    def __init__(self, to: Translator) -> None:
        self.to = to

    def bound(
        self, bounds: tuple[tree.Bound, ...], scope: Scope
    ) -> tuple[str, tuple[str, ...], Scope]:
        """Variables with their types, what must be true of them, and the scope inside."""
        variables: list[str] = []
        tests: list[str] = []
        for b in bounds:
            inner = scope.binding(b.name)
            name = inner.locals[b.name]
            variables.append(f"{name}: {self.to.context.type_text(b.type, b.span)}")
            if b.domain is not None:
                tests.append(self.to.within(name, b.domain, scope))
            scope = inner
        return ", ".join(variables), tuple(tests), scope

    def quantifier(self, e: tree.Quantifier, scope: Scope) -> str:
        """`forall x: T :: x in D ==> e`, `exists x: T :: x in D && e`."""
        variables, tests, inner = self.bound(e.bounds, scope)
        body = self.to.operand(e.body, inner)
        if not e.universal:
            return f"exists {variables} :: {' && '.join((*tests, body))}"
        premise = f"{' && '.join(tests)} ==> " if tests else ""
        return f"forall {variables} :: {premise}{body}"

    def set_of(self, e: tree.SetComprehension, scope: Scope) -> str:
        """`set x: T | x in D && c :: e`."""
        variables, tests, inner = self.bound(e.bounds, scope)
        if e.condition is not None:
            tests = (*tests, self.to.operand(e.condition, inner))
        assert isinstance(e.type, types.Set), "the type of a set"
        word = "iset" if e.type.infinite else "set"
        is_filter = isinstance(e.element, tree.Local) and [e.element.name] == [
            b.name for b in e.bounds
        ]
        element = "" if is_filter else f" :: {self.to.text(e.element, inner)}"
        return f"({word} {variables} | {' && '.join(tests) or 'true'}{element})"

    def map_of(self, e: tree.MapComprehension, scope: Scope) -> str:
        """`map k: T | k in D :: e`."""
        variables, tests, inner = self.bound((e.bound,), scope)
        return f"(map {variables} | {' && '.join(tests)} :: {self.to.text(e.value, inner)})"

    def sequence(self, e: tree.SeqComprehension, scope: Scope) -> str:
        """A function, applied to all elements of a sequence that satisfy a condition."""
        domain = e.bound.domain
        assert domain is not None, "a sequence ranges over another one"
        whole = self.to.text(domain, scope)
        before = ""
        if not isinstance(domain, tree.Variable | tree.Local | tree.Parameter | tree.Call):
            before, whole = f"var items'of := {whole}; ", "items'of"
        inner = scope.binding(e.bound.name)
        name = inner.locals[e.bound.name]
        variables = f"{name}: {self.to.context.type_text(e.bound.type, e.bound.span)}"
        # The domain is translated only once: there may be many below each other.
        test = self.to.within(name, domain, scope) if is_range(domain) else f"{name} in {whole}"
        if e.condition is not None:
            keep = f"({variables}) requires {test} => {self.to.text(e.condition, inner)}"
            kept = f"{helpers.filtered(self.to.context)}({whole}, {keep})"
            before, whole = f"{before}var items'if := {kept}; ", "items'if"
            test = f"{name} in items'if"
        if not (isinstance(e.element, tree.Local) and e.element.name == e.bound.name):
            element = self.to.text(e.element, inner)
            function = helpers.mapped(self.to.context)
            whole = f"{function}({whole}, ({variables}) requires {test} => {element})"
        return f"({before}{whole})" if before else whole
