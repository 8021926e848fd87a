"""Level checking: constants, state functions, actions and temporal formulas.

The rules are those of the TLA+ tools; those for expressions are in `level_expressions.py`
and `level_operators.py`. A definition's level is known when the definitions
before it are, so one walk in the order of the text is enough, except for recursive ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.front.tla.levels.checker import RULES, Checker, reach_of, summary_of
from holdfast.front.tla.levels.instances import check_instance
from holdfast.front.tla.levels.operators import OPERATOR_RULES
from holdfast.front.tla.levels.proofs import check_assume, check_facts, check_theorem
from holdfast.front.tla.names.builtins import ACTION, CONSTANT
from holdfast.front.tla.names.level_summary import (
    FLAT,
    NONE,
    Frame,
    ModuleLevels,
    Reach,
    Summary,
    join,
    summarize,
)
from holdfast.front.tla.names.symbols import (
    Instance,
    Instantiated,
    Operator,
    ResolvedModule,
    Symbol,
    Variable,
)
from holdfast.front.tla.syntax import tree


def check_levels(module: ResolvedModule) -> None:
    """Check a resolved module; errors go to its `diagnostics`, levels to its symbols."""
    checker = Checker(module)
    check_units(checker, module.node.units)
    for extended in module.extends:
        if extended.levels is not None:
            checker.frame.merge(extended.levels.frame)
    is_constant = not any(map(_varies, module.names.values())) and not any(
        checker.step_levels.get(id(unit)) for unit in module.node.units
    )
    module.levels = ModuleLevels(is_constant, checker.frame)


def _varies(symbol: Symbol) -> bool:
    """Whether a module with this name in it has a state."""
    match symbol:
        case Variable():
            return True
        case Operator() | Instantiated(original=Operator() | Instantiated()):
            return summary_of(symbol).level != CONSTANT
        case Instance():
            levels = symbol.target.levels
            return (levels is not None and not levels.constant) or any(
                argument.reach.level for argument in symbol.arguments.values()
            )
        case _:
            return False


def check_units(c: Checker, units: Sequence[tree.Node]) -> None:
    """The definitions of a module, a LET or a step; recursive ones twice.

    The level of recursive definitions is found by checking them as if they were constant,
    and then again with the greatest level that was found.
    """
    index = 0
    while index < len(units):
        if not isinstance(units[index], tree.Recursive):
            check_unit(c, units[index])
            index += 1
            continue
        end, operators = _recursive_section(c, units, index)
        _check_section(c, units[index:end], operators)
        index = end


def _recursive_section(
    c: Checker, units: Sequence[tree.Node], start: int
) -> tuple[int, list[Operator]]:
    """Where the definitions end that a RECURSIVE announces, and the operators."""
    operators: list[Operator] = []
    waiting: set[Operator] = set()
    for index in range(start, len(units)):
        unit = units[index]
        if isinstance(unit, tree.Recursive):
            for param in unit.params:
                symbol = c.module.declared.get(id(param))
                if isinstance(symbol, Operator) and symbol.node is not None:
                    operators.append(symbol)
                    waiting.add(symbol)
        symbol = c.module.declared.get(id(unit))
        if isinstance(symbol, Operator):
            waiting.discard(symbol)
        if not waiting:
            return index + 1, operators
    return len(units), operators


def _check_section(c: Checker, units: Sequence[tree.Node], operators: Sequence[Operator]) -> None:
    for operator in operators:
        operator.levels = Summary(operator.params, recursive=True)
    c.muted += 1
    for unit in units:
        check_unit(c, unit)
    c.muted -= 1
    level, free = CONSTANT, NONE
    for operator in operators:
        summary = operator.levels
        assert summary is not None
        _check_unprimed(c, operator, summary)
        level, free = max(level, summary.level), join(free, summary.free)
    for operator in operators:
        operator.levels = Summary(operator.params, level, free, recursive=True)
    for unit in units:
        check_unit(c, unit)


def _check_unprimed(c: Checker, operator: Operator, summary: Summary) -> None:
    for index, param in enumerate(operator.params):
        if summary.max_level(index) < ACTION:
            message = f"parameter `{param.name}` of the recursive `{operator.name}` is primed"
            c.error("recursive-prime", message, param.span)


def check_unit(c: Checker, unit: tree.Node) -> None:
    """One unit of a module, a LET or a step."""
    match unit:
        case tree.Definition() | tree.FunctionDefinition():
            _definition(c, unit)
        case tree.ModuleDefinition(instance=node) | (tree.Instance() as node):
            instance = c.module.declared.get(id(node))
            if isinstance(instance, Instance):
                check_instance(c, instance)
        case tree.Assume():
            check_assume(c, unit)
        case tree.Theorem():
            check_theorem(c, unit)
        case tree.UseHide():
            check_facts(c, unit.facts)
        case tree.Module():
            nested = c.module.declared.get(id(unit))
            if isinstance(nested, ResolvedModule):
                check_levels(nested)
        case _:
            pass


def _definition(c: Checker, unit: tree.Definition | tree.FunctionDefinition) -> None:
    operator = c.module.declared.get(id(unit))
    if not isinstance(operator, Operator):
        return
    assumed = operator.levels if operator.recursive else None
    outer, c.frame = c.frame, Frame()
    body = unit.body if isinstance(unit, tree.Definition) else unit
    reach = reach_of(c, body)
    params: tuple[Symbol, ...] = operator.params
    if assumed is not None:
        level = max(reach.level, assumed.level)
        reach = Reach(level, join(reach.params, assumed.params))
    operator.levels = summarize(params, reach, c.frame, operator.recursive)
    c.frame = outer
    c.frame.absorb(operator.levels)


def _let(c: Checker, expr: tree.Let) -> Reach:
    check_units(c, expr.units)
    return reach_of(c, expr.body)


def _define(c: Checker, step: tree.Define) -> Reach:
    check_units(c, step.units)
    return FLAT


RULES.update({**OPERATOR_RULES, tree.Let: _let, tree.Define: _define})
