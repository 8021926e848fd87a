"""The options of `prove`: as keywords for programs, and internally as one object."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from holdfast.cancellation import Cancellation
from holdfast.limits import NO_LIMITS, Limits
from holdfast.progress import Progress
from holdfast.prove.strategies import Effort

if TYPE_CHECKING:
    from holdfast.prove.settle import Settled

Method: TypeAlias = Literal["induction", "kinduction", "bmc"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofProgress(Progress):
    """The progress of a proof: the estimated number of obligations, and their status.

    `latest` is the last one that was decided; the first event has none.
    """

    phase: str = "prove"
    expected: int
    settled: int = 0
    proved: int = 0
    latest: Settled | None = None


class ProveOptions(TypedDict, total=False):
    """The options of `prove`; without `invariants`, those of the configuration are proved.

    `method` is "induction", "kinduction" or "bmc", and `k` the number of steps. With `all_sizes`
    the sizes of the constant sets are left open. `lemmas` are proved first and may then be used;
    `assume` are proposed hypotheses that are accepted. `solvers` are used in their order; with
    `agree` all must prove it. `rlimit` counts the steps of a solver, `memory` is in bytes;
    `remember` caches the results of solvers; `progress` is called for each obligation, and
    `cancellation` ends the proof from another thread.
    """

    constants: Mapping[str, object]
    invariants: Sequence[str]
    lemmas: Sequence[str]
    method: str
    k: int
    all_sizes: bool
    assume: Sequence[str]
    strengthen: bool
    solvers: Sequence[str]
    agree: bool
    seconds: float | None
    rlimit: int
    memory: int
    workers: int | None
    remember: bool
    progress: Callable[[ProofProgress], None] | None
    cancellation: Cancellation | None


@dataclass(frozen=True, slots=True)
class ProofOptions:
    """How to prove: the method and its k, the scope, the effort.

    `lemmas` are invariants that are proved first, so that the others may use them. `assume` are
    proposed hypotheses that the user accepts. Of the limits, the seconds are for everything
    together, the memory for each solver.
    """

    method: Method = "induction"
    k: int = 1
    all_sizes: bool = False
    lemmas: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    effort: Effort = field(default_factory=Effort)
    workers: int | None = None
    limits: Limits = NO_LIMITS
    remember: bool = True


def read_options(given: ProveOptions) -> ProofOptions:
    """The options as one object, with defaults."""
    usual = Effort()
    return ProofOptions(
        given.get("method", "induction"),  # type: ignore[arg-type]  # one of the methods
        given.get("k", 1),
        given.get("all_sizes", False),
        tuple(given.get("lemmas", ())),
        tuple(given.get("assume", ())),
        Effort(
            tuple(given.get("solvers", usual.solvers)),
            given.get("agree", False),
            given.get("rlimit", usual.rlimit),
        ),
        given.get("workers"),
        Limits(given.get("seconds"), given.get("memory")),
        given.get("remember", True),
    )


_DECLARED_TYPES = "types"
_TYPES = ("TypeOK", "TypeOk", "TypeInvariant", "TypeInv", "TypeCorrect")


def lemmas_for(
    given: ProveOptions, asked: Sequence[str], defined: Container[str], own: Container[str] = ()
) -> tuple[str, ...]:
    """The lemmas of a proof, including usual names that the spec defines.

    For one size, an induction is about all states of the right types: the type invariant of the
    spec is a lemma, too. `own` are the invariants of the model: the one with declared types may
    be among them.
    """
    lemmas = tuple(given.get("lemmas", ()))
    if given.get("all_sizes") or given.get("method") == "bmc":
        return lemmas
    found = [name for name in _TYPES if name in defined and name not in asked]
    if _DECLARED_TYPES in own and _DECLARED_TYPES not in asked:
        found.insert(0, _DECLARED_TYPES)
    return (*found[:1], *(name for name in lemmas if name not in found[:1]))
