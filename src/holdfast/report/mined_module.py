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
    """The relations between global variables of a Promela model, as `ltl` formulas."""
    rows = []
    for number, relation in enumerate(relations, 1):
        text = _promela(relation)
        if text is not None:
            rows.append(f"ltl mined{number} {{ [] ({text}) }}")
    return "\n".join([*rows, ""])


def _promela(relation: Relation) -> str | None:
    """A relation in Promela's notation, if it is about single global variables."""
    left, right = (side.replace("Len(", "len(") for side in (relation.left, relation.right))
    if relation.names or relation.at or any(t in left + right for t in ("[*]", ".", "~", "\\")):
        low, dots, high = right.partition("..")
        plain = not (relation.names or relation.at or "[*]" in left or "." in left)
        return f"{low} <= {left} && {left} <= {high}" if plain and dots else None
    sign = {"=": "==", "#": "!="}.get(relation.rel, relation.rel)
    return f"{left} {sign} {right}"


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
