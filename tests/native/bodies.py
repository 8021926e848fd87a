"""Small systems of many constructs: bodies of modules with the variables x and y."""

from __future__ import annotations

BODIES = {
    "functions whose domains are made in two ways": r"""
Init == x = 0 /\ y = [i, j \in 0..1 |-> i]
Next == x' = 1 - x /\ y' = IF x = 0 THEN [<<i, j>> \in (0..1) \X (0..1) |-> i]
                                    ELSE [i, j \in 0..1 |-> i]
""",
    "no set beside an empty one": r"""
Init == x = 0 /\ y = {}
Next == x' = (x + 1) % 4 /\ y' = CASE x = 0 -> {} \ "a" [] x = 1 -> (1..0) \intersect 5
                                    [] x = 2 -> "a" \intersect {i \in {x} : i > x} [] OTHER -> {x}
""",
    "branches join before more tests": r"""
Init == x = 0 /\ y \in {1, 2}
Next == (x' = 1 \/ (x < 3 /\ x' = x + 1)) /\ (IF x > 0 THEN y' = y ELSE y' \in {y, 3}) /\ x' # 2
""",
    "what is assigned twice must be equal": r"""
Init == x = 0 /\ y = 0
Next == x' \in 0..3 /\ (y' = x' \/ y' = x' + 1 \/ UNCHANGED y) /\ x' \in {1, 2, 3} /\ y' \in 0..2
""",
    "formulas after the last assignment do not branch": r"""
Init == x = 0 /\ y = 0
Next == x' \in 0..2 /\ y' = x /\ (x' = 1 \/ y' = 0 \/ x' = 2) /\ \E i \in 1..2 : i >= y'
""",
    "arguments that are not needed do not fail": r"""
Pick(b, v) == IF b THEN v ELSE 7
Init == x = 0 /\ y = 7
Next == x' = (x + 1) % 4 /\ y' = Pick(x > 0, 12 \div x)
""",
    "arguments are primed with what they stand for": r"""
Grows(v) == v' = v + 1
Same(v) == UNCHANGED v
Init == x = 0 /\ y = 0
Next == (x < 3 /\ Grows(x) /\ Same(y)) \/ (x = 3 /\ x' = 0 /\ Same(<<y>>))
""",
    "definitions of a LET are evaluated when needed": r"""
Init == x = 0 /\ y = 0
Next == LET d == 6 \div x  e == d + d  f(z) == z + e IN
  \/ x = 0 /\ x' = 2 /\ y' = y
  \/ x = 2 /\ x' = 3 /\ y' = f(f(1)) + e
""",
    "a LET definition can be primed": r"""
Init == x = 0 /\ y = 0
Next == x' = (x + 1) % 3 /\ LET d == 2 * x IN y' = d' + d
""",
    "a function of a LET that mentions itself can be primed": r"""
Total == LET f[i \in 0..Len(y)] == IF i = 0 THEN x ELSE f[i - 1] + y[i] IN f[Len(y)]
Init == x = 0 /\ y = <<>>
Next == x' = (x + 1) % 3 /\ y' = (IF Len(y) < 2 THEN Append(y, x) ELSE <<>>) /\ Total' # 5 + Total
""",
    "recursive operators and functions": r"""
RECURSIVE Sum(_, _)
Sum(S, acc) == IF S = {} THEN acc ELSE LET e == CHOOSE e \in S : TRUE IN Sum(S \ {e}, acc + e)
fact[n \in Nat] == IF n = 0 THEN 1 ELSE n * fact[n - 1]
Init == x = {} /\ y = 0
Next == \E i \in 1..4 : i \notin x /\ x' = x \union {i} /\ y' = Sum(x', 0) + fact[Cardinality(x)]
""",
    "local functions that mention themselves": r"""
Perms(S) == LET p[s \in SUBSET S] ==
                  IF s = {} THEN {<<>>} ELSE UNION {{Append(q, e) : q \in p[s \ {e}]} : e \in s}
            IN p[S]
Init == x \in Perms({1, 2, 3}) /\ y = 0
Next == UNCHANGED x /\ y' = x[1]
""",
    "lazy sets and filters": r"""
Init == x \in {s \in SUBSET (1..4) : Cardinality(s) = 2} /\ y = {}
Next == \E f \in {g \in [x -> 1..2] : \E i \in x : g[i] = 2} : x' = x /\ y' = {f[i] : i \in x}
""",
    "records, EXCEPT and @": r"""
Init == x = [a |-> 1, b |-> [i \in 1..2 |-> 0]] /\ y = <<>>
Next == \/ x.a < 3 /\ x' = [x EXCEPT !.a = @ + 1, !.b[x.a] = @ + x.a, !.b[9] = 1]
           /\ y' = Append(y, x.a)
        \/ x' = x /\ y' = SelectSeq(y, LAMBDA e : e > 1)
""",
    "operators as arguments": r"""
Apply2(F(_), v) == F(F(v))
Both(P(_), Q(_), S) == {e \in S : P(e) /\ Q(e)}
Init == x = 0 /\ y = {}
Next == /\ x' = Apply2(LAMBDA v : (v + x + 1) % 7, 1)
        /\ y' = Both(LAMBDA e : e > x, LAMBDA e : e < 6, 0..8)
""",
    "CASE, patterns and several bounds": r"""
Init == x = 0 /\ y = 0
Next == x' = (CASE x = 0 -> 2 [] x > 1 -> 1 [] OTHER -> 0)
     /\ y' = Cardinality({<<a, b>> \in (1..3) \X (1..2) : \A p, q \in 1..x : p + q > a + b})
""",
    "ENABLED": r"""
Step == x < 2 /\ x' = x + 1
Init == x = 0 /\ y = TRUE
Next == (Step /\ y' = ENABLED Step) \/ (~ENABLED Step /\ x' = 0 /\ y' = FALSE)
""",
    "quantified actions without assignments": r"""
Init == x = 0 /\ y = 0
Next == (\A i \in 1..2 : x < i \/ y < i) /\ x' \in {x, x + 1} /\ y' = x
""",
    "actions one after the other": r"""
Init == x = 0 /\ y = [i \in 1..2 |-> 0]
A == x' = (x + 1) % 3 /\ y' \in {y, [y EXCEPT ![1] = (@ + x) % 3]}
B == \E i \in 1..2 : y' = [y EXCEPT ![i] = (@ + 1) % 3] /\ x' = x
Next == A \cdot B
""",
    "quantified actions with assignments": r"""
Init == x = 0 /\ y = 0
Next == \A i \in 1..2 : \A j \in 1..i :
  (x' \in {(x + 1) % 5, (x + 2) % 5} /\ y' \in 0..j) \/ (i = 2 /\ y' = y)
""",
    "recursion with an operator as argument": r"""
RECURSIVE Sum(_, _)
Sum(op(_), q) == IF q = <<>> THEN 0 ELSE op(Head(q)) + Sum(op, Tail(q))
Init == x = 0 /\ y = 0
Next == \E k \in 1..3 : x' = Sum(LAMBDA e : e * k + x, <<1, 2, k>>) % 17 /\ y' = k
""",
    "definitions of a LET below a prime": r"""
Tok == LET p == x + 1  q == p + p IN [at |-> p, twice |-> IF p > 1 THEN q ELSE p]
Init == x = 0 /\ y = Tok
Next == x' = (x + 1) % 4 /\ y' = Tok'
""",
    "FALSE and 0 are two constants": r"""
Init == x = [i \in 1..2 |-> FALSE] /\ y = [i \in 1..2 |-> 0]
Next == UNCHANGED <<x, y>>
""",
}
