"""Random trees of TLA+, for hypothesis.

`expressions(depth)` covers every class of expression and every operator symbol. The trees
are those that a text can have, except that no node is a `Parens` unless asked for: so they
look like trees made by a translation. Names are not resolved.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.operators import INFIX, POSTFIX, PREFIX

Exprs = SearchStrategy[tree.Expr]

_LOWER = ("x", "y", "z", "pc", "msg_1", "_tmp", "1st")
_UPPER = ("Op", "Init", "TypeOK", "Inv_2")
_FIELDS = ("a", "b", "val")
_INFIX = tuple(sorted(set(INFIX) - {"\\X"}))
_PREFIX = ("-.", *sorted(set(PREFIX) - {"-."}))
_POSTFIX = tuple(sorted(POSTFIX))

variables = st.sampled_from(_LOWER)
operators = st.sampled_from(_UPPER)
fields = st.sampled_from(_FIELDS)
idents = st.builds(tree.Ident, variables)
bullets = st.sampled_from(("/\\", "\\/"))


def several(items: SearchStrategy[tree.N], least: int = 1, most: int = 3) -> _Tuples[tree.N]:
    """A few of `items`, as a tuple."""
    return st.lists(items, min_size=least, max_size=most).map(tuple)


_Tuples = SearchStrategy[tuple[tree.N, ...]]
distinct_idents: _Tuples[tree.Ident] = st.lists(variables, min_size=1, max_size=3, unique=True).map(
    lambda names: tuple(map(tree.Ident, names))
)

numbers = st.builds(
    tree.Number,
    st.integers(0, 200).map(str) | st.sampled_from(("3.14", "\\b101", "\\o17", "\\hFF")),
)
strings = st.builds(tree.String, st.sampled_from(("", "a", "two words", '\\"', "\\\\", "(*")))
atoms: Exprs = st.one_of(
    st.builds(tree.Ref, variables),
    st.builds(tree.Ref, operators),
    numbers,
    strings,
    st.just(tree.At()),
)


@cache
def expressions(depth: int = 3, parens: bool = False) -> Exprs:
    """Expressions nested at most about `depth` deep."""
    if depth <= 0:
        return atoms
    sub = expressions(depth - 1, parens)
    shapes = [
        atoms,
        _operations(sub),
        _applications(sub),
        _choices(sub),
        _binders(sub),
        _collections(sub),
        _records(sub),
        _actions(sub),
        st.builds(tree.Let, several(let_units(depth - 1, parens), 1, 2), sub),
        st.builds(tree.Label, operators, _label_params, sub),
    ]
    if parens:
        shapes.append(st.builds(tree.Parens, sub))
    return st.one_of(shapes)


_label_params = st.just(()) | distinct_idents


def _operations(sub: Exprs) -> Exprs:
    return st.one_of(
        st.builds(tree.Infix, st.sampled_from(_INFIX), sub, sub),
        st.builds(tree.Infix, st.sampled_from(("/\\", "=>", "=", "\\in", "+", "..")), sub, sub),
        st.builds(tree.Prefix, st.sampled_from(_PREFIX[1:]), sub),
        st.builds(tree.Prefix, st.just("-."), _negated(sub)),
        st.builds(tree.Postfix, st.sampled_from(_POSTFIX), sub),
        st.builds(tree.Times, several(sub, 2)),
        st.builds(tree.Junction, bullets, several(sub)),
    )


def _negated(sub: Exprs) -> Exprs:
    """Operands of a minus: what begins with a bracket would be read as its arguments."""
    application = st.builds(tree.Ref, operators, several(sub))
    return st.one_of(atoms, application, st.builds(tree.Index, atoms, several(sub)))


def arguments(sub: Exprs) -> Exprs:
    """What an operator may be given: an expression, an operator symbol, a LAMBDA."""
    symbols = st.sampled_from(_INFIX + _PREFIX + _POSTFIX)
    return st.one_of(
        sub,
        sub,
        st.builds(tree.Ref, symbols),
        st.builds(tree.Lambda, distinct_idents, sub),
    )


def _applications(sub: Exprs) -> Exprs:
    args = several(arguments(sub))
    part = st.one_of(
        st.builds(tree.Part, operators),
        st.builds(tree.Part, operators, args),
        st.builds(tree.Part, st.just(""), args),
        st.builds(tree.Part, st.sampled_from(("1", "2", ":", "@"))),
        st.builds(tree.Part, st.sampled_from(("+", "'", "~", "\\in", "*"))),
    )
    first = st.builds(tree.Part, operators) | st.builds(tree.Part, operators, args)
    symbols = st.sampled_from(sorted(set(_INFIX) - {"/\\", "\\/"}))
    return st.one_of(
        st.builds(tree.Ref, operators, args),
        st.builds(tree.Ref, symbols, several(sub, 2, 2)),
        st.builds(tree.Index, sub, several(sub, 1, 2)),
        st.builds(tree.Dot, sub, fields),
        st.builds(lambda head, rest: tree.Path((head, *rest)), first, several(part, 1, 2)),
    )


def _choices(sub: Exprs) -> Exprs:
    arms = several(st.builds(tree.Arm, sub, sub))
    return st.one_of(st.builds(tree.If, sub, sub, sub), st.builds(tree.Case, arms, st.none() | sub))


def single_bounds(sub: Exprs) -> SearchStrategy[tree.Bound]:
    """`x \\in S` or `<<x, y>> \\in S`."""
    one = st.builds(tree.Bound, idents.map(lambda name: (name,)), sub)
    return one | st.builds(tree.Bound, distinct_idents, sub, st.just(True))


def bounds(sub: Exprs) -> SearchStrategy[tree.Bound]:
    """Bounds with a set."""
    return st.builds(tree.Bound, distinct_idents, sub) | single_bounds(sub)


def unbounded() -> SearchStrategy[tree.Bound]:
    """Names without a set."""
    return st.builds(tree.Bound, distinct_idents, st.none())


def _binders(sub: Exprs) -> Exprs:
    quantifiers = st.sampled_from(("\\A", "\\E"))
    any_quantifier = st.sampled_from(("\\A", "\\E", "\\AA", "\\EE"))
    alone = unbounded().map(lambda bound: (bound,))
    chosen = single_bounds(sub) | idents.map(lambda name: tree.Bound((name,), None))
    return st.one_of(
        st.builds(tree.Quantifier, quantifiers, several(bounds(sub), 1, 2), sub),
        st.builds(tree.Quantifier, any_quantifier, alone, sub),
        st.builds(tree.Choose, chosen, sub),
        st.builds(tree.SetFilter, single_bounds(sub), sub),
        st.builds(tree.SetMap, sub, several(bounds(sub), 1, 2)),
        st.builds(tree.Function, several(bounds(sub), 1, 2), sub),
    )


def _collections(sub: Exprs) -> Exprs:
    return st.one_of(
        st.builds(tree.SetOf, several(sub, 0)),
        st.builds(tree.Tuple, several(sub, 0)),
        st.builds(tree.FunctionSet, sub, sub),
    )


def _records(sub: Exprs) -> Exprs:
    some_fields = several(st.builds(tree.Field, fields, sub), 1, 2)
    keys = st.builds(tree.Key, several(sub, 1, 2)) | fields.map(lambda name: tree.Key((), name))
    updates = st.builds(tree.Update, several(keys, 1, 2), sub)
    return st.one_of(
        st.builds(tree.Record, some_fields),
        st.builds(tree.RecordSet, some_fields),
        st.builds(tree.Except, sub, several(updates, 1, 2)),
    )


def _actions(sub: Exprs) -> Exprs:
    return st.one_of(
        st.builds(tree.Box, sub, sub),
        st.builds(tree.Angle, sub, sub),
        st.builds(tree.Fairness, st.sampled_from(("WF_", "SF_")), sub, sub),
    )


# ---- definitions and units ----


def params() -> SearchStrategy[tree.Param]:
    """Parameters of a definition, some of them operators."""
    plain = st.builds(tree.Param, variables)
    return plain | st.builds(tree.Param, operators, st.integers(1, 3))


@cache
def let_units(depth: int = 2, parens: bool = False) -> SearchStrategy[tree.LetUnit]:
    """Definitions as in a LET, their bodies of that depth."""
    body = expressions(depth, parens)
    names = st.builds(tree.Ident, operators)
    substituted = body | st.builds(tree.Ref, st.sampled_from(_INFIX + _POSTFIX))
    substitution = st.builds(tree.Substitution, idents, substituted)
    instance = st.builds(tree.Instance, names, several(substitution, 0, 2))
    return st.one_of(
        st.builds(tree.Definition, names, several(params(), 0), body),
        _symbol_definitions(body),
        st.builds(tree.FunctionDefinition, names, several(bounds(atoms), 1, 2), body),
        st.builds(tree.ModuleDefinition, names, several(params(), 0), instance),
        st.builds(tree.Recursive, several(st.builds(tree.Param, operators, st.integers(0, 2)))),
    )


def _symbol_definitions(body: Exprs) -> SearchStrategy[tree.LetUnit]:
    def define(symbol: str, count: int) -> SearchStrategy[tree.LetUnit]:
        operands = (tree.Param("x"), tree.Param("y"))[:count]
        return st.builds(tree.Definition, st.just(tree.Ident(symbol)), st.just(operands), body)

    return st.one_of(
        st.sampled_from(_INFIX).flatmap(lambda s: define(s, 2)),
        st.sampled_from(_PREFIX + _POSTFIX).flatmap(lambda s: define(s, 1)),
    )


def units(depth: int = 3, parens: bool = False) -> SearchStrategy[tree.Unit]:
    """Units of a module; theorems carry proofs."""
    body = expressions(depth, parens)
    names = st.none() | st.builds(tree.Ident, operators)
    theorems = st.sampled_from(("THEOREM", "LEMMA", "PROPOSITION", "COROLLARY"))
    goal = body | st.builds(tree.AssumeProve, several(assumptions(body)), body, st.booleans())
    return st.one_of(
        let_units(depth, parens),
        st.builds(tree.Variables, distinct_idents),
        st.builds(tree.Constants, several(params())),
        st.builds(tree.Assume, st.sampled_from(("ASSUME", "ASSUMPTION", "AXIOM")), names, body),
        st.builds(tree.Theorem, theorems, names, goal, st.none() | proofs(body)),
        st.builds(tree.UseHide, st.sampled_from(("USE", "HIDE")), several(body), st.just(())),
        st.just(tree.Separator()),
    )


def assumptions(body: Exprs) -> SearchStrategy[tree.Expr | tree.New]:
    """What stands between ASSUME and PROVE."""
    levels = st.sampled_from(("", "CONSTANT"))
    others = st.sampled_from(("VARIABLE", "STATE", "ACTION", "TEMPORAL"))
    plain = st.builds(tree.Param, variables)
    return st.one_of(
        body,
        st.builds(tree.New, levels, plain, st.none() | body),
        st.builds(tree.New, others, plain),
        st.builds(tree.New, levels, st.builds(tree.Param, operators, st.integers(1, 2))),
    )


def proofs(body: Exprs, level: int = 1) -> SearchStrategy[tree.Proof]:
    """Proofs with at most two levels of steps."""
    facts = st.one_of(body, st.builds(tree.ModuleFact, operators))
    defs = several(st.builds(tree.Ref, operators), 0)
    leaf = st.one_of(
        st.sampled_from((tree.Leaf("OBVIOUS"), tree.Leaf("OMITTED"))),
        st.builds(tree.Leaf, st.just("BY"), several(facts), defs, st.booleans()),
    )
    if level > 2:
        return leaf
    below = st.none() | proofs(body, level + 1)
    labels = st.sampled_from((f"<{level}>", f"<{level}>1", f"<{level}>a"))
    step = st.builds(tree.Step, labels, goals(body), below) | st.builds(
        tree.Step, labels, moves(body), st.none()
    )
    last = st.builds(tree.Step, labels, st.just(tree.Qed()), below)
    steps = st.builds(lambda some, end: tree.Steps((*some, end)), several(step, 0, 2), last)
    return leaf | steps


def goals(body: Exprs) -> SearchStrategy[tree.Statement]:
    """What a proof step says that has to be proved, QED apart."""
    kinds = st.sampled_from(("", "SUFFICES", "CASE"))
    return st.one_of(
        st.builds(tree.Claim, kinds, several(body, 1, 1)),
        st.builds(tree.Pick, _step_bounds(body), body),
    )


def moves(body: Exprs) -> SearchStrategy[tree.Statement]:
    """What a proof step says that needs no proof."""
    definition = st.builds(tree.Definition, st.builds(tree.Ident, operators), st.just(()), body)
    return st.one_of(
        st.builds(tree.Claim, st.just("HAVE"), several(body, 1, 1)),
        st.builds(tree.Claim, st.just("WITNESS"), several(body)),
        st.builds(tree.Take, _step_bounds(body)),
        st.builds(tree.Define, several(definition, 1, 2)),
        st.builds(tree.UseHide, st.sampled_from(("USE", "HIDE")), several(body), st.just(())),
    )


def _step_bounds(body: Exprs) -> _Tuples[tree.Bound]:
    return several(bounds(body), 1, 2) | unbounded().map(lambda bound: (bound,))
