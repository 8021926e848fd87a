"""Small specs in which ENABLED and `\\cdot` stand in operators, in recursion and below primes."""

from __future__ import annotations

from tests.check.prime_case import Case, module

ENABLED = (
    Case("of a formula parameter", "En(a) == ENABLED a\nP == ~En(x' = 7)", False),
    Case(
        "of a formula parameter, which is not",
        "En(a) == ENABLED (x < 0 /\\ a)\nP == ~En(x' = 7)",
        True,
    ),
    Case(
        "of a formula passed on",
        "En(a) == ENABLED a\nEn2(b) == En(b /\\ x >= 0)\nP == ~En2(x' = 7)",
        False,
    ),
    Case("of a LET parameter", "P == LET En(a) == ENABLED a IN ~En(x' = 7)", False),
    Case("of a LET definition", "P == LET a == x' = 7 IN ~ENABLED a", False),
    Case(
        "of a LET definition of the next state",
        "P == LET n == x' IN ~ENABLED (x' = 7 /\\ n = 7)",
        False,
    ),
    Case(
        "of an operator argument",
        "En(op(_)) == ENABLED op(7)\nSet(v) == x' = v\nP == ~En(Set)",
        False,
    ),
    Case("of a LAMBDA", "En(op(_)) == ENABLED op(7)\nP == ~En(LAMBDA v : x' = v)", False),
    Case("by a LAMBDA", "Ap(op(_), a) == op(a)\nP == ~Ap(LAMBDA a : ENABLED a, x' = 7)", False),
    Case(
        "by an operator that is given an action",
        "Ap(op(_)) == op(x' = 7)\nEn(a) == ENABLED a\nP == ~Ap(En)",
        False,
    ),
    Case("of a primed parameter", "En(v) == ENABLED (v' = 7 /\\ v < 7)\nP == ~En(x)", False),
    Case(
        "of a recursive formula",
        "RECURSIVE En(_, _)\nEn(n, a) == IF n = 0 THEN ENABLED a ELSE En(n - 1, a)\n"
        "P == ~En(2, x' = 7)",
        False,
    ),
    Case("in the next state", "P == (ENABLED (x = 2 /\\ x' = 0))' <=> x = 1", True),
    Case(
        "in the next state, of a parameter",
        "En(v) == (ENABLED (v = 2 /\\ x' = 0))'\nP == En(x) <=> x = 2",
        False,
    ),
    Case(
        "of an action with ENABLED",
        "A == ENABLED (x' = 2) /\\ x' = 1\nP == ENABLED A",
        True,
        "invariant",
    ),
    Case(
        "of UNCHANGED of a definition",
        "vars == <<x>>\nA == x < 5 /\\ UNCHANGED vars\nP == ENABLED A",
        True,
        "invariant",
    ),
    Case(
        "of a quantified action",
        "A(i) == x' = i /\\ i > 3\nP == \\A i \\in {4, 5} : ENABLED A(i)",
        True,
        "invariant",
    ),
    Case(
        "as a guard",
        "P == x < 2",
        False,
        "invariant",
        next="ENABLED (x' = x + 1 /\\ x < 2) /\\ x' = x + 1",
    ),
    Case("inside ENABLED", "P == ENABLED (ENABLED (x' = 3) /\\ x' = 2)", True, "invariant"),
)
RECURSION = (
    Case(
        "mutual, in the next state",
        "RECURSIVE A(_), B(_)\nA(n) == IF n = 0 THEN x ELSE B(n - 1)\n"
        "B(n) == IF n = 0 THEN 0 ELSE A(n - 1)\nP == B(1)' = B(1)",
        False,
    ),
    Case(
        "mutual, the other one first",
        "RECURSIVE A(_), B(_)\nB(n) == IF n = 0 THEN 0 ELSE A(n - 1)\n"
        "A(n) == IF n = 0 THEN x ELSE B(n - 1)\nP == A(0)' = B(1)",
        False,
    ),
    Case(
        "mutual, without parameters to read the state",
        "RECURSIVE A(_), B(_)\nA(n) == IF n = 0 THEN x ELSE B(n - 1)\n"
        "B(n) == IF n = 0 THEN 0 ELSE A(n - 1)\nC == B(1)\nD == A(0)\nP == C' # D",
        True,
    ),
    Case(
        "of actions",
        "RECURSIVE Act(_)\nAct(n) == IF n = 0 THEN x' = (x + 1) % 3 ELSE Act(n - 1)\nP == x < 2",
        False,
        "invariant",
        next="Act(2)",
    ),
    Case(
        "of actions over a set",
        "RECURSIVE Act(_)\n"
        "Act(S) == IF S = {} THEN FALSE\n"
        "  ELSE LET e == CHOOSE e \\in S : TRUE IN x' = e \\/ Act(S \\ {e})\n"
        "P == x < 2",
        False,
        "invariant",
        next="Act({1, 2})",
    ),
)
OTHER = (
    Case("a parameter read first, then primed", "Same(e) == e = e'\nP == Same(x)", False),
    Case("a parameter primed first, then read", "Same(e) == e' = e\nP == Same(x)", False),
    Case("a definition of a definition is primed", "y == x + 1\nz == y * 2\nP == z' = z", False),
    Case("an argument that is an expression", "Same(e) == e = e'\nP == Same(x * 2)", False),
    Case("a call in a call", "Nx(e) == e'\nInc(e) == e + 1\nP == Nx(Inc(x)) = x' + 1", True),
    Case("a function application", "P == [i \\in 0..2 |-> i + x]'[1] = 1 + x'", True),
    Case("EXCEPT", "f == [i \\in 0..2 |-> x]\nP == [f EXCEPT ![0] = @ + 1]'[0] = x' + 1", True),
    Case("CHOOSE", "P == (CHOOSE i \\in 0..2 : i = x)' = x'", True),
    Case(
        "actions as arguments",
        "If(c, a, b) == IF c THEN a ELSE b\nP == x < 2",
        False,
        "invariant",
        next="If(x < 2, x' = x + 1, x' = 0)",
    ),
    Case(
        "an action as an argument of a LET operator",
        "P == x < 2",
        False,
        "invariant",
        next="LET Do(a) == a /\\ x >= 0 IN Do(x' = (x + 1) % 3)",
    ),
    Case(
        "a variable as an argument",
        "Is(v, e) == v' = e\nP == x < 2",
        False,
        "invariant",
        next="Is(x, (x + 1) % 3)",
    ),
    Case(
        "a definition as an argument",
        "Is(v, e) == v' = e\ny == x\nP == x < 2",
        False,
        "invariant",
        next="Is(y, (x + 1) % 3)",
    ),
    Case(
        "a tuple of variables is kept",
        "Keep(v) == UNCHANGED v\nP == x < 2 /\\ y = 0",
        False,
        "invariant",
        next="x' = (x + 1) % 3 /\\ Keep(<<y>>)",
        variables="x, y",
    ),
    Case(
        "composition",
        "P == x' = (x + 2) % 3 => ((x' = (x + 1) % 3) \\cdot (x' = (x + 1) % 3))",
        True,
        next="(x' = (x + 1) % 3) \\cdot (x' = (x + 1) % 3)",
    ),
    Case(
        "composition of parameters",
        "C(a, b) == a \\cdot b\nP == x # 2",
        False,
        "invariant",
        next="C(x' = x + 1, x' = (x + 1) % 3)",
    ),
    Case(
        "an argument with the name of an instance's parameter",
        "I(i) == INSTANCE M WITH u <- x\nP == LET i == 0 IN ~I(1)!Is(i)",
        False,
        "invariant",
        module("M", "VARIABLE u\nIs(e) == e = 0"),
    ),
    Case(
        "a primed operator asks ENABLED about its argument",
        "F(m(_), c) == m(c)'\nG(j(_), c) == j(c)\n"
        "P == F(LAMBDA b : G(LAMBDA c : ENABLED (x' = c), x), 0)",
        True,
    ),
    Case("a property in a LET", "P == LET q == x IN [](q < 2)", False, "property"),
    Case(
        "a property of steps in a LET",
        "P == LET q == x IN [][q' = 1 => q = 0]_q",
        True,
        "property",
    ),
    Case(
        "a conjunct after a composition",
        "P == x < 2",
        False,
        "invariant",
        next="(\\E c \\in {0, 2} : (x' = c) \\cdot (x' = c)) /\\ x' # x",
    ),
    Case(
        "ENABLED of a composition with a guard in the middle",
        "A == x' = x + 1\n"
        "P == ENABLED (A \\cdot (x > 0 /\\ A)) /\\ ~ENABLED (A \\cdot (x > 5 /\\ A))",
        True,
        "invariant",
    ),
    Case(
        "a local operator applies a parameter, for two kinds of operators",
        "Ap(F(_), b) == LET G(c) == F(c) IN G(b)\n"
        "P == Ap(LAMBDA p : p', x) = x' /\\ Ap(LAMBDA c : c + 5, 1)' = 6",
        True,
    ),
    Case(
        "a primed argument that is passed on below a prime to one that ignores it",
        "Ignore(i) == x = 0\nOp(e) == LET k(m) == Ignore(e) IN k(1)'\nP == Op(x')",
        False,
    ),
)
