"""The listings of the article on TLA+ that people copy from, one repair after the other.

The listings are those of `tests/mdtest/seed`, where their first mistakes are shown. The
figures are TLC's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import holdfast
from holdfast.cli.main import run
from holdfast.ir.notation import show
from holdfast.report.check_result import CheckResult
from holdfast.verdict import Exhausted, Violated
from tests.mdtest.pages import read_page

PAGES = Path(__file__).parent / "mdtest" / "seed"
MODEL = """\
CONSTANTS
 Consumers = {"c1", "c2", "c3"}
 Partitions = {1, 2, 3, 4}
 MaxGenerations = 3

INIT Init
NEXT Next
"""
INVARIANTS = "INVARIANTS\n TypeInvariant\n NoFailedAssignment\n AssignedAreMembers\n"
_COUNTS = re.compile(r"([\d,]+) states generated, ([\d,]+) distinct, depth (\d+)")
_STEP = re.compile(r"^ +\d+  (\S+)  ", re.MULTILINE)
BUGGY = "    /\\ UNCHANGED <<assignment>>\n"


@dataclass(frozen=True)
class Outcome:
    """What `holdfast check` says about a listing."""

    exit: int
    printed: str

    @property
    def text(self) -> str:
        """All of it on one line."""
        return " ".join(self.printed.split())

    @property
    def states(self) -> tuple[int, int, int]:
        """The states generated and distinct, and the depth."""
        found = _COUNTS.search(self.text)
        assert found is not None, self.printed
        generated, distinct, depth = (int(n.replace(",", "")) for n in found.groups())
        return generated, distinct, depth

    @property
    def trace(self) -> list[str]:
        """The steps of the trace."""
        return _STEP.findall(self.printed)


class Folder:
    """A folder with one listing and its model."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys

    def check(self, text: str, model: str, *options: str) -> Outcome:
        """Check a listing."""
        name = text.split()[2]
        (self.path / f"{name}.tla").write_text(text, encoding="utf-8")
        (self.path / f"{name}.cfg").write_text(model, encoding="utf-8")
        # The figures at a violation are TLC's: the native engine finishes the level first.
        code = run(["check", f"{name}.tla", "--engine", "interp", *options])
        return Outcome(code, "".join(self.capsys.readouterr()))


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capsys)


def listing(page: str, heading: str) -> str:
    """The listing below a heading, without the claims about its mistakes."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    (found,) = [s.text for s in read_page(text) if s.heading == heading]
    lines = [line.split("\\* error:")[0].rstrip() for line in found.splitlines()]
    return "\n".join(lines) + "\n"


def with_definitions_in_order() -> str:
    """Kafka's listing with SetToSeq before its use."""
    text = listing("kafka", "With its indentation")
    start, end = text.index("SetToSeq(S) =="), text.index("\n====")
    moved = text[start:end]
    return text.replace(moved, "").replace("TypeInvariant ==", f"{moved}\nTypeInvariant ==", 1)


def repaired() -> str:
    """Kafka's listing as it was meant."""
    return with_definitions_in_order().replace("SetToSeq(members')", "SetToSeq(members)")


def buggy() -> str:
    """The variant whose bug the article is about."""
    text = repaired()
    start = text.index("    /\\ assignment' = [p \\in Partitions |->\n        IF assignment[p] = c")
    end = text.index("    /\\ IF leader = c")
    return text[:start] + BUGGY + text[end:]


# ---- the counter ----


def test_the_counter_ends_in_a_deadlock_of_eleven_states(folder: Folder) -> None:
    model = "SPECIFICATION Spec\nINVARIANT CountInvariant\n"
    found = folder.check(listing("counter", "It stops"), model)
    assert (found.exit, found.states, len(found.trace)) == (11, (11, 11, 11), 11)
    assert "Increment is not enabled: `count < 10` is FALSE: count = 10" in found.text


def test_without_the_deadlock_check_the_counter_is_fine(folder: Folder) -> None:
    model = "SPECIFICATION Spec\nINVARIANT CountInvariant\n"
    found = folder.check(listing("counter", "It stops"), model, "--no-deadlock")
    assert (found.exit, found.states) == (0, (11, 11, 11))


# ---- Kafka ----


def test_the_two_printings_differ_in_blanks_only() -> None:
    printed = listing("kafka", "As it is printed")
    assert printed.split() == listing("kafka", "With its indentation").split()


def test_a_list_that_lost_its_indentation_is_told_where(folder: Folder) -> None:
    found = folder.check(listing("kafka", "As it is printed"), MODEL)
    assert found.exit == 150
    first = "expected an expression, found `{` under the bullet of the list"
    assert found.text.startswith(f"error[junction-column]: {first} --> KafkaRebalance.tla:29:2")
    assert "indent this line" in found.text


def test_a_definition_after_its_use_is_to_be_moved_up(folder: Folder) -> None:
    found = folder.check(listing("kafka", "With its indentation"), MODEL)
    assert found.exit == 150
    assert "`SetToSeq` is not declared" in found.text
    assert "defined later, at line 125: move it up" in found.text


def test_a_next_value_read_too_early_is_told_what_to_write(folder: Folder) -> None:
    found = folder.check(with_definitions_in_order(), MODEL)
    assert (found.exit, found.states[:2]) == (75, (26, 22))
    assert "`members'` is read before the action gives it a value" in found.text
    assert "by the UNCHANGED of line 83: move that before this, or write `members`" in found.text
    assert found.trace == ["initial", 'JoinGroup("c1")', "TriggerRebalance"]


@pytest.mark.parametrize("early", [False, True])
def test_the_deadlock_is_an_effect_of_the_bound(folder: Folder, early: bool) -> None:
    text = repaired()
    if early:
        kept = "    /\\ UNCHANGED <<generation, members, leader, pendingJoins>>\n"
        first = '    /\\ groupState = "rebalancing"\n    /\\ leader'
        text = with_definitions_in_order().replace(kept, "", 1).replace(first, kept + first, 1)
    found = folder.check(text, MODEL + INVARIANTS)
    assert (found.exit, found.states[:2], len(found.trace)) == (11, (10_501, 4_009), 10)
    assert found.trace[-3:] == [f'ConsumerFail("c{i}")' for i in (1, 2, 3)]
    assert "`generation < MaxGenerations` is FALSE" in found.text
    assert "the bound MaxGenerations = 3 of the model holds back JoinGroup" in found.text


def test_all_states_are_explored_and_the_tautology_is_named(folder: Folder) -> None:
    model = MODEL + INVARIANTS + " UniqueAssignment\n"
    found = folder.check(repaired(), model, "--no-deadlock")
    assert (found.exit, found.states) == (0, (21_751, 5_788, 15))
    assert "=> TRUE` in UniqueAssignment is always true" in found.text


def test_the_bug_shows_in_five_states(folder: Folder) -> None:
    found = folder.check(buggy(), MODEL + INVARIANTS)
    assert (found.exit, found.states[:2], len(found.trace)) == (12, (93, 66), 5)
    assert found.trace[2:] == ["TriggerRebalance", "LeaderAssign", 'ConsumerFail("c1")']
    assert "NoFailedAssignment is violated after 4 steps" in found.text
    assert 'consumerState[assignment[1]] = "failed"' in found.text


def test_the_other_invariant_is_violated_as_early(folder: Folder) -> None:
    found = folder.check(buggy(), MODEL + "INVARIANT AssignedAreMembers\n")
    assert (found.exit, len(found.trace)) == (12, 5)


def test_the_search_can_go_on_after_the_bug(folder: Folder) -> None:
    found = folder.check(buggy(), MODEL + INVARIANTS, "--continue", "--engine", "interp")
    assert (found.exit, found.states) == (12, (54_468, 13_991, 19))
    for name in ("NoFailedAssignment", "AssignedAreMembers"):
        assert f"{name} is violated after 4 steps" in found.text
    for tally in ("NoFailedAssignment: 7,666", "AssignedAreMembers: 8,555", "deadlock: 335"):
        assert f"{tally} states in violation of it" in found.text


# ---- Kafka: liveness ----

FAIR_STEPS = "WF_vars(TriggerRebalance) /\\ WF_vars(LeaderAssign)"
FAIR_JOINS = "(\\A c \\in Consumers : WF_vars(JoinGroup(c)))"
WEAK = f"/\\ {FAIR_STEPS} /\\ {FAIR_JOINS}"
STRONG = WEAK.replace("WF_vars", "SF_vars")
WITH_FAILURES = (21_751, 5_788, 15)
WITHOUT_FAILURES = (137, 86, 8)


def with_liveness(fairness: str, failures: bool) -> str:
    """Kafka's listing with the article's liveness properties, under some fairness."""
    fragment = listing("fragments", "Liveness")
    formulas = fragment[fragment.index("\\* LIVENESS") :]
    text = repaired().replace("\n====", f"\n{formulas}\n====")
    spec = "Spec == Init /\\ [][Next]_vars"
    assert spec in text
    text = text.replace(spec, f"{spec} {fairness}")
    if failures:
        return text
    failing = "\\/ \\E c \\in Consumers : ConsumerFail(c)"
    assert failing in text
    return text.replace(failing, "")


# The lengths are those of an independent search, in Python, over the same states.
@pytest.mark.parametrize(
    ("fairness", "failures", "property", "lasso"),
    [
        ("", True, "EventuallyAssigned", (1, "stutters")),
        ("", True, "EventuallyStable", (3, "stutters")),
        ("/\\ WF_vars(Next)", True, "EventuallyAssigned", (3, "repeats")),
        ("/\\ WF_vars(Next)", True, "EventuallyStable", (5, "repeats")),
        (WEAK, True, "EventuallyAssigned", (8, "stutters")),
        (WEAK, True, "EventuallyStable", (7, "stutters")),
        (STRONG, True, "EventuallyAssigned", (8, "stutters")),
        (STRONG, True, "EventuallyStable", (7, "stutters")),
        (WEAK, False, "EventuallyStable", (7, "stutters")),
        ("", False, "EventuallyAssigned", (1, "stutters")),
        ("", False, "EventuallyStable", (3, "stutters")),
    ],
)
def test_liveness_fails_in_as_few_states_as_possible(
    tmp_path: Path, fairness: str, failures: bool, property: str, lasso: tuple[int, str]
) -> None:
    result = liveness(tmp_path, with_liveness(fairness, failures), property)
    assert isinstance(result.verdict, Violated)
    trace = result.verdict.trace
    assert (result.verdict.property, result.exit_code) == (property, 13)
    assert trace is not None
    assert (len(trace), "stutters" if trace.loop == "stutter" else "repeats") == lasso
    counts = result.answer.counts
    states = counts.generated, counts.distinct, counts.depth
    assert states == (WITH_FAILURES if failures else WITHOUT_FAILURES)


@pytest.mark.parametrize("fairness", ["/\\ WF_vars(Next)", WEAK, STRONG])
def test_without_failures_all_partitions_are_assigned(tmp_path: Path, fairness: str) -> None:
    result = liveness(tmp_path, with_liveness(fairness, failures=False), "EventuallyAssigned")
    assert isinstance(result.verdict, Exhausted)
    assert result.answer.checked == ("EventuallyAssigned",)
    assert result.exit_code == 0


def test_the_leader_that_is_active_never_completes_a_second_rebalance(tmp_path: Path) -> None:
    result = liveness(tmp_path, with_liveness(STRONG, failures=False), "EventuallyStable")
    assert isinstance(result.verdict, Violated)
    assert result.verdict.trace is not None
    last = result.verdict.trace.steps[-1].state
    assert (last["groupState"], last["leader"], last["generation"]) == ("rebalancing", "c1", 2)
    assert show(last["consumerState"]).startswith('[c1 |-> "active"')


def liveness(folder: Path, text: str, property: str) -> CheckResult:
    """What `holdfast check` says about a property of Kafka's listing."""
    model = MODEL.replace("INIT Init\nNEXT Next\n", "SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n")
    (folder / "KafkaRebalance.tla").write_text(text, encoding="utf-8")
    (folder / "KafkaRebalance.cfg").write_text(f"{model}PROPERTY {property}\n", encoding="utf-8")
    return holdfast.load(folder / "KafkaRebalance.tla").check(workers=1)


# ---- the mutex ----

MUTEX = "CONSTANT NumProcesses = {}\nINVARIANT MutualExclusion\n"


def test_a_number_compared_with_a_string_is_told_what_to_do(folder: Folder) -> None:
    found = folder.check(listing("mutex", "As it is printed"), MUTEX.format(3))
    assert (found.exit, len(found.trace)) == (75, 2)
    assert 'the integer 1 cannot be compared with the string "free"' in found.text
    assert "compare values of one kind, or make one of them a model value" in found.text


@pytest.mark.parametrize(("processes", "states"), [(2, (7, 5)), (3, (10, 7)), (5, (16, 11))])
def test_with_numbers_the_mutex_holds(
    folder: Folder, processes: int, states: tuple[int, int]
) -> None:
    text = listing("mutex", "With a number for a lock that is free")
    found = folder.check(text, MUTEX.format(processes))
    assert (found.exit, found.states) == (0, (*states, 3))
