"""From the text of a model to its tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from holdfast.front.files import ON_DISK, Files
from holdfast.front.promela.expression_nodes import Run
from holdfast.front.promela.read.cursor import TooManyErrors
from holdfast.front.promela.read.labels import Labels, with_targets
from holdfast.front.promela.read.macros import Macros
from holdfast.front.promela.read.names import Names, Process
from holdfast.front.promela.read.places import symbol_of
from holdfast.front.promela.read.preprocess import preprocess
from holdfast.front.promela.read.tokens import with_keywords
from holdfast.front.promela.read.units import Parts, Units
from holdfast.front.promela.tree import Model, Statements
from holdfast.front.promela.types import Basic
from holdfast.front.suggest import did_you_mean, wrong_number
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, Span, errors


@dataclass(frozen=True, slots=True)
class Reading:
    """A model that has been read, with its diagnostics; there is no tree if some are errors.

    `labels` are those of each process type.
    """

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    names: Names
    macros: Macros
    labels: Mapping[str, frozenset[str]]


def read_model(
    source: Source, files: Files = ON_DISK, definitions: Mapping[str, str] | None = None
) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The tree of a model, and what is wrong with it; None if there are errors.

    `definitions` replace macros of the text.
    """
    reading = read_text(source, files, definitions or {})
    return reading.model, reading.diagnostics


def read_text(
    source: Source, files: Files, definitions: Mapping[str, str], wide: bool = False
) -> Reading:
    """A model with its names and macros, for formulas about it.

    If it is `wide`, its numbers have no widths.
    """
    found = preprocess(source, files, definitions)
    names = Names(macros=found.macros.defined, wide=wide)
    reader = Units(with_keywords(found.tokens), names)
    labels: Mapping[str, frozenset[str]] = {}
    try:
        with deep_recursion():
            parts = reader.units()
            labels = _labels(parts)
            _check_runs(reader)
            check_remote_labels(reader, labels)
            model = _model(reader, parts, Span(source, 0, len(source.text)))
        _check_processes(reader, parts, source, errors(found.diagnostics))
    except TooManyErrors:
        model = None
    diagnostics = tuple(_in_order([*found.diagnostics, *reader.diagnostics]))
    if errors(diagnostics):
        model = None
    return Reading(model, diagnostics, names, found.macros, labels)


def _check_processes(
    reader: Units, parts: Parts, source: Source, before: tuple[Diagnostic, ...]
) -> None:
    """Report that no process runs in the initial state, if there are no other errors."""
    if before or errors(reader.diagnostics) or any(p.copies for p, _ in parts.proctypes):
        return
    at = parts.proctypes[0][0].span if parts.proctypes else Span(source, 0, 1)
    message = "no process runs: none is `active`, and there is no `init`"
    reader.report("promela-no-process", message, at)


def _in_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Each diagnostic once: several uses of an inline may repeat it."""
    seen: set[tuple[str, str, Span | None]] = set()
    result = []
    for d in diagnostics:
        key = (d.code, d.message, d.span)
        if key not in seen:
            seen.add(key)
            result.append(d)
    return result


def _model(reader: Units, parts: Parts, span: Span) -> Model:
    referred = {(r.proctype, r.label) for r, _ in reader.remote_labels}
    proctypes = []
    for p, labels in parts.proctypes:
        remote = frozenset(label for name, label in referred if name == p.name)
        proctypes.append(replace(p, body=_with_jumps(reader, p.body, labels, remote)))
    claims = [
        replace(c, body=_with_jumps(reader, c.body, labels, frozenset()))
        for c, labels in parts.claims
    ]
    return Model(
        tuple(parts.mtypes),
        tuple(parts.typedefs),
        tuple(parts.globals),
        tuple(proctypes),
        tuple(claims),
        tuple(parts.ltl),
        span=span,
    )


def _with_jumps(
    reader: Units, body: Statements, labels: Labels, remote: frozenset[str]
) -> Statements:
    """The statements with the targets of all jumps, which are reported if there are none."""
    targets: dict[str, str] = {}
    for number, jump in enumerate(labels.jumps):
        label = labels.target(jump)
        text = jump.token.text
        targets[f"{text}@{number}"] = label.unique if label is not None else text
        if label is None:
            help = did_you_mean(text, (m.token.text for m in labels.declared))
            message = f"there is no label `{text}` in this process"
            reader.report("promela-unknown-label", message, jump.token, help)
        elif label.d_step != jump.d_step:
            where = "out of" if jump.d_step else "into"
            reader.report("promela-d-step", f"`goto {text}` jumps {where} a `d_step`", jump.token)
    return with_targets(body, targets, remote)


def _check_runs(reader: Units) -> None:
    """Report a `run` of something that is no process type, or with wrong arguments."""
    for run, token in reader.runs:
        found = reader.names.globals.get(run.proctype)
        if not isinstance(found, Process) or found.is_claim or found.name == "init":
            names = (n for n, g in reader.names.globals.items() if isinstance(g, Process))
            message = f"there is no process type `{run.proctype}`"
            help = did_you_mean(run.proctype, names)
            reader.report("promela-unknown-name", message, token, help)
        else:
            _check_arguments(reader, run, found)


def _check_arguments(reader: Units, run: Run, found: Process) -> None:
    params = [t for p in found.params for t, _ in reader.leaves(p.symbol.type, p.span)]
    wanted = len(params)
    if wanted != len(run.args):
        message = wrong_number(f"`{run.proctype}`", wanted, len(run.args))
        reader.report("promela-argument-count", message, run.span)
        return
    for t, arg in zip(params, run.args, strict=True):
        symbol = symbol_of(arg)
        is_channel = symbol is not None and symbol.type is Basic.CHAN
        if symbol is not None and is_channel != (t is Basic.CHAN):
            what = "a channel, not a number" if is_channel else "a number, not a channel"
            reader.report("promela-type", f"`{symbol.name}` is {what}", arg.span)


def _labels(parts: Parts) -> dict[str, frozenset[str]]:
    """The labels of each process type."""
    return {
        p.name: frozenset(m.token.text for m in labels.declared) for p, labels in parts.proctypes
    }


def check_remote_labels(reader: Units, labels: Mapping[str, frozenset[str]]) -> None:
    """Report references to labels that processes do not have."""
    for remote, token in reader.remote_labels:
        known = labels.get(remote.proctype, frozenset())
        if remote.label not in known:
            message = f"`{remote.proctype}` has no label `{remote.label}`"
            help = did_you_mean(remote.label, known)
            reader.report("promela-unknown-label", message, token, help)
