"""The order in which TLC meets the names and strings of a spec, which ranks strings.

TLC orders strings and model values by first appearance: the values of the configuration,
the identifiers of the modules in the order of reading them, then the string literals,
those of extended modules first (`docs/decisions/0002-value-order.md`).
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.tla.lower.expressions import decode_string
from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tlc.config import Config
from holdfast.ir.standard_names import STANDARD_NAMES


def names_in_order(spec: Spec, config: Config) -> tuple[str, ...]:
    """Every name and string of a spec and its configuration, by first appearance."""
    found: dict[str, None] = {}
    for assignment in config.constants:
        found.update(dict.fromkeys(_constants(assignment.value)))
    modules = list(_reading_order(spec))
    for module in modules:
        found.update(dict.fromkeys(_identifiers(module)))
    for module in reversed(modules):
        if not module.bundled:
            found.update(dict.fromkeys(_strings(module.node)))
    return tuple(found)


def variables_in_order(module: sym.ResolvedModule) -> tuple[str, ...]:
    """The variables as TLC has them in a state: by their slots in a hash table of all names."""
    size, room = _BUILT_IN + _visible(module), _FIRST_ROOM
    while size > room * _LOAD:
        room = 2 * room + 1
    return tuple(sorted((v.name for v in module.variables), key=lambda n: _hash(n) % room))


_FIRST_ROOM, _LOAD = 11, 0.75
"""The initial capacity of a `java.util.Hashtable`, and its load factor."""
_BUILT_IN = 72
"""The operators of TLA+ itself, which the table has first."""


def _visible(module: sym.ResolvedModule) -> int:
    """How many names can be used in a module, with those of its instances."""
    instances = [s for s in module.names.values() if isinstance(s, sym.Instance)]
    return len(module.names) + sum(len(i.target.exports) for i in instances)


def _hash(name: str) -> int:
    """`hashCode` of a Java string, without its sign."""
    code = 0
    for unit in name:
        code = (31 * code + ord(unit)) & 0xFFFFFFFF
    return code & 0x7FFFFFFF


def _constants(value: tree.Expr) -> Iterator[str]:
    for part in tree.walk(value):
        if isinstance(part, tree.String):
            yield decode_string(part.text)
        elif isinstance(part, tree.Ref):
            yield part.name


def _reading_order(spec: Spec) -> Iterator[sym.ResolvedModule]:
    """The root module, then what it depends on, level by level."""
    seen: set[int] = set()
    pending = [spec.module]
    while pending:
        module = pending.pop(0)
        if id(module) not in seen:
            seen.add(id(module))
            yield module
            pending.extend(module.dependencies.values())


def _identifiers(module: sym.ResolvedModule) -> Iterator[str]:
    if module.bundled and module.name in STANDARD_NAMES:
        yield from STANDARD_NAMES[module.name]
        return
    tokens, _ = tokenize(module.source, module.node.span.start, one_module=True)
    yield from (t.text for t in tokens if t.kind == "name")


def _strings(module: tree.Module) -> Iterator[str]:
    return (decode_string(n.text) for n in tree.walk(module) if isinstance(n, tree.String))
