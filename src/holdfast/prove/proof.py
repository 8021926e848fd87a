"""The result of `prove`: the verdict, every obligation, and a counterexample if any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.prove.options import Method
from holdfast.prove.settle import Settled
from holdfast.smt.encoding import Lemma
from holdfast.verdict import Bounded, Proved, Reason, Step, Unchecked, Verdict, Violated

if TYPE_CHECKING:
    from holdfast.prove.axiom_answer import SettledAxiom


@dataclass(frozen=True, slots=True)
class Cti:
    """A counterexample to induction: a step that leaves the invariant, from a state in it.

    The state before the step may be unreachable. `path` are the states of a k-induction before
    that one; `constants` are given where the solver chose them; `sizes` are those of its sorts.
    """

    before: Mapping[str, Value]
    step: Step
    conjunct: str
    reason: Reason | None = None
    path: tuple[Step, ...] = ()
    constants: Mapping[str, Value] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    what: Literal["kept", "defined"] = "kept"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A statement about constants that the spec does not make and a proof may need.

    `holds` is whether it is true of the constants of the configuration.
    """

    name: str
    statement: str
    holds: bool | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of `prove`: the verdict, and what was and was not proved.

    `taken` are the names that the spec defines. `axioms` are those of its language; a violated
    one is the verdict. `found_lemmas` were found by strengthening the invariant, and are proved
    with it: names and texts. It is `shortened` if queries have room for short sequences only.
    """

    verdict: Verdict
    method: Method
    k: int
    obligations: tuple[Settled, ...] = ()
    expected: int = 0
    checked: tuple[str, ...] = ()
    not_checked: tuple[Unchecked, ...] = ()
    cti: Cti | None = None
    library_lemmas: tuple[Lemma, ...] = ()
    found_lemmas: tuple[tuple[str, str], ...] = ()
    assumed: tuple[str, ...] = ()
    proposed: tuple[Hypothesis, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    reductions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    never_enabled: tuple[str, ...] = ()
    engine: str = ""
    scope: str = ""
    shortened: bool = False
    seconds: float = 0.0
    system: System | None = field(default=None, repr=False)
    taken: frozenset[str] = field(default=frozenset(), repr=False)
    axioms: tuple[SettledAxiom, ...] = ()

    @property
    def asked_bound(self) -> bool:
        """Whether the verdict is bounded: the depth is always one that the user gave."""
        return isinstance(self.verdict, Bounded)

    @property
    def not_inductive(self) -> bool:
        """Whether there is a counterexample to induction, and nothing is violated."""
        return self.cti is not None and not isinstance(self.verdict, Violated)


def is_proved(proof: Proof) -> bool:
    """Whether the verdict is a proof."""
    return isinstance(proof.verdict, Proved)
