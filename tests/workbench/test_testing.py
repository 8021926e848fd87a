"""Suites of real models in real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import holdfast
from holdfast.suite.expectation import Status
from tests.cli.specs import COUNTER, write

pytestmark = pytest.mark.native

ENDLESS = COUNTER.replace("Counter", "Endless").replace("n < N /\\", "TRUE /\\")
MODEL = (
    "CONSTANT N = {}\nINIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\nINVARIANT {}\n\\* EXPECT: {}\n"
)
RUN_FOREVER = MODEL.format(2, "Small", "Success").replace("INVARIANT Small\n", "")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, Counter_tla=COUNTER)
    return tmp_path


def statuses(result: holdfast.SuiteResult) -> dict[str, Status]:
    return {tested.model.name: tested.status for tested in result}


def test_a_suite_is_ok_if_all_results_are_the_expected_ones(folder: Path) -> None:
    write(
        folder,
        Counter_cfg=MODEL.format(2, "Small", "Success distinct=3 generated=3 depth=3"),
        CounterBig_cfg=MODEL.format(9, "Small", "SafetyFailure property=Small trace=4"),
    )
    result = holdfast.test()
    assert statuses(result) == {"Counter.cfg": "ok", "CounterBig.cfg": "ok"}
    assert (result.ok, result.exit_code, result.diagnostics) == (True, 0, ())


def test_a_violation_that_is_no_longer_found_is_red(folder: Path) -> None:
    write(
        folder,
        Counter_cfg=MODEL.format(2, "Small", "SafetyFailure"),
        CounterBig_cfg=MODEL.format(9, "Small", "Success"),
    )
    result = holdfast.test()
    assert statuses(result) == {"Counter.cfg": "not-found", "CounterBig.cfg": "different"}
    assert result.exit_code == 23
    missing, different = result.diagnostics
    assert (missing.code, different.code) == ("test-violation-not-found", "test-different")
    assert different.span is not None
    assert different.span.location() == "CounterBig.cfg:6:12"


def test_an_error_in_a_spec_is_not_the_expected_violation(folder: Path) -> None:
    write(folder, Counter_tla="---- MODULE Counter ----\nInit == y\n====\n")
    write(folder, Counter_cfg=MODEL.format(9, "Small", "SafetyFailure"))
    result = holdfast.test()
    assert statuses(result) == {"Counter.cfg": "different"}
    assert result[0].observed is not None
    assert (result.exit_code, result[0].observed.exit) == (1, 150)


def test_a_model_that_reaches_its_time_limit_is_inconclusive(folder: Path) -> None:
    write(folder, Endless_tla=ENDLESS, Endless_cfg=RUN_FOREVER)
    result = holdfast.test(seconds=0.3)
    assert statuses(result) == {"Endless.cfg": "inconclusive"}
    assert result.exit_code == 20


def test_a_suite_without_a_model_is_not_ok(folder: Path) -> None:
    assert holdfast.test().exit_code == 20
    write(folder, Counter_cfg="CONSTANT N = 2\nINIT Init\nNEXT Next\n")
    result = holdfast.test()
    assert statuses(result) == {"Counter.cfg": "undeclared"}
    assert (result.exit_code, result[0].observed) == (20, None)


def test_models_are_selected_by_their_names(folder: Path) -> None:
    for name in ("Counter", "CounterBig", "CounterBigger"):
        write(folder, **{f"{name}_cfg": MODEL.format(2, "Small", "Success")})
    assert set(statuses(holdfast.test(patterns=["bigg"]))) == {"CounterBigger.cfg"}
    assert set(statuses(holdfast.test(patterns="r*g.cfg"))) == {"CounterBig.cfg"}


def test_constants_and_properties_of_expect_toml_are_used(folder: Path) -> None:
    write(
        folder,
        expect_toml="""
        [[model]]
        module = "Counter.tla"
        constants = { N = 9 }
        invariants = ["Small"]
        verdict = "violated"
        property = "Small"
        [[model]]
        module = "Counter.tla"
        constants = { N = "1 + 1" }
        deadlock = false
        verdict = "exhausted"
        distinct = 3
        """,
    )
    assert holdfast.test().ok


def test_the_crash_of_one_process_does_not_lose_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, Counter_cfg=MODEL.format(2, "Small", "Success"))
    write(folder, CounterBig_cfg=MODEL.format(9, "Small", "SafetyFailure"))
    # Python imports this module when it starts: the first process to come ends itself.
    (folder / "start").mkdir()
    (folder / "start" / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        f"mark = {str(folder / 'mark')!r}\n"
        "if not os.path.exists(mark):\n"
        "    open(mark, 'w').close()\n"
        "    print('about to end', file=sys.stderr, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(folder / "start"))
    result = holdfast.test(jobs=1, seconds=60)
    assert statuses(result) == {"Counter.cfg": "error", "CounterBig.cfg": "ok"}
    [crash] = result.diagnostics
    ended = "the process ended with signal 9 (SIGKILL): about to end"
    assert (crash.code, crash.message) == ("test-crash", f"Counter.cfg: {ended}")
    assert result.exit_code == 1


def test_a_process_without_a_result_after_its_time_limit_is_killed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, Counter_cfg=MODEL.format(2, "Small", "Success"))
    (folder / "start").mkdir()
    (folder / "start" / "sitecustomize.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setenv("PYTHONPATH", str(folder / "start"))
    monkeypatch.setattr("holdfast.workbench.suite_run.GRACE", 0.1)
    [crash] = holdfast.test(seconds=0.1).diagnostics
    assert crash.message == "Counter.cfg: no result 0 s after the time limit"


def test_a_file_that_cannot_be_updated_is_an_error(folder: Path) -> None:
    text = 'model = [{ module = "Counter.tla", constants = { N = 2 }, verdict = "violated" }]\n'
    write(folder, expect_toml=text)
    result = holdfast.test(update=True)
    assert [tested.status for tested in result] == ["error"]
    assert (folder / "expect.toml").read_text() == text


def test_update_writes_counts_and_no_verdicts(folder: Path) -> None:
    text = """\
[[model]]
module = "Counter.tla"
constants = { N = 2 }
deadlock = false
verdict = "exhausted"
distinct = 99 # wrong

[[model]]
module = "Counter.tla"
constants = { N = 3 }
deadlock = false
verdict = "violated"
"""
    write(folder, expect_toml=text)
    assert holdfast.test().exit_code == 23
    result = holdfast.test(update=True)
    assert (result.updated, result.exit_code) == (("expect.toml",), 23)
    assert [tested.status for tested in result] == ["ok", "not-found"]
    first, second = tomllib.loads((folder / "expect.toml").read_text())["model"]
    assert (first["distinct"], first["generated"], first["depth"]) == (3, 3, 3)
    assert second == {
        "module": "Counter.tla",
        "constants": {"N": 3},
        "deadlock": False,
        "verdict": "violated",
    }


def test_an_option_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(TypeError, match="has no option `job`"):
        holdfast.test(".", job=1)  # type: ignore[call-arg]  # that is the point


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def await_true(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def endless(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A suite that has run its first model and now runs a second one, which does not end."""
    if not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists():
        pytest.skip("the processes of a process are not listed here")
    write(folder, Counter_cfg=MODEL.format(2, "Small", "Success"))
    write(folder, Endless_tla=ENDLESS, Endless_cfg=RUN_FOREVER)
    root = Path(holdfast.__file__).parents[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "holdfast", "test", "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    seen: set[int] = set()

    def second_runs() -> bool:
        seen.update(run_threads(process.pid))
        return len(seen) == 2

    await_true(second_runs)
    yield process
    process.kill()
    process.wait()


def run_threads(pid: int) -> set[int]:
    """The child processes that any thread of a process started."""
    tasks = Path(f"/proc/{pid}/task")
    found: set[int] = set()
    for task in tasks.iterdir() if tasks.exists() else ():
        try:
            found |= set(map(int, (task / "children").read_text().split()))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def test_ctrl_c_leaves_a_partial_table(endless: subprocess.Popen[str]) -> None:
    [child] = run_threads(endless.pid)
    endless.send_signal(signal.SIGINT)
    out, err = endless.communicate(timeout=30)
    assert endless.returncode == 130, err
    lines = out.splitlines()
    assert lines[1].endswith("  ok")
    assert lines[2].endswith("  not run")
    assert lines[-1].startswith("interrupted; 2 models: 1 as expected, 1 not run")
    assert not is_running(child)


def test_processes_end_with_the_one_that_started_them(endless: subprocess.Popen[str]) -> None:
    [child] = run_threads(endless.pid)
    endless.kill()
    endless.communicate(timeout=30)
    await_true(lambda: not is_running(child))
