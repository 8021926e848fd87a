"""The output of `parse` about the files that were read: text and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from holdfast.front.document import Document
from holdfast.front.load import Loaded
from holdfast.front.tla.names.symbols import Constant, Instance, Operator, Variable
from holdfast.front.tla_document import TlaDocument
from holdfast.ir.system import System
from holdfast.notebook import grid_html, text_html
from holdfast.report.diagnostics import count_of, summarize
from holdfast.report.envelope import Envelope, Json
from holdfast.source import Diagnostic
from holdfast.verdict import Answer, Failed, Kind, exit_code

_DEFINITIONS = (Operator, Instance)


def parse_envelope(
    loaded: Sequence[Loaded],
    diagnostics: tuple[Diagnostic, ...],
    wrong: bool,
    unread: Mapping[str, str],
) -> Envelope:
    """What `parse --json` prints; `wrong` if the diagnostics count as errors.

    `unread` are the files that could not be read, and why.
    """
    kind: Kind = "system" if unread else "parse"
    failed = exit_code(Answer(Failed(kind, diagnostics))) if wrong or unread else 0
    return Envelope(
        command="parse",
        spec=str(loaded[0].path) if len(loaded) == 1 and not unread else None,
        verdict="error" if failed else None,
        reason="; ".join(unread.values()) or None,
        diagnostics=diagnostics,
        exit=failed,
        own={
            "files": [*map(_file_json, loaded), *({"file": f, "ok": False} for f in unread)],
        },
    )


def unrepeated(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each diagnostic once, although several files may extend the module it is in."""
    places = {(d.code, d.message, d.span and d.span.location()): d for d in diagnostics}
    return tuple(places.values())


def describe_loaded(loaded: Loaded) -> list[str]:
    """A line about what was read, with the notices below it."""

    row = f"{loaded.path}: {summarize(loaded.diagnostics) or 'ok'}"
    if loaded.ok:
        row += f" ({_contents(loaded.document)})"
    return [row, *(f"  {notice}" for notice in loaded.notices)]


def _contents(document: Document) -> str:
    if isinstance(document, TlaDocument):
        module = document.spec.module
        groups = (("constant", Constant), ("variable", Variable), ("definition", _DEFINITIONS))
        numbers = [(n, sum(isinstance(s, kinds) for s in module.own)) for n, kinds in groups]
        counts = [count_of(number, noun) for noun, number in numbers if number]
        return f"module {module.name}: {', '.join(counts) or 'empty'}"
    processes = [s.name for s in document.symbols() if s.kind == "process"]
    if processes:
        return f"{count_of(len(processes), 'process type')}: {', '.join(processes)}"
    automata = [s.name for s in document.symbols() if s.kind == "automaton"]
    return f"{count_of(len(automata), 'automaton', 'automata')}: {', '.join(automata)}"


def loaded_parts(
    loaded: Loaded, system: System | None = None, constants: Mapping[str, str] | None = None
) -> list[str]:
    """What notebooks show of a spec: the names that it declares, and its diagnostics.

    With a model: the constants with their values, the types of variables, and the actions.
    """
    names: dict[str, list[str]] = {}
    for symbol in loaded.document.symbols():
        names.setdefault(symbol.kind, []).append(symbol.name)
    rows = {kind: ", ".join(own) for kind, own in names.items()}
    if system is not None:
        rows |= _model_rows(system, constants or {})
    parts = [text_html("\n".join(describe_loaded(loaded))), grid_html(("", ""), rows.items())]
    return [*parts, *(text_html(each.render()) for each in loaded.diagnostics)]


def _model_rows(system: System, constants: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is known of a model, by kind."""
    from holdfast.ir.type_text import show_type

    types = {name: system.types[name] for name in system.variables if name in system.types}
    if constants:
        yield "constant", "\n".join(f"{name} = {value}" for name, value in constants.items())
    if len(types) == len(system.variables) > 0:
        yield "variable", "\n".join(f"{name}: {show_type(each)}" for name, each in types.items())
    actions = dict.fromkeys(action.name for action in system.actions)
    if actions:
        yield "action", ", ".join(actions)


def list_modules(loaded: Loaded) -> list[str]:
    """A line for each module that belongs to the spec, with its file."""
    if not isinstance(loaded.document, TlaDocument):
        return []
    modules = loaded.spec.modules.items()
    width = max(len(name) for name, _ in modules)
    return [f"  {name:{width}}  {module.source.name}" for name, module in modules]


def _file_json(loaded: Loaded) -> dict[str, Json]:
    if not isinstance(loaded.document, TlaDocument):
        return _automata_json(loaded)
    module = loaded.spec.module
    return {
        "file": str(loaded.path),
        "ok": loaded.ok,
        "module": module.name,
        "extends": [each.name for each in module.extends],
        "constants": [each.name for each in module.constants],
        "variables": [each.name for each in module.variables],
        "modules": {name: each.source.name for name, each in loaded.spec.modules.items()},
        "notices": loaded.notices,
    }


def _automata_json(loaded: Loaded) -> dict[str, Json]:
    symbols = loaded.document.symbols()
    return {
        "file": str(loaded.path),
        "ok": loaded.ok,
        "automata": [s.name for s in symbols if s.kind == "automaton"],
        "processes": [s.name for s in symbols if s.kind == "process"],
        "constants": [s.name for s in symbols if s.kind == "constant"],
        "variables": [s.name for s in symbols if s.kind == "variable"],
        "notices": loaded.notices,
    }
