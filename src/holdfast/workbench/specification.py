"""A loaded spec and its operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, TypedDict, Unpack

from holdfast.check.options import CheckOptions
from holdfast.front.files import Files, Overlays
from holdfast.front.keywords import read_keywords, read_list, require_known
from holdfast.front.load import load as read_document
from holdfast.report.check_result import CheckResult, Sweep
from holdfast.report.progress import (
    SearchText,
    axioms_text,
    inference_text,
    proof_text,
    simulation_text,
)
from holdfast.source import SpecError
from holdfast.workbench.prepared import LoadedModel, place_of_text
from holdfast.workbench.watching import watched

if TYPE_CHECKING:
    from holdfast.check.simulate_options import SimulateOptions
    from holdfast.infer.result import InferOptions
    from holdfast.mine.options import MineOptions
    from holdfast.prove.options import ProveOptions
    from holdfast.report.axioms_result import AxiomsResult
    from holdfast.report.diagram_result import DiagramResult
    from holdfast.report.evaluated import Evaluated
    from holdfast.report.inferred_result import InferResult
    from holdfast.report.mined_result import MineResult
    from holdfast.report.proof_result import ProofResult
    from holdfast.report.quotient_result import QuotientResult
    from holdfast.report.simulation_result import SimulateResult
    from holdfast.report.validated import TraceResult
    from holdfast.workbench.axioms import AxiomOptions
    from holdfast.workbench.drawing import ComputeOptions
    from holdfast.workbench.validating import ValidateOptions


@dataclass(frozen=True, slots=True, repr=False)
class Specification(LoadedModel):
    """A spec that has been read, where its model is, and its operations; `load` creates it."""

    def check(self, **options: Unpack[CheckOptions]) -> CheckResult:
        """Explore all reachable states and check the properties.

        Raises SpecError if there are errors in the spec, the configuration or the given names,
        TypeError or ValueError for an unknown option.
        """
        from holdfast.workbench.checking import check

        with watched(options, SearchText()) as asked:
            return check(self, asked)

    def simulate(
        self, traces: int | None = None, **options: Unpack[SimulateOptions]
    ) -> SimulateResult:
        """Simulate random behaviours, and check the properties of the model on the way.

        `traces` is their number: 10,000, or as many as there is time for if there is a time limit.
        Raises SpecError if there are errors in the spec, the configuration or the given names,
        TypeError or ValueError for an unknown option.
        """
        from holdfast.workbench.simulating import simulate

        with watched(options, simulation_text) as asked:
            return simulate(self, traces, asked)

    def prove(self, **options: Unpack[ProveOptions]) -> ProofResult:
        """Prove that invariants hold in all reachable states, of this instance or of all sizes.

        Raises SpecError if there are errors, or for constructs that the encoding does not support.
        """
        from holdfast.workbench.proving import prove

        with watched(options, proof_text) as asked:
            return prove(self, asked)

    def axioms(self, **options: Unpack[AxiomOptions]) -> AxiomsResult:
        """Prove the axioms of I/O automata for all parameters; raises SpecError."""
        from holdfast.workbench.axioms import prove_axioms

        with watched(options, axioms_text) as asked:
            return prove_axioms(self, asked)

    def infer(self, **options: Unpack[InferOptions]) -> InferResult:
        """Find lemmas that make a property inductive, and prove it; raises SpecError."""
        from holdfast.workbench.inferring import infer

        with watched(options, inference_text) as asked:
            return infer(self, asked)

    def mine(self, **options: Unpack[MineOptions]) -> MineResult:
        """The relations between integer-valued terms that hold in all reachable states.

        Raises SpecError if there are errors in the spec, the configuration or the given names,
        TypeError or ValueError for an unknown option.
        """
        from holdfast.workbench.mining import mine

        with watched(options, SearchText()) as asked:
            return mine(self, asked)

    def diagram(self, **options: Unpack[ComputeOptions]) -> DiagramResult:
        """A predicate diagram that covers all behaviours, and proves temporal properties.

        Raises SpecError if there are errors in the spec, the configuration or the formulas.
        """
        from holdfast.workbench.drawing import compute_diagram

        return compute_diagram(self, options)

    def group_by(
        self, expressions: str | Sequence[str], **options: Unpack[CheckOptions]
    ) -> QuotientResult:
        """The reachable states, grouped by the values of expressions, and the steps between groups.

        Raises SpecError if there are errors, or if an expression cannot be evaluated in a state.
        """
        from holdfast.workbench.grouping import group_by

        with watched(options, SearchText()) as asked:
            return group_by(self, expressions, asked)

    def grammar(self, **options: Unpack[InferOptions]) -> str:
        """The grammar that `infer` mines from the spec for a property, as text."""
        from holdfast.workbench.inferring import grammar

        return grammar(self, options)

    def evaluate(self, texts: str | Sequence[str]) -> Evaluated:
        """The values of expressions; those over variables have one for each initial state.

        Raises SpecError for errors in the texts.
        """
        from holdfast.workbench.evaluating import evaluate

        return evaluate(texts, self)

    def validate(
        self, trace: str | PathLike[str], **options: Unpack[ValidateOptions]
    ) -> TraceResult:
        """Whether a trace or a log in a file is a behaviour of the spec; raises SpecError."""
        from holdfast.workbench.validating import validate

        return validate(self, trace, options)

    def sweep(self, options: CheckOptions | None = None, /, **values: Iterable[object]) -> Sweep:
        """Check once for every combination of values of some constants."""
        from holdfast.workbench.checking import sweep

        with watched(options or CheckOptions(), SearchText()) as asked:
            return sweep(self, asked, values)

    def step(self) -> Any:
        """A widget for notebooks to step through the spec; its trait `path` is the walk.

        Needs anywidget, the extra `notebook`. Raises SpecError if the model has errors.
        """
        from holdfast.libraries import widget

        return widget("step_through", self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What notebooks show: the names that the spec declares, its model and diagnostics."""
        from holdfast.notebook import bundle
        from holdfast.report.loaded import loaded_parts
        from holdfast.workbench.prepared import prepare

        try:
            prepared = prepare(self)
        except (SpecError, OSError):  # such as a constant without a value
            return bundle(repr(self), loaded_parts(self))
        return bundle(repr(self), loaded_parts(self, prepared.system, prepared.constants))


def load(  # noqa: PLR0913  # keywords of the public API
    path: str | PathLike[str] | None = None,
    search_path: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    *,
    text: str | None = None,
    config: str | PathLike[str] | None = None,
    config_text: str | None = None,
    constants: Mapping[str, object] | None = None,
    translate: bool = False,
    overlays: Overlays | None = None,
    automaton: str | None = None,
    wide: bool = False,
    **unknown: Never,
) -> Specification:
    """Read, parse and resolve a spec with all modules that it needs: a file, or a `text`.

    Errors in the text are `diagnostics` of the result. A file that cannot be read raises
    OSError, one that is not text raises SpecError. The configuration is read when the spec
    is checked: the one given here, or the one found beside the spec. With `translate` a
    PlusCal algorithm takes precedence over an edited translation. `overlays` are
    texts to use instead of files, for modules and configurations: unsaved editor buffers.
    `automaton` is the root of a file of I/O automata. If a Promela model is `wide`, its
    numbers have no widths.

    A `text` without a path is a TLA+ module; no configuration or module is beside it. With a
    path, it is the text of that file. `config_text` is the text of its configuration.
    """
    for name in unknown:
        require_known("load", name, LoadOptions.__annotations__)
    given = {
        "text": text, "config": config, "config_text": config_text, "constants": constants or {},
        "translate": translate, "automaton": automaton, "wide": wide, "overlays": overlays,
    }  # fmt: skip
    read_keywords("load", given, LoadOptions, {})
    where = place_of_text("load", path, text, ".tla")
    folders = tuple(map(Path, read_list("load", "search_path", search_path, "paths")))
    texts = {Path(name): own for name, own in (overlays or {}).items()}
    if text is not None:
        texts[where] = text
    chosen = None if config is None else Path(config)
    if config_text is not None:
        if config is not None:
            raise TypeError("load() takes `config` or `config_text`, not both")
        chosen = where.with_suffix(".cfg")
        texts[chosen] = config_text
    files = Files.over(texts)
    document = read_document(where, folders, translate, files)
    return Specification(
        document, folders, chosen, constants or {}, translate, automaton, wide, files
    )


class LoadOptions(TypedDict, total=False):
    """The keywords of `load`."""

    search_path: Sequence[str | PathLike[str]]
    text: str | None
    config: str | PathLike[str] | None
    config_text: str | None
    constants: Mapping[str, object]
    translate: bool
    overlays: Overlays | None
    automaton: str | None
    wide: bool
