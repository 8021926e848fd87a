"""Resolves INSTANCE: the module, and the substitutions for its constants and variables."""

from __future__ import annotations

from holdfast.front.suggest import closest
from holdfast.front.tla.names.declare import (
    add_to_module,
    bind,
    declare,
    declare_in_module,
    describe,
    first_declared,
    kind_of,
    same_origin,
)
from holdfast.front.tla.names.references import resolve_lambda, resolve_loosely, resolve_operator
from holdfast.front.tla.names.resolver import Resolver, resolve_expr
from holdfast.front.tla.names.symbols import (
    Constant,
    Fact,
    Instance,
    Instantiated,
    Operator,
    Parameter,
    ResolvedModule,
    Substitution,
    Symbol,
    Unknown,
    Variable,
)
from holdfast.front.tla.syntax import tree
from holdfast.source import Note


def resolve_named_instance(r: Resolver, unit: tree.ModuleDefinition, top: bool) -> None:
    """`I(p) == INSTANCE M WITH ...`."""
    mark = r.scope.mark()
    params = tuple(Parameter(p.name, p.span, p.arity) for p in unit.params)
    for param, symbol in zip(unit.params, params, strict=True):
        bind(r, symbol, param)
    instance = _instance(r, unit.instance, unit.name, params)
    r.scope.restore(mark)
    named: Symbol = instance or Unknown(unit.name.name, unit.name.span)
    local = unit.local or unit.instance.local
    named = declare_in_module(r, named, local) if top else declare(r, named)
    if instance is not None:
        instance.local = not top
        r.module.declared[id(unit)] = named


def resolve_instance(r: Resolver, unit: tree.Instance, top: bool) -> None:
    """`INSTANCE M WITH ...`: the definitions of the module become definitions here."""
    instance = _instance(r, unit, None, ())
    if instance is None:
        r.module.incomplete = True
        return
    instance.local = not top
    free: dict[ResolvedModule, bool] = {}
    twice: list[tuple[Symbol, Symbol]] = []
    for original in instance.target.exports.values():
        symbol = _brought_in(instance, original, free)
        if symbol is None:
            continue
        before = r.scope.names.get(symbol.name)
        if before is None:
            r.scope.bind(symbol)
        elif before is not symbol and not same_origin(before, symbol):
            twice.append((before, symbol))
        if top:
            add_to_module(r.module, before or symbol, unit.local)
    _report_twice(r, unit, twice)


def _brought_in(
    instance: Instance, original: Symbol, free: dict[ResolvedModule, bool]
) -> Symbol | None:
    """The symbol of a definition here: itself, if nothing in it can be substituted."""
    match original:
        case Operator() | Fact():
            if original.module not in free:
                free[original.module] = original.module.parameter_free
            if free[original.module]:
                return original
            return instance.member(original.name)
        case Instance() | Instantiated():
            return instance.member(original.name)
        case Unknown():
            return original
        case _:
            return None


def _report_twice(r: Resolver, unit: tree.Instance, twice: list[tuple[Symbol, Symbol]]) -> None:
    """One message about all the names that an INSTANCE imports although they are in use."""
    clashes = [
        (before, symbol)
        for before, symbol in twice
        if kind_of(before) is not kind_of(symbol) or before.arity != symbol.arity
    ]
    twice = [pair for pair in twice if pair not in clashes]
    module = unit.module.name
    if clashes:
        before, symbol = clashes[0]
        names = ", ".join(f"`{one.name}`" for one, _ in clashes[:5])
        message = f"module `{module}` defines {names}, which is already {describe(before)}"
        notes = (first_declared(before), Note("the other one is here", symbol.span))
        help = f"give the instance a name: `I == INSTANCE {module}`"
        r.error("shadowed-name", message, unit.module.span, help, notes)
    if twice:
        before, symbol = twice[0]
        names = ", ".join(f"`{one.name}`" for one, _ in twice[:5])
        more = f" and {len(twice) - 5} more" if len(twice) > 5 else ""
        message = f"module `{module}` defines {names}{more} again; the first definition counts"
        notes = (first_declared(before), Note("the other one is here", symbol.span))
        r.warn("duplicate-declaration", message, unit.module.span, None, *notes)


def find_module(r: Resolver, name: tree.Ident) -> ResolvedModule | None:
    """The module of that name: one nested here, or one from the library."""
    return r.scope.modules.get(name.name) or r.library.module(name, r.module)


def _instance(
    r: Resolver, node: tree.Instance, name: tree.Ident | None, params: tuple[Parameter, ...]
) -> Instance | None:
    target = find_module(r, node.module)
    if target is None:
        resolve_loosely(r, (s.value for s in node.substitutions))
        return None
    substitutions = _substitutions(r, node, target)
    ident = name or node.module
    instance = Instance(
        name.name if name else "", ident.span, r.module, target, params, substitutions, node
    )
    r.module.declared[id(node)] = instance
    r.module.instances.append(instance)
    return instance


def _substitutions(
    r: Resolver, node: tree.Instance, target: ResolvedModule
) -> tuple[Substitution, ...]:
    explicit: dict[str, Substitution] = {}
    for item in node.substitutions:
        substitution = _explicit(r, item, target)
        if substitution is None:
            continue
        first = explicit.setdefault(item.name.name, substitution)
        if first is not substitution and first.node is not None:
            message = f"`{item.name.name}` is substituted twice"
            note = Note("first here", first.node.span)
            r.error("duplicate-substitution", message, item.name.span, None, (note,))
    missing: list[Constant | Variable] = []
    for symbol in target.names.values():
        if not isinstance(symbol, Constant | Variable) or symbol.name in explicit:
            continue
        visible = r.scope.names.get(symbol.name)
        if visible is None:
            if symbol.name not in r.unbound and symbol.name not in r.excused:
                missing.append(symbol)
        elif _fits(r, node, symbol, visible):
            explicit[symbol.name] = Substitution(symbol, visible)
    if missing and not r.module.incomplete:
        _report_missing(r, node, missing)
    return tuple(explicit.values())


def _fits(r: Resolver, node: tree.Instance, target: Constant | Variable, visible: Symbol) -> bool:
    """Whether the implicit substitution `x <- x` is legal."""
    if isinstance(visible, Unknown) or (
        visible.arity == target.arity and kind_of(visible) is not Instance
    ):
        return True
    message = (
        f"`{target.name}` of module `{node.module.name}` would be replaced by "
        f"{describe(visible)} of the same name that does not fit"
    )
    notes = (Note("declared here", target.span), Note("visible here", visible.span))
    help = f"add `WITH {target.name} <- ...`"
    r.error("substitution-arity", message, node.module.span, help, notes)
    return False


def _explicit(r: Resolver, item: tree.Substitution, target: ResolvedModule) -> Substitution | None:
    name = item.name.name
    symbol = target.names.get(name)
    if not isinstance(symbol, Constant | Variable):
        resolve_loosely(r, (item.value,))
        if isinstance(symbol, Unknown) or target.incomplete:
            return None
        parameters = [s.name for s in target.names.values() if isinstance(s, Constant | Variable)]
        message = f"module `{target.name}` declares no constant or variable `{name}`"
        notes = (Note("defined here", symbol.span),) if symbol is not None else ()
        meant = closest(name, parameters)
        if meant is not None:
            r.excused.add(meant)
        help = None if meant is None else f"did you mean `{meant}`?"
        r.error("bad-substitution", message, item.name.span, help, notes)
        return None
    if symbol.arity == 0:
        resolve_expr(r, item.value)
    else:
        _operator_value(r, item, symbol)
    r.module.uses[id(item)] = symbol
    return Substitution(symbol, item.value, item)


def _operator_value(r: Resolver, item: tree.Substitution, target: Constant | Variable) -> None:
    """The value of a constant operator, which must be an operator of the same arity."""
    value = item.value
    found: int | None = None
    match value:
        case tree.Lambda():
            resolve_lambda(r, value)
            found = len(value.params)
        case tree.Ref(name, ()) if name in r.scope.names:
            symbol = r.scope.names[name]
            found = target.arity if isinstance(symbol, Unknown) else symbol.arity
            r.module.uses[id(value)] = symbol
        case tree.Ref(_, ()) | tree.Path():
            resolve_operator(r, value, target.arity, target)
            return
        case _:
            resolve_expr(r, value)
    if found != target.arity:
        has = "this is an expression" if found is None else f"this has {found or 'none'}"
        plural = "" if target.arity == 1 else "s"
        message = f"`{target.name}` is an operator with {target.arity} parameter{plural}; {has}"
        note = Note("declared here", target.span)
        r.error("substitution-arity", message, value.span, None, (note,))


def _report_missing(r: Resolver, node: tree.Instance, missing: list[Constant | Variable]) -> None:
    r.excused.update(symbol.name for symbol in missing)
    names = ", ".join(f"`{symbol.name}`" for symbol in missing)
    message = f"nothing is substituted for {names} of module `{node.module.name}`"
    notes = tuple(Note("declared here", symbol.span) for symbol in missing[:3])
    help = f"add `{missing[0].name} <- ...` to WITH, or declare the name here"
    own = (s.name for s in r.module.own if s.name not in missing[0].module.names)
    similar = closest(missing[0].name, own)
    if similar is not None:
        help = f"`{similar}` is declared here: is one of the two misspelled?"
    r.error("missing-substitution", message, node.module.span, help, notes)
