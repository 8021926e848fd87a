"""The conditions of a diagram as a TLA+ module with theorems, for readers and other provers."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from holdfast.diagram.conditions import fair_actions, used_orderings
from holdfast.diagram.diagram import Edge, Ordering
from holdfast.diagram.meaning import Meaning
from holdfast.diagram.measures import ORDERS
from holdfast.ir.notation import TLA
from holdfast.ir.tla_text import tla_text, unused
from holdfast.prove.skeleton import behaviour_of
from holdfast.source import Diagnostic, SpecError


def conditions_module(meaning: Meaning, spec: str, name: str, taken: Container[str] = ()) -> str:
    """The text of a module that extends the spec; `taken` are the names of the spec."""
    if meaning.system.notation is not TLA:
        message = "conditions are exported for specs in TLA+ only"
        raise SpecError(Diagnostic("unsupported", message, None))
    module = _Module(meaning, taken)
    return "\n".join([*module.lines(spec, name), "=" * 40, ""])


@dataclass(frozen=True, slots=True)
class _Module:
    meaning: Meaning
    taken: Container[str]

    def lines(self, spec: str, name: str) -> Iterator[str]:
        """The lines of the module, except the last."""
        diagram = self.meaning.diagram
        yield f"---- MODULE {name} ----"
        yield f"\\* The diagram {diagram.name} covers all behaviours of {spec} if these hold."
        yield f"EXTENDS {spec}, Integers, FiniteSets, Sequences"
        for parameter, domain in diagram.parameters:
            yield f"\nCONSTANT {parameter}\nASSUME {parameter} \\in {domain}"
        yield ""
        yield from self._definitions()
        yield ""
        yield from self._covering()
        yield from self._decreasing()
        yield from self._fair()

    # ---- names ----

    def _own(self, stem: str, name: str) -> str:
        plain = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
        return unused(f"{stem}_{plain}", self.taken)

    def _node(self, name: str) -> str:
        number = [n.name for n in self.meaning.diagram.nodes].index(name) + 1
        return self._own(f"Node{number}", name)

    def _action(self, name: str) -> str:
        number = [a.name for a in self.meaning.diagram.actions].index(name) + 1
        return self._own(f"Action{number}", name)

    def _term(self, name: str) -> str:
        number = [o.name for o in self.meaning.diagram.orderings].index(name) + 1
        return self._own(f"Term{number}", name)

    # ---- definitions ----

    def _definitions(self) -> Iterator[str]:
        diagram, variables = self.meaning.diagram, self.subscript
        texts = {p.name: p.text for p in diagram.predicates}
        for node in diagram.nodes:
            yield f"{self._node(node.name)} =="
            for x in node.literals:
                yield f"  /\\ {'' if x.positive else '~'}({_indented(texts[x.predicate])})"
            if not node.literals:
                yield "  TRUE"
        if variables != self.variables:
            yield f"{variables} == {self.variables}"
        for a in diagram.actions:
            text = a.text or self._rule(a.name)
            yield f"{self._action(a.name)} == <<{_indented(text)}>>_{variables}"
        for o in diagram.orderings:
            yield f"{self._term(o.name)} == {_indented(o.text)}"

    def _rule(self, name: str) -> str:
        definition = self.meaning.system.definitions.get(name)
        if definition is not None and not definition.params:
            return name
        return tla_text(self.meaning.actions[name].formula)

    @property
    def variables(self) -> str:
        """The tuple of all variables; parameters are constants of the module."""
        system, added = self.meaning.system, {p.variable for p in self.meaning.parameters}
        own = tuple(name for name in system.variables if name not in added)
        return behaviour_of(replace(system, variables=own)).variables

    @property
    def subscript(self) -> str:
        """The name of that tuple, of the spec or of this module."""
        text = self.variables
        return text if text.isidentifier() else unused("Variables", self.taken)

    # ---- theorems ----

    def _covering(self) -> Iterator[str]:
        diagram, behaviour = self.meaning.diagram, behaviour_of(self.meaning.system)
        starts = [self._node(n.name) for n in diagram.initial]
        yield f"THEOREM {self._own('O1', 'Initially')} =="
        yield f"  {behaviour.init} =>" + (_listed(starts, "\\/") or " FALSE")
        for node in diagram.nodes:
            here = self._node(node.name)
            ways = [self._conjunction([f"{here}'", *self._absent(())])]
            ways += [self._taken(edge) for edge in diagram.leaving(node.name)]
            yield f"THEOREM {self._own('O2', node.name)} =="
            yield f"  {here} /\\ [{behaviour.next}]_{self.subscript} =>" + _listed(ways, "\\/")

    def _taken(self, edge: Edge) -> str:
        """A step takes an edge."""
        parts = [f"{self._node(edge.target)}'", *map(self._action, edge.actions)]
        return self._conjunction([*parts, *self._absent(edge.actions)])

    def _absent(self, taken: Container[str]) -> Iterator[str]:
        fair = fair_actions(self.meaning.diagram)
        return (f"~{self._action(name)}" for name in fair if name not in taken)

    def _conjunction(self, parts: list[str]) -> str:
        return "(" + " /\\ ".join(parts) + ")"

    def _decreasing(self) -> Iterator[str]:
        diagram, behaviour = self.meaning.diagram, behaviour_of(self.meaning.system)
        orderings = {o.name: o for o in diagram.orderings}
        step = f"[{behaviour.next}]_{self.subscript}"
        for number, edge in enumerate(diagram.edges, 1):
            for a in edge.annotations:
                name = self._own(f"O3_edge{number}", f"{edge.source}_{a.ordering}")
                goal = self._less(orderings[a.ordering], a.strict)
                yield f"THEOREM {name} =="
                yield f"  {self._node(edge.source)} /\\ {step} /\\ {self._taken(edge)}"
                yield f"    => {goal}"
        for node in diagram.nodes:
            bounded, here = diagram.bounded_at(node.name), self._node(node.name)
            loops = [e for e in diagram.leaving(node.name) if e.target == node.name]
            for ordering in (o for o in diagram.orderings if o.name in bounded):
                name = self._own("O3_domain", f"{node.name}_{ordering.name}")
                yield f"THEOREM {name} == {here} => {self._domain(ordering)}"
                stays = [f"{here}'", *self._absent(()), *(f"~{self._taken(e)}" for e in loops)]
                name = self._own("O3_stutter", f"{node.name}_{ordering.name}")
                yield f"THEOREM {name} =="
                yield f"  {here} /\\ {step} /\\ {self._conjunction(stays)}"
                yield f"    => {self._less(ordering, strict=False)}"

    def _less(self, ordering: Ordering, strict: bool) -> str:
        t = self._term(ordering.name)
        match ordering.order:
            case "numbers":
                return f"{t}' {'<' if strict else '<='} {t}"
            case "sets":
                return f"{t}' \\subseteq {t}" + (f" /\\ {t}' # {t}" if strict else "")
            case _:
                equal = f"\\A j \\in 1..(i - 1) : {t}'[j] = {t}[j]"
                less = f"\\E i \\in 1..Len({t}) : {t}'[i] < {t}[i] /\\ {equal}"
                return f"({less})" if strict else f"({t}' = {t} \\/ {less})"

    def _domain(self, ordering: Ordering) -> str:
        t = self._term(ordering.name)
        match ordering.order:
            case "numbers":
                return f"{t} \\in Nat"
            case "sets":
                return f"IsFiniteSet({t})"
            case _:
                return f"{t} \\in Seq(Nat)"

    def _fair(self) -> Iterator[str]:
        diagram, behaviour = self.meaning.diagram, behaviour_of(self.meaning.system)
        for name in fair_actions(diagram):
            action = diagram.action(name)
            fair = f"{action.fairness.value}_{self.subscript}({self._action(name)})"
            yield f"THEOREM {self._own('O4a', name)} == {behaviour.spec} => {fair}"
            for node in diagram.nodes:
                if node.name in diagram.enabled_at(action):
                    label = self._own("O4b", f"{node.name}_{name}")
                    yield f"THEOREM {label} =="
                    yield f"  {self._node(node.name)} => ENABLED {self._action(name)}"
        orders = {o.name: o.order for o in diagram.orderings}
        for name in used_orderings(diagram):
            yield f"\\* O5: {self._term(name)}: {ORDERS[orders[name]]}."


def _indented(text: str) -> str:
    """A text on one line, so that its lists do not depend on columns."""
    return " ".join(text.split()) if "\n" not in text else text


def _listed(parts: list[str], bullet: str) -> str:
    return "".join(f"\n    {bullet} {part}" for part in parts)
