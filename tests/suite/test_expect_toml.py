from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.source import Source
from holdfast.suite.expect_toml import read_expectations
from holdfast.suite.model import SuiteModel
from tests.cli.specs import COUNTER, write


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, Counter_tla=COUNTER, Counter_cfg="", CounterBig_cfg="")


def read(text: str) -> list[SuiteModel]:
    return list(read_expectations(Source("expect.toml", text)))


def problem(text: str) -> tuple[str, int]:
    [model] = read(text)
    assert model.status == "error"
    [found] = model.problems
    assert found.code == "test-declaration"
    assert found.span is not None
    return found.message, found.span.source.position(found.span.start)[0]


def test_a_model_of_a_file_with_several_automata_names_one() -> None:
    [model] = read(
        """
        [[model]]
        module = "Counter.tla"
        automaton = "Pair"
        constants = { N = 2 }
        verdict = "exhausted"
        """
    )
    assert model.automaton == "Pair"
    assert model.name == "Counter.tla Pair N=2"


def test_a_model_has_its_files_options_and_expectation() -> None:
    [model] = read(
        """
        [[model]]
        module = "Counter.tla"
        config = "CounterBig.cfg"
        constants = { N = 9, M = "{a, b}" }
        invariants = ["Small"]
        deadlock = false
        path = ["lib"]
        time = 2.5
        verdict = "violated"
        kind = "invariant"
        property = "Small"
        trace = 4
        distinct = 10
        origin = "by hand"
        """
    )
    assert model.status is None
    assert (model.spec, model.config) == (Path("Counter.tla"), Path("CounterBig.cfg"))
    assert model.constants == {"N": 9, "M": "{a, b}"}
    assert (model.invariants, model.deadlock, model.seconds) == (("Small",), False, 2.5)
    assert model.search_path == (Path("lib"),)
    assert model.name == "CounterBig.cfg N=9 M={a, b}"
    assert model.expected is not None
    assert (model.expected.property, model.expected.trace, model.expected.distinct) == (
        "Small",
        4,
        10,
    )


def test_the_spec_of_a_configuration_has_its_name_or_the_longest_part_of_it() -> None:
    write(Path(), CounterBi_tla="", Count_tla="")
    [model] = read('[[model]]\nconfig = "CounterBig.cfg"\nverdict = "Success"')
    assert model.spec == Path("CounterBi.tla")


def test_another_exit_code_may_be_expected() -> None:
    [model] = read('[[model]]\nmodule = "Counter.tla"\nexit = 75')
    assert model.expected is not None
    assert (model.expected.exits, model.expected.verdict) == ((75,), None)


def test_other_tables_are_left_to_others() -> None:
    models = read('[protocol]\nrow = 1\n[[model]]\nmodule = "Counter.tla"\nverdict = "Success"')
    assert [model.status for model in models] == [None]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a = 1\nb = \n", "this is not TOML: Invalid value", 2),
        ("a = 1\n", "there is no model in this file", 1),
        ("model = 3\n", "there is no model in this file", 1),
        ("\n[[model]]\nverdict = 'Success'", "a model needs `module` or `config`", 2),
        ("\n[[model]]\nmodule = 'Counter.tla'", "a model needs `verdict` or `exit`", 2),
        ("[[model]]\nmodule = 'None.tla'\nexit = 0", "there is no file None.tla", 1),
        ("[[model]]\nconfig = 'None.cfg'\nexit = 0", "there is no file None.cfg", 1),
        ("[[model]]\nmodule = 'Counter.tla'\nverdict = 'fine'", "`fine` is not a verdict", 1),
        ("[[model]]\nmodule = 'Counter.tla'\ndistint = 3", "a model has no key `distint`", 1),
        ("[[model]]\nmodule = 'Counter.tla'\ndepth = true", "`depth` is a whole number", 1),
        ("[[model]]\nmodule = 'Counter.tla'\ndepth = -1", "`depth` is a whole number", 1),
        ("[[model]]\nmodule = 'Counter.tla'\ntime = 0", "`time` is a number of seconds", 1),
        ("[[model]]\nmodule = 'Counter.tla'\npath = 'x'", "`path` is a list of texts", 1),
    ],
)
def test_a_mistake_is_reported_with_its_location(text: str, message: str, line: int) -> None:
    assert problem(text) == (message, line)


def test_a_mistake_in_one_model_does_not_hide_the_others() -> None:
    models = read('[[model]]\n[[model]]\nmodule = "Counter.tla"\nverdict = "Success"\n')
    assert [model.status for model in models] == ["error", None]
    assert models[1].declared is not None
    assert models[1].declared.location() == "expect.toml:2:1"


def test_a_model_that_is_not_found_is_not_dropped() -> None:
    [model] = read('[[model]]\nconfig = "Other.cfg"\nmodule = "Counter.tla"\nexit = 0')
    assert (model.name, model.status) == ("Other.cfg", "error")
