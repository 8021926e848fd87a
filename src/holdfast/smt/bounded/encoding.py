"""The encoding for the constants of a configuration: every state is finite, sizes are known.

A state is constructed in one of three ways, determined by its first use:

    starts(s), steps(a, r, s)    its values are those that Init or a step from `r` can give
    successors(a, r)             likewise, for one action
    anything else                any values of the types of the variables (see `types.py`)

A state of the third kind has values of these types only. So that the encoding stays sound when
such a state must be initial or follow a step, it may have `escaped`: then its value is not in the
types, and every formula is false there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from holdfast.ir import expr as ir
from holdfast.ir.expr import Expr
from holdfast.ir.levels import Level
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Action, System
from holdfast.ir.values import Value
from holdfast.smt.bounded.expr import Evaluator
from holdfast.smt.bounded.pick import Picker
from holdfast.smt.bounded.place import Recorder
from holdfast.smt.bounded.read import Reader
from holdfast.smt.bounded.relations import contains, same
from holdfast.smt.bounded.scope import Scene
from holdfast.smt.bounded.step import Steps, Way
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import Sym, is_known
from holdfast.smt.bounded.symbols import name_values
from holdfast.smt.bounded.types import Domains
from holdfast.smt.bounded.values import merge_all
from holdfast.smt.encoding import (
    NO_NAMES,
    Condition,
    Interpretation,
    Lemma,
    NameValues,
    State,
    Successor,
)
from holdfast.smt.terms.term import BOOL, FALSE, TRUE, Symbol, Term, and_, not_, or_

__all__ = ["BoundedEncoding", "BoundedState"]

LONGEST = 4
"""The maximal length of sequences in a state of which only the types are known."""


@dataclass(slots=True, eq=False)
class BoundedState:
    """The values of the variables; `escaped` if they may be outside the types."""

    name: str
    values: Mapping[str, Sym] | None = None
    constraint: Term = TRUE
    escaped: Term | None = None
    outside: Mapping[str, Sym] = field(default_factory=dict)
    after: tuple[BoundedState, dict[int, Term]] | None = None


class BoundedEncoding:
    """The meaning of a `System` as formulas, for its constants (see `Encoding`)."""

    def __init__(
        self, system: System, invariant: Iterable[Expr] = (), longest: int = LONGEST
    ) -> None:
        if system.transient is not None:
            raise refuse_bounded("transient", system.transient.span)
        self.system = system
        self.evaluator = Evaluator(system)
        self.ranks = self.evaluator.machine.ranks
        with ranked_by(self.ranks):
            self.domains = Domains(self.evaluator, invariant)
        self.longest = longest
        self.shortened = False
        self._states: dict[str, BoundedState] = {}
        self._actions = {id(a.body.expr): a for a in system.actions}
        self._count = 0

    # ---- scope ----

    @property
    def scope(self) -> str:
        """The constants, and the length of sequences where that was limited."""
        notation = self.system.notation
        known = self._constants().items()
        parts = [f"{name} = {notation.of(name).show(value)}" for name, value in known]
        if self.shortened:
            parts.append(f"sequences of at most {self.longest} items")
        return ", ".join(parts) or "this instance"

    @property
    def assumed(self) -> tuple[str, ...]:
        """Nothing: the constants are known."""
        return ()

    @property
    def lemmas_used(self) -> tuple[Lemma, ...]:
        """No lemma is needed."""
        return ()

    def hypotheses(self) -> tuple[tuple[str, Term], ...]:
        """Nothing: the constants are known, and the interpreter checks the assumptions."""
        return ()

    # ---- states ----

    def state(self, name: str) -> BoundedState:
        """The state of this name; its first use determines its possible values."""
        return self._states.setdefault(name, BoundedState(name))

    def typed(self, state: State) -> Term:
        """The values of the variables are of their types."""
        with ranked_by(self.ranks):
            return self._typed(_own(state)).constraint

    def _typed(self, s: BoundedState) -> BoundedState:
        """Give a state that was not used yet arbitrary values of the types."""
        if s.values is None:
            picker = Picker(f"{s.name}.", self.longest)
            values: dict[str, Sym] = {}
            parts = []
            for name in self.system.variables:
                domain = self.domains.of(name)
                at = self.evaluator.place(Scene({}), self.domains.span_of(name))
                guard, values[name] = picker.pick(domain, name, at)
                parts.append(guard)
            s.values, s.constraint = values, and_(*parts)
            s.escaped = Symbol(f"{s.name} has escaped from its types", (), BOOL)()
            self.shortened = self.shortened or picker.shortened
            self.evaluator.facts.append(s.constraint)
        return s

    def _values(self, s: BoundedState) -> Mapping[str, Sym]:
        values = self._typed(s).values
        assert values is not None
        return values

    # ---- formulas ----

    def lemmas_about(self, state: State) -> tuple[tuple[str, Term], ...]:
        """Nothing: all values are known."""
        return ()

    def holds(
        self, e: Expr, state: State, after: State | None = None, names: NameValues = NO_NAMES
    ) -> Term:
        """A formula of the spec in a state, or a pair of them, as a term."""
        with ranked_by(self.ranks):
            scene = self._scene(state, after)
            formula = self.evaluator.truth(e, dict(names), scene)  # type: ignore[arg-type]
            states = [_own(s) for s in (state, after) if s is not None]
            inside = [not_(s.escaped) for s in states if s.escaped is not None]
            return and_(*inside, formula)

    def _scene(self, state: State, after: State | None) -> Scene:
        next_values = None if after is None else self._values(_own(after))
        return Scene(self._values(_own(state)), next_values)

    def conditions(
        self, e: Expr, state: State, after: State | None = None
    ) -> tuple[Condition, ...]:
        """What must hold for the evaluation of `e` to be defined."""
        before, self.evaluator.recorder = self.evaluator.recorder, Recorder(on=True)
        try:
            with ranked_by(self.ranks):
                self._evaluate(e, _own(state), None if after is None else _own(after))
            found = self.evaluator.recorder.conditions
        finally:
            self.evaluator.recorder = before
        return tuple(dict.fromkeys(found))

    def _evaluate(self, e: Expr, state: BoundedState, after: BoundedState | None) -> None:
        """Evaluates a formula for its conditions; an action by its tree."""
        init = self.system.init
        if init is not None and e is init.expr:
            Steps(self.evaluator, self._picker("start")).initial(init)
            return
        inner = e
        while isinstance(inner, ir.Bind) and id(inner) not in self._actions:
            inner = inner.body
        action = self._actions.get(id(inner))
        undecided = after is None or after.values is None
        if action is not None and undecided:
            steps = Steps(self.evaluator, self._picker(action.name))
            steps.step(action.body, action.bounds, self._values(state))
            return
        moves = self.evaluator.levels.of(e) >= Level.ACTION
        self.evaluator.truth(e, {}, self._scene(state, after if moves else None))

    # ---- initial states and steps ----

    def _picker(self, name: str) -> Picker:
        self._count += 1
        return Picker(f"{name} {self._count}: ", self.longest)

    def starts(self, state: State) -> Term:
        """The state is initial."""
        s = _own(state)
        with ranked_by(self.ranks):
            init = self.system.init
            if init is None:
                return FALSE
            steps = Steps(self.evaluator, self._picker(f"{s.name} starts"))
            ways = steps.initial(init)
            if not ways:
                self._decide(s, dict.fromkeys(self.system.variables, 0))
                return FALSE
            return self._reaches(s, steps.join(ways))

    def _reaches(self, s: BoundedState, way: Way) -> Term:
        """The branch is enabled and leads to the state."""
        if s.values is None:
            return and_(way.guard, self._decide(s, way.assigned))
        return and_(way.guard, self._equals(s, way.assigned))

    def _decide(self, s: BoundedState, values: Mapping[str, Sym]) -> Term:
        """Give these values to a state that was not used yet."""
        s.values, definitions = name_values(values, Picker(f"{s.name}."))
        formula = and_(*definitions)
        self.evaluator.facts.append(formula)
        return formula

    def _equals(self, s: BoundedState, values: Mapping[str, Sym]) -> Term:
        """The state has these values, or has escaped because its types do not have them."""
        assert s.values is not None
        at = self.evaluator.place(Scene({}), None)
        equal = and_(*(same(s.values[name], v, at) for name, v in values.items()))
        if s.escaped is None:
            return equal
        inside = and_(*(contains(self.domains.of(name), v, at) for name, v in values.items()))
        s.outside = values
        return or_(and_(equal, not_(s.escaped)), and_(not_(inside), s.escaped))

    def steps(self, action: Action, before: State, after: State) -> Term:
        """The action leads from one state to the other."""
        s, t = _own(before), _own(after)
        with ranked_by(self.ranks):
            if t.values is None:
                self._decide_after(s, t)
            if t.after is not None and t.after[0] is s:
                return t.after[1].get(id(action), FALSE)
            steps = Steps(self.evaluator, self._picker(f"{s.name} {action.name}"))
            ways = steps.step(action.body, action.bounds, self._values(s))
            return self._equals(t, steps.join(ways).assigned) if ways else FALSE

    def _decide_after(self, s: BoundedState, t: BoundedState) -> None:
        """Give a state the values after any action, and record the condition of each."""
        steps = Steps(self.evaluator, self._picker(f"{s.name} {t.name}"))
        ways: list[tuple[int, Way]] = []
        for action in self.system.actions:
            found = steps.step(action.body, action.bounds, self._values(s))
            if found:
                ways.append((id(action), steps.join(found)))
        if not ways:
            t.values, t.after = self._values(s), (s, {})
            return
        assert steps.picker is not None
        one, chosen = steps.picker.choose(len(ways), "action")
        values = {
            name: merge_all([(c, w.assigned[name]) for c, (_, w) in zip(chosen, ways, strict=True)])
            for name in self.system.variables
        }
        formula = and_(one, self._decide(t, values))
        taken: dict[int, Term] = {}
        for c, (key, w) in zip(chosen, ways, strict=True):
            taken[key] = or_(taken.get(key, FALSE), and_(c, w.guard, formula))
        t.after = (s, taken)

    def successors(self, action: Action, before: State) -> tuple[Successor, ...] | None:
        """The action in functional form: one successor for all of its branches."""
        s = _own(before)
        with ranked_by(self.ranks):
            steps = Steps(self.evaluator, self._picker(f"{s.name} {action.name}"))
            ways = steps.step(action.body, action.bounds, self._values(s))
            if not ways:
                return ()
            way = steps.join(ways)
            name = f"{s.name} after {action.name} {self._count}"
            after = BoundedState(name, dict(way.assigned))
            return (Successor(way.guard, (), after),)

    # ---- models ----

    def read_state(
        self, model: Interpretation, state: State, window: range | None = None
    ) -> Mapping[str, Value]:
        """The values of the variables in a model; all of them are finite, without a window."""
        del window
        s = _own(state)
        with ranked_by(self.ranks):
            reader = Reader(model)
            values = self._values(s)
            if s.escaped is not None and s.outside and reader.term(s.escaped):
                values = {**values, **s.outside}
            return {name: reader.value(v) for name, v in values.items()}

    def read_constants(
        self, model: Interpretation, window: range | None = None
    ) -> Mapping[str, Value]:
        """The values of the constants: those of the configuration."""
        del model, window
        return self._constants()

    def _constants(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        with ranked_by(self.ranks):
            for name in self.system.constants:
                definition = self.system.definitions.get(name)
                if definition is not None and not definition.params:
                    value = self.evaluator.value(ir.Call(name), {}, Scene({}))
                    if is_known(value):
                        found[name] = value  # type: ignore[assignment]
        return found


def _own(state: State) -> BoundedState:
    assert isinstance(state, BoundedState), "a state of another encoding"
    return state
