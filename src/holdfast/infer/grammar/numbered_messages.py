"""Messages whose number is that of a term: a vote for `term[s]`, rather than for any number.

[type |-> "vote", term |-> i, from |-> s, to |-> t] \\in msgs
  =>  [type |-> "vote", term |-> term[s], from |-> s, to |-> t] \\in msgs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from holdfast.infer.grammar.atoms import Typed
from holdfast.infer.grammar.language import Atom, Params
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute

_COST = 2


def messages_of_terms(atoms: Iterable[Atom], numbers: Iterable[Typed], sort: int) -> Iterator[Atom]:
    """Memberships of messages with one of the terms `numbers` for a parameter of a sort.

    The arguments of the term are among the parameters of the message: its sender, for example.
    """
    terms = tuple(numbers)
    for atom in atoms:
        if not _is_message(atom.expr):
            continue
        for number in (name for name, of in atom.params if of == sort):
            rest = tuple(p for p in atom.params if p[0] != number)
            for term in terms:
                for expr in _with_arguments_among(term, rest):
                    message = substitute(atom.expr, {number: expr})
                    yield Atom(message, rest, "substituted", _COST)


def _is_message(e: ir.Expr) -> bool:
    """Whether a formula is the membership of a record or a tuple."""
    match e:
        case ir.Apply(Op.IN, (ir.Apply(Op.RECORD | Op.TUPLE), _)):
            return True
        case _:
            return False


def _with_arguments_among(term: Typed, params: Params) -> Iterator[ir.Expr]:
    """A term with every choice of parameters of the same sorts for its own."""
    fitting = [[name for name, sort in params if sort == own] for _, own in term.params]
    for row in product(*fitting):
        names = zip(term.params, row, strict=True)
        yield substitute(term.expr, {old: ir.Name(new) for (old, _), new in names})
