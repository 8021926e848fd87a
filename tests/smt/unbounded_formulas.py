"""Random formulas over a state of many shapes, and random states of that kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.system import System
from holdfast.ir.values import Value, boolean, model_value
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, errors

MODULE = r"""---- MODULE Random ----
EXTENDS Integers, FiniteSets
CONSTANTS Node, Quorum, Nil, K
VARIABLES s, e, f, g, pc, h, k, m, tab, rec
vars == <<s, e, f, g, pc, h, k, m, tab, rec>>
Message == [type : {"ask"}, who : Node] \union [type : {"ok"}] \union [type : {"no"}, n : Int]
Init ==
  /\ s \in SUBSET Node
  /\ e \in SUBSET (Node \X Node)
  /\ f \in [Node -> Node \union {Nil}]
  /\ g \in [Node -> BOOLEAN]
  /\ pc \in [Node -> {"a", "b", "c"}]
  /\ h \in [Node -> SUBSET Node]
  /\ k \in Int
  /\ m \in SUBSET Message
  /\ tab \in [Node -> [Node -> {0, 1}]]
  /\ rec \in [on : BOOLEAN, at : Node, count : Int]
Next == UNCHANGED vars
Majority == {Q \in SUBSET Node : 2 * Cardinality(Q) > Cardinality(Node)}
MajorityOf(S) == {Q \in SUBSET S : 2 * Cardinality(Q) > Cardinality(S)}
%s
====
"""


class Formulas:
    """Makes the text of random formulas."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0

    def one_of(self, *texts: str) -> str:
        """One of the texts."""
        return self.random.choice(texts)

    def formula(self, depth: int, nodes: tuple[str, ...] = ()) -> str:
        """A formula; `nodes` are bound names of nodes."""
        if depth == 0 or (nodes and self.random.random() < 0.25):
            return self.atom(nodes)
        sub = depth - 1
        kind = self.random.randrange(7)
        if kind == 0:
            return f"({self.formula(sub, nodes)} /\\ {self.formula(sub, nodes)})"
        if kind == 1:
            return f"({self.formula(sub, nodes)} \\/ {self.formula(sub, nodes)})"
        if kind == 2:
            return f"({self.formula(sub, nodes)} => {self.formula(sub, nodes)})"
        if kind == 3:
            return f"~({self.formula(sub, nodes)})"
        if kind == 4:
            test = self.formula(sub, nodes)
            return f"(IF {test} THEN {self.formula(sub, nodes)} ELSE {self.formula(sub, nodes)})"
        return self.quantified(sub, nodes)

    def quantified(self, depth: int, nodes: tuple[str, ...]) -> str:
        """A quantifier over nodes, over quorums or over messages."""
        self.count += 1
        quantifier = self.one_of("\\A", "\\E")
        kind = self.random.random()
        if kind < 0.65:
            x = f"x{self.count}"
            body = self.formula(depth, (*nodes, x))
            return f"({quantifier} {x} \\in {self.set(nodes, 1)} : {body})"
        if kind < 0.85:
            q = f"q{self.count}"
            family = self.one_of("Quorum", "Majority", f"MajorityOf({self.set(nodes, 0)})")
            inner = self.one_of(
                f"{q} \\subseteq {self.set(nodes, 0)}",
                f"{q} \\intersect {self.set(nodes, 0)} # {{}}",
                f"\\A y{self.count} \\in {q} : {self.formula(0, (*nodes, f'y{self.count}'))}",
            )
            return f"({quantifier} {q} \\in {family} : {inner})"
        x = f"z{self.count}"
        inner = self.one_of(
            f'{x}.type = "ask"',
            f'({x}.type = "no" => {x}.n < {self.number(nodes)})',
            f'({x}.type = "ask" /\\ {x}.who \\in {self.set(nodes, 0)})',
            f'{x} = [type |-> "ok"]',
        )
        return f"({quantifier} {x} \\in m : {inner})"

    def node(self, nodes: tuple[str, ...]) -> str:
        """A node."""
        return self.one_of(*nodes, "rec.at") if nodes else "rec.at"

    def number(self, nodes: tuple[str, ...]) -> str:
        """A number."""
        n = self.node(nodes)
        return self.one_of(
            "0", "1", "k", "K", "rec.count", "(k + 1)", "(2 * k)", "(-k)", f"tab[{n}][{n}]"
        )

    def set(self, nodes: tuple[str, ...], depth: int) -> str:
        """A set of nodes."""
        n = self.node(nodes)
        texts = ["Node", "s", f"h[{n}]", f"{{{n}}}", "{}"]
        if depth:
            a, b = self.set(nodes, depth - 1), self.set(nodes, depth - 1)
            texts += [f"({a} \\union {b})", f"({a} \\intersect {b})", f"({a} \\ {b})"]
            self.count += 1
            x = f"w{self.count}"
            texts += [
                f"{{{x} \\in {a} : {x} \\in h[{n}]}}",
                f"{{{x} \\in Node : <<{x}, {n}>> \\in e}}",
                f"{{{x} \\in Node : f[{x}] = {n}}}",
                f"(UNION {{h[{x}] : {x} \\in {a}}})",
            ]
        return self.one_of(*texts)

    def atom(self, nodes: tuple[str, ...]) -> str:
        """A formula without parts."""
        n, o = self.node(nodes), self.node(nodes)
        a, b = self.set(nodes, 1), self.set(nodes, 1)
        return self.one_of(
            f"{n} = {o}",
            f"{n} \\in {a}",
            f"<<{n}, {o}>> \\in e",
            f"f[{n}] = {o}",
            f"f[{n}] = Nil",
            f"f[{n}] \\in {a}",
            f"f[{n}] = f[{o}]",
            f"[f EXCEPT ![{n}] = {o}][{o}] = {n}",
            f"[f EXCEPT ![{n}] = Nil] = f",
            f"g[{n}]",
            f"g = [g EXCEPT ![{n}] = ~@]",
            f'pc[{n}] = "a"',
            f'pc[{n}] \\in {{"a", "b"}}',
            f"pc[{n}] = pc[{o}]",
            'pc \\in [Node -> {"a", "c"}]',
            f"{a} = {b}",
            f"{a} \\subseteq {b}",
            f"h[{n}] = h[{o}]",
            f"h \\in [Node -> SUBSET {a}]",
            f"{self.number(nodes)} < {self.number(nodes)}",
            f"{self.number(nodes)} = {self.number(nodes)}",
            f"{self.number(nodes)} % 2 = 1",
            f"Cardinality({a}) {self.one_of('=', '<=', '>', '#')} {self.random.randrange(4)}",
            f"{a} \\in Quorum",
            f"{a} \\in Majority",
            f"2 * Cardinality({a}) > Cardinality({b})",
            '[type |-> "ok"] \\in m',
            f'[type |-> "ask", who |-> {n}] \\in m',
            f'[type |-> "no", n |-> {self.number(nodes)}] \\in m',
            "m \\subseteq Message",
            f"tab[{n}][{o}] = {self.one_of('0', '1', '2')}",
            f"tab[{n}] = tab[{o}]",
            f"[tab EXCEPT ![{n}][{o}] = 1][{o}][{n}] = 1",
            "rec.on",
            f"rec = [rec EXCEPT !.at = {n}]",
            f"rec \\in [on : {{TRUE}}, at : {a}, count : Nat]",
            f"<<{n}, {o}>> \\in {a} \\X {b}",
            f"{{<<x, y>> \\in e : x = {n}}} = {{}}",
            f"{{f[x] : x \\in {a}}} = {{Nil}}",
            f"DOMAIN f = {a}",
            f"(CHOOSE x \\in {a} : x = {n}) = {n}",
            f"(CASE g[{n}] -> 1 [] OTHER -> k) = {self.number(nodes)}",
        )


def system_of(formulas: list[str]) -> System:
    """A system with the formulas as invariants P0, P1, ..."""
    rows = "\n".join(f"P{i} == {text}" for i, text in enumerate(formulas))
    spec = load_spec(Path("Random.tla"), files=Files.over({Path("Random.tla"): MODULE % rows}))
    wrong = errors(spec.diagnostics)
    assert not wrong, [(d.message, d.span) for d in wrong][:3]
    names = " ".join(f"P{i}" for i in range(len(formulas)))
    config = read_config(
        Source(
            "Random.cfg",
            "INIT Init\nNEXT Next\nCONSTANTS Node = {n1, n2, n3} Quorum = {{n1, n2}, {n3}}"
            f" Nil = Nil K = 2\nINVARIANTS {names}",
        )
    )
    return run_pipeline(build_model(spec, config).system)


def random_constants(random: Random) -> dict[str, Value]:
    """Constants of a small size."""
    nodes = [model_value(f"Node_{i}") for i in range(1, random.randrange(1, 4) + 1)]
    quorums = [_subset(random, nodes) for _ in range(random.randrange(4))]
    return {
        "Node": set_of(nodes),
        "Quorum": set_of(quorums),
        "Nil": model_value("Nil"),
        "K": random.randrange(-1, 3),
    }


def random_state(random: Random, nodes: list[Value]) -> Mapping[str, Value]:
    """A state of the right shapes."""
    nil = model_value("Nil")
    pairs = [(a, b) for a in nodes for b in nodes]
    messages: list[Value] = [record_of({"type": "ask", "who": n}) for n in nodes]
    messages += [record_of({"type": "ok"})]
    messages += [record_of({"type": "no", "n": i}) for i in range(-1, 3)]

    def table(make: Callable[[], Value]) -> Value:
        return function_from([(n, make()) for n in nodes])

    return {
        "s": _subset(random, nodes),
        "e": _subset(random, pairs),
        "f": table(lambda: random.choice([*nodes, nil])),
        "g": table(lambda: boolean(random.random() < 0.5)),
        "pc": table(lambda: random.choice("abc")),
        "h": table(lambda: _subset(random, nodes)),
        "k": random.randrange(-2, 3),
        "m": _subset(random, messages),
        "tab": table(lambda: table(lambda: random.randrange(2))),
        "rec": record_of(
            {
                "on": boolean(random.random() < 0.5),
                "at": random.choice(nodes),
                "count": random.randrange(-2, 3),
            }
        ),
    }


def _subset(random: Random, values: Sequence[Value]) -> Value:
    return set_of([v for v in values if random.random() < 0.5])
