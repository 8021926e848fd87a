"""What random files of I/O automata contain, so that nothing is left out unnoticed."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import mean, median

from tests.ioa.random_compositions import Case
from tests.ioa.textbook import Action, Automaton, Composition, Explored, Primitive


def leaves(automaton: Automaton) -> Iterator[Primitive]:
    """The primitive automata of a composition."""
    match automaton:
        case Composition(components=components):
            for component in components:
                yield from leaves(component.automaton)
        case Primitive():
            yield automaton
        case _:
            raise AssertionError(automaton)


def features(case: Case) -> Iterator[str]:
    """What a case has."""
    explored, parts = case.explored, list(leaves(case.explored.root))
    several = {(before, action) for before, action, _ in explored.steps}
    has = {
        "several initial states": explored.initial > 1,
        "an action that is input and output of one automaton": any(map(_both_kinds, parts)),
        "alternative definitions of an action": any(map(_alternatives, parts)),
        "an action with several results": len(several) < len(explored.steps),
        "an invariant is violated": bool(explored.violated),
        "all invariants hold": not explored.violated,
        "a value leaves its type": "types" in explored.violated,
        "parameters of the root": bool(case.constants),
    }
    yield f"{min(len(parts), 5)} primitive automata"
    yield from (feature for feature, is_there in has.items() if is_there)
    yield from _of_steps(explored, parts)
    if isinstance(explored.root, Composition):
        yield from _structure(explored.root)
    yield from filter(None, map(_construct, ast.walk(ast.parse(case.text))))


def _of_steps(explored: Explored, parts: list[Primitive]) -> Iterator[str]:
    root, taken = explored.root, {action for _, action, _ in explored.steps}
    hidden = _hides(root) if isinstance(root, Composition) else frozenset()
    has = {
        "a step of several components": any(sum(a in p.actions for p in parts) > 1 for a in taken),
        "a step of an output and an input": any(_is_output_and_input(a, parts) for a in taken),
        "a step of the environment": taken & root.sigma["input"],
        "an internal step": taken & root.sigma["internal"],
        "a hidden step": hidden & {name for name, _ in taken},
        "a step with arguments": any(args for _, args in taken),
    }
    yield from (feature for feature, is_there in has.items() if is_there)


def _construct(node: ast.AST) -> str | None:
    match node:
        case ast.For() | ast.AugAssign() | ast.SetComp() | ast.ListComp() | ast.DictComp():
            return type(node).__name__
        case ast.Assign([ast.Tuple()]):
            return "tuple target"
        case ast.Assign([ast.Subscript(ast.Name())]):
            return "indexed assignment"
        case ast.Assign([ast.Attribute()]):
            return "field assignment"
        case ast.Call(ast.Name("forall" | "exists" as name)):
            return name
        case ast.AnnAssign(ast.Name(name), ast.Name(t)) if t != "type":
            return f"variable of type {t}"
        case _:
            return None


def _is_output_and_input(action: Action, parts: list[Primitive]) -> bool:
    return any(action in p.sigma["output"] for p in parts) and any(
        action in p.sigma["input"] for p in parts
    )


def _hides(composition: Composition) -> frozenset[str]:
    inner = [c.automaton for c in composition.components if isinstance(c.automaton, Composition)]
    return composition.definition.hidden.union(*map(_hides, inner))


def _both_kinds(part: Primitive) -> bool:
    kinds = [(stub.name, stub.kind) for stub in part.definition.stubs]
    return any((name, "output") in kinds and kind == "input" for name, kind in kinds)


def _alternatives(part: Primitive) -> bool:
    counts = Counter((t.name, t.kind) for t in part.definition.transitions)
    return any(count > 1 for count in counts.values())


def _structure(root: Composition) -> Iterator[str]:
    if any(isinstance(c.automaton, Composition) for c in root.components):
        yield "a composition of compositions"
    if any(c.index is not None for c in root.components):
        yield "a sequence of components"
    names = Counter(part.definition.name for part in leaves(root))
    if any(count > 1 for count in names.values()):
        yield "several instances of one automaton"


def statistics(cases: Iterable[Case]) -> Iterator[str]:
    """Lines about some cases."""
    counts: Counter[str] = Counter()
    states, steps, attempts = [], [], []
    for case in cases:
        counts.update(set(features(case)))
        states.append(len(case.explored.states))
        steps.append(len(case.explored.steps))
        attempts.append(case.attempts)
    yield f"{len(states)} cases, {mean(attempts):.1f} attempts each"
    yield f"states: mean {mean(states):.0f}, median {median(states):.0f}, most {max(states)}"
    yield f"steps: mean {mean(steps):.0f}, median {median(steps):.0f}, most {max(steps)}"
    yield from (f"{count:6} {feature}" for feature, count in sorted(counts.items()))
