"""The fairness of a system as fair actions of a diagram.

    WF_v(A)                    the action A
    \\A q \\in S : WF_v(A(q))    the action A for some q, and, for a parameter p \\in S, A(p)

That the system is fair to `\\E q \\in S : A(q)` does not follow in general: `observe.py` and the
conditions on diagrams decide it. Fairness of other forms is not used, which is sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from holdfast.check.liveness.reader import FormulaReader
from holdfast.diagram.diagram import Fairness
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder, Bound, Expr
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.ir.tla_text import formula_text, unused


@dataclass(frozen=True, slots=True)
class Parameter:
    """A name of the diagram with the set that it is in."""

    name: str
    domain: Expr


@dataclass(frozen=True, slots=True)
class FairAction:
    """An action, `<A>_v` as `step`, that a system is fair to for all values of `names`.

    `given` are the parameters that some of the names stand for; the action is about some values of
    the others. `text` is None if the name says which action it is.
    """

    name: str
    fairness: Fairness
    text: str | None
    bounds: tuple[Bound, ...]
    given: tuple[tuple[str, str], ...]
    step: Expr
    enabled: Expr

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are quantified around the fairness."""
        return tuple(name for bound in self.bounds for name in bound.names)


def fair_actions(
    system: System, reader: FormulaReader, parameters: Sequence[Parameter]
) -> tuple[FairAction, ...]:
    """The fair actions of a system after all passes, each name once."""
    found: dict[str, FairAction] = {}
    for formula in system.fairness:
        for bounds, fair in _conditions(formula, (), reader):
            for action in _variants(system, bounds, fair, parameters):
                found.setdefault(action.name, action)
    return tuple(found.values())


def _conditions(
    e: Expr, bounds: tuple[Bound, ...], reader: FormulaReader
) -> Iterator[tuple[tuple[Bound, ...], ir.Apply]]:
    """The conditions WF and SF of a fairness formula, with the quantifiers around them."""
    entered = reader.entered(e)
    if entered is not None:
        yield from _conditions(entered, bounds, reader)
        return
    match e:
        case ir.Apply(Op.WEAK_FAIR | Op.STRONG_FAIR):
            yield bounds, e
        case ir.Apply(Op.AND, args):
            for arg in args:
                yield from _conditions(arg, bounds, reader)
        case ir.Bind(Binder.FORALL, inner, body) if not any(b.pattern for b in inner):
            yield from _conditions(body, (*bounds, *inner), reader)
        case _:
            pass


def _variants(
    system: System, bounds: tuple[Bound, ...], fair: ir.Apply, parameters: Sequence[Parameter]
) -> Iterator[FairAction]:
    """The action for some values of its names, and for those parameters that it can be about."""
    step, enabled = fair.args
    assert isinstance(step, ir.Apply)
    kind = Fairness.WEAK if fair.op is Op.WEAK_FAIR else Fairness.STRONG
    single = [Bound((n,), b.domain, span=b.span) for b in bounds for n in b.names]
    action = step.args[0]
    base = action.name if isinstance(action, ir.Call) else "Fair"
    plain = base in {a.name for a in system.actions} or base in system.definitions
    choices = [
        (None, *(p.name for p in parameters if p.domain == bound.domain)) for bound in single
    ]
    for chosen in product(*choices):
        given = tuple((b.names[0], p) for b, p in zip(single, chosen, strict=True) if p)
        name = "_".join((base, *(p for _, p in given)))
        left = tuple(b for b, p in zip(single, chosen, strict=True) if p is None)
        text = None
        if given or not plain:
            own = {p.name for p in parameters}
            fresh = {n: unused(n, own) for b in left for n in b.names}
            renamed = {n: ir.Name(new) for n, new in (*given, *fresh.items())}
            about = substitute(action, renamed)
            if left:
                left = tuple(replace(b, names=(fresh[b.names[0]],)) for b in left)
                about = ir.Bind(Binder.EXISTS, left, about)
            text = formula_text(about, system.notation)
        yield FairAction(name, kind, text, tuple(single), given, step, enabled)
