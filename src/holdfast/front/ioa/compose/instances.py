"""The primitive automata that an automaton is composed of, with their actual parameters.

    @composition
    def Sys(N: int):
        class components:
            bus: Bus()                            bus       Bus()
            P: [Proc(i) for i in range(N)]   =>   P[i]      Proc(i)    for i in 0..N-1

Each state variable of an instance is a variable of the system: `bus.v`, or `P.v`, which is a
function on the indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from holdfast.front.ioa import tree
from holdfast.front.ioa.lower.scope import Scope
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class IndexVariable:
    """The index of a sequence of components: its name in the system, and its values."""

    name: str
    domain: ir.Expr


@dataclass(frozen=True, slots=True)
class Instance:
    """An automaton in a composition, or the root; `children` are the components of a composite.

    `path` has the names of the components that lead to it. `indices` are those of the sequences
    on the way; the names are free in `parameters`.
    """

    automaton: tree.Automaton | tree.Composition
    path: tuple[str, ...]
    indices: tuple[IndexVariable, ...]
    parameters: Mapping[str, ir.Expr]
    children: tuple[Instance, ...] = ()
    component: tree.Component | None = None

    @property
    def name(self) -> str:
        """How messages call it: `P0`, or the automaton if it is the root."""
        return ".".join(self.path) or self.automaton.name

    def qualified(self, name: str) -> str:
        """The name in the system of something that the automaton declares."""
        return ".".join((*self.path, name))

    def scope(self) -> Scope:
        """The meaning of the names of its automaton."""
        variables = {}
        if isinstance(self.automaton, tree.Automaton):
            keys = tuple(ir.Name(i.name) for i in self.indices)
            for v in self.automaton.states:
                variables[v.name] = _at(ir.Name(self.qualified(v.name)), keys)
        return Scope(self.parameters, variables, components=self._variable)

    def _variable(self, path: tuple[tuple[str, ir.Expr | None], ...], name: str) -> ir.Expr:
        outer = tuple(ir.Name(i.name) for i in self.indices)
        inner = tuple(index for _, index in path if index is not None)
        steps = tuple(step for step, _ in path)
        return _at(ir.Name(".".join((*self.path, *steps, name))), (*outer, *inner))


def _at(function: ir.Expr, keys: tuple[ir.Expr, ...]) -> ir.Expr:
    for key in keys:
        function = ir.Apply(Op.INDEX, (function, key))
    return function


Lower = Callable[[tree.Expr, Scope], ir.Expr]
Fresh = Callable[[str], str]


def instantiate(  # noqa: PLR0913  # three functions that lower
    file: tree.File,
    root: str,
    lower: Lower,
    set_of: Lower,
    fresh: Fresh,
    parameters: Mapping[str, ir.Expr] | None = None,
) -> Instance:
    """The root automaton with all its components.

    Its parameters are constants of the system, unless others are given. `lower` lowers
    expressions, `set_of` the domains of indices, `fresh` makes unused names.
    """
    automata = {a.name: a for a in file.automata}
    top = automata[root]
    if parameters is None:
        parameters = {p.name: ir.Call(p.name, (), span=p.span) for p in top.params}

    def expand(instance: Instance) -> Instance:
        composite = instance.automaton
        if isinstance(composite, tree.Automaton):
            return instance
        scope = instance.scope()
        found = tuple(expand(child(instance, c, scope)) for c in composite.components)
        return replace(instance, children=found)

    def child(parent: Instance, c: tree.Component, scope: Scope) -> Instance:
        indices = parent.indices
        if c.bound is not None:
            assert c.bound.domain is not None, "components range over something"
            index = IndexVariable(fresh(c.bound.name), set_of(c.bound.domain, scope))
            indices = (*indices, index)
            scope = scope.with_locals({c.bound.name: ir.Name(index.name, span=c.bound.span)})
        automaton = automata[c.automaton]
        pairs = zip(automaton.params, c.args, strict=True)
        parameters = {p.name: lower(arg, scope) for p, arg in pairs}
        return Instance(automaton, (*parent.path, c.name), indices, parameters, (), c)

    return expand(Instance(top, (), (), parameters))


def leaves(instance: Instance) -> Iterator[Instance]:
    """The primitive automata below an instance, in the order of the text."""
    if not instance.children:
        yield instance
    for child in instance.children:
        yield from leaves(child)


def every(instance: Instance) -> Iterator[Instance]:
    """An instance and all those below it, components first."""
    for child in instance.children:
        yield from every(child)
    yield instance


def for_all(indices: tuple[IndexVariable, ...], body: ir.Expr, span: Span | None) -> ir.Expr:
    """A formula for all indices."""
    return quantified(ir.Binder.FORALL, indices, body, span)


def quantified(
    binder: ir.Binder, indices: tuple[IndexVariable, ...], body: ir.Expr, span: Span | None
) -> ir.Expr:
    """A formula under a quantifier for each index; the first is the outermost."""
    for i in reversed(indices):
        body = ir.Bind(binder, (ir.Bound((i.name,), i.domain),), body, span=span)
    return body
