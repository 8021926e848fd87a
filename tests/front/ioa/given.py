"""Files of automata for tests, and what the reader finds in them."""

from __future__ import annotations

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.reader import read_file
from holdfast.source import Diagnostic, Source

COUNTER = '''"""A counter that others may reset."""
from holdfast.ioa import *

Small: type = IntRange[0:4]
Colour: type = Enum[RED, GREEN]
Msg: type = NamedTuple[src: int, val: Small]


def twice(a: int) -> int:
    return a + a


@automaton
def Counter_(N: nat):
    where = N > 0

    class signature:
        @output
        def tick(k: Small):
            where = k < N

        @input
        def reset():
            pass

    class states:
        n: Small
        light: Colour
        sent: Seq[Msg]
        seen: Set[int]
        at: Map[int, bool]
        bag: Mset[int]
        word: bv8
        name: str
        pair: Tuple[int, bool]
        x: Real

    initially = n == 0 and light == RED

    class transitions:
        @output
        @pre(k == n and light == RED)
        def tick(k):
            n = incre(n)
            light = GREEN

        @input
        def reset():
            n, light = 0, RED

    invariant_of = 0 <= n < 4
'''


def read(text: str) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """A text, read."""
    return read_file(Source("T.py", text))


def accepted(text: str) -> tree.File:
    """The tree of a file without mistakes."""
    file, diagnostics = read(text)
    assert not diagnostics, "\n\n".join(d.render() for d in diagnostics)
    assert file is not None
    return file


def found(text: str) -> list[tuple[str, str]]:
    """The code and the underlined text of each message about a file."""
    _, diagnostics = read(text)
    return [(d.code, d.span.text if d.span else "") for d in diagnostics]


def automaton(invariant: str = "True", effect: str = "pass", **parts: str) -> str:
    """A file with one automaton: its variables have all kinds of types.

    Other parts are `pre`, more `states`, `more` after the invariant, `top` before the automaton.
    """
    indent = "\n            "
    return f"""{TYPES}{parts.get("top", "")}
@automaton
def A(N: int, M: nat, C: Colour):
    where = N > 0
    class signature:
        @output
        def act(k: Small, flag: bool): pass
    class states:
        {parts.get("states", "pass")}
        i: int
        b: bool
        n: nat
        small: Small
        large: Large
        odd: Odd
        colour: Colour
        shape: Shape
        word: bv8
        bit: bv1
        text: str
        char: Char
        real: Real
        msg: Msg
        pair: Tuple[int, bool]
        q: Seq[int]
        smalls: Seq[Small]
        msgs: Seq[Msg]
        bits: Seq[bv1]
        grid: Seq[Seq[int]]
        s: Set[int]
        colours: Set[Colour]
        wide: ISet[int]
        pairs: Set[Tuple[int, Colour]]
        m: Map[Small, bool]
        f: Map[Colour, int]
        bag: Mset[int]
    class transitions:
        @output
        @pre({parts.get("pre", "True")})
        def act(k, flag):
            {effect.replace(chr(10), indent)}
    invariant_of = {invariant}
{parts.get("more", "")}"""


TYPES = """
Small: type = IntRange[0:4]
Large: type = IntRange[-1:11]
Odd: type = IntEnum[1, 3, 5]
Colour: type = Enum[RED, GREEN, BLUE]
Shape: type = Enum["ROUND"]
Msg: type = NamedTuple[src: int, col: Colour]
One: type = NamedTuple["only": bool]

def between(a: int, b: int, c: int) -> bool:
    return a < b < c

def half(a: int) -> int:
    return a / 2
"""


def only(text: str) -> tree.Automaton:
    """The last automaton of a file without mistakes."""
    last = accepted(text).automata[-1]
    assert isinstance(last, tree.Automaton)
    return last


def formula(text: str) -> tree.Expr:
    """A formula of the automaton, read without mistakes."""
    return only(automaton(text)).invariants[0].formula


def effect(text: str) -> tuple[tree.Statement, ...]:
    """The statements of an effect, read without mistakes."""
    return only(automaton(effect=text)).transitions[0].effect


PARTS = """
Side: type = Enum[LEFT, RIGHT]
Index: type = IntRange[0:3]
Point: type = NamedTuple[x: int, y: int]

@automaton
def Proc(i: int, u: nat):
    class signature:
        @output
        def send(v: int): pass
        @input
        def recv(v: int): pass
        @internal
        def step(): pass
    class states:
        q: Seq[int]
        at: Point
    class transitions: pass

@composition
def Two(k: int):
    class components:
        left: Proc(k, 1)
        row: [Proc(i, u=0) for i in range(k)]

@composition
def Hides():
    hidden = {send}
    class components:
        inner: Two(1)
"""


def system(components: str = "pass", rest: str = "", params: str = "N: int") -> str:
    """A file whose last automaton is a composition with these components."""
    return f"""{PARTS}
@composition
def Sys({params}):
    where = {"N > 0" if params == "N: int" else "True"}
    class components:
        {components}
{rest}"""
