"""Components as parts of the module of a composition."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.conversions import is_range
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.scope import Scope


@dataclass(frozen=True, slots=True)
class Instance:
    """One component; in a sequence of components `index` is its index, with tests of it."""

    param: str
    index: str = ""
    declared: str = ""
    tests: tuple[str, ...] = ()


class Part:
    """A component or a sequence of components.

    A sequence over `range(n)` has a sequence of states; others have a map from indices to states.
    """

    def __init__(
        self,
        component: tree.Component,
        automaton: tree.Automaton | tree.Composition,
        to: Expressions,
    ) -> None:
        self.component = component
        self.automaton = automaton
        self.to = to
        self.bound = component.bound
        self.field = names.field(component.name)
        self.module = names.identifier(component.automaton)

    def instance(self, suffix: str = "") -> Instance:
        """A component, with an index variable if it is one of a sequence."""
        if self.bound is None:
            return Instance(f"param_{self.field}(p)")
        index = names.identifier(self.bound.name) + (f"'{suffix}" if suffix else "")
        assert self.bound.domain is not None, "components range over something"
        declared = f"{index}: {self.to.context.type_text(self.bound.type, self.bound.span)}"
        test = self.to.within(index, self.bound.domain, Scope())
        return Instance(f"param_{self.field}(p, {index})", index, declared, (test,))

    def each(self, formula: str, universal: bool = True) -> str:
        """A formula about a component, about all of a sequence, or about some of it."""
        i = self.instance()
        at = f"[{i.index}]" if i.index else ""
        text = formula.format(
            module=self.module,
            param=i.param,
            state=f"s.{self.field}{at}",
            next=f"s'.{self.field}{at}",
        )
        if not i.index:
            return text
        if universal:
            return f"(forall {i.declared} :: {i.tests[0]} ==> {text})"
        return f"(exists {i.declared} :: {i.tests[0]} && {text})"

    def parameters(self) -> str:
        """The arguments of the component."""
        scope = Scope() if self.bound is None else Scope().binding(self.bound.name)
        formals = tuple(p.type for p in self.automaton.params)
        given = self.to.arguments(self.component.args, formals, scope)
        constructor = f"{self.module}.Parameter.Parameter"
        return f"{constructor}({given})" if given else constructor

    def state_type(self) -> str:
        """The type of the states."""
        if self.bound is None:
            return f"{self.module}.State"
        if self._size() is not None:
            return f"seq<{self.module}.State>"
        key = self.to.context.type_text(self.bound.type, self.bound.span)
        return f"map<{key}, {self.module}.State>"

    def shape(self) -> list[str]:
        """That a sequence of components has its indices."""
        if self.bound is None:
            return []
        size = self._size()
        if size is not None:
            return [f"|s.{self.field}| == {size}"]
        i = self.instance()
        return [f"s.{self.field}.Keys == (set {i.declared} | {i.tests[0]})"]

    def same_shape(self) -> list[str]:
        """That the indices of a sequence of components are the same before and after a step."""
        if self.bound is None:
            return []
        if self._size() is not None:
            return [f"|s'.{self.field}| == |s.{self.field}|"]
        return [f"s'.{self.field}.Keys == s.{self.field}.Keys"]

    def _size(self) -> str | None:
        """The number of components, if they are counted from 0."""
        assert self.bound is not None
        domain = self.bound.domain
        if not isinstance(domain, tree.Call) or not is_range(domain):
            return None
        low, high = domain.args
        if low != tree.Literal(0, type=types.INT, span=low.span):
            return None
        size = self.to.operand(high, Scope())
        if isinstance(high.type, types.Nat):
            return size
        return f"(if {size} >= 0 then {size} else 0)"
