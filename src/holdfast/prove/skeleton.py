"""A proof for TLAPS: the invariant, its lemmas, and a step for each action and lemma.

It is a skeleton: it has the structure of our proof, and each leaf names the definitions that it
needs. TLAPS may need more facts at some leaves, such as the finiteness of sets.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, System
from holdfast.ir.tla_text import tla_text, unused
from holdfast.prove.proof import Proof
from holdfast.prove.settle import Settled
from holdfast.source import Span

_NAME = re.compile(r"\w+(!\w+)*")


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The texts of the parts of a specification; those that name definitions can be unfolded."""

    spec: str
    init: str
    next: str
    variables: str
    declared: tuple[str, ...]

    def definition(self, text: str) -> tuple[str, ...]:
        """The definition that a part names; nothing for a formula or a variable."""
        return (text,) if _NAME.fullmatch(text) and text not in self.declared else ()


def behaviour_of(system: System) -> Behaviour:
    """The behaviour as the spec writes it."""
    init, step = _text(system.init_formula, "Init"), _text(system.next_formula, "Next")
    variables = _subscript(system) or f"<<{', '.join(system.variables)}>>"
    spec = _text(system.specification, f"{init} /\\ [][{step}]_{variables}")
    return Behaviour(spec, init, step, variables, system.variables)


def _text(e: ir.Expr | None, otherwise: str) -> str:
    match e:
        case ir.Call(name, ()) if _NAME.fullmatch(name):
            return name
        case _:
            return otherwise if e is None or e.span is None else f"({e.span.text})"


def _subscript(system: System) -> str | None:
    """The `v` of `[][Next]_v`."""
    match system.specification:
        case ir.Call(name, ()) if name in system.definitions:
            whole: ir.Expr = system.definitions[name].body
        case _:
            return None
    for part in ir.walk(whole):
        if isinstance(part, ir.Apply) and part.op is Op.BOX_ACTION:
            span = part.args[1].span
            text = "" if span is None else span.text
            return text if _NAME.fullmatch(text) or text.startswith("<<") else f"({text})"
    return None


def unfolded(system: System, e: ir.Expr) -> tuple[str, ...]:
    """The definitions that a formula uses, directly or not, except constants."""
    found: dict[str, None] = {}
    pending = [e]
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Call(name, _) if name in system.definitions and name not in found:
                    found[name] = None
                    pending.append(system.definitions[name].body)
                case _:
                    pass
    # A pass may have specialised a definition several times.
    names = dict.fromkeys(n.partition("@")[0] for n in found)
    return tuple(n for n in names if n not in system.constants and _NAME.fullmatch(n))


def proof_module(proof: Proof, spec: str, name: str) -> str:
    """The text of the module."""
    assert proof.system is not None, "`prove` sets the conjunct"
    return "\n".join([*_Skeleton(proof, proof.system).lines(spec, name), "=" * 40, ""])


class _Skeleton:
    def __init__(self, proof: Proof, system: System) -> None:
        self.proof = proof
        self.system = system
        self.behaviour = behaviour_of(system)
        every = proof.obligations
        self.kept = [s for s in every if s.obligation.kind == "consecution"]
        self.initial = [s for s in every if s.obligation.kind == "initiation"]
        self.names = _names(self.initial, proof.taken)
        self.invariant = unused("Invariant", proof.taken)
        self.initiation = unused("Initiation", proof.taken)
        self.consecution = unused("Consecution", proof.taken)
        self.theorem = unused("Safety", proof.taken)

    def lines(self, spec: str, name: str) -> Iterator[str]:
        """The lines of the module, except the last."""
        proof = self.proof
        yield f"---- MODULE {name} ----"
        yield f"\\* {', '.join(proof.checked)} of module {spec}, for {_one_line(proof.scope)}."
        yield f"EXTENDS {spec}, TLAPS"
        yield ""
        for lemma in proof.library_lemmas:
            yield f"\\* from the library: {lemma.name}: {_one_line(lemma.statement)}"
        for each in proof.assumed:
            yield f"\\* assumed: {_one_line(each)}"
        if proof.method != "induction":
            yield f"\\* By {proof.method} with k = {proof.k}: TLAPS has no rule for that."
            return
        for label, text in self.names.values():
            yield f"{label} =={text}"
        yield ""
        yield f"{self.invariant} ==" + "".join(
            f"\n  /\\ {label}" for label, _ in self.names.values()
        )
        yield ""
        yield from self._initiation()
        yield ""
        yield from self._consecution()
        yield ""
        yield from self._theorem()

    def _initiation(self) -> Iterator[str]:
        init = self.behaviour.init
        yield f"LEMMA {self.initiation} == {init} => {self.invariant}"
        for number, each in enumerate(self.initial, 1):
            label, _ = self.names[each.obligation.lemma]
            yield f"<1>{number}. {init} => {label}{_open(each)}"
            started = self.system.init_formula
            used = () if started is None else unfolded(self.system, started)
            yield f"  BY DEF {_listed((*used, label, *self._of(each)))}"
        yield "<1>. QED"
        yield f"  BY {_cited(1, len(self.initial))} DEF {self.invariant}"

    def _consecution(self) -> Iterator[str]:
        following, variables = self.behaviour.next, self.behaviour.variables
        inv = self.invariant
        actions: dict[str, list[Settled]] = {}
        for each in self.kept:
            actions.setdefault(each.obligation.action, []).append(each)
        yield f"LEMMA {self.consecution} == {inv} /\\ [{following}]_{variables} => {inv}'"
        yield f"<1>. SUFFICES ASSUME {inv}, [{following}]_{variables} PROVE {inv}'"
        yield "  OBVIOUS"
        for number, group in enumerate(actions.values(), 1):
            yield f"<1>{number}. CASE {_some(group[0], self.system)}"
            for step, each in enumerate(group, 1):
                label, _ = self.names[each.obligation.lemma]
                yield f"  <2>{step}. {label}'{_open(each)}"
                yield f"    BY <1>{number} DEF {_listed((inv, *self._needed(each)))}"
            yield "  <2>. QED"
            yield f"    BY {_cited(2, len(group))} DEF {inv}"
        last = len(actions) + 1
        yield f"<1>{last}. CASE UNCHANGED {variables}"
        labels = [label for label, _ in self.names.values()]
        all_of = [n for s in self.initial for n in self._of(s)]
        names = (inv, *self.behaviour.definition(variables), *labels, *all_of)
        yield f"  BY <1>{last} DEF {_listed(names)}"
        yield "<1>. QED"
        unfolds = self.behaviour.definition(following) or (inv,)
        yield f"  BY {_cited(1, last)} DEF {_listed(unfolds)}"

    def _theorem(self) -> Iterator[str]:
        goal = " /\\ ".join(filter(self._is_of_spec, self.proof.checked))
        b, inv = self.behaviour, self.invariant
        labels = [label for label, _ in self.names.values()]
        yield f"THEOREM {self.theorem} == {b.spec} => []({goal})"
        yield f"<1>1. {b.init} => {inv}"
        yield f"  BY {self.initiation}"
        yield f"<1>2. {inv} /\\ [{b.next}]_{b.variables} => {inv}'"
        yield f"  BY {self.consecution}"
        yield f"<1>3. {inv} => {goal}"
        asked = [n for p in self.system.invariants for n in unfolded(self.system, p.expr)]
        yield f"  BY DEF {_listed((inv, *labels, *asked))}"
        yield "<1>. QED"
        yield f"  BY <1>1, <1>2, <1>3, PTL DEF {_listed(b.definition(b.spec) or (inv,))}"

    def _is_of_spec(self, name: str) -> bool:
        """Whether the spec, or a module that it instantiates, defines it: lemmas may be our own."""
        taken = self.proof.taken
        return not taken or name in taken or "!" in name

    def _of(self, settled: Settled) -> tuple[str, ...]:
        """The definitions that a lemma uses."""
        conjunct = settled.obligation.conjunct
        return () if conjunct is None else unfolded(self.system, conjunct.expr)

    def _needed(self, settled: Settled) -> list[str]:
        """The definitions of the action, of the lemma, and of the lemmas in the query."""
        obligation = settled.obligation
        text = "\n".join(t for part in settled.parts for t in part.texts)
        own = self.names[obligation.lemma][0]
        used = [
            name
            for each in self.initial
            if f"; {each.obligation.lemma} holds before it" in text
            for name in (self.names[each.obligation.lemma][0], *self._of(each))
        ]
        rule = obligation.rule
        action = () if rule is None else unfolded(self.system, rule.body.expr)
        named = [obligation.action] if obligation.action in self.system.definitions else []
        return [*named, *action, own, *self._of(settled), *used]


def _names(settled: list[Settled], taken: Container[str]) -> dict[str, tuple[str, str]]:
    """For each lemma a valid TLA+ name, and its text."""
    found: dict[str, tuple[str, str]] = {}
    for each in settled:
        lemma = each.obligation.lemma
        plain = "".join(c if c.isalnum() else "_" for c in lemma)
        label = unused(f"L{len(found) + 1}_{plain}", taken)
        found.setdefault(lemma, (label, _source(each.obligation.span) or _written(each)))
    return found


def _written(settled: Settled) -> str:
    """The text of a formula that has no location in the source."""
    conjunct = settled.obligation.conjunct
    assert conjunct is not None, "only definedness has no lemma"
    return f"\n  {tla_text(conjunct.expr)}"


def _source(span: Span | None) -> str | None:
    """The text of a formula, dedented."""
    if span is None:
        return None
    column = span.source.position(span.start)[1] - 1
    first, *rest = span.text.splitlines()
    shift = max(0, column - 2)
    return "\n".join(["\n  " + first, *(line[min(shift, _indent(line)) :] for line in rest)])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _some(settled: Settled, system: System) -> str:
    """The action with its quantifiers."""
    rule = settled.obligation.rule
    if rule is None:
        return settled.obligation.action
    bounds = []
    for group in rule.bounds:
        for bound in group:
            domain = bound.domain
            of = "" if domain is None or domain.span is None else f" \\in {domain.span.text}"
            bounds.append(f"{', '.join(bound.names)}{of}")
    quantified = f"\\E {', '.join(bounds)} : " if bounds else ""
    return f"{quantified}{_called(rule, system)}"


def _called(rule: Action, system: System) -> str:
    """The definition that an action calls inside its quantifiers, if that is its whole body."""
    definition = system.definitions.get(rule.name)
    arguments = [a.span.text for a in rule.args if a.span is not None]
    if arguments:
        return f"{rule.name}({', '.join(arguments)})"
    if definition is not None and not definition.params:
        return rule.name
    return f"({tla_text(rule.body.expr)})"


def _open(settled: Settled) -> str:
    return "" if settled.status == "proved" else f"  \\* {settled.status}"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(dict.fromkeys(names))


def _cited(level: int, count: int) -> str:
    return ", ".join(f"<{level}>{i}" for i in range(1, count + 1)) or "OBVIOUS"


def _one_line(text: str) -> str:
    return " ".join(text.split())
