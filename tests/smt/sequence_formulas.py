"""Random formulas about sequences, and random states in which to evaluate them."""

from __future__ import annotations

from random import Random

from holdfast.ir.system import System
from tests.smt.unbounded_proofs import system_of_text

MODULE = r"""EXTENDS Integers, Sequences, SequencesExt
CONSTANTS Node, N
VARIABLES q, r, w, m, f, rec, ss, t, k, x
vars == <<q, r, w, m, f, rec, ss, t, k, x>>
Message == [kind : {"a", "b"}, n : Int]
Init ==
  /\ q \in Seq(Int) /\ r \in Seq(Int)
  /\ w \in [1..N -> 0..3]
  /\ m \in Seq(Message)
  /\ f \in [Node -> Seq(Int)]
  /\ rec \in [log : Seq(Int), n : Int]
  /\ ss \in Seq(Seq(Int))
  /\ t \in Int \X Int
  /\ k \in Int /\ x \in Node
Next == UNCHANGED vars
"""
VARIABLES = ("q", "r", "w", "m", "f", "rec", "ss", "t", "k")


class SequenceFormulas:
    """Makes the text of random formulas about sequences."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0

    def one_of(self, *texts: str) -> str:
        """One of the texts."""
        return self.random.choice(texts)

    def name(self) -> str:
        """A name that is not in use."""
        self.count += 1
        return f"i{self.count}"

    def number(self, depth: int, names: tuple[str, ...] = ()) -> str:
        """A number."""
        if depth == 0 or self.random.random() < 0.5:
            return self.one_of("0", "1", "2", "3", "k", "N", "t[1]", "(k + 1)", *names)
        s = self.sequence(depth - 1, names)
        return self.one_of(
            f"Len({s})",
            f"Len({s}) + 1",
            f"Head({s})",
            f"{s}[{self.number(depth - 1, names)}]",
            f"{s}[Len({s})]",
            f"m[{self.number(0, names)}].n",
            "Len(Append(m, Head(m)))",
            f"Len(ss[{self.number(0, names)}])",
            f"Last({s})",
        )

    def sequence(self, depth: int, names: tuple[str, ...] = ()) -> str:
        """A sequence of numbers."""
        a, b = self.number(0, names), self.number(0, names)
        if depth == 0 or self.random.random() < 0.2:
            return self.one_of(
                *("q", "r", "w", "f[x]", "rec.log", "t", "<<>>", f"<<{a}>>", f"<<{a}, {b}>>")
            )
        s, other = self.sequence(depth - 1, names), self.sequence(depth - 1, names)
        n, i = self.number(depth - 1, names), self.name()
        inner = self.number(0, (*names, i))  # what has a value: a function need not be applied
        return self.one_of(
            f"Tail({s})",
            f"Append({s}, {n})",
            f"({s} \\o {other})",
            f"SubSeq({s}, {a}, {b})",
            f"SubSeq({s}, 2, Len({s}))",
            f"[{s} EXCEPT ![{a}] = {n}]",
            f"[{s} EXCEPT ![{a}] = @ + 1]",
            f"[{i} \\in 1..Len({s}) |-> {s}[{i}] + 1]",
            f"[{i} \\in DOMAIN {s} |-> {inner}]",
            f"[{i} \\in 1..{n} |-> {inner}]",
            f"(IF {self.formula(0, names)} THEN {s} ELSE {other})",
            f"(CASE {self.formula(0, names)} -> {s} [] OTHER -> {other})",
            f"(LET s{i} == {s} IN s{i} \\o s{i})",
            f"[f EXCEPT ![x] = {s}][x]",
            f"[rec EXCEPT !.log = {s}].log",
            f"Append(ss, {s})[{a}]",
            f"Head(<<{s}, {other}>>)",
            f"Front({s})",
        )

    def formula(self, depth: int, names: tuple[str, ...] = ()) -> str:
        """A formula."""
        if depth and self.random.random() < 0.3:
            a, b = self.formula(depth - 1, names), self.formula(depth - 1, names)
            return self.one_of(f"({a} /\\ {b})", f"({a} \\/ {b})", f"({a} => {b})", f"~({a})")
        s, other = self.sequence(depth, names), self.sequence(depth, names)
        n, a, i = self.number(depth, names), self.number(0, names), self.name()
        inner = self.one_of(f"{s}[{i}]", i)
        return self.one_of(
            f"{s} = {other}",
            f"{s} # {other}",
            f"{s} = <<>>",
            f"<<{n}>> = {s}",
            f"Len({s}) {self.one_of('=', '<', '>=')} {n}",
            f"(\\A {i} \\in 1..Len({s}) : {inner} {self.one_of('=', '<')} {n})",
            f"(\\E {i} \\in 1..Len({s}) : {inner} = {n})",
            f"(\\A {i} \\in 1..Len({s}) - 1 : {s}[{i}] <= {s}[{i} + 1])",
            f"{n} \\in {{{s}[{i}] : {i} \\in 1..Len({s})}}",
            f"{{{s}[{i}] : {i} \\in DOMAIN {s}}} = {{{n}, {a}}}",
            f"Contains({s}, {n})",
            f"ToSet({s}) \\subseteq {{0, {n}}}",
            f"{s} \\in Seq(Nat)",
            f"{s} \\in Seq(0..2)",
            f"{s} \\in [1..{a} -> 0..3]",
            f"{s} \\in [DOMAIN {other} -> Nat]",
            f"{s} \\in {{<<{a}>>, <<{a}, {n}>>, <<>>}}",
            f"{s} \\in (0..2) \\X Nat",
            f"DOMAIN {s} = 1..{a}",
            f"{a} \\in DOMAIN {s}",
            f"m = Append(m, m[{a}])",
            f'Append(m, [kind |-> "a", n |-> {n}])[{a}].kind = "a"',
            "Tail(m) = <<>>",
            f"ss = <<{s}>>",
            f"Append(ss, {s}) = <<{other}>>",
            f"[f EXCEPT ![x] = {s}] = [f EXCEPT ![x] = {other}]",
            f"rec = [log |-> {s}, n |-> {a}]",
            f"[log |-> {s}, n |-> {a}] \\in [log : Seq(Nat), n : Int]",
            f"[p \\in Node |-> {s}] \\in [Node -> Seq(Nat)]",
        )


def random_values(random: Random, length: int) -> dict[str, str]:
    """The text of a value for each variable except `x`."""

    def numbers(most: int = 3) -> str:
        return (
            f"<<{', '.join(str(random.randrange(3)) for _ in range(random.randrange(most + 1)))}>>"
        )

    def messages() -> str:
        rows = range(random.randrange(3))
        parts = [f'[kind |-> "{random.choice("ab")}", n |-> {random.randrange(3)}]' for _ in rows]
        return f"<<{', '.join(parts)}>>"

    return {
        "q": numbers(),
        "r": numbers(),
        "w": f"<<{', '.join(str(random.randrange(4)) for _ in range(length))}>>",
        "m": messages(),
        "f": f"[p \\in Node |-> {numbers()}]",
        "rec": f"[log |-> {numbers()}, n |-> {random.randrange(3)}]",
        "ss": f"<<{', '.join(numbers(2) for _ in range(random.randrange(3)))}>>",
        "t": f"<<{random.randrange(3)}, {random.randrange(3)}>>",
        "k": str(random.randrange(-1, 4)),
    }


def sequence_system(formulas: list[str], states: list[dict[str, str]], length: int) -> System:
    """A system with the formulas P0, P1, ..., and with states: S0 is a row, G0 a formula."""
    rows = [f"P{i} == {text}" for i, text in enumerate(formulas)]
    for i, state in enumerate(states):
        rows.append(
            f"S{i} == <<{', '.join(state[v] for v in VARIABLES)}, CHOOSE p \\in Node : TRUE>>"
        )
        # A definition that nothing mentions would be left out of the system.
        equations = " /\\ ".join(f"{v} = {state[v]}" for v in VARIABLES)
        rows.append(f"G{i} == N = {length} /\\ {equations} /\\ S{i} = S{i}")
    names = " ".join(row.split()[0] for row in rows if row[0] != "S")
    config = f"INIT Init NEXT Next CONSTANTS Node = {{n1, n2}} N = {length} INVARIANTS {names}"
    return system_of_text(MODULE + "\n".join(rows), config)
