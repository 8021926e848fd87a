"""The levels of theorems, assumptions and proofs."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.front.tla.levels.checker import Checker, argument_of, reach_of
from holdfast.front.tla.levels.expressions import bound_reach, domain_levels
from holdfast.front.tla.levels.instances import check_instance
from holdfast.front.tla.names.builtins import CONSTANT, LEVEL_NAMES, TEMPORAL
from holdfast.front.tla.names.level_summary import FLAT, NONE, Frame, Reach, join, summarize
from holdfast.front.tla.names.symbols import Fact, Instance, Operator
from holdfast.front.tla.syntax import tree


def check_assume(c: Checker, unit: tree.Assume) -> None:
    """An assumption, which must be constant."""
    reach = _fact(c, unit, unit.body)
    if reach.level != CONSTANT:
        message = f"an assumption must be a constant formula; this is {LEVEL_NAMES[reach.level]}"
        c.error("level-assume", message, unit.body.span)


def _fact(c: Checker, unit: tree.Theorem | tree.Assume | tree.Step, body: tree.Node) -> Reach:
    """A statement; its level is kept with its symbol."""
    fact = c.module.declared.get(id(unit))
    outer, c.frame = c.frame, Frame()
    reach = _statement(c, body)
    summary = summarize((), reach, c.frame)
    c.frame = outer
    c.frame.absorb(summary)
    if isinstance(fact, Fact):
        fact.levels = summary
    return reach


def check_theorem(c: Checker, unit: tree.Theorem) -> None:
    """A theorem and its proof."""
    reach = _fact(c, unit, unit.body)
    level = reach.level
    if unit.proof is not None:
        level = max(level, _proof(c, unit.proof))
        if reach.level == TEMPORAL:
            _check_temporal_goal(c, unit.proof)
    c.step_levels[id(unit)] = level


def _statement(c: Checker, statement: tree.Node) -> Reach:
    """What a theorem or step asserts."""
    match statement:
        case tree.Claim(_, items):
            level, params = CONSTANT, NONE
            for item in items:
                got = reach_of(c, item)
                level, params = max(level, got.level), join(params, got.params)
            return Reach(level, params)
        case tree.Take(bounds):
            return bound_reach(c, "TAKE", bounds, tree.Number("0"), TEMPORAL)
        case tree.Pick(bounds, body):
            reach = bound_reach(c, "PICK", bounds, body, TEMPORAL)
            if reach.level == TEMPORAL:
                _check_pick(c, bounds)
            return reach
        case tree.Qed():
            return FLAT
        case _:
            return reach_of(c, statement)


def _check_pick(c: Checker, bounds: tuple[tree.Bound, ...]) -> None:
    for bound, level in domain_levels(c, bounds):
        if level != CONSTANT and bound.domain is not None:
            message = "the set of a PICK with a temporal formula must be constant"
            c.error("level-pick-bound", message, bound.domain.span)


def _proof(c: Checker, proof: tree.Proof) -> int:
    """Check a proof; the greatest level in it."""
    if isinstance(proof, tree.Leaf):
        return check_facts(c, proof.facts)
    return max(_step(c, step) for step in proof.steps)


def _step(c: Checker, step: tree.Step) -> int:
    level = CONSTANT
    match step.statement:
        case tree.Define() as define:
            reach_of(c, define)
        case tree.UseHide(_, facts):
            level = check_facts(c, facts)
        case tree.Instance() as node:
            instance = c.module.declared.get(id(node))
            if isinstance(instance, Instance):
                check_instance(c, instance)
        case statement:
            level = _fact(c, step, statement).level
            c.step_levels[id(step)] = level
            if step.proof is not None:
                inner = _proof(c, step.proof)
                if level == TEMPORAL:
                    _check_temporal_goal(c, step.proof)
                level = max(level, inner)
    return level


def check_facts(c: Checker, facts: Sequence[tree.Fact]) -> int:
    """What BY, USE or HIDE cites; the greatest level among it."""
    level = CONSTANT
    for fact in facts:
        match fact:
            case tree.ModuleFact():
                pass
            case tree.Ref() | tree.Path():
                level = max(level, _cited(c, fact).level)
            case _:
                level = max(level, reach_of(c, fact).level)
    return level


def _cited(c: Checker, fact: tree.Ref | tree.Path) -> Reach:
    meaning = c.module.uses.get(id(fact))
    if isinstance(meaning, Operator) and meaning.arity and isinstance(fact, tree.Ref):
        return argument_of(c, fact).reach if not fact.args else reach_of(c, fact)
    return reach_of(c, fact)


def _check_temporal_goal(c: Checker, proof: tree.Proof) -> None:
    """Below a temporal goal, TAKE, WITNESS, HAVE and CASE must be constant."""
    if isinstance(proof, tree.Leaf):
        return
    for step in proof.steps:
        level = c.step_levels.get(id(step), CONSTANT)
        statement = step.statement
        kind = statement.kind if isinstance(statement, tree.Claim) else ""
        takes = isinstance(statement, tree.Take) or kind in ("WITNESS", "HAVE")
        if level != CONSTANT and (takes or kind == "CASE"):
            code = "level-proof-step" if takes else "level-proof-case"
            word = statement.span.text.split(None, 1)[0]
            message = f"{word} in the proof of a temporal formula must be constant"
            c.error(code, f"{message}; this is {LEVEL_NAMES[level]}", statement.span)
        if step.proof is not None and (kind == "CASE" or isinstance(statement, tree.Qed)):
            _check_temporal_goal(c, step.proof)
