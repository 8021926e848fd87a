"""Cancelling from another thread ends any question, on any engine, with what it has found."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest

import holdfast
from holdfast import Cancellation
from holdfast.cancellation import Cancelled
from holdfast.check.engine import Exploration
from holdfast.check.options import EngineName
from holdfast.native.build import build, cc
from holdfast.progress import Progress
from holdfast.smt.solvers.session import Session
from holdfast.verdict import Answer, Unknown, Violated

Result = TypeVar("Result")

SPECS = Path(__file__).parent.parent / "specs"
PROMISED = 1.0
SLACK = 2.0
"""Seconds that a busy machine may add."""

SLOW = r"(\A t \in SUBSET (1..40) : Cardinality(t) < 50)"
SLOW_AT_3 = r"(x = 3 => \A t \in SUBSET (1..40) : Cardinality(t) < 50 + x)"

COUNTER = r"""
---- MODULE Spec ----
EXTENDS Integers, FiniteSets
VARIABLES x, y
Init == x = 0 /\ y = 0
Next == (x' = x + 1 /\ y' = y) \/ (y' = y + 1 /\ x' = x)
Inv == x >= 0
====
"""
SPECS_OF_ONE_SLOW_EXPRESSION = {
    "assumption": f"ASSUME {SLOW}\nInit == x = 0\nNext == x' = x\nInv == TRUE",
    "initial": f"Init == x = 0 /\\ {SLOW}\nNext == x' = x\nInv == TRUE",
    "guard": f"Init == x = 0\nNext == {SLOW_AT_3} /\\ x' = x + 1\nInv == TRUE",
    "invariant": f"Init == x = 0\nNext == x' = x + 1\nInv == {SLOW_AT_3}",
    "postcondition": f"Init == x = 0\nNext == x' = x\nInv == TRUE\nPost == {SLOW}",
}
ENGINES = ("interp", "native")


def spec_of(folder: Path, text: str, config: str = "") -> holdfast.Specification:
    path = folder / "Spec.tla"
    path.write_text(text, encoding="utf-8")
    lines = "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n"
    path.with_suffix(".cfg").write_text(lines + config, encoding="utf-8")
    return holdfast.load(path)


def cancelled(
    ask: Callable[[Cancellation], Result], after: float, when: threading.Event | None = None
) -> Result:
    """The answer of a question in a thread of its own, cancelled so long after it began.

    With `when`, so long after that is set.
    """
    token, found = Cancellation(), list[Result]()
    thread = threading.Thread(target=lambda: found.append(ask(token)), daemon=True)
    thread.start()
    if when is not None:
        assert when.wait(60)
    time.sleep(after)
    assert thread.is_alive(), "the question ended too early"
    token.cancel()
    pressed = time.monotonic()
    thread.join(30)
    took = time.monotonic() - pressed
    assert found, "it never ended, or it raised"
    assert took < PROMISED + SLACK
    return found[0]


def is_cancelled(verdict: object) -> bool:
    return isinstance(verdict, Unknown) and verdict.cause == "cancelled"


# ---- check ----


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("after", [0.0, 0.3, 1.2])
def test_a_search_without_end_leaves_its_counts(tmp_path: Path, engine: str, after: float) -> None:
    told = threading.Event()

    def tell(_: Progress) -> None:
        told.set()

    spec = spec_of(tmp_path, COUNTER)
    result = cancelled(
        lambda token: spec.check(engine=engine, cancellation=token, progress=tell), after, told
    )
    assert is_cancelled(result.answer.verdict)
    assert result.answer.engine == engine
    assert not result.answer.complete
    assert result.answer.counts.distinct > 100
    assert result.exit_code == 20


@pytest.mark.native
@pytest.mark.parametrize("workers", [1, 2])
def test_all_workers_of_a_search_end(tmp_path: Path, workers: int) -> None:
    spec = spec_of(tmp_path, COUNTER)
    before = threading.active_count()
    result = cancelled(
        lambda token: spec.check(engine="native", workers=workers, cancellation=token), 2.0
    )
    assert is_cancelled(result.answer.verdict)
    time.sleep(0.2)
    assert threading.active_count() <= before


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("place", list(SPECS_OF_ONE_SLOW_EXPRESSION))
def test_one_slow_expression_is_left(tmp_path: Path, engine: str, place: str) -> None:
    body = SPECS_OF_ONE_SLOW_EXPRESSION[place]
    text = f"---- MODULE Spec ----\nEXTENDS Integers, FiniteSets\nVARIABLE x\n{body}\n====\n"
    config = "POSTCONDITION Post\n" if "Post" in body else ""
    spec = spec_of(tmp_path, text, config)
    result = cancelled(lambda token: spec.check(engine=engine, cancellation=token), 0.7)
    assert is_cancelled(result.answer.verdict)
    assert result.exit_code == 20
    assert result.answer.counts.distinct == {"guard": 4, "invariant": 4, "postcondition": 1}.get(
        place, 0
    )


@pytest.mark.native
def test_an_operator_that_python_computes_for_c_is_left(tmp_path: Path) -> None:
    text = f"""
---- MODULE Spec ----
EXTENDS Integers, FiniteSets, TLC, TLCExt
VARIABLE x
Init == x = 0
Next == PrintT(x) /\\ {SLOW_AT_3} /\\ x' = x + 1
Inv == TRUE
====
"""
    spec = spec_of(tmp_path, text)
    result = cancelled(lambda token: spec.check(engine="native", cancellation=token), 2.0)
    assert is_cancelled(result.answer.verdict)
    assert result.answer.output


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
def test_a_command_that_a_spec_runs_is_ended(tmp_path: Path, engine: str) -> None:
    text = """
---- MODULE Spec ----
EXTENDS Integers, IOUtils
VARIABLE x
Init == x = 0
Next == IOExec(<<"sleep", "60">>).exitValue = 0 /\\ x' = x + 1
Inv == TRUE
====
"""
    spec = spec_of(tmp_path, text)
    result = cancelled(
        lambda token: spec.check(engine=engine, allow_io=True, cancellation=token), 0.7
    )
    assert is_cancelled(result.answer.verdict)


@pytest.mark.native
def test_a_compiler_that_takes_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow-cc"
    slow.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(build, "system_compiler", lambda: str(slow))
    monkeypatch.setattr(cc, "system_compiler", lambda: str(slow))
    monkeypatch.setattr("holdfast.native.build.cache.is_noted", lambda _: True)
    spec = spec_of(tmp_path, COUNTER)
    result = cancelled(lambda token: spec.check(engine="native", cancellation=token), 0.7)
    assert is_cancelled(result.answer.verdict)
    assert result.answer.counts.distinct == 0


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
def test_a_violation_that_was_found_before_counts(
    tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = threading.Event()

    def endless(*_: object) -> Any:
        reasons.set()
        while True:
            pass

    monkeypatch.setattr("holdfast.check.judge.explained", endless)
    text = COUNTER.replace("x >= 0", "x < 3")
    spec = spec_of(tmp_path, text)
    result = cancelled(lambda token: spec.check(engine=engine, cancellation=token), 0.2, reasons)
    assert isinstance(result.answer.verdict, Violated)
    assert len(result.trace) == 4
    assert result.exit_code == 12


def test_a_token_with_a_deadline_limits_the_time(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, COUNTER)
    answer = spec.check(engine="interp", cancellation=Cancellation(seconds=0.3)).answer
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.cause == "time"
    assert answer.counts.distinct > 0


def test_a_token_that_was_used_ends_the_next_question_at_once(tmp_path: Path) -> None:
    token = Cancellation()
    token.cancel()
    answer = spec_of(tmp_path, COUNTER).check(engine="interp", cancellation=token).answer
    assert is_cancelled(answer.verdict)
    assert answer.counts.distinct <= 1


def test_several_questions_are_cancelled_by_one_token(tmp_path: Path) -> None:
    spec, found = spec_of(tmp_path, COUNTER), list[Answer]()

    def both(token: Cancellation) -> list[Answer]:
        def one() -> None:
            found.append(spec.check(engine="interp", cancellation=token).answer)

        other = threading.Thread(target=one)
        other.start()
        one()
        other.join()
        return found

    for answer in cancelled(both, 0.5):
        assert is_cancelled(answer.verdict)


# ---- prove ----

HARD = r"""
---- MODULE Spec ----
EXTENDS Integers
VARIABLES a, b, c
Init == a = 1 /\ b = 1 /\ c = 1
Next == /\ a' \in 1..3000 /\ b' \in 1..3000 /\ c' \in 1..3000
        /\ a' * a' * a' + b' * b' * b' # c' * c' * c'
Easy == a > 0
Inv == a * a * a + b * b * b # c * c * c
Range == a \in 1..3000 /\ b \in 1..3000 /\ c \in 1..3000
====
"""


@pytest.mark.smt
@pytest.mark.parametrize("after", [0.0, 0.4, 1.0, 2.5])
@pytest.mark.parametrize("all_sizes", [False, True])
def test_a_proof_leaves_the_obligations_so_far(after: float, all_sizes: bool) -> None:
    folder = SPECS / "LoglessReconfig"
    spec = holdfast.load(folder / "LoglessReconfigProof.tla", config=folder / "LoglessReconfig.cfg")
    settled: list[int] = []
    begun = threading.Event()

    def tell(progress: Progress) -> None:
        settled.append(progress.figures["settled"])
        begun.set()

    result = cancelled(
        lambda token: spec.prove(
            invariants=["IndInv"],
            all_sizes=all_sizes,
            remember=False,
            workers=1,
            progress=tell,
            cancellation=token,
        ),
        after,
        begun,
    )
    assert is_cancelled(result.proof.verdict)
    assert len(result.proof.obligations) == settled[-1]
    assert result.proof.expected > settled[-1]
    assert result.exit_code == 20


@pytest.mark.smt
@pytest.mark.parametrize("after", [0.3, 1.0])
def test_a_proof_is_left_before_its_first_obligation(tmp_path: Path, after: float) -> None:
    slow = COUNTER.replace("Init == x = 0", f"Init == {SLOW} /\\ x = 0")
    spec = spec_of(tmp_path, slow)
    result = cancelled(
        lambda token: spec.prove(remember=False, workers=1, cancellation=token), after
    )
    assert is_cancelled(result.proof.verdict)
    assert result.proof.obligations == ()


@pytest.mark.smt
def test_a_hard_obligation_is_left(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, HARD)
    result = cancelled(
        lambda token: spec.prove(
            invariants=["Inv"], lemmas=["Range"], remember=False, workers=1, cancellation=token
        ),
        3.0,
    )
    assert is_cancelled(result.proof.verdict)
    assert any(each.status == "proved" for each in result.proof.obligations)


@pytest.mark.smt
def test_z3_in_this_process_is_interrupted() -> None:
    cubes = "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)" + (
        "(assert (and (> a 1) (> b 1) (> c 1) (= (+ (* a a a) (* b b b)) (* c c c))))"
    )

    def ask(token: Cancellation) -> str:
        from holdfast.cancellation import Interruption, running

        try:
            with running(token):
                return Session(cubes).check().status
        except Interruption as stop:
            return stop.cause

    assert cancelled(ask, 1.0) == "cancelled"


# ---- infer ----


@pytest.mark.smt
@pytest.mark.parametrize("after", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    "phase", ["check", "sample", "mine", "candidates", "seed", "encode", "search", "prove"]
)
def test_an_inference_is_left_in_any_phase(phase: str, after: float) -> None:
    name = "TwoPhase" if phase != "prove" else "LockServer"
    begun = threading.Event()

    def tell(progress: Progress) -> None:
        if progress.phase == phase:
            begun.set()
            time.sleep(0.2 if phase == "prove" else 0)

    spec = holdfast.load(SPECS / name / f"{name}.tla")
    token, found = Cancellation(), list[Any]()
    thread = threading.Thread(
        target=lambda: found.append(
            spec.infer(remember=False, workers=1, progress=tell, cancellation=token)
        ),
        daemon=True,
    )
    thread.start()
    assert begun.wait(120)
    time.sleep(after if phase != "prove" else 0.0)
    ended = not thread.is_alive()
    token.cancel()
    pressed = time.monotonic()
    thread.join(60)
    took = time.monotonic() - pressed
    assert found, "it never ended, or it raised"
    if not ended:
        assert took < PROMISED + SLACK
        assert is_cancelled(found[0].verdict) or found[0].ok
        assert phase in found[0].inferred.phases


@pytest.mark.smt
@pytest.mark.parametrize("after", [1.0, 4.0, 8.0])
def test_an_inference_of_a_large_protocol_leaves_its_lemmas(after: float) -> None:
    spec = holdfast.load(SPECS / "ChordRing" / "ChordRing.tla")
    result = cancelled(
        lambda token: spec.infer(remember=False, workers=1, cancellation=token), after
    )
    assert is_cancelled(result.verdict)
    assert result.exit_code == 20
    assert result.inferred.seconds < after + PROMISED + SLACK


def test_a_limit_that_a_question_does_not_have_is_an_error(tmp_path: Path) -> None:
    from holdfast.infer.infer import infer
    from holdfast.infer.result import Options as InferOptions
    from holdfast.limits import Limits
    from holdfast.prove.options import Options as ProveOptions
    from holdfast.prove.prove import prove
    from holdfast.workbench import prepare

    system = prepare(spec_of(tmp_path, COUNTER)).system
    with pytest.raises(ValueError, match="prove has no limit `depth`"):
        prove(system, ProveOptions(limits=Limits(depth=3)))
    with pytest.raises(ValueError, match="infer has no limit `states`"):
        infer(system, system.invariants[0], InferOptions(limits=Limits(states=3)))


def test_an_engine_stops_by_itself_when_its_limits_are_reached(tmp_path: Path) -> None:
    from holdfast.check.engine import ENGINES
    from holdfast.interp.machine import Machine
    from holdfast.limits import Limits
    from holdfast.workbench import prepare

    assert get_args(EngineName) == ("auto", *ENGINES)
    system = prepare(spec_of(tmp_path, COUNTER)).system
    for engine in ENGINES.values():
        exploration = Exploration(Machine(system))
        assert not engine().refusals(exploration)
        for limits, cause in ((Limits(depth=5), "depth"), (Limits(states=2000), "states")):
            search = engine().run(Exploration(Machine(system)), limits, None)
            assert isinstance(search.verdict, Unknown)
            assert search.verdict.cause == cause
            assert search.counts().distinct > 0


# ---- Ctrl-C ----


@pytest.fixture
def _plain_interrupts() -> Iterator[None]:
    # In the background of a shell, a process begins with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


ctrl_c = pytest.mark.skipif(os.name != "posix", reason="signals")


@ctrl_c
@pytest.mark.native
@pytest.mark.usefixtures("_plain_interrupts")
@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_ends_a_search(tmp_path: Path, engine: str) -> None:
    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    answer = spec_of(tmp_path, COUNTER).check(engine=engine, progress=press).answer
    assert is_cancelled(answer.verdict)
    assert answer.counts.distinct > 0


@ctrl_c
@pytest.mark.native
@pytest.mark.usefixtures("_plain_interrupts")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_second_ctrl_c_gives_up_the_answer(tmp_path: Path, engine: str) -> None:
    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    spec = spec_of(tmp_path, COUNTER)
    with pytest.raises(KeyboardInterrupt):
        spec.check(engine=engine, progress=press)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# Where nothing ticks for a while the interruption comes at any place.
@ctrl_c
@pytest.mark.smt
@pytest.mark.usefixtures("_plain_interrupts")
@pytest.mark.parametrize(
    "phase", ["check", "sample", "mine", "candidates", "seed", "encode", "search", "prove", "graph"]
)
def test_ctrl_c_in_any_phase_of_an_inference_ends_with_what_was_found(phase: str) -> None:
    pressed = False

    def press(progress: Progress) -> None:
        nonlocal pressed
        if progress.phase == phase and not pressed:
            pressed = True
            signal.raise_signal(signal.SIGINT)

    spec = holdfast.load(SPECS / "LockServer" / "LockServer.tla")
    found = spec.infer(property="Safe", remember=False, workers=1, progress=press)
    assert pressed
    assert found.verdict == Unknown(cause="cancelled", reason="interrupted")
    assert found.exit_code == 20


@pytest.mark.smt
def test_a_session_that_was_interrupted_is_not_asked_again() -> None:
    session = Session("(declare-fun p () Bool)(assert p)")
    session.push()
    session.interrupt()
    with pytest.raises(Cancelled):
        session.check()
    with pytest.raises(Cancelled):
        session.pop()
