"""Atoms with some of their parameters quantified: whether `x` is in the set of any `y`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from holdfast.infer.grammar.language import Atom, Params, Sort
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.substitute import substitute


def projections(atoms: Iterable[Atom], sorts: tuple[Sort, ...]) -> Iterator[Atom]:
    """Each atom with some of its parameters quantified inside it."""
    for atom in atoms:
        if atom.origin != "type":
            continue
        names = [name for name, _ in atom.params]
        for count in range(1, len(names) + 1):
            for chosen in combinations(atom.params, count):
                rest = tuple(p for p in atom.params if p not in chosen)
                if len(names) - count <= 2:
                    yield _projected(Binder.EXISTS, atom, chosen, rest, sorts)
                    if len(names) == 1:
                        yield _projected(Binder.FORALL, atom, chosen, rest, sorts)


def _projected(
    binder: Binder, atom: Atom, chosen: Params, rest: Params, sorts: tuple[Sort, ...]
) -> Atom:
    count: dict[int, int] = {}
    bounds, names = [], {}
    for name, sort in chosen:
        number = count[sort] = count.get(sort, 0) + 1
        inner = f"{sorts[sort].letter}{7 + number}"
        bounds.append(ir.Bound((inner,), sorts[sort].domain))
        names[name] = ir.Name(inner)
    body = substitute(atom.expr, names)
    return Atom(ir.Bind(binder, tuple(bounds), body), rest, "projection", atom.cost + 2)
