"""Choosing among propositions at least cost: z3's Optimize behind a small door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Clause = Sequence[int]
"""Numbers of propositions, from 1; a negative one is denied."""


def cheapest(
    costs: Mapping[int, int], clauses: Iterable[Clause], seconds: float = 10.0
) -> frozenset[int] | None:
    """Propositions to make true, of least total cost, so that all clauses hold.

    `costs` has the propositions that cost something. None if the clauses contradict each other
    or no best choice was found in time.
    """
    import z3  # type: ignore[import-untyped]

    context = z3.Context()
    optimize = z3.Optimize(ctx=context)
    optimize.set("timeout", max(1, int(seconds * 1000)))
    known: dict[int, object] = {}

    def literal(number: int) -> object:
        name = abs(number)
        if name not in known:
            known[name] = z3.Bool(f"p{name}", context)
        return known[name] if number > 0 else z3.Not(known[name])

    for clause in clauses:
        optimize.add(z3.Or(*[literal(n) for n in clause]) if clause else z3.BoolVal(False, context))
    for number, cost in costs.items():
        optimize.add_soft(literal(-number), str(cost))
    if optimize.check() != z3.sat:
        return None
    model = optimize.model()
    return frozenset(n for n, b in known.items() if z3.is_true(model.eval(b)))
