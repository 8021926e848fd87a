"""Operators of library modules: calls of the runtime, and loops for those that take operators."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.hosted import is_hosted
from holdfast.native.emit.loops import Rounds, loop
from holdfast.native.emit.names import Held, Names, Operator
from holdfast.native.emit.runtime_table import BUILTINS
from holdfast.native.emit.values import emit_all, emit_row


def is_supported(name: str) -> bool:
    """Whether generated code can compute a library operator."""
    return name in BUILTINS or name in HIGHER_ORDER or is_hosted(name)


def emit_builtin(g: Generator, e: ir.Apply, names: Names) -> str:
    """A library operator, applied."""
    head = e.args[0]
    assert isinstance(head, ir.Literal)
    name, args = str(head.value), e.args[1:]
    if name in HIGHER_ORDER:
        return HIGHER_ORDER[name](_Place(g, names), *args)
    values = emit_all(g, args, names)
    if name in g.hosted:
        row = emit_row(g, values)
        return g.temporary(f"host_call(c, {g.hosted[name]}, {len(values)}, {row})")
    return g.temporary(f"{BUILTINS[name]}({', '.join(['c', *values])})")


class _Place:
    """The context in which an operator is applied."""

    def __init__(self, g: Generator, names: Names) -> None:
        self.g, self.names = g, names

    def value(self, e: ir.Expr) -> str:
        """An expression as a C variable."""
        return self.g.temporary(self.g.value(e, self.names))

    def held(self, code: str, name: str = "x") -> str:
        """A value stored in a field, so that an operator can be applied to it."""
        made = self.g.field(name)
        self.g.lines.add(f"{made} = {code};")
        return made

    def _bound(self, operator: ir.Expr, fields: tuple[str, ...]) -> tuple[ir.Expr, Names]:
        meaning = self.names.get(getattr(operator, "name", ""))
        if isinstance(meaning, Operator):
            params, body, around = meaning.definition.params, meaning.definition.body, meaning.names
        else:
            assert isinstance(operator, ir.Lambda)
            params, body, around = operator.params, operator.body, self.names
        return body, {**around, **{p: Held(f) for p, f in zip(params, fields, strict=True)}}

    def applied(self, operator: ir.Expr, *fields: str) -> str:
        """The value of an operator for values in fields."""
        body, names = self._bound(operator, fields)
        return self.g.value(body, names)

    def holds(self, operator: ir.Expr, *fields: str) -> str:
        """The same as a condition."""
        body, names = self._bound(operator, fields)
        return self.g.truth(body, names)

    def in_order(self, collection: str) -> AbstractContextManager[str]:
        """A loop over a set, least element first."""
        return loop(self.g, collection, Rounds(self.g.stopping()), "loop_ordered")


Emit: TypeAlias = Callable[..., str]


def _fold_set(element_first: bool) -> Emit:
    def fold(p: _Place, op: ir.Expr, base: ir.Expr, collection: ir.Expr) -> str:
        result = p.held(p.value(base), "result")
        with p.in_order(p.value(collection)) as value:
            element = p.held(value)
            order = (element, result) if element_first else (result, element)
            p.g.lines.add(f"{result} = {p.applied(op, *order)};")
        return result

    return fold


def _fold_function(p: _Place, op: ir.Expr, base: ir.Expr, table: ir.Expr) -> str:
    function = p.value(table)
    domain = p.g.temporary(f"function_domain(c, {function})")
    return _fold_over(p, op, base, function, domain)


def _fold_function_on_set(
    p: _Place, op: ir.Expr, base: ir.Expr, table: ir.Expr, indices: ir.Expr
) -> str:
    function = p.value(table)
    p.g.temporary(f"function_domain(c, {function})")
    return _fold_over(p, op, base, function, p.value(indices))


def _fold_over(p: _Place, op: ir.Expr, base: ir.Expr, function: str, domain: str) -> str:
    result = p.held(p.value(base), "result")
    with p.in_order(domain) as index:
        element = p.held(f"function_apply(c, {function}, {index})")
        p.g.lines.add(f"{result} = {p.applied(op, element, result)};")
    return result


def _over_sequence(p: _Place, sequence: str, backwards: bool, each: Callable[[str], None]) -> None:
    g, i = p.g, f"i{p.g.number()}"
    length = g.temporary(f"INT_OF({BUILTINS['Sequences!Len']}(c, {sequence}))", "i64")
    steps = f"i64 {i} = {length}; {i} >= 1 && !c->trap; {i}--"
    if not backwards:
        steps = f"i64 {i} = 1; {i} <= {length} && !c->trap; {i}++"
    g.lines.open(f"for ({steps})")
    each(p.held(f"function_apply(c, {sequence}, V_INT({i}))"))
    g.lines.close()


def _fold_left(p: _Place, op: ir.Expr, base: ir.Expr, sequence: ir.Expr) -> str:
    result = p.held(p.value(base), "result")

    def join(element: str) -> None:
        p.g.lines.add(f"{result} = {p.applied(op, result, element)};")

    _over_sequence(p, p.value(sequence), False, join)
    return result


def _fold_right(p: _Place, op: ir.Expr, sequence: ir.Expr, base: ir.Expr) -> str:
    row = p.value(sequence)
    result = p.held(p.value(base), "result")

    def join(element: str) -> None:
        p.g.lines.add(f"{result} = {p.applied(op, element, result)};")

    _over_sequence(p, row, True, join)
    return result


def _select(p: _Place, sequence: ir.Expr, test: ir.Expr) -> str:
    buffer = f"b{p.g.number()}"
    p.g.lines.add(f"Buffer {buffer} = {{0, 0, 0}};")

    def add(element: str) -> None:
        p.g.lines.add(f"if ({p.holds(test, element)}) buffer_add(c, &{buffer}, {element});")

    _over_sequence(p, p.value(sequence), False, add)
    return p.g.temporary(f"tuple_of(c, {buffer}.n, {buffer}.items)")


def _quantify(p: _Place, collection: ir.Expr, test: ir.Expr) -> str:
    g = p.g
    count = g.temporary("0", "i64")
    listed = g.temporary(f"set_listed(c, {p.value(collection)})")
    with p.in_order(listed) as value:
        g.lines.add(f"if ({p.holds(test, p.held(value))}) {count}++;")
    return g.temporary(f"V_INT({count})")


def _map_then_fold(  # noqa: PLR0913  # what is evaluated, where and how
    p: _Place, op: ir.Expr, base: ir.Expr, f: ir.Expr, choose: ir.Expr, collection: ir.Expr
) -> str:
    g, buffer = p.g, f"b{p.g.number()}"
    rest = p.held(f"set_listed(c, {p.value(collection)})", "rest")
    g.lines.add(f"Buffer {buffer} = {{0, 0, 0}};")
    g.lines.open(f"while (!c->trap && set_size(c, {rest}) > 0)")
    chosen = g.temporary(p.applied(choose, rest))
    g.lines.add(f"buffer_add(c, &{buffer}, {chosen});")
    smaller = g.temporary(f"set_difference(c, {rest}, set_of(c, 1, &{chosen}))")
    g.lines.add(
        f"if (!c->trap && set_size(c, {smaller}) == set_size(c, {rest})) trap(c, TRAP_ENDLESS);"
    )
    g.lines.add(f"{rest} = {smaller};")
    g.lines.close()
    result = p.held(p.value(base), "result")
    g.lines.open(f"while ({buffer}.n && !c->trap)")
    element = p.held(f"{buffer}.items[--{buffer}.n]")
    mapped = p.held(p.applied(f, element))
    g.lines.add(f"{result} = {p.applied(op, mapped, result)};")
    g.lines.close()
    return result


def _sort(p: _Place, sequence: ir.Expr, before: ir.Expr) -> str:
    """Insertion sort, as in TLC, also if `before` is not an order."""
    g, buffer = p.g, f"b{p.g.number()}"
    g.lines.add(f"Buffer {buffer} = {{0, 0, 0}};")

    def insert(element: str) -> None:
        at, earlier = f"n{g.number()}", p.held("V_FALSE", "earlier")
        g.lines.add(f"u32 {at} = {buffer}.n;")
        g.lines.add(f"buffer_add(c, &{buffer}, {element});")
        g.lines.open(f"while ({at} && !c->trap)")
        g.lines.add(f"{earlier} = {buffer}.items[{at} - 1];")
        g.lines.add(f"if (!{p.holds(before, element, earlier)}) break;")
        g.lines.add(f"{buffer}.items[{at}] = {earlier};")
        g.lines.add(f"{at}--;")
        g.lines.close()
        g.lines.add(f"{buffer}.items[{at}] = {element};")

    _over_sequence(p, p.value(sequence), False, insert)
    return g.temporary(f"tuple_of(c, {buffer}.n, {buffer}.items)")


def _select_in(backwards: bool) -> Emit:
    def find(p: _Place, sequence: ir.Expr, test: ir.Expr) -> str:
        g = p.g
        found, place = g.temporary("0", "i64"), g.temporary("0", "i64")
        row = p.value(sequence)
        if backwards:
            length = f"INT_OF({BUILTINS['Sequences!Len']}(c, {row}))"
            g.lines.add(f"{place} = {length} + 1;")

        def look(element: str) -> None:
            g.lines.add(f"{place} {'-' if backwards else '+'}= 1;")
            g.lines.open(f"if (!{found})")
            g.lines.add(f"if ({p.holds(test, element)}) {found} = {place};")
            g.lines.close()

        _over_sequence(p, row, backwards, look)
        return g.temporary(f"V_INT({found})")

    return find


HIGHER_ORDER: dict[str, Emit] = {
    "FiniteSetsExt!FoldSet": _fold_set(True),
    "FiniteSetsExt!Quantify": _quantify,
    "Folds!MapThenFoldSet": _map_then_fold,
    "Functions!FoldFunction": _fold_function,
    "Functions!FoldFunctionOnSet": _fold_function_on_set,
    "SequencesExt!FoldSeq": _fold_function,
    "SequencesExt!FoldLeft": _fold_left,
    "SequencesExt!FoldRight": _fold_right,
    "Apalache!ApaFoldSet": _fold_set(False),
    "Apalache!ApaFoldSeqLeft": _fold_left,
    "Sequences!SelectSeq": _select,
    "SequencesExt!SelectInSeq": _select_in(False),
    "SequencesExt!SelectLastInSeq": _select_in(True),
    "TLC!SortSeq": _sort,
}
"""The library operators with operators as arguments that are loops in C."""
