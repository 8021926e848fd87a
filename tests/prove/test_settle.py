"""What becomes of an obligation, whatever solvers say or fail to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from holdfast.prove.obligations import Obligation, Part
from holdfast.prove.settle import Settled, settle
from holdfast.prove.strategies import Effort, levels, opening
from holdfast.smt.solvers.outcome import Outcome, Status
from holdfast.smt.solvers.pool import Attempt, Reply
from holdfast.smt.terms.term import BOOL, TRUE, Query, Sort, Symbol, eq, forall, or_, variable

GOAL = Symbol("goal of all", (), BOOL)()
MORE = Symbol("more", (), BOOL)()
Answers = Callable[[Attempt], Status]


class Scripted:
    """A pool whose solvers say what a test wants."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.asked: list[Attempt] = []

    def run(self, tasks: Iterable[Callable[[Any], Any]]) -> Iterator[tuple[int, Any]]:
        for index, task in enumerate(tasks):
            yield index, task(self.ask)

    def ask(self, attempt: Attempt) -> Reply:
        self.asked.append(attempt)
        status = self.answers(attempt)
        return Reply(Outcome(status, f"{attempt.solver} 1.0", 0.5, f"it is {status}"))


def obligation(*slices: Query) -> Obligation:
    part = Part("Safe", slices or (Query("all", (), GOAL),), ())
    return Obligation("Safe", "Next", "consecution", (part,))


def settled(answers: Answers, *obligations: Obligation, **effort: Any) -> list[Settled]:
    pool: Any = Scripted(answers)
    given = obligations or (obligation(),)
    return [each for _, each in settle(given, pool, Effort(**effort))]


def test_unsatisfiable_is_proved() -> None:
    (found,) = settled(lambda _: "unsat")
    assert (found.status, found.solver) == ("proved", "z3 1.0")


def test_satisfiable_with_all_hypotheses_is_refuted() -> None:
    assert settled(lambda _: "sat")[0].status == "refuted"


def test_satisfiable_with_fewer_hypotheses_is_no_answer() -> None:
    few, all_of_them = Query("few", (), GOAL), Query("all", (("more", MORE),), GOAL)

    def by_size(attempt: Attempt) -> Status:
        if "more" not in attempt.text:
            return "sat"
        return "unsat" if attempt.limits.rlimit > 1_000_000 else "unknown"

    (found,) = settled(by_size, obligation(few, all_of_them))
    assert found.status == "proved"


def test_what_follows_from_fewer_hypotheses_is_proved() -> None:
    few, all_of_them = Query("few", (), GOAL), Query("all", (("more", MORE),), GOAL)
    (found,) = settled(
        lambda attempt: "unknown" if "more" in attempt.text else "unsat",
        obligation(few, all_of_them),
    )
    assert found.status == "proved"
    assert "more" not in found.parts[0].texts[0]


def test_cvc5_is_asked_where_z3_gives_up() -> None:
    (found,) = settled(lambda attempt: "unsat" if attempt.solver == "cvc5" else "unknown")
    assert (found.status, found.solver) == ("proved", "cvc5 1.0")


def test_a_missing_solver_proves_nothing_and_says_so() -> None:
    (found,) = settled(lambda _: "missing", rlimit=4_000_000)
    assert (found.status, found.reason) == ("unknown", "it is missing; it is missing")


def test_a_crash_is_the_status_of_its_obligation_and_the_others_go_on() -> None:
    other = Obligation(
        "Other", "Next", "consecution", (Part("Other", (Query("other", (), TRUE),), ()),)
    )
    found = settled(
        lambda attempt: "crash" if "goal of all" in attempt.text else "unsat", obligation(), other
    )
    assert [each.status for each in found] == ["unknown", "proved"]
    assert "failed" in (found[0].reason or "")


def test_memory_and_time_are_told_apart() -> None:
    assert "memory" in (settled(lambda _: "memory")[0].reason or "")
    assert settled(lambda _: "timeout")[0].status == "timeout"


def test_with_agree_both_must_prove_it() -> None:
    both = settled(lambda _: "unsat", agree=True)[0]
    one = settled(lambda a: "unsat" if a.solver == "z3" else "unknown", agree=True)[0]
    against = settled(lambda a: "unsat" if a.solver == "z3" else "sat", agree=True)[0]
    assert (both.status, both.solver) == ("proved", "z3 1.0, cvc5 1.0")
    assert (one.status, one.reason) == ("unknown", "z3 proves it, cvc5 does not (unknown)")
    assert against.status == "unknown"
    assert "contradict" in (against.reason or "")


def test_an_obligation_is_proved_only_if_all_its_parts_are() -> None:
    part = Part("Safe", (Query("one", (), MORE),), ())
    two = Obligation("Safe", "Next", "consecution", (part, obligation().parts[0]))
    (found,) = settled(lambda a: "sat" if "goal of all" in a.text else "unsat", two)
    assert (found.status, found.part) == ("refuted", 1)


def test_small_limits_come_before_large_ones() -> None:
    ways = [opening(Effort(), 3), *levels(Effort(), 3)]
    limits = [max(rung.rlimit for rung in way) for way in ways]
    assert limits == sorted(limits)
    assert limits[-1] == Effort().rlimit


def test_no_limit_is_beyond_what_is_allowed() -> None:
    effort = Effort(rlimit=100_000)
    ways = [opening(effort, 3), *levels(effort, 3)]
    assert max(rung.rlimit for way in ways for rung in way) == 100_000
    assert min(rung.rlimit for rung in opening(Effort(rlimit=1), 3)) == 1  # 0 is no limit


NODE = Sort("Node")
P = Symbol("p", (), NODE)()
MARKED = Symbol("marked", (NODE,), BOOL)


def by_cases() -> Obligation:
    x = variable("x", NODE)
    return obligation(Query("all", (), forall((x,), or_(eq(x, P), MARKED(x)))))


def test_a_goal_is_proved_if_each_of_its_cases_is() -> None:
    (found,) = settled(lambda a: "unsat" if "this case" in a.text else "unknown", by_cases())
    assert found.status == "unknown"  # the other case, which says `true`, is open
    (found,) = settled(lambda a: "unknown" if "forall" in a.text else "unsat", by_cases())
    assert found.status == "proved"
    assert len(found.parts[0].texts) == 2


def test_a_goal_is_refuted_if_one_of_its_cases_is() -> None:
    (found,) = settled(lambda a: "sat" if "this case" in a.text else "unknown", by_cases())
    assert found.status == "refuted"


def test_with_agree_both_must_prove_each_case() -> None:
    def z3_alone(a: Attempt) -> Status:
        return "unsat" if a.solver == "z3" and "forall" not in a.text else "unknown"

    (found,) = settled(z3_alone, by_cases(), agree=True)
    assert found.status == "unknown"
