"""The encoding of a system for all sizes: constant sets are sorts, and nothing is enumerated.

    RM = {r1, r2, r3}                  sort RM
    rmState = [r \\in RM |-> "a"]       s.rmState : RM -> Atom
    msgs \\union {[type |-> "p", rm |-> r]}    s.msgs : RM -> Bool, one relation for each form

The shapes of the variables are inferred from the values assigned to them, initially and in the
actions, up to a fixpoint. So no type invariant is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from holdfast.ir.body import walk_body
from holdfast.ir.expr import Expr
from holdfast.ir.system import Action, Assign, AssignFrom, Body, System
from holdfast.ir.values import Value
from holdfast.smt.encoding import (
    NO_NAMES,
    Condition,
    Interpretation,
    Lemma,
    NameValues,
    State,
    Successor,
)
from holdfast.smt.terms.term import INT, TRUE, Term, and_, or_
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.assumed import (
    configured,
    facts_of_constants,
    replacements,
    stated_by,
)
from holdfast.smt.unbounded.bits import literal_widths
from holdfast.smt.unbounded.constants import (
    find_constants,
    keys_of_functions,
    with_empty_sets,
)
from holdfast.smt.unbounded.domains import atoms_of, shape_of
from holdfast.smt.unbounded.enabled import enabled
from holdfast.smt.unbounded.expr import Meaning
from holdfast.smt.unbounded.hypotheses import accepted
from holdfast.smt.unbounded.neighbours import (
    NEIGHBOURS,
    compared_neighbours,
    neighbour_axioms,
)
from holdfast.smt.unbounded.scope import Scope
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.step import Branch, Steps
from holdfast.smt.unbounded.support import placed, refuse
from holdfast.smt.unbounded.symbolic import Sym, Undefined
from holdfast.smt.unbounded.symbols import enumerated, symbolic
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import equal
from holdfast.source import Span, SpecError

_ROUNDS = 30
"""The limit on iterations of shape inference."""


@dataclass(frozen=True, slots=True)
class SymbolicState:
    """The symbolic values of the variables; `fresh` if they are plain symbols."""

    name: str
    values: Mapping[str, Sym]
    fresh: bool = True


class NoInitialState(Exception):
    """With these constants the initial predicate is false: there is nothing to encode."""


@dataclass(frozen=True, slots=True)
class Empty:
    """A constant set that is empty, and others that are known not to be.

    `used` are the constants about which a proof may assume facts of the configuration.
    """

    name: str
    not_empty: tuple[str, ...]
    used: tuple[str, ...]


class UnboundedEncoding:
    """A system for all sizes of its constant sets; see `Encoding` for what the methods mean."""

    scope = "all sizes"

    def __init__(
        self, system: System, assume: Sequence[str] = (), empty: Empty | None = None
    ) -> None:
        if system.transient is not None:
            raise refuse("transient", system.transient.span)
        self.system = system
        self.accepted = accepted(system, assume)
        self.theory = Theory()
        self.theory.widths = literal_widths(system)
        self.constants = find_constants(system)
        self.empty = empty
        if empty is not None:
            self.constants = with_empty_sets(self.constants, empty.name, empty.not_empty)
        self.meaning = self._meaning(self.theory)
        for kind in self.constants.shapes.values():
            self.theory.atoms |= dict.fromkeys(sorted(atoms_of(kind)))
        self.compared = compared_neighbours(system)
        self._states: dict[str, SymbolicState] = {}
        self._constant_facts: list[tuple[str, Term]] | None = None
        self.unused: tuple[str, ...] = ()
        """The assumptions of which a part cannot be encoded, and why: a proof does without."""
        # Dependencies of shape inference are not dependencies of formulas.
        draft = Theory()
        with draft.at_work():
            self.shapes = self._find_shapes(self._meaning(draft))
        self.theory.rests_on(draft)

    def _meaning(self, theory: Theory) -> Meaning:
        meaning = Meaning(self.system.definitions, self.constants, theory)
        meaning.enabled = partial(enabled, meaning)
        return meaning

    @property
    def assumed(self) -> tuple[str, ...]:
        """The texts of accepted hypotheses, and the facts of the configuration."""
        return (
            *(p.statement for p in self.accepted),
            *replacements(self.system, self.constants),
            *configured(self.system, self.constants, self.theory),
        )

    @property
    def sets_to_be_empty(self) -> tuple[str, ...]:
        """The constant sets that formulas depend on and that may be empty."""
        names = [s.name for s in self.constants.sorts if s.name in self.theory.constants]
        keys = set(keys_of_functions(self.constants))
        return tuple(n for n in names if n not in keys)

    @property
    def sets_not_to_be_empty(self) -> tuple[str, ...]:
        """The constant sets that are non-empty domains of constant functions."""
        return tuple(dict.fromkeys(keys_of_functions(self.constants)))

    def is_not_empty(self, name: str) -> str:
        """The assumption that a constant set is not empty, as text."""
        return f"{self.constants.called.get(name, name)} # {{}}"

    @property
    def lemmas_used(self) -> tuple[Lemma, ...]:
        """The lemmas of the library that the formulas made so far depend on."""
        return tuple(self.theory.lemmas.values())

    # ---- shapes ----

    def _find_shapes(self, meaning: Meaning) -> dict[str, Shape]:
        found: dict[str, Shape] = {}
        failed: SpecError | None = None
        for _ in range(_ROUNDS):
            before = dict(found)
            failed = self._join_assigned(found, meaning)
            if found == before:
                break
        else:
            raise self._endless(found, before)
        if failed is not None:
            raise failed
        for name in self.system.variables:
            if name not in found:
                raise refuse("unknown-shape", None, f"`{name}`")
        return found

    def _endless(self, found: Mapping[str, Shape], before: Mapping[str, Shape]) -> SpecError:
        """The error for variables whose shapes keep growing."""
        growing = [n for n in found if found[n] != before[n]]
        changed = (a.span for a in self.system.actions if set(growing) & set(_changed_in(a.body)))
        return refuse("unknown-shape", next(changed, None), ", ".join(growing))

    def _join_assigned(self, found: dict[str, Shape], meaning: Meaning) -> SpecError | None:
        """Join the shapes of all assigned values; a failure may disappear with more shapes."""
        failed: SpecError | None = None
        if self.system.init is not None:
            try:
                branches = Steps(meaning, None, "0").start(self.system.init)
                for branch in branches:
                    _join_branch(branch, found)
            except SpecError as error:
                raise placed(error, self.system.init.span) from None
            if not branches and self.empty is not None:
                raise NoInitialState
        for action in self.system.actions:
            before = {n: symbolic(s, f"s.{n}") for n, s in found.items()}
            try:
                for branch in Steps(meaning, before, f"s.{action.name}").action(action):
                    _join_branch(branch, found)
            except SpecError as error:
                failed = failed or placed(error, action.span)
        return failed

    # ---- states ----

    def state(self, name: str) -> SymbolicState:
        """Fresh symbols for each variable; equal names give equal symbols."""
        if name not in self._states:
            values = {n: symbolic(s, f"{name}.{n}") for n, s in self.shapes.items()}
            self._states[name] = SymbolicState(name, values)
        return self._states[name]

    def typed(self, state: State) -> Term:
        """What the shapes imply beyond the sorts of the symbols."""
        s = _own(state)
        if not s.fresh:
            return TRUE
        with self.theory.at_work():
            return and_(*(enumerated(self.shapes[n], s.values[n]) for n in self.shapes))

    def lemmas_about(self, state: State) -> tuple[tuple[str, Term], ...]:
        """The lemma about neighbours, for each function whose neighbours the spec compares."""
        with self.theory.at_work():
            axioms = tuple(neighbour_axioms(self.compared, _own(state).values))
        if axioms:
            self.theory.lemmas.setdefault(NEIGHBOURS.name, NEIGHBOURS)
        return tuple((f"lemma {NEIGHBOURS.name}", axiom) for axiom in axioms)

    # ---- formulas ----

    def hypotheses(self) -> tuple[tuple[str, Term], ...]:
        """Assumptions of the spec, accepted ones, definitions and lemmas; call this last."""
        if self._constant_facts is None:
            self._constant_facts = self._facts_about_constants()
        different = self.theory.names_are_different()
        behind = [(label, term) for term, label in self.theory.axioms.items()]
        return _without_true(
            [*self._constant_facts, ("names and strings are different", different), *behind]
        )

    def _facts_about_constants(self) -> list[tuple[str, Term]]:
        found = []
        with self.theory.at_work():
            for name, kind in self.constants.shapes.items():
                value = self.constants.values[name]
                found.append((f"what the constant {name} may be", enumerated(kind, value)))
            for name, e in stated_by(self.system, self.constants):
                try:
                    found.append((f"ASSUME {name}", self._given(e)))
                except SpecError as problem:
                    why = problem.diagnostics[0].message
                    self.unused += (f"the assumption {name} is not used in full: {why}",)
            if self.empty is not None:  # a sort has elements even if its set is empty
                facts = facts_of_constants(self.constants, self.empty.used)
                given = [(f.text, f.expr) for f in facts if f.expr is not None]
                found += [(text, self._given(e)) for text, e in given]
            for a in self.accepted:
                found.append((f"accepted: {a.statement}", self._given(a.expr)))
        return found

    def _given(self, e: Expr) -> Term:
        return self.theory.hypothesis(lambda: self.meaning.formula(e, Scope({})))

    def holds(
        self, e: Expr, state: State, after: State | None = None, names: NameValues = NO_NAMES
    ) -> Term:
        """A formula of the spec in a state, or a pair of them, as a term."""
        with self.theory.at_work():
            return self.meaning.formula(e, self._scope(state, after, names))

    def _scope(self, state: State, after: State | None, names: NameValues) -> Scope:
        later = None if after is None else _own(after).values
        return Scope(dict(names), _own(state).values, later)  # type: ignore[arg-type]  # values

    def conditions(
        self, e: Expr, state: State, after: State | None = None
    ) -> tuple[Condition, ...]:
        """What must hold for the evaluation of `e` to be defined."""
        theory = self.theory
        theory.conditions = []
        try:
            self.holds(e, state, after)
            return tuple({c[0]: c for c in theory.conditions}.values())
        finally:
            theory.conditions = None

    # ---- steps ----

    def successors(self, action: Action, before: State) -> tuple[Successor, ...]:
        """The action in functional form, one for each of its branches."""
        branches = self._branches(action, before)
        return self._successors(branches, f"{before.name}'", action.name, action.span)

    def starts(self, state: State) -> Term:
        """The state is initial. Choices of Init are free symbols: use it as an assumption."""
        branches = self._initial_branches(state.name)
        return self._leads_to(branches, state, "Init", self._init_span())

    def steps(self, action: Action, before: State, after: State) -> Term:
        """The action leads from one state to the other; parameters are free symbols."""
        return self._leads_to(self._branches(action, before), after, action.name, action.span)

    def _init_span(self) -> Span | None:
        return None if self.system.init is None else self.system.init.span

    def _initial_branches(self, name: str) -> list[Branch]:
        assert self.system.init is not None
        with self.theory.at_work():
            return Steps(self.meaning, None, f"{name}.Init").start(self.system.init)

    def _branches(self, action: Action, before: State) -> list[Branch]:
        prefix = f"{before.name}.{action.name}"
        with self.theory.at_work():
            return Steps(self.meaning, _own(before).values, prefix).action(action)

    def _successors(
        self, branches: Sequence[Branch], name: str, what: str, span: Span | None
    ) -> tuple[Successor, ...]:
        found = []
        for b in branches:
            after = SymbolicState(name, self._complete(b, what, span), fresh=False)
            found.append(Successor(b.guard, b.parameters, after))
        return tuple(found)

    def _complete(self, branch: Branch, what: str, span: Span | None) -> dict[str, Sym]:
        missing = [n for n in self.system.variables if n not in branch.assigned]
        if missing:
            raise refuse("incomplete", span, f"{', '.join(missing)} ({what})")
        return {n: branch.assigned[n] for n in self.system.variables}

    def _leads_to(
        self, branches: Sequence[Branch], after: State, what: str, span: Span | None
    ) -> Term:
        values = _own(after).values
        found = []
        with self.theory.at_work():
            for b in branches:
                given = self._complete(b, what, span)
                try:
                    found.append(and_(b.guard, *(equal(values[n], given[n]) for n in given)))
                except Undefined as reason:
                    raise refuse("undefined", span, str(reason)) from None
        return or_(*found)

    # ---- models ----

    def read_state(
        self, model: Interpretation, state: State, window: range | None = None
    ) -> Mapping[str, Value]:
        """The values of the variables in a model."""
        return self._read(model, _own(state).values, _own(state), window)

    def read_constants(
        self, model: Interpretation, window: range | None = None
    ) -> Mapping[str, Value]:
        """The values of the constants in a model; elements of sorts become model values."""
        return self._read(model, self.constants.values, None, window)

    def _read(
        self,
        model: Interpretation,
        values: Mapping[str, Sym],
        state: SymbolicState | None,
        window: range | None,
    ) -> Mapping[str, Value]:
        from holdfast.smt.unbounded.read import Reader

        around = (*self.constants.values.values(), *(state.values.values() if state else ()))
        with self.theory.at_work():
            numbers = [v.term for v in around if isinstance(v, sym.Number) and v.term.sort == INT]
            reader = Reader(model, tuple(self.theory.atoms), numbers, window)
            return {n: reader.value(v) for n, v in values.items()}


def _without_true(rows: Iterable[tuple[str, Term]]) -> tuple[tuple[str, Term], ...]:
    return tuple((label, term) for label, term in rows if term is not TRUE)


def _own(state: State) -> SymbolicState:
    assert isinstance(state, SymbolicState)
    return state


def _changed_in(b: Body) -> Iterator[str]:
    """The variables that `b` assigns."""
    return (p.variable for p in walk_body(b) if isinstance(p, Assign | AssignFrom))


def _join_branch(branch: Branch, found: dict[str, Shape]) -> None:
    for name, value in branch.assigned.items():
        joined = shapes.join(found.get(name, shapes.NOTHING), shape_of(value))
        symbolic(joined, name)  # fails if there are no symbols for this shape
        found[name] = joined
