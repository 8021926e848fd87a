"""Formulas as Python functions mean what the interpreter says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.language import Atom
from holdfast.infer.grammar.quick import Quick
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.samples.mutate import Mutator
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import FALSE, TRUE, Value, model_value
from tests.infer.models import Sampled, sampled

NAMES = ["LockServer", "TwoPhase", "SimpleElection", "ToyConsensus", "ShardedKV", "SimpleRegular"]


def evaluator_of(s: Sampled) -> Evaluator:
    return Evaluator(s.machine, s.grammar.sorts, len(s.lifted.constants))


def interpreted_bits(s: Sampled, state: State, index: int) -> int:
    """The truth of an atom as the interpreter has it, false where there is no value."""
    atom = s.grammar.atoms[index]
    domains = evaluator_of(s).domains(state)
    code, size = s.machine.compiler.top(atom.expr, tuple(n for n, _ in atom.params))
    found = 0
    for i, values in enumerate(product(*(domains[sort] for _, sort in atom.params))):
        try:
            found |= (code([state, None, 0, *values, *[None] * size]) is TRUE) << i
        except EvalError:
            continue
    return found


@pytest.mark.parametrize("name", NAMES)
def test_atoms_agree_with_the_interpreter(name: str) -> None:
    s = sampled(name)
    quick = Quick(s.lifted.system, len(s.lifted.constants))
    for a in s.grammar.atoms:
        assert quick.function(a.expr, tuple(n for n, _ in a.params)) is not None
    types = types_of_lifted(s.lifted, s.system.types)
    with ranked_by(s.machine.ranks):
        atoms = AtomEvaluator(evaluator_of(s), s.grammar.atoms)
        unreachable = Mutator(s.lifted, types, s.states, 0).some(40)
        for state in (*s.states[::7], *unreachable):
            for i in range(len(s.grammar.atoms)):
                assert atoms.bits(state, i) == interpreted_bits(s, state, i)


def test_what_is_known_of_an_atom_is_about_the_same_constants_and_variables() -> None:
    system = System(name="Compared", variables=("C", "D", "u", "v"), definitions={})
    below = Atom(ir.Apply(Op.LT, (ir.Name("u"), ir.Name("D"))), (), "guard")
    atoms = AtomEvaluator(Evaluator(Machine(system), (), 2), (below,))
    for _ in range(2):
        for c, d, u, w in product((1, 2), (1, 2), (0, 1, 2), (0, 7)):
            assert atoms.bits((c, d, u, w), 0) == (u < d)


# ---- formulas over f and x, which may be anything ----

x, f, one = ir.Name("x"), ir.Name("f"), ir.Literal(1)
a = model_value("a")
f_of_x = ir.Apply(Op.INDEX, (f, x))
SYSTEM = System(name="Any", variables=("f", "x"), definitions={})


def bounded(binder: ir.Binder, domain: ir.Expr, body: ir.Expr) -> ir.Expr:
    return ir.Bind(binder, (ir.Bound(("y",), domain),), body)


def at(argument: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.INDEX, (f, argument))


def filtered(name: str, domain: ir.Expr, body: ir.Expr) -> ir.Expr:
    return ir.Bind(ir.Binder.FILTER, (ir.Bound((name,), domain),), body)


NUMBERS = ir.Apply(Op.SET, (one, ir.Literal(2), ir.Literal(7)))
LARGER = filtered("z", NUMBERS, ir.Apply(Op.LT, (ir.Name("y"), ir.Name("z"))))

FORMULAS: dict[str, ir.Expr] = {
    "application": ir.Apply(Op.EQ, (f_of_x, one)),
    "negated application": ir.Apply(Op.NE, (f_of_x, one)),
    "comparison": ir.Apply(Op.LT, (x, one)),
    "sum": ir.Apply(Op.EQ, (ir.Apply(Op.ADD, (x, one)), ir.Literal(2))),
    "remainder": ir.Apply(Op.EQ, (ir.Apply(Op.MOD, (ir.Literal(3), x)), one)),
    "variable": x,
    "negated variable": ir.Apply(Op.NOT, (x,)),
    "equal to TRUE": ir.Apply(Op.EQ, (x, ir.TRUE)),
    "not FALSE": ir.Apply(Op.NE, (ir.FALSE, x)),
    "empty": ir.Apply(Op.EQ, (x, ir.Apply(Op.SET, ()))),
    "not empty": ir.Apply(Op.NE, (ir.Apply(Op.SET, ()), x)),
    "member": ir.Apply(Op.IN, (one, x)),
    "subset": ir.Apply(Op.SUBSETEQ, (x, ir.Apply(Op.SET, (one,)))),
    "of subsets": ir.Apply(Op.IN, (x, ir.Apply(Op.SUBSET, (ir.Apply(Op.SET, (one,)),)))),
    "interval": ir.Apply(Op.IN, (x, ir.Apply(Op.RANGE, (one, ir.Literal(3))))),
    "natural": ir.Apply(Op.IN, (x, ir.Apply(Op.NAT, ()))),
    "integer": ir.Apply(Op.NOTIN, (x, ir.Apply(Op.INT, ()))),
    "filter": ir.Apply(Op.EQ, (x, filtered("y", NUMBERS, ir.Apply(Op.LT, (ir.Name("y"), x))))),
    "in a filter of a filter": ir.Apply(
        Op.IN, (one, filtered("y", x, ir.Apply(Op.IN, (ir.Literal(2), LARGER))))
    ),
    "all": bounded(ir.Binder.FORALL, x, ir.Apply(Op.EQ, (at(ir.Name("y")), one))),
    "some": bounded(ir.Binder.EXISTS, x, ir.Apply(Op.EQ, (at(ir.Name("y")), one))),
    "first without a value": ir.Apply(Op.AND, (ir.Apply(Op.EQ, (at(one), one)), ir.FALSE)),
    "first false": ir.Apply(Op.AND, (ir.FALSE, ir.Apply(Op.EQ, (at(one), one)))),
}
VALUES: tuple[Value, ...] = (
    *(1, 0, TRUE, FALSE, a, (1, 2), (), set_of(()), set_of((1, 2)), set_of((1, 7))),
    function_from([(1, 1), (2, 3)]),
    function_from([(1, a), (2, TRUE)]),
)


def answer(holds: Callable[[State], bool], state: State) -> bool | None:
    try:
        return holds(state)
    except EvalError:
        return None


@pytest.mark.parametrize("name", FORMULAS)
def test_a_value_of_the_interpreter_is_that_of_the_function(name: str) -> None:
    machine = Machine(SYSTEM)
    function = Quick(SYSTEM, 0).function(FORMULAS[name], ())
    assert function is not None
    with ranked_by(machine.ranks):
        for state in product(VALUES, repeat=2):
            expected = answer(machine.test(FORMULAS[name]), state)
            found = answer(function, state)
            assert found is expected or expected is None, (name, state)


def test_a_formula_has_no_value_where_an_argument_is_outside_of_a_domain() -> None:
    evaluator = Evaluator(Machine(SYSTEM), (), 0)
    state = ((1, 2), 3)
    for formula in (FORMULAS["application"], FORMULAS["negated application"]):
        with pytest.raises(EvalError):
            evaluator.function(formula)(state)
        assert not evaluator.test(formula)(state)


def test_the_order_of_a_quantifier_is_that_of_the_elements() -> None:
    """Element 1 has no value, element 2 is a witness: the answer must not depend on luck."""
    formula = FORMULAS["some"]
    evaluator = Evaluator(Machine(SYSTEM), (), 0)
    function = function_from([(2, 1), (3, 1)])
    for element in range(2, 4):
        assert not evaluator.test(formula)((function, set_of((1, element))))
    assert evaluator.test(formula)((function, set_of((2, 5))))


# ---- what has no Python function ----


def test_what_is_not_in_the_table_is_left_to_the_interpreter() -> None:
    formula = ir.Apply(Op.EQ, (ir.Apply(Op.DIV, (x, ir.Literal(2))), one))
    assert Quick(SYSTEM, 0).function(formula, ()) is None
    evaluator = Evaluator(Machine(SYSTEM), (), 0)
    assert evaluator.test(formula)((FALSE, 3))
    assert not evaluator.test(formula)((FALSE, 4))
    assert not evaluator.test(formula)((FALSE, FALSE))
    with pytest.raises(EvalError):
        evaluator.function(formula)((FALSE, FALSE))


def test_recursion_without_end_has_no_value() -> None:
    endless = ir.Definition("Endless", (), ir.Call("Endless"), recursive=True)
    system = System(name="Any", variables=("f", "x"), definitions={"Endless": endless})
    assert not Evaluator(Machine(system), (), 0).test(ir.Call("Endless"))((FALSE, FALSE))


def test_a_formula_that_nests_deeper_than_python_reads_is_left_to_the_interpreter() -> None:
    formula: ir.Expr = x
    for _ in range(300):
        formula = ir.Apply(Op.NOT, (formula,))
    assert Quick(SYSTEM, 0).function(formula, ()) is None
    assert Evaluator(Machine(SYSTEM), (), 0).test(formula)((FALSE, TRUE))


def test_a_formula_with_an_unknown_name_is_not_compiled() -> None:
    evaluator = Evaluator(Machine(SYSTEM), (), 0)
    formula = ir.Apply(Op.EQ, (ir.Name("y"), x))
    assert not evaluator.can_compile(formula, ())
    assert evaluator.can_compile(formula, ("y",))


def test_an_error_that_is_no_value_is_not_hidden() -> None:
    evaluator = Evaluator(Machine(SYSTEM), (), 0)
    with pytest.raises(IndexError):
        evaluator.test(x)((TRUE,))
