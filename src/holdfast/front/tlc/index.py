"""The names in a configuration that mean something in the spec, for editors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from holdfast.front.tla.names.suggestions import name_span
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.config import Config
from holdfast.source import Span

Role: TypeAlias = Literal["definition", "constant", "value"]

_SINGLE = "specification init next view symmetry alias periodic rl_reward".split()
_LISTS = "invariants properties constraints action_constraints postconditions possible".split()


@dataclass(frozen=True, slots=True)
class ConfigName:
    """A name: of a definition, of a constant on the left, or of either in a value.

    A `value` means what the spec defines under this name, or else a model value.
    """

    name: str
    span: Span
    role: Role


def config_names(config: Config) -> tuple[ConfigName, ...]:
    """The names of a configuration, in the order of the text."""
    return tuple(sorted(_names(config), key=lambda n: n.span.start))


def _names(config: Config) -> Iterator[ConfigName]:
    singles = [getattr(config, field) for field in _SINGLE]
    listed = [ident for field in _LISTS for ident in getattr(config, field)]
    for ident in (*filter(None, singles), *listed):
        yield ConfigName(ident.name, ident.span, "definition")
    for entry in config.constants:
        yield ConfigName(entry.name.name, entry.name.span, "constant")
        if entry.module is not None:
            yield ConfigName(entry.module.name, entry.module.span, "value")
        for value in (entry.value, *entry.args):
            for node in tree.walk(value):
                if isinstance(node, tree.Ref):
                    yield ConfigName(node.name, name_span(node), "value")
