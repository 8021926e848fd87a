"""Whether the substitutions of an instance respect the levels of its module."""

from __future__ import annotations

from holdfast.front.tla.levels.checker import Checker, apply_symbol, argument_of, reach_of
from holdfast.front.tla.names.builtins import CONSTANT, LEVEL_NAMES
from holdfast.front.tla.names.level_summary import (
    FLAT,
    Argument,
    Frame,
    ModuleLevels,
    declared_level,
    substitute,
    summarize,
)
from holdfast.front.tla.names.symbols import Instance, Substitution, Symbol
from holdfast.front.tla.syntax.tree import Node
from holdfast.source import Note, Span


def check_instance(c: Checker, instance: Instance) -> None:
    """Check an instance, and store the levels of what it substitutes."""
    outer, c.frame = c.frame, Frame()
    arguments: dict[Symbol, Argument] = {}
    for substitution in instance.substitutions:
        arguments[substitution.target] = _argument(c, substitution)
    instance.arguments = arguments
    levels = instance.target.levels or ModuleLevels(True, Frame())
    for substitution in instance.substitutions:
        _check(c, instance, substitution, levels)
    for part in (substitute(levels.frame, arguments, levels.constant), c.frame):
        outer.absorb(summarize(instance.params, FLAT, part))
    c.frame = outer


def _argument(c: Checker, substitution: Substitution) -> Argument:
    value = substitution.value
    if substitution.target.arity:
        return argument_of(c, value)
    if isinstance(value, Node):
        return Argument(reach_of(c, value))
    return Argument(apply_symbol(c, value, ()))


def _check(
    c: Checker, instance: Instance, substitution: Substitution, levels: ModuleLevels
) -> None:
    target = substitution.target
    argument = instance.arguments[target]
    limit = levels.frame.limits.get(target, len(LEVEL_NAMES))
    if not levels.constant:
        limit = min(limit, declared_level(target))
    where = _where(instance, substitution)
    if argument.definition is not None and _is_misapplied(c, instance, substitution, levels.frame):
        return
    if argument.reach.level > limit:
        message = (
            f"`{target.name}` of module `{instance.target.name}` can be replaced by "
            f"{LEVEL_NAMES[limit]} at most; this is {LEVEL_NAMES[argument.reach.level]}"
        )
        c.error("level-substitution", message, where, None, Note("declared here", target.span))
    elif argument.definition is not None and not argument.definition.is_leibniz:
        message = (
            f"this operator cannot replace `{target.name}`: applied to equal arguments it may "
            "give different results"
        )
        help = "it primes its argument or puts it below ENABLED or a temporal operator"
        declared = Note("declared here", target.span)
        c.error("substitution-not-leibniz", message, where, help, declared)


def _is_misapplied(
    c: Checker, instance: Instance, substitution: Substitution, frame: Frame
) -> bool:
    """Whether the module applies an operator beyond the levels it accepts; reports that."""
    target = substitution.target
    definition = instance.arguments[target].definition
    assert definition is not None
    where = _where(instance, substitution)
    declared = Note("declared here", target.span)
    module = instance.target.name
    for position in range(min(target.arity, len(definition.formals))):
        admitted = definition.max_level(position)
        needed = frame.floors.get((target, position), CONSTANT)
        if needed > admitted:
            message = f"module `{module}` applies `{target.name}` to {LEVEL_NAMES[needed]}"
            help = f"this operator accepts at most {LEVEL_NAMES[admitted]}"
            c.error("level-substituted-operator", message, where, help, declared)
            return True
        for operator, place, param in frame.flows:
            value = instance.arguments.get(param)
            flows_here = operator is target and place == position and value is not None
            if flows_here and value is not None and value.reach.level > admitted:
                message = f"module `{module}` applies `{target.name}` to `{param.name}`"
                help = (
                    f"what replaces `{param.name}` is {LEVEL_NAMES[value.reach.level]}, but this "
                    f"operator accepts at most {LEVEL_NAMES[admitted]}"
                )
                c.error("level-substituted-argument", message, where, help, declared)
                return True
    return False


def _where(instance: Instance, substitution: Substitution) -> Span:
    if substitution.node is not None:
        return substitution.node.value.span
    return instance.node.module.span
