"""Small specs in which primes, ENABLED and `\\cdot` pass through operators, LET and instances.

Each is a counter modulo three with one thing said of it, `P`, and whether that holds. A property
is `[][P]_x` unless the name says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    """What is said of the counter; `role` is that of `P` in the configuration."""

    name: str
    text: str
    holds: bool
    role: str = "step"
    modules: dict[str, str] = field(default_factory=dict)
    next: str = "x' = (x + 1) % 3"
    config: str = ""
    variables: str = "x"
    extends: str = "Integers, FiniteSets"

    def root(self) -> str:
        """The text of the root module."""
        names = self.variables.split(", ")
        init = " /\\ ".join(f"{n} = 0" for n in names)
        head = f"---- MODULE Root ----\nEXTENDS {self.extends}\nVARIABLE {self.variables}\n"
        after = f"Init == {init}\nNext == {self.next}\n"
        claim = f"Claim == [][P]_<<{self.variables}>>\n" if self.role == "step" else ""
        return f"{head}{self.text}\n{after}{claim}====\n"

    def cfg(self) -> str:
        """The text of its configuration."""
        roles = {"step": "PROPERTY Claim", "invariant": "INVARIANT P", "property": "PROPERTY P"}
        claim = roles[self.role]
        return f"INIT Init\nNEXT Next\n{claim}\n{self.config}\n"


def _module(name: str, body: str) -> dict[str, str]:
    return {name: f"---- MODULE {name} ----\n{body}\n====\n"}


INSTANCES = (
    Case(
        "ENABLED under an instance that maps two variables to one",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~I!E",
        False,
        "invariant",
        _module("M", "VARIABLES u, v\nE == ENABLED (u' = 0 /\\ v' = 1)"),
    ),
    Case(
        "ENABLED of a definition under such an instance",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~I!E",
        False,
        "invariant",
        _module("M", "VARIABLES u, v\nB == v' = 1\nA == u' = 0 /\\ B\nE == ENABLED A"),
    ),
    Case(
        "ENABLED under an instance that maps a variable to an expression",
        "I == INSTANCE M WITH u <- x + 5\nP == I!E",
        True,
        "invariant",
        _module("M", "EXTENDS Integers\nVARIABLE u\nE == ENABLED (u < 100 /\\ u' = u + 1)"),
    ),
    Case(
        "ENABLED of UNCHANGED under an instance",
        "I == INSTANCE M WITH u <- x + 5, v <- x\nP == I!E",
        True,
        "invariant",
        _module(
            "M",
            "EXTENDS Integers\nVARIABLES u, v\nvars == <<u, v>>\n"
            "E == ENABLED (u' = u + 1 /\\ UNCHANGED v) /\\ ENABLED UNCHANGED vars"
            " /\\ ENABLED UNCHANGED u",
        ),
    ),
    Case(
        "ENABLED outside of an instance sees through it",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~ENABLED I!A",
        True,
        "invariant",
        _module("M", "VARIABLES u, v\nA == u' = 0 /\\ v' = 1"),
    ),
    Case(
        "ENABLED in an instance of an instance",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~I!E",
        False,
        "invariant",
        {
            **_module(
                "M", "VARIABLES u, v\nJ == INSTANCE N WITH w <- u\nE == ENABLED (J!A /\\ v' = 1)"
            ),
            **_module("N", "VARIABLE w\nA == w' = 0"),
        },
    ),
    Case(
        "a constant of the model and one of an instance",
        "I == INSTANCE Inner WITH N <- 2, y <- x\nP == I!Lim",
        False,
        "invariant",
        {
            **_module("Base", "EXTENDS Integers\nCONSTANT N"),
            **_module("Inner", "EXTENDS Base\nVARIABLE y\nLim == y < N"),
        },
        config="CONSTANT N = 5",
        extends="Base",
    ),
    Case(
        "the parameter of an instance in an instance of the module",
        "I(p) == INSTANCE M WITH c <- p\nP == I(2)!Above /\\ ~I(0)!Above",
        True,
        "invariant",
        {
            **_module(
                "M",
                "EXTENDS Integers\nCONSTANT c\nVARIABLE x\nJ == INSTANCE N WITH d <- c + 1\n"
                "Above == J!Big",
            ),
            **_module("N", "EXTENDS Integers\nCONSTANT d\nVARIABLE x\nBig == x < d /\\ d > 1"),
        },
    ),
    Case(
        "an operator of an instance primes its parameter",
        "I == INSTANCE M WITH u <- x\nP == ~I!Ch(x)",
        False,
        modules=_module("M", "VARIABLE u\nCh(v) == LET D(w) == w' # w IN D(v) /\\ D(u)"),
    ),
    Case(
        "a primed definition of an instance",
        "I == INSTANCE M WITH u <- (x + 1) % 3\nP == I!Zero' => I!Two",
        True,
        modules=_module("M", "EXTENDS Integers\nVARIABLE u\nZero == u = 0\nTwo == u = 2"),
    ),
)

LOCAL = (
    Case(
        "a LET operator primes its parameter",
        "Foo(d) == LET Ch(e) == e' # e IN Ch(d)\nP == ~Foo(x)",
        False,
    ),
    Case(
        "a LET operator that changes", "Foo(d) == LET Ch(e) == e' # e IN Ch(d)\nP == Foo(x)", True
    ),
    Case(
        "a LET operator in a LET operator",
        "Foo(d) == LET A(e) == LET B(f) == f' # f IN B(e) IN A(d)\nP == ~Foo(x)",
        False,
    ),
    Case("a LET value is primed", "Foo(d) == LET e == d + 1 IN e' # e\nP == ~Foo(x)", False),
    Case(
        "a LET value of a LET value is primed",
        "Foo(d) == LET e == d + 1 f == e * 2 IN f' = f\nP == Foo(x)",
        False,
    ),
    Case("a whole LET is primed", "P == (LET f(v) == v + x IN f(x))' = 2 * x'", True),
    Case(
        "a LET function is primed",
        "P == LET f[i \\in 0..3] == IF i = 0 THEN x ELSE f[i - 1] IN f'[3] # f[3]",
        True,
    ),
    Case(
        "a LET operator under a quantifier",
        "Foo(d) == LET Ch(e) == \\A i \\in {1} : e' = e /\\ i = 1 IN Ch(d)\nP == Foo(x)",
        False,
    ),
    Case("UNCHANGED of a parameter", "Same(v) == UNCHANGED v\nP == Same(x)", False),
    Case(
        "UNCHANGED of a tuple as an argument", "Same(v) == UNCHANGED v\nP == ~Same(<<x, 1>>)", True
    ),
    Case("UNCHANGED of an expression", "P == UNCHANGED (x >= 0)", True),
    Case("UNCHANGED of a LET definition", "P == LET v == <<x>> IN UNCHANGED v", False),
)

HIGHER_ORDER = (
    Case(
        "an operator argument primes",
        "Ap(op(_), a) == op(a)\nCh(v) == v' # v\nFoo(d) == Ap(Ch, d)\nP == ~Foo(x)",
        False,
    ),
    Case(
        "a LAMBDA primes",
        "Ap(op(_), a) == op(a)\nFoo(d) == Ap(LAMBDA v : v' # v, d)\nP == ~Foo(x)",
        False,
    ),
    Case(
        "an operator passed on",
        "Ap(op(_), a) == op(a)\nAp2(op(_), a) == Ap(op, a)\nCh(v) == v' # v\nP == ~Ap2(Ch, x)",
        False,
    ),
    Case(
        "an operator argument is primed in the callee",
        "AddX(v) == v + x\nG(op(_)) == op(0)'\nP == G(AddX) = x",
        False,
    ),
    Case(
        "an operator argument is primed and plain",
        "AddX(v) == v + x\nG(op(_)) == op(0)' = op(0)\nP == G(AddX)",
        False,
    ),
    Case(
        "the argument of an operator is primed",
        "Id(v) == v\nG(op(_), a) == op(a)' = op(a)\nP == G(Id, x)",
        False,
    ),
    Case(
        "a LAMBDA with a name from outside",
        "Ap(op(_), a) == op(a)\nFoo(d) == Ap(LAMBDA v : v' # d, d)\nP == ~Foo(x)",
        False,
    ),
    Case(
        "two operators",
        "Ap(f(_), g(_), a) == f(a) /\\ g(a)\nCh(v) == v' # v\nNn(v) == v >= 0\nP == ~Ap(Ch, Nn, x)",
        False,
    ),
    Case(
        "two operators, exchanged",
        "Ap(f(_), g(_), a) == f(a) /\\ g(a)\nCh(v) == v' # v\nNn(v) == v >= 0\nP == ~Ap(Nn, Ch, x)",
        False,
    ),
    Case(
        "a recursive operator passes one on",
        "RECURSIVE R(_, _, _)\n"
        "R(op(_), n, a) == IF n = 0 THEN op(a) ELSE R(op, n - 1, a)\nCh(v) == v' # v\n"
        "P == ~R(Ch, 2, x)",
        False,
    ),
    Case(
        "in the next-state relation",
        "Ap(op(_), a) == op(a)\nInc(v) == v' = (v + 1) % 3\nP == x < 2",
        False,
        "invariant",
        next="Ap(Inc, x)",
    ),
    Case(
        "a LAMBDA in the next-state relation",
        "Ap(op(_), a) == op(a)\nP == x < 2",
        False,
        "invariant",
        next="Ap(LAMBDA v : v' = (v + 1) % 3, x)",
    ),
)

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
        _module("M", "VARIABLE u\nIs(e) == e = 0"),
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

ALL = (*INSTANCES, *LOCAL, *HIGHER_ORDER, *ENABLED, *RECURSION, *OTHER)
