"""Loops over the elements of sets to C, and the names that they bind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from holdfast.ir import expr as ir
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Names
from holdfast.native.emit.values import emit_temporary

EmitBody: TypeAlias = Callable[[Names], None]


def bind_names(g: Generator, bound: ir.Bound) -> dict[str, Held]:
    """Fields for the names of a bound."""
    return {n: Held(g.field(n)) for n in bound.names}


def put(g: Generator, bound: ir.Bound, held: dict[str, Held], value: str) -> int:
    """Assign an element to the names of a bound; a pattern opens a block, which counts 1."""
    if not bound.pattern:
        g.lines.add(f"{held[bound.names[0]].code} = {value};")
        return 0
    g.lines.open(f"if (is_row(c, {value}, {len(bound.names)}))")
    for i, name in enumerate(bound.names):
        g.lines.add(f"{held[name].code} = OBJECT({value})->items[{i}];")
    return 1


def put_all(
    g: Generator, bounds: tuple[ir.Bound, ...], names: Names, value: str
) -> tuple[Names, int]:
    """Assign the parts of an argument to the names of all bounds."""
    inner, blocks = dict(names), 0
    for i, bound in enumerate(bounds):
        held = bind_names(g, bound)
        part = value if len(bounds) == 1 else f"OBJECT({value})->items[{i}]"
        blocks += put(g, bound, held, part)
        inner.update(held)
    return inner, blocks


class Rounds(NamedTuple):
    """The iterations of a loop: it ends before the next one if `unless` holds.

    With `rewind` the arena memory of an iteration is freed before the next.
    """

    unless: str
    rewind: str = ""


@contextmanager
def loop(g: Generator, domain: str, rounds: Rounds, begin: str = "loop_elements") -> Iterator[str]:
    """A loop over the elements of a set; returns the element."""
    number, region = g.number(), g.region
    unless, rewind = rounds
    g.lines.open("")
    g.lines.add(f"Loop e{number};")
    g.lines.add(f"V x{number};")
    g.lines.add(f"{begin}(c, &e{number}, {domain});")
    if rewind:
        g.region = g.number()
        g.lines.add(f"Place p{number};")
        g.lines.add(f"PLACE_HERE(c, p{number});")
    g.lines.open(f"while (!({unless}) && loop_next(c, &e{number}, &x{number}))")
    yield f"x{number}"
    if rewind:
        g.region = region
        g.lines.add(f"if (!({unless})) {{ PLACE_BACK(c, p{number}, {rewind}); }}")
    g.lines.close()
    g.lines.close()


def emit_loops(
    g: Generator, bounds: tuple[ir.Bound, ...], names: Names, rounds: Rounds, body: EmitBody
) -> None:
    """Loops over all combinations of elements, the first name fastest."""
    domains = [emit_temporary(g, domain_of(b), names) for b in bounds]
    if len(bounds) > 1:
        # All sets are enumerated before the first element is used.
        number = g.number()
        g.lines.open("")
        g.lines.add(f"Loop e{number};")
        for domain in domains[:-1]:
            g.lines.add(f"loop_elements(c, &e{number}, {domain});")
        g.lines.close()
    _nest(g, list(zip(bounds, domains, strict=True)), names, rounds, body)


def _nest(
    g: Generator, bounds: list[tuple[ir.Bound, str]], names: Names, rounds: Rounds, body: EmitBody
) -> None:
    if not bounds:
        body(names)
        return
    bound, domain = bounds[-1]
    held = bind_names(g, bound)
    # A value that outlives an iteration, or is destructured, must be materialised.
    begin = "loop_watched" if rounds.rewind and not bound.pattern else "loop_elements"
    with loop(g, domain, rounds, begin) as value:
        blocks = put(g, bound, held, value)
        _nest(g, bounds[:-1], {**names, **held}, rounds, body)
        for _ in range(blocks):
            g.lines.close()


def domain_of(bound: ir.Bound) -> ir.Expr:
    """The set of a bound that has one."""
    assert bound.domain is not None
    return bound.domain
