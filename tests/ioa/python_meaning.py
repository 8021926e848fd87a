"""Expressions and effects of the language, evaluated by Python itself.

An expression is rewritten where Python's meaning differs from the language's (a list becomes a
tuple, `implies` evaluates lazily, an index must be in range, quantifiers enumerate a type) and is
then compiled and evaluated with the state as its global names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tests.ioa.finite_types import (
    Bag,
    BagOf,
    FrozenMap,
    Int,
    MapOf,
    Members,
    Ranged,
    RecordOf,
    SeqOf,
    SetOf,
    Type,
    Undefined,
    typed,
    values,
)

Scope: TypeAlias = Mapping[str, "Type | Scope"]
"""The types of names; a component is a scope of its own, INDEX the type of a sequence's indices."""
INDEX = ""
Env: TypeAlias = dict[str, Any]


def index(collection: Any, at: Any) -> Any:
    """`collection[at]`, without negative indices."""
    if isinstance(collection, tuple):
        if not 0 <= at < len(collection):
            raise Undefined(f"index {at}")
    elif at not in collection:
        raise Undefined(f"key {at}")
    return collection[at]


def part(sequence: tuple[Any, ...], start: int | None, end: int | None) -> tuple[Any, ...]:
    """`sequence[start:end]`, defined if the bounds are in order and in range."""
    first, last = 0 if start is None else start, len(sequence) if end is None else end
    if not 0 <= first <= last <= len(sequence):
        raise Undefined(f"[{first}:{last}]")
    return sequence[first:last]


def divided(a: int, b: int) -> int:
    """Integer division, defined for a positive divisor."""
    if b <= 0:
        raise Undefined(f"/ {b}")
    return a // b


def remainder(a: int, b: int) -> int:
    """Remainder, defined for a positive divisor."""
    if b <= 0:
        raise Undefined(f"% {b}")
    return a % b


def incre(n: Ranged) -> Ranged:
    """The next number, around the end of its range."""
    return n.moved(1)


def decre(n: Ranged) -> Ranged:
    """The number before, around the end of its range."""
    return n.moved(-1)


def disjoint(a: frozenset[Any], b: frozenset[Any]) -> bool:
    """Whether two sets have no common element."""
    return not a & b


def multiset(*elements: Any) -> Bag:
    """The multiset of these elements."""
    return Bag(elements)


def plus(a: Any, b: Any) -> Any:
    """`a + b`, which is the union of sets."""
    return a | b if isinstance(a, frozenset) else a + b


def times(a: Any, b: Any) -> Any:
    """`a * b`, which is the intersection of sets."""
    return a & b if isinstance(a, frozenset) else a * b


def keys(m: FrozenMap) -> frozenset[Any]:
    """The keys of a map."""
    return frozenset(m)


BUILTINS: Env = {
    "__builtins__": {},
    "index_": index,
    "part_": part,
    "divided_": divided,
    "remainder_": remainder,
    "plus_": plus,
    "times_": times,
    "keys_": keys,
    "set_": frozenset,
    "map_": FrozenMap,
    "seq_": tuple,
    "incre": incre,
    "decre": decre,
    "disjoint": disjoint,
    "Mset": multiset,
    "set": frozenset,
    **{f.__name__: f for f in (len, min, max, abs, all, any, range)},
}


def _call(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(args), [])


class Rewriter(ast.NodeTransformer):
    """Expressions of the language as expressions of Python."""

    def __init__(self, scope: Scope, enums: Mapping[str, Members]) -> None:
        self.scope = scope
        self.enums = enums
        self.universes: Env = {}

    def visit_List(self, node: ast.List) -> ast.AST:
        return ast.Tuple([self.visit(e) for e in node.elts], ast.Load())

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return _call("set_", ast.Tuple([self.visit(e) for e in node.elts], ast.Load()))

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return _call("seq_", self._generator(node.elt, node.generators))

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return _call("set_", self._generator(node.elt, node.generators))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return _call("map_", self._generator(pair, node.generators))

    def _generator(self, element: ast.expr, generators: list[ast.comprehension]) -> ast.expr:
        result: ast.expr = self.generic_visit(ast.GeneratorExp(element, generators))  # type: ignore[assignment]  # an expression stays one
        return result

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        collection = self.visit(node.value)
        match node.slice:
            case ast.Slice(lower, upper, None):
                none = ast.Constant(None)
                ends = [none if e is None else self.visit(e) for e in (lower, upper)]
                return _call("part_", collection, *ends)
            case at:
                return _call("index_", collection, self.visit(at))

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        left, right = self.visit(node.left), self.visit(node.right)
        match node.op:
            case ast.Div():
                return _call("divided_", left, right)
            case ast.Mod():
                return _call("remainder_", left, right)
            case ast.Add():
                return _call("plus_", left, right)
            case ast.Mult():
                return _call("times_", left, right)
            case op:
                return ast.BinOp(left, op, right)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("implies"), [left, right]):
                no = ast.UnaryOp(ast.Not(), self.visit(left))
                return ast.BoolOp(ast.Or(), [no, self.visit(right)])
            case ast.Call(ast.Name("forall"), [bound, body]):
                return self._quantified("all", bound, body)
            case ast.Call(ast.Name("exists"), [bound, body]):
                return self._quantified("any", bound, body)
            case ast.Call(ast.Attribute(collection, "keys"), []):
                return _call("keys_", self.visit(collection))
            case _:
                return self.generic_visit(node)

    def _quantified(self, function: str, bound: ast.expr, body: ast.expr) -> ast.AST:
        names = bound.elts if isinstance(bound, ast.List) else [bound]
        generators = []
        for name in names:
            assert isinstance(name, ast.Name)
            universe = f"universe_{len(self.universes)}_"
            self.universes[universe] = values(self._type_of_bound(name.id, body))
            target = ast.Name(name.id, ast.Store())
            generators.append(ast.comprehension(target, ast.Name(universe, ast.Load()), [], 0))
        return _call(function, ast.GeneratorExp(self.visit(body), generators))

    def _type_of_bound(self, name: str, body: ast.expr) -> Type:
        found = next(self._uses(name, body), None)
        if found is None:
            raise Undefined(f"nothing determines the type of {name}")
        return found

    def _uses(self, name: str, body: ast.expr) -> Iterator[Type]:
        """The types that the uses of a bound name demand."""
        for node in ast.walk(body):
            match node:
                case ast.Compare(left, ops, others):
                    operands = [left, *others]
                    if any(_is_name(e, name) for e in operands):
                        yield from self._compared(name, ops, operands)
                case ast.BinOp(left, _, right) if _is_name(left, name) or _is_name(right, name):
                    yield Int()
                case ast.Subscript(collection, at) if _is_name(at, name):
                    yield from self._keys(self.type_of(collection))

    def _compared(
        self, name: str, ops: list[ast.cmpop], operands: list[ast.expr]
    ) -> Iterator[Type]:
        if any(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in ops):
            yield Int()
            return
        for operand in operands:
            t = None if _is_name(operand, name) else self.type_of(operand)
            if isinstance(ops[0], ast.In | ast.NotIn):
                yield from [t.element] if isinstance(t, SeqOf | SetOf | BagOf) else self._keys(t)
            elif t is not None and not isinstance(t, Mapping):
                yield t

    def _keys(self, t: Type | Scope | None) -> Iterator[Type]:
        match t:
            case SeqOf():
                yield Int()
            case MapOf(key):
                yield key
            case Mapping() if isinstance(t.get(INDEX), Int | Members):
                yield t[INDEX]  # type: ignore[misc]  # just tested

    def type_of(self, node: ast.expr) -> Type | Scope | None:
        """The type of a path such as `x[i].f`, a member of an Enum, or a number."""
        match node:
            case ast.Constant(int()):
                return Int()
            case ast.Name(name):
                owners = (t for t in self.enums.values() if name in t.members)
                return self.scope.get(name) or self.enums.get(name) or next(owners, None)
            case ast.Set([first, *_]):
                element = self.type_of(first)
                return None if element is None or isinstance(element, Mapping) else SetOf(element)
            case ast.Attribute(value, name):
                owner = self.type_of(value)
                if isinstance(owner, RecordOf):
                    return dict(owner.fields)[name]
                return owner.get(name) if isinstance(owner, Mapping) else None
            case ast.Subscript(value, _):
                owner = self.type_of(value)
                if isinstance(owner, SeqOf):
                    return owner.element
                return owner.value if isinstance(owner, MapOf) else owner
            case _:
                return None


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


class Meaning:
    """Evaluates the expressions and effects of one part of a file, in some scope."""

    def __init__(self, scope: Scope, globals: Env, enums: Mapping[str, Members]) -> None:
        self.scope = scope
        self.globals = globals
        self.enums = enums
        self._codes: dict[int, tuple[ast.expr, Any, Env]] = {}
        self._sums: dict[int, ast.BinOp] = {}

    def value(self, node: ast.expr, env: Env) -> Any:
        """The value of an expression; `env` has the values of all names that are not global."""
        known = self._codes.get(id(node))
        if known is None:
            rewriter = Rewriter(self.scope, self.enums)
            copy = ast.parse(ast.unparse(node), mode="eval").body
            tree = ast.Expression(rewriter.visit(copy))
            code = compile(ast.fix_missing_locations(tree), "<expression>", "eval")
            # The node is kept alive, so that its id stays unique.
            known = self._codes[id(node)] = (node, code, rewriter.universes)
        _, code, universes = known
        names = {**BUILTINS, **self.globals, **universes, **env}
        try:
            return eval(code, names)  # the text is ours
        except (ValueError, IndexError, KeyError) as error:
            raise Undefined(str(error)) from None

    def run(self, statements: Sequence[ast.stmt], env: Env) -> None:
        """Execute statements one after the other; `env` is changed."""
        for statement in statements:
            self._execute(statement, env)

    def _execute(self, statement: ast.stmt, env: Env) -> None:
        match statement:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(sources)):
                # All right-hand sides are evaluated before the first assignment.
                for target, value in zip(targets, self._all(sources, env), strict=True):
                    self._store(target, value, env)
            case ast.Assign([target], source):
                self._store(target, self.value(source, env), env)
            case ast.AugAssign(target, op, source):
                sum = self._sums.setdefault(id(statement), ast.BinOp(target, op, source))
                self._store(target, self.value(sum, env), env)
            case ast.If(test, yes, no):
                self.run(yes if self.value(test, env) else no, env)
            case ast.For(ast.Name(name), source, body):
                for element in self.value(source, env):
                    env[name] = element
                    self.run(body, env)
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                pass
            case _:
                raise NotImplementedError(ast.dump(statement))

    def _all(self, nodes: Iterable[ast.expr], env: Env) -> list[Any]:
        return [self.value(node, env) for node in nodes]

    def _store(self, target: ast.expr, value: Any, env: Env) -> None:
        match target:
            case ast.Name(name):
                t = self.scope.get(name)
                env[name] = value if t is None or isinstance(t, Mapping) else typed(t, value)
            case ast.Attribute(record, name):
                self._store(record, self.value(record, env)._replace(**{name: value}), env)
            case ast.Subscript(collection, at):
                whole, key = self.value(collection, env), self.value(at, env)
                if isinstance(whole, tuple):
                    index(whole, key)
                    changed: Any = (*whole[:key], value, *whole[key + 1 :])
                else:
                    changed = FrozenMap({**whole, key: value})
                self._store(collection, changed, env)
            case _:
                raise NotImplementedError(ast.dump(target))
