"""A file of I/O automata as a document: one automaton is the root, its parameters are constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.front.document import (
    Asked,
    Axiom,
    Candidate,
    Document,
    Figures,
    Model,
    PropertyKind,
    Symbol,
)
from holdfast.front.files import ON_DISK, Files
from holdfast.front.ioa import tree, types
from holdfast.front.ioa.compose.defaults import any_value, show, smallest
from holdfast.front.ioa.compose.instances import Instance
from holdfast.front.ioa.compose.system import Built, build_system
from holdfast.front.ioa.formula_text import IoaLanguage
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.notation import StateVariable
from holdfast.front.ioa.read.reader import read_expression, read_file, read_value
from holdfast.front.suggest import did_you_mean
from holdfast.ir import expr as ir
from holdfast.ir.system import Property, System
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, SpecError, errors


@dataclass(frozen=True, slots=True)
class IoaDocument(Document):
    """A file of I/O automata; `load_ioa` creates it."""

    path: Path
    source: Source
    file: tree.File | None
    diagnostics: tuple[Diagnostic, ...]
    notices: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the root automaton."""
        return self.root(None).name if self.ok else self.path.stem

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the file declares."""
        return tuple(s.name for s in self.symbols())

    def symbols(self) -> tuple[Symbol, ...]:
        """Automata and functions, and the parameters, variables and invariants of automata."""
        return () if self.file is None else tuple(_symbols(self.file))

    def candidates(self) -> tuple[Candidate, ...]:
        """Formulas that may be intended as properties: all of them are declared as such."""
        return ()

    def proposals(self, asked: Asked) -> dict[str, str]:
        """Nothing: `build` chooses values for the parameters that have none."""
        return {}

    def text_of(self, value: object) -> str:
        """A Python value as a text of the language."""
        match value:
            case bool() | int():
                return str(value)
            case list() | tuple():
                return f"[{', '.join(map(self.text_of, value))}]"
            case set() | frozenset():
                return f"{{{', '.join(sorted(map(self.text_of, value)))}}}" if value else "set()"
            case str():
                return value
            case _:
                raise TypeError(f"{value!r} has no text in the language of I/O automata")

    def root(self, name: str | None) -> tree.Automaton | tree.Composition:
        """The automaton with this name; else the one named like the file, else the last unused."""
        self.require_no_errors()
        assert self.file is not None
        automata = {a.name: a for a in self.file.automata}
        if not automata:
            message = f"there is no automaton in {self.path.name}"
            raise SpecError(Diagnostic("ioa-no-automaton", message, None))
        if name is not None and name not in automata:
            message = f"there is no automaton `{name}` in {self.path.name}"
            help = did_you_mean(name, automata) or f"its automata are {', '.join(automata)}"
            raise SpecError(Diagnostic("model-unknown-name", message, None, help))
        return automata[name or self._usual_root(automata)]

    def _usual_root(self, automata: Mapping[str, tree.Automaton | tree.Composition]) -> str:
        if self.path.stem in automata:
            return self.path.stem
        composed = [a for a in automata.values() if isinstance(a, tree.Composition)]
        used = {c.automaton for a in composed for c in a.components}
        return [name for name in automata if name not in used][-1]

    def dafny(self, automaton: str | None, k: int) -> str:
        """The root automaton and its components in Dafny, for all values of the parameters."""
        from holdfast.front.ioa.dafny.translation import dafny_text

        root = self.root(automaton)
        assert self.file is not None
        with deep_recursion():
            return dafny_text(self.file, root.name, k)

    # ---- the model ----

    def build(self, asked: Asked, formulas: Sequence[Source] = ()) -> Model:
        """The system of the root automaton, with values for its parameters."""
        root = self.root(asked.automaton)
        assert self.file is not None
        if asked.config is not None:
            message = f"{asked.config}: I/O automata have no configuration file"
            help = (
                "give the parameters values with --const, and name the automaton with --automaton"
            )
            raise SpecError(Diagnostic("ioa-config", message, None, help))
        if not asked.for_solvers:
            _require_values(self.file)
        with deep_recursion():
            texts, chosen = self._constants(root, asked)
            values = {n: self._constant(root, n, text) for n, text in texts.items()}
            built = build_system(self.file, root.name, values)
            notation = _notation(self.file, built)
            system, kinds = _with_properties(self, built, asked)
            kind = types.BOOL if asked.scratch is None else types.UNKNOWN
            lowered = tuple(self._formula(built, s, False, kind) for s in formulas)
        system = replace(system, notation=notation)
        if asked.deadlock is not None:
            system = replace(system, check_deadlock=asked.deadlock)
        given = {p.name for p in (*system.invariants, *system.properties)}
        own = [p.name for p in (*built.system.invariants, *built.system.properties)]
        return Model(
            system,
            lowered,
            self.path,
            None,
            tuple(dict.fromkeys((*self.names, *system.variables, *own))),
            texts,
            kinds,
            left_out=tuple(n for n in own if n not in given),
            notices=(*self.notices, *chosen),
            diagnostics=self.diagnostics,
        )

    def axioms(self, asked: Asked) -> tuple[Axiom, ...]:
        """The axioms of the root automaton and its components.

        They are about all parameters, except those that have values in the query.
        """
        from holdfast.front.ioa.axioms.axioms import axioms

        return self._statements(asked, axioms)

    def vacuities(self, asked: Asked) -> tuple[Axiom, ...]:
        """That nothing satisfies a where-clause, for each of them."""
        from holdfast.front.ioa.axioms.axioms import vacuities

        return self._statements(asked, vacuities)

    def _statements(
        self,
        asked: Asked,
        make: Callable[[tree.File, str, Mapping[str, ir.Expr]], tuple[Axiom, ...]],
    ) -> tuple[Axiom, ...]:
        root = self.root(asked.automaton)
        assert self.file is not None
        _require_parameters(root, asked.constants)
        with deep_recursion():
            values = {n: self._constant(root, n, text) for n, text in asked.constants.items()}
            return make(self.file, root.name, values)

    def figures(self) -> Figures:
        """How many automata, type definitions and lines the file has."""
        assert self.file is not None
        lines = [line for line in self.source.text.splitlines() if line.strip()]
        return Figures(len(self.file.automata), len(self.file.types), len(lines))

    def _constants(
        self, root: tree.Automaton | tree.Composition, asked: Asked
    ) -> tuple[dict[str, str], tuple[str, ...]]:
        """The texts of all parameters, and a notice about those that were chosen."""
        given = asked.constants
        params = {p.name: p for p in root.params}
        _require_parameters(root, given)
        missing = [p for p in root.params if p.name not in given]
        if not missing:
            return {p: given[p] for p in params}, ()
        known = {
            n: v for n, text in given.items() if (v := self._plain(params[n], text)) is not None
        }
        found = smallest(root.params, root.where, known) if len(known) == len(given) else None
        maps = any(types.has_maps(p.type) for p in root.params)
        if found is None and asked.for_solvers and not maps:
            # A proof is about all values of these types, and uses none of them.
            return {n: given.get(n) or show(*any_value(p)) for n, p in params.items()}, ()
        if found is None:
            listed = ", ".join(f"`{p.name}`" for p in missing)
            message = (
                f"{root.name} needs a value for {listed}, and no small one fits its where-clause"
            )
            help = f"give one: --const {missing[0].name}=..."
            raise SpecError(Diagnostic("ioa-parameter", message, missing[0].span, help))
        texts = {n: given.get(n) or show(found[n], params[n].type) for n in params}
        shown = ", ".join(f"{p.name} = {texts[p.name]}" for p in missing)
        return texts, (f"the smallest parameters that `where` allows: {shown}; see --const",)

    def _plain(self, param: tree.Declared, text: str) -> object:
        """The Python value of a literal, or of a list of literals."""
        match self._read_value(param, text):
            case tree.Literal(value):
                return value
            case tree.Apply(tree.Operator.NEGATE, (tree.Literal(int(value)),)):
                return -value
            case tree.SeqOf(items) if all(isinstance(i, tree.Literal) for i in items):
                return [i.value for i in items if isinstance(i, tree.Literal)]
            case _:
                return None

    def _constant(self, root: tree.Automaton | tree.Composition, name: str, text: str) -> ir.Expr:
        from holdfast.front.ioa.lower.lower_expr import ExprLowering

        param = next(p for p in root.params if p.name == name)
        return ExprLowering(frozenset()).lower(self._read_value(param, text), Scope())

    def _read_value(self, param: tree.Declared, text: str) -> tree.Expr:
        assert self.file is not None
        source = Source(f"--const {param.name}", text)
        value, complaints = read_value(source, self.file, param.type)
        if value is None or errors(complaints):
            raise SpecError(*complaints)
        return value

    def _formula(
        self, built: Built, source: Source, temporal: bool, expected: types.Type = types.BOOL
    ) -> ir.Expr:
        assert self.file is not None
        name = built.root.automaton.name
        formula, complaints = read_expression(
            source, self.file, name, temporal=temporal, expected=expected
        )
        if formula is None or errors(complaints):
            raise SpecError(*complaints)
        return built.lower(formula)

    def property(self, built: Built, text: str, temporal: bool) -> Property:
        """A property by its name, or a formula that is given as text."""
        system = built.system
        own = (*system.properties, *system.invariants) if temporal else system.invariants
        for p in own:
            if p.name == text:
                return p
        option = "--property" if temporal else "--invariant"
        expr = self._formula(built, Source(option, text), temporal)
        return Property(" ".join(text.split()), expr, span=expr.span)


def _require_parameters(root: tree.Automaton | tree.Composition, given: Mapping[str, str]) -> None:
    params = [p.name for p in root.params]
    for name in given:
        if name not in params:
            message = f"`{name}` is not a parameter of {root.name}"
            raise SpecError(
                Diagnostic("model-unknown-name", message, None, did_you_mean(name, params))
            )


def _require_values(file: tree.File) -> None:
    """Reject types whose values only solvers have."""
    for automaton in file.automata:
        declared = [*automaton.params]
        if isinstance(automaton, tree.Automaton):
            declared += [*automaton.states, *(p for a in automaton.signature for p in a.params)]
        for d in declared:
            kind = types.without_values(d.type)
            if kind is not None:
                message = (
                    f"`{d.name}` has values of type {types.show(kind)}: only solvers have them"
                )
                help = "`holdfast prove --all-sizes` and `holdfast axioms` support them"
                raise SpecError(Diagnostic("ioa-for-solvers", message, d.span, help))


def _with_properties(
    document: IoaDocument, built: Built, asked: Asked
) -> tuple[System, dict[str, PropertyKind]]:
    system = built.system
    if asked.invariants or asked.properties:
        system = replace(
            system,
            invariants=tuple(document.property(built, t, False) for t in asked.invariants),
            properties=tuple(document.property(built, t, True) for t in asked.properties),
        )
    kinds: dict[str, PropertyKind] = {p.name: "invariant" for p in system.invariants}
    return system, kinds | {p.name: "property" for p in system.properties}


def _notation(file: tree.File, built: Built) -> IoaLanguage:
    """How the values and formulas of a system are written, which knows their types."""
    variables: list[StateVariable] = []
    actions: dict[str, tuple[tree.Declared, ...]] = {}

    def collect(instance: Instance, path: tuple[tuple[str, bool], ...]) -> None:
        if isinstance(instance.automaton, tree.Automaton):
            variables.extend(StateVariable(path, v.name, v.type) for v in instance.automaton.states)
            actions.update({a.name: a.params for a in instance.automaton.signature})
        for child in instance.children:
            assert child.component is not None
            several = child.component.bound is not None
            collect(child, (*path, (child.component.name, several)))

    collect(built.root, ())
    defined = [t for _, t in file.types]
    return IoaLanguage(
        {v.qualified: v for v in variables},
        {p.name: p.type for p in built.root.automaton.params},
        actions,
        frozenset(m for t in defined if isinstance(t, types.Enum) for m in t.members),
        tuple(t for t in defined if isinstance(t, types.Record)),
        functions={f.name: f.result for f in file.functions},
    )


def _symbols(file: tree.File) -> Iterator[Symbol]:
    for f in file.functions:
        yield Symbol(f.name, "definition", f.span)
    for a in file.automata:
        yield Symbol(a.name, "automaton", a.span)
        yield from (Symbol(p.name, "constant", p.span) for p in a.params)
        if isinstance(a, tree.Automaton):
            yield from (Symbol(v.name, "variable", v.span) for v in a.states)
        yield from (Symbol(f.name, "definition", f.span) for f in (*a.invariants, *a.properties))


def load_ioa(
    path: Path,
    search_path: tuple[Path, ...] = (),
    translate: bool = False,
    files: Files = ON_DISK,
) -> IoaDocument:
    """Read a file of I/O automata; it needs no other files."""
    source, complaints = files.read(path)
    if complaints:
        return IoaDocument(path, source, None, tuple(complaints))
    with deep_recursion():
        file, found = read_file(source)
    return IoaDocument(path, source, file, found)
