"""Functions, records, tuples and sequences of symbolic values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from holdfast.ir.values import Value
from holdfast.smt.bounded.place import Place, Recorder
from holdfast.smt.bounded.relations import contains, same, table
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import NOTHING, Rule, Sym, SymFun, cases, is_known, kind_of
from holdfast.smt.bounded.values import make_function, make_set, merge, merge_all
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, or_

Change: TypeAlias = Callable[[Sym, Place], Sym]


def apply(f: Sym, x: Sym, at: Place) -> Sym:
    """f[x]."""
    found: list[tuple[Term, Sym]] = []
    for guard, g in cases(f):
        here = at.under(guard)
        if kind_of(g) != "function":
            here.fail(f"a {kind_of(g)} is not a function")
            continue
        value = _apply_rule(g, x, here) if isinstance(g, Rule) else _look_up(table(g, at), x, here)
        found.append((guard, value))
    return merge_all(found)


def _apply_rule(f: Rule, x: Sym, at: Place) -> Sym:
    if is_known(x):
        value = f.known.get(x)  # type: ignore[arg-type]
        if value is not None:
            return value
    inside = contains(f.domain, x, at)
    at.require(inside, "the argument is in the domain of the function")
    return f.apply(x, at.under(inside)) if inside is not FALSE else NOTHING


def _look_up(f: SymFun, x: Sym, at: Place) -> Sym:
    found: list[tuple[Term, Sym]] = []
    for guard, key in cases(x):
        here = at.under(guard)
        hits = _hits(f, key, here)
        here.require(
            or_(*(and_(hit, f.entries[k][0]) for k, hit in hits)),
            "the argument is in the domain of the function",
        )
        found += [(and_(guard, hit), f.entries[k][1]) for k, hit in hits]
    return merge_all(found)


def _hits(f: SymFun, key: Sym, at: Place) -> list[tuple[Value, Term]]:
    """The arguments to which a key may be equal."""
    if is_known(key):
        return [(key, TRUE)] if key in f.entries else []  # type: ignore[list-item]
    hits = [(k, same(key, k, _quiet(at))) for k in f.entries]
    return [(k, hit) for k, hit in hits if hit is not FALSE]


def _quiet(at: Place) -> Place:
    """The same context, without recording conditions."""
    return Place(at.path, at.span, Recorder())


def domain_of(f: Sym, at: Place) -> Sym:
    """DOMAIN f."""
    found: list[tuple[Term, Sym]] = []
    for guard, g in cases(f):
        if kind_of(g) != "function":
            at.under(guard).fail(f"a {kind_of(g)} is not a function")
        elif isinstance(g, Rule):
            found.append((guard, g.domain))
        else:
            entries = table(g, at).entries
            found.append((guard, make_set([(k, p) for k, (p, _) in entries.items()])))
    return merge_all(found)


def update(f: Sym, path: Sequence[Sym], change: Change, at: Place) -> Sym:
    """[f EXCEPT ![path] = change(old value)]; outside the domain nothing changes."""
    found: list[tuple[Term, Sym]] = []
    for guard, g in cases(f):
        here = at.under(guard)
        if kind_of(g) != "function":
            here.fail(f"a {kind_of(g)} is not a function")
        elif isinstance(g, Rule):
            found.append((guard, _update_rule(g, path, change, here)))
        else:
            found.append((guard, _update_table(table(g, at), path, change, here)))
    return merge_all(found)


def _changed(old: Sym, path: Sequence[Sym], change: Change, at: Place) -> Sym:
    return update(old, path[1:], change, at) if len(path) > 1 else change(old, at)


def _update_table(f: SymFun, path: Sequence[Sym], change: Change, at: Place) -> Sym:
    entries = dict(f.entries)
    for key, (present, old) in f.entries.items():
        hit = or_(
            *(
                and_(guard, h)
                for guard, x in cases(path[0])
                for k, h in _hits(SymFun({key: (TRUE, old)}), x, at)
            )
        )
        if hit is not FALSE:
            new = _changed(old, path, change, at.under(and_(present, hit)))
            entries[key] = (present, merge(hit, new, old))
    return make_function(entries, f.sequence)


def _update_rule(f: Rule, path: Sequence[Sym], change: Change, at: Place) -> Sym:
    key = path[0]
    if not is_known(key):
        raise refuse_bounded("key", at.span, "not known")
    inside = contains(f.domain, key, at)
    if inside is FALSE:
        return f
    new = _changed(_apply_rule(f, key, at), path, change, at)
    return Rule(f.domain, f.apply, {**f.known, key: new})  # type: ignore[dict-item]
