"""Library operators with surroundings: output, registers, chance, files, commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from holdfast.interp.builtins import BUILTINS, Context, Permissions
from holdfast.interp.context import ALLOW_ALL
from holdfast.interp.functions import apply
from holdfast.interp.members import listed
from holdfast.interp.sets import contains, function_set, interval, is_subset, record_set, subsets
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.values import EMPTY_SET, FALSE, TRUE, Value, model_value


def call(context: Context, name: str, *arguments: object) -> Value:
    row, function = LIBRARY_OPS[name], BUILTINS[name]
    assert row.arity == len(arguments)
    found: Value = function(context, *arguments) if row.context else function(*arguments)
    return found


def code_of(context: Context, name: str, *arguments: object) -> str:
    with pytest.raises(EvalError) as error:
        call(context, name, *arguments)
    return error.value.code


class Given:
    """An argument that is not evaluated yet."""

    def __init__(self, value: Value | None = None) -> None:
        self.value = value

    def force(self) -> Value:
        if self.value is None:
            raise EvalError("eval-division", "1 is divided by zero")
        return self.value


@pytest.fixture
def context() -> Context:
    return Context(permissions=ALLOW_ALL)


def test_printing_goes_to_the_output() -> None:
    lines: list[str] = []
    context = Context(output=lines.append)
    assert call(context, "TLC!Print", "x", 3) == 3
    assert call(context, "TLC!PrintT", set_of([2, 1])) is TRUE
    assert lines == ['"x"  3', "{1, 2}"]


def test_registers_keep_their_values(context: Context) -> None:
    assert call(context, "TLC!TLCSet", 1, interval(1, 2)) is TRUE
    assert call(context, "TLC!TLCGet", 1) == set_of([1, 2])
    assert call(context, "TLC!TLCSet", "s:named", 7) is TRUE
    assert call(context, "TLC!TLCGet", "s:named") == 7
    assert code_of(context, "TLC!TLCGet", 2) == "eval-undefined"
    assert code_of(context, "TLC!TLCSet", -1, 0) == "eval-not-a-number"
    assert code_of(context, "TLC!TLCGet", TRUE) == "eval-not-a-number"


def test_a_register_may_have_a_default(context: Context) -> None:
    assert call(context, "TLCExt!TLCGetOrDefault", 5, "none") == "none"
    call(context, "TLC!TLCSet", 5, "some")
    assert call(context, "TLCExt!TLCGetOrDefault", 5, "none") == "some"


def test_the_run_tells_its_figures() -> None:
    context = Context(figure={"level": 4}.get)
    assert call(context, "TLC!TLCGet", "level") == 4
    assert call(context, "TLC!TLCGet", "duration") == 0
    assert code_of(context, "TLC!TLCGet", "distinct") == "eval-undefined"


def test_a_spec_may_ask_to_stop(context: Context) -> None:
    call(context, "TLC!TLCSet", "exit", FALSE)
    assert not context.stopped
    call(context, "TLC!TLCSet", "exit", TRUE)
    assert context.stopped


def test_the_states_so_far_are_those_of_the_run() -> None:
    states = (record_of({"x": 1}),)
    context = Context(trace=lambda: states)
    assert call(context, "TLCExt!Trace") == states
    assert code_of(Context(), "TLCExt!Trace") == "eval-undefined"


def test_without_a_violation_the_counterexample_has_no_states() -> None:
    graph = call(Context(), "TLCExt!CounterExample")
    assert graph == record_of({"state": EMPTY_SET, "action": EMPTY_SET})
    assert call(Context(), "TLCExt!ToTrace", graph) == ()


def test_a_counterexample_gives_its_states_in_order(context: Context) -> None:
    one, two = record_of({"x": 1}), record_of({"x": 2})
    graph = record_of({"state": set_of([(2, two), (1, one)]), "action": EMPTY_SET})
    assert call(context, "TLCExt!ToTrace", graph) == (one, two)


def test_an_error_can_be_asserted(context: Context) -> None:
    assert call(context, "TLCExt!AssertError", Given("any"), Given()) is TRUE
    assert call(context, "TLCExt!AssertError", Given("any"), Given(1)) is FALSE


def test_other_operators_about_the_run(context: Context) -> None:
    assert call(context, "TLCExt!TLCModelValue", "mv") is model_value("mv")
    assert call(context, "TLCExt!TLCCache", Given(3), Given(4)) == 3
    assert call(context, "TLCExt!TLCDefer", Given()) is TRUE
    assert call(context, "TLCExt!PickSuccessor", Given(FALSE)) is TRUE
    short = call(context, "TLCExt!TLCFP", 1)
    assert isinstance(short, int)
    assert short & 0xFFFFFFFF == fingerprint(1) & 0xFFFFFFFF
    named = Context(definition={"D": 5}.get)
    assert call(named, "TLCExt!TLCEvalDefinition", "D") == 5
    assert code_of(named, "TLCExt!TLCEvalDefinition", "E") == "eval-undefined"


def test_chance_is_repeatable() -> None:
    draws = []
    for _ in range(2):
        context = Context()
        draws.append([call(context, "TLC!RandomElement", interval(1, 1000)) for _ in range(5)])
    assert draws[0] == draws[1]
    assert len(set(draws[0])) > 1


def test_a_random_element_is_an_element(context: Context) -> None:
    functions = function_set(interval(1, 50), interval(0, 9))
    for collection in (functions, record_set("a", set_of([1, 2])), set_of(["x"])):
        assert contains(collection, call(context, "TLC!RandomElement", collection))
    assert code_of(context, "TLC!RandomElement", EMPTY_SET) == "eval-no-witness"


def test_a_random_subset_has_the_size_that_is_asked_for(context: Context) -> None:
    large = function_set(interval(1, 80), interval(0, 9))
    for collection in (interval(1, 100), set_of(["a", "b", "c"]), large):
        chosen = listed(call(context, "Randomization!RandomSubset", 3, collection))
        assert len(chosen) == 3
        assert is_subset(chosen, collection)
    assert len(listed(call(context, "Randomization!RandomSubset", 9, set_of([1])))) == 1


def test_random_sets_of_subsets(context: Context) -> None:
    base = interval(1, 10)
    chosen = call(context, "Randomization!RandomSetOfSubsets", 20, 3, base)
    assert 1 < len(listed(chosen)) <= 20
    assert is_subset(chosen, subsets(base))
    assert code_of(context, "Randomization!RandomSetOfSubsets", 1, 20, base) == "eval-out-of-domain"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Json!JsonSerialize", ("x.json", (1,))),
        ("Json!JsonDeserialize", ("x.json",)),
        ("Json!ndJsonSerialize", ("x.json", (1,))),
        ("Json!ndJsonDeserialize", ("x.json",)),
        ("CSV!CSVWrite", ("%s", (1,), "x.csv")),
        ("CSV!CSVWriteRecord", (record_of({"a": 1}), ",", TRUE, "x.csv")),
        ("CSV!CSVRead", (("a",), ",", "x.csv")),
        ("CSV!CSVRecords", ("x.csv",)),
        ("IOUtils!IOSerialize", (1, "x", FALSE)),
        ("IOUtils!IODeserialize", ("x", FALSE)),
        ("IOUtils!Serialize", ("x", "x", record_of({"format": "TXT"}))),
        ("IOUtils!Deserialize", ("x", record_of({"format": "TXT"}))),
        ("IOUtils!IOExec", (("true",),)),
        ("IOUtils!IOEnvExec", (record_of({"A": "1"}), ("true",))),
        ("IOUtils!IOExecTemplate", (("true",), ())),
        ("IOUtils!IOEnvExecTemplate", (record_of({"A": "1"}), ("true",), ())),
        ("IOUtils!IOEnv", ()),
    ],
)
def test_nothing_outside_is_touched_without_permission(
    name: str, arguments: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EvalError) as error:
        call(Context(permissions=Permissions()), name, *arguments)
    assert error.value.code == "eval-io-not-allowed"
    assert "--allow-io" in str(error.value.help)
    assert list(tmp_path.iterdir()) == []


def test_values_as_json(context: Context) -> None:
    value = record_of({"s": set_of([2, 1]), "t": (TRUE, "é"), "m": model_value("mv")})
    assert json.loads(str(call(context, "Json!ToJson", value))) == {
        "s": [1, 2],
        "t": [True, "é"],
        "m": "mv",
    }
    assert call(context, "Json!ToJson", function_from([(0, 1), (5, 2)])) == '{"0":1,"5":2}'
    assert call(context, "Json!ToJsonArray", set_of([1, 2])) == "[1,2]"
    assert call(context, "Json!ToJsonObject", ("a", "b")) == '{"0":"a","1":"b"}'
    assert code_of(context, "Json!ToJsonArray", 1) == "eval-unsupported"


def test_json_files_can_be_read_back(context: Context, tmp_path: Path) -> None:
    path, rows = str(tmp_path / "new" / "x.json"), (record_of({"a": 1}), record_of({"a": (2,)}))
    assert call(context, "Json!JsonSerialize", path, rows) is TRUE
    assert call(context, "Json!JsonDeserialize", path) == rows
    assert call(context, "Json!ndJsonSerialize", path, rows) is TRUE
    assert Path(path).read_text() == '{"a":1}\n{"a":[2]}\n'
    assert call(context, "Json!ndJsonDeserialize", path) == rows


def test_what_is_not_json_is_an_error(context: Context, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    assert code_of(context, "Json!JsonDeserialize", str(path)) == "eval-io"
    path.write_text("{")
    assert code_of(context, "Json!JsonDeserialize", str(path)) == "eval-io"
    path.write_text("1.5")
    assert code_of(context, "Json!JsonDeserialize", str(path)) == "eval-unsupported"


def test_rows_of_text_files(context: Context, tmp_path: Path) -> None:
    path = str(tmp_path / "x.csv")
    assert call(context, "CSV!CSVRecords", path) == 0
    assert call(context, "CSV!CSVRead", ("a", "b"), ",", path) == ()
    assert call(context, "CSV!CSVWrite", "%2$s,%1$s", (1, "x"), path) is TRUE
    with ranked_by(Ranks(["q", "r"])):
        row = record_of({"r": 6, "q": 5})
        assert call(context, "CSV!CSVWriteRecord", row, ",", TRUE, path) is TRUE
    assert Path(path).read_text() == '"x",1\nq,r\n5,6\n'
    assert call(context, "CSV!CSVRecords", path) == 3
    rows = call(context, "CSV!CSVRead", ("a", "b"), ",", path)
    assert apply(apply(rows, 1), "a") == '"x"'
    assert code_of(context, "CSV!CSVRead", ("a",), ",", path) == "eval-io"
    assert code_of(context, "CSV!CSVWrite", "%s %s", (1,), path) == "eval-out-of-domain"
    assert code_of(context, "CSV!CSVWrite", "%d", (1,), path) == "eval-unsupported"


def test_values_in_files(context: Context, tmp_path: Path) -> None:
    path = str(tmp_path / "value")
    value = function_from([((1, 2), set_of(["a"]))])
    for compressed in (TRUE, FALSE):
        assert call(context, "IOUtils!IOSerialize", value, path, compressed) is TRUE
        assert call(context, "IOUtils!IODeserialize", path, compressed) == value
    assert code_of(context, "IOUtils!IODeserialize", path, TRUE) == "eval-io"


def test_texts_in_files(context: Context, tmp_path: Path) -> None:
    path = str(tmp_path / "x.txt")
    options = record_of({"format": "TXT", "charset": "UTF-8", "openOptions": ("WRITE",)})
    done = call(context, "IOUtils!Serialize", "hello", path, options)
    assert apply(done, "exitValue") == 0
    assert apply(call(context, "IOUtils!Deserialize", path, options), "stdout") == "hello"
    missing = call(context, "IOUtils!Deserialize", path + "x", options)
    assert apply(missing, "exitValue") == 1


def test_commands(context: Context) -> None:
    python = sys.executable
    done = call(context, "IOUtils!IOExec", (python, "-c", "print(1); raise SystemExit(3)"))
    assert apply(done, "exitValue") == 3
    assert str(apply(done, "stdout")).strip() == "1"
    script = (python, "-c", "import os; print(os.environ['WORD'] + '%s')")
    variables = record_of({"WORD": "ab"})
    done = call(context, "IOUtils!IOEnvExecTemplate", variables, script, ("c",))
    assert str(apply(done, "stdout")).strip() == "abc"
    assert code_of(context, "IOUtils!IOExec", ("no such program",)) == "eval-io"
    assert code_of(context, "IOUtils!IOExec", ()) == "eval-io"


def test_the_environment(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_WORD", "abc")
    assert apply(call(context, "IOUtils!IOEnv"), "HOLDFAST_WORD") == "abc"


def test_texts_as_numbers(context: Context) -> None:
    assert call(context, "IOUtils!atoi", "-12") == -12
    assert code_of(context, "IOUtils!atoi", "1x") == "eval-not-a-number"
    assert code_of(context, "IOUtils!atoi", 1) == "eval-not-a-string"


def test_time_is_a_positive_number(context: Context) -> None:
    now = call(context, "TLC!JavaTime")
    assert isinstance(now, int)
    assert now > 0
