"""Small specs in which primes, ENABLED and `\\cdot` pass through operators, LET and instances.

Each is a counter modulo three with one thing said of it, `P`, and whether that holds. A property
is `[][P]_x` unless the name says otherwise.
"""

from __future__ import annotations

from tests.check.enabled_specs import ENABLED, OTHER, RECURSION
from tests.check.prime_case import Case, module

INSTANCES = (
    Case(
        "ENABLED under an instance that maps two variables to one",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~I!E",
        False,
        "invariant",
        module("M", "VARIABLES u, v\nE == ENABLED (u' = 0 /\\ v' = 1)"),
    ),
    Case(
        "ENABLED of a definition under such an instance",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~I!E",
        False,
        "invariant",
        module("M", "VARIABLES u, v\nB == v' = 1\nA == u' = 0 /\\ B\nE == ENABLED A"),
    ),
    Case(
        "ENABLED under an instance that maps a variable to an expression",
        "I == INSTANCE M WITH u <- x + 5\nP == I!E",
        True,
        "invariant",
        module("M", "EXTENDS Integers\nVARIABLE u\nE == ENABLED (u < 100 /\\ u' = u + 1)"),
    ),
    Case(
        "ENABLED of UNCHANGED under an instance",
        "I == INSTANCE M WITH u <- x + 5, v <- x\nP == I!E",
        True,
        "invariant",
        module(
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
        module("M", "VARIABLES u, v\nA == u' = 0 /\\ v' = 1"),
    ),
    Case(
        "ENABLED in an instance of an instance",
        "I == INSTANCE M WITH u <- x, v <- x\nP == ~I!E",
        False,
        "invariant",
        {
            **module(
                "M", "VARIABLES u, v\nJ == INSTANCE N WITH w <- u\nE == ENABLED (J!A /\\ v' = 1)"
            ),
            **module("N", "VARIABLE w\nA == w' = 0"),
        },
    ),
    Case(
        "a constant of the model and one of an instance",
        "I == INSTANCE Inner WITH N <- 2, y <- x\nP == I!Lim",
        False,
        "invariant",
        {
            **module("Base", "EXTENDS Integers\nCONSTANT N"),
            **module("Inner", "EXTENDS Base\nVARIABLE y\nLim == y < N"),
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
            **module(
                "M",
                "EXTENDS Integers\nCONSTANT c\nVARIABLE x\nJ == INSTANCE N WITH d <- c + 1\n"
                "Above == J!Big",
            ),
            **module("N", "EXTENDS Integers\nCONSTANT d\nVARIABLE x\nBig == x < d /\\ d > 1"),
        },
    ),
    Case(
        "an operator of an instance primes its parameter",
        "I == INSTANCE M WITH u <- x\nP == ~I!Ch(x)",
        False,
        modules=module("M", "VARIABLE u\nCh(v) == LET D(w) == w' # w IN D(v) /\\ D(u)"),
    ),
    Case(
        "a primed definition of an instance",
        "I == INSTANCE M WITH u <- (x + 1) % 3\nP == I!Zero' => I!Two",
        True,
        modules=module("M", "EXTENDS Integers\nVARIABLE u\nZero == u = 0\nTwo == u = 2"),
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


ALL = (*INSTANCES, *LOCAL, *HIGHER_ORDER, *ENABLED, *RECURSION, *OTHER)
