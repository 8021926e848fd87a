"""The kind of value of each constant of a spec, inferred from its uses.

Names that are compared with each other are of one kind, and so are a name and the
elements of the set that it is taken from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree

Kind: TypeAlias = Literal["number", "set", "boolean", "numbers", "other"]
"""`numbers` is a set of numbers; `other` a string, a sequence, a record or a function."""

_Place: TypeAlias = tuple[str, int, str]
"""Where a name is declared, and how it is used: `[]` applied, `{}` an element of it."""

_NUMBER_OPS = frozenset(("+", "-", "*", "\\div", "%", "^", "<", ">", "<=", ">=", ".."))
_SET_OPS = frozenset(("\\union", "\\intersect", "\\", "\\subseteq"))
_SET_ARGUMENT = frozenset(("Cardinality", "IsFiniteSet", "Permutations", "Seq", "Len"))
_NUMBERS = frozenset(("Nat", "Int", "Real"))
_SENTINEL = re.compile(r"(No|Nil|Null|None|Undef|Empty|Bot)([A-Z_0-9]|$)", re.IGNORECASE)


@dataclass(slots=True)
class Kinds:
    """The kinds that were found, and which constant is an element of which."""

    found: dict[_Place, Kind] = field(default_factory=dict)
    same: dict[_Place, _Place] = field(default_factory=dict)
    member_of: dict[_Place, sym.Constant] = field(default_factory=dict)
    sentinels: set[_Place] = field(default_factory=set)

    def of(self, constant: sym.Constant) -> Kind | None:
        """The kind of a constant, if its uses determine it."""
        place = _place(constant)
        if self.found.get(self._first((*place[:2], "{}"))) == "number":
            return "numbers"
        if place in self.found:
            return self.found[place]
        return None if self._is_sentinel(constant) else self.found.get(self._first(place))

    def whole(self, constant: sym.Constant) -> sym.Constant | None:
        """The constant set that a constant is an element of, if the spec states that."""
        place = _place(constant)
        if place in self.member_of:
            return self.member_of[place]
        return None if self._is_sentinel(constant) else self.member_of.get(self._first(place))

    def _is_sentinel(self, constant: sym.Constant) -> bool:
        return bool(_SENTINEL.match(constant.name)) or _place(constant) in self.sentinels

    def _first(self, place: _Place) -> _Place:
        while place in self.same:
            place = self.same[place]
        return place

    def say(self, place: _Place | None, kind: Kind) -> None:
        """Record the kind of a name."""
        if place is not None:
            self.found.setdefault(place, kind)
            self.found.setdefault(self._first(place), kind)

    def link(self, one: _Place | None, other: _Place | None) -> None:
        """Record that two names are of one kind."""
        if one is None or other is None:
            return
        one, other = self._first(one), self._first(other)
        if one != other:
            self.same[other] = one
            if other in self.found:
                self.found.setdefault(one, self.found[other])
            if other in self.member_of:
                self.member_of.setdefault(one, self.member_of[other])


def find_kinds(modules: Iterable[sym.ResolvedModule]) -> Kinds:
    """The kinds that follow from the uses of names in these modules."""
    kinds = Kinds()
    for module in modules:
        for node in tree.walk(module.node):
            for used, kind in _typed_parts(node):
                kinds.say(_used(module, used), kind)
            _relate(module, node, kinds)
    return kinds


def _place(symbol: sym.Constant | sym.Variable | sym.BoundName) -> _Place:
    return symbol.span.source.name, symbol.span.start, ""


def _used(module: sym.ResolvedModule, node: tree.Node) -> _Place | None:
    """The name in an expression that is a name, perhaps primed or applied."""
    match tree.strip_parens(node):
        case tree.Postfix("'", arg):
            return _used(module, arg)
        case tree.Index(base):
            place = _used(module, base)
            return None if place is None else (*place[:2], place[2] + "[]")
        case tree.Ref(_, ()) as ref:
            symbol = module.uses.get(id(ref))
            known = isinstance(symbol, sym.Constant | sym.Variable | sym.BoundName)
            return _place(symbol) if known else None  # type: ignore[arg-type]  # as `known` says
        case _:
            return None


def _relate(module: sym.ResolvedModule, node: tree.Node, kinds: Kinds) -> None:
    """Record which names are compared, and which are elements of a set."""
    match node:
        case tree.Infix("=" | "/=", left, right):
            _equate(module, left, right, kinds)
            _equate(module, right, left, kinds)
        case tree.Infix("\\in", left, right):
            _take(module, _used(module, left), right, kinds)
        case tree.Bound(names, domain, False) if domain is not None:
            for name in names:
                _take(module, (name.span.source.name, name.span.start, ""), domain, kinds)
        case tree.Infix("\\union", left, right):
            for side in map(tree.strip_parens, (left, right)):
                if isinstance(side, tree.SetOf):
                    places = (_used(module, item) for item in side.items)
                    kinds.sentinels.update(place for place in places if place is not None)
        case _:
            pass


def _equate(module: sym.ResolvedModule, left: tree.Node, right: tree.Node, kinds: Kinds) -> None:
    place = _used(module, left)
    if place is None:
        return
    kind = _literal(right)
    if kind is not None:
        kinds.say(kinds._first(place), kind)
    other = _used(module, right)
    if other is not None:
        kinds.link(place, other)
    match tree.strip_parens(right):
        case tree.Function(_, body):
            _equate_part(place, body, kinds)
        case tree.Except(base, updates):
            kinds.link(place, _used(module, base))
            for update in updates:
                _equate_part(place, update.value, kinds)
        case _:
            pass


def _equate_part(place: _Place, value: tree.Node, kinds: Kinds) -> None:
    kind = _literal(value)
    if kind is not None:
        kinds.say(kinds._first((*place[:2], place[2] + "[]")), kind)


def _literal(node: tree.Node) -> Kind | None:
    """The kind of an expression that follows from its form."""
    match tree.strip_parens(node):
        case tree.Number():
            return "number"
        case tree.Infix(op) if op in _NUMBER_OPS - {"<", ">", "<=", ">=", ".."}:
            return "number"
        case tree.Ref("TRUE" | "FALSE", ()):
            return "boolean"
        case tree.SetOf() | tree.SetFilter() | tree.SetMap() | tree.Infix(".."):
            return "set"
        case tree.String() | tree.Tuple() | tree.Record() | tree.Function():
            return "other"
        case _:
            return None


def _take(
    module: sym.ResolvedModule, place: _Place | None, domain: tree.Node, kinds: Kinds
) -> None:
    """Record what follows from `place \\in domain`."""
    if place is None:
        return
    match tree.strip_parens(domain):
        case tree.FunctionSet(_, range):
            _take(module, (*place[:2], place[2] + "[]"), range, kinds)
        case tree.Ref(_, ()) as ref if isinstance(module.uses.get(id(ref)), sym.Constant):
            whole = module.uses[id(ref)]
            assert isinstance(whole, sym.Constant)
            kinds.member_of.setdefault(place, whole)
            kinds.link((*_place(whole)[:2], "{}"), place)
        case other:
            for _, kind in _member(domain, other):
                kinds.say(place, kind)


def _typed_parts(node: tree.Node) -> Iterator[tuple[tree.Node, Kind]]:
    """The parts of a node whose kind follows from their position."""
    match node:
        case tree.Infix("\\in" | "\\notin", left, right):
            yield right, "set"
            yield from _member(left, right)
        case tree.Infix(op, left, right) if op in _NUMBER_OPS:
            yield from ((left, "number"), (right, "number"))
        case tree.Infix(op, left, right) if op in _SET_OPS:
            yield from ((left, "set"), (right, "set"))
        case tree.Bound(_, domain) if domain is not None:
            yield domain, "set"
        case tree.FunctionSet(domain, range):
            yield from ((domain, "set"), (range, "set"))
        case tree.RecordSet(fields):
            yield from ((field.value, "set") for field in fields)
        case tree.Times(items):
            yield from ((item, "set") for item in items)
        case tree.Prefix("SUBSET" | "UNION", arg):
            yield arg, "set"
        case tree.Ref(name, (arg, *_)) if name in _SET_ARGUMENT:
            yield arg, "set"
        case tree.If(test, _, _) | tree.Prefix("~", test):
            yield test, "boolean"
        case _:
            pass


def _member(left: tree.Node, right: tree.Node) -> Iterator[tuple[tree.Node, Kind]]:
    """What follows for the left side of `left \\in right`."""
    match tree.strip_parens(right):
        case tree.Ref(name, ()) if name in _NUMBERS:
            yield left, "number"
        case tree.Ref("BOOLEAN", ()):
            yield left, "boolean"
        case tree.Infix("..", _, _):
            yield left, "number"
        case tree.Infix("\\", base, _):
            yield from _member(left, base)
        case tree.Prefix("SUBSET", _):
            yield left, "set"
        case tree.SetOf((first, *_)) if (kind := _literal(first)) is not None:
            yield left, kind
        case _:
            pass
