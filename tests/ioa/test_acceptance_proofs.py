"""Acceptance cases of proofs.

D9: bounded model checking. D10: k-induction. D11: proofs for all sizes. D14: a proof reports its
size and cost. D15: every obligation names the construct that it comes from, and its line.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

import holdfast
from tests.cli.conftest import Holdfast
from tests.ioa.models import model, variant

pytestmark = pytest.mark.smt

UIDS = {"u0": 1, "u1": 2, "u2": 3}
FALSE_INVARIANTS = """\
    class invariants:
        unknown = P0.status == UNKNOWN and P1.status == UNKNOWN and P2.status == UNKNOWN
        silent = P0.status != REPORTED and P1.status != REPORTED and P2.status != REPORTED
"""


def with_false_invariants(folder: Path) -> Path:
    return variant(folder, "AsyncLCR", ("    class invariants:\n", FALSE_INVARIANTS))


def test_d9_a_false_invariant_holds_for_four_steps(tmp_path: Path) -> None:
    spec = holdfast.load(with_false_invariants(tmp_path), constants=UIDS)
    result = spec.prove(invariants=["unknown"], method="bmc", k=4)
    assert result.outcome == "bounded"


def test_d9_it_is_violated_by_five_steps_which_are_shown(tmp_path: Path) -> None:
    spec = holdfast.load(with_false_invariants(tmp_path), constants=UIDS)
    result = spec.prove(invariants=["unknown"], method="bmc", k=5)
    assert (result.outcome, result.violated) == ("violated", "unknown")
    assert len(result.trace) == 6
    assert result.trace[-1]["P2.status"] == "CHOSEN"
    votes = sorted(action for action in result.actions if action is not None)
    assert (
        votes
        == [
            "send_recv(0, 1, 1)",
            "send_recv(0, 1, 3)",
            "send_recv(1, 2, 2)",
            "send_recv(1, 2, 3)",
            "send_recv(2, 0, 3)",
        ]
        or len(votes) == 5
    )


@pytest.mark.slow
def test_d9_another_one_is_violated_by_six_steps(tmp_path: Path) -> None:
    spec = holdfast.load(with_false_invariants(tmp_path), constants=UIDS)
    assert spec.prove(invariants=["silent"], method="bmc", k=5).outcome == "bounded"
    assert len(spec.prove(invariants=["silent"], method="bmc", k=6).trace) == 7


@pytest.mark.slow
def test_d9_no_order_of_the_identifiers_needs_fewer_steps(tmp_path: Path) -> None:
    path = with_false_invariants(tmp_path)
    lengths = {}
    for uids in permutations((1, 2, 3)):
        constants = dict(zip(("u0", "u1", "u2"), uids, strict=True))
        result = holdfast.load(path, constants=constants).check(invariants=["unknown"])
        lengths[uids] = len(result.trace) - 1
    assert min(lengths.values()) == 5
    assert lengths[3, 2, 1] == 6


def test_d10_the_invariant_alone_is_not_inductive_and_a_step_shows_why() -> None:
    result = holdfast.load(model("AsyncLCR")).prove(invariants=["invariant_of"], all_sizes=True)
    assert result.outcome == "unknown"
    assert result.exit_code == 21
    assert result.cti is not None
    before, step, after = result.cti
    assert step.startswith("send_recv(")
    assert before != after
    initial = [row for row in result.obligations if row["kind"] == "initiation"]
    assert all(row["status"] == "proved" for row in initial)


def test_d10_with_the_lemma_it_is_proved() -> None:
    result = holdfast.load(model("AsyncLCR")).prove(all_sizes=True)
    assert result.outcome == "proved"


def test_d10_more_steps_do_not_replace_the_lemma() -> None:
    spec = holdfast.load(model("AsyncLCR"), constants=UIDS)
    result = spec.prove(invariants=["invariant_of"], method="kinduction", k=2)
    assert result.outcome == "unknown"


ALL_SIZES = ["StableArray", "StableRing", "CANArb", "AirspaceManager"]


@pytest.mark.parametrize("name", ALL_SIZES)
def test_d11_a_model_is_proved_for_all_sizes(name: str) -> None:
    result = holdfast.load(model(name)).prove(all_sizes=True)
    assert (result.outcome, result.scope) == ("proved", "all sizes")


def test_d11_the_manufacturing_cell_is_proved() -> None:
    assert holdfast.load(model("ManufacturingCell")).prove(all_sizes=True).outcome == "proved"


PROOFS = [
    ("StableArray",),
    ("StableRing",),
    ("CANArb", "--invariant", "invariant_of", "--strengthen"),
    ("AsyncLCR", "--invariant", "invariant_of", "--strengthen"),
    ("AsyncLCRN",),
    ("AirspaceManager",),
    ("ManufacturingCell",),
]


MEASURED = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "holdfast", *sys.argv[1:]], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs the module resource")
@pytest.mark.parametrize("case", PROOFS, ids=lambda case: case[0])
def test_d11_a_proof_takes_little_time_and_memory(case: tuple[str, ...], tmp_path: Path) -> None:
    """Less than 5 s of CPU time, of all processes together, and 300 MB in three processes."""
    name, *options = case
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "prove", model(name), "--all-sizes", *options],
        env={**os.environ, "HOLDFAST_CACHE": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    code, seconds, kilobytes = done.stdout.split()
    assert int(code) == 0
    assert float(seconds) < 5
    assert int(kilobytes) < 100_000


MUTANTS = {
    "StableArray": ("s[0] = incre(incre(s[0]))", "s[0] = incre(s[0])"),
    "StableRing": ("s[0] = (s[N - 1] + 1) % K", "s[0] = (s[N - 1] + 2) % (K + 1)"),
    "CANArb": ("ids[m] < ids[i]", "ids[i] < ids[m]"),
    "AirspaceManager": ("j == i or disjoint(volume, contract[j])", "disjoint(volume, contract[i])"),
}


@pytest.mark.parametrize("name", ALL_SIZES)
def test_d11_a_wrong_model_is_not_proved(name: str, tmp_path: Path) -> None:
    spec = holdfast.load(variant(tmp_path, name, MUTANTS[name]))
    assert spec.prove(all_sizes=True, seconds=10).outcome != "proved"


INVARIANT = """\
    invariant_of = (
        len(s) == N
"""
WRONG = {
    "the ends": ("StableArray", ("len(s) - 1] == 2)", "len(s) - 1] == 1)")),
    "the first one": ("StableArray", MUTANTS["StableArray"]),
    "one neighbour": ("StableArray", ("(i > 0 and s[i - 1] == incre(s[i])) or ", "")),
    "a guess": ("StableArray", (INVARIANT, f"{INVARIANT}        and s[0] == 1\n")),
    "two tokens": ("StableRing", ("has_token(s, i)}) == 1", "has_token(s, i)}) == 2")),
    "equal values": (
        "StableRing",
        (INVARIANT, f"{INVARIANT}        and all(s[i] == s[0] for i in range(N))\n"),
    ),
    "values that are too large": ("StableRing", MUTANTS["StableRing"]),
    "the first one always moves": ("StableRing", ("i == 0 and s[0] == s[N - 1]", "i == 0")),
    "another value": ("StableRing", ("s[i] = s[i - 1]", "s[i] = (s[i - 1] + 1) % K")),
    "one more": ("StableRing", ("0 <= s[i] < K", "0 < s[i] < K")),
}
QUICK = ("one neighbour", "the first one always moves")


@pytest.mark.parametrize(
    "case", [pytest.param(c, marks=() if c in QUICK else pytest.mark.slow) for c in WRONG]
)
def test_d11_a_wrong_claim_about_neighbours_has_a_counterexample(case: str, tmp_path: Path) -> None:
    name, change = WRONG[case]
    path = variant(tmp_path, name, change)
    result = holdfast.load(path).prove(all_sizes=True, seconds=60)
    assert result.exit_code in (12, 21)
    assert result.violated or result.cti is not None
    size = {"N": 4} if name == "StableArray" else {"N": 3, "K": 4}
    assert holdfast.load(path, constants=size).check().exit_code == 12


def test_d14_a_report_has_the_size_of_the_model_and_the_cost_of_the_proof(
    command: Holdfast,
) -> None:
    done = command("axioms", str(model("AsyncLCR")), "--json").json
    report = done["axioms"]
    assert (report["automata"], report["types"]) == (2, 3)
    assert report["lines"] > 50
    assert len(report["obligations"]) > 0
    assert report["memory"] > 0
    assert done["seconds"] > 0


@pytest.mark.parametrize("name", ["StableArray", "AsyncLCR", "CANArb"])
def test_d15_every_obligation_names_its_construct_and_line(name: str, command: Holdfast) -> None:
    lines = model(name).read_text("utf-8").splitlines()
    rows = command("axioms", str(model(name)), "--json").json["axioms"]["obligations"]
    rows += command("prove", str(model(name)), "--all-sizes", "--json").json["prove"]["obligations"]
    for row in rows:
        assert 1 <= row["line"] <= len(lines)
        assert row["construct"]
