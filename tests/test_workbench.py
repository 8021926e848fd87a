"""The Python API: typed results with plain Python values."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import holdfast
from holdfast import workbench
from holdfast.verdict import Exhausted, Violated
from tests.cli.specs import COUNTER, LOCK, write


@pytest.fixture
def counter(tmp_path: Path) -> Path:
    write(tmp_path, Counter_tla=COUNTER)
    return tmp_path / "Counter.tla"


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    write(tmp_path, Lock_tla=LOCK)
    return tmp_path / "Lock.tla"


@pytest.mark.parametrize("module", [holdfast, workbench])
def test_every_public_name_is_there(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = module.nothing


def test_a_result_has_its_counts_and_its_verdict(counter: Path) -> None:
    result = holdfast.load(counter, constants={"N": 2}).check(deadlock=False)
    assert result.ok
    assert isinstance(result.verdict, Exhausted)
    assert result.outcome == "exhausted"
    assert (result.distinct, result.generated, result.depth) == (3, 3, 3)
    assert (result.violated, result.reason, result.trace) == (None, None, ())
    assert repr(result) == "<CheckResult exhausted, 3 distinct states>"


def test_a_trace_is_a_sequence_of_states_with_plain_values(lock: Path) -> None:
    result = holdfast.load(lock, constants={"Clients": "{a}"}).check()
    assert isinstance(result.verdict, Violated)
    assert result.violated == "deadlock"
    assert result.trace == (
        {"holder": frozenset(), "waiting": frozenset()},
        {"holder": frozenset(), "waiting": frozenset({"a"})},
        {"holder": frozenset({"a"}), "waiting": frozenset()},
        {"holder": frozenset({"a"}), "waiting": frozenset({"a"})},
    )
    assert result.actions == (None, "Ask(a)", "Take(a)", "Ask(a)")


def test_options_of_a_check_replace_those_of_the_spec(counter: Path) -> None:
    spec = holdfast.load(counter, constants={"N": 2})
    result = spec.check(constants={"N": 9}, invariants=["Small"])
    assert result.violated == "Small"
    assert result.exit_code == 12
    assert len(result.trace) == 4


def test_expressions_have_plain_values(lock: Path) -> None:
    assert holdfast.evaluate("{1, 2} \\union {3}").values == ((frozenset({1, 2, 3}),),)
    found = holdfast.load(lock, constants={"Clients": "{a}"}).evaluate(["Clients", "waiting"])
    assert found.values == ((frozenset({"a"}),), (frozenset(),))
    assert str(found) == "{a}\n{}"
    with pytest.raises(holdfast.SpecError, match="divided by zero"):
        _ = holdfast.evaluate("1 \\div 0").values


def test_a_trace_is_validated(lock: Path, tmp_path: Path) -> None:
    spec = holdfast.load(lock, constants={"Clients": "{a}"})
    log = tmp_path / "log.ndjson"
    log.write_text('{"waiting": []}\n{"holder": ["a"]}\n', encoding="utf-8")
    assert not spec.validate(log).valid
    found = spec.validate(log, between=1, expressions=["Cardinality(holder)"])
    assert found.valid
    assert found.actions == ("initial", "Ask(a)", "Take(a)")
    with pytest.raises(TypeError, match="no option `betwen`"):
        spec.validate(log, betwen=1)  # type: ignore[call-arg]  # the point of the test


def test_the_graph_is_there_when_it_is_asked_for(counter: Path) -> None:
    spec = holdfast.load(counter, constants={"N": 2})
    for result in (spec.check(deadlock=False), spec.check(deadlock=False, keep_graph=True)):
        assert result.graph.states == ({"n": 0}, {"n": 1}, {"n": 2})
        assert result.graph.edges == ((0, 1, "Up"), (1, 2, "Up"))
        assert result.graph.initial == (0,)


def test_the_graph_goes_to_networkx(counter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class MultiDiGraph:
        def __init__(self) -> None:
            self.nodes: dict[int, object] = {}
            self.edges: list[tuple[int, int, str]] = []

        def add_node(self, index: int, **attributes: object) -> None:
            self.nodes[index] = attributes

        def add_edge(self, source: int, target: int, action: str) -> None:
            self.edges.append((source, target, action))

    monkeypatch.setitem(sys.modules, "networkx", SimpleNamespace(MultiDiGraph=MultiDiGraph))
    result = holdfast.load(counter, constants={"N": 1}).check(deadlock=False)
    graph = result.graph.to_networkx()
    assert graph.nodes[0] == {"initial": True, "state": {"n": 0}}
    assert graph.edges == [(0, 1, "Up")]


def test_a_sweep_has_a_result_for_each_combination(counter: Path) -> None:
    sweep = holdfast.load(counter).sweep({"deadlock": False}, N=[1, 2, 3])
    assert [row.result.distinct for row in sweep] == [2, 3, 4]
    assert sweep.ok
    assert len(sweep) == 3
    assert sweep[0].constants == {"N": "1"}
    assert sweep.records()[2]["verdict"] == "exhausted"
    assert str(sweep).splitlines()[0].split() == [
        "N",
        "verdict",
        "distinct",
        "generated",
        "depth",
        "seconds",
    ]


def test_constants_may_be_python_values(counter: Path, lock: Path) -> None:
    result = holdfast.load(lock, constants={"Clients": {"x", "y"}}).check(deadlock=False)
    assert result.answer.constants == {"Clients": '{"x", "y"}'}
    assert result.graph.states[1]["waiting"] in (frozenset({"x"}), frozenset({"y"}))


def test_mistakes_raise_with_every_diagnostic(counter: Path) -> None:
    with pytest.raises(holdfast.SpecError) as caught:
        holdfast.load(counter).check()
    assert [d.code for d in caught.value.diagnostics] == ["model-missing-constant"]


def test_a_result_prints_as_the_command_does(counter: Path) -> None:
    result = holdfast.load(counter, constants={"N": 9}).check(invariants=["Small"])
    assert "x  Small is violated after 3 steps" in str(result)


def test_loading_reads_no_configuration(counter: Path) -> None:
    counter.with_suffix(".cfg").write_text("nonsense", encoding="utf-8")
    spec = holdfast.load(counter)
    assert spec.ok
    with pytest.raises(holdfast.SpecError):
        spec.check()


# ---- options ----


def test_an_option_that_there_is_not_is_an_error_with_a_suggestion(counter: Path) -> None:
    spec = holdfast.load(counter, constants={"N": 2})
    with pytest.raises(TypeError, match=r"no option `invariant`: did you mean `invariants`\?"):
        spec.check(invariant=["Small"])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no option `foo`; its options are constants, invariants"):
        spec.check(foo=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"prove\(\) has no option `lemma`: did you mean `lemmas`"):
        spec.prove(lemma="TypeOK")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"infer\(\) has no option `propery`"):
        spec.infer(propery="Small")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"grammar\(\) has no option `sed`"):
        spec.grammar(sed=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no option `invariant`"):
        spec.sweep({"invariant": "Small"}, N=[1])  # type: ignore[arg-type]


def test_a_value_of_another_kind_is_an_error(counter: Path) -> None:
    spec = holdfast.load(counter, constants={"N": 2})
    with pytest.raises(TypeError, match="`deadlock` is True or False, not 'no'"):
        spec.check(deadlock="no")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`seconds` is a number, not '60'"):
        spec.check(seconds="60")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`engine` is one of 'auto', 'native', 'interp'"):
        spec.check(engine="fast")
    with pytest.raises(ValueError, match="`method` is one of 'induction', 'kinduction', 'bmc'"):
        spec.prove(method="magic")
    assert spec.check(seconds=None, deadlock=False).ok


def test_one_name_is_a_list_of_one(counter: Path) -> None:
    spec = holdfast.load(counter, str(counter.parent), constants={"N": 5})
    assert spec.search_path == (counter.parent,)
    assert spec.check(invariants="Small").violated == "Small"
    assert [row.constants for row in spec.sweep({"deadlock": False}, N="12")] == [{"N": "12"}]


def test_a_constant_that_the_spec_does_not_declare_is_an_error(counter: Path) -> None:
    with pytest.raises(holdfast.SpecError, match="`Nope` is not declared in module Counter"):
        holdfast.load(counter, constants={"N": 2, "Nope": 3}).check()
    with pytest.raises(holdfast.SpecError, match="`n` is a variable"):
        holdfast.load(counter).check(constants={"N": 2, "n": 3})
    with pytest.raises(holdfast.SpecError, match="`Nope` is not declared"):
        holdfast.load(counter, constants={"N": 2}).sweep(Nope=[1, 2])


def test_a_sweep_without_a_value_is_refused(counter: Path) -> None:
    with pytest.raises(ValueError, match="at least one value"):
        holdfast.load(counter).sweep(N=[])
