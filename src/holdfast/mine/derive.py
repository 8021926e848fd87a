"""From what was observed to the relations that are reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.literals import expr_of
from holdfast.ir.notation import show
from holdfast.ir.observation import Observed, Scene
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.system import System
from holdfast.ir.tla_expr import text_of
from holdfast.ir.values import FiniteSet, LazySet, ModelValue, Value
from holdfast.mine.drafts import Draft, draft
from holdfast.mine.facts import Fact, facts_of
from holdfast.mine.fold import Placed
from holdfast.mine.options import Choice
from holdfast.mine.rank import rank
from holdfast.mine.reduce import irredundant
from holdfast.mine.relation import Guard, Quantifier, Relation, Writer
from holdfast.mine.terms import Terms


@dataclass(frozen=True, slots=True)
class Derivation:
    """What relations are derived from."""

    system: System
    machine: Machine
    terms: Terms
    choice: Choice
    observed: Observed


def derive(given: Derivation) -> tuple[Relation, ...]:
    """The relations of the chosen forms, the most telling first."""
    return _Derive(given).run()


def domains(given: Derivation) -> tuple[ir.Expr, ...]:
    """`DOMAIN f = S` for each function whose entries are terms; proofs need it."""
    derive_ = _Derive(given)
    found: dict[ir.Expr, None] = {}
    for number, term in enumerate((*given.terms.terms, *given.terms.controls)):
        undefined = given.observed.scenes[0].undefined.get(number)
        if len(term.keys) == 1 and term.keys[0].step == 0 and not undefined:
            own = ir.Apply(Op.DOMAIN, (ir.Name(term.variable),))
            named, _ = derive_.domain(term.keys[0].domain)
            found.setdefault(ir.Apply(Op.EQ, (own, named)))
    return tuple(found)


class _Derive:
    def __init__(self, given: Derivation) -> None:
        self.given = given
        self.system, self.choice = given.system, given.choice
        self.terms, self.controls = given.terms.terms, given.terms.controls
        taken = {*self.system.variables, *self.system.constants, *self.system.definitions}
        taken |= self.choice.names
        self.writer = Writer(self.terms, self.system.notation, given.terms.constants, taken)
        self.scenes = {(s.control, s.value): s for s in given.observed.scenes}

    def run(self) -> tuple[Relation, ...]:
        """Facts by scene, without those that others imply, quantified where possible."""
        forms = self.choice.forms
        whole = self.given.observed.scenes[0]
        facts = list(facts_of(whole, self.terms, forms))
        known = set(facts)
        placed = [Placed(f) for f in facts]
        wanted = placed if self.choice.everything else self._placed(irredundant(facts, whole))
        for scene in self.given.observed.scenes[1:]:
            if self._is_chosen(scene):
                own = list(facts_of(scene, self.terms, (*forms, "bound", "order")))
                here = own if self.choice.everything else irredundant(own, scene, known)
                wanted = [*wanted, *self._placed(here, scene)]
                placed += self._placed([f for f in own if f not in known], scene)
        quantify = "quantified" in forms
        ranges = self.choice.ranges
        drafts = draft(placed, wanted, self.terms, self.controls, quantify=quantify, ranges=ranges)
        return rank(self._relation(d) for d in drafts if not quantify or self._is_nameable(d))

    def _placed(self, facts: Iterable[Fact], scene: Scene | None = None) -> list[Placed]:
        if scene is None:
            return [Placed(f) for f in facts]
        return [Placed(f, scene.control, scene.value) for f in facts]

    def _is_chosen(self, scene: Scene) -> bool:
        assert scene.control is not None
        assert scene.value is not None
        control = self.controls[scene.control]
        notation = self.system.notation
        shown = notation.of(control.variable).show(scene.value)
        names = (str(scene.value), shown, control.text(notation), control.variable)
        chosen = self.choice.at
        return not chosen or any(n in names or shown.startswith(f"{n} ") for n in chosen)

    def _is_nameable(self, each: Draft) -> bool:
        """Whether the spec has names for the keys and for the values of the control."""
        terms = [self.terms[t] for t in each.fact.terms]
        terms += [] if each.control is None else [self.controls[each.control]]
        keys = [key.value for term in terms for key in term.keys] if not each.domains else []
        names = self.choice.names
        return all(not isinstance(v, ModelValue) or v.name in names for v in (*keys, *each.values))

    # ---- relations ----

    def _relation(self, each: Draft) -> Relation:
        fact, guard = each.fact, self._guard(each)
        names = [self.writer.fresh(i) for i in range(len(each.domains))]
        keys, own = self._keys(each, [names[place] for place in each.places])
        scenes = [self.scenes[each.control, v] for v in each.values or (None,)]
        formula = self.writer.formula(
            fact,
            {p: [ir.Name(n) for n in some] for p, some in keys.items()},
            {t: sum(s.undefined.get(t, 0) for s in scenes) for t in fact.terms},
            guard,
            [ir.Name(n) for n in own] or None,
        )
        text = ""
        if each.domains:
            domains = [self.domain(d) for d in each.domains]
            sets, texts = tuple(e for e, _ in domains), tuple(t for _, t in domains)
            quantifier = Quantifier(tuple(names), sets, texts, each.condition)
            formula, text = quantifier.formula(formula), quantifier.text
        terms = [self.terms[t] for t in fact.terms]
        return Relation(
            fact.form,
            *self.writer.sides(fact, keys),
            formula,
            tla_text(formula),
            text,
            "" if guard is None else self._at(guard, own),
            max(sum(s.absent.get(t, 0) for s in scenes) for t in fact.terms),
            tuple(term.text(self.system.notation) for term in terms),
            tuple(dict.fromkeys(term.variable for term in terms)),
            tuple(self.system.notation.type_of(t.variable) or t.kind for t in terms),
            own=self._own(formula),
        )

    def _own(self, formula: ir.Expr) -> str | None:
        notation = self.system.notation
        return tla_text(formula) if notation.is_tla else notation.readable(formula)

    def _keys(self, each: Draft, at_keys: list[str]) -> tuple[dict[int, list[str]], list[str]]:
        """The names of the keys of each term, and those of the control."""
        if not each.domains:
            return {}, []
        at = first = 0 if each.control is None else len(self.controls[each.control].keys)
        keys: dict[int, list[str]] = {}
        for place, t in enumerate(each.fact.terms):
            keys[place] = at_keys[at : at + len(self.terms[t].keys)]
            at += len(self.terms[t].keys)
        return keys, at_keys[:first]

    def _guard(self, each: Draft) -> Guard | None:
        if each.control is None:
            return None
        placed = (s.states for s in self.scenes.values() if s.control == each.control)
        partial = sum(placed) < self.given.observed.scenes[0].states
        return Guard(self.controls[each.control], each.values, partial)

    def _at(self, guard: Guard, keys: Sequence[str]) -> str:
        notation = self.system.notation
        control = guard.control.text(notation, keys)
        values = [notation.of(guard.control.variable).show(v) for v in guard.values]
        if len(values) == 1:
            return f"{control} = {values[0]}"
        return f"{control} \\in {{{', '.join(values)}}}"

    # ---- the sets of keys ----

    @cached_property
    def sets(self) -> dict[Value, tuple[ir.Expr, str]]:
        """The sets that constants and definitions without variables name."""
        found: dict[Value, tuple[ir.Expr, str]] = {}
        names = [*self.system.constants, *self.system.definitions]
        for name in names:
            definition = self.system.definitions.get(name)
            if definition is None or definition.params or name not in self.choice.names:
                continue
            try:
                value = self.given.machine.value(ir.Call(name))
                value = value.finite() if isinstance(value, LazySet) else value
            except EvalError:
                continue
            if isinstance(value, FiniteSet):
                found.setdefault(value, (ir.Call(name), name))
        return found

    def domain(self, domain: FiniteSet) -> tuple[ir.Expr, str]:
        """A set of keys as an expression and as text, by a name of the spec if there is one."""
        named = self.sets.get(domain)
        if named is not None:
            return named
        keys = ordered(domain)
        if all(isinstance(k, int) for k in keys) and len(keys) > 1:
            low, high = keys[0], keys[-1]
            assert isinstance(low, int)
            assert isinstance(high, int)
            if high - low + 1 == len(keys):
                last, text = self.writer.end(high)
                return ir.Apply(Op.RANGE, (expr_of(low), last)), f"{low}..{text}"
        return expr_of(domain), show(domain)


def tla_text(e: ir.Expr) -> str:
    """A formula as TLA+ text; model values by their names."""

    def named(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Apply(Op.MODEL, (ir.Literal(name),)):
                return ir.Name(str(name))
            case _:
                return None

    return text_of(ir.rewrite(named, e))
