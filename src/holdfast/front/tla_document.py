"""A TLA+ spec as a document: PlusCal is translated, the model is found as in TLC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from holdfast.front.algorithms import Reader
from holdfast.front.document import (
    Asked,
    Candidate,
    Document,
    Model,
    PropertyKind,
    Symbol,
    SymbolKind,
)
from holdfast.front.files import ON_DISK, Files
from holdfast.front.tla.modules import Spec, load_spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.property_candidates import likely_invariants
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.config import Config
from holdfast.front.tlc.find_config import FoundConfig, find_config
from holdfast.front.tlc.model import build_model
from holdfast.front.tlc.overrides import complete_config, found_by_name, named_in
from holdfast.front.tlc.usual_names import predicates, usual_names
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, SpecError


@dataclass(frozen=True, slots=True)
class TlaDocument(Document):
    """A TLA+ spec with all its modules; `load_tla` creates it."""

    path: Path
    spec: Spec
    diagnostics: tuple[Diagnostic, ...]
    notices: tuple[str, ...] = ()
    search_path: tuple[Path, ...] = ()
    translate: bool = False
    files: Files = ON_DISK

    @property
    def name(self) -> str:
        """The name of the root module."""
        return self.spec.module.name

    @property
    def names(self) -> tuple[str, ...]:
        """All names that are visible at the end of the root module."""
        return tuple(self.spec.module.names)

    @property
    def predicates(self) -> tuple[str, ...]:
        """The definitions without parameters that are neither actions nor temporal formulas."""
        return predicates(self.spec)

    def symbols(self) -> tuple[Symbol, ...]:
        """The declarations of all modules of the spec that are not bundled with holdfast."""
        modules = [m for m in self.spec.modules.values() if not m.bundled]
        found = [s for m in modules for s in (*m.own, *m.facts)]
        named = {(s.span, s.name): (s, kind) for s in found if s.name and (kind := _kind(s))}
        return tuple(Symbol(s.name, kind, s.span) for s, kind in named.values())

    def candidates(self) -> tuple[Candidate, ...]:
        """Formulas with conventional names, those of theorems, and unused state predicates."""
        config, _ = found_by_name(self.spec)
        by_name = {n.name for n in usual_names(self.spec)[0].invariants}
        rows = [
            Candidate(n.name, "invariant", "its name" if n.name in by_name else "a theorem")
            for n in config.invariants
        ]
        rows += [Candidate(n.name, "property", "its name") for n in config.properties]
        unused = likely_invariants(self.spec, named_in(config))
        return (*rows, *(Candidate(name, "invariant", "nothing uses it") for name in unused))

    def defined_names(self, text: Source) -> tuple[str, ...] | None:
        """The names that a text defines; None if it is an expression. Raises SpecError."""
        from holdfast.front.tla.formulas import defined_names

        return defined_names(text)

    def proposals(self, asked: Asked) -> dict[str, str]:
        """A small value for each constant, if there is no configuration."""
        if not self.ok or find_config(self.path, asked.config, self.files).config is not None:
            return {}
        from holdfast.front.tla.proposals import propose_constants

        found = propose_constants(self.spec)
        return {p.name: p.value for p in found if p.value and p.name not in asked.constants}

    def build(self, asked: Asked, formulas: Sequence[Source] = ()) -> Model:
        """The system that the configuration describes, which is found as in TLC."""
        self.require_no_errors()
        found = find_config(self.path, asked.config, self.files)
        if found.spec == self.path:
            return self._build(found, asked, formulas, self.notices)
        model = load_tla(found.spec, self.search_path, self.translate, self.files)
        model.require_no_errors()
        notice = f"{model.path} is the model of {self.path}"
        return model._build(found, asked, formulas, (notice, *model.notices))

    def _build(
        self, found: FoundConfig, asked: Asked, formulas: Sequence[Source], notices: tuple[str, ...]
    ) -> Model:
        completed = complete_config(self.spec, found.config, asked)
        config = completed.config
        with deep_recursion():
            try:
                built = build_model(
                    self.spec, config, formulas, asked.scratch, actions=asked.actions
                )
            except SpecError as error:
                from holdfast.front.tla.proposals import with_proposals

                raise SpecError(*with_proposals(error.diagnostics, self.spec)) from None
        return Model(
            built.system,
            built.formulas,
            self.path,
            found.name,
            self.names,
            dict(built.constants),
            _kinds(config),
            completed.found,
            completed.left_out,
            completed.unasked,
            frozenset(a.name.name for a in config.constants if a.reading == "operator"),
            notices,
            (*self.diagnostics, *built.warnings),
            completed.guessed,
            completed.unasked_properties,
        )


def load_tla(
    path: Path,
    search_path: tuple[Path, ...] = (),
    translate: bool = False,
    files: Files = ON_DISK,
) -> TlaDocument:
    """Read, parse and resolve a TLA+ spec with all modules that it needs; see `load`."""
    reader = Reader(translate)
    spec = load_spec(path, search_path, parse=reader.parse, files=files)
    notices = tuple(reader.notices)
    return TlaDocument(path, spec, spec.diagnostics, notices, search_path, translate, files)


def _kind(symbol: sym.Symbol) -> SymbolKind | None:
    match symbol:
        case sym.Constant():
            return "constant"
        case sym.Variable():
            return "variable"
        case sym.Operator():
            return "definition"
        case sym.Instance():
            return "instance"
        case sym.Fact(node=tree.Assume()):
            return "assumption"
        case sym.Fact(node=tree.Theorem()):
            return "theorem"
        case _:
            return None


def _kinds(config: Config) -> dict[str, PropertyKind]:
    kinds: dict[str, PropertyKind] = {n.name: "invariant" for n in config.invariants}
    kinds |= {n.name: "property" for n in config.properties}
    return kinds | {n.name: "postcondition" for n in config.postconditions}
