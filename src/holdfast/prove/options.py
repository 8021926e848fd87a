"""What `prove` may be told: by a program, as keywords, and inside, as one object."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypedDict

from holdfast.prove.strategies import Effort

if TYPE_CHECKING:
    from holdfast.prove.settle import Settled

Method: TypeAlias = Literal["induction", "kinduction", "bmc"]


class Watcher(Protocol):
    """Is told what happens while a proof is tried."""

    def begin(self, obligations: int) -> None:
        """About so many obligations are to be settled."""
        ...

    def tell(self, settled: Settled) -> None:
        """One of them is settled."""
        ...


class ProveOptions(TypedDict, total=False):
    """What `prove` may be told; without `invariants`, those of the configuration are proved.

    `method` is "induction", "kinduction" or "bmc", and `k` the number of steps. With `all_sizes`
    the sizes of the constant sets are left open. `lemmas` are proved first and may then be used;
    `assume` are proposed hypotheses that are accepted. `solvers` are asked in their order; with
    `agree` all must prove it. `rlimit` counts the steps of a solver, `memory` is in bytes;
    `remember` keeps and uses the answers of solvers; `watcher` is told of each obligation.
    """

    constants: Mapping[str, object]
    invariants: Sequence[str]
    lemmas: Sequence[str]
    method: str
    k: int
    all_sizes: bool
    assume: Sequence[str]
    solvers: Sequence[str]
    agree: bool
    seconds: float | None
    rlimit: int
    memory: int
    workers: int | None
    remember: bool
    watcher: Watcher | None


@dataclass(frozen=True, slots=True)
class Options:
    """How to prove: the method and its k, for which sizes, with what effort.

    `lemmas` are invariants that are shown first, so that the others may use them. `assume` are
    proposed hypotheses that the user accepts. `seconds` is for everything together.
    """

    method: Method = "induction"
    k: int = 1
    all_sizes: bool = False
    lemmas: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    effort: Effort = field(default_factory=Effort)
    workers: int | None = None
    seconds: float | None = None
    remember: bool = True


class Nobody:
    """A watcher that does not look."""

    def begin(self, obligations: int) -> None:
        """Nothing."""

    def tell(self, settled: Settled) -> None:
        """Nothing."""


def read_options(given: ProveOptions) -> Options:
    """The options as one object, what is left out as usual."""
    usual = Effort()
    return Options(
        given.get("method", "induction"),  # type: ignore[arg-type]  # one of the methods
        given.get("k", 1),
        given.get("all_sizes", False),
        tuple(given.get("lemmas", ())),
        tuple(given.get("assume", ())),
        Effort(
            tuple(given.get("solvers", usual.solvers)),
            given.get("agree", False),
            given.get("rlimit", usual.rlimit),
            given.get("memory", usual.memory_mb << 20) >> 20,
        ),
        given.get("workers"),
        given.get("seconds"),
        given.get("remember", True),
    )


_TYPES = ("TypeOK", "TypeOk", "TypeInvariant", "TypeInv", "TypeCorrect")


def lemmas_for(
    given: ProveOptions, asked: Sequence[str], defined: Container[str]
) -> tuple[str, ...]:
    """The lemmas of a proof of what is asked, if the spec defines some names.

    For one size, an induction is about all states of the right types: what the spec says of these
    is a lemma, too.
    """
    lemmas = tuple(given.get("lemmas", ()))
    if given.get("all_sizes") or given.get("method") == "bmc":
        return lemmas
    found = [name for name in _TYPES if name in defined and name not in asked]
    return (*found[:1], *lemmas)
