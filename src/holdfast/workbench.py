"""The public Python API: what the commands do, as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from itertools import product
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, get_args

from holdfast.cancellation import Cancellation
from holdfast.check.options import CheckOptions, EngineName, explore_options
from holdfast.front.keywords import list_of_names, read_keywords
from holdfast.front.load import Loaded, read_source
from holdfast.front.load import load as read_spec
from holdfast.prove.options import Method, ProveOptions
from holdfast.report.check_result import CheckResult, StateGraph, Sweep, SweepRow
from holdfast.report.inferred_result import InferResult
from holdfast.report.proof_result import ProofResult
from holdfast.source import Diagnostic, SpecError, errors

if TYPE_CHECKING:
    from holdfast.front.overrides import Asked
    from holdfast.infer.result import InferOptions
    from holdfast.ir.system import System
    from holdfast.report.answer import Question
    from holdfast.report.recheck import RecheckResult
    from holdfast.report.saved import ModelFiles
    from holdfast.report.why import Why

__all__ = [
    "Cancellation",
    "CheckOptions",
    "CheckResult",
    "Diagnostic",
    "Formatted",
    "InferOptions",
    "InferResult",
    "Loaded",
    "ProofResult",
    "ProveOptions",
    "SpecError",
    "Specification",
    "StateGraph",
    "Sweep",
    "Translated",
    "format_file",
    "keep_trace",
    "load",
    "pass_names",
    "recheck",
    "show_c",
    "show_smt",
    "show_system",
    "starting_config",
    "translate_file",
    "why",
    "write_certificate",
]


def __getattr__(name: str) -> object:
    if name != "InferOptions":  # the type of arguments: `check` must not pay for the solver's part
        raise AttributeError(f"module 'holdfast.workbench' has no attribute {name!r}")
    return import_module("holdfast.infer.result").InferOptions


@dataclass(frozen=True, slots=True)
class Translated:
    """The translation of a file's PlusCal algorithm.

    `current` tells about the translation that the file held when it was read: None if it
    held none. `written` tells whether the file was changed.
    """

    path: Path
    text: str
    current: bool | None
    diagnostics: tuple[Diagnostic, ...]
    written: bool = False


def translate_file(path: str | PathLike[str], write: bool = False) -> Translated:
    """Translate the PlusCal algorithm of a file, and write the result into it if asked to.

    A file is written only if it has no errors and its translation is not current.
    """
    from holdfast.front import pluscal

    source = read_source(Path(path))
    done = pluscal.translate(source)
    if done is None:
        help = "an algorithm stands in a comment and begins with `--algorithm Name`"
        message = f"there is no PlusCal algorithm in {source.name}"
        raise _refused("no-algorithm", message, help)
    wanted = write and done.current is not True and not errors(done.diagnostics)
    if wanted:
        _write(Path(path), pluscal.write_translation(source))
    return Translated(Path(path), done.text, done.current, done.diagnostics, wanted)


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file's text before and after formatting."""

    path: Path
    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Whether formatting makes a difference."""
        return self.before != self.after


def format_file(path: str | PathLike[str], write: bool = False) -> Formatted:
    """Format a file, and write the result if asked to; raises SpecError if it has errors."""
    from holdfast.front.tla.print.format import format_text

    source = read_source(Path(path))
    formatted = Formatted(Path(path), source.text, format_text(source))
    if write and formatted.changed:
        _write(formatted.path, formatted.after)
    return formatted


# ---- checking ----


@dataclass(frozen=True, slots=True)
class Specification(Loaded):
    """A spec that has been read, and where its model is; `load` makes it."""

    search_path: tuple[Path, ...] = ()
    config: Path | None = None
    constants: Mapping[str, object] = field(default_factory=dict)
    translate: bool = False

    def check(self, **options: Unpack[CheckOptions]) -> CheckResult:
        """Explore all reachable states and judge them.

        Raises SpecError if there are mistakes in the spec, the configuration or the names given,
        TypeError or ValueError for an option that there is not.
        """
        from holdfast.check.check import check

        options = read_keywords("check", options, CheckOptions, {"engine": get_args(EngineName)})
        prepared, chosen = prepare(self, options), explore_options(options)
        found = check(prepared.system, chosen, options.get("progress"), options.get("cancellation"))
        answer = replace(found, constants=prepared.constants)
        keeping = replace(chosen, keep_graph=True)
        return CheckResult(
            answer, prepared.question, prepared.files, lambda: check(prepared.system, keeping)
        )

    def prove(self, **options: Unpack[ProveOptions]) -> ProofResult:
        """Show that invariants hold in all reachable states, of this instance or of all sizes.

        Raises SpecError if there are mistakes, or for what cannot be put to a solver.
        """
        from holdfast.prove.options import read_options
        from holdfast.prove.prove import prove

        methods = {"method": get_args(Method)}
        options = read_keywords("prove", options, ProveOptions, methods)
        prepared, lemmas = _prepared_to_prove(self, options)
        chosen = replace(read_options(options), lemmas=lemmas)
        proof = prove(prepared.system, chosen, options.get("progress"), options.get("cancellation"))
        proof = replace(proof, constants=prepared.constants, taken=prepared.names)
        return ProofResult(proof, prepared.question, prepared.files)

    def infer(self, **options: Unpack[InferOptions]) -> InferResult:
        """Find lemmas that make a property inductive, and prove it; raises SpecError."""
        from holdfast.infer.ask import infer_as_asked

        given = _infer_options("infer", options)
        return InferResult(*infer_as_asked(self, given, self._load, prepare))

    def grammar(self, **options: Unpack[InferOptions]) -> str:
        """The grammar that `infer` mines from the spec for a property, as text."""
        from holdfast.infer.ask import grammar_as_asked

        return grammar_as_asked(self, _infer_options("grammar", options), self._load, prepare)

    @property
    def _load(self) -> Callable[..., Specification]:
        """Reads another spec in the same way."""
        return partial(load, translate=self.translate)

    def sweep(self, options: CheckOptions | None = None, /, **values: Iterable[object]) -> Sweep:
        """Check once for every combination of values of some constants."""
        from holdfast.front.overrides import constant_texts

        names, rows = tuple(values), list[SweepRow]()
        # A text is one value, not its letters.
        columns = ((v,) if isinstance(v, str) else v for v in values.values())
        for chosen in product(*columns):
            constants = dict(zip(names, chosen, strict=True))
            given = (options or {}).get("constants", {})
            all_options: CheckOptions = {**(options or {}), "constants": {**given, **constants}}
            rows.append(SweepRow(constant_texts(constants), self.check(**all_options)))
        return Sweep(names, tuple(rows))


def load(
    path: str | PathLike[str],
    search_path: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    *,
    config: str | PathLike[str] | None = None,
    constants: Mapping[str, object] | None = None,
    translate: bool = False,
) -> Specification:
    """Read, parse and resolve a spec with all modules that it needs.

    Mistakes in the text are `diagnostics` of the result. A file that cannot be read raises
    OSError, one that is not text raises SpecError. The configuration is read when the spec
    is checked: the one given here, or the one found beside the spec. With `translate` a
    PlusCal algorithm counts more than a translation that somebody has edited.
    """
    if isinstance(search_path, str | PathLike):
        search_path = (search_path,)
    folders = tuple(map(Path, search_path))
    read = read_spec(path, folders, translate)
    given = None if config is None else Path(config)
    found = (read.path, read.spec, read.diagnostics, read.notices)
    return Specification(*found, folders, given, constants or {}, translate)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A system that can be explored, and the question that is asked about it.

    `source` is the system before the passes, `names` is all that the spec defines.
    """

    source: System
    system: System
    question: Question
    constants: Mapping[str, str]
    files: ModelFiles
    names: frozenset[str]


def prepare(specification: Specification, options: CheckOptions | None = None) -> Prepared:
    """Find the model of a spec and put both together; raises SpecError if that fails."""
    from holdfast.front.find_config import find_config
    from holdfast.front.model import build_model
    from holdfast.front.overrides import Changes, complete_config, constant_texts
    from holdfast.front.proposals import with_proposals
    from holdfast.passes.pipeline import run_pipeline
    from holdfast.recursion import deep_recursion

    options = options or {}
    _require_no_errors(specification)
    found, spec = find_config(specification.path, specification.config), specification
    if found.spec != spec.path:
        spec = spec._load(found.spec, spec.search_path, constants=spec.constants)
        _require_no_errors(spec)
    changes = Changes(
        constant_texts({**spec.constants, **options.get("constants", {})}),
        tuple(options.get("invariants", ())),
        tuple(options.get("properties", ())),
        options.get("deadlock"),
    )
    asked = complete_config(spec.spec, found.config, changes)
    with deep_recursion():
        try:
            model = build_model(spec.spec, asked.config)
        except SpecError as error:
            raise SpecError(*with_proposals(error.diagnostics, spec.spec)) from None
        system = run_pipeline(model.system)
    return Prepared(
        model.system,
        system,
        _question(specification, spec, found.name, asked, model.warnings),
        dict(model.constants),
        _model_files(specification, changes.constants),
        frozenset(spec.spec.module.names),
    )


def _require_no_errors(specification: Specification) -> None:
    if not specification.ok:
        raise SpecError(*specification.diagnostics)


def _question(
    given: Specification,
    spec: Specification,
    config: str | None,
    asked: Asked,
    warnings: tuple[Diagnostic, ...],
) -> Question:
    from holdfast.report.answer import Question

    elsewhere = () if spec is given else (f"{spec.path} is the model of {given.path}",)
    kinds = {n.name: "invariant" for n in asked.config.invariants}
    kinds |= {n.name: "property" for n in asked.config.properties}
    kinds |= {n.name: "postcondition" for n in asked.config.postconditions}
    return Question(
        str(spec.path),
        config,
        asked.found,
        (*elsewhere, *spec.notices),
        kinds,
        asked.left_out,
        (*spec.diagnostics, *warnings),
        asked.unasked,
        frozenset(a.name.name for a in asked.config.constants if a.reading == "operator"),
    )


def _model_files(specification: Specification, constants: Mapping[str, str]) -> ModelFiles:
    from holdfast.report.saved import ModelFiles

    return ModelFiles(
        str(specification.path),
        None if specification.config is None else str(specification.config),
        constants,
        tuple(map(str, specification.search_path)),
        specification.translate,
    )


def _infer_options(function: str, options: InferOptions) -> InferOptions:
    from holdfast.infer.result import Algorithm, InferOptions, Selection

    choices = {"selection": get_args(Selection), "algorithm": get_args(Algorithm)}
    return read_keywords(function, options, InferOptions, choices)


# ---- proving ----


def _prepared_to_prove(
    specification: Specification, options: ProveOptions
) -> tuple[Prepared, tuple[str, ...]]:
    """The system with exactly the invariants and lemmas that are asked for, and the lemmas."""
    from holdfast.prove.options import lemmas_for

    asked: CheckOptions = {"constants": options.get("constants", {})}
    names = tuple(options.get("invariants", ()))
    if not names:
        names = tuple(p.name for p in prepare(specification, asked).system.invariants)
    lemmas = lemmas_for(options, names, specification.spec.module.names)
    both = tuple(dict.fromkeys((*lemmas, *names)))
    return prepare(specification, {**asked, "invariants": both, "deadlock": False}), lemmas


def write_certificate(result: ProofResult, folder: str | PathLike[str]) -> int:
    """Write what was proved, with every question to the solvers; gives the number of files."""
    from holdfast.prove.certificate import write_certificate as write

    return write(result.proof, result.question.spec, Path(folder))


def recheck(folder: str | PathLike[str], solvers: Sequence[str] = ("z3", "cvc5")) -> RecheckResult:
    """Verify a certificate from its files alone; raises SpecError if it is not a whole one."""
    from holdfast.prove.recheck import recheck as verify
    from holdfast.report.recheck import RecheckResult

    return RecheckResult(verify(Path(folder), list_of_names(solvers)))


# ---- configurations, passes ----


def starting_config(path: str | PathLike[str], search_path: Sequence[Path] = ()) -> str:
    """The text of a configuration for a spec: what is found in it, values for its constants."""
    from holdfast.check.proposed import satisfying
    from holdfast.front.proposals import propose_constants
    from holdfast.front.proposals import starting_config as make_text

    specification = load(path, search_path)
    _require_no_errors(specification)
    spec = specification.spec
    return make_text(spec, satisfying(spec, propose_constants(spec)))


def pass_names() -> tuple[str, ...]:
    """The names of all passes, in their order."""
    from holdfast.passes.pipeline import PIPELINE

    return tuple(name for name, _ in PIPELINE)


def show_system(specification: Specification, after: str | None = None) -> str:
    """The system of a spec and its model as text: before the passes, or after one of them."""
    from holdfast.ir.text import show_system as show
    from holdfast.passes.pipeline import run_pipeline

    source = prepare(specification).source
    return show(source if after is None else run_pipeline(source, after))


def show_c(specification: Specification) -> str:
    """The C that the native engine would compile; raises SpecError if it cannot run the spec."""
    from holdfast.native.emit.emit import emit_model
    from holdfast.native.emit.support import unsupported

    system = prepare(specification).system
    problems = unsupported(system)
    if problems:
        raise SpecError(*problems)
    return emit_model(system)


def show_smt(specification: Specification, **options: Unpack[ProveOptions]) -> str:
    """The SMT-LIB text of what `prove` would have to settle, in its order; no solver is called."""
    from holdfast.prove.options import read_options
    from holdfast.prove.prove import obligation_texts

    options = read_keywords("show_smt", options, ProveOptions, {"method": get_args(Method)})
    prepared, lemmas = _prepared_to_prove(specification, options)
    chosen = replace(read_options(options), lemmas=lemmas)
    return "\n(reset)\n".join(obligation_texts(prepared.system, chosen))


# ---- the last trace ----

LAST_TRACE = Path(".holdfast", "last-trace.json")
"""Where `keep_trace` puts a trace, below the folder that it is given."""


def keep_trace(result: CheckResult, folder: Path = Path()) -> Path | None:
    """Keep the trace of a result for `why`, if it has one; gives the file."""
    from holdfast.report.saved import SavedTrace, show_saved
    from holdfast.report.trace import step_label, trace_of

    trace = trace_of(result.verdict)
    if trace is None or not trace.steps:
        return None
    saved = SavedTrace(
        result.model,
        result.violated,
        tuple(map(step_label, trace.steps)),
        tuple(step.state for step in trace.steps),
    )
    path = folder / LAST_TRACE
    path.parent.mkdir(exist_ok=True)
    ignore = path.with_name(".gitignore")
    if not ignore.exists():
        _write(ignore, "*\n")
    _write(path, show_saved(saved))
    return path


def why(action: str, number: int | None = None, folder: Path = Path()) -> Why:
    """Why an action cannot happen in a state of the trace kept last; without a number, the last.

    An action may have arguments: `Withdraw(1)`. Raises SpecError if there is no such trace,
    state or action.
    """
    from holdfast.check.why import attempts_at
    from holdfast.interp.machine import Machine
    from holdfast.ir.ranks import ranked_by
    from holdfast.report.saved import read_saved
    from holdfast.report.why import Why

    path = folder / LAST_TRACE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    saved = read_saved(text)
    if saved is None:
        raise _refused("why-trace", f"there is no trace in {path}", "`holdfast check` keeps one")
    at = len(saved.states) if number is None else number
    if not 1 <= at <= len(saved.states):
        raise _refused("why-state", f"the trace has no state {at}; it has {len(saved.states)}")
    files = saved.model
    spec = load(
        files.spec,
        files.search_path,
        config=files.config,
        constants=files.constants,
        translate=files.translate,
    )
    system = prepare(spec).system
    machine = Machine(system)
    with ranked_by(machine.ranks):
        # Read again: values belong to the ranks of strings under which they are made.
        state = (read_saved(text) or saved).states[at - 1]
    if set(state) != set(system.variables):
        raise _refused("why-trace", f"{files.spec} has changed since", "run `holdfast check` again")
    row = tuple(state[name] for name in system.variables)
    attempts = attempts_at(machine, action, row)
    if not attempts:
        names = ", ".join(dict.fromkeys(f"`{each.name}`" for each in system.actions))
        raise _refused("why-action", f"there is no action `{action}`", f"the actions are {names}")
    return Why(files.spec, saved.property, at, saved.steps[at - 1], attempts)


def _refused(code: str, message: str, help: str | None = None) -> SpecError:
    return SpecError(Diagnostic(code, message, None, help))


def _write(path: Path, text: str) -> None:
    # Bytes, so that the line ends stay those of the text on every system.
    path.write_bytes(text.encode("utf-8"))
