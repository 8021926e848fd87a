"""What is next from a state of a trace, without the steps that lead to it."""

from __future__ import annotations

from holdfast.explore.model import OpenModel
from holdfast.explore.traces import RunTrace
from holdfast.workbench import load
from tests.explore.small import CONFIG, WIRE


def test_it_is_what_a_walk_along_the_trace_has() -> None:
    result = load(text=WIRE, config_text=CONFIG).check()
    run = RunTrace.of_result(result, OpenModel(load(text=WIRE, config_text=CONFIG)))
    assert run is not None
    for number in range(1, len(result.trace) + 1):
        walk = run.walk(number)
        found = run.model.walk_from(run.recorded.state(number))
        assert (found["steps"], found["path"]) == ([], [])
        for name in ("next", "more", "disabled", "deadlock", "error"):
            assert found[name] == walk[name]
