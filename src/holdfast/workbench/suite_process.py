"""The process that runs one model of a suite: a request on standard input, its result on output.

It is a separate process, so that a crash or a lack of memory affects no other model.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from typing import Any

from holdfast.child_process import end_with_parent
from holdfast.report.check_result import CheckResult
from holdfast.report.envelope import Envelope
from holdfast.report.rejection import error_envelope
from holdfast.report.trace import trace_of
from holdfast.source import SpecError
from holdfast.suite.expectation import Observed
from holdfast.workbench.specification import load


def main() -> None:
    """Check the model of the request."""
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_parent, daemon=True).start()
    result = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # Output of the spec must not mix with the result.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with result:
        json.dump(asdict(run_model(**request)), result)


def run_model(
    spec: str, loading: dict[str, Any], command: str, options: dict[str, Any]
) -> Observed:
    """The result of a model, also if there are errors in it."""
    try:
        model = load(spec, **loading)
        if command == "prove":
            return _of_envelope(model.prove(**options).envelope())
        return _observed(model.check(**options))
    except (SpecError, OSError, MemoryError, RecursionError) as error:
        return _of_envelope(error_envelope(command, spec, error))


def _observed(result: CheckResult) -> Observed:
    trace = trace_of(result.verdict)
    return Observed(
        verdict=result.outcome,
        exit=result.exit_code,
        kind=getattr(result.verdict, "kind", None),
        property=result.violated,
        reason=result.reason,
        trace=None if trace is None else len(trace),
        stutters=trace is not None and trace.loop == "stutter",
        generated=result.generated,
        distinct=result.distinct,
        depth=result.depth,
        complete=result.answer.complete,
        seconds=round(result.answer.seconds, 3),
    )


def _of_envelope(envelope: Envelope) -> Observed:
    return Observed(
        verdict=envelope.verdict or "error",
        exit=envelope.exit,
        kind=envelope.kind,
        property=envelope.property,
        reason=envelope.reason,
    )
