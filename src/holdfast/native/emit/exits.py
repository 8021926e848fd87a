"""How often the code of a body continues: what follows several points becomes a function."""

from __future__ import annotations

from holdfast.ir import system as body
from holdfast.ir.system import Body


def exits(b: Body) -> int:
    """The number of points at which the code of a body continues."""
    match b:
        case body.Sequence(items, _):
            return max([exits(i) for i in items], default=1)
        case body.Branch(items, _):
            return sum(exits(i) for i in items) or 1
        case body.IfElse(_, yes, no, _):
            return exits(yes) + exits(no)
        case body.Choice(arms, other, _):
            return sum(exits(a) for _, a in arms) + (0 if other is None else exits(other))
        case body.ForSome(_, inner, _) | body.Within(_, inner, _):
            return exits(inner)
        case body.Compose(_, second, _):
            return exits(second)
        case body.ForEach():
            return 2
        case _:
            return 1
