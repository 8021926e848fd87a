"""Finds, reads and resolves the modules of a specification.

A module is searched among the modules nested above its use, in the same file, beside the
root file, in the directories of the search path and among the bundled ones, in this order;
so a module beside the specification shadows a bundled one. As in the TLA+ tools a name
means one module in the whole specification, also inside the bundled modules.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import ParamSpec, TypeAlias, TypeVar

from holdfast.front.files import ON_DISK, Files
from holdfast.front.suggest import did_you_mean
from holdfast.front.tla.bundled import (
    bundled_names,
    bundled_source,
    module_defining,
    parse_bundled,
)
from holdfast.front.tla.levels.levels import check_levels
from holdfast.front.tla.lint import lint
from holdfast.front.tla.names.resolve import resolve_module
from holdfast.front.tla.names.symbols import ResolvedModule
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import Parsed, parse_file
from holdfast.front.tla.syntax.sharing import unshared
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Note, Source, Span, errors

Parse: TypeAlias = Callable[[Source], Parsed]
P = ParamSpec("P")
Result = TypeVar("Result")

_LOADING = threading.RLock()
"""Held while modules are read and resolved: specs share those that several of them extend."""


def _one_at_a_time(load: Callable[P, Result]) -> Callable[P, Result]:
    @wraps(load)
    def locked(*args: P.args, **kwargs: P.kwargs) -> Result:
        with _LOADING:
            return load(*args, **kwargs)

    return locked


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where the modules of a specification are searched, and how they are read.

    `parse` reads every file but the bundled ones.
    """

    directories: tuple[Path, ...]
    parse: Parse = parse_file
    files: Files = ON_DISK


@dataclass(frozen=True, slots=True)
class Spec:
    """A specification: its root module and every module that belongs to it."""

    module: ResolvedModule
    modules: Mapping[str, ResolvedModule]
    sources: Mapping[str, Source]
    diagnostics: tuple[Diagnostic, ...]
    lookup: Lookup


@_one_at_a_time
def load_spec(
    path: Path,
    search_path: Sequence[Path] = (),
    *,
    parse: Parse = parse_file,
    files: Files = ON_DISK,
) -> Spec:
    """Read the specification in a file.

    Errors in the text are in `diagnostics`; only a missing root file raises.
    """
    source, complaints = files.read(path)
    parsed = _parse(source, parse)
    root, misnamed = _root_module(source, parsed, path.stem)
    loader = _Loader(source, Lookup((path.parent, *search_path), parse, files))
    spec = _resolve_all(loader, root, parsed.modules)
    independent = _apart_from(parsed.diagnostics, spec.diagnostics)
    if complaints and all(d.code == "no-module" for d in parsed.diagnostics):
        # A file that is not text has no module either.
        return replace(spec, diagnostics=tuple(complaints))
    diagnostics = (*complaints, *parsed.diagnostics, *misnamed, *independent)
    return replace(spec, diagnostics=_in_order(diagnostics, source))


@_one_at_a_time
def resolve_beside(
    spec: Spec, units: Sequence[tree.Unit], extends: Sequence[str] = ()
) -> ResolvedModule:
    """Resolve units as those of one more module, which extends a spec and perhaps others."""
    span = units[0].span
    names = dict.fromkeys((spec.module.name, *extends))
    # No module of a spec is called so.
    ident = tree.Ident("@beside", span=span)
    extended = tuple(tree.Ident(name, span=span) for name in names)
    module = tree.Module(ident, extended, tuple(units), span=span)
    loader = _Loader(span.source, spec.lookup, table=dict(spec.modules))
    with deep_recursion():
        return loader.resolve(module, span.source, ident.name)


def _parse(source: Source, parse: Parse) -> Parsed:
    """Read a text; an algorithm's translation is prepared for resolution."""
    parsed = parse(source)
    if parse is parse_file or "algorithm" not in source.text:
        return parsed
    with deep_recursion():
        return Parsed(tuple(map(unshared, parsed.modules)), parsed.diagnostics)


def _resolve_all(loader: _Loader, root: tree.Module, same_file: Sequence[tree.Module]) -> Spec:
    source = loader.root
    loader.same_file = {m.name.name: m for m in same_file if m is not root}
    with deep_recursion():
        module = loader.resolve(root, source, root.name.name)
        diagnostics = [
            d
            for m in loader.table.values()
            for d in m.diagnostics
            if d.severity == "error" or not m.bundled
        ]
        if not errors(diagnostics):
            diagnostics += lint(module)
    sources = {m.source.name: m.source for m in loader.table.values()}
    return Spec(module, loader.table, sources, _in_order(diagnostics, source), loader.lookup)


def _root_module(source: Source, parsed: Parsed, name: str) -> tuple[tree.Module, list[Diagnostic]]:
    """The module that a file is about: the last one of its name."""
    fitting = [m for m in parsed.modules if m.name.name == name]
    if fitting:
        return fitting[-1], []
    if not parsed.modules:
        nothing = tree.Ident(name, span=Span(source, 0, 0))
        return tree.Module(nothing, (), (), span=nothing.span), []
    module = parsed.modules[0]
    message = f"module `{module.name.name}` is in a file named `{name}.tla`"
    help = f"a module `M` must be in a file `M.tla`: rename one of them to `{name}`"
    if module.name.name:
        return module, [Diagnostic("module-name", message, module.name.span, help)]
    return module, []


def _in_order(diagnostics: Sequence[Diagnostic], root: Source) -> tuple[Diagnostic, ...]:
    """The diagnostics by file, the root first, and position, each once."""
    unique: dict[tuple[str, int, int, str], Diagnostic] = {}
    for diagnostic in diagnostics:
        span = diagnostic.span or Span(root, 0, 0)
        # The root is first because no name of a file sorts before the empty one.
        name = "" if span.source is root else span.source.name
        unique.setdefault((name, span.start, span.end, diagnostic.code), diagnostic)
    return tuple(unique[key] for key in sorted(unique))


def _without_cascades(module: ResolvedModule) -> list[Diagnostic]:
    """The diagnostics, without those about a unit that was cut off by a syntax error."""
    units = module.node.units
    cut = [
        unit.span
        for unit, following in pairwise(units)
        if isinstance(following, tree.Broken) and not following.names
    ]
    if not cut:
        return module.diagnostics
    return [
        d
        for d in module.diagnostics
        if d.span is None or not any(s.start <= d.span.start < s.end for s in cut)
    ]


def _apart_from(syntax: Sequence[Diagnostic], others: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics outside lines that could not be read as intended."""
    lines = {_line(d.span) for d in syntax if d.span is not None}
    return [d for d in others if d.span is None or _line(d.span) not in lines]


def _line(span: Span) -> tuple[Source, int]:
    return span.source, span.source.position(span.start)[0]


_BUNDLED: dict[str, ResolvedModule] = {}
"""Resolved bundled modules, by name: only those that depend on no user module."""


@dataclass(slots=True)
class _Loader:
    """The modules of one specification; a `Library` for the resolver."""

    root: Source
    lookup: Lookup
    same_file: dict[str, tree.Module] = field(default_factory=dict)
    table: dict[str, ResolvedModule] = field(default_factory=dict)
    loading: list[str] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)

    def module(self, name: tree.Ident, importer: ResolvedModule) -> ResolvedModule | None:
        """The module of that name; None after an error in the importer's diagnostics."""
        if name.name in self.loading:
            self._report_circle(name, importer)
            return None
        found = self._find(name.name)
        if found is not None:
            importer.dependencies[name.name] = found
        elif name.name not in self.missing:
            self.missing.add(name.name)
            self._report_missing(name, importer)
        importer.incomplete |= found is None
        return found

    def is_loaded(self, name: str) -> bool:
        """Whether a module of that name belongs to the specification already."""
        return name in self.table or name in self.loading

    def home_of(self, name: str) -> str | None:
        """The bundled module that defines `name`, if there is one."""
        return module_defining(name)

    def resolve(self, node: tree.Module, source: Source, name: str) -> ResolvedModule:
        """Resolve a module and check its levels."""
        self.loading.append(name)
        try:
            module = resolve_module(node, source, self)
            check_levels(module)
            module.diagnostics = _without_cascades(module)
        except RecursionError:
            message = "this module has expressions that are nested too deeply"
            module = ResolvedModule(node.name.name, node, source, incomplete=True)
            module.diagnostics.append(Diagnostic("too-deep", message, node.name.span))
        self.loading.pop()
        self.table[name] = module
        return module

    def _find(self, name: str) -> ResolvedModule | None:
        if name in self.table:
            return self.table[name]
        if name in self.same_file:
            node = self.same_file[name]
            return self.resolve(node, self.root, name)
        found = self._read_module(name)
        if found is None:
            return None
        source, parsed = found
        node, misnamed = _root_module(source, parsed, name)
        is_bundled = bundled_source(name) is source
        if is_bundled and self._is_fresh(name):
            self.table[name] = _BUNDLED[name]
            return _BUNDLED[name]
        module = self.resolve(node, source, name)
        module.bundled = is_bundled
        module.diagnostics += (*parsed.diagnostics, *misnamed)
        alone = all(each.bundled for each in module.dependencies.values())
        if is_bundled and alone and not module.incomplete:
            _BUNDLED[name] = module
        return module

    def _is_fresh(self, name: str) -> bool:
        """Whether a module was resolved before, and what it depends on is still the same."""
        known = _BUNDLED.get(name)
        return known is not None and all(
            other not in self.loading and self._find(other) is module
            for other, module in known.dependencies.items()
        )

    def _read_module(self, name: str) -> tuple[Source, Parsed] | None:
        for directory in self.lookup.directories:
            try:
                source, complaints = self.lookup.files.read(directory / f"{name}.tla")
            except OSError:
                continue
            parsed = _parse(source, self.lookup.parse)
            return source, Parsed(parsed.modules, (*complaints, *parsed.diagnostics))
        bundled = bundled_source(name)
        parsed_bundled = parse_bundled(name)
        if bundled is None or parsed_bundled is None:
            return None
        return bundled, parsed_bundled

    # ---- messages ----

    def _report_circle(self, name: tree.Ident, importer: ResolvedModule) -> None:
        circle = [*self.loading[self.loading.index(name.name) :], name.name]
        message = f"cyclic dependency between modules: {' -> '.join(circle)}"
        importer.incomplete = True
        importer.diagnostics.append(Diagnostic("circular-modules", message, name.span))

    def _report_missing(self, name: tree.Ident, importer: ResolvedModule) -> None:
        directories = self.lookup.directories
        beside = [p.stem for d in directories if d.is_dir() for p in sorted(d.glob("*.tla"))]
        help = did_you_mean(name.name, (*self.same_file, *beside, *bundled_names()))
        places = ", ".join(f"`{directory}`" for directory in directories)
        note = Note(f"looked in {places} and among the bundled modules")
        message = f"there is no module `{name.name}`"
        importer.diagnostics.append(Diagnostic("missing-module", message, name.span, help, (note,)))
