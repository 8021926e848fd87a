"""Generated diagrams, for round trips and operations."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import strategies as st

from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Claim,
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
    Refinement,
)

identifiers = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,3}", fullmatch=True)
odd_names = st.sampled_from(
    ["end", "node", "a b", "x = 1", "~P", "(y)", '"', "\\*", "p[1], q", "WF", "enabled", "initial"]
)
names = identifiers | odd_names
formulas = st.sampled_from(
    [
        "x = 1",
        "x=1",
        "(x = 1)",
        "~(x = 1)",
        "~x",
        "f[a, b] = <<1, 2>>",
        'pc = "a, b"',
        "x = 1 /\\ y = 2",
        "x = 1, y = 2",
        "x == 1",
        "(a) = (b)",
        "\\E q \\in S : q # p",
        '"P"',
        "x << 2",
        "y >> 2",
        "<<x << 2>>",
        'm = "\\\\*"',
        "é = 1",
    ]
)
"""Formulas, some of which look like something else."""
RESERVED = ("U", "W", "R", "X", "at", "TRUE", "FALSE")


@st.composite
def predicates(draw: st.DrawFn) -> tuple[Predicate, ...]:
    """Predicates with different names: definitions, formulas with a name, and without."""
    found: dict[str, Predicate] = {}
    for kind in draw(st.lists(st.sampled_from("dnf"), max_size=4)):
        name = draw(names if kind != "f" else formulas)
        text = draw(formulas) if kind == "n" else name
        if name not in RESERVED and _is_text(name if kind == "d" else text):
            found[name] = Predicate(name, text)
    return tuple(found.values())


def _is_text(text: str) -> bool:
    """Whether it can be a formula: a name that is its own formula must look like one."""
    return text not in ('"', "\\*")


@st.composite
def diagrams(draw: st.DrawFn, name: str = "D") -> Diagram:
    """Any diagram, whose claims are simple."""
    known = draw(predicates())
    nodes = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    actions = draw(st.lists(names, max_size=3, unique=True))
    orderings = draw(st.lists(names, max_size=2, unique=True))
    first = draw(st.sampled_from(nodes))
    return Diagram(
        name,
        known,
        tuple(draw(_actions(a, nodes)) for a in actions),
        tuple(draw(_orderings(o)) for o in orderings),
        tuple(Node(n, draw(_literals(known)), n == first or draw(st.booleans())) for n in nodes),
        tuple(draw(st.lists(_edges(nodes, actions, orderings), max_size=6))),
        draw(_claims()),
        draw(st.none() | st.sampled_from(["Spec.tla", 'a "b".tla', "../x y.pml"])),
        draw(st.sampled_from([(), (("p", "Proc"),), (("p", "Proc"), ("q", "{1, 2}"))])),
    )


@st.composite
def _actions(draw: st.DrawFn, name: str, nodes: list[str]) -> Action:
    abstract = draw(st.booleans())
    enabled = draw(st.none() | st.lists(st.sampled_from(nodes), unique=True).map(tuple))
    text = None if abstract else draw(st.none() | formulas)
    return Action(name, draw(st.sampled_from(Fairness)), text, enabled, abstract)


@st.composite
def _orderings(draw: st.DrawFn, name: str) -> Ordering:
    text = draw(formulas) if not _is_text(name) else draw(st.just(name) | formulas)
    return Ordering(name, text, draw(st.sampled_from(["numbers", "sets", "tuples"])))


@st.composite
def _literals(draw: st.DrawFn, known: tuple[Predicate, ...]) -> tuple[Literal, ...]:
    chosen = draw(st.permutations(known))[: draw(st.integers(0, len(known)))]
    return tuple(Literal(p.name, draw(st.booleans())) for p in chosen)


@st.composite
def _edges(draw: st.DrawFn, nodes: list[str], actions: list[str], orderings: list[str]) -> Edge:
    some = st.lists(st.sampled_from(actions), unique=True) if actions else st.just([])
    terms = st.lists(st.sampled_from(orderings), unique=True) if orderings else st.just([])
    return Edge(
        draw(st.sampled_from(nodes)),
        draw(st.sampled_from(nodes)),
        tuple(draw(some)),
        tuple(Annotation(t, draw(st.booleans())) for t in draw(terms)),
    )


def _claims() -> st.SearchStrategy[tuple[Claim, ...]]:
    texts = st.sampled_from(["TRUE", "[]<>TRUE", "FALSE ~> TRUE"])
    return st.dictionaries(names, texts, max_size=2).map(
        lambda found: tuple(Claim(name, text) for name, text in found.items())
    )


@st.composite
def files(draw: st.DrawFn) -> Diagrams:
    """Several diagrams, and perhaps a refinement."""
    found = tuple(draw(diagrams(name)) for name in draw(st.lists(names, max_size=3, unique=True)))
    if len(found) < 2 or draw(st.booleans()):
        return Diagrams(found or (draw(diagrams()),))
    concrete, abstract = found[:2]
    targets = st.sampled_from([n.name for n in abstract.nodes])
    mapping = MappingProxyType({n.name: draw(targets) for n in concrete.nodes})
    return Diagrams(found, (Refinement(concrete.name, abstract.name, mapping),))
