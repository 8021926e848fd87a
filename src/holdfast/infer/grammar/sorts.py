"""The sorts of a grammar: constant sets over which the spec quantifies."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from holdfast.infer.grammar.language import Sort
from holdfast.infer.guards import Scene, scenes
from holdfast.infer.lift import Lifted
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.errors import EvalError
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System
from holdfast.ir.types import Signature, Type
from holdfast.ir.values import FiniteSet, LazySet, Value
from holdfast.passes.type_exprs import ExprTypes

_LARGEST_SORT = 24


class Typing:
    """The types of expressions of the lifted system."""

    def __init__(self, lifted: Lifted, original_types: dict[str, Type]) -> None:
        self.exprs = ExprTypes(lifted.system.definitions, {}, 200_000)
        self.exprs.variables = dict(original_types)

    def of(self, e: ir.Expr, env: dict[str, Type] | None = None) -> Type:
        """The type of an expression whose free names have these types."""
        return self.exprs.of(e, dict(env or {}))


def find_sorts(
    lifted: Lifted, machine: Machine, states: list[State], typing: Typing, property: ir.Expr
) -> tuple[Sort, ...]:
    """Every constant set over which the spec quantifies, each once, constants first."""
    chosen = _spread(states)
    found: dict[tuple[Value | None, ...], Sort] = {}
    taken = _names_in_use(lifted)
    domains = tuple(_domains(lifted, property))
    for domain in domains:
        if _adds_single_elements(domain, domains):
            continue
        element = ty.element_of(typing.of(domain))
        if not _is_sort_element(element) and not _is_set_of_strings(domain, element, lifted):
            continue
        values = tuple(_finite(machine, domain, s) for s in chosen)
        if None in values or values in found or _is_literal(domain):
            continue
        name = show_expr(domain)
        letter = _letter(name, taken)
        taken |= {f"{letter}{i}" for i in range(1, 9)}
        found[values] = Sort(name, domain, element, letter)
    return tuple(found.values())


def _adds_single_elements(domain: ir.Expr, others: Container[ir.Expr]) -> bool:
    """Whether a set is another one with special values, as in `Ballot \\union {-1}`."""
    match domain:
        case ir.Apply(Op.UNION2, (whole, ir.Apply(Op.SET))) | ir.Apply(
            Op.UNION2, (ir.Apply(Op.SET), whole)
        ):
            return whole in others
        case _:
            return False


def _spread(states: list[State]) -> list[State]:
    """Some states that differ in size."""
    step = max(1, len(states) // 12)
    return states[::step]


def _is_sort_element(element: Type) -> bool:
    match element:
        case ty.Model() | ty.Int():
            return True
        case ty.Set(ty.Model()):
            return True
        case _:
            return False


def _is_set_of_strings(domain: ir.Expr, element: Type, lifted: Lifted) -> bool:
    """Whether a constant is a set of strings, which then are names; others tell kinds apart."""
    is_constant = isinstance(domain, ir.Name) and domain.name in lifted.constants
    return is_constant and isinstance(element, ty.Str)


def _is_literal(domain: ir.Expr) -> bool:
    return not any(isinstance(p, ir.Name | ir.Call) for p in ir.walk(domain))


def _finite(machine: Machine, domain: ir.Expr, state: State) -> Value | None:
    try:
        value = machine.value(domain, state)
        if isinstance(value, LazySet):
            if value.is_endless:
                return None
            value = value.finite()
    except EvalError:
        return None
    if not isinstance(value, FiniteSet) or len(value) > _LARGEST_SORT:
        return None
    return value


def _domains(lifted: Lifted, property: ir.Expr) -> Iterator[ir.Expr]:
    constants = frozenset(lifted.constants)
    yield from (ir.Name(c) for c in lifted.constants)
    for scene in (*scenes(lifted.system), Scene("property", (), (), (property,), ())):
        for e in _all_domains(scene, lifted):
            known = names_in(e) <= constants | lifted.system.definitions.keys()
            if known and not _powerset(e) and not _reads_state(e, lifted):
                yield e


def _reads_state(e: ir.Expr, lifted: Lifted) -> bool:
    """Whether the value depends on more than constants."""
    seen: set[str] = set()
    pending = [e]
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Name(name) if name in lifted.variables:
                    return True
                case ir.Call(name, _) if name in lifted.system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(lifted.system.definitions[name].body)
                case _:
                    pass
    return False


def _powerset(e: ir.Expr) -> bool:
    return isinstance(e, ir.Apply) and e.op in (Op.SUBSET, Op.NAT, Op.INT, Op.BOOLEAN)


def _all_domains(scene: Scene, lifted: Lifted) -> Iterator[ir.Expr]:
    """The sets that names range over, also inside the definitions that are called."""
    yield from (b.domain for b in scene.bounds if b.domain is not None)
    seen: set[str] = set()
    pending: list[ir.Expr] = [*scene.guards, *scene.values]
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Bind(_, bounds, _):
                    yield from (b.domain for b in bounds if b.domain is not None)
                case ir.Call(name, _) if name in lifted.system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(lifted.system.definitions[name].body)
                case _:
                    pass


def _letter(name: str, taken: Iterable[str]) -> str:
    """The prefix of the variables of a sort: `n` for `Node`."""
    clean: list[str] = [c.lower() for c in name if c.isalpha()]
    avoid = set(taken)
    for letter in (*clean, *"xyzuvwabc"):
        if avoid.isdisjoint({f"{letter}{i}" for i in range(1, 9)}):
            return str(letter)
    return "var_"


def free_letter(name: str, lifted: Lifted, sorts: Iterable[Sort]) -> str:
    """The prefix of the variables of one more sort."""
    used = {f"{s.letter}{i}" for s in sorts for i in range(1, 9)}
    return _letter(name, _names_in_use(lifted) | used)


def _names_in_use(lifted: Lifted) -> set[str]:
    """The names that mean something somewhere in the spec."""
    system = lifted.system
    taken = {*system.variables, *system.definitions, *system.constants}
    for definition in system.definitions.values():
        taken |= {*definition.params, *names_in(definition.body)}
    return taken


def types_of_lifted(lifted: Lifted, types: Mapping[str, Type | Signature]) -> dict[str, Type]:
    """The types of the lifted variables, from those of the original system."""
    found: dict[str, Type] = {}
    for name in lifted.system.variables:
        known = types.get(name, ty.ANY)
        found[name] = ty.ANY if isinstance(known, Signature) else known
    return found


def has_messages_with_numbers(system: System) -> bool:
    """Whether a variable has a set of records or tuples with numbers: messages, most often."""
    return any(_tells_numbers(system.types.get(v)) for v in system.variables)


def _tells_numbers(t: Type | Signature | None) -> bool:
    match t:
        case ty.Set(ty.Record(fields)):
            return any(isinstance(of, ty.Int) for _, of in fields)
        case ty.Set(ty.Tuple(items)):
            return any(isinstance(of, ty.Int) for of in items)
        case ty.Function(_, range):
            return _tells_numbers(range)
        case _:
            return False


def has_numbers(t: Type | Signature | None) -> bool:
    """Whether values of a type have integers in them."""
    match t:
        case ty.Int():
            return True
        case ty.Set(of) | ty.Seq(of):
            return has_numbers(of)
        case ty.Function(domain, range):
            return has_numbers(domain) or has_numbers(range)
        case ty.Tuple(items):
            return any(map(has_numbers, items))
        case ty.Record(fields):
            return any(has_numbers(of) for _, of in fields)
        case _:
            return False
