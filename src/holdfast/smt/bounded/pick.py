"""Fresh symbols for an arbitrary element of a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from holdfast.ir.notation import show
from holdfast.ir.values import Boolean, Value
from holdfast.smt.bounded.elements import endless
from holdfast.smt.bounded.numbers import bounds
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import contains, listed
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import (
    Combined,
    Filtered,
    FunctionSet,
    Given,
    PartialFunctions,
    Powerset,
    Range,
    RecordSet,
    SequenceSet,
    Sym,
    SymInt,
    short_text,
)
from holdfast.smt.bounded.values import (
    MOST_NUMBERS,
    make_function,
    make_set,
    merge_all,
    truth_value,
)
from holdfast.smt.terms.term import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Symbol,
    Term,
    and_,
    iff,
    implies,
    le,
    not_,
    number,
    or_,
)

_MOST_PAIRED = 8


@dataclass(slots=True)
class Picker:
    """Makes symbols whose names begin with `prefix`; names are deterministic."""

    prefix: str
    longest: int = 4
    used: dict[str, int] = field(default_factory=dict)
    shortened: bool = False

    def symbol(self, name: str, boolean: bool = True) -> Term:
        """A new symbol."""
        text = f"{self.prefix}{name}"
        if len(text) > 200:
            text = text[:200]
        count = self.used[text] = self.used.get(text, 0) + 1
        full = text if count == 1 else f"{text} #{count}"
        return Symbol(full, (), BOOL if boolean else INT)()

    def choose(self, count: int, name: str) -> tuple[Term, list[Term]]:
        """Fresh symbols of which exactly one holds."""
        return self.one_of([f"{name} {i + 1}" for i in range(count)])

    def one_of(self, names: Sequence[str]) -> tuple[Term, list[Term]]:
        """Fresh symbols with these names, of which exactly one holds."""
        if len(names) == 1:
            return TRUE, [TRUE]
        if len(names) == 2:
            only = self.symbol(names[0])
            return TRUE, [only, not_(only)]
        chosen = [self.symbol(n) for n in names]
        if len(names) > _MOST_PAIRED:
            return self._ladder(chosen, names[0]), chosen
        parts = [or_(*chosen)]
        for i, one in enumerate(chosen):
            parts += [or_(not_(one), not_(other)) for other in chosen[:i]]
        return and_(*parts), chosen

    def _ladder(self, chosen: Sequence[Term], name: str) -> Term:
        """Exactly one of many holds, in the ladder (sequential) encoding."""
        parts = [or_(*chosen)]
        reached = chosen[0]
        for i, one in enumerate(chosen[1:], 2):
            parts.append(or_(not_(one), not_(reached)))
            if i < len(chosen):
                step = self.symbol(f"{name} or one of {i}")
                parts.append(iff(step, or_(reached, one)))
                reached = step
        return and_(*parts)

    def pick(self, s: Sym, name: str, at: Place) -> tuple[Term, Sym]:
        """An arbitrary element of a set: its constraint, and the value."""
        match s:
            case Powerset(base) if not endless(base):
                members = listed(base, at).members()
                inside = [
                    self.symbol(f"{_text(e, i)} \\in {name}") for i, (e, _) in enumerate(members)
                ]
                guard = and_(*(implies(t, g) for t, (_, g) in zip(inside, members, strict=True)))
                return guard, make_set([(e, t) for t, (e, _) in zip(inside, members, strict=True)])
            case FunctionSet(domain, range_):
                return self._pick_function(domain, range_, name, at)
            case PartialFunctions(domain, range_):
                keys = make_set(
                    [
                        (k, and_(g, self.symbol(f"{_text(k, i)} \\in DOMAIN {name}")))
                        for i, (k, g) in enumerate(listed(domain, at).members())
                    ]
                )
                return self._pick_function(keys, range_, name, at)
            case RecordSet(fields):
                return self._pick_record(fields, name, at)
            case SequenceSet(base, longest):
                self.shortened = self.shortened or longest is None
                return self._pick_sequence(base, longest or self.longest, name, at)
            case Given("Nat" | "Int" as which):
                term = self.symbol(name, boolean=False)
                return (le(number(0), term) if which == "Nat" else TRUE), SymInt(term)
            case Filtered(base, test):
                guard, value = self.pick(base, name, at)
                return and_(guard, test(value, at.under(guard))), value
            case Combined():
                return self._pick_combined(s, name, at)
            case Range(low, high) if bounds(low)[0] is None or bounds(high)[1] is None:
                term = self.symbol(name, boolean=False)
                value = SymInt(term)
                return contains(s, value, at), value
            case Range(low, high) if _width(low, high) > MOST_NUMBERS:
                value = SymInt(self.symbol(name, boolean=False), bounds(low)[0], bounds(high)[1])
                return contains(s, value, at), value
            case _:
                return self._pick_listed(s, name, at)

    def _pick_listed(self, s: Sym, name: str, at: Place) -> tuple[Term, Sym]:
        members = listed(s, at).members()
        if not members:
            return FALSE, 0
        if len(members) == 1:
            return members[0][1], members[0][0]
        whole = [e for e, _ in members if type(e) is int]
        if len(whole) == len(members) > MOST_NUMBERS:
            term = self.symbol(name, boolean=False)
            value = SymInt(term, min(whole), max(whole))
            return contains(s, value, at), value
        if len(members) == 2 and all(isinstance(e, Boolean) for e, _ in members):
            held = self.symbol(name)
            value_of = truth_value(held)
            return contains(s, value_of, at), value_of
        exactly, chosen = self.one_of(
            [f"{name} = {_text(e, i)}" for i, (e, _) in enumerate(members)]
        )
        guard = and_(exactly, *(implies(t, g) for t, (_, g) in zip(chosen, members, strict=True)))
        return guard, merge_all([(t, e) for t, (e, _) in zip(chosen, members, strict=True)])

    def _pick_function(self, domain: Sym, range_: Sym, name: str, at: Place) -> tuple[Term, Sym]:
        keys = listed(domain, at)
        if keys.rest:
            raise refuse_bounded("key", at.span, "not known")
        entries: dict[Value, tuple[Term, Sym]] = {}
        guards = []
        for key, present in keys.known.items():
            guard, value = self.pick(range_, f"{name}[{show(key, sort=False)}]", at.under(present))
            guards.append(implies(present, guard))
            entries[key] = (present, value)
        return and_(*guards), make_function(entries)

    def _pick_record(
        self, fields: Sequence[tuple[Value, Sym]], name: str, at: Place
    ) -> tuple[Term, Sym]:
        entries: dict[Value, tuple[Term, Sym]] = {}
        guards = []
        for key, base in fields:
            guard, value = self.pick(base, f"{name}[{show(key, sort=False)}]", at)
            guards.append(guard)
            entries[key] = (TRUE, value)
        sequence = all(type(k) is int for k in entries)
        return and_(*guards), make_function(entries, sequence)

    def _pick_sequence(self, base: Sym, longest: int, name: str, at: Place) -> tuple[Term, Sym]:
        entries: dict[Value, tuple[Term, Sym]] = {}
        guards = []
        before: Term = TRUE
        for i in range(1, longest + 1):
            present = self.symbol(f"{i} \\in DOMAIN {name}")
            guards.append(implies(present, before))
            guard, value = self.pick(base, f"{name}[{i}]", at.under(present))
            guards.append(implies(present, guard))
            entries[i] = (present, value)
            before = present
        return and_(*guards), make_function(entries, sequence=True)

    def _pick_combined(self, s: Combined, name: str, at: Place) -> tuple[Term, Sym]:
        if s.operator == "union":
            left = self.symbol(f"{name} from the left")
            one, x = self.pick(s.left, f"{name} left", at.under(left))
            other, y = self.pick(s.right, f"{name} right", at.under(not_(left)))
            guard = and_(implies(left, one), or_(left, other))
            return guard, merge_all([(left, x), (not_(left), y)])
        base, rest = (s.right, s.left) if endless(s.left) else (s.left, s.right)
        guard, value = self.pick(base, name, at)
        inside = contains(rest, value, at.under(guard))
        return and_(guard, inside if s.operator == "intersect" else not_(inside)), value


def _text(v: Sym, place: int) -> str:
    return short_text(v, f"the element {place + 1}")


def _width(low: Sym, high: Sym) -> int:
    """How many numbers an interval may have, if that is known."""
    least, greatest = bounds(low)[0], bounds(high)[1]
    return 0 if least is None or greatest is None else greatest - least + 1
