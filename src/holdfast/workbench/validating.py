"""Validating traces and logs against a spec."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from holdfast.front.document import Scratch
from holdfast.front.files import ON_DISK
from holdfast.front.keywords import read_keywords
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.prepared import LoadedModel, Prepared, asked_of, prepare_asked

if TYPE_CHECKING:
    from holdfast.check.trace_file import TraceFile
    from holdfast.check.trace_validation import Expected, Validation
    from holdfast.interp.machine import Machine
    from holdfast.ir.system import System
    from holdfast.report.validated import TraceResult, Violation


class ValidateOptions(TypedDict, total=False):
    """The options of `validate`.

    With `partial` the file is a log: each line describes a part of a state. `between` is how many
    steps before each line the log may leave out, `ignore` are keys that do not belong to the
    state. `invariants` and `expressions` are evaluated in the states.
    """

    partial: bool
    between: int
    ignore: Sequence[str]
    invariants: Sequence[str]
    expressions: Sequence[str]


def validate(spec: LoadedModel, path: str | PathLike[str], options: ValidateOptions) -> TraceResult:
    """The implementation of `Specification.validate`."""
    from holdfast.check import evaluate as run
    from holdfast.check.json_values import ITF, LOG, TLC
    from holdfast.check.trace_file import read_trace
    from holdfast.check.trace_refusal import refusals
    from holdfast.check.trace_validation import validate as follow
    from holdfast.interp.machine import Machine
    from holdfast.report.validated import TraceResult

    options = read_keywords("validate", options, ValidateOptions, {})
    invariants, expressions = options.get("invariants", ()), options.get("expressions", ())
    file = read_trace(ON_DISK.source(Path(path)), options.get("partial", False))
    keys = dict(_keys(file, options.get("ignore", ())))
    asked = replace(asked_of(spec, {"invariants": invariants}), scratch=Scratch())
    sources = [Source("--expr", text) for text in expressions]
    try:
        prepared = prepare_asked(spec, asked, (*sources, *keys.values()))
    except SpecError as error:
        raise SpecError(*(_about_key(d, keys) for d in error.diagnostics)) from None
    machine = Machine(prepared.system)
    expected = tuple(_expected(file, prepared, list(keys), len(sources)))
    dialect = {"ITF": ITF, "TLC": TLC, "log": LOG}[file.format]
    found = follow(machine, file, expected, dialect, options.get("between", 0))
    states = [tuple(step.state.values()) for step in found.witness.steps]
    return TraceResult(
        str(spec.path),
        found,
        tuple(
            run.evaluate(machine, text, e, states)
            for text, e in zip(expressions, prepared.formulas, strict=False)
        ),
        tuple(_violations(machine, found)) if invariants else (),
        tuple(p.name for p in prepared.system.invariants) if invariants else (),
        refusals(machine, found),
        tuple(_notes(found, prepared.system)),
        prepared.constants,
        prepared.system.notation,
    )


def _notes(found: Validation, system: System) -> Iterator[str]:
    """What the result does not cover."""
    if found.file.loop is None:
        return
    if found.valid and system.fairness:
        yield "fairness was not checked: the loop is one of `[][Next]_vars`"
    for keyword, reduction in (("VIEW", system.view), ("SYMMETRY", system.symmetry)):
        if not found.loops and reduction is not None:
            yield (
                f"the model has {keyword} {reduction.name}: the loop of a trace found with it"
                " may close only up to that reduction"
            )


def _keys(file: TraceFile, ignore: Sequence[str]) -> Iterator[tuple[str, Source]]:
    """The keys of a log, which are expressions over the variables; each has its first line."""
    if not file.partial:
        return
    seen: set[str] = set(ignore)
    for line in file.lines:
        for key in line.values:
            if key not in seen:
                seen.add(key)
                yield key, Source(f"{file.name}, line {line.number}", key)


def _about_key(diagnostic: Diagnostic, keys: Mapping[str, Source]) -> Diagnostic:
    """An error in a key of a log says how to skip that key."""
    span = diagnostic.span
    if span is None or span.source not in keys.values():
        return diagnostic
    skip = f"`--ignore {span.source.text}` skips a key that is not about the state"
    return replace(diagnostic, help="; ".join(filter(None, (diagnostic.help, skip))))


def _expected(
    file: TraceFile, prepared: Prepared, keys: list[str], first: int
) -> Iterator[Expected]:
    from holdfast.check.trace_validation import Expected, Part
    from holdfast.ir import expr as ir

    variables = prepared.system.variables
    exprs: dict[str, ir.Expr] = {name: ir.Name(name) for name in variables}
    exprs |= dict(zip(keys, prepared.formulas[first:], strict=True))
    for at, line in enumerate(file.lines):
        if not file.partial:
            _require_variables(file, at, variables)
        parts = [Part(k, exprs[k], data) for k, data in line.values.items() if k in exprs]
        yield Expected(tuple(parts), line.action)


def _require_variables(file: TraceFile, at: int, variables: tuple[str, ...]) -> None:
    values = file.lines[at].values
    problems = [f"lacks the variable `{v}`" for v in variables if v not in values]
    problems += [
        f"has `{v}`, which is no variable of the spec" for v in values if v not in variables
    ]
    if problems:
        message = f"{file.label(at)} of {file.name} {problems[0]}"
        help = "for states that are not complete, use --partial"
        raise SpecError(Diagnostic("trace-variable", message, None, help))


def _violations(machine: Machine, found: Validation) -> Iterator[Violation]:
    """The first violation of each invariant along the witness."""
    from holdfast.check.advice import diagnose
    from holdfast.interp.explain import explain_false
    from holdfast.ir.errors import EvalError
    from holdfast.report.validated import Violation

    states = [tuple(step.state.values()) for step in found.witness.steps]
    for invariant in machine.system.invariants:
        try:
            holds = machine.test(invariant.expr)
            at = next((i for i, state in enumerate(states) if not holds(state)), None)
            if at is not None:
                reason = explain_false(machine, invariant.expr, states[at])
                yield Violation(invariant.name, at, reason)
        except EvalError as error:
            raise SpecError(diagnose(error, machine.system)) from None
