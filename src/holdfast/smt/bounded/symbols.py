"""Names for the formulas inside symbolic values, so that the next step starts from symbols."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.smt.bounded.pick import Picker
from holdfast.smt.bounded.symbolic import (
    Mixed,
    Sym,
    SymBool,
    SymFun,
    SymInt,
    SymSet,
    short_text,
)
from holdfast.smt.bounded.values import make_function, make_set, truth_value
from holdfast.smt.terms.term import FALSE, TRUE, Head, Symbol, Term, eq, iff


def name_values(values: Mapping[str, Sym], picker: Picker) -> tuple[dict[str, Sym], list[Term]]:
    """The same values with symbols for their formulas, and the definitions of the symbols."""
    namer = _Namer(picker)
    return {name: namer.value(v, name) for name, v in values.items()}, namer.definitions


class _Namer:
    def __init__(self, picker: Picker) -> None:
        self.picker = picker
        self.definitions: list[Term] = []
        self.known: dict[Term, Term] = {}

    def term(self, t: Term, name: str) -> Term:
        """A symbol for a formula, unless that is one already."""
        if t is TRUE or t is FALSE or _is_literal(t):
            return t
        found = self.known.get(t)
        if found is None:
            found = self.known[t] = self.picker.symbol(name)
            self.definitions.append(iff(found, t))
        return found

    def value(self, v: Sym, name: str) -> Sym:
        match v:
            case SymBool(term):
                return truth_value(self.term(term, name))
            case SymInt(term, low, high):
                if _is_literal(term):
                    return v
                symbol = self.picker.symbol(name, boolean=False)
                self.definitions.append(eq(symbol, term))
                return SymInt(symbol, low, high)
            case SymSet(known, rest):
                members = [
                    (e, self.term(g, f"{short_text(e)} \\in {name}")) for e, g in known.items()
                ]
                others = [
                    (self.value(e, f"an element of {name}"), self.term(g, f"some \\in {name}"))
                    for e, g in rest
                ]
                return make_set([*members, *others])
            case SymFun(entries, sequence):
                new = {
                    k: (
                        self.term(p, f"{short_text(k)} \\in DOMAIN {name}"),
                        self.value(x, f"{name}[{short_text(k)}]"),
                    )
                    for k, (p, x) in entries.items()
                }
                return make_function(new, sequence)
            case Mixed(options):
                return Mixed(
                    tuple(
                        (
                            self.term(g, f"{name} = {short_text(x)}"),
                            self.value(x, name),
                        )
                        for g, x in options
                    )
                )
            case _:
                return v


def _is_literal(t: Term) -> bool:
    inner = t.args[0] if t.shape is Head.NOT else t
    return isinstance(inner.shape, Symbol)
