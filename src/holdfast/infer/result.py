"""The options and the result of `infer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias, TypedDict

from holdfast.cancellation import Cancellation
from holdfast.infer.search.graph import ProofGraph
from holdfast.ir import expr as ir
from holdfast.ir.system import Property
from holdfast.limits import Limits
from holdfast.progress import Progress
from holdfast.prove.proof import Proof
from holdfast.prove.settle import Settled
from holdfast.verdict import Answer, Unchecked, Verdict, Violated

Selection: TypeAlias = Literal["cheapest", "greedy"]
Algorithm: TypeAlias = Literal["holdfast", "endive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InferenceProgress(Progress):
    """The progress of an inference: states, candidates, counterexamples, selected lemmas.

    While the lemmas are proved, `latest` is the obligation that was decided last.
    """

    states: int = 0
    candidates: int = 0
    ctis: int = 0
    lemmas: int = 0
    latest: Settled | None = None


class InferOptions(TypedDict, total=False):
    """The options of `infer`.

    `property` is the invariant to strengthen, the last one of the configuration if it is left
    out. `lemmas` are TLA+ formulas that may be used. `selection` is "cheapest" or "greedy",
    `algorithm` "holdfast" or "endive", for which `n_lemmas` and `n_ctis` are the sizes of its
    samples. `grammar` has more atoms, as TLA+ text; with `only_grammar`, no others are used. With
    `mine`, the relations that hold in the states of the configured instance are atoms, too, and
    with `resume` those that the last run suggested. With `one_size`, the search is about the
    constants of the configuration only. `seconds` is for everything together;
    `cancellation` ends the inference from another thread.
    """

    constants: Mapping[str, object]
    property: str
    lemmas: Sequence[str]
    grammar: Sequence[str]
    only_grammar: bool
    resume: bool
    mine: bool
    one_size: bool
    selection: str
    algorithm: str
    n_lemmas: int
    n_ctis: int
    seconds: float | None
    seed: int
    workers: int | None
    remember: bool
    progress: Callable[[InferenceProgress], None] | None
    cancellation: Cancellation | None


@dataclass(frozen=True, slots=True)
class InferenceOptions:
    """How to search: see `InferOptions`; `taken` are names that no lemma may have.

    `types` is the type invariant of the spec, if there is one.
    """

    lemmas: tuple[ir.Expr, ...] = ()
    remembered: tuple[ir.Expr, ...] = ()
    atoms: tuple[ir.Expr, ...] = ()
    only_grammar: bool = False
    one_size: bool = False
    selection: Selection = "cheapest"
    algorithm: Algorithm = "holdfast"
    n_lemmas: int = 15_000
    n_ctis: int = 50_000
    limits: Limits = Limits(seconds=300.0)  # noqa: RUF009  # frozen
    seed: int = 0
    workers: int | None = None
    remember: bool = True
    taken: frozenset[str] = frozenset()
    types: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class Conjunct:
    """A lemma of the invariant: its name, its formula, and that as TLA+ text."""

    name: str
    expr: ir.Expr
    tla: str


@dataclass(frozen=True, slots=True)
class Open:
    """What stopped the search: a step that no lemma of the grammar excludes."""

    lemma: str
    action: str
    before: Mapping[str, object]
    after: Mapping[str, object]
    missing: str
    suggested: tuple[str, ...] = ()
    """Atoms with which a lemma would exclude the step, as `--grammar` reads them."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """The result of `infer`; `invariant` begins with the property.

    `start` are the conjuncts of a predicate for all states of the invariant, if types are known;
    `taken` are the names that the spec defines.
    """

    verdict: Verdict
    property: str
    invariant: tuple[Conjunct, ...] = ()
    sizes: tuple[str, ...] = ()
    states: int = 0
    candidates: int = 0
    ctis: int = 0
    proof: Proof | None = None
    checked: Answer | None = None
    assumed: tuple[str, ...] = ()
    graph: ProofGraph | None = None
    open: Open | None = None
    seconds: float = 0.0
    phases: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    start: tuple[str, ...] = ()
    taken: frozenset[str] = frozenset()

    not_checked: ClassVar[tuple[Unchecked, ...]] = ()
    asked_bound: ClassVar[bool] = False
    not_inductive: ClassVar[bool] = False


def never_enabled(result: Inferred) -> tuple[str, ...]:
    """The actions never enabled: in a state of the invariant, or in the checked instance."""
    if isinstance(result.verdict, Violated):
        return ()  # the search ended before this was computed
    checked = () if result.checked is None else result.checked.never_enabled
    proved = () if result.proof is None else result.proof.never_enabled
    return tuple(dict.fromkeys((*proved, *checked)))
