"""The small tree in which specs are written, and its text as TLA+ modules.

It belongs to the tests: neither the front end nor the IR of holdfast takes part in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Lit:
    """A number or a truth value."""

    value: int | bool


@dataclass(frozen=True, slots=True)
class Call:
    """A name: a variable, a constant, a parameter, or an operator with its arguments.

    `path` leads to it through instances: `P(1)!Q!Op(x)` has the path `P(1)`, `Q`.
    """

    name: str
    args: tuple[Arg, ...] = ()
    path: tuple[tuple[str, tuple[Arg, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator of TLA+: the keys of `FORMS` are all there are."""

    op: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """A bound name: `kind` is one of the keys of `BINDERS`."""

    kind: str
    name: str
    domain: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Let:
    """Local definitions."""

    units: tuple[Unit, ...]
    body: Expr


Expr: TypeAlias = Lit | Call | Apply | Bind | Let


@dataclass(frozen=True, slots=True)
class OpName:
    """An operator that is passed as an argument by its name."""

    name: str
    path: tuple[tuple[str, tuple[Arg, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Lambda:
    """An operator that is passed as an argument without a name."""

    params: tuple[str, ...]
    body: Expr


Arg: TypeAlias = Expr | OpName | Lambda


@dataclass(frozen=True, slots=True)
class Definition:
    """`Name(p, op(_)) == body`; a parameter is its name and its number of arguments.

    `group` is the number of the operators that are recursive together; 0 is none.
    """

    name: str
    params: tuple[tuple[str, int], ...]
    body: Expr
    group: int = 0


@dataclass(frozen=True, slots=True)
class Instance:
    """`Name(p) == INSTANCE module WITH ...`; an empty name brings in the definitions plainly."""

    name: str
    params: tuple[str, ...]
    module: str
    substitution: tuple[tuple[str, Expr], ...]


Unit: TypeAlias = Definition | Instance


@dataclass(frozen=True, slots=True)
class Module:
    """One file."""

    name: str
    extends: tuple[str, ...]
    constants: tuple[str, ...]
    variables: tuple[str, ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Spec:
    """Modules, of which the last is the root, and what the configuration asks about it.

    `action_properties` are pairs of names: of the action and of the subscript. `fairness` is
    the name of an action; safety does not depend on it.
    """

    modules: tuple[Module, ...]
    constants: tuple[tuple[str, int], ...]
    invariants: tuple[str, ...] = ()
    action_properties: tuple[tuple[str, str], ...] = ()
    constraint: str | None = None
    action_constraint: str | None = None
    view: str | None = None
    fairness: str | None = None

    @property
    def root(self) -> Module:
        """The module that is checked."""
        return self.modules[-1]

    def module(self, name: str) -> Module:
        """A module by its name."""
        return next(m for m in self.modules if m.name == name)


FORMS = {
    "+": "({} + {})",
    "-": "({} - {})",
    "%": "({} % {})",
    "=": "({} = {})",
    "#": "({} # {})",
    "<": "({} < {})",
    "/\\": "({} /\\ {})",
    "\\/": "({} \\/ {})",
    "=>": "({} => {})",
    "<=>": "({} <=> {})",
    "~": "(~{})",
    "\\in": "({} \\in {})",
    "\\union": "({} \\union {})",
    "\\": "({} \\ {})",
    "..": "({} .. {})",
    "[]": "{}[{}]",
    "IF": "(IF {} THEN {} ELSE {})",
    "CASE": "(CASE {} -> {} [] OTHER -> {})",
    "CASE2": "(CASE {} -> {} [] {} -> {})",
    "EXCEPT": "[{} EXCEPT ![{}] = {}]",
    "Cardinality": "Cardinality({})",
    "'": "({})'",
    "ENABLED": "(ENABLED {})",
    "UNCHANGED": "(UNCHANGED {})",
    "\\cdot": "({} \\cdot {})",
    "{}": "{{{}}}",
    "<<>>": "<<{}>>",
}

BINDERS = {
    "\\E": "(\\E {0} \\in {1} : {2})",
    "\\A": "(\\A {0} \\in {1} : {2})",
    "CHOOSE": "(CHOOSE {0} \\in {1} : {2})",
    "filter": "{{{0} \\in {1} : {2}}}",
    "map": "{{{2} : {0} \\in {1}}}",
    "function": "[{0} \\in {1} |-> {2}]",
}


def show(e: Arg) -> str:
    """The text of an expression, with all parentheses that it may need."""
    match e:
        case Lit(bool() as value):
            return "TRUE" if value else "FALSE"
        case Lit(value):
            return str(value)
        case Call(name, args, path):
            return _qualified(name, path) + _arguments(args)
        case OpName(name, path):
            return _qualified(name, path)
        case Lambda(params, body):
            return f"LAMBDA {', '.join(params)} : {show(body)}"
        case Apply("{}" | "<<>>" as op, args):
            return FORMS[op].format(", ".join(map(show, args)))
        case Apply(op, args):
            return FORMS[op].format(*map(show, args))
        case Bind(kind, name, domain, body):
            return BINDERS[kind].format(name, show(domain), show(body))
        case Let(units, body):
            return f"(LET {' '.join(_unit_lines(units))} IN {show(body)})"


def _qualified(name: str, path: tuple[tuple[str, tuple[Arg, ...]], ...]) -> str:
    return "".join(f"{instance}{_arguments(args)}!" for instance, args in path) + name


def _arguments(args: tuple[Arg, ...]) -> str:
    return f"({', '.join(map(show, args))})" if args else ""


def _unit_lines(units: tuple[Unit, ...]) -> Iterator[str]:
    declared = {0}
    for unit in units:
        group = unit.group if isinstance(unit, Definition) else 0
        if group not in declared:
            declared.add(group)
            for each in units:
                if isinstance(each, Definition) and each.group == group:
                    yield f"RECURSIVE {_head(each.name, [('_', n) for _, n in each.params])}"
        match unit:
            case Definition(name, params, body):
                yield f"{_head(name, params)} == {show(body)}"
            case Instance(name, names, module, substitution):
                head = f"{_head(name, [(n, 0) for n in names])} == " if name else ""
                pairs = ", ".join(f"{n} <- {show(e)}" for n, e in substitution)
                yield f"{head}INSTANCE {module}{' WITH ' if pairs else ''}{pairs}"


def _head(name: str, params: tuple[tuple[str, int], ...] | list[tuple[str, int]]) -> str:
    shown = [p + (f"({', '.join('_' * n)})" if n else "") for p, n in params]
    return f"{name}({', '.join(shown)})" if shown else name


def module_text(module: Module) -> str:
    """The text of a module."""
    units = list(_unit_lines(module.units))
    standard = ["Naturals"] + ["FiniteSets"] * any("Cardinality" in line for line in units)
    lines = [f"---- MODULE {module.name} ----"]
    lines.append(f"EXTENDS {', '.join((*standard, *module.extends))}")
    if module.constants:
        lines.append(f"CONSTANTS {', '.join(module.constants)}")
    if module.variables:
        lines.append(f"VARIABLES {', '.join(module.variables)}")
    return "\n".join([*lines, *units, "====", ""])


def property_name(action: str) -> str:
    """The name of the property that an action always happens."""
    return f"Always{action}"


def files(spec: Spec) -> dict[str, str]:
    """The files of a spec, by their names; the root's configuration is among them."""
    texts = {f"{m.name}.tla": module_text(m) for m in spec.modules}
    root = f"{spec.root.name}.tla"
    always = "".join(f"{property_name(a)} == [][{a}]_{v}\n" for a, v in spec.action_properties)
    if spec.fairness:
        always += f"Spec == Init /\\ [][Next]_vars /\\ WF_vars({spec.fairness})\n"
    texts[root] = texts[root].replace("====\n", f"{always}====\n")
    return {**texts, f"{spec.root.name}.cfg": _config(spec)}


def _config(spec: Spec) -> str:
    lines = ["SPECIFICATION Spec"] if spec.fairness else ["INIT Init", "NEXT Next"]
    lines += ["CHECK_DEADLOCK FALSE"]
    lines += [f"CONSTANT {name} = {value}" for name, value in spec.constants]
    lines += [f"INVARIANT {name}" for name in spec.invariants]
    lines += [f"PROPERTY {property_name(a)}" for a, _ in spec.action_properties]
    single = {
        "CONSTRAINT": spec.constraint,
        "ACTION_CONSTRAINT": spec.action_constraint,
        "VIEW": spec.view,
    }
    return "\n".join([*lines, *(f"{k} {v}" for k, v in single.items() if v), ""])


def children(e: Arg) -> tuple[Arg, ...]:
    """The expressions and arguments directly below."""
    match e:
        case Lit() | OpName():
            return ()
        case Call(_, args, path):
            return (*args, *(a for _, each in path for a in each))
        case Apply(_, args):
            return args
        case Bind(_, _, domain, body):
            return (domain, body)
        case Let(units, body):
            return (*(x for u in units for x in unit_expressions(u)), body)
        case Lambda(_, body):
            return (body,)


def unit_expressions(unit: Unit) -> tuple[Expr, ...]:
    """The expressions of a definition or an instance."""
    if isinstance(unit, Definition):
        return (unit.body,)
    return tuple(e for _, e in unit.substitution)


def walk(e: Arg) -> Iterator[Arg]:
    """An expression and all below it."""
    yield e
    for child in children(e):
        yield from walk(child)
