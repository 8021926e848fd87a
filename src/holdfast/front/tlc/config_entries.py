"""The entries of a configuration as data, and their text.

Every entry keeps the expression as it was written, with its span; names in it are
resolved later, against the module (see `Assignment`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.front.tla.print.printer import print_expr
from holdfast.front.tla.syntax import tree
from holdfast.source import Diagnostic, Span

Reading: TypeAlias = Literal["value", "operator", "expression"]

EXPECTED = (
    "Success",
    "AssumptionFailure",
    "DeadlockFailure",
    "SafetyFailure",
    "LivenessFailure",
    "StutteringFailure",
    "RuntimeErrorFailure",
)
"""The values of EXPECT."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name = value` or `name <- value`: the value of a constant or a definition.

    `reading` determines the meaning of the names in `value`:

    - `value`: after `=`, one of TLC's values: a number, a string, TRUE, FALSE, a name, or
      a set of these. A bare name is a model value, one that is equal to itself only (with
      one character and an underscore in front, `a_name`, its type is that character);
      inside a set likewise, unless the module defines the name.
    - `operator`: after `<-`, the name or the symbol of an operator.
    - `expression`: anything else. TLC rejects it. Names are those that the module
      defines and the model values of this file.

    `name` may be a path, `A!B`, or an operator symbol. With `args` only this application
    of an operator is given a value: `F(1, 2) = 3`. With `module` the replacement is
    made in that module alone: `Nat <- [Naturals]Small`.
    """

    name: tree.Ident
    value: tree.Expr
    reading: Reading
    args: tuple[tree.Expr, ...] = ()
    module: tree.Ident | None = None
    span: Span = field(default=tree.NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Flag:
    """TRUE or FALSE, and its location."""

    value: bool
    span: Span = field(default=tree.NOWHERE, compare=False, repr=False)


Names: TypeAlias = tuple[tree.Ident, ...]


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration; what the file does not mention is None or empty."""

    constants: tuple[Assignment, ...] = ()
    specification: tree.Ident | None = None
    init: tree.Ident | None = None
    next: tree.Ident | None = None
    invariants: Names = ()
    properties: Names = ()
    constraints: Names = ()
    action_constraints: Names = ()
    view: tree.Ident | None = None
    symmetry: tree.Ident | None = None
    alias: tree.Ident | None = None
    postconditions: Names = ()
    check_deadlock: Flag | None = None
    periodic: tree.Ident | None = None
    rl_reward: tree.Ident | None = None
    possible: Names = ()
    expect: tree.Ident | None = None
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)


KEYWORDS: dict[str, str] = {
    "CONSTANT": "constants",
    "CONSTANTS": "constants",
    "SPECIFICATION": "specification",
    "INIT": "init",
    "NEXT": "next",
    "INVARIANT": "invariants",
    "INVARIANTS": "invariants",
    "PROPERTY": "properties",
    "PROPERTIES": "properties",
    "CONSTRAINT": "constraints",
    "CONSTRAINTS": "constraints",
    "ACTION_CONSTRAINT": "action_constraints",
    "ACTION_CONSTRAINTS": "action_constraints",
    "VIEW": "view",
    "SYMMETRY": "symmetry",
    "ALIAS": "alias",
    "POSTCONDITION": "postconditions",
    "POSTCONDITIONS": "postconditions",
    "CHECK_DEADLOCK": "check_deadlock",
    "_PERIODIC": "periodic",
    "_RL_REWARD": "rl_reward",
    "_POSSIBLE": "possible",
    "EXPECT": "expect",
    "_EXPECT": "expect",
}
"""Every keyword of the language, and the field of `Config` that it fills."""

# ---- printing ----

_SINGLE = {
    "SPECIFICATION": "specification",
    "INIT": "init",
    "NEXT": "next",
    "VIEW": "view",
    "SYMMETRY": "symmetry",
    "ALIAS": "alias",
    "_PERIODIC": "periodic",
    "_RL_REWARD": "rl_reward",
    "EXPECT": "expect",
}
_LISTS = {
    "INVARIANT": "invariants",
    "PROPERTY": "properties",
    "CONSTRAINT": "constraints",
    "ACTION_CONSTRAINT": "action_constraints",
    "POSTCONDITION": "postconditions",
    "_POSSIBLE": "possible",
}
_ONE_LINE = 100_000


def print_config(config: Config) -> str:
    """The text of a configuration, one section after the other."""
    sections = []
    if config.constants:
        sections.append(["CONSTANTS", *map(_print_assignment, config.constants)])
    single = [
        f"{keyword} {name.name}"
        for keyword, attribute in _SINGLE.items()
        if (name := getattr(config, attribute)) is not None
    ]
    if config.check_deadlock is not None:
        single.append(f"CHECK_DEADLOCK {str(config.check_deadlock.value).upper()}")
    if single:
        sections.append(single)
    for keyword, attribute in _LISTS.items():
        names = getattr(config, attribute)
        if names:
            sections.append([keyword, *(f"    {name.name}" for name in names)])
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def _print_assignment(entry: Assignment) -> str:
    args = ", ".join(print_expr(arg, _ONE_LINE) for arg in entry.args)
    name = f"{entry.name.name}({args})" if args else entry.name.name
    sign = "=" if entry.reading == "value" or args else "<-"
    module = f"[{entry.module.name}] " if entry.module else ""
    head = f"    {name} {sign} {module}"
    value = tree.Parens(entry.value) if _begins_with_equality(entry.value) else entry.value
    return head + print_expr(value, _ONE_LINE, len(head))


def _begins_with_equality(value: tree.Expr) -> bool:
    """Whether the text of `value` begins like an entry, as that of `a = b /\\ c` does."""
    while isinstance(value, tree.Infix):
        if value.op == "=" and isinstance(value.left, tree.Ref | tree.Path):
            return True
        value = value.left
    return False
