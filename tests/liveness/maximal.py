"""Random systems with maximal behaviours and formulas of linear time, as graphs and as systems.

python -m tests.liveness.maximal 0 1000      compare both engines with the judge
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import assert_never

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body, Property, System
from holdfast.passes.pipeline import run_pipeline
from holdfast.verdict import Exhausted, Trace, Violated
from tests.liveness import formula as ltl
from tests.liveness.formula import Formula, Graph, Lasso, holds, is_behaviour, maximal_graph
from tests.liveness.judge import shortest_lasso

ENGINES = ("interp", "native")
STATE = ir.Name("s")
Pair = tuple[int, int]


@dataclass(frozen=True)
class Case:
    """A graph, its steps by action, a fair action for each of some sets of steps, a property."""

    seed: int
    graph: Graph
    actions: tuple[tuple[Pair, ...], ...]
    weak: tuple[frozenset[Pair], ...]
    strong: tuple[frozenset[Pair], ...]
    property: Formula

    @cached_property
    def fairness(self) -> Formula:
        """What fair behaviours satisfy."""
        return ltl.And(
            (*(_fair(steps, weak=True) for steps in self.weak), *map(_fair, self.strong))
        )

    @cached_property
    def lasso(self) -> Lasso | None:
        """The shortest fair behaviour that violates the property."""
        return shortest_lasso(self.graph, ltl.And((self.fairness, ltl.Not(self.property))))


def _fair(steps: frozenset[Pair], weak: bool = False) -> Formula:
    """Fairness of an action: it need not change anything."""
    disabled = ltl.Not(ltl.Now(frozenset(s for s, _ in steps)))
    always, sometime = (ltl.Always, ltl.Eventually) if weak else (ltl.Eventually, ltl.Always)
    return ltl.Or((always(sometime(disabled)), ltl.Always(ltl.Eventually(ltl.Step(steps)))))


def generate(seed: int) -> Case:
    """The case of a seed."""
    random = Random(seed)
    size = random.randint(1, 7)
    pairs = [(s, t) for s in range(size) for t in range(size)]
    count = random.randint(1, 3)
    actions = tuple(
        tuple(random.sample(pairs, random.randint(0, min(len(pairs), size)))) for _ in range(count)
    )
    initial = random.sample(range(size), random.choice((1, 1, min(2, size))))
    steps = sorted({step for action in actions for step in action})
    whole = maximal_graph(size, initial, steps)
    kept = _reached(whole)
    graph = replace(whole, steps=frozenset((s, t) for s, t in whole.steps if s in kept))
    chosen = [frozenset(random.choice(actions)) for _ in range(random.choice((0, 0, 1, 2)))]
    split = random.randint(0, len(chosen))
    asked = random_formula(random, size, random.choice((1, 2, 2, 3)))
    return Case(seed, graph, actions, tuple(chosen[:split]), tuple(chosen[split:]), asked)


def _reached(graph: Graph) -> frozenset[int]:
    known, pending = set(graph.initial), list(graph.initial)
    while pending:
        source = pending.pop()
        fresh = {t for s, t in graph.steps if s == source} - known
        known |= fresh
        pending += fresh
    return frozenset(known)


def random_formula(random: Random, size: int, depth: int) -> Formula:
    """A formula about states."""

    def part() -> Formula:
        return random_formula(random, size, depth - 1)

    if depth == 0:
        return ltl.Now(frozenset(random.sample(range(size), random.randint(0, size))))
    match random.randrange(10):
        case 0:
            return ltl.Not(part())
        case 1:
            return random.choice((ltl.And, ltl.Or))((part(), part()))
        case 2:
            return ltl.leads_to(part(), part())
        case 3:
            return ltl.Always(ltl.Eventually(part()))
        case 4:
            return ltl.Always(part())
        case 5:
            return ltl.Eventually(part())
        case 6 | 7:
            return ltl.Until(part(), part())
        case 8:
            return random.choice((ltl.weak_until, ltl.release))(part(), part())
        case _:
            return ltl.Next(part())


# ---- as a system ----


def system_of(case: Case) -> System:
    """The system that behaves as the graph does, with the property among its temporal ones."""
    initial = [_assign(s, ir.Name("s")) for s in sorted(case.graph.initial)]
    system = System(
        "Maximal",
        variables=("s",),
        init=bodies.Branch(tuple(initial), _or([b.expr for b in initial])),
        actions=tuple(
            Action(f"A{i}", bodies.Branch(tuple(map(_step, pairs)), _steps(pairs)))
            for i, pairs in enumerate(case.actions)
        ),
        fairness=(
            *(_fair_expr(Op.WEAK_FAIR, steps) for steps in case.weak),
            *(_fair_expr(Op.STRONG_FAIR, steps) for steps in case.strong),
        ),
        check_deadlock=False,
        maximal=True,
    )
    return replace(run_pipeline(system), temporal=(Property("P", expr_of(case.property)),))


def _fair_expr(op: Op, steps: Iterable[Pair]) -> ir.Expr:
    formula = _steps(sorted(steps))
    return ir.Apply(op, (formula, ir.Enabled(formula)))


def _step(pair: Pair) -> Body:
    items = (bodies.Test(_equal(STATE, pair[0])), _assign(pair[1], ir.Prime(STATE)))
    return bodies.Sequence(items, ir.Apply(Op.AND, tuple(i.expr for i in items)))


def _assign(value: int, left: ir.Expr) -> Body:
    return bodies.Assign("s", ir.Literal(value), _equal(left, value))


def _steps(pairs: Sequence[Pair]) -> ir.Expr:
    return _or([_step(pair).expr for pair in pairs])


def _or(items: Sequence[ir.Expr]) -> ir.Expr:
    return ir.Apply(Op.OR, tuple(items)) if items else ir.FALSE


def _equal(left: ir.Expr, value: int) -> ir.Expr:
    return ir.Apply(Op.EQ, (left, ir.Literal(value)))


def expr_of(formula: Formula) -> ir.Expr:
    """A formula as an expression; `W` and `R` are recognised."""
    match formula:
        case ltl.Now(states):
            return ir.Apply(Op.IN, (STATE, ir.Apply(Op.SET, tuple(map(ir.Literal, states)))))
        case ltl.Not(ltl.Until(ltl.Not(left), ltl.Not(right))):
            return ir.Apply(Op.RELEASE, (expr_of(left), expr_of(right)))
        case ltl.Or((ltl.Until(left, right), ltl.Always(same))) if left == same:
            return ir.Apply(Op.WEAK_UNTIL, (expr_of(left), expr_of(right)))
        case ltl.Not(body):
            return ir.Apply(Op.NOT, (expr_of(body),))
        case ltl.And(parts):
            return ir.Apply(Op.AND, tuple(map(expr_of, parts)))
        case ltl.Or(parts):
            return ir.Apply(Op.OR, tuple(map(expr_of, parts)))
        case ltl.Always(body):
            return ir.Apply(Op.ALWAYS, (expr_of(body),))
        case ltl.Eventually(body):
            return ir.Apply(Op.EVENTUALLY, (expr_of(body),))
        case ltl.Until(left, right):
            return ir.Apply(Op.UNTIL, (expr_of(left), expr_of(right)))
        case ltl.Next(body):
            return ir.Apply(Op.NEXT, (expr_of(body),))
        case ltl.Step():
            raise AssertionError("the property is about states")
        case _:
            assert_never(formula)


# ---- comparison ----


def disagreement(case: Case, engine: str) -> str | None:
    """Why the result of an engine is wrong, if it is."""
    answer = check(system_of(case), replace(DEFAULTS, engine=engine, workers=1))
    match answer.verdict:
        case Exhausted():
            return None if case.lasso is None else f"holds, but there is {case.lasso}"
        case Violated(kind="temporal", trace=trace) if trace is not None:
            return _wrong_trace(case, trace)
        case verdict:
            return f"{verdict}"


def _wrong_trace(case: Case, trace: Trace) -> str | None:
    states = tuple(int(str(step.state["s"])) for step in trace.steps)
    lasso = Lasso(states, trace.loop if isinstance(trace.loop, int) else len(states) - 1)
    if not is_behaviour(lasso, case.graph):
        return f"{lasso} is no behaviour"
    if not holds(case.fairness, lasso) or holds(case.property, lasso):
        return f"{lasso} is no counterexample"
    if case.lasso is None or len(case.lasso) != len(lasso):
        return f"{lasso} is not as long as {case.lasso}"
    stuck = (states[-1], states[-1]) not in {p for action in case.actions for p in action}
    if (trace.loop == "stutter") != (lasso.loop == len(states) - 1 and stuck):
        return f"{trace.loop} for {lasso}"
    return None


def main() -> int:
    """Compare the cases that the command line names."""
    first, count = int(sys.argv[1]), int(sys.argv[2])
    wrong = 0
    kinds: Counter[str] = Counter()
    for case in map(generate, range(first, first + count)):
        kinds["violated" if case.lasso else "holds"] += 1
        for engine in ENGINES:
            text = disagreement(case, engine)
            if text is not None:
                wrong += 1
                sys.stdout.write(f"seed {case.seed}, {engine}: {text}\n{case}\n")
    sys.stdout.write(f"{dict(kinds)}, {wrong} disagreements\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
