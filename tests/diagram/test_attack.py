"""Attacks on diagrams: specs that satisfy a claim only by accident, and edited certificates."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.diagram.certificate import write_diagram_certificate
from holdfast.prove.certificate import SUMMARY, digest
from holdfast.source import SpecError
from holdfast.workbench.conforming import conform
from holdfast.workbench.proving import recheck
from tests.diagram.small import load_text

pytestmark = pytest.mark.smt


def exit_code(
    folder: Path, spec: str, diagram: str, constants: str = "", *, all_sizes: bool = True
) -> int:
    """The exit code for a diagram D of the module M with this body."""
    load_text(
        folder, "M", f"---- MODULE M ----\n{spec}\n====\n", f"SPECIFICATION Spec\n{constants}"
    )
    (folder / "D.diagram").write_text(f'diagram D\n  spec "M.tla"\n{diagram}\nend\n')
    file = holdfast.load_diagrams(folder / "D.diagram")
    return file.check(all_sizes=all_sizes, workers=1).exit_code


# ---- fairness that the spec does not have, although it looks like it ----

TOGGLE = r"""EXTENDS Naturals
VARIABLES x, y
vars == <<x, y>>
Init == x = 0 /\ y = 0
A == x = 0 /\ x' = 1 /\ y' = y
B == y' = 1 - y /\ x' = x
Next == A \/ B
Spec == Init /\ [][Next]_vars /\ """

LEAVES = r"""  action A WF
  node P initial: x = 0
  node Q: ~(x = 0)
  edge P -> Q: A
  claim C == <>(~(x = 0))"""


def test_the_diagram_of_the_fair_spec_is_proved(tmp_path: Path) -> None:
    assert exit_code(tmp_path, TOGGLE + "WF_vars(A)", LEAVES) == 0


@pytest.mark.parametrize(
    "fairness",
    [
        "WF_y(A)",  # A never changes y
        r"WF_vars(A \/ B)",
        r"(WF_vars(A) \/ WF_vars(B))",
        r"WF_vars(A /\ y = 0)",  # B disables it again and again
        r"(\A i \in {} : WF_vars(A))",
    ],
)
def test_fairness_to_something_else_is_not_enough(tmp_path: Path, fairness: str) -> None:
    assert exit_code(tmp_path, TOGGLE + fairness, LEAVES) == 13


# ---- claims that the configured instance satisfies, and others do not ----

RING = r"""CONSTANT Proc
VARIABLE turn
Init == turn \in Proc
Pass(p) == turn = p /\ \E q \in Proc : q # p /\ turn' = q
Next == \E p \in Proc : Pass(p)
Spec == Init /\ [][Next]_turn /\ \A p \in Proc : WF_turn(Pass(p))"""

RING_OF_TWO = r"""  parameter p \in Proc
  action PassP WF == Pass(p)
  action Next WF
  node Mine initial: turn = p
  node Others initial: ~(turn = p)
  edge Mine -> Others: PassP & Next
  edge Others -> Mine: Next
  claim C == []<>(turn = p)"""


@pytest.mark.parametrize(("all_sizes", "expected"), [(False, 0), (True, 13)])
def test_liveness_for_two_processes_only(tmp_path: Path, all_sizes: bool, expected: int) -> None:
    constants = "CONSTANT Proc = {a, b}\n"
    assert exit_code(tmp_path, RING, RING_OF_TWO, constants, all_sizes=all_sizes) == expected


def test_liveness_for_some_relation_between_constants_only(tmp_path: Path) -> None:
    spec = r"""EXTENDS Naturals
CONSTANTS N, K
ASSUME N \in Nat /\ K \in Nat
VARIABLE x
Init == x = 0
Inc == x < K /\ x' = x + 1
Spec == Init /\ [][Inc]_x /\ WF_x(Inc)"""
    diagram = r"""  action Inc WF enabled Low
  ordering t == N - x
  node Low initial: x < N
  node High initial: ~(x < N)
  edge Low -> Low: Inc (t, <)
  edge Low -> High: Inc
  edge High -> High: Inc
  claim C == <>(~(x < N))"""
    assert exit_code(tmp_path, spec, diagram, "CONSTANTS N = 2\n K = 3\n") == 13


# ---- orderings that are not well-founded ----


def test_an_infinite_set_that_shrinks_for_ever(tmp_path: Path) -> None:
    spec = "EXTENDS Integers\nVARIABLE x\nInit == x = 0\nInc == x' = x + 1\n"
    spec += r"Spec == Init /\ [][Inc]_x /\ WF_x(Inc)"
    diagram = r"""  predicate B == x < 0
  action Inc WF
  ordering t sets == {n \in Int : n > x}
  node Run initial: x >= 0, ~B
  edge Run -> Run: Inc (t, <)
  claim C == <>B"""
    assert exit_code(tmp_path, spec, diagram) == 20


def test_an_ordering_that_increases_while_a_run_stays(tmp_path: Path) -> None:
    spec = r"""EXTENDS Naturals
VARIABLES x, u
vars == <<x, u>>
Init == x = 2 /\ u = 0
Dec == x > 0 /\ x' = x - 1 /\ u' = 0
Up == x > 0 /\ u = 0 /\ x' = 2 /\ u' = 1
Next == Dec \/ Up
Spec == Init /\ [][Next]_vars /\ WF_vars(Dec)"""
    diagram = r"""  action Dec WF enabled R
  ordering x
  node R initial: x > 0
  node E: ~(x > 0)
  edge R -> R: Dec (x, <)
  edge R -> E: Dec
  claim C == <>(~(x > 0))"""
    assert exit_code(tmp_path, spec, diagram) == 13


# ---- what Next does not say ----


def test_a_variable_outside_the_subscript_may_change(tmp_path: Path) -> None:
    spec = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nA == x' = 1 /\\ y' = 0\n"
    spec += r"Spec == Init /\ [][A]_x"
    diagram = "  action A\n  node P initial: y = 0\n  claim C == [](y = 0)"
    with pytest.raises(SpecError, match="model-subscript"):
        exit_code(tmp_path, spec, diagram)


# ---- instances that say nothing ----

COUNTS = r"""EXTENDS Naturals
CONSTANT N
ASSUME N > 5
VARIABLE x
Init == x = 0
A == x < N /\ x' = x + 1
Spec == Init /\ [][A]_x"""
BELOW = "  action A\n  node P initial: x <= N\n  edge P -> P: A\n  claim C == [](x <= N)"


@pytest.mark.parametrize(("value", "expected"), [("6", 0), ("3", 20)])
def test_constants_that_contradict_an_assumption(tmp_path: Path, value: str, expected: int) -> None:
    constants = f"CONSTANT N = {value}\n"
    assert exit_code(tmp_path, COUNTS, BELOW, constants, all_sizes=False) == expected


@pytest.mark.parametrize("claim", [BELOW, BELOW.replace("<= N", "> 100")])
def test_a_spec_without_an_initial_state(tmp_path: Path, claim: str) -> None:
    spec = COUNTS.replace("x = 0", r"x = 0 /\ x = 1")
    assert exit_code(tmp_path, spec, claim, "CONSTANT N = 6\n", all_sizes=False) == 20


# ---- certificates ----

GROUP = r"""---- MODULE Group ----
CONSTANT Proc
VARIABLES done, flag
vars == <<done, flag>>
Init == done = {} /\ flag = FALSE
Go(p) == done = {} /\ done' = {p} /\ flag' = flag
Flip == flag' = ~flag /\ done' = done
Run == \E p \in Proc : Go(p)
Next == Flip \/ Run
Spec == Init /\ [][Next]_vars /\ \A p \in Proc : WF_vars(Go(p))
====
"""
GROUP_DIAGRAM = r"""diagram D
  action Run WF
  node P initial: done = {}
  node Q: ~(done = {})
  edge P -> Q: Run
  claim C == <>(~(done = {}))
end
"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate in which fairness is proved, and it is assumed that Proc is not empty."""
    folder = tmp_path_factory.mktemp("group")
    config = "SPECIFICATION Spec\nCONSTANT Proc = {a, b}\n"
    spec = load_text(folder, "Group", GROUP, config)
    (folder / "D.diagram").write_text(GROUP_DIAGRAM)
    (diagram,) = holdfast.load_diagrams(folder / "D.diagram").diagrams
    found = conform(spec, diagram, by="solvers", all_sizes=True, workers=1)
    assert found.conforms
    write_diagram_certificate(found, "Group.tla", folder / "proof")
    assert recheck(folder / "proof").rechecked.assumed == ("Proc # {}",)
    return folder / "proof"


def tampered(certificate: Path, folder: Path, change: Callable[[Any, Path], object]) -> Path:
    """A changed copy of a certificate, with the hashes of its files as they are now."""
    copy = folder / "copy"
    shutil.copytree(certificate, copy)
    summary = json.loads((copy / SUMMARY).read_text())
    change(summary, copy)
    summary["files"] = {f: digest((copy / f).read_text()) for f in summary["files"]}
    (copy / SUMMARY).write_text(json.dumps(summary))
    return copy


def strip_queries(kind: str) -> Callable[[Any, Path], None]:
    """Leave out the queries of the first condition of a kind."""

    def change(summary: Any, _: Path) -> None:
        row = next(row for row in summary["obligations"] if row["lemma"].startswith(kind))
        row["parts"], row["of"] = [], 0

    return change


def leave_out_a_part(summary: Any, _: Path) -> None:
    """Fairness is proved by two queries: keep one."""
    row = next(row for row in summary["obligations"] if len(row["parts"]) > 1)
    row["parts"], row["of"] = row["parts"][:1], 1


def one_query_for_all(summary: Any, _: Path) -> None:
    """All parts name the same file."""
    parts = [part for row in summary["obligations"] for part in row["parts"]]
    for part in parts:
        part["files"] = parts[0]["files"]


def exchange_texts(summary: Any, folder: Path) -> None:
    """Two files exchange their queries."""
    one, other = [folder / f for f in summary["files"] if f.endswith(".smt2")][:2]
    first, second = one.read_text(), other.read_text()
    one.write_text(second)
    other.write_text(first)


def assert_false(summary: Any, folder: Path) -> None:
    """A query is unsatisfiable for another reason."""
    path = folder / next(f for f in summary["files"] if f.endswith(".smt2"))
    path.write_text(path.read_text().replace("(check-sat)", "(assert false)\n(check-sat)"))


def state_fairness(summary: Any, _: Path) -> None:
    """Fairness that was proved counts as stated."""
    row = next(row for row in summary["obligations"] if row["lemma"].startswith("O4a"))
    row.update(kind="stated", parts=[], of=0, reason="the spec states it")


def assume_nothing(summary: Any, _: Path) -> None:
    """Hide an assumption."""
    summary["assumed"] = []


def widen_the_scope(summary: Any, _: Path) -> None:
    """Claim more than was proved."""
    summary["scope"] = "all sizes, also infinite ones"


CHANGES = [
    strip_queries("O2"),
    strip_queries("O4a"),
    leave_out_a_part,
    one_query_for_all,
    exchange_texts,
    assert_false,
    state_fairness,
    assume_nothing,
    widen_the_scope,
]


@pytest.mark.parametrize("change", CHANGES)
def test_an_edited_certificate_is_rejected(
    certificate: Path, tmp_path: Path, change: Callable[[Any, Path], object]
) -> None:
    found = recheck(tampered(certificate, tmp_path, change)).rechecked
    assert not found.ok
    assert any("belong to another certificate" in each for each in found.problems)


@pytest.mark.parametrize(
    ("key", "value"),
    [("obligations", "x"), ("obligations", [5]), ("library_lemmas", ["x"]), ("lemmas", 5)],
)
def test_a_certificate_of_another_shape_is_an_error(
    certificate: Path, tmp_path: Path, key: str, value: object
) -> None:
    copy = tampered(certificate, tmp_path, lambda summary, _: summary.update({key: value}))
    with pytest.raises(SpecError) as error:
        recheck(copy)
    assert error.value.diagnostics[0].code == "recheck-broken"
