"""The last phases: prove the lemmas, under as few hypotheses as possible."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from holdfast.cancellation import Cancelled, OutOfTime, running, tick
from holdfast.infer.cti.hypotheses import needed_hypotheses
from holdfast.infer.defined_goal import defined_conjuncts, lacks_definedness
from holdfast.infer.inference import CHECK_SECONDS, Inference, is_proved, made
from holdfast.infer.naming import named_lemmas
from holdfast.infer.one_size import (
    NOT_FOR_ALL_SIZES,
    generalised,
    may_type,
    typed,
    with_types,
)
from holdfast.infer.open_results import unrefuted_lemmas
from holdfast.infer.result import Conjunct, Inferred
from holdfast.infer.samples.instances import with_plain_constants
from holdfast.infer.search.finders import accepted_hypotheses
from holdfast.infer.second_search import Offer, Offered
from holdfast.infer.still_open import failing_initially, why_open
from holdfast.infer.support_sets import proof_graph
from holdfast.infer.watch import telling
from holdfast.ir.ops import Op
from holdfast.ir.system import Property
from holdfast.limits import Limits
from holdfast.prove.options import ProofOptions
from holdfast.prove.proof import Proof
from holdfast.prove.prove import prove
from holdfast.prove.strategies import Effort
from holdfast.source import SpecError
from holdfast.verdict import Proved

_LITTLE = Effort(rlimit=4_000_000)
"""The effort of the first proof: if it is not enough, larger instances may show why."""
_LITTLE_SECONDS = 60.0
_LONGER_SHARE = 0.4
"""The share of the remaining time for a few open obligations, before that."""
_FEW = 3
"""How many open obligations are few."""
_SHARE = 0.6
"""The share of the remaining time for a proof for all sizes; the rest is for one size."""


def prove_lemmas(now: Inference) -> Inference | Inferred:
    """Prove the property with the chosen lemmas, for all sizes if possible."""
    search = made(now.search)
    search.best = now.chosen
    conjuncts = as_searched(now)
    if now.one_size:
        now = replace(now, found=proved_for_one_size(now, conjuncts), thorough=True)
        may_help = not is_proved(now.found) and not lacks_definedness(now) and may_type(now)
        return typed(now) if may_help else now
    if now.options.algorithm == "endive":
        return _proved(now, conjuncts, Effort())
    found = _proved_about_numbers(now, conjuncts, Effort() if now.thorough else _LITTLE)
    weak = frozenset() if now.thorough else failing_initially(found, now.chosen) - search.banned
    if weak:
        # True in samples and small instances but not proved: try without these lemmas.
        search.banned |= weak
        return replace(now, again="search")
    return replace(now, found=found)


def is_proved_for_one_size(now: Inference) -> bool:
    """Whether the lemmas for one size are proved."""
    return now.one_size and is_proved(now.found)


def prove_generalised(now: Inference) -> Inference:
    """Try the lemmas that were found for one size for all sizes."""
    journal = now.journal
    journal.offer(Offer(made(now.found).invariant, False))
    hypotheses = accepted_hypotheses(now.system)
    wide = replace(now, one_size=False, assumed=hypotheses, finders=(), oracle=None)
    for conjuncts in _with_and_without_types(now, made(now.found).invariant):
        tick()
        try:
            found = prove_invariant(wide, conjuncts, _LITTLE, True)
        except SpecError:
            continue  # that is why one size was tried
        if is_proved(found):
            journal.offer(Offer(conjuncts, True))
            journal.warnings = [w for w in journal.warnings if not w.startswith(NOT_FOR_ALL_SIZES)]
            warnings = tuple(w for w in found.warnings if not w.startswith(NOT_FOR_ALL_SIZES))
            return replace(wide, found=replace(found, warnings=warnings))
    return now


def _with_and_without_types(
    now: Inference, conjuncts: tuple[Conjunct, ...]
) -> tuple[tuple[Conjunct, ...], ...]:
    """Lemmas about all numbers, with the type invariant and without it."""
    versions = (generalised(now, conjuncts), generalised(now, conjuncts, typed=False))
    return tuple(dict.fromkeys(versions))


def is_open_at_first(now: Inference) -> bool:
    """Whether the proof with little effort was not enough."""
    return not now.thorough and not is_proved(now.found)


def is_nearly_proved(now: Inference) -> bool:
    """Whether the proof with little effort was enough for all obligations but a few."""
    if not is_open_at_first(now) or now.one_size or now.options.algorithm != "holdfast":
        return False
    proof = made(now.found).proof
    left = [o for o in proof.obligations if o.status != "proved"] if proof is not None else []
    return 0 < len(left) <= _FEW and all(o.status != "refuted" for o in left)


def prove_longer(now: Inference) -> Inference:
    """Prove the lemmas with more effort, in a part of the remaining time."""
    limit = now.journal.left(None)
    try:
        with running(seconds=None if limit is None else limit * _LONGER_SHARE):
            found = _proved(now, made(now.found).invariant, Effort())
    except OutOfTime:
        tick()
        return now
    return replace(now, found=found) if is_proved(found) else now


def as_searched(now: Inference) -> tuple[Conjunct, ...]:
    """The chosen lemmas, about the numbers of the samples, and what they make inductive."""
    return (*named_lemmas(made(now.search), now.chosen, now.taken()), *defined_conjuncts(now))


def has_hypotheses(now: Inference) -> bool:
    """Whether there is a proof under hypotheses."""
    return bool(now.assumed) and is_proved(now.found)


def find_hypotheses(now: Inference) -> Inference:
    """Find the hypotheses without which a step breaks a lemma on a few elements."""
    lemmas = [c.expr for c in made(now.found).invariant]
    try:
        fewer = needed_hypotheses(now.assumed, lemmas, lambda some: now.finders_of(some, now.sizes))
    except SpecError:
        fewer = ()  # lemmas about all numbers have no instances on a few elements: try without
    return replace(now, fewer=None if fewer == now.assumed else fewer)


def prove_with_fewer(now: Inference) -> Inference:
    """Prove the same lemmas under fewer hypotheses."""
    fewer = replace(now, assumed=made(now.fewer))
    found = _proved(fewer, made(now.found).invariant, Effort())
    return replace(fewer, found=found) if is_proved(found) else now


def is_unproved(now: Inference) -> bool:
    """Whether there are lemmas and no proof."""
    return not is_proved(now.found)


def refute_lemmas(now: Inference) -> Inference:
    """Drop the lemmas that a reachable state of the configured instance falsifies."""
    found = made(now.found)
    kept = unrefuted_lemmas(now, found.invariant, now.journal.left(CHECK_SECONDS))
    return replace(now, found=replace(found, invariant=kept))


def draw_graph(now: Inference) -> Inference:
    """Compute the support set of each lemma and action."""
    found = made(now.found)
    if not now.finders or not found.invariant:
        return now
    graph = proof_graph(now.finders[-1], found.invariant, is_proved(found))
    return replace(now, found=replace(found, graph=graph))


# ---- proofs ----


def prove_invariant(
    now: Inference, invariant: tuple[Conjunct, ...], effort: Effort, all_sizes: bool
) -> Inferred:
    """The result of a proof of the property and lemmas; raises SpecError."""
    proof = _proof(now, invariant, effort, all_sizes)
    found = now.result(proof.verdict, invariant=invariant, proof=proof, assumed=proof.assumed)
    return replace(found, warnings=(*found.warnings, *proof.warnings))


def prove_conjuncts(now: Inference, conjuncts: tuple[Conjunct, ...]) -> Inferred:
    """The result of a proof of the property and lemmas."""
    return _proved(now, conjuncts, Effort())


def _proved_about_numbers(
    now: Inference, conjuncts: tuple[Conjunct, ...], effort: Effort
) -> Inferred:
    """The result of a proof of lemmas about all numbers, with the type invariant if that helps.

    It does not help if it is not inductive. A spec without one does not say that its numbers are
    natural.
    """
    versions = [*_with_and_without_types(now, conjuncts)]
    if not now.options.types:
        versions.append(generalised(now, conjuncts, whole=Op.INT))
    stated = [v for v in versions if _is_stated(now, v)]
    first, *others = stated or versions
    found = _proved(now, first, effort)
    for other in others:
        if not is_proved(found) and not _has_inductive_types(now, found):
            tick()
            again = _proved(now, other, effort)
            found = again if is_proved(again) else found
    return found


def _is_stated(now: Inference, conjuncts: tuple[Conjunct, ...]) -> bool:
    """Whether the types of these lemmas have an encoding for all sizes."""
    from holdfast.smt.unbounded.encoding import UnboundedEncoding

    names = {p.name for p in now.options.types}
    types = [c.expr for c in conjuncts if c.name in names]
    try:
        encoding = UnboundedEncoding(now.system, assume=now.assumed)
        for e in types:
            encoding.holds(e, encoding.state("s"))
    except SpecError:
        return not types
    return True


def _has_inductive_types(now: Inference, found: Inferred) -> bool:
    """Whether a proof with a type invariant is open, but not because of that."""
    names = {p.name for p in now.options.types} & {c.name for c in found.invariant}
    obligations = () if found.proof is None else found.proof.obligations
    about = [o for o in obligations if o.obligation.lemma.partition("!")[0] in names]
    return bool(about) and all(o.status == "proved" for o in about)


def _proved(now: Inference, conjuncts: tuple[Conjunct, ...], effort: Effort) -> Inferred:
    """The result of a proof of some lemmas."""
    sized = now.system.notation.has_sizes
    try:
        proof = _proof(now, conjuncts, effort, all_sizes=sized)
    except SpecError as problem:
        if not sized:
            raise
        message = problem.diagnostics[0].message
        now.journal.warnings.append(f"{NOT_FOR_ALL_SIZES}: {message}")
        proof = _proof(now, conjuncts, effort, all_sizes=False)
    verdict = proof.verdict
    if isinstance(verdict, Proved):
        now.journal.warnings += proof.warnings
    else:
        tick()
        verdict = why_open(proof, now.unclear)
    return now.result(verdict, invariant=conjuncts, proof=proof, assumed=proof.assumed)


def proved_for_one_size(now: Inference, conjuncts: tuple[Conjunct, ...]) -> Inferred:
    """The result of a proof for the configured size, with the type invariant if that helps."""
    found = None
    for each in dict.fromkeys((with_types(now, conjuncts), conjuncts)):
        try:
            proof = _proof(now, each, Effort(), all_sizes=False)
        except SpecError:
            if found is None:
                raise
            break  # without the type invariant, some values are not finite
        verdict = proof.verdict
        if not isinstance(verdict, Proved):
            tick()
            verdict = why_open(proof, now.unclear)
        found = now.result(verdict, invariant=each, proof=proof, assumed=proof.assumed)
        if is_proved(found):
            break
    return made(found)


def _proof(
    now: Inference, conjuncts: tuple[Conjunct, ...], effort: Effort, all_sizes: bool
) -> Proof:
    """A proof; raises Offered if a second search offers something before there is one."""
    properties = (now.property, *(Property(c.name, c.expr) for c in conjuncts[1:]))
    plain = with_plain_constants(now.system)
    asked = replace(plain, invariants=properties, properties=(), temporal=())
    options = _options(now, all_sizes, effort)
    tell, second = telling(now.journal.tell), now.second
    if second is None or not second.is_running():
        return prove(asked, options, tell, pool=now.solvers)
    proof = None
    with suppress(Cancelled), second.listening():
        proof = prove(asked, options, tell, pool=now.solvers)
    tick()
    if proof is None or (second.offered() is not None and not isinstance(proof.verdict, Proved)):
        raise Offered
    return proof


def _options(now: Inference, all_sizes: bool, effort: Effort) -> ProofOptions:
    limit = now.journal.limit
    little = _LITTLE_SECONDS if limit is None else min(_LITTLE_SECONDS, limit / 3)
    most = little if effort is _LITTLE else None
    left = now.journal.left(most)
    if all_sizes and left is not None:
        left *= _SHARE
    return ProofOptions(
        all_sizes=all_sizes,
        assume=now.assumed if all_sizes else (),
        effort=effort,
        limits=Limits(seconds=left),
        workers=now.options.workers,
        remember=now.options.remember,
    )
