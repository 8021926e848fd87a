"""The evaluation of symbolic values and terms in a solver's model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.values import Value, boolean
from holdfast.smt.bounded.symbolic import Mixed, Sym, SymBool, SymFun, SymInt, SymSet, is_known
from holdfast.smt.encoding import Interpretation
from holdfast.smt.solvers.model import OPERATORS, Element, UnreadableModel
from holdfast.smt.terms.term import BOOL, Constant, Head, Symbol, Term


class Reader:
    """Evaluates terms and symbolic values in one model."""

    def __init__(self, model: Interpretation) -> None:
        self.model = model
        self._known: dict[Term, Element] = {}

    def term(self, t: Term) -> Element:
        """The value of a term without variables."""
        pending = [t]
        while pending:
            top = pending[-1]
            missing = [a for a in top.args if a not in self._known]
            if top not in self._known and not missing:
                self._known[top] = self._node(top, [self._known[a] for a in top.args])
            if missing:
                pending += missing
            else:
                pending.pop()
        return self._known[t]

    def _node(self, t: Term, args: list[Any]) -> Element:
        match t.shape:
            case Constant(value):
                return value
            case Symbol(name):
                try:
                    return self.model.value(name, tuple(args))
                except UnreadableModel:
                    # It does not occur in the query: any value will do.
                    return False if t.sort == BOOL else 0
            case Head() as head:
                return _HEADS[head](*args)
            case _:
                raise AssertionError("a quantifier in a model's term")

    def value(self, v: Sym) -> Value:
        """The value that a symbolic value has in the model."""
        match v:
            case SymBool(term):
                return boolean(bool(self.term(term)))
            case SymInt(term):
                return int(self.term(term))
            case SymSet(known, rest):
                inside = [e for e, g in known.items() if self.term(g)]
                return set_of([*inside, *(self.value(e) for e, g in rest if self.term(g))])
            case SymFun(entries):
                return function_from(
                    [(k, self.value(x)) for k, (p, x) in entries.items() if self.term(p)]
                )
            case Mixed(options):
                for guard, x in options:
                    if self.term(guard):
                        return self.value(x)
                return self.value(options[-1][1]) if options else boolean(False)
            case _ if is_known(v):
                return v  # type: ignore[return-value]
            case _:
                raise AssertionError("a set that is not listed in a state")


_HEADS: Mapping[Head, Callable[..., Element]] = {
    Head.AND: lambda *args: all(args),
    Head.OR: lambda *args: any(args),
    Head.ITE: lambda test, yes, no: yes if test else no,
    Head.IFF: lambda a, b: a == b,
    Head.NEG: lambda a: -a,
    **{
        head: OPERATORS[head.value]
        for head in (
            Head.NOT,
            Head.EQ,
            Head.DISTINCT,
            Head.ADD,
            Head.SUB,
            Head.MUL,
            Head.DIV,
            Head.MOD,
            Head.LT,
            Head.LE,
        )
    },
}
