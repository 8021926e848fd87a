"""A model of a suite: what to check, and what is declared about the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.source import Diagnostic, Source, Span, SpecError
from holdfast.suite.expectation import Expectation, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteModel:
    """A model and its expectation.

    With `prove` its invariants are proved for all sizes, and its states are not explored.
    A model that is not run has a `status` that says so, and a `reason` or, for a declaration
    that cannot be used, its `problems`. `declared` is the location of the declaration, `entry` the
    index of the model in its `expect.toml`.
    """

    name: str
    spec: Path
    config: Path | None = None
    constants: Mapping[str, object] = field(default_factory=dict)
    automaton: str | None = None
    prove: bool = False
    invariants: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    deadlock: bool | None = None
    search_path: tuple[Path, ...] = ()
    seconds: float | None = None
    expected: Expectation | None = None
    declared: Span | None = None
    entry: int | None = None
    status: Status | None = None
    reason: str | None = None
    problems: tuple[Diagnostic, ...] = ()

    @property
    def file(self) -> Path:
        """The file that stands for the model: its configuration, or its spec."""
        return self.config or self.spec


def broken(path: Path, error: SpecError) -> SuiteModel:
    """A model whose declaration in this file cannot be used."""
    # A name may be anything that JSON or TOML can express, but no file has one with a null.
    path = Path(str(path).replace("\0", "\N{REPLACEMENT CHARACTER}"))
    return SuiteModel(
        name=path.as_posix(), spec=path, status="error", problems=tuple(error.diagnostics)
    )


def wrong_declaration(message: str, span: Span | None, help: str | None = None) -> SpecError:
    """An error in a declaration of an expected result."""
    return SpecError(Diagnostic("test-declaration", message, span, help))


def line_span(source: Source, number: int) -> Span:
    """The span of a line, counted from 1, without its indentation."""
    text = source.line(number)
    start = source.line_starts[number - 1]
    return Span(source, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def shown_path(path: Path) -> Path:
    """The path from the current folder, if the file is in it."""
    absolute = path.resolve()
    return absolute.relative_to(here) if absolute.is_relative_to(here := Path.cwd()) else path


def spec_of_config(config: Path) -> Path | None:
    """The spec of a configuration: `Spec.tla` for `Spec.cfg`, or for `SpecVariant.cfg`."""
    same = config.with_suffix(".tla")
    if same.is_file():
        return same
    # The longest name wins: `PaxosVotingSmall.cfg` belongs to PaxosVoting, not to Paxos.
    near = [spec for spec in config.parent.glob("*.tla") if config.stem.startswith(spec.stem)]
    return max(near, key=lambda spec: len(spec.stem), default=None)
