"""The parts of a file of I/O automata, for the naive judge: definitions as Python's trees."""

from __future__ import annotations

import ast
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tests.ioa.finite_types import (
    BagOf,
    Bits,
    Bool,
    Int,
    MapOf,
    Members,
    Range,
    RecordOf,
    SeqOf,
    SetOf,
    TupleOf,
    Type,
    typed,
    values,
)
from tests.ioa.python_meaning import Env, Meaning

Kind: TypeAlias = Literal["input", "output", "internal"]
KINDS: tuple[Kind, ...] = ("input", "output", "internal")
TRUE = ast.Constant(True)


@dataclass(frozen=True)
class Stub:
    """An entry of a signature."""

    kind: Kind
    name: str
    formals: tuple[tuple[str, Type], ...]
    where: ast.expr


@dataclass(frozen=True)
class Transition:
    """One definition of the steps of an action."""

    kind: Kind
    name: str
    pre: ast.expr
    effect: list[ast.stmt]


@dataclass(frozen=True)
class Definition:
    """An automaton or a composition: `components` are names and what they are instances of."""

    name: str
    params: tuple[tuple[str, Type], ...]
    where: ast.expr
    invariants: dict[str, ast.expr]
    stubs: tuple[Stub, ...] = ()
    states: tuple[tuple[str, Type], ...] = ()
    initially: ast.expr = TRUE
    transitions: tuple[Transition, ...] = ()
    components: tuple[tuple[str, ast.expr], ...] = ()
    hidden: frozenset[str] = frozenset()


@dataclass
class File:
    """The types, functions and automata of a file; `globals` are for evaluation."""

    types: dict[str, Type] = field(default_factory=dict)
    enums: dict[str, Members] = field(default_factory=dict)
    globals: Env = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)

    def root(self) -> Definition:
        """The last definition that is no component of another."""
        used = {
            node.func.id
            for definition in self.definitions.values()
            for _, instance in definition.components
            for node in ast.walk(instance)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        return [d for d in self.definitions.values() if d.name not in used][-1]

    def type_of(self, node: ast.expr) -> Type:
        """The type that an annotation denotes."""
        match node:
            case ast.Name("bool" | "Bool"):
                return Bool()
            case ast.Name("int" | "Int"):
                return Int()
            case ast.Name("nat" | "Nat"):
                return Int(0)
            case ast.Name(name) if name.startswith("bv") and name[2:].isdigit():
                return Bits(int(name[2:]))
            case ast.Name(name):
                return self.types[name]
            case ast.Subscript(ast.Name(name), argument):
                return self._constructed(name, argument)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _constructed(self, name: str, argument: ast.expr) -> Type:
        parts = argument.elts if isinstance(argument, ast.Tuple) else [argument]
        match name:
            case "Enum":
                return Members(tuple(map(_word, parts)))
            case "IntEnum":
                return Members(tuple(_constant(p) for p in parts))
            case "IntRange":
                assert isinstance(argument, ast.Slice)
                return Range(_constant(argument.lower), _constant(argument.upper))
            case "Seq" | "Sequence":
                return SeqOf(self.type_of(argument))
            case "Set":
                return SetOf(self.type_of(argument))
            case "Mset" | "Counter":
                return BagOf(self.type_of(argument))
            case "Map" | "Mapping":
                return MapOf(*map(self.type_of, parts))
            case "Tuple":
                return TupleOf(tuple(map(self.type_of, parts)))
            case _:
                raise NotImplementedError(name)

    def define_type(self, name: str, node: ast.expr) -> None:
        """`name: type = node`."""
        match node:
            case ast.Subscript(ast.Name("NamedTuple"), argument):
                parts = argument.elts if isinstance(argument, ast.Tuple) else [argument]
                self._define_record(name, parts)
            case _:
                t = self.types[name] = self.type_of(node)
                if isinstance(t, Range):
                    self.globals[name] = values(t)
                if isinstance(t, Members):
                    self.enums[name] = t
                    self.globals[name] = t.members
                    self.globals |= {m: m for m in t.members if isinstance(m, str)}

    def _define_record(self, name: str, parts: list[ast.expr]) -> None:
        fields = []
        for part in parts:
            assert isinstance(part, ast.Slice)
            assert part.lower is not None
            assert part.upper is not None
            fields.append((_word(part.lower), self.type_of(part.upper)))
        make = namedtuple(name, [f for f, _ in fields])  # type: ignore[misc]  # fields are known at run time
        record = self.types[name] = RecordOf(tuple(fields), make)
        self.globals[name] = lambda *parts: typed(record, make(*parts))

    def define_function(self, node: ast.FunctionDef) -> None:
        """A function of one `return`."""
        params = self.params(node)
        meaning = Meaning(dict(params), self.globals, self.enums)
        returned = node.body[-1]
        assert isinstance(returned, ast.Return)
        body = returned.value
        assert body is not None

        def call(*args: Any) -> Any:
            env = {n: typed(t, a) for (n, t), a in zip(params, args, strict=True)}
            return meaning.value(body, env)

        self.globals[node.name] = call

    def params(self, node: ast.FunctionDef) -> tuple[tuple[str, Type], ...]:
        """The parameters of a definition with their types."""
        annotated = [(a.arg, a.annotation) for a in node.args.args]
        return tuple((name, self.type_of(t)) for name, t in annotated if t is not None)


def _word(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else str(_constant(node))


def _constant(node: ast.expr | None) -> Any:
    assert node is not None
    return eval(compile(ast.Expression(node), "<constant>", "eval"), {"__builtins__": {}})


def read(text: str) -> File:
    """The parts of a file."""
    file = File()
    for node in ast.parse(text).body:
        match node:
            case ast.AnnAssign(ast.Name(name), ast.Name("type"), value) if value is not None:
                file.define_type(name, value)
            case ast.FunctionDef(decorator_list=[]):
                file.define_function(node)
            case ast.FunctionDef():
                file.definitions[node.name] = _definition(file, node)
            case ast.ImportFrom() | ast.Expr(ast.Constant(str())):
                pass
            case _:
                raise NotImplementedError(ast.dump(node))
    return file


def _definition(file: File, node: ast.FunctionDef) -> Definition:
    """An automaton or composition; `class tasks` and `class properties` have no effect on steps."""
    given = dict(_assigned(node.body))
    classes = {c.name: c.body for c in node.body if isinstance(c, ast.ClassDef)}
    invariants = dict(_assigned(classes.get("invariants", [])))
    if "invariant_of" in given:
        invariants["invariant_of"] = given["invariant_of"]
    hidden = given.get("hidden", ast.Set([]))
    assert isinstance(hidden, ast.Set)
    return Definition(
        node.name,
        file.params(node),
        given.get("where", TRUE),
        invariants,
        tuple(_stub(file, f) for f in _functions(classes.get("signature", []))),
        tuple((n, file.type_of(t)) for n, t in _annotated(classes.get("states", []))),
        given.get("initially", TRUE),
        tuple(_transition(f) for f in _functions(classes.get("transitions", []))),
        tuple(_annotated(classes.get("components", []))),
        frozenset(map(_word, hidden.elts)),
    )


def _stub(file: File, node: ast.FunctionDef) -> Stub:
    where = dict(_assigned(node.body)).get("where", TRUE)
    return Stub(_kind(node), node.name, file.params(node), where)


def _transition(node: ast.FunctionDef) -> Transition:
    pre: ast.expr = TRUE
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call):
            (pre,) = decorator.args
    return Transition(_kind(node), node.name, pre, node.body)


def _kind(node: ast.FunctionDef) -> Kind:
    names = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
    return next(kind for kind in KINDS if kind in names)


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    return (node for node in body if isinstance(node, ast.FunctionDef))


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign([ast.Name(name)], value):
                yield name, value
            case _:
                pass


def _annotated(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.AnnAssign(ast.Name(name), annotation):
                yield name, annotation
            case _:
                pass
