"""Computing a predicate diagram from a spec."""

from __future__ import annotations

import time
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.diagram.asked import Asked, PropertyReader, predicate_name
from holdfast.diagram.assemble import assemble
from holdfast.diagram.claims import read_claim
from holdfast.diagram.diagram import Action, Claim, Diagram, Fairness, Ordering, Predicate
from holdfast.diagram.fair_actions import Parameter
from holdfast.diagram.goal import Found, Goal
from holdfast.diagram.observe import Observation, Query, observe
from holdfast.diagram.pool import Pool, distinct, useful_orderings
from holdfast.diagram.product import counterexample
from holdfast.diagram.search import search
from holdfast.ir import expr as ir
from holdfast.ir.substitute import substitute
from holdfast.ir.tla_text import formula_text
from holdfast.limits import Limits
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.prepared import LoadedModel, Prepared, asked_of, prepare_asked


@dataclass(frozen=True, slots=True)
class Computed:
    """A diagram of an instance that covers all its behaviours, and whether its claims hold.

    `states` and `steps` are those of the instance, for all values of the parameters.
    """

    diagram: Diagram
    proved: bool
    states: int
    steps: int
    rounds: int
    seconds: float
    prepared: Prepared


def compute(  # noqa: PLR0913  # keywords of the public API
    specification: LoadedModel,
    predicates: Sequence[str] = (),
    properties: Sequence[str] = (),
    nodes: int = 12,
    orderings: Sequence[str] = (),
    seconds: float | None = None,
) -> Computed:
    """A diagram that covers all behaviours of the model of a spec and proves the properties.

    `predicates` are formulas over states, `properties` temporal formulas, by name or as text;
    raises SpecError.
    """
    started = time.monotonic()
    return _Computation(specification, tuple(properties), started).run(
        tuple(predicates), tuple(orderings), nodes, seconds
    )


class _Computation:
    def __init__(
        self, specification: LoadedModel, properties: tuple[str, ...], started: float
    ) -> None:
        from holdfast.interp.machine import Machine

        self.specification, self.started = specification, started
        self.query = replace(asked_of(specification, {}), properties=properties, invariants=())
        self.prepared = prepare_asked(specification, self.query)
        self.reader = PropertyReader(Machine(self.prepared.system))
        asked = self.prepared.source.properties if properties else ()
        self.claims: tuple[Asked, ...] = tuple(self.reader.read(p.name, p.expr) for p in asked)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the properties."""
        return tuple(self.reader.parameters)

    def run(
        self,
        predicates: tuple[str, ...],
        orderings: tuple[str, ...],
        nodes: int,
        seconds: float | None,
    ) -> Computed:
        """Observe the instance, search for a quotient, and make it a diagram."""
        given = tuple(self.reader.predicate(text) for text in predicates)
        required = tuple(self.reader.predicates)
        if not predicates:
            self._mine_predicates()
        texts = dict(self.reader.predicates)
        terms = self._terms(orderings)
        observation = self._observe(texts, terms, seconds, orderings)
        instance = observation.instance
        _require_defined(required, instance.truth)
        fairness = {a.name: a.fairness for a in observation.fair}
        until = None if seconds is None else self.started + seconds
        pool = distinct(instance, required)
        own = {a.name for a in self.prepared.system.actions}
        extra = frozenset(fairness) - own
        goal = Goal(instance, self.claims, fairness, given, pool, extra, nodes, until)
        found = search(goal)
        diagram = self._diagram(observation, found, texts, terms)
        for claim in diagram.claims:
            holds = counterexample(diagram, read_claim(diagram, claim)) is None
            assert holds or found.loop is not None, "the product agrees with the quotient"
        return Computed(
            diagram,
            found.loop is None,
            instance.states,
            len(instance.moves),
            found.rounds,
            time.monotonic() - self.started,
            self.prepared,
        )

    # ---- what is mined ----

    def _mine_predicates(self) -> None:
        pool = Pool(self.prepared.system, self.parameters)
        named = self._definitions()
        for text in (*named, *self._readable(pool.predicates())):
            self.reader.predicate(text)

    def _terms(self, given: Sequence[str]) -> dict[str, str]:
        """Ranking terms by name: the given ones, or those mined."""
        if given or not self.claims:
            return {text: text for text in given}
        pool = Pool(self.prepared.system, self.parameters)
        found: dict[str, str] = {}
        for text in (*self._definitions(), *self._readable(pool.terms())):
            found[predicate_name(text, found)] = text
        return found

    def _definitions(self) -> tuple[str, ...]:
        """The definitions that are expressions over states."""
        init = self.prepared.system.init_formula
        start = init.name if isinstance(init, ir.Call) else None
        names = [s.name for s in self.specification.document.symbols() if s.kind == "definition"]
        about = [f"{name}({p.name})" for name in names for p in self.parameters]
        return self._readable([*(name for name in names if name != start), *about])

    def _readable(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The texts that are expressions over states in the scope of the spec."""
        if not texts:
            return ()
        sources = [Source(text, self._wrapped(text, "[{} |-> ({})]")) for text in texts]
        try:
            self.specification.document.formulas(sources, self.query)
        except SpecError:
            if len(texts) == 1:
                return ()
            middle = len(texts) // 2
            return (*self._readable(texts[:middle]), *self._readable(texts[middle:]))
        return tuple(texts)

    # ---- the instance ----

    def _observe(
        self,
        predicates: Mapping[str, str],
        terms: Mapping[str, str],
        seconds: float | None,
        required: Sequence[str],
    ) -> Observation:
        forall = [self._wrapped(text, r"\A {} : ({})") for text in predicates.values()]
        function = [self._wrapped(text, "[{} |-> ({})]") for text in terms.values()]
        sources = [
            Source(text, whole)
            for text, whole in zip(
                (*predicates.values(), *terms.values()), (*forall, *function), strict=True
            )
        ]
        prepared = prepare_asked(self.specification, self.query, sources)
        self.prepared = prepared
        exprs = [self._unwrapped(e) for e in prepared.formulas]
        query = Query(
            dict(zip(predicates, exprs, strict=False)),
            dict(zip(terms, exprs[len(predicates) :], strict=True)),
            self.parameters,
        )
        observation = observe(prepared.system, query, Limits(seconds=seconds))
        _require_defined(required, observation.instance.orderings)
        instance = useful_orderings(observation.instance)
        observation = replace(observation, instance=instance)
        if not observation.complete:
            message = "the states of this instance are too many for the limits"
            raise SpecError(Diagnostic("unsupported", message, None))
        return observation

    def _wrapped(self, text: str, pattern: str) -> str:
        """A formula in the scope of the parameters, as a formula of the spec."""
        if not self.parameters:
            return text
        notation = self.prepared.system.notation
        bounds = (f"{p.name} \\in {formula_text(p.domain, notation)}" for p in self.parameters)
        return pattern.format(", ".join(bounds), text)

    def _unwrapped(self, e: ir.Expr) -> ir.Expr:
        if not self.parameters:
            return e
        assert isinstance(e, ir.Bind)
        names = [name for bound in e.bounds for name in bound.names]
        own = {n: ir.Name(p.name) for n, p in zip(names, self.parameters, strict=True)}
        return substitute(e.body, {n: p for n, p in own.items() if n != p.name})

    # ---- the diagram ----

    def _diagram(
        self,
        observation: Observation,
        found: Found,
        predicates: Mapping[str, str],
        terms: Mapping[str, str],
    ) -> Diagram:
        instance, system = observation.instance, self.prepared.system
        texts = {a.name: a.text for a in observation.fair}
        taken = {action for _, actions, _ in found.quotient.edges for action in actions}
        names = dict.fromkeys([*(a.name for a in system.actions), *texts])
        actions = tuple(
            Action(name, found.fairness.get(name, Fairness.NONE), texts.get(name))
            for name in names
            if name in taken
        )
        used = [n for i, n in enumerate(instance.orderings) if found.orderings >> i & 1]
        notation = system.notation
        frame = Diagram(
            system.name,
            tuple(Predicate(name, predicates[name]) for name in found.predicates),
            actions,
            tuple(
                Ordering(name, terms[name], "sets" if name in observation.sets else "numbers")
                for name in used
            ),
            claims=tuple(Claim(c.name, c.text) for c in self.claims),
            spec=self.specification.path.name,
            parameters=tuple((p.name, formula_text(p.domain, notation)) for p in self.parameters),
        )
        return assemble(frame, found.quotient, instance.orderings, found.dropped)


def _require_defined(names: Sequence[str], known: Container[str]) -> None:
    for name in names:
        if name not in known:
            message = f"`{name}` cannot be evaluated in every reachable state"
            raise SpecError(Diagnostic("eval-undefined", message, None))
