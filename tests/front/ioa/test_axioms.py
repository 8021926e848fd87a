"""Axioms of I/O automata: what violates them, with its witness, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.document import Asked, AxiomKind
from holdfast.front.load import load
from holdfast.prove.axiom_answer import SettledAxiom
from holdfast.prove.axioms import settle_axioms

pytestmark = pytest.mark.smt


def settled(folder: Path, text: str, automaton: str | None = None) -> tuple[SettledAxiom, ...]:
    """The axioms of a text, decided."""
    path = folder / "model.py"
    path.write_text(text)
    document = load(path)
    assert document.ok, document.diagnostics
    return settle_axioms(document.axioms(Asked(automaton=automaton)))


def violations(folder: Path, text: str) -> dict[AxiomKind, list[str]]:
    """The witnesses of all violated axioms by kind; every axiom is decided."""
    found: dict[AxiomKind, list[str]] = {}
    for each in settled(folder, text):
        assert each.status != "unknown", (each.axiom.title, each.reason)
        if each.violation is not None:
            found.setdefault(each.axiom.kind, []).append(each.violation.text)
    return found


def automaton(name: str, signature: str, params: str = "", where: str = "True") -> str:
    """An automaton without state whose transitions are always possible."""
    stubs, moves = [], []
    for line in signature.split(";"):
        kind, action, condition = (part.strip() for part in line.split(":", 2))
        args = action[action.index("(") + 1 : -1]
        stubs.append(
            f"        @{kind}\n        def {_stub(action)}:\n            where = {condition}"
        )
        names = ", ".join(a.split("@")[0].strip() for a in args.split(",") if a.strip())
        moves.append(
            f"        @{kind}\n        def {action.split('(')[0]}({names}):\n            n = 0"
        )
    return (
        f"@automaton\ndef {name}({params}):\n    where = {where}\n    class signature:\n"
        + "\n".join(stubs)
        + "\n    class states:\n        n: int\n    class transitions:\n"
        + "\n".join(dict.fromkeys(moves))
        + "\n\n"
    )


def _stub(action: str) -> str:
    """`go(i @ nat)` as a Python stub: a colon separates other parts here."""
    return action.replace(" @ ", ": ")


# ---- compatibility ----


def test_hidden_outputs_of_a_component_are_internal(tmp_path: Path) -> None:
    text = (
        automaton("A", "output: go(i @ nat): i == 0")
        + automaton("B", "input: go(i @ nat): i <= 1")
        + "@composition\ndef Inner():\n    hidden = {go}\n    class components:\n        a: A()\n\n"
        + "@composition\ndef Outer():\n    class components:\n        x: Inner()\n        b: B()\n"
    )
    found = violations(tmp_path, text)
    assert found == {"compatibility": ["go(i=0) is internal to x, and an action of b"]}


def test_outputs_that_are_not_hidden_may_be_inputs_of_others(tmp_path: Path) -> None:
    text = (
        automaton("A", "output: go(i @ nat): i == 0")
        + automaton("B", "input: go(i @ nat): i <= 1")
        + "@composition\ndef Outer():\n    class components:\n        x: A()\n        b: B()\n"
    )
    assert violations(tmp_path, text) == {}


@pytest.mark.parametrize(
    ("condition", "witness"),
    [
        ("j == i", None),
        ("j == i / 2", "go(j=0) is an output of both P[0] and P[1] if N = 2"),
        ("j == i and i > 7", None),
    ],
)
def test_components_of_a_sequence_are_compared_with_each_other(
    condition: str, witness: str | None, tmp_path: Path
) -> None:
    text = automaton("A", f"output: go(j @ nat): {condition}", "i: nat") + (
        "@composition\ndef Outer(N: nat):\n    class components:\n"
        "        P: [A(i) for i in range(N)]\n"
    )
    found = violations(tmp_path, text)
    if witness is None:
        assert found == {}
    else:
        [said] = found["compatibility"]
        assert said == witness


def test_a_sequence_without_components_is_compatible_with_everything(tmp_path: Path) -> None:
    text = automaton("A", "output: go(j @ nat): True", "i: nat") + (
        "@composition\ndef Outer(N: nat):\n    where = N < 2\n    class components:\n"
        "        P: [A(i) for i in range(N)]\n"
    )
    assert violations(tmp_path, text) == {}


def test_sequences_in_sequences_are_compared(tmp_path: Path) -> None:
    inner = (
        "@composition\ndef Row(k: nat):\n    class components:\n"
        "        P: [A({}) for i in range(3)]\n\n"
    )
    outer = (
        "@composition\ndef Grid():\n    class components:\n"
        "        rows: [Row(k) for k in range(2)]\n"
    )
    a = automaton("A", "output: go(j @ nat): j == i", "i: nat")
    assert violations(tmp_path, a + inner.format("3 * k + i") + outer) == {}
    found = violations(tmp_path, a + inner.format("2 * k + i") + outer)
    assert list(found) == ["compatibility"]
    assert "is an output of both rows[" in found["compatibility"][0]


def test_an_internal_action_is_private(tmp_path: Path) -> None:
    text = (
        automaton("A", "internal: go(c @ bool): c")
        + automaton("B", "internal: go(c @ bool): not c")
        + automaton("C", "internal: go(c @ bool): True")
        + "@composition\ndef Fine():\n    class components:\n        a: A()\n        b: B()\n\n"
        + "@composition\ndef Wrong():\n    class components:\n        f: Fine()\n        c: C()\n"
    )
    found = violations(tmp_path, text)["compatibility"]
    assert found[0] == "go(c=False) is internal to f, and an action of c"
    assert len(found) == 2


# ---- where-clauses ----


def test_arguments_satisfy_the_where_clause_for_all_indices(tmp_path: Path) -> None:
    a = automaton("A", "output: go(j @ nat): j == i", "i: nat", "i < 4")
    text = (
        "@composition\ndef Outer(N: nat):\n    where = N < {}\n    class components:\n"
        "        P: [A(i) for i in range(N)]\n"
    )
    assert violations(tmp_path, a + text.format(5)) == {}
    found = violations(tmp_path, a + text.format(6))
    assert found == {"where": ["P[4] does not satisfy the where-clause of A if N = 5"]}


def test_an_argument_outside_its_type_is_not_defined(tmp_path: Path) -> None:
    a = automaton("A", "output: go(j @ nat): j == i", "i: nat")
    text = "@composition\ndef Outer(N: int):\n    class components:\n        a: A(N - 1)\n"
    found = violations(tmp_path, a + text)
    assert found == {"defined": ["value may not be of type nat, in `N - 1` if N = 0"]}


# ---- inputs ----


def test_an_input_without_a_transition_is_not_enabled(tmp_path: Path) -> None:
    text = """
@automaton
def A(k: int):
    class signature:
        @input
        def go(i: int):
            where = i > k
    class states:
        n: nat
    class transitions:
        pass
"""
    found = violations(tmp_path, text)
    [said] = found["input-enabled"]
    assert said.startswith("A does not accept the input go(i=1), for which it has no transition")


def test_several_transitions_may_accept_an_input_together(tmp_path: Path) -> None:
    text = """
@automaton
def A():
    class signature:
        @input
        def go(i: int):
            pass
    class states:
        n: int
    class transitions:
        @input
        @pre(i {} n)
        def go(i):
            n = i
        @input
        @pre(i >= n)
        def go(i):
            n = 0
"""
    assert violations(tmp_path, text.format("<=")) == {}
    assert violations(tmp_path, text.format("<")) == {}
    assert list(violations(tmp_path, text.format("=="))) == ["input-enabled"]


# ---- definedness ----

_QUEUE = """
@automaton
def Queue(size: nat):
    where = size > 0
    class signature:
        @input
        def put(x: int):
            pass
        @output
        def get(x: int):
            pass
    class states:
        q: Seq[int]
        count: nat
    initially = q == [] and count == 0
    class transitions:
        @input
        def put(x):
            if len(q) < size:
                q = q + [x]
                count = count + 1
        @output
        @pre({pre})
        def get(x):
            q = q[1:]
            count = count - 1
    invariant_of = {invariant}
"""


def test_definedness_may_depend_on_invariants_that_are_proved(tmp_path: Path) -> None:
    text = _QUEUE.format(pre="count > 0 and x == q[0]", invariant="len(q) == count")
    found = settled(tmp_path, text)
    assert {each.status for each in found} == {"evident", "holds"}
    [pre] = [each for each in found if each.axiom.construct == "precondition of get in Queue"]
    assert pre.given_invariants


def test_definedness_does_not_depend_on_invariants_that_are_false(tmp_path: Path) -> None:
    text = _QUEUE.format(pre="count > 0 and x == q[0]", invariant="len(q) == count + 1")
    found = {each.axiom.construct: each for each in settled(tmp_path, text)}
    assert found["precondition of get in Queue"].status == "unknown"
    assert "not proved" in (found["precondition of get in Queue"].reason or "")


def test_an_operation_that_invariants_do_not_define_is_shown(tmp_path: Path) -> None:
    text = _QUEUE.format(pre="x == q[0]", invariant="len(q) == count")
    found = violations(tmp_path, text)
    assert list(found) == ["defined"]
    assert found["defined"][0].startswith("index may be out of range, in `q[0]` if ")


_COUNTED = """
@automaton
def Buffer():
    class signature:
        @input
        def put(x: nat):
            pass
        @output
        def get(x: nat):
            pass
    class states:
        q: Seq[nat]
    initially = q == []
    class transitions:
        @input
        def put(x):
            q = q + [x]
        @output
        @pre(len(q) > 0 and x == q[0])
        def get(x):
            q = q[1:]

@automaton
def Tally():
    class signature:
        @input
        def put(x: nat):
            pass
        @input
        def get(x: nat):
            pass
    class states:
        n: nat
    initially = n == 0
    class transitions:
        @input
        def put(x):
            n = n + 1
        @input
        def get(x):
            n = n - 1

@composition
def Sys():
    class components:
        b: Buffer()
        c: Tally()
    invariant_of = {invariant}
    class invariants:
        first = implies(c.n > 0, b.q[0] >= 0)
"""


def test_definedness_of_a_component_may_depend_on_the_composition(tmp_path: Path) -> None:
    text = _COUNTED.format(invariant="len(b.q) == c.n")
    found = {each.axiom.construct: each for each in settled(tmp_path, text)}
    assert {each.status for each in found.values()} == {"evident", "holds"}
    assert found["effect of get in Tally"].given_invariants
    assert found["invariant first of Sys"].given_invariants
    alone = {each.axiom.construct: each for each in settled(tmp_path, text, "Tally")}
    assert alone["effect of get in Tally"].status == "violated"


@pytest.mark.parametrize("invariant", ["len(b.q) == c.n + 1", "len(b.q) <= c.n + 1", "True"])
def test_a_composition_without_the_right_invariant_does_not_help(
    invariant: str, tmp_path: Path
) -> None:
    text = _COUNTED.format(invariant=invariant)
    found = {each.axiom.construct: each for each in settled(tmp_path, text)}
    assert found["effect of get in Tally"].status == "violated"
    assert found["invariant first of Sys"].status in ("violated", "unknown")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("x / n", "divisor may not be positive, in `n`"),
        ("x % (n + 1)", None),
        ("m[x]", "key may not be in the map, in `m[x]`"),
        ("m[x] if x in m else 0", None),
        ("max(s)", "`max` of a collection that may be empty"),
        ("q[x] if 0 <= x and x < len(q) else 0", None),
        ("q[x] if x < len(q) else 0", "index may be out of range, in `q[x]`"),
        ("n - 1", "value may not be of type nat, in `n - 1`"),
        ("n - 1 if n > 0 else 0", None),
    ],
)
def test_partial_operations(expression: str, message: str | None, tmp_path: Path) -> None:
    text = f"""
@automaton
def A():
    class signature:
        @internal
        def go(x: int):
            pass
    class states:
        n: nat
        m: Map[int, nat]
        s: Set[nat]
        q: Seq[nat]
    class transitions:
        @internal
        def go(x):
            n = {expression if "x /" in expression or "-" in expression else f"({expression})"}
"""
    if "x /" in expression or "x %" in expression:
        text = text.replace("n = ", "y = ").replace("n: nat", "n: nat\n        y: int")
    found = violations(tmp_path, text)
    if message is None:
        assert found == {}
    else:
        [said] = found["defined"]
        assert said.startswith(message)
