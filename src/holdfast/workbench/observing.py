"""What a computed diagram is made of: properties, predicates and terms, read and evaluated."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from holdfast.diagram.asked import Asked, PropertyReader, predicate_name
from holdfast.diagram.fair_actions import Parameter
from holdfast.diagram.instance import require_supported
from holdfast.diagram.observe import Observation, Query, observe
from holdfast.diagram.pool import Pool, useful_orderings
from holdfast.diagram.union import joined
from holdfast.ir import expr as ir
from holdfast.ir.notation import TLA
from holdfast.ir.substitute import substitute
from holdfast.ir.tla_text import formula_text
from holdfast.limits import Limits
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.prepared import LoadedModel, asked_of, prepare_asked

MOST_STATES = 200_000
"""The limit of states of an instance; parameters multiply them."""


_OTHER_WORDS: tuple[Mapping[str, str], ...] = (
    {"=": "==", "/=": "!=", "/\\": "&&", "\\/": "||", "~": "!"},
    {"=": "==", "/=": "!=", "/\\": "and", "\\/": "or", "~": "not "},
)
"""Operators of TLA+ in Promela, and in the language of I/O automata."""


class Scope:
    """A spec with properties that a diagram should prove: their claims, predicates and terms."""

    def __init__(self, specification: LoadedModel, properties: Sequence[str]) -> None:
        from holdfast.interp.machine import Machine

        self.specification = specification
        self.query = replace(asked_of(specification, {}), properties=tuple(properties))
        self.prepared = prepare_asked(specification, self.query)
        require_supported(self.prepared.system)
        self.reader = PropertyReader(Machine(self.prepared.system))
        asked = self.prepared.source.properties if properties else ()
        self.claims: tuple[Asked, ...] = tuple(self.reader.read(p.name, p.expr) for p in asked)
        for text in self.reader.predicates.values():
            if not self._readable((text,)):
                raise _unwritten(text)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the properties."""
        return tuple(self.reader.parameters)

    # ---- what is mined ----

    def mine_predicates(self) -> None:
        """Add the definitions of the spec that are formulas over states, and guards."""
        pool = Pool(self.prepared.system, self.parameters)
        texts = [t for text in pool.predicates() for t in self._spellings(text)]
        for text in (*self.definitions(), *self._readable(texts)):
            self.reader.predicate(text)

    def mined_terms(self, sets: bool) -> dict[str, str]:
        """Ranking terms by name; with `sets`, also sets of values that satisfy a guard."""
        pool = Pool(self.prepared.system, self.parameters)
        found: dict[str, str] = {}
        for text in (*self.definitions(), *self._readable(pool.terms(sets))):
            found[predicate_name(text, found)] = text
        return found

    def _spellings(self, text: str) -> Iterator[str]:
        """A formula as other languages may write it; what cannot be read is left out later."""
        if self.prepared.system.notation is TLA:
            yield text
            return
        for words in _OTHER_WORDS:
            parts = re.split(r"(/\\|\\/|/=|<=|>=|=|~)", text)
            yield "".join(words.get(part, part) for part in parts)

    def definitions(self) -> tuple[str, ...]:
        """The definitions that are expressions over states, also those about parameters."""
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

    # ---- instances ----

    def observe(
        self,
        predicates: Mapping[str, str],
        terms: Mapping[str, str],
        sizes: Sequence[Mapping[str, str]],
        seconds: float | None,
    ) -> Observation:
        """The states of the model, and of those with other constants, as one instance."""
        found = [self._observe(predicates, terms, constants, seconds) for constants in sizes]
        instance = useful_orderings(joined([each.instance for each in found]))
        fair = tuple(a for a in found[0].fair if a.name in instance.enabled)
        return replace(found[0], instance=instance, fair=fair)

    def _observe(
        self,
        predicates: Mapping[str, str],
        terms: Mapping[str, str],
        constants: Mapping[str, str],
        seconds: float | None,
    ) -> Observation:
        whole = [(t, self._wrapped(t, r"\A {} : ({})")) for t in predicates.values()]
        whole += [(t, self._wrapped(t, "[{} |-> ({})]")) for t in terms.values()]
        query = replace(self.query, constants={**self.query.constants, **constants})
        prepared = prepare_asked(self.specification, query, [Source(t, w) for t, w in whole])
        exprs = [self._unwrapped(e) for e in prepared.formulas]
        observed = observe(
            prepared.system,
            Query(
                dict(zip(predicates, exprs, strict=False)),
                dict(zip(terms, exprs[len(predicates) :], strict=True)),
                self.parameters,
                {} if constants else self.reader.meant,
            ),
            Limits(seconds=seconds, states=MOST_STATES),
        )
        for name in observed.differing:
            raise _unwritten(predicates[name])
        if not observed.complete:
            message = f"the model has more than {MOST_STATES:,} states, or takes too long"
            help = "a diagram is computed from a small instance: choose smaller constants"
            raise SpecError(Diagnostic("unsupported", message, None, help))
        return observed

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


def _unwritten(text: str) -> SpecError:
    message = f"`{text}`, a part of a property, is not a formula in the scope of the spec"
    return SpecError(Diagnostic("temporal-unsupported", message, None))


def require_defined(names: Iterable[str], known: Container[str], also: str = "") -> None:
    """Reject given formulas that cannot be evaluated, `also` for other reasons."""
    for name in names:
        if name not in known:
            message = f"`{name}` {also}cannot be evaluated in every reachable state"
            raise SpecError(Diagnostic("eval-undefined", message, None))
