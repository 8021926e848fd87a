"""`holdfast eval`: the values of expressions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Unpack

import click

from holdfast.cli.answer import Answer, Request, complaint, json_option, look_of
from holdfast.cli.options import (
    PATH,
    SPEC_PATH,
    ConfigFlags,
    config_options,
    load_file,
    with_options,
)

_OPTION = re.compile(r"-(-|[A-Za-z])")


class Flags(ConfigFlags):
    """The options as click passes them."""

    words: tuple[str, ...]
    trace: Path | None
    at: int | None


@click.command(
    short_help="Print the values of expressions.",
    context_settings={"ignore_unknown_options": True},  # `-3` is an expression
)
@click.argument("words", metavar="[SPEC] EXPR...", nargs=-1, required=True)
@click.option("--trace", metavar="FILE", type=PATH, help="Evaluate in the states of this trace.")
@click.option("--at", type=click.IntRange(1), help="Only in the state with this number.")
@with_options(*config_options)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Print the value of each EXPR in the scope of SPEC, with the constants of its model.

    An expression over variables is evaluated in the initial states, or along a trace with
    --trace. Expressions may use all bundled modules, whether SPEC extends them or not.

    \b
    Examples:
      holdfast eval '1 + 1'
      holdfast eval 'SortSeq(<<3, 1, 2>>, <)'
      holdfast eval Spec.tla 'Cardinality(Nodes)' 'SUBSET Nodes'
      holdfast eval Spec.tla --const 'Nodes={a, b}' 'Quorum'
      holdfast eval Spec.tla 'Cardinality(msgs)' --trace bug.itf.json --at 3
    """
    from holdfast.report.evaluated import evaluated_envelope, show_evaluated
    from holdfast.workbench import evaluate, evaluate_along

    file, texts = _split(flags["words"])
    spec, trace = None, flags["trace"]
    if file is not None:
        request.spec = str(file)
        spec = load_file(file, flags)
    elif flags["config"] or flags["const"] or trace:
        raise click.UsageError("--config, --const and --trace need a SPEC")
    if flags["at"] and trace is None:
        raise click.UsageError("--at needs --trace")
    if spec is not None and trace is not None:
        found = evaluate_along(trace, texts, spec, flags["at"])
    else:
        found = evaluate(texts, spec)
    remarks = complaint(found.diagnostics) if found.diagnostics else ""
    text = show_evaluated(found, look_of(None))
    return Answer(evaluated_envelope(found), text, remarks)


def _split(words: tuple[str, ...]) -> tuple[Path | None, tuple[str, ...]]:
    """The spec, if the first word is one, and the expressions."""
    for word in words:
        if _OPTION.match(word):
            raise click.NoSuchOption(word)
    path = SPEC_PATH.convert(words[0], None, None)
    if path.suffix != ".tla" and not path.is_file():
        return None, words
    if len(words) == 1:
        raise click.UsageError(f"there is no expression to evaluate in {path}")
    return path, words[1:]
