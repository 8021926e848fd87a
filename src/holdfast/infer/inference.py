"""The options and the intermediate results of an inference, passed from phase to phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from holdfast.infer.cti.cti import Finder, Unclear
from holdfast.infer.grammar.language import Grammar
from holdfast.infer.journal import Journal
from holdfast.infer.lift import Lifted
from holdfast.infer.result import InferenceOptions, Inferred
from holdfast.infer.samples.instances import Model, with_plain_constants
from holdfast.infer.samples.mutate import Mutator
from holdfast.infer.search.finders import SIZES, assume_types, make_finders
from holdfast.infer.search.oracles import Solver
from holdfast.infer.search.search import Search
from holdfast.infer.second_search import SecondSearch
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.ranks import Ranks
from holdfast.ir.system import Property, System
from holdfast.smt.solvers.pool import Pool
from holdfast.verdict import Answer, Proved, Verdict

T = TypeVar("T")

Otherwise: TypeAlias = Callable[[], Inferred]
"""Makes the result of an inference that cannot continue; may raise a SpecError."""

MOST_CHECKED = 150_000
"""How many states of an instance are explored to search for a violation."""
CHECK_SECONDS = 20.0
"""How long that may take."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """The lifted system, with reachable states of several instances; `goal` is the property."""

    model: Model
    lifted: Lifted
    machine: Machine
    goal: ir.Expr
    states: list[State]


@dataclass(frozen=True, slots=True)
class Inference:
    """An inference between two phases; None is what a later phase sets.

    `assumed` are hypotheses about quorums, `sizes` those at which `finders` look for
    counterexamples, with numbers among `integers` if there are some. `chosen` are the selected
    lemmas: if they are `settled`, no phase changes them. A proof is tried with little effort first,
    then it is `thorough`. A phase that sets `again` restarts the inference at the phase of that
    name. An inference for `one_size` is about the configured instance only; if it is `typed`, the
    lemmas make the type invariant inductive, too. If it is `numbered`, lemmas may quantify the
    numbers in messages. Lemmas also make the conditions inductive under which expressions are
    `defined`; the inference that is `weaker` has fewer of these, and continues if they do not help.
    A proof that lacks some adds them if it `may_define`.
    """

    system: System
    property: Property
    options: InferenceOptions
    journal: Journal
    solvers: Pool | None = None
    """The solver processes of all proofs."""
    second: SecondSearch | None = None
    """A search for the configured size in another process, if there may be one."""
    checked: Answer | None = None
    sampled: Sampled | None = None
    grammar: Grammar | None = None
    search: Search | None = None
    mutator: Mutator | None = None
    assumed: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    finders: tuple[Finder, ...] = ()
    integers: range | None = None
    oracle: Solver | None = None
    chosen: tuple[int, ...] = ()
    settled: bool = False
    unclear: Unclear | None = None
    thorough: bool = False
    fewer: tuple[str, ...] | None = None
    """The hypotheses that seem to be enough, if these are fewer than assumed."""
    found: Inferred | None = None
    fallback: Inferred | None = None
    """A proof for the configured size, while one for all sizes is searched for."""
    again: str | None = None
    one_size: bool = False
    typed: bool = False
    numbered: bool = False
    defined: tuple[ir.Expr, ...] = ()
    weaker: Inference | None = None
    may_define: bool = True
    otherwise: Otherwise | None = None

    def ranks(self) -> Ranks:
        """The ranks that order values."""
        return Ranks(self.system.names) if self.sampled is None else self.sampled.machine.ranks

    def finders_of(self, assumed: tuple[str, ...], sizes: tuple[int, ...]) -> list[Finder]:
        """The finders of counterexamples under some hypotheses, at some sizes."""
        plain = with_plain_constants(self.system)
        found = make_finders(plain, assumed, made(self.sampled).model.numbers, sizes, self.integers)
        for finder in found if self.integers is not None else ():
            assume_types(finder, self.options.types)
        return found

    def with_more_numbers(self, count: int) -> list[Finder]:
        """A finder with so many more numbers, if there are some; it takes little longer.

        With the numbers of the samples alone, lemmas about the last two of them may be inductive.
        The configured instance has its own numbers only.
        """
        if self.integers is None or self.one_size:
            return []
        more = range(self.integers.start, self.integers.stop + count)
        return replace(self, integers=more).finders_of(self.assumed, self.sizes[-1:])

    def taken(self) -> frozenset[str]:
        """The names that the spec uses."""
        system = self.system
        return frozenset(
            (*self.options.taken, *system.definitions, *system.variables, *system.constants)
        )

    def result(self, verdict: Verdict, **known: Any) -> Inferred:
        """A result with this verdict and the statistics so far."""
        journal = self.journal
        return Inferred(
            verdict,
            self.property.name,
            sizes=journal.sizes,
            states=journal.states,
            candidates=journal.candidates,
            ctis=journal.ctis,
            seconds=journal.elapsed(),
            phases=dict(journal.phases),
            warnings=tuple(dict.fromkeys(journal.warnings)),
            **{"checked": self.checked, **known},
        )


def made(value: T | None) -> T:
    """A value that an earlier phase has set."""
    assert value is not None, "the phases are in order"
    return value


def is_proved(found: Inferred | None) -> bool:
    """Whether there is a proof."""
    return found is not None and isinstance(found.verdict, Proved)
