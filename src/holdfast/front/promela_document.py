"""A Promela model as a document: its macros are constants, its `ltl` formulas are properties."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from holdfast.front.document import Asked, Candidate, Document, Model, PropertyKind, Room, Symbol
from holdfast.front.files import ON_DISK, Files
from holdfast.front.promela import tree
from holdfast.front.promela.lower.claim_paths import unsupported_in
from holdfast.front.promela.lower.ltl import ACCEPTANCE, PROGRESS
from holdfast.front.promela.lower.slots import DEFAULT_LIMIT, MOST_PROCESSES, Allowed, lack_of
from holdfast.front.promela.lower.system import Questions, lower_with_formulas
from holdfast.front.promela.lower.type_invariant import TYPES
from holdfast.front.promela.read.formulas import read_expression, read_formula
from holdfast.front.promela.read.model import Reading, read_text
from holdfast.ir.system import Omission, Property
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, SpecError


@dataclass(frozen=True, slots=True)
class PromelaDocument(Document):
    """A Promela model; `load_promela` creates it."""

    has_widths: ClassVar[bool] = True
    has_processes: ClassVar[bool] = True

    path: Path
    source: Source
    files: Files
    reading: Reading
    diagnostics: tuple[Diagnostic, ...]
    notices: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.stem

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the model declares outside of processes."""
        return tuple(s.name for s in self.symbols())

    def symbols(self) -> tuple[Symbol, ...]:
        """Macros without parameters, variables, process types and formulas."""
        return tuple(_symbols(self.reading))

    def candidates(self) -> tuple[Candidate, ...]:
        """Formulas that may be intended as properties: all of them are declared as such."""
        return ()

    def proposals(self, asked: Asked) -> dict[str, str]:
        """Nothing: every macro has a text."""
        return {}

    def text_of(self, value: object) -> str:
        """A Python value as a text of the language."""
        if isinstance(value, bool | int):
            return str(int(value))
        if isinstance(value, str):
            return value
        raise TypeError(f"{value!r} has no text in Promela")

    # ---- the model ----

    def build(self, asked: Asked, formulas: Sequence[Source] = ()) -> Model:
        """The system of the model, with other texts for some of its macros."""
        if asked.config is not None:
            message = f"{asked.config}: Promela models have no configuration file"
            help = "give macros other texts with --const"
            raise SpecError(Diagnostic("promela-config", message, None, help))
        macros = {name: text for name, text in asked.constants.items() if name != PROCESSES}
        allowed = Allowed(_limit(asked.constants), asked.room, asked.uncounted)
        reading = self._reading(macros, asked.wide)
        model = reading.model
        assert model is not None
        named = _named_invariants(asked, reading, model)
        given = [Source("--invariant", text) for text in _texts(asked, named, model)]
        with deep_recursion():
            exprs = [read_expression(source, reading) for source in (*given, *formulas)]
            questions = _questions(asked, reading, model)
            properties = (*questions.properties, *named.values())
            questions = replace(questions, expressions=exprs, properties=properties)
            checked = _checked(asked, questions)
            system, lowered, size = lower_with_formulas(model, checked, allowed)
        invariants = tuple(
            Property(" ".join(source.text.split()), e, span=e.span)
            for source, e in zip(given, lowered, strict=False)
        )
        system = replace(system, invariants=(*system.invariants, *invariants))
        system = replace(system, omitted=(*system.omitted, *_omitted(asked, model, questions)))
        if asked.wide:
            system = replace(system, assumed=(*system.assumed, "numbers have no widths"))
        if asked.deadlock is not None:
            system = replace(system, check_deadlock=asked.deadlock)
        kinds: dict[str, PropertyKind] = {p.name: "invariant" for p in system.invariants}
        kinds |= {p.name: "property" for p in system.properties}
        return Model(
            system,
            tuple(lowered[len(given) :]),
            self.path,
            None,
            tuple(dict.fromkeys((*self.names, *system.variables))),
            dict(asked.constants),
            kinds,
            left_out=tuple(_left_out(asked, model, questions)),
            notices=(*self.notices, *_notices(checked.claims)),
            diagnostics=reading.diagnostics,
            room=None if size is None else Room(size, allowed.most, lack_of(size)),
        )

    def _reading(self, definitions: Mapping[str, str], wide: bool) -> Reading:
        """The model with these macros; raises SpecError if there are errors in it."""
        reading = self.reading
        if definitions or wide:
            reading = read_text(self.source, self.files, definitions, wide)
        if reading.model is None:
            raise SpecError(*reading.diagnostics)
        unreadable = [d for d in self.diagnostics if d.code == "bad-encoding"]
        if unreadable:
            raise SpecError(*unreadable)
        return reading


PROCESSES = "_processes"
"""The constant with the number of processes that a model may have, if it cannot be counted."""


def _limit(constants: Mapping[str, str]) -> int:
    text = constants.get(PROCESSES)
    if text is None:
        return DEFAULT_LIMIT
    if not text.isdecimal() or not 1 <= int(text) <= MOST_PROCESSES:
        message = f"`{PROCESSES}` is a number from 1 to {MOST_PROCESSES}, not `{text}`"
        raise SpecError(Diagnostic("promela-constant", message, None))
    return int(text)


def _questions(asked: Asked, reading: Reading, model: tree.Model) -> Questions:
    """The `ltl` formulas of the model, or what is asked for.

    That is a formula or a claim by its name, a formula as text, or a property of labels.
    """
    if asked.scratch is not None:
        return Questions(values=True)
    if asked.invariants and not asked.properties:
        return Questions()
    claims = {c.name: c for c in model.claims if c.kind == "never"}
    if not asked.properties:
        known = [c for c in claims.values() if asked.explored and unsupported_in(c) is None]
        traces = [c for c in model.claims if asked.explored and c.kind != "never"]
        return Questions(properties=model.ltl, claims=known, traces=traces)
    named = {p.name: p for p in model.ltl}
    found: list[tree.LtlProperty] = []
    labels: list[str] = []
    chosen: list[tree.Claim] = []
    for text in asked.properties:
        if text in named:
            found.append(named[text])
        elif text in claims:
            chosen.append(_supported(claims[text]))
        elif text in (ACCEPTANCE, PROGRESS):
            labels.append(text)
        else:
            formula = read_formula(Source("--property", text), reading)
            name = " ".join(text.split())
            found.append(tree.LtlProperty(name, formula, span=formula.span))
    return Questions(properties=found, claims=chosen, labels=labels)


def _supported(claim: tree.Claim) -> tree.Claim:
    problem = unsupported_in(claim)
    if problem is not None:
        raise SpecError(problem)
    return claim


def _globals(model: tree.Model) -> frozenset[str]:
    return frozenset(declared.symbol.name for declared in model.globals)


def _texts(asked: Asked, named: Collection[str], model: tree.Model) -> Iterator[str]:
    """The invariants that are given as texts; for a proof, that of the types has a name."""
    own = () if TYPES in _globals(model) or not asked.proof else (TYPES,)
    yield from (text for text in asked.invariants if text not in named and text not in own)


def _named_invariants(
    asked: Asked, reading: Reading, model: tree.Model
) -> dict[str, tree.LtlProperty]:
    """The formulas `[] p` of the model that are asked for as invariants, by name."""
    known = {p.name: p for p in model.ltl if p.name not in _globals(model)}
    found = {text: known[text] for text in asked.invariants if text in known}
    for name, p in found.items():
        match p.formula:
            case tree.LtlUnary("[]", tree.Holds()):
                pass
            case _:
                message = f"`{name}` is not an invariant: it is not of the form [] p"
                help = f"check it with --property {name}"
                raise SpecError(Diagnostic("model-property-form", message, p.span, help))
    return found


def _checked(asked: Asked, questions: Questions) -> Questions:
    """What is checked of it."""
    if not asked.claims:
        return questions.without_claims()
    return replace(questions, weak_fairness=asked.weak_fairness, types=asked.proof)


def _is_replaced(asked: Asked) -> bool:
    """Whether the properties of the query replace those of the model."""
    return bool(asked.properties or asked.invariants)


def _left_out(asked: Asked, model: tree.Model, questions: Questions) -> Iterator[str]:
    """The properties of the model that the query replaces."""
    chosen = {p.name for p in questions.properties}
    yield from (p.name for p in model.ltl if p.name not in chosen)
    if _is_replaced(asked):
        yield from (c.name for c in model.claims if c not in questions.claims)


def _omitted(asked: Asked, model: tree.Model, questions: Questions) -> Iterator[Omission]:
    """The properties that are not checked, although they are asked for, or no others are."""
    if asked.scratch is not None:
        return
    if not asked.claims:
        left_out = "left out by --count-like-spin"
        named = [(p.name, p.span) for p in questions.properties]
        named += [(c.name, c.span) for c in questions.claims]
        named += [(name, model.span) for name in questions.labels]
        yield from (Omission(name, left_out, span=span) for name, span in named)
    for claim in model.claims:
        if _is_replaced(asked) or claim in (*questions.claims, *questions.traces):
            continue
        problem = unsupported_in(claim) if claim.kind == "never" else None
        if problem is not None:
            yield Omission(claim.name, problem.message, span=problem.span)
        else:
            yield Omission(claim.name, "`holdfast check` checks it", span=claim.span)


def _notices(checked: Sequence[tree.Claim]) -> Iterator[str]:
    if checked:
        names = ", ".join(claim.name for claim in checked)
        yield f"states are counted without a claim and, in addition, with {names}"


def _symbols(reading: Reading) -> Iterator[Symbol]:
    for macro in reading.macros.defined.values():
        if macro.params is None and macro.body:
            yield Symbol(macro.name, "constant", macro.span)
    model = reading.model
    if model is None:
        return
    for declared in model.globals:
        yield Symbol(declared.symbol.name, "variable", declared.symbol.span)
    for process in model.proctypes:
        yield Symbol(process.name, "process", process.span)
    for formula in model.ltl:
        yield Symbol(formula.name, "definition", formula.span)


def load_promela(
    path: Path,
    search_path: tuple[Path, ...] = (),
    translate: bool = False,
    files: Files = ON_DISK,
) -> PromelaDocument:
    """Read a Promela model, with the files that it includes."""
    source, complaints = files.read(path)
    reading = read_text(source, files, {})
    diagnostics = (*complaints, *reading.diagnostics)
    return PromelaDocument(path, source, files, reading, diagnostics)
