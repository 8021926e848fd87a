"""O4a by an engine: persistence by solvers, or the liveness engine on an instance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.diagram.conditions import Condition
from holdfast.diagram.diagram import Fairness
from holdfast.diagram.fair import FairConjunct, matches
from holdfast.diagram.instance import observed
from holdfast.diagram.meaning import Meaning
from holdfast.diagram.parameters import free_names, with_parameters
from holdfast.diagram.queries import Queries
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property
from holdfast.limits import NO_LIMITS, Limits
from holdfast.prove.conjuncts import Conjunct
from holdfast.prove.encodings import encoding_for
from holdfast.prove.obligations import Claim, Obligation
from holdfast.prove.options import ProofOptions
from holdfast.verdict import Verdict


def stated(meaning: Meaning, name: str) -> str | None:
    """How the spec itself states that an action is fair; None if it does not."""
    return next((match.how for match in matches(meaning, name) if match.kept is None), None)


def persistences(
    meaning: Meaning, c: Condition, lemmas: tuple[Conjunct, ...], options: ProofOptions
) -> Iterator[Obligation]:
    """Obligations, each of which implies that an action is fair; raises SpecError."""
    for match in matches(meaning, c.action):
        if match.kept is not None:
            yield _persistence(meaning, c, match.kept, lemmas, options)


def _persistence(
    meaning: Meaning,
    c: Condition,
    kept: FairConjunct,
    lemmas: tuple[Conjunct, ...],
    options: ProofOptions,
) -> Obligation:
    """An action of the spec stays enabled, for any fixed values of its bound names."""
    system, enabled = meaning.system, kept.enabled
    if kept.bounds:
        chosen = free_names(system, ir.Bind(ir.Binder.EXISTS, kept.bounds, ir.TRUE))
        names = {p.name: ir.Name(p.variable) for p in chosen}
        system, enabled = with_parameters(system, chosen), substitute(enabled, names)
    encoding = encoding_for(system, Claim(lemmas), options)
    return Queries(replace(meaning, system=system), encoding, lemmas).persistence(c, enabled)


def fair_on_instance(meaning: Meaning, name: str, limits: Limits = NO_LIMITS) -> Verdict:
    """Whether every fair behaviour of the configured model is fair to an action."""
    strong = meaning.diagram.action(name).fairness is Fairness.STRONG
    action = meaning.actions[name]
    op = Op.STRONG_FAIR if strong else Op.WEAK_FAIR
    fair = Property(name, ir.Apply(op, (action.step, action.enabled)))
    system = replace(observed(meaning.system), temporal=(fair,))
    return check(system, SearchOptions(limits)).verdict
