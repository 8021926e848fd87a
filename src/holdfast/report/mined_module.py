"""The mined relations as invariants: a TLA+ module that extends the spec, or `ltl` formulas."""

from __future__ import annotations

from collections.abc import Container, Sequence

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.mine.relation import Relation

_STATUS = {
    "seen": "seen in all states that were explored",
    "inductive": "inductive for this size",
    "proved": "proved for all sizes",
}


def mined_module(
    module: str, relations: Sequence[Relation], where: str, taken: Container[str] = ()
) -> str:
    """The text of `<module>Mined`, with a definition for each relation and one for all."""
    extended = [module, *(m for m in sorted(_modules(relations)) if m != module)]
    rows = [
        f"---- MODULE {module}Mined ----",
        f"\\* What `holdfast mine` found: it holds {where}.",
        f"EXTENDS {', '.join(extended)}",
        "",
    ]
    names = []
    for number, relation in enumerate(relations, 1):
        names.append(_unused(f"Mined{number}", taken))
        rows += [f"\\* {_STATUS[relation.status]}", f"{names[-1]} ==", f"  {relation.tla}", ""]
    rows.append(f"{_unused('Mined', taken)} ==")
    rows += [f"  /\\ {name}" for name in names] or ["  TRUE"]
    return "\n".join([*rows, "", "=" * 30, ""])


def mined_claims(relations: Sequence[Relation]) -> str:
    """The relations of a Promela model that its language can express, as `ltl` formulas."""
    rows = [
        f"ltl mined{number} {{ [] ({relation.own}) }}"
        for number, relation in enumerate(relations, 1)
        if relation.own is not None
    ]
    return "\n".join([*rows, ""])


def _unused(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _modules(relations: Sequence[Relation]) -> set[str]:
    """The standard modules of the operators in the relations."""
    found: set[str] = set()
    for part in (p for r in relations for p in ir.walk(r.formula)):
        match part:
            case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *_)):
                found.add(name.partition("!")[0])
            case ir.Apply(op) if op.row.module:
                found.add("Integers")
            case _:
                pass
    return found
