"""Random specs of many constructs: both engines give the same answer, in all its parts.

`HOLDFAST_TEST_COMPILER` says which compilers, `HOLDFAST_TEST_CC_FLAGS` with which flags more.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS, SearchOptions
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.native.build import cc
from holdfast.native.run import engine
from holdfast.source import SpecError
from holdfast.verdict import Answer, Bounded, Counts, Failed, Unknown
from holdfast.workbench import load, prepare
from tests.native.wide_specs import INNER, Wide

pytestmark = pytest.mark.native

COMPILERS = os.environ.get("HOLDFAST_TEST_COMPILER", "tcc").split()
FLAGS = tuple(os.environ.get("HOLDFAST_TEST_CC_FLAGS", "").split())
EXAMPLES = int(os.environ.get("HOLDFAST_TEST_EXAMPLES", "30"))
LIMITS = Limits(seconds=20, states=150)
INTERPRETED = replace(DEFAULTS, engine="interp", keep_graph=True, limits=LIMITS)


@pytest.fixture(scope="module", autouse=True)
def _prepared() -> object:
    """Two workers share even the smallest levels."""
    patch = pytest.MonkeyPatch()
    patch.setattr(engine, "_PARALLEL_FROM", 1)
    patch.setattr(cc, "FLAGS", (*cc.FLAGS, *FLAGS))
    yield None
    patch.undo()


def system_of(seed: int) -> System | None:
    """The system of a spec; None if its parts do not fit together."""
    text, config = Wide(seed, depth=2 + seed % 2).spec()
    with TemporaryDirectory() as folder:
        path = Path(folder, "Wide.tla")
        path.with_name("Inner.tla").write_text(INNER, "utf-8")
        path.write_text(text, "utf-8")
        path.with_suffix(".cfg").write_text(config, "utf-8")
        try:
            return prepare(load(path)).system
        except SpecError:
            return None


def comparable(answer: Answer) -> Answer:
    """The answer without what an engine is free to choose."""
    answer = replace(answer, engine="", seconds=0.0, collision_probability=0.0)
    if isinstance(answer.verdict, Failed):
        answer = replace(answer, warnings=())
    # When it ends early, but for its depth, C has looked at the rest of a level.
    whole = answer.complete or isinstance(answer.verdict, Bounded)
    return answer if whole else replace(answer, counts=Counts(), graph=None)


def answer_of_c(system: System, options: SearchOptions) -> Answer | None:
    """The answer of the native engine; None where it reaches a limit of its own."""
    try:
        return check(system, options)
    except SpecError as error:
        if error.diagnostics[0].code == "native-limit":
            return None
        raise


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=EXAMPLES, phases=(Phase.generate,), deadline=None)
def test_random_specs_have_the_same_answer(seed: int) -> None:
    system = system_of(seed)
    if system is None:
        return
    more = ({"workers": 2}, {"exact": True}, {"keep_going": True})[seed % 3]
    for options in ({}, more):
        # keep_going is for both, the others are for C alone.
        going = bool(options.get("keep_going"))
        other = check(system, replace(INTERPRETED, keep_going=going))
        limits = Limits(seconds=20)
        if not other.complete and (going or isinstance(other.verdict, Unknown)):
            # There may be no end of states: the complete levels are compared.
            limits = replace(limits, depth=max(1, other.counts.depth - 1))
            other = check(system, replace(INTERPRETED, keep_going=going, limits=limits))
        for compiler in COMPILERS:
            native = replace(INTERPRETED, engine="native", compiler=compiler, limits=limits)
            mine = answer_of_c(system, replace(native, **options))
            assert mine is None or comparable(mine) == comparable(other)
