"""Random specs of many constructs, from templates; now and then an expression of a wrong kind.

In a template `{num}` stands for a random expression of that kind, `%x` for a fresh name, and
`{bool|x:num}` for an expression in which the name may occur.
"""

from __future__ import annotations

import re
from random import Random

INNER = """---- MODULE Inner ----
EXTENDS Integers
CONSTANT K, Op(_, _)
VARIABLE v
Up == v' = Op(v, K)
Seen(a) == Op(a, v) + K
Some == CHOOSE i \\in 0..K : i >= v \\/ i = K
Pair(a) == <<Seen(a), v>>
IsUp == ENABLED (v < K /\\ Up)
====
"""

HEADER = """---- MODULE Wide ----
EXTENDS Integers, FiniteSets, Sequences, TLC
CONSTANTS m1, m2, Ms
VARIABLES n, s, q, r, f
vars == <<n, s, q, r, f>>
Add(a, b) == (a + b) % 4
I == INSTANCE Inner WITH K <- 3, Op <- Add, v <- n
J(k) == INSTANCE Inner WITH K <- k, Op <- LAMBDA x, y : (x * y + 1) % 3, v <- Len(q)
Size == Cardinality(s)
Both(a, b) == IF n > 1 THEN a ELSE b
Least(S) == CHOOSE e \\in S : \\A d \\in S : e <= d
Twice(F(_), a) == F(F(a))
Later(a) == a'
Changed(a) == a' # a
RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0 ELSE LET e == CHOOSE e \\in S : TRUE IN e + Sum(S \\ {e})
RECURSIVE Even(_), Odd(_)
Even(k) == IF k <= 0 THEN TRUE ELSE Odd(k - 1)
Odd(k) == IF k <= 0 THEN FALSE ELSE Even(k - 1)
RECURSIVE Apply(_, _, _)
Apply(F(_), k, a) == IF k <= 0 THEN a ELSE Apply(F, k - 1, F(a))
fact[k \\in 0..6] == IF k = 0 THEN 1 ELSE (k * fact[k - 1]) % 5
grid[<<i, j>> \\in (0..2) \\X (0..2)] == IF i = 0 THEN j ELSE grid[<<i - 1, j>>] + 1
Fold(F(_, _), b, S) ==
  LET RECURSIVE Go(_, _)
      Go(T, acc) == IF T = {} THEN acc
                    ELSE LET e == CHOOSE e \\in T : TRUE IN Go(T \\ {e}, F(e, acc) % 6)
  IN Go(S, b)
a ++ b == (a \\union b) \\ (a \\intersect b)
Picks == {<<i, j>> \\in (0..2) \\X s : i # j}
At(g, i) == IF i \\in DOMAIN g THEN g[i] ELSE 0
First(g) == IF g = <<>> THEN 0 ELSE Head(g)
Rest(g) == IF g = <<>> THEN g ELSE Tail(g)
Part(g, i, j) == SubSeq(g, IF i < 1 THEN 1 ELSE i, IF j > Len(g) THEN Len(g) ELSE j)
Div(a, b) == IF b = 0 THEN a ELSE a \\div b
View == <<n, s, Len(q), r.a, f>>
Init == /\\ n \\in 0..1
        /\\ s = {1}
        /\\ q = <<2>>
        /\\ r = [a |-> 1, b |-> 0]
        /\\ f = [i, j \\in 0..1 |-> i]
"""

# By kind: what is small, then what has parts. What may fail comes once, what is guarded twice.
SMALL = {
    "num": r"n|0|1|2|3|Size|Len(q)|r.a|(-1)",
    "bool": r"n > 1|s = {}|q # <<>>|TRUE|1 \in s|r.a = n|FALSE",
    "set": r"s|{}|{1}|{0, 2}|(0..2)|{n}|(1..n)",
    "sets": r"{s}|{}|{{}, s}|(SUBSET s)|{{1}, {1, 2}}",
    "seq": r"q|<<>>|<<1>>|<<2, n>>|<<0, 1, 2>>",
    "rec": r"r|r|[a ~-> 1, b ~-> 2]|[a ~-> n, c ~-> 0]|[a ~-> 0]",
    "fun": r"f|f|[%x, %y \in 0..1 ~-> %x + %y]|[grid EXCEPT ![<<0, 0>>] = 1]",
    "str": r'"a"|"b"|"c"',
    "any": r'm1|m2|(CHOOSE %x \in Ms : %x # m1)|n|"a"|s|TRUE',
}
LARGE = {
    "num": r"""
        (({num} + {num}) % 4)
        ({num} - {num})
        (({num} * {num}) % 5)
        Div({num}, {num})
        ({num} \div 2)
        (2 ^ ({num} % 3))
        (IF {bool} THEN {num} ELSE {num})
        (CASE {bool} -> {num} [] {bool} -> {num} [] OTHER -> {num})
        (CASE {bool} -> {num} [] n > 0 -> 1 [] n <= 0 -> {num})
        Both({num}, {num})
        Cardinality({set})
        Cardinality({sets})
        Len({seq})
        First({seq})
        Head({seq})
        At({seq}, {num})
        {seq}[{num}]
        At({rec}, {str})
        {rec}.a
        At({fun}, <<{num}, {num}>>)
        Sum({set})
        Least({set} \union {3})
        At(fact, {num})
        At(grid, <<{num}, {num}>>)
        I!Seen({num})
        I!Some
        J(2)!Seen({num})
        J(1)!Pair({num})[2]
        Len(SelectSeq({seq}, LAMBDA %x : {bool|x:num}))
        [%x \in 0..3 |-> (%x + {num}) % 3][{num} % 4]
        (LET %x == {num} IN {num|x:num} + %x)
        (LET %x(%y) == {num|y:num} IN (%x({num}) + %x({num})) % 5)
        (CHOOSE %x \in {set} \union {4} : {bool|x:num} \/ %x = 4)
        (CHOOSE %x \in {set} : {bool|x:num})
        (Twice(LAMBDA %x : {num|x:num}, {num}) % 7)
        (Apply(LAMBDA %x : {num|x:num}, n, {num}) % 7)
        Fold(LAMBDA %x, %y : {num|x:num,y:num}, 1, {set})
        (LET %x[%y \in 0..3] == IF %y = 0 THEN 1 ELSE %x[%y - 1] + ({num|y:num} % 3) IN %x[2])
        (LET RECURSIVE %x(_)
             %x(%y) == IF %y <= 0 THEN 0 ELSE 1 + %x(%y - 1 - ({num|y:num} % 2)) IN %x(n))
    """,
    "bool": r"""
        ({num} < {num})
        ({num} >= {num})
        ({num} = {num})
        ({set} = {set})
        ({set} \subseteq {set})
        ({seq} = {seq})
        ({rec} # {rec})
        ({fun} = {fun})
        ({any} = {any})
        ({str} = {str})
        ({num} \in {set})
        ({num} \notin {set})
        ({set} \in {sets})
        ({seq} \in Seq({set}))
        ({rec} \in [a : {set}, b : {set}])
        ({fun} \in [(0..1) \X (0..1) -> {set}])
        ({num} \in Nat)
        ({any} \in Ms \union {m1})
        ({any} \in STRING)
        (~{bool})
        ({bool} /\ {bool})
        ({bool} \/ {bool})
        ({bool} => {bool})
        ({bool} <=> {bool})
        (IF {bool} THEN {bool} ELSE {bool})
        Even({num})
        Odd({num})
        IsFiniteSet({set})
        (\E %x \in {set} : {bool|x:num})
        (\A %x \in {set} : {bool|x:num})
        (\E %x \in {set}, %y \in {sets} : {bool|x:num,y:set})
        (\A %x \in {set}, %y \in {sets} : {bool|x:num,y:set})
        (\E <<%x, %y>> \in Picks : {bool|x:num,y:num})
        (\A <<%x, %y>> \in DOMAIN f : {bool|x:num,y:num})
        (\E %x \in [1..2 -> {set}] : {bool|x:seq})
        (LET %x == {set} IN {bool|x:set} \/ %x = {})
        (LET %x == {seq} IN {bool|x:seq} \/ %x = <<>>)
        (LET %x == {rec} %y == %x IN {bool|x:rec,y:rec} \/ %x = %y)
    """,
    "state": r"""
        I!IsUp
        ENABLED (n' = {num} /\ {bool} /\ s' \in SUBSET {set} /\ UNCHANGED <<q, r, f>> /\ s' # s)
        ENABLED (\E %x \in {set} : n' = %x /\ %x > n /\ UNCHANGED <<s, q, r, f>>)
        (ENABLED <<I!Up /\ UNCHANGED <<s, q, r, f>>>>_vars)
    """,
    "step": r"""
        Changed(n)
        Changed(s)
        (UNCHANGED <<n, q>>)
        (Later(Size) >= {num})
        (n' > Len(q'))
        ((Size + n)' = {num})
    """,
    "set": r"""
        ({set} \union {set})
        ({set} \intersect {set})
        ({set} \ {set})
        ({set} ++ {set})
        {{num}, {num}}
        ({num}..{num})
        (UNION {sets})
        (DOMAIN {seq})
        {{num|x:num} : %x \in {set}}
        {{num|x:num,y:num} : %x \in {set}, %y \in {set}}
        {{num|x:num,y:num} : <<%x, %y>> \in Picks}
        {%x \in {set} : {bool|x:num}}
        (UNION {{set|x:num} : %x \in {set}})
        (IF {bool} THEN {set} ELSE {set})
        (CHOOSE %x \in {sets} \union {s} : %x = s \/ {bool|x:set})
    """,
    "sets": r"""
        (SUBSET {set})
        ({sets} \union {sets})
        ({sets} \ {sets})
        ({sets} \intersect {sets})
        {{set}, {set}}
        {%x \in {sets} : {bool|x:set}}
        {{set|x:num} : %x \in {set}}
    """,
    "seq": r"""
        Append({seq}, {num})
        ({seq} \o {seq})
        Rest({seq})
        Part({seq}, {num}, {num})
        SubSeq({seq}, 1, {num})
        [{seq} EXCEPT ![{num}] = {num}]
        [{seq} EXCEPT ![{num}] = @ + {num}, ![1] = {num}]
        <<{num}, {num}>>
        (IF {bool} THEN {seq} ELSE {seq})
        SortSeq({seq}, LAMBDA %x, %y : %x < %y)
        SelectSeq({seq}, LAMBDA %x : {bool|x:num})
        [%x \in 1..Len(q) |-> {num|x:num}]
        (CHOOSE %x \in [1..2 -> {set} \union {0}] : %x[1] <= %x[2])
        ({num} :> {num} @@ {seq})
    """,
    "rec": r"""
        [a |-> {num}, b |-> {num}]
        [a |-> {num}, c |-> {num}]
        [{rec} EXCEPT !.a = {num}]
        [{rec} EXCEPT !.a = @ + 1, !.b = {num}]
        [r EXCEPT ![{str}] = {num}]
        [%x \in {"a", "b"} |-> {num}]
        (IF {bool} THEN {rec} ELSE {rec})
        (CHOOSE %x \in [a : {set} \union {5}, b : 0..1] : %x.a >= {num} \/ %x.a = 5)
        ("b" :> {num} @@ {rec})
    """,
    "fun": r"""
        [{fun} EXCEPT ![{num}, {num}] = {num}]
        [{fun} EXCEPT ![<<0, 1>>] = @ + {num}, ![0, 0] = {num}]
        (<<{num}, 0>> :> {num} @@ {fun})
        (IF {bool} THEN {fun} ELSE {fun})
        [%x, %y \in 0..1 |-> {num|x:num,y:num}]
        [<<%x, %y>> \in (0..1) \X (0..1) |-> {num|x:num,y:num}]
        [%x \in 0..1, %y \in {1} |-> {num|x:num,y:num}]
    """,
    "str": r"""
        (IF {bool} THEN "a" ELSE {str})
        (CHOOSE %x \in DOMAIN {rec} : TRUE)
    """,
    "any": r"""
        (IF {bool} THEN m1 ELSE {any})
        <<{any}, {num}>>
        (CHOOSE %x \in Ms \union {m1} : %x # {any})
        {{any}}
        [k |-> {any}]
    """,
}
ASSIGN = {
    "n": r"""
        n' \in {set}
        (\E %x \in {set} : n' = %x)
        I!Up
        (n' = {num} \/ (n' = 1 /\ {bool}))
        (IF {bool} THEN n' = {num} ELSE n' = 0)
        (CASE {bool} -> n' = {num} [] OTHER -> UNCHANGED n)
        (LET %x == {num} IN n' = %x /\ %x < 9)
        n' = {num}
    """,
    "s": r"""
        s' \in SUBSET {set}
        s' \in {sets}
        (\E %x \in {set} : s' = s \union {%x})
        s' = {set}
    """,
    "q": "q' = {seq}",
    "r": "r' = {rec}",
    "f": "f' = {fun}",
}
_PART = re.compile(r"\{(num|bool|sets|set|seq|rec|fun|str|any)(?:\|([a-z:,]+))?\}")
_NAME = re.compile(r"%([xy])")


def _lines(text: str) -> list[str]:
    """Templates, one a line; a line that is indented further goes on with the one before."""
    found: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith(" " * 12):
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found


_SMALL = {k: [t.replace("~", "|") for t in text.split("|")] for k, text in SMALL.items()}
_LARGE = {k: _lines(text) for k, text in LARGE.items()}
_ASSIGN = {k: _lines(text) for k, text in ASSIGN.items()}


class Wide:
    """One random spec; `wrong` is the share of expressions of another kind than is expected."""

    def __init__(self, seed: int, wrong: float = 0.005, depth: int = 2) -> None:
        self.random = Random(seed)
        self.wrong, self.depth = wrong, depth
        self.names: dict[str, list[str]] = {kind: [] for kind in SMALL}
        self.count = 0
        self.step = False

    def expression(self, kind: str, depth: int) -> str:
        """A random expression."""
        if self.random.random() < self.wrong:
            kind = self.random.choice(list(SMALL))
        if self.names[kind] and self.random.random() < 0.35:
            return self.random.choice(self.names[kind])
        if depth <= 0:
            return self.filled(self.random.choice(_SMALL[kind]), 0)
        choices = _LARGE[kind]
        if kind == "bool":
            choices = choices + _LARGE["step" if self.step else "state"]
        return self.filled(self.random.choice(choices), depth - 1)

    def filled(self, template: str, depth: int) -> str:
        """A template with all its parts."""
        self.count += 1
        fresh = {name: f"{name}{self.count}" for name in "xy"}

        def part(found: re.Match[str]) -> str:
            pairs = [p.split(":") for p in (found[2] or "").split(",") if p]
            for name, kind in pairs:
                self.names[kind].append(fresh[name])
            made = self.expression(found[1], depth)
            for name, kind in pairs:
                self.names[kind].remove(fresh[name])
            return made

        return _PART.sub(part, _NAME.sub(lambda m: fresh[m[1]], template))

    def action(self) -> str:
        """A guard, a value for every variable, perhaps a condition on the step."""
        parts = [self.expression("bool", self.depth)] if self.random.random() < 0.7 else []
        for variable in self.random.sample("nsqrf", 5):
            if self.random.random() < 0.35:
                parts.append(f"UNCHANGED {variable}")
            else:
                parts.append(self.filled(self.random.choice(_ASSIGN[variable]), self.depth))
        if self.random.random() < 0.25:
            parts.append(self.about_steps())
        return " /\\ ".join(parts)

    def about_steps(self) -> str:
        """A formula about two states."""
        self.step = True
        made = self.expression("bool", self.depth)
        self.step = False
        return made

    def spec(self) -> tuple[str, str]:
        """The module and its configuration."""
        chance, lines = self.random.random, [HEADER]
        names = [f"A{i}" for i in range(self.random.randint(1, 3))]
        for name in names:
            action = self.action()
            if chance() < 0.12:
                action = f"({action}) \\cdot ({self.action()})"
            lines.append(f"{name} == {action}")
        lines.append("Next == " + " \\/ ".join(names))
        lines.append(f"Inv == n > 3 \\/ s # {{}} \\/ {self.expression('bool', self.depth)}")
        some = self.expression("bool", 1)
        lines.append(f"Con == n \\in -3..5 /\\ Size < 4 /\\ Len(q) < 4 /\\ (n < 4 \\/ {some})")
        lines.append(f"Act == n' = n \\/ {self.about_steps()}")
        lines.append(f"Prop == [][n' # n \\/ q' = q \\/ {self.about_steps()}]_<<n, s>>")
        lines.append("====\n")
        config = "INIT Init\nNEXT Next\nCONSTRAINT Con\n"
        config += "CONSTANTS m1 = m1 m2 = m2 Ms = {m1, m2, m3}\n"
        optional = ("CHECK_DEADLOCK FALSE", 0.5), ("INVARIANT Inv", 0.4), ("PROPERTY Prop", 0.3)
        rare = ("ACTION_CONSTRAINT Act", 0.2), ("VIEW View", 0.15)
        config += "".join(f"{line}\n" for line, share in (*optional, *rare) if chance() < share)
        return "\n".join(lines), config
