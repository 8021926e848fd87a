"""The store of runs: numbers, what is kept, what a reader sees of a run that is not over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from holdfast.runs.locks import hold, holder
from holdfast.runs.store import RunStore, StoredRun

REQUEST = {"command": "check", "spec": "A.tla", "options": {}}


def ended(store: RunStore, size: int = 0) -> StoredRun:
    run = store.create(REQUEST)
    run.write("envelope.json", json.dumps({"verdict": "proved", "pad": "x" * size}))
    return run


def numbers(store: RunStore) -> list[str]:
    return [run.number for run in store.runs()]


def test_numbers_count_up_and_git_ignores_them(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    assert (numbers(store), store.run("1")) == ([], None)
    assert [store.create(REQUEST).number for _ in range(11)][-2:] == ["10", "11"]
    assert numbers(store) == [str(n) for n in range(1, 12)]
    assert (tmp_path / ".holdfast" / ".gitignore").read_text("utf-8") == "*\n"
    found = store.run("11")
    assert found is not None
    assert found.request == REQUEST


@pytest.mark.parametrize(
    "number", ["", "0x1", "01", "../1", "1/", "\u0661", "-1", "1\0", "9" * 999]
)
def test_only_a_number_names_a_run(number: str, tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    ended(store)
    assert store.run(number) is None


def test_two_threads_never_get_the_same_number(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: RunStore(tmp_path).create(REQUEST).number, range(80)))
    assert sorted(map(int, made)) == list(range(1, 81))


def test_two_processes_never_get_the_same_number(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from holdfast.runs.store import RunStore\n"
        "print(*(RunStore(Path()).create({}).number for _ in range(40)))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program], cwd=tmp_path, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    made = [n for process in started for n in process.communicate(timeout=30)[0].split()]
    assert sorted(map(int, made)) == list(range(1, 81))


def test_the_newest_stay_and_pinned_ones_always(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    runs = [ended(store) for _ in range(8)]
    runs[1].pin(True)
    store.prune(most_runs=3)
    assert numbers(store) == ["2", "6", "7", "8"]
    runs[1].pin(False)
    store.prune(most_runs=3)
    assert numbers(store) == ["6", "7", "8"]
    assert sorted(os.listdir(store.folder)) == ["6", "7", "8"]


def test_the_store_has_a_size(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    for _ in range(4):
        ended(store, 1000)
    store.prune(most_bytes=2500)
    assert numbers(store) == ["3", "4"]
    store.prune(most_bytes=1)
    assert numbers(store) == ["4"]


def test_a_run_that_goes_on_is_not_removed(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    going = store.create(REQUEST)
    lock = hold(going.folder / "lock")
    try:
        for _ in range(3):
            ended(store)
        store.prune(most_runs=1)
        assert numbers(store) == ["1", "4"]
    finally:
        os.close(lock)


def test_the_status_is_that_of_the_process(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    run = store.create(REQUEST)
    assert (run.status, run.process) == ("ended", None)
    lock = hold(run.folder / "lock")
    assert (run.status, run.process) == ("waiting", os.getpid())
    (run.folder / "events.ndjson").touch()
    seen = [run.status]
    os.close(lock)
    seen.append(run.status)
    assert seen == ["running", "ended"]


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    program = (
        "from pathlib import Path; from holdfast.runs.locks import hold\n"
        f"hold(Path({str(path)!r})); print(1, flush=True); input()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    assert holder(path) == process.pid
    process.kill()
    process.communicate()
    assert holder(path) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", "\xff"])
def test_a_damaged_file_is_no_file(damage: str, tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    run = ended(store)
    for name in ("envelope.json", "texts.json", "events.ndjson"):
        (run.folder / name).write_bytes(damage.encode("latin-1"))
    assert (run.envelope, run.texts, run.events) == (None, {}, [])
    (run.folder / "request.json").write_bytes(damage.encode("latin-1"))
    assert store.run("1") is None
    store.pointer.write_bytes(damage.encode("latin-1"))
    assert store.last_trace() is None


def test_a_run_that_cannot_be_written_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: StoredRun, name: str, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(StoredRun, "write", fail)
    store = RunStore(tmp_path)
    with pytest.raises(OSError, match="No space"):
        store.create({"command": "check"})
    assert list(store.folder.iterdir()) == []


def test_numbers_go_on_after_those_that_were_used(tmp_path: Path) -> None:
    assert RunStore(tmp_path).create({"command": "check"}, after=7).number == "8"
    assert RunStore(tmp_path).create({"command": "check"}, after=7).number == "9"
