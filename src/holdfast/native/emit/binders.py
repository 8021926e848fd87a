"""Binders to C: quantifiers, CHOOSE, set filters and maps, functions.

Several bounds are enumerated as the interpreter does it: all sets first, then the first name
fastest. A filter or function over a set that is not enumerated becomes a C function that the
runtime calls; it gets the values that it uses, and fills a frame with them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.loops import Rounds, bind_names, domain_of, emit_loops, loop, put, put_all
from holdfast.native.emit.names import Held, Local, Names
from holdfast.native.emit.text import Lines
from holdfast.native.emit.values import emit_row, emit_temporary

# Calls that may allocate objects: all but those that hardly ever do.
_MAKES = re.compile(
    r"\b(?!equals|fast_|is_|truth_of|present|CONSTANT|constant_of|known_value)[a-z_0-9]+\(c\b"
)


def is_filter(e: ir.Bind) -> bool:
    """Whether this is `{x \\in S : p}`."""
    return e.binder is Binder.FILTER and e.bounds[0].domain is not None


def emit_bind(g: Generator, e: ir.Bind, names: Names) -> str:
    """The value of a binder expression."""
    if any(b.domain is None for b in e.bounds):
        return g.temporary("trap(c, TRAP_NOT_ENUMERABLE)")
    match e.binder:
        case Binder.FORALL | Binder.EXISTS:
            return f"truth_of({emit_quantifier(g, e, names)})"
        case Binder.CHOOSE:
            return _choose(g, e, names)
        case Binder.FILTER:
            return _filter(g, e, names)
        case Binder.MAP:
            return _map(g, e, names)
        case Binder.FUNCTION:
            return _function(g, e, names)


# ---- quantifiers, CHOOSE, sets of values ----


def emit_quantifier(g: Generator, e: ir.Bind, names: Names) -> str:
    """The condition of a quantified formula."""
    if any(b.domain is None for b in e.bounds):
        return g.temporary("is_true(c, trap(c, TRAP_NOT_ENUMERABLE))", "u32")
    every = e.binder is Binder.FORALL
    result = f"t{g.number()}"
    g.lines.add(f"u32 {result} = {int(every)};")

    def decide(inner: Names) -> None:
        g.lines.add(f"{result} = {g.truth(e.body, inner)};")

    ended = f"!{result}" if every else result
    stop = f"{ended} || {g.stopping()}"
    emit_loops(g, e.bounds, names, Rounds(stop, "arena_rewind"), decide)
    return result


def _choose(g: Generator, e: ir.Bind, names: Names) -> str:
    bound = e.bounds[0]
    result, done = f"t{g.number()}", f"t{g.number()}"
    g.lines.add(f"V {result} = V_FALSE;")
    g.lines.add(f"u32 {done} = 0;")
    domain = emit_temporary(g, domain_of(bound), names)
    held = bind_names(g, bound)
    stop = f"{done} || {g.stopping()}"
    with loop(g, domain, Rounds(stop, "arena_rewind"), "loop_choice") as value:
        blocks = put(g, bound, held, value)
        g.lines.add(f"{done} = {g.truth(e.body, {**names, **held})};")
        for _ in range(blocks):
            g.lines.close()
        g.lines.add(f"{result} = {value};")
    g.lines.add(f"{result} = {done} ? candidate_settled(c, {result}) : trap(c, TRAP_NO_WITNESS);")
    return result


def _map(g: Generator, e: ir.Bind, names: Names) -> str:
    buffer = f"b{g.number()}"
    g.lines.add(f"Buffer {buffer} = {{0, 0, 0}};")

    def add(inner: Names) -> None:
        value = g.value(e.body, inner)
        g.lines.add(f"buffer_add(c, &{buffer}, {value});")

    emit_loops(g, e.bounds, names, Rounds(g.stopping()), add)
    return g.temporary(f"set_of(c, {buffer}.n, {buffer}.items)")


# ---- filters ----


def _filter(g: Generator, e: ir.Bind, names: Names) -> str:
    bound = e.bounds[0]
    domain = emit_temporary(g, domain_of(bound), names)
    held = bind_names(g, bound)
    result = f"t{g.number()}"
    g.lines.add(f"V {result};")
    g.lines.open(f"if (set_is_listable(c, {domain}))")
    buffer = f"b{g.number()}"
    g.lines.add(f"Buffer {buffer} = {{0, 0, 0}};")
    with loop(g, domain, Rounds(g.stopping())) as value:
        blocks = put(g, bound, held, value)
        test = _test(g, e.body, {**names, **held})
        g.lines.add(f"if ({test}) buffer_add(c, &{buffer}, {value});")
        for _ in range(blocks):
            g.lines.close()
    # A subset of a sorted set is sorted.
    g.lines.add(f"{result} = set_in_order(c, {buffer}.n, {buffer}.items);")
    g.lines.close("else")
    name = f"test_{g.number()}"
    kept = _write_callback(g, e, names, _Callback(name, "u32"))
    row = emit_row(g, kept)
    g.lines.add(f"{result} = set_filtered(c, {domain}, {name}, {len(kept)}, {row});")
    g.lines.close()
    return result


def _test(g: Generator, e: ir.Expr, names: Names) -> str:
    """A condition whose temporaries are freed at once, if there may be any."""
    start, region = len(g.lines.lines), g.region
    g.region = number = g.number()
    test = g.truth(e, names)
    g.region = region
    written = "".join([*g.lines.lines[start:], test])
    if not _MAKES.search(written):
        return test
    before = Lines()
    before.depth = g.lines.depth
    before.add(f"Place p{number};")
    before.add(f"PLACE_HERE(c, p{number});")
    g.lines.lines[start:start] = before.lines
    yes = g.temporary(test, "u32")
    g.lines.add(f"PLACE_CUT(c, p{number});")
    return yes


def emit_in_filter(g: Generator, element: ir.Expr, e: ir.Bind, names: Names) -> str:
    """`x \\in {y \\in S : p}` without computing the set."""
    bound = e.bounds[0]
    value = emit_temporary(g, element, names)
    domain = g.value(domain_of(bound), names)
    held = bind_names(g, bound)
    result = g.temporary(f"set_contains(c, {domain}, {value})", "u32")
    g.lines.open(f"if ({result})")
    blocks = put(g, bound, held, value)
    g.lines.add(f"{result} = {g.truth(e.body, {**names, **held})};")
    for _ in range(blocks):
        g.lines.close()
    g.lines.close()
    return result


# ---- functions ----


def _function(g: Generator, e: ir.Bind, names: Names) -> str:
    result = f"t{g.number()}"
    g.lines.add(f"V {result};")
    sets = [emit_temporary(g, domain_of(b), names) for b in e.bounds]
    domain = _product(g, sets)
    g.lines.open(f"if ({' && '.join(f'set_is_listable(c, {s})' for s in sets)})")
    listed = domain if len(sets) == 1 else g.temporary(f"set_listed(c, {domain})")
    _tabulate(g, e, names, listed, result)
    g.lines.close("else")
    g.lines.add(f"{result} = {_rule_over(g, e, names, domain, None)};")
    g.lines.close()
    return result


def _product(g: Generator, sets: list[str]) -> str:
    """The domain of a function of several arguments."""
    if len(sets) == 1:
        return sets[0]
    row = emit_row(g, sets)
    return g.temporary(f"set_product(c, {len(sets)}, {row})")


def _tabulate(g: Generator, e: ir.Bind, names: Names, domain: str, result: str) -> None:
    buffer = f"b{g.number()}"
    g.lines.add(f"Buffer {buffer} = {{0, 0, 0}};")
    with loop(g, domain, Rounds(g.stopping())) as value:
        inner, blocks = put_all(g, e.bounds, names, value)
        code = g.value(e.body, inner)
        g.lines.add(f"buffer_add(c, &{buffer}, {code});")
        for _ in range(blocks):
            g.lines.close()
    g.lines.add(
        f"{result} = {g.stopping()} ? V_FALSE"
        f" : function_of(c, {domain}, {buffer}.n, {buffer}.items);"
    )


def emit_rule(g: Generator, e: ir.Bind, names: Names, itself: str | None = None) -> str:
    """A function that is evaluated where it is applied; `itself` is its name inside."""
    if any(b.domain is None for b in e.bounds):
        return g.temporary("trap(c, TRAP_NOT_ENUMERABLE)")
    sets = [emit_temporary(g, domain_of(b), names) for b in e.bounds]
    return _rule_over(g, e, names, _product(g, sets), itself)


def _rule_over(g: Generator, e: ir.Bind, names: Names, domain: str, itself: str | None) -> str:
    name = f"rule_{g.number()}"
    kept = _write_callback(g, e, names, _Callback(name, "V", itself))
    if itself is not None:
        kept = [domain, *kept]
    row = emit_row(g, kept)
    return g.temporary(f"function_rule(c, {domain}, {name}, {len(kept)}, {row})")


# ---- functions that the runtime calls ----


class _Callback(NamedTuple):
    """A C function and its result; `itself` is the name in the spec of a function in it."""

    name: str
    kind: str
    itself: str | None = None


def _write_callback(g: Generator, e: ir.Bind, names: Names, callback: _Callback) -> list[str]:
    """Write the body of a binder as a function; returns the values to pass to it."""
    name, kind, itself = callback
    codes, cells, absent = _captured(g, e, names)
    outer = g.frame
    outer.shared = True
    header = f"static {kind} {name}(Context *c, const V *kept, V argument)"
    about = g.about(e.binder.value if itself is None else f"{itself}[...]", e)
    with g.function(header, about) as lines:
        lines.add(f"{outer.name} frame, *f = &frame;")
        lines.add("(void)kept, (void)f;")
        lines.add(f"if (!enter(c)) return {'0' if kind == 'u32' else 'V_FALSE'};")
        first = 0 if itself is None else 1
        for i, code in enumerate(codes, first):
            kept = f"given(kept[{i}])" if code in absent else f"kept[{i}]"
            lines.add(f"{code} = {kept};")
        for cell in cells:
            lines.add(f"{cell} = 0;")
        inner = dict(names)
        if itself is not None:
            own = Held(g.field(itself))
            count = len(codes) + 1
            lines.add(f"{own.code} = function_rule(c, kept[0], {name}, {count}, kept);")
            inner[itself] = own
        bound, blocks = put_all(g, e.bounds, inner, "argument")
        emit = g.truth if kind == "u32" else g.value
        if blocks:
            result = f"t{g.number()}"
            lines.lines.insert(1, f"    {kind} {result} = {'0' if kind == 'u32' else 'V_FALSE'};")
            lines.add(f"{result} = {emit(e.body, bound)};")
            for _ in range(blocks):
                lines.close()
        else:
            result = g.temporary(emit(e.body, bound), kind)
        lines.add("c->depth--;")
        lines.add(f"return {result};")
    return [f"given_later({code})" if code in absent else code for code in codes]


def _captured(
    g: Generator, e: ir.Bind, names: Names
) -> tuple[list[str], list[str], frozenset[str]]:
    """The fields that an expression uses, the cells of what it evaluates itself, and those
    of the fields that may be undefined."""
    codes: dict[str, None] = {}
    absent: set[str] = set()
    cells: dict[str, None] = {}
    seen: set[tuple[int, str]] = set()
    pending = [(names, n) for n in sorted(g.analysis.names(e))]
    while pending:
        around, name = pending.pop()
        meaning = around.get(name)
        if meaning is None or (id(around), name) in seen:
            continue
        seen.add((id(around), name))
        if isinstance(meaning, Held):
            codes[meaning.code] = None
            if meaning.absent:
                absent.add(meaning.code)
            continue
        if isinstance(meaning, Local) and meaning.cell is not None:
            cells[meaning.cell] = None
        body = meaning.definition.body
        pending += [(meaning.names, n) for n in sorted(g.analysis.names(body))]
    return [c for c in codes if c.startswith("f->")], list(cells), frozenset(absent)
