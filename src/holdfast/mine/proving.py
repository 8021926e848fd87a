"""Proving mined relations: the largest inductive subset, for all sizes and for this one.

The relations, others that they imply, and the invariants of the model are candidates. Those that a
step may break are dropped until none is (`prove/houdini.py`); the rest is then proved like any
invariant, so that there is a certificate.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from holdfast.cancellation import Cancellation, Interruption, ctrl_c_cancels, running
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.mine.relation import Relation, Status
from holdfast.passes.single_steps import PASSED, about_proper, single_steps
from holdfast.prove.conjuncts import conjuncts_of
from holdfast.prove.encodings import encoding_for
from holdfast.prove.houdini import inductive_candidates
from holdfast.prove.obligations import DEFINED, Claim
from holdfast.prove.options import ProofOptions
from holdfast.prove.proof import Proof
from holdfast.prove.prove import prove
from holdfast.prove.strategies import Effort
from holdfast.source import SpecError
from holdfast.verdict import Proved, Unknown

SECONDS = 120.0
"""The time for all proofs, unless there is a limit."""
_LITTLE = Effort(rlimit=4_000_000)
"""What a proof may cost: the candidates were shown to be inductive with less."""
_HELPER = "MinedHelper"
_FEW, _MANY = 0, 120
"""How many helpers there may be, for all sizes and for one."""
_ROUNDS = 4
"""How often a proof is tried again without the relations that were left open."""


@dataclass(frozen=True, slots=True)
class ProvedRelations:
    """The relations with their status, the proofs, and notes on what was not tried."""

    relations: tuple[Relation, ...]
    proofs: tuple[Proof, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A system, its relations, and `helpers` that hold as well and may make them inductive.

    `complete` if no expression failed in all reachable states; `names` are those of the spec.
    """

    system: System
    relations: tuple[Relation, ...]
    helpers: tuple[ir.Expr, ...]
    complete: bool
    names: frozenset[str]
    seconds: float | None = None


def prove_relations(question: Question, token: Cancellation | None = None) -> ProvedRelations:
    """Prove as many relations as possible for all sizes, and of the others for this size."""
    proving = _Proving(question)
    token = token or Cancellation()
    named = {f"Mined{i}": r for i, r in enumerate(question.relations, 1)}
    has_sizes = question.system.notation.has_sizes
    with ctrl_c_cancels(token), ranked_by(Ranks(question.system.names)):
        everywhere = proving.run(named, token, all_sizes=True) if has_sizes else frozenset()
        rest = {n: r for n, r in named.items() if n not in everywhere}
        here = proving.run(named, token, all_sizes=False) if rest else frozenset()
    status: dict[str, Status] = dict.fromkeys(here, "inductive")
    for name in everywhere:
        status[name] = "proved"
    found = tuple(replace(r, status=status.get(n, "seen")) for n, r in named.items())
    return ProvedRelations(found, tuple(proving.proofs), tuple(proving.notes))


class _Proving:
    def __init__(self, question: Question) -> None:
        self.question = question
        self.model = question.system
        self.system = single_steps(question.system, asserts=False)
        self.until = time.monotonic() + (question.seconds or SECONDS)
        self.proofs: list[Proof] = []
        self.notes: list[str] = []

    def run(
        self, relations: dict[str, Relation], token: Cancellation, all_sizes: bool
    ) -> frozenset[str]:
        """The names of the relations that are proved."""
        size = "for all sizes" if all_sizes else "for this size"
        left = self.until - time.monotonic()
        try:
            with running(token, seconds=max(left / 2 if all_sizes else left, 0.01)):
                return self._proved(relations, all_sizes)
        except Interruption:
            self.notes.append(f"the time was over before all relations were tried {size}")
        except SpecError as problem:
            self.notes.append(f"nothing is proved {size}: {problem.diagnostics[0].message}")
        return frozenset()

    def _proved(self, relations: dict[str, Relation], all_sizes: bool) -> frozenset[str]:
        candidates = self._candidates(relations, _FEW if all_sizes else _MANY)
        if all_sizes:
            without = [replace(p, expr=ir.rewrite(_by_emptiness, p.expr)) for p in candidates]
            candidates = [p for p in without if not _counts_elements(p.expr)]
        inductive = {p.name for p in self._inductive(candidates, all_sizes)}
        asked = [p for p in candidates if p.name in inductive]
        # An invariant of the model may be inductive although that was not shown with little effort.
        spare = [p for p in candidates if p.name not in inductive and not _is_mined(p.name)]
        for _ in range(_ROUNDS):
            found = self._observable(asked, relations)
            if not found:
                return found
            limits = Limits(seconds=self._left() / 2)
            options = ProofOptions(all_sizes=all_sizes, effort=_LITTLE, limits=limits)
            proof = prove(self._with(asked), options)
            if isinstance(proof.verdict, Proved):
                self.proofs.append(replace(proof, taken=self.question.names))
                return found
            left = {s.obligation.lemma for s in proof.obligations if s.status != "proved"}
            if left == {DEFINED} and not all_sizes and self.question.complete:
                return found  # no expression failed in the reachable states of this size
            kept = [p for p in asked if not any(_is_of(p, lemma) for lemma in left)]
            if len(kept) == len(asked):
                kept, spare = [*asked, *spare], []
            if len(kept) == len(asked):
                self._say_open(proof, all_sizes)
                break
            asked = kept
        return frozenset()

    def _observable(
        self, asked: Sequence[Property], relations: dict[str, Relation]
    ) -> frozenset[str]:
        """The relations among the properties, as far as they are about all states of a search.

        A transient state is one if it has no successors: either there is none, or they hold there.
        """
        names = {p.name for p in asked}
        found = frozenset(names & relations.keys())
        if self.model.transient is None or PASSED in names:
            return found
        everywhere = {p.expr for p in asked}
        return frozenset(n for n in found if relations[n].formula in everywhere)

    def _say_open(self, proof: Proof, all_sizes: bool) -> None:
        if isinstance(proof.verdict, Unknown):
            size = "all sizes" if all_sizes else "this size"
            self.notes.append(f"nothing is proved for {size}: {proof.verdict.reason}")

    def _candidates(self, relations: dict[str, Relation], most: int) -> list[Property]:
        """The invariants of the model, the relations, and the first helpers."""
        given = conjuncts_of(self.system, self.system.invariants)
        own = {c.name: c.expr for c in given if not _is_mined(c.name)}
        found = dict(own)
        for name, relation in relations.items():
            found[name] = about_proper(self.model, Property(name, relation.formula)).expr
        known = set(found.values())
        about_all = tuple(r.formula for r in relations.values()) if self.model.transient else ()
        more = [e for e in (*about_all, *self.question.helpers) if e not in known]
        for number, e in enumerate(more[:most], 1):
            found[f"{_HELPER}{number}"] = e
        return [Property(n, e) for n, e in found.items()]

    def _inductive(self, asked: Sequence[Property], all_sizes: bool) -> list[Property]:
        """The relations and invariants that are inductive, and the helpers that they need."""
        system, options = self._with(()), ProofOptions(all_sizes=all_sizes)
        everything = Claim(conjuncts_of(system, asked))
        encoding = encoding_for(system, everything, options)
        wanted = [i for i, p in enumerate(asked) if not p.name.startswith(_HELPER)]
        formulas = [p.expr for p in asked]
        return [asked[i] for i in inductive_candidates(system, encoding, formulas, wanted)]

    def _with(self, asked: Sequence[Property]) -> System:
        return replace(
            self.system,
            invariants=tuple(asked),
            properties=(),
            temporal=(),
            check_deadlock=False,
        )

    def _left(self) -> float:
        return max(self.until - time.monotonic(), 1.0)


def _is_mined(name: str) -> bool:
    return name.startswith("Mined")


def _by_emptiness(e: ir.Expr) -> ir.Expr | None:
    """`Cardinality(S) >= 1` as `S # {}`, `Cardinality(S) = 0` as `S = {}`: sets are finite."""
    match e:
        case ir.Apply(op, (ir.Apply(Op.BUILTIN, (ir.Literal(name), s)), ir.Literal(bound))) if (
            name == _CARDINALITY
        ):
            found = _EMPTINESS.get((op, bound))
            return None if found is None else ir.Apply(found, (s, ir.Apply(Op.SET)), span=e.span)
        case _:
            return None


_CARDINALITY = "FiniteSets!Cardinality"
_EMPTINESS: dict[tuple[Op, object], Op] = {
    (Op.GE, 1): Op.NE,
    (Op.GT, 0): Op.NE,
    (Op.NE, 0): Op.NE,
    (Op.EQ, 0): Op.EQ,
    (Op.LE, 0): Op.EQ,
    (Op.LT, 1): Op.EQ,
}


def _counts_elements(e: ir.Expr) -> bool:
    """Whether cardinalities occur, about which solvers know too little for all sizes."""
    name = ir.Literal(_CARDINALITY)
    return any(isinstance(p, ir.Apply) and p.args[:1] == (name,) for p in ir.walk(e))


def _is_of(property: Property, lemma: str) -> bool:
    """Whether a lemma is a property, or a conjunct of it."""
    return lemma == property.name or lemma.startswith(f"{property.name}!")
