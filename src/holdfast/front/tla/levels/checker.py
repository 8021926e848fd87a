"""What every part of level checking shares, and the application of operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from holdfast.front.tla.names.builtins import ACTION, LEVEL_NAMES, STATE, TEMPORAL
from holdfast.front.tla.names.level_summary import (
    FLAT,
    NONE,
    Argument,
    Frame,
    Reach,
    Summary,
    built_in_summary,
    declared_level,
    instantiate,
    join,
    summarize,
)
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
    Selection,
    StepName,
    Symbol,
    Unknown,
    Variable,
)
from holdfast.front.tla.syntax import tree
from holdfast.source import Diagnostic, Note, Span


@dataclass(slots=True)
class Checker:
    """One module being checked."""

    module: ResolvedModule
    frame: Frame = field(default_factory=Frame)
    muted: int = 0
    old_values: list[Reach] = field(default_factory=list)
    step_levels: dict[int, int] = field(default_factory=dict)

    def error(
        self, code: str, message: str, span: Span, help: str | None = None, *notes: Note
    ) -> None:
        """Report an error, unless this is only to compute a level."""
        if not self.muted:
            self.module.diagnostics.append(Diagnostic(code, message, span, help, notes))


Rule: TypeAlias = Callable[[Checker, Any], Reach]
"""The reach of a node of one class; `Any` because the table below is by class."""

RULES: dict[type[tree.Node], Rule] = {}
"""The rule for each class of expression; filled by the modules that define them."""


def reach_of(c: Checker, expr: tree.Node) -> Reach:
    """The level of an expression and what it depends on."""
    return RULES[type(expr)](c, expr)


# ---- symbols ----


def summary_of(symbol: Symbol) -> Summary:
    """The summary of a definition; while it is being computed, the least restrictive one."""
    match symbol:
        case BuiltIn():
            return built_in_summary(symbol.name)
        case Operator() | Fact():
            if symbol.levels is not None:
                return symbol.levels
            params: tuple[Symbol, ...] = symbol.params
            return Summary(params, params=frozenset(params))
        case Instantiated():
            if symbol.levels is None:
                instance = symbol.instance
                levels = instance.target.levels
                symbol.levels = instantiate(
                    summary_of(symbol.original),
                    instance.params,
                    instance.arguments,
                    levels is None or levels.constant,
                )
            return symbol.levels
        case _:
            return Summary(())


def apply_symbol(
    c: Checker, symbol: Symbol, args: Sequence[tree.Expr], first: Reach | None = None
) -> Reach:
    """The reach of a symbol applied to arguments; `first` if that of the first is known."""
    match symbol:
        case Variable():
            return Reach(STATE, frozenset((symbol,)))
        case BoundName() | Unknown() | StepName() | Instance():
            return FLAT
        case Constant() | Parameter() | NewName():
            return _apply_declared(c, symbol, args, first)
        case BuiltIn() | Operator() | Instantiated() | Fact():
            return _apply_definition(c, symbol, args, first)


def apply_selection(c: Checker, selection: Selection) -> Reach:
    """The reach of a part of a definition: of its text, and of the arguments."""
    inner = Checker(selection.module, muted=1)
    rule = RULES.get(type(selection.body))
    got = FLAT if rule is None else rule(inner, selection.body)
    level, params = got.level, got.params - frozenset(selection.params)
    for arg in selection.args:
        rule = RULES.get(type(arg))
        if rule is not None:
            part = rule(c, arg)
            level, params = max(level, part.level), join(params, part.params)
    return Reach(level, params)


def _apply_declared(
    c: Checker,
    symbol: Constant | Parameter | NewName,
    args: Sequence[tree.Expr],
    first: Reach | None,
) -> Reach:
    if isinstance(symbol, NewName):
        level, params = symbol.level, NONE
    else:
        level, params = declared_level(symbol), frozenset((symbol,))
    for position, arg in enumerate(args):
        got = first if first is not None and position == 0 else reach_of(c, arg)
        c.frame.floor(symbol, position, got.level)
        c.frame.flows.update((symbol, position, param) for param in got.params)
        level, params = max(level, got.level), join(params, got.params)
    return Reach(level, params)


def argument_of(c: Checker, arg: tree.Expr | Symbol) -> Argument:
    """The argument for an operator parameter."""
    match arg:
        case tree.Lambda():
            summary = lambda_summary(c, arg)
            return Argument(Reach(summary.level, summary.free), summary)
        case tree.Ref() | tree.Path():
            meaning = c.module.uses.get(id(arg))
            if meaning is None or isinstance(meaning, Selection):
                return Argument(FLAT)
            return argument_of(c, meaning)
        case BuiltIn() | Operator() | Instantiated() | Fact():
            summary = summary_of(arg)
            c.frame.absorb(summary)
            return Argument(Reach(summary.level, summary.free), summary)
        case Constant() | Parameter() | Variable():
            return Argument(Reach(declared_level(arg), frozenset((arg,))), None, arg)
        case NewName():
            return Argument(Reach(arg.level, NONE), None, arg)
        case _:
            return Argument(FLAT)


def lambda_summary(c: Checker, expr: tree.Lambda) -> Summary:
    """The summary of a LAMBDA; its requirements go to the text around it."""
    formals = tuple(_parameter(c, ident) for ident in expr.params)
    outer, c.frame = c.frame, Frame()
    summary = summarize(formals, reach_of(c, expr.body), c.frame)
    c.frame = outer
    c.frame.absorb(summary)
    return summary


def _parameter(c: Checker, ident: tree.Ident) -> Parameter:
    symbol = c.module.declared[id(ident)]
    assert isinstance(symbol, Parameter)
    return symbol


# ---- applying a definition ----


def _apply_definition(
    c: Checker, symbol: Symbol, args: Sequence[tree.Expr], first: Reach | None
) -> Reach:
    summary = summary_of(symbol)
    c.frame.absorb(summary)
    if not args:
        return Reach(summary.level, summary.free)
    formals = summary.formals
    if len(formals) != len(args):
        return FLAT
    known = [] if first is None else [Argument(first)]
    rest = zip(formals[len(known) :], args[len(known) :], strict=True)
    arguments = known + [
        argument_of(c, arg) if formal.arity else Argument(reach_of(c, arg)) for formal, arg in rest
    ]
    if not _arguments_fit(c, _Call(symbol, summary, arguments, args)):
        return FLAT
    level, params = summary.level, summary.free
    for index, argument in enumerate(arguments):
        got = argument.reach
        if summary.weight(index):
            level = max(level, got.level)
            params = join(params, got.params)
        if got.params:
            limit = summary.max_level(index)
            if limit < TEMPORAL:
                c.frame.limit(got.params, limit)
            if formals[index] in summary.opaque:
                c.frame.opaque |= got.params
    if summary.flows or summary.floors:
        _pass_operators(c, summary, arguments)
    return Reach(level, params)


class _Call(NamedTuple):
    """A definition applied to arguments, and their text."""

    symbol: Symbol
    summary: Summary
    arguments: Sequence[Argument]
    args: Sequence[tree.Expr]


def _arguments_fit(c: Checker, call: _Call) -> bool:
    """Whether no argument has too high a level; reports each that has."""
    fit = True
    for index, (argument, arg) in enumerate(zip(call.arguments, call.args, strict=True)):
        limit = call.summary.max_level(index)
        if argument.reach.level > limit:
            report_argument(c, call.symbol, arg, argument.reach.level, limit)
            fit = False
        elif argument.definition is not None:
            fit = _operator_fits(c, call, index, argument.definition) and fit
    return fit


def _operator_fits(c: Checker, call: _Call, index: int, definition: Summary) -> bool:
    """Whether an operator argument accepts what the definition applies it to."""
    symbol, summary, arguments, args = call
    formal = summary.formals[index]
    where = args[index].span
    for position in range(min(formal.arity, len(definition.formals))):
        limit = definition.max_level(position)
        needed = summary.floors.get((formal, position), 0)
        if needed > limit:
            message = f"`{symbol.name}` applies this operator to {LEVEL_NAMES[needed]}"
            help = f"it accepts at most {LEVEL_NAMES[limit]}"
            c.error("level-operator-argument", message, where, help)
            return False
        for other, argument in enumerate(arguments):
            flow = (formal, position, summary.formals[other])
            if argument.reach.level > limit and flow in summary.flows:
                found = LEVEL_NAMES[argument.reach.level]
                message = f"`{symbol.name}` applies this operator to its argument {other + 1}"
                help = f"that is {found}, but the operator accepts at most {LEVEL_NAMES[limit]}"
                c.error("level-applied-argument", message, where, help)
                return False
    return True


def _pass_operators(c: Checker, summary: Summary, arguments: Sequence[Argument]) -> None:
    """What a higher-order definition requires of the symbols in its arguments."""
    given = dict(zip(summary.formals, arguments, strict=True))
    for (operator, position), level in summary.floors.items():
        argument = given.get(operator)
        if argument is not None and argument.symbol is not None:
            c.frame.floor(argument.symbol, position, level)
    for operator, position, param in summary.flows:
        through, value = given.get(operator), given.get(param)
        if through is None and value is None:
            continue
        reached = value.reach.params if value is not None else frozenset((param,))
        if through is not None and through.definition is not None:
            definition = through.definition
            c.frame.limit(reached, definition.max_level(position))
            if definition.formals[position] in definition.opaque:
                c.frame.opaque |= reached
            continue
        target = operator if through is None else through.symbol
        if target is not None:
            c.frame.flows.update((target, position, symbol) for symbol in reached)
            if value is not None:
                c.frame.floor(target, position, value.reach.level)


def report_argument(c: Checker, symbol: Symbol, arg: tree.Node, level: int, limit: int) -> None:
    """Report an argument whose level is too high."""
    if isinstance(symbol, BuiltIn) and symbol.name == "'" and level == ACTION:
        message = "this is an action: what is primed already cannot be primed again"
        c.error("level-prime", message, arg.span)
        return
    message = f"`{symbol.name}` can be applied to {LEVEL_NAMES[limit]} at most; this is "
    message += LEVEL_NAMES[level]
    notes = () if isinstance(symbol, BuiltIn) else (Note("defined here", symbol.span),)
    help = None
    if limit == STATE and not isinstance(symbol, BuiltIn):
        help = f"`{symbol.name}` primes this parameter"
    c.error("level-argument", message, arg.span, help, *notes)
