"""Declares names, and reports those that are already in use: TLA+ has no shadowing."""

from __future__ import annotations

from holdfast.front.tla.names.resolver import Resolver
from holdfast.front.tla.names.symbols import (
    BoundName,
    BuiltIn,
    Constant,
    Fact,
    Instance,
    Instantiated,
    NewName,
    Operator,
    Parameter,
    ResolvedModule,
    StepName,
    Symbol,
    Unknown,
    Variable,
)
from holdfast.front.tla.syntax.tree import Node
from holdfast.source import Note

_KINDS: dict[type, str] = {
    BuiltIn: "a built-in operator",
    Constant: "a constant",
    Variable: "a variable",
    Parameter: "a parameter",
    BoundName: "a bound variable",
    NewName: "a name introduced by NEW",
    Operator: "a definition",
    Fact: "a theorem or assumption",
    StepName: "a proof step",
    Instance: "an instance",
    Unknown: "a name that could not be read",
}


def bind(r: Resolver, symbol: Parameter | BoundName | NewName, node: Node) -> None:
    """Bind a name of an expression until its scope is left."""
    r.module.declared[id(node)] = symbol
    before = r.scope.names.get(symbol.name)
    if before is not None:
        report_taken(r, symbol, before)
    r.scope.bind(symbol)


def declare(r: Resolver, symbol: Symbol) -> Symbol:
    """Declare a name; returns its symbol.

    A second declaration of the same kind and arity is only a warning, and the first
    one is used: `VARIABLE x` twice, or two theorems of one name.
    """
    before = r.scope.names.get(symbol.name)
    if before is None:
        r.scope.bind(symbol)
        return symbol
    if before is symbol or same_origin(before, symbol):
        return before
    if kind_of(before) is kind_of(symbol) and before.arity == symbol.arity:
        message = f"`{symbol.name}` is declared twice; the first declaration counts"
        r.warn("duplicate-declaration", message, symbol.span, None, first_declared(before))
        return before
    report_taken(r, symbol, before)
    # It is unclear which of the two a use means, so uses are not reported.
    r.scope.bind(Unknown(symbol.name, symbol.span))
    return symbol


def declare_in_module(r: Resolver, symbol: Symbol, local: bool = False) -> Symbol:
    """Declare a name of the module itself; returns its symbol."""
    symbol = declare(r, symbol)
    if symbol.name not in r.module.names:
        r.module.own.append(symbol)
    add_to_module(r.module, symbol, local)
    return symbol


def add_to_module(module: ResolvedModule, symbol: Symbol, local: bool = False) -> None:
    """Add a name to the module; LOCAL names are not exported."""
    name = symbol.name
    if name not in module.names:
        module.names[name] = symbol
        if local:
            module.local.add(name)
    elif not local:
        module.local.discard(name)


def report_taken(r: Resolver, symbol: Symbol, before: Symbol) -> None:
    """Report that a visible name is declared again."""
    if isinstance(before, BuiltIn):
        help = None
        if isinstance(symbol, Operator) and symbol.name == "'":
            help = "`==` defines; an equation in a formula is written with `=`"
            r.excused.update(param.name for param in symbol.params)
        message = f"`{symbol.name}` is a built-in operator and cannot be redefined"
        r.error("redefined-builtin", message, symbol.span, help)
        return
    if isinstance(before, Unknown) or isinstance(symbol, Unknown):
        return
    help = None
    if isinstance(symbol, Parameter | BoundName | NewName):
        help = "TLA+ has no shadowing: choose another name here"
    message = f"`{symbol.name}` is already {describe(before)}"
    r.error("shadowed-name", message, symbol.span, help, (first_declared(before),))


def first_declared(symbol: Symbol) -> Note:
    """The note that points at the other declaration."""
    return Note("first declared here", symbol.span)


def describe(symbol: Symbol) -> str:
    """What kind of thing a symbol is, with its article."""
    return _KINDS[kind_of(symbol)]


def kind_of(symbol: Symbol) -> type:
    """The class of the symbol, or of what it is an instance of."""
    while isinstance(symbol, Instantiated):
        symbol = symbol.original
    return type(symbol)


def origin_of(symbol: Symbol) -> Symbol:
    """The symbol itself, or what it is an instance of."""
    while isinstance(symbol, Instantiated):
        symbol = symbol.original
    return symbol


def same_origin(one: Symbol, other: Symbol) -> bool:
    """Whether both are one definition of a module in which nothing can be substituted."""
    origin = origin_of(one)
    return (
        origin is origin_of(other)
        and isinstance(origin, Operator | Fact)
        and origin.module.parameter_free
    )
