"""`holdfast infer`: find the inductive invariant behind a property, and prove it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli.answer import Answer, Request, answer_of, json_option, look_of
from holdfast.cli.infer_options import Flags, infer_options, options_of
from holdfast.cli.infer_progress import InferLine
from holdfast.cli.options import load_spec
from holdfast.cli.recorded import observer, record

if TYPE_CHECKING:
    from holdfast.workbench import InferOptions, InferResult, Specification

_KEPT = "The next run begins with these lemmas, unless it is given --no-cache."


@click.command(short_help="Find an inductive invariant for a property, and prove it.")
@infer_options
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Find lemmas that make a property of the spec in FILE inductive, and prove it.

    Atoms are mined from the spec, states of several sizes are sampled, and lemmas are chosen by
    counterexamples to induction. What is found is proved for all sizes of the constant sets where
    that is possible, and for the model's constants otherwise; the output names the scope. If the
    property is violated, the output shows a trace.

    \b
    Exit codes: 0 proved; 12 the property is violated; 20 not proved, with the lemmas found so far
    and the step that is open; 75 and 150 to 153 as in check.

    \b
    Examples:
      holdfast infer Spec.tla
      holdfast infer Spec.tla --property Safety --write
      holdfast infer Spec.tla --show-grammar
      holdfast infer Spec.tla --lemmas mine.txt --time 60 --json
      holdfast infer Spec.tla --graph why.svg --certificate proof
      holdfast infer Spec.tla --explain
    """
    options, line = options_of(flags), InferLine(sys.stderr)
    try:
        spec = load_spec(flags)
        if flags["show_grammar"]:
            return _grammar(spec, options)
        run = record(request, spec, options)
        options["progress"] = observer(request, flags["detail"], line, run)
        result = spec.infer(**options)
        run.keep(result)
    finally:
        line.clear()
    kept = result.outcome == "unknown" and len(result.invariant) > 1 and not flags["no_cache"]
    notes = [f"\n{result.explanation}"] if flags["explain"] else []
    notes += [_KEPT] if kept else []
    return answer_of(result, look_of(flags["detail"]), lambda: _write(result, flags), *notes)


def _grammar(spec: Specification, options: InferOptions) -> Answer:
    from holdfast.report.inferred_json import grammar_envelope

    text = spec.grammar(**options)
    return Answer(grammar_envelope(str(spec.path), text), text)


def _write(result: InferResult, flags: Flags) -> list[str]:
    """Write the requested files; returns for each a line with the outcome."""
    found = []
    graph, folder = flags["graph"], flags["certificate"]
    if flags["write"]:
        path = flags["file"].with_name(f"{result.module}IndInv.tla")
        if result.invariant:
            path.write_bytes(result.tla.encode())
        what = f"{result.invariant_name} written" if result.invariant else "not written"
        found.append(f"{path}: {what}")
    if graph is not None:
        text = result.graph_text(graph.suffix)
        if text:
            graph.write_bytes(text.encode())
        found.append(f"{graph}: {'the proof graph' if text else 'not written, there is no graph'}")
    if folder is not None:
        found.append(f"{folder}: {_certificate(result, folder)}")
    return found


def _certificate(result: InferResult, folder: Path) -> str:
    from holdfast.prove.certificate import write_certificate

    proof = result.inferred.proof
    if not result.ok or proof is None:
        return "not written, nothing is proved"
    count = write_certificate(proof, result.question.spec, folder)
    return f"certificate written, {count} files; `holdfast recheck {folder}` verifies it"
