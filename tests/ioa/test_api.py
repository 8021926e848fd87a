"""`holdfast.ioa`: files of automata as Python modules, automata as Python objects."""

from __future__ import annotations

import linecache
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import holdfast
from holdfast import ioa
from holdfast.ioa import Automaton, compose
from holdfast.source import SpecError
from tests.ioa.models import FILES, line_of, model, one_step, variant, written

COUNTER = """\
@automaton
def Counter_(limit: Small):
    class signature:
        @internal
        def step(of: Small): where = of == limit

    class states:
        x: Small

    initially = x == 0

    class transitions:
        @internal
        @pre(x < limit)
        def step(of):
            x = next_of(x)

    invariant_of = x < limit
"""
SMALL = "Small: type = IntRange[0:9]\n"
NEXT = "def next_of(x: int) -> int:\n    return x + 1\n"
IMPORT = "from holdfast.ioa import *\n"


def imported(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Notebook:
    """Executes cells, each with a source of its own, in one namespace."""

    numbers = count()

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.files: list[str] = []

    def run(self, text: str) -> None:
        file = f"<cell {next(self.numbers)}>"
        self.files.append(file)
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec"), self.names)


@pytest.fixture
def notebook() -> Iterator[Notebook]:
    made = Notebook()
    yield made
    for file in made.files:
        del linecache.cache[file]


# ---- importing ----


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_python_imports_the_models_and_finds_no_error(path: Path) -> None:
    automata = [v for v in vars(imported(path)).values() if isinstance(v, Automaton)]
    assert automata
    assert all(a.specification.ok for a in automata)


def test_an_instance_has_the_states_of_the_file() -> None:
    array = imported(model("StableArray")).StableArray
    assert array(3).check().distinct == 16
    assert array(N=3).check().outcome == "exhausted"


def test_bodies_are_not_executed(tmp_path: Path) -> None:
    text = IMPORT + one_step("int", "0", "1 / 0") + "    raise_an_error()\n"
    assert isinstance(imported(written(tmp_path, text)).OneStep, Automaton)


def test_importing_the_language_loads_no_solver() -> None:
    code = "import sys, holdfast.ioa; print([m for m in ('z3', 'cvc5') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_all_names_exist() -> None:
    assert all(getattr(ioa, name) is not None for name in ioa.__all__)
    assert repr(ioa.bv100) == "bv100"
    with pytest.raises(AttributeError, match="has no attribute 'bvx'"):
        ioa.bvx  # noqa: B018  # the attribute itself is tested


def test_types_are_shown_as_they_are_written() -> None:
    addr = ioa.IntRange[0:3]
    assert (
        repr(ioa.NamedTuple["src":addr, "val":int]) == 'NamedTuple["src":IntRange[0:3], "val":int]'
    )
    assert repr(ioa.Map[ioa.nat, ioa.Seq[bool]]) == "Map[nat, Seq[bool]]"


@pytest.mark.parametrize("name", ["forall", "implies", "incre", "always", "pre", "Mset", "nat"])
def test_words_have_no_meaning_in_python(name: str) -> None:
    with pytest.raises(TypeError, match="only in"):
        getattr(ioa, name)(1)


# ---- objects ----


def test_objects_are_shown_in_a_line() -> None:
    sys_ = imported(model("AsyncLCR")).Sys
    assert repr(sys_) == "<automaton Sys(u0, u1, u2)>"
    assert repr(sys_(1, u1=2, u2=3)) == "<automaton Sys(u0=1, u1=2, u2=3)>"


def test_arguments_are_bound_as_in_python() -> None:
    sys_ = imported(model("AsyncLCR")).Sys
    with pytest.raises(TypeError, match="Sys: missing a required argument: 'u2'"):
        sys_(1, 2)
    with pytest.raises(TypeError, match="Sys: got an unexpected keyword argument 'v'"):
        sys_(1, 2, 3, v=4)


def test_all_operations_are_those_of_the_specification() -> None:
    ring = imported(model("AsyncLCR")).Sys(1, 2, 3)
    assert ring.simulate(5).behaviours == 5
    assert ring.translate(to="tla").name == "Sys"
    assert str(ring.evaluate("P0.status == UNKNOWN")) == "True"
    assert ring.specification.constants == {"u0": 1, "u1": 2, "u2": 3}
    with pytest.raises(AttributeError, match="no_such_operation"):
        ring.no_such_operation  # noqa: B018  # the attribute itself is tested


@pytest.mark.smt
def test_an_automaton_is_proved_for_all_parameters() -> None:
    array = imported(model("StableArray")).StableArray
    assert array.prove(all_sizes=True).outcome == "proved"


def test_only_functions_are_automata() -> None:
    with pytest.raises(TypeError, match="declared by a function"):
        ioa.automaton(3)  # type: ignore[arg-type]


# ---- errors ----


def test_errors_are_those_of_the_file(tmp_path: Path) -> None:
    path = variant(tmp_path, "AsyncLCR", ("status == CHOSEN", "status == CHOOSEN"))
    with pytest.raises(SpecError) as of_object:
        imported(path).Sys(1, 2, 3).check()
    with pytest.raises(SpecError) as of_file:
        holdfast.load(path).check()
    assert str(of_object.value) == str(of_file.value)
    assert f":{line_of(path, 'CHOOSEN')}:" in str(of_object.value)


def test_a_source_that_python_does_not_know() -> None:
    names: dict[str, Any] = {}
    exec(IMPORT + one_step("int", "0", "1"), names)
    with pytest.raises(OSError, match="the source of OneStep is not available"):
        names["OneStep"].check()


# ---- programs and notebooks ----


def test_a_program_may_have_other_statements(tmp_path: Path) -> None:
    program = f"""\
import os
from pathlib import Path
{IMPORT}
LIMIT = 3

{SMALL}

def report(result):
    return [str(result), os.sep, lambda: 0]

{NEXT}

{COUNTER}

result = Counter_(LIMIT).check()
"""
    path = written(tmp_path, program)
    result = imported(path).result
    assert (result.outcome, result.violated, len(result.trace)) == ("violated", "invariant_of", 4)
    assert f"{path.name}:{line_of(path, 'invariant_of')}" in result.show()


def test_declarations_in_several_cells_belong_together(notebook: Notebook) -> None:
    notebook.run(IMPORT)
    notebook.run(f"{SMALL}print_ = print")
    notebook.run(NEXT)
    notebook.run(COUNTER)
    notebook.run(
        "@composition\ndef Pair():\n    class components:\n"
        "        a: Counter_(1)\n        b: Counter_(2)\n\nfound = Pair().check()\n"
    )
    found = notebook.names["found"]
    assert found.violated == "a.invariant_of"


def test_the_members_of_an_enum_of_another_cell_are_known(notebook: Notebook) -> None:
    notebook.run(IMPORT + 'Kind: type = Enum["A", "B"]\nPair: type = NamedTuple["k": Kind]\n')
    notebook.run(one_step("Pair", "Pair(A)", "Pair(B)"))
    result = notebook.names["OneStep"].check(invariants=["x.k == A"])
    assert "x.k: A -> B" in result.show() or "Pair(A) -> Pair(B)" in result.show()


def test_a_cell_that_is_executed_again_replaces_the_automaton(notebook: Notebook) -> None:
    notebook.run(IMPORT + one_step("int", "0", "1"))
    pair = "@composition\ndef Pair():\n    class components:\n        a: OneStep()\n"
    notebook.run(one_step("int", "5", "6"))
    notebook.run(pair)
    assert notebook.names["Pair"].check(invariants=["a.x == 5"]).trace[-1] == {"a.x": 6}


# ---- compositions ----


def test_a_composition_from_a_program_is_that_of_the_file() -> None:
    process = imported(model("AsyncLCR")).Process
    ring = compose("Ring", P0=process(0, 3), P1=process(1, 2), P2=process(i=2, u=1))
    assert repr(ring) == "<automaton Ring()>"
    result = ring.check()
    assert (result.distinct, result.outcome) == (15, "exhausted")
    assert ring.check(invariants=["P0.status == UNKNOWN"]).violated is not None


def test_a_composition_may_hide_actions_and_be_a_component() -> None:
    process = imported(model("AsyncLCR")).Process
    ring = compose("Ring", hidden=["report"], P0=process(0, 1), P1=process(1, 2))
    top = compose("Top", ring=ring, last=process(2, 3))
    assert not ring.diagnostics
    assert {"ring.P0.q", "last.q"} <= set(top.check(invariants=["len(last.q) < 0"]).trace[0])


def test_errors_in_a_composition_are_diagnostics() -> None:
    process = imported(model("AsyncLCR")).Process
    with pytest.raises(SpecError, match="CHOOSEN"):
        compose("Ring", P0=process(0, "CHOOSEN")).check()


def test_components_are_automata_with_names() -> None:
    with pytest.raises(TypeError, match="P: a component is an automaton, not 3"):
        compose("Sys", P=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'my ring' is not a name"):
        compose("my ring")
