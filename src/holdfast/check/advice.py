"""Advice on an evaluation error, from the formula in which it occurs.

The evaluator knows values and locations; common mistakes are visible only in the
formula around the location:

    f[1]' = 2            f' = [f EXCEPT ![1] = 2]
    x < 3 => x' = 4      x < 3 /\\ x' = 4
    [a: 1]               [a |-> 1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.source import Diagnostic, Span


def diagnose(error: EvalError, system: System) -> Diagnostic:
    """The error as a diagnostic, with the most specific advice available."""
    advise = _ADVICE.get(error.code)
    found = advise(error.span, system) if advise is not None and error.span is not None else None
    return Diagnostic(error.code, error.message, error.span, found or error.help)


# ---- a variable without a value ----


def _on_unassigned(span: Span, system: System) -> str | None:
    name = span.text
    chain = _around(span, system)
    if not chain:
        return None
    change = next((text for e in chain if (text := _change_of_part(e, name, span))), None)
    if change is not None:
        return change
    if not any(isinstance(e, ir.Prime) for e in chain):
        return f"an initial predicate gives it one by `{name} = e` or `{name} \\in S`"
    later = _determined_later(chain[0], name, span)
    if later is not None:
        return later
    return f"`{name}' = e`, `{name}' \\in S` or UNCHANGED gives it one; nothing before this does"


def _change_of_part(e: ir.Expr, name: str, span: Span) -> str | None:
    """The advice for `f[x]' = e` and `f[x] = e`, which do not assign to `f`."""
    match e:
        case ir.Apply(Op.EQ, (left, right)) if _is_part(left) and _contains(left.span, span):
            pass
        case _:
            return None
    if left.span is None or right.span is None or left.span.start != span.start:
        return None
    text = left.span.text
    if not any(isinstance(x, ir.Prime) for x in ir.walk(left)):
        return f"first give all of it a value, such as `{name} = [x \\in S |-> {right.span.text}]`"
    key = text[len(name) :].replace("'", "")
    changed = f"`{name}' = [{name} EXCEPT !{key} = {right.span.text}]`"
    return f"to change one place of it, write {changed}"


def _is_part(e: ir.Expr) -> bool:
    """Whether an expression is a function application or a field of a record."""
    return isinstance(e, ir.Apply) and e.op is Op.INDEX


def _determined_later(whole: ir.Expr, name: str, span: Span) -> str | None:
    """The advice for a variable that is assigned further down in the same formula."""
    for e in ir.walk(whole):
        if e.span is None or e.span.source is not span.source or e.span.start <= span.start:
            continue
        line = e.span.source.position(e.span.start)[0]
        match e:
            case ir.Apply(Op.UNCHANGED, (kept,)) if _mentions(kept, name):
                return (
                    f"it gets it later, by the UNCHANGED of line {line}: move that before this,"
                    f" or write `{name}`, which is the same"
                )
            case ir.Apply(Op.EQ | Op.IN, (ir.Prime(ir.Name(other)), _)) if other == name:
                return f"it gets it later, at line {line}: move that conjunct before this one"
            case _:
                pass
    return None


def _mentions(e: ir.Expr, name: str) -> bool:
    return any(isinstance(part, ir.Name) and part.name == name for part in ir.walk(e))


# ---- a step that does not assign a variable ----


def _on_incomplete(span: Span, system: System) -> str | None:
    if system.init is not None and span == system.init.span:
        return None
    levels = Levels.of_system(system)
    whole = next((e for e in _formulas(system) if e.span and _contains(span, e.span)), None)
    if whole is None:
        return None
    if levels.of(whole) <= Level.STATE:
        first = system.variables[0]
        return (
            f"it says nothing about the next state: `{first}' = e` gives `{first}` its next value,"
            f" `UNCHANGED {first}` keeps it"
        )
    for e in ir.walk(whole):
        match e:
            case ir.Apply(Op.IMPLIES, (left, right)) if levels.of(right) == Level.ACTION:
                guard = f"`{left.span.text}`" if left.span is not None else "its left side"
                return (
                    f"where {guard} is FALSE, `=>` allows every next state: join a guard and what"
                    " it allows by `/\\`"
                )
            case _:
                pass
    return None


# ---- values ----


def _on_no_set(span: Span, system: System) -> str | None:
    for e in reversed(_around(span, system)):
        match e:
            case ir.Apply(Op.RECORD_SET, (ir.Literal(field), value, *_)) if e.span == span:
                text = value.span.text if value.span is not None else "e"
                return (
                    f"`[{field}: S]` is the set of records whose `{field}` is in S;"
                    f" one record is written `[{field} |-> {text}]`"
                )
            case _:
                pass
    return None


_ADVICE: dict[str, Callable[[Span, System], str | None]] = {
    "eval-incomplete": _on_incomplete,
    "eval-not-a-set": _on_no_set,
    "eval-unassigned": _on_unassigned,
}


# ---- finding the formula ----


def _formulas(system: System) -> Iterator[ir.Expr]:
    """Every formula of the system that appears in a source file."""
    yield from (d.body for d in system.definitions.values())
    yield from (e for e in (system.init_formula, system.next_formula) if e is not None)


def _around(span: Span, system: System) -> list[ir.Expr]:
    """The expressions around a location, from the whole formula to the smallest."""
    for whole in _formulas(system):
        if _contains(whole.span, span):
            return [e for e in ir.walk(whole) if _contains(e.span, span)]
    return []


def _contains(outer: Span | None, inner: Span) -> bool:
    return (
        outer is not None
        and outer.source is inner.source
        and outer.start <= inner.start
        and inner.end <= outer.end
    )
