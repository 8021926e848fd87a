"""`for` statements as recursive functions from states to states.

What a loop does not change, and the lengths of sequences of which it only assigns elements, are
in its `requires` clauses, so that Dafny can verify that its body is defined.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.context import indented, line
from holdfast.front.ioa.dafny.conversions import is_range
from holdfast.front.ioa.dafny.execution import Execution, assigned
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.types import INT, Type
from holdfast.front.ioa.walk import children


def loop(effect: Execution, s: tree.For, scope: Scope) -> tuple[list[str], Scope]:
    """The call of the function of a loop, which is added to the functions of the effect."""
    effect.count += 1
    name = f"loop_{effect.name}'{effect.count}"
    _, local = assigned(s.body)
    changed = [n for n in scope.types if n in local]
    domain = s.bound.domain
    assert domain is not None, "a loop ranges over something"
    if is_range(domain):
        assert isinstance(domain, tree.Call)
        first, end = (effect.to.expected(a, INT, scope) for a in domain.args)
        over = end
    else:
        first, over = "0", effect.to.text(domain, scope)
    effect.loops += _function(effect, s, name, scope, changed)
    arguments = [effect.state(scope), *(scope.locals[n] for n in scope.types), over, first]
    call = f"{name}(state'0, act, p, {', '.join(arguments)})"
    return effect.taken([f"  {call};"], scope, {n: scope.types[n] for n in changed})


def _function(
    effect: Execution, s: tree.For, name: str, scope: Scope, changed: list[str]
) -> list[str]:
    """The function of a loop, which calls itself for the next element."""
    to, bound = effect.to, s.bound

    def typed(variable: str, t: Type) -> str:
        return f"{variable}: {to.context.type_text(t, bound.span)}"

    given = [typed(scope.locals[n], scope.types[n]) for n in scope.types]
    results = [typed("", scope.types[n])[2:] for n in changed]
    ranges = is_range(bound.domain)
    over = "count'end: int" if ranges else typed("items'all", types.Seq(bound.type))
    parameters = [
        "state'0: State",
        "act: Action",
        "p: Parameter",
        "s: State",
        *given,
        over,
        "count'n: int",
    ]
    variable = names.identifier(bound.name)
    item = "count'n" if ranges else "items'all[count'n]"
    inside = replace(scope, variables={}).with_local(bound.name, variable, bound.type)
    rows, end = effect.run(s.body, inside)

    next_arguments = [effect.state(end), *(end.locals[n] for n in scope.types)]
    again = (
        f"{name}(state'0, act, p, {', '.join(next_arguments)}, {over.split(':')[0]}, count'n + 1)"
    )
    arguments = ", ".join(parameter.split(":")[0] for parameter in parameters)
    call = f"{name}({arguments})" + (".0" if changed else "")
    limit = "count'end" if ranges else "|items'all|"
    return [
        f"// `for {bound.name}` in {effect.transition.name} ({line(s)})",
        f"function {name}({', '.join(parameters)}): "
        + (f"(State, {', '.join(results)})" if results else "State"),
        *indented(_requires(effect, s, scope)),
        *(f"  ensures var s := {call}; {test}" for test in _kept(effect)),
        f"  decreases {limit} - count'n",
        "{",
        f"  if count'n >= {limit} then {effect.result(inside, changed)} else",
        f"    var {typed(variable, bound.type)} := {item};",
        *indented(rows, 2),
        f"    {again}",
        "}",
        "",
    ]


def _changed(effect: Execution) -> tuple[set[str], set[str]]:
    """The variables that may have been assigned, and sequences among them with the same length."""
    targets = [t for t in effect.targets if not t.local]
    whole = {t.name for t in targets if not t.path}
    changed = {t.name for t in targets}
    sequences = {v.name for v in effect.automaton.states if isinstance(v.type, types.Seq)}
    return changed, changed & sequences - whole


def _kept(effect: Execution) -> list[str]:
    """What the states before and after every iteration have in common with the first one."""
    changed, lengths = _changed(effect)
    fields = [(v.name, names.field(v.name)) for v in effect.automaton.states]
    same = [f"s.{f} == state'0.{f}" for name, f in fields if name not in changed]
    return same + [f"|s.{f}| == |state'0.{f}|" for name, f in fields if name in lengths]


def _requires(effect: Execution, s: tree.For, scope: Scope) -> list[str]:
    """What is true before every iteration."""
    changed, lengths = _changed(effect)
    rows = [
        "requires aut_where(p)",
        "requires invariant_of(state'0, p)",
        f"requires pre_{effect.name}(state'0, act, p)",
        *(f"requires {test}" for test in _kept(effect)),
    ]
    domain = s.bound.domain
    if not isinstance(domain, tree.Call) or not is_range(domain):
        return [*rows, "requires 0 <= count'n"]
    before = {v.name: f"state'0.{names.field(v.name)}" for v in effect.automaton.states}
    original = Scope(scope.locals, before)
    low, high = domain.args
    if _is_stable(low, changed, lengths, scope):
        rows.append(f"requires {effect.to.operand(low, original)} <= count'n")
    if _is_stable(high, changed, lengths, scope):
        rows.append(f"requires count'end == {effect.to.operand(high, original)}")
    return rows


def _is_stable(e: tree.Expr, changed: set[str], lengths: set[str], scope: Scope) -> bool:
    """Whether an expression has the same value in all states of an effect."""
    match e:
        case tree.Call(tree.Builtin.LEN, (tree.Variable(name),)) if name in lengths:
            return True
        case tree.Variable(name):
            return name not in changed
        case tree.Local(name):
            return name not in scope.types
        case _:
            return all(_is_stable(c, changed, lengths, scope) for c in children(e))
