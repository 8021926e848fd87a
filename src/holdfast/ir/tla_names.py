"""Names that TLA+ allows, for all names of a system.

`P0.q` becomes `P0_q`, and `IF` becomes `IF_1`. Names that need no change keep their spelling; no
two names of one scope become the same, and none is an operator of a module that is extended.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, count
from pathlib import Path

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.tla_levels import is_name

_LIBRARY = Path(__file__).parents[1] / "library"
_DEFINED = re.compile(r"^(\w+) *(?:\([^=]*\)|\[[^=]*\])? *==", re.MULTILINE | re.ASCII)
_EXTENDED = re.compile(r"^EXTENDS +([\w, ]+)", re.MULTILINE | re.ASCII)


@cache
def names_of_module(module: str) -> frozenset[str]:
    """The operators that a bundled module has, with those of the modules that it extends."""
    text = (_LIBRARY / f"{module}.tla").read_text(encoding="utf-8")
    extended = [m.strip() for found in _EXTENDED.findall(text) for m in found.split(",")]
    own: frozenset[str] = frozenset(_DEFINED.findall(text))
    return own.union(*map(names_of_module, extended))


def fitting(name: str, taken: Container[str]) -> str:
    """A name that TLA+ allows, that is not taken, and is as similar as possible."""
    base = re.sub(r"[^A-Za-z0-9_]+", "_", name)
    base = base.strip("_") if base != name else base
    if not re.match(r"_*[A-Za-z]", base) or base.startswith(("WF_", "SF_")):
        base = f"n_{base}".rstrip("_")
    candidates = chain((base,), (f"{base}_{i}" for i in count(1)))
    return next(c for c in candidates if is_name(c) and c not in taken)


def fitting_names(names: Iterable[str], taken: Container[str]) -> dict[str, str]:
    """A name for each, all different; those that need no change get theirs first."""
    wanted = list(dict.fromkeys(names))
    found = {n: n for n in wanted if is_name(n) and n not in taken}
    used = set(found)
    for name in wanted:
        if name not in found:
            found[name] = fitting(name, _Either(taken, used))
            used.add(found[name])
    return {name: found[name] for name in wanted}


@dataclass(frozen=True, slots=True)
class _Either:
    """What one of two collections contains."""

    first: Container[str]
    second: Container[str]

    def __contains__(self, name: object) -> bool:
        return name in self.first or name in self.second


@dataclass(frozen=True, slots=True)
class Renaming:
    """How the names of a system are spelled in a module.

    `names` are those of variables, constants and definitions, `values` has the constant for each
    model value; `taken` is what a local name must not be. `hidden` are variables of instantiated
    modules, with the expressions for them. `local` are the local names in scope.
    """

    names: Mapping[str, str]
    values: Mapping[str, str]
    taken: frozenset[str]
    hidden: Mapping[str, ir.Expr] = field(default_factory=dict)
    local: Mapping[str, str] = field(default_factory=dict)

    def definition(self, d: ir.Definition, name: str | None = None) -> ir.Definition:
        """A definition with its own name changed, too."""
        inner = self._within(d.params)
        return replace(
            d,
            name=name or self._name(d.name),
            params=tuple(inner.local[p] for p in d.params),
            operators=tuple((inner.local[p], arity) for p, arity in d.operators),
            body=inner.expr(d.body),
        )

    def expr(self, e: ir.Expr) -> ir.Expr:
        """An expression with all its names changed."""
        match e:
            case ir.Name(name):
                return self._variable(e, name)
            case ir.Call(name, args):
                return replace(e, name=self._name(name), args=tuple(map(self.expr, args)))
            case ir.Apply(Op.MODEL, (ir.Literal(str(name)),)):
                return ir.Name(self.values[name], span=e.span)
            case ir.Lambda(params, body):
                inner = self._within(params)
                return replace(e, params=inner._all(params), body=inner.expr(body))
            case ir.Let(definitions, body):
                return self._let(e, definitions, body)
            case ir.Bind(_, bounds, body):
                inner = self._within(n for b in bounds for n in b.names)
                renamed = tuple(
                    replace(ir.map_bound(self.expr, b), names=inner._all(b.names)) for b in bounds
                )
                return replace(e, bounds=renamed, body=inner.expr(body))
            case ir.Enabled(body, _, fresh):
                # What cannot be printed keeps its names: the message is about the ENABLED.
                return replace(e, body=body if fresh else self.expr(body), tree=None)
            case _:
                return ir.map_children(self.expr, e)

    def _variable(self, e: ir.Name, name: str) -> ir.Expr:
        if name in self.hidden and name not in self.local:
            return self.expr(self.hidden[name])
        return e if name == ir.OLD else replace(e, name=self._name(name))

    def _let(self, e: ir.Let, definitions: tuple[ir.Definition, ...], body: ir.Expr) -> ir.Expr:
        inner, local = self, []
        for d in definitions:
            inner = inner._within((d.name,))
            local.append(inner.definition(d))
        return replace(e, definitions=tuple(local), body=inner.expr(body))

    def _name(self, name: str) -> str:
        return self.local[name] if name in self.local else self.names[name]

    def _all(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.local[n] for n in names)

    def _within(self, names: Iterable[str]) -> Renaming:
        """The renaming where these local names are bound."""
        visible = _Either(self.taken, frozenset(self.local.values()))
        return replace(self, local={**self.local, **fitting_names(names, visible)})
