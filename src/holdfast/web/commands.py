"""The commands that a page can run: their options, and how they are run."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from holdfast.front.keywords import read_keywords, require_known, require_whole

if TYPE_CHECKING:
    from holdfast.report.result import Report
    from holdfast.workbench import Specification

SECONDS = 600.0
"""The time limit of a run that has no other."""

Object: TypeAlias = dict[str, Any]
_OURS = ("allow_io", "progress", "cancellation", "constants", "config", "search_path")
"""Options that a page does not have: it gives constants and configurations separately."""
LOADING = ("automaton", "wide", "translate")
"""Options about how a spec is read."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the type of its options, further ones, and what it does with a spec."""

    options: Callable[[], type]
    run: Callable[[Specification, Object], Report]
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A run that a page asks for; paths are relative to the folder of the project."""

    command: str
    spec: str
    config: str | None
    constants: Mapping[str, str]
    options: Mapping[str, Any]
    search_path: Sequence[str] = ()

    def json(self) -> Object:
        """The request as it is stored."""
        return {
            "command": self.command,
            "spec": self.spec,
            "config": self.config,
            "constants": dict(self.constants),
            "options": dict(self.options),
            "search_path": list(self.search_path),
            "origin": "studio",
        }


def _check_options() -> type:
    from holdfast.check.options import CheckOptions

    return CheckOptions


def _prove_options() -> type:
    from holdfast.prove.options import ProveOptions

    return ProveOptions


def _infer_options() -> type:
    from holdfast.infer.result import InferOptions

    return InferOptions


def _mine_options() -> type:
    from holdfast.mine.options import MineOptions

    return MineOptions


def _simulate_options() -> type:
    from holdfast.check.simulate_options import SimulateOptions

    return SimulateOptions


def _diagram_options() -> type:
    from holdfast.workbench.drawing import ComputeOptions

    return ComputeOptions


def _judged_options() -> type:
    from holdfast.workbench.diagrams import DiagramOptions

    return DiagramOptions


def _sweep(spec: Specification, options: Object) -> Report:
    values = options.pop("values", {})
    return spec.sweep(options, **values)  # type: ignore[arg-type]  # read before


def _simulate(spec: Specification, options: Object) -> Report:
    return spec.simulate(options.pop("traces", None), **options)


COMMANDS: dict[str, Command] = {
    "check": Command(_check_options, lambda spec, options: spec.check(**options)),
    "sweep": Command(_check_options, _sweep, ("values",)),
    "prove": Command(_prove_options, lambda spec, options: spec.prove(**options)),
    "infer": Command(_infer_options, lambda spec, options: spec.infer(**options)),
    "mine": Command(_mine_options, lambda spec, options: spec.mine(**options)),
    "simulate": Command(_simulate_options, _simulate, ("traces",)),
    "diagram": Command(_diagram_options, lambda spec, options: spec.diagram(**options)),
}


def read_request(body: Mapping[str, Any]) -> Asked:
    """The run that a request describes; raises TypeError or ValueError, which say what is wrong."""
    for name in body:
        require_known("run", name, ("command", "spec", "config", "constants", "options"))
    command, spec, config = body.get("command"), body.get("spec"), body.get("config")
    constants, options = body.get("constants") or {}, body.get("options") or {}
    if not isinstance(command, str) or command not in (*COMMANDS, "recheck"):
        raise ValueError(f"the command is one of {', '.join((*COMMANDS, 'recheck'))}")
    if not isinstance(spec, str) or not isinstance(config, str | None):
        raise TypeError("`spec` and `config` are paths below the folder of the project")
    if not isinstance(constants, dict) or not all(isinstance(v, str) for v in constants.values()):
        raise TypeError("`constants` are texts by name")
    if not isinstance(options, dict):
        raise TypeError("`options` are an object")
    return Asked(command, spec, config, constants, _read_options(command, spec, options))


def _read_options(command: str, spec: str, given: Object) -> Object:
    """The options of a command, each of the right type; those of `_OURS` are rejected."""
    if command == "recheck":
        for name in given:
            require_known(command, name, ("run", "solvers"))
        if not isinstance(given.get("run"), str):
            raise TypeError("recheck(): `run` is the number of a run")
        return given
    judged = command == "diagram" and spec.endswith(".diagram")
    entry = COMMANDS[command]
    kind = _judged_options() if judged else entry.options()
    own = {**{n: v for n, v in given.items() if n not in (*entry.more, *LOADING)}}
    for name in own:
        require_known(command, name, [n for n in kind.__annotations__ if n not in _OURS])
    read_keywords(command, own, kind, {})
    read_loading(given)
    require_whole(command, "traces", given.get("traces"))
    values = given.get("values", {})
    lists = list(values.values()) if isinstance(values, dict) else [None]
    if not all(isinstance(v, list) and all(isinstance(x, str) for x in v) for v in lists):
        raise TypeError("sweep(): `values` are lists of texts by name")
    return given


def read_loading(options: Mapping[str, Any]) -> Object:
    """The options about how a spec is read; raises TypeError if one has another type."""
    from holdfast.workbench.specification import LoadOptions

    own: Any = {name: options[name] for name in LOADING if options.get(name) is not None}
    return dict(read_keywords("load", own, LoadOptions, {}))


def limited(command: str, spec: str, options: Mapping[str, Any]) -> Object:
    """The options with the limits that every run of a page has, unless it has others."""
    if command == "recheck":
        return dict(options)
    judged = command == "diagram" and spec.endswith(".diagram")
    kind = _judged_options() if judged else COMMANDS[command].options()
    known = kind.__annotations__
    limits = {"seconds": SECONDS, "memory": half_of_memory(), "allow_io": False}
    # A proof limits the memory of each solver: its own limit is the better one.
    usual = {n: v for n, v in limits.items() if n in known and (command, n) != ("prove", "memory")}
    return {**usual, **{n: v for n, v in options.items() if n not in LOADING}}


def half_of_memory() -> int:
    """Half of the memory of this machine, in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return 2 << 30


def run_command(asked: Asked, spec: Specification | None, options: Object) -> Report:
    """Run a command in this process; raises what the workbench raises."""
    if asked.command == "recheck":
        from holdfast.workbench import recheck

        return recheck(options["certificate"], options.get("solvers", ("z3", "cvc5")))
    if asked.command == "diagram" and asked.spec.endswith(".diagram"):
        from holdfast.workbench import load_diagrams

        judging = {**options, "config": asked.config, "constants": asked.constants}
        judging["search_path"] = tuple(asked.search_path)
        return load_diagrams(Path(asked.spec)).check(**judging)
    assert spec is not None, "every other command is about a spec"
    return COMMANDS[asked.command].run(spec, options)
