"""One run of `holdfast tlc`, which prints TLC's messages while it works."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.cli import exits
from holdfast.cli.answer import write_file
from holdfast.cli.tlc_flags import Given, Simulation
from holdfast.processors import processors
from holdfast.report import tlc_errors, tlc_text
from holdfast.report.rejection import describe_failure
from holdfast.report.tlc_messages import Code, Output, Printed, error, warning
from holdfast.report.tlc_trace import behaviour_module, json_trace, tla_trace
from holdfast.report.tlc_values import tlc_state
from holdfast.report.trace import trace_of
from holdfast.source import SpecError, errors
from holdfast.verdict import Counts, Graph, Unknown, Verdict

if TYPE_CHECKING:
    from holdfast.check.engine import SearchProgress
    from holdfast.workbench import (
        CheckOptions,
        CheckResult,
        SimulateOptions,
        SimulateResult,
        Specification,
    )

_WRONG = 1
"""TLC's exit code for a command line that it cannot read."""
_UNEXPECTED = 255
"""TLC's exit code for a configuration that it cannot read."""
_CURRENT = "with its current translation"
_PACKAGE = Path(__file__).parent.parent
_MOST_FILES = 1000
"""How many behaviours `-simulate file=` writes."""
_FIRST, _EVERY = 3.0, 60.0
"""Seconds until the first progress message, and between two of them, as in TLC."""


def reject_command_line(reason: str, tool: bool) -> int:
    """Print what is wrong with a command line, and give the exit code."""
    printed = Printed(tool=tool)
    for message in (tlc_text.version_message(), tlc_errors.wrong_command_line(reason)):
        _print(printed.lines(message))
    return _WRONG


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
    sys.stdout.flush()


def _now() -> str:
    return datetime.now().strftime("%Y-%m-%d %H:%M:%S")


class Run:
    """One run: what is asked, and what has been printed so far."""

    def __init__(self, given: Given) -> None:
        assert given.spec is not None, "a command line names a spec"
        self.given = given
        self.spec: Path = given.spec
        self.started = time.monotonic()
        self.next_report = self.started + _FIRST
        self.printed = Printed(
            tool=given.tool, warnings=given.warnings, suppressed=given.suppressed
        )
        self.manner = tlc_text.Manner(
            _now if given.timestamps else lambda: "NOW", given.tool, given.differences
        )
        self.parsed = self.begun = self.announced = False

    def say(self, *outputs: Output) -> None:
        """Print messages."""
        for output in outputs:
            _print(self.printed.lines(output))

    def run(self) -> int:
        """Check, print everything, and give the exit code."""
        workers = self.given.workers or processors()
        simulates = self.given.simulate is not None
        mode = tlc_text.simulation_mode_message if simulates else tlc_text.mode_message
        self.say(tlc_text.version_message(), mode(workers, self.given.seed))
        try:
            code = self._run()
        except SpecError as wrong:
            code = self._reject(wrong)
        except (OSError, MemoryError) as failure:
            self.say(error(Code.GENERAL, describe_failure(failure)))
            code = exits.SYSTEM
        self.say(tlc_text.finished(time.monotonic() - self.started, self.manner))
        return code

    def _run(self) -> int:
        config = self._config()
        if not config.is_file():
            self.say(tlc_errors.config_unreadable(config))
            return _UNEXPECTED
        if not self.spec.is_file():
            self._parsed(tlc_text.parsing([], [], [tlc_errors.missing_module(self.spec)]))
            self.say(tlc_errors.parsing_failed())
            return exits.PARSE
        return self._check(config)

    def _config(self) -> Path:
        """The configuration: in the current folder, or beside the spec."""
        spec, config = self.spec, self.given.config
        if config is None:
            return spec.with_suffix(".cfg")
        return config if config.is_file() and not spec.is_absolute() else spec.parent / config

    # ---- the check ----

    def _check(self, config: Path) -> int:
        from holdfast.workbench import load

        loaded = load(self.spec, self.given.library, config=config)
        if not loaded.ok:
            raise SpecError(*loaded.diagnostics)
        self._parsed(_parsing(loaded))
        self.say(*map(warning, _translations(loaded)))
        if self.given.simulate is not None:
            return self._simulate(loaded, self.given.simulate)
        return self._report(loaded.check(**self._options()))

    def _simulate(self, loaded: Specification, asked: Simulation) -> int:
        """Simulate, print the result, write the files, and give the exit code."""
        given = self.given
        options: SimulateOptions = {
            "depth": given.depth,
            "more_invariants": given.invariants,
            "seconds": given.seconds,
            "seed": given.seed,
            "workers": given.workers,
            "allow_io": True,  # as in TLC
        }
        if given.deadlock is not None:
            options["deadlock"] = given.deadlock
        # As in TLC, it goes on until there is an error, unless something else is asked for.
        result = loaded.simulate(asked.behaviours or sys.maxsize, **options)
        self.say(*tlc_text.result_messages(result.answer, self.manner))
        if asked.file is not None:
            self._write_behaviours(result, asked.file)
        self._write_trace(result.verdict)
        return result.exit_code

    def _write_behaviours(self, result: SimulateResult, name: str) -> None:
        if result.behaviours > _MOST_FILES:
            self.say(warning(f"Only the first {_MOST_FILES} behaviors are written to {name}."))
        for number, trace in enumerate(result.simulate_again(_MOST_FILES)):
            path = Path(f"{name}_0_{number}")
            write_file(path, [behaviour_module(trace, path.name)])

    def _parsed(self, outputs: Iterable[Output]) -> None:
        self.parsed = True
        self.say(*outputs, tlc_text.starting(self.manner))

    def _options(self) -> CheckOptions:
        given = self.given
        options: CheckOptions = {
            "keep_going": given.keep_going,
            "keep_graph": given.dot is not None or given.dump is not None,
            "more_invariants": given.invariants,
            "seconds": given.seconds,
            "seed": given.seed,
            "workers": given.workers,
            "allow_io": True,  # as in TLC
            "progress": self._progress,
            "coverage": given.coverage,
        }
        if given.deadlock is not None:
            options["deadlock"] = given.deadlock
        return options

    def _progress(self, event: SearchProgress) -> None:
        if not self.begun:
            self.begun = True
            self.say(tlc_text.computing_initial())
        if event.initial and not self.announced:
            self.announced = True
            self.say(tlc_text.initial_computed(event.initial, self.manner))
        now = time.monotonic()
        if self.announced and now >= self.next_report:
            self.next_report = now + _EVERY
            counts = Counts(event.generated, event.distinct, event.depth, 0, event.frontier)
            self.say(tlc_text.progress(counts, self.manner, event.seconds))

    def _report(self, result: CheckResult) -> int:
        """Print the result, write the files, and give the exit code."""
        temporal = set(result.question.temporal) & set(result.answer.checked)
        manner = replace(self.manner, temporal=bool(temporal))
        apart = self.given.user_file is not None
        answer = replace(result.answer, output=()) if apart else result.answer
        self.say(*tlc_text.result_messages(answer, manner, self.begun, self.announced))
        self._write(result)
        return self._exit_code(result)

    def _exit_code(self, result: CheckResult) -> int:
        stopped = isinstance(result.verdict, Unknown) and result.verdict.cause == "time"
        if stopped and self.given.seconds is not None and not result.answer.not_checked:
            return exits.OK  # as in TLC: the user asked for the limit
        return result.exit_code

    def _write_trace(self, verdict: Verdict) -> None:
        """Write the counterexample, if there is one, and print what TLC prints about that."""
        trace = trace_of(verdict)
        for form, path in self.given.traces if trace is not None else ():
            assert trace is not None
            text = json_trace(trace) if form == "json" else tla_trace(trace, path.stem)
            write_file(path, [text])
            self.say(f'"CounterExample written: {path}"')

    def _write(self, result: CheckResult) -> None:
        """Write the files."""
        if self.given.user_file is not None:
            write_file(self.given.user_file, result.answer.output)
        self._write_trace(result.verdict)
        if self.given.dot is not None:
            from holdfast.report.dot import dot_lines

            write_file(self.given.dot, dot_lines(result.graph.kept, "DiskGraph"))
        if self.given.dump is not None:
            write_file(self.given.dump, _dumped(result.graph.kept))

    # ---- errors ----

    def _reject(self, wrong: SpecError) -> int:
        """Print the errors in the spec or the configuration, and give the exit code."""
        from holdfast.report.rejection import rejection_envelope

        first = errors(wrong.diagnostics)[0]
        part = first.code.partition("-")[0]
        if part == "config" and first.code != "config-conflict":
            self.say(tlc_errors.config_syntax(first))
            return _UNEXPECTED
        if part in ("config", "model"):
            self.say(*dict.fromkeys(map(tlc_errors.config_error, errors(wrong.diagnostics))))
        elif self.parsed:
            self.say(*map(tlc_errors.evaluation_error, errors(wrong.diagnostics)))
            self.say(*tlc_errors.positions(wrong.diagnostics))
        else:
            found = tlc_errors.parse_errors(self.spec, wrong.diagnostics)
            self._parsed(tlc_text.parsing([str(self.spec.resolve())], [], found))
            self.say(tlc_errors.parsing_failed())
        return rejection_envelope("tlc", str(self.spec), wrong.diagnostics).exit


def _parsing(loaded: Specification) -> Iterator[Output]:
    """The files of a spec, that of its root module first, and its modules in the other order."""
    modules = loaded.spec.modules
    files = [
        str(_PACKAGE / m.source.name if m.bundled else Path(m.source.name).resolve())
        for m in reversed(tuple(modules.values()))
    ]
    return tlc_text.parsing(files, list(modules))


def _translations(loaded: Specification) -> Iterator[str]:
    """Remarks on algorithms of which not the translation in the file is checked, as TLC would."""
    for notice in loaded.notices:
        if not notice.endswith(_CURRENT):
            yield notice
    for diagnostic in loaded.diagnostics:
        if diagnostic.code.startswith("pcal-"):
            yield diagnostic.message


def _dumped(graph: Graph) -> Iterator[str]:
    """The lines of `-dump`: every state."""
    for number, values in enumerate(graph.states, start=1):
        state = dict(zip(graph.variables, values, strict=True))
        yield f"State {number}:\n{tlc_state(state)}"
