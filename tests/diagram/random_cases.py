"""Random systems with random predicates: correct diagrams, changed ones, and a slow judge.

`python -m tests.diagram.random_cases 0 1000 [--solvers]` compares many.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from holdfast.diagram.conform import Conformance, conform_instance
from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Diagram,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
)
from holdfast.diagram.meaning import Meaning
from holdfast.source import SpecError
from holdfast.workbench.conforming import prepare_diagram
from tests.diagram.small import load_text
from tests.liveness.systems import Module, random_system
from tests.liveness.terms import Model, State, Term, explore

FAIR = {Fairness.WEAK: "WF", Fairness.STRONG: "SF"}


@dataclass(frozen=True)
class Case:
    """A system, the meaning of predicates and actions, and a diagram that covers it."""

    seed: int
    text: str
    config: str
    states: tuple[State, ...]
    initial: tuple[State, ...]
    steps: tuple[tuple[State, State], ...]
    predicates: dict[str, Term]
    actions: dict[str, Term]
    everywhere: tuple[State, ...]
    measure: Term | None
    diagram: Diagram

    def nodes_of(self, state: State, diagram: Diagram) -> list[Node]:
        """The nodes of a state."""

        def holds(x: Literal) -> bool:
            return bool(self.predicates[x.predicate].means(state, state, {})) == x.positive

        return [n for n in diagram.nodes if all(map(holds, n.literals))]

    def taken(self, before: State, after: State) -> frozenset[str]:
        """The actions of a step that changes something."""
        return frozenset(n for n, a in self.actions.items() if a.means(before, after, {}))

    def is_enabled(self, name: str, state: State) -> bool:
        """Whether an action has a step that changes something."""
        action = self.actions[name]
        return any(t != state and action.means(state, t, {}) for t in self.everywhere)


def generate(seed: int) -> Case:
    """The case of a seed."""
    random = Random(seed)
    while True:
        module, init, next_step = random_system(random)
        model = explore(module.world, init, next_step)
        if 1 < len(model.states) <= 60:
            break
    count = random.choice((1, 2, 2, 3))
    predicates = {f"P{i}": module.leaves(()) for i in range(count)}
    fair = {
        a.name: random.choice((Fairness.NONE, Fairness.NONE, Fairness.WEAK, Fairness.STRONG))
        for a in module.actions
    }
    numeric = [n for n, d in module.world.domains.items() if type(d[0]) is int]
    measure = module.world.variable(random.choice(numeric)) if numeric else None
    case = _case(seed, module, model, (init, next_step), predicates, fair, measure)
    return replace(case, diagram=_covering(case, random, fair))


def _case(  # noqa: PLR0913  # the parts of a case
    seed: int,
    module: Module,
    model: Model,
    formulas: tuple[Term, Term],
    predicates: dict[str, Term],
    fair: dict[str, Fairness],
    measure: Term | None,
) -> Case:
    init, next_step = formulas
    actions = {a.name: a.whole for a in module.actions}
    steps = tuple(
        (s, t) for s in model.states for t in model.states if next_step.means(s, t, {}) and s != t
    )
    initial = tuple(s for s in model.states if init.means(s, s, {}))
    variables = ", ".join(module.variables)
    lines = ["---- MODULE Root ----", "EXTENDS Naturals", f"VARIABLES {variables}"]
    lines += [f"vars == <<{variables}>>", *filter(None, module.lines)]
    lines += [a.definition for a in module.actions]
    lines += [f"Init == {init.text}", f"Next == {next_step.text}"]
    live = [f"{FAIR[f]}_vars({actions[n].text})" for n, f in fair.items() if f in FAIR]
    lines.append("Spec == " + " /\\ ".join(["Init", "[][Next]_vars", *live]))
    constants = [f"CONSTANT {name} = {text}" for name, text in module.constants.items()]
    config = "\n".join([*constants, "SPECIFICATION Spec", "CHECK_DEADLOCK FALSE", ""])
    return Case(
        seed,
        "\n".join([*lines, "====", ""]),
        config,
        model.states,
        initial,
        steps,
        predicates,
        actions,
        module.world.states,
        measure,
        Diagram("D"),
    )


def _covering(case: Case, random: Random, fair: dict[str, Fairness]) -> Diagram:
    """A diagram with an edge for every step, whose nodes may overlap."""
    names = list(case.predicates)
    rows = {tuple(bool(case.predicates[n].means(s, s, {})) for n in names) for s in case.states}
    overlap = random.random() < 0.3
    labels = {
        tuple(
            Literal(n, v)
            for n, v in zip(names, row, strict=True)
            if not overlap or random.random() < 0.8
        )
        for row in sorted(rows)
    }
    nodes = tuple(Node(f"N{i}", x, True) for i, x in enumerate(sorted(labels, key=str)))
    bare = Diagram("D", nodes=nodes)
    edges: dict[Edge, None] = {}
    for s, t in case.steps:
        for n in case.nodes_of(s, bare):
            for m in case.nodes_of(t, bare):
                edges[Edge(n.name, m.name, tuple(sorted(case.taken(s, t))))] = None
    actions = tuple(
        Action(name, fair[name], case.actions[name].text, _enabled(case, name, bare))
        for name in case.actions
    )
    diagram = Diagram(
        "D",
        tuple(Predicate(n, p.text) for n, p in case.predicates.items()),
        actions,
        (Ordering("t", case.measure.text),) if case.measure else (),
        nodes,
        tuple(edges),
    )
    return _annotated(case, random, diagram)


def _enabled(case: Case, name: str, bare: Diagram) -> tuple[str, ...]:
    """The nodes where an action is enabled in all reachable states."""
    where = {n.name for n in bare.nodes}
    for s in case.states:
        if not case.is_enabled(name, s):
            where -= {n.name for n in case.nodes_of(s, bare)}
    return tuple(sorted(where))


def _annotated(case: Case, random: Random, diagram: Diagram) -> Diagram:
    """The diagram with some annotations, as far as they are right."""
    if case.measure is None or random.random() < 0.5:
        return diagram
    for _ in range(4):
        chosen = random.randrange(len(diagram.edges)) if diagram.edges else None
        if chosen is None:
            return diagram
        new = replace(diagram.edges[chosen], annotations=(Annotation("t", random.random() < 0.7),))
        edges = (*diagram.edges[:chosen], new, *diagram.edges[chosen + 1 :])
        changed = replace(diagram, edges=edges)
        if not any(problems(case, changed)):
            diagram = changed
    return diagram


# ---- the slow judge ----


def problems(case: Case, diagram: Diagram) -> Iterator[str]:
    """What is wrong with a diagram, straight from the definition of runs."""
    fair = {a.name for a in diagram.actions if a.fairness is not Fairness.NONE}
    for s in case.initial:
        if not any(n.initial for n in case.nodes_of(s, diagram)):
            yield "O1"
    for s in case.states:
        for n in case.nodes_of(s, diagram):
            for a in diagram.actions:
                counts = a.name in fair and n.name in diagram.enabled_at(a)
                if counts and not case.is_enabled(a.name, s):
                    yield f"O4b {n.name} {a.name}"
            for _ in diagram.bounded_at(n.name):
                if _measured(case, s) < 0:
                    yield f"domain {n.name}"
    for s, t in case.steps:
        for n in case.nodes_of(s, diagram):
            yield from _step_problems(case, diagram, fair, n, s, t)


def _measured(case: Case, s: State) -> int:
    assert case.measure is not None
    value = case.measure.means(s, s, {})
    assert isinstance(value, int)
    return value


def _step_problems(  # noqa: PLR0913  # a step, and where it starts
    case: Case, diagram: Diagram, fair: set[str], n: Node, s: State, t: State
) -> Iterator[str]:
    taken = case.taken(s, t)
    after = {m.name for m in case.nodes_of(t, diagram)}
    edges = [
        e
        for e in diagram.edges
        if e.source == n.name
        and e.target in after
        and set(e.actions) <= taken
        and taken & fair <= set(e.actions)
    ]
    stays = n.name in after and not taken & fair
    if not edges and not stays:
        yield f"O2 {n.name}"
    for e in edges:
        for a in e.annotations:
            less = _measured(case, t) - _measured(case, s)
            if less > 0 or (a.strict and less == 0):
                yield f"O3 {n.name}"
    still = stays and not any(e.target == n.name for e in edges)
    if still and diagram.bounded_at(n.name) and _measured(case, t) > _measured(case, s):
        yield f"O3 stutter {n.name}"


# ---- comparison ----


def variants(case: Case) -> Iterator[Diagram]:
    """The covering diagram, then without an edge, a node or a mark, or with a wrong claim."""
    random, diagram = Random(case.seed + 1), case.diagram
    yield diagram
    if diagram.edges:
        gone = random.choice(diagram.edges)
        yield replace(diagram, edges=tuple(e for e in diagram.edges if e != gone))
        if diagram.orderings:
            new = replace(gone, annotations=(Annotation("t"),))
            yield replace(diagram, edges=(*(e for e in diagram.edges if e != gone), new))
    lost = random.choice(diagram.nodes).name
    yield replace(
        diagram,
        nodes=tuple(n for n in diagram.nodes if n.name != lost),
        edges=tuple(e for e in diagram.edges if lost not in (e.source, e.target)),
        actions=tuple(
            replace(a, enabled=tuple(n for n in a.enabled or () if n != lost))
            for a in diagram.actions
        ),
    )
    plain = tuple(replace(n, initial=n.initial and n.name != lost) for n in diagram.nodes)
    yield replace(diagram, nodes=plain)
    every = tuple(n.name for n in diagram.nodes)
    yield replace(diagram, actions=tuple(replace(a, enabled=every) for a in diagram.actions))


def meaning_of_case(case: Case, folder: Path) -> Meaning:
    """The diagram of a case with its formulas."""
    return prepare_diagram(load_text(folder, "Root", case.text, case.config), case.diagram).meaning


def kinds(found: Conformance) -> set[str]:
    """The kinds of conditions that are refuted, except fairness."""
    return {x.condition.kind for x in found.refuted}


def naive_kinds(case: Case, diagram: Diagram) -> set[str]:
    """The same by the slow judge."""
    return {"O3" if p.startswith("domain") else p.split()[0] for p in problems(case, diagram)}


def compare(
    seed: int, folder: Path, engine: str = "interp", solvers: bool = False, few: bool = False
) -> list[str]:
    """Where an engine differs from the slow judge; `few` takes half of the variants."""
    case = generate(seed)
    meaning = meaning_of_case(case, folder)
    wrong = []
    for number, diagram in enumerate(variants(case)):
        if few and (seed + number) % 2:
            continue
        changed = replace(meaning, diagram=diagram)
        found = conform_instance(changed, engine=engine)
        naive = naive_kinds(case, diagram)
        if kinds(found) != naive or found.open or found.conforms != (not naive):
            wrong.append(f"{seed}.{number}: {kinds(found)} is not {naive}")
        if number == 0 and naive:
            wrong.append(f"{seed}: the covering diagram is wrong: {naive}")
        if solvers:
            for all_sizes in (False, True):
                wrong += _by_solvers(changed, f"{seed}.{number}", naive, all_sizes)
    return wrong


def _by_solvers(meaning: Meaning, name: str, naive: set[str], all_sizes: bool) -> list[str]:
    """Solvers never prove what is wrong, nor refute what is right; the rest may be open."""
    from holdfast.diagram.by_solvers import conform_by_solvers
    from holdfast.prove.options import ProofOptions
    from holdfast.prove.strategies import QUICK, Effort

    effort = Effort(rlimit=QUICK)
    options = ProofOptions(all_sizes=all_sizes, workers=1, effort=effort)
    try:
        found = conform_by_solvers(meaning, options)
    except SpecError:
        return []  # the encoding does not support it
    if found.conforms and naive:
        return [f"{name}: solvers prove a diagram with {naive}"]
    if not kinds(found) <= naive:
        return [f"{name}: solvers refute {kinds(found)}, of which only {naive} is wrong"]
    return []


def main(first: int, last: int, solvers: bool) -> None:
    """Compare a range of seeds."""
    count = 0
    for seed in range(first, last):
        with tempfile.TemporaryDirectory() as folder:
            wrong = compare(seed, Path(folder), "native" if seed % 4 == 0 else "interp", solvers)
        count += len(wrong)
        sys.stdout.write("".join(f"{line}\n" for line in wrong))
        sys.stdout.flush()
    sys.stdout.write(f"{last - first} systems, {count} differences\n")
    sys.exit(bool(count))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), "--solvers" in sys.argv)
